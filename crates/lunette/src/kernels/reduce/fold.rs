//! Folds: reductions that take one element after the other, in many lanes side by side.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::kernel::{COLUMNS, Reducer};
use crate::dtype::Element;
use crate::kernels::ahead::{AHEAD, fetch_lines};

/// Accumulators side by side along a row.
const ACCS: usize = 8;

/// A reduction by steps: lanes take elements for a while, then accumulators, which are wider, take the lanes.
pub(super) trait Fold: 'static {
    /// What blocks hold.
    type In: Element;
    /// What takes all elements of a block.
    type Lane: Copy;
    /// What takes any number of lanes; as large as some `u64`.
    type Acc: Copy;
    /// What comes out.
    type Out: Element;

    /// A lane that has taken nothing.
    const START: Self::Lane;
    /// An accumulator that has taken nothing.
    const EMPTY: Self::Acc;
    /// Whether the result is the same in whatever order elements are taken. Then a block is a plain loop: the compiler
    /// knows that too, and what it makes of lanes written by hand gathers them one by one.
    const IN_ANY_ORDER: bool;
    /// Whether a lane takes four steps at once along a row, because that is less work. Otherwise elements of a row are read
    /// in the order in which they lie: processors fetch them ahead then.
    const BY_FOURS: bool = false;
    /// Steps that a lane takes before it is joined with others: the longest chain of plain additions along a row.
    const STEPS: usize = 16;

    fn step(lane: Self::Lane, element: Self::In) -> Self::Lane;
    /// A lane after four steps.
    #[inline(always)]
    fn four_steps(lane: Self::Lane, elements: [Self::In; 4]) -> Self::Lane {
        elements.into_iter().fold(lane, Self::step)
    }
    fn join(a: Self::Lane, b: Self::Lane) -> Self::Lane;
    fn absorb(acc: Self::Acc, lane: Self::Lane) -> Self::Acc;
    fn merge(a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn finish(acc: Self::Acc) -> Self::Out;
}

/// A fold as a [`Reducer`].
pub(super) struct Lanes<F>(PhantomData<F>);

impl<F: Fold> Reducer for Lanes<F> {
    type In = F::In;
    type Acc = F::Acc;
    type Out = F::Out;

    const EMPTY: F::Acc = F::EMPTY;

    #[inline(always)]
    unsafe fn block(src: *const F::In, len: usize) -> F::Acc {
        if F::IN_ANY_ORDER {
            // SAFETY: the caller's promise.
            let step = |lane, k: usize| F::step(lane, unsafe { src.add(k).read() });
            return F::absorb(F::EMPTY, (0..len).fold(F::START, step));
        }
        // SAFETY: the caller's promise. The number of lanes is what four of the widest vectors hold.
        unsafe {
            match size_of::<F::Lane>() {
                1 | 2 => block::<F, 128>(src, len),
                4 => block::<F, 64>(src, len),
                8 => block::<F, 32>(src, len),
                _ => block::<F, 16>(src, len),
            }
        }
    }

    #[inline(always)]
    unsafe fn group(src: *const F::In, stride: isize, rows: usize, columns: usize, accs: *mut F::Acc) {
        let mut lanes = [const { MaybeUninit::<F::Lane>::uninit() }; COLUMNS];
        let lanes = lanes.as_mut_ptr().cast::<F::Lane>();
        // SAFETY: there are as many lanes as a group has columns at most, and they are written before they are read;
        // the rest is the caller's promise.
        unsafe {
            (0..columns).for_each(|j| lanes.add(j).write(F::START));
            let mut row = 0;
            while row + 4 <= rows {
                four_rows::<F>(lanes, src.offset(row as isize * stride), stride, columns);
                row += 4;
            }
            while row < rows {
                one_row::<F>(lanes, src.offset(row as isize * stride), columns);
                row += 1;
            }
            (0..columns).for_each(|j| accs.add(j).write(F::absorb(accs.add(j).read(), lanes.add(j).read())));
        }
    }

    #[inline(always)]
    fn merge(a: F::Acc, b: F::Acc) -> F::Acc {
        F::merge(a, b)
    }

    #[inline(always)]
    fn finish(acc: F::Acc) -> F::Out {
        F::finish(acc)
    }
}

