//! New memory whose bytes come from somewhere else.
#![expect(unsafe_code, reason = "it lends memory that is on its way to become a buffer")]

use super::block::Contents;
use super::bytes::check_bools;
use super::{Buffer, Fresh};
use crate::dtype::DType;
use crate::error::Result;

impl Buffer {
    /// Memory for `len` elements, whose bytes `fill` writes, in this machine's byte order; they are zero before.
    ///
    /// # Errors
    /// If the memory cannot be had, `fill` fails, or it leaves a byte that should be a bool and is not.
    pub(crate) fn filled(
        op: &'static str,
        len: usize,
        dtype: DType,
        fill: impl FnOnce(&mut [u8]) -> Result<()>,
    ) -> Result<Self> {
        let mut fresh = Fresh::with_contents(op, &[len], dtype, Contents::Zeroed)?;
        let (start, len_bytes) = (fresh.start(), len * dtype.item_size());
        // SAFETY: the memory was just made for as many bytes, which fit `isize`, all of them zero; nobody else knows it,
        // and the slice is gone before it becomes a buffer.
        let bytes = unsafe { std::slice::from_raw_parts_mut(start, len_bytes) };
        fill(bytes)?;
        if dtype == DType::Bool {
            check_bools(op, bytes)?;
        }
        // SAFETY: zeroed memory is initialised whatever `fill` did; any bits are valid for all dtypes but bool, whose
        // bytes were checked.
        Ok(unsafe { fresh.assume_init() })
    }
}
