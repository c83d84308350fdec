//! The three ways to print a list: on one line, over several, and with its last item over several.

use super::{INDENT, Mode, Work};
use crate::syntax::format::document::{Item, List, Trailing};

/// `[a, b]`.
pub(super) fn flat_list<'d, 'a>(indent: usize, list: &'d List<'a>) -> Vec<Work<'d, 'a>> {
    let mut work = vec![Work::Text(list.open)];
    push_flat(&mut work, indent, list.separator, &list.items);
    if list.trailing == Trailing::Always {
        work.push(Work::Text(list.separator.trim_end()));
    }
    work.push(Work::Text(list.close));
    work
}

/// `a, b`.
fn push_flat<'d, 'a>(
    work: &mut Vec<Work<'d, 'a>>,
    indent: usize,
    separator: &'static str,
    items: &'d [Item<'a>],
) {
    for (k, item) in items.iter().enumerate() {
        if k > 0 {
            work.push(Work::Text(separator));
        }
        work.push(Work::Doc(indent, Mode::Flat, &item.doc));
    }
}

/// `(a, b, {`: all items on the line, the last one broken; without the closing bracket.
pub(super) fn hug_head<'d, 'a>(indent: usize, list: &'d List<'a>) -> Option<Vec<Work<'d, 'a>>> {
    let (last, before) = list.items.split_last()?;
    let mut work = vec![Work::Text(list.open)];
    push_flat(&mut work, indent, list.separator, before);
    if !before.is_empty() {
        work.push(Work::Text(list.separator));
    }
    work.push(Work::Doc(indent, Mode::Spread, &last.doc));
    Some(work)
}

/// A line for each item.
pub(super) fn column<'d, 'a>(indent: usize, list: &'d List<'a>) -> Vec<Work<'d, 'a>> {
    broken_list(indent, list, |inside, _| Work::Newline(inside))
}

/// As many items to a line as fit; rows of the text, and comments, end lines.
pub(super) fn rows<'d, 'a>(indent: usize, list: &'d List<'a>) -> Vec<Work<'d, 'a>> {
    broken_list(indent, list, |inside, item| {
        let ends = item.new_row || !item.before.is_empty();
        if ends { Work::Newline(inside) } else { Work::Gap(inside) }
    })
}

/// A list over several lines. `gap` says what stands before each item but the first.
fn broken_list<'d, 'a>(
    indent: usize,
    list: &'d List<'a>,
    gap: impl Fn(usize, &'d Item<'a>) -> Work<'d, 'a>,
) -> Vec<Work<'d, 'a>> {
    let inside = indent + INDENT;
    let separator = list.separator.trim_end();
    let mut work = vec![Work::Text(list.open)];
    for (k, item) in list.items.iter().enumerate() {
        if k > 0 {
            work.push(Work::Text(separator));
        }
        work.extend(item.before.iter().map(Work::Note));
        work.push(if k == 0 { Work::Newline(inside) } else { gap(inside, item) });
        work.push(Work::Doc(inside, Mode::Broken, &item.doc));
    }
    if !list.items.is_empty() && list.trailing != Trailing::Never {
        work.push(Work::Text(separator));
    }
    work.extend(list.after.iter().map(Work::Note));
    work.push(Work::CloseLine(indent));
    work.push(Work::Text(list.close));
    work
}
