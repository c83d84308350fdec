//! What the server says: mistakes, pages, names, places.

use std::sync::Arc;

use lunette_lang::builtins;
use lunette_lang::diagnostic::{Diagnostic, Label, Severity};
use lunette_lang::session::{Completion, CompletionKind};
use lunette_lang::source::{Source, Sources, Span};
use lunette_lang::syntax::{self, Declared, DeclaredKind, comment_above};
use serde_json::{Value, json};

use super::document::Document;
use super::meaning::{Meaning, meaning, word_at};
use super::place;

/// What the server can do.
pub fn abilities() -> Value {
    json!({
        "capabilities": {
            // Every change brings the whole text.
            "textDocumentSync": 1,
            "hoverProvider": true,
            "completionProvider": {"triggerCharacters": ["."]},
            "definitionProvider": true,
            "documentFormattingProvider": true,
        },
        "serverInfo": {"name": "lunette", "version": env!("CARGO_PKG_VERSION")},
    })
}

/// The mistakes of a text, which the editor puts in the place of those that it had.
pub fn diagnostics(address: &str, found: &[Value]) -> Value {
    let params = json!({"uri": address, "diagnostics": found});
    json!({"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params})
}

/// A mistake. One in a module that the text imports stands at the start of the text, and its own places are told beside it.
pub fn diagnostic(
    found: &Diagnostic,
    sources: &Sources,
    own: &str,
    address: impl Fn(&str) -> String,
) -> Value {
    let at = |span: Span| sources.get(span.file).map(|source| (source, place::range(source, span)));
    let location = |(source, range): (&Source, Value)| json!({"uri": address(&source.name), "range": range});
    let start = json!({"line": 0, "character": 0});
    let first = found.span().and_then(at);
    let is_own = first.as_ref().is_some_and(|(source, _)| &*source.name == own);
    let range = first.filter(|_| is_own).map_or(json!({"start": start, "end": start}), |(_, range)| range);
    let labels = found.labels.iter().skip(usize::from(is_own));
    let labels =
        labels.filter_map(|Label { span, text }| at(*span).map(|place| (location(place), text.clone())));
    let calls = found.calls.iter().filter_map(|call| {
        at(call.span).map(|place| (location(place), format!("in `{}`, called here", call.function)))
    });
    let related: Vec<Value> =
        labels.chain(calls).map(|(place, text)| json!({"location": place, "message": text})).collect();
    let label = found.labels.first().map_or("", |label| label.text.as_str());
    let mut message = found.message.clone();
    if !label.is_empty() {
        message.push_str(&format!("\n{label}"));
    }
    for help in &found.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let severity = if found.severity == Severity::Error { 1 } else { 2 };
    json!({
        "range": range,
        "severity": severity,
        "code": found.code,
        "source": "lunette",
        "message": message,
        "relatedInformation": related,
    })
}

/// What is known of the name at a byte: a page, a signature, a type.
pub fn hover(document: &Document, at: usize) -> Value {
    let Some((word, start, end)) = word_at(document.text(), at) else { return Value::Null };
    let Some(text) = description(document, word, meaning(document, word, start)) else { return Value::Null };
    let (start, end) = (start as u32, end as u32);
    let range = place::range(&document.source, Span { file: document.source.id, start, end });
    json!({"contents": {"kind": "markdown", "value": text}, "range": range})
}

fn description(document: &Document, word: &str, meaning: Meaning) -> Option<String> {
    match meaning {
        Meaning::Own(own) => {
            // Only what can be seen everywhere is known to the session.
            let is_outermost = own.scope.start == 0 && own.scope.end as usize == document.text().len();
            let is_function = matches!(own.kind, DeclaredKind::Function { .. });
            match document.named(word).filter(|_| is_outermost && !is_function) {
                Some(named) => Some(code(&format!("{word}: {}", named.detail))),
                None => Some(written(&document.source, &own)),
            }
        }
        Meaning::Member(module, found) => Some(written(&module, &found)),
        Meaning::Builtin(builtin) => {
            Some(format!("{}\n{}\n\n{}", code(&builtin.signature()), builtin.doc, code(builtin.example)))
        }
        Meaning::Unknown => None,
    }
}

/// A declaration as it is written: the head of a function with the comment above it, or the line of anything else.
fn written(source: &Source, declared: &Declared) -> String {
    if let DeclaredKind::Function { head } = declared.kind {
        return function(source, head);
    }
    let (_, line) = source.line(source.line_column(declared.name.span.start).line);
    code(line.trim())
}

/// A function as it is written, and the comment above it.
fn function(source: &Source, head: Span) -> String {
    let comment = comment_above(source, head.start);
    format!("{}\n{comment}", code(source.slice(head).trim_end()))
}

fn code(text: &str) -> String {
    format!("```lunette\n{text}\n```")
}

/// The names that could stand at a byte.
pub fn completion(document: &Document, at: usize) -> Value {
    let found = document.complete(at);
    let item = |completion: Completion| {
        // The protocol's numbers of functions, variables, modules and keywords.
        let kind = match completion.kind {
            CompletionKind::Function | CompletionKind::Builtin => 3,
            CompletionKind::Variable => 6,
            CompletionKind::Module => 9,
            CompletionKind::Keyword => 14,
        };
        let doc = match completion.kind {
            CompletionKind::Builtin => builtins::find(&completion.name).map_or("", |builtin| builtin.doc),
            _ => "",
        };
        json!({"label": &*completion.name, "kind": kind, "detail": completion.detail, "documentation": doc})
    };
    json!(found.into_iter().map(item).collect::<Vec<_>>())
}

/// A name that is declared in the text, as one that could stand somewhere.
pub fn local(declared: &Declared) -> Completion {
    let kind = match declared.kind {
        DeclaredKind::Function { .. } => CompletionKind::Function,
        DeclaredKind::Variable => CompletionKind::Variable,
        DeclaredKind::Module => CompletionKind::Module,
    };
    Completion { name: Arc::clone(&declared.name.name), kind, detail: String::new() }
}

/// Where the name at a byte is declared; of a member of a module, in the file of the module.
pub fn definition(document: &Document, at: usize) -> Value {
    let Some((word, start, _)) = word_at(document.text(), at) else { return Value::Null };
    let location = |source: &Source, found: &Declared| json!({"uri": &*source.name, "range": place::range(source, found.name.span)});
    match meaning(document, word, start) {
        Meaning::Own(found) => location(&document.source, &found),
        Meaning::Member(module, found) => location(&module, &found),
        Meaning::Builtin(_) | Meaning::Unknown => Value::Null,
    }
}

/// The text in the house form, as one change; nothing where it has mistakes.
pub fn formatting(document: &Document) -> Value {
    match syntax::format(&document.source) {
        Ok(text) if text == document.text() => json!([]),
        Ok(text) => {
            let end = u32::try_from(document.text().len()).unwrap_or(u32::MAX);
            let all = Span { file: document.source.id, start: 0, end };
            json!([{"range": place::range(&document.source, all), "newText": text}])
        }
        Err(_) => Value::Null,
    }
}
