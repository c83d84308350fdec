//! For tools: diagnostics as a JSON array.

use crate::diagnostic::{CallSite, Diagnostic, Label};
use crate::source::{LineColumn, Sources, Span};

/// Diagnostics as a JSON array, one object each: `code`, `severity`, `message`, `labels`, `help`, `calls`.
///
/// A label has `path`, `line`, `column`, `end` (`line` and `column` behind its last character) and `text`; lines and
/// columns count from 1, columns count characters. A call has `function`, `path`, `line` and `column`.
///
/// ```
/// use lunette_lang::diagnostic::Diagnostic;
/// use lunette_lang::diagnostic::render::json;
/// use lunette_lang::source::{Sources, Span};
///
/// let mut sources = Sources::default();
/// let source = sources.add("a.lun", "let a = b\n");
/// let span = Span { file: source.id, start: 8, end: 9 };
/// let diagnostic = Diagnostic::error("E0201", "there is no \"b\"", span, "");
/// let text = json(&[diagnostic], &sources);
/// assert!(text.contains(r#""message": "there is no \"b\"""#) && text.contains(r#""line": 1, "column": 9"#));
/// ```
pub fn json(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    match diagnostics {
        [] => "[]\n".to_owned(),
        _ => {
            let objects: Vec<String> =
                diagnostics.iter().map(|diagnostic| object(diagnostic, sources)).collect();
            format!("[\n{}\n]\n", objects.join(",\n"))
        }
    }
}

fn object(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let Diagnostic { code, severity, message, labels, help, calls } = diagnostic;
    format!(
        "  {{\"code\": {}, \"severity\": {}, \"message\": {}, \"labels\": {}, \"help\": {}, \"calls\": {}}}",
        string(code),
        string(severity.word()),
        string(message),
        list(labels, |label| label_object(label, sources)),
        list(help, |line| string(line)),
        list(calls, |call| call_object(call, sources)),
    )
}

fn label_object(label: &Label, sources: &Sources) -> String {
    let (path, start, end) = place(label.span, sources);
    let LineColumn { line, column } = end;
    let end = format!("{{\"line\": {line}, \"column\": {column}}}");
    format!("{{{}, \"end\": {end}, \"text\": {}}}", position(&path, start), string(&label.text))
}

fn call_object(call: &CallSite, sources: &Sources) -> String {
    let (path, start, _) = place(call.span, sources);
    format!("{{\"function\": {}, {}}}", string(&call.function), position(&path, start))
}

fn position(path: &str, LineColumn { line, column }: LineColumn) -> String {
    format!("\"path\": {}, \"line\": {line}, \"column\": {column}", string(path))
}

fn place(span: Span, sources: &Sources) -> (String, LineColumn, LineColumn) {
    match sources.get(span.file) {
        Some(source) => {
            (source.name.to_string(), source.line_column(span.start), source.line_column(span.end))
        }
        None => {
            let nowhere = LineColumn { line: 1, column: 1 };
            (String::new(), nowhere, nowhere)
        }
    }
}

fn list<T>(items: &[T], each: impl FnMut(&T) -> String) -> String {
    format!("[{}]", items.iter().map(each).collect::<Vec<_>>().join(", "))
}

/// A string with the escapes that JSON wants.
fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
