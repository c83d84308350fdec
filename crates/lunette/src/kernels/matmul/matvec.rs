//! A matrix by a vector: each element of the matrix is read once, in the order in which it lies in memory.

use std::mem::MaybeUninit;
use std::ops::Range;

use super::dot::{Blocks, Vectors, fold, in_halves, sum};
use super::{Factor, Product};
use crate::kernels::ahead::{AHEAD, fetch};
use crate::kernels::bypass::LINE;
use crate::kernels::isa::{self, Isa, Task};

/// Elements of the result, or of the vector, that are kept in the first cache.
const BLOCK: usize = 1024;

/// Elements of a row that are summed in lanes; longer sums are made of halves. Of fewer, adding up the lanes takes a tenth
/// of the time; of more, sums lose digits.
const SUMMED: usize = 2048;

/// Columns that are added at a time, so that sums are loaded and stored once for all of them.
const COLUMNS: usize = 16;

/// Columns whose sum is made aside and added to that of those before them: chains of additions are short then, and there
/// are few sums to add.
const PART: usize = 1024;

/// Rows that are multiplied at a time, so that the vector is loaded once for all of them, and the memory has several
/// places to read from.
const ROWS: usize = 4;

/// Multiplies a matrix by a vector, on this thread.
///
/// # Safety
/// The product keeps its promises, and has one column.
pub(super) unsafe fn run<T: Factor>(product: &Product<T>) {
    isa::run(MatVec(*product));
}

struct MatVec<T>(Product<T>);

impl<T: Factor> Task for MatVec<T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        let Product { a, b, .. } = self.0;
        // SAFETY: whoever made the product promised what it asks for.
        unsafe {
            match a.row.unsigned_abs() < a.column.unsigned_abs() {
                true => by_columns(&self.0),
                false if a.column == 1 && b.row == 1 => by_rows(&self.0),
                false if a.column == 1 => by_rows_in_blocks(&self.0),
                false => by_strided_rows(&self.0),
            }
        }
    }
}

/// Each element is the sum over a row; the elements of a row, and those of the vector, lie side by side.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
unsafe fn by_rows<T: Factor>(product: &Product<T>) {
    let columns = Columns { from: 0, len: product.depth, b: product.b.start };
    // SAFETY: the caller's promise.
    unsafe { all_rows(product, &columns) };
}

/// As [`by_rows`], for a vector whose elements do not lie side by side: blocks of it are copied.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
unsafe fn by_rows_in_blocks<T: Factor>(product: &Product<T>) {
    let Product { depth, b, .. } = *product;
    let mut copied = [T::ZERO; BLOCK];
    for from in (0..depth).step_by(BLOCK) {
        let len = BLOCK.min(depth - from);
        for (k, copy) in copied[..len].iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            *copy = unsafe { b.at(from + k, 0).read() };
        }
        // SAFETY: the caller's promise, and the block's.
        unsafe { all_rows(product, &Columns { from, len, b: copied.as_ptr() }) };
    }
}

/// As [`by_rows`], for rows whose elements do not lie side by side.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
unsafe fn by_strided_rows<T: Factor>(product: &Product<T>) {
    let Product { rows, depth, dst, a, b, .. } = *product;
    for i in 0..rows {
        let row = Vectors { a: a.at(i, 0), a_step: a.column, b: b.start, b_step: b.row, len: depth };
        // SAFETY: the caller's promise.
        unsafe { dst.at(i, 0).write(sum(&row)) };
    }
}

/// Some columns of a matrix, and the elements of the vector for them, which lie side by side.
struct Columns<T> {
    from: usize,
    len: usize,
    b: *const T,
}

