//! What a session knows between inputs.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use super::closure::Closure;
use super::instance::{Instance, InstanceKey, Reach};
use super::scope::{Info, Key, Scope, ScopeId, Symbol};
use crate::program::{ClosureId, FunctionId, GlobalId, Variable};
use crate::source::{FileId, Span};
use crate::types::Type;

/// The names, functions and modules of a session. Checking an input with mistakes leaves it as it was.
#[derive(Clone)]
pub struct Environment {
    pub(super) globals: Vec<Info>,
    pub(super) closures: Vec<Arc<Closure>>,
    pub(super) instances: HashMap<InstanceKey, Instance>,
    /// The built-in functions that have been used as values.
    pub(super) built_in: HashMap<&'static str, ClosureId>,
    /// How many instances each function has.
    pub(super) instance_counts: HashMap<ClosureId, usize>,
    /// The instances whose value is a tuple without fields, rather than none.
    pub(super) giving: HashSet<FunctionId>,
    /// What each instance reads and calls, by its number.
    pub(super) reaches: Vec<Reach>,
    /// The names of the session, then those of each module.
    pub(super) scopes: Vec<Scope>,
    /// The modules by the names that the host gave them.
    pub(super) modules: HashMap<Arc<str>, ScopeId>,
    /// A variable for each module, which gets its value when the module has run to its end.
    pub(super) finished: HashMap<ScopeId, GlobalId>,
    /// The texts of the modules.
    pub(super) files: HashMap<ScopeId, FileId>,
    pub(super) next_key: u32,
}

/// A name, for whoever completes or describes it.
#[derive(Clone, Debug)]
pub struct Named {
    /// What its value is; for a function, its parameters.
    pub ty: Type,
    /// The parameters as they are written, for a function.
    pub signature: Option<String>,
    /// Whether it can be stored to.
    pub mutable: bool,
    /// The variable, if it is one.
    pub variable: Option<GlobalId>,
}

impl Default for Environment {
    fn default() -> Self {
        Self {
            globals: Vec::new(),
            closures: Vec::new(),
            built_in: HashMap::new(),
            instances: HashMap::new(),
            instance_counts: HashMap::new(),
            giving: HashSet::new(),
            reaches: Vec::new(),
            scopes: vec![Scope::default()],
            modules: HashMap::new(),
            finished: HashMap::new(),
            files: HashMap::new(),
            next_key: 0,
        }
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").field("names", &self.names()).finish_non_exhaustive()
    }
}

impl Environment {
    /// The names of the session, in order.
    pub fn names(&self) -> Vec<Arc<str>> {
        sorted(self.scopes.first())
    }

    /// What a name of the session stands for.
    pub fn lookup(&self, name: &str) -> Option<Named> {
        self.describe(self.scopes.first()?.last(name)?)
    }

    /// Where a name of the session is declared, if it is a variable or a function.
    pub fn declared(&self, name: &str) -> Option<Span> {
        match self.scopes.first()?.last(name)? {
            Symbol::Variable(Variable::Global(id)) => {
                self.globals.get(id.0 as usize).map(|info| info.declared)
            }
            Symbol::Function(id) => self.closure(*id).map(|closure| closure.code.span()),
            _ => None,
        }
    }

    /// The names that can stand after `module.`, in order; none if the name is no module.
    pub fn members(&self, module: &str) -> Vec<Arc<str>> {
        match self.scopes.first().and_then(|scope| scope.last(module)) {
            Some(Symbol::Module(id)) => self.offered(*id),
            _ => Vec::new(),
        }
    }

    /// The names that a module offers, in order.
    pub(super) fn offered(&self, module: ScopeId) -> Vec<Arc<str>> {
        let mut names = sorted(self.scopes.get(module.0));
        names.retain(|name| self.member(module, name).is_some());
        names
    }

