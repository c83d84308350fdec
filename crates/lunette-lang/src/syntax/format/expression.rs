//! Documents of expressions.

use super::comments::Builder;
use super::document::{Doc, Trailing, concat, group, text};
use crate::syntax::tree::{Else, Expr, ExprKind, If, Index, Range};

impl<'a> Builder<'a> {
    /// An expression, with the comments before it that nothing took.
    pub(super) fn expr(&mut self, expr: &Expr) -> Doc<'a> {
        // Between the sign and the digits of an integer there may be comments, which nobody else would take.
        let is_integer = matches!(expr.kind, ExprKind::Int { .. });
        let note = self.hanging_notes(if is_integer { expr.span.end } else { expr.span.start });
        let doc = self.bare_expr(expr);
        match note {
            None => doc,
            Some(note) => concat([note, doc]),
        }
    }

    fn bare_expr(&mut self, expr: &Expr) -> Doc<'a> {
        let span = expr.span;
        let written = self.slice(span.start, span.end);
        match &expr.kind {
            ExprKind::Int { value, .. } => self.integer(written, value.negative),
            ExprKind::Float { .. } | ExprKind::Imaginary(_) | ExprKind::Str(_) => text(written),
            ExprKind::Bool(value) => text(if *value { "true" } else { "false" }),
            ExprKind::Name(name) => text(name.to_string()),
            ExprKind::DType(dtype) => text(dtype.name()),
            ExprKind::Tuple(items) => {
                let trailing = if items.len() == 1 { Trailing::Always } else { Trailing::Broken };
                self.bracketed(("(", ")"), items, span, trailing)
            }
            ExprKind::Paren(inner) => {
                self.bracketed(("(", ")"), std::slice::from_ref(inner), span, Trailing::Never)
            }
            ExprKind::List(items) => self.bracketed(("[", "]"), items, span, Trailing::Broken),
            ExprKind::Braces(items) => self.bracketed(("{", "}"), items, span, Trailing::Broken),
            ExprKind::Range(range) => self.range(range),
            ExprKind::Whole => text("*"),
            ExprKind::NewAxis => text("NewAxis"),
            ExprKind::Fill => text("Fill"),
            ExprKind::Unary { op, operand } => self.unary(*op, operand),
            ExprKind::Binary { .. } | ExprKind::Logic { .. } => self.chain(expr),
            ExprKind::Call(_) | ExprKind::Index(_) | ExprKind::Member { .. } => self.links(expr),
            ExprKind::Ref(place) => {
                let place = self.expr(place);
                concat([text("&"), place])
            }
            ExprKind::If(parts) => group(self.branches(parts)),
            ExprKind::Lambda(lambda) => {
                let rest = self.function(&lambda.params, lambda.result.as_ref(), &lambda.body, span.start);
                group(concat([text("lambda"), rest]))
            }
            // A text with mistakes is not formatted.
            ExprKind::Error => text(written),
        }
    }

    /// An integer as it is written. Between a minus sign and its digits there may be anything that is no token.
    fn integer(&self, written: &'a str, negative: bool) -> Doc<'a> {
        let digits = written.rfind(|c: char| c != '_' && !c.is_alphanumeric()).map_or(0, |at| at + 1);
        match written.get(digits..) {
            Some(digits) if negative => text(format!("-{digits}")),
            _ => text(written),
        }
    }

    /// `a:b:s`, without spaces.
    fn range(&mut self, range: &Range) -> Doc<'a> {
        let mut docs = Vec::new();
        docs.extend(range.start.as_ref().map(|part| self.expr(part)));
        docs.push(text(range.notation.text()));
        docs.extend(range.end.as_ref().map(|part| self.expr(part)));
        if let Some(step) = &range.step {
            docs.push(text(":"));
            docs.push(self.expr(step));
        }
        concat(docs)
    }

    /// `[a, b]`, `.[[a; b]]`.
    pub(super) fn brackets(&mut self, index: &Index) -> Doc<'a> {
        if index.element {
            let inner = index.brackets.end.saturating_sub(1);
            let items = self.items(&index.items, |item| item.span, Self::expr);
            let shape = super::document::Shape::Column;
            return self.list((".[[", "]]"), items, inner, Trailing::Never, shape);
        }
        self.bracketed(("[", "]"), &index.items, index.brackets, Trailing::Broken)
    }

    /// `if c { … } else if d { … } else { … }`.
    fn branches(&mut self, parts: &If) -> Doc<'a> {
        let condition = self.expr(&parts.condition);
        let then = self.block(&parts.then);
        let head = concat([text("if "), condition, text(" "), then]);
        let otherwise = match &parts.otherwise {
            None => return head,
            Some(Else::Block(block)) => self.block(block),
            Some(Else::If(Expr { kind: ExprKind::If(parts), .. })) => self.branches(parts),
            Some(Else::If(other)) => self.expr(other),
        };
        concat([head, text(" else "), otherwise])
    }
}
