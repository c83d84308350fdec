//! Reductions that look at a row as a whole.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use super::run::each;
use crate::buffer::{Buffer, Fresh, Source, check_room};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::kernels::cast::{CastRow, cast_row};
use crate::nest::threads;

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
        self.shape[0].saturating_mul(self.shape[1]).saturating_mul(self.item_bytes)
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
    if count > 0 {
        // The threads take what they need themselves; a row that does not fit is noticed before they start.
        let takers = count.min(threads::threads());
        check_room(op, len.saturating_add(width).saturating_mul(takers * size_of::<f64>()))?;
    }
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
