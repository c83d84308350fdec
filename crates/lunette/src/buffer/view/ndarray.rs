//! Views of ndarray's arrays, and ndarray's views of ours: the same memory, both ways.
#![expect(unsafe_code, reason = "both libraries describe memory by a pointer and steps")]

use ndarray::{ArrayBase, ArrayViewD, Axis, Data, Dimension, IxDyn, ShapeBuilder};

use super::View;
use crate::dtype::Element;
use crate::layout::{Dims, Layout, Strides};

impl<'a, T: Element> View<'a, T> {
    /// The elements of an array; no copy.
    ///
    /// ```
    /// use lunette::View;
    /// let array = ndarray::array![[1, 2], [3, 4]];
    /// assert_eq!(View::from_ndarray(&array).transpose().to_vec(), [1, 3, 2, 4]);
    /// ```
    pub fn from_ndarray<S: Data<Elem = T>, D: Dimension>(array: &'a ArrayBase<S, D>) -> Self {
        let (shape, strides) = (Dims::from_slice(array.shape()), Strides::from_slice(array.strides()));
        // How far below its first element the array reaches.
        let below: usize = shape
            .iter()
            .zip(&strides)
            .filter(|&(&size, &step)| size > 0 && step < 0)
            .map(|(&size, &step)| (size - 1) * step.unsigned_abs())
            .sum();
        let below = if shape.contains(&0) { 0 } else { below };
        match Layout::new("from_ndarray", &shape, &strides, below) {
            // SAFETY: the array is borrowed for `'a`, and the layout, counted from the lowest element that it reaches,
            // describes its elements and no others.
            Ok(layout) => unsafe { Self::from_raw(array.as_ptr().wrapping_sub(below), &layout) },
            // Only an empty array can have steps that a layout refuses: it has nothing to show.
            Err(_) => Self::from(&[][..]),
        }
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
        let (shape, strides) = (layout.shape(), layout.strides());
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
            .zip(strides)
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
