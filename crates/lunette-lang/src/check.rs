//! From the tree to the checked program: names, types, shapes, mutability.
//!
//! The checker walks the tree once, in the order of the text, and writes the program while it goes. Functions are
//! checked when they are called, with the types of the arguments (`instance`). The rules for dtypes and indices are the
//! library's own, asked on miniatures (`rules`, `index`); those for shapes of which sizes are missing are in `shape`.
//! Every mistake is a variant of an enum in `mistake`; what is wrong gets the type `Type::Unknown`, which makes no
//! further mistakes.

mod annotation;
mod bind;
mod block;
mod call;
mod capture;
mod closure;
mod constant;
mod control;
mod convert;
mod define;
mod describe;
mod environment;
mod exact;
mod expr;
mod frame;
mod index;
mod instance;
mod join;
mod list;
mod literal;
mod member;
mod mistake;
mod module;
mod names;
mod operator;
mod place;
mod reference;
mod report;
mod result;
mod rules;
mod scope;
mod shape;
mod signature;
mod skipped;
mod stack;
mod statement;
mod store;
#[cfg(test)]
mod tests;
mod typed;
mod unused;
mod walk;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::mem::take;
use std::sync::Arc;

use lunette::Cancel;

pub use self::environment::{Environment, Named};
use self::frame::Frame;
use self::instance::Progress;
pub use self::module::{Loaded, Loader, NoModules};
use self::report::Report;
use self::rules::Rules;
use self::scope::{Moment, ScopeId};
use self::stack::Stack;
use self::typed::Typed;
use crate::diagnostic::{CallSite, Diagnostic, Severity};
use crate::program::{Body, ClosureId, Function, FunctionId, Program, Slot};
use crate::source::{Source, Sources, Span};
use crate::syntax::tree;

/// A text to check.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The text itself.
    pub source: &'a Source,
    /// What the parser made of it.
    pub tree: &'a tree::Module,
    /// Where it comes from.
    pub kind: InputKind,
    /// Whether the parser found mistakes: something could be wrong just because a part of the text was not read.
    pub broken: bool,
    /// Who wants it stopped: then there is no program, and what was noticed so far is worth nothing.
    pub cancel: &'a Cancel,
}

/// Where a text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A file: values that go nowhere are a warning.
    File,
    /// A line of a prompt: values are shown.
    Prompt,
}

/// What has become of a text.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What to run; none if there are mistakes.
    pub program: Option<Program>,
    /// Mistakes and warnings, in the order of the texts.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks one input of a session. Without mistakes the environment knows its names afterwards; with mistakes it is as
/// it was. Texts of modules are added to `sources`.
pub fn check(
    environment: &mut Environment,
    sources: &mut Sources,
    loader: &dyn Loader,
    input: &Input<'_>,
) -> Outcome {
    // A copy is worked on: taking back one by one what a mistake leaves behind would be forgotten somewhere.
    let (env, outcome) = stack::with_room(|stack| {
        let mut checker = Checker::new(environment.clone(), &mut *sources, loader, (input, stack));
        let main = checker.text(input.tree, ScopeId(0));
        checker.finish(environment, main)
    });
    if outcome.program.is_some() {
        *environment = env;
    }
    outcome
}

/// The checker at work.
struct Checker<'a> {
    env: Environment,
    sources: &'a mut Sources,
    loader: &'a dyn Loader,
    kind: InputKind,
    broken: bool,
    cancel: &'a Cancel,
    /// Names that statements could have declared which were not read.
    unread: BTreeSet<Arc<str>>,
    frame: Frame,
    report: Report,
    /// The calls that led to the function that is being checked, the innermost last.
    calls: Vec<CallSite>,
    rules: Rules,
    stack: Stack,
    /// The instances that are new.
    functions: BTreeMap<FunctionId, Arc<Function>>,
    progress: Progress,
    /// The defaults of parameters that have been checked, by where they are written, with the first mistake in each.
    defaults: HashMap<(ClosureId, Span), (Typed, Option<Diagnostic>)>,
    /// Functions that nobody has called yet: they are checked in the end.
    uncalled: Vec<ClosureId>,
    /// Modules that could not be read, or are part of a circle.
    lost: HashSet<ScopeId>,
    /// The texts that are being checked, the innermost last.
    importing: Vec<module::Import>,
    /// Names that the text declares somewhere at its outermost level.
    upcoming: HashMap<Arc<str>, Span>,
    /// The call at the outermost level that is being checked, or was last.
    outermost_call: Option<(Arc<str>, Span)>,
    /// What variables were before they were rebound in the branch that is being checked.
    rebound: control::Rebound,
    /// The last statement after which nothing is reached.
    last_diverging: Option<Span>,
    /// Whether the types of a call end the block that is being checked here: what follows is meant for others.
    chosen_end: bool,
    /// How many mistakes were passed over in code that constants keep from running.
    hushed: usize,
}

impl<'a> Checker<'a> {
    fn new(
        env: Environment,
        sources: &'a mut Sources,
        loader: &'a dyn Loader,
        (input, stack): (&Input<'a>, Stack),
    ) -> Self {
        Self {
            env,
            sources,
            loader,
            kind: input.kind,
            broken: input.broken,
            cancel: input.cancel,
            unread: input.tree.unread.clone(),
            frame: Frame::outermost(ScopeId(0), Moment(0)),
            report: Report::default(),
            calls: Vec::new(),
            rules: Rules::default(),
            stack,
            functions: BTreeMap::new(),
            progress: Progress::default(),
            defaults: HashMap::new(),
            uncalled: Vec::new(),
            lost: HashSet::new(),
            importing: vec![module::Import::of(input.source)],
            upcoming: HashMap::new(),
            outermost_call: None,
            rebound: Vec::new(),
            last_diverging: None,
            chosen_end: false,
            hushed: 0,
        }
    }

    /// The program, if all is well, with everything that was noticed.
    fn finish(mut self, before: &Environment, main: block::Checked) -> (Environment, Outcome) {
        self.finish_instances();
        self.check_uncalled();
        let result = self.shown(&main);
        let locals = take(&mut self.frame.locals).iter().map(slot).collect();
        let diagnostics = self.report.sorted();
        if self.broken
            || self.cancel.is_cancelled()
            || diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
        {
            return (self.env, Outcome { program: None, diagnostics });
        }
        let program = Program {
            functions: self.functions.into_values().collect(),
            globals: self.env.globals.iter().skip(before.globals.len()).map(slot).collect(),
            main: Body { locals, block: main.into_block() },
            result,
        };
        (self.env, Outcome { program: Some(program), diagnostics })
    }
}

/// A variable as the program knows it. What is mutable can be rebound to another shape.
fn slot(info: &scope::Info) -> Slot {
    let ty = if info.mutable { info.ty.erased() } else { info.ty.clone() };
    Slot { name: info.name.clone(), ty, storage: info.storage, mutable: info.mutable }
}
