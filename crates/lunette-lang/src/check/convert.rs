//! Values where a type is asked for: scalars widen, nothing narrows (R26).

use lunette::{DType, DTypeKind, Scalar, promote};

use super::Checker;
use super::annotation::Wanted;
use super::describe::number;
use super::mistake::{KindMistake, Role};
use super::operator::converted;
use super::typed::{Typed, is_silent};
use crate::program::{Expr, ExprKind};
use crate::source::Span;
use crate::types::Type;
use crate::value::Value;
use crate::words;

/// Whether a scalar goes into a dtype by itself.
pub(super) enum Fit {
    Yes,
    /// It would, if it were smaller.
    TooLarge(Scalar),
    No,
}

impl Fit {
    /// Whether a checked scalar goes into a dtype: unsuffixed ones by their value, others by their dtype.
    pub(super) fn of(typed: &Typed, dtype: DType) -> Self {
        match (typed.ty(), typed.scalar()) {
            (Type::Scalar(found), Some(value)) if typed.weak => Self::of_weak(value, *found, dtype),
            (Type::Scalar(found), _) if widens(*found, dtype) => Self::Yes,
            _ => Self::No,
        }
    }

    fn of_weak(value: Scalar, found: DType, dtype: DType) -> Self {
        let (from, to) = (rank(found), rank(dtype));
        let comparable = (from == 0) == (to == 0);
        match from <= to && comparable {
            false => Self::No,
            true if !holds(value, dtype) => Self::TooLarge(value),
            true => Self::Yes,
        }
    }
}

/// Whether a dtype has the number: integers exactly, floats near enough not to call it infinite.
pub(super) fn holds(value: Scalar, dtype: DType) -> bool {
    let infinite = |scalar: Scalar| match scalar.cast(DType::Complex128) {
        Scalar::Complex128(value) => value.re.is_infinite() || value.im.is_infinite(),
        _ => false,
    };
    match rank(dtype) {
        0 | 1 => value.try_cast(dtype).is_ok(),
        _ => infinite(value) || !infinite(value.cast(dtype)),
    }
}

/// Kinds of numbers, each holding those before it; bools stand apart.
fn rank(dtype: DType) -> u8 {
    match dtype.kind() {
        DTypeKind::Bool => 0,
        DTypeKind::Signed | DTypeKind::Unsigned => 1,
        DTypeKind::Float => 2,
        DTypeKind::Complex => 3,
    }
}

/// Whether scalars of a dtype go into another by themselves: into one that holds all of their values, and integers into
/// every float.
pub(super) fn widens(from: DType, to: DType) -> bool {
    let into_float = from.is_integer() && rank(to) > rank(from);
    from == to || into_float || (from != DType::Bool && promote(from, to) == to)
}

/// Where a type is asked for, and what is to say there.
pub(super) type Asked = Option<(Span, String)>;

impl Checker<'_> {
    /// The value as the type that is asked for, or a mistake.
    pub(super) fn coerce(&mut self, typed: Typed, wanted: &Wanted, asked: Asked) -> Typed {
        if typed.is_silent() || wanted.whole().is_some_and(is_silent) {
            return typed;
        }
        match wanted {
            Wanted::Type(Type::Scalar(dtype)) => self.coerce_scalar(typed, *dtype, asked),
            Wanted::Type(Type::Fun(fun)) if matches!(typed.ty(), Type::Closure(_)) => {
                self.coerce_function(typed, fun, asked)
            }
            Wanted::AnyRank(dtype) => match typed.ty() {
                Type::Tensor(tensor) if tensor.dtype == *dtype => typed,
                Type::Scalar(_) => self.coerce_scalar(typed, *dtype, asked),
                _ => self.unlike(typed, wanted, asked),
            },
            _ if suits(typed.ty(), wanted) => typed,
            Wanted::Type(ty @ Type::Tuple(_)) => match widened(typed.expr.clone(), ty) {
                Some(expr) => {
                    let constant = typed.constant.as_ref().and_then(|value| widened_value(value, ty));
                    Typed { expr, constant, ..typed }
                }
                None => self.unlike(typed, wanted, asked),
            },
            _ => self.unlike(typed, wanted, asked),
        }
    }

    fn coerce_scalar(&mut self, typed: Typed, dtype: DType, asked: Asked) -> Typed {
        match Fit::of(&typed, dtype) {
            Fit::Yes => widen(typed, dtype),
            Fit::TooLarge(value) => {
                let (value, span) = (number(value), typed.span);
                self.report(KindMistake::DoesNotFit {
                    value,
                    dtype,
                    span,
                    beside: asked.map(|(span, _)| span),
                    role: Role::Content,
                });
                Typed::unknown(typed.span)
            }
            Fit::No => self.unlike(typed, &Wanted::Type(Type::Scalar(dtype)), asked),
        }
    }

    /// Reports a value of another type than the one asked for.
    pub(super) fn unlike(&mut self, typed: Typed, wanted: &Wanted, asked: Asked) -> Typed {
        let cure = match typed.expr.kind {
            // A converted copy would not be the memory that is referred to.
            ExprKind::View(_) => {
                Some("a reference keeps its dtype: declare what it refers to with it".to_owned())
            }
            _ => cure(typed.ty(), wanted),
        };
        let (span, found) = (typed.span, typed.expr.ty);
        if let (Wanted::Type(Type::Closure(_)), Type::Closure(_) | Type::Fun(_)) = (wanted, &found) {
            self.report(KindMistake::OtherFunction { span, asked });
            return Typed::unknown(span);
        }
        self.report(KindMistake::Expected { wanted: wanted.to_string(), found, span, asked, cure });
        Typed::unknown(span)
    }

    /// The value as what is expected where it goes there by itself, as it is otherwise: scalars widen, and a function
    /// gets the types that it is asked for.
    pub(super) fn leaning(&mut self, typed: Typed, expected: Option<&Type>) -> Typed {
        match expected {
            Some(Type::Scalar(dtype)) if matches!(Fit::of(&typed, *dtype), Fit::Yes) => widen(typed, *dtype),
            Some(Type::Fun(fun)) if matches!(typed.ty(), Type::Closure(_)) => {
                self.coerce_function(typed, fun, None)
            }
            _ => typed,
        }
    }
}

