//! Variables that the host gives to a session.

use std::sync::Arc;

use super::Environment;
use super::mistake::Origin;
use super::scope::{Info, ScopeId, Symbol};
use super::typed::Memory;
use crate::program::{GlobalId, Slot, Variable};
use crate::source::Span;

impl Environment {
    /// Declares a variable whose value the host brings along; `declared` is what diagnostics point at. It hides an
    /// earlier one of the same name.
    pub fn define(&mut self, slot: &Slot, declared: Span) -> GlobalId {
        let id = GlobalId(u32::try_from(self.globals.len()).unwrap_or(u32::MAX));
        let key = self.new_key();
        let scope = ScopeId(0);
        let Some(names) = self.scopes.first_mut() else { return id };
        let moment = names.reserve(1);
        names.declare(Arc::clone(&slot.name), moment, Symbol::Variable(Variable::Global(id)));
        self.globals.push(Info {
            name: slot.name.clone(),
            ty: slot.ty.clone(),
            mutable: slot.mutable,
            storage: slot.storage,
            declared,
            origin: Origin::Let,
            constant: None,
            memory: Memory::Constant,
            lent: false,
            key,
            scope,
            moment,
        });
        id
    }
}
