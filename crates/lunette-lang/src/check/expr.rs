//! Expressions: what each kind is, and its type.

use std::sync::Arc;

use lunette::{DType, Scalar};

use super::Checker;
use super::annotation::Wanted;
use super::constant::is_plain;
use super::index::range_expr;
use super::literal::written_integer;
use super::mistake::{FunctionMistake, NameMistake, ReferenceMistake, ValueMistake};
use super::names::number;
use super::operator::{Operation, converted};
use super::scope::Symbol;
use super::typed::{Memory, Typed, cut_short, holds_memory, is_pure, known, too_large_index, tuple_constant};
use crate::builtins;
use crate::program::{Block, Expr as ProgramExpr, ExprKind as Kind, RangeExpr, Variable};
use crate::source::Span;
use crate::syntax::tree::{Expr, ExprKind, Range, RangeNotation};
use crate::types::Type;
use crate::value::{RangeValue, Value};

impl Checker<'_> {
    /// An expression that has to give a value.
    pub(super) fn value(&mut self, expr: &Expr) -> Typed {
        self.value_for(expr, None)
    }

    /// An expression that has to give a value, preferably of a type.
    pub(super) fn value_for(&mut self, expr: &Expr, expected: Option<&Type>) -> Typed {
        let typed = self.expr(expr, expected);
        let gives = matches!(peeled(expr).kind, ExprKind::Call(_) | ExprKind::If(_));
        if gives && *typed.ty() == Type::nothing() && self.says_nothing(&typed.expr) {
            self.report(ValueMistake::NoValue { span: expr.span });
            return Typed::unknown(expr.span);
        }
        typed
    }

    /// Whether an expression of type `()` gives no value at all, rather than a tuple without fields.
    pub(super) fn says_nothing(&self, expr: &ProgramExpr) -> bool {
        let block = |block: &Block| block.value.as_ref().is_none_or(|value| self.says_nothing(value));
        match &expr.kind {
            Kind::Builtin { builtin, .. } => builtin.acts(),
            Kind::CallValue { .. } => true,
            Kind::Call { function, .. } => !self.env.giving.contains(function),
            Kind::Block(inner) => block(inner),
            Kind::If { then, otherwise, .. } => block(then) && otherwise.as_deref().is_none_or(block),
            _ => false,
        }
    }

    /// An expression that has to give a value, where something is asked for. A rank that is left open is not the rank of a
    /// file.
    pub(super) fn value_wanted(&mut self, expr: &Expr, wanted: Option<&Wanted>) -> Typed {
        let hint = wanted.filter(|wanted| wanted.whole().is_some() || !is_load(expr)).map(Wanted::hint);
        self.value_for(expr, hint.as_ref())
    }

    /// Any expression. The type that is expected helps where the expression leaves it open; it is not enforced.
    pub(super) fn expr(&mut self, expr: &Expr, expected: Option<&Type>) -> Typed {
        let typed = self.unlanded(expr, expected);
        self.landed(typed, expected)
    }

    /// An expression whose place decides what an integer without a width becomes: an operand, an element.
    pub(super) fn operand(&mut self, expr: &Expr) -> Typed {
        match peeled(expr).kind {
            ExprKind::Unary { .. } | ExprKind::Binary { .. } => self.unlanded(expr, None),
            _ => self.value(expr),
        }
    }

    /// Any expression, as an integer without a width where it is one.
    fn unlanded(&mut self, expr: &Expr, expected: Option<&Type>) -> Typed {
        let span = expr.span;
        // Nothing comes of it any more, and so the sooner the end.
        if self.cancel.is_cancelled() {
            return Typed::unknown(span);
        }
        if !self.stack.has_room() {
            self.report(FunctionMistake::TooDeep { span });
            return Typed::unknown(span);
        }
        let typed = match &expr.kind {
            ExprKind::Int { value, suffix } => self.integer_literal(*value, *suffix, span),
            ExprKind::Float { value, suffix } => Self::float_literal(*value, *suffix, span),
            ExprKind::Imaginary(value) => Self::imaginary_literal(*value, span),
            ExprKind::Bool(value) => Typed::strong(Scalar::Bool(*value), span),
            ExprKind::Str(text) => Typed::constant(Value::Str((&**text).into()), span),
            ExprKind::DType(dtype) if self.unread.contains(dtype.name()) => Typed::unknown(span),
            ExprKind::DType(dtype) => Typed::constant(Value::DType(*dtype), span),
            ExprKind::NewAxis => Typed::constant(Value::NewAxis, span),
            ExprKind::Fill => Typed::constant(Value::Fill, span),
            ExprKind::Whole => Typed::constant(Value::Range(WHOLE), span),
            ExprKind::Name(name) => self.named(name, span),
            ExprKind::Paren(inner) => self.unlanded(inner, expected),
            ExprKind::Tuple(items) => self.tuple(items, expected, span),
            ExprKind::List(items) => self.list(items, expected, span),
            ExprKind::Braces(items) => self.braces(items, span),
            ExprKind::Range(range) => self.range(range, None, span),
            ExprKind::Unary { op, operand } => self.unary(*op, operand, span),
            ExprKind::Binary { op, op_span, left, right } => {
                self.binary(Operation { op: *op, op_span: *op_span, span }, left, right)
            }
            ExprKind::Logic { op, left, right } => self.logic(*op, left, right, span),
            ExprKind::Call(call) => self.call(call, expected, span),
            ExprKind::Index(index) => self.load(index, span),
            ExprKind::Member { base, name } => self.member(base, name, span),
            ExprKind::If(branch) => self.if_value(branch, expected, span),
            ExprKind::Lambda(lambda) => self.lambda(lambda, span),
            ExprKind::Ref(inner) => {
                // Most of these the parser has found.
                if !self.broken {
                    self.report(ReferenceMistake::Misplaced { span });
                }
                self.expr(inner, None);
                Typed::unknown(span)
            }
            ExprKind::Error => Typed::unknown(span),
        };
        Typed { span, ..typed }
    }

    /// The value of a name.
    fn named(&mut self, name: &Arc<str>, span: Span) -> Typed {
        match self.resolve(name) {
            Some(Symbol::Variable(variable)) => self.read(variable, span),
            Some(Symbol::Function(id)) => self.function_value(id, span),
            Some(Symbol::Module(_)) => {
                self.report(NameMistake::ModuleAsValue { name: name.clone(), span });
                Typed::unknown(span)
            }
            Some(Symbol::OutOfSight(declared)) => {
                self.report(NameMistake::MutableOutside { name: name.clone(), span, declared });
                Typed::unknown(span)
            }
            None => self.built_in_name(name, span),
        }
    }

    fn built_in_name(&mut self, name: &Arc<str>, span: Span) -> Typed {
        if let Some(scalar) = number(name) {
            return Typed::weak(scalar, span);
        }
        match builtins::find(name) {
            Some(builtin) => self.builtin_value(builtin, span),
            None => {
                self.unknown_name(name, span);
                Typed::unknown(span)
            }
        }
    }

    /// The value of a variable.
    pub(super) fn read(&mut self, variable: Variable, span: Span) -> Typed {
        let Some(info) = self.info(variable).cloned() else { return Typed::unknown(span) };
        if let Variable::Global(_) = variable {
            if info.mutable && self.frame.work.is_some() {
                let (name, declared) = (info.name, info.declared);
                self.report(NameMistake::MutableOutside { name, span, declared });
                return Typed::unknown(span);
            }
            self.note_read(&info);
        }
        match info.constant {
            Some(value) if is_plain(&value) => Typed::constant(value, span),
            _ => {
                let memory = info.read();
                let typed = Typed::fresh(Kind::Variable(variable), info.ty, span);
                Typed { constant: info.constant, memory, ..typed }
            }
        }
    }

    fn tuple(&mut self, items: &[Expr], expected: Option<&Type>, span: Span) -> Typed {
        let wanted: Vec<Option<&Type>> = match expected {
            Some(Type::Tuple(fields)) if fields.len() == items.len() => fields.iter().map(Some).collect(),
            _ => vec![None; items.len()],
        };
        let fields: Vec<Typed> = items
            .iter()
            .zip(&wanted)
            .map(|(item, wanted)| {
                let field = self.value_for(item, *wanted);
                self.leaning(field, *wanted).settled()
            })
            .collect();
        if fields.iter().any(Typed::is_never) {
            return cut_short(&fields, span).unwrap_or_else(|| Typed::unknown(span));
        }
        if fields.iter().map(|field| parts_of(field.ty())).sum::<usize>() > MOST_PARTS {
            self.report(ValueMistake::TooLarge { span });
            return Typed::unknown(span);
        }
        let constant = tuple_constant(&fields);
        let (memory, stores) = shared(&fields);
        if let Some(value) = constant.as_ref().filter(|value| is_plain(value)) {
            return known(value.clone(), &fields, span);
        }
        let ty = Type::Tuple(fields.iter().map(|field| field.ty().clone()).collect());
        let kind = Kind::Tuple(fields.into_iter().map(|field| field.expr).collect());
        Typed { constant, memory, stores, ..Typed::fresh(kind, ty, span) }
    }

    /// `{range, step}` as a value.
    fn braces(&mut self, items: &[Expr], span: Span) -> Typed {
        if let [first, step] = items {
            match &peeled(first).kind {
                ExprKind::Range(range) => return self.range(range, Some(step), span),
                ExprKind::Whole => return self.range(&whole(), Some(step), span),
                _ => {
                    let range = self.value(first);
                    if range.is_silent() || *range.ty() == Type::Range {
                        return self.stepped(range, step, span);
                    }
                }
            }
        }
        self.report(ValueMistake::Braces { span });
        Typed::unknown(span)
    }

    /// `{r, step}` of a range that is a value.
    fn stepped(&mut self, range: Typed, step: &Expr, span: Span) -> Typed {
        let every = self.range_part(step);
        if let Some(silent) = cut_short([&range, &every], span) {
            return silent;
        }
        let stores = range.stores || every.stores;
        let kind = match (&range.constant, every.int()) {
            (Some(Value::Range(known)), _) if known.step.or(known.every).is_some() => {
                self.report(ValueMistake::TwoSteps { span: range.span });
                return Typed::unknown(span);
            }
            (Some(Value::Range(value)), Some(step)) => {
                let value = Value::Range(RangeValue { every: Some(step), ..*value });
                return Typed { stores, ..known(value, [&range, &every], span) };
            }
            (Some(Value::Range(value)), None) if is_pure(&range.expr) => {
                let range = RangeExpr { every: Some(every.expr), ..range_expr(value, span) };
                Kind::Range(Box::new(range))
            }
            _ => Kind::Stepped { range: Box::new(range.expr), every: Box::new(every.expr) },
        };
        Typed { stores, ..Typed::fresh(kind, Type::Range, span) }
    }

    /// A range as a value, also one with a step in braces.
    pub(super) fn range(&mut self, range: &Range, every: Option<&Expr>, span: Span) -> Typed {
        if every.is_none()
            && let Some(entry) = self.same_ends(range)
        {
            return Typed { span, ..entry };
        }
        if let (Some(_), Some(step)) = (every, &range.step) {
            let (written, whole) = (span_of(range).unwrap_or(span), step.span);
            self.report(ValueMistake::TwoSteps { span: written.to(whole) });
            return Typed::unknown(span);
        }
        let parts = [range.start.as_ref(), range.end.as_ref(), range.step.as_ref(), every];
        let [start, end, step, every] = parts.map(|part| part.map(|part| self.range_part(part)));
        let parts = [&start, &end, &step, &every];
        let stores = parts.into_iter().flatten().any(|part| part.stores);
        if let Some(silent) = cut_short(parts.into_iter().flatten(), span) {
            return silent;
        }
        let ints = parts.map(|part| part.as_ref().map(Typed::int));
        if let [Some(start), Some(end), Some(step), Some(every)] = ints.map(whole_option) {
            let value = RangeValue { notation: range.notation, start, end, step, every };
            return known(Value::Range(value), parts.into_iter().flatten(), span);
        }
        let [start, end, step, every] = [start, end, step, every].map(|part| part.map(|part| part.expr));
        let range = RangeExpr { notation: range.notation, start, end, step, every, span };
        Typed { stores, ..Typed::fresh(Kind::Range(Box::new(range)), Type::Range, span) }
    }

    /// `1...1` is the integer 1: the text decides (R9).
    fn same_ends(&mut self, range: &Range) -> Option<Typed> {
        let (RangeNotation::Exclusive, Some(start), Some(end)) = (range.notation, &range.start, &range.end)
        else {
            return None;
        };
        (written_integer(start)? == written_integer(end)?).then(|| self.value(start))
    }

    /// A part of a range, as an `i64`.
    fn range_part(&mut self, part: &Expr) -> Typed {
        let typed = self.value(part);
        if let Some(index) = typed.constant.as_ref().and_then(too_large_index) {
            self.index_too_large(index, part.span);
            return Typed::unknown(part.span);
        }
        match typed.ty() {
            Type::Scalar(dtype) if dtype.is_integer() => {
                Typed { expr: converted(typed.expr, DType::I64), weak: false, ..typed }
            }
            _ if typed.is_silent() => typed,
            _ => {
                self.report(ValueMistake::RangePart { ty: typed.expr.ty, span: part.span });
                Typed::unknown(part.span)
            }
        }
    }
}

