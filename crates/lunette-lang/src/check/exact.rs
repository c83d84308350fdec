//! Constant expressions of unsuffixed integers: computed without any width, and fitted where they land (R28).

use lunette::{DType, Scalar};

use super::Checker;
use super::literal::scalar_of;
use super::mistake::{KindMistake, Role};
use super::operator::Operation;
use super::typed::{Typed, known};
use crate::source::Span;
use crate::syntax::tree::{BinaryOp, UnaryOp};
use crate::types::Type;
use crate::value::Value;

/// What an operator makes of integers without a width.
enum Exact {
    Integer(i128),
    Float(f64),
    Truth(bool),
    /// No integer dtype holds it.
    TooLarge,
}

impl Checker<'_> {
    /// An operator on two unsuffixed integers; nothing if it has no meaning for them.
    pub(super) fn exact_binary(&mut self, operation: Operation, parts: [&Typed; 2]) -> Option<Typed> {
        let [Some(left), Some(right)] = parts.map(Typed::weak_integer) else { return None };
        let span = operation.span;
        let exact = binary(operation.op, left, right)?;
        Some(self.exact_result(exact, &parts, span))
    }

    /// An operator on one unsuffixed integer; nothing if it has no meaning for it.
    pub(super) fn exact_unary(&mut self, op: UnaryOp, operand: &Typed, span: Span) -> Option<Typed> {
        let value = operand.weak_integer()?;
        let exact = match op {
            UnaryOp::Negative => value.checked_neg().map_or(Exact::TooLarge, Exact::Integer),
            UnaryOp::Invert => Exact::Integer(!value),
            UnaryOp::Not => return None,
        };
        Some(self.exact_result(exact, &[operand], span))
    }

    fn exact_result(&mut self, exact: Exact, parts: &[&Typed], span: Span) -> Typed {
        let scalar = match exact {
            Exact::Integer(value) => match scalar_of(value, DType::I32) {
                Some(scalar) => scalar,
                None => return Typed::wide(value, span),
            },
            Exact::Float(value) => Scalar::F64(value),
            Exact::Truth(value) => Scalar::Bool(value),
            Exact::TooLarge => {
                self.report(KindMistake::ConstantTooLarge { value: None, wider: None, span });
                return Typed::unknown(span);
            }
        };
        Typed { weak: true, ..known(Value::Scalar(scalar), parts.iter().copied(), span) }
    }

    /// A value where it stays: an integer without a width in the dtype that is expected there, `i32` without one.
    pub(super) fn landed(&mut self, typed: Typed, expected: Option<&Type>) -> Typed {
        let Some(value) = typed.wide else { return typed };
        let span = typed.span;
        let dtype = expected.and_then(Type::dtype).unwrap_or(DType::I32);
        if let Some(scalar) = scalar_of(value, dtype) {
            return Typed::weak(scalar, span);
        }
        if dtype == DType::I32 {
            let wider = [DType::I64, DType::U64].into_iter().find(|&wide| scalar_of(value, wide).is_some());
            self.report(KindMistake::ConstantTooLarge { value: Some(value), wider, span });
        } else {
            let (value, role) = (value.to_string(), Role::Content);
            self.report(KindMistake::DoesNotFit { value, dtype, span, beside: None, role });
        }
        Typed::unknown(span)
    }
}

/// The value of an operator; nothing if integers have no answer for it.
fn binary(op: BinaryOp, a: i128, b: i128) -> Option<Exact> {
    let integer = |value: Option<i128>| value.map_or(Exact::TooLarge, Exact::Integer);
    Some(match op {
        BinaryOp::Add => integer(a.checked_add(b)),
        BinaryOp::Sub => integer(a.checked_sub(b)),
        BinaryOp::Mul => integer(a.checked_mul(b)),
        BinaryOp::Div => Exact::Float(a as f64 / b as f64),
        BinaryOp::FloorDiv if b != 0 => integer(floor_div(a, b)),
        BinaryOp::Rem if b != 0 => integer(floor_div(a, b).map(|quotient| a - quotient * b)),
        BinaryOp::Pow => integer(a.checked_pow(u32::try_from(b).ok()?)),
        BinaryOp::BitAnd => Exact::Integer(a & b),
        BinaryOp::BitOr => Exact::Integer(a | b),
        BinaryOp::BitXor => Exact::Integer(a ^ b),
        BinaryOp::Shl => integer(shifted_left(a, u32::try_from(b).ok()?)),
        BinaryOp::Shr => Exact::Integer(a >> u32::try_from(b).ok()?.min(i128::BITS - 1)),
        BinaryOp::Eq => Exact::Truth(a == b),
        BinaryOp::Ne => Exact::Truth(a != b),
        BinaryOp::Lt => Exact::Truth(a < b),
        BinaryOp::Le => Exact::Truth(a <= b),
        BinaryOp::Gt => Exact::Truth(a > b),
        BinaryOp::Ge => Exact::Truth(a >= b),
        BinaryOp::FloorDiv | BinaryOp::Rem | BinaryOp::Matmul => return None,
    })
}

/// The quotient, rounded down.
fn floor_div(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    let is_cut = quotient * b != a;
    Some(if is_cut && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn shifted_left(a: i128, by: u32) -> Option<i128> {
    match a {
        0 => Some(0),
        _ => 1_i128.checked_shl(by).filter(|factor| *factor > 0).and_then(|factor| a.checked_mul(factor)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
        match binary(op, a, b) {
            Some(Exact::Integer(value)) => Some(value),
            _ => None,
        }
    }

    #[test]
    fn integers_have_no_width() {
        for (op, a, b, expected) in [
            (BinaryOp::Mul, 1_000_000, 1_000_000, Some(1_000_000_000_000)),
            (BinaryOp::Pow, 2, 64, Some(1 << 64)),
            (BinaryOp::Pow, 2, 127, None),
            (BinaryOp::Shl, 1, 126, Some(1 << 126)),
            (BinaryOp::Shl, 1, 127, None),
            (BinaryOp::Shl, 0, 1_000, Some(0)),
            (BinaryOp::Shr, -1, 1_000, Some(-1)),
        ] {
            assert_eq!(integer(op, a, b), expected, "{op:?} {a} {b}");
        }
    }

    #[test]
    fn quotients_are_rounded_down() {
        for (a, b, quotient, rest) in
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (-8, 2, -4, 0)]
        {
            assert_eq!(integer(BinaryOp::FloorDiv, a, b), Some(quotient), "{a} div {b}");
            assert_eq!(integer(BinaryOp::Rem, a, b), Some(rest), "{a} % {b}");
        }
        assert_eq!(integer(BinaryOp::FloorDiv, 1, 0), None);
    }
}
