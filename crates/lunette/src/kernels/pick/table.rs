//! Offsets whose extremes are known.

/// Distances in elements, one for each entry of a picked axis.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    offsets: Vec<isize>,
    /// The least and the greatest of them: what bounds checks rest on, so nothing may change the offsets.
    lowest: isize,
    highest: isize,
}

impl Table {
    /// A table of these distances.
    pub(crate) fn new(offsets: Vec<isize>) -> Self {
        let (lowest, highest) = super::offsets::extremes(&offsets);
        Self { offsets, lowest, highest }
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.offsets.len()
    }

    pub(super) fn offsets(&self) -> &[isize] {
        &self.offsets
    }

    pub(super) fn lowest(&self) -> isize {
        self.lowest
    }

    pub(super) fn highest(&self) -> isize {
        self.highest
    }
}
