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
    dispatch_code!(dtype, K => {
        let codes = codes::<K>(op, &rows)?;
        group(op, order, |a, b| differ(dtype, codes[a], codes[b]))
    })
}

/// The groups of equal rows of a matrix; the first elements that differ decide which row comes first.
///
/// # Errors
/// If there is no memory.
pub(crate) fn row_groups(op: &'static str, matrix: Source<'_>) -> Result<Groups> {
    let dtype = matrix.dtype();
    let &[count, len] = matrix.shape() else {
        let found = matrix.shape().len();
        return Err(ErrorKind::Rank { op, expected: "two axes", found }.into());
    };
    let rows = Rows::new(op, matrix)?;
    let mut order = list(op, count)?;
    order.extend(0..count as i64);
    dispatch_code!(dtype, K => {
        let codes = codes::<K>(op, &rows)?;
        let row = |k: usize| &codes[k * len..(k + 1) * len];
        let mut pace = Pace::default();
        order.sort_unstable_by(|&a, &b| {
            pace.step();
            row(a as usize).cmp(row(b as usize)).then(a.cmp(&b))
        });
        group(op, &order, |a, b| row(a).iter().zip(row(b)).any(|(&a, &b)| differ(dtype, a, b)))
    })
}

fn list(op: &'static str, len: usize) -> Result<Vec<i64>> {
    let mut list = Vec::new();
    let no_room = |_| ErrorKind::OutOfMemory { op, bytes: len.saturating_mul(size_of::<i64>()) };
    list.try_reserve_exact(len).map_err(no_room)?;
    Ok(list)
}

/// The groups of what lies in this order; `differ` tells whether two positions hold different things.
fn group(op: &'static str, order: &[i64], differ: impl Fn(usize, usize) -> bool) -> Result<Groups> {
    let starts = |k: usize| k == 0 || differ(order[k - 1] as usize, order[k] as usize);
    let count = (0..order.len()).filter(|&k| starts(k)).count();
    let (mut firsts, mut counts, mut numbers) = (list(op, count)?, list(op, count)?, list(op, order.len())?);
    numbers.resize(order.len(), 0);
    let mut pace = Pace::default();
    for (k, &position) in order.iter().enumerate() {
        pace.step();
        if starts(k) {
            firsts.push(position);
            counts.push(0);
        }
        if let Some(count) = counts.last_mut() {
            *count += 1;
        }
        numbers[position as usize] = firsts.len() as i64 - 1;
    }
    Ok(Groups { firsts, numbers, counts })
}

/// Whether two codes are those of different elements.
#[inline(always)]
fn differ<K: Code>(dtype: DType, a: K, b: K) -> bool {
    a != b || a.is_nan(dtype)
}
