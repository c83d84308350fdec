//! Pure geometry: shape, strides and offset, in elements; no bytes, no memory.
//!
//! Every view operation of the crate is a function from [`Layout`] to [`Layout`]. A layout says which elements a
//! tensor reaches; whether they exist is checked where a layout meets a buffer.
//!
//! # Invariants
//! 1. `shape` and `strides` have the same length, the rank, at most [`MAX_RANK`].
//! 2. The product of the non-zero sizes fits `isize`, so no element count and no flat index overflows.
//! 3. `offset` plus the reach of every axis, downwards and upwards, fits `isize`; no reach falls below element 0.
//!    (An empty layout reaches nothing; its offset still fits `isize`.)
//!
//! Nothing is promised about the stride of an axis of size 1, nor about any stride of an empty layout: they take
//! part in no address. Arithmetic on them wraps, arithmetic on all others cannot overflow (invariant 3).

mod axes;
mod broadcast;
mod coalesce;
mod contiguity;
mod overlap;
mod reinterpret;
mod reshape;
mod slice;
mod solver;
mod split;
mod storage;
#[cfg(test)]
mod tests;
mod windows;

use std::fmt;

use smallvec::SmallVec;

pub(crate) use self::axes::{AxisList, resolve_axes, resolve_axis};
pub(crate) use self::broadcast::{broadcast_batches_for, broadcast_shapes_for, store_layout};
pub use self::broadcast::{broadcast_shapes, squeezed};
pub(crate) use self::contiguity::Dense;
pub use self::overlap::{Overlap, overlap};
pub(crate) use self::reshape::infer_shape;
pub(crate) use self::slice::{Cutter, Entries, LayoutBuilder};
pub(crate) use self::storage::{Axes, INLINE_AXES};
pub(crate) use self::windows::window_places;
use crate::error::{ErrorKind, Result};

/// The largest number of axes a tensor can have.
///
/// ```
/// use lunette::layout::MAX_RANK;
/// use lunette::prelude::*;
/// assert_eq!(Tensor::<u8>::zeros([1; MAX_RANK])?.rank(), MAX_RANK);
/// assert!(Tensor::<u8>::zeros([1; MAX_RANK + 1]).is_err());
/// # Ok::<(), lunette::Error>(())
/// ```
pub const MAX_RANK: usize = 64;

/// The number of sizes and steps that need no allocation where they are lists.
pub(crate) const INLINE_RANK: usize = 8;

/// Sizes, one for each axis; up to eight without an allocation.
///
/// ```
/// use lunette::layout::Dims;
/// let dims: Dims = [2, 3].into_iter().collect();
/// assert_eq!(lunette::Tensor::<f64>::zeros(&dims)?.shape(), [2, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub type Dims = SmallVec<[usize; INLINE_RANK]>;

/// Steps in elements, one for each axis; up to eight without an allocation.
///
/// ```
/// use lunette::layout::Strides;
/// let bytes: Strides = lunette::tensor![[1i32, 2], [3, 4]].byte_strides();
/// assert_eq!(&bytes[..], [8, 4]);
/// ```
pub type Strides = SmallVec<[isize; INLINE_RANK]>;

/// Row-major or column-major.
///
/// ```
/// use lunette::layout::{Layout, Order};
/// assert_eq!(Layout::contiguous(&[2, 3], Order::C)?.strides(), [3, 1]);
/// assert_eq!(Layout::contiguous(&[2, 3], Order::F)?.strides(), [1, 2]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Row-major: the last axis varies fastest.
    #[default]
    C,
    /// Column-major: the first axis varies fastest.
    F,
}

/// The geometry of a tensor: which element of a one-dimensional segment each index means.
///
/// The element at index `(n_0, …)` lies at `offset + Σ strides[k] · n_k`, counted in elements.
///
/// ```
/// use lunette::layout::{Layout, Order};
/// # fn main() -> lunette::Result<()> {
/// let rows = Layout::contiguous(&[2, 3], Order::C)?;
/// assert_eq!(rows.strides(), [3, 1]);
/// let columns = rows.transpose();
/// assert_eq!((columns.shape(), columns.strides()), (&[3, 2][..], &[1, 3][..]));
/// assert_eq!(columns.offset_of(&[2, 1]), Some(5));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Layout {
    axes: Axes,
    offset: usize,
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layout")
            .field("shape", &self.shape())
            .field("strides", &self.strides())
            .field("offset", &self.offset)
            .finish()
    }
}

