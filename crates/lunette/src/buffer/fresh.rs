//! New memory on its way to become a buffer.
#![expect(unsafe_code, reason = "it says when memory has become initialised")]

use super::block::{Block, Contents};
use super::header::Header;
use super::memory::Owner;
use super::region::Target;
use super::{Buffer, Traits, recycle};
use crate::dtype::{DType, Element};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::{Dims, Layout, checked_len};

/// New memory, 64-byte aligned, that nobody else knows of and that holds nothing yet.
///
/// A kernel fills it and turns it into a [`Buffer`].
pub(crate) struct Fresh {
    /// Not handed out before it is initialised.
    buffer: Buffer,
    dtype: DType,
}

impl Fresh {
    /// Memory for as many elements as the shape has, uninitialised.
    ///
    /// # Errors
    /// If the size does not fit the address space or the system refuses.
    pub(crate) fn new(op: &'static str, shape: &[usize], dtype: DType) -> Result<Self> {
        Self::with_contents(op, shape, dtype, Contents::Uninit)
    }

    pub(super) fn with_contents(
        op: &'static str,
        shape: &[usize],
        dtype: DType,
        contents: Contents,
    ) -> Result<Self> {
        let len = checked_len(op, shape)?;
        let too_large = || ErrorKind::TooLarge { op, dims: Dims::from_slice(shape) };
        let bytes = len.checked_mul(dtype.item_size()).filter(|&bytes| bytes <= isize::MAX as usize);
        Self::of_bytes(op, bytes.ok_or_else(too_large)?, dtype, contents)
    }

    /// Memory for a few elements, uninitialised.
    ///
    /// # Errors
    /// If the system refuses.
    #[inline]
    pub(crate) fn small(op: &'static str, len: usize, dtype: DType) -> Result<Self> {
        Self::of_bytes(op, len.saturating_mul(dtype.item_size()), dtype, Contents::Uninit)
    }

    #[inline]
    fn of_bytes(op: &'static str, bytes: usize, dtype: DType, contents: Contents) -> Result<Self> {
        let traits = Traits { writable: true, bools: dtype == DType::Bool };
        let shared = match bytes < recycle::SMALLEST {
            true => Header::with_memory(bytes, contents, traits).ok_or_else(|| refused(op, bytes))?,
            false => in_a_block(op, bytes, contents, traits)?,
        };
        Ok(Self { buffer: Buffer { shared }, dtype })
    }

    /// The first byte.
    pub(crate) fn start(&mut self) -> *mut u8 {
        self.buffer.start()
    }

    /// A region of it for kernels that write every element before they read it.
    ///
    /// # Safety
    /// Nothing is read through the target before it has been written: the memory is not initialised.
    ///
    /// # Errors
    /// If the layout reaches outside of the memory.
    pub(crate) unsafe fn target<'a>(
        &'a mut self,
        op: &'static str,
        layout: &'a Layout,
    ) -> Result<Target<'a>> {
        // SAFETY: the memory is ours alone while `self` is borrowed, and the caller reads nothing uninitialised.
        unsafe { Target::new(op, self.buffer.frame(), layout, self.dtype) }
    }

    /// The finished buffer.
    ///
    /// # Safety
    /// All elements have been written, with values that are valid for the dtype.
    pub(crate) unsafe fn assume_init(self) -> Buffer {
        self.buffer
    }

    /// The finished buffer, holding a copy of these elements.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(crate) fn from_slice<T: Element>(op: &'static str, elements: &[T]) -> Result<Buffer> {
        let mut fresh = Self::new(op, &[elements.len()], T::DTYPE)?;
        // SAFETY: the memory was made for as many elements of `T`, is aligned for all of them, and is not the slice's,
        // because it is new; the slice's elements are valid.
        unsafe {
            fresh.start().cast::<T>().copy_from_nonoverlapping(elements.as_ptr(), elements.len());
            Ok(fresh.assume_init())
        }
    }
}

/// The header of memory that is large enough to be recycled.
#[inline(never)]
fn in_a_block(op: &'static str, bytes: usize, contents: Contents, traits: Traits) -> Result<Header> {
    let block = Block::new(op, bytes, contents)?;
    let start = block.start();
    Ok(Header::of(Owner::Block(block), start, bytes, traits))
}

#[cold]
fn refused(op: &'static str, bytes: usize) -> Error {
    ErrorKind::OutOfMemory { op, bytes }.into()
}

impl Buffer {
    /// Memory for as many elements as the shape has, all zero (or false).
    ///
    /// # Errors
    /// If the size does not fit the address space or the system refuses the memory.
    pub(crate) fn zeroed(op: &'static str, shape: &[usize], dtype: DType) -> Result<Self> {
        let fresh = Fresh::with_contents(op, shape, dtype, Contents::Zeroed)?;
        // SAFETY: zeros are valid elements of every dtype.
        Ok(unsafe { fresh.assume_init() })
    }
}
