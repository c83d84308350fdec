//! Samples along a line, and polynomials.

use super::{computed, each_type};
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::Element;
use crate::error::Result;
use crate::ops::series::{Beyond, ConvolveMode};
use crate::tensor::operand::Factor;
use crate::tensor::view::lend::Show;
use crate::tensor::{Kind, PromoteKind, Tensor};

/// The kind that holds values of a kind and integers.
type Whole<X> = <X as PromoteKind<i64>>::Output;

computed! {
    fn diff(n: usize, axis: i64) -> Tensor<K>,
        "assert_eq!(v.diff(1, 0)?, tensor![[3, 3, 3]]);";
    fn diff_with(n: usize, axis: i64, prepend: Option<&Tensor<K>>, append: Option<&Tensor<K>>) -> Tensor<K>,
        "assert_eq!(v.diff_with(1, 0, Some(&tensor![[0, 0, 0]]), None)?, tensor![[1, 2, 3], [3, 3, 3]]);";
    fn gradient(spacing: f64, axis: i64) -> Tensor<K::Float>,
        "assert_eq!(v.gradient(0.5, 1)?, tensor![[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]);";
    fn gradient_over<X: Kind>(x: &Tensor<X>, axis: i64) -> Tensor<K::Float>,
        "assert_eq!(v.gradient_over(&tensor![0, 3], 0)?, tensor![[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]);";
    fn unwrap(period: f64, axis: i64) -> Tensor<K::Float>,
        "assert_eq!(v.unwrap(2.5, 0)?, tensor![[1.0, 2.0, 3.0], [1.5, 2.5, 3.5]]);";
    fn unwrap_with(period: f64, jump: f64, axis: i64) -> Tensor<K::Float>,
        "assert_eq!(v.unwrap_with(2.5, 9.0, 1)?, tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);";
    fn trapezoid(spacing: f64, axis: i64) -> Tensor<K::Float>,
        "assert_eq!(v.trapezoid(1.0, 1)?, tensor![4.0, 10.0]);";
    fn trapezoid_over<F: Factor<K>>(x: F, axis: i64) -> Tensor<<F::Output as Kind>::Float>,
        "assert_eq!(v.trapezoid_over(&tensor![0.0, 1.0, 3.0], 1)?, tensor![6.5, 15.5]);";
    fn interp<X: Kind, F: Kind>(xp: &Tensor<X>, fp: &Tensor<F>) -> Tensor<f64>,
        "let (xp, fp) = (tensor![0, 4], tensor![0.0, 2.0]);\n\
         assert_eq!(v.interp(&xp, &fp)?, tensor![[0.5, 1.0, 1.5], [2.0, 2.0, 2.0]]);";
    fn interp_with<X: Kind, F: Kind>(xp: &Tensor<X>, fp: &Tensor<F>, beyond: Beyond) -> Tensor<f64>,
        "let beyond = lunette::Beyond { right: Some(-1.0), ..Default::default() };\n\
         let values = v.interp_with(&tensor![0, 4], &tensor![0.0, 2.0], beyond)?;\n\
         assert_eq!(values, tensor![[0.5, 1.0, 1.5], [2.0, -1.0, -1.0]]);";
    fn convolve<F: Factor<K>>(other: F, mode: ConvolveMode) -> Tensor<F::Output>,
        "use lunette::ConvolveMode;\nlet row = v.index_axis(0, 0)?;\n\
         assert_eq!(row.convolve(&tensor![1, 10], ConvolveMode::Full)?, tensor![1, 12, 23, 30]);";
    fn correlate<F: Factor<K>>(other: F, mode: ConvolveMode) -> Tensor<F::Output>,
        "use lunette::ConvolveMode;\nlet row = v.index_axis(0, 0)?;\n\
         assert_eq!(row.correlate(&row, ConvolveMode::Valid)?, tensor![14]);";
    fn polyval<X: Kind>(x: &Tensor<X>) -> Tensor<<K as PromoteKind<X>>::Output> where K: PromoteKind<X>,
        "assert_eq!(v.index_axis(0, 0)?.polyval(&tensor![10])?, tensor![123]);";
    fn polyder() -> Tensor<Whole<K>> where K: PromoteKind<i64>,
        "assert_eq!(v.index_axis(0, 0)?.polyder()?, tensor![2_i64, 2]);";
    fn polyint() -> Tensor<<Whole<K> as Kind>::Float> where K: PromoteKind<i64>,
        "assert_eq!(v.index_axis(0, 1)?.polyint()?.get(2)?, 6.0);";
    fn vander(columns: usize) -> Tensor<Whole<K>> where K: PromoteKind<i64>,
        "assert_eq!(v.index_axis(0, 0)?.vander(2)?, tensor![[1_i64, 1], [2, 1], [3, 1]]);";
    fn vander_increasing(columns: usize) -> Tensor<Whole<K>> where K: PromoteKind<i64>,
        "assert_eq!(v.index_axis(0, 0)?.vander_increasing(2)?, tensor![[1_i64, 1], [1, 2], [1, 3]]);";
}