impl Layout {
    /// The layout of a fresh tensor of this shape in one segment.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3, 4], Order::C)?;
    /// assert_eq!(x.strides(), [12, 4, 1]);
    /// assert!(Layout::contiguous(&[usize::MAX, 2], Order::C).is_err());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the rank is above [`MAX_RANK`] or the element count does not fit `isize`.
    pub fn contiguous(shape: &[usize], order: Order) -> Result<Self> {
        Self::contiguous_for("Layout::contiguous", shape, order)
    }

    /// [`contiguous`](Self::contiguous) for the operation `op`, which errors name.
    pub(crate) fn contiguous_for(op: &'static str, shape: &[usize], order: Order) -> Result<Self> {
        checked_len(op, shape)?;
        Ok(Self::trusted(Axes::contiguous(shape, order), 0))
    }

    /// The layout of rank 0 that means one element.
    ///
    /// ```
    /// use lunette::layout::Layout;
    /// let x = Layout::scalar(7)?;
    /// assert_eq!((x.rank(), x.len(), x.offset()), (0, 1, 7));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If `offset` does not fit `isize`.
    pub fn scalar(offset: usize) -> Result<Self> {
        Self::new_for("Layout::scalar", &[], &[], offset)
    }

    /// The layout of rank 0 that means the first element.
    #[inline]
    pub(crate) fn first_element() -> Self {
        Self::trusted(Axes::new(), 0)
    }

    /// The layout of a `Vec`: one axis, which cannot be too long, because the `Vec` exists.
    pub(crate) fn vector(len: usize) -> Self {
        Self::trusted(Axes::contiguous(&[len], Order::C), 0)
    }

    /// The row-major layout of an array of this shape, which cannot be too large, because the array exists; the caller
    /// knows that its rank is below the limit.
    #[cfg(feature = "ndarray")]
    pub(crate) fn existing(shape: &[usize]) -> Self {
        Self::trusted(Axes::contiguous(shape, Order::C), 0)
    }

    /// A layout from its parts: any sizes, any steps.
    ///
    /// ```
    /// use lunette::layout::Layout;
    /// # fn main() -> lunette::Result<()> {
    /// let windows = Layout::new(&[5, 3], &[1, 1], 0)?; // overlapping windows of 3 over 7 elements
    /// assert_eq!(windows.extent(), Some((0, 6)));
    /// assert!(Layout::new(&[2], &[-1], 0).is_err()); // element -1
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the lists differ in length, the rank is above [`MAX_RANK`], the element count or a reach does not fit
    /// `isize`, or a reach falls below element 0.
    pub fn new(shape: &[usize], strides: &[isize], offset: usize) -> Result<Self> {
        Self::new_for("Layout::new", shape, strides, offset)
    }

    /// [`new`](Self::new) for the operation `op`, which errors name.
    pub(crate) fn new_for(
        op: &'static str,
        shape: &[usize],
        strides: &[isize],
        offset: usize,
    ) -> Result<Self> {
        if shape.len() != strides.len() {
            let (noun, cure) = ("strides", "give one stride for each axis");
            let (expected, found, shape) = (shape.len(), strides.len(), Dims::from_slice(shape));
            return Err(ErrorKind::AxisCount { op, shape, noun, expected, found, cure }.into());
        }
        checked_len(op, shape)?;
        let axes = shape.iter().copied().zip(strides.iter().copied()).collect();
        let layout = Self { axes, offset };
        layout.check_extent(op)?;
        Ok(layout)
    }

    /// A layout whose invariants follow from how the parts were made.
    #[inline]
    pub(crate) fn trusted(axes: Axes, offset: usize) -> Self {
        let layout = Self { axes, offset };
        debug_assert!(layout.invariants_hold(), "{layout:?}");
        layout
    }

    /// The layout counted in units of `unit` entries of this one; the offset, and the step of every axis that has one to
    /// go, is a multiple of it. What was in reach is, counted so, no further away.
    pub(crate) fn in_units_of(&self, unit: usize) -> Self {
        let axes = self.axes.iter().map(|(size, step)| (size, step / unit.cast_signed())).collect();
        Self::trusted(axes, self.offset / unit)
    }

    fn invariants_hold(&self) -> bool {
        self.shape().len() == self.rank()
            && self.strides().len() == self.rank()
            && checked_len("", self.shape()).is_ok()
            && self.check_extent("").is_ok()
    }

