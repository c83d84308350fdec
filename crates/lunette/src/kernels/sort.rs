//! Sorting rows: values, the order that sorts them, the first few, the one in the middle.

#![expect(unsafe_code, reason = "threads write different rows of one memory through raw pointers")]

pub(in crate::kernels) mod code;
mod key;
#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(target_arch = "x86_64")]
mod network;
mod order;
#[cfg(target_arch = "x86_64")]
mod quick;
mod radix;
mod repair;
pub(in crate::kernels) mod rows;
mod select;
mod wide;

#[cfg(test)]
mod tests;

use std::mem::MaybeUninit;

use self::code::{Coding, Recode, decoder, dispatch_code, encoder};
use self::key::{Key, SLACK, sort_keys};
pub(crate) use self::order::argsort;
pub(in crate::kernels) use self::order::order_of;
use self::repair::repair;
use self::rows::{Place, Rows};
pub(crate) use self::select::{first_few, partition};
use self::wide::{Elements, LONG, LONG_SLACK, sort_long};
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::nest::threads;

/// Sorting takes about as long as moving so many times the bytes.
const WORK: usize = 8;

/// Fewer numbers are sorted by comparing them.
const SHORT: usize = 1 << 12;

/// The elements of each row, sorted; row-major. Equal elements, NaNs too, keep their order.
///
/// # Errors
/// If the elements are complex, which [`argsort`] can sort, or there is no memory.
pub(crate) fn sort(op: &'static str, source: Source<'_>, descending: bool) -> Result<Buffer> {
    let rows = Rows::new(op, source)?;
    let coding = Coding { descending, merge_zeros: false };
    dispatch_code!(rows.dtype(), K => sort_rows::<K>(op, &rows, coding), complex _C => {
        Err(ErrorKind::Unsupported { op, dtype: rows.dtype(), cure: "take what `argsort` names" }.into())
    })
}

/// Sorts numbers, none of which is NaN; -0.0 comes before 0.0.
pub(crate) fn sort_floats(numbers: &mut [f64]) {
    let len = numbers.len();
    let mut spare: Vec<u64> = Vec::new();
    if len < SHORT || spare.try_reserve_exact(len + SLACK).is_err() {
        return numbers.sort_unstable_by(f64::total_cmp);
    }
    let coding = Coding { descending: false, merge_zeros: false };
    let start = numbers.as_mut_ptr();
    // SAFETY: the codes of `f64` are `u64`, of the same size and alignment, and take the places of the numbers; whatever
    // they are when somebody stops the work, they are numbers too.
    unsafe {
        encoder(DType::F64)(start.cast_const().cast(), start.cast(), len, coding);
        let keys = std::slice::from_raw_parts_mut(start.cast::<u64>(), len);
        sort_keys(keys, &mut spare.spare_capacity_mut()[..len + SLACK]);
        decoder(DType::F64)(start.cast_const().cast(), start.cast(), len, coding);
    }
}

fn sort_rows<K: Key>(op: &'static str, rows: &Rows<'_>, coding: Coding) -> Result<Buffer> {
    let mut fresh = Fresh::new(op, rows.shape(), rows.dtype())?;
    let sorting = Sorting {
        rows,
        keys: Place(fresh.start().cast::<K>()),
        encode: encoder(rows.dtype()),
        decode: decoder(rows.dtype()),
        coding,
    };
    sorting.run(op)?;
    // SAFETY: every row has been written, with elements that were decoded from those of the source.
    Ok(unsafe { fresh.assume_init() })
}

/// Rows on their way to be sorted; the keys are made, sorted, and turned back in the memory of the result.
struct Sorting<'a, K> {
    rows: &'a Rows<'a>,
    keys: Place<K>,
    encode: Recode,
    decode: Recode,
    coding: Coding,
}

impl<K: Key> Sorting<'_, K> {
    fn run(&self, op: &'static str) -> Result<()> {
        let (count, len) = (self.rows.count, self.rows.len);
        if count == 0 {
            // Without rows, no spare memory for one is needed.
            return Ok(());
        }
        if len >= LONG && K::BITS >= 32 {
            let mut spare = Fresh::new(op, &[len + LONG_SLACK], K::DTYPE)?;
            let spare = Place(spare.start().cast::<K>());
            // SAFETY: the spare memory is as long as is asked for.
            (0..count).for_each(|row| unsafe { self.long_row(row, spare) });
            return Ok(());
        }
        let pieces = threads::pieces(self.rows.total().saturating_mul(size_of::<K>() * WORK)).min(count);
        let mut spare = Fresh::new(op, &[pieces, len + SLACK], K::DTYPE)?;
        let spare = Place(spare.start().cast::<MaybeUninit<K>>());
        threads::share(pieces, |piece| {
            // SAFETY: each piece has its part of the spare memory, and its rows.
            let spare =
                unsafe { std::slice::from_raw_parts_mut(spare.at(piece * (len + SLACK)), len + SLACK) };
            for row in count * piece / pieces..count * (piece + 1) / pieces {
                // SAFETY: as above.
                unsafe { self.row(row, spare) };
            }
        });
        Ok(())
    }

    /// # Safety
    /// Nobody else works on this row.
    unsafe fn row(&self, row: usize, spare: &mut [MaybeUninit<K>]) {
        let len = self.rows.len;
        let (from, keys) = (self.rows.row(row), self.keys.at(row * len));
        // SAFETY: the row's elements may be read, and the result has as much room, of the same item size; it is
        // initialised once the keys are made.
        unsafe {
            (self.encode)(from, keys.cast(), len, self.coding);
            sort_keys(std::slice::from_raw_parts_mut(keys, len), spare);
            (self.decode)(keys.cast(), keys.cast(), len, self.coding);
            repair(self.rows.dtype(), self.coding.descending, from, keys.cast(), len);
        }
    }

    /// # Safety
    /// As for [`Sorting::row`]; the spare memory has room for a row and [`LONG_SLACK`].
    unsafe fn long_row(&self, row: usize, spare: Place<K>) {
        let len = self.rows.len;
        let (start, keys) = (self.rows.row(row), Place(self.keys.at(row * len)));
        let elements =
            Elements { start, len, item: size_of::<K>(), encode: self.encode, coding: self.coding };
        // SAFETY: as in `row`; each part is decoded by who has sorted it.
        unsafe {
            sort_long(&elements, keys, spare, |part, _, len| {
                (self.decode)(part.0.cast(), part.0.cast(), len, self.coding);
            });
            repair(self.rows.dtype(), self.coding.descending, start, keys.0.cast(), len);
        }
    }
}
