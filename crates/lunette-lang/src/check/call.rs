//! Calls: which function is meant, and what goes to which parameter.

mod builtin;
mod closure;
mod function;
mod reference;
mod refused;
mod tensor;

use std::sync::Arc;

use super::Checker;
use super::expr::peeled;
use super::mistake::{CallMistake, FieldMistake, NameMistake};
use super::scope::{ScopeId, Symbol};
use super::typed::{Typed, cut_short};
use crate::builtins;
use crate::source::Span;
use crate::syntax::tree::{Arg, Call, Expr, ExprKind, Ident, TypeExpr};
use crate::types::Type;

/// A call as it is written: the receiver of a method is the first argument.
#[derive(Clone, Copy)]
pub(super) struct Written<'t> {
    pub(super) receiver: Option<&'t Expr>,
    /// The name after the point, where there is a receiver.
    pub(super) method: Option<&'t Ident>,
    pub(super) args: &'t [Arg],
    pub(super) types: &'t [TypeExpr],
    pub(super) span: Span,
}

impl<'t> Written<'t> {
    /// Every argument with its name, in the order of the text.
    fn all(&self) -> impl Iterator<Item = (Option<&'t Ident>, &'t Expr)> + use<'t> {
        let named = self.args.iter().map(|arg| (arg.name.as_ref(), &arg.value));
        self.receiver.map(|receiver| (None, receiver)).into_iter().chain(named)
    }
}

