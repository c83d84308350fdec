//! The order that sorts a row, as indices.
//!
//! A code and the index of its element are packed into one number of 64 bits and sorted as that: the index breaks ties,
//! so the order is stable. Codes of 64 bits leave no room for the index; their upper bits go first, and the few that
//! agree in those are put in order afterwards.

#![expect(unsafe_code, reason = "threads write different rows of one memory through raw pointers")]

use std::mem::MaybeUninit;

use super::WORK;
use super::code::{Coding, ComplexCode, dispatch_code, encoder};
use super::key::{Key, SLACK, sort_keys};
use super::rows::{Place, Rows};
use super::wide::{Elements, LONG, LONG_SLACK, sort_long};
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::nest::cancel::Pace;
use crate::nest::threads;

/// For each row the indices of its elements in the order that sorts them, stable; row-major, `i64`.
///
/// # Errors
/// If there is no memory.
pub(crate) fn argsort(op: &'static str, source: Source<'_>, descending: bool) -> Result<Buffer> {
    let order = order_of(op, &Rows::new(op, source)?, descending)?;
    // SAFETY: all of it has been written, with indices.
    Ok(unsafe { order.assume_init() })
}

/// As [`argsort`]; all of the memory is initialised.
pub(in crate::kernels) fn order_of(op: &'static str, rows: &Rows<'_>, descending: bool) -> Result<Fresh> {
    let mut fresh = Fresh::new(op, rows.shape(), DType::I64)?;
    let coding = Coding { descending, merge_zeros: true };
    let order = Place(fresh.start().cast::<u64>());
    if rows.count == 0 {
        // Without rows, no memory for the codes of one is needed.
        return Ok(fresh);
    }
    dispatch_code!(rows.dtype(), K => order_rows::<K>(op, rows, coding, order)?,
        complex _C => order_complex(op, rows, coding, order)?);
    Ok(fresh)
}

fn order_rows<K: Key>(op: &'static str, rows: &Rows<'_>, coding: Coding, order: Place<u64>) -> Result<()> {
    let (count, len) = (rows.count, rows.len);
    let elements = |row: usize| Elements {
        start: rows.row(row),
        len,
        item: rows.dtype().item_size(),
        encode: encoder(rows.dtype()),
        coding,
    };
    if len >= LONG {
        let mut packed = Fresh::new(op, &[len], DType::U64)?;
        let mut spare = Fresh::new(op, &[len + LONG_SLACK], DType::U64)?;
        let (packed, spare) = (Place(packed.start().cast()), Place(spare.start().cast()));
        for row in 0..count {
            // SAFETY: the packed memory and the row of the result hold `len` numbers, the spare one the slack too.
            unsafe { order_long::<K>(&elements(row), packed, Place(order.at(row * len)), spare) };
        }
        return Ok(());
    }
    let pieces = threads::pieces(rows.total().saturating_mul(size_of::<u64>() * WORK)).min(count);
    let mut spare = Fresh::new(op, &[pieces, len + SLACK], DType::U64)?;
    let spare = Place(spare.start().cast::<MaybeUninit<u64>>());
    threads::share(pieces, |piece| {
        // SAFETY: each piece has its part of the spare memory, and its rows.
        unsafe {
            let spare = std::slice::from_raw_parts_mut(spare.at(piece * (len + SLACK)), len + SLACK);
            for row in count * piece / pieces..count * (piece + 1) / pieces {
                order_short::<K>(&elements(row), order.at(row * len), spare);
            }
        }
    });
    Ok(())
}

/// How a code and an index share 64 bits.
#[derive(Clone, Copy)]
struct Packing {
    low: u64,
    /// The bits of the code that are cut off.
    cut: u32,
    index_bits: u32,
}

impl Packing {
    /// # Safety
    /// The elements may be read, and their codes are `K`.
    unsafe fn new<K: Key>(elements: &Elements) -> Self {
        let index_bits = usize::BITS - (elements.len - 1).leading_zeros();
        if K::BITS + index_bits <= u64::BITS {
            return Self { low: 0, cut: 0, index_bits };
        }
        let (mut low, mut high) = (u64::MAX, 0);
        // SAFETY: the caller's promise.
        unsafe {
            elements.for_each_block::<K>(0, elements.len, |block| {
                for key in block {
                    (low, high) = (low.min(key.to_u64()), high.max(key.to_u64()));
                }
            });
        }
        let bits = u64::BITS - (high - low).leading_zeros();
        Self { low, cut: (bits + index_bits).saturating_sub(u64::BITS), index_bits }
    }

    /// Packs elements `from..to`.
    ///
    /// # Safety
    /// The elements may be read, and their codes are `K`; as many numbers as there are elements may be written.
    unsafe fn pack<K: Key>(self, elements: &Elements, from: usize, to: usize, packed: Place<u64>) {
        let mut index = from;
        // SAFETY: the caller's promise.
        unsafe {
            elements.for_each_block::<K>(from, to, |block| {
                for &key in block {
                    let code = (key.to_u64() - self.low) >> self.cut;
                    // A code of a single value may be shifted out altogether.
                    let code = code.checked_shl(self.index_bits).unwrap_or(0);
                    packed.at(index).write(code | index as u64);
                    index += 1;
                }
            });
        }
    }

