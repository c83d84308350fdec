//! One element, in and out.
#![expect(unsafe_code, reason = "it reads and writes memory that it has entered")]

use super::{Buffer, lock};
use crate::dtype::{DType, Element, Scalar, dispatch};
use crate::error::{Access, ErrorKind, Result};

impl Buffer {
    /// The element at `offset`, counted in elements of `T`.
    ///
    /// # Errors
    /// If there is no such element, the buffer does not hold such elements, or a guard is in the way.
    #[inline]
    pub(crate) fn read_at<T: Element>(&self, op: &'static str, offset: usize) -> Result<T> {
        self.check_readable_as(op, T::DTYPE)?;
        let element = self.element_ptr::<T>(op, offset)?;
        let brief = self.visit(op, Access::Read)?;
        // SAFETY: `element_ptr` found the element inside of the buffer, whose elements are valid for `T`; the gate let
        // us in, so nobody writes. Foreign memory need not be aligned.
        let value = unsafe { element.read_unaligned() };
        self.end_visit(Access::Read, brief);
        Ok(value)
    }

    /// Writes the element at `offset`, counted in elements of `T`.
    ///
    /// # Errors
    /// If there is no such element, the buffer does not take such elements, or a guard is in the way.
    #[inline]
    pub(crate) fn write_at<T: Element>(&self, op: &'static str, offset: usize, value: T) -> Result<()> {
        self.check_writable_as(op, T::DTYPE)?;
        let element = self.element_ptr::<T>(op, offset)?;
        let brief = self.visit(op, Access::Write)?;
        // SAFETY: `element_ptr` found the element inside of the buffer, which takes elements of `T`; the gate let us in,
        // so nobody else reads or writes. Foreign memory need not be aligned.
        unsafe { element.write_unaligned(value) };
        self.end_visit(Access::Write, brief);
        Ok(())
    }

    /// [`Buffer::read_at`] for a dtype that is known at run time.
    ///
    /// # Errors
    /// As for [`Buffer::read_at`].
    pub(crate) fn read_scalar_at(&self, op: &'static str, offset: usize, dtype: DType) -> Result<Scalar> {
        dispatch!(dtype, T => self.read_at::<T>(op, offset).map(Scalar::from))
    }

    /// [`Buffer::write_at`] for a dtype that is known at run time: the scalar's.
    ///
    /// # Errors
    /// As for [`Buffer::write_at`].
    pub(crate) fn write_scalar_at(&self, op: &'static str, offset: usize, value: Scalar) -> Result<()> {
        match value {
            Scalar::Bool(v) => self.write_at(op, offset, v),
            Scalar::I8(v) => self.write_at(op, offset, v),
            Scalar::I16(v) => self.write_at(op, offset, v),
            Scalar::I32(v) => self.write_at(op, offset, v),
            Scalar::I64(v) => self.write_at(op, offset, v),
            Scalar::U8(v) => self.write_at(op, offset, v),
            Scalar::U16(v) => self.write_at(op, offset, v),
            Scalar::U32(v) => self.write_at(op, offset, v),
            Scalar::U64(v) => self.write_at(op, offset, v),
            Scalar::F16(v) => self.write_at(op, offset, v),
            Scalar::BF16(v) => self.write_at(op, offset, v),
            Scalar::F32(v) => self.write_at(op, offset, v),
            Scalar::F64(v) => self.write_at(op, offset, v),
            Scalar::Complex64(v) => self.write_at(op, offset, v),
            Scalar::Complex128(v) => self.write_at(op, offset, v),
        }
    }

    /// The address of an element that exists.
    #[inline]
    fn element_ptr<T: Element>(&self, op: &'static str, offset: usize) -> Result<*mut T> {
        let len = self.len_bytes() / size_of::<T>();
        if offset >= len {
            let reached = offset as i128;
            return Err(ErrorKind::OutOfBounds { op, lowest: reached, highest: reached, len }.into());
        }
        // SAFETY: `offset + 1` elements of `T` fit into the buffer's bytes.
        Ok(unsafe { self.start().cast::<T>().add(offset) })
    }

    /// Enters the gate for one element; what it returns goes to [`Buffer::end_visit`].
    #[inline]
    fn visit(&self, op: &'static str, access: Access) -> Result<bool> {
        self.shared.gate.enter_briefly(access).map_err(|conflict| lock::busy(op, access, conflict))
    }

    #[inline]
    fn end_visit(&self, access: Access, brief: bool) {
        if brief {
            self.shared.gate.leave_briefly();
        } else {
            self.shared.gate.leave(access);
        }
    }
}
