//! Matrices of integers, whose arithmetic wraps: panels are packed side by side, and tiles of the result stay in
//! registers while they are summed.

mod tile;

use self::tile::Whole;
use super::{Factor, Matrix, Product};
use crate::kernels::isa::{self, Isa, Task};

/// Depth of the panels: a tile's rows and columns of this depth fit the first cache.
const DEPTH: usize = 256;
/// Rows that are packed at a time: with [`DEPTH`], for the second cache.
const ROWS: usize = 128;
/// Columns that are packed at a time.
const COLUMNS: usize = 1024;

/// Below this many multiplications packing costs more than it saves.
const WORTH_PACKING: usize = 512;

/// Multiplies matrices on this thread.
///
/// # Safety
/// The product keeps its promises.
pub(super) unsafe fn multiply<T: Whole>(product: &Product<T>) {
    let Product { rows, columns, depth, .. } = *product;
    if rows * columns <= WORTH_PACKING && depth <= WORTH_PACKING / (rows * columns) {
        // SAFETY: the caller's promise.
        return unsafe { multiply_few(product) };
    }
    isa::run(Multiply(*product));
}

/// # Safety
/// As for [`multiply`].
unsafe fn multiply_few<T: Factor>(product: &Product<T>) {
    let Product { rows, columns, depth, dst, a, b } = *product;
    for i in 0..rows {
        for j in 0..columns {
            // SAFETY: the caller's promise.
            unsafe {
                let term = |k| T::wrapping_mul(a.at(i, k).read(), b.at(k, j).read());
                dst.at(i, j).write((0..depth).map(term).fold(T::ZERO, T::wrapping_add));
            }
        }
    }
}

struct Multiply<T>(Product<T>);

impl<T: Whole> Task for Multiply<T> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        // Two registers across, and as many rows as leave registers for the operands.
        // SAFETY: whoever made the product promised what it asks for.
        unsafe {
            match (isa, size_of::<T>()) {
                (Isa::Avx512, 4) => in_blocks::<T, 8, 32>(isa, &self.0),
                (Isa::Avx512, _) => in_blocks::<T, 8, 16>(isa, &self.0),
                (_, 4) => in_blocks::<T, 4, 16>(isa, &self.0),
                _ => in_blocks::<T, 4, 8>(isa, &self.0),
            }
        }
    }
}

/// Multiplies block by block, in tiles of `M` rows and `N` columns.
///
/// # Safety
/// As for [`multiply`]; the machine has `isa`.
#[inline(always)]
unsafe fn in_blocks<T: Whole, const M: usize, const N: usize>(isa: Isa, product: &Product<T>) {
    let Product { rows, columns, depth, dst, a, b } = *product;
    let (mut packed_a, mut packed_b) = (Vec::new(), Vec::new());
    for column in (0..columns).step_by(COLUMNS) {
        let width = COLUMNS.min(columns - column);
        for from in (0..depth).step_by(DEPTH) {
            let depth = DEPTH.min(depth - from);
            // SAFETY: the caller's promise: the block is a part of the matrix.
            unsafe { pack::<T, N>(&mut packed_b, b.from(from, column).transposed(), width, depth) };
            for row in (0..rows).step_by(ROWS) {
                let height = ROWS.min(rows - row);
                // SAFETY: as above.
                unsafe { pack::<T, M>(&mut packed_a, a.from(row, from), height, depth) };
                let block = Block { dst: dst.from(row, column), height, width, depth, is_first: from == 0 };
                // SAFETY: as above; both were packed for the sizes of the block.
                unsafe { block.run::<M, N>(isa, &packed_a, &packed_b) };
            }
        }
    }
}

/// Copies rows of a matrix into panels of `M` rows, one column after the other; missing rows are zeros.
///
/// # Safety
/// The matrix has `rows` rows and `columns` columns that may be read.
#[inline(always)]
unsafe fn pack<T: Factor, const M: usize>(
    packed: &mut Vec<T>,
    matrix: Matrix<T>,
    rows: usize,
    columns: usize,
) {
    packed.clear();
    packed.resize(rows.div_ceil(M) * M * columns, T::ZERO);
    for (p, panel) in packed.chunks_exact_mut(M * columns).enumerate() {
        let height = M.min(rows - p * M);
        let start = matrix.from(p * M, 0);
        // The inner loop runs along the shorter step.
        // SAFETY: the caller's promise.
        unsafe {
            if start.row == 1 && height == M {
                for (k, column) in panel.chunks_exact_mut(M).enumerate() {
                    start.at(0, k).copy_to_nonoverlapping(column.as_mut_ptr(), M);
                }
            } else {
                for i in 0..height {
                    for k in 0..columns {
                        panel[k * M + i] = start.at(i, k).read();
                    }
                }
            }
        }
    }
}

/// A block of the result, to which the product of two packed blocks is added.
struct Block<T> {
    dst: Matrix<T>,
    height: usize,
    width: usize,
    depth: usize,
    /// Whether nothing has been written to it yet.
    is_first: bool,
}

impl<T: Whole> Block<T> {
    /// # Safety
    /// The block's elements may be read, unless it is the first, and written; the packed blocks are of its sizes; the
    /// machine has `isa`.
    #[inline(always)]
    unsafe fn run<const M: usize, const N: usize>(&self, isa: Isa, a: &[T], b: &[T]) {
        for (q, right) in b.chunks_exact(N * self.depth).enumerate() {
            for (p, left) in a.chunks_exact(M * self.depth).enumerate() {
                // SAFETY: the caller's promise.
                unsafe { self.put(&T::tile::<M, N>(isa, left, right), p * M, q * N) };
            }
        }
    }

    /// Writes or adds a tile at this row and column; what lies outside of the block is left away.
    ///
    /// # Safety
    /// As for [`Block::run`].
    #[inline(always)]
    unsafe fn put<const M: usize, const N: usize>(&self, tile: &[[T; N]; M], row: usize, column: usize) {
        let width = N.min(self.width - column);
        for (i, values) in tile.iter().enumerate().take(self.height - row) {
            for (j, &value) in values[..width].iter().enumerate() {
                let at = self.dst.at(row + i, column + j);
                // SAFETY: the caller's promise.
                unsafe { at.write(if self.is_first { value } else { T::wrapping_add(at.read(), value) }) };
            }
        }
    }
}
