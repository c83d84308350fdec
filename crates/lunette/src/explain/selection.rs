//! Which cell of the source each element of the result is, and back.
//!
//! A cell is an index of the source, a position counts the elements of the result in row-major order. Neither way
//! walks over elements: ranges are solved, and only what index tensors reach is kept in a list, so that a picture of a
//! huge tensor costs as much as that of a small one.

use crate::error::Result;
use crate::index::{Item, Part, outline};
use crate::layout::{Dims, Entries, Layout};
use crate::ops::pick::{Picked, picked};

/// What an index takes from a shape.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    /// The sizes of the source.
    pub(super) source: Dims,
    /// What the items do, in their order.
    pub(super) parts: Vec<Part>,
    /// The sizes of the result.
    pub(super) shape: Dims,
    picks: Option<Picks>,
}

/// What index tensors reach.
#[derive(Clone, Debug)]
struct Picks {
    index_shape: Dims,
    position: usize,
    /// For each place of the index shape, the row-major number of the picked entries in the source.
    reached: Vec<usize>,
    /// Those numbers in order, each with its place.
    sorted: Vec<(usize, usize)>,
}

impl Selection {
    pub(super) fn new(op: &'static str, items: &[Item<'_>], layout: &Layout) -> Result<Self> {
        let parts = outline(op, items, layout)?;
        let picks = picked(op, items, layout.shape())?.map(Picks::new);
        let source = Dims::from_slice(layout.shape());
        let mut shape = kept_sizes(&parts, &source);
        if let Some(picks) = &picks {
            shape.insert_many(picks.position, picks.index_shape.iter().copied());
        }
        Ok(Self { source, parts, shape, picks })
    }

    /// The number of elements of the result; `Layout` and the plan have checked that it fits.
    pub(super) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether index tensors take part.
    pub(super) fn has_picks(&self) -> bool {
        self.picks.is_some()
    }

    /// The cell at a position of the result.
    pub(super) fn cell(&self, position: usize) -> Option<Dims> {
        if position >= self.len() {
            return None;
        }
        let mut kept = unravel(position, &self.shape);
        let mut reached = 0;
        if let Some(picks) = &self.picks {
            let places = kept.drain(picks.position..picks.position + picks.index_shape.len());
            let place = ravel(&places.collect::<Dims>(), &picks.index_shape);
            reached = picks.reached.get(place).copied()?;
        }
        let picked = unravel(reached, &self.source);
        let (mut cell, mut kept) = (Dims::new(), kept.into_iter());
        for part in &self.parts {
            match part {
                Part::Entry(entry) => cell.push(*entry),
                Part::Entries(entries) => cell.push(nth(*entries, kept.next()?)),
                Part::Whole => cell.push(kept.next()?),
                Part::NewAxis => drop(kept.next()),
                Part::Pick { covered, .. } => {
                    cell.extend(picked.get(cell.len()..cell.len() + covered)?.iter().copied());
                }
            }
        }
        Some(cell)
    }

    /// The positions at which a cell stands in the result, in order.
    pub(super) fn positions<'a>(&'a self, cell: &[usize]) -> impl ExactSizeIterator<Item = usize> + use<'a> {
        let found = self.kept_indices(cell).map(|kept| (kept, self.places(cell)));
        let (kept, places) = found.unwrap_or_default();
        places.iter().map(move |&(_, place)| match &self.picks {
            None => ravel(&kept, &self.shape),
            Some(picks) => {
                let mut index = kept.clone();
                index.insert_many(picks.position, unravel(place, &picks.index_shape));
                ravel(&index, &self.shape)
            }
        })
    }

    /// The entries of an axis of the source that are taken, without repetitions and in ascending order.
    pub(super) fn taken(&self, axis: usize) -> Taken {
        let size = self.source[axis];
        let mut first = 0;
        for part in &self.parts {
            let next = first + part.covered();
            if (first..next).contains(&axis) {
                return match part {
                    Part::Entry(entry) => Taken::Steps { start: *entry, step: 1, len: 1 },
                    Part::Entries(entries) => Taken::ascending(*entries),
                    Part::Pick { .. } => Taken::List(self.picked_entries(axis)),
                    Part::Whole | Part::NewAxis => Taken::Steps { start: 0, step: 1, len: size },
                };
            }
            first = next;
        }
        Taken::Steps { start: 0, step: 1, len: size }
    }

    fn picked_entries(&self, axis: usize) -> Vec<usize> {
        let Some(picks) = &self.picks else { return Vec::new() };
        let mut entries: Vec<usize> =
            picks.reached.iter().map(|&reached| unravel(reached, &self.source)[axis]).collect();
        entries.sort_unstable();
        entries.dedup();
        entries
    }

    /// The indices of a cell on the axes that ranges keep; none where it is not among them.
    fn kept_indices(&self, cell: &[usize]) -> Option<Dims> {
        let inside = cell.len() == self.source.len() && cell.iter().zip(&self.source).all(|(i, n)| i < n);
        let (mut rest, mut kept) = (inside.then_some(cell)?, Dims::new());
        for part in &self.parts {
            let (here, after) = rest.split_at_checked(part.covered())?;
            rest = after;
            match (part, here) {
                (Part::Entry(entry), [found]) if entry == found => {}
                (Part::Entries(entries), [found]) => kept.push(place_of(*entries, *found)?),
                (Part::Whole, [found]) => kept.push(*found),
                (Part::NewAxis, _) => kept.push(0),
                (Part::Pick { .. }, _) => {}
                _ => return None,
            }
        }
        Some(kept)
    }

    /// The places of the index shape that reach a cell; without index tensors there is one.
    fn places(&self, cell: &[usize]) -> &[(usize, usize)] {
        let Some(picks) = &self.picks else { return &[(0, 0)] };
        let mut masked = Dims::from_elem(0, cell.len());
        let mut first = 0;
        for part in &self.parts {
            let next = first + part.covered();
            if matches!(part, Part::Pick { .. }) {
                masked[first..next].copy_from_slice(&cell[first..next]);
            }
            first = next;
        }
        let reached = ravel(&masked, &self.source);
        let from = picks.sorted.partition_point(|&(other, _)| other < reached);
        let until = picks.sorted.partition_point(|&(other, _)| other <= reached);
        &picks.sorted[from..until]
    }
}

