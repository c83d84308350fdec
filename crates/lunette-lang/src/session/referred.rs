//! What a reference refers to, for those who want to look at its memory.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Host, Session};
use crate::check::InputKind;
use crate::diagnostic::Diagnostic;
use crate::program::Program;
use crate::run::{self, unpanicked};
use crate::syntax::parse_expression;
use crate::syntax::tree::{Expr, Ident, Let, Module, Stmt, StmtKind};
use crate::value::Value;

/// A name that no text can spell.
const NAME: &str = "<reference>";

impl<H: Host> Session<H> {
    /// The tensor that `&place` refers to, in the memory of the place; a scalar variable is a tensor of rank 0.
    ///
    /// # Errors
    /// The mistakes in it, or what went wrong while its index was evaluated.
    pub fn referred(&mut self, name: &str, text: &str) -> Result<Value, Vec<Diagnostic>> {
        self.cancel.reset();
        let read = unpanicked(|| self.reference(name, text));
        let program = match read.map_err(|words| vec![run::broken(&words)])? {
            (Some(program), _) => program,
            (None, mistakes) => return Err(mistakes),
        };
        let ran = self.engine.run(&program, &mut self.host, &self.cancel);
        let global = self.environment.lookup(NAME).and_then(|named| named.variable);
        let value = global.and_then(|global| self.engine.global(global));
        // Nothing is left of it: the memory is the place's alone, as it was before.
        global.into_iter().for_each(|global| self.engine.unbind(global));
        self.take_back(&program, ran.is_err());
        match (ran, value) {
            (Ok(_), Some(value)) => Ok(value),
            (Err(failed), _) => Err(vec![failed.diagnostic]),
            (Ok(_), None) => Err(vec![run::broken("a reference has no value")]),
        }
    }

    /// The program that gives the reference a name: `let mut` where the place is mutable, `let` where it is not.
    fn reference(&mut self, name: &str, text: &str) -> (Option<Program>, Vec<Diagnostic>) {
        let source = self.sources.add(name, text);
        let (expr, mistakes) = parse_expression(&source);
        let mut module = named(expr);
        let checked = self.checked((&source, &module), InputKind::Prompt, mistakes.clone());
        if checked.1.iter().all(|mistake| mistake.code != "E0225") {
            return checked;
        }
        for statement in &mut module.statements {
            if let StmtKind::Let(binding) = &mut statement.kind {
                binding.mutable = None;
            }
        }
        self.checked((&source, &module), InputKind::Prompt, mistakes)
    }
}

/// `let mut <reference> = …`.
fn named(expr: Expr) -> Module {
    let span = expr.span;
    let ident = Ident { name: Arc::from(NAME), span };
    let binding = Let { mutable: Some(span), names: vec![(ident, None)], values: vec![expr] };
    let statements = vec![Stmt { kind: StmtKind::Let(binding), span }];
    Module { statements, unread: BTreeSet::new() }
}
