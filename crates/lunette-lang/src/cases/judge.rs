//! What a case did, compared with what it must do.

use std::fmt::Write;

use super::case::{Case, Kind, Place, Remark};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Sources, Span};

/// What a program did.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it printed.
    pub output: String,
    /// What was said about it, before and while it ran.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that diagnostics speak of.
    pub sources: Sources,
}

/// What differs, one line each; nothing if the case holds.
pub fn differences(case: &Case, outcome: &Outcome) -> Vec<String> {
    let mut found = output_differences(&case.output, &outcome.output);
    let mut left: Vec<&Diagnostic> = outcome.diagnostics.iter().collect();
    for remark in &case.remarks {
        let held = match remark.kind {
            Kind::Error | Kind::Warning => take(remark, &mut left, &outcome.sources),
            Kind::Label => has_label(remark, outcome),
            Kind::Call => has_call(remark, outcome),
        };
        if !held {
            found.push(missing(case, remark));
        }
    }
    found.extend(left.into_iter().map(|diagnostic| unexpected(case, diagnostic, &outcome.sources)));
    let uncured = outcome.diagnostics.iter().filter(|diagnostic| diagnostic.help.is_empty());
    found
        .extend(uncured.map(|diagnostic| format!("{} has no cure: {}", diagnostic.code, diagnostic.message)));
    found
}

fn output_differences(expected: &[String], output: &str) -> Vec<String> {
    let printed: Vec<&str> = output.lines().collect();
    let mut found = Vec::new();
    for k in 0..expected.len().max(printed.len()) {
        match (expected.get(k), printed.get(k)) {
            (Some(wanted), Some(line)) if wanted == line => {}
            (Some(wanted), Some(line)) => {
                found.push(format!("output {}: wanted `{wanted}`\n             printed `{line}`", k + 1))
            }
            (Some(wanted), None) => {
                found.push(format!("output {}: wanted `{wanted}`, printed nothing", k + 1))
            }
            (None, Some(line)) => found.push(format!("output {}: wanted nothing, printed `{line}`", k + 1)),
            (None, None) => {}
        }
    }
    found
}

/// Takes the diagnostic that a remark expects out of the list.
fn take(remark: &Remark, left: &mut Vec<&Diagnostic>, sources: &Sources) -> bool {
    let at = left.iter().position(|diagnostic| is_expected(remark, diagnostic, sources));
    at.map(|at| left.remove(at)).is_some()
}

fn is_expected(remark: &Remark, diagnostic: &Diagnostic, sources: &Sources) -> bool {
    let severity = if remark.kind == Kind::Error { Severity::Error } else { Severity::Warning };
    let label = diagnostic.labels.first().map_or("", |label| label.text.as_str());
    diagnostic.severity == severity
        && remark.code.as_ref().is_none_or(|code| code == diagnostic.code)
        && (diagnostic.message.contains(&remark.text) || label.contains(&remark.text))
        && diagnostic.span().is_some_and(|span| is_at(&remark.place, span, sources))
        && remark.help.iter().all(|text| diagnostic.help.iter().any(|help| help.contains(text)))
}

fn has_label(remark: &Remark, outcome: &Outcome) -> bool {
    let labels = outcome.diagnostics.iter().flat_map(|diagnostic| diagnostic.labels.iter().skip(1));
    labels
        .into_iter()
        .any(|label| is_at(&remark.place, label.span, &outcome.sources) && label.text.contains(&remark.text))
}

fn has_call(remark: &Remark, outcome: &Outcome) -> bool {
    let calls = outcome.diagnostics.iter().flat_map(|diagnostic| &diagnostic.calls);
    calls
        .into_iter()
        .any(|call| is_at(&remark.place, call.span, &outcome.sources) && call.function == remark.text)
}

fn is_at(place: &Place, span: Span, sources: &Sources) -> bool {
    place_of(span, sources).is_some_and(|found| {
        let same_end = place.end.is_none() || place.end == found.end;
        (&place.file, place.line, place.start) == (&found.file, found.line, found.start) && same_end
    })
}

/// Where a span stands; its end only if that is on the same line.
fn place_of(span: Span, sources: &Sources) -> Option<Place> {
    let source = sources.get(span.file)?;
    let (start, end) = (source.line_column(span.start), source.line_column(span.end));
    Some(Place {
        file: source.name.to_string(),
        line: start.line as usize,
        start: start.column as usize,
        end: (end.line == start.line).then_some(end.column as usize),
    })
}

fn missing(case: &Case, remark: &Remark) -> String {
    let kind = match remark.kind {
        Kind::Error => "error",
        Kind::Warning => "warning",
        Kind::Label => "label",
        Kind::Call => "call",
    };
    let help: String = remark.help.iter().map(|text| format!(" (help: {text})")).collect();
    format!("missing: {kind} at {}: {}{help}", shown(case, &remark.place), remark.text)
}

fn unexpected(case: &Case, diagnostic: &Diagnostic, sources: &Sources) -> String {
    let place = diagnostic.span().and_then(|span| place_of(span, sources));
    let place = place.map_or_else(|| "nowhere".to_owned(), |place| shown(case, &place));
    let kind = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
    let mut text = format!("unexpected: {kind} {} at {place}: {}", diagnostic.code, diagnostic.message);
    for label in &diagnostic.labels {
        let place = place_of(label.span, sources).map_or_else(String::new, |place| shown(case, &place));
        // Writing to a string cannot fail.
        let _ = write!(text, "\n    label {place}: {}", label.text);
    }
    for help in &diagnostic.help {
        let _ = write!(text, "\n    help: {help}");
    }
    // Of a recursion the first calls tell enough.
    for call in diagnostic.calls.iter().take(4) {
        let place = place_of(call.span, sources).map_or_else(String::new, |place| shown(case, &place));
        let _ = write!(text, "\n    call {place}: {}", call.function);
    }
    text
}

/// A place in the file of the case: `12, columns 9-10`.
fn shown(case: &Case, place: &Place) -> String {
    let end = place.end.map_or_else(String::new, |end| format!("-{end}"));
    format!("line {}, columns {}{end}", case.line_of(place), place.start)
}
