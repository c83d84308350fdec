//! Reductions that look at a row as a whole: without its NaN, or in order.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::mem::MaybeUninit;

use super::Reduction;
use super::fold::Lanes;
use super::folds::{Greatest, Least, Product, Sum};
use super::kernel::Kernel;
use super::moments::Moments;
use super::run::each;
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::kernels::cast::{CastRow, cast_row};

/// Elements that are converted at a time.
const BLOCK: usize = 1024;

/// Elements that a task should have.
const TASK: usize = 1 << 17;

/// The rows of a matrix of any strides and real dtype, read as `f64`.
struct Rows {
    src: *const u8,
    load: CastRow,
    item_bytes: usize,
    shape: [usize; 2],
    strides: [isize; 2],
}

// SAFETY: the rows are only read.
unsafe impl Sync for Rows {}

impl Rows {
    /// The rows of a region of rank 2.
    fn new(src: &Source<'_>) -> Option<Self> {
        let shape = src.shape().try_into().ok()?;
        let strides = src.layout().strides().try_into().ok()?;
        let (load, item_bytes) = (cast_row(src.dtype(), DType::F64), src.dtype().item_size());
        Some(Self { src: src.start(), load, item_bytes, shape, strides })
    }

    fn bytes(&self) -> usize {
        self.shape[0] * self.shape[1] * self.item_bytes
    }

    /// Reads `len` elements of a row.
    ///
    /// # Safety
    /// They exist, and as many may be written.
    unsafe fn read(&self, row: usize, from: usize, len: usize, to: *mut f64) {
        let offset = row as isize * self.strides[0] + from as isize * self.strides[1];
        let src = self.src.wrapping_offset(offset * self.item_bytes as isize);
        // SAFETY: the caller's promise; the region was checked against its memory.
        unsafe { (self.load)(src, self.strides[1], to.cast(), 1, len) };
    }
}

/// Results that tasks write, each to places of its own.
struct Results {
    start: *mut u8,
    store: CastRow,
    item_bytes: usize,
}

// SAFETY: whoever shares them sees to it that each is written by one task.
unsafe impl Sync for Results {}

impl Results {
    fn new(fresh: &mut Fresh, dtype: DType) -> Self {
        Self { start: fresh.start(), store: cast_row(DType::F64, dtype), item_bytes: dtype.item_size() }
    }

    /// # Safety
    /// The place exists and may be written.
    unsafe fn put(&self, place: usize, value: f64) {
        // SAFETY: the caller's promise.
        unsafe {
            let to = self.start.add(place * self.item_bytes);
            (self.store)(std::ptr::from_ref(&value).cast(), 1, to, 1, 1);
        }
    }
}

/// For each row of a matrix what `finish` makes of the reduction of its numbers, NaN left out, and of how many there
/// are.
///
/// # Errors
/// If there is no memory for the results, or the region is no matrix.
pub(crate) fn skip_nan(
    op: &'static str,
    src: &Source<'_>,
    reduction: Reduction,
    result: DType,
    finish: &(dyn Fn(f64, usize) -> f64 + Sync),
) -> Result<Buffer> {
    let rows = Rows::new(src).ok_or_else(|| no_matrix(op, src))?;
    let kernel = match reduction {
        Reduction::Product => Kernel::of::<Lanes<Product<f64>>>(),
        Reduction::Least => Kernel::of::<Lanes<Least<f64>>>(),
        Reduction::Greatest => Kernel::of::<Lanes<Greatest<f64>>>(),
        Reduction::Squares => Kernel::of::<Moments<f64>>(),
        _ => Kernel::of::<Lanes<Sum<f64>>>(),
    };
    let [count, len] = rows.shape;
    let mut fresh = Fresh::new(op, &[count], result)?;
    let results = Results::new(&mut fresh, result);
    let pieces = if count < 64 { len.div_ceil(TASK).max(1) } else { 1 };
    let piece = len.div_ceil(pieces);
    let mut partial: Vec<Part> = Vec::new();
    let out_of_memory = |_| ErrorKind::OutOfMemory { op, bytes: count * pieces * size_of::<Part>() };
    partial.try_reserve_exact(count * pieces).map_err(out_of_memory)?;
    partial.resize(count * pieces, Part { acc: [0; 3], count: 0 });
    let place = Place(partial.as_mut_ptr());
    let to_a_task = (TASK / piece.max(1)).max(1);
    let tasks = count * pieces;
    each(tasks.div_ceil(to_a_task), rows.bytes(), |task| {
        for task in task * to_a_task..tasks.min((task + 1) * to_a_task) {
            let (row, from) = (task / pieces, task % pieces * piece);
            let part = reduce_part(&rows, &kernel, row, (from, len.min(from + piece)));
            let whole = &place;
            // SAFETY: there is a place for each part.
            unsafe { whole.0.add(task).write(part) };
        }
    });
    for (row, parts) in partial.chunks_exact_mut(pieces).enumerate() {
        let (first, others) = parts.split_first_mut().unwrap_or_else(|| unreachable!("there is a piece"));
        let mut value = [0.0_f64; 1];
        // SAFETY: the accumulators are of this kernel, whose results are `f64`; the row has a place.
        unsafe {
            for other in others {
                (kernel.merge)(first.acc.as_mut_ptr(), other.acc.as_ptr(), 1);
                first.count += other.count;
            }
            (kernel.finish)(first.acc.as_ptr(), 1, value.as_mut_ptr().cast());
            results.put(row, finish(value[0], first.count));
        }
    }
    // SAFETY: every row's result has been written.
    Ok(unsafe { fresh.assume_init() })
}

