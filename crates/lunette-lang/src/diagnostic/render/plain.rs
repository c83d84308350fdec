//! For pipes: no colours, and every place at the start of a line as `path:line:column`, where tools look for it.

use super::clean::clean;
use super::folded;
use super::screen::{Mark, ScreenLine};
use crate::diagnostic::{Diagnostic, Label};
use crate::source::{LineColumn, Sources};

pub(super) fn render(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let Diagnostic { code, severity, message, labels, help, calls } = diagnostic;
    let headline = format!("{}[{code}]: {}", severity.word(), clean(message));
    let mut out = String::new();
    match labels.split_first() {
        None => out.push_str(&format!("{headline}\n")),
        Some((first, others)) => {
            out.push_str(&format!("{}: {headline}\n", sources.position(first.span)));
            picture(&mut out, sources, first, ('^', &first.text));
            for label in others {
                out.push_str(&format!("{}: note: {}\n", sources.position(label.span), clean(&label.text)));
                picture(&mut out, sources, label, ('-', ""));
            }
        }
    }
    for line in help {
        out.push_str(&format!("help: {}\n", clean(line)));
    }
    for (call, times) in folded(calls) {
        let (place, function) = (sources.position(call.span), clean(&call.function));
        out.push_str(&format!("{place}: note: in `{function}`, called here{times}\n"));
    }
    out
}

/// The first line of a label with the marked stretch underlined.
fn picture(out: &mut String, sources: &Sources, label: &Label, (underline, text): (char, &str)) {
    let Some(source) = sources.get(label.span.file) else { return };
    let LineColumn { line, .. } = source.line_column(label.span.start);
    let (start, content) = source.line(line);
    let inside = |offset: u32| (offset.saturating_sub(start) as usize).min(content.len());
    let (from, until) = (inside(label.span.start), inside(label.span.end));
    let mark = Mark { start: from, end: until, primary: true, text: String::new() };
    let shown = ScreenLine::new(content, &[mark]);
    out.push_str(&format!("{line:>5} | {}\n", shown.text));
    for mark in shown.marks {
        let under = underline.to_string().repeat(mark.end - mark.start);
        let line = format!("{:5} | {:2$}{under} {3}", "", "", mark.start, clean(text));
        out.push_str(&format!("{}\n", line.trim_end()));
    }
}
