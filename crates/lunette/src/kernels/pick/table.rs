//! Offsets whose extremes are known.

use std::cell::Cell;

/// The largest memory of a table that a thread keeps for its next one, in entries.
const KEPT: usize = 1 << 20;

thread_local! {
    /// The memory of this thread's last table: fresh pages cost more than filling it.
    static SPARE: Cell<Vec<isize>> = const { Cell::new(Vec::new()) };
}

/// Distances in elements, one for each entry of a picked axis.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    offsets: Vec<isize>,
    /// The least and the greatest of them: what bounds checks rest on, so nothing may change the offsets.
    lowest: isize,
    highest: isize,
}

impl Table {
    /// `len` zeros in the memory of this thread's last table, if it is large enough.
    pub(crate) fn spare(len: usize) -> Option<Vec<isize>> {
        // While a thread ends its memory may be gone already.
        let mut spare = SPARE.try_with(Cell::take).unwrap_or_default();
        spare.clear();
        (len > 0 && spare.capacity() >= len).then(|| {
            spare.resize(len, 0);
            spare
        })
    }

    /// A table of these distances.
    pub(crate) fn new(offsets: Vec<isize>) -> Self {
        let (lowest, highest) = super::offsets::extremes(&offsets);
        Self { offsets, lowest, highest }
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.offsets.len()
    }

    /// The distances, in order.
    pub(crate) fn offsets(&self) -> &[isize] {
        &self.offsets
    }

    pub(super) fn lowest(&self) -> isize {
        self.lowest
    }

    pub(super) fn highest(&self) -> isize {
        self.highest
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if self.offsets.capacity() <= KEPT {
            // While a thread ends there is nobody left to keep it for.
            let _ = SPARE.try_with(|spare| spare.set(std::mem::take(&mut self.offsets)));
        }
    }
}
