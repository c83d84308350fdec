//! For terminals: one picture of the text with all labels in it.

use std::collections::BTreeMap;

use super::clean::clean;
use super::folded;
use super::screen::{Mark, ScreenLine};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, Source, Sources};

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const BLUE: &str = "\x1b[1;34m";
const CYAN: &str = "\x1b[1;36m";
const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

/// How many calls are named of a long way to a mistake, at each end of it.
const FIRST_CALLS: usize = 8;
const LAST_CALLS: usize = 4;

/// The marks of one text by line, lines counted from 1.
struct Page<'a> {
    source: &'a Source,
    /// Where its first label is.
    position: String,
    lines: BTreeMap<u32, Vec<Mark>>,
}

pub(super) fn render(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let accent = match diagnostic.severity {
        Severity::Error => RED,
        Severity::Warning => YELLOW,
    };
    let pages = pages(diagnostic, sources);
    let last = pages.iter().filter_map(|page| page.lines.keys().last()).max().copied().unwrap_or(0);
    let pen = Pen { accent, margin: last.to_string().len() };
    let Diagnostic { code, severity, message, .. } = diagnostic;
    let mut out =
        format!("{}{}\n", paint(accent, &format!("{}[{code}]", severity.word())), headline(message));
    for (k, page) in pages.iter().enumerate() {
        pen.page(&mut out, page, k == 0);
    }
    pen.notes(&mut out, diagnostic, sources);
    out
}

/// The message after the code; its first line is bold.
fn headline(message: &str) -> String {
    let message = clean(message);
    match message.split_once('\n') {
        Some((first, rest)) => format!("{}\n{rest}", paint(BOLD, &format!(": {first}"))),
        None => paint(BOLD, &format!(": {message}")),
    }
}

fn paint(colour: &str, text: &str) -> String {
    format!("{colour}{text}{RESET}")
}

/// The marks of all labels, text by text, that of the first label first.
fn pages<'a>(diagnostic: &Diagnostic, sources: &'a Sources) -> Vec<Page<'a>> {
    let mut pages: Vec<(FileId, Page<'a>)> = Vec::new();
    for (k, label) in diagnostic.labels.iter().enumerate() {
        let Some(source) = sources.get(label.span.file) else { continue };
        let known = pages.iter().position(|(file, _)| *file == label.span.file);
        let place = known.unwrap_or_else(|| {
            let page = Page { source, position: sources.position(label.span), lines: BTreeMap::new() };
            pages.push((label.span.file, page));
            pages.len() - 1
        });
        for (line, mark) in marks(source, (label.span.start, label.span.end), (k == 0, &label.text)) {
            pages[place].1.lines.entry(line).or_default().push(mark);
        }
    }
    pages.into_iter().map(|(_, page)| page).collect()
}

/// A stretch as marks: one where it lies in one line, else one in its first line and one in its last.
fn marks(source: &Source, (from, until): (u32, u32), (primary, text): (bool, &str)) -> Vec<(u32, Mark)> {
    let first = source.line_column(from).line;
    // A stretch that ends with a line break ends in the line that it breaks.
    let last = source.line_column(until.saturating_sub(1).max(from)).line;
    let mark = |line: u32, text: &str| {
        let (start, content) = source.line(line);
        let inside = |offset: u32| (offset.saturating_sub(start) as usize).min(content.len());
        let indent = content.len() - content.trim_start().len();
        let from = if line == first { inside(from) } else { indent };
        (line, Mark { start: from, end: inside(until), primary, text: clean(text) })
    };
    if first == last { vec![mark(first, text)] } else { vec![mark(first, ""), mark(last, text)] }
}

/// Draws a picture with room for line numbers at its left.
struct Pen {
    accent: &'static str,
    margin: usize,
}

