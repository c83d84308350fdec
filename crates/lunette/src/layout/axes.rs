//! Axes by number, negative ones from the end, and the layouts with axes in another order, fewer or more of them.

use smallvec::SmallVec;

use super::{Layout, MAX_RANK};
use crate::error::{Error, ErrorKind, Result};

/// Axes of a layout, counted from 0.
pub(crate) type AxisList = SmallVec<[usize; 8]>;

/// The axis that a number means, negative ones counted from the end.
#[inline]
pub(crate) fn resolve_axis(op: &'static str, axis: i64, rank: usize) -> Result<usize> {
    let count = rank as i64;
    let from_start = if axis < 0 { axis.checked_add(count) } else { Some(axis) };
    match from_start {
        Some(k) if 0 <= k && k < count => Ok(k as usize),
        _ => Err(ErrorKind::AxisOutOfRange { op, axis, rank }.into()),
    }
}

/// The axes that a list means, in its order; an error when one is named twice.
pub(crate) fn resolve_axes(op: &'static str, axes: &[i64], rank: usize) -> Result<AxisList> {
    if rank > MAX_RANK {
        return Err(ErrorKind::RankLimit { op, rank }.into());
    }
    let mut seen = 0u64; // One bit for each axis: MAX_RANK is its width.
    let mut resolved = AxisList::new();
    for &axis in axes {
        let axis = resolve_axis(op, axis, rank)?;
        if seen & (1 << axis) != 0 {
            return Err(ErrorKind::AxisRepeated { op, axis }.into());
        }
        seen |= 1 << axis;
        resolved.push(axis);
    }
    Ok(resolved)
}

impl Layout {
    /// The layout whose axis `k` is axis `axes[k]` of this one.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!(x.permute(&[1, 0])?.strides(), [1, 3]);
    /// assert!(x.permute(&[1, 1]).is_err());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If `axes` does not name every axis once.
    pub fn permute(&self, axes: &[i64]) -> Result<Self> {
        self.permute_for("permute", axes)
    }

    /// [`permute`](Self::permute) for the operation `op`, which errors name.
    pub(crate) fn permute_for(&self, op: &'static str, axes: &[i64]) -> Result<Self> {
        if axes.len() != self.rank() {
            return Err(self.wrong_count(op, "axes", [self.rank(), axes.len()], "name every axis once"));
        }
        Ok(self.with_axes(&resolve_axes(op, axes, self.rank())?))
    }

