//! What every tensor is made of, wherever its dtype is known.

use crate::buffer::Buffer;
use crate::dtype::DType;
use crate::error::{ErrorKind, ReadOnlyReason, Result};
use crate::layout::{Layout, Order, Overlap};

/// A shared buffer, a layout that lies inside it, and a dtype.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(crate) buffer: Buffer,
    pub(crate) layout: Layout,
    pub(crate) dtype: DType,
    /// Whether this came from a view operation; a clone keeps it (R4).
    pub(crate) is_view: bool,
    /// Why it cannot be written, decided when the view was made (R19).
    pub(crate) read_only: Option<ReadOnlyReason>,
}

impl Handle {
    /// A tensor that has just been made, in one segment of memory of its own.
    pub(crate) fn fresh(buffer: Buffer, layout: Layout, dtype: DType) -> Self {
        Self { buffer, layout, dtype, is_view: false, read_only: None }
    }

    /// A fresh tensor of zeros.
    pub(crate) fn zeros(op: &'static str, dtype: DType, shape: &[usize], order: Order) -> Result<Self> {
        let layout = Layout::contiguous_for(op, shape, order)?;
        let buffer = Buffer::zeroed(op, shape, dtype)?;
        Ok(Self::fresh(buffer, layout, dtype))
    }

    /// Any layout over any buffer, checked: what the low-level constructors and imports use.
    pub(crate) fn from_parts(op: &'static str, buffer: Buffer, layout: Layout, dtype: DType) -> Result<Self> {
        buffer.check_layout(op, &layout, dtype)?;
        let read_only = match buffer.is_writable() {
            true => overlapping(&layout),
            false => Some(ReadOnlyReason::Memory),
        };
        // The memory was there before, and may have a tensor of its own.
        Ok(Self { buffer, layout, dtype, is_view: true, read_only })
    }

    /// A view of the same memory through a layout that keeps different indices apart if this one does: slices,
    /// permutations, reshapes. A view of an overlapping layout may have lost the overlap, and is looked at again.
    #[inline]
    pub(crate) fn with_layout(&self, layout: Layout) -> Self {
        let read_only = match self.read_only {
            Some(ReadOnlyReason::Overlapping) => overlapping(&layout),
            other => other,
        };
        Self { buffer: self.buffer.clone(), layout, dtype: self.dtype, is_view: true, read_only }
    }

    /// A view of the same memory through a layout that may bring indices together: broadcasts, windows.
    pub(crate) fn with_overlapping_layout(&self, layout: Layout) -> Self {
        let read_only = match self.read_only {
            None | Some(ReadOnlyReason::Overlapping) => overlapping(&layout),
            other => other,
        };
        Self { read_only, ..self.with_layout(layout) }
    }

    /// A view of the same memory through any layout, checked against the buffer.
    pub(crate) fn with_any_layout(&self, op: &'static str, layout: Layout) -> Result<Self> {
        self.buffer.check_layout(op, &layout, self.dtype)?;
        Ok(self.with_overlapping_layout(layout))
    }

    /// Whether indices meet, so that a view has to be looked at again.
    #[inline]
    pub(crate) fn is_overlapping(&self) -> bool {
        self.read_only == Some(ReadOnlyReason::Overlapping)
    }

    /// The error that a store gives when this tensor cannot be written.
    #[inline]
    pub(crate) fn check_writable(&self, op: &'static str) -> Result<()> {
        match self.read_only {
            None => Ok(()),
            Some(reason) => Err(ErrorKind::ReadOnly { op, reason }.into()),
        }
    }

    /// Whether a result of this shape and dtype may take the memory over: nobody else holds it, and it has no gaps.
    pub(crate) fn is_reusable(&mut self) -> bool {
        self.read_only.is_none() && self.layout.is_contiguous() && self.buffer.is_sole_owner()
    }

    /// Whether both are the same elements, in the same arrangement and dtype.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        self.dtype == other.dtype && self.layout == other.layout && self.buffer.ptr_eq(&other.buffer)
    }

    pub(crate) fn shape(&self) -> &[usize] {
        self.layout.shape()
    }
}

/// Whether indices of the layout meet, as the reason not to write it; unsure counts as yes (R19).
fn overlapping(layout: &Layout) -> Option<ReadOnlyReason> {
    (layout.overlaps_itself() != Overlap::No).then_some(ReadOnlyReason::Overlapping)
}
