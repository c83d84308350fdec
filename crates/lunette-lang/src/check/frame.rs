//! What is known while the statements of one function, or of the outermost level, are checked.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::annotation::Wanted;
use super::scope::{Info, Key, Moment, ScopeId, Symbol};
use crate::program::LocalId;
use crate::source::Span;
use crate::types::Type;

/// The surroundings of a statement.
#[derive(Debug)]
pub(super) struct Frame {
    /// The text.
    pub(super) scope: ScopeId,
    /// The moment of the statement at the outermost level; for a function, that of its declaration.
    pub(super) moment: Moment,
    /// The function, unless this is the outermost level.
    pub(super) work: Option<Work>,
    /// The variables of this call so far.
    pub(super) locals: Vec<Info>,
    /// The local of each variable that is seen here.
    pub(super) keys: HashMap<Key, LocalId>,
    /// The names of each open block, the innermost last.
    pub(super) blocks: Vec<HashMap<Arc<str>, Symbol>>,
    /// For each open block the names that it declares, where their meaning begins with their text.
    pub(super) upcoming: Vec<HashMap<Arc<str>, Span>>,
    /// The loops around the statement: whether a `break` has been seen in each.
    pub(super) loops: Vec<bool>,
    /// Names that are rebound to references somewhere in the function: what they hold is not known to be its own.
    pub(super) referring: HashSet<Arc<str>>,
    /// Names that are referred to with `&` somewhere in the function, or in the text.
    pub(super) referred: HashSet<Arc<str>>,
    /// Whether constants keep from running what is being checked.
    pub(super) dead: bool,
    /// Whether nobody calls the function that is being checked, so that types of its parameters are not known.
    pub(super) uncalled: bool,
}

/// The function that is being checked.
#[derive(Debug)]
pub(super) struct Work {
    /// The type that the result is brought to: declared, or found before.
    pub(super) wanted: Option<Type>,
    /// The type that is declared, and where; its rank may be open.
    pub(super) declared: Option<(Wanted, Span)>,
    /// What `return` gave so far, in the order of the text.
    pub(super) returned: Vec<Returned>,
}

/// A value that a function gives.
#[derive(Clone, Debug)]
pub(super) struct Returned {
    pub(super) ty: Type,
    pub(super) weak: bool,
    pub(super) span: Span,
}

impl Frame {
    /// The frame of a text at its outermost level.
    pub(super) fn outermost(scope: ScopeId, moment: Moment) -> Self {
        Self {
            scope,
            moment,
            work: None,
            locals: Vec::new(),
            keys: HashMap::new(),
            blocks: Vec::new(),
            upcoming: Vec::new(),
            loops: Vec::new(),
            referring: HashSet::new(),
            referred: HashSet::new(),
            dead: false,
            uncalled: false,
        }
    }

    /// Whether names that are declared now are names of the outermost level.
    pub(super) fn is_outermost(&self) -> bool {
        self.work.is_none() && self.blocks.is_empty()
    }

    /// What a name stands for, if it is declared in an open block.
    pub(super) fn find(&self, name: &str) -> Option<&Symbol> {
        self.blocks.iter().rev().find_map(|block| block.get(name))
    }

    /// A new variable of this call.
    pub(super) fn add_local(&mut self, info: Info) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        self.keys.insert(info.key, id);
        self.locals.push(info);
        id
    }
}