/// A scalar that fits, in another dtype.
pub(super) fn widen(typed: Typed, dtype: DType) -> Typed {
    let constant = typed.scalar().map(|value| Value::Scalar(value.cast(dtype)));
    Typed { expr: converted(typed.expr, dtype), constant, weak: false, ..typed }
}

/// Whether a type is what is asked for, as it is.
fn suits(found: &Type, wanted: &Wanted) -> bool {
    match (found, wanted) {
        (found, Wanted::Type(ty)) => found.erased() == ty.erased(),
        (Type::Tensor(tensor), Wanted::AnyRank(dtype)) => tensor.dtype == *dtype,
        (Type::Scalar(found), Wanted::AnyRank(dtype)) => found == dtype,
        (Type::Tuple(fields), Wanted::Tuple(wanted)) => {
            fields.len() == wanted.len()
                && fields.iter().zip(wanted).all(|(field, wanted)| suits(field, wanted))
        }
        _ => false,
    }
}

/// A tuple that is written out, its scalars widened field by field.
fn widened(expr: Expr, ty: &Type) -> Option<Expr> {
    let span = expr.span;
    match (expr.kind, &expr.ty, ty) {
        (kind, Type::Scalar(from), Type::Scalar(to)) if widens(*from, *to) => {
            Some(converted(Expr { kind, ty: Type::Scalar(*from), span }, *to))
        }
        (ExprKind::Tuple(fields), _, Type::Tuple(types)) if fields.len() == types.len() => {
            let fields: Option<Vec<Expr>> =
                fields.into_iter().zip(types.iter()).map(|(field, ty)| widened(field, ty)).collect();
            Some(Expr { kind: ExprKind::Tuple(fields?), ty: ty.clone(), span })
        }
        (ExprKind::Constant(value), _, Type::Tuple(_)) => {
            let value = widened_value(&value.value(), ty)?;
            Some(Expr { kind: ExprKind::Constant(value.into()), ty: ty.clone(), span })
        }
        (kind, found, ty) if found.erased() == ty.erased() => Some(Expr { kind, ty: ty.clone(), span }),
        _ => None,
    }
}

fn widened_value(value: &Value, ty: &Type) -> Option<Value> {
    match (value, ty) {
        (Value::Scalar(scalar), Type::Scalar(dtype)) => {
            widens(scalar.dtype(), *dtype).then(|| Value::Scalar(scalar.cast(*dtype)))
        }
        (Value::Tuple(fields), Type::Tuple(types)) if fields.len() == types.len() => {
            let fields: Option<Vec<Value>> =
                fields.iter().zip(types.iter()).map(|(field, ty)| widened_value(field, ty)).collect();
            Some(Value::Tuple(fields?.into()))
        }
        (value, ty) => (value.ty().erased() == ty.erased()).then(|| value.clone()),
    }
}

/// How a value becomes what is asked for.
fn cure(found: &Type, wanted: &Wanted) -> Option<String> {
    let ty = match wanted {
        Wanted::Type(ty) => Some(ty),
        _ => None,
    };
    let dtype = match wanted {
        Wanted::AnyRank(dtype) => Some(*dtype),
        _ => ty.and_then(Type::dtype),
    };
    let same_rank = found.rank().is_some() && ty.is_none_or(|ty| found.rank() == ty.rank());
    match (found, ty, dtype) {
        (Type::Fun(_) | Type::Closure(_), ..) => Some("call the function: `f(…)`".to_owned()),
        (_, Some(Type::String), _) => Some("make a string of it: `str(…)`".to_owned()),
        (Type::String, _, Some(_)) => Some("`number(…)` is the number that a text says".to_owned()),
        (_, _, Some(dtype)) if same_rank => {
            (found.dtype() != Some(dtype)).then(|| format!("convert it: `cast<{dtype}>(…)`"))
        }
        (Type::Scalar(_), Some(Type::Tensor(_)), _) => {
            Some("a tensor is written `[…]`, or filled by `full(shape, value)`".to_owned())
        }
        (Type::Tensor(tensor), Some(Type::Scalar(_)), _) => {
            Some(format!("take one of its entries: `…[{}]`", vec!["0"; tensor.rank].join(", ")))
        }
        (Type::Tensor(_), Some(Type::Tensor(other)), _) => {
            Some(format!("give it {} with `reshape`, or with an index", words::axes(other.rank)))
        }
        _ => None,
    }
}
