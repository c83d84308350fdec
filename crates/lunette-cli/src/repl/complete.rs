//! Names that fit where the cursor stands.

use lunette_lang::session::{Completion, CompletionKind};
use reedline::{Completer, CompletionResult, Span, Suggestion};

use super::commands::ROWS;
use super::{Shared, lock};

/// Completes from the session, and commands after a colon.
pub struct Names(pub Shared);

impl Completer for Names {
    fn complete(&mut self, text: &str, cursor: usize) -> CompletionResult {
        let before = text.get(..cursor).unwrap_or(text);
        let suggestions = match command_start(before) {
            Some(start) => commands(before, start),
            None => {
                let (start, found) = lock(&self.0).complete(text, cursor);
                found.into_iter().map(|completion| suggestion(completion, start, cursor)).collect()
            }
        };
        CompletionResult::fresh(suggestions)
    }
}

/// Where the command begins that is being typed.
fn command_start(before: &str) -> Option<usize> {
    let start = before.len() - before.trim_start().len();
    let word = &before[start..];
    (word.starts_with(':') && !word.contains(char::is_whitespace)).then_some(start)
}

fn commands(before: &str, start: usize) -> Vec<Suggestion> {
    let rows = ROWS.iter().filter(|row| row.name.starts_with(&before[start..]));
    let suggest = |name: &str, about: &str| Suggestion {
        value: name.to_owned(),
        description: Some(about.to_owned()),
        span: Span::new(start, before.len()),
        append_whitespace: true,
        ..Suggestion::default()
    };
    rows.map(|row| suggest(row.name, row.about)).collect()
}

fn suggestion(completion: Completion, start: usize, cursor: usize) -> Suggestion {
    let Completion { name, kind, detail } = completion;
    let description = match kind {
        CompletionKind::Variable | CompletionKind::Function | CompletionKind::Builtin => detail,
        CompletionKind::Module => "module".to_owned(),
        CompletionKind::Keyword => String::new(),
    };
    Suggestion {
        value: name.to_string(),
        description: (!description.is_empty()).then_some(description),
        span: Span::new(start.min(cursor), cursor),
        ..Suggestion::default()
    }
}