/// An accumulator of any kernel, and how many numbers it has taken.
#[derive(Clone, Copy)]
struct Part {
    acc: [u64; 3],
    count: usize,
}

/// Memory that tasks write to, each to a part of its own.
struct Place(*mut Part);

// SAFETY: whoever shares it sees to that.
unsafe impl Sync for Place {}

fn reduce_part(rows: &Rows, kernel: &Kernel, row: usize, (from, to): (usize, usize)) -> Part {
    let mut part = Part { acc: [0; 3], count: 0 };
    let mut block = [const { MaybeUninit::<f64>::uninit() }; BLOCK];
    let block = block.as_mut_ptr().cast::<f64>();
    // SAFETY: an accumulator takes three words at most; the elements exist, and the block has room for them.
    unsafe {
        (kernel.start)(part.acc.as_mut_ptr(), 1);
        for first in (from..to).step_by(BLOCK) {
            let len = BLOCK.min(to - first);
            rows.read(row, first, len, block);
            let left = without_nan(std::slice::from_raw_parts_mut(block, len));
            if left > 0 {
                (kernel.block)(block.cast(), left, part.acc.as_mut_ptr());
                part.count += left;
            }
        }
    }
    part
}

/// Moves the numbers to the front, in their order; how many there are.
pub(crate) fn without_nan(values: &mut [f64]) -> usize {
    if !values.iter().fold(false, |nan, value| nan | value.is_nan()) {
        return values.len();
    }
    let mut left = 0;
    for k in 0..values.len() {
        values[left] = values[k];
        left += usize::from(!values[k].is_nan());
    }
    left
}

/// For each row of a matrix, `width` results that `work` makes of a copy of the row; result `k` of all rows comes
/// before result `k + 1` of any.
///
/// # Errors
/// If there is no memory for the results, or the region is no matrix.
pub(crate) fn each_row(
    op: &'static str,
    src: &Source<'_>,
    width: usize,
    result: DType,
    work: &(dyn Fn(&mut [f64], &mut [f64]) + Sync),
) -> Result<Buffer> {
    let rows = Rows::new(src).ok_or_else(|| no_matrix(op, src))?;
    let [count, len] = rows.shape;
    let mut fresh = Fresh::new(op, &[width, count], result)?;
    let results = Results::new(&mut fresh, result);
    // The threads take what they need themselves; a row that does not fit is noticed before they start.
    let mut probe: Vec<f64> = Vec::new();
    let bytes = len * size_of::<f64>();
    probe.try_reserve_exact(len).map_err(|_| ErrorKind::OutOfMemory { op, bytes })?;
    drop(probe);
    let to_a_task = (TASK / len.max(1)).max(1);
    each(count.div_ceil(to_a_task), rows.bytes(), |task| {
        let (mut row, mut found) = (vec![0.0; len], vec![0.0; width]);
        for k in task * to_a_task..count.min((task + 1) * to_a_task) {
            // SAFETY: the row exists, and there is room for it; each result has a place, and one writer.
            unsafe {
                rows.read(k, 0, len, row.as_mut_ptr());
                work(&mut row, &mut found);
                let whole = &results;
                found.iter().enumerate().for_each(|(n, &value)| whole.put(n * count + k, value));
            }
        }
    });
    // SAFETY: every result has been written.
    Ok(unsafe { fresh.assume_init() })
}

#[cold]
fn no_matrix(op: &'static str, src: &Source<'_>) -> crate::Error {
    ErrorKind::Rank { op, expected: "a matrix of rows", found: src.layout().rank() }.into()
}
