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
        let layout = Layout::contiguous(op, shape, order)?;
        let buffer = Buffer::zeroed(op, shape, dtype)?;
        Ok(Self::fresh(buffer, layout, dtype))
    }

    /// Any layout over any buffer, checked: what the low-level constructors and imports use.
    pub(crate) fn from_parts(op: &'static str, buffer: Buffer, layout: Layout, dtype: DType) -> Result<Self> {
        buffer.check_layout(op, &layout, dtype)?;
        let read_only = (!buffer.is_writable()).then_some(ReadOnlyReason::Memory);
        let made = Self { buffer, layout, dtype, is_view: false, read_only };
        Ok(made.decide_overlap())
    }

    /// A view of the same memory through a layout that keeps different indices apart if this one does: slices,
    /// permutations, reshapes. A view of an overlapping layout may have lost the overlap, and is looked at again.
    pub(crate) fn with_layout(&self, layout: Layout) -> Self {
        let view = Self {
            buffer: self.buffer.clone(),
            layout,
            dtype: self.dtype,
            is_view: true,
            read_only: self.read_only,
        };
        if view.read_only == Some(ReadOnlyReason::Overlapping) { view.decide_overlap() } else { view }
    }

    /// A view of the same memory through a layout that may bring indices together: broadcasts, windows.
    pub(crate) fn with_overlapping_layout(&self, layout: Layout) -> Self {
        self.with_layout(layout).decide_overlap()
    }

    /// A view of the same memory through any layout, checked against the buffer.
    pub(crate) fn with_any_layout(&self, op: &'static str, layout: Layout) -> Result<Self> {
        self.buffer.check_layout(op, &layout, self.dtype)?;
        Ok(self.with_overlapping_layout(layout))
    }

    /// Settles whether indices meet; unsure counts as yes (R19).
    fn decide_overlap(mut self) -> Self {
        match self.read_only {
            None | Some(ReadOnlyReason::Overlapping) => {
                let meets = self.layout.overlaps_itself() != Overlap::No;
                self.read_only = meets.then_some(ReadOnlyReason::Overlapping);
            }
            Some(_) => {}
        }
        self
    }

    /// The error that a store gives when this tensor cannot be written.
    #[inline]
    pub(crate) fn check_writable(&self, op: &'static str) -> Result<()> {
        match self.read_only {
            None => Ok(()),
            Some(reason) => Err(ErrorKind::ReadOnly { op, reason }.into()),
        }
    }

    pub(crate) fn shape(&self) -> &[usize] {
        self.layout.shape()
    }
}