    /// Takes back what an input has left behind that failed: names whose variables have got no value, which stand for
    /// what they stood for before it; modules that have not run to their end, which the next import reads again; and
    /// what was found of functions that read such variables.
    pub fn forget_unbound(&mut self, names: &[Arc<str>], is_bound: impl Fn(GlobalId) -> bool) {
        self.forget_modules(&is_bound);
        self.forget_instances(&is_bound);
        for name in names {
            while let Some(Symbol::Variable(Variable::Global(id))) =
                self.scopes.first().and_then(|scope| scope.last(name))
            {
                if is_bound(*id) {
                    break;
                }
                self.scopes.iter_mut().take(1).for_each(|scope| scope.forget(name));
            }
        }
    }

    fn forget_modules(&mut self, is_bound: &impl Fn(GlobalId) -> bool) {
        let finished = &self.finished;
        let is_left = |scope: &ScopeId| finished.get(scope).is_some_and(|&id| !is_bound(id));
        self.modules.retain(|_, scope| !is_left(scope));
        if let Some(names) = self.scopes.first_mut() {
            names.forget_all(|symbol| matches!(symbol, Symbol::Module(scope) if is_left(scope)));
        }
    }

    fn forget_instances(&mut self, is_bound: &impl Fn(GlobalId) -> bool) {
        let globals = (0..).map(GlobalId).zip(&self.globals);
        let unbound: HashSet<Key> =
            globals.filter(|(id, _)| !is_bound(*id)).map(|(_, info)| info.key).collect();
        let reaches = || (0..).map(FunctionId).zip(&self.reaches);
        let mut stale: HashSet<FunctionId> =
            reaches().filter(|(_, reach)| !reach.reads.is_disjoint(&unbound)).map(|(id, _)| id).collect();
        let mut before = 0;
        while stale.len() > before {
            before = stale.len();
            let calls = |reach: &Reach| reach.calls.iter().any(|called| stale.contains(called));
            let callers: Vec<FunctionId> =
                reaches().filter(|(_, reach)| calls(reach)).map(|(id, _)| id).collect();
            stale.extend(callers);
        }
        self.instances.retain(|_, instance| !stale.contains(&instance.function));
    }

    /// Forgets the sizes of what can be rebound: an input that failed was checked to its end, and has not done all that
    /// its end says.
    pub fn forget_sizes(&mut self) {
        for info in self.globals.iter_mut().filter(|info| info.mutable) {
            info.ty = info.ty.erased();
        }
    }

    /// What a module offers under a name: variables and functions, not its own imports.
    pub(super) fn member(&self, module: ScopeId, name: &str) -> Option<&Symbol> {
        let symbol = self.scopes.get(module.0)?.last(name)?;
        (!matches!(symbol, Symbol::Module(_))).then_some(symbol)
    }

    /// A number for a variable.
    pub(super) fn new_key(&mut self) -> Key {
        self.next_key += 1;
        Key(self.next_key)
    }

    pub(super) fn closure(&self, id: ClosureId) -> Option<&Arc<Closure>> {
        self.closures.get(id.0 as usize)
    }

    fn describe(&self, symbol: &Symbol) -> Option<Named> {
        let named = Named { ty: Type::Unknown, signature: None, mutable: false, variable: None };
        Some(match symbol {
            Symbol::Variable(Variable::Global(id)) => {
                let info = self.globals.get(id.0 as usize)?;
                let signature = match info.ty {
                    Type::Closure(closure) => self.signature(closure),
                    _ => None,
                };
                Named { ty: info.ty.clone(), signature, mutable: info.mutable, variable: Some(*id) }
            }
            Symbol::Function(id) => Named { ty: Type::Closure(*id), signature: self.signature(*id), ..named },
            Symbol::Module(scope) => Named { ty: Type::Module(*self.files.get(scope)?), ..named },
            Symbol::Variable(Variable::Local(_)) | Symbol::OutOfSight(_) => return None,
        })
    }

    /// The function as it was declared, without what it does.
    fn signature(&self, id: ClosureId) -> Option<String> {
        self.closure(id).map(|closure| super::signature::of(closure))
    }
}

fn sorted(scope: Option<&Scope>) -> Vec<Arc<str>> {
    let mut names: Vec<Arc<str>> = scope.into_iter().flat_map(Scope::names).cloned().collect();
    names.sort_unstable();
    names
}
