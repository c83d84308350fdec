//! Rows of a few elements that follow each other in memory: each is folded by itself, many of them side by side.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use super::fold::Fold;
use super::kernel::GROUP;
use crate::kernels::isa::{self, Isa, Task};

/// How many elements such rows have; along longer ones, chains of plain additions would be too long.
pub(super) const SHORT_ROWS: std::ops::RangeInclusive<usize> = 2..=GROUP;

/// Writes the results of `rows` rows of `width` contiguous elements, one row after the other.
///
/// # Safety
/// The width is one of [`SHORT_ROWS`]; the elements may be read, and as many results as rows written.
pub(super) unsafe fn short_rows<F: Fold>(src: *const u8, width: usize, rows: usize, out: *mut u8) {
    isa::run(ShortRows::<F> { src: src.cast(), width, rows, out: out.cast() });
}

/// Making one promises what [`short_rows`] asks for.
struct ShortRows<F: Fold> {
    src: *const F::In,
    width: usize,
    rows: usize,
    out: *mut F::Out,
}

impl<F: Fold> Task for ShortRows<F> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        // SAFETY: whoever made the task promised it; each arm passes its width as a constant, and the compiler makes a
        // loop of its own for each, in which it takes vectors of several rows apart.
        unsafe {
            match self.width {
                2 => self.fold_rows(2),
                3 => self.fold_rows(3),
                4 => self.fold_rows(4),
                width => self.fold_rows(width),
            }
        }
    }
}

impl<F: Fold> ShortRows<F> {
    /// # Safety
    /// As for [`short_rows`], for rows of this width.
    #[inline(always)]
    unsafe fn fold_rows(&self, width: usize) {
        // In the order in which lanes of columns take them.
        let fours = width - width % 4;
        for row in 0..self.rows {
            // SAFETY: the caller's promise.
            unsafe {
                let element = |k: usize| self.src.add(row * width + k).read();
                let four = |lane, k: usize| F::four_steps(lane, [k, k + 1, k + 2, k + 3].map(element));
                let lane = (0..fours).step_by(4).fold(F::START, four);
                let lane = (fours..width).fold(lane, |lane, k| F::step(lane, element(k)));
                self.out.add(row).write(F::finish(F::absorb(F::EMPTY, lane)));
            }
        }
    }
}
