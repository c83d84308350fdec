//! Operations of two operands.

use std::sync::OnceLock;

use smallvec::SmallVec;

use super::compare;
use super::domain::{Domain, compute_dtype, wide_compute_dtype};
use super::evaluate::{evaluate, evaluate_into, refused};
use super::operand::{Operand, common_dtype, unsupported};
use super::small::{self, Direct, Made};
use super::unary::{UnaryOp, unary, unary_into, unary_owned};
use crate::dtype::{DType, DTypeKind, Scalar};
use crate::error::{ErrorKind, Result};
use crate::kernels::elementwise::{Binary, Program, Slot, Taboo};
use crate::ops::create;
use crate::tensor::Handle;

/// An operation of two operands, by its name: what [`binary`](crate::binary) takes.
///
/// ```
/// use lunette::BinaryOp;
/// assert_eq!(BinaryOp::FloorDivide.name(), "floor_divide");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each variant is the method of the same name")]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Remainder,
    /// Rust's `/`: integers are cut toward zero.
    CutDivide,
    /// Rust's `%`, and C's `fmod`: it has the sign of the dividend.
    CutRemainder,
    Gcd,
    Lcm,
    Pow,
    Atan2,
    Hypot,
    LogAddExp,
    Maximum,
    Minimum,
    Fmax,
    Fmin,
    CopySign,
    NextAfter,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    BitwiseAnd,
    BitwiseOr,
    BitwiseXor,
    LeftShift,
    RightShift,
    LogicalAnd,
    LogicalOr,
    LogicalXor,
}

