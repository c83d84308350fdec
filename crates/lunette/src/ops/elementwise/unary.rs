//! Operations of one operand.

use smallvec::SmallVec;

use super::domain::{Domain, compute_dtype, wide_compute_dtype};
use super::evaluate::{check_destination, evaluate, evaluate_into, result_layout};
use super::operand::{Operand, unsupported};
use super::small::{self, Direct, Made};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::kernels::elementwise::{Binary, Program, Slot, Unary};
use crate::layout::Order;
use crate::ops::{create, load, store};
use crate::tensor::Handle;

/// An operation of one operand, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnaryOp {
    Negative,
    Positive,
    Abs,
    Sign,
    Square,
    Sqrt,
    Cbrt,
    Reciprocal,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log1p,
    Log2,
    Log10,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Erf,
    Erfc,
    Gamma,
    Lgamma,
    Sigmoid,
    Deg2Rad,
    Rad2Deg,
    Floor,
    Ceil,
    Trunc,
    Round,
    BitwiseInvert,
    LogicalNot,
    IsNan,
    IsInf,
    IsFinite,
    SignBit,
    Conj,
    Real,
    Imag,
}

/// How an operation is computed.
enum Way {
    /// By a loop, whose result is of the dtype given.
    Loop(Unary, DType),
    /// The operand with itself.
    WithItself(Binary),
    /// One divided by the operand.
    OneOver,
    /// The values are the result.
    Copy,
    /// All elements of the result are this value.
    Constant(Scalar),
}

