//! Triangles and diagonals, and conversions of dtype.

use super::{Dyn, IntoValue, Kind, Tensor};
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::ops::cast;
use crate::ops::triangle::{self, Side};

impl<K: Kind> Tensor<K> {
    /// A copy with zeros above the diagonal `offset` of the last two axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].tril(0)?, tensor![[1, 0], [3, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn tril(&self, offset: i64) -> Result<Self> {
        triangle::triangle("tril", &self.handle, Side::Lower, offset).map(Self::wrap)
    }

    /// A copy with zeros below the diagonal `offset` of the last two axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].triu(0)?, tensor![[1, 2], [0, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn triu(&self, offset: i64) -> Result<Self> {
        triangle::triangle("triu", &self.handle, Side::Upper, offset).map(Self::wrap)
    }

    /// A matrix with this vector on the diagonal `offset`, or a copy of that diagonal of this matrix.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2].diag(1)?, tensor![[0, 1, 0], [0, 0, 2], [0, 0, 0]]);
    /// assert_eq!(tensor![[1, 2], [3, 4]].diag(0)?, tensor![1, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn diag(&self, offset: i64) -> Result<Self> {
        triangle::diag(&self.handle, offset).map(Self::wrap)
    }

    /// Stores a value on the main diagonal, where all indices are equal: of a matrix of any sizes, or of a tensor of more
    /// axes of one size. It is stored as [`store`](Self::store) stores it, row by row.
    ///
    /// # Errors
    /// If there are fewer than two axes, or more than two of different sizes; and as [`store`](Self::store). Then nothing
    /// has been written.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<i32>::zeros([2, 3])?;
    /// x.fill_diagonal([7, 8])?;
    /// assert_eq!(x, tensor![[7, 0, 0], [0, 8, 0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn fill_diagonal<'v>(&self, value: impl IntoValue<'v>) -> Result<()> {
        triangle::fill_diagonal(&self.handle, &value.into_value())
    }

    /// A copy in another dtype, by the plain rule: floats are cut toward zero and saturate, NaN becomes 0, integers
    /// keep their low bits, complex numbers their real part; anything but 0 is true.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3.4, 4.15, 7.6].cast::<i32>()?, tensor![3, 4, 7]);
    /// assert_eq!(tensor![-1, 300].cast::<u8>()?, tensor![255_u8, 44]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "astype")]
    pub fn cast<U: Element>(&self) -> Result<Tensor<U>> {
        cast::cast("cast", &self.handle, U::DTYPE).map(Tensor::wrap)
    }

    /// As [`cast`](Self::cast), but a value that the dtype cannot hold is an error; fractions are still cut. A float that
    /// is too large for a narrower float (70000.0 for `f16`, 1e39 for `f32`) becomes infinity, as rounding makes it: that
    /// is no error. An integer that is too large for `f16` is one.
    ///
    /// # Errors
    /// If an integer dtype cannot hold a value (NaN, infinity, out of range), `f16` cannot hold an integer, or the dtype is
    /// real and this one complex.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3.9].try_cast::<u8>()?, tensor![3_u8]);
    /// assert!(tensor![300.0].try_cast::<u8>().unwrap_err().is_dtype());
    /// assert_eq!(tensor![1e39].try_cast::<f32>()?, tensor![f32::INFINITY]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "astype")]
    #[doc(alias = "can_cast")]
    pub fn try_cast<U: Element>(&self) -> Result<Tensor<U>> {
        cast::try_cast("try_cast", &self.handle, U::DTYPE).map(Tensor::wrap)
    }

    /// As [`cast`](Self::cast), to a dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![-7.6, 300.0].cast_to(DType::U8)?, tensor![0u8, 255].into_dyn());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "astype")]
    pub fn cast_to(&self, dtype: DType) -> Result<Tensor<Dyn>> {
        cast::cast("cast_to", &self.handle, dtype).map(Tensor::wrap)
    }

    /// As [`try_cast`](Self::try_cast), to a dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![7.6].try_cast_to(DType::U8)?, tensor![7u8].into_dyn());
    /// assert!(tensor![300.0].try_cast_to(DType::U8).unwrap_err().is_dtype());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn try_cast_to(&self, dtype: DType) -> Result<Tensor<Dyn>> {
        cast::try_cast("try_cast_to", &self.handle, dtype).map(Tensor::wrap)
    }

    /// A view of the same bytes as another type: the last axis grows or shrinks by the ratio of the item sizes.
    ///
    /// # Errors
    /// If the last axis is not contiguous, sizes, offsets or the address of the memory are no multiple of what the type
    /// needs (memory that came from a `Vec<u8>` or from others lies anywhere), or one of the two types is bool.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![0, 1, 2];
    /// assert_eq!(x.reinterpret::<i16>()?, tensor![0_i16, 0, 1, 0, 2, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "view")]
    #[doc(alias = "frombuffer")]
    pub fn reinterpret<U: Element>(&self) -> Result<Tensor<U>> {
        cast::reinterpret(&self.handle, U::DTYPE).map(Tensor::wrap)
    }

    /// As [`reinterpret`](Self::reinterpret), to a dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[0, 1], [2, 3]];
    /// assert_eq!(x.reinterpret_to(DType::I64)?.shape(), [2, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn reinterpret_to(&self, dtype: DType) -> Result<Tensor<Dyn>> {
        cast::reinterpret(&self.handle, dtype).map(Tensor::wrap)
    }
}
