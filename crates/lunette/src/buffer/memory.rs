//! Who frees a buffer's memory, and where it lies.
#![expect(unsafe_code, reason = "it takes vectors apart")]

use std::any::Any;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use super::block::Block;
use crate::dtype::{DType, Element, dispatch};

/// The one who frees the memory.
pub(super) enum Owner {
    /// Nobody has to: it lies behind the header.
    Header,
    /// This crate, which recycles it.
    Block(#[expect(dead_code, reason = "held to be dropped")] Block),
    /// A vector that was taken apart.
    Vec(VecParts),
    /// Somebody else; the memory lives for as long as this does.
    Foreign(#[expect(dead_code, reason = "held to be dropped")] Box<dyn Any + Send + Sync>),
}

/// A `Vec<T>` taken apart, and its element type as a dtype.
pub(super) struct VecParts {
    start: NonNull<u8>,
    len: usize,
    capacity: usize,
    dtype: DType,
}

impl VecParts {
    pub(super) fn new<T: Element>(vec: Vec<T>) -> Self {
        let mut vec = ManuallyDrop::new(vec);
        let (len, capacity) = (vec.len(), vec.capacity());
        // SAFETY: a vector's pointer is never null.
        let start = unsafe { NonNull::new_unchecked(vec.as_mut_ptr()) }.cast();
        Self { start, len, capacity, dtype: T::DTYPE }
    }

    pub(super) fn start(&self) -> NonNull<u8> {
        self.start
    }

    pub(super) fn len_bytes(&self) -> usize {
        self.len * self.dtype.item_size()
    }

    pub(super) fn dtype(&self) -> DType {
        self.dtype
    }

    /// The vector again, if it is one of `T`.
    pub(super) fn into_vec<T: Element>(self) -> Result<Vec<T>, Self> {
        if self.dtype != T::DTYPE {
            return Err(self);
        }
        let parts = ManuallyDrop::new(self);
        // SAFETY: `new` took these parts from a vector of `T`: `dtype` names one element type and no other. The
        // elements are still valid: every writer of a buffer keeps them so (`buffer` invariant 2).
        Ok(unsafe { Vec::from_raw_parts(parts.start.cast().as_ptr(), parts.len, parts.capacity) })
    }
}

impl Drop for VecParts {
    fn drop(&mut self) {
        // SAFETY: as in `into_vec`; elements need no drop, so the length can be 0.
        dispatch!(self.dtype, T => drop(unsafe {
            Vec::<T>::from_raw_parts(self.start.cast().as_ptr(), 0, self.capacity)
        }));
    }
}
