//! Values of a running program that are not plain scalars in registers.

use std::sync::Arc;

use lunette::{DType, DynTensor, Scalar};

use crate::program::FunctionId;
use crate::syntax::tree::RangeNotation;

/// A value; cheap to clone. A tensor's clone shares its memory: who needs a copy makes one.
#[derive(Clone, Debug)]
pub enum Value {
    /// A scalar of any dtype.
    Scalar(Scalar),
    /// A tensor; of rank 0 only where a variable is referred to (`&`).
    Tensor(DynTensor),
    /// A string.
    Str(Arc<str>),
    /// A tuple; `()` is what an expression without a value gives.
    Tuple(Arc<[Value]>),
    /// A range.
    Range(RangeValue),
    /// `NewAxis`.
    NewAxis,
    /// `Fill`.
    Fill,
    /// A dtype.
    DType(DType),
    /// A function with what it has captured.
    Fun(Arc<FunValue>),
}

/// A range that has been evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeValue {
    /// Which notation, so that it prints as it was written.
    pub notation: RangeNotation,
    /// The first part.
    pub start: Option<i64>,
    /// The second part.
    pub end: Option<i64>,
    /// The third part of `a:b:s`.
    pub step: Option<i64>,
    /// The step of `{range, step}`.
    pub every: Option<i64>,
}

/// A function as a value.
#[derive(Clone, Debug)]
pub struct FunValue {
    /// What it is called in messages.
    pub name: Arc<str>,
    /// The instance that is run.
    pub function: FunctionId,
    /// What comes before the arguments.
    pub captures: Vec<Value>,
}
