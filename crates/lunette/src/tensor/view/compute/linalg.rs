//! Products and, by the feature `linalg`, decompositions.

#[cfg(feature = "linalg")]
mod decompose;

use super::{computed, each_type};
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::index::IntoInts;
use crate::tensor::operand::Factor;
use crate::tensor::view::lend::Show;
use crate::tensor::{Dyn, Tensor};

computed! {
    fn vecdot<F: Factor<K>>(other: F, axis: i64) -> Tensor<F::Output>,
        "assert_eq!(v.vecdot(&v, 1)?, tensor![14, 77]);";
    fn tensordot<F: Factor<K>>(other: F, count: usize) -> Tensor<F::Output>,
        "assert_eq!(v.tensordot(&v.transpose(), 1)?, tensor![[14, 32], [32, 77]]);";
    fn tensordot_axes<F: Factor<K>>(other: F, axes: impl IntoInts, other_axes: impl IntoInts) -> Tensor<F::Output>,
        "assert_eq!(v.tensordot_axes(&v, [0, 1], [0, 1])?.item()?, 91);";
    fn outer<F: Factor<K>>(other: F) -> Tensor<F::Output>,
        "let row = v.index_axis(0, 0)?;\nassert_eq!(row.outer(&tensor![1, 10])?, tensor![[1, 10], [2, 20], [3, 30]]);";
    fn kron<F: Factor<K>>(other: F) -> Tensor<F::Output>,
        "let row = v.index_axis(0, 0)?;\nassert_eq!(row.kron(&tensor![1, 10])?, tensor![1, 10, 2, 20, 3, 30]);";
    fn cross<F: Factor<K>>(other: F, axis: i64) -> Tensor<F::Output>,
        "assert_eq!(v.cross(&tensor![0, 0, 1], -1)?, tensor![[2, -1, 0], [5, -4, 0]]);";
    fn trace(offset: i64) -> Tensor<K::Sum>,
        "assert_eq!(v.trace(0)?.item()?, 6);";
    fn trace_to(dtype: DType, offset: i64) -> Tensor<Dyn>,
        "assert_eq!(v.trace_to(DType::F32, 1)?.item()?, Scalar::F32(8.0));";
}