    /// Invariant 3, after invariants 1 and 2.
    fn check_extent(&self, op: &'static str) -> Result<()> {
        let inside = |lowest: i128, highest: i128| match lowest >= 0 && highest <= isize::MAX as i128 {
            true => Ok(()),
            false => Err(ErrorKind::OutOfBounds { op, lowest, highest, len: None }.into()),
        };
        if self.is_empty() {
            return inside(0, self.offset as i128);
        }
        // Invariant 2 bounds the sum of all `size - 1` by 2^63, so the sums below stay under 2^127.
        let (mut lowest, mut highest) = (self.offset as i128, self.offset as i128);
        for (size, stride) in self.axes.iter() {
            let reach = (size as i128 - 1) * stride as i128;
            if reach < 0 { lowest += reach } else { highest += reach }
        }
        inside(lowest, highest)
    }

    /// The same axes some elements further; the caller knows that it stays in the memory.
    #[inline]
    pub(crate) fn move_by(&mut self, elements: isize) {
        self.offset = self.offset.wrapping_add_signed(elements);
        debug_assert!(self.invariants_hold(), "{self:?}");
    }

    /// Sizes and steps.
    #[inline]
    pub(crate) fn axes(&self) -> &Axes {
        &self.axes
    }

    /// The sizes of the axes.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!(x.shape(), [2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn shape(&self) -> &[usize] {
        self.axes.shape()
    }

    /// The sizes of the axes, to be kept.
    pub(crate) fn dims(&self) -> Dims {
        Dims::from_slice(self.shape())
    }

    /// The steps of the axes, in elements.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!(x.strides(), [3, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn strides(&self) -> &[isize] {
        self.axes.strides()
    }

    /// The element at index (0, …, 0), counted from the start of the segment.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!(x.flip(None)?.offset(), 5);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The number of axes.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!(x.rank(), 2);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn rank(&self) -> usize {
        self.axes.rank()
    }

    /// The number of elements.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!(x.len(), 6);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Whether there is no element at all.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// assert!(Layout::contiguous(&[2, 0], Order::C)?.is_empty());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.shape().contains(&0)
    }

    /// The element at an index, counted from the start of the segment; `None` when the index has another rank or
    /// lies outside.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!((x.offset_of(&[1, 2]), x.offset_of(&[2, 0])), (Some(5), None));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn offset_of(&self, index: &[usize]) -> Option<usize> {
        if index.len() != self.rank() {
            return None;
        }
        let mut position = self.offset;
        for (&i, (size, stride)) in index.iter().zip(self.axes.iter()) {
            if i >= size {
                return None;
            }
            // Wrapping: only an empty layout can overflow here, and a later axis then gives `None`.
            position = position.wrapping_add_signed(stride.wrapping_mul(i as isize));
        }
        Some(position)
    }

    /// The lowest and the highest element that some index reaches; `None` when there is no index.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!(x.extent(), Some((0, 5)));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn extent(&self) -> Option<(usize, usize)> {
        if self.is_empty() {
            return None;
        }
        let (mut lowest, mut highest) = (self.offset, self.offset);
        for (size, stride) in self.axes.iter() {
            let reach = stride * (size as isize - 1);
            let end = if reach < 0 { &mut lowest } else { &mut highest };
            *end = end.wrapping_add_signed(reach);
        }
        Some((lowest, highest))
    }

    /// The steps of the axes in bytes.
    ///
    /// Steps that take part in no address may be arbitrarily large; their bytes end at the limits of `isize`.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!(&x.byte_strides(8)[..], [24, 8]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn byte_strides(&self, item_size: usize) -> Strides {
        let item_size = isize::try_from(item_size).unwrap_or(isize::MAX);
        self.strides().iter().map(|stride| stride.saturating_mul(item_size)).collect()
    }

    /// The byte at which the element at index (0, …, 0) starts, ending at the limit of `usize`.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!(x.flip(None)?.byte_offset(8), 40);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn byte_offset(&self, item_size: usize) -> usize {
        self.offset.saturating_mul(item_size)
    }
}

/// The number of elements of a shape; invariants 1 and 2.
///
/// Zero sizes are left out of the overflow check, so that `[0, big, big]` and `[big, big, 0]` get the same answer.
pub(crate) fn checked_len(op: &'static str, shape: &[usize]) -> Result<usize> {
    if shape.len() > MAX_RANK {
        return Err(ErrorKind::RankLimit { op, rank: shape.len() }.into());
    }
    let (mut without_zeros, mut empty, mut overflow) = (1isize, false, false);
    for &size in shape {
        empty |= size == 0;
        let (product, overflowed) = without_zeros.overflowing_mul(size.max(1) as isize);
        overflow |= overflowed || size > isize::MAX as usize;
        without_zeros = product;
    }
    if overflow {
        return Err(ErrorKind::TooLarge { op, dims: Dims::from_slice(shape) }.into());
    }
    Ok(if empty { 0 } else { without_zeros as usize })
}
