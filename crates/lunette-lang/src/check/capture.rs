//! Declaring functions, and what they take with them from outside.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Checker;
use super::closure::{Capture, Closure, Code};
use super::mistake::NameMistake;
use super::scope::{Moment, Symbol};
use super::typed::Typed;
use super::walk::free_names;
use crate::program::{ClosureId, LocalId, Variable};
use crate::source::Span;
use crate::syntax::tree::{Fun, Lambda, Stmt, StmtKind};

/// What a function takes with it.
#[derive(Default)]
struct Taken {
    captures: Vec<Capture>,
    /// Where each capture is now.
    variables: Vec<Variable>,
    names: HashMap<Arc<str>, Symbol>,
}

/// The names of a block that have a meaning only from their text on: its variables, and the functions that need them.
fn late_names(statements: &[Stmt]) -> HashMap<Arc<str>, Span> {
    let lets = statements.iter().filter_map(|statement| match &statement.kind {
        StmtKind::Let(binding) => Some(&binding.names),
        _ => None,
    });
    let mut late: HashMap<Arc<str>, Span> =
        lets.flatten().map(|(name, _)| (name.name.clone(), name.span)).collect();
    let mut once = HashSet::new();
    for fun in functions(statements) {
        // Of two functions with one name, each is meant below its own text.
        if !once.insert(&fun.name.name) {
            late.insert(fun.name.name.clone(), fun.name.span);
        }
    }
    let needs: Vec<(&Arc<Fun>, Vec<Arc<str>>)> =
        functions(statements).map(|fun| (fun, free_names(&fun.params, &fun.body))).collect();
    loop {
        let before = late.len();
        for (fun, free) in &needs {
            if free.iter().any(|name| late.contains_key(name)) {
                late.entry(fun.name.name.clone()).or_insert(fun.name.span);
            }
        }
        if late.len() == before {
            return late;
        }
    }
}

fn functions(statements: &[Stmt]) -> impl Iterator<Item = &Arc<Fun>> {
    statements.iter().filter_map(|statement| match &statement.kind {
        StmtKind::Fun(fun) => Some(fun),
        _ => None,
    })
}

