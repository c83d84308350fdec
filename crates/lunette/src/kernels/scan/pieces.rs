//! What the threads that total one long line tell each other.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::prefix::Slot;

/// How often a thread looks for the total that another is about to hand on: some tens of microseconds, which is what a
/// piece takes.
const PATIENCE: usize = 1 << 11;

/// A line that is totalled in pieces.
pub(super) struct LongLine {
    pub(super) number: usize,
    /// The total before each piece, as soon as it is known.
    before: Vec<OnceLock<Slot>>,
    /// The first block whose totals have to be added up in order, with all after it, and the total before it.
    in_order: Mutex<Option<(usize, Slot)>>,
}

impl LongLine {
    pub(super) fn new(number: usize, pieces: usize, nothing: Slot) -> Self {
        let mut before: Vec<OnceLock<Slot>> = Vec::new();
        before.resize_with(pieces + 1, OnceLock::new);
        before[0] = OnceLock::from(nothing);
        Self { number, before, in_order: Mutex::new(None) }
    }

    /// The total before a piece, unless nobody hands it on for some time.
    pub(super) fn wait_for(&self, piece: usize) -> Option<Slot> {
        for _ in 0..PATIENCE {
            if let Some(&before) = self.before[piece].get() {
                return Some(before);
            }
            std::hint::spin_loop();
        }
        None
    }

    /// Tells whoever takes a piece the total before it. It is the same whoever makes it.
    pub(super) fn hand_on(&self, piece: usize, before: Slot) {
        let _ = self.before[piece].set(before);
    }

    /// The last piece up to this one that the total before is known of, and that total.
    pub(super) fn last_known(&self, piece: usize) -> (usize, Slot) {
        let known = |piece: usize| self.before[piece].get().map(|&before| (piece, before));
        (0..=piece).rev().find_map(known).unwrap_or_default()
    }

    /// Notes that the totals of a block, and all after it, have to be added up in order.
    pub(super) fn do_in_order_from(&self, block: usize, before: Slot) {
        let mut first = self.in_order.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_none_or(|(first, _)| block < first) {
            *first = Some((block, before));
        }
    }

    /// Where adding up in order has to begin, and the total before it.
    pub(super) fn in_order(&self) -> Option<(usize, Slot)> {
        *self.in_order.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::LongLine;

    #[test]
    fn who_is_told_nothing_starts_from_the_last_that_is_known() {
        let line = LongLine::new(0, 4, [7, 7]);
        assert_eq!([line.wait_for(0), line.wait_for(2)], [Some([7, 7]), None]);
        assert_eq!(line.last_known(2), (0, [7, 7]));
        line.hand_on(1, [8, 8]);
        line.hand_on(3, [9, 9]);
        assert_eq!([2, 3, 4].map(|piece| line.last_known(piece).0), [1, 3, 3]);
        assert_eq!([line.wait_for(1), line.wait_for(3)], [Some([8, 8]), Some([9, 9])]);
    }

    #[test]
    fn order_begins_at_the_first_block_that_asks_for_it() {
        let line = LongLine::new(0, 1, [0, 0]);
        assert_eq!(line.in_order(), None);
        for block in [5, 3, 4] {
            line.do_in_order_from(block, [block as u64, 0]);
        }
        assert_eq!(line.in_order(), Some((3, [3, 0])));
    }
}
