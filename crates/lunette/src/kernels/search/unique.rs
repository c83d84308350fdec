//! Equal elements brought together.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use super::codes;
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::{DType, dispatch};
use crate::error::{ErrorKind, Result};
use crate::kernels::sort::code::{Code, Coded, dispatch_code};
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

/// The distinct elements of a sorted row, and where each starts.
pub(crate) struct Distinct {
    pub(crate) values: Buffer,
    /// `i64`.
    pub(crate) starts: Buffer,
    pub(crate) count: usize,
}

/// The distinct elements of a row that is sorted; of equal ones the first. Every NaN is distinct.
///
/// # Errors
/// If there is no memory.
pub(crate) fn distinct(op: &'static str, sorted: Source<'_>) -> Result<Distinct> {
    let rows = Rows::new(op, sorted)?;
    dispatch!(rows.dtype(), T => compact::<T>(op, &rows))
}

fn compact<T: Coded>(op: &'static str, sorted: &Rows<'_>) -> Result<Distinct> {
    let (len, dtype, from) = (sorted.total(), sorted.dtype(), sorted.start.cast::<T>());
    // SAFETY: `k` is below `len`.
    let code = |k: usize| unsafe { from.add(k).read() }.code(0, true);
    let starts_at = |k: usize| k == 0 || differ(dtype, code(k - 1), code(k));
    let count = (0..len).filter(|&k| starts_at(k)).count();
    let mut values = Fresh::new(op, &[count], dtype)?;
    let mut starts = Fresh::new(op, &[count], DType::I64)?;
    let (to, positions) = (values.start().cast::<T>(), starts.start().cast::<i64>());
    // Backwards, so that of equal elements the first is written last, and without a branch.
    let mut group = count;
    let mut ends = true;
    for k in (0..len).rev() {
        group -= usize::from(ends);
        // SAFETY: groups are numbered from `count` down, and there are `count`.
        unsafe {
            to.add(group).write(from.add(k).read());
            positions.add(group).write(k as i64);
        }
        ends = starts_at(k);
    }
    // SAFETY: each group has an element, which was written.
    unsafe { Ok(Distinct { values: values.assume_init(), starts: starts.assume_init(), count }) }
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
