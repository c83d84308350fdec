//! What a reduction does to elements, and the same as plain functions, so that the walk over memory is compiled once.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use super::fold::{Fold, Lanes};
use super::short::short_rows;
use crate::dtype::{DType, Element};
use crate::kernels::isa::{self, Isa, Task};

/// Rows that a group has at most: the longest chain of plain additions along an axis that is not contiguous.
pub(super) const GROUP: usize = 16;

/// Columns that a group has at most: their lanes stay in the first cache.
pub(super) const COLUMNS: usize = 2048;

/// How elements of one type are reduced; every function is inlined into the copies for the instruction sets.
///
/// Accumulators are merged in an order that depends on shapes and strides alone, never on threads.
pub(super) trait Reducer: 'static {
    /// What blocks hold.
    type In: Element;
    /// What is known of the elements so far.
    type Acc: Copy;
    /// What comes out, before it is cast to the dtype of the result.
    type Out: Element;

    /// What is known of no elements.
    const EMPTY: Self::Acc;

    /// What is known of `len` contiguous elements.
    ///
    /// # Safety
    /// They may be read.
    unsafe fn block(src: *const Self::In, len: usize) -> Self::Acc;

    /// Merges each column of a group of rows into the column's accumulator.
    ///
    /// # Safety
    /// `rows` ≤ [`GROUP`] rows of `columns` ≤ [`COLUMNS`] elements, `stride` apart, may be read, and as many
    /// accumulators may be written.
    unsafe fn group(src: *const Self::In, stride: isize, rows: usize, columns: usize, accs: *mut Self::Acc);

    /// What is known of the elements of both.
    fn merge(a: Self::Acc, b: Self::Acc) -> Self::Acc;

    /// The result for the elements.
    fn finish(acc: Self::Acc) -> Self::Out;
}

/// Writes the results of rows of a few contiguous elements, one row after the other: where they are, the elements of
/// each, how many rows there are, and where the results go. It asks for what [`short_rows`] asks for.
pub(super) type ShortRows = unsafe fn(*const u8, usize, usize, *mut u8);

/// A [`Reducer`] as functions of untyped pointers; all of them ask for what the reducer's ask for.
#[derive(Clone, Copy)]
pub(super) struct Kernel {
    /// The dtype of elements in blocks.
    pub(super) input: DType,
    /// The dtype that `finish` writes.
    pub(super) output: DType,
    /// How many `u64` an accumulator takes.
    pub(super) acc_words: usize,
    /// Writes `EMPTY` to accumulators.
    pub(super) start: unsafe fn(*mut u64, usize),
    /// Merges a block into an accumulator.
    pub(super) block: unsafe fn(*const u8, usize, *mut u64),
    /// Merges the columns of a group into accumulators.
    pub(super) group: unsafe fn(*const u8, isize, usize, usize, *mut u64),
    /// Merges accumulators into others.
    pub(super) merge: unsafe fn(*mut u64, *const u64, usize),
    /// Writes the results of accumulators.
    pub(super) finish: unsafe fn(*const u64, usize, *mut u8),
    /// Writes the results of short rows, if there is a way without accumulators.
    pub(super) short_rows: Option<ShortRows>,
}

impl Kernel {
    /// The functions of a reducer.
    pub(super) const fn of<R: Reducer>() -> Self {
        Self {
            input: R::In::DTYPE,
            output: R::Out::DTYPE,
            acc_words: Stored::<R>::WORDS,
            start: start::<R>,
            block: block::<R>,
            group: group::<R>,
            merge: merge::<R>,
            finish: finish::<R>,
            short_rows: None,
        }
    }

    /// The functions of a fold.
    pub(super) const fn fold<F: Fold>() -> Self {
        Self { short_rows: Some(short_rows::<F>), ..Self::of::<Lanes<F>>() }
    }
}

/// An accumulator as it lies among others, padded to whole `u64`.
#[repr(C, align(8))]
struct Stored<R: Reducer>(R::Acc);

impl<R: Reducer> Stored<R> {
    const WORDS: usize = size_of::<Self>() / size_of::<u64>();
}

/// # Safety
/// `len` accumulators may be written.
unsafe fn start<R: Reducer>(accs: *mut u64, len: usize) {
    let accs = accs.cast::<Stored<R>>();
    // SAFETY: the caller's promise.
    (0..len).for_each(|k| unsafe { accs.add(k).write(Stored(R::EMPTY)) });
}

/// # Safety
/// As [`Reducer::block`], and the accumulator may be written.
unsafe fn block<R: Reducer>(src: *const u8, len: usize, acc: *mut u64) {
    let found = isa::run(Block::<R> { src: src.cast(), len });
    let acc = acc.cast::<R::Acc>();
    // SAFETY: the caller's promise.
    unsafe { acc.write(R::merge(acc.read(), found)) };
}

/// # Safety
/// As [`Reducer::group`].
unsafe fn group<R: Reducer>(src: *const u8, stride: isize, rows: usize, columns: usize, accs: *mut u64) {
    const { assert!(size_of::<R::Acc>() == size_of::<Stored<R>>(), "accumulators fill their words") };
    isa::run(Group::<R> { src: src.cast(), stride, rows, columns, accs: accs.cast() });
}

/// # Safety
/// `len` accumulators of each side may be read and written.
unsafe fn merge<R: Reducer>(into: *mut u64, from: *const u64, len: usize) {
    let (into, from) = (into.cast::<Stored<R>>(), from.cast::<Stored<R>>());
    for k in 0..len {
        // SAFETY: the caller's promise.
        unsafe { into.add(k).write(Stored(R::merge(into.add(k).read().0, from.add(k).read().0))) };
    }
}

/// # Safety
/// `len` accumulators may be read and as many results written.
unsafe fn finish<R: Reducer>(accs: *const u64, len: usize, out: *mut u8) {
    let (accs, out) = (accs.cast::<Stored<R>>(), out.cast::<R::Out>());
    // SAFETY: the caller's promise.
    (0..len).for_each(|k| unsafe { out.add(k).write(R::finish(accs.add(k).read().0)) });
}

/// Making one promises what [`Reducer::block`] asks for.
struct Block<R: Reducer> {
    src: *const R::In,
    len: usize,
}

impl<R: Reducer> Task for Block<R> {
    type Output = R::Acc;

    #[inline(always)]
    fn run(self, _: Isa) -> R::Acc {
        // SAFETY: whoever made the task promised it.
        unsafe { R::block(self.src, self.len) }
    }
}

/// Making one promises what [`Reducer::group`] asks for.
struct Group<R: Reducer> {
    src: *const R::In,
    stride: isize,
    rows: usize,
    columns: usize,
    accs: *mut R::Acc,
}

impl<R: Reducer> Task for Group<R> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        // SAFETY: whoever made the task promised it.
        unsafe { R::group(self.src, self.stride, self.rows, self.columns, self.accs) };
    }
}