impl Checker<'_> {
    /// `lambda(a) { … }`: it captures constant copies of what it uses.
    pub(super) fn lambda(&mut self, lambda: &Arc<Lambda>, span: Span) -> Typed {
        let free = free_names(&lambda.params, &lambda.body);
        let taken = self.taken(&free, true);
        let captures = taken.variables.iter().map(|&variable| self.read(variable, span)).collect();
        let id = self.add_closure(Closure {
            name: Arc::from("lambda"),
            code: Code::Lambda(lambda.clone(), span),
            scope: self.frame.scope,
            moment: self.frame.moment,
            captures: taken.captures,
            names: taken.names,
        });
        self.closure_value(id, captures, span)
    }

    fn add_closure(&mut self, closure: Closure) -> ClosureId {
        let id = ClosureId(self.env.closures.len() as u32);
        self.env.closures.push(Arc::new(closure));
        self.uncalled.push(id);
        id
    }

    /// Declares all functions of a text: they call each other in any order.
    pub(super) fn declare_outermost_functions(&mut self, statements: &[Stmt], first: Moment) {
        let mut declared: HashMap<Arc<str>, Span> = HashMap::new();
        for (k, statement) in statements.iter().enumerate() {
            let StmtKind::Fun(fun) = &statement.kind else { continue };
            self.check_declared_once(fun, &mut declared);
            let id = self.add_closure(Closure {
                name: fun.name.name.clone(),
                code: Code::Fun(fun.clone()),
                scope: self.frame.scope,
                moment: Moment(first.0.saturating_add(k as u32 + 1)),
                captures: Vec::new(),
                names: HashMap::new(),
            });
            self.name(fun.name.name.clone(), Symbol::Function(id));
        }
    }

    fn check_declared_once(&mut self, fun: &Fun, declared: &mut HashMap<Arc<str>, Span>) {
        let (name, span) = (fun.name.name.clone(), fun.name.span);
        if let Some(&first) = declared.get(&name) {
            self.report(NameMistake::DeclaredTwice { noun: "functions", name, span, first });
        } else if let Some(&other) = self.upcoming.get(&name).filter(|_| self.frame.is_outermost()) {
            let (first, span) = (other.min(span), other.max(span));
            self.report(NameMistake::DeclaredTwice { noun: "things", name, span, first });
        } else {
            declared.insert(name, span);
        }
    }

    /// Declares the functions of a block that need nothing of what the block itself declares: these can be called before
    /// their text. What has a meaning only from its text on is noted.
    pub(super) fn declare_early_functions(&mut self, statements: &[Stmt]) {
        let late = late_names(statements);
        self.declare_group(functions(statements).filter(|fun| !late.contains_key(&fun.name.name)));
        self.frame.upcoming.push(late);
    }

    /// Declares the functions that stand side by side from a statement on, unless they have been declared early.
    pub(super) fn declare_functions_from(&mut self, statements: &[Stmt], k: usize) {
        let is_fun = |statement: &Stmt| matches!(statement.kind, StmtKind::Fun(_));
        if k.checked_sub(1).and_then(|k| statements.get(k)).is_some_and(is_fun) {
            return;
        }
        let end = statements.iter().skip(k).position(|statement| !is_fun(statement));
        let side_by_side = statements.get(k..end.map_or(statements.len(), |end| k + end)).unwrap_or_default();
        let upcoming = self.frame.upcoming.last();
        let is_late = |fun: &&Arc<Fun>| upcoming.is_some_and(|late| late.contains_key(&fun.name.name));
        let late: Vec<&Arc<Fun>> = functions(side_by_side).filter(is_late).collect();
        self.declare_group(late.into_iter());
    }

    /// Declares functions that call each other in any order.
    fn declare_group<'t>(&mut self, functions: impl Iterator<Item = &'t Arc<Fun>>) {
        let mut declared = HashMap::new();
        let mut group: Vec<(ClosureId, Vec<Arc<str>>)> = Vec::new();
        for fun in functions {
            self.check_declared_once(fun, &mut declared);
            let id = self.add_closure(Closure {
                name: fun.name.name.clone(),
                code: Code::Fun(fun.clone()),
                scope: self.frame.scope,
                moment: self.frame.moment,
                captures: Vec::new(),
                names: HashMap::new(),
            });
            self.name(fun.name.name.clone(), Symbol::Function(id));
            group.push((id, free_names(&fun.params, &fun.body)));
        }
        self.settle_captures(&group);
    }

    /// A function also takes what the functions need that it calls; in a circle, until nothing is added.
    fn settle_captures(&mut self, group: &[(ClosureId, Vec<Arc<str>>)]) {
        loop {
            let mut grown = false;
            for (id, free) in group {
                let taken = self.taken(free, false);
                let Some(closure) = self.env.closures.get_mut(id.0 as usize) else { continue };
                grown |= taken.captures.len() != closure.captures.len();
                let mut complete = Closure::clone(closure);
                complete.captures = taken.captures;
                complete.names = taken.names;
                *closure = Arc::new(complete);
            }
            if !grown {
                return;
            }
        }
    }

    /// What a function with these free names takes from the blocks around it. A lambda takes what is mutable too, as it
    /// is now.
    fn taken(&self, free: &[Arc<str>], is_lambda: bool) -> Taken {
        let mut taken = Taken::default();
        for name in free {
            let symbol = match (self.frame.find(name), self.resolve(name)) {
                (Some(symbol), _) => symbol.clone(),
                (None, Some(Symbol::Variable(variable @ Variable::Global(_)))) if is_lambda => {
                    match self.info(variable) {
                        Some(info) if info.mutable && self.frame.work.is_none() => Symbol::Variable(variable),
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let inside = match symbol {
                Symbol::Variable(variable) => match self.info(variable) {
                    Some(info) if info.mutable && !is_lambda => Symbol::OutOfSight(info.declared),
                    Some(_) => Symbol::Variable(Variable::Local(self.take(variable, &mut taken))),
                    None => continue,
                },
                Symbol::Function(id) => {
                    self.take_captures(id, &mut taken);
                    Symbol::Function(id)
                }
                other => other,
            };
            taken.names.insert(name.clone(), inside);
        }
        taken
    }

    fn take_captures(&self, id: ClosureId, taken: &mut Taken) {
        let captures = self.env.closure(id).map(|closure| closure.captures.clone()).unwrap_or_default();
        for capture in captures {
            if let Some(&local) = self.frame.keys.get(&capture.key) {
                self.take(Variable::Local(local), taken);
            }
        }
    }

    /// The local that a variable becomes inside of the function.
    fn take(&self, variable: Variable, taken: &mut Taken) -> LocalId {
        let Some(info) = self.info(variable) else { return LocalId(0) };
        let known = taken.captures.iter().position(|capture| capture.key == info.key);
        let index = known.unwrap_or_else(|| {
            taken.captures.push(Capture {
                key: info.key,
                name: info.name.clone(),
                ty: info.ty.clone(),
                constant: info.constant.clone(),
                declared: info.declared,
            });
            taken.variables.push(variable);
            taken.captures.len() - 1
        });
        LocalId(index as u32)
    }
}
