//! Reductions: to tensors, and to plain numbers.

use super::{computed, each_type};
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::index::IntoAxes;
use crate::ops::quantile::Interpolation;
use crate::tensor::view::lend::Show;
use crate::tensor::{Dyn, Tensor};

/// Calls a macro with the reductions of tensors and their forms that keep the axes; rows: the arguments after the axes,
/// the kind of the result, and for an example on [[1, 2, 3], [4, 5, 6]]: the arguments, and the result along axis 0.
macro_rules! reduction_table {
    ($methods:ident $($head:tt)*) => {
        $methods! {
            $($head)*
            sum, sum_keepdims() -> K::Sum, "0" => "[5_i64, 7, 9]";
            prod, prod_keepdims() -> K::Sum, "0" => "[4_i64, 10, 18]";
            mean, mean_keepdims() -> K::Float, "0" => "[2.5, 3.5, 4.5]";
            median, median_keepdims() -> K::Float, "0" => "[2.5, 3.5, 4.5]";
            var, var_keepdims(correction: f64) -> <K::Float as Element>::Real, "0, 0.0" => "[2.25, 2.25, 2.25]";
            std, std_keepdims(correction: f64) -> <K::Float as Element>::Real, "0, 0.0" => "[1.5, 1.5, 1.5]";
            min, min_keepdims() -> K, "0" => "[1, 2, 3]";
            max, max_keepdims() -> K, "0" => "[4, 5, 6]";
            ptp, ptp_keepdims() -> K, "0" => "[3, 3, 3]";
            argmin, argmin_keepdims() -> i64, "0" => "[0_i64, 0, 0]";
            argmax, argmax_keepdims() -> i64, "0" => "[1_i64, 1, 1]";
            all, all_keepdims() -> bool, "0" => "[true, true, true]";
            any, any_keepdims() -> bool, "0" => "[true, true, true]";
            count_nonzero, count_nonzero_keepdims() -> i64, "0" => "[2_i64, 2, 2]";
            nansum, nansum_keepdims() -> K::Sum, "0" => "[5_i64, 7, 9]";
            nanprod, nanprod_keepdims() -> K::Sum, "0" => "[4_i64, 10, 18]";
            nanmean, nanmean_keepdims() -> K::Float, "0" => "[2.5, 3.5, 4.5]";
            nanmedian, nanmedian_keepdims() -> K::Float, "0" => "[2.5, 3.5, 4.5]";
            nanvar, nanvar_keepdims(correction: f64) -> <K::Float as Element>::Real, "0, 0.0" => "[2.25, 2.25, 2.25]";
            nanstd, nanstd_keepdims(correction: f64) -> <K::Float as Element>::Real, "0, 0.0" => "[1.5, 1.5, 1.5]";
            nanmin, nanmin_keepdims() -> K, "0" => "[1, 2, 3]";
            nanmax, nanmax_keepdims() -> K, "0" => "[4, 5, 6]";
            nanargmin, nanargmin_keepdims() -> i64, "0" => "[0_i64, 0, 0]";
            nanargmax, nanargmax_keepdims() -> i64, "0" => "[1_i64, 1, 1]";
        }
    };
}
#[cfg(test)]
pub(in crate::tensor::view) use reduction_table;

macro_rules! reductions {
    (@type $Type:ty, $runs:meta, $numbers:literal, $ones:literal) => {
        impl<K: Element> $Type {
            reduction_table! { reductions @rows $runs, $numbers }
        }
    };
    (@rows $runs:meta, $numbers:literal $(
        $name:ident, $keepdims:ident($($arg:ident: $Arg:ty)?) -> $Out:ty, $call:literal => $result:literal;
    )*) => { $(
        #[doc = concat!("[`Tensor::", stringify!($name), "`] of the elements, where they are; what fails there fails here.")]
        #[cfg_attr($runs, doc = "\n```\nuse lunette::prelude::*;")]
        #[cfg_attr($runs, doc = $numbers)]
        #[cfg_attr($runs, doc = concat!("assert_eq!(v.", stringify!($name), "(", $call, ")?, tensor!", $result, ");"))]
        #[cfg_attr($runs, doc = "# Ok::<(), lunette::Error>(())\n```")]
        pub fn $name(&self, axes: impl IntoAxes $(, $arg: $Arg)?) -> Result<Tensor<$Out>> {
            self.lent(|x| x.$name(axes $(, $arg)?))
        }

        #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), with the reduced axes kept, of size 1.")]
        #[cfg_attr($runs, doc = "\n```\nuse lunette::prelude::*;")]
        #[cfg_attr($runs, doc = $numbers)]
        #[cfg_attr($runs, doc = concat!("assert_eq!(v.", stringify!($keepdims), "(", $call, ")?, tensor![", $result, "]);"))]
        #[cfg_attr($runs, doc = "# Ok::<(), lunette::Error>(())\n```")]
        pub fn $keepdims(&self, axes: impl IntoAxes $(, $arg: $Arg)?) -> Result<Tensor<$Out>> {
            self.lent(|x| x.$keepdims(axes $(, $arg)?))
        }
    )* };
}

each_type! { reductions }

