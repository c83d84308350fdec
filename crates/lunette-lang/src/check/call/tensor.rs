//! `tensor(shape, {values})`: the one call that takes a brace list.

use super::Written;
use crate::builtins::Builtin;
use crate::check::Checker;
use crate::check::expr::peeled;
use crate::check::list::Dtype;
use crate::check::literal::written_integer;
use crate::check::mistake::{ShapeMistake, ValueMistake};
use crate::check::typed::{Typed, cut_short, integer};
use crate::source::Span;
use crate::syntax::tree::{Expr, ExprKind, TypeKind};
use crate::types::Type;
use crate::value::Value;

impl Checker<'_> {
    /// A call of `tensor` with a brace list; nothing if there is none, and the call is like any other.
    pub(super) fn tensor_call(
        &mut self,
        builtin: &'static Builtin,
        written: Written<'_>,
        expected: Option<&Type>,
    ) -> Option<Typed> {
        let find = |name: &str, position: usize| {
            let named = written.args.iter().find(|arg| arg.name.as_ref().is_some_and(|n| *n.name == *name));
            let placed = written.args.get(position).filter(|arg| arg.name.is_none());
            named.or(placed).map(|arg| &arg.value)
        };
        if find("shape", 0).is_some_and(|shape| self.has_negative_size(shape)) {
            return Some(Typed::unknown(written.span));
        }
        let braces = find("values", 1)?;
        let ExprKind::Braces(items) = &braces.kind else { return None };
        let shape = find("shape", 0)?;
        let dtype = match written.types {
            [] => find("dtype", 2).map(|dtype| self.value(dtype)).and_then(|dtype| match dtype.constant {
                Some(Value::DType(dtype)) => Some(dtype),
                _ => None,
            }),
            [first, ..] => match first.kind {
                TypeKind::Scalar(dtype) => Some(dtype),
                _ => return None,
            },
        };
        let shape = self.value(shape);
        let elements: Vec<Typed> = items.iter().map(|item| self.operand(item)).collect();
        let dtype = dtype.map_or(Dtype::Leaning(expected.and_then(Type::dtype)), Dtype::Named);
        Some(self.filled(builtin, shape, (elements, braces.span), dtype, written))
    }

    /// A tensor of a shape with its values written out.
    fn filled(
        &mut self,
        builtin: &'static Builtin,
        shape: Typed,
        (elements, braces): (Vec<Typed>, Span),
        dtype: Dtype,
        written: Written<'_>,
    ) -> Typed {
        let span = written.span;
        if let Some(silent) = cut_short([&shape], span) {
            return silent;
        }
        if elements.is_empty() && !matches!(dtype, Dtype::Named(_)) {
            self.report(ValueMistake::EmptyList { span: braces, in_index: false });
            return Typed::unknown(span);
        }
        match shape.constant.as_ref().and_then(known_shape) {
            Some(sizes) => {
                let count = sizes.iter().try_fold(1_usize, |count, &size| count.checked_mul(size));
                if count != Some(elements.len()) {
                    self.wrong_count(sizes, count.unwrap_or(usize::MAX), &elements, (braces, shape.span));
                    return Typed::unknown(span);
                }
                self.literal(sizes, elements, dtype, span)
            }
            None => {
                let values = self.literal(vec![elements.len()], elements, dtype, braces);
                self.builtin_result(builtin, vec![Some(shape), Some(values), None], written)
            }
        }
    }

    fn wrong_count(
        &mut self,
        shape: Vec<usize>,
        expected: usize,
        elements: &[Typed],
        (braces, shape_span): (Span, Span),
    ) {
        // The first that is too many, or the last before those that are missing.
        let at = elements.get(expected).or(elements.last());
        let (found, span) = (elements.len(), at.map_or(braces, |element| element.span));
        self.report(ShapeMistake::ValueCount { shape, expected, found, span, shape_span });
    }

    /// Whether a size that is written out is negative, which is reported.
    fn has_negative_size(&mut self, shape: &Expr) -> bool {
        let sizes: &[Expr] = match &peeled(shape).kind {
            ExprKind::Tuple(sizes) => sizes,
            _ => std::slice::from_ref(shape),
        };
        let negative = |size: &&Expr| written_integer(size).is_some_and(|value| value < 0);
        let Some(wrong) = sizes.iter().find(negative) else { return false };
        let size = written_integer(wrong).and_then(|value| i64::try_from(value).ok()).unwrap_or(i64::MIN);
        self.report(ShapeMistake::NegativeSize { size, span: wrong.span });
        true
    }
}

/// The sizes that a known value says.
fn known_shape(value: &Value) -> Option<Vec<usize>> {
    let size = |value: &Value| match value {
        Value::Scalar(scalar) if scalar.dtype().is_integer() => {
            integer(*scalar).and_then(|size| usize::try_from(size).ok())
        }
        _ => None,
    };
    match value {
        Value::Tuple(sizes) => sizes.iter().map(size).collect(),
        one => size(one).map(|size| vec![size]),
    }
}
