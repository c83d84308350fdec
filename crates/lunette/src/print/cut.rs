//! Which entries of a long axis are shown.

/// A page of more elements than this is summarised.
const LIMIT: usize = 1000;

/// How many entries a summary shows at each end of a long axis.
const EDGE: usize = 3;

/// Which entries of one axis are shown: those below `head` and those from `tail` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    head: usize,
    tail: usize,
    size: usize,
}

impl Cut {
    /// Every entry.
    pub(super) fn whole(size: usize) -> Self {
        Self { head: size, tail: size, size }
    }

    /// The first `head` and the last `tail` entries; every entry where that leaves none out.
    pub(super) fn ends(size: usize, head: usize, tail: usize) -> Self {
        if size > head + tail { Self { head, tail: size - tail, size } } else { Self::whole(size) }
    }

    /// Whether entries are left out.
    pub(super) fn has_gap(&self) -> bool {
        self.head < self.tail
    }

    /// The entries in order, `None` where some are left out.
    pub(super) fn entries(&self) -> impl Iterator<Item = Option<usize>> + use<> {
        let gap = self.has_gap().then_some(None);
        (0..self.head).map(Some).chain(gap).chain((self.tail..self.size).map(Some))
    }

    /// How many entries are shown.
    pub(super) fn shown(&self) -> usize {
        self.head + (self.size - self.tail)
    }

    /// The `k`-th of the entries that are shown.
    pub(super) fn nth(&self, k: usize) -> usize {
        if k < self.head { k } else { k - self.head + self.tail }
    }

    /// Which of the entries that are shown an entry is, if it is one of them.
    pub(super) fn place_of(&self, entry: usize) -> usize {
        if entry < self.head { entry } else { entry.saturating_sub(self.tail) + self.head }
    }
}

/// Every entry of every axis.
pub(super) fn whole(shape: &[usize]) -> Vec<Cut> {
    shape.iter().map(|&size| Cut::whole(size)).collect()
}

/// The entries that a summary shows: all of them up to [`LIMIT`] elements, else the ends of each axis.
///
/// Inner axes are served first, and no more than [`LIMIT`] elements are ever shown: an outer axis shows fewer entries
/// when the inner ones have used up the room. Without that bound the text of a tensor of high rank would have no end,
/// since axes of length 2 cannot be shortened by showing their ends.
pub(super) fn summary(shape: &[usize]) -> Vec<Cut> {
    let len = shape.iter().fold(1usize, |len, &size| len.saturating_mul(size));
    if len <= LIMIT || shape.contains(&0) {
        return whole(shape);
    }
    within_room(shape, edges)
}

/// The ends of an axis, the more of it the better.
pub(super) fn edges(size: usize) -> impl Iterator<Item = Cut> {
    (1..=EDGE).rev().map(move |edge| Cut::ends(size, edge, edge))
}

/// For each axis the first of the cuts that `offered` has for its size which leaves no more than [`LIMIT`] elements;
/// one entry where none does.
pub(super) fn within_room<C: Iterator<Item = Cut>>(
    shape: &[usize],
    offered: impl Fn(usize) -> C,
) -> Vec<Cut> {
    let mut room = LIMIT;
    let mut cuts = Vec::with_capacity(shape.len());
    for &size in shape.iter().rev() {
        let fitting = offered(size).find(|cut| cut.shown() <= room);
        let cut = fitting.unwrap_or_else(|| Cut::ends(size, 1, 0));
        room /= cut.shown().max(1);
        cuts.push(cut);
    }
    cuts.reverse();
    cuts
}

#[cfg(test)]
mod tests {
    use super::{Cut, LIMIT, summary};

    #[track_caller]
    fn check(shape: &[usize], shown: &[usize]) {
        let cuts = summary(shape);
        assert_eq!(cuts.iter().map(Cut::shown).collect::<Vec<_>>(), shown);
        assert!(cuts.iter().map(Cut::shown).product::<usize>() <= LIMIT);
    }

    #[test]
    fn inner_axes_are_served_first() {
        check(&[10, 10, 10], &[10, 10, 10]);
        check(&[1001], &[6]);
        check(&[7, 200], &[6, 6]);
        check(&[6, 200], &[6, 6]);
        check(&[10, 10, 10, 10], &[4, 6, 6, 6]);
        check(&[5, 10, 10, 10, 10], &[1, 4, 6, 6, 6]);
        check(&[2; 11], &[1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn entries_of_a_cut_axis() {
        let entries = |cut: Cut| cut.entries().collect::<Vec<_>>();
        assert_eq!(entries(Cut::ends(9, 2, 1)), [Some(0), Some(1), None, Some(8)]);
        assert_eq!(entries(Cut::ends(2, 1, 0)), [Some(0), None]);
        assert_eq!(entries(Cut::ends(3, 2, 1)), [Some(0), Some(1), Some(2)]);
        assert_eq!(entries(Cut::whole(0)), []);
    }
}
