//! A text that is checked once, and run many times on other values.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lunette::Cancel;

use super::{Given, Host, Outcome, Session, Times, chance, ended};
use crate::builtins::Fuse;
use crate::check::InputKind;
use crate::diagnostic::Diagnostic;
use crate::program::{Block, Expr, ExprKind, GlobalId, Program, Slot};
use crate::run::Compiled;
use crate::source::Sources;
use crate::stack::with_room;

/// A text that is checked and compiled once, for variables of some names and types, and run many times on their values.
///
/// A run finds nothing but its own values, and leaves nothing behind: no values, no declarations, no state of random
/// numbers. It is as if each had a session of its own.
///
/// ```
/// # use lunette_lang::check::{Loaded, Loader};
/// # struct Nothing;
/// # impl lunette_lang::run::World for Nothing {
/// #     fn print(&mut self, _: &str) {}
/// #     fn clock(&self) -> f64 { 0.0 }
/// #     fn arguments(&self) -> &[std::sync::Arc<str>] { &[] }
/// # }
/// # impl Loader for Nothing {
/// #     fn load(&self, _: &str, _: &str) -> Result<Loaded, String> { Err(String::new()) }
/// # }
/// use lunette_lang::session::{Given, Prepared, Sharing};
/// use lunette_lang::value::Value;
///
/// let given = |n: i64| vec![Given::new("n", Value::Scalar(n.into()), Sharing::Constant).unwrap()];
/// let mut text = Prepared::new(Nothing, "n * 2", &given(4));
/// assert!(text.is_for("n * 2", &given(5)));
/// for n in [4, 5] {
///     let shown = text.run("<text>", given(n)).value.unwrap();
///     assert!(shown.value.same(&Value::Scalar((2 * n).into())).unwrap());
/// }
/// ```
#[derive(Debug)]
pub struct Prepared<H> {
    session: Session<H>,
    text: Arc<str>,
    /// The variables, which are the first globals of the session.
    slots: Vec<Slot>,
    /// What the text has become; none before the first run, and where it has mistakes.
    ready: Option<Ready>,
}

/// A program that has been compiled, and what was found while it was checked.
#[derive(Debug)]
struct Ready {
    program: Program,
    compiled: Compiled,
    warnings: Vec<Diagnostic>,
    elementwise: bool,
}

impl<H: Host> Prepared<H> {
    /// A text of variables that have the names and types of these; it is checked in the first run.
    pub fn new(host: H, text: &str, given: &[Given]) -> Self {
        let mut session = Session::new(host);
        let slots: Vec<Slot> = given.iter().map(|given| given.slot.clone()).collect();
        for slot in &slots {
            session.declare_slot(slot);
        }
        Self { session, text: Arc::from(text), slots, ready: None }
    }

    /// Whether it is this text, of variables of these names and types.
    pub fn is_for(&self, text: &str, given: &[Given]) -> bool {
        *self.text == *text && self.slots.iter().eq(given.iter().map(|given| &given.slot))
    }

    /// Whether checking the text again would find nothing else: it has been found right, and reads no modules, whose
    /// texts may change.
    pub fn is_lasting(&self) -> bool {
        self.ready.is_some() && self.session.sources.count() == self.slots.len() + 1
    }

    /// Whether the text has been found to be one expression of elementwise functions and reductions: it ends after a few
    /// passes over the elements that its variables have together.
    pub fn is_elementwise(&self) -> bool {
        self.ready.as_ref().is_some_and(|ready| ready.elementwise)
    }

    /// Runs the text on values for which [`is_for`](Self::is_for) holds; `name` is what diagnostics call it.
    pub fn run(&mut self, name: &str, given: Vec<Given>) -> Outcome {
        let start = Instant::now();
        self.session.cancel.reset();
        let ready = match self.ready.take() {
            Some(ready) => ready,
            None => match self.checked(name) {
                Ok(ready) => ready,
                Err(outcome) => return *outcome,
            },
        };
        let check = start.elapsed();
        let outcome = self.run_ready(&ready, given, check);
        self.ready = Some(ready);
        outcome
    }

    /// The flag that stops a run, for another thread or a signal handler.
    pub fn cancel(&self) -> Cancel {
        self.session.cancel()
    }

    /// All texts that were read, for showing diagnostics.
    pub fn sources(&self) -> &Sources {
        self.session.sources()
    }

    /// The host.
    pub fn host_mut(&mut self) -> &mut H {
        self.session.host_mut()
    }

    /// Checks and compiles the text; otherwise what is wrong.
    fn checked(&mut self, name: &str) -> Result<Ready, Box<Outcome>> {
        let start = Instant::now();
        let (program, warnings) = self.session.read(InputKind::Prompt, name, &self.text);
        let times = Times { check: start.elapsed(), run: Duration::ZERO };
        let Some(program) = program else {
            return Err(Box::new(self.session.not_run(warnings, times)));
        };
        match self.session.engine.compile(&program) {
            Ok(compiled) => {
                let elementwise = with_room(|| is_one_expression(&program.main.block));
                Ok(Ready { program, compiled, warnings, elementwise })
            }
            Err(failed) => Err(Box::new(ended(Err(failed), &program, warnings, times))),
        }
    }

    fn run_ready(&mut self, ready: &Ready, given: Vec<Given>, check: Duration) -> Outcome {
        let start = Instant::now();
        let Session { host, engine, cancel, .. } = &mut self.session;
        engine.seed(chance());
        for (id, given) in (0..).map(GlobalId).zip(given) {
            engine.bind(id, given.value);
        }
        let ran = engine.run_compiled(&ready.compiled, host, cancel);
        let globals = self.slots.len() + ready.program.globals.len();
        (0..).map(GlobalId).take(globals).for_each(|id| engine.unbind(id));
        let times = Times { check, run: start.elapsed() };
        ended(ran, &ready.program, ready.warnings.clone(), times)
    }
}

fn is_one_expression(block: &Block) -> bool {
    block.statements.is_empty() && block.value.as_deref().is_some_and(is_elementwise)
}

/// Whether an expression is made of variables, constants, and functions that make no more elements than they are given.
fn is_elementwise(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Variable(_) => true,
        ExprKind::Copy(inner) | ExprKind::Convert(inner) | ExprKind::Unary { operand: inner, .. } => {
            is_elementwise(inner)
        }
        ExprKind::Binary { left, right, .. } | ExprKind::Logic { left, right, .. } => {
            is_elementwise(left) && is_elementwise(right)
        }
        ExprKind::Builtin { builtin, args } => {
            !matches!(builtin.fuse, Fuse::No) && args.iter().flatten().all(is_elementwise)
        }
        _ => false,
    }
}
