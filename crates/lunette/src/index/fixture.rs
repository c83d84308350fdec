//! What the tests of this module build on.

use super::{IndexTensor, Item};
use crate::dtype::DType;
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// The layout of a fresh row-major tensor.
pub(super) fn rows(shape: &[usize]) -> Layout {
    Layout::contiguous_for("test", shape, Order::C).unwrap()
}

/// A tensor whose values do not matter, because nobody reads them here.
pub(super) fn unread(dtype: DType, shape: &[usize]) -> Handle {
    Handle::zeros("test", dtype, shape, Order::C).unwrap()
}

/// The item that a tensor is.
pub(super) fn by(tensor: &Handle) -> Item<'_> {
    Item::Tensor(IndexTensor::of(tensor))
}
