//! Matrices of floats that fit the second cache: their columns are taken a panel at a time, and tiles of the result stay
//! in registers while they are summed.
//!
//! What fits a cache need not be packed for it: rows of the left matrix are read where they lie, and so are panels of
//! columns that lie side by side. `gemm` packs both, which takes as long as a few rows of the product.

#[cfg(target_arch = "x86_64")]
use super::Matrix;
use super::{Factor, Product, floats};
use crate::kernels::isa::{self, Isa, Task};
#[cfg(target_arch = "x86_64")]
use crate::kernels::vector::{F32x8, F32x16, F64x4, F64x8, Vector};

/// So many bytes of each operand stay in the second cache while tiles are summed.
const MOST_BYTES: usize = 1 << 18;

/// Up to so many terms `gemm` adds them one after the other too, each rounded once, so that it makes no difference whether
/// threads have cut a product into blocks that come here. Longer sums lose fewer digits in the parts that `gemm` makes.
const DEEPEST: usize = 512;

/// The columns of a panel, at most.
#[cfg(target_arch = "x86_64")]
const WIDEST: usize = 32;

/// Floats that registers of the machine hold.
pub(super) trait Real: Factor {
    /// Multiplies matrices in registers, if the machine has some for it.
    ///
    /// # Safety
    /// The product keeps its promises, and the machine has `isa`.
    unsafe fn in_panels(isa: Isa, product: &Product<Self>) -> bool;
}

macro_rules! real {
    ($($T:ty: $wide:ident $narrow:ident;)*) => { $(
        impl Real for $T {
            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            unsafe fn in_panels(isa: Isa, product: &Product<Self>) -> bool {
                // As many rows of sums as leave registers for the operands.
                // SAFETY: the caller's promise.
                unsafe {
                    match isa {
                        Isa::Avx512 => run::<$wide, 8>(product),
                        Isa::Avx2 => run::<$narrow, 6>(product),
                        Isa::Base => return false,
                    }
                }
                true
            }

            #[cfg(not(target_arch = "x86_64"))]
            unsafe fn in_panels(_: Isa, _: &Product<Self>) -> bool {
                false
            }
        }
    )* };
}

real! {
    f32: F32x16 F32x8;
    f64: F64x8 F64x4;
}

/// Multiplies matrices on this thread.
///
/// # Safety
/// The product keeps its promises.
pub(super) unsafe fn multiply<T: Real>(product: &Product<T>) {
    // Rows of the result are written by whole registers.
    let product = if product.dst.column == 1 { *product } else { product.transposed() };
    let Product { rows, columns, depth, .. } = product;
    let fits = |rows: usize, columns: usize| rows * columns <= MOST_BYTES / size_of::<T>();
    let is_small = depth <= DEEPEST && fits(rows, depth) && fits(depth, columns);
    if product.dst.column != 1 || !is_small || !isa::run(Multiply(product)) {
        // SAFETY: the caller's promise.
        unsafe { floats::multiply(&product) };
    }
}

/// Making one promises what [`multiply`] asks for.
struct Multiply<T>(Product<T>);

impl<T: Real> Task for Multiply<T> {
    type Output = bool;

    #[inline(always)]
    fn run(self, isa: Isa) -> bool {
        // SAFETY: whoever made the task promised it, and who runs it has found the instructions.
        unsafe { T::in_panels(isa, &self.0) }
    }
}

/// Panel after panel, of two registers or, at the end, one.
///
/// # Safety
/// The product keeps its promises, rows of the result lie in one piece, and the machine has the registers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn run<V: Vector<Item: Factor>, const M: usize>(product: &Product<V::Item>) {
    let mut packed = Vec::new();
    let mut from = 0;
    while from < product.columns {
        let left = product.columns - from;
        let width = left.min(2 * V::LANES);
        let panel = product.block(0..product.rows, from..from + width);
        // SAFETY: the caller's promise, for a part of the product.
        unsafe {
            if width > V::LANES {
                run_panel::<V, M, 2>(&panel, &mut packed);
            } else {
                run_panel::<V, M, 1>(&panel, &mut packed);
            }
        }
        from += width;
    }
}

/// A panel of at most `W` registers of columns; where they do not lie side by side, or do not fill the registers, it is
/// copied first.
///
/// # Safety
/// As for [`run`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn run_panel<V: Vector<Item: Factor>, const M: usize, const W: usize>(
    product: &Product<V::Item>,
    packed: &mut Vec<V::Item>,
) {
    let width = W * V::LANES;
    let mut panel = *product;
    if product.b.column != 1 || product.columns < width {
        // SAFETY: the caller's promise.
        unsafe { pack(packed, product, width) };
        panel.b = Matrix { start: packed.as_mut_ptr(), row: width as isize, column: 1 };
    }
    let mut row = 0;
    // SAFETY: the caller's promise; the panel has whole registers in each of its rows.
    unsafe {
        while row + M <= panel.rows {
            run_tile::<V, M, W>(&panel, row);
            row += M;
        }
        if row + 4 <= panel.rows {
            run_tile::<V, 4, W>(&panel, row);
            row += 4;
        }
        if row + 2 <= panel.rows {
            run_tile::<V, 2, W>(&panel, row);
            row += 2;
        }
        if row < panel.rows {
            run_tile::<V, 1, W>(&panel, row);
        }
    }
}

