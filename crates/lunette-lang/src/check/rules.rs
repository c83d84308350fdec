//! The dtype rules of operators on scalars: the library is asked, on tensors of rank 0, and remembered.

use std::collections::HashMap;

use lunette::{DType, DynTensor, Result, Scalar, Tensor, promote};

use crate::syntax::tree::{BinaryOp, UnaryOp};

/// What the library said so far.
#[derive(Default)]
pub(super) struct Rules {
    binary: HashMap<(BinaryOp, DType, DType), Result<DType>>,
    unary: HashMap<(UnaryOp, DType), Result<DType>>,
}

impl Rules {
    /// The dtype of the result of an operator on two scalars of these dtypes.
    pub(super) fn binary(&mut self, op: BinaryOp, a: DType, b: DType) -> Result<DType> {
        let asked = || apply(op, one(a), one(b)).map(Scalar::dtype);
        self.binary.entry((op, a, b)).or_insert_with(asked).clone()
    }

    /// The dtype of the result of an operator on a scalar.
    pub(super) fn unary(&mut self, op: UnaryOp, dtype: DType) -> Result<DType> {
        self.unary.entry((op, dtype)).or_insert_with(|| apply_one(op, one(dtype)).map(Scalar::dtype)).clone()
    }
}

fn one(dtype: DType) -> Scalar {
    Scalar::Bool(true).cast(dtype)
}

/// The dtype to which both operands are brought before the operator works.
pub(super) fn working_dtype(op: BinaryOp, a: DType, b: DType) -> DType {
    let common = promote(a, b);
    if op == BinaryOp::Div { common.as_float() } else { common }
}

/// Whether two integers are compared that no integer dtype holds both: a float would not tell neighbours apart, and the
/// library compares them as they are.
pub(super) fn compares_exactly(op: BinaryOp, a: DType, b: DType) -> bool {
    is_comparison(op) && a.is_integer() && b.is_integer() && !promote(a, b).is_integer()
}

/// Whether the operator compares.
pub(super) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}

/// Whether there are integers that must not stand on the right of the operator (R29).
pub(super) fn looks_right(op: BinaryOp) -> bool {
    use BinaryOp::{FloorDiv, Pow, Rem, Shl, Shr};
    matches!(op, FloorDiv | Rem | Pow | Shl | Shr)
}

/// The value of an operator on two known scalars.
pub(super) fn apply(op: BinaryOp, a: Scalar, b: Scalar) -> Result<Scalar> {
    let left = DynTensor::scalar_of(a)?;
    let result = match op {
        BinaryOp::Add => left.add(b),
        BinaryOp::Sub => left.subtract(b),
        BinaryOp::Mul => left.multiply(b),
        BinaryOp::Div => left.divide(b),
        BinaryOp::FloorDiv => left.floor_divide(b),
        BinaryOp::Rem => left.remainder(b),
        BinaryOp::Pow => left.pow(b),
        BinaryOp::Matmul => left.matmul(&DynTensor::scalar_of(b)?),
        BinaryOp::BitAnd => left.bitwise_and(b),
        BinaryOp::BitOr => left.bitwise_or(b),
        BinaryOp::BitXor => left.bitwise_xor(b),
        BinaryOp::Shl => left.bitwise_left_shift(b),
        BinaryOp::Shr => left.bitwise_right_shift(b),
        BinaryOp::Eq => left.equal(b).map(Tensor::into_dyn),
        BinaryOp::Ne => left.not_equal(b).map(Tensor::into_dyn),
        BinaryOp::Lt => left.less(b).map(Tensor::into_dyn),
        BinaryOp::Le => left.less_equal(b).map(Tensor::into_dyn),
        BinaryOp::Gt => left.greater(b).map(Tensor::into_dyn),
        BinaryOp::Ge => left.greater_equal(b).map(Tensor::into_dyn),
    };
    result?.item()
}

/// The value of an operator on a known scalar.
pub(super) fn apply_one(op: UnaryOp, a: Scalar) -> Result<Scalar> {
    let operand = DynTensor::scalar_of(a)?;
    let result = match op {
        UnaryOp::Negative => operand.negative(),
        UnaryOp::Invert => operand.bitwise_invert(),
        UnaryOp::Not => operand.logical_not().map(Tensor::into_dyn),
    };
    result?.item()
}

/// The operator as it is written.
pub(super) fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::FloorDiv => "div",
        BinaryOp::Rem => "%",
        BinaryOp::Pow => "**",
        BinaryOp::Matmul => "@",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}
