//! ndarray: owned arrays in and out; views of either share memory (`View::from_ndarray`, `View::to_ndarray`).

use ndarray::{Array, ArrayD, Dimension, Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};

use crate::buffer::{Buffer, View};
use crate::dtype::Element;
use crate::error::{Error, ErrorKind, Result};
use crate::layout::Layout;
use crate::tensor::{Handle, Tensor};

impl<T: Element> Tensor<T> {
    /// An array as a tensor; without a copy where its elements are all of its memory, in row-major order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_ndarray(ndarray::array![[1, 2], [3, 4]])?;
    /// assert_eq!(x, tensor![[1, 2], [3, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the array has more axes than [`MAX_RANK`](crate::layout::MAX_RANK), or there is no memory for a copy.
    pub fn from_ndarray<D: Dimension>(array: Array<T, D>) -> Result<Self> {
        if !array.is_standard_layout() {
            return View::from_ndarray(&array)?.to_tensor();
        }
        let shape = array.shape().to_vec();
        Self::from_vec(values_of(array), shape)
    }

    /// A copy as an array.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].to_ndarray()?, ndarray::array![[1, 2], [3, 4]].into_dyn());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the memory is being written by a guard.
    pub fn to_ndarray(&self) -> Result<ArrayD<T>> {
        let (shape, values) = (self.shape().to_vec(), self.to_vec_for("to_ndarray")?);
        let too_large = |_| ErrorKind::TooLarge { op: "to_ndarray", dims: self.shape().into() };
        ArrayD::from_shape_vec(shape, values).map_err(|error| too_large(error).into())
    }
}

/// The elements in row-major order; without a copy where they are all of the array's memory, in that order.
fn values_of<T: Element, D: Dimension>(array: Array<T, D>) -> Vec<T> {
    if !array.is_standard_layout() {
        return array.iter().copied().collect();
    }
    let len = array.len();
    let (values, offset) = array.into_raw_vec_and_offset();
    match offset.unwrap_or(0) {
        0 if values.len() == len => values,
        start => values.into_iter().skip(start).take(len).collect(),
    }
}

/// Arrays whose rank is in the type have no more axes than a tensor can have.
macro_rules! from_arrays {
    ($($D:ty),*) => { $(
        /// Without a copy where the elements are all of the array's memory, in row-major order.
        impl<T: Element> From<Array<T, $D>> for Tensor<T> {
            fn from(array: Array<T, $D>) -> Self {
                let layout = Layout::existing(array.shape());
                Self::wrap(Handle::fresh(Buffer::from_vec(values_of(array)), layout, T::DTYPE))
            }
        }
    )* };
}

from_arrays!(Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6);

/// As [`Tensor::from_ndarray`]: an array whose rank is known at run time may have too many axes.
impl<T: Element> TryFrom<Array<T, IxDyn>> for Tensor<T> {
    type Error = Error;

    fn try_from(array: Array<T, IxDyn>) -> Result<Self> {
        Self::from_ndarray(array)
    }
}
