//! Functions and lambdas as they are written, with the names they see.

use std::collections::HashMap;
use std::sync::Arc;

use super::scope::{Key, Moment, ScopeId, Symbol};
use crate::builtins::Builtin;
use crate::source::Span;
use crate::syntax::tree::{Block, Fun, Lambda, Param, TypeExpr};
use crate::types::Type;
use crate::value::Value;

/// A function that is not specialised yet.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    /// Its name, `lambda` without one.
    pub(super) name: Arc<str>,
    /// What is written.
    pub(super) code: Code,
    /// The text whose outermost names it sees, and when it looks.
    pub(super) scope: ScopeId,
    pub(super) moment: Moment,
    /// What it has captured, in the order of its first locals.
    pub(super) captures: Vec<Capture>,
    /// The names from outside that are not of the outermost level.
    pub(super) names: HashMap<Arc<str>, Symbol>,
}

/// Where the code of a function is.
#[derive(Clone, Debug)]
pub(super) enum Code {
    /// `fun`.
    Fun(Arc<Fun>),
    /// `lambda`.
    Lambda(Arc<Lambda>, Span),
    /// A built-in function that is used as a value.
    Builtin(&'static Builtin, Span),
}

/// A variable that a function has taken with it, as a constant.
#[derive(Clone, Debug)]
pub(super) struct Capture {
    pub(super) key: Key,
    pub(super) name: Arc<str>,
    pub(super) ty: Type,
    pub(super) constant: Option<Value>,
    pub(super) declared: Span,
}

impl Code {
    /// The parameters; those of built-in functions stand in their rows.
    pub(super) fn params(&self) -> &[Param] {
        match self {
            Self::Fun(fun) => &fun.params,
            Self::Lambda(lambda, _) => &lambda.params,
            Self::Builtin(..) => &[],
        }
    }

    /// The type of the result, if one is written.
    pub(super) fn result(&self) -> Option<&TypeExpr> {
        match self {
            Self::Fun(fun) => fun.result.as_ref(),
            Self::Lambda(lambda, _) => lambda.result.as_ref(),
            Self::Builtin(..) => None,
        }
    }

    /// What is done.
    pub(super) fn body(&self) -> Option<&Block> {
        match self {
            Self::Fun(fun) => Some(&fun.body),
            Self::Lambda(lambda, _) => Some(&lambda.body),
            Self::Builtin(..) => None,
        }
    }

    /// Where the function is declared: its name, if it has one.
    pub(super) fn span(&self) -> Span {
        match self {
            Self::Fun(fun) => fun.name.span,
            Self::Lambda(_, span) | Self::Builtin(_, span) => *span,
        }
    }
}