impl BinaryOp {
    /// The name in errors: that of the method.
    ///
    /// ```
    /// assert_eq!(lunette::BinaryOp::Hypot.name(), "hypot");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Subtract => "subtract",
            Self::Multiply => "multiply",
            Self::Divide => "divide",
            Self::FloorDivide => "floor_divide",
            Self::Remainder => "remainder",
            Self::CutDivide => "/",
            Self::CutRemainder => "fmod",
            Self::Gcd => "gcd",
            Self::Lcm => "lcm",
            Self::Pow => "pow",
            Self::Atan2 => "atan2",
            Self::Hypot => "hypot",
            Self::LogAddExp => "logaddexp",
            Self::Maximum => "maximum",
            Self::Minimum => "minimum",
            Self::Fmax => "fmax",
            Self::Fmin => "fmin",
            Self::CopySign => "copysign",
            Self::NextAfter => "nextafter",
            Self::Equal => "equal",
            Self::NotEqual => "not_equal",
            Self::Less => "less",
            Self::LessEqual => "less_equal",
            Self::Greater => "greater",
            Self::GreaterEqual => "greater_equal",
            Self::BitwiseAnd => "bitwise_and",
            Self::BitwiseOr => "bitwise_or",
            Self::BitwiseXor => "bitwise_xor",
            Self::LeftShift => "bitwise_left_shift",
            Self::RightShift => "bitwise_right_shift",
            Self::LogicalAnd => "logical_and",
            Self::LogicalOr => "logical_or",
            Self::LogicalXor => "logical_xor",
        }
    }

    /// The dtype that operands of a common dtype are brought to.
    pub(super) fn admit(self, dtype: DType) -> Result<DType> {
        self.domain().admit(self.name(), dtype)
    }

    /// The dtype in which the operation is computed for an admitted dtype.
    pub(super) fn compute(self, dtype: DType) -> DType {
        if self == Self::Pow { wide_compute_dtype(dtype) } else { compute_dtype(dtype) }
    }

    /// Whether the second operand has to be looked at before the operation can run.
    pub(super) fn looks_first(self, dtype: DType) -> bool {
        self.forbids().is_some() && dtype.is_integer()
    }

    /// How many times longer than an addition it takes.
    fn weight(self, dtype: DType) -> usize {
        match self {
            Self::Pow if dtype.is_complex() => 64,
            Self::Pow | Self::Atan2 | Self::Hypot | Self::LogAddExp => 8,
            Self::Remainder | Self::CutRemainder => 8,
            Self::Gcd | Self::Lcm => 32,
            Self::FloorDivide | Self::CutDivide => 4,
            _ => 1,
        }
    }

    fn domain(self) -> Domain {
        match self {
            Self::Add | Self::Multiply | Self::Equal | Self::NotEqual => Domain::Any,
            Self::Subtract | Self::Pow | Self::CutDivide => Domain::Numbers,
            Self::Divide => Domain::Fractions,
            Self::FloorDivide | Self::Remainder | Self::CutRemainder => Domain::Real,
            Self::Maximum | Self::Minimum | Self::Fmax | Self::Fmin => Domain::Ordered,
            Self::CopySign | Self::NextAfter | Self::Atan2 | Self::Hypot | Self::LogAddExp => Domain::Floats,
            Self::Less | Self::LessEqual | Self::Greater | Self::GreaterEqual => Domain::Ordered,
            Self::BitwiseAnd | Self::BitwiseOr | Self::BitwiseXor => Domain::Bits,
            Self::LeftShift | Self::RightShift | Self::Gcd | Self::Lcm => Domain::Integers,
            Self::LogicalAnd | Self::LogicalOr | Self::LogicalXor => Domain::Truth,
        }
    }

    pub(super) fn is_comparison(self) -> bool {
        use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }

    pub(super) fn is_logical(self) -> bool {
        self.domain() == Domain::Truth
    }

    /// Whether the loop takes the operands the other way round.
    pub(super) fn is_swapped(self) -> bool {
        matches!(self, Self::Greater | Self::GreaterEqual)
    }

    /// The comparison that gives the same answer for operands the other way round.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            same => same,
        }
    }

    /// The loops' operator, for operands of this dtype.
    pub(super) fn operator(self, dtype: DType) -> Binary {
        let is_bool = dtype == DType::Bool;
        match self {
            // Of bools, sums and the greater of two are "or", products and the less of two are "and".
            Self::Add | Self::Maximum | Self::Fmax if is_bool => Binary::BitOr,
            Self::Multiply | Self::Minimum | Self::Fmin if is_bool => Binary::BitAnd,
            Self::Add => Binary::Add,
            Self::Subtract => Binary::Subtract,
            Self::Multiply => Binary::Multiply,
            Self::CutDivide if dtype.is_integer() => Binary::CutDivide,
            Self::Divide | Self::CutDivide => Binary::Divide,
            Self::FloorDivide => Binary::FloorDivide,
            Self::Remainder => Binary::Remainder,
            Self::CutRemainder => Binary::CutRemainder,
            Self::Gcd => Binary::CommonDivisor,
            Self::Lcm => Binary::CommonMultiple,
            Self::Pow if dtype.is_integer() => Binary::Power,
            Self::Pow => Binary::FloatPower,
            Self::Atan2 => Binary::Atan2,
            Self::Hypot => Binary::Hypot,
            Self::LogAddExp => Binary::LogAddExp,
            // Only floats have NaN.
            Self::Fmax if dtype.is_float() => Binary::NumberMaximum,
            Self::Fmin if dtype.is_float() => Binary::NumberMinimum,
            Self::Maximum | Self::Fmax => Binary::Maximum,
            Self::Minimum | Self::Fmin => Binary::Minimum,
            Self::CopySign => Binary::CopySign,
            Self::NextAfter if dtype == DType::F16 => Binary::NextF16,
            Self::NextAfter if dtype == DType::BF16 => Binary::NextBF16,
            Self::NextAfter => Binary::NextAfter,
            Self::Equal => Binary::Equal,
            Self::NotEqual => Binary::NotEqual,
            Self::Less | Self::Greater => Binary::Less,
            Self::LessEqual | Self::GreaterEqual => Binary::LessEqual,
            Self::BitwiseAnd | Self::LogicalAnd => Binary::BitAnd,
            Self::BitwiseOr | Self::LogicalOr => Binary::BitOr,
            Self::BitwiseXor | Self::LogicalXor => Binary::BitXor,
            Self::LeftShift => Binary::ShiftLeft,
            Self::RightShift => Binary::ShiftRight,
        }
    }

    /// What the second operand must not hold where both are integers (R29).
    fn forbids(self) -> Option<Taboo> {
        match self {
            Self::FloorDivide | Self::Remainder | Self::CutDivide | Self::CutRemainder => {
                Some(Taboo::ZeroDivisor)
            }
            Self::Pow => Some(Taboo::NegativePower),
            Self::LeftShift | Self::RightShift => Some(Taboo::NegativeShift),
            _ => None,
        }
    }
}

