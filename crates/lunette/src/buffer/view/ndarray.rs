//! Views of ndarray's arrays, and ndarray's views of ours: the same memory, both ways.
#![expect(unsafe_code, reason = "both libraries describe memory by a pointer and steps")]

use ndarray::{
    ArrayBase, ArrayViewD, ArrayViewMutD, Axis, Data, DataMut, Dimension, IxDyn, RawData, ShapeBuilder,
};

use super::{View, ViewMut};
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
        let (below, layout) = layout_of("from_ndarray", array)?;
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
        if layout.is_empty() {
            // No element, so no memory: any address will do, and strides do not matter.
            return ArrayViewD::from_shape(IxDyn(layout.shape()), &[]).unwrap_or_else(|_| {
                let nothing = std::ptr::NonNull::dangling().as_ptr();
                // SAFETY: an empty view reads nothing.
                unsafe { ArrayViewD::from_shape_ptr(IxDyn(layout.shape()), nothing) }
            });
        }
        let Forwards { below, steps, turned } = Forwards::of(layout);
        let lowest = self.start().wrapping_add(layout.offset() - below);
        let shape = IxDyn(layout.shape()).strides(IxDyn(&steps));
        // SAFETY: the view's elements, and no others, lie at these steps from the lowest, readable for `'a`.
        let mut array = unsafe { ArrayViewD::from_shape_ptr(shape, lowest) };
        turned.into_iter().for_each(|axis| array.invert_axis(Axis(axis)));
        array
    }
}

impl<'a, T: Element> ViewMut<'a, T> {
    /// The elements of an array, to write; no copy.
    ///
    /// ```
    /// use lunette::ViewMut;
    /// let mut array = ndarray::array![[1, 2], [3, 4]];
    /// ViewMut::from_ndarray_mut(&mut array)?.transpose_mut()[[0, 1]] = 30;
    /// assert_eq!(array, ndarray::array![[1, 2], [30, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the array has more axes than [`MAX_RANK`](crate::layout::MAX_RANK).
    pub fn from_ndarray_mut<S: DataMut<Elem = T>, D: Dimension>(
        array: &'a mut ArrayBase<S, D>,
    ) -> Result<Self> {
        // First of all: an array that is shared becomes one of its own by this, and may get other steps.
        let start = array.as_mut_ptr();
        let (below, layout) = layout_of("from_ndarray_mut", array)?;
        // SAFETY: the array is borrowed exclusively for `'a`, its indices mean different elements, and the layout, counted
        // from the lowest element that it reaches, describes them and no others.
        Ok(unsafe { Self::from_raw(start.wrapping_sub(below), &layout) })
    }

    /// The elements as ndarray's view, to write; no copy.
    ///
    /// ```
    /// use lunette::ViewMut;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let view = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// view.into_flip(1)?.into_ndarray()[[0, 0]] = 30;
    /// assert_eq!(data, [1, 2, 30, 4, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn into_ndarray(mut self) -> ArrayViewMutD<'a, T> {
        let start = self.start_mut();
        let layout = self.layout();
        if layout.is_empty() {
            return ArrayViewMutD::from_shape(IxDyn(layout.shape()), &mut []).unwrap_or_else(|_| {
                let nothing = std::ptr::NonNull::dangling().as_ptr();
                // SAFETY: an empty view reads and writes nothing.
                unsafe { ArrayViewMutD::from_shape_ptr(IxDyn(layout.shape()), nothing) }
            });
        }
        let Forwards { below, steps, turned } = Forwards::of(layout);
        let lowest = start.wrapping_add(layout.offset() - below);
        let shape = IxDyn(layout.shape()).strides(IxDyn(&steps));
        // SAFETY: the view's elements, and no others, lie at these steps from the lowest; they are its alone for `'a`,
        // each at one index, and the view is gone.
        let mut array = unsafe { ArrayViewMutD::from_shape_ptr(shape, lowest) };
        turned.into_iter().for_each(|axis| array.invert_axis(Axis(axis)));
        array
    }
}

/// How far below its first element an array reaches, and its layout, counted from there.
fn layout_of<S: RawData, D: Dimension>(op: &'static str, array: &ArrayBase<S, D>) -> Result<(usize, Layout)> {
    let (shape, strides) = (Dims::from_slice(array.shape()), Strides::from_slice(array.strides()));
    if array.is_empty() {
        // Where there is nothing to reach, steps may be anything; those of a fresh tensor are as good.
        return Ok((0, Layout::contiguous_for(op, &shape, Order::C)?));
    }
    let below = reach_below(&shape, &strides);
    Ok((below, Layout::new_for(op, &shape, &strides, below)?))
}

/// How far below its first element a layout that is not empty reaches.
fn reach_below(shape: &[usize], strides: &[isize]) -> usize {
    let backwards = shape.iter().zip(strides).filter(|&(_, &step)| step < 0);
    backwards.map(|(&size, &step)| (size - 1) * step.unsigned_abs()).sum()
}

/// A layout as ndarray takes it, with steps forwards only: from the lowest element, and some axes to be turned round.
struct Forwards {
    below: usize,
    steps: Vec<usize>,
    turned: Vec<usize>,
}

impl Forwards {
    /// Of a layout that is not empty.
    fn of(layout: &Layout) -> Self {
        // The step of an axis with one entry leads nowhere, and may be more than ndarray can turn round.
        let steps = layout.shape().iter().zip(layout.strides());
        let strides: Strides = steps.map(|(&size, &step)| if size == 1 { 0 } else { step }).collect();
        Self {
            below: reach_below(layout.shape(), &strides),
            steps: strides.iter().map(|step| step.unsigned_abs()).collect(),
            turned: (0..strides.len()).filter(|&axis| strides[axis] < 0).collect(),
        }
    }
}
