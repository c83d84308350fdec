//! Statements that are meant for other types than those of a call. They are not checked, because they need not make
//! sense for these; but whatever the types, names have to be known, and what is stored to has to be mutable.

use std::sync::Arc;

use super::Checker;
use super::block::Checked;
use super::mistake::{FieldMistake, NameMistake};
use super::names::number;
use super::place::Purpose;
use super::scope::Symbol;
use super::walk::{FreeName, Use};
use crate::builtins;
use crate::program::Variable;
use crate::source::Span;
use crate::syntax::tree::Ident;
use crate::types::Type;

impl Checker<'_> {
    /// Says what is wrong with code that is left out for the types of a call, by the names that it uses.
    pub(super) fn skipped(&mut self, uses: Vec<FreeName>) -> Checked {
        for FreeName { name, span, as_what } in uses {
            // Whether it is there in time is seen where it is used.
            if self.resolve(&name).is_none() && self.is_upcoming(&name) {
                continue;
            }
            match as_what {
                Use::Read => self.skipped_name(&name, span),
                Use::Member(before) => self.skipped_member(before.as_deref(), &Ident { name, span }),
                Use::Stored => self.skipped_store(&name, span),
                Use::Rebound => drop(self.rebound_variable(&name, span)),
            }
        }
        Checked::unreached()
    }

    fn is_upcoming(&self, name: &str) -> bool {
        let mut blocks = self.frame.upcoming.iter();
        self.upcoming.contains_key(name) || blocks.any(|names| names.contains_key(name))
    }

    fn skipped_name(&mut self, name: &Arc<str>, span: Span) {
        let out_of_sight = match self.resolve(name) {
            Some(Symbol::OutOfSight(declared)) => Some(declared),
            Some(Symbol::Variable(variable @ Variable::Global(_))) => {
                self.info(variable).filter(|info| info.mutable).map(|info| info.declared)
            }
            Some(_) => None,
            None if number(name).is_some() || builtins::find(name).is_some() => None,
            None => return self.unknown_name(name, span),
        };
        if let Some(declared) = out_of_sight {
            self.report(NameMistake::MutableOutside { name: name.clone(), span, declared });
        }
    }

    /// A member of a module, or a function that is called as a method.
    fn skipped_member(&mut self, before: Option<&str>, name: &Ident) {
        let module = before.and_then(|before| Some((self.resolve(before)?, before)));
        if let Some((Symbol::Module(module), alias)) = module {
            if self.env.member(module, &name.name).is_none() {
                self.no_member(module, &Arc::from(alias), name);
            }
            return;
        }
        let is_known = builtins::find(&name.name).is_some() || self.resolve(&name.name).is_some();
        if !is_known && !self.unread.contains(&name.name) {
            let similar = self.similar(&name.name);
            let (name, span) = (name.name.clone(), name.span);
            self.report(FieldMistake::Member { name, ty: None, span, similar });
        }
    }

    /// The name that a store goes to. Of tuples and texts no part is stored to, which is another mistake.
    fn skipped_store(&mut self, name: &Arc<str>, span: Span) {
        let whole = match self.resolve(name) {
            Some(Symbol::Variable(variable)) => {
                self.info(variable).is_some_and(|info| matches!(info.ty, Type::Tuple(_) | Type::String))
            }
            _ => false,
        };
        if !whole {
            drop(self.named_place(name, span, Purpose::Store { settle: false }));
        }
    }
}