/// A program for one operation, and the dtype of its result.
pub(super) struct Compiled {
    pub(super) program: Program,
    pub(super) dtype: DType,
}

/// The loop for operands of this dtype, with the dtypes of what it reads and writes; none if the operator has none.
fn loop_of(op: BinaryOp, dtype: DType) -> Option<Direct> {
    if op.compute(dtype) != dtype {
        return None;
    }
    let out = if op.is_comparison() { DType::Bool } else { dtype };
    let taboo = op.forbids().filter(|_| dtype.is_integer());
    let (name, run) = (op.name(), op.operator(dtype).on(dtype)?);
    Some(Direct { name, run, seen: dtype, out, weight: op.weight(dtype), taboo })
}

/// The loop for operands of one dtype, as most are: tensors of it, and values that have it, or that floats hold whatever
/// they are.
#[inline(always)]
fn loop_of_alike(op: BinaryOp, a: &Operand<'_>, b: &Operand<'_>) -> Option<&'static Direct> {
    let (dtype, alike) = match (a, b) {
        (Operand::Tensor(x), Operand::Tensor(y)) => (x.dtype, x.dtype == y.dtype),
        (Operand::Tensor(x), value) => (x.dtype, is_held(value, x.dtype)),
        (value, Operand::Tensor(y)) => (y.dtype, is_held(value, y.dtype)),
        _ => return None,
    };
    if alike { usual(op, dtype) } else { None }
}

#[inline(always)]
fn is_held(value: &Operand<'_>, dtype: DType) -> bool {
    match value {
        Operand::Tensor(_) => false,
        Operand::Scalar(value) => value.dtype() == dtype,
        Operand::Weak(value) => value.dtype() == dtype || (dtype.is_float() && value.dtype().is_integer()),
    }
}

/// The loop for operands of this dtype, if it is the dtype of the loop.
#[inline]
fn usual(op: BinaryOp, dtype: DType) -> Option<&'static Direct> {
    const OPS: usize = BinaryOp::LogicalXor as usize + 1;
    type Row = [OnceLock<Option<Direct>>; DType::ALL.len()];
    // Kept, because to find a loop takes longer than it runs on ten elements.
    static FOUND: [Row; OPS] = [const { [const { OnceLock::new() }; _] }; _];
    let found = &FOUND[op as usize][dtype as usize];
    found.get().unwrap_or_else(|| look_up(op, dtype, found)).as_ref()
}

#[cold]
fn look_up(op: BinaryOp, dtype: DType, found: &OnceLock<Option<Direct>>) -> &Option<Direct> {
    found.get_or_init(|| {
        let is_usual = op.admit(dtype).is_ok_and(|seen| seen == dtype);
        is_usual.then(|| loop_of(op, dtype)).flatten()
    })
}

/// Writes the program of an operation on these operands.
pub(super) fn compile(op: BinaryOp, a: &Operand<'_>, b: &Operand<'_>) -> Result<Compiled> {
    let mut program = Program::default();
    let name = op.name();
    let dtypes = [a.dtype(), b.dtype()];
    if compare::is_mixed(op, dtypes) && a.value().is_none() && b.value().is_none() {
        let slots = dtypes.map(|dtype| program.leaf(dtype));
        if compare::append(op, &mut program, slots, dtypes)?.is_some() {
            return Ok(Compiled { program, dtype: DType::Bool });
        }
    }
    compare::check_weak(op, a, b)?;
    let dtype = op.admit(common_dtype(a, b))?;
    let compute = op.compute(dtype);
    let slots = [a.slot(name, &mut program, dtype, compute)?, b.slot(name, &mut program, dtype, compute)?];
    let (_, dtype) = append(op, &mut program, slots, dtype)?;
    Ok(Compiled { program, dtype })
}

/// Adds the operation to a program whose slots hold what `dtype` is computed in; where the result is, and its dtype.
pub(super) fn append(
    op: BinaryOp,
    program: &mut Program,
    [a, b]: [Slot; 2],
    dtype: DType,
) -> Result<(Slot, DType)> {
    let compute = op.compute(dtype);
    let Some(run) = op.operator(dtype).on(compute) else {
        return Err(unsupported(op.name(), dtype, "`cast` to a dtype that has it first"));
    };
    let args = if op.is_swapped() { [b, a] } else { [a, b] };
    let out = if op.is_comparison() { DType::Bool } else { compute };
    if let Some(taboo) = op.forbids().filter(|_| dtype.is_integer()) {
        program.forbid(b, taboo, op.name(), dtype);
    }
    let slot = program.step(run, &args, out, op.weight(dtype));
    Ok((slot, if op.is_comparison() { DType::Bool } else { dtype }))
}

