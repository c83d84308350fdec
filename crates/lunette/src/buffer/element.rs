//! One element, in and out.
#![expect(unsafe_code, reason = "it reads and writes memory that it has entered")]

use std::alloc::{Layout, handle_alloc_error};

use super::block::Contents;
use super::header::Header;
use super::{Buffer, Traits};
use crate::dtype::{DType, Element, Scalar, dispatch, with_value};
use crate::error::{Access, ErrorKind, Result};

impl Buffer {
    /// New memory that holds one value; a machine that has no room for it has none for the error either.
    #[inline]
    pub(crate) fn of_scalar(value: Scalar) -> Self {
        let dtype = value.dtype();
        let traits = Traits { writable: true, bools: dtype == DType::Bool };
        let Some(shared) = Header::with_memory(dtype.item_size(), Contents::Uninit, traits) else {
            handle_alloc_error(Layout::new::<Scalar>());
        };
        let buffer = Self { shared };
        let start = buffer.start();
        // SAFETY: the memory is aligned for every dtype and has room for one element, and nobody else knows it.
        with_value!(value, element => unsafe { std::ptr::write(start.cast(), element) });
        buffer
    }

    /// The element at `offset`, counted in elements of `T`.
    ///
    /// # Errors
    /// If there is no such element, the buffer does not hold such elements, or a guard is in the way.
    #[inline]
    pub(crate) fn read_at<T: Element>(&self, op: &'static str, offset: usize) -> Result<T> {
        self.check_readable_as(op, T::DTYPE)?;
        let element = self.element_ptr(op, offset, size_of::<T>())?;
        let _entered = self.enter_briefly(op, Access::Read)?;
        // SAFETY: `element_ptr` found the element inside of the buffer, which holds elements of `T`; the gate let us in, so
        // nobody writes.
        Ok(unsafe { read_element::<T>(element) })
    }

    /// Writes the element at `offset`, counted in elements of `T`.
    ///
    /// # Errors
    /// If there is no such element, the buffer does not take such elements, or a guard is in the way.
    #[inline]
    pub(crate) fn write_at<T: Element>(&self, op: &'static str, offset: usize, value: T) -> Result<()> {
        self.check_writable_as(op, T::DTYPE)?;
        let element = self.element_ptr(op, offset, size_of::<T>())?.cast::<T>();
        let _entered = self.enter_briefly(op, Access::Write)?;
        // SAFETY: `element_ptr` found the element inside of the buffer, which takes elements of `T`; the gate let us in,
        // so nobody else reads or writes. Nobody has asked whether memory that is not ours is aligned for `T`.
        unsafe { element.write_unaligned(value) };
        Ok(())
    }

    /// [`Buffer::read_at`] for a dtype that is known at run time.
    ///
    /// # Errors
    /// As for [`Buffer::read_at`].
    #[inline]
    pub(crate) fn read_scalar_at(&self, op: &'static str, offset: usize, dtype: DType) -> Result<Scalar> {
        self.check_readable_as(op, dtype)?;
        let element = self.element_ptr(op, offset, dtype.item_size())?;
        let _entered = self.enter_briefly(op, Access::Read)?;
        // SAFETY: as in `read_at`.
        Ok(dispatch!(dtype, T => Scalar::from(unsafe { read_element::<T>(element) })))
    }

    /// [`Buffer::write_at`] for a dtype that is known at run time: the scalar's.
    ///
    /// # Errors
    /// As for [`Buffer::write_at`].
    #[inline]
    pub(crate) fn write_scalar_at(&self, op: &'static str, offset: usize, value: Scalar) -> Result<()> {
        with_value!(value, element => self.write_at(op, offset, element))
    }

    /// The address of an element that exists; `size` is the size of one element.
    #[inline]
    fn element_ptr(&self, op: &'static str, offset: usize, size: usize) -> Result<*mut u8> {
        match offset.checked_mul(size) {
            Some(first) if self.len_bytes().saturating_sub(first) >= size => {
                // SAFETY: the bytes from `first` on are `size` or more, and all lie in the buffer.
                Ok(unsafe { self.start().add(first) })
            }
            _ => Err(no_element(op, offset, self.len_bytes() / size)),
        }
    }
}

/// One element; of a bool, whether its byte is not 0: others may have written any.
///
/// # Safety
/// There is such an element, which nobody of this library writes now. It need not be aligned for `T`.
#[inline(always)]
pub(super) unsafe fn read_element<T: Element>(element: *const u8) -> T {
    if T::DTYPE == DType::Bool {
        // SAFETY: the caller's promise.
        let byte = u8::from(unsafe { element.read() } != 0);
        // SAFETY: the one type with this dtype is `bool`, and the byte is 0 or 1.
        return unsafe { std::ptr::from_ref(&byte).cast::<T>().read() };
    }
    // SAFETY: the caller's promise; any bits are valid for all other dtypes.
    unsafe { element.cast::<T>().read_unaligned() }
}

#[cold]
fn no_element(op: &'static str, offset: usize, len: usize) -> crate::Error {
    ErrorKind::OutOfBounds { op, lowest: offset as i128, highest: offset as i128, len: Some(len) }.into()
}