impl Picks {
    fn new(picked: Picked) -> Self {
        let Picked { index_shape, position, reached } = picked;
        let mut sorted: Vec<_> =
            reached.iter().enumerate().map(|(place, &reached)| (reached, place)).collect();
        sorted.sort_unstable();
        Self { index_shape, position, reached, sorted }
    }
}

/// The entries of one axis that an index takes, ascending.
#[derive(Clone, Debug)]
pub(super) enum Taken {
    /// At a regular step.
    Steps { start: usize, step: usize, len: usize },
    /// Those that index tensors name.
    List(Vec<usize>),
}

impl Taken {
    fn ascending(entries: Entries) -> Self {
        let Entries { start, len, step } = entries;
        let start = if step < 0 && len > 0 { nth(entries, len - 1) } else { start };
        Self::Steps { start, step: step.unsigned_abs(), len }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Steps { len, .. } => *len,
            Self::List(entries) => entries.len(),
        }
    }

    /// The `k`-th of them, if there are so many.
    pub(super) fn get(&self, k: usize) -> Option<usize> {
        match self {
            Self::Steps { start, step, len } => (k < *len).then(|| start + k * step),
            Self::List(entries) => entries.get(k).copied(),
        }
    }
}

/// The sizes of the axes that ranges and new axes make.
fn kept_sizes(parts: &[Part], source: &[usize]) -> Dims {
    let (mut sizes, mut axis) = (Dims::new(), 0);
    for part in parts {
        match part {
            Part::Entries(entries) => sizes.push(entries.len),
            Part::Whole => sizes.push(source[axis]),
            Part::NewAxis => sizes.push(1),
            Part::Entry(_) | Part::Pick { .. } => {}
        }
        axis += part.covered();
    }
    sizes
}

/// The `k`-th of some entries, which exists.
fn nth(entries: Entries, k: usize) -> usize {
    entries.start.wrapping_add_signed(entries.step.wrapping_mul(k as isize))
}

/// Which of some entries an entry is.
fn place_of(entries: Entries, entry: usize) -> Option<usize> {
    let way = entry as isize - entries.start as isize;
    let place = (way.checked_rem(entries.step)? == 0).then(|| way / entries.step)?;
    usize::try_from(place).ok().filter(|&place| place < entries.len)
}

/// The row-major number of an index.
pub(super) fn ravel(index: &[usize], shape: &[usize]) -> usize {
    index.iter().zip(shape).fold(0, |number, (&i, &size)| number * size + i)
}

/// The index of a row-major number; of zeros where the shape is empty.
pub(super) fn unravel(number: usize, shape: &[usize]) -> Dims {
    let (mut rest, mut index) = (number, Dims::from_elem(0, shape.len()));
    for (i, &size) in index.iter_mut().zip(shape).rev() {
        *i = rest.checked_rem(size).unwrap_or(0);
        rest = rest.checked_div(size).unwrap_or(0);
    }
    index
}
