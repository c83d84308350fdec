//! An expression that has been checked, with what only the checker needs to know of it.

use std::sync::Arc;

use lunette::{DType, Scalar};

use crate::program::{Block, Expr, ExprKind, Stmt, StmtKind};
use crate::source::Span;
use crate::types::Type;
use crate::value::Value;

/// Whose memory a value is in. The order is that of the danger: the later, the sooner somebody sees it change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Memory {
    /// Nobody else has it.
    Fresh,
    /// Immutable variables of this call have it, and nobody when the call is over.
    Own,
    /// Something immutable has it, for longer than this call.
    Constant,
    /// It does not change during this call, but may change afterwards.
    Borrowed,
    /// A mutable variable has it.
    Changing,
}

/// An expression that has been checked.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    /// What it has become. Its own span may be that of an operator.
    pub(super) expr: Expr,
    /// The whole of what is written.
    pub(super) span: Span,
    /// Its value, where that is known.
    pub(super) constant: Option<Value>,
    /// Whether it is an unsuffixed number, or made of such, and takes the dtype of what stands beside it (R28).
    pub(super) weak: bool,
    /// The value of an unsuffixed integer that is too large for `i32`: it waits for the dtype of the place where it lands
    /// (`Checker::landed`). Nothing else of such an expression has a meaning.
    pub(super) wide: Option<i128>,
    /// Whose memory the value is in.
    pub(super) memory: Memory,
    /// Whether computing it can change what others see: it stores, or calls something with a reference.
    pub(super) stores: bool,
}

impl Typed {
    /// A value in memory of its own.
    pub(super) fn fresh(kind: ExprKind, ty: Type, span: Span) -> Self {
        Self {
            expr: Expr { kind, ty, span },
            span,
            constant: None,
            weak: false,
            wide: None,
            memory: Memory::Fresh,
            stores: false,
        }
    }

    /// A value that is known.
    pub(super) fn constant(value: Value, span: Span) -> Self {
        let ty = value.ty();
        let constant = Some(value.clone());
        // Every reading of a constant gives the same tensor.
        let memory = Memory::Constant;
        Self { constant, memory, ..Self::fresh(ExprKind::Constant(value.into()), ty, span) }
    }

    /// A number whose dtype counts.
    pub(super) fn strong(value: Scalar, span: Span) -> Self {
        Self::constant(Value::Scalar(value), span)
    }

    /// A number that takes the dtype of what stands beside it.
    pub(super) fn weak(value: Scalar, span: Span) -> Self {
        Self { weak: true, ..Self::strong(value, span) }
    }

    /// An unsuffixed integer that is too large for `i32`.
    pub(super) fn wide(value: i128, span: Span) -> Self {
        let nothing = ExprKind::Tuple(Vec::new());
        Self { weak: true, wide: Some(value), ..Self::fresh(nothing, Type::Scalar(DType::I32), span) }
    }

    /// What stands for something that is wrong: it makes no further mistakes.
    pub(super) fn unknown(span: Span) -> Self {
        Self::fresh(ExprKind::Tuple(Vec::new()), Type::Unknown, span)
    }

    /// `()`.
    pub(super) fn nothing(span: Span) -> Self {
        Self::constant(Value::nothing(), span)
    }

    /// The type.
    pub(super) fn ty(&self) -> &Type {
        &self.expr.ty
    }

    /// Whether a mistake has been reported of it, or it never gives a value: nothing more is to be said then.
    pub(super) fn is_silent(&self) -> bool {
        is_silent(self.ty())
    }

    /// Whether it never gives a value: it fails, leaves the function or the loop, or goes on for ever. It has to be
    /// evaluated all the same.
    pub(super) fn is_never(&self) -> bool {
        *self.ty() == Type::Never
    }

    /// The scalar that it is known to be.
    pub(super) fn scalar(&self) -> Option<Scalar> {
        match &self.constant {
            Some(Value::Scalar(scalar)) => Some(*scalar),
            _ => None,
        }
    }

    /// The integer that it is known to be, if `i64` holds it.
    pub(super) fn int(&self) -> Option<i64> {
        self.scalar().filter(|scalar| scalar.dtype().is_integer()).and_then(integer)
    }

    /// The same, however large it is.
    pub(super) fn whole_number(&self) -> Option<i128> {
        match self.scalar()? {
            Scalar::U64(value) => Some(value.into()),
            scalar if scalar.dtype().is_integer() => integer(scalar).map(Into::into),
            _ => None,
        }
    }

    /// The unsuffixed integer that it is, whatever its size.
    pub(super) fn weak_integer(&self) -> Option<i128> {
        if self.weak { self.wide.or_else(|| self.whole_number()) } else { None }
    }

    /// The same, with memory of its own where somebody could see it change.
    pub(super) fn copied_if(self, shared: bool) -> Self {
        // Who refers to a place wants its memory, not a copy.
        let refers = matches!(self.expr.kind, ExprKind::View(_));
        if !shared || refers || !holds_memory(self.ty()) || self.is_silent() {
            return self;
        }
        let Expr { ty, span, .. } = &self.expr;
        let (ty, span) = (ty.clone(), *span);
        let expr = Expr { kind: ExprKind::Copy(Box::new(self.expr)), ty, span };
        Self { expr, memory: Memory::Fresh, ..self }
    }

