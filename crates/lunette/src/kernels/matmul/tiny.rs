//! Matrices so small that preparing a product of large ones would take longer than the product.

use super::Product;
use crate::dtype::Numeric;
use crate::kernels::isa::{self, Isa, Task};

/// So many multiplications take less time than `gemm` takes to begin.
const FEW: usize = 64;

/// Whether a product is one of these.
pub(super) fn is_tiny<T>(product: &Product<T>) -> bool {
    let Product { rows, columns, depth, .. } = *product;
    rows.saturating_mul(columns).saturating_mul(depth) <= FEW
}

/// Multiplies matrices on this thread.
///
/// # Safety
/// The product keeps its promises.
pub(super) unsafe fn multiply<T: Numeric>(product: &Product<T>) {
    isa::run(Tiny(*product));
}

/// Making one promises what [`multiply`] asks for.
struct Tiny<T>(Product<T>);

impl<T: Numeric> Task for Tiny<T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        let Product { rows, columns, depth, .. } = self.0;
        // SAFETY: whoever made the task promised it; each arm passes its sizes as constants, and the compiler makes
        // straight code of its loops.
        unsafe {
            match [rows, columns, depth] {
                [2, 2, 2] => in_order(&self.0, [2, 2, 2]),
                [3, 3, 3] => in_order(&self.0, [3, 3, 3]),
                [4, 4, 4] => in_order(&self.0, [4, 4, 4]),
                sizes => in_order(&self.0, sizes),
            }
        }
    }
}

/// # Safety
/// As for [`multiply`], for a product of these sizes.
#[inline(always)]
unsafe fn in_order<T: Numeric>(product: &Product<T>, [rows, columns, depth]: [usize; 3]) {
    let Product { dst, a, b, .. } = *product;
    debug_assert!(depth > 0, "a sum of nothing is written by the caller");
    for i in 0..rows {
        for j in 0..columns {
            // SAFETY: the caller's promise.
            unsafe {
                let term = |k: usize| T::wrapping_mul(a.at(i, k).read(), b.at(k, j).read());
                dst.at(i, j).write((1..depth).fold(term(0), |sum, k| T::wrapping_add(sum, term(k))));
            }
        }
    }
}
