//! Numbers as they are written (R26).

use lunette::{Complex64, DType, Scalar};

use super::Checker;
use super::convert::holds;
use super::mistake::KindMistake;
use super::typed::Typed;
use crate::source::Span;
use crate::syntax::tree::{Expr, ExprKind, IntValue, UnaryOp};

impl Checker<'_> {
    /// An integer literal: weak without a suffix.
    pub(super) fn integer_literal(&mut self, value: IntValue, suffix: Option<DType>, span: Span) -> Typed {
        let dtype = suffix.unwrap_or(DType::I32);
        match literal_scalar(value, dtype) {
            Some(scalar) if suffix.is_some() => Typed::strong(scalar, span),
            Some(scalar) => Typed::weak(scalar, span),
            None => {
                let wider =
                    [DType::I64, DType::U64].into_iter().find(|&wide| literal_scalar(value, wide).is_some());
                let text = self.written(span);
                self.report(KindMistake::LiteralTooLarge { value, dtype, wider, span, text });
                Typed::unknown(span)
            }
        }
    }

    /// A float literal: weak without a suffix.
    pub(super) fn float_literal(value: f64, suffix: Option<DType>, span: Span) -> Typed {
        match suffix {
            Some(dtype) => Typed::strong(Scalar::F64(value).cast(dtype), span),
            None => Typed::weak(Scalar::F64(value), span),
        }
    }

    /// An imaginary literal, which is always weak.
    pub(super) fn imaginary_literal(value: f64, span: Span) -> Typed {
        Typed::weak(Scalar::Complex128(Complex64::new(0.0, value)), span)
    }
}

/// A literal as a scalar of a dtype, if it fits.
fn literal_scalar(IntValue { magnitude, negative }: IntValue, dtype: DType) -> Option<Scalar> {
    let magnitude = i128::try_from(magnitude).ok()?;
    scalar_of(if negative { -magnitude } else { magnitude }, dtype)
}

/// An integer as a scalar of a dtype, if it fits.
pub(super) fn scalar_of(value: i128, dtype: DType) -> Option<Scalar> {
    if !dtype.is_integer() {
        let float = Scalar::F64(value as f64);
        return holds(float, dtype).then(|| float.cast(dtype));
    }
    let wide = match (i64::try_from(value), u64::try_from(value)) {
        (Ok(value), _) => Scalar::I64(value),
        (_, Ok(value)) => Scalar::U64(value),
        _ => return None,
    };
    wide.try_cast(dtype).ok()
}

/// The value of an integer that is written as a literal, with or without a sign.
pub(super) fn written_integer(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Int { value, .. } => {
            let magnitude = i128::try_from(value.magnitude).ok()?;
            Some(if value.negative { -magnitude } else { magnitude })
        }
        ExprKind::Unary { op: UnaryOp::Negative, operand } => match operand.kind {
            ExprKind::Int { .. } => written_integer(operand).and_then(i128::checked_neg),
            _ => None,
        },
        _ => None,
    }
}
