//! The loops of a gather or scatter: some step, some look up a table.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use smallvec::SmallVec;

use super::PickAxis;
use super::moves::Move;
use crate::kernels::isa::{self, Isa, Task};
use crate::kernels::item::Item;
use crate::layout::Layout;
use crate::nest::{Nest, threads};

/// How the picked side moves along one loop.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'a> {
    Step(isize),
    Table(&'a [isize]),
}

impl Path<'_> {
    /// How far turn `k` lies from the start.
    #[inline(always)]
    fn at(&self, k: usize) -> isize {
        match self {
            Self::Step(stride) => stride.wrapping_mul(k as isize),
            Self::Table(offsets) => offsets.get(k).copied().unwrap_or(0),
        }
    }
}

/// One loop: how often it runs, how the plain side steps, and how the picked side moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop<'a> {
    pub(super) size: usize,
    pub(super) plain: isize,
    pub(super) picked: Path<'a>,
}

/// All loops of a pick, innermost first.
///
/// # Invariant
/// A table has as many entries as its loop has turns.
#[derive(Clone, Debug)]
pub(super) struct Loops<'a> {
    loops: SmallVec<[Loop<'a>; 4]>,
    /// Where both sides start: the plain one, and the picked one.
    start: [isize; 2],
    len: usize,
}

impl<'a> Loops<'a> {
    /// The loops over a plain side of this layout and picked axes of the same shape that start at `from`.
    pub(super) fn new(plain: &Layout, axes: &[PickAxis<'a>], from: isize) -> Self {
        let mut loops = Self { loops: SmallVec::new(), start: [0, from], len: plain.len() };
        for ((&size, &stride), axis) in plain.shape().iter().zip(plain.strides()).zip(axes).rev() {
            let picked = match axis {
                PickAxis::Step { stride, .. } => Path::Step(*stride),
                PickAxis::Table(table) => Path::Table(table.offsets()),
            };
            loops.push(Loop { size, plain: stride, picked });
        }
        loops
    }

    /// Adds a loop around the others, or makes it part of the outermost if both go on where that ends.
    fn push(&mut self, outer: Loop<'a>) {
        if outer.size == 1 {
            self.start[1] += outer.picked.at(0);
            return;
        }
        if let Some(inner) = self.loops.last_mut()
            && let (Path::Step(short), Path::Step(long)) = (inner.picked, outer.picked)
            && short.checked_mul(inner.size as isize) == Some(long)
            && inner.plain.checked_mul(inner.size as isize) == Some(outer.plain)
        {
            inner.size *= outer.size;
            return;
        }
        self.loops.push(outer);
    }

    /// The loops with only the turns `from..to` of one of them.
    fn between(&self, axis: usize, from: usize, to: usize) -> Self {
        let mut cut = self.clone();
        let part = &mut cut.loops[axis];
        cut.len = self.len / part.size * (to - from);
        part.size = to - from;
        cut.start[0] += from as isize * part.plain;
        match &mut part.picked {
            Path::Step(stride) => cut.start[1] += from as isize * *stride,
            Path::Table(offsets) => *offsets = &offsets[from..to],
        }
        cut
    }

    /// Calls `row` with the innermost loop and where each run of it starts on both sides, in row-major order.
    #[inline(always)]
    fn for_each_row(&self, mut row: impl FnMut([isize; 2])) {
        if self.len == 0 {
            return;
        }
        let Some((first, outer)) = self.loops.get(1..).and_then(<[_]>::split_first) else {
            return row(self.start);
        };
        let mut turns: SmallVec<[usize; 8]> = SmallVec::from_elem(0, outer.len());
        loop {
            let mut base = self.start;
            for (axis, &turn) in outer.iter().zip(&turns) {
                base[0] += axis.plain * turn as isize;
                base[1] += axis.picked.at(turn);
            }
            match first.picked {
                Path::Step(stride) => {
                    for k in 0..first.size as isize {
                        row([base[0] + k * first.plain, base[1] + k * stride]);
                    }
                }
                Path::Table(offsets) => {
                    for (k, offset) in offsets.iter().enumerate() {
                        row([base[0] + k as isize * first.plain, base[1] + offset]);
                    }
                }
            }
            if !next_turn(outer, &mut turns) {
                return;
            }
        }
    }
}

/// Moves the odometer on; false when it has gone all the way round.
fn next_turn(loops: &[Loop<'_>], turns: &mut [usize]) -> bool {
    for (axis, turn) in loops.iter().zip(turns) {
        *turn += 1;
        if *turn < axis.size {
            return true;
        }
        *turn = 0;
    }
    false
}

/// Both sides of a pick and the loops between them.
///
/// Making one promises: every element that the loops reach from `plain` and `picked` is aligned and may be accessed
/// (written on the side that the move writes), and no plain element is a picked one.
#[derive(Clone)]
pub(super) struct Picking<'a, T> {
    pub(super) plain: *mut T,
    pub(super) picked: *mut T,
    pub(super) loops: Loops<'a>,
}

// SAFETY: the pointers are used as the maker promised, from any thread; `run_shared` and `run_disjoint` see to it that
// no two threads write the same element.
unsafe impl<T> Sync for Picking<'_, T> {}

impl<'a> Picking<'a, u8> {
    /// The same for elements of type `T`; strides count elements, so only the pointers change.
    pub(super) fn cast<T>(&self) -> Picking<'a, T> {
        Picking { plain: self.plain.cast(), picked: self.picked.cast(), loops: self.loops.clone() }
    }
}

impl<T: Copy + Send + Sync> Picking<'_, T> {
    /// Moves all elements in row-major order.
    ///
    /// # Safety
    /// What making a picking promises holds for elements of type `T` and the move `M`.
    pub(super) unsafe fn run<M: Move<T>>(&self) {
        isa::run(Run::<'_, '_, T, M> { picking: self, mover: std::marker::PhantomData });
    }
}

