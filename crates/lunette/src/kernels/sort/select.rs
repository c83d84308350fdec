//! The first few of each row, and the elements that sorting would put at some places.

#![expect(unsafe_code, reason = "threads write different rows of one memory through raw pointers")]

use std::cmp::Ordering;
use std::mem::MaybeUninit;

use super::code::{Code, Coding, decoder, dispatch_code, encoder};
use super::key::{Key, SLACK, select_key};
use super::rows::{Place, Rows};
use super::wide::LONG;
use crate::buffer::{Buffer, Fresh, Source, check_room};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::nest::cancel::{self, Pace};
use crate::nest::threads;

/// Selecting takes about as long as moving so many times the bytes.
const WORK: usize = 4;

/// Each row rearranged so that the elements at the places `nth` stand where sorting would put them, all smaller ones
/// before and all others behind them; row-major. NaN is greater than all numbers.
///
/// # Errors
/// If a place lies outside of the rows, the elements are complex, or there is no memory.
pub(crate) fn partition(op: &'static str, source: Source<'_>, nth: &[usize]) -> Result<Buffer> {
    let rows = Rows::new(op, source)?;
    let mut places = nth.to_vec();
    places.sort_unstable();
    places.dedup();
    if let Some(&place) = places.last().filter(|&&place| place >= rows.len) {
        let axis = rows.shape().len().saturating_sub(1);
        return Err(ErrorKind::IndexOutOfRange { op, axis, index: place as i64, len: rows.len }.into());
    }
    dispatch_code!(rows.dtype(), K => partition_rows::<K>(op, &rows, &places), complex _C => {
        Err(ErrorKind::Unsupported { op, dtype: rows.dtype(), cure: "sort complex numbers" }.into())
    })
}

fn partition_rows<K: Key>(op: &'static str, rows: &Rows<'_>, places: &[usize]) -> Result<Buffer> {
    let (count, len) = (rows.count, rows.len);
    let mut fresh = Fresh::new(op, rows.shape(), rows.dtype())?;
    let keys = Place(fresh.start().cast::<K>());
    let (encode, decode) = (encoder(rows.dtype()), decoder(rows.dtype()));
    let coding = Coding { descending: false, merge_zeros: false };
    let pieces = threads::pieces(rows.total().saturating_mul(size_of::<K>() * WORK)).min(count);
    let mut spare = Fresh::new(op, &[pieces, len + SLACK], K::DTYPE)?;
    let spare = Place(spare.start().cast::<MaybeUninit<K>>());
    threads::share(pieces, |piece| {
        for row in count * piece / pieces..count * (piece + 1) / pieces {
            // SAFETY: each piece has its rows, and its part of the spare memory; a row of the result is initialised
            // once its keys are made, and has the item size of the elements.
            unsafe {
                let spare = std::slice::from_raw_parts_mut(spare.at(piece * (len + SLACK)), len + SLACK);
                let start = keys.at(row * len);
                encode(rows.row(row), start.cast(), len, coding);
                let mut done = 0;
                for &place in places {
                    // What stands before the last place is smaller already.
                    let rest = std::slice::from_raw_parts_mut(start.add(done), len - done);
                    select_key(rest, spare, place - done);
                    done = place + 1;
                }
                decode(start.cast(), start.cast(), len, coding);
            }
        }
    });
    // SAFETY: every row has been written, with elements that were decoded from those of the source.
    Ok(unsafe { fresh.assume_init() })
}

/// For each row the indices of the `k` elements that sorting would put first, in order; of equal ones those that come
/// first. Row-major, `i64`.
///
/// # Errors
/// If a row has no `k` elements, or there is no memory.
pub(crate) fn first_few(op: &'static str, source: Source<'_>, k: usize, descending: bool) -> Result<Buffer> {
    let rows = Rows::new(op, source)?;
    if k > rows.len {
        let allowed = "at most the length of the axis";
        return Err(ErrorKind::Argument { op, name: "k", found: k.to_string(), allowed }.into());
    }
    let coding = Coding { descending, merge_zeros: true };
    dispatch_code!(rows.dtype(), K => first_of_rows::<K>(op, &rows, k, coding))
}

fn first_of_rows<K: Code>(op: &'static str, rows: &Rows<'_>, k: usize, coding: Coding) -> Result<Buffer> {
    let (count, len) = (rows.count, rows.len);
    let mut fresh = Fresh::new(op, &[count, k], DType::I64)?;
    let result = Place(fresh.start().cast::<i64>());
    let encode = encoder(rows.dtype());
    let pieces = threads::pieces(rows.total().saturating_mul(size_of::<K>() * WORK)).min(count);
    check_room(op, len.saturating_mul(pieces.min(threads::threads()) * 2 * size_of::<K>()))?;
    threads::share(pieces, |piece| {
        let mut codes = vec![K::default(); len];
        for row in count * piece / pieces..count * (piece + 1) / pieces {
            for first in (0..len).step_by(LONG) {
                let from = rows.row(row).wrapping_add(first * rows.dtype().item_size());
                let part = &mut codes[first..len.min(first + LONG)];
                if len > LONG {
                    cancel::check();
                }
                // SAFETY: the part of the row has as many elements as that of the codes.
                unsafe { encode(from, part.as_mut_ptr().cast(), part.len(), coding) };
            }
            for (place, index) in first_indices(&codes, k).into_iter().enumerate() {
                // SAFETY: each row has `k` places of its own, and there are `k` indices.
                unsafe { result.at(row * k + place).write(index as i64) };
            }
        }
    });
    // SAFETY: every row has been written.
    Ok(unsafe { fresh.assume_init() })
}

/// The indices of the `k` least codes, in order; `k` is at most their number.
fn first_indices<K: Code>(codes: &[K], k: usize) -> Vec<usize> {
    if k == 0 {
        return Vec::new();
    }
    // A comparison that counts costs a little more: short rows do without.
    if codes.len() < LONG {
        return least_indices(codes, k, K::cmp);
    }
    let mut pace = Pace::default();
    least_indices(codes, k, move |a, b| {
        pace.step();
        a.cmp(b)
    })
}

/// As [`first_indices`] for a `k` that is not 0, comparing codes by `compare`.
fn least_indices<K: Code>(codes: &[K], k: usize, mut compare: impl FnMut(&K, &K) -> Ordering) -> Vec<usize> {
    let mut sorted = Vec::with_capacity(codes.len());
    for part in codes.chunks(LONG) {
        if codes.len() > LONG {
            cancel::check();
        }
        sorted.extend_from_slice(part);
    }
    let (_, &mut limit, _) = sorted.select_nth_unstable_by(k - 1, &mut compare);
    drop(sorted);
    let mut least: Vec<(K, usize)> = Vec::with_capacity(k);
    let mut pace = Pace::default();
    let with_index = || codes.iter().copied().zip(0..);
    least.extend(with_index().inspect(|_| pace.step()).filter(|&(code, _)| code < limit));
    let room = k - least.len();
    least.extend(with_index().inspect(|_| pace.step()).filter(|&(code, _)| code == limit).take(room));
    least.sort_unstable_by(|a, b| compare(&a.0, &b.0).then(a.1.cmp(&b.1)));
    least.into_iter().map(|(_, index)| index).collect()
}
