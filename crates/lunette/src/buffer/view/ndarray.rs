//! Views of ndarray's arrays, and ndarray's views of ours: the same memory, both ways.
#![expect(unsafe_code, reason = "both libraries describe memory by a pointer and steps")]

use ndarray::{ArrayBase, ArrayViewD, Axis, Data, Dimension, IxDyn, ShapeBuilder};

use super::View;
use crate::dtype::Element;
use crate::error::Result;
use crate::layout::{Dims, Layout, Order, Strides};

impl<'a, T: Element> View<'a, T> {
    /// The elements of an array; no copy.
    ///
    /// ```
    /// use lunette::View;
    /// let array = ndarray::array![[1, 2], [3, 4]];
    /// assert_eq!(View::from_ndarray(&array)?.transpose().to_vec(), [1, 3, 2, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the array has more axes than [`MAX_RANK`](crate::layout::MAX_RANK).
    pub fn from_ndarray<S: Data<Elem = T>, D: Dimension>(array: &'a ArrayBase<S, D>) -> Result<Self> {
        let op = "from_ndarray";
        let (shape, strides) = (Dims::from_slice(array.shape()), Strides::from_slice(array.strides()));
        // How far below its first element the array reaches.
        let below: usize = shape
            .iter()
            .zip(&strides)
            .filter(|&(_, &step)| step < 0)
            .map(|(&size, &step)| size.saturating_sub(1) * step.unsigned_abs())
            .sum();
        let (below, layout) = match array.is_empty() {
            // Where there is nothing to reach, steps may be anything; those of a fresh tensor are as good.
            true => (0, Layout::contiguous_for(op, &shape, Order::C)?),
            false => (below, Layout::new_for(op, &shape, &strides, below)?),
        };
        // SAFETY: the array is borrowed for `'a`, and the layout, counted from the lowest element that it reaches,
        // describes its elements and no others.
        Ok(unsafe { Self::from_raw(array.as_ptr().wrapping_sub(below), &layout) })
    }

    /// The elements as ndarray's view; no copy.
    ///
    /// ```
    /// use lunette::View;
    /// let view = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// let reversed = view.flip([1])?.to_ndarray();
    /// assert_eq!(reversed, ndarray::array![[3, 2, 1], [6, 5, 4]].into_dyn());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn to_ndarray(&self) -> ArrayViewD<'a, T> {
        let layout = self.layout();
        let shape = layout.shape();
        // The step of an axis with one entry leads nowhere, and may be more than ndarray can turn round.
        let strides: Strides = shape
            .iter()
            .zip(layout.strides())
            .map(|(&size, &step)| if size == 1 { 0 } else { step })
            .collect();
        if layout.is_empty() {
            // No element, so no memory: any address will do, and strides do not matter.
            return ArrayViewD::from_shape(IxDyn(shape), &[]).unwrap_or_else(|_| {
                // SAFETY: an empty view reads nothing.
                unsafe { ArrayViewD::from_shape_ptr(IxDyn(shape), std::ptr::NonNull::dangling().as_ptr()) }
            });
        }
        let forwards: Vec<usize> = strides.iter().map(|step| step.unsigned_abs()).collect();
        // ndarray takes steps forwards only: begin at the lowest element, and turn round what runs backwards.
        let below: usize = shape
            .iter()
            .zip(&strides)
            .filter(|&(_, &step)| step < 0)
            .map(|(&size, &step)| (size - 1) * step.unsigned_abs())
            .sum();
        let lowest = self.start().wrapping_add(layout.offset() - below);
        // SAFETY: the view's elements, and no others, lie at these steps from the lowest, readable for `'a`.
        let mut array = unsafe { ArrayViewD::from_shape_ptr(IxDyn(shape).strides(IxDyn(&forwards)), lowest) };
        for (axis, &step) in strides.iter().enumerate() {
            if step < 0 {
                array.invert_axis(Axis(axis));
            }
        }
        array
    }
}
