//! Lanes become rows, and rows become lanes.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use super::numbers::Numbers;
use super::{Abreast, lanes, row};
use crate::kernels::isa::{self, Isa, Task};

/// Where lanes of complex numbers lie, at most as many as a vector has numbers.
#[derive(Clone, Copy)]
pub(super) struct Side<'a, T> {
    /// Where each lane starts.
    pub(super) lanes: &'a [*mut T],
    /// The step along a lane, in complex numbers.
    pub(super) step: isize,
    /// What real and imaginary parts are multiplied by; where they are read, only the latter are.
    pub(super) factors: [T; 2],
}

impl<T: Abreast> Side<'_, T> {
    #[inline(always)]
    fn at(&self, lane: usize, entry: usize) -> *mut T {
        self.lanes[lane].wrapping_offset(2 * entry as isize * self.step)
    }

    /// Whether the lanes are neighbours in memory, and as many as a vector has numbers.
    pub(super) fn is_across(&self) -> bool {
        self.lanes.len() == lanes::<T>()
            && self.lanes.windows(2).all(|pair| pair[1] == pair[0].wrapping_add(2))
    }

    /// Whether lanes lie in one piece each, and are as many as a vector has numbers.
    #[inline(always)]
    fn is_along(&self, all: usize) -> bool {
        self.lanes.len() == all && self.step == 1
    }
}

/// Copies lanes into the rows of a block: entry `k` to row `places[k]`. Where there are fewer lanes than a vector has
/// numbers, the others are 0.
///
/// # Safety
/// The lanes have as many entries as there are places, which may be read; the rows at these places may be written, and
/// are no part of the lanes.
pub(super) unsafe fn gather<T: Abreast>(src: Side<'_, T>, places: &[u32], to: *mut T) {
    isa::run(Gather { src, places, to });
}

/// Copies `count` rows from `from` on into lanes: they are the entries from `first` on.
///
/// # Safety
/// The rows may be read, these entries of the lanes may be written, and they have nothing in common.
pub(super) unsafe fn scatter<T: Abreast>(from: *const T, count: usize, first: usize, dst: Side<'_, T>) {
    isa::run(Scatter { from, count, first, dst });
}

/// Copies `count` rows from `from` on into regions of rows: lane `j` of row `first + k` becomes lane `k` of row `j`. Every
/// region takes as many rows as a vector has numbers, and has its first `region` rows after that of the one before.
///
/// # Safety
/// `first` is a multiple of the number of lanes. The rows may be read; in every region that takes some, as many rows as
/// there are lanes may be written.
pub(super) unsafe fn turn_over<T: Abreast>(
    from: *const T,
    count: usize,
    first: usize,
    to: *mut T,
    region: usize,
) {
    isa::run(TurnOver { from, count, first, to, region });
}

/// What [`gather`] does, for which its caller promised.
struct Gather<'a, T> {
    src: Side<'a, T>,
    places: &'a [u32],
    to: *mut T,
}

/// What [`scatter`] does, for which its caller promised.
struct Scatter<'a, T> {
    from: *const T,
    count: usize,
    first: usize,
    dst: Side<'a, T>,
}

/// What [`turn_over`] does, for which its caller promised.
struct TurnOver<T> {
    from: *const T,
    count: usize,
    first: usize,
    to: *mut T,
    region: usize,
}

/// Runs the method `with` of a task in vectors of the instruction set.
macro_rules! task {
    ($Task:ty) => {
        impl<T: Abreast> Task for $Task {
            type Output = ();

            #[inline(always)]
            fn run(self, isa: Isa) {
                match isa {
                    Isa::Base => unreachable!("{}", super::NOT_FOR_BASE),
                    // SAFETY: the caller of the function that made the task promised it; `isa` is what the machine has.
                    Isa::Avx2 => unsafe { self.with::<T::Narrow>() },
                    // SAFETY: as above.
                    Isa::Avx512 => unsafe { self.with::<T::Wide>() },
                }
            }
        }
    };
}

