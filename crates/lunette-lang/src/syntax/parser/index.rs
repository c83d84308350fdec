//! Square brackets after an expression.

use super::Parser;
use crate::syntax::mistake::Form;
use crate::syntax::tree::{Expr, ExprKind, Index};

impl Parser<'_> {
    /// `x[a, b]`; after a point (`x.[…]`, F#'s way) one list in the brackets means one element.
    pub(super) fn index(&mut self, base: Expr, dotted: bool) -> Expr {
        let start = self.span();
        if self.partners.of(self.position) == Some(self.position + 1) {
            self.report(Form::EmptyIndex.at(start.to(self.span_of(self.token(1)))));
        }
        let mut list = self.list(true, Self::expr);
        let brackets = self.since(start);
        let only = if dotted && list.items.len() == 1 && !list.trailing { list.items.pop() } else { None };
        let span = base.span.to(brackets);
        let (items, brackets, element) = match only {
            Some(Expr { kind: ExprKind::List(items), span }) => (items, span, true),
            other => (list.items.into_iter().chain(other).collect(), brackets, false),
        };
        let index = Index { base, items, brackets, element };
        self.wrap(Expr { kind: ExprKind::Index(Box::new(index)), span })
    }
}
