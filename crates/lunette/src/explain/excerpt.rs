//! Which entries of a long axis a picture shows: the ends, and what is taken.

use super::selection::Taken;

/// How many neighbours of what is taken are shown on each side.
const NEIGHBOURS: usize = 2;

/// One place of a line of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// An entry.
    Entry(usize),
    /// Entries that are left out.
    Gap,
}

/// The entries of an axis of `size` that are shown, at most `room` of them, and the gaps between.
///
/// What is taken comes first, from both of its ends, then the ends of the axis, then the neighbours of what is taken:
/// the eye should see where the index starts and stops.
pub(super) fn excerpt(size: usize, taken: &Taken, room: usize) -> Vec<Slot> {
    if size <= room {
        return (0..size).map(Slot::Entry).collect();
    }
    let mut shown = Vec::new();
    let mut candidates = candidates(size, taken);
    while shown.len() < room {
        let Some(entry) = candidates.next() else { break };
        if !shown.contains(&entry) {
            shown.push(entry);
        }
    }
    shown.sort_unstable();
    with_gaps(&shown, size)
}

/// The entries in the order in which they deserve the room, some of them several times.
fn candidates(size: usize, taken: &Taken) -> impl Iterator<Item = usize> {
    let last_of_taken = taken.len().checked_sub(1);
    let (first, last) = (taken.get(0), last_of_taken.and_then(|last| taken.get(last)));
    let inner = (1..taken.len().div_ceil(2)).flat_map(|k| [taken.get(k), taken.get(taken.len() - 1 - k)]);
    let (low, high) = (first.unwrap_or(0), last.unwrap_or(0));
    let around = (1..=NEIGHBOURS)
        .flat_map(move |k| [Some(high + k), low.checked_sub(k), Some(low + k), high.checked_sub(k)]);
    let all = [first, last, Some(0), size.checked_sub(1)].into_iter().chain(inner).chain(around);
    all.flatten().filter(move |&entry| entry < size)
}

fn with_gaps(shown: &[usize], size: usize) -> Vec<Slot> {
    let (mut slots, mut expected) = (Vec::new(), 0);
    for &entry in shown {
        if entry > expected {
            slots.push(Slot::Gap);
        }
        slots.push(Slot::Entry(entry));
        expected = entry + 1;
    }
    if expected < size {
        slots.push(Slot::Gap);
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::{Slot, excerpt};
    use crate::explain::selection::Taken;

    #[track_caller]
    fn check(size: usize, taken: Taken, expected: &str) {
        let slots = excerpt(size, &taken, 6);
        let words = slots.iter().map(|slot| match slot {
            Slot::Entry(entry) => entry.to_string(),
            Slot::Gap => "…".to_owned(),
        });
        assert_eq!(words.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn the_ends_and_what_is_taken_are_shown() {
        let steps = |start, step, len| Taken::Steps { start, step, len };
        check(6, steps(0, 1, 6), "0 1 2 3 4 5");
        check(0, steps(0, 1, 0), "");
        check(1000, steps(0, 1, 1000), "0 1 2 … 997 998 999");
        check(1000, steps(500, 1, 1), "0 … 499 500 501 502 … 999");
        check(1000, steps(100, 10, 80), "0 … 100 … 110 … 880 … 890 … 999");
        check(1000, steps(0, 1, 0), "0 1 2 … 999");
        check(9, Taken::List(vec![2, 7]), "0 1 2 3 … 7 8");
        check(
            1 << 40,
            Taken::List(vec![0, (1 << 40) - 1]),
            "0 1 2 … 1099511627773 1099511627774 1099511627775",
        );
    }
}
