//! Making tensors whose dtype is known at run time.

use crate::buffer::Buffer;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::index::IntoShape;
use crate::layout::{Layout, Order};
use crate::ops::create::{self, Endpoint};
use crate::tensor::{Dyn, Handle, Tensor};

impl Tensor<Dyn> {
    /// A tensor of zeros of a dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(DynTensor::zeros_of(DType::F16, [2, 3])?.nbytes(), 12);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn zeros_of(dtype: DType, shape: impl IntoShape) -> Result<Self> {
        Handle::zeros("zeros_of", dtype, &shape.into_shape(), Order::C).map(Self::wrap)
    }

    /// A tensor of zeros of a dtype known at run time, in the order asked for.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(DynTensor::zeros_of_in(DType::F16, [2, 3], Order::F)?.strides(), [1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn zeros_of_in(dtype: DType, shape: impl IntoShape, order: Order) -> Result<Self> {
        Handle::zeros("zeros_of_in", dtype, &shape.into_shape(), order).map(Self::wrap)
    }

    /// A tensor of a dtype known at run time that is going to be overwritten; it holds zeros.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(DynTensor::empty_of(DType::U8, [2, 3])?.nbytes(), 6);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn empty_of(dtype: DType, shape: impl IntoShape) -> Result<Self> {
        Handle::zeros("empty_of", dtype, &shape.into_shape(), Order::C).map(Self::wrap)
    }

    /// A tensor of ones of a dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(DynTensor::ones_of(DType::Bool, 2)?, tensor![true, true].into_dyn());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn ones_of(dtype: DType, shape: impl IntoShape) -> Result<Self> {
        create::full("ones_of", dtype, &shape.into_shape(), true.into()).map(Self::wrap)
    }

    /// A tensor in which every element is `value`, converted by the rule of stores.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = DynTensor::full_of(DType::U8, [3], 2.9)?;
    /// assert_eq!(x.get([0])?, Scalar::U8(2));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn full_of(dtype: DType, shape: impl IntoShape, value: impl Into<Scalar>) -> Result<Self> {
        create::full("full_of", dtype, &shape.into_shape(), value.into()).map(Self::wrap)
    }

    /// As [`full_of`](Self::full_of), in the order asked for.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(DynTensor::full_of_in(DType::U8, [2, 3], 7, Order::F)?.strides(), [1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn full_of_in(
        dtype: DType,
        shape: impl IntoShape,
        value: impl Into<Scalar>,
        order: Order,
    ) -> Result<Self> {
        create::full_in("full_of_in", dtype, &shape.into_shape(), value.into(), order).map(Self::wrap)
    }

    /// A tensor of rank 0 of the scalar's own dtype. It gives a `Result` as all constructors do; `DynTensor::from` gives the
    /// tensor.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = DynTensor::scalar_of(2.5f32)?;
    /// assert_eq!((x.rank(), x.dtype()), (0, DType::F32));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn scalar_of(value: impl Into<Scalar>) -> Result<Self> {
        Ok(Self::from(value.into()))
    }

    /// `start`, `start + step`, … up to but without `stop`, in a dtype known at run time.
    ///
    /// # Errors
    /// As for [`Tensor::arange`].
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(DynTensor::arange_of(DType::I16, 0, 5, 2)?.len(), 3);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn arange_of(
        dtype: DType,
        start: impl Into<Scalar>,
        stop: impl Into<Scalar>,
        step: impl Into<Scalar>,
    ) -> Result<Self> {
        create::arange("arange_of", dtype, [start.into(), stop.into(), step.into()]).map(Self::wrap)
    }

    /// `num` evenly spaced values from `start` to `stop`, in a dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = DynTensor::linspace_of(DType::F32, 0.0, 1.0, 3, Endpoint::Included)?;
    /// assert_eq!(x, tensor![0.0f32, 0.5, 1.0].into_dyn());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn linspace_of(
        dtype: DType,
        start: impl Into<Scalar>,
        stop: impl Into<Scalar>,
        num: usize,
        endpoint: Endpoint,
    ) -> Result<Self> {
        create::linspace("linspace_of", dtype, [start.into(), stop.into()], num, endpoint).map(Self::wrap)
    }

    /// Ones on the diagonal `offset` above the main one, in a dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(DynTensor::eye_of(DType::I32, 2, 2, 0)?, tensor![[1, 0], [0, 1]].into_dyn());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn eye_of(dtype: DType, rows: usize, columns: usize, offset: i64) -> Result<Self> {
        create::eye("eye_of", dtype, [rows, columns], offset).map(Self::wrap)
    }

    /// `num` values from `base ** start` to `base ** stop`, evenly spaced on a log scale, in a dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = DynTensor::logspace_of(DType::F32, 0.0, 2.0, 3, 10.0)?;
    /// assert_eq!(x.into_typed()?, tensor![1_f32, 10.0, 100.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn logspace_of(dtype: DType, start: f64, stop: f64, num: usize, base: f64) -> Result<Self> {
        create::logspace("logspace_of", dtype, [start, stop], num, base).map(Self::wrap)
    }

    /// `num` values from `start` to `stop`, each the same multiple of the one before, in a dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = DynTensor::geomspace_of(DType::F32, 1.0, 100.0, 3)?;
    /// assert_eq!(x.into_typed()?, tensor![1_f32, 10.0, 100.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn geomspace_of(dtype: DType, start: f64, stop: f64, num: usize) -> Result<Self> {
        create::geomspace("geomspace_of", dtype, [start, stop], num).map(Self::wrap)
    }

    /// Ones on and below the diagonal `offset`, zeros above, in a dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(DynTensor::tri_of(DType::U8, 2, 3, 0)?.into_typed()?, tensor![[1_u8, 0, 0], [1, 1, 0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn tri_of(dtype: DType, rows: usize, columns: usize, offset: i64) -> Result<Self> {
        create::tri("tri_of", dtype, [rows, columns], offset).map(Self::wrap)
    }

    /// A tensor of a dtype known at run time whose element at each index is `f(index)`, converted by the rule of stores.
    ///
    /// # Errors
    /// If the dtype cannot hold a value; `f` is not called again then.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = DynTensor::from_fn_of(DType::U8, [2, 2], |index| index[0] as f64 + 0.5)?;
    /// assert_eq!(x.into_typed()?, tensor![[0_u8, 0], [1, 1]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn from_fn_of<S: Into<Scalar>>(
        dtype: DType,
        shape: impl IntoShape,
        mut f: impl FnMut(&[usize]) -> S,
    ) -> Result<Self> {
        create::from_scalars("from_fn_of", dtype, &shape.into_shape(), &mut |index| f(index).into())
            .map(Self::wrap)
    }

    /// The low-level constructor: any strides over a buffer, checked against its bounds. The memory is the buffer's,
    /// so this is a view.
    ///
    /// # Errors
    /// If the layout reaches outside of the buffer.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::arange(0, 8, 1)?;
    /// let y = DynTensor::from_parts(x.buffer(), DType::I32, &[3, 2], &[1, 4], 1)?;
    /// assert!(y.is_view() && y.base() == x.base());
    /// assert_eq!(y.into_typed::<i32>()?, tensor![[1, 5], [2, 6], [3, 7]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn from_parts(
        buffer: &Buffer,
        dtype: DType,
        shape: &[usize],
        strides: &[isize],
        offset: usize,
    ) -> Result<Self> {
        let op = "from_parts";
        let layout = Layout::new_for(op, shape, strides, offset)?;
        Handle::from_parts(op, buffer.clone(), layout, dtype).map(Self::wrap)
    }

    /// As [`from_parts`](Self::from_parts), for a layout that is there already, and a handle that is given away.
    ///
    /// # Errors
    /// If the layout reaches outside of the buffer.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let y = DynTensor::from_layout(x.buffer().clone(), DType::I32, x.layout().flip(None)?)?;
    /// assert_eq!(y.into_typed::<i32>()?, tensor![[6, 5, 4], [3, 2, 1]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn from_layout(buffer: Buffer, dtype: DType, layout: Layout) -> Result<Self> {
        Handle::from_parts("from_layout", buffer, layout, dtype).map(Self::wrap)
    }
}

/// A tensor of rank 0 in memory of its own.
///
/// ```
/// use lunette::prelude::*;
/// let x = DynTensor::from(Scalar::F32(2.5));
/// assert_eq!((x.rank(), x.item()?), (0, Scalar::F32(2.5)));
/// # Ok::<(), lunette::Error>(())
/// ```
impl From<Scalar> for Tensor<Dyn> {
    #[inline]
    fn from(value: Scalar) -> Self {
        Self::wrap(create::scalar(value))
    }
}

impl Default for Tensor<Dyn> {
    /// An empty tensor of shape `[0]` and dtype `f64`, as creation routines make it where none is named.
    fn default() -> Self {
        Tensor::<f64>::default().into_dyn()
    }
}
