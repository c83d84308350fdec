//! Rows of elements, contiguous and one after the other: what sorting and searching work on.

#![expect(unsafe_code, reason = "it fills memory that is not yet initialised")]

use crate::buffer::{Fresh, Source};
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::copy::transfer;
use crate::layout::{Layout, Order};

/// The elements of a region as contiguous rows along its last axis.
///
/// `count * len` elements may be read from `start` for as long as this lives.
pub(in crate::kernels) struct Rows<'a> {
    pub(in crate::kernels) start: *const u8,
    pub(in crate::kernels) count: usize,
    pub(in crate::kernels) len: usize,
    source: Source<'a>,
    /// A copy, where the region is not contiguous by itself, or may change meanwhile; nobody else knows it.
    _copy: Option<Fresh>,
}

// SAFETY: the elements are only read; the source's owner keeps writers out, or this is a copy.
unsafe impl Sync for Rows<'_> {}

impl<'a> Rows<'a> {
    /// # Errors
    /// If a copy is needed and there is no memory for it.
    pub(in crate::kernels) fn new(op: &'static str, source: Source<'a>) -> Result<Self> {
        let (shape, dtype) = (source.shape(), source.dtype());
        // One element alone is a row.
        let len = shape.last().copied().unwrap_or(1);
        let count = if source.layout().is_empty() { 0 } else { source.layout().len() / len };
        // Elements are read several times, counted first and then put where there is room for as many.
        if source.layout().is_c_contiguous() && !source.may_change() {
            return Ok(Self { start: source.start(), count, len, source, _copy: None });
        }
        let mut copy = Fresh::new(op, shape, dtype)?;
        let layout = Layout::contiguous_for(op, shape, Order::C)?;
        // SAFETY: the transfer writes every element of the new memory, and reads none of it.
        unsafe { transfer(op, copy.target(op, &layout)?, source)? };
        Ok(Self { start: copy.start(), count, len, source, _copy: Some(copy) })
    }

    pub(in crate::kernels) fn shape(&self) -> &[usize] {
        self.source.shape()
    }

    pub(in crate::kernels) fn dtype(&self) -> DType {
        self.source.dtype()
    }

    /// The number of all elements.
    pub(in crate::kernels) fn total(&self) -> usize {
        self.count * self.len
    }

    /// Where a row starts.
    pub(in crate::kernels) fn row(&self, row: usize) -> *const u8 {
        self.start.wrapping_add(row * self.len * self.dtype().item_size())
    }
}

/// A place in memory that several threads write different parts of.
pub(in crate::kernels) struct Place<T>(pub(in crate::kernels) *mut T);

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Place<T> {}

// SAFETY: whoever uses the pointer proves that no two threads touch the same element.
unsafe impl<T> Sync for Place<T> {}
// SAFETY: as above.
unsafe impl<T> Send for Place<T> {}

impl<T> Place<T> {
    /// The place `k` elements further.
    #[inline(always)]
    pub(in crate::kernels) fn at(self, k: usize) -> *mut T {
        self.0.wrapping_add(k)
    }
}
