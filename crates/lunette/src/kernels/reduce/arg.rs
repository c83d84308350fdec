//! Where the least or the greatest element is.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::fold::{Fold, Lanes};
use super::folds::{Greatest, Least, Ordered};
use super::kernel::{COLUMNS, Reducer};
use crate::dtype::DType;
use crate::kernels::isa::{self, Isa, Task};

/// The best element so far, and where it is; no element is at -1.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Best {
    value: u64,
    pub(super) at: i64,
}

impl Best {
    pub(super) const NONE: Self = Self { value: 0, at: -1 };

    /// The value, which is of the kernel's type.
    ///
    /// # Safety
    /// A value of type `T`, no larger than a `u64`, has been written.
    #[inline(always)]
    unsafe fn value<T: Copy>(&self) -> T {
        // SAFETY: the caller's promise.
        unsafe { std::ptr::from_ref(&self.value).cast::<T>().read() }
    }

    #[inline(always)]
    fn new<T: Copy>(value: T, at: i64) -> Self {
        const { assert!(size_of::<T>() <= size_of::<u64>(), "values fit") };
        let mut best = Self { value: 0, at };
        // SAFETY: a value is no larger than the place for it, and no more strictly aligned.
        unsafe { std::ptr::from_mut(&mut best.value).cast::<T>().write(value) };
        best
    }
}

/// Looking for one extreme of elements of one type, as functions of untyped pointers.
#[derive(Clone, Copy)]
pub(super) struct ArgKernel {
    /// Looks through contiguous elements, of which the first is number `i64`, for something better; then that is where
    /// the best is, as far as is known.
    pub(super) block: unsafe fn(*const u8, usize, i64, *mut Best),
    /// Moves the best from the first of the elements among which it is to its place.
    pub(super) place: unsafe fn(*const u8, usize, *mut Best),
    /// Looks through rows `isize` apart, of which the first is number `i64`, for each column.
    pub(super) rows: unsafe fn(*const u8, isize, (usize, usize), i64, *mut Best),
    /// Takes what another has found further on, if that is better.
    pub(super) merge: unsafe fn(*mut Best, Best),
    /// Writes the positions in rows of a few contiguous elements, one row after the other: where they are, the elements
    /// of each, how many rows there are, and where the positions go.
    pub(super) short_rows: unsafe fn(*const u8, usize, usize, *mut i64),
}

impl ArgKernel {
    /// The kernel for elements of a real dtype; halves are read as `f32`, bools as `u8`.
    pub(super) fn new(greatest: bool, dtype: DType) -> Self {
        macro_rules! of {
            ($T:ident) => {
                if greatest { Self::of::<Greatest<$T>, $T>() } else { Self::of::<Least<$T>, $T>() }
            };
        }
        match dtype {
            DType::Bool | DType::U8 => of!(u8),
            DType::U16 => of!(u16),
            DType::U32 => of!(u32),
            DType::U64 => of!(u64),
            DType::I8 => of!(i8),
            DType::I16 => of!(i16),
            DType::I32 => of!(i32),
            DType::I64 => of!(i64),
            DType::F16 | DType::BF16 | DType::F32 | DType::Complex64 => of!(f32),
            DType::F64 | DType::Complex128 => of!(f64),
        }
    }

    fn of<F: Fold<In = T, Lane = T, Out = T>, T: Ordered>() -> Self {
        Self {
            block: block::<F, T>,
            place: place::<T>,
            rows: rows::<F, T>,
            merge: merge::<F, T>,
            short_rows: short_rows::<F, T>,
        }
    }
}

/// Whether `new` replaces `old`, which came before it; the first NaN stays.
#[inline(always)]
fn is_better<F: Fold<In = T, Lane = T>, T: Ordered>(old: T, new: T) -> bool {
    (F::join(old, new) != old) & !old.is_nan()
}

/// # Safety
/// `len` elements may be read; `best` holds a value of `T`, or none.
unsafe fn block<F: Fold<In = T, Lane = T, Out = T>, T: Ordered>(
    src: *const u8,
    len: usize,
    first: i64,
    best: *mut Best,
) {
    let value = isa::run(Extreme::<F, T> { src: src.cast(), len, fold: PhantomData });
    // SAFETY: the caller's promise.
    unsafe { merge::<F, T>(best, Best::new(value, first)) };
}

/// # Safety
/// `len` elements may be read; `best` holds a value of `T`.
unsafe fn place<T: Ordered>(src: *const u8, len: usize, best: *mut Best) {
    // SAFETY: the caller's promise.
    unsafe {
        let found = isa::run(Find::<T> { src: src.cast(), len, value: (*best).value() });
        (*best).at += found as i64;
    }
}

/// # Safety
/// As [`block`], for both.
unsafe fn merge<F: Fold<In = T, Lane = T>, T: Ordered>(into: *mut Best, from: Best) {
    // SAFETY: the caller's promise.
    unsafe {
        let old = into.read();
        if from.at >= 0 && (old.at < 0 || is_better::<F, T>(old.value(), from.value())) {
            into.write(from);
        }
    }
}

