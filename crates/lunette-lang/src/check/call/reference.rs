//! References as arguments: `&x` for `mut &p`, and what to write where a value stands instead.

use std::sync::Arc;

use super::Written;
use crate::check::Checker;
use crate::check::describe::noun;
use crate::check::expr::peeled;
use crate::check::mistake::CallMistake;
use crate::check::place::Purpose;
use crate::check::scope::Info;
use crate::check::typed::Typed;
use crate::source::Span;
use crate::syntax::tree::{Arg, Expr};

impl Checker<'_> {
    /// `&x` for `mut &p`.
    pub(super) fn reference_argument(&mut self, inner: &Expr, span: Span) -> Typed {
        match self.reference(inner, span) {
            Ok(reference) if reference.root.mutable => Typed { stores: true, ..reference.typed },
            Ok(reference) => {
                self.immutable_reference(&reference, "the function");
                Typed::unknown(span)
            }
            Err(silent) => *silent,
        }
    }

    /// Reports `x` for `mut &p`, be it an argument or what stands before the point of `x.f(…)`.
    pub(super) fn value_for_reference(
        &mut self,
        param: Arc<str>,
        expr: &Expr,
        written: Written<'_>,
    ) -> Typed {
        let value = self.value(expr);
        if value.is_never() {
            return value;
        }
        if !value.is_silent() {
            let help = self.reference_cures(&value, expr, written);
            self.report(CallMistake::ValueForReference { span: expr.span, param, help });
        }
        Typed::unknown(expr.span)
    }

    /// What to write, so that it works as it is written.
    fn reference_cures(&mut self, value: &Typed, expr: &Expr, written: Written<'_>) -> Vec<String> {
        if value.ty().dtype().is_none() {
            return vec![format!("`&` refers to tensors and scalars, not to {}", noun(value.ty()))];
        }
        let text = self.written(peeled(expr).span);
        let is_receiver = written.receiver.is_some_and(|receiver| std::ptr::eq(receiver, expr));
        let call = |place: &str| match written.method.filter(|_| is_receiver) {
            None => format!("&{place}"),
            // A receiver takes no `&`.
            Some(method) => format!("{}(&{place}{})", method.name, self.further(written.args)),
        };
        let (as_written, named) = (call(&text), call("value"));
        match self.root_of_place(expr) {
            Some(root) if root.mutable => vec![format!("write `{as_written}`")],
            Some(root) => vec![format!("write `{as_written}`"), root.origin.cure(&root.name)],
            None => vec![format!("name the value first: `let mut value = {text}`, then `{named}`")],
        }
    }

    /// The arguments after the first, as they are written.
    fn further(&self, args: &[Arg]) -> String {
        let start = args.first().map(|arg| arg.name.as_ref().map_or(arg.value.span, |name| name.span));
        let span = start.zip(args.last()).map(|(start, last)| start.to(last.value.span));
        span.map_or(String::new(), |span| format!(", {}", self.written(span)))
    }

    /// The variable that an expression is a part of, if it is a place.
    fn root_of_place(&mut self, expr: &Expr) -> Option<Info> {
        let before = self.report.len();
        let place = self.place(expr, Purpose::Reference);
        // That it is none is no mistake of its own.
        self.report.take_back(before);
        place.ok().map(|place| place.root)
    }
}
