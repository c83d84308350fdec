//! Indices: one element, or items that are evaluated into the library's.

use std::sync::Arc;

use lunette::index::Item as LibraryItem;
use lunette::{DType, DynTensor, Scalar};

use super::Compiler;
use super::effects::items_may_bind;
use crate::program::{Constant, Expr, ExprKind, Item, RangeExpr};
use crate::run::arithmetic::Number;
use crate::run::index::{Bracket, Consumes, ItemCode, RangeCode, evaluate};
use crate::run::machine::Code;
use crate::run::operand::{ElementAt, Entry, Get, Operand};
use crate::run::register::Kept;
use crate::run::slot::{Home, ObjectRef};
use crate::source::Span;
use crate::syntax::tree::BinaryOp;
use crate::types::Type;

impl Compiler<'_> {
    /// One element of a vector or matrix that is a variable: the index that loops are made of. The variable is looked at
    /// after the index, which must not give it another tensor.
    pub(super) fn element<T: Number>(
        &mut self,
        base: &Expr,
        items: &[Item],
        span: Span,
    ) -> Option<Operand<T>> {
        let variable = match &base.kind {
            _ if items_may_bind(items) => return None,
            ExprKind::Variable(variable) => variable,
            ExprKind::Load { base, items: first } => return self.chained_element(base, [first, items], span),
            _ => return None,
        };
        let Some(Home::Object { object, .. }) = self.home(*variable) else { return None };
        match (items, base.ty.rank()) {
            ([Item::At(i)], Some(1)) => Some(Operand::Element(self.element_of(object, [i], (items, span)))),
            ([Item::At(i), Item::At(j)], Some(2)) => {
                Some(Operand::Element2(self.element_of(object, [i, j], (items, span))))
            }
            _ => None,
        }
    }

    /// `x[i][j]` of a matrix that is a variable. What `j` does would be seen before a mistake in `i`, so it has to be
    /// simple.
    fn chained_element<T: Number>(
        &mut self,
        base: &Expr,
        items: [&[Item]; 2],
        span: Span,
    ) -> Option<Operand<T>> {
        let ExprKind::Variable(variable) = &base.kind else { return None };
        let Some(Home::Object { object, .. }) = self.home(*variable) else { return None };
        match (items, base.ty.rank()) {
            ([first @ [Item::At(i)], [Item::At(j)]], Some(2)) if is_simple(j) && !items_may_bind(first) => {
                Some(Operand::Element2(self.chained_element_of(object, [i, j], span)))
            }
            _ => None,
        }
    }

    /// One element of a matrix among the objects, by two pairs of brackets.
    pub(super) fn chained_element_of(
        &mut self,
        tensor: ObjectRef,
        entries: [&Expr; 2],
        span: Span,
    ) -> ElementAt<2> {
        let items = entries.iter().map(|entry| (entry.span, Consumes::Axes(1))).collect();
        let bracket = Arc::new(Bracket { span, items, chained: true });
        ElementAt { tensor, entries: entries.map(|entry| self.entry(entry)), bracket }
    }

    /// One element of a tensor among the objects.
    pub(super) fn element_of<const N: usize>(
        &mut self,
        tensor: ObjectRef,
        entries: [&Expr; N],
        (items, span): (&[Item], Span),
    ) -> ElementAt<N> {
        let entries = entries.map(|entry| self.entry(entry));
        ElementAt { tensor, entries, bracket: Arc::new(bracket(items, span)) }
    }

    /// An index that picks one element of a tensor, however it is written.
    pub(super) fn scalar_load<T: Number>(&mut self, base: &Expr, items: &[Item], span: Span) -> Code<T> {
        if let ExprKind::Variable(variable) = &base.kind
            && let Some(Home::Object { object, .. }) = self.home(*variable)
            && !items_may_bind(items)
            && let Some(code) = self.deep_element(object, (items, base.ty.rank()), span)
        {
            return code;
        }
        let (base, items, bracket) = (self.tensor(base), self.items(items), bracket(items, span));
        Box::new(move |machine| {
            let tensor = base(machine)?;
            let items = evaluate(&items, machine)?;
            let got = one_element(&tensor, &items).and_then(T::try_from);
            got.map_err(|error| machine.index_failed(error, &bracket, tensor.rank()))
        })
    }

    /// One element of a tensor of rank 3 or 4 that is a variable.
    fn deep_element<T: Number>(
        &mut self,
        tensor: ObjectRef,
        (items, rank): (&[Item], Option<usize>),
        span: Span,
    ) -> Option<Code<T>> {
        match (items, rank) {
            ([Item::At(i), Item::At(j), Item::At(k)], Some(3)) => {
                Some(element_code(self.element_of(tensor, [i, j, k], (items, span))))
            }
            ([Item::At(i), Item::At(j), Item::At(k), Item::At(l)], Some(4)) => {
                Some(element_code(self.element_of(tensor, [i, j, k, l], (items, span))))
            }
            _ => None,
        }
    }

    /// The items of an index.
    pub(super) fn items(&mut self, items: &[Item]) -> Vec<ItemCode> {
        items.iter().map(|item| self.item(item)).collect()
    }

    fn item(&mut self, item: &Item) -> ItemCode {
        match item {
            Item::At(entry) => ItemCode::At(self.scalar::<i64>(entry)),
            Item::Range(range) => ItemCode::Range(self.range(range)),
            Item::NewAxis => ItemCode::NewAxis,
            Item::Fill => ItemCode::Fill,
            Item::Value(expr) | Item::Tensor(expr) | Item::Tuple(expr) => {
                ItemCode::Value(self.value(expr), expr.span)
            }
        }
    }

    pub(super) fn range(&mut self, range: &RangeExpr) -> RangeCode {
        let parts = [&range.start, &range.end, &range.step, &range.every];
        let parts = parts.map(|part| part.as_ref().map(|part| self.scalar::<i64>(part)));
        RangeCode { notation: range.notation, parts }
    }

    /// One index, told apart by what it is made of.
    fn entry(&mut self, expr: &Expr) -> Entry {
        match &expr.kind {
            ExprKind::Constant(value) => {
                i64::of_value(&value.value()).map_or_else(|| Entry::Code(self.scalar(expr)), Entry::Constant)
            }
            ExprKind::Variable(variable) => match self.home(*variable) {
                Some(Home::Register(slot, DType::I64)) => Entry::variable(slot),
                _ => Entry::Code(self.scalar(expr)),
            },
            ExprKind::Convert(inner) => self.converted_entry(expr, inner),
            ExprKind::Binary { op, left, right } => {
                match (self.entry_variable(left, DType::I64), right.as_ref()) {
                    (
                        Some(slot),
                        Expr { kind: ExprKind::Constant(Constant::Scalar(Scalar::I64(by))), .. },
                    ) => beside(*op, *by).map_or_else(
                        || Entry::Code(self.scalar(expr)),
                        |by| Entry::Variable { slot, by, narrow: false },
                    ),
                    _ => Entry::Code(self.scalar(expr)),
                }
            }
            _ => Entry::Code(self.scalar(expr)),
        }
    }

    /// An index of a narrower type: a variable, or an `i32` variable and a constant.
    fn converted_entry(&mut self, expr: &Expr, inner: &Expr) -> Entry {
        match (&inner.kind, &inner.ty) {
            (ExprKind::Variable(variable), _) => match self.home(*variable) {
                Some(Home::Register(slot, dtype)) if dtype.is_integer() && dtype != DType::U64 => {
                    Entry::variable(slot)
                }
                _ => Entry::Code(self.scalar(expr)),
            },
            (ExprKind::Binary { op, left, right }, Type::Scalar(DType::I32)) => {
                match (self.entry_variable(left, DType::I32), right.as_ref()) {
                    (
                        Some(slot),
                        Expr { kind: ExprKind::Constant(Constant::Scalar(Scalar::I32(by))), .. },
                    ) => {
                        let by = beside(*op, i64::from(*by));
                        by.map_or_else(
                            || Entry::Code(self.scalar(expr)),
                            |by| Entry::Variable { slot, by, narrow: true },
                        )
                    }
                    _ => Entry::Code(self.scalar(expr)),
                }
            }
            _ => Entry::Code(self.scalar(expr)),
        }
    }

    fn entry_variable(&self, expr: &Expr, dtype: DType) -> Option<crate::run::slot::Slot> {
        let ExprKind::Variable(variable) = &expr.kind else { return None };
        match self.home(*variable) {
            Some(Home::Register(slot, found)) if found == dtype => Some(slot),
            _ => None,
        }
    }
}