computed! {
    fn sum_all() -> K::Sum,
        "assert_eq!(v.sum_all()?, 21);";
    fn prod_all() -> K::Sum,
        "assert_eq!(v.prod_all()?, 720);";
    fn mean_all() -> K::Float,
        "assert_eq!(v.mean_all()?, 3.5);";
    fn median_all() -> K::Float,
        "assert_eq!(v.median_all()?, 3.5);";
    fn var_all(correction: f64) -> <K::Float as Element>::Real,
        "assert_eq!(v.var_all(1.0)?, 3.5);";
    fn std_all(correction: f64) -> <K::Float as Element>::Real,
        "assert_eq!(v.std_all(1.0)?, 3.5_f64.sqrt());";
    fn min_all() -> K,
        "assert_eq!(v.min_all()?, 1);";
    fn max_all() -> K,
        "assert_eq!(v.max_all()?, 6);";
    fn ptp_all() -> K,
        "assert_eq!(v.ptp_all()?, 5);";
    fn argmin_all() -> usize,
        "assert_eq!(v.argmin_all()?, 0);";
    fn argmax_all() -> usize,
        "assert_eq!(v.argmax_all()?, 5);";
    fn all_true() -> bool,
        "assert!(v.all_true()?);";
    fn any_true() -> bool,
        "assert!(v.any_true()?);";
    fn count_true() -> usize,
        "assert_eq!(v.count_true()?, 6);";
    fn sum_as<U: Element>(axes: impl IntoAxes) -> Tensor<U>,
        "assert_eq!(v.sum_as::<f32>(1)?, tensor![6_f32, 15.0]);";
    fn sum_to(dtype: DType, axes: impl IntoAxes) -> Tensor<Dyn>,
        "assert_eq!(v.sum_to(DType::F32, ..)?.item()?, Scalar::F32(21.0));";
    fn sum_to_keepdims(dtype: DType, axes: impl IntoAxes) -> Tensor<Dyn>,
        "assert_eq!(v.sum_to_keepdims(DType::F32, 1)?.shape(), [2, 1]);";
    fn prod_as<U: Element>(axes: impl IntoAxes) -> Tensor<U>,
        "assert_eq!(v.prod_as::<f32>(1)?, tensor![6_f32, 120.0]);";
    fn prod_to(dtype: DType, axes: impl IntoAxes) -> Tensor<Dyn>,
        "assert_eq!(v.prod_to(DType::F32, ..)?.item()?, Scalar::F32(720.0));";
    fn prod_to_keepdims(dtype: DType, axes: impl IntoAxes) -> Tensor<Dyn>,
        "assert_eq!(v.prod_to_keepdims(DType::F32, 1)?.shape(), [2, 1]);";
    fn average(axes: impl IntoAxes, weights: Option<&Tensor<K>>) -> Tensor<K::Float>,
        "assert_eq!(v.average(0, Some(&tensor![3, 1]))?, tensor![1.75, 2.75, 3.75]);";
    fn average_keepdims(axes: impl IntoAxes, weights: Option<&Tensor<K>>) -> Tensor<K::Float>,
        "assert_eq!(v.average_keepdims(1, None)?, tensor![[2.0], [5.0]]);";
    fn cov(correction: f64) -> Tensor<K::Float>,
        "assert_eq!(v.cov(1.0)?, tensor![[1.0, 1.0], [1.0, 1.0]]);";
    fn corrcoef() -> Tensor<K::Float>,
        "assert_eq!(v.corrcoef()?, tensor![[1.0, 1.0], [1.0, 1.0]]);";
    fn logsumexp(axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert!(v.logsumexp(1)?.greater(&v.max(1)?)?.all_true()?);";
    fn logsumexp_keepdims(axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.logsumexp_keepdims(1)?.shape(), [2, 1]);";
    fn softmax(axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.softmax(1)?.argmax(1)?, tensor![2_i64, 2]);";
    fn log_softmax(axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.log_softmax(1)?.argmax(1)?, tensor![2_i64, 2]);";
    fn quantile(q: f64, axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.quantile(0.5, 1)?, tensor![2.0, 5.0]);";
    fn quantile_keepdims(q: f64, axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.quantile_keepdims(0.5, 1)?, tensor![[2.0], [5.0]]);";
    fn quantile_with(q: &[f64], axes: impl IntoAxes, method: Interpolation) -> Tensor<K::Float>,
        "use lunette::Interpolation::Lower;\nassert_eq!(v.quantile_with(&[0.0, 1.0], 1, Lower)?, tensor![[1.0, 4.0], [3.0, 6.0]]);";
    fn nanquantile(q: f64, axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.nanquantile(0.5, 1)?, tensor![2.0, 5.0]);";
    fn nanquantile_keepdims(q: f64, axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.nanquantile_keepdims(0.5, 1)?, tensor![[2.0], [5.0]]);";
    fn nanquantile_with(q: &[f64], axes: impl IntoAxes, method: Interpolation) -> Tensor<K::Float>,
        "use lunette::Interpolation::Lower;\nassert_eq!(v.nanquantile_with(&[0.5], 1, Lower)?, tensor![[2.0, 5.0]]);";
    fn percentile(p: f64, axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.percentile(50.0, 1)?, tensor![2.0, 5.0]);";
    fn percentile_keepdims(p: f64, axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.percentile_keepdims(50.0, 1)?, tensor![[2.0], [5.0]]);";
    fn percentile_with(p: &[f64], axes: impl IntoAxes, method: Interpolation) -> Tensor<K::Float>,
        "use lunette::Interpolation::Lower;\nassert_eq!(v.percentile_with(&[50.0], 1, Lower)?, tensor![[2.0, 5.0]]);";
    fn nanpercentile(p: f64, axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.nanpercentile(50.0, 1)?, tensor![2.0, 5.0]);";
    fn nanpercentile_keepdims(p: f64, axes: impl IntoAxes) -> Tensor<K::Float>,
        "assert_eq!(v.nanpercentile_keepdims(50.0, 1)?, tensor![[2.0], [5.0]]);";
    fn nanpercentile_with(p: &[f64], axes: impl IntoAxes, method: Interpolation) -> Tensor<K::Float>,
        "use lunette::Interpolation::Lower;\nassert_eq!(v.nanpercentile_with(&[50.0], 1, Lower)?, tensor![[2.0, 5.0]]);";
}