impl UnaryOp {
    /// The name in errors: that of the method.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Negative => "negative",
            Self::Positive => "positive",
            Self::Abs => "abs",
            Self::Sign => "sign",
            Self::Square => "square",
            Self::Sqrt => "sqrt",
            Self::Cbrt => "cbrt",
            Self::Reciprocal => "reciprocal",
            Self::Exp => "exp",
            Self::Exp2 => "exp2",
            Self::Expm1 => "expm1",
            Self::Log => "log",
            Self::Log1p => "log1p",
            Self::Log2 => "log2",
            Self::Log10 => "log10",
            Self::Sin => "sin",
            Self::Cos => "cos",
            Self::Tan => "tan",
            Self::Asin => "asin",
            Self::Acos => "acos",
            Self::Atan => "atan",
            Self::Sinh => "sinh",
            Self::Cosh => "cosh",
            Self::Tanh => "tanh",
            Self::Asinh => "asinh",
            Self::Acosh => "acosh",
            Self::Atanh => "atanh",
            Self::Erf => "erf",
            Self::Erfc => "erfc",
            Self::Gamma => "gamma",
            Self::Lgamma => "lgamma",
            Self::Sigmoid => "sigmoid",
            Self::Deg2Rad => "deg2rad",
            Self::Rad2Deg => "rad2deg",
            Self::Floor => "floor",
            Self::Ceil => "ceil",
            Self::Trunc => "trunc",
            Self::Round => "round",
            Self::BitwiseInvert => "bitwise_invert",
            Self::LogicalNot => "logical_not",
            Self::IsNan => "isnan",
            Self::IsInf => "isinf",
            Self::IsFinite => "isfinite",
            Self::SignBit => "signbit",
            Self::Conj => "conj",
            Self::Real => "real",
            Self::Imag => "imag",
        }
    }

    /// The dtype that an operand is brought to.
    pub(super) fn admit(self, dtype: DType) -> Result<DType> {
        self.domain().admit(self.name(), dtype)
    }

    /// The dtype in which the operation is computed for an admitted dtype.
    pub(super) fn compute(self, dtype: DType) -> DType {
        match self {
            Self::Sign => wide_compute_dtype(dtype),
            Self::Reciprocal => compute_dtype(dtype),
            _ if self.domain() == Domain::Fractions => wide_compute_dtype(dtype),
            _ => compute_dtype(dtype),
        }
    }

    /// How many times longer than an addition it takes.
    fn weight(self, dtype: DType) -> usize {
        match self.domain() {
            Domain::Fractions if dtype.is_complex() => 32,
            Domain::Fractions if self != Self::Sqrt => 4,
            _ if matches!(self, Self::Erf | Self::Erfc | Self::Sigmoid) => 4,
            _ if matches!(self, Self::Gamma | Self::Lgamma) => 32,
            _ => 1,
        }
    }

    fn domain(self) -> Domain {
        match self {
            Self::Negative | Self::Positive | Self::Square | Self::Sign | Self::Round => Domain::Numbers,
            Self::Abs | Self::Conj | Self::Real | Self::Imag => Domain::Numbers,
            Self::Sqrt | Self::Reciprocal => Domain::Fractions,
            Self::Floor | Self::Ceil | Self::Trunc => Domain::Real,
            Self::Exp
            | Self::Exp2
            | Self::Expm1
            | Self::Log
            | Self::Log1p
            | Self::Log2
            | Self::Log10
            | Self::Sin
            | Self::Cos
            | Self::Tan
            | Self::Asin
            | Self::Acos
            | Self::Atan
            | Self::Sinh
            | Self::Cosh
            | Self::Tanh
            | Self::Asinh
            | Self::Acosh
            | Self::Atanh => Domain::Fractions,
            Self::SignBit | Self::Cbrt | Self::Deg2Rad | Self::Rad2Deg => Domain::Floats,
            Self::Erf | Self::Erfc | Self::Gamma | Self::Lgamma | Self::Sigmoid => Domain::Floats,
            Self::BitwiseInvert => Domain::Bits,
            Self::LogicalNot => Domain::Truth,
            Self::IsNan | Self::IsInf | Self::IsFinite => Domain::Any,
        }
    }

    /// How the operation is computed for operands of this dtype, which its domain admits.
    fn way(self, dtype: DType) -> Way {
        let same = self.compute(dtype);
        let is_fraction = dtype.is_float() || dtype.is_complex();
        let zero = Scalar::I64(0).cast(dtype);
        match self {
            Self::Negative => Way::Loop(Unary::Negative, same),
            Self::Positive => Way::Copy,
            Self::Abs if is_unsigned(dtype) => Way::Copy,
            Self::Abs => Way::Loop(Unary::Absolute, same.as_real()),
            Self::Sign => Way::Loop(Unary::Sign, same),
            Self::Square => Way::WithItself(Binary::Multiply),
            Self::Sqrt => Way::Loop(Unary::Sqrt, same),
            Self::Cbrt => Way::Loop(Unary::Cbrt, same),
            Self::Reciprocal => Way::OneOver,
            Self::Floor | Self::Ceil | Self::Trunc | Self::Round if !is_fraction => Way::Copy,
            Self::Exp => Way::Loop(Unary::Exp, same),
            Self::Exp2 => Way::Loop(Unary::Exp2, same),
            Self::Expm1 => Way::Loop(Unary::Expm1, same),
            Self::Log => Way::Loop(Unary::Log, same),
            Self::Log1p => Way::Loop(Unary::Log1p, same),
            Self::Log2 => Way::Loop(Unary::Log2, same),
            Self::Log10 => Way::Loop(Unary::Log10, same),
            Self::Deg2Rad => Way::Loop(Unary::ToRadians, same),
            Self::Rad2Deg => Way::Loop(Unary::ToDegrees, same),
            Self::Sin => Way::Loop(Unary::Sin, same),
            Self::Cos => Way::Loop(Unary::Cos, same),
            Self::Tan => Way::Loop(Unary::Tan, same),
            Self::Asin => Way::Loop(Unary::Asin, same),
            Self::Acos => Way::Loop(Unary::Acos, same),
            Self::Atan => Way::Loop(Unary::Atan, same),
            Self::Sinh => Way::Loop(Unary::Sinh, same),
            Self::Cosh => Way::Loop(Unary::Cosh, same),
            Self::Tanh => Way::Loop(Unary::Tanh, same),
            Self::Asinh => Way::Loop(Unary::Asinh, same),
            Self::Acosh => Way::Loop(Unary::Acosh, same),
            Self::Atanh => Way::Loop(Unary::Atanh, same),
            Self::Erf => Way::Loop(Unary::Erf, same),
            Self::Erfc => Way::Loop(Unary::Erfc, same),
            Self::Gamma => Way::Loop(Unary::Gamma, same),
            Self::Lgamma => Way::Loop(Unary::Lgamma, same),
            Self::Sigmoid => Way::Loop(Unary::Sigmoid, same),
            Self::Floor => Way::Loop(Unary::Floor, same),
            Self::Ceil => Way::Loop(Unary::Ceil, same),
            Self::Trunc => Way::Loop(Unary::Trunc, same),
            Self::Round => Way::Loop(Unary::Round, same),
            Self::BitwiseInvert if dtype == DType::Bool => Way::Loop(Unary::Not, same),
            Self::BitwiseInvert => Way::Loop(Unary::Invert, same),
            Self::LogicalNot => Way::Loop(Unary::Not, same),
            Self::IsNan | Self::IsInf if !is_fraction => Way::Constant(Scalar::Bool(false)),
            Self::IsFinite if !is_fraction => Way::Constant(Scalar::Bool(true)),
            Self::IsNan => Way::Loop(Unary::IsNan, DType::Bool),
            Self::IsInf => Way::Loop(Unary::IsInfinite, DType::Bool),
            Self::IsFinite => Way::Loop(Unary::IsFinite, DType::Bool),
            Self::SignBit => Way::Loop(Unary::SignBit, DType::Bool),
            Self::Conj | Self::Real if !dtype.is_complex() => Way::Copy,
            Self::Imag if !dtype.is_complex() => Way::Constant(zero),
            Self::Conj => Way::Loop(Unary::Conjugate, same),
            Self::Real => Way::Loop(Unary::RealPart, same.as_real()),
            Self::Imag => Way::Loop(Unary::ImaginaryPart, same.as_real()),
        }
    }

    /// Whether the result for operands of a dtype that the domain admits is what they are.
    pub(super) fn is_copy(self, dtype: DType) -> bool {
        matches!(self.way(dtype), Way::Copy)
    }

    /// The dtype of the result for operands of a dtype that the domain admits.
    pub(super) fn result(self, dtype: DType) -> DType {
        match self {
            Self::Abs | Self::Real | Self::Imag => dtype.as_real(),
            Self::IsNan | Self::IsInf | Self::IsFinite | Self::SignBit => DType::Bool,
            _ => dtype,
        }
    }
}

