//! Comparisons of integers that no common dtype holds: a value beside a tensor that cannot hold it, and signed beside
//! unsigned numbers of 64 bits. The answer is that of whole numbers (R28).

use super::binary::BinaryOp;
use super::operand::Operand;
use crate::dtype::{DType, DTypeKind, Scalar};
use crate::error::Result;
use crate::kernels::elementwise::{Binary, Program, Slot};

/// The same comparison, with a value that the dtype beside it holds.
pub(super) fn settle<'a>(
    op: BinaryOp,
    a: Operand<'a>,
    b: Operand<'a>,
) -> (BinaryOp, Operand<'a>, Operand<'a>) {
    match (a.value(), b.value()) {
        (None, Some(_)) => {
            let (op, b) = beside_value(op, b, a.dtype());
            (op, a, b)
        }
        (Some(_), None) if applies(op, &a, b.dtype()) => {
            let (op, a) = beside_value(op.turned(), a, b.dtype());
            (op, b, a)
        }
        _ => (op, a, b),
    }
}

/// Refuses a weak integer in arithmetic with integers that cannot hold it, also where the result could (R28).
pub(super) fn check_weak(op: BinaryOp, a: &Operand<'_>, b: &Operand<'_>) -> Result<()> {
    let check = |value: &Operand<'_>, beside: DType| match value {
        Operand::Weak(number) if number.dtype().is_integer() && beside.is_integer() => {
            number.stored_as(op.name(), beside).map(drop)
        }
        _ => Ok(()),
    };
    // True quotients are floats, which hold every integer.
    if op.is_comparison() || op.is_logical() || op == BinaryOp::Divide {
        return Ok(());
    }
    check(a, b.dtype())?;
    check(b, a.dtype())
}

/// Whether something of `dtype` is compared with a value, both integers.
pub(super) fn applies(op: BinaryOp, value: &Operand<'_>, dtype: DType) -> bool {
    op.is_comparison() && dtype.is_integer() && value.value().is_some_and(|value| value.dtype().is_integer())
}

/// The comparison of something of `dtype` with a value: that value, or an end of the dtype's range with an operation
/// that gives the same answer for all.
pub(super) fn beside_value<'a>(op: BinaryOp, value: Operand<'a>, dtype: DType) -> (BinaryOp, Operand<'a>) {
    match value.value() {
        Some(number) if applies(op, &value, dtype) => {
            let (op, number) = beside(op, number, dtype);
            (op, Operand::Scalar(number))
        }
        _ => (op, value),
    }
}

/// The comparison of a tensor of `dtype` with a value of any integer type.
fn beside(op: BinaryOp, value: Scalar, dtype: DType) -> (BinaryOp, Scalar) {
    if let Ok(held) = value.stored_as(op.name(), dtype) {
        return (op, held);
    }
    // What does not fit lies above or below all that does.
    let above = !is_negative(value);
    let holds = match op {
        BinaryOp::Less | BinaryOp::LessEqual => above,
        BinaryOp::Greater | BinaryOp::GreaterEqual => !above,
        _ => op == BinaryOp::NotEqual,
    };
    let zero = Scalar::from(false).cast(dtype);
    let highest = match dtype.kind() {
        DTypeKind::Unsigned => Scalar::I64(-1).cast(dtype),
        _ => Scalar::I64(i64::MAX >> (64 - 8 * dtype.item_size())).cast(dtype),
    };
    let lowest = match dtype.kind() {
        DTypeKind::Unsigned => zero,
        _ => Scalar::I64(i64::MIN >> (64 - 8 * dtype.item_size())).cast(dtype),
    };
    match holds {
        true => (BinaryOp::LessEqual, highest),
        false => (BinaryOp::Less, lowest),
    }
}

fn is_negative(value: Scalar) -> bool {
    matches!(value.cast(DType::I64), Scalar::I64(value) if value < 0) && value.dtype() != DType::U64
}

/// Whether the dtypes are the two that only `f64` is above of, which does not hold all of their numbers.
pub(super) fn is_mixed(op: BinaryOp, dtypes: [DType; 2]) -> bool {
    op.is_comparison() && matches!(dtypes, [DType::I64, DType::U64] | [DType::U64, DType::I64])
}

/// Adds the comparison of two leaves, one of `i64` and one of `u64`, to a program.
pub(super) fn append(
    op: BinaryOp,
    program: &mut Program,
    slots: [Slot; 2],
    dtypes: [DType; 2],
) -> Result<Option<Slot>> {
    let signed_first = dtypes[0] == DType::I64;
    let [signed, unsigned] = if signed_first { slots } else { [slots[1], slots[0]] };
    // As the signed number sees it.
    let op = if signed_first { op } else { op.turned() };
    let less = [BinaryOp::Less, BinaryOp::LessEqual, BinaryOp::NotEqual].contains(&op);
    let sign = Binary::Less.on(DType::I64).zip(Binary::LessEqual.on(DType::I64));
    let (Some((is_below, is_at_most)), Some(compare)) = (sign, op.operator(DType::U64).on(DType::U64)) else {
        return Ok(None);
    };
    let join = if less { Binary::BitOr } else { Binary::BitAnd };
    let Some(join) = join.on(DType::Bool) else { return Ok(None) };
    let zero = program.constant(Scalar::I64(0));
    // A negative number is below every unsigned one; any other is one of them.
    let by_sign = match less {
        true => program.step(is_below, &[signed, zero], DType::Bool, 1),
        false => program.step(is_at_most, &[zero, signed], DType::Bool, 1),
    };
    let bits = program.cast(signed, DType::I64, DType::U64);
    let args = if op.is_swapped() { [unsigned, bits] } else { [bits, unsigned] };
    let by_size = program.step(compare, &args, DType::Bool, 1);
    Ok(Some(program.step(join, &[by_sign, by_size], DType::Bool, 1)))
}