    /// What is left of the index.
    fn index(self, packed: u64) -> u64 {
        packed & ((1 << self.index_bits) - 1)
    }

    /// Whether the codes agree as far as they were packed.
    fn agree(self, a: u64, b: u64) -> bool {
        a >> self.index_bits == b >> self.index_bits
    }

    /// Puts runs of agreeing codes in order that start in `from..to`, and leaves only the indices there.
    ///
    /// # Safety
    /// As for [`Packing::pack`]; `packed` holds what it made, sorted, of all elements.
    unsafe fn settle<K: Key>(self, elements: &Elements, packed: &mut [u64]) {
        let mut pace = Pace::default();
        let mut agree = |a: u64, b: u64| {
            pace.step();
            self.agree(a, b)
        };
        for run in packed.chunk_by_mut(|&a, &b| agree(a, b)).filter(|run| run.len() > 1) {
            let code = |packed: u64| {
                let mut key = K::default();
                // SAFETY: the index is one of the elements'.
                unsafe {
                    let element = elements.start.add(self.index(packed) as usize * elements.item);
                    (elements.encode)(element, std::ptr::from_mut(&mut key).cast(), 1, elements.coding);
                }
                key
            };
            run.sort_by_cached_key(|&packed| (code(packed), packed));
        }
    }
}

/// # Safety
/// The elements may be read, and their codes are `K`; as many numbers may be written to `order`, and [`SLACK`] more to
/// the spare memory.
unsafe fn order_short<K: Key>(elements: &Elements, order: *mut u64, spare: &mut [MaybeUninit<u64>]) {
    // SAFETY: the caller's promise; the row of the result is initialised once it is packed.
    unsafe {
        let packing = Packing::new::<K>(elements);
        packing.pack::<K>(elements, 0, elements.len, Place(order));
        let order = std::slice::from_raw_parts_mut(order, elements.len);
        sort_keys(order, spare);
        if packing.cut > 0 {
            packing.settle::<K>(elements, order);
        }
        order.iter_mut().for_each(|entry| *entry = packing.index(*entry));
    }
}

/// # Safety
/// As for [`order_short`]; `packed` has room for as many numbers, and `spare` for [`LONG_SLACK`] more.
unsafe fn order_long<K: Key>(elements: &Elements, packed: Place<u64>, order: Place<u64>, spare: Place<u64>) {
    let len = elements.len;
    // SAFETY: the caller's promise; parts pack what is theirs.
    unsafe {
        let packing = Packing::new::<K>(elements);
        let parts = threads::pieces(len * size_of::<u64>());
        let pack =
            |part: usize| packing.pack::<K>(elements, len * part / parts, len * (part + 1) / parts, packed);
        if parts > 1 {
            threads::share(parts, pack)
        } else {
            pack(0)
        }
        let plain = Coding { descending: false, merge_zeros: false };
        let numbers = Elements {
            start: packed.0.cast_const().cast(),
            len,
            item: size_of::<u64>(),
            encode: encoder(DType::U64),
            coding: plain,
        };
        sort_long(&numbers, order, spare, |part, _, len| {
            // Buckets are cut between different packed numbers: a run of agreeing codes may lie in two.
            if packing.cut == 0 {
                let part = std::slice::from_raw_parts_mut(part.0, len);
                part.iter_mut().for_each(|entry| *entry = packing.index(*entry));
            }
        });
        if packing.cut > 0 {
            let order = std::slice::from_raw_parts_mut(order.0, len);
            packing.settle::<K>(elements, order);
            order.iter_mut().for_each(|entry| *entry = packing.index(*entry));
        }
    }
}

/// Complex numbers, whose codes are too wide for packing, are sorted by comparing.
fn order_complex(op: &'static str, rows: &Rows<'_>, coding: Coding, order: Place<u64>) -> Result<()> {
    let len = rows.len;
    let mut codes: Vec<ComplexCode> = Vec::new();
    let no_room = |_| ErrorKind::OutOfMemory { op, bytes: len.saturating_mul(size_of::<ComplexCode>()) };
    codes.try_reserve_exact(len).map_err(no_room)?;
    codes.resize(len, ComplexCode::default());
    let encode = encoder(rows.dtype());
    for row in 0..rows.count {
        // SAFETY: the row has `len` elements, and so have the codes and the row of the result, which is written whole
        // before it is read.
        let order = unsafe {
            encode(rows.row(row), codes.as_mut_ptr().cast(), len, coding);
            let start = order.at(row * len);
            (0..len).for_each(|k| start.add(k).write(k as u64));
            std::slice::from_raw_parts_mut(start, len)
        };
        order.sort_by_key(|&k| codes[k as usize]);
    }
    Ok(())
}
