//! The layout: where the lines of a document break.
//!
//! Work lies on a stack, so no document is too deep. Comments wait until the line ends ([`Printer::newline`]).

mod lists;

use super::LINE_WIDTH;
use super::document::{Block, Doc, Line, List, Note, Shape};
use lists::{column, flat_list, hug_head, rows};

const INDENT: usize = 4;

/// How breaks are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// None are.
    Flat,
    /// All are; lists and groups decide for themselves.
    Broken,
    /// As before, but a list that stands here is broken.
    Spread,
}

/// Something to be printed.
#[derive(Clone, Copy)]
enum Work<'d, 'a> {
    Doc(usize, Mode, &'d Doc<'a>),
    Text(&'d str),
    Newline(usize),
    /// A line break before the bracket that ends what stands one level deeper.
    CloseLine(usize),
    Blank,
    Note(&'d Note<'a>),
    /// A space, or a line break if the item after it does not fit.
    Gap(usize),
}

/// The text of a document.
pub fn render(doc: &Doc<'_>) -> String {
    let mut printer = Printer { out: String::new(), column: 0, notes: Vec::new(), stack: Vec::new() };
    printer.stack.push(Work::Doc(0, Mode::Broken, doc));
    while let Some(work) = printer.stack.pop() {
        printer.step(work);
    }
    printer.newline(0);
    let end = printer.out.trim_end().len();
    printer.out.truncate(end);
    if !printer.out.is_empty() {
        printer.out.push('\n');
    }
    printer.out
}

struct Printer<'d, 'a> {
    out: String,
    column: usize,
    /// Comments that wait for the end of the line.
    notes: Vec<&'d Note<'a>>,
    stack: Vec<Work<'d, 'a>>,
}

impl<'d, 'a> Printer<'d, 'a> {
    fn step(&mut self, work: Work<'d, 'a>) {
        match work {
            Work::Text(text) => self.text(text),
            Work::Newline(indent) => self.newline(indent),
            Work::CloseLine(indent) => {
                self.end_line(indent + INDENT);
                self.start_line(indent);
            }
            Work::Blank => self.blank(),
            Work::Note(note) => self.notes.push(note),
            Work::Gap(_) if self.fits(&[Work::Text(" ")]) => self.text(" "),
            Work::Gap(indent) => self.newline(indent),
            Work::Doc(indent, mode, doc) => self.doc(indent, mode, doc),
        }
    }

    fn doc(&mut self, indent: usize, mode: Mode, doc: &'d Doc<'a>) {
        match doc {
            Doc::Text(text) => self.text(text),
            Doc::Concat(docs) => self.push(docs.iter().map(|doc| Work::Doc(indent, mode, doc))),
            Doc::Break(flat) if mode == Mode::Flat => self.text(flat),
            Doc::Break(_) => self.newline(indent),
            Doc::Indent(doc) => self.stack.push(Work::Doc(indent + INDENT, mode, doc)),
            Doc::Group { doc, broken } => {
                let flat =
                    mode == Mode::Flat || (!broken && self.fits(&[Work::Doc(indent, Mode::Flat, doc)]));
                self.stack.push(Work::Doc(indent, if flat { Mode::Flat } else { Mode::Broken }, doc));
            }
            Doc::List(list) => self.list(indent, mode, list),
            Doc::Block(block) => self.block(indent, mode, block),
            Doc::Lines(lines) => self.lines(0, lines),
            Doc::Note(note) => self.notes.push(note),
        }
    }

    /// Puts work on the stack, the first on top.
    fn push(&mut self, work: impl DoubleEndedIterator<Item = Work<'d, 'a>>) {
        self.stack.extend(work.rev());
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += text.chars().count();
    }

    fn newline(&mut self, indent: usize) {
        self.end_line(indent);
        self.start_line(indent);
    }

    /// Ends the line with the first comment that waits; the others, and those that had a line of their own, follow on
    /// lines that begin at `indent`.
    fn end_line(&mut self, indent: usize) {
        for (k, note) in std::mem::take(&mut self.notes).into_iter().enumerate() {
            if k == 0 && !note.own_line {
                self.out.push(' ');
            } else {
                self.start_line(indent);
            }
            self.out.push_str(note.text);
        }
    }

    fn start_line(&mut self, indent: usize) {
        let end = self.out.trim_end_matches(' ').len();
        self.out.truncate(end);
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    /// An empty line before the one that has been started.
    fn blank(&mut self) {
        let end = self.out.trim_end_matches(' ').len();
        self.out.truncate(end);
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', self.column));
    }

    fn lines(&mut self, indent: usize, lines: &'d [Line<'a>]) {
        let work = lines.iter().flat_map(|line| {
            let blank = line.blank.then_some(Work::Blank);
            let doc = Work::Doc(indent, Mode::Broken, &line.doc);
            std::iter::once(Work::Newline(indent)).chain(blank).chain([doc])
        });
        let work: Vec<_> = work.collect();
        self.push(work.into_iter());
    }