task!(Gather<'_, T>);
task!(Scatter<'_, T>);
task!(TurnOver<T>);

impl<T: Abreast> Gather<'_, T> {
    /// # Safety
    /// As [`gather`], on a machine that has the vector's instructions.
    #[inline(always)]
    unsafe fn with<V: Numbers<Item = T>>(self) {
        let tile = V::LANES / 2;
        let tiles = if self.src.is_along(V::LANES) { self.places.len() / tile } else { 0 };
        // SAFETY: the caller's promise, for the entries of tiles and for those that are left.
        unsafe {
            for k in 0..tiles {
                self.tile::<V>(k * tile);
            }
            self.single::<V>(tiles * tile);
        }
    }

    /// Half as many entries as there are lanes, a vector of each.
    ///
    /// # Safety
    /// As [`gather`]; the entries exist, and the lanes lie in one piece each.
    #[inline(always)]
    unsafe fn tile<V: Numbers<Item = T>>(&self, first: usize) {
        // SAFETY: the caller's promise; the real and the imaginary part of an entry are columns one after the other.
        unsafe {
            let factor = V::splat(self.src.factors[1]);
            V::transpose(
                |lane| V::load(self.src.lanes.get_unchecked(lane).add(2 * first)),
                |k, x| {
                    let place = *self.places.get_unchecked(first + k / 2) as usize;
                    let x = if k % 2 == 1 { x.mul(factor) } else { x };
                    x.store(self.to.add(row::<V>(place) + k % 2 * V::LANES));
                },
            );
        }
    }

    /// The entries from `first` on, one by one.
    ///
    /// # Safety
    /// As [`gather`].
    #[inline(always)]
    unsafe fn single<V: Numbers<Item = T>>(&self, first: usize) {
        for (entry, &place) in self.places.iter().enumerate().skip(first) {
            for lane in 0..V::LANES {
                // SAFETY: the caller's promise.
                unsafe {
                    let [re, im] = match lane < self.src.lanes.len() {
                        true => self.src.at(lane, entry).cast::<[T; 2]>().read(),
                        false => [T::zero(); 2],
                    };
                    let to = self.to.add(row::<V>(place as usize) + lane);
                    to.write(re);
                    to.add(V::LANES).write(im * self.src.factors[1]);
                }
            }
        }
    }
}

impl<T: Abreast> Scatter<'_, T> {
    /// # Safety
    /// As [`scatter`], on a machine that has the vector's instructions.
    #[inline(always)]
    unsafe fn with<V: Numbers<Item = T>>(self) {
        let tile = V::LANES / 2;
        let tiles = if self.dst.is_along(V::LANES) { self.count / tile } else { 0 };
        // SAFETY: the caller's promise, for the rows of tiles and for those that are left.
        unsafe {
            for k in 0..tiles {
                self.tile::<V>(k * tile);
            }
            self.single::<V>(tiles * tile);
        }
    }

    /// Half as many rows as there are lanes, a vector for each.
    ///
    /// # Safety
    /// As [`scatter`]; the rows exist, and the lanes lie in one piece each.
    #[inline(always)]
    unsafe fn tile<V: Numbers<Item = T>>(&self, k: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            let factors = self.dst.factors.map(|factor| V::splat(factor));
            let from = self.from.add(row::<V>(k));
            V::transpose(
                |part| V::load(from.add(part * V::LANES)).mul(factors[part % 2]),
                |lane, x| x.store(self.dst.lanes.get_unchecked(lane).add(2 * (self.first + k))),
            );
        }
    }

    /// The rows from number `first` on, entry by entry.
    ///
    /// # Safety
    /// As [`scatter`].
    #[inline(always)]
    unsafe fn single<V: Numbers<Item = T>>(&self, first: usize) {
        let [re, im] = self.dst.factors;
        for k in first..self.count {
            for lane in 0..self.dst.lanes.len() {
                // SAFETY: the caller's promise.
                unsafe {
                    let from = self.from.add(row::<V>(k) + lane);
                    let to = self.dst.at(lane, self.first + k).cast::<[T; 2]>();
                    to.write([from.read() * re, from.add(V::LANES).read() * im]);
                }
            }
        }
    }
}

impl<T: Abreast> TurnOver<T> {
    /// # Safety
    /// As [`turn_over`], on a machine that has the vector's instructions.
    #[inline(always)]
    unsafe fn with<V: Numbers<Item = T>>(self) {
        for k in (0..self.count).step_by(V::LANES) {
            let rows = V::LANES.min(self.count - k);
            // SAFETY: the caller's promise; where there are fewer rows than a square has, the last is taken again.
            unsafe {
                let from = self.from.add(row::<V>(k));
                let to = self.to.add(row::<V>((self.first + k) / V::LANES * self.region));
                for part in [0, V::LANES] {
                    V::transpose(
                        |i| V::load(from.add(row::<V>(i.min(rows - 1)) + part)),
                        |i, x| x.store(to.add(row::<V>(i) + part)),
                    );
                }
            }
        }
    }
}
