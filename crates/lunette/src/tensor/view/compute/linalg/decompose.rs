//! Decompositions, equations, norms and fitted polynomials.

use super::{computed, each_type};
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::Element;
use crate::error::Result;
use crate::index::IntoAxes;
use crate::ops::linalg::{MatrixNorm, QrMode, Triangle};
use crate::tensor::operand::Factor;
use crate::tensor::view::lend::Show;
use crate::tensor::{Eig, Eigh, Kind, Lstsq, Lu, PromoteKind, Qr, Slogdet, Svd, Tensor};

/// The kind that holds values of a kind and integers.
type Whole<X> = <X as PromoteKind<i64>>::Output;
/// The kind of coefficients that fit points: places have the powers of `i64`, and quotients are floats.
type Fitted<X, Y> = <<Whole<X> as PromoteKind<Y>>::Output as Kind>::Float;

computed! {
    fn cholesky() -> Tensor<K::Float>,
        "assert_eq!(tensor![[4, 2], [2, 2]].read()?.cholesky()?, tensor![[2.0, 0.0], [1.0, 1.0]]);";
    fn cholesky_upper() -> Tensor<K::Float>,
        "assert_eq!(tensor![[4, 2], [2, 2]].read()?.cholesky_upper()?, tensor![[2.0, 1.0], [0.0, 1.0]]);";
    fn qr(mode: QrMode) -> Qr<K>,
        "assert_eq!(v.qr(lunette::QrMode::Reduced)?.r.shape(), [2, 3]);";
    fn lu() -> Lu<K>,
        "assert_eq!(v.lu()?.l.shape(), [2, 2]);";
    fn svd(full_matrices: bool) -> Svd<K>,
        "assert_eq!(v.svd(false)?.vh.shape(), [2, 3]);";
    fn svdvals() -> Tensor<<K::Float as Element>::Real>,
        "assert_eq!(v.svdvals()?.shape(), [2]);";
    fn cond() -> Tensor<<K::Float as Element>::Real>,
        "assert!(v.cond()?.item()? > 10.0);";
    fn eig() -> Eig<K>,
        "assert_eq!(v.slice_axis(1, ..2)?.eig()?.eigenvalues.shape(), [2]);";
    fn eigvals() -> Tensor<K::Complex>,
        "assert_eq!(v.slice_axis(1, ..2)?.eigvals()?.shape(), [2]);";
    fn eigh() -> Eigh<K>,
        "assert_eq!(v.slice_axis(1, ..2)?.eigh()?.eigenvectors.shape(), [2, 2]);";
    fn eigvalsh() -> Tensor<<K::Float as Element>::Real>,
        "assert_eq!(v.slice_axis(1, ..2)?.eigvalsh()?.shape(), [2]);";
    fn solve<F: Factor<K>>(other: F) -> Tensor<<F::Output as Kind>::Float>,
        "let x = v.slice_axis(1, ..2)?.solve(&v.index_axis(1, 2)?)?; // x + 2y = 3, 4x + 5y = 6\n\
         assert!(x.allclose(&tensor![-1.0, 2.0], lunette::Tolerance::default())?);";
    fn solve_triangular<F: Factor<K>>(other: F, triangle: Triangle) -> Tensor<<F::Output as Kind>::Float>,
        "let lower = lunette::Triangle { lower: true, unit_diagonal: false };\n\
         let x = v.slice_axis(1, ..2)?.solve_triangular(&tensor![1, 9], lower)?; // x = 1, 4x + 5y = 9\n\
         assert_eq!(x, tensor![1.0, 1.0]);";
    fn inv() -> Tensor<K::Float>,
        "assert_eq!(tensor![[2, 0], [0, 4]].read()?.inv()?, tensor![[0.5, 0.0], [0.0, 0.25]]);";
    fn pinv() -> Tensor<K::Float>,
        "assert_eq!(v.pinv()?.shape(), [3, 2]);";
    fn pinv_with(rtol: f64) -> Tensor<K::Float>,
        "assert_eq!(v.pinv_with(0.1)?.shape(), [3, 2]);";
    fn pinv_each<R: Kind>(rtols: &Tensor<R>) -> Tensor<K::Float>,
        "assert_eq!(v.expand_dims(0)?.pinv_each(&tensor![0.1])?.shape(), [1, 3, 2]);";
    fn det() -> Tensor<K::Float>,
        "assert_eq!(v.slice_axis(1, ..2)?.det()?.item()?, -3.0);";
    fn slogdet() -> Slogdet<K>,
        "assert_eq!(v.slice_axis(1, ..2)?.slogdet()?.sign.item()?, -1.0);";
    fn expm() -> Tensor<K::Float>,
        "assert_eq!(v.slice_axis(1, ..2)?.expm()?.shape(), [2, 2]);";
    fn matrix_power(n: i64) -> Tensor<K>,
        "assert_eq!(v.slice_axis(1, ..2)?.matrix_power(2)?, tensor![[9, 12], [24, 33]]);";
    fn matrix_rank() -> Tensor<i64>,
        "assert_eq!(v.matrix_rank()?.item()?, 2);";
    fn matrix_rank_with(rtol: f64) -> Tensor<i64>,
        "assert_eq!(v.matrix_rank_with(0.1)?.item()?, 1);";
    fn matrix_rank_each<R: Kind>(rtols: &Tensor<R>) -> Tensor<i64>,
        "assert_eq!(v.expand_dims(0)?.matrix_rank_each(&tensor![0.1])?, tensor![1_i64]);";
    fn matrix_norm(norm: MatrixNorm) -> Tensor<<K::Float as Element>::Real>,
        "assert_eq!(v.matrix_norm(lunette::MatrixNorm::One)?.item()?, 9.0);";
    fn matrix_norm_keepdims(norm: MatrixNorm) -> Tensor<<K::Float as Element>::Real>,
        "assert_eq!(v.matrix_norm_keepdims(lunette::MatrixNorm::One)?, tensor![[9.0]]);";
    fn vector_norm(ord: f64, axes: impl IntoAxes) -> Tensor<<K::Float as Element>::Real>,
        "assert_eq!(v.vector_norm(1.0, 1)?, tensor![6.0, 15.0]);";
    fn vector_norm_keepdims(ord: f64, axes: impl IntoAxes) -> Tensor<<K::Float as Element>::Real>,
        "assert_eq!(v.vector_norm_keepdims(1.0, 1)?, tensor![[6.0], [15.0]]);";
    fn lstsq<F: Factor<K>>(other: F) -> Lstsq<F::Output>,
        "assert_eq!(v.lstsq(&tensor![1, 2])?.rank.item()?, 2);";
    fn lstsq_with<F: Factor<K>>(other: F, rtol: f64) -> Lstsq<F::Output>,
        "assert_eq!(v.lstsq_with(&tensor![1, 2], 0.1)?.rank.item()?, 1);";
    fn roots() -> Tensor<K::Complex>,
        "assert_eq!(v.index_axis(0, 0)?.roots()?.shape(), [2]);";
    fn polyfit<Y: Kind>(y: &Tensor<Y>, degree: usize) -> Tensor<Fitted<K, Y>>
        where K: PromoteKind<i64>, Whole<K>: PromoteKind<Y>,
        "assert_eq!(v.index_axis(0, 0)?.polyfit(&tensor![3.0_f64, 5.0, 7.0], 1)?.shape(), [2]);";
    fn polyfit_weighted<Y: Kind, W: Kind>(y: &Tensor<Y>, degree: usize, weights: &Tensor<W>) -> Tensor<Fitted<K, Y>>
        where K: PromoteKind<i64>, Whole<K>: PromoteKind<Y>,
        "let (y, weights) = (tensor![3.0_f64, 5.0, 7.0], tensor![1.0_f64, 1.0, 0.0]);\n\
         assert_eq!(v.index_axis(0, 0)?.polyfit_weighted(&y, 1, &weights)?.shape(), [2]);";
}
