//! One tile of a product of integers, summed in registers.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use crate::kernels::isa::Isa;
#[cfg(target_arch = "x86_64")]
use crate::kernels::vector::{U32x8, U32x16, U64x8, Vector};

/// Integers that tiles are made of.
pub(in crate::kernels::matmul) trait Whole: super::Factor {
    /// The product of a panel of `M` rows and one of `N` columns, both packed by [`super::pack`].
    ///
    /// # Safety
    /// The machine has `isa`.
    #[inline(always)]
    unsafe fn tile<const M: usize, const N: usize>(
        isa: Isa,
        left: &[Self],
        right: &[Self],
    ) -> [[Self; N]; M] {
        // SAFETY: the caller's promise.
        unsafe { Self::tile_in_vectors(isa, left, right) }.unwrap_or_else(|| by_elements(left, right))
    }

    /// The same in vectors of which two are `N` integers, if the machine has them.
    ///
    /// # Safety
    /// As for [`Whole::tile`].
    unsafe fn tile_in_vectors<const M: usize, const N: usize>(
        isa: Isa,
        left: &[Self],
        right: &[Self],
    ) -> Option<[[Self; N]; M]>;
}

macro_rules! whole {
    ($($T:ty: $($isa:ident $V:ty),*;)*) => { $(
        impl Whole for $T {
            #[inline(always)]
            unsafe fn tile_in_vectors<const M: usize, const N: usize>(
                isa: Isa,
                left: &[Self],
                right: &[Self],
            ) -> Option<[[Self; N]; M]> {
                match isa {
                    // SAFETY: the caller's promise.
                    $(#[cfg(target_arch = "x86_64")] Isa::$isa if N == 2 * <$V>::LANES => unsafe {
                        Some(by_vectors::<$V, M, N>(left, right))
                    },)*
                    _ => None,
                }
            }
        }
    )* };
}

whole! {
    u32: Avx512 U32x16, Avx2 U32x8;
    u64: Avx512 U64x8;
}

#[inline(always)]
fn by_elements<T: super::Factor, const M: usize, const N: usize>(left: &[T], right: &[T]) -> [[T; N]; M] {
    let mut tile = [[T::ZERO; N]; M];
    let (left, _) = left.as_chunks::<M>();
    let (right, _) = right.as_chunks::<N>();
    for (column, row) in left.iter().zip(right) {
        for i in 0..M {
            for j in 0..N {
                tile[i][j] = T::wrapping_add(tile[i][j], T::wrapping_mul(column[i], row[j]));
            }
        }
    }
    tile
}

/// # Safety
/// The machine has the vector's instructions; `N` is twice its lanes.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn by_vectors<V: Vector, const M: usize, const N: usize>(
    left: &[V::Item],
    right: &[V::Item],
) -> [[V::Item; N]; M] {
    let (left, _) = left.as_chunks::<M>();
    let (right, _) = right.as_chunks::<N>();
    // SAFETY: the caller's promise; both vectors of a row lie in its `N` items.
    unsafe {
        let mut sums = [[V::zero(); 2]; M];
        for (column, row) in left.iter().zip(right) {
            let row = [V::load(row.as_ptr()), V::load(row.as_ptr().add(V::LANES))];
            for i in 0..M {
                let factor = V::splat(column[i]);
                sums[i] = [sums[i][0].add_product(factor, row[0]), sums[i][1].add_product(factor, row[1])];
            }
        }
        let mut tile = [[V::Item::default(); N]; M];
        for (row, sums) in tile.iter_mut().zip(sums) {
            sums[0].store(row.as_mut_ptr());
            sums[1].store(row.as_mut_ptr().add(V::LANES));
        }
        tile
    }
}