/// Writes the sums of all rows over the first columns, or adds those over later ones. The sum of a row is the same
/// whichever rows are beside it.
///
/// # Safety
/// As for [`run`]; the rows' elements lie side by side, and those of `b` may be read.
#[inline(always)]
unsafe fn all_rows<T: Factor>(product: &Product<T>, columns: &Columns<T>) {
    let whole = product.rows / ROWS * ROWS;
    // SAFETY: the caller's promise.
    unsafe {
        for first in (0..whole).step_by(ROWS) {
            some_rows::<T, ROWS>(product, columns, first);
        }
        for row in whole..product.rows {
            some_rows::<T, 1>(product, columns, row);
        }
    }
}

/// As [`all_rows`], for `R` rows.
///
/// # Safety
/// As for [`all_rows`]; there are these rows.
#[inline(always)]
unsafe fn some_rows<T: Factor, const R: usize>(product: &Product<T>, columns: &Columns<T>, first: usize) {
    let Product { dst, a, .. } = *product;
    let Columns { from, len, b } = *columns;
    let mut rows = [b; R];
    for (k, row) in rows.iter_mut().enumerate() {
        *row = a.at(first + k, from).cast_const();
    }
    // SAFETY: the caller's promise; results are read once they have been written.
    unsafe {
        for (k, sum) in in_halves(&Rows { rows, b }, len, SUMMED).into_iter().enumerate() {
            let at = dst.at(first + k, 0);
            at.write(if from == 0 { sum } else { T::wrapping_add(at.read(), sum) });
        }
    }
}

/// Rows and a vector, each of elements side by side.
struct Rows<T, const R: usize> {
    rows: [*const T; R],
    b: *const T,
}

impl<T: Factor, const R: usize> Blocks<T, R> for Rows<T, R> {
    #[inline(always)]
    unsafe fn sums(&self, from: usize, len: usize) -> [T; R] {
        let mut rows = self.rows;
        for row in &mut rows {
            *row = row.wrapping_add(from);
        }
        let b = self.b.wrapping_add(from);
        // SAFETY: the caller's promise. The lanes of all rows fit into the registers.
        unsafe {
            match size_of::<T>() {
                ..=4 => block_sums::<T, R, 16>(rows, b, len),
                8 => block_sums::<T, R, 8>(rows, b, len),
                _ => block_sums::<T, R, 4>(rows, b, len),
            }
        }
    }
}

/// The sums of products of some rows and a vector, in `N` lanes for each row.
///
/// # Safety
/// `len` elements of each may be read.
#[inline(always)]
unsafe fn block_sums<T: Factor, const R: usize, const N: usize>(
    rows: [*const T; R],
    b: *const T,
    len: usize,
) -> [T; R] {
    let mut lanes = [[T::ZERO; N]; R];
    let whole = len / N * N;
    // SAFETY: the caller's promise.
    unsafe {
        for k in (0..whole).step_by(N) {
            for (row, lanes) in rows.iter().zip(&mut lanes) {
                if N * size_of::<T>() >= LINE {
                    fetch(row.wrapping_add(k).wrapping_byte_add(AHEAD));
                }
                for (lane, sum) in lanes.iter_mut().enumerate() {
                    *sum = T::wrapping_add(
                        *sum,
                        T::wrapping_mul(row.add(k + lane).read(), b.add(k + lane).read()),
                    );
                }
            }
        }
        let mut sums = [T::ZERO; R];
        for ((sum, row), lanes) in sums.iter_mut().zip(rows).zip(lanes) {
            *sum = fold(lanes);
            for k in whole..len {
                *sum = T::wrapping_add(*sum, T::wrapping_mul(row.add(k).read(), b.add(k).read()));
            }
        }
        sums
    }
}