/// # Safety
/// Rows and columns, at most [`COLUMNS`], may be read, and there are as many `bests` as columns.
unsafe fn rows<F: Fold<In = T, Lane = T>, T: Ordered>(
    src: *const u8,
    stride: isize,
    (rows, columns): (usize, usize),
    first: i64,
    bests: *mut Best,
) {
    isa::run(FindEach::<F, T> { src: src.cast(), stride, rows, columns, first, bests, fold: PhantomData });
}

/// # Safety
/// `rows` rows of `width` elements, at least one, may be read, and as many positions as rows written.
unsafe fn short_rows<F: Fold<In = T, Lane = T>, T: Ordered>(
    src: *const u8,
    width: usize,
    rows: usize,
    out: *mut i64,
) {
    isa::run(FindShort::<F, T> { src: src.cast(), width, rows, out, fold: PhantomData });
}

/// The extreme of contiguous elements, which may be read.
struct Extreme<F, T> {
    src: *const T,
    len: usize,
    fold: PhantomData<F>,
}

impl<F: Fold<In = T, Lane = T, Out = T>, T: Ordered> Task for Extreme<F, T> {
    type Output = T;

    #[inline(always)]
    fn run(self, _: Isa) -> T {
        // SAFETY: whoever made the task promised the elements.
        F::finish(unsafe { <Lanes<F> as Reducer>::block(self.src, self.len) })
    }
}

/// The first place of a value among contiguous elements, which may be read; any NaN is as good as another.
struct Find<T> {
    src: *const T,
    len: usize,
    value: T,
}

impl<T: Ordered> Task for Find<T> {
    type Output = usize;

    #[inline(always)]
    fn run(self, _: Isa) -> usize {
        let Self { src, len, value } = self;
        let is_it = |k: usize| {
            // SAFETY: whoever made the task promised the elements, and `k` lies below their number.
            let element = unsafe { src.add(k).read() };
            if value.is_nan() { element.is_nan() } else { element == value }
        };
        let mut from = 0;
        while from + 64 <= len && !(from..from + 64).fold(false, |hit, k| hit | is_it(k)) {
            from += 64;
        }
        (from..len).find(|&k| is_it(k)).unwrap_or(0)
    }
}

/// Making one promises what [`rows`] asks for.
struct FindEach<F, T> {
    src: *const T,
    stride: isize,
    rows: usize,
    columns: usize,
    first: i64,
    bests: *mut Best,
    fold: PhantomData<F>,
}

impl<F: Fold<In = T, Lane = T>, T: Ordered> Task for FindEach<F, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        let mut values = [const { MaybeUninit::<T>::uninit() }; COLUMNS];
        let mut places = [const { MaybeUninit::<u32>::uninit() }; COLUMNS];
        let (values, places) = (values.as_mut_ptr().cast::<T>(), places.as_mut_ptr().cast::<u32>());
        // SAFETY: there are as many values and places as columns at most, and they are written before they are read;
        // the rest was promised by whoever made the task. There are fewer rows than `u32` can count.
        unsafe {
            for j in 0..self.columns {
                values.add(j).write(self.src.add(j).read());
                places.add(j).write(0);
            }
            for row in 1..self.rows {
                let src = self.src.offset(row as isize * self.stride);
                for j in 0..self.columns {
                    let (old, new) = (values.add(j).read(), src.add(j).read());
                    let better = is_better::<F, T>(old, new);
                    values.add(j).write(if better { new } else { old });
                    places.add(j).write(if better { row as u32 } else { places.add(j).read() });
                }
            }
            for j in 0..self.columns {
                let found = Best::new(values.add(j).read(), self.first + i64::from(places.add(j).read()));
                merge::<F, T>(self.bests.add(j), found);
            }
        }
    }
}

/// Making one promises what [`short_rows`] asks for.
struct FindShort<F, T> {
    src: *const T,
    width: usize,
    rows: usize,
    out: *mut i64,
    fold: PhantomData<F>,
}

impl<F: Fold<In = T, Lane = T>, T: Ordered> Task for FindShort<F, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        // SAFETY: whoever made the task promised it; each arm passes its width as a constant, as for the folds.
        unsafe {
            match self.width {
                2 => self.find_rows(2),
                3 => self.find_rows(3),
                4 => self.find_rows(4),
                width => self.find_rows(width),
            }
        }
    }
}

impl<F: Fold<In = T, Lane = T>, T: Ordered> FindShort<F, T> {
    /// # Safety
    /// As for [`short_rows`], for rows of this width.
    #[inline(always)]
    unsafe fn find_rows(&self, width: usize) {
        for row in 0..self.rows {
            // SAFETY: the caller's promise.
            unsafe {
                let row_start = self.src.add(row * width);
                let (mut best, mut at) = (row_start.read(), 0);
                for k in 1..width {
                    let new = row_start.add(k).read();
                    let better = is_better::<F, T>(best, new);
                    best = if better { new } else { best };
                    at = if better { k as i64 } else { at };
                }
                self.out.add(row).write(at);
            }
        }
    }
}