/// Every lane takes the elements of its column in four rows.
///
/// # Safety
/// The rows may be read, and the lanes written.
#[inline(always)]
unsafe fn four_rows<F: Fold>(lanes: *mut F::Lane, src: *const F::In, stride: isize, columns: usize) {
    for j in 0..columns {
        // SAFETY: the caller's promise.
        unsafe {
            let elements = [0, 1, 2, 3].map(|row| src.offset(row * stride).add(j).read());
            lanes.add(j).write(F::four_steps(lanes.add(j).read(), elements));
        }
    }
}

/// Every lane takes the element of its column in a row.
///
/// # Safety
/// As for [`four_rows`].
#[inline(always)]
unsafe fn one_row<F: Fold>(lanes: *mut F::Lane, src: *const F::In, columns: usize) {
    for j in 0..columns {
        // SAFETY: the caller's promise.
        unsafe { lanes.add(j).write(F::step(lanes.add(j).read(), src.add(j).read())) };
    }
}

/// The accumulator of `len` contiguous elements, taken by `N` lanes.
///
/// # Safety
/// The elements may be read.
#[inline(always)]
unsafe fn block<F: Fold, const N: usize>(src: *const F::In, len: usize) -> F::Acc {
    let whole = len - len % (N * F::STEPS);
    // SAFETY: both parts lie in the block.
    unsafe {
        if whole == 0 {
            return F::absorb(F::EMPTY, rest::<F, N>(src, len));
        }
        let mut accs = [F::EMPTY; ACCS];
        for at in (0..whole).step_by(N * F::STEPS) {
            let lanes = join_lanes::<F, N>(steps::<F, N>(src.add(at), F::STEPS), ACCS);
            for k in 0..ACCS {
                accs[k] = F::absorb(accs[k], lanes[k]);
            }
        }
        let mut left = ACCS / 2;
        while left > 0 {
            for k in 0..left {
                accs[k] = F::merge(accs[k], accs[k + left]);
            }
            left /= 2;
        }
        match len - whole {
            0 => accs[0],
            more => F::absorb(accs[0], rest::<F, N>(src.add(whole), more)),
        }
    }
}

/// `N` lanes after `count` steps through contiguous elements.
///
/// # Safety
/// `N * count` elements may be read.
#[inline(always)]
unsafe fn steps<F: Fold, const N: usize>(src: *const F::In, count: usize) -> [F::Lane; N] {
    let mut lanes = [F::START; N];
    // SAFETY: the caller's promise.
    let element = |step: usize, k: usize| unsafe { src.add(step * N + k).read() };
    let fours = if F::BY_FOURS { count - count % 4 } else { 0 };
    for step in (0..fours).step_by(4) {
        fetch_steps::<F, N>(src, step, 4);
        for (k, lane) in lanes.iter_mut().enumerate() {
            *lane = F::four_steps(*lane, [0, 1, 2, 3].map(|more| element(step + more, k)));
        }
    }
    for step in fours..count {
        fetch_steps::<F, N>(src, step, 1);
        for (k, lane) in lanes.iter_mut().enumerate() {
            *lane = F::step(*lane, element(step, k));
        }
    }
    lanes
}

/// Asks for as many elements as `count` steps take, which lie ahead of them.
#[inline(always)]
fn fetch_steps<F: Fold, const N: usize>(src: *const F::In, step: usize, count: usize) {
    let ahead = src.wrapping_add(step * N).cast::<u8>().wrapping_add(AHEAD);
    fetch_lines(ahead, count * N * size_of::<F::In>());
}

/// What is left of a block after whole runs of steps, as one lane.
///
/// # Safety
/// `len` elements may be read.
#[inline(always)]
unsafe fn rest<F: Fold, const N: usize>(src: *const F::In, len: usize) -> F::Lane {
    // SAFETY: all elements that are read lie below `len`.
    unsafe {
        if len < ACCS {
            return (0..len).fold(F::START, |lane, k| F::step(lane, src.add(k).read()));
        }
        let whole = len - len % N;
        let mut lanes = steps::<F, N>(src, len / N);
        for (k, lane) in lanes.iter_mut().enumerate().take(len - whole) {
            *lane = F::step(*lane, src.add(whole + k).read());
        }
        join_lanes::<F, N>(lanes, 1)[0]
    }
}

/// Joins lanes pairwise until `left` are left.
#[inline(always)]
fn join_lanes<F: Fold, const N: usize>(mut lanes: [F::Lane; N], left: usize) -> [F::Lane; N] {
    let mut half = N / 2;
    while half >= left {
        for k in 0..half {
            lanes[k] = F::join(lanes[k], lanes[k + half]);
        }
        half /= 2;
    }
    lanes
}
