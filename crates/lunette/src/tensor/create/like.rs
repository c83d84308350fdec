//! Tensors of the shape of another one, in its dtype, or in one that is named: `_of` at run time, `_as` in the type.

use crate::dtype::{DType, Element, Scalar};
use crate::error::Result;
use crate::ops::create;
use crate::tensor::{DynTensor, Kind, Tensor};

impl<K: Kind> Tensor<K> {
    /// Zeros of the same shape and dtype, row-major as all new tensors are, whatever the order of this one.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1.5, 2.5].zeros_like()?, tensor![0.0, 0.0]);
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].transpose().zeros_like()?.strides(), [2, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn zeros_like(&self) -> Result<Self> {
        self.filled_like("zeros_like", false.into())
    }

    /// Ones of the same shape and dtype, row-major.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![5, 6].ones_like()?, tensor![1, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn ones_like(&self) -> Result<Self> {
        self.filled_like("ones_like", true.into())
    }

    /// One value everywhere, in the same shape and dtype, row-major.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![5, 6].full_like(7)?, tensor![7, 7]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn full_like(&self, value: impl Into<Scalar>) -> Result<Self> {
        self.filled_like("full_like", value.into())
    }

    /// A tensor of the same shape and dtype that is going to be overwritten, row-major; it holds zeros.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[5, 6]].empty_like()?.shape(), [1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn empty_like(&self) -> Result<Self> {
        self.filled_like("empty_like", false.into())
    }

    /// Zeros of the same shape and another dtype, row-major.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1.5, 2.5].zeros_like_of(DType::U8)?.into_typed()?, tensor![0_u8, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn zeros_like_of(&self, dtype: DType) -> Result<DynTensor> {
        create::full("zeros_like_of", dtype, self.shape(), false.into()).map(Tensor::wrap)
    }

    /// Ones of the same shape and another dtype, row-major.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![5, 6].ones_like_of(DType::F64)?.into_typed()?, tensor![1.0, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn ones_like_of(&self, dtype: DType) -> Result<DynTensor> {
        create::full("ones_like_of", dtype, self.shape(), true.into()).map(Tensor::wrap)
    }

    /// One value everywhere, in the same shape and another dtype, row-major; the value is converted by the rule of stores.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![5, 6].full_like_of(DType::F64, 0.5)?.into_typed()?, tensor![0.5, 0.5]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn full_like_of(&self, dtype: DType, value: impl Into<Scalar>) -> Result<DynTensor> {
        create::full("full_like_of", dtype, self.shape(), value.into()).map(Tensor::wrap)
    }

    /// A tensor of the same shape and another dtype that is going to be overwritten, row-major; it holds zeros.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[5, 6]].empty_like_of(DType::Bool)?.nbytes(), 2);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn empty_like_of(&self, dtype: DType) -> Result<DynTensor> {
        create::full("empty_like_of", dtype, self.shape(), false.into()).map(Tensor::wrap)
    }

    /// Zeros of the same shape and another type, row-major.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1.5, 2.5].zeros_like_as::<u8>()?, tensor![0_u8, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn zeros_like_as<U: Element>(&self) -> Result<Tensor<U>> {
        create::full("zeros_like_as", U::DTYPE, self.shape(), false.into()).map(Tensor::wrap)
    }

    /// Ones of the same shape and another type, row-major.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![5, 6].ones_like_as::<f64>()?, tensor![1.0, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn ones_like_as<U: Element>(&self) -> Result<Tensor<U>> {
        create::full("ones_like_as", U::DTYPE, self.shape(), true.into()).map(Tensor::wrap)
    }

    /// One value everywhere, in the same shape and the type of the value, row-major.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![5, 6].full_like_as(0.5)?, tensor![0.5, 0.5]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn full_like_as<U: Element>(&self, value: U) -> Result<Tensor<U>> {
        create::full("full_like_as", U::DTYPE, self.shape(), value.into()).map(Tensor::wrap)
    }

    /// A tensor of the same shape and another type that is going to be overwritten, row-major; it holds zeros.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[5, 6]].empty_like_as::<bool>()?.nbytes(), 2);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn empty_like_as<U: Element>(&self) -> Result<Tensor<U>> {
        create::full("empty_like_as", U::DTYPE, self.shape(), false.into()).map(Tensor::wrap)
    }

    fn filled_like(&self, op: &'static str, value: Scalar) -> Result<Self> {
        create::full(op, self.dtype(), self.shape(), value).map(Self::wrap)
    }
}