fn is_unsigned(dtype: DType) -> bool {
    dtype.kind() == crate::dtype::DTypeKind::Unsigned
}

/// Adds the operation to a program whose slot holds what `dtype`, which the domain admits, is computed in; where the
/// result is and in which dtype it was computed, or nothing if the operation needs no loop at all.
pub(super) fn append(
    op: UnaryOp,
    program: &mut Program,
    slot: Slot,
    dtype: DType,
) -> Result<Option<(Slot, DType)>> {
    let compute = op.compute(dtype);
    let missing = || unsupported(op.name(), dtype, "`cast` to a dtype that has it first");
    match op.way(dtype) {
        Way::Loop(operator, out) => {
            let run = operator.on(compute).ok_or_else(missing)?;
            Ok(Some((program.step(run, &[slot], out, op.weight(dtype)), out)))
        }
        Way::WithItself(operator) => {
            let run = operator.on(compute).ok_or_else(missing)?;
            Ok(Some((program.step(run, &[slot, slot], compute, 1), compute)))
        }
        Way::OneOver => {
            let run = Binary::Divide.on(compute).ok_or_else(missing)?;
            let one = program.constant(Scalar::I64(1).cast(compute));
            Ok(Some((program.step(run, &[one, slot], compute, 1), compute)))
        }
        Way::Copy | Way::Constant(_) => Ok(None),
    }
}

