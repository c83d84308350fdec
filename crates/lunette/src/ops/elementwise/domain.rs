//! Which dtypes operations take, and in which dtype they are computed.

use super::operand::unsupported;
use crate::dtype::{DType, DTypeKind};
use crate::error::Result;

/// What an operation is defined for, and what it does to dtypes before it computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// Numbers and bools, as they are.
    Any,
    /// Numbers.
    Numbers,
    /// Integers and floats.
    Real,
    /// Integers, floats and bools: what has an order.
    Ordered,
    /// Floats and complex numbers; integers and bools become `f64`.
    Fractions,
    /// Floats; integers and bools become `f64`.
    Floats,
    /// Integers and bools.
    Bits,
    /// Integers.
    Integers,
    /// Everything, as true or false.
    Truth,
}

impl Domain {
    /// The dtype that operands are brought to; the result is of this dtype unless the operator says otherwise.
    ///
    /// # Errors
    /// If the operation has no meaning for the dtype.
    pub(super) fn admit(self, op: &'static str, dtype: DType) -> Result<DType> {
        use DTypeKind::{Bool, Complex};
        let kind = dtype.kind();
        let refused = match self {
            Self::Any | Self::Fractions | Self::Truth => None,
            Self::Numbers if kind == Bool => Some("bools have no arithmetic: `cast` them to integers first"),
            Self::Real if kind == Bool => Some("bools have no arithmetic: `cast` them to integers first"),
            Self::Real | Self::Ordered if kind == Complex => {
                Some("complex numbers have no order: take `real`, `imag` or `abs` first")
            }
            Self::Floats if kind == Complex => {
                Some("it is there for real numbers alone: take `real`, `imag` or `abs` first")
            }
            Self::Bits if !dtype.is_integer() && kind != Bool => {
                Some("only integers and bools have bits: `cast` to integers first")
            }
            Self::Integers if !dtype.is_integer() => {
                Some("only integers have divisors and bits to shift: `cast` to integers first")
            }
            _ => None,
        };
        if let Some(cure) = refused {
            return Err(unsupported(op, dtype, cure));
        }
        Ok(match self {
            Self::Fractions | Self::Floats => dtype.as_float(),
            Self::Truth => DType::Bool,
            _ => dtype,
        })
    }
}

/// The dtype that loops compute in: halves go through `f32`, which rounds correctly for all of arithmetic.
pub(super) fn compute_dtype(dtype: DType) -> DType {
    match dtype {
        DType::F16 | DType::BF16 => DType::F32,
        _ => dtype,
    }
}

/// As [`compute_dtype`], for functions that complex numbers have in double precision only.
pub(super) fn wide_compute_dtype(dtype: DType) -> DType {
    match dtype {
        DType::Complex64 => DType::Complex128,
        _ => compute_dtype(dtype),
    }
}
