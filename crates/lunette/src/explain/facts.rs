//! The facts beside the picture, in words.

use std::fmt::Display;

use super::{Explanation, Fit};
use crate::index::{Part, PickKind};
use crate::layout::{Entries, Layout, Order};

/// How many entries are listed before dots take over.
const LISTED: usize = 6;

impl Explanation {
    /// For each item: the axis, what is taken of it, what becomes of it.
    pub(super) fn item_facts(&self) -> Vec<[String; 3]> {
        let (mut rows, mut axis) = (Vec::new(), 0);
        for part in &self.selection.parts {
            let size = self.source.shape().get(axis).copied().unwrap_or(1);
            rows.push(self.facts_of(part, axis, size));
            axis += part.covered();
        }
        rows
    }

    /// What the facts call what the index takes.
    pub(super) fn result_noun(&self) -> &'static str {
        if self.store.is_some() { "region" } else { "result" }
    }

    /// What the result is, in one line.
    pub(super) fn result_facts(&self) -> String {
        let shape = self.shape();
        let (strides, offset) = match &self.view {
            Some(view) => (view.strides().to_vec(), view.offset()),
            None => (row_major(shape), 0),
        };
        format!("shape {}, strides {}, offset {offset}", self.list(shape), self.list(&strides))
    }

    /// Whether the result shares memory, and why; how a stored value fits.
    pub(super) fn verdict(&self) -> String {
        if let Some(store) = &self.store {
            let value = self.list(&store.shape);
            return match store.fit {
                Fit::Fills => "a store: one value fills the region".to_owned(),
                Fit::Same => format!("a store: the value has the region's shape {value}"),
                Fit::Stretches => format!("a store: the value of shape {value} stretches to the region"),
                Fit::Squeezes => {
                    format!("a store: the value of shape {value} fits once the axes of size 1 are removed")
                }
            };
        }
        match self.is_view() {
            true => "a view: it can share memory, no copy is needed".to_owned(),
            false => "a copy: strides cannot express picked entries".to_owned(),
        }
    }

    /// What an empty source shows in place of cells.
    pub(super) fn no_elements(&self) -> String {
        format!("no elements: the shape is {}", self.list(self.source.shape()))
    }

    /// Numbers as a list, or as a tuple of the language.
    fn list(&self, numbers: &[impl Display]) -> String {
        let numbers: Vec<String> = numbers.iter().map(|number| number.to_string()).collect();
        match (self.tuples, numbers.len()) {
            (false, _) => format!("[{}]", numbers.join(", ")),
            (true, 1) => format!("({},)", numbers.join(",")),
            (true, _) => format!("({})", numbers.join(",")),
        }
    }

    fn facts_of(&self, part: &Part, axis: usize, size: usize) -> [String; 3] {
        let name = format!("axis {axis}");
        match part {
            Part::Entry(entry) => [name, format!("entry {entry} of {size}"), "goes".to_owned()],
            Part::Entries(entries) if *entries != (Entries { start: 0, len: size, step: 1 }) => {
                [name, format!("{} of {size}", listed(*entries)), format!("stays, size {}", entries.len)]
            }
            Part::Whole | Part::Entries(_) => [name, format!("all {size}"), format!("stays, size {size}")],
            Part::NewAxis => ["new axis".to_owned(), String::new(), "size 1".to_owned()],
            Part::Pick { kind: PickKind::Index, shape, .. } => {
                [name, format!("an index tensor into {size}"), format!("becomes {}", self.list(shape))]
            }
            Part::Pick { kind: PickKind::Mask, shape, covered } => {
                let axes = match covered {
                    0 => "no axis".to_owned(),
                    1 => name,
                    _ => format!("axes {axis} to {}", axis + covered - 1),
                };
                [
                    axes,
                    format!("a mask of shape {}", self.list(shape)),
                    "one axis, of what is true".to_owned(),
                ]
            }
        }
    }
}

fn listed(entries: Entries) -> String {
    let Entries { start, len, step } = entries;
    let entry = |k: usize| start.wrapping_add_signed(step.wrapping_mul(k as isize)).to_string();
    match len {
        0 => "no entries".to_owned(),
        1 => format!("entry {}", entry(0)),
        2..=LISTED => format!("entries {}", (0..len).map(entry).collect::<Vec<_>>().join(", ")),
        _ => format!("entries {}, {}, …, {}", entry(0), entry(1), entry(len - 1)),
    }
}

/// The strides of a fresh tensor of a shape.
fn row_major(shape: &[usize]) -> Vec<isize> {
    let layout = Layout::contiguous(shape, Order::C);
    layout.map(|layout| layout.strides().to_vec()).unwrap_or_default()
}