/// Whether an index is a variable or a constant, or made of these without a call.
fn is_simple(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Variable(_) => true,
        ExprKind::Convert(inner) => is_simple(inner),
        ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, left, right } => {
            is_simple(left) && is_simple(right)
        }
        _ => false,
    }
}

/// What is added by `+ by` or `- by`; none for other operators.
fn beside(op: BinaryOp, by: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => Some(by),
        BinaryOp::Sub => by.checked_neg(),
        _ => None,
    }
}

fn element_code<T: Number, const N: usize>(element: ElementAt<N>) -> Code<T> {
    Box::new(move |machine| element.get(machine))
}

/// The element that items pick, which are integers, or come to one element together.
fn one_element(tensor: &DynTensor, items: &[LibraryItem<'_>]) -> lunette::Result<Scalar> {
    let entry = |item: &LibraryItem<'_>| match item {
        LibraryItem::At(index) => Some(*index),
        _ => None,
    };
    match items.iter().map(entry).collect::<Option<Vec<i64>>>() {
        Some(index) => tensor.get(&index),
        None => tensor.load(items)?.item(),
    }
}

/// Where an index and its items stand.
pub(super) fn bracket(items: &[Item], span: Span) -> Bracket {
    let place = |item: &Item| match item {
        Item::At(expr) => (expr.span, Consumes::Axes(1)),
        Item::Value(expr) => (expr.span, consumed_by_one(&expr.ty)),
        Item::Range(range) => (range.span, Consumes::Axes(1)),
        Item::NewAxis => (span, Consumes::Axes(0)),
        Item::Fill => (span, Consumes::Rest),
        Item::Tensor(expr) => (expr.span, Consumes::Axes(axes_of(&expr.ty))),
        Item::Tuple(expr) => (expr.span, consumed_by(&expr.ty)),
    };
    Bracket { span, items: items.iter().map(place).collect(), chained: false }
}

/// What stands for an index that has no items.
pub(super) fn no_items(span: Span) -> Bracket {
    Bracket { span, items: Vec::new(), chained: false }
}

/// How many axes a tensor takes in an index: a mask as many as it has, integers one.
fn axes_of(ty: &Type) -> usize {
    match (ty.dtype(), ty.rank()) {
        (Some(DType::Bool), Some(rank)) => rank,
        _ => 1,
    }
}

fn consumed_by_one(ty: &Type) -> Consumes {
    match ty {
        Type::NewAxis => Consumes::Axes(0),
        Type::Fill => Consumes::Rest,
        _ => Consumes::Axes(1),
    }
}

fn consumed_by(tuple: &Type) -> Consumes {
    let Type::Tuple(fields) = tuple else { return consumed_by_one(tuple) };
    if fields.contains(&Type::Fill) {
        return Consumes::Rest;
    }
    let count = |field: &Type| match field {
        Type::NewAxis => 0,
        Type::Scalar(DType::Bool) | Type::Tensor(_) => axes_of(field),
        _ => 1,
    };
    Consumes::Axes(fields.iter().map(count).sum())
}
