//! A text that an editor has open, and what the language knows of it.

use std::path::Path;

use lunette_lang::check::{InputKind, Loaded, Loader};
use lunette_lang::diagnostic::{Diagnostic, Severity};
use lunette_lang::session::{Completion, Session};
use lunette_lang::source::{FileId, Source, Sources};
use lunette_lang::syntax::{self, Declared, DeclaredKind, member_of};
use serde_json::Value;

use super::answer;
use super::meaning;
use super::open::Open;
use super::place;

/// An open text.
pub struct Document {
    /// The text, which is no text of a session: its number means nothing.
    pub source: Source,
    /// The text in the session that has checked it, and what was found.
    checked: Session<Open>,
    found: Vec<Diagnostic>,
    /// Whether there were no mistakes.
    is_fine: bool,
    /// The last session in which the text had no mistakes: it knows what names stand for while somebody types.
    known: Option<Session<Open>>,
    address: String,
}

impl Document {
    /// A text that has come in the place of another, beside the others that are open.
    pub fn new(address: &str, text: &str, before: Option<Self>, open: Open) -> Self {
        let mut checked = Session::new(open);
        let found = checked.declare(InputKind::File, &own_name(address), text);
        let is_fine = found.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
        let known = if is_fine { None } else { before.and_then(Self::into_known) };
        let source = Source::new(FileId(0), address, text);
        Self { source, checked, found, is_fine, known, address: address.to_owned() }
    }

    /// The last session in which the text had no mistakes.
    fn into_known(self) -> Option<Session<Open>> {
        if self.is_fine { Some(self.checked) } else { self.known }
    }

    fn known(&self) -> &Session<Open> {
        self.known.as_ref().unwrap_or(&self.checked)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// What is wrong with the text, as the protocol says it.
    pub fn diagnostics(&self) -> Vec<Value> {
        let own = own_name(&self.address);
        let address = |name: &str| match name == own {
            true => self.address.clone(),
            false => place::address(Path::new(name)),
        };
        self.found.iter().map(|found| answer::diagnostic(found, self.sources(), &own, address)).collect()
    }

    fn sources(&self) -> &Sources {
        self.checked.sources()
    }

    /// The names that could stand at a byte.
    pub fn complete(&self, at: usize) -> Vec<Completion> {
        let (start, mut found) = self.known().complete(self.text(), at);
        let word = self.text().get(start..at).unwrap_or("");
        let receiver = self.text().get(..start).and_then(member_of);
        if receiver.is_some_and(|receiver| meaning::module(self, receiver).is_some()) {
            return found;
        }
        // Names inside of functions belong to no session.
        for declared in self.declared() {
            let name = &declared.name.name;
            let fits = receiver.is_none() || matches!(declared.kind, DeclaredKind::Function { .. });
            let is_new = **name != *word && found.iter().all(|it| it.name != *name);
            if fits && declared.is_seen_at(start as u32) && name.starts_with(word) && is_new {
                found.push(answer::local(&declared));
            }
        }
        found
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

    /// The text of a module that it imports.
    pub fn load(&self, path: &str) -> Option<Loaded> {
        self.checked.host().load(&own_name(&self.address), path).ok()
    }
}

/// What the session calls the text of an address.
fn own_name(address: &str) -> String {
    place::path(address).display().to_string()
}
