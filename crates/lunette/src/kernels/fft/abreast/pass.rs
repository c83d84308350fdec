//! The levels of a transform: butterflies of rows, of which each holds one entry of every lane.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use num_complex::Complex;

use super::butterfly::{Pair, butterfly};
use super::numbers::Numbers;
use super::{Abreast, row};
use crate::kernels::isa::{self, Isa, Task};

/// Where the rows of a first level come from.
///
/// # Safety
/// Those who make one promise that `load` may read what it reads, for all rows of the pass it is made for.
pub(super) trait Load<T: Abreast>: Copy {
    /// The numbers of row `at`.
    ///
    /// # Safety
    /// The machine has the vector's instructions, and `at` is a row of the pass.
    unsafe fn load<V: Numbers<Item = T>>(&self, at: usize) -> Pair<V>;
}

/// Where the rows of a further level go.
///
/// # Safety
/// Those who make one promise that `store` may write what it writes, for all rows of the pass it is made for.
pub(super) trait Store<T: Abreast>: Copy {
    /// # Safety
    /// The machine has the vector's instructions, and `at` is a row of the pass.
    unsafe fn store<V: Numbers<Item = T>>(&self, at: usize, x: Pair<V>);
}

/// Rows one after the other.
#[derive(Clone, Copy)]
pub(super) struct Rows<T>(pub(super) *mut T);

impl<T: Abreast> Load<T> for Rows<T> {
    #[inline(always)]
    unsafe fn load<V: Numbers<Item = T>>(&self, at: usize) -> Pair<V> {
        // SAFETY: whoever made it promised that the row may be read.
        unsafe { load_pair(self.0.add(row::<V>(at))) }
    }
}

impl<T: Abreast> Store<T> for Rows<T> {
    #[inline(always)]
    unsafe fn store<V: Numbers<Item = T>>(&self, at: usize, x: Pair<V>) {
        // SAFETY: whoever made it promised that the row may be written.
        unsafe { store_pair(x, self.0.add(row::<V>(at))) }
    }
}

/// Entries of lanes that are neighbours in memory, as many as a vector has numbers.
#[derive(Clone, Copy)]
pub(super) struct Across<'a, T> {
    /// The first entry of the first lane.
    pub(super) start: *mut T,
    /// The step along a lane, in complex numbers.
    pub(super) step: isize,
    /// What real and imaginary parts are multiplied by; where they are read, only the latter are.
    pub(super) factors: [T; 2],
    /// Which entry each row is, where they are read.
    pub(super) order: &'a [u32],
}

impl<T: Abreast> Across<'_, T> {
    #[inline(always)]
    fn at(&self, entry: usize) -> *mut T {
        self.start.wrapping_offset(2 * entry as isize * self.step)
    }
}

impl<T: Abreast> Load<T> for Across<'_, T> {
    #[inline(always)]
    unsafe fn load<V: Numbers<Item = T>>(&self, at: usize) -> Pair<V> {
        // SAFETY: `at` is a row, for which there is an entry; whoever made it promised that it may be read.
        unsafe {
            let from = self.at(*self.order.get_unchecked(at) as usize).cast_const();
            let [re, im] = V::load(from).parted(V::load(from.add(V::LANES)));
            Pair { re, im: im.mul(V::splat(self.factors[1])) }
        }
    }
}

impl<T: Abreast> Store<T> for Across<'_, T> {
    #[inline(always)]
    unsafe fn store<V: Numbers<Item = T>>(&self, at: usize, x: Pair<V>) {
        let [re, im] = self.factors;
        let to = self.at(at);
        // SAFETY: whoever made it promised that the entry may be written.
        unsafe {
            let [low, high] = x.re.mul(V::splat(re)).joined(x.im.mul(V::splat(im)));
            low.store(to);
            high.store(to.add(V::LANES));
        }
    }
}

/// Rows between the two passes of a long transform, turned on the way.
#[derive(Clone, Copy)]
pub(super) struct Turned<'a, T> {
    pub(super) from: *const T,
    /// Which row is read for each of the pass.
    pub(super) order: &'a [u32],
    /// The turns of all lanes, for each row, where the first lane is not turned: rows as well.
    pub(super) within: &'a [T],
    /// The turns of the first lane, for each row.
    pub(super) first: &'a [Complex<T>],
}

impl<T: Abreast> Load<T> for Turned<'_, T> {
    #[inline(always)]
    unsafe fn load<V: Numbers<Item = T>>(&self, at: usize) -> Pair<V> {
        // SAFETY: `at` is a row, for which there is one to be read, with its turns; whoever made it promised so.
        unsafe {
            let at = *self.order.get_unchecked(at) as usize;
            let Complex { re, im } = *self.first.get_unchecked(at);
            let within = load_pair::<V>(self.within.as_ptr().add(row::<V>(at)));
            let turn = within.mul(Pair { re: V::splat(re), im: V::splat(im) });
            load_pair::<V>(self.from.add(row::<V>(at))).mul(turn)
        }
    }
}

/// The first level: a butterfly for every `radix` rows.
pub(super) struct First<T, L> {
    pub(super) radix: usize,
    pub(super) from: L,
    pub(super) to: *mut T,
    /// How many butterflies there are.
    pub(super) count: usize,
}