/// The operation's result as a new tensor.
pub(crate) fn unary(op: UnaryOp, x: &Handle) -> Result<Handle> {
    let name = op.name();
    let dtype = op.admit(x.dtype)?;
    if let Some(made) = short_way(op, x, dtype) {
        return made.map(Made::into_handle);
    }
    let mut program = Program::default();
    let slot = program.leaf(op.compute(dtype));
    if append(op, &mut program, slot, dtype)?.is_some() {
        return evaluate(name, &[x], &program, op.result(dtype));
    }
    match op.way(dtype) {
        Way::Constant(value) => {
            let like = result_layout(name, x.shape(), std::slice::from_ref(&x.layout))?;
            let made = create::full(name, value.dtype(), x.shape(), value)?;
            Ok(Handle::fresh(made.buffer, like, made.dtype))
        }
        _ => copy_in_order(name, x),
    }
}

/// The result without a program, if there is a loop for the dtype, which the domain admits, and few elements.
fn short_way<'a>(op: UnaryOp, x: &'a Handle, dtype: DType) -> Option<Result<Made<'a>>> {
    let loop_on = |run, seen, out, weight| Direct { name: op.name(), run, seen, out, weight, taboo: None };
    let number = |value: i64, dtype| Operand::Scalar(Scalar::I64(value).cast(dtype));
    if op == UnaryOp::LogicalNot && x.dtype != DType::Bool {
        // What is not true is zero.
        let equal = loop_on(Binary::Equal.on(x.dtype)?, x.dtype, DType::Bool, 1);
        return small::binary(&equal, [&Operand::Tensor(x), &number(0, x.dtype)]);
    }
    if op.compute(dtype) != dtype {
        return None;
    }
    match op.way(dtype) {
        Way::Loop(operator, out) => {
            small::unary(&loop_on(operator.on(dtype)?, dtype, out, op.weight(dtype)), x)
        }
        Way::WithItself(operator) => {
            let with_itself = loop_on(operator.on(dtype)?, dtype, dtype, 1);
            small::binary(&with_itself, [&Operand::Tensor(x), &Operand::Tensor(x)])
        }
        Way::OneOver => {
            let divide = loop_on(Binary::Divide.on(dtype)?, dtype, dtype, 1);
            small::binary(&divide, [&number(1, dtype), &Operand::Tensor(x)])
        }
        Way::Copy | Way::Constant(_) => None,
    }
}

/// A copy that keeps the order in which the elements lie in memory.
pub(super) fn copy_in_order(op: &'static str, x: &Handle) -> Result<Handle> {
    let like = result_layout(op, x.shape(), std::slice::from_ref(&x.layout))?;
    let mut axes: SmallVec<[i64; 8]> = (0..like.rank() as i64).collect();
    axes.sort_by_key(|&axis| std::cmp::Reverse(like.strides()[axis as usize]));
    let outermost_first = x.with_layout(x.layout.permute_for(op, &axes)?);
    let copied = load::copy(op, &outermost_first, Order::C)?;
    Ok(Handle::fresh(copied.buffer, like, x.dtype))
}

/// The operation's result, written into `out`, which may be a view and may be the operand.
pub(crate) fn unary_into(op: UnaryOp, x: &Handle, out: &Handle) -> Result<()> {
    let name = op.name();
    let dtype = op.admit(x.dtype)?;
    let mut program = Program::default();
    let slot = program.leaf(op.compute(dtype));
    if append(op, &mut program, slot, dtype)?.is_some() {
        return evaluate_into(name, &[x], &program, op.result(dtype), out);
    }
    check_destination(name, out, x.shape())?;
    store::copy_into(name, out, &unary(op, x)?)
}

/// The operation's result, in the memory of the operand if nobody else holds it and the result fits there.
pub(crate) fn unary_owned(op: UnaryOp, mut x: Handle) -> Result<Handle> {
    let dtype = op.admit(x.dtype)?;
    if op.result(dtype) == x.dtype && x.is_reusable() {
        unary_into(op, &x, &x)?;
        x.is_view = false;
        return Ok(x);
    }
    unary(op, &x)
}