/// Whether a power is a square, which takes a small part of the time: of floats, to the exponent 2 that leaves their dtype.
#[inline]
pub(super) fn is_square(op: BinaryOp, base: &Operand<'_>, exponent: &Operand<'_>) -> bool {
    // A weak base has the dtype of the exponent.
    let may_be = op == BinaryOp::Pow && base.dtype().is_float() && !matches!(base, Operand::Weak(_));
    may_be
        && exponent.value().is_some_and(|value| value.cast(DType::F64) == Scalar::F64(2.0))
        && common_dtype(base, exponent) == base.dtype()
}

/// The operation's result as a new tensor.
pub(crate) fn binary(op: BinaryOp, a: Operand<'_>, b: Operand<'_>) -> Result<Handle> {
    if let Operand::Tensor(x) = a
        && is_square(op, &a, &b)
    {
        return unary(UnaryOp::Square, x).map_err(|error| error.called(op.name()));
    }
    if let Some(direct) = loop_of_alike(op, &a, &b)
        && let Some(made) = small::binary(direct, if op.is_swapped() { [&b, &a] } else { [&a, &b] })
    {
        // No `map`: it makes the tensor first, and then moves it.
        return match made {
            Ok(made) => Ok(made.into_handle()),
            Err(error) => Err(error),
        };
    }
    by_promotion(op, a, b)
}

/// The only element of the operation's result; of two values it is computed without a tensor.
pub(crate) fn binary_scalar(op: BinaryOp, a: Operand<'_>, b: Operand<'_>) -> Result<Scalar> {
    if let Operand::Scalar(_) = a
        && is_square(op, &a, &b)
    {
        return binary_scalar(BinaryOp::Multiply, a, a);
    }
    if let Some((direct, values)) = loop_of_values(op, &a, &b) {
        return small::values(direct, if op.is_swapped() { [values[1], values[0]] } else { values });
    }
    // What a value means beside another one is known beside tensors.
    let held = |operand: &Operand<'_>| match operand {
        Operand::Scalar(value) => create::full(op.name(), value.dtype(), &[], *value).map(Some),
        _ => Ok(None),
    };
    let (of_a, of_b) = (held(&a)?, held(&b)?);
    let [a, b] =
        [(a, &of_a), (b, &of_b)].map(|(operand, held)| held.as_ref().map_or(operand, Operand::Tensor));
    let result = binary(op, a, b)?;
    match result.layout.len() {
        1 => result.buffer.read_scalar_at(op.name(), result.layout.offset(), result.dtype),
        _ => Err(ErrorKind::NotOneElement { op: op.name(), shape: result.shape().into() }.into()),
    }
}

/// The loop for two values of one dtype, of which a weak one may be any that floats hold whatever they are.
#[inline]
fn loop_of_values<'v>(
    op: BinaryOp,
    a: &'v Operand<'_>,
    b: &'v Operand<'_>,
) -> Option<(&'static Direct, [&'v Scalar; 2])> {
    let (dtype, alike, values) = match (a, b) {
        (Operand::Scalar(x), Operand::Scalar(y) | Operand::Weak(y)) => {
            (x.dtype(), is_held(b, x.dtype()), [x, y])
        }
        (Operand::Weak(x), Operand::Scalar(y)) => (y.dtype(), is_held(a, y.dtype()), [x, y]),
        _ => return None,
    };
    if alike { Some((usual(op, dtype)?, values)) } else { None }
}

/// The result for operands of any dtypes and sizes.
#[inline(never)]
fn by_promotion(op: BinaryOp, a: Operand<'_>, b: Operand<'_>) -> Result<Handle> {
    let name = op.name();
    let (op, a, b) = compare::settle(op, a, b);
    compare::check_weak(op, &a, &b)?;
    let seen = op.admit(common_dtype(&a, &b))?;
    if let Some(direct) = loop_of(op, seen) {
        let (a, b) = (a.fitted(name, seen)?, b.fitted(name, seen)?);
        let operands = if op.is_swapped() { [&b, &a] } else { [&a, &b] };
        if let Some(made) = small::binary(&Direct { name, ..direct }, operands) {
            return made.map(Made::into_handle);
        }
    }
    check_second(op, &b, seen)?;
    let compiled = compile(op, &a, &b)?;
    evaluate(name, &leaves(&a, &b), &compiled.program, compiled.dtype)
}

