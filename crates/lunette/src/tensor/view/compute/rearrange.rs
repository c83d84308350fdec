//! Copies of the elements: others of them, or in other places.

use super::{computed, each_type};
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::Element;
use crate::error::Result;
use crate::index::{IndexKind, IntoAxes, IntoInts, IntoRange, IntoShape, Item};
use crate::layout::Order;
use crate::ops::pad::Pad;
use crate::tensor::view::lend::Show;
use crate::tensor::{IntoValue, Tensor};

computed! {
    fn load_in(items: &[Item<'_>], order: Order) -> Tensor<K>,
        "assert_eq!(v.load_in(s![.., 1..], Order::F)?.strides(), [1, 2]);";
    fn load_orthogonal(items: &[Item<'_>]) -> Tensor<K>,
        "assert_eq!(v.load_orthogonal(s![&[1, 0], &[0, 2]])?, tensor![[4, 6], [1, 3]]);";
    fn load_orthogonal_in(items: &[Item<'_>], order: Order) -> Tensor<K>,
        "assert_eq!(v.load_orthogonal_in(s![&[1, 0], &[0, 2]], Order::F)?.strides(), [1, 2]);";
    fn take_along_axis<I: IndexKind>(indices: &Tensor<I>, axis: i64) -> Tensor<K>,
        "assert_eq!(v.take_along_axis(&tensor![[2], [0]], 1)?, tensor![[3], [4]]);";
    fn gather<I: IndexKind>(indices: &[Option<&Tensor<I>>]) -> Tensor<K>,
        "assert_eq!(v.gather(&[Some(&tensor![[1, 0, 1]]), None])?, tensor![[4, 2, 6]]);";
    fn scatter_to<I: IndexKind>(indices: &[Option<&Tensor<I>>], shape: impl IntoShape) -> Tensor<K>,
        "let rows = tensor![[1, 0, 1], [0, 0, 0]];\n\
         assert_eq!(v.scatter_to(&[Some(&rows), None], [2, 3])?, tensor![[4, 7, 6], [1, 0, 3]]);";
    fn insert<'x,>(positions: impl IntoInts, value: impl IntoValue<'x>, axis: impl Into<Option<i64>>) -> Tensor<K>,
        "assert_eq!(v.insert(1, 0, 1)?, tensor![[1, 0, 2, 3], [4, 0, 5, 6]]);";
    fn delete(positions: impl IntoInts, axis: impl Into<Option<i64>>) -> Tensor<K>,
        "assert_eq!(v.delete(0, 1)?, tensor![[2, 3], [5, 6]]);";
    fn delete_range(range: impl IntoRange, axis: impl Into<Option<i64>>) -> Tensor<K>,
        "assert_eq!(v.delete_range(1.., 1)?, tensor![[1], [4]]);";
    fn compress(mask: &Tensor<bool>, axis: impl Into<Option<i64>>) -> Tensor<K>,
        "assert_eq!(v.compress(&tensor![true, false, true], 1)?, tensor![[1, 3], [4, 6]]);";
    fn resize(shape: impl IntoShape) -> Tensor<K>,
        "assert_eq!(v.resize([2, 4])?, tensor![[1, 2, 3, 4], [5, 6, 1, 2]]);";
    fn roll(shifts: impl IntoInts, axes: impl IntoAxes) -> Tensor<K>,
        "assert_eq!(v.roll(1, 1)?, tensor![[3, 1, 2], [6, 4, 5]]);";
    fn rot90(quarters: i64, axes: [i64; 2]) -> Tensor<K>,
        "assert_eq!(v.rot90(1, [0, 1])?, tensor![[3, 6], [2, 5], [1, 4]]);";
    fn tile(repetitions: impl IntoShape) -> Tensor<K>,
        "assert_eq!(v.tile([2, 1])?, tensor![[1, 2, 3], [4, 5, 6], [1, 2, 3], [4, 5, 6]]);";
    fn repeat(times: usize, axis: impl Into<Option<i64>>) -> Tensor<K>,
        "assert_eq!(v.repeat(2, 0)?, tensor![[1, 2, 3], [1, 2, 3], [4, 5, 6], [4, 5, 6]]);";
    fn repeat_each(times: &[usize], axis: impl Into<Option<i64>>) -> Tensor<K>,
        "assert_eq!(v.repeat_each(&[0, 2], 0)?, tensor![[4, 5, 6], [4, 5, 6]]);";
    fn pad(widths: &[(usize, usize)], mode: Pad) -> Tensor<K>,
        "assert_eq!(v.pad(&[(0, 0), (1, 0)], Pad::Edge)?, tensor![[1, 1, 2, 3], [4, 4, 5, 6]]);";
    fn pad_with(widths: &[(usize, usize)], mode: Pad, lengths: &[(usize, usize)]) -> Tensor<K>,
        "let padded = v.pad_with(&[(0, 0), (1, 0)], Pad::Maximum, &[(1, 1), (2, 2)])?;\n\
         assert_eq!(padded, tensor![[2, 1, 2, 3], [5, 4, 5, 6]]);";
    fn tril(offset: i64) -> Tensor<K>,
        "assert_eq!(v.tril(0)?, tensor![[1, 0, 0], [4, 5, 0]]);";
    fn triu(offset: i64) -> Tensor<K>,
        "assert_eq!(v.triu(0)?, tensor![[1, 2, 3], [0, 5, 6]]);";
    fn diag(offset: i64) -> Tensor<K>,
        "assert_eq!(v.diag(1)?, tensor![2, 6]);";
    fn diag_embed(offset: i64) -> Tensor<K>,
        "assert_eq!(v.diag_embed(0)?.shape(), [2, 3, 3]);";
}