    /// The layout with all axes in the opposite order.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!((x.transpose().shape(), x.transpose().strides()), (&[3, 2][..], &[1, 3][..]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn transpose(&self) -> Self {
        let mut turned = self.clone();
        let (shape, strides) = turned.axes.both_mut();
        shape.reverse();
        strides.reverse();
        turned
    }

    /// The layout with two axes exchanged.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// assert_eq!(x.swap_axes(0, -1)?, x.transpose());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an axis is out of range.
    pub fn swap_axes(&self, a: i64, b: i64) -> Result<Self> {
        self.swap_axes_for("swap_axes", a, b)
    }

    /// [`swap_axes`](Self::swap_axes) for the operation `op`, which errors name.
    pub(crate) fn swap_axes_for(&self, op: &'static str, a: i64, b: i64) -> Result<Self> {
        let (a, b) = (resolve_axis(op, a, self.rank())?, resolve_axis(op, b, self.rank())?);
        let mut swapped = self.clone();
        let (shape, strides) = swapped.axes.both_mut();
        shape.swap(a, b);
        strides.swap(a, b);
        Ok(swapped)
    }

    /// The layout in which axis `source[i]` has become axis `destination[i]`; the others keep their order.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let x = Layout::contiguous(&[3, 4, 5], Order::C)?;
    /// assert_eq!(x.move_axis(&[0, 1], &[-1, -2])?.shape(), [5, 4, 3]);
    /// assert_eq!(x.move_axis(&[0], &[-1])?.shape(), [4, 5, 3]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the lists differ in length, or either names an axis twice or one that is out of range.
    pub fn move_axis(&self, source: &[i64], destination: &[i64]) -> Result<Self> {
        self.move_axis_for("move_axis", source, destination)
    }

    /// [`move_axis`](Self::move_axis) for the operation `op`, which errors name.
    pub(crate) fn move_axis_for(
        &self,
        op: &'static str,
        source: &[i64],
        destination: &[i64],
    ) -> Result<Self> {
        if source.len() != destination.len() {
            let cure = "name one destination for each axis that moves";
            return Err(self.wrong_count(op, "destinations", [source.len(), destination.len()], cure));
        }
        let source = resolve_axes(op, source, self.rank())?;
        let destination = resolve_axes(op, destination, self.rank())?;
        let mut rest = (0..self.rank()).filter(|axis| !source.contains(axis));
        let order: AxisList = (0..self.rank())
            .filter_map(|axis| match destination.iter().position(|&to| to == axis) {
                Some(i) => Some(source[i]),
                None => rest.next(),
            })
            .collect();
        Ok(self.with_axes(&order))
    }

    /// The layout without axes of size 1: without all of them, or without the named ones.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[1, 3, 1], Order::C)?;
    /// assert_eq!(x.squeeze(None)?.shape(), [3]);
    /// assert_eq!(x.squeeze(Some(&[0]))?.shape(), [3, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a named axis is out of range, named twice, or has another size than 1.
    pub fn squeeze(&self, axes: Option<&[i64]>) -> Result<Self> {
        self.squeeze_for("squeeze", axes)
    }

    /// [`squeeze`](Self::squeeze) for the operation `op`, which errors name.
    pub(crate) fn squeeze_for(&self, op: &'static str, axes: Option<&[i64]>) -> Result<Self> {
        let kept: AxisList = match axes {
            None => (0..self.rank()).filter(|&axis| self.shape()[axis] != 1).collect(),
            Some(axes) => {
                let dropped = resolve_axes(op, axes, self.rank())?;
                if let Some(&axis) = dropped.iter().find(|&&axis| self.shape()[axis] != 1) {
                    return Err(ErrorKind::AxisNotOne { op, axis, size: self.shape()[axis] }.into());
                }
                (0..self.rank()).filter(|axis| !dropped.contains(axis)).collect()
            }
        };
        Ok(self.with_axes(&kept))
    }

    /// The layout with new axes of size 1; `positions` count in the result, as the Array API has it.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let x = Layout::contiguous(&[3, 4], Order::C)?;
    /// assert_eq!(x.expand_dims(&[0, -1])?.shape(), [1, 3, 4, 1]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If a position is out of range or named twice, or the rank grows above [`MAX_RANK`].
    pub fn expand_dims(&self, positions: &[i64]) -> Result<Self> {
        self.expand_dims_for("expand_dims", positions)
    }

    /// [`expand_dims`](Self::expand_dims) for the operation `op`, which errors name.
    pub(crate) fn expand_dims_for(&self, op: &'static str, positions: &[i64]) -> Result<Self> {
        let rank = self.rank().saturating_add(positions.len());
        let new = resolve_axes(op, positions, rank)?;
        let mut old = self.axes.iter();
        let axes = (0..rank)
            .map(|axis| if new.contains(&axis) { None } else { old.next() }.unwrap_or((1, 0)))
            .collect();
        Ok(Self::trusted(axes, self.offset))
    }

    /// The error about a list for some of the axes that has another length than it should.
    #[cold]
    pub(crate) fn wrong_count(
        &self,
        op: &'static str,
        noun: &'static str,
        [expected, found]: [usize; 2],
        cure: &'static str,
    ) -> Error {
        ErrorKind::AxisCount { op, shape: self.dims(), noun, expected, found, cure }.into()
    }

    /// The layout with these axes of this one; the caller leaves out none but those of size 1, and repeats none.
    fn with_axes(&self, axes: &[usize]) -> Self {
        let (shape, strides) = (self.shape(), self.strides());
        let axes = axes.iter().map(|&axis| (shape[axis], strides[axis])).collect();
        Self::trusted(axes, self.offset)
    }
}
