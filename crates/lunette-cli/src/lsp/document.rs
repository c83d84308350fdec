//! A text that an editor has open, and what the language knows of it.

use std::path::{Path, PathBuf};

use lunette_lang::check::InputKind;
use lunette_lang::diagnostic::{Diagnostic, Severity};
use lunette_lang::session::{Completion, Session};
use lunette_lang::source::{FileId, Source, Sources};
use lunette_lang::syntax::{self, Declared};
use serde_json::Value;

use super::answer;
use super::place;
use crate::host::Host;

/// An open text.
pub struct Document {
    /// The text, which is no text of a session: its number means nothing.
    pub source: Source,
    /// The text in the session that has checked it, and what was found.
    checked: Session<Host>,
    found: Vec<Diagnostic>,
    /// The last session in which the text had no mistakes: it knows what names stand for while somebody types.
    known: Option<Session<Host>>,
    address: String,
}

impl Document {
    /// A text that has come in the place of another.
    pub fn new(address: &str, text: &str, before: Option<Self>) -> Self {
        let path = place::path(address);
        let mut checked = session();
        let found = checked.declare(InputKind::File, &path.display().to_string(), text);
        let is_fine = found.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
        let last = before.and_then(Self::into_known);
        let known = if is_fine { None } else { last };
        let source = Source::new(FileId(0), address, text);
        Self { source, checked, found, known, address: address.to_owned() }
    }

    /// The last session in which the text had no mistakes.
    fn into_known(self) -> Option<Session<Host>> {
        let is_fine = self.found.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
        if is_fine { Some(self.checked) } else { self.known }
    }

    fn known(&self) -> &Session<Host> {
        self.known.as_ref().unwrap_or(&self.checked)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// What is wrong with the text, as the protocol says it.
    pub fn diagnostics(&self) -> Vec<Value> {
        let own = place::path(&self.address).display().to_string();
        let address = |name: &str| match name == own {
            true => self.address.clone(),
            false => place::address(Path::new(name)),
        };
        self.found.iter().map(|found| answer::diagnostic(found, self.sources(), &own, address)).collect()
    }

    fn sources(&self) -> &Sources {
        self.checked.sources()
    }

    /// The names that could stand at a byte, and where the word there begins.
    pub fn complete(&self, at: usize) -> (usize, Vec<Completion>) {
        let (start, mut found) = self.known().complete(self.text(), at);
        let word = self.text().get(start..at).unwrap_or("");
        let is_member = self.text().get(..start).is_some_and(|before| before.ends_with('.'));
        // Names inside of functions belong to no session.
        for declared in self.declared().iter().filter(|_| !is_member) {
            let name = &declared.name.name;
            let sees = declared.scope.start as usize <= at && at <= declared.scope.end as usize;
            if sees && name.starts_with(word) && **name != *word && found.iter().all(|it| it.name != *name) {
                found.push(answer::local(declared));
            }
        }
        (start, found)
    }

    /// What is known of a name of the outermost level.
    pub fn named(&self, name: &str) -> Option<Completion> {
        let (_, found) = self.known().complete(name, name.len());
        found.into_iter().find(|completion| &*completion.name == name)
    }

    /// Every name that the text declares.
    pub fn declared(&self) -> Vec<Declared> {
        syntax::declarations(&self.source, &syntax::parse(&self.source).0)
    }

    /// The folder of the text.
    pub fn folder(&self) -> PathBuf {
        place::path(&self.address).parent().map(Path::to_path_buf).unwrap_or_default()
    }
}

fn session() -> Session<Host> {
    Session::new(Host::new(&[]))
}
