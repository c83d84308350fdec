//! The same elements in the same logical (row-major) order under another shape.

use super::{Axes, Dims, Layout, Order, checked_len};
use crate::error::{ErrorKind, Result};

impl Layout {
    /// The layout of shape `to` with the same elements in row-major order of the indices, whatever the order in
    /// memory; `None` when no strides express it, or the element counts differ.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let rows = Layout::contiguous(&[4, 6], Order::C)?;
    /// assert_eq!(rows.reshape(&[2, 2, 6]).unwrap().strides(), [12, 6, 1]);
    /// assert_eq!(rows.transpose().reshape(&[24]), None);
    /// # Ok(())
    /// # }
    /// ```
    pub fn reshape(&self, to: &[usize]) -> Option<Self> {
        if checked_len("reshape", to).ok()? != self.len() {
            return None;
        }
        let axes = if self.is_c_contiguous() { Axes::contiguous(to, Order::C) } else { self.refit(to)? };
        Some(Self::trusted(axes, self.offset))
    }

    /// [`reshape`](Self::reshape) for the operation `op`; where strides do not express it, `cure` is what does.
    pub(crate) fn reshape_for(&self, op: &'static str, to: &[usize], cure: &'static str) -> Result<Self> {
        self.reshape(to).ok_or_else(|| {
            let (from, strides, to) = (self.dims(), self.strides().to_vec(), to.into());
            ErrorKind::ReshapeCopy { op, from, strides, to, cure }.into()
        })
    }

    /// The axes of a shape of the same, non-zero count of elements.
    ///
    /// After merging, a step from one block of axes to the next is a break that no single stride bridges; so the new
    /// axes, innermost first, must divide each block without a remainder.
    fn refit(&self, to: &[usize]) -> Option<Axes> {
        let (sizes, steps) = self.coalesce();
        let mut blocks = sizes.iter().zip(&steps).rev();
        let (mut left, mut step) = (1, 1isize);
        let mut axes = Axes::with_step(to, 0);
        let (_, strides) = axes.both_mut();
        for (stride, &size) in strides.iter_mut().zip(to).rev() {
            if left == 1 && size != 1 {
                (left, step) = blocks.next().map(|(&size, &step)| (size, step))?;
            }
            if left % size != 0 {
                return None;
            }
            *stride = step;
            left /= size;
            // Wrapping: too large only once the block is used up, and then only an axis of size 1 gets it.
            step = step.wrapping_mul(size as isize);
        }
        Some(axes)
    }
}

/// The shape that a request means, in which one size may be -1: as large as the element count demands.
///
/// # Errors
/// If the element counts differ, two sizes are open, a size is below -1, or an open size has no single answer
/// because the others already hold a 0.
pub(crate) fn infer_shape(op: &'static str, from: &[usize], to: &[i64]) -> Result<Dims> {
    let count = checked_len(op, from)?;
    let mismatch = || ErrorKind::Reshape { op, from: Dims::from_slice(from), to: to.to_vec() };
    let mut open = None;
    let mut shape = Dims::new();
    for (axis, &size) in to.iter().enumerate() {
        match usize::try_from(size) {
            Ok(size) => shape.push(size),
            Err(_) if size == -1 && open.is_none() => {
                open = Some(axis);
                shape.push(1);
            }
            Err(_) => return Err(ErrorKind::ReshapeInfer { op, to: to.to_vec() }.into()),
        }
    }
    let known = checked_len(op, &shape)?;
    match open {
        None if known == count => Ok(shape),
        Some(axis) if known != 0 && count % known == 0 => {
            shape[axis] = count / known;
            Ok(shape)
        }
        Some(_) if known == 0 && count == 0 => Err(ErrorKind::ReshapeInfer { op, to: to.to_vec() }.into()),
        _ => Err(mismatch().into()),
    }
}
