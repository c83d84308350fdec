//! A matrix by a vector: each element of the matrix is read once, in the order in which it lies in memory.

use super::dot::{Vectors, fold, in_halves, sum};
use super::{Factor, Product};
use crate::kernels::isa::{self, Isa, Task};

/// Elements of the result, or of the vector, that are kept in the first cache.
const BLOCK: usize = 1024;

/// Columns that are added at a time, so that sums are loaded and stored once for all of them.
const COLUMNS: usize = 16;

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
    let Product { depth, dst, b, .. } = *product;
    // SAFETY: the caller's promise.
    unsafe { each_row(product, 0..depth, b.start, |i, sum| dst.at(i, 0).write(sum)) };
}

/// As [`by_rows`], for a vector whose elements do not lie side by side: blocks of it are copied.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
unsafe fn by_rows_in_blocks<T: Factor>(product: &Product<T>) {
    let Product { depth, dst, b, .. } = *product;
    let mut copied = [T::ZERO; BLOCK];
    for from in (0..depth).step_by(BLOCK) {
        let len = BLOCK.min(depth - from);
        for (k, copy) in copied[..len].iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            *copy = unsafe { b.at(from + k, 0).read() };
        }
        // SAFETY: the caller's promise, and the block's; results are read once they have been written.
        unsafe {
            each_row(product, from..from + len, copied.as_ptr(), |i, part| {
                let at = dst.at(i, 0);
                at.write(if from == 0 { part } else { T::add(at.read(), part) });
            });
        }
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

/// Calls `put` with every row and its sum over some columns; `b` holds the elements of the vector for these. A sum is
/// the same whichever rows are beside its own.
///
/// # Safety
/// As for [`run`]; the rows' elements lie side by side, and so do those of `b`, which may be read.
#[inline(always)]
unsafe fn each_row<T: Factor>(
    product: &Product<T>,
    columns: std::ops::Range<usize>,
    b: *const T,
    put: impl Fn(usize, T),
) {
    let Product { rows, a, .. } = *product;
    let whole = rows / ROWS * ROWS;
    // SAFETY: the caller's promise.
    unsafe {
        for first in (0..whole).step_by(ROWS) {
            let starts = std::array::from_fn(|k| a.at(first + k, columns.start).cast_const());
            let sums = row_sums::<T, ROWS>(starts, b, columns.len());
            sums.into_iter().enumerate().for_each(|(k, sum)| put(first + k, sum));
        }
        for i in whole..rows {
            let [sum] = row_sums([a.at(i, columns.start).cast_const()], b, columns.len());
            put(i, sum);
        }
    }
}

/// The sums of products of some rows and a vector.
///
/// # Safety
/// `len` elements of each may be read.
#[inline(always)]
unsafe fn row_sums<T: Factor, const R: usize>(rows: [*const T; R], b: *const T, len: usize) -> [T; R] {
    in_halves(
        len,
        BLOCK,
        #[inline(always)]
        |from, len| {
            // SAFETY: the caller's promise. The lanes of all rows fit into the registers.
            unsafe {
                let (rows, b) = (rows.map(|row| row.add(from)), b.add(from));
                match size_of::<T>() {
                    ..=8 => block_sums::<T, R, 16>(rows, b, len),
                    _ => block_sums::<T, R, 4>(rows, b, len),
                }
            }
        },
    )
}

/// As [`row_sums`], in `N` lanes for each row.
///
/// # Safety
/// As for [`row_sums`].
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
                for (lane, sum) in lanes.iter_mut().enumerate() {
                    *sum = T::add(*sum, T::mul(row.add(k + lane).read(), b.add(k + lane).read()));
                }
            }
        }
        std::array::from_fn(|row| {
            let term = |k: usize| T::mul(rows[row].add(k).read(), b.add(k).read());
            (whole..len).fold(fold(lanes[row]), |sum, k| T::add(sum, term(k)))
        })
    }
}

/// Columns, times the elements of the vector, are added to a block of results.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
unsafe fn by_columns<T: Factor>(product: &Product<T>) {
    let Product { rows, dst, .. } = *product;
    let mut sums = [T::ZERO; BLOCK];
    for from in (0..rows).step_by(BLOCK) {
        let sums = &mut sums[..BLOCK.min(rows - from)];
        sums.fill(T::ZERO);
        // SAFETY: the caller's promise.
        unsafe {
            let next = add_groups::<T, COLUMNS>(product, from, 0, sums);
            let next = add_groups::<T, 4>(product, from, next, sums);
            add_groups::<T, 1>(product, from, next, sums);
            for (i, &sum) in sums.iter().enumerate() {
                dst.at(from + i, 0).write(sum);
            }
        }
    }
}

/// Adds columns from `first` on to the sums of the rows from `row` on, as long as there are `N` at a time; the column
/// that comes next.
///
/// # Safety
/// As for [`run`]; there are as many rows as sums.
#[inline(always)]
unsafe fn add_groups<T: Factor, const N: usize>(
    product: &Product<T>,
    row: usize,
    first: usize,
    sums: &mut [T],
) -> usize {
    let Product { depth, a, b, .. } = *product;
    let end = depth - (depth - first) % N;
    for j in (first..end).step_by(N) {
        // SAFETY: the caller's promise.
        unsafe {
            let factors: [T; N] = std::array::from_fn(|c| b.at(j + c, 0).read());
            let columns: [*const T; N] = std::array::from_fn(|c| a.at(row, j + c).cast_const());
            add_columns(sums, a.row, columns, factors);
        }
    }
    end
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
                let term = |c: usize| T::mul(columns[c].add(i).read(), factors[c]);
                *sum = T::add(*sum, (1..N).fold(term(0), |part, c| T::add(part, term(c))));
            }
        } else {
            for (i, sum) in sums.iter_mut().enumerate() {
                let term = |c: usize| T::mul(columns[c].offset(i as isize * step).read(), factors[c]);
                *sum = T::add(*sum, (1..N).fold(term(0), |part, c| T::add(part, term(c))));
            }
        }
    }
}
