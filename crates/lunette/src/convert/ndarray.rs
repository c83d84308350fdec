//! ndarray: owned arrays in and out; views of either share memory (`View::from_ndarray`, `View::to_ndarray`).

use ndarray::{Array, ArrayD, Dimension};

use crate::buffer::View;
use crate::dtype::Element;
use crate::error::{ErrorKind, Result};
use crate::tensor::Tensor;

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
        let (shape, len) = (array.shape().to_vec(), array.len());
        let (values, offset) = array.into_raw_vec_and_offset();
        match offset.unwrap_or(0) {
            0 if values.len() == len => Self::from_vec(values, shape),
            start => Self::from_vec(values.into_iter().skip(start).take(len).collect(), shape),
        }
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
        let (shape, values) = (self.shape().to_vec(), self.to_vec()?);
        let too_large = |_| ErrorKind::TooLarge { op: "to_ndarray", dims: self.shape().into() };
        ArrayD::from_shape_vec(shape, values).map_err(|error| too_large(error).into())
    }
}
