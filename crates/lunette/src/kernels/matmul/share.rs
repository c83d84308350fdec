//! Who multiplies what: batches by the matrix, large matrices by the block.

use super::{Factor, Product, dot, matvec, tiny};
use crate::nest::threads::{pieces, share, threads};
use crate::nest::{Nest, walk};

/// So many multiplications take about as long as moving one byte to and from memory.
const PER_BYTE: usize = 2;

/// A block takes no longer than a fraction of a second, on a machine that does other things too.
const MOST_WORK: usize = 1 << 31;

/// Blocks end at multiples of this, so that the kernels' tiles are whole.
const BLOCK_STEP: usize = 16;

/// Multiplies all matrices of a batch: `nest` leads to them from those of `product`.
///
/// # Safety
/// Every product of the batch keeps its promises, and no two write the same element.
pub(super) unsafe fn run_batch<T: Factor>(nest: &Nest<3>, product: &Product<T>) {
    let work = work_of(product);
    let parts = pieces(work.saturating_mul(nest.len()));
    if nest.len() == 1 {
        // SAFETY: the caller's promise.
        return unsafe { run_shared(&product.moved_by(nest.start()), parts) };
    }
    match nest.axis_to_cut(parts) {
        Some(axis) if parts > 1 && nest.axes()[axis].size >= parts.min(2 * threads()) => {
            share(parts, |k| {
                let part = nest.part(axis, k, parts);
                // SAFETY: the caller's promise; parts are disjoint sets of matrices.
                for_each(&part, product, |product| unsafe { run_shared(product, 1) });
            });
        }
        // SAFETY: the caller's promise.
        _ => for_each(nest, product, |product| unsafe { run_shared(product, pieces(work)) }),
    }
}

/// Calls `run` with every product of the batch.
fn for_each<T: Copy>(nest: &Nest<3>, product: &Product<T>, run: impl Fn(&Product<T>)) {
    if nest.len() > 0 {
        walk(nest.axes(), nest.start(), |offsets| run(&product.moved_by(offsets)));
    }
}

/// What a product costs, in bytes that could be moved instead.
fn work_of<T>(product: &Product<T>) -> usize {
    let Product { rows, columns, depth, .. } = *product;
    let multiplications = rows.saturating_mul(columns).saturating_mul(depth);
    match rows == 1 || columns == 1 {
        true => multiplications.saturating_mul(size_of::<T>()),
        false => multiplications / PER_BYTE,
    }
}

/// A product by the kernel for its shape, in up to `parts` parts at the same time.
///
/// # Safety
/// The product keeps its promises.
unsafe fn run_shared<T: Factor>(product: &Product<T>, parts: usize) {
    // SAFETY: the caller's promise, for the whole and for disjoint blocks of it.
    unsafe {
        match (product.rows, product.columns) {
            (1, 1) => dot::run(product, parts),
            (_, 1) => share_rows(product, parts),
            (1, _) => share_rows(&product.transposed(), parts),
            _ if tiny::is_tiny(product) => tiny::multiply(product),
            _ => share_blocks(product, parts.min(threads())),
        }
    }
}

/// A matrix by a vector: every part gives some rows of the result.
///
/// # Safety
/// The product keeps its promises, and has one column.
unsafe fn share_rows<T: Factor>(product: &Product<T>, parts: usize) {
    let rows = product.rows;
    let parts = parts.min(rows);
    share(parts, |k| {
        let block = product.block(cut(rows, k, parts)..cut(rows, k + 1, parts), 0..1);
        // SAFETY: the caller's promise; blocks are disjoint.
        unsafe { matvec::run(&block) };
    });
}

/// A matrix by a matrix: one block of the result for each thread. More blocks would spread the work more evenly, but
/// each has to pack its own copies of its rows and columns; huge ones are cut all the same, so that they can be stopped.
///
/// # Safety
/// The product keeps its promises.
unsafe fn share_blocks<T: Factor>(product: &Product<T>, parts: usize) {
    let parts = parts * (work_of(product) / parts / MOST_WORK + 1);
    if parts == 1 {
        // SAFETY: the caller's promise.
        return unsafe { T::multiply(product) };
    }
    let [down, across] = grid(parts, product.rows, product.columns);
    share(down * across, |k| {
        let (i, j) = (k / across, k % across);
        let rows = cut(product.rows, i, down)..cut(product.rows, i + 1, down);
        let columns = cut(product.columns, j, across)..cut(product.columns, j + 1, across);
        if !rows.is_empty() && !columns.is_empty() {
            // SAFETY: the caller's promise; blocks are disjoint.
            unsafe { T::multiply(&product.block(rows, columns)) };
        }
    });
}

/// The grid of `count` blocks that are nearest to squares.
fn grid(count: usize, rows: usize, columns: usize) -> [usize; 2] {
    let unevenness = |down: usize| {
        let (height, width) = (rows as f64 / down as f64, columns as f64 / (count / down) as f64);
        (height / width).ln().abs()
    };
    let down = (1..=count)
        .filter(|down| count.is_multiple_of(*down))
        .min_by(|&a, &b| unevenness(a).total_cmp(&unevenness(b)))
        .unwrap_or(1);
    [down, count / down]
}

/// Where part `k` of `parts` begins.
fn cut(size: usize, k: usize, parts: usize) -> usize {
    if k == parts {
        return size;
    }
    let even = (size as u128 * k as u128 / parts as u128) as usize;
    if size >= 2 * BLOCK_STEP * parts { even / BLOCK_STEP * BLOCK_STEP } else { even }
}
