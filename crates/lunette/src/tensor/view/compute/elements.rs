//! Elements as others: cast, clipped, compared, taken apart.

use super::{computed, each_type};
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::ops::close::Tolerance;
use crate::ops::finite::Substitutes;
use crate::tensor::choose::Limit;
use crate::tensor::operand::{Lend, Operand};
use crate::tensor::view::lend::Show;
use crate::tensor::{Dyn, Kind, Tensor};

computed! {
    fn cast<U: Element>() -> Tensor<U>,
        "assert_eq!(v.cast::<f32>()?.get([1, 2])?, 6.0);";
    fn try_cast<U: Element>() -> Tensor<U>,
        "assert_eq!(v.try_cast::<u8>()?.get([1, 2])?, 6);";
    fn cast_to(dtype: DType) -> Tensor<Dyn>,
        "assert_eq!(v.cast_to(DType::F32)?.dtype(), DType::F32);";
    fn try_cast_to(dtype: DType) -> Tensor<Dyn>,
        "assert_eq!(v.try_cast_to(DType::U8)?.dtype(), DType::U8);";
    fn astype<U: Element>() -> Tensor<U>,
        "assert_eq!(v.astype::<f32>()?.get([1, 2])?, 6.0);";
    fn clip<A: Limit<K>, B: Limit<K>>(low: A, high: B) -> Tensor<K>,
        "assert_eq!(v.clip(2, 5)?, tensor![[2, 2, 3], [4, 5, 5]]);";
    fn array_equal<L: Lend>(other: L) -> bool,
        "assert!(v.array_equal(&tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])?);";
    fn array_equiv<L: Lend>(other: L) -> bool,
        "assert!(!v.array_equiv(&v.index_axis(0, 0)?)?);";
    fn isclose<L: Lend>(other: L, tolerance: Tolerance) -> Tensor<bool>,
        "let close = v.isclose(&tensor![1.0, 2.0, 9.0], lunette::Tolerance::default())?;\n\
         assert_eq!(close, tensor![[true, true, false], [false, false, false]]);";
    fn allclose<L: Lend>(other: L, tolerance: Tolerance) -> bool,
        "assert!(v.allclose(&v, lunette::Tolerance::default())?);";
    fn divmod<R: Operand<K>>(right: R) -> (Tensor<R::Output>, Tensor<R::Output>),
        "assert_eq!(v.divmod(4)?, (tensor![[0, 0, 0], [1, 1, 1]], tensor![[1, 2, 3], [0, 1, 2]]));";
    fn floor_div<R: Operand<K>>(right: R) -> Tensor<R::Output>,
        "assert_eq!(v.floor_div(4)?, tensor![[0, 0, 0], [1, 1, 1]]);";
    fn true_div<R: Operand<K>>(right: R) -> Tensor<<R::Output as Kind>::Float>,
        "assert_eq!(v.true_div(2)?, tensor![[0.5, 1.0, 1.5], [2.0, 2.5, 3.0]]);";
    fn heaviside<R: Operand<K>>(at_zero: R) -> Tensor<<R::Output as Kind>::Float>,
        "assert_eq!(v.index_axis(0, 0)?.heaviside(0)?, tensor![1.0, 1.0, 1.0]);";
    fn angle() -> Tensor<<K::Float as Element>::Real>,
        "assert_eq!(v.index_axis(0, 0)?.angle()?, tensor![0.0, 0.0, 0.0]);";
    fn sinc() -> Tensor<K::Float>,
        "assert!(v.sinc()?.abs()?.less(1e-15)?.all_true()?);";
    fn round_to(decimals: i32) -> Tensor<K>,
        "assert_eq!(v.round_to(-1)?, tensor![[0, 0, 0], [0, 0, 10]]);";
    fn modf() -> (Tensor<K::Float>, Tensor<K::Float>),
        "assert_eq!(v.index_axis(0, 0)?.modf()?, (tensor![0.0, 0.0, 0.0], tensor![1.0, 2.0, 3.0]));";
    fn isposinf() -> Tensor<bool>,
        "assert!(!v.isposinf()?.any_true()?);";
    fn isneginf() -> Tensor<bool>,
        "assert!(!v.isneginf()?.any_true()?);";
    fn isreal() -> Tensor<bool>,
        "assert!(v.isreal()?.all_true()?);";
    fn iscomplex() -> Tensor<bool>,
        "assert!(!v.iscomplex()?.any_true()?);";
    fn nan_to_num(by: Substitutes) -> Tensor<K>,
        "assert_eq!(v.nan_to_num(lunette::Substitutes::default())?, v);";
}
