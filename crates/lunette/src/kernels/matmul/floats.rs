//! Matrices of floats and complex numbers, by `gemm`.

use gemm::Parallelism;

use super::Product;
use crate::dtype::Numeric;

/// Multiplies matrices on this thread; any strides go straight through.
///
/// # Safety
/// The product keeps its promises; `T` is `f32`, `f64` or a complex number of them.
pub(super) unsafe fn multiply<T: Numeric>(product: &Product<T>) {
    let Product { rows, columns, depth, dst, a, b } = *product;
    // SAFETY: the caller's promise; without `read_dst` the result is only written.
    unsafe {
        gemm::gemm(
            rows,
            columns,
            depth,
            dst.start,
            dst.column,
            dst.row,
            false,
            a.start.cast_const(),
            a.column,
            a.row,
            b.start.cast_const(),
            b.column,
            b.row,
            T::ZERO,
            T::ONE,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}