impl Checker<'_> {
    /// `f(a, name = b)`, `x.f(a)`, `module.f(a)`.
    pub(super) fn call(&mut self, call: &Call, expected: Option<&Type>, span: Span) -> Typed {
        let written = Written { receiver: None, method: None, args: &call.args, types: &call.types, span };
        // Which parameters are meant is not known, and has been asked.
        let mut rest = call.args.iter().skip_while(|arg| arg.name.is_none());
        if self.broken && rest.any(|arg| arg.name.is_none()) {
            return self.only_args(written);
        }
        match &peeled(&call.callee).kind {
            ExprKind::Name(name) => self.call_name(name, call.callee.span, written, expected),
            ExprKind::Member { base, name } => match self.names_module(base) {
                Some((module, alias)) => self.call_member(module, &alias, name, written),
                None => {
                    let written = Written { receiver: Some(base), method: Some(name), ..written };
                    self.call_method(name, written, expected)
                }
            },
            _ => {
                let callee = self.value(&call.callee);
                self.call_typed(callee, written)
            }
        }
    }

    fn call_name(
        &mut self,
        name: &Arc<str>,
        span: Span,
        written: Written<'_>,
        expected: Option<&Type>,
    ) -> Typed {
        match self.resolve(name) {
            Some(Symbol::Function(id)) => self.call_function(id, span, written),
            Some(Symbol::Variable(variable)) => {
                let callee = self.read(variable, span);
                self.call_typed(callee, written)
            }
            Some(Symbol::Module(_)) => {
                self.report(NameMistake::ModuleAsValue { name: name.clone(), span });
                self.only_args(written)
            }
            Some(Symbol::OutOfSight(declared)) => {
                self.report(NameMistake::MutableOutside { name: name.clone(), span, declared });
                self.only_args(written)
            }
            None => match builtins::find(name) {
                Some(builtin) => self.call_builtin(builtin, written, expected),
                None => {
                    self.unknown_name(name, span);
                    self.only_args(written)
                }
            },
        }
    }

    /// `x.f(y)` is `f(x, y)`; a variable that is no function hides nothing here.
    fn call_method(&mut self, name: &Ident, written: Written<'_>, expected: Option<&Type>) -> Typed {
        if written.receiver.is_some_and(|receiver| self.is_of_library(receiver, name)) {
            return self.only_args(Written { receiver: None, method: None, ..written });
        }
        match self.resolve(&name.name) {
            Some(Symbol::Function(id)) => return self.call_function(id, name.span, written),
            Some(Symbol::Variable(variable)) if self.may_be_function(variable) => {
                let callee = self.read(variable, name.span);
                return self.call_typed(callee, written);
            }
            _ => {}
        }
        if let Some(builtin) = builtins::find(&name.name) {
            return self.call_builtin(builtin, written, expected);
        }
        let mark = self.report.mark();
        let receiver = written.receiver.map(|receiver| self.value(receiver));
        let rest = Written { receiver: None, method: None, ..written };
        let silent = receiver.as_ref().and_then(|receiver| cut_short([receiver], written.span));
        let is_open = receiver.as_ref().is_some_and(|receiver| self.is_open(receiver, mark));
        let is_known = (silent.is_none() || is_open) && !self.unread.contains(&name.name);
        if let Some(receiver) = receiver.filter(|_| is_known) {
            let similar = self.similar(&name.name);
            let (name, span, ty) =
                (name.name.clone(), name.span, Some(receiver.expr.ty).filter(|_| !is_open));
            self.report(FieldMistake::Member { name, ty, span, similar });
        }
        let unknown = self.only_args(rest);
        silent.unwrap_or(unknown)
    }

    /// A call of a value.
    fn call_typed(&mut self, callee: Typed, written: Written<'_>) -> Typed {
        match callee.ty().clone() {
            Type::Closure(id) => self.call_closure(id, callee, written),
            Type::Fun(fun) => self.call_fun(&fun, callee, written),
            _ if callee.is_silent() => {
                let unknown = self.only_args(written);
                cut_short([&callee], written.span).unwrap_or(unknown)
            }
            ty => {
                let hides = self.hidden_function(&callee);
                let cure = self.cure_of_call(&ty, callee.span, written.args).filter(|_| hides.is_none());
                self.report(CallMistake::NotAFunction { ty, span: callee.span, hides, cure });
                self.only_args(written)
            }
        }
    }

    /// What was meant by the call of something that is no function: `x(1)`, `f32(x)`.
    fn cure_of_call(&self, ty: &Type, span: Span, args: &[Arg]) -> Option<String> {
        let text = self.written(span);
        let inside = || Some(args.first()?.value.span.to(args.last()?.value.span));
        match ty {
            Type::DType => Some(format!("write `cast<{text}>({})`", self.written(inside()?))),
            Type::Tensor(_) | Type::Tuple(_) => Some(format!(
                "entries are counted from 0, in brackets: `{text}[{}]`",
                self.written(inside()?)
            )),
            _ => None,
        }
    }

    /// The declaration of a variable that hides a built-in function.
    fn hidden_function(&self, callee: &Typed) -> Option<(Span, Arc<str>)> {
        let text = self.written(callee.span);
        builtins::find(&text)?;
        match self.resolve(&text)? {
            Symbol::Variable(variable) => self.info(variable).map(|info| (info.declared, info.name.clone())),
            _ => None,
        }
    }

    /// A call of a function of a module.
    fn call_member(
        &mut self,
        module: ScopeId,
        alias: &Arc<str>,
        name: &Ident,
        written: Written<'_>,
    ) -> Typed {
        match self.env.member(module, &name.name).cloned() {
            Some(Symbol::Function(id)) => self.call_function(id, name.span, written),
            Some(Symbol::Variable(variable)) => {
                let callee = self.read_member(variable, name.span);
                self.call_typed(callee, written)
            }
            _ => {
                self.no_member(module, alias, name);
                self.only_args(written)
            }
        }
    }

    /// The arguments of a call that is wrong anyway: what is wrong with them is worth knowing too.
    pub(super) fn only_args(&mut self, written: Written<'_>) -> Typed {
        for (_, arg) in written.all() {
            match &arg.kind {
                ExprKind::Ref(inner) => drop(self.expr(inner, None)),
                ExprKind::Braces(items) => items.iter().for_each(|item| drop(self.expr(item, None))),
                _ => drop(self.expr(arg, None)),
            }
        }
        Typed::unknown(written.span)
    }
}
