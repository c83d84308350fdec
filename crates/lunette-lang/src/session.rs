//! The one door for shells: text in, values or diagnostics out. What was declared stays for the next text.
//!
//! ```
//! use std::sync::Arc;
//!
//! use lunette_lang::check::{InputKind, Loaded, Loader};
//! use lunette_lang::run::World;
//! use lunette_lang::session::Session;
//!
//! #[derive(Default)]
//! struct Printed(String);
//!
//! impl World for Printed {
//!     fn print(&mut self, text: &str) {
//!         self.0.push_str(text);
//!     }
//!     fn clock(&self) -> f64 {
//!         0.0
//!     }
//!     fn arguments(&self) -> &[Arc<str>] {
//!         &[]
//!     }
//! }
//!
//! impl Loader for Printed {
//!     fn load(&self, _: &str, path: &str) -> Result<Loaded, String> {
//!         Err(format!("there is no module `{path}`"))
//!     }
//! }
//!
//! let mut session = Session::new(Printed::default());
//! let outcome = session.run(InputKind::Prompt, "<prompt 1>", "let mut x = [1, 2, 3]\nprint(x)\nx[0] + 5");
//! assert!(!outcome.failed);
//! assert_eq!(outcome.value.map(|shown| shown.ty.to_string()), Some("i32".to_owned()));
//! assert_eq!(session.host().0, "tensor((3,), {1,2,3})\n");
//! assert!(session.run(InputKind::Prompt, "<prompt 2>", "x[7]").failed);
//! assert_eq!(session.variables().len(), 1);
//! ```

mod complete;
mod prepared;
mod referred;
mod variables;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lunette::Cancel;

pub use self::complete::{Completion, CompletionKind};
pub use self::prepared::Prepared;
pub use self::variables::{Given, Sharing, Variable};
use crate::check::{self, Environment, Input, InputKind, Loader};
use crate::diagnostic::{Diagnostic, Severity};
use crate::program::Program;
use crate::run::{self, Engine, Failed, World, unpanicked};
use crate::source::{Source, Sources};
use crate::syntax::{self, tree::Module};
use crate::types::Type;
use crate::value::Value;

/// What a session needs of whoever runs it: a world for the programs, and the texts of modules.
pub trait Host: World + Loader {}

impl<H: World + Loader> Host for H {}

/// A session: texts are checked and run one after the other, and see what those before them have declared.
///
/// A text with mistakes changes nothing. A program that fails while it runs keeps what it did before: variables that had
/// got their values stay, those that had not are gone.
pub struct Session<H> {
    host: H,
    sources: Sources,
    environment: Environment,
    engine: Engine,
    cancel: Cancel,
}

/// What has become of a text.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The value of the last expression, if it has one that can be shown.
    pub value: Option<Shown>,
    /// Mistakes and warnings, in the order of the text; last what went wrong while running.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the program was not run to its end.
    pub failed: bool,
    /// Whether that is because somebody asked it to stop.
    pub interrupted: bool,
    /// The code with which the program has ended itself by `exit`; then it has failed, and the last diagnostic says so.
    pub exit: Option<u8>,
    /// How long it took.
    pub times: Times,
}

/// A value with its type.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The value.
    pub value: Value,
    /// Its type, with the sizes that it has.
    pub ty: Type,
}

/// How long a text took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Reading and checking it.
    pub check: Duration,
    /// Running it.
    pub run: Duration,
}

impl<H: Host> Session<H> {
    /// A session in which nothing has been declared.
    pub fn new(host: H) -> Self {
        Self {
            host,
            sources: Sources::default(),
            environment: Environment::default(),
            engine: Engine::new(chance()),
            cancel: Cancel::new(),
        }
    }

    /// Checks a text, and runs it if there are no mistakes. `name` is what diagnostics call it.
    pub fn run(&mut self, kind: InputKind, name: &str, text: &str) -> Outcome {
        self.run_telling(kind, name, text, |_, _| {})
    }

    /// The same; `tell` gets what was found before running, before anything runs.
    pub fn run_telling(
        &mut self,
        kind: InputKind,
        name: &str,
        text: &str,
        tell: impl FnOnce(&[Diagnostic], &Sources),
    ) -> Outcome {
        let start = Instant::now();
        // Whoever stops the program while it is still being checked means it too.
        self.cancel.reset();
        let (program, diagnostics) = self.read(kind, name, text);
        let times = Times { check: start.elapsed(), run: Duration::ZERO };
        match program {
            Some(program) => {
                tell(&diagnostics, &self.sources);
                self.run_program(&program, diagnostics, times)
            }
            None => {
                let outcome = self.not_run(diagnostics, times);
                tell(&outcome.diagnostics, &self.sources);
                outcome
            }
        }
    }

    /// What has become of a text that has mistakes, or whose checking somebody has stopped.
    fn not_run(&self, diagnostics: Vec<Diagnostic>, times: Times) -> Outcome {
        let interrupted = self.cancel.is_cancelled();
        let diagnostics = if interrupted { vec![run::stopped_early()] } else { diagnostics };
        Outcome { value: None, diagnostics, failed: true, interrupted, exit: None, times }
    }

    /// Checks a text and runs nothing; what it declares is forgotten.
    pub fn check(&mut self, kind: InputKind, name: &str, text: &str) -> Vec<Diagnostic> {
        let before = self.environment.clone();
        let (_, diagnostics) = self.read(kind, name, text);
        self.environment = before;
        diagnostics
    }

    /// Checks a text and runs nothing; what it declares is kept where it has no mistakes, without any value. Such a session
    /// tells about names ([`complete`](Self::complete)), and is no place to run anything in.
    pub fn declare(&mut self, kind: InputKind, name: &str, text: &str) -> Vec<Diagnostic> {
        self.read(kind, name, text).1
    }

