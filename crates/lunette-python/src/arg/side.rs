//! An operand beside another one, on which it depends what a number means.

use lunette::{BinaryOp, DType, DynTensor, Scalar, Weak};
use pyo3::prelude::*;

use super::operand::{Arg, no_operand, number_of, numpy_scalar, operand_of};
use crate::error::{Failure, Result};

/// A tensor or a number; of NumPy's scalars the dtype counts, as that of a tensor does.
pub enum Side<'a> {
    Plain(Arg<'a>),
    // Boxed, because it is rare, and sides are moved around in every small call.
    Scalar(Box<DynTensor>),
    Beyond(Box<Beyond>),
}

/// A Python integer that no dtype holds: a number to compare with, and a float beside floats.
pub struct Beyond {
    /// The nearest float; infinite if there is none.
    value: f64,
    /// What is told where it means nothing.
    error: PyErr,
}

impl<'a> Side<'a> {
    /// What stands beside a tensor; none for things of others, who may know what to do.
    #[inline]
    pub fn of(object: Borrowed<'a, '_, PyAny>) -> Result<Option<Self>> {
        match operand_of(object) {
            Ok(Some(operand)) => Ok(Some(Self::Plain(operand))),
            Ok(None) => Self::of_numpy(object),
            Err(error) => Beyond::of(object, error).map(|beyond| Some(Self::Beyond(Box::new(beyond)))),
        }
    }

    #[cold]
    fn of_numpy(object: Borrowed<'a, '_, PyAny>) -> Result<Option<Self>> {
        let number = numpy_scalar(object)?;
        Ok(number.map(DynTensor::scalar_of).transpose()?.map(|tensor| Self::Scalar(Box::new(tensor))))
    }

    /// The operand, in an operation with another one of this dtype.
    #[inline]
    pub fn beside(&self, op: BinaryOp, other: Option<DType>) -> Result<Arg<'_>> {
        match self {
            Self::Plain(operand) => Ok(*operand),
            Self::Scalar(tensor) => Ok(Arg::Tensor(tensor)),
            Self::Beyond(beyond) => beyond.beside(op, other),
        }
    }

    /// A limit for a tensor of this dtype, which a scalar of NumPy's does not raise.
    pub fn limit(&self, target: DType) -> Result<Arg<'_>> {
        match self {
            Self::Scalar(tensor) => Ok(Arg::Number(Weak(tensor.item()?))),
            _ => self.beside(BinaryOp::Maximum, Some(target)),
        }
    }

    /// The dtype that it has alone; none if there is none that holds it.
    pub fn dtype(&self) -> Option<DType> {
        match self {
            Self::Plain(operand) => Some(operand.dtype()),
            Self::Scalar(tensor) => Some(tensor.dtype()),
            Self::Beyond(_) => None,
        }
    }

    /// Both operands of an operation.
    #[inline]
    pub fn pair<'s>(op: BinaryOp, left: &'s Side<'_>, right: &'s Side<'_>) -> Result<[Arg<'s>; 2]> {
        match (left, right) {
            (Side::Plain(left), Side::Plain(right)) => Ok([*left, *right]),
            _ => Ok([left.beside(op, right.dtype())?, right.beside(op, left.dtype())?]),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Side<'a> {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Self::of(object)?.ok_or_else(|| no_operand(object))
    }
}

/// A Python number that becomes an element of this dtype; none if it is something else.
pub fn number_for(object: Borrowed<'_, '_, PyAny>, dtype: DType) -> Result<Option<Scalar>> {
    match number_of(object) {
        Ok(number) => Ok(number),
        Err(error) => Beyond::of(object, error)?.as_dtype(dtype).map(Some),
    }
}

impl Beyond {
    #[cold]
    fn of(object: Borrowed<'_, '_, PyAny>, error: PyErr) -> Result<Self> {
        let infinite = if object.lt(0)? { f64::NEG_INFINITY } else { f64::INFINITY };
        Ok(Self { value: object.extract().unwrap_or(infinite), error })
    }

    /// Beside integers and bools it is infinite: rounded to a float it could equal one that they are rounded to. Only their
    /// quotients are floats, in which it is one.
    fn beside<'a>(&self, op: BinaryOp, other: Option<DType>) -> Result<Arg<'a>> {
        let is_inexact =
            op == BinaryOp::Divide || other.is_some_and(|dtype| dtype.is_float() || dtype.is_complex());
        match (is_inexact, compares(op)) {
            (false, true) => Ok(number(f64::INFINITY.copysign(self.value))),
            (true, true) => Ok(number(self.value)),
            (true, false) if self.value.is_finite() => Ok(number(self.value)),
            (_, false) => Err(self.refused()),
        }
    }

    /// The number where one of this dtype is asked for.
    fn as_dtype(&self, dtype: DType) -> Result<Scalar> {
        let is_inexact = dtype.is_float() || dtype.is_complex();
        if is_inexact && self.value.is_finite() { Ok(Scalar::F64(self.value)) } else { Err(self.refused()) }
    }

    fn refused(&self) -> Failure {
        Python::attach(|py| self.error.clone_ref(py)).into()
    }
}

fn number<'a>(value: f64) -> Arg<'a> {
    Arg::Number(Weak(Scalar::F64(value)))
}

fn compares(op: BinaryOp) -> bool {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    matches!(op, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
}