impl Pen {
    fn page(&self, out: &mut String, page: &Page<'_>, first: bool) {
        let corner = if first { "╭─" } else { "├─" };
        out.push_str(&format!("{} {}\n", self.bar(corner), clean(&page.position)));
        let mut expected = None;
        for (&line, marks) in &page.lines {
            if expected.is_some_and(|expected| line > expected) {
                out.push_str(&format!("{}\n", self.bar("⋮")));
            }
            expected = Some(line + 1);
            let shown = ScreenLine::new(page.source.line(line).1, marks);
            let number = paint(DIM, &format!("{line:>0$} │", self.margin + 1));
            out.push_str(&format!("{number} {}\n", shown.text));
            self.under(out, &shown.marks);
        }
    }

    /// The left border with some sign in place of a line number.
    fn bar(&self, sign: &str) -> String {
        paint(DIM, &format!("{:1$}{sign}", "", self.margin + 2))
    }

    fn colour(&self, mark: &Mark) -> &'static str {
        if mark.primary { self.accent } else { BLUE }
    }

    /// The lines under a line of text: what is marked, then what is said about each mark.
    fn under(&self, out: &mut String, marks: &[Mark]) {
        let reach = marks.iter().map(|mark| mark.end).max().unwrap_or(0);
        let beside = marks.last().filter(|mark| mark.end == reach && !mark.text.is_empty());
        let mut line = self.underlines(marks, reach);
        if let Some(mark) = beside {
            line.push_str(&format!(" {}", paint(self.colour(mark), &mark.text)));
        }
        out.push_str(&format!("{} {line}\n", self.bar("│")));
        let below = if beside.is_some() { &marks[..marks.len() - 1] } else { marks };
        let below: Vec<&Mark> = below.iter().filter(|mark| !mark.text.is_empty()).collect();
        for (k, mark) in below.iter().enumerate().rev() {
            let hook = format!("╰─ {}", mark.text);
            let line = self.hangers(&below[..k], mark.start) + &paint(self.colour(mark), &hook);
            out.push_str(&format!("{} {line}\n", self.bar("│")));
        }
    }

    fn underlines(&self, marks: &[Mark], reach: usize) -> String {
        let mut line = String::new();
        for column in 0..reach {
            let covers = |mark: &&Mark| (mark.start..mark.end).contains(&column);
            // Where marks lie over each other the shortest is seen, and of equal ones the place at fault.
            let mark = marks.iter().filter(covers).min_by_key(|mark| (mark.end - mark.start, !mark.primary));
            match mark {
                Some(mark) => line.push_str(&paint(self.colour(mark), if mark.primary { "^" } else { "-" })),
                None => line.push(' '),
            }
        }
        line.replace(&format!("{RESET}{}", self.accent), "").replace(&format!("{RESET}{BLUE}"), "")
    }

    /// Spaces up to a column, with the lines of the marks that are still to come.
    fn hangers(&self, marks: &[&Mark], until: usize) -> String {
        let mut line = String::new();
        for column in 0..until {
            match marks.iter().find(|mark| mark.start == column) {
                Some(mark) => line.push_str(&paint(self.colour(mark), "│")),
                None => line.push(' '),
            }
        }
        line
    }

    /// Cures and calls, under the picture.
    fn notes(&self, out: &mut String, diagnostic: &Diagnostic, sources: &Sources) {
        let margin = self.margin + 2;
        for line in &diagnostic.help {
            let indented = clean(line).replace('\n', &format!("\n{:1$}", "", margin + 6));
            out.push_str(&format!("{:margin$}{} {indented}\n", "", paint(CYAN, "help:")));
        }
        let calls = folded(&diagnostic.calls);
        let hidden = calls.len().saturating_sub(FIRST_CALLS + LAST_CALLS);
        for (k, (call, times)) in calls.iter().enumerate() {
            if hidden > 1 && k == FIRST_CALLS {
                out.push_str(&format!("{:margin$}{}\n", "", paint(DIM, &format!("… {hidden} more calls"))));
            }
            if hidden <= 1 || k < FIRST_CALLS || k >= FIRST_CALLS + hidden {
                let (place, function) = (sources.position(call.span), clean(&call.function));
                let text = format!("in `{function}`, called at {place}{times}");
                out.push_str(&format!("{:margin$}{}\n", "", paint(DIM, &text)));
            }
        }
    }
}
