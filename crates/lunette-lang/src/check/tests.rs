//! Whole texts: their types, their copies, and what is wrong with them.

mod copies;
mod functions;
mod mistakes;
mod modules;
mod random;
mod sessions;
mod types;

use lunette::Cancel;

use super::{Environment, Input, InputKind, Loader, NoModules, Outcome, check};
use crate::diagnostic::Severity;
use crate::program::Program;
use crate::source::Sources;
use crate::syntax;

/// A session without a machine to run it.
#[derive(Default)]
struct Session {
    environment: Environment,
    sources: Sources,
}

impl Session {
    fn check(&mut self, text: &str, kind: InputKind, loader: &dyn Loader) -> Outcome {
        let source = self.sources.add("test", text);
        let (tree, diagnostics) = syntax::parse(&source);
        let broken = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        assert!(!broken, "the text is read: {text}\n{diagnostics:?}");
        let input = Input { source: &source, tree: &tree, kind, broken, cancel: &Cancel::new() };
        check(&mut self.environment, &mut self.sources, loader, &input)
    }

    /// What is wrong with a text, in order: `line:column code`.
    fn mistakes(&mut self, text: &str, loader: &dyn Loader) -> Vec<String> {
        let outcome = self.check(text, InputKind::File, loader);
        let show = |diagnostic: &crate::diagnostic::Diagnostic| {
            let position = diagnostic.span().map(|span| self.sources.position(span)).unwrap_or_default();
            format!("{} {}", position.trim_start_matches("test:"), diagnostic.code)
        };
        outcome.diagnostics.iter().map(show).collect()
    }

    fn program(&mut self, text: &str) -> Program {
        let outcome = self.check(text, InputKind::Prompt, &NoModules);
        outcome.program.unwrap_or_else(|| panic!("{text}\n{:#?}", outcome.diagnostics))
    }
}

/// The text has exactly these mistakes and warnings.
fn wrong(text: &str, expected: &[&str]) {
    assert_eq!(Session::default().mistakes(text, &NoModules), expected, "{text}");
}

/// The type of the last expression, with what is known of its shape.
fn ty(text: &str) -> String {
    let result = Session::default().program(text).result.clone();
    result.map_or_else(|| "nothing".to_owned(), |ty| super::describe::with_shape(&ty))
}

/// Checking a long text is as quick as its memory is small: what is made for every expression stays small.
#[test]
fn expressions_are_small() {
    assert!(size_of::<syntax::tree::Expr>() <= 64);
    assert!(size_of::<crate::program::Expr>() <= 104, "{} bytes", size_of::<crate::program::Expr>());
    assert!(size_of::<crate::program::Stmt>() <= 400, "{} bytes", size_of::<crate::program::Stmt>());
}
