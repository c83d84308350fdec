//! A host for tests, and programs in it.

use std::sync::Arc;

use lunette_lang::check::{InputKind, Loaded, Loader};
use lunette_lang::diagnostic::Diagnostic;
use lunette_lang::run::World;
use lunette_lang::session::{Outcome, Session};

/// Keeps what programs print.
#[derive(Default)]
pub struct Kept {
    pub printed: String,
}

impl World for Kept {
    fn print(&mut self, text: &str) {
        assert!(!text.contains("panic, please"), "a host that fails");
        self.printed.push_str(text);
    }

    fn clock(&self) -> f64 {
        1.5
    }

    fn arguments(&self) -> &[Arc<str>] {
        &[]
    }
}

impl Loader for Kept {
    fn load(&self, _: &str, path: &str) -> Result<Loaded, String> {
        assert!(path != "panic", "a loader that fails");
        Err(format!("there is no module `{path}`"))
    }
}

pub fn session() -> Session<Kept> {
    Session::new(Kept::default())
}

pub fn input(session: &mut Session<Kept>, text: &str) -> Outcome {
    session.run(InputKind::File, "main.lun", text)
}

/// Runs a program that must not fail; what it printed.
pub fn printed(text: &str) -> String {
    let mut session = session();
    let outcome = input(&mut session, text);
    let said: Vec<&str> = outcome.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert!(!outcome.failed, "{text}\nfailed: {said:?}");
    std::mem::take(&mut session.host_mut().printed)
}

/// Checks what a program prints, line by line.
pub fn prints(text: &str, lines: &[&str]) {
    let printed = printed(text);
    assert_eq!(printed.lines().collect::<Vec<_>>(), lines, "\n{text}");
}

/// Runs a program that must fail while it runs; what was said.
pub fn failure(text: &str) -> Diagnostic {
    let mut session = session();
    let outcome = input(&mut session, text);
    assert!(outcome.failed, "{text}\ndid not fail");
    outcome.diagnostics.last().expect("a failure is told").clone()
}