/// A further level: groups of `radix` times `count` rows, of which every `count`-th one makes a butterfly.
pub(super) struct Further<T, S> {
    pub(super) radix: usize,
    pub(super) from: *const T,
    pub(super) to: S,
    /// How many rows lie between the numbers of a butterfly where they are read, and where they are written.
    pub(super) steps: [usize; 2],
    /// How many neighbouring butterflies make a group.
    pub(super) count: usize,
    pub(super) groups: usize,
    /// The turns of the numbers of each butterfly of a group but its first.
    pub(super) turns: *const [T; 2],
}

macro_rules! by_radix {
    ($radix:expr, $R:ident => $run:expr) => {
        match $radix {
            2 => {
                const $R: usize = 2;
                $run
            }
            3 => {
                const $R: usize = 3;
                $run
            }
            4 => {
                const $R: usize = 4;
                $run
            }
            5 => {
                const $R: usize = 5;
                $run
            }
            7 => {
                const $R: usize = 7;
                $run
            }
            8 => {
                const $R: usize = 8;
                $run
            }
            radix => unreachable!("no plan has the radix {radix}"),
        }
    };
}

impl<T: Abreast, L: Load<T>> First<T, L> {
    /// # Safety
    /// `radix * count` rows may be read from `from` and written at `to`; both may be the same.
    pub(super) unsafe fn run(self) {
        by_radix!(self.radix, R => isa::run(FirstOf::<T, L, R>(self)));
    }
}

impl<T: Abreast, S: Store<T>> Further<T, S> {
    /// # Safety
    /// The rows of all groups may be read at `from`, by the first step, and written to `to`, by the second; both may be
    /// the same. There are `(radix - 1) * count` turns.
    pub(super) unsafe fn run(self) {
        by_radix!(self.radix, R => isa::run(FurtherOf::<T, S, R>(self)));
    }
}

/// Compiled for each radix by itself: in one function for all the compiler would leave calls in the loops.
struct FirstOf<T, L, const R: usize>(First<T, L>);

struct FurtherOf<T, S, const R: usize>(Further<T, S>);

impl<T: Abreast, L: Load<T>, const R: usize> Task for FirstOf<T, L, R> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        match isa {
            Isa::Base => unreachable!("{}", super::NOT_FOR_BASE),
            // SAFETY: `First::run`'s caller promised it; `isa` is what the machine has.
            Isa::Avx2 => unsafe { self.with::<T::Narrow>() },
            // SAFETY: as above.
            Isa::Avx512 => unsafe { self.with::<T::Wide>() },
        }
    }
}

impl<T: Abreast, S: Store<T>, const R: usize> Task for FurtherOf<T, S, R> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        match isa {
            Isa::Base => unreachable!("{}", super::NOT_FOR_BASE),
            // SAFETY: `Further::run`'s caller promised it; `isa` is what the machine has.
            Isa::Avx2 => unsafe { self.with::<T::Narrow>() },
            // SAFETY: as above.
            Isa::Avx512 => unsafe { self.with::<T::Wide>() },
        }
    }
}

impl<T: Abreast, L: Load<T>, const R: usize> FirstOf<T, L, R> {
    /// # Safety
    /// As [`First::run`], on a machine that has the vector's instructions.
    #[inline(always)]
    unsafe fn with<V: Numbers<Item = T>>(self) {
        let First { from, to, count, .. } = self.0;
        for first in (0..count).map(|k| k * R) {
            // SAFETY: the rows from `first` on are those of a butterfly; all of them are read before the first is written.
            unsafe {
                let mut x = [from.load::<V>(first); R];
                for (s, x) in x.iter_mut().enumerate().skip(1) {
                    *x = from.load::<V>(first + s);
                }
                for (s, x) in butterfly(x).into_iter().enumerate() {
                    store_pair(x, to.add(row::<V>(first + s)));
                }
            }
        }
    }
}

impl<T: Abreast, S: Store<T>, const R: usize> FurtherOf<T, S, R> {
    /// # Safety
    /// As [`Further::run`], on a machine that has the vector's instructions.
    #[inline(always)]
    unsafe fn with<V: Numbers<Item = T>>(self) {
        let Further { from, to, steps: [step, out], count, groups, turns, .. } = self.0;
        for group in 0..groups {
            for j in 0..count {
                // SAFETY: these are the rows of butterfly `j` of a group, and its turns; all of them are read before the
                // first is written.
                unsafe {
                    let from = from.add(row::<V>(group * R * step + j));
                    let mut x = [load_pair::<V>(from); R];
                    for (s, x) in x.iter_mut().enumerate().skip(1) {
                        let [re, im] = *turns.add(j * (R - 1) + s - 1);
                        let turn = Pair { re: V::splat(re), im: V::splat(im) };
                        *x = load_pair::<V>(from.add(row::<V>(s * step))).mul(turn);
                    }
                    for (s, x) in butterfly(x).into_iter().enumerate() {
                        to.store(group * R * out + j + s * out, x);
                    }
                }
            }
        }
    }
}

/// # Safety
/// The machine has the vector's instructions, and a row may be read.
#[inline(always)]
unsafe fn load_pair<V: Numbers>(from: *const V::Item) -> Pair<V> {
    // SAFETY: the caller's promise: a row is a vector of real parts and one of imaginary parts.
    unsafe { Pair { re: V::load(from), im: V::load(from.add(V::LANES)) } }
}

/// # Safety
/// A row may be written.
#[inline(always)]
unsafe fn store_pair<V: Numbers>(x: Pair<V>, to: *mut V::Item) {
    // SAFETY: the caller's promise.
    unsafe {
        x.re.store(to);
        x.im.store(to.add(V::LANES));
    }
}
