//! Indices: items that are evaluated, and which of them is at fault.

use lunette::index::{IndexTensor, Item};
use lunette::{DType, DynTensor, Error, ErrorKind, Scalar};

use super::failure::{Mistake, Stop, axis_of};
use super::machine::{Code, Machine};
use crate::source::Span;
use crate::syntax::tree::RangeNotation;
use crate::value::{RangeValue, Value};

/// Where square brackets and their items stand.
#[derive(Clone, Debug)]
pub(super) struct Bracket {
    /// What a failure points at that is about no item.
    pub(super) span: Span,
    pub(super) items: Vec<(Span, Consumes)>,
    /// Whether each item has brackets of its own, as in `x[i][j]`: then it is about the first axis of what is left.
    pub(super) chained: bool,
}

/// How many axes an item takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Consumes {
    Axes(usize),
    /// All that the others leave.
    Rest,
}

impl Bracket {
    /// The place that an error about this index on a tensor of this rank points at.
    pub(super) fn at_fault(&self, error: &Error, rank: usize) -> Span {
        axis_of(error).and_then(|axis| self.item_of(axis, rank)).unwrap_or(self.span)
    }

    /// The error as it is told: in a chain of brackets, each counts the axes from its own first.
    pub(super) fn told(&self, error: Error) -> Error {
        match *error.kind() {
            ErrorKind::IndexOutOfRange { op, index, len, .. } if self.chained => {
                ErrorKind::IndexOutOfRange { op, axis: 0, index, len }.into()
            }
            _ => error,
        }
    }

    fn item_of(&self, axis: usize, rank: usize) -> Option<Span> {
        let taken: usize = self.items.iter().map(|(_, consumes)| consumes.or(0)).sum();
        let mut next = 0;
        for (span, consumes) in &self.items {
            next += consumes.or(rank.saturating_sub(taken));
            if axis < next {
                return Some(*span);
            }
        }
        None
    }
}

impl Consumes {
    fn or(self, rest: usize) -> usize {
        match self {
            Self::Axes(count) => count,
            Self::Rest => rest,
        }
    }
}

/// An item that is going to be evaluated.
pub(super) enum ItemCode {
    At(Code<i64>),
    Range(RangeCode),
    NewAxis,
    Fill,
    /// A range, a tensor, or a tuple of items.
    Value(Code<Value>, Span),
}

/// A range whose parts are going to be evaluated.
pub(super) struct RangeCode {
    pub(super) notation: RangeNotation,
    pub(super) parts: [Option<Code<i64>>; 4],
}

impl RangeCode {
    pub(super) fn get(&self, machine: &mut Machine<'_>) -> Result<RangeValue, Stop> {
        let mut values = [None; 4];
        for (value, part) in values.iter_mut().zip(&self.parts) {
            *value = part.as_ref().map(|part| part(machine)).transpose()?;
        }
        let [start, end, step, every] = values;
        Ok(RangeValue { notation: self.notation, start, end, step, every })
    }
}

/// Evaluates items from left to right.
pub(super) fn evaluate(codes: &[ItemCode], machine: &mut Machine<'_>) -> Result<Vec<Item<'static>>, Stop> {
    let mut items = Vec::with_capacity(codes.len());
    for code in codes {
        match code {
            ItemCode::At(code) => items.push(Item::At(code(machine)?)),
            ItemCode::Range(range) => items.push(Item::Range(range.get(machine)?.to_index())),
            ItemCode::NewAxis => items.push(Item::NewAxis),
            ItemCode::Fill => items.push(Item::Fill),
            ItemCode::Value(code, span) => {
                let value = code(machine)?;
                push_value(&mut items, &value).map_err(|mistake| machine.fail(mistake, *span))?;
            }
        }
    }
    Ok(items)
}

/// Adds what a value means in an index.
fn push_value(items: &mut Vec<Item<'static>>, value: &Value) -> Result<(), Mistake> {
    const NO_INDEX: Mistake = Mistake::Internal("a value is no index");
    items.push(match value {
        Value::Scalar(Scalar::Bool(flag)) => {
            let mask = DynTensor::scalar_of(*flag).map_err(Mistake::Library)?;
            Item::Tensor(IndexTensor::owned(mask))
        }
        Value::Scalar(scalar) => match (scalar.try_cast(DType::I64), scalar) {
            (Ok(Scalar::I64(index)), _) => Item::At(index),
            (_, Scalar::U64(index)) => return Err(Mistake::IndexTooLarge { index: *index }),
            _ => return Err(NO_INDEX),
        },
        Value::Range(range) => Item::Range(range.to_index()),
        Value::NewAxis => Item::NewAxis,
        Value::Fill => Item::Fill,
        Value::Tensor(tensor) => Item::Tensor(IndexTensor::owned(tensor.clone())),
        Value::Tuple(fields) => {
            for field in fields.iter() {
                push_value(items, field)?;
            }
            return Ok(());
        }
        Value::Str(_) | Value::DType(_) | Value::Fun(_) => return Err(NO_INDEX),
    });
    Ok(())
}
