//! Sorting, searching, counting, and elements as sets.

use super::{computed, each_type};
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::Element;
use crate::error::Result;
use crate::index::{IndexKind, IntoInts, IntoShape};
use crate::ops::search::Side;
use crate::tensor::operand::{Factor, Lend, Values};
use crate::tensor::view::lend::Show;
use crate::tensor::{Histogram, IntoBins, Kind, Tensor, TopK, UniqueAll, UniqueCounts, UniqueInverse};

computed! {
    fn sort(axis: i64) -> Tensor<K>,
        "assert_eq!(v.flip(1)?.sort(1)?, tensor![[1, 2, 3], [4, 5, 6]]);";
    fn sort_descending(axis: i64) -> Tensor<K>,
        "assert_eq!(v.sort_descending(0)?, tensor![[4, 5, 6], [1, 2, 3]]);";
    fn argsort(axis: i64) -> Tensor<i64>,
        "assert_eq!(v.flip(1)?.argsort(1)?, tensor![[2_i64, 1, 0], [2, 1, 0]]);";
    fn argsort_descending(axis: i64) -> Tensor<i64>,
        "assert_eq!(v.argsort_descending(0)?, tensor![[1_i64, 1, 1], [0, 0, 0]]);";
    fn topk(k: usize, axis: i64, largest: bool) -> TopK<K>,
        "assert_eq!(v.topk(1, 1, true)?.values, tensor![[3], [6]]);";
    fn partition(nth: impl IntoInts, axis: i64) -> Tensor<K>,
        "assert_eq!(v.partition(1, 1)?.view(s![.., 1])?, tensor![2, 5]);";
    fn argpartition(nth: impl IntoInts, axis: i64) -> Tensor<i64>,
        "assert_eq!(v.argpartition(1, 1)?.view(s![.., 1])?, tensor![1_i64, 1]);";
    fn searchsorted<V: Values<K>>(values: V, side: Side) -> Tensor<i64>,
        "use lunette::Side;\nassert_eq!(v.index_axis(0, 1)?.searchsorted(5, Side::Right)?.item()?, 2);";
    fn searchsorted_by<I: IndexKind, V: Kind>(sorter: &Tensor<I>, values: &Tensor<V>, side: Side) -> Tensor<i64>,
        "use lunette::Side;\nlet (row, order) = (v.index_axis(0, 0)?, tensor![0, 1, 2]);\n\
         assert_eq!(row.searchsorted_by(&order, &tensor![2], Side::Left)?, tensor![1_i64]);";
    fn nonzero() -> Vec<Tensor<i64>>,
        "assert_eq!(v.greater(4)?.read()?.nonzero()?[1], tensor![1_i64, 2]);";
    fn flatnonzero() -> Tensor<i64>,
        "assert_eq!(v.flatnonzero()?.len(), 6);";
    fn argwhere() -> Tensor<i64>,
        "assert_eq!(v.argwhere()?.shape(), [6, 2]);";
    fn unravel_index(shape: impl IntoShape) -> Vec<Tensor<i64>>,
        "assert_eq!(v.unravel_index([3, 4])?[0], tensor![[0_i64, 0, 0], [1, 1, 1]]);";
    fn unique_all() -> UniqueAll<K>,
        "assert_eq!(v.unique_all()?.counts, tensor![1_i64, 1, 1, 1, 1, 1]);";
    fn unique_along(axis: i64) -> UniqueAll<K>,
        "assert_eq!(v.unique_along(0)?.counts, tensor![1_i64, 1]);";
    fn unique_counts() -> UniqueCounts<K>,
        "assert_eq!(v.unique_counts()?.values, tensor![1, 2, 3, 4, 5, 6]);";
    fn unique_inverse() -> UniqueInverse<K>,
        "assert_eq!(v.unique_inverse()?.inverse_indices, tensor![[0_i64, 1, 2], [3, 4, 5]]);";
    fn unique_values() -> Tensor<K>,
        "assert_eq!(v.unique_values()?, tensor![1, 2, 3, 4, 5, 6]);";
    fn isin<S: Values<K>>(set: S, invert: bool) -> Tensor<bool>,
        "assert_eq!(v.isin(&tensor![3, 4], false)?, tensor![[false, false, true], [true, false, false]]);";
    fn intersect1d<L: Lend>(other: L) -> Tensor<K>,
        "assert_eq!(v.intersect1d(&tensor![9, 6, 2])?, tensor![2, 6]);";
    fn setdiff1d<L: Lend>(other: L) -> Tensor<K>,
        "assert_eq!(v.setdiff1d(&v.index_axis(0, 0)?)?, tensor![4, 5, 6]);";
    fn union1d<F: Factor<K>>(other: F) -> Tensor<F::Output>,
        "assert_eq!(v.index_axis(0, 0)?.union1d(&tensor![0, 3])?, tensor![0, 1, 2, 3]);";
    fn setxor1d<F: Factor<K>>(other: F) -> Tensor<F::Output>,
        "assert_eq!(v.index_axis(0, 0)?.setxor1d(&tensor![0, 3])?, tensor![0, 1, 2]);";
    fn histogram<'b,>(bins: impl IntoBins<'b>) -> Histogram<i64>,
        "assert_eq!(v.histogram((2, 0.0..4.0))?.counts, tensor![1_i64, 3]);";
    fn histogram_weighted<'b, W: Kind>(bins: impl IntoBins<'b>, weights: &Tensor<W>) -> Histogram<f64>,
        "let weights = tensor![[0.5, 1.0, 1.0], [2.0, 1.0, 1.0]];\n\
         assert_eq!(v.histogram_weighted((2, 0.0..4.0), &weights)?.counts, tensor![0.5, 4.0]);";
    fn bincount(minlength: usize) -> Tensor<i64>,
        "assert_eq!(v.index_axis(0, 0)?.bincount(5)?, tensor![0_i64, 1, 1, 1, 0]);";
    fn bincount_weighted<W: Kind>(weights: &Tensor<W>, minlength: usize) -> Tensor<f64>,
        "let weights = tensor![0.5, 1.0, 2.0];\n\
         assert_eq!(v.index_axis(0, 0)?.bincount_weighted(&weights, 0)?, tensor![0.0, 0.5, 1.0, 2.0]);";
    fn digitize<E: Kind>(edges: &Tensor<E>, right: bool) -> Tensor<i64>,
        "assert_eq!(v.digitize(&tensor![2, 5], false)?, tensor![[0_i64, 1, 1], [1, 2, 2]]);";
}
