//! Tensors over memory of others.
#![expect(unsafe_code, reason = "it takes memory over from others, by what they say of it")]

use lunette::buffer::{Buffer, ForeignArray, Import};
use lunette::layout::{Dims, Strides};
use lunette::{Access, DType, DynTensor};

use super::asarray::{Copy, Source};
use crate::error::{Result, value_error};

/// How the elements of an array of others lie in memory.
pub struct Described {
    /// The first byte of the element at index (0, …, 0).
    pub start: *mut u8,
    /// The elements; in another byte order if `swapped`.
    pub dtype: DType,
    pub shape: Dims,
    pub byte_strides: Strides,
    pub writable: bool,
    pub swapped: bool,
}

impl Described {
    /// The steps of an array without gaps, the last axis fastest.
    pub fn row_major(shape: &[usize], item_size: usize) -> Strides {
        let mut step = isize::try_from(item_size).unwrap_or(isize::MAX);
        let mut strides: Strides = shape.iter().map(|_| 0).collect();
        for (stride, &size) in strides.iter_mut().zip(shape).rev() {
            *stride = step;
            step = step.saturating_mul(isize::try_from(size).unwrap_or(isize::MAX));
        }
        strides
    }

    /// A tensor over the memory, or over a copy where it has to be one.
    ///
    /// `owner` is dropped with the last tensor, on whatever thread that is.
    ///
    /// # Safety
    /// The description is right, and the memory lives for as long as `owner` does.
    pub unsafe fn into_tensor<O: Send + Sync + 'static>(self, owner: O, copy: Copy) -> Result<Source> {
        if self.swapped {
            // SAFETY: the caller's promise.
            return unsafe { self.into_swapped(owner, copy) };
        }
        // SAFETY: the caller's promise.
        unsafe { tensor_over(owner, self.array(self.dtype), copy) }
    }

    /// A copy with the bytes of each number turned round.
    ///
    /// # Safety
    /// As [`into_tensor`](Self::into_tensor).
    unsafe fn into_swapped<O: Send + Sync + 'static>(mut self, owner: O, copy: Copy) -> Result<Source> {
        if copy == Copy::Never {
            return Err(value_error("a copy is needed to turn the byte order: `copy=None` allows it"));
        }
        let dtype = self.dtype;
        // A complex number is two numbers, each with its own order.
        let number = if dtype.is_complex() { dtype.item_size() / 2 } else { dtype.item_size() };
        let shape = self.shape.clone();
        self.shape.extend([dtype.item_size() / number, number]);
        self.byte_strides.extend([number, 1].map(|step| isize::try_from(step).unwrap_or(1)));
        // SAFETY: the bytes of the same elements; the steps of the new axes stay inside of one.
        let bytes = unsafe {
            let (buffer, layout) =
                Buffer::from_foreign_array(owner, self.array(DType::U8), Import::ShareOnly)?;
            DynTensor::from_layout(buffer, DType::U8, layout)?
        };
        let turned = bytes.flip(-1i64)?.copy()?;
        Ok(Source::Copied(turned.reshape(-1i64)?.reinterpret_to(dtype)?.reshape(ints(&shape))?))
    }

    fn array(&self, dtype: DType) -> ForeignArray<'_> {
        let access = if self.writable { Access::Write } else { Access::Read };
        let Self { start, shape, byte_strides, .. } = self;
        ForeignArray { start: *start, dtype, shape, byte_strides, access }
    }
}

/// A tensor over the memory of an array, or over a copy where it has to be one.
///
/// # Safety
/// As [`Described::into_tensor`].
pub unsafe fn tensor_over<O: Send + Sync + 'static>(
    owner: O,
    array: ForeignArray<'_>,
    copy: Copy,
) -> Result<Source> {
    let import = if copy == Copy::Never { Import::ShareOnly } else { Import::CopyIfNeeded };
    // SAFETY: the caller's promise. What Python's code does to the memory at the same time from other threads is its own
    // race, as it is between two of NumPy's arrays: it decides which values are read. No value decides where something is
    // read or written: integers of an index are checked as they are read, and what is read several times (sorting), or must
    // not be any byte (bools), is copied by the library first.
    let (buffer, layout) = unsafe { Buffer::from_foreign_array(owner, array, import)? };
    let tensor = DynTensor::from_layout(buffer, array.dtype, layout)?;
    match tensor.is_empty() || tensor.as_ptr() == array.start {
        true => Ok(Source::Shared(tensor)),
        false => Ok(Source::Copied(tensor)),
    }
}

fn ints(shape: &[usize]) -> Vec<i64> {
    shape.iter().map(|&size| i64::try_from(size).unwrap_or(i64::MAX)).collect()
}