impl<T: Item> Picking<'_, T> {
    /// Moves all elements, in parallel where it pays; for moves that write the plain side.
    ///
    /// # Safety
    /// As [`Picking::run`].
    pub(super) unsafe fn run_shared<M: Move<T>>(&self) {
        let bytes = self.loops.len * size_of::<T>();
        let parts = threads::pieces(bytes);
        let injective = || {
            let (shape, strides): (SmallVec<[usize; 8]>, SmallVec<[isize; 8]>) =
                self.loops.loops.iter().map(|axis| (axis.size, axis.plain)).unzip();
            Nest::new(&shape, [&strides]).output_is_injective()
        };
        let axis = self.axis_to_cut(parts, |_| true);
        match axis {
            // SAFETY: parts of an injective region write disjoint elements.
            Some(axis) if parts > 1 && injective() => unsafe { self.run_parts::<M>(axis, parts) },
            // SAFETY: the caller's promise.
            _ => unsafe { self.run::<M>() },
        }
    }

    /// Moves all elements in row-major order, as far as it can be seen; for moves that write the picked side.
    ///
    /// Parts run at the same time only if they cut a loop whose every turn leads beyond what all others reach.
    ///
    /// # Safety
    /// As [`Picking::run`].
    pub(super) unsafe fn run_disjoint<M: Move<T>>(&self) {
        let parts = threads::pieces(self.loops.len * size_of::<T>());
        let axis = if parts > 1 { self.axis_to_cut(parts, |axis| self.leads_beyond(axis)) } else { None };
        match axis {
            // SAFETY: parts write disjoint elements, because each turn of the loop leads beyond all the others.
            Some(axis) => unsafe { self.run_parts::<M>(axis, parts) },
            // SAFETY: the caller's promise.
            None => unsafe { self.run::<M>() },
        }
    }

    /// The outermost loop that `may` be cut and has enough turns for all parts, else the longest.
    fn axis_to_cut(&self, parts: usize, may: impl Fn(usize) -> bool) -> Option<usize> {
        let loops = &self.loops.loops;
        let candidates = || (0..loops.len()).filter(|&axis| may(axis));
        let long_enough = candidates().rfind(|&axis| loops[axis].size >= 2 * parts);
        long_enough.or_else(|| candidates().max_by_key(|&axis| loops[axis].size))
    }

    /// Whether one turn of this loop leads the picked side further than all other loops together reach.
    fn leads_beyond(&self, axis: usize) -> bool {
        let Path::Step(stride) = self.loops.loops[axis].picked else { return false };
        let mut reach = 0i128;
        for (k, other) in self.loops.loops.iter().enumerate().filter(|&(k, _)| k != axis) {
            reach += match other.picked {
                Path::Step(stride) => stride.unsigned_abs() as i128 * (self.loops.loops[k].size as i128 - 1),
                Path::Table(offsets) => {
                    let (lowest, highest) = super::offsets::extremes(offsets);
                    highest as i128 - lowest as i128
                }
            };
        }
        stride.unsigned_abs() as i128 > reach
    }

    /// # Safety
    /// As [`Picking::run`], and parts of a cut across `axis` write disjoint elements.
    unsafe fn run_parts<M: Move<T>>(&self, axis: usize, parts: usize) {
        let size = self.loops.loops[axis].size;
        let bound = |k: usize| (size as u128 * k as u128 / parts as u128) as usize;
        threads::share(parts, |k| {
            let loops = self.loops.between(axis, bound(k), bound(k + 1));
            // SAFETY: the caller's promise, for a part of the elements.
            unsafe { Picking { plain: self.plain, picked: self.picked, loops }.run::<M>() };
        });
    }
}

/// A picking, to be run in the copy for the machine's instruction set.
struct Run<'p, 'a, T, M> {
    picking: &'p Picking<'a, T>,
    mover: std::marker::PhantomData<M>,
}

impl<T: Copy + Send + Sync, M: Move<T>> Task for Run<'_, '_, T, M> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        let Picking { plain, picked, loops } = self.picking;
        let one = Loop { size: 1, plain: 1, picked: Path::Step(1) };
        let inner = loops.loops.first().copied().unwrap_or(one);
        let (size, step) = (inner.size, inner.plain);
        // SAFETY, for every arm: the rows start where the loops lead, and go on with the innermost one, so they stay
        // inside what making the picking promised. Steps that matter are passed as constants.
        match (step, inner.picked) {
            // SAFETY: as above.
            (1, Path::Step(1)) => loops.for_each_row(|at| unsafe {
                M::segment(plain.offset(at[0]), picked.offset(at[1]), size);
            }),
            (_, Path::Step(stride)) => loops.for_each_row(|at| {
                for k in 0..size as isize {
                    // SAFETY: see above.
                    unsafe { M::element(plain.offset(at[0] + k * step), picked.offset(at[1] + k * stride)) };
                }
            }),
            (1, Path::Table(offsets)) => loops.for_each_row(|at| {
                // SAFETY: see above.
                let plain = unsafe { plain.offset(at[0]) };
                for (k, offset) in offsets.iter().enumerate() {
                    // SAFETY: see above.
                    unsafe { M::element(plain.add(k), picked.offset(at[1] + offset)) };
                }
            }),
            (_, Path::Table(offsets)) => loops.for_each_row(|at| {
                for (k, offset) in offsets.iter().enumerate() {
                    // SAFETY: see above.
                    unsafe {
                        M::element(plain.offset(at[0] + k as isize * step), picked.offset(at[1] + offset));
                    };
                }
            }),
        }
    }
}
