//! Looking names up, and declaring them.

use std::collections::HashMap;
use std::sync::Arc;

use lunette::Scalar;

use super::Checker;
use super::mistake::{NameMistake, Origin};
use super::scope::{Info, Symbol, storage};
use super::typed::Memory;
use crate::builtins;
use crate::program::{GlobalId, LocalId, Variable};
use crate::source::Span;
use crate::suggest::{closest, longer};
use crate::syntax::tree::{Ident, Stmt, StmtKind};
use crate::types::Type;
use crate::value::Value;

/// Looking for close names takes time, and after so many mistakes nobody reads them.
const MOST_SUGGESTIONS: usize = 50;

/// A variable that is about to be declared.
pub(super) struct NewVariable {
    pub(super) ty: Type,
    pub(super) mutable: bool,
    pub(super) origin: Origin,
    pub(super) constant: Option<Value>,
    pub(super) memory: Memory,
}

impl NewVariable {
    /// An immutable variable of which only the type is known.
    pub(super) fn immutable(ty: Type, origin: Origin, memory: Memory) -> Self {
        Self { ty, mutable: false, origin, constant: None, memory }
    }
}

/// The numbers that have names: they are as good as unsuffixed literals.
pub(super) fn number(name: &str) -> Option<Scalar> {
    match name {
        "nan" => Some(Scalar::F64(f64::NAN)),
        "inf" => Some(Scalar::F64(f64::INFINITY)),
        "pi" => Some(Scalar::F64(std::f64::consts::PI)),
        _ => None,
    }
}