/// Tuples of tuples of tuples grow fast, and with them the time that every look at their type takes.
const MOST_PARTS: usize = 1 << 12;

/// How many types a type is made of.
fn parts_of(ty: &Type) -> usize {
    match ty {
        Type::Tuple(fields) => 1 + fields.iter().map(parts_of).sum::<usize>(),
        _ => 1,
    }
}

/// The whole of an axis.
const WHOLE: RangeValue =
    RangeValue { notation: RangeNotation::Colon, start: None, end: None, step: None, every: None };

fn whole() -> Range {
    Range { notation: RangeNotation::Colon, start: None, end: None, step: None }
}

/// All of a range that is written.
fn span_of(range: &Range) -> Option<Span> {
    let parts = [&range.start, &range.end, &range.step];
    parts.into_iter().flatten().map(|part| part.span).reduce(Span::to)
}

/// A part that is left out is known.
fn whole_option(part: Option<Option<i64>>) -> Option<Option<i64>> {
    match part {
        None => Some(None),
        Some(Some(value)) => Some(Some(value)),
        Some(None) => None,
    }
}

/// The expression inside of parentheses.
pub(super) fn peeled(expr: &Expr) -> &Expr {
    let mut inner = expr;
    while let ExprKind::Paren(next) = &inner.kind {
        inner = next;
    }
    inner
}

/// Whose memory several values are in, together, and whether making them stores.
pub(super) fn shared(parts: &[Typed]) -> (Memory, bool) {
    let holding = parts.iter().filter(|part| holds_memory(part.ty()));
    let memory = holding.map(|part| part.memory).max().unwrap_or(Memory::Fresh);
    (memory, parts.iter().any(|part| part.stores))
}

/// Whether an expression is a call of `load`.
fn is_load(expr: &Expr) -> bool {
    let ExprKind::Call(call) = &peeled(expr).kind else { return false };
    matches!(&peeled(&call.callee).kind, ExprKind::Name(name) if &**name == "load")
}
