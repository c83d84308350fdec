//! A matrix by a vector: each element of the matrix is read once, in the order in which it lies in memory.

use super::dot::{Vectors, sum};
use super::{Factor, Product};
use crate::kernels::isa::{self, Isa, Task};

/// Elements of the result, or of the vector, that are kept in the first cache.
const BLOCK: usize = 1024;

/// Columns that are added at a time, so that sums are loaded and stored once for all of them.
const COLUMNS: usize = 4;

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
                false if a.column == 1 && b.row != 1 => by_rows_in_blocks(&self.0),
                false => by_rows(&self.0),
            }
        }
    }
}

/// Each element is the sum over a row.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
unsafe fn by_rows<T: Factor>(product: &Product<T>) {
    let Product { rows, depth, dst, a, b, .. } = *product;
    for i in 0..rows {
        let row = Vectors { a: a.at(i, 0), a_step: a.column, b: b.start, b_step: b.row, len: depth };
        // SAFETY: the caller's promise.
        unsafe { dst.at(i, 0).write(sum(&row)) };
    }
}

/// As [`by_rows`], for a vector whose elements do not lie side by side: blocks of it are copied.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
unsafe fn by_rows_in_blocks<T: Factor>(product: &Product<T>) {
    let Product { rows, depth, dst, a, b, .. } = *product;
    let mut copied = [T::ZERO; BLOCK];
    for from in (0..depth).step_by(BLOCK) {
        let len = BLOCK.min(depth - from);
        for (k, copy) in copied[..len].iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            *copy = unsafe { b.at(from + k, 0).read() };
        }
        for i in 0..rows {
            let row = Vectors { a: a.at(i, from), a_step: a.column, b: copied.as_ptr(), b_step: 1, len };
            // SAFETY: the caller's promise, and the block's; results are read once they have been written.
            unsafe {
                let part = sum(&row);
                let at = dst.at(i, 0);
                at.write(if from == 0 { part } else { T::add(at.read(), part) });
            }
        }
    }
}

/// Columns, times the elements of the vector, are added to a block of results.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
unsafe fn by_columns<T: Factor>(product: &Product<T>) {
    let Product { rows, depth, dst, a, b, .. } = *product;
    let mut sums = [T::ZERO; BLOCK];
    for from in (0..rows).step_by(BLOCK) {
        let sums = &mut sums[..BLOCK.min(rows - from)];
        sums.fill(T::ZERO);
        // SAFETY: the caller's promise.
        unsafe {
            let whole = depth / COLUMNS * COLUMNS;
            for j in (0..whole).step_by(COLUMNS) {
                let factors: [T; COLUMNS] = std::array::from_fn(|c| b.at(j + c, 0).read());
                let columns: [*const T; COLUMNS] = std::array::from_fn(|c| a.at(from, j + c).cast_const());
                add_columns(sums, a.row, columns, factors);
            }
            for j in whole..depth {
                add_columns(sums, a.row, [a.at(from, j).cast_const()], [b.at(j, 0).read()]);
            }
            for (i, &sum) in sums.iter().enumerate() {
                dst.at(from + i, 0).write(sum);
            }
        }
    }
}

/// Adds columns, each times its factor, to the sums.
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
                for c in 0..N {
                    *sum = T::add(*sum, T::mul(columns[c].add(i).read(), factors[c]));
                }
            }
        } else {
            for (i, sum) in sums.iter_mut().enumerate() {
                for c in 0..N {
                    *sum = T::add(*sum, T::mul(columns[c].offset(i as isize * step).read(), factors[c]));
                }
            }
        }
    }
}
