//! Calls: `f(a, name = b)`, `f<i64>(a)`.

use super::Parser;
use crate::source::Span;
use crate::syntax::mistake::Form;
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Arg, Call, Expr, ExprKind, Ident, TypeExpr};

/// Whether type arguments can follow: a name, or the name of a member.
pub(super) fn is_callable(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Name(_) | ExprKind::Member { .. })
}

impl Parser<'_> {
    /// A call of what has been read; the opening parenthesis is here.
    pub(super) fn call(&mut self, callee: Expr, types: Vec<TypeExpr>) -> Expr {
        let list = self.list(false, Self::argument);
        self.check_order(&list.items);
        let span = self.since(callee.span);
        let call = Call { callee, types, args: list.items };
        self.wrap(Expr { kind: ExprKind::Call(Box::new(call)), span })
    }

    /// `value`, `name = value`.
    fn argument(&mut self) -> Arg {
        let word = matches!(self.kind(), TokenKind::Name | TokenKind::DType(_)) || self.kind().is_keyword();
        let named = word && self.next_kind() == TokenKind::Assign;
        let name: Option<Ident> = if named { self.ident("an argument") } else { None };
        if named {
            self.bump();
        }
        Arg { name, value: self.value() }
    }

    /// Arguments without names come first.
    fn check_order(&mut self, args: &[Arg]) {
        let named = args.iter().position(|arg| arg.name.is_some());
        let Some((name, rest)) =
            named.and_then(|at| Some((args.get(at)?.name.as_ref()?.span, args.get(at..)?)))
        else {
            return;
        };
        let wrong: Option<Span> = rest.iter().find(|arg| arg.name.is_none()).map(|arg| arg.value.span);
        if let Some(wrong) = wrong {
            self.report_before(Form::PositionalAfterNamed { name }.at(wrong));
        }
    }
}
