//! Index tuples as arguments.

use lunette::index::IntoItem;
use lunette::{DynTensor, Fill, Item, NewAxis, Scalar};

use super::args::as_int;
use crate::value::{RangeValue, Value};

/// The items of an index: those of a tuple, or one alone; none if a value among them is no item.
pub fn item_list(index: &Value) -> Option<Vec<Item<'_>>> {
    match index {
        Value::Tuple(items) => items.iter().map(item).collect(),
        one => Some(vec![item(one)?]),
    }
}

fn item(value: &Value) -> Option<Item<'_>> {
    match value {
        Value::Tensor(tensor) => Some(tensor.into_item()),
        Value::Range(range) => Some(range.to_index().into_item()),
        Value::NewAxis => Some(NewAxis.into_item()),
        Value::Fill => Some(Fill.into_item()),
        Value::Scalar(Scalar::Bool(flag)) => Some(DynTensor::scalar_of(*flag).ok()?.into_item()),
        one => Some(as_int(one)?.into_item()),
    }
}

/// Whether a range is a whole axis.
pub(super) fn is_whole(range: &RangeValue) -> bool {
    range.start.is_none() && range.end.is_none() && range.step.is_none() && range.every.is_none()
}