    fn block(&mut self, indent: usize, mode: Mode, block: &'d Block<'a>) {
        if block.lines.is_empty() && block.opening.is_empty() {
            self.text("{}");
        } else if mode == Mode::Flat {
            self.text("{ ");
            self.stack.push(Work::Text(" }"));
            self.push(block.lines.iter().map(|line| Work::Doc(indent, Mode::Flat, &line.doc)));
        } else {
            self.text("{");
            self.stack.push(Work::Text("}"));
            self.stack.push(Work::CloseLine(indent));
            self.lines(indent + INDENT, &block.lines);
            self.notes.extend(&block.opening);
        }
    }

    fn list(&mut self, indent: usize, mode: Mode, list: &'d List<'a>) {
        let fits = || mode == Mode::Broken && !list.broken && self.fits(&flat_list(indent, list));
        let work = if mode == Mode::Flat || fits() {
            flat_list(indent, list)
        } else if let Some(mut head) = self.hug(indent, mode, list) {
            head.push(Work::Text(list.close));
            head
        } else if list.shape == Shape::Rows {
            rows(indent, list)
        } else {
            column(indent, list)
        };
        self.push(work.into_iter());
    }

    /// All items with the last one broken, if that one can be, and those before fit on the line.
    fn hug(&self, indent: usize, mode: Mode, list: &'d List<'a>) -> Option<Vec<Work<'d, 'a>>> {
        let (_, before) = list.items.split_last()?;
        let comments = !list.after.is_empty() || list.items.iter().any(|item| !item.before.is_empty());
        let simple = before.iter().all(|item| !item.doc.is_broken());
        let may = list.shape == Shape::Hug && mode == Mode::Broken && !comments && simple;
        hug_head(indent, list).filter(|head| may && self.fits(head))
    }

    /// Whether this work, and what follows it up to the next possible break, fits on the line.
    fn fits(&self, work: &[Work<'d, 'a>]) -> bool {
        let mut left = LINE_WIDTH.saturating_sub(self.column) as isize;
        let mut inner: Vec<Work<'d, 'a>> = work.iter().rev().copied().collect();
        let mut outer = self.stack.iter().rev();
        while left >= 0 {
            let Some(next) = inner.pop().or_else(|| outer.next().copied()) else { return true };
            match measure(next, &mut inner) {
                Some(width) => left -= width as isize,
                None => return true,
            }
        }
        false
    }
}

/// The width of this work, whose parts may be left to do; nothing if the line can end here.
fn measure<'d, 'a>(work: Work<'d, 'a>, inner: &mut Vec<Work<'d, 'a>>) -> Option<usize> {
    let (indent, mode, doc) = match work {
        Work::Text(text) => return Some(text.chars().count()),
        Work::Newline(_) | Work::CloseLine(_) | Work::Blank | Work::Gap(_) => return None,
        Work::Note(_) => return Some(0),
        Work::Doc(indent, mode, doc) => (indent, mode, doc),
    };
    match doc {
        Doc::Text(text) => return Some(text.chars().count()),
        Doc::Concat(docs) => inner.extend(docs.iter().rev().map(|doc| Work::Doc(indent, mode, doc))),
        Doc::Break(flat) if mode == Mode::Flat => return Some(flat.chars().count()),
        Doc::Break(_) | Doc::Lines(_) => return None,
        Doc::Group { doc, .. } | Doc::Indent(doc) => inner.push(Work::Doc(indent, mode, doc)),
        // More items than columns cannot fit; they are not looked at, so that a long list costs nothing here.
        Doc::List(list) if mode == Mode::Flat && list.items.len() > LINE_WIDTH => {
            return Some(LINE_WIDTH + 1);
        }
        Doc::List(list) if mode == Mode::Flat => inner.extend(flat_list(indent, list).into_iter().rev()),
        Doc::List(list) => inner.extend([END_OF_LINE, Work::Text(list.open)]),
        Doc::Block(block) if mode == Mode::Flat => {
            let lines = block.lines.iter().rev().map(|line| Work::Doc(indent, Mode::Flat, &line.doc));
            inner.push(Work::Text(if block.lines.is_empty() { "{}" } else { "{  }" }));
            inner.extend(lines);
        }
        Doc::Block(block) if block.lines.is_empty() && block.opening.is_empty() => return Some(2),
        Doc::Block(_) => inner.extend([END_OF_LINE, Work::Text("{")]),
        Doc::Note(_) => {}
    }
    Some(0)
}

/// Where the line can end.
const END_OF_LINE: Work<'static, 'static> = Work::Newline(0);
