//! Names that could stand where somebody is typing.

use std::sync::Arc;

use lunette::DType;

use super::{Host, Session};
use crate::builtins;
use crate::syntax::{TokenKind, member_of};
use crate::types::Type;

/// A name that could stand somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The name.
    pub name: Arc<str>,
    /// What it stands for.
    pub kind: CompletionKind,
    /// In a few words: a type, the parameters of a function.
    pub detail: String,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionKind {
    /// A variable of the session.
    Variable,
    /// A function of the session.
    Function,
    /// A module.
    Module,
    /// A built-in function.
    Builtin,
    /// A word of the language.
    Keyword,
}

/// Words that mean something in their places only, and names of constants.
const WORDS: [&str; 8] = ["as", "from", "in", "inf", "nan", "pi", "step", "to"];

impl<H: Host> Session<H> {
    /// Where the word begins that ends at `cursor`, a byte of `text`, and the names that begin with it, in order. After
    /// `module.` they are the module's, after any other single `.` the functions that can be called that way.
    pub fn complete(&self, text: &str, cursor: usize) -> (usize, Vec<Completion>) {
        let before = text.get(..cursor).unwrap_or(text);
        let start = word_start(before);
        let word = before.get(start..).unwrap_or("");
        let mut found = match before.get(..start).and_then(member_of) {
            Some(receiver) => self.members(receiver),
            None => self.names(),
        };
        found.retain(|completion| completion.name.starts_with(word));
        found.sort_by(|a, b| a.name.cmp(&b.name).then(a.kind.cmp(&b.kind)));
        found.dedup_by(|a, b| a.name == b.name);
        (start, found)
    }

    fn names(&self) -> Vec<Completion> {
        let mut all: Vec<Completion> = self.own().chain(functions()).collect();
        let words = TokenKind::KEYWORDS.iter().chain(&WORDS).copied();
        let keyword = |word: &str| Completion {
            name: Arc::from(word),
            kind: CompletionKind::Keyword,
            detail: String::new(),
        };
        all.extend(words.chain(DType::ALL.map(DType::name)).map(keyword));
        all
    }

    /// The names of the session.
    fn own(&self) -> impl Iterator<Item = Completion> {
        self.environment.names().into_iter().filter_map(|name| self.named(&name))
    }

    fn named(&self, name: &Arc<str>) -> Option<Completion> {
        let named = self.environment.lookup(name)?;
        let kind = match named.ty {
            Type::Module(_) => CompletionKind::Module,
            Type::Closure(_) => CompletionKind::Function,
            _ => CompletionKind::Variable,
        };
        let detail = named.signature.unwrap_or_else(|| named.ty.to_string());
        Some(Completion { name: name.clone(), kind, detail })
    }

    fn members(&self, receiver: &str) -> Vec<Completion> {
        let module = receiver.get(word_start(receiver)..).unwrap_or("");
        match self.environment.lookup(module) {
            Some(named) if matches!(named.ty, Type::Module(_)) => {
                let member =
                    |name| Completion { name, kind: CompletionKind::Function, detail: String::new() };
                self.environment.members(module).into_iter().map(member).collect()
            }
            _ => self.own().filter(|own| own.kind == CompletionKind::Function).chain(functions()).collect(),
        }
    }
}

fn functions() -> impl Iterator<Item = Completion> {
    builtins::all().map(|row| {
        let params: Vec<&str> = row.params.iter().map(|param| param.name).collect();
        let detail = format!("({})", params.join(", "));
        Completion { name: Arc::from(row.name), kind: CompletionKind::Builtin, detail }
    })
}

/// Where the last word of a text begins.
fn word_start(text: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.char_indices().rev().take_while(|&(_, c)| is_word(c)).last().map_or(text.len(), |(at, _)| at)
}
