//! Bytes from outside: copied in, or left where they are.
#![expect(unsafe_code, reason = "it takes memory over from others")]

use std::ptr::NonNull;
use std::sync::atomic::Ordering::Relaxed;

use super::header::Header;
use super::memory::Owner;
use super::{Buffer, Fresh, Traits};
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};

impl Buffer {
    /// A copy of bytes that hold elements of this dtype, in this machine's byte order.
    ///
    /// ```
    /// use lunette::{Buffer, DType};
    /// let buffer = Buffer::from_bytes(&[1, 0, 0], DType::Bool)?;
    /// assert!(buffer.holds_bools());
    /// assert!(Buffer::from_bytes(&[2], DType::Bool).is_err()); // no bool
    /// assert!(Buffer::from_bytes(&[1, 0, 0], DType::I16).is_err()); // one and a half
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the length is no multiple of the item size, a byte that should be a bool is not, or memory runs out.
    pub fn from_bytes(bytes: &[u8], dtype: DType) -> Result<Self> {
        let op = "from_bytes";
        if !bytes.len().is_multiple_of(dtype.item_size()) {
            return Err(ErrorKind::Misaligned { op, dtype, what: "length" }.into());
        }
        if dtype == DType::Bool {
            check_bools(op, bytes)?;
        }
        let mut fresh = Fresh::new(op, &[bytes.len() / dtype.item_size()], dtype)?;
        // SAFETY: the memory was made for as many bytes, and is new; any bits are valid for all dtypes but bool, whose
        // bytes were checked.
        unsafe {
            fresh.start().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            Ok(fresh.assume_init())
        }
    }

    /// Memory that belongs to somebody else: a mapped file, a NumPy array, a DLPack tensor.
    ///
    /// `owner` is dropped with the last handle, on whatever thread that is. `access` says whether tensors may write
    /// the memory. `dtype` matters for bools only: memory of bools can be used as nothing else, and other memory not as
    /// bools. Because others may write any byte at any time, operations take a copy of bools before they look at them, in
    /// which every byte but 0 is true (see [`expose`](Self::expose)).
    ///
    /// # Safety
    /// For as long as `owner` lives:
    /// 1. `bytes` points into one allocation, at bytes that are initialised and can be read, and also written if
    ///    `access` is [`Access::Write`]; for 0 bytes any pointer will do.
    /// 2. Nobody else writes those bytes while a tensor of this buffer reads or writes them or a guard on it lives, and
    ///    nobody else reads them while a tensor writes them or a write guard lives.
    /// 3. No reference to those bytes exists elsewhere in Rust, except shared ones where `access` is [`Access::Read`].
    ///
    /// Another buffer over the same bytes counts as somebody else: two of them are fine while nobody writes through
    /// either, or for as long as the caller keeps their uses apart. Buffers do not wait for each other.
    ///
    /// # Errors
    /// If there are more bytes than `isize` can count, or the pointer is null.
    ///
    /// ```
    /// use lunette::{Access, DType, buffer::Buffer};
    /// static TABLE: [u8; 4] = [1, 2, 3, 4];
    /// let bytes = std::ptr::from_ref(&TABLE[..]).cast_mut();
    /// // SAFETY: the table is never written and lives for ever.
    /// let buffer = unsafe { Buffer::from_foreign((), bytes, Access::Read, DType::U8) }?;
    /// assert!(!buffer.is_writable());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub unsafe fn from_foreign<O: Send + Sync + 'static>(
        owner: O,
        bytes: *mut [u8],
        access: Access,
        dtype: DType,
    ) -> Result<Self> {
        let op = "from_foreign";
        let len_bytes = bytes.len();
        let wrong = |name, found, allowed| ErrorKind::Argument { op, name, found, allowed };
        if len_bytes > isize::MAX as usize {
            let found = format!("{len_bytes} bytes long");
            return Err(wrong("bytes", found, "memory has at most `isize::MAX` bytes").into());
        }
        let start = match NonNull::new(bytes.cast::<u8>()) {
            Some(start) => start,
            None if len_bytes == 0 => NonNull::<u128>::dangling().cast(),
            None => return Err(wrong("bytes", "null".into(), "memory has an address").into()),
        };
        let traits = Traits { writable: access == Access::Write, bools: dtype == DType::Bool };
        let shared = Header::of(Owner::Foreign(Box::new(owner)), start, len_bytes, traits);
        // Nobody looks at the bools where they lie, so that they may be any bytes from the start.
        shared.exposed.store(true, Relaxed);
        Ok(Self { shared })
    }
}

/// Checks that every byte is a bool.
pub(super) fn check_bools(op: &'static str, bytes: &[u8]) -> Result<()> {
    match bytes.iter().position(|&byte| byte > 1) {
        None => Ok(()),
        Some(position) => Err(ErrorKind::InvalidBool { op, position, byte: bytes[position] }.into()),
    }
}
