//! Equal elements brought together.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use super::codes;
use crate::buffer::Source;
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::kernels::sort::code::{Code, dispatch_code};
use crate::kernels::sort::order_of;
use crate::kernels::sort::rows::Rows;
use crate::nest::cancel::Pace;

/// What a set of elements looks like, the distinct ones being numbered in ascending order.
pub(crate) struct Groups {
    /// Where each distinct element comes first.
    pub(crate) firsts: Vec<i64>,
    /// For each element the number of the distinct element that it is.
    pub(crate) numbers: Vec<i64>,
    /// How often each distinct element comes.
    pub(crate) counts: Vec<i64>,
}

/// The groups of equal elements of one row.
///
/// # Errors
/// If there is no memory.
pub(crate) fn groups(op: &'static str, row: Source<'_>) -> Result<Groups> {
    let dtype = row.dtype();
    let rows = Rows::new(op, row)?;
    let mut order = order_of(op, &rows, false)?;
    // SAFETY: the order is initialised, and has an index for each element.
    let order = unsafe { std::slice::from_raw_parts(order.start().cast::<i64>(), rows.total()) };
    dispatch_code!(dtype, K => group(op, dtype, &codes::<K>(op, &rows)?, order))
}

fn group<K: Code>(op: &'static str, dtype: DType, codes: &[K], order: &[i64]) -> Result<Groups> {
    let list = |len: usize| -> Result<Vec<i64>> {
        let mut list = Vec::new();
        let no_room = |_| ErrorKind::OutOfMemory { op, bytes: len.saturating_mul(size_of::<i64>()) };
        list.try_reserve_exact(len).map_err(no_room)?;
        Ok(list)
    };
    let starts = |k: usize| {
        let code = |k: usize| codes[order[k] as usize];
        k == 0 || differ(dtype, code(k - 1), code(k))
    };
    let count = (0..order.len()).filter(|&k| starts(k)).count();
    let (mut firsts, mut counts, mut numbers) = (list(count)?, list(count)?, list(codes.len())?);
    numbers.resize(codes.len(), 0);
    let mut last = None;
    let mut pace = Pace::default();
    for &position in order {
        pace.step();
        let code = codes[position as usize];
        if last.is_none_or(|last| differ(dtype, last, code)) {
            firsts.push(position);
            counts.push(0);
        }
        if let Some(count) = counts.last_mut() {
            *count += 1;
        }
        numbers[position as usize] = firsts.len() as i64 - 1;
        last = Some(code);
    }
    Ok(Groups { firsts, numbers, counts })
}

/// Whether two codes are those of different elements.
#[inline(always)]
fn differ<K: Code>(dtype: DType, a: K, b: K) -> bool {
    a != b || a.is_nan(dtype)
}
