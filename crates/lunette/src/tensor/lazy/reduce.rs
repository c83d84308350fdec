//! Reductions of expressions: computed and reduced block by block.

use super::super::reduce::sum_dtype;
use super::super::{Kind, Tensor};
use super::Lazy;
use crate::error::Result;
use crate::index::IntoAxes;
use crate::kernels::reduce::Reduction;
use crate::ops::arg::{self, Extreme};
use crate::ops::reduce::{self, KeepDims, Spread};

/// A method for each row, and the same with `keepdims`.
macro_rules! reductions {
    (
        $($name:ident, $keepdims:ident ($($arg:ident: $type:ty)?) -> $K:ty, $example:literal = $call:expr;)*
    ) => {
        impl<K: Kind> Lazy<K> { $(
            #[doc = concat!("[`Tensor::", stringify!($name), "`] of the expression, which is computed and reduced block by block.")]
            ///
            /// # Errors
            #[doc = concat!("As for [`eval`](Self::eval) and [`Tensor::", stringify!($name), "`].")]
            ///
            /// ```
            /// use lunette::prelude::*;
            /// let (a, b) = (tensor![1_i32, 2, 3], tensor![3_i32, 2, 1]);
            #[doc = $example]
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $name(&self, axes: impl IntoAxes $(, $arg: $type)?) -> Result<Tensor<$K>> {
                let op = stringify!($name);
                let axes = axes.into_axes();
                self.expression.reduce(op, |x| $call(op, x, &axes, KeepDims::No $(, $arg)?)).map(Tensor::wrap)
            }

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), with the reduced axes kept, of size 1.")]
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), ").")]
            ///
            /// ```
            /// use lunette::prelude::*;
            /// let x = tensor![[1, 2, 3], [4, 5, 6]];
            #[doc = concat!("let kept = x.lazy().", stringify!($keepdims), "(1", $(", 0.0 /* ", stringify!($arg), " */",)? ")?;")]
            /// assert_eq!(kept.shape(), [2, 1]);
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $keepdims(&self, axes: impl IntoAxes $(, $arg: $type)?) -> Result<Tensor<$K>> {
                let op = stringify!($keepdims);
                let axes = axes.into_axes();
                self.expression.reduce(op, |x| $call(op, x, &axes, KeepDims::Yes $(, $arg)?)).map(Tensor::wrap)
            }
        )* }
    };
}

reductions! {
    sum, sum_keepdims() -> K::Sum, "assert_eq!((a.lazy() * &b).sum(..)?.item()?, 10);" =
        |op, x, axes, keep| reduce::sum(op, x, axes, keep, sum_dtype(x));
    prod, prod_keepdims() -> K::Sum, "assert_eq!((a.lazy() * &b).prod(..)?.item()?, 36);" =
        |op, x, axes, keep| reduce::prod(op, x, axes, keep, sum_dtype(x));
    mean, mean_keepdims() -> K::Float, "assert_eq!((a.lazy() + &b).mean(..)?.item()?, 4.0);" = reduce::mean;
    var, var_keepdims(correction: f64) -> <K::Float as Kind>::Real,
        "assert_eq!((a.lazy() - &b).var(.., 1.0)?.item()?, 4.0);" =
        |op, x, axes, keep, correction| reduce::spread(op, x, axes, keep, (Spread::Variance, correction));
    std, std_keepdims(correction: f64) -> <K::Float as Kind>::Real,
        "assert_eq!((a.lazy() - &b).std(.., 1.0)?.item()?, 2.0);" =
        |op, x, axes, keep, correction| reduce::spread(op, x, axes, keep, (Spread::Deviation, correction));
    min, min_keepdims() -> K, "assert_eq!((a.lazy() * &b).min(..)?.item()?, 3);" =
        |op, x, axes, keep| reduce::extreme(op, x, axes, keep, Reduction::Least);
    max, max_keepdims() -> K, "assert_eq!((a.lazy() * &b).max(..)?.item()?, 4);" =
        |op, x, axes, keep| reduce::extreme(op, x, axes, keep, Reduction::Greatest);
    argmin, argmin_keepdims() -> i64, "assert_eq!((a.lazy() - &b).argmin(..)?.item()?, 0);" =
        |op, x, axes, keep| arg::arg(op, x, axes, keep, Extreme::Least);
    argmax, argmax_keepdims() -> i64, "assert_eq!((a.lazy() - &b).argmax(..)?.item()?, 2);" =
        |op, x, axes, keep| arg::arg(op, x, axes, keep, Extreme::Greatest);
    all, all_keepdims() -> bool, "assert!(!a.lazy().less(&b).all(..)?.item()?);" =
        |op, x, axes, keep| reduce::truth(op, x, axes, keep, Reduction::All);
    any, any_keepdims() -> bool, "assert!(a.lazy().less(&b).any(..)?.item()?);" =
        |op, x, axes, keep| reduce::truth(op, x, axes, keep, Reduction::Any);
    count_nonzero, count_nonzero_keepdims() -> i64,
        "assert_eq!(a.lazy().less_equal(&b).count_nonzero(..)?.item()?, 2);" = reduce::count_nonzero;
}
