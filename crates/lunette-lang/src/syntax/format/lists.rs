//! Documents of lists: items with their comments, and how each kind of list is broken.

use super::comments::Builder;
use super::document::{Doc, Item, List, Note, Shape, Trailing, concat, text};
use crate::source::Span;
use crate::syntax::tree::{Arg, Call, Expr, ExprKind, UnaryOp};

impl<'a> Builder<'a> {
    /// The items of a list with the comments before each.
    pub(super) fn items<T>(
        &mut self,
        items: &[T],
        span: impl Fn(&T) -> Span,
        mut doc: impl FnMut(&mut Self, &T) -> Doc<'a>,
    ) -> Vec<Item<'a>> {
        let mut last: Option<u32> = None;
        let mut docs = Vec::new();
        for item in items {
            let place = span(item);
            let mut before = self.notes_before(place.start);
            let new_row = last.is_some_and(|last| self.slice(last, place.start).contains('\n'));
            let (above, doc) = self.framed(false, |builder| doc(builder, item));
            before.extend(above);
            docs.push(Item { before, new_row, doc });
            last = Some(place.end);
        }
        docs
    }

    /// A list; `end` is where its closing bracket stands, before which its last comments are.
    pub(super) fn list(
        &mut self,
        (open, close): (&'static str, &'static str),
        items: Vec<Item<'a>>,
        end: u32,
        trailing: Trailing,
        shape: Shape,
    ) -> Doc<'a> {
        let after = self.notes_before(end);
        let separator = if close == "]]" { "; " } else { ", " };
        let rows = matches!(shape, Shape::Table | Shape::Rows) && items.iter().any(|item| item.new_row);
        let broken = rows || holds_breaks(&items, &after);
        Doc::List(Box::new(List { open, close, separator, items, after, trailing, shape, broken }))
    }

    /// Expressions in brackets that end with the last byte of `span`.
    pub(super) fn bracketed(
        &mut self,
        brackets: (&'static str, &'static str),
        items: &[Expr],
        span: Span,
        trailing: Trailing,
    ) -> Doc<'a> {
        let shape = value_shape(brackets.0, items);
        let items = self.items(items, |item| item.span, Self::expr);
        self.list(brackets, items, span.end.saturating_sub(1), trailing, shape)
    }

    /// `(a, name = b)`.
    pub(super) fn arguments(&mut self, call: &Call, span: Span) -> Doc<'a> {
        let hugs = call.args.last().is_some_and(|last| can_hug(&last.value));
        let shape = if hugs { Shape::Hug } else { Shape::Column };
        let items = self.items(&call.args, argument_span, Self::argument);
        self.list(("(", ")"), items, span.end.saturating_sub(1), Trailing::Broken, shape)
    }

    fn argument(&mut self, arg: &Arg) -> Doc<'a> {
        let value = self.expr(&arg.value);
        match &arg.name {
            Some(name) => concat([text(format!("{} = ", name.name)), value]),
            None => value,
        }
    }
}

/// `<i64>`, or nothing.
pub(super) fn type_arguments(call: &Call) -> String {
    if call.types.is_empty() {
        return String::new();
    }
    format!("<{}>", crate::syntax::spelling::Joined(&call.types))
}

fn argument_span(arg: &Arg) -> Span {
    arg.name.as_ref().map_or(arg.value.span, |name| name.span.to(arg.value.span))
}

/// Whether a list of these cannot stand on one line.
fn holds_breaks(items: &[Item<'_>], after: &[Note<'_>]) -> bool {
    !after.is_empty() || items.iter().any(|item| !item.before.is_empty() || item.doc.is_broken())
}

/// How values are broken over lines: the rows of tensors are kept as they are in the text.
fn value_shape(open: &str, items: &[Expr]) -> Shape {
    match open {
        "(" => Shape::Column,
        _ if items.iter().all(is_number) => Shape::Rows,
        _ if items.iter().all(|item| matches!(item.kind, ExprKind::List(_))) => Shape::Table,
        _ => Shape::Column,
    }
}

fn is_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::Imaginary(_) | ExprKind::Bool(_) => true,
        ExprKind::Unary { op: UnaryOp::Negative, operand } => {
            matches!(operand.kind, ExprKind::Float { .. } | ExprKind::Imaginary(_))
        }
        _ => false,
    }
}

/// Whether an argument that is the last one can go over several lines while those before it stay on the first.
fn can_hug(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Lambda(_) | ExprKind::List(_) | ExprKind::Braces(_) | ExprKind::Tuple(_))
}