impl Checker<'_> {
    /// What a name stands for in the program; built-in names are looked for afterwards.
    pub(super) fn resolve(&self, name: &str) -> Option<Symbol> {
        if let Some(symbol) = self.frame.find(name) {
            return Some(symbol.clone());
        }
        let scope = self.env.scopes.get(self.frame.scope.0)?;
        match self.frame.work {
            Some(_) => scope.before(name, self.frame.moment).cloned(),
            None => scope.last(name).cloned(),
        }
    }

    /// What is known of a variable.
    pub(super) fn info(&self, variable: Variable) -> Option<&Info> {
        match variable {
            Variable::Local(LocalId(id)) => self.frame.locals.get(id as usize),
            Variable::Global(GlobalId(id)) => self.env.globals.get(id as usize),
        }
    }

    /// The same, to be changed.
    pub(super) fn info_mut(&mut self, variable: Variable) -> Option<&mut Info> {
        match variable {
            Variable::Local(LocalId(id)) => self.frame.locals.get_mut(id as usize),
            Variable::Global(GlobalId(id)) => self.env.globals.get_mut(id as usize),
        }
    }

    /// Declares a variable, of the outermost level or of this call.
    pub(super) fn declare(&mut self, name: &Ident, new: NewVariable) -> Variable {
        let mut info = self.new_info(name, new);
        let variable = match self.frame.is_outermost() {
            true => {
                // Functions that give it away do not end its life.
                info.memory = info.memory.max(Memory::Constant);
                self.env.globals.push(info);
                Variable::Global(GlobalId(self.env.globals.len() as u32 - 1))
            }
            false => Variable::Local(self.frame.add_local(info)),
        };
        self.name(name.name.clone(), Symbol::Variable(variable));
        variable
    }

    /// Declares a variable of this call that has no name.
    pub(super) fn temporary(&mut self, ty: Type, span: Span) -> LocalId {
        let name = Ident { name: Arc::from("_"), span };
        let info = self.new_info(&name, NewVariable::immutable(ty, Origin::Let, Memory::Own));
        self.frame.add_local(info)
    }

    pub(super) fn new_info(&mut self, name: &Ident, new: NewVariable) -> Info {
        let NewVariable { ty, mutable, origin, constant, memory } = new;
        // What a call gets, what a loop walks over; a `let` knows better. References are in the memory that there is.
        let lent = matches!(origin, Origin::Parameter | Origin::Loop)
            && !mutable
            && !self.frame.referred.contains(&name.name);
        Info {
            name: name.name.clone(),
            storage: storage(&ty),
            ty,
            mutable,
            declared: name.span,
            origin,
            constant,
            memory,
            lent,
            key: self.env.new_key(),
            scope: self.frame.scope,
            moment: self.frame.moment,
        }
    }

    /// Gives a name a meaning in the innermost block, or at the outermost level.
    pub(super) fn name(&mut self, name: Arc<str>, symbol: Symbol) {
        let moment = self.frame.moment;
        if let Some(block) = self.frame.blocks.last_mut() {
            block.insert(name, symbol);
        } else if let Some(scope) = self.env.scopes.get_mut(self.frame.scope.0) {
            scope.declare(name, moment, symbol);
        }
    }

    /// Does something with a block of names of its own.
    pub(super) fn in_block<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.frame.blocks.push(HashMap::new());
        let result = work(self);
        self.frame.blocks.pop();
        result
    }

    /// Reports a name that is not known.
    pub(super) fn unknown_name(&mut self, name: &Arc<str>, span: Span) {
        // Its declaration could be among what was not read.
        if self.unread.contains(name) {
            return;
        }
        if let Some(lambda) = self.lambda_of(name) {
            return self.report(NameMistake::RecursiveLambda { name: name.clone(), span, lambda });
        }
        let mut upcoming = self.frame.upcoming.iter().rev().filter_map(|names| names.get(name));
        if let Some(&declared) = upcoming.find(|declared| **declared > span) {
            return self.report(NameMistake::UsedTooEarly { name: name.clone(), span, declared });
        }
        let mistake = match (self.upcoming.get(name).copied(), self.outermost_call.clone()) {
            // The name stands above the function, but below the call.
            (Some(declared), Some((function, call))) if self.frame.work.is_some() && declared < span => {
                NameMistake::CalledTooEarly { function, span: call, name: name.clone(), declared }
            }
            (Some(declared), _) if declared < span && self.frame.work.is_none() => {
                NameMistake::OwnValue { name: name.clone(), span, declared }
            }
            (Some(declared), _) => NameMistake::UsedTooEarly { name: name.clone(), span, declared },
            (None, _) => NameMistake::Unknown { name: name.clone(), span, similar: self.similar(name) },
        };
        self.report(mistake);
    }

    /// The lambda that is being checked, if it is what a `let` gives this name.
    fn lambda_of(&self, name: &str) -> Option<Span> {
        let lambda = self.current_lambda()?;
        let text = self.sources.get(lambda.file)?.text.get(..lambda.start as usize)?;
        let line = text.rsplit(['\n', ';', '{']).next()?;
        let declared = line.trim().strip_prefix("let ")?.trim_start();
        let declared = declared.strip_prefix("mut ").unwrap_or(declared).trim_start();
        let rest = declared.strip_prefix(name)?.trim_start();
        (rest.starts_with('=') || rest.starts_with(':')).then_some(lambda)
    }

    /// Remembers what a text declares, for those who use it too early.
    pub(super) fn note_upcoming(&mut self, statements: &[Stmt]) {
        let lets = statements.iter().filter_map(|statement| match &statement.kind {
            StmtKind::Let(binding) => Some(&binding.names),
            _ => None,
        });
        self.upcoming = lets.flatten().map(|(name, _)| (name.name.clone(), name.span)).collect();
    }

    /// A name that is close to one that is not known.
    pub(super) fn similar(&self, name: &str) -> Option<String> {
        if self.report.len() > MOST_SUGGESTIONS {
            return None;
        }
        let scope = self.env.scopes.get(self.frame.scope.0);
        let blocks = self.frame.blocks.iter().flat_map(HashMap::keys).map(AsRef::as_ref);
        let outermost = scope.into_iter().flat_map(|scope| scope.names()).map(AsRef::as_ref);
        let built_in = builtins::all().map(|row| row.name).chain(["nan", "inf", "pi"]);
        let names = blocks.chain(outermost).chain(built_in);
        closest(name, names).map(ToOwned::to_owned).or_else(|| {
            let found = longer(name, builtins::all().map(|row| row.name));
            (!found.is_empty()).then(|| found.join("`, `"))
        })
    }
}
