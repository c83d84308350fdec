//! Transposing one square of whole cache lines with vector instructions.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use super::rows::copy_row;
use crate::kernels::isa::Isa;
#[cfg(target_arch = "x86_64")]
use crate::kernels::item::Eight;
use crate::kernels::item::Item;

#[cfg(target_arch = "x86_64")]
pub(in crate::kernels) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(in crate::kernels) mod avx512;
#[cfg(target_arch = "x86_64")]
mod sse2;

/// A square of `side` = 64 bytes / item size rows: element (i, j) of the source, `i · steps[1] + j`, goes to
/// `i + j · steps[0]` of the destination.
#[derive(Clone, Copy)]
pub(super) struct Square<T> {
    pub(super) dst: *mut T,
    pub(super) src: *const T,
    /// The steps from row to row: of the destination and of the source.
    pub(super) steps: [isize; 2],
    /// Whether it goes past the caches, where there are instructions for it: its rows are whole lines of the destination.
    pub(super) bypasses: bool,
}

impl<T> Square<T> {
    /// The square whose corner is row `i`, column `j` of this one's source.
    ///
    /// # Safety
    /// That element lies inside of the square.
    #[inline(always)]
    unsafe fn corner(self, i: usize, j: usize) -> Self {
        let (i, j) = (i as isize, j as isize);
        // SAFETY: the caller promises that both elements exist.
        let (dst, src) =
            unsafe { (self.dst.offset(i + j * self.steps[0]), self.src.offset(i * self.steps[1] + j)) };
        Self { dst, src, ..self }
    }

    #[inline(always)]
    fn cast<U>(self) -> Square<U> {
        Square { dst: self.dst.cast(), src: self.src.cast(), steps: self.steps, bypasses: self.bypasses }
    }
}

/// Whether squares of these items can go past the caches.
#[inline(always)]
pub(super) fn can_bypass<T: Item>(isa: Isa) -> bool {
    isa == Isa::Avx512 && [4, 8].contains(&size_of::<T>())
}

/// Transposes a square of 64 bytes by 64 bytes of items.
///
/// # Safety
/// All elements of the square may be read and written, source and destination have none in common, and the machine
/// has `isa`. Where it goes past the caches, rows of the destination are aligned to lines, and a `Bypass` outlives the call.
#[inline(always)]
pub(super) unsafe fn transpose<T: Item>(isa: Isa, square: Square<T>) {
    // SAFETY: the caller's promises; every kernel covers the square exactly and is chosen by the size of its items.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        match (isa, size_of::<T>()) {
            (_, 1) => return blocks(square.cast::<u8>(), 16, |block| sse2::transpose_u8(block)),
            (_, 2) => return blocks(square.cast::<u16>(), 8, |block| sse2::transpose_u16(block)),
            (Isa::Avx512, 4) => return avx512::transpose_u32(square.cast()),
            (Isa::Avx512, 8) => return avx512::transpose_u64(square.cast()),
            (Isa::Avx2, 4) => return blocks(square.cast::<u32>(), 8, |block| avx2::transpose_u32(block)),
            (Isa::Avx2, 8) => return blocks(square.cast::<Eight>(), 4, |block| avx2::transpose_u64(block)),
            (Isa::Base, 4) => return blocks(square.cast::<u32>(), 4, |block| sse2::transpose_u32(block)),
            _ => {}
        }
        let _ = isa;
        let side = 64 / size_of::<T>();
        for j in 0..side {
            let column = square.corner(0, j);
            copy_row(column.dst, 1, column.src, square.steps[1], side);
        }
    }
}

/// Runs `kernel` on the blocks of `side` by `side` items that make up a square.
///
/// # Safety
/// The square is 64 bytes on a side, and `side` divides it.
#[inline(always)]
unsafe fn blocks<T: Item>(square: Square<T>, side: usize, kernel: impl Fn(Square<T>)) {
    let whole = 64 / size_of::<T>();
    for j in (0..whole).step_by(side) {
        for i in (0..whole).step_by(side) {
            // SAFETY: `i` and `j` are below the square's side.
            kernel(unsafe { square.corner(i, j) });
        }
    }
}
