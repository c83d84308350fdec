//! What a name in a text means: something that is declared there or in a module, or a built-in function.

use std::path::Path;

use lunette_lang::builtins::{self, Builtin};
use lunette_lang::source::Source;
use lunette_lang::syntax::{self, Declared, DeclaredKind, declaration, member_of};

use super::document::Document;
use super::place;

/// What a name means.
pub enum Meaning {
    /// It is declared in the text.
    Own(Declared),
    /// It is declared in a module, whose name is its address.
    Member(Source, Declared),
    /// It is built in.
    Builtin(&'static Builtin),
    /// Nothing that is known.
    Unknown,
}

/// What a name that begins at a byte of the text means.
pub fn meaning(document: &Document, word: &str, at: usize) -> Meaning {
    let receiver = document.text().get(..at).and_then(member_of);
    if let Some(module) = receiver.and_then(|receiver| module(document, receiver)) {
        return match member(&module, word) {
            Some(found) => Meaning::Member(module, found),
            None => Meaning::Unknown,
        };
    }
    // `v.twice()` calls the same function as `twice(v)`.
    match declaration(&document.declared(), word, at as u32) {
        Some(found) => Meaning::Own(found.clone()),
        None => builtins::find(word).map_or(Meaning::Unknown, Meaning::Builtin),
    }
}

/// The module whose name ends the text before a dot.
pub fn module(document: &Document, receiver: &str) -> Option<Source> {
    let (alias, start, _) = word_at(receiver, receiver.len())?;
    let declared = document.declared();
    let found = declaration(&declared, alias, start as u32).filter(|it| it.kind == DeclaredKind::Module)?;
    let (tree, _) = syntax::parse(&document.source);
    let path = tree.statements.iter().find_map(|statement| match &statement.kind {
        syntax::tree::StmtKind::Module { path, alias, .. } if alias.span == found.name.span => {
            Some(path.clone())
        }
        _ => None,
    })?;
    let loaded = document.load(&path)?;
    Some(Source::new(document.source.id, place::address(Path::new(&*loaded.name)), loaded.text))
}

/// What a module declares by a name.
fn member(module: &Source, word: &str) -> Option<Declared> {
    let declared = syntax::declarations(module, &syntax::parse(module).0);
    let end = u32::try_from(module.text.len()).unwrap_or(u32::MAX);
    declaration(&declared, word, end).filter(|found| found.scope.start == 0).cloned()
}

/// The word at a byte, and where it begins and ends.
pub fn word_at(text: &str, at: usize) -> Option<(&str, usize, usize)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (before, after) = (text.get(..at)?, text.get(at..)?);
    let start =
        before.rfind(|c| !is_word(c)).map_or(0, |k| k + before[k..].chars().next().map_or(1, char::len_utf8));
    let end = at + after.find(|c| !is_word(c)).unwrap_or(after.len());
    let word = text.get(start..end).filter(|word| !word.is_empty())?;
    Some((word, start, end))
}