/// Columns, times the elements of the vector, are added to a block of results.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
unsafe fn by_columns<T: Factor>(product: &Product<T>) {
    let Product { rows, depth, dst, .. } = *product;
    let (mut sums, mut part) = (Sums::<T>::new(), Sums::<T>::new());
    for from in (0..rows).step_by(BLOCK) {
        let len = BLOCK.min(rows - from);
        let sums = sums.zeros(len);
        // SAFETY: the caller's promise.
        unsafe { add_all(product, from, 0..depth.min(PART), sums) };
        for first in (PART..depth).step_by(PART) {
            let part = part.zeros(len);
            // SAFETY: the caller's promise.
            unsafe { add_all(product, from, first..depth.min(first + PART), part) };
            for (sum, &mut part) in sums.iter_mut().zip(part) {
                *sum = T::wrapping_add(*sum, part);
            }
        }
        for (i, &mut sum) in sums.iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { dst.at(from + i, 0).write(sum) };
        }
    }
}

/// Room for the sums of a block of rows. Of products of few rows most is never looked at.
struct Sums<T>([MaybeUninit<T>; BLOCK]);

impl<T: Factor> Sums<T> {
    #[inline(always)]
    fn new() -> Self {
        Self([const { MaybeUninit::uninit() }; BLOCK])
    }

    /// The first `len`, which are zero.
    #[inline(always)]
    fn zeros(&mut self, len: usize) -> &mut [T] {
        let sums = &mut self.0[..len];
        sums.iter_mut().for_each(|sum| {
            sum.write(T::ZERO);
        });
        // SAFETY: each of them has just been written.
        unsafe { &mut *(std::ptr::from_mut(sums) as *mut [T]) }
    }
}

/// Adds columns to the sums of the rows from `row` on.
///
/// # Safety
/// As for [`add_groups`].
#[inline(always)]
unsafe fn add_all<T: Factor>(product: &Product<T>, row: usize, columns: Range<usize>, sums: &mut [T]) {
    // SAFETY: the caller's promise.
    unsafe {
        let left = add_groups::<T, COLUMNS>(product, row, columns, sums);
        let left = add_groups::<T, 4>(product, row, left, sums);
        add_groups::<T, 1>(product, row, left, sums);
    }
}

/// Adds columns to the sums of the rows from `row` on, as long as there are `N` at a time; the columns that are left.
///
/// # Safety
/// As for [`run`]; there are these columns, and as many rows as sums.
#[inline(always)]
unsafe fn add_groups<T: Factor, const N: usize>(
    product: &Product<T>,
    row: usize,
    columns: Range<usize>,
    sums: &mut [T],
) -> Range<usize> {
    let Product { a, b, .. } = *product;
    let end = columns.end - columns.len() % N;
    for j in (columns.start..end).step_by(N) {
        // SAFETY: the caller's promise.
        unsafe {
            let factors: [T; N] = std::array::from_fn(|c| b.at(j + c, 0).read());
            let columns: [*const T; N] = std::array::from_fn(|c| a.at(row, j + c).cast_const());
            add_columns(sums, a.row, columns, factors);
        }
    }
    end..columns.end
}

/// Adds columns, each times its factor, to the sums: first to each other, because short chains of additions lose less.
///
/// # Safety
/// As many elements as there are sums may be read from each column, `step` apart.
#[inline(always)]
unsafe fn add_columns<T: Factor, const N: usize>(
    sums: &mut [T],
    step: isize,
    columns: [*const T; N],
    factors: [T; N],
) {
    // SAFETY: the caller's promise. The two loops differ in that the compiler knows the step of one.
    unsafe {
        if step == 1 {
            for (i, sum) in sums.iter_mut().enumerate() {
                let mut part = T::wrapping_mul(columns[0].add(i).read(), factors[0]);
                for c in 1..N {
                    part = T::wrapping_add(part, T::wrapping_mul(columns[c].add(i).read(), factors[c]));
                }
                *sum = T::wrapping_add(*sum, part);
            }
        } else {
            for (i, sum) in sums.iter_mut().enumerate() {
                let at = i as isize * step;
                let mut part = T::wrapping_mul(columns[0].offset(at).read(), factors[0]);
                for c in 1..N {
                    part = T::wrapping_add(part, T::wrapping_mul(columns[c].offset(at).read(), factors[c]));
                }
                *sum = T::wrapping_add(*sum, part);
            }
        }
    }
}
