//! The cases as `compare.py` writes them, and what they mean in Lunette.

use lunette::index::IntoItem;
use lunette::{DType, DynTensor, IndexRange, Item, Order, Result, span};
use serde::Deserialize;

use crate::bytes;

#[derive(Deserialize)]
pub struct Case {
    pub verb: Verb,
    pub base: Tensor,
    pub views: Vec<Step>,
    pub items: Vec<IndexItem>,
    pub value: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    Load,
    LoadOrthogonal,
    /// Through the elements that a guard lends.
    LoadBorrowed,
    View,
    Store,
    StoreOrthogonal,
    StoreBorrowed,
    /// What is picked twice gets both values.
    Scatter,
    /// The first item is a tensor of flat positions.
    Put,
    /// The first item is a mask that stretches to the view.
    StoreWhere,
}

/// What is stored: a tensor of its own, or a view of the base.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    Tensor(Tensor),
    Shared(Vec<Step>),
}

/// A tensor by its dtype, shape, and the bytes of its elements in row-major order, in hexadecimal digits.
#[derive(Deserialize)]
pub struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    order: String,
    data: String,
}

impl Tensor {
    pub fn build(&self) -> Result<DynTensor> {
        let tensor = bytes::decode(self.dtype.parse()?, &self.shape, &self.data)?;
        if self.order == "F" { tensor.copy_in(Order::F) } else { Ok(tensor) }
    }
}

/// One view operation.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    Index(Vec<IndexItem>),
    Permute(Vec<i64>),
    Flip(Vec<i64>),
    Reshape(Vec<i64>),
    Broadcast(Vec<usize>),
    Squeeze(i64),
    Expand(i64),
    Swap(i64, i64),
    Move(i64, i64),
    Diagonal(()),
}

/// A tensor after a chain of views.
pub fn through(tensor: &DynTensor, steps: &[Step]) -> Result<DynTensor> {
    steps.iter().try_fold(tensor.clone(), |tensor, step| match step {
        Step::Index(list) => tensor.view(&items(list)?),
        Step::Permute(axes) => tensor.permute(axes),
        Step::Flip(axes) => tensor.flip(axes),
        Step::Reshape(shape) => tensor.reshape(shape),
        Step::Broadcast(shape) => tensor.broadcast_to(shape),
        Step::Squeeze(axis) => tensor.squeeze(*axis),
        Step::Expand(position) => tensor.expand_dims(*position),
        Step::Swap(first, second) => tensor.swapaxes(*first, *second),
        Step::Move(source, destination) => tensor.moveaxis(*source, *destination),
        Step::Diagonal(()) => tensor.diagonal(),
    })
}

/// One item of an index expression.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IndexItem {
    At(i64),
    Slice(Option<i64>, Option<i64>, i64),
    Inclusive(Option<i64>, i64),
    Every { of: Box<IndexItem>, step: i64 },
    Span(i64, i64),
    NewAxis,
    Fill,
    Tensor(Tensor),
}

/// The tensor that is the first item.
pub fn first_tensor(list: &[IndexItem]) -> Result<DynTensor> {
    match list {
        [IndexItem::Tensor(tensor), ..] => tensor.build(),
        _ => DynTensor::zeros_of(DType::I64, 0),
    }
}

/// The index expression in Lunette's items.
pub fn items(list: &[IndexItem]) -> Result<Vec<Item<'static>>> {
    list.iter().map(IndexItem::build).collect()
}

impl IndexItem {
    fn build(&self) -> Result<Item<'static>> {
        Ok(match self {
            Self::At(index) => Item::At(*index),
            Self::Span(first, second) => span(*first, *second),
            Self::NewAxis => Item::NewAxis,
            Self::Fill => Item::Fill,
            Self::Tensor(tensor) => tensor.build()?.into_item(),
            range => Item::Range(range.range()),
        })
    }

    /// The range; an item that is none takes the whole axis.
    fn range(&self) -> IndexRange {
        match self {
            Self::Slice(start, stop, step) => IndexRange::slice(*start, *stop, *step),
            Self::Inclusive(start, last) => IndexRange::inclusive(*start, *last),
            Self::Every { of, step } => of.range().stepped(*step),
            _ => IndexRange::FULL,
        }
    }
}