/// Copies the right matrix of a product, row by row; missing columns up to `width` are zeros.
///
/// # Safety
/// The product keeps its promises.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn pack<T: Factor>(packed: &mut Vec<T>, product: &Product<T>, width: usize) {
    packed.clear();
    packed.resize(product.depth * width, T::ZERO);
    for (k, row) in packed.chunks_exact_mut(width).enumerate() {
        for (j, value) in row[..product.columns].iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            *value = unsafe { product.b.at(k, j).read() };
        }
    }
}

/// `M` rows of the result from a row on, in `W` registers each; what lies outside of the result is left away.
///
/// # Safety
/// As for [`run`]; the rows exist, and those of the right matrix may be read by whole registers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn run_tile<V: Vector<Item: Factor>, const M: usize, const W: usize>(
    product: &Product<V::Item>,
    row: usize,
) {
    let Product { columns, depth, dst, a, b, .. } = *product;
    // SAFETY: the caller's promise.
    unsafe {
        let mut sums = [[V::zero(); W]; M];
        let (mut left, mut right) = (a.at(row, 0), b.start);
        for _ in 0..depth {
            let mut values = [V::zero(); W];
            for (w, value) in values.iter_mut().enumerate() {
                *value = V::load(right.add(w * V::LANES));
            }
            for (i, sums) in sums.iter_mut().enumerate() {
                let factor = V::splat(left.wrapping_offset(i as isize * a.row).read());
                for (sum, value) in sums.iter_mut().zip(values) {
                    *sum = sum.add_product(factor, value);
                }
            }
            (left, right) = (left.wrapping_offset(a.column), right.wrapping_offset(b.row));
        }
        for (i, sums) in sums.into_iter().enumerate() {
            const { assert!(W * V::LANES <= WIDEST, "a row of sums fits aside") };
            let to = dst.at(row + i, 0);
            if columns == W * V::LANES {
                sums.into_iter().enumerate().for_each(|(w, sum)| sum.store(to.add(w * V::LANES)));
            } else {
                let mut aside = [V::Item::default(); WIDEST];
                sums.into_iter()
                    .enumerate()
                    .for_each(|(w, sum)| sum.store(aside.as_mut_ptr().add(w * V::LANES)));
                to.copy_from_nonoverlapping(aside.as_ptr(), columns);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Matrix;
    use super::{Isa, Product, Real};
    use crate::kernels::isa::isa;
    use crate::kernels::testing::Rng;

    /// A matrix of small integers in memory of its own, row by row or column by column, with room between the lines.
    fn random<T: Real>(rng: &mut Rng, [rows, columns]: [usize; 2]) -> (Vec<T>, Matrix<T>) {
        let gap = rng.below(3);
        let [row, column] = if rng.chance(50) { [columns + gap, 1] } else { [1, rows + gap] };
        let len = (rows + gap) * (columns + gap);
        let mut values: Vec<T> = (0..len).map(|_| T::cast_from(rng.between(-8, 8) as i64)).collect();
        let start = values.as_mut_ptr();
        (values, Matrix { start, row: row as isize, column: column as isize })
    }

    fn check<T: Real>(isa: Isa, seed: u64) {
        let mut rng = Rng::new(seed);
        let [rows, columns, depth] = [(); 3].map(|()| 1 + rng.below(70));
        let (_left, a) = random::<T>(&mut rng, [rows, depth]);
        let (_right, b) = random::<T>(&mut rng, [depth, columns]);
        let untouched = T::cast_from(1000_i64);
        let mut made = vec![untouched; rows * (columns + 1)];
        let dst = Matrix { start: made.as_mut_ptr(), row: columns as isize + 1, column: 1 };
        // SAFETY: all three matrices are as large as the product says, and the machine has the instructions.
        let is_done = unsafe { T::in_panels(isa, &Product { rows, columns, depth, dst, a, b }) };
        assert_eq!(is_done, isa != Isa::Base);
        for (k, &found) in made.iter().enumerate().filter(|_| is_done) {
            let (i, j) = (k / (columns + 1), k % (columns + 1));
            // SAFETY: the elements are those of the matrices.
            let term = |k: usize| unsafe { T::wrapping_mul(a.at(i, k).read(), b.at(k, j).read()) };
            let expected =
                if j == columns { untouched } else { (0..depth).map(term).fold(T::ZERO, T::wrapping_add) };
            assert!(found == expected, "seed {seed}, {isa:?}: {rows}x{depth}x{columns} at {i}, {j}");
        }
    }

    #[test]
    fn panels_of_any_sizes_and_strides() {
        for isa in [Isa::Base, Isa::Avx2, Isa::Avx512].into_iter().filter(|&wanted| wanted <= isa()) {
            for seed in 0..300 {
                check::<f32>(isa, seed);
                check::<f64>(isa, seed);
            }
        }
    }
}
