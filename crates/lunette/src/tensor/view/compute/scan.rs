//! Running totals and extremes.

use super::{computed, each_type};
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::tensor::view::lend::Show;
use crate::tensor::{Dyn, Tensor};

computed! {
    fn cumulative_sum(axis: i64) -> Tensor<K::Sum>,
        "assert_eq!(v.cumulative_sum(1)?, tensor![[1_i64, 3, 6], [4, 9, 15]]);";
    fn cumulative_sum_initial(axis: i64) -> Tensor<K::Sum>,
        "assert_eq!(v.cumulative_sum_initial(1)?, tensor![[0_i64, 1, 3, 6], [0, 4, 9, 15]]);";
    fn cumulative_sum_as<U: Element>(axis: i64) -> Tensor<U>,
        "assert_eq!(v.cumulative_sum_as::<f32>(0)?, tensor![[1_f32, 2.0, 3.0], [5.0, 7.0, 9.0]]);";
    fn cumulative_sum_to(dtype: DType, axis: i64) -> Tensor<Dyn>,
        "assert_eq!(v.cumulative_sum_to(DType::F32, 1)?.get([0, 2])?, Scalar::F32(6.0));";
    fn cumulative_sum_to_initial(dtype: DType, axis: i64) -> Tensor<Dyn>,
        "assert_eq!(v.cumulative_sum_to_initial(DType::F32, 1)?.shape(), [2, 4]);";
    fn cumsum(axis: i64) -> Tensor<K::Sum>,
        "assert_eq!(v.cumsum(1)?, tensor![[1_i64, 3, 6], [4, 9, 15]]);";
    fn cumulative_prod(axis: i64) -> Tensor<K::Sum>,
        "assert_eq!(v.cumulative_prod(1)?, tensor![[1_i64, 2, 6], [4, 20, 120]]);";
    fn cumulative_prod_initial(axis: i64) -> Tensor<K::Sum>,
        "assert_eq!(v.cumulative_prod_initial(1)?, tensor![[1_i64, 1, 2, 6], [1, 4, 20, 120]]);";
    fn cumulative_prod_as<U: Element>(axis: i64) -> Tensor<U>,
        "assert_eq!(v.cumulative_prod_as::<f32>(0)?, tensor![[1_f32, 2.0, 3.0], [4.0, 10.0, 18.0]]);";
    fn cumulative_prod_to(dtype: DType, axis: i64) -> Tensor<Dyn>,
        "assert_eq!(v.cumulative_prod_to(DType::F32, 1)?.get([0, 2])?, Scalar::F32(6.0));";
    fn cumulative_prod_to_initial(dtype: DType, axis: i64) -> Tensor<Dyn>,
        "assert_eq!(v.cumulative_prod_to_initial(DType::F32, 1)?.shape(), [2, 4]);";
    fn cumprod(axis: i64) -> Tensor<K::Sum>,
        "assert_eq!(v.cumprod(1)?, tensor![[1_i64, 2, 6], [4, 20, 120]]);";
    fn cumulative_max(axis: i64) -> Tensor<K>,
        "assert_eq!(v.flip(1)?.cumulative_max(1)?, tensor![[3, 3, 3], [6, 6, 6]]);";
    fn cumulative_min(axis: i64) -> Tensor<K>,
        "assert_eq!(v.cumulative_min(1)?, tensor![[1, 1, 1], [4, 4, 4]]);";
    fn nancumsum(axis: i64) -> Tensor<K::Sum>,
        "assert_eq!(v.nancumsum(1)?, tensor![[1_i64, 3, 6], [4, 9, 15]]);";
    fn nancumprod(axis: i64) -> Tensor<K::Sum>,
        "assert_eq!(v.nancumprod(1)?, tensor![[1_i64, 2, 6], [4, 20, 120]]);";
}
