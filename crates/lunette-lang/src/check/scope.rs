//! Names of the outermost level, and what they stand for.

use std::collections::HashMap;
use std::sync::Arc;

use super::mistake::Origin;
use super::typed::Memory;
use crate::program::{ClosureId, Storage, Variable};
use crate::source::Span;
use crate::types::Type;
use crate::value::Value;

/// A text's names: those of the session, or those of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ScopeId(pub(super) usize);

/// When a name of the outermost level was declared: a function sees what was there before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment(pub(super) u32);

/// A variable, wherever it is kept: what captures are known by. Counted through a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(pub(super) u32);

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    /// A variable.
    Variable(Variable),
    /// A function with a name.
    Function(ClosureId),
    /// A module that has been imported.
    Module(ScopeId),
    /// A mutable variable outside of a `fun`, which does not see it; where it is declared.
    OutOfSight(Span),
}

/// What is known of a variable.
#[derive(Clone, Debug)]
pub(super) struct Info {
    /// Its name.
    pub(super) name: Arc<str>,
    /// The type that its value has now: rebinding can change sizes.
    pub(super) ty: Type,
    /// Whether it can be stored to.
    pub(super) mutable: bool,
    /// How it is kept.
    pub(super) storage: Storage,
    /// Where it is declared.
    pub(super) declared: Span,
    /// How it came to be.
    pub(super) origin: Origin,
    /// Its value, where that is known and cannot change.
    pub(super) constant: Option<Value>,
    /// Whose memory an immutable value is in; whether a mutable one is this call's own.
    pub(super) memory: Memory,
    /// Whether it may be in memory of something else although it acts as a value of its own: the copy has been left out.
    pub(super) lent: bool,
    /// By which captures know it.
    pub(super) key: Key,
    /// The text of a variable of the outermost level, and when it gets its value there.
    pub(super) scope: ScopeId,
    pub(super) moment: Moment,
}

impl Info {
    /// Whose memory a reading gives.
    pub(super) fn read(&self) -> Memory {
        if self.mutable { Memory::Changing } else { self.memory }
    }
}

/// How a value of a type is kept.
pub(super) fn storage(ty: &Type) -> Storage {
    match ty {
        Type::Scalar(dtype) if !dtype.is_complex() => Storage::Scalar,
        _ => Storage::Object,
    }
}

/// The names of one text, with all that they stood for, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    names: HashMap<Arc<str>, Vec<(Moment, Symbol)>>,
    /// The first moment of the next text.
    next: u32,
    /// What the module is called; nothing for the session.
    pub(super) module: Option<Arc<str>>,
}

impl Scope {
    /// The names of a module.
    pub(super) fn of_module(name: Arc<str>) -> Self {
        Self { module: Some(name), ..Self::default() }
    }

    /// What a name stands for in the end.
    pub(super) fn last(&self, name: &str) -> Option<&Symbol> {
        self.names.get(name).and_then(|all| all.last()).map(|(_, symbol)| symbol)
    }

    /// What a name stood for before a moment.
    pub(super) fn before(&self, name: &str, moment: Moment) -> Option<&Symbol> {
        let all = self.names.get(name)?;
        let end = all.partition_point(|(declared, _)| *declared < moment);
        all.get(end.checked_sub(1)?).map(|(_, symbol)| symbol)
    }

    /// Gives a name a meaning from a moment on.
    pub(super) fn declare(&mut self, name: Arc<str>, moment: Moment, symbol: Symbol) {
        self.names.entry(name).or_default().push((moment, symbol));
    }

    /// Takes the last meaning of a name away.
    pub(super) fn forget(&mut self, name: &str) {
        if let Some(all) = self.names.get_mut(name) {
            all.pop();
        }
    }

    /// Takes the last meanings of all names away for which that holds.
    pub(super) fn forget_all(&mut self, goes: impl Fn(&Symbol) -> bool) {
        self.names.values_mut().for_each(|all| while all.pop_if(|(_, symbol)| goes(symbol)).is_some() {});
    }

    /// The moments of a text with so many statements, the first of them for its functions.
    pub(super) fn reserve(&mut self, statements: usize) -> Moment {
        let first = Moment(self.next);
        // More statements than that do not fit into a text.
        self.next = self.next.saturating_add(u32::try_from(statements).unwrap_or(u32::MAX)).saturating_add(1);
        first
    }

    /// All names that stand for something, in no order.
    pub(super) fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.names.iter().filter(|(_, all)| !all.is_empty()).map(|(name, _)| name)
    }
}