/// The operation's result, written into `out`, which may be a view and may be an operand.
pub(crate) fn binary_into(op: BinaryOp, a: Operand<'_>, b: Operand<'_>, out: &Handle) -> Result<()> {
    if let Operand::Tensor(x) = a
        && is_square(op, &a, &b)
    {
        return unary_into(UnaryOp::Square, x, out).map_err(|error| error.called(op.name()));
    }
    if let Some(direct) = loop_of_alike(op, &a, &b)
        && let operands = (if op.is_swapped() { [&b, &a] } else { [&a, &b] })
        && let Some(result) = small::binary_into(direct, operands, out)
    {
        return result;
    }
    let (op, a, b) = compare::settle(op, a, b);
    let seen = op.admit(common_dtype(&a, &b))?;
    if let Some(direct) = loop_of(op, seen) {
        let (a, b) = (a.fitted(op.name(), seen)?, b.fitted(op.name(), seen)?);
        let operands = if op.is_swapped() { [&b, &a] } else { [&a, &b] };
        if let Some(result) = small::binary_into(&direct, operands, out) {
            return result;
        }
    }
    check_second(op, &b, seen)?;
    let compiled = compile(op, &a, &b)?;
    evaluate_into(op.name(), &leaves(&a, &b), &compiled.program, compiled.dtype, out)
}

/// The operation's result, written over the first operand, whose dtype must be able to say what it says (R16).
pub(crate) fn binary_in_place(op: BinaryOp, a: &Handle, b: Operand<'_>) -> Result<()> {
    let dtype = op.admit(common_dtype(&Operand::Tensor(a), &b))?;
    let whole = |dtype: DType| if dtype.is_integer() { DTypeKind::Signed } else { dtype.kind() };
    if whole(dtype) > whole(a.dtype) {
        // Comparisons give bools, which every dtype takes.
        let (left, right) = (a.dtype, b.dtype());
        let result = compile(op, &Operand::Tensor(a), &b)?.dtype;
        if whole(result) > whole(left) {
            return Err(ErrorKind::WouldCut { op: op.name(), left, right, result }.into());
        }
    }
    binary_into(op, Operand::Tensor(a), b, a)
}

/// The operation's result, in the memory of the first operand if nobody else holds it and the result fits there.
pub(crate) fn binary_owned(op: BinaryOp, mut a: Handle, b: Operand<'_>) -> Result<Handle> {
    if is_square(op, &Operand::Tensor(&a), &b) {
        return unary_owned(UnaryOp::Square, a).map_err(|error| error.called(op.name()));
    }
    let compiled = compile(op, &Operand::Tensor(&a), &b)?;
    check_second(op, &b, compiled.dtype)?;
    let name = op.name();
    if a.dtype == compiled.dtype && a.is_reusable() && fits(&a, &b) {
        evaluate_into(name, &leaves(&Operand::Tensor(&a), &b), &compiled.program, compiled.dtype, &a)?;
        a.is_view = false;
        return Ok(a);
    }
    evaluate(name, &leaves(&Operand::Tensor(&a), &b), &compiled.program, compiled.dtype)
}

/// Whether the result has the shape of the first operand.
fn fits(a: &Handle, b: &Operand<'_>) -> bool {
    b.handle().is_none_or(|b| b.shape() == a.shape())
}

fn leaves<'a>(a: &Operand<'a>, b: &Operand<'a>) -> SmallVec<[&'a Handle; 2]> {
    [a.handle(), b.handle()].into_iter().flatten().collect()
}

/// Refuses single divisors, exponents and shifts that integers have no answer for; those of tensors are looked at when
/// their memory is locked, by [`check_values`](super::evaluate::check_values).
pub(super) fn check_second(op: BinaryOp, b: &Operand<'_>, dtype: DType) -> Result<()> {
    let (Some(taboo), Some(value), true) = (op.forbids(), b.value(), dtype.is_integer()) else {
        return Ok(());
    };
    if taboo.is(value) { Err(refused(op.name(), taboo, dtype)) } else { Ok(()) }
}
