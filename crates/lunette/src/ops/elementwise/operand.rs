//! What an operator acts on: a tensor or one value, and which dtype it asks for.

use crate::dtype::{DType, Scalar, promote, promote_weak};
use crate::error::{ErrorKind, Result};
use crate::kernels::elementwise::{Program, Slot};
use crate::ops::create;
use crate::tensor::Handle;

/// One operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand<'a> {
    Tensor(&'a Handle),
    /// A value whose dtype counts.
    Scalar(Scalar),
    /// A value that takes the dtype of the tensor beside it, if that can hold its kind (R28).
    Weak(Scalar),
}

impl<'a> Operand<'a> {
    /// The tensor, if it is one.
    pub(super) fn handle(&self) -> Option<&'a Handle> {
        match self {
            Self::Tensor(handle) => Some(handle),
            _ => None,
        }
    }

    /// The value, if it is one.
    pub(super) fn value(&self) -> Option<Scalar> {
        match self {
            Self::Tensor(_) => None,
            Self::Scalar(value) | Self::Weak(value) => Some(*value),
        }
    }

    /// The operand with a weak value in the dtype that was chosen for it.
    ///
    /// # Errors
    /// If the value does not fit.
    pub(super) fn fitted(self, op: &'static str, dtype: DType) -> Result<Self> {
        match self {
            Self::Weak(value) => fitted(op, value, dtype).map(Self::Scalar),
            other => Ok(other),
        }
    }

    pub(super) fn dtype(&self) -> DType {
        match self {
            Self::Tensor(handle) => handle.dtype,
            Self::Scalar(value) | Self::Weak(value) => value.dtype(),
        }
    }

    /// The operand as a tensor, a value being one of rank 0; weak values are of the dtype that they have beside `dtype`,
    /// integers of one that holds them.
    pub(crate) fn into_tensor(self, op: &'static str, dtype: DType) -> Result<Handle> {
        let value = match self {
            Self::Tensor(handle) => return Ok(handle.clone()),
            Self::Scalar(value) => value,
            Self::Weak(value) if value.dtype().is_integer() && dtype.is_integer() => match value {
                Scalar::U64(_) => value,
                _ => value.cast(DType::I64),
            },
            Self::Weak(value) => value.cast(promote_weak(value.dtype(), dtype)),
        };
        create::full(op, value.dtype(), &[], value)
    }

    /// Puts the operand into a program of `dtype` that reads it as `compute`: what a weak value is, `dtype` decides.
    ///
    /// # Errors
    /// If a weak value does not fit the dtype.
    pub(super) fn slot(
        &self,
        op: &'static str,
        program: &mut Program,
        dtype: DType,
        compute: DType,
    ) -> Result<Slot> {
        Ok(match self {
            Self::Tensor(_) => program.leaf(compute),
            Self::Scalar(value) => program.constant(value.cast(compute)),
            Self::Weak(value) => program.constant(fitted(op, *value, dtype)?.cast(compute)),
        })
    }
}

/// The dtype that two operands have in common.
pub(super) fn common_dtype(a: &Operand<'_>, b: &Operand<'_>) -> DType {
    match (a, b) {
        (Operand::Weak(weak), other) if !matches!(other, Operand::Weak(_)) => {
            promote_weak(weak.dtype(), other.dtype())
        }
        (other, Operand::Weak(weak)) if !matches!(other, Operand::Weak(_)) => {
            promote_weak(weak.dtype(), other.dtype())
        }
        _ => match (a.dtype(), b.dtype()) {
            (a, b) if a == b => a,
            (a, b) => promote(a, b),
        },
    }
}

/// A weak value in a dtype that was chosen for it; integers must fit.
fn fitted(op: &'static str, value: Scalar, dtype: DType) -> Result<Scalar> {
    match value.dtype().is_integer() && dtype.is_integer() {
        true => value.stored_as(op, dtype),
        false => Ok(value.cast(dtype)),
    }
}

/// The error for a dtype that an operation has no meaning for.
#[cold]
pub(super) fn unsupported(op: &'static str, dtype: DType, cure: &'static str) -> crate::Error {
    ErrorKind::Unsupported { op, dtype, cure }.into()
}