    /// The same as a value that stays as it is now, whatever is stored later.
    pub(super) fn settled(self) -> Self {
        let changing = self.memory == Memory::Changing;
        self.copied_if(changing)
    }

    /// Whether the value may be in memory of something else, or be a view of memory of its own, where the copy that it
    /// stands for has been left out. A literal is in memory of its own, of which every reading gives the same.
    pub(super) fn is_lent(&self) -> bool {
        match &self.expr.kind {
            ExprKind::View(_) | ExprKind::Constant(_) => false,
            ExprKind::Builtin { builtin, .. } => builtin.shares,
            _ => self.memory != Memory::Fresh,
        }
    }

    /// The same as a value that can be stored to without anybody else seeing it.
    pub(super) fn owned(self) -> Self {
        let shared = self.memory != Memory::Fresh;
        self.copied_if(shared)
    }
}

/// Whether a type makes no mistakes and no sense.
pub(super) fn is_silent(ty: &Type) -> bool {
    match ty {
        Type::Unknown | Type::Never => true,
        Type::Tuple(fields) => fields.iter().any(is_silent),
        _ => false,
    }
}

/// What was looked for, or what stands for it where it cannot be had: a mistake, or something that never gives a value.
pub(super) type Found<T> = Result<T, Box<Typed>>;

/// What becomes of an expression one of whose parts gives no value; nothing if all of them do.
///
/// The parts are in the order of their evaluation. With a mistake among them there is nothing to run; otherwise those
/// up to the first that never gives a value are evaluated for what they do, and what comes after is never reached.
pub(super) fn cut_short<'t, I>(parts: I, span: Span) -> Option<Typed>
where
    I: IntoIterator<Item = &'t Typed> + Clone,
{
    if !parts.clone().into_iter().any(Typed::is_silent) {
        return None;
    }
    let stores = parts.clone().into_iter().any(|part| part.stores);
    if parts.clone().into_iter().any(|part| part.is_silent() && !part.is_never()) {
        return Some(Typed { stores, ..Typed::unknown(span) });
    }
    let mut statements = Vec::new();
    for part in parts {
        statements.push(Stmt { kind: StmtKind::Expr(part.expr.clone()), span: part.span });
        if part.is_never() {
            break;
        }
    }
    let block = Block { statements, value: None };
    Some(Typed { stores, ..Typed::fresh(ExprKind::Block(block), Type::Never, span) })
}

/// A value that is known although it is made of others: those of them that do something, or may fail, are evaluated
/// all the same.
pub(super) fn known<'t>(value: Value, parts: impl IntoIterator<Item = &'t Typed>, span: Span) -> Typed {
    let typed = Typed::constant(value, span);
    let mut stores = false;
    let mut statements = Vec::new();
    for part in parts.into_iter().filter(|part| !is_pure(&part.expr)) {
        stores |= part.stores;
        statements.push(Stmt { kind: StmtKind::Expr(part.expr.clone()), span: part.span });
    }
    if statements.is_empty() {
        return typed;
    }
    let ty = typed.expr.ty.clone();
    let block = Block { statements, value: Some(Box::new(typed.expr)) };
    Typed { expr: Expr { kind: ExprKind::Block(block), ty, span }, stores, ..typed }
}

/// Whether evaluating an expression does nothing that anybody could notice: it is left out where its value is known.
pub(super) fn is_pure(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Variable(_) => true,
        ExprKind::Copy(inner) | ExprKind::Convert(inner) | ExprKind::Field { tuple: inner, .. } => {
            is_pure(inner)
        }
        ExprKind::Logic { left, right, .. } | ExprKind::Same { left, right, .. } => {
            is_pure(left) && is_pure(right)
        }
        ExprKind::Tuple(fields) => fields.iter().all(is_pure),
        ExprKind::Builtin { builtin, args } => builtin.known.is_some() && args.iter().flatten().all(is_pure),
        _ => false,
    }
}

/// Whether values of the type hold memory that could be shared.
pub(super) fn holds_memory(ty: &Type) -> bool {
    match ty {
        Type::Tensor(_) | Type::Fun(_) | Type::Closure(_) => true,
        Type::Tuple(fields) => fields.iter().any(holds_memory),
        _ => false,
    }
}

/// An integer scalar as an `i64`, if it is none that is larger.
pub(super) fn integer(scalar: Scalar) -> Option<i64> {
    match scalar.try_cast(DType::I64) {
        Ok(Scalar::I64(value)) => Some(value),
        _ => None,
    }
}

/// An index that is larger than every length.
pub(super) fn too_large_index(value: &Value) -> Option<u64> {
    match value {
        Value::Scalar(Scalar::U64(index)) if i64::try_from(*index).is_err() => Some(*index),
        _ => None,
    }
}

/// A tuple of what is known of its fields, if all is known.
pub(super) fn tuple_constant(fields: &[Typed]) -> Option<Value> {
    let values: Option<Arc<[Value]>> = fields.iter().map(|field| field.constant.clone()).collect();
    values.map(Value::Tuple)
}
