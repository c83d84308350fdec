//! What every tensor is made of, wherever its dtype is known.

use std::fmt;

use crate::buffer::Buffer;
use crate::dtype::DType;
use crate::error::{ErrorKind, ReadOnlyReason, Result};
use crate::layout::{Layout, Order, Overlap, overlap};

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

/// What it is, and none of its elements, which somebody may hold.
impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.dtype, self.shape())
    }
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
            true if buffer.holds_bools() && dtype != DType::Bool => Some(ReadOnlyReason::Bools),
            true => overlapping(&layout),
            false => Some(ReadOnlyReason::Memory),
        };
        // The memory was there before, and may have a tensor of its own.
        Ok(Self { buffer, layout, dtype, is_view: true, read_only })
    }

    /// Elements that were lent for a call.
    pub(crate) fn lent(buffer: Buffer, layout: Layout, dtype: DType) -> Self {
        Self { buffer, layout, dtype, is_view: true, read_only: Some(ReadOnlyReason::Memory) }
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

    /// Whether a result of this shape and dtype may take the memory over, as if it were fresh: it is ours, nobody else
    /// holds it, and this tensor is all of it.
    pub(crate) fn is_reusable(&mut self) -> bool {
        self.read_only.is_none()
            && self.layout.is_contiguous()
            && self.layout.len().checked_mul(self.dtype.item_size()) == Some(self.buffer.len_bytes())
            && self.buffer.is_ours()
            && self.buffer.is_sole_owner()
    }

    /// Whether both are the same elements, in the same arrangement and dtype.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        self.dtype == other.dtype && self.layout == other.layout && self.buffer.ptr_eq(&other.buffer)
    }

    /// Whether some byte belongs to an element of both, counted by addresses: memory of others can be in two buffers.
    pub(crate) fn meets_in_memory(&self, other: &Self) -> bool {
        let lower = self.buffer.address().min(other.buffer.address());
        match (self.in_bytes(lower), other.in_bytes(lower)) {
            (Some(a), Some(b)) => overlap(&a, 1, &b, 1).is_possible(),
            _ => true,
        }
    }

    /// The layout of the bytes of the elements, counted from an address below; none where it has too many axes.
    fn in_bytes(&self, address: usize) -> Option<Layout> {
        let item = self.dtype.item_size();
        let (mut shape, mut strides) = (self.layout.dims(), self.layout.byte_strides(item));
        shape.push(item);
        strides.push(1);
        let before = self.buffer.address().checked_sub(address)?;
        let offset = self.layout.offset().checked_mul(item)?.checked_add(before)?;
        Layout::new_for("shares_memory", &shape, &strides, offset).ok()
    }

    pub(crate) fn shape(&self) -> &[usize] {
        self.layout.shape()
    }
}

/// Whether indices of the layout meet, as the reason not to write it; unsure counts as yes (R19).
fn overlapping(layout: &Layout) -> Option<ReadOnlyReason> {
    (layout.overlaps_itself() != Overlap::No).then_some(ReadOnlyReason::Overlapping)
}
