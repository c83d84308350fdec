//! Running totals and extremes.

use super::{Dyn, Kind, Tensor};
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::kernels::scan::Running;
use crate::ops::scan::{Initial, cumulative, cumulative_extreme};

/// The methods for one kind of totals.
macro_rules! scans {
    ($(
        $running:ident $example:literal
        $name:ident $initial:ident $typed:ident $dynamic:ident $dynamic_initial:ident $numpy:ident
    )*) => {
        impl<K: Kind> Tensor<K> { $(
            #[doc = concat!("The running ", $example)]
            pub fn $name(&self, axis: i64) -> Result<Tensor<K::Sum>> {
                let options = (self.dtype().as_sum(), Initial::Left);
                cumulative(stringify!($name), &self.handle, axis, Running::$running, options).map(Tensor::wrap)
            }

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), with the total of nothing in front: the axis is longer by one.")]
            ///
            /// # Errors
            /// If the axis is out of range.
            ///
            /// ```
            /// use lunette::prelude::*;
            #[doc = concat!("assert_eq!(tensor![1, 2, 3].", stringify!($initial), "(0)?.shape(), [4]);")]
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $initial(&self, axis: i64) -> Result<Tensor<K::Sum>> {
                let options = (self.dtype().as_sum(), Initial::Included);
                cumulative(stringify!($initial), &self.handle, axis, Running::$running, options).map(Tensor::wrap)
            }

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), taken and returned as another type.")]
            ///
            /// # Errors
            /// If the axis is out of range, for bool, and for complex numbers as a real type.
            ///
            /// ```
            /// use lunette::prelude::*;
            #[doc = concat!("assert_eq!(tensor![1, 2, 3].", stringify!($typed), "::<f32>(0)?.get(0)?, 1.0);")]
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $typed<U: Element>(&self, axis: i64) -> Result<Tensor<U>> {
                let options = (U::DTYPE, Initial::Left);
                cumulative(stringify!($typed), &self.handle, axis, Running::$running, options).map(Tensor::wrap)
            }

            #[doc = concat!("As [`", stringify!($typed), "`](Self::", stringify!($typed), "), for a dtype known at run time.")]
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($typed), "`](Self::", stringify!($typed), ").")]
            ///
            /// ```
            /// use lunette::prelude::*;
            #[doc = concat!("let totals = tensor![1, 2, 3].", stringify!($dynamic), "(DType::F32, 0)?;")]
            /// assert_eq!(totals.dtype(), DType::F32);
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $dynamic(&self, dtype: DType, axis: i64) -> Result<Tensor<Dyn>> {
                let options = (dtype, Initial::Left);
                cumulative(stringify!($dynamic), &self.handle, axis, Running::$running, options).map(Tensor::wrap)
            }

            #[doc = concat!("As [`", stringify!($dynamic), "`](Self::", stringify!($dynamic), "), with the total of nothing in front.")]
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($typed), "`](Self::", stringify!($typed), ").")]
            ///
            /// ```
            /// use lunette::prelude::*;
            #[doc = concat!("let totals = tensor![1, 2, 3].", stringify!($dynamic_initial), "(DType::F32, 0)?;")]
            /// assert_eq!((totals.dtype(), totals.shape()), (DType::F32, &[4][..]));
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $dynamic_initial(&self, dtype: DType, axis: i64) -> Result<Tensor<Dyn>> {
                let options = (dtype, Initial::Included);
                cumulative(stringify!($dynamic_initial), &self.handle, axis, Running::$running, options)
                    .map(Tensor::wrap)
            }

            #[doc = concat!("NumPy's name for [`", stringify!($name), "`](Self::", stringify!($name), ").")]
            ///
            /// # Errors
            /// If the axis is out of range.
            ///
            /// ```
            /// use lunette::prelude::*;
            /// let x = tensor![1, 2, 3];
            #[doc = concat!("assert_eq!(x.", stringify!($numpy), "(0)?, x.", stringify!($name), "(0)?);")]
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $numpy(&self, axis: i64) -> Result<Tensor<K::Sum>> {
                let options = (self.dtype().as_sum(), Initial::Left);
                cumulative(stringify!($numpy), &self.handle, axis, Running::$running, options).map(Tensor::wrap)
            }
        )* }
    };
}

scans! {
    Sum "sums of the elements along an axis: each one is the sum up to and with its element.

Integers and bools are added up as `i64` or `u64`, which wrap, floats as `f64`. The result does not depend on the number
of threads.

# Errors
If the axis is out of range.

```
use lunette::prelude::*;
let x = tensor![[1, 2, 3], [4, 5, 6]];
assert_eq!(x.cumulative_sum(1)?, tensor![[1_i64, 3, 6], [4, 9, 15]]);
assert_eq!(x.cumulative_sum_initial(0)?, tensor![[0_i64, 0, 0], [1, 2, 3], [5, 7, 9]]);
# Ok::<(), lunette::Error>(())
```"
    cumulative_sum cumulative_sum_initial cumulative_sum_as cumulative_sum_to cumulative_sum_to_initial cumsum

    Product "products of the elements along an axis: each one is the product up to and with its element.

Integers and bools are multiplied as `i64` or `u64`, which wrap, floats as `f64`.

# Errors
If the axis is out of range.

```
use lunette::prelude::*;
assert_eq!(tensor![1, 2, 3, 4].cumulative_prod(0)?, tensor![1_i64, 2, 6, 24]);
assert_eq!(tensor![2, 3].cumulative_prod_initial(0)?, tensor![1_i64, 2, 6]);
# Ok::<(), lunette::Error>(())
```"
    cumulative_prod cumulative_prod_initial cumulative_prod_as cumulative_prod_to cumulative_prod_to_initial cumprod
}

impl<K: Kind> Tensor<K> {
    /// The greatest element so far along an axis: each one is the greatest up to and with its element. A NaN is greater
    /// than every number, so it stays. NumPy writes `np.maximum.accumulate`.
    ///
    /// # Errors
    /// If the axis is out of range, or for complex numbers, which have no order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[3, 1, 4], [2, 7, 1]];
    /// assert_eq!(x.cumulative_max(1)?, tensor![[3, 3, 4], [2, 7, 7]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "cummax")]
    #[doc(alias = "maximum.accumulate")]
    pub fn cumulative_max(&self, axis: i64) -> Result<Self> {
        cumulative_extreme("cumulative_max", &self.handle, axis, Running::Greatest).map(Self::wrap)
    }

    /// The least element so far along an axis: each one is the least up to and with its element. A NaN stays. NumPy
    /// writes `np.minimum.accumulate`.
    ///
    /// # Errors
    /// As [`cumulative_max`](Self::cumulative_max).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3.0, 1.0, 4.0].cumulative_min(0)?, tensor![3.0, 1.0, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "cummin")]
    #[doc(alias = "minimum.accumulate")]
    pub fn cumulative_min(&self, axis: i64) -> Result<Self> {
        cumulative_extreme("cumulative_min", &self.handle, axis, Running::Least).map(Self::wrap)
    }
}
