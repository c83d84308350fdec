//! Modules: one file each, checked and run once, at the first import.

use std::sync::Arc;

use lunette::Scalar;

use super::Checker;
use super::block::Checked;
use super::frame::Frame;
use super::mistake::{ModuleMistake, Origin};
use super::names::NewVariable;
use super::scope::{Moment, Scope, ScopeId, Symbol};
use super::typed::{Memory, Typed};
use crate::diagnostic::Severity;
use crate::program::{GlobalId, StmtKind, Variable};
use crate::source::{Source, Span};
use crate::syntax;
use crate::syntax::tree::Ident;

/// Gives the texts of modules: the language itself opens no files.
pub trait Loader: Sync {
    /// The text that the path of a `module` statement means in the text called `from`.
    ///
    /// # Errors
    /// Why there is no such text, in words that go after "cannot be read:".
    fn load(&self, from: &str, path: &str) -> Result<Loaded, String>;
}

/// A module's text.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What the module is called: the same for every path that leads to it.
    pub name: Arc<str>,
    /// What is written there.
    pub text: Arc<str>,
}

/// A host without modules.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoModules;

impl Loader for NoModules {
    fn load(&self, _: &str, _: &str) -> Result<Loaded, String> {
        Err("there are no modules here".to_owned())
    }
}

/// A text that is being checked.
#[derive(Clone, Debug)]
pub(super) struct Import {
    name: Arc<str>,
}

impl Import {
    /// The text that everything begins with.
    pub(super) fn of(source: &Source) -> Self {
        Self { name: source.name.clone() }
    }
}

impl Checker<'_> {
    /// `module "path" as alias`.
    pub(super) fn import(&mut self, (path, span): (&Arc<str>, Span), alias: &Ident, checked: &mut Checked) {
        let from = self.importing.last().map_or_else(|| Arc::from(""), |import| import.name.clone());
        let loaded = match self.loader.load(&from, path) {
            Ok(loaded) => loaded,
            Err(words) => {
                self.report(ModuleMistake::NotFound { path: path.clone(), words, span });
                return self.name_lost(alias);
            }
        };
        if let Some(start) = self.importing.iter().position(|import| import.name == loaded.name) {
            let names = self.importing.iter().skip(start).map(|import| import.name.clone());
            let names = names.chain([loaded.name]).collect();
            self.report(ModuleMistake::Cycle { names, span });
            return self.name_lost(alias);
        }
        let scope = match self.env.modules.get(&loaded.name) {
            Some(&scope) => scope,
            None => self.check_module(loaded, alias, checked),
        };
        self.name(alias.name.clone(), Symbol::Module(scope));
    }

    /// A module of which nothing is known: whatever somebody takes from it is no further mistake.
    fn name_lost(&mut self, alias: &Ident) {
        let scope = ScopeId(self.env.scopes.len());
        self.env.scopes.push(Scope::of_module(alias.name.clone()));
        self.lost.insert(scope);
        self.name(alias.name.clone(), Symbol::Module(scope));
    }

    /// Gives a variable without a name its value at the end of a module: if it has none, the module has not come there.
    fn mark_finished(&mut self, scope: ScopeId, alias: &Ident, module: &mut Checked) {
        let name = Ident { name: Arc::from("_"), span: alias.span };
        let value = Typed::strong(Scalar::Bool(true), alias.span);
        let new = NewVariable::immutable(value.ty().clone(), Origin::Let, Memory::Constant);
        let info = self.new_info(&name, new);
        let id = GlobalId(self.env.globals.len() as u32);
        self.env.globals.push(info);
        self.env.finished.insert(scope, id);
        module.push(StmtKind::Bind { variable: Variable::Global(id), value: value.expr }, alias.span);
    }

    /// Checks a module's text; its statements come where it is imported first.
    fn check_module(&mut self, loaded: Loaded, alias: &Ident, checked: &mut Checked) -> ScopeId {
        let scope = ScopeId(self.env.scopes.len());
        self.env.scopes.push(Scope::of_module(alias.name.clone()));
        self.env.modules.insert(loaded.name.clone(), scope);
        let source = self.sources.add(loaded.name.clone(), loaded.text);
        self.env.files.insert(scope, source.id);
        let (tree, mistakes) = syntax::parse(&source);
        let is_broken = mistakes.iter().any(|mistake| mistake.severity == Severity::Error);
        mistakes.into_iter().for_each(|mistake| self.report.add(mistake));
        let broken = std::mem::replace(&mut self.broken, is_broken);
        // Functions that nobody calls are checked in the end, with those of other texts.
        self.unread.extend(tree.unread.iter().cloned());
        let upcoming = std::mem::take(&mut self.upcoming);
        self.importing.push(Import { name: loaded.name });
        // The statements run among those of the importing text, with the same locals.
        let mut inner = Frame::outermost(scope, Moment(0));
        inner.locals = std::mem::take(&mut self.frame.locals);
        inner.keys = std::mem::take(&mut self.frame.keys);
        let outer = std::mem::replace(&mut self.frame, inner);
        let mut module = self.text(&tree, scope).without_value();
        self.mark_finished(scope, alias, &mut module);
        let inner = std::mem::replace(&mut self.frame, outer);
        self.frame.locals = inner.locals;
        self.frame.keys = inner.keys;
        self.importing.pop();
        self.upcoming = upcoming;
        self.broken = broken;
        checked.stores |= module.stores;
        checked.statements.extend(module.statements);
        scope
    }
}
