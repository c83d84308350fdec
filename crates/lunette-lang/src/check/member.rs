//! `x.name`: members of modules, and functions that describe a value.

use std::sync::Arc;

use super::Checker;
use super::call::Written;
use super::expr::peeled;
use super::mistake::{FieldMistake, ModuleMistake, NameMistake, PlaceMistake, is_prefix};
use super::place::Purpose;
use super::scope::{ScopeId, Symbol};
use super::typed::{Memory, Typed};
use crate::builtins;
use crate::program::{ExprKind as Kind, Variable};
use crate::source::Span;
use crate::suggest::closest;
use crate::syntax::tree::{Expr, ExprKind, Ident};
use crate::types::Type;

impl Checker<'_> {
    /// `x.name` without parentheses.
    pub(super) fn member(&mut self, base: &Expr, name: &Ident, span: Span) -> Typed {
        if let Some((module, alias)) = self.names_module(base) {
            return self.module_member(module, &alias, name, span);
        }
        if self.is_of_library(base, name) {
            return Typed::unknown(span);
        }
        match builtins::find(&name.name) {
            Some(builtin) if builtin.describes => {
                let written =
                    Written { receiver: Some(base), method: Some(name), args: &[], types: &[], span };
                self.call_builtin(builtin, written, None)
            }
            found => {
                let mark = self.report.mark();
                let base = self.value(base);
                let is_function =
                    found.is_some() || matches!(self.resolve(&name.name), Some(Symbol::Function(_)));
                let is_open = self.is_open(&base, mark);
                if base.is_silent() && !is_open {
                    return base;
                }
                let (called, at) = (name.name.clone(), name.span);
                if is_function {
                    self.report(FieldMistake::NeedsCall { name: called, span: at });
                } else {
                    let similar = self.similar(&name.name);
                    let ty = Some(base.expr.ty).filter(|_| !is_open);
                    self.report(FieldMistake::Member { name: called, ty, span: at, similar });
                }
                Typed::unknown(span)
            }
        }
    }

    /// The module that an expression names, and how it is called here.
    pub(super) fn names_module(&self, base: &Expr) -> Option<(ScopeId, Arc<str>)> {
        match &peeled(base).kind {
            ExprKind::Name(name) => match self.resolve(name) {
                Some(Symbol::Module(module)) => Some((module, name.clone())),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether this is a member of another language's library, which is reported.
    pub(super) fn is_of_library(&mut self, base: &Expr, member: &Ident) -> bool {
        match &peeled(base).kind {
            ExprKind::Member { base, .. } => self.is_of_library(base, member),
            ExprKind::Name(name) if is_prefix(name) && self.resolve(name).is_none() => {
                let (name, span, member) = (name.clone(), peeled(base).span, member.name.clone());
                if !self.unread.contains(&name) {
                    self.report(NameMistake::Prefix { name, span, member });
                }
                true
            }
            _ => false,
        }
    }

    fn module_member(&mut self, module: ScopeId, alias: &Arc<str>, name: &Ident, span: Span) -> Typed {
        match self.env.member(module, &name.name).cloned() {
            Some(Symbol::Variable(variable)) => self.read_member(variable, span),
            Some(Symbol::Function(id)) => self.function_value(id, span),
            _ => {
                self.no_member(module, alias, name);
                Typed::unknown(span)
            }
        }
    }

    /// The value of a module's variable. Only the module's own statements can have changed it, and they have run:
    /// functions do not see mutable names.
    pub(super) fn read_member(&mut self, variable: Variable, span: Span) -> Typed {
        let Some(info) = self.info(variable).cloned() else { return Typed::unknown(span) };
        self.note_global(info.key);
        match info.constant {
            Some(value) if super::constant::is_plain(&value) => Typed::constant(value, span),
            _ => {
                let typed = Typed::fresh(Kind::Variable(variable), info.ty, span);
                Typed { memory: Memory::Constant, constant: info.constant, ..typed }
            }
        }
    }

    /// Reports a name that a module does not have.
    pub(super) fn no_member(&mut self, module: ScopeId, alias: &Arc<str>, name: &Ident) {
        if self.lost.contains(&module) {
            return;
        }
        let scope = self.env.scopes.get(module.0);
        let names = scope.into_iter().flat_map(|scope| scope.names()).map(AsRef::as_ref);
        let similar = closest(&name.name, names).map(ToOwned::to_owned);
        let offers = self.env.offered(module);
        let (module, name, span) = (alias.clone(), name.name.clone(), name.span);
        self.report(ModuleMistake::NoMember { module, name, span, similar, offers });
    }

    /// A member of a module where a place is wanted: modules are changed from inside only.
    pub(super) fn member_place(&mut self, module: ScopeId, name: &Arc<str>, purpose: Purpose, span: Span) {
        if self.lost.contains(&module) {
            return;
        }
        let alias = self.env.scopes.get(module.0).and_then(|scope| scope.module.clone());
        let alias = alias.unwrap_or_else(|| Arc::from("module"));
        match purpose {
            Purpose::Reference => self.no_place_for_reference(span, None),
            Purpose::Store { .. } => {
                self.report(PlaceMistake::OtherModule { name: name.clone(), span, module: alias });
            }
        }
    }

    /// Whether a variable holds a function, or could.
    pub(super) fn may_be_function(&self, variable: Variable) -> bool {
        self.info(variable)
            .is_some_and(|info| matches!(info.ty, Type::Fun(_) | Type::Closure(_) | Type::Unknown))
    }
}
