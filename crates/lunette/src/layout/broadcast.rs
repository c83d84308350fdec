//! Stretching: trailing axes aligned, size 1 repeats by a stride of 0.

use super::{Axes, Dims, Layout, MAX_RANK, checked_len};
use crate::error::{ErrorKind, Result};

impl Layout {
    /// The layout stretched to a shape: missing leading axes and axes of size 1 repeat by a stride of 0.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let column = Layout::contiguous(&[3, 1], Order::C)?;
    /// assert_eq!(column.broadcast_to(&[2, 3, 4])?.strides(), [0, 1, 0]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the shape has fewer axes, an axis that is neither equal nor stretched from 1, or is too large.
    pub fn broadcast_to(&self, to: &[usize]) -> Result<Self> {
        self.broadcast_to_for("broadcast_to", to)
    }

    /// [`broadcast_to`](Self::broadcast_to) for the operation `op`, which errors name.
    pub(crate) fn broadcast_to_for(&self, op: &'static str, to: &[usize]) -> Result<Self> {
        checked_len(op, to)?;
        match stretch(self.shape(), self.strides(), to) {
            Ok(axes) => Ok(Self::trusted(axes, self.offset)),
            Err(axis) => {
                let (from, to) = (self.dims(), Dims::from_slice(to));
                Err(ErrorKind::BroadcastTo { op, from, to, axis }.into())
            }
        }
    }
}

/// The axes of a shape stretched to another, or the axis of `to` that cannot be reached (`None`: too many axes).
fn stretch(shape: &[usize], strides: &[isize], to: &[usize]) -> Result<Axes, Option<usize>> {
    let new = to.len().checked_sub(shape.len()).ok_or(None)?;
    let mut axes = Axes::with_step(to, 0);
    let (to, stretched) = axes.both_mut();
    for (axis, (&size, &stride)) in shape.iter().zip(strides).enumerate() {
        if size == to[new + axis] {
            stretched[new + axis] = stride;
        } else if size != 1 {
            return Err(Some(new + axis));
        }
    }
    Ok(axes)
}

/// The shape that all of the shapes stretch to; rank 0 for none.
///
/// ```
/// use lunette::layout::broadcast_shapes;
/// assert_eq!(broadcast_shapes(&[&[2, 1], &[3]])?[..], [2, 3]);
/// assert!(broadcast_shapes(&[&[2], &[3]]).is_err());
/// # Ok::<(), lunette::Error>(())
/// ```
///
/// # Errors
/// If two sizes of one axis differ and neither is 1, or the result is too large.
pub fn broadcast_shapes(shapes: &[&[usize]]) -> Result<Dims> {
    broadcast_shapes_for("broadcast_shapes", shapes)
}

/// [`broadcast_shapes`] for the operation `op`, which errors name.
pub(crate) fn broadcast_shapes_for(op: &'static str, shapes: &[&[usize]]) -> Result<Dims> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    if rank > MAX_RANK {
        return Err(ErrorKind::RankLimit { op, rank }.into());
    }
    let mut common = Dims::from_elem(1, rank);
    for (i, shape) in shapes.iter().enumerate() {
        let new = rank - shape.len();
        for (axis, &size) in shape.iter().enumerate() {
            let so_far = &mut common[new + axis];
            if *so_far == 1 {
                *so_far = size;
            } else if size != 1 && size != *so_far {
                return Err(conflict(op, &shapes[..=i], rank - new - axis).into());
            }
        }
    }
    checked_len(op, &common)?;
    Ok(common)
}

/// What the axes before the last two of both shapes have in common; the error names both shapes whole.
pub(crate) fn broadcast_batches_for(op: &'static str, shapes: [&[usize]; 2]) -> Result<Dims> {
    let batches = shapes.map(|shape| &shape[..shape.len().saturating_sub(2)]);
    broadcast_shapes_for(op, &batches).map_err(|error| match *error.kind() {
        ErrorKind::Broadcast { axis, .. } => {
            let [left, right] = shapes.map(Dims::from_slice);
            ErrorKind::Broadcast { op, left, right, axis }.into()
        }
        _ => error,
    })
}

/// The error about the last shape and the first one that it does not agree with, `from_end` axes before the end.
#[cold]
fn conflict(op: &'static str, shapes: &[&[usize]], from_end: usize) -> ErrorKind {
    let size = |shape: &[usize]| shape.len().checked_sub(from_end).map_or(1, |axis| shape[axis]);
    let right: &[usize] = shapes.last().copied().unwrap_or_default();
    let at_fault = |shape: &&&[usize]| size(shape) != 1 && size(shape) != size(right);
    let left: &[usize] = shapes.iter().find(at_fault).copied().unwrap_or_default();
    let axis = left.len().max(right.len()) - from_end;
    ErrorKind::Broadcast { op, left: Dims::from_slice(left), right: Dims::from_slice(right), axis }
}

/// The shape without its axes of size 1.
///
/// ```
/// use lunette::layout::squeezed;
/// assert_eq!(squeezed(&[1, 2, 1, 3])[..], [2, 3]);
/// ```
pub fn squeezed(shape: &[usize]) -> Dims {
    shape.iter().copied().filter(|&size| size != 1).collect()
}

/// The layout of a stored value in the shape of the region that it is stored to, by rule R14.
///
/// A region of rank 0 takes only rank 0. Any other takes, in this order, a value of rank 0; one whose shape, leading
/// 1s dropped, stretches to the region; one whose shape equals the region's once all 1s are removed from both.
///
/// # Errors
/// If the value fits in none of these ways, or the region's shape is too large.
pub(crate) fn store_layout(op: &'static str, region: &[usize], value: &Layout) -> Result<Layout> {
    if region == value.shape() {
        return Ok(value.clone());
    }
    checked_len(op, region)?;
    let refused = || ErrorKind::StoreShape { op, region: Dims::from_slice(region), value: value.dims() };
    if region.is_empty() {
        // Not even a value of shape [1], which would stretch.
        return Err(refused().into());
    }
    let leading = value.shape().iter().take_while(|&&size| size == 1).count();
    let stretched = stretch(&value.shape()[leading..], &value.strides()[leading..], region).ok();
    let axes = stretched.or_else(|| match_squeezed(region, value)).ok_or_else(refused)?;
    Ok(Layout::trusted(axes, value.offset))
}

/// The axes of the region when both shapes are equal but for their 1s.
fn match_squeezed(region: &[usize], value: &Layout) -> Option<Axes> {
    let mut left = value.axes.iter().filter(|&(size, _)| size != 1);
    let mut axes = Axes::with_step(region, 0);
    let (sizes, steps) = axes.both_mut();
    for (size, step) in sizes.iter().zip(steps).filter(|&(&size, _)| size != 1) {
        let (found, stride) = left.next()?;
        if found != *size {
            return None;
        }
        *step = stride;
    }
    left.next().is_none().then_some(axes)
}