    /// A function of the session as it is written, without what it does, and the comment above it.
    ///
    /// ```
    /// # use lunette_lang::check::{InputKind, Loaded, Loader};
    /// # struct Nothing;
    /// # impl lunette_lang::run::World for Nothing {
    /// #     fn print(&mut self, _: &str) {}
    /// #     fn clock(&self) -> f64 { 0.0 }
    /// #     fn arguments(&self) -> &[std::sync::Arc<str>] { &[] }
    /// # }
    /// # impl Loader for Nothing {
    /// #     fn load(&self, _: &str, _: &str) -> Result<Loaded, String> { Err(String::new()) }
    /// # }
    /// let mut session = lunette_lang::session::Session::new(Nothing);
    /// session.run(InputKind::File, "a.lun", "// Twice as much.\nfun twice(x: f64) -> f64 { 2.0 * x }");
    /// let (head, comment) = session.documented("twice").unwrap();
    /// assert_eq!((&*head, &*comment), ("fun twice(x: f64) -> f64", "Twice as much."));
    /// ```
    pub fn documented(&self, name: &str) -> Option<(String, String)> {
        let declared = self.environment.declared(name)?;
        let source = self.sources.get(declared.file)?;
        syntax::documented(source)
            .into_iter()
            .find(|(at, ..)| *at == declared)
            .map(|(_, head, text)| (head, text))
    }

    /// The type of an expression, which is not evaluated.
    ///
    /// # Errors
    /// The mistakes in it.
    pub fn type_of(&mut self, name: &str, text: &str) -> Result<Type, Vec<Diagnostic>> {
        let before = self.environment.clone();
        let (program, diagnostics) = self.read(InputKind::Prompt, name, text);
        self.environment = before;
        match program {
            Some(program) => Ok(program.result.clone().unwrap_or_else(Type::nothing)),
            None => Err(diagnostics),
        }
    }

    /// The flag that stops a running program, for another thread or a signal handler.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// All texts that were read, for showing diagnostics.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The host.
    pub fn host(&self) -> &H {
        &self.host
    }

    /// The host.
    pub fn host_mut(&mut self) -> &mut H {
        &mut self.host
    }

    /// Forgets all that was declared; texts are kept, because diagnostics may still be shown.
    pub fn reset(&mut self) {
        self.environment = Environment::default();
        self.engine = Engine::new(chance());
    }

    /// Parses and checks; without mistakes the environment knows the names of the text afterwards, otherwise it is as it
    /// was.
    fn read(&mut self, kind: InputKind, name: &str, text: &str) -> (Option<Program>, Vec<Diagnostic>) {
        unpanicked(|| {
            let source: Source = self.sources.add(name, text);
            let (tree, diagnostics) = syntax::parse(&source);
            self.checked((&source, &tree), kind, diagnostics)
        })
        .unwrap_or_else(|words| (None, vec![run::broken(&words)]))
    }

    /// Checks what the parser made of a text, and puts what is found to the parser's mistakes.
    fn checked(
        &mut self,
        (source, tree): (&Source, &Module),
        kind: InputKind,
        mut diagnostics: Vec<Diagnostic>,
    ) -> (Option<Program>, Vec<Diagnostic>) {
        let broken = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        // What the checker makes of the rest of a text that could not be read is said, but not kept.
        let before = broken.then(|| self.environment.clone());
        let cancel = self.cancel.clone();
        let input = Input { source, tree, kind, broken, cancel: &cancel };
        let checked = check::check(&mut self.environment, &mut self.sources, &self.host, &input);
        diagnostics.extend(checked.diagnostics);
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| (span.file, span.start)));
        match before {
            Some(before) => {
                self.environment = before;
                (None, diagnostics)
            }
            None => (checked.program, diagnostics),
        }
    }

    fn run_program(&mut self, program: &Program, diagnostics: Vec<Diagnostic>, mut times: Times) -> Outcome {
        let start = Instant::now();
        let ran = self.engine.run(program, &mut self.host, &self.cancel);
        times.run = start.elapsed();
        if ran.is_err() {
            self.take_back(program, true);
        }
        ended(ran, program, diagnostics, times)
    }

    /// Takes back the names of variables that have not got a value; after a failure also the sizes that others would have
    /// got.
    fn take_back(&mut self, program: &Program, failed: bool) {
        let names: Vec<Arc<str>> = program.globals.iter().map(|global| global.name.clone()).collect();
        let engine = &self.engine;
        self.environment.forget_unbound(&names, |id| engine.is_bound(id));
        if failed {
            self.environment.forget_sizes();
        }
    }
}

impl<H> std::fmt::Debug for Session<H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("environment", &self.environment).finish_non_exhaustive()
    }
}

/// What has become of a program that ran, with what was found before.
fn ended(
    ran: Result<Option<Value>, Box<Failed>>,
    program: &Program,
    mut diagnostics: Vec<Diagnostic>,
    times: Times,
) -> Outcome {
    let failed = ran.is_err();
    let (value, interrupted, exit) = match ran {
        Ok(value) => (value, false, None),
        Err(failed) => {
            diagnostics.push(failed.diagnostic);
            (None, failed.interrupted, failed.exit)
        }
    };
    let shown = value.zip(program.result.clone()).map(|(value, ty)| shown(value, ty));
    Outcome { value: shown, diagnostics, failed, interrupted, exit, times }
}

/// A value for a prompt to show, with the type that it turned out to have.
fn shown(value: Value, ty: Type) -> Shown {
    let ty = if matches!(value, Value::Tensor(_)) { value.ty() } else { ty };
    Shown { value, ty }
}

/// A number that nobody can foresee.
fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}
