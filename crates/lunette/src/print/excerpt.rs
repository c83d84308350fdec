//! The elements that a printer is going to show, copied: whoever writes text holds no memory while he does.

use super::cut::{self, Cut};
use super::grid;
use crate::layout::Dims;
use crate::nest::cancel::Pace;

/// How much of a tensor a printer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Every element.
    Whole,
    /// All elements of a small tensor, the ends of the axes of a large one.
    Summary,
    /// What the grid shows of each axis.
    Grid,
}

impl Extent {
    /// The entries of each axis that are shown.
    pub(super) fn cuts(self, shape: &[usize]) -> Vec<Cut> {
        match self {
            Self::Whole => cut::whole(shape),
            Self::Summary => cut::summary(shape),
            Self::Grid => grid::cuts(shape),
        }
    }
}

/// Elements at the entries that some cuts show.
pub(crate) struct Excerpt<T> {
    cuts: Vec<Cut>,
    /// In row-major order.
    values: Vec<T>,
}

impl<T: Copy> Excerpt<T> {
    /// How many elements an excerpt holds; what does not fit a `usize` fits no memory either.
    pub(crate) fn len(shape: &[usize], extent: Extent) -> usize {
        extent.cuts(shape).iter().fold(1, |len: usize, cut| len.saturating_mul(cut.shown()))
    }

    /// The elements that `at` gives for the indices shown.
    pub(crate) fn new(shape: &[usize], extent: Extent, mut at: impl FnMut(&[usize]) -> T) -> Self {
        let cuts = extent.cuts(shape);
        let len = Self::len(shape, extent);
        let mut index: Dims = Dims::from_elem(0, shape.len());
        let mut pace = Pace::default();
        let mut value = |position: usize| {
            pace.step();
            let mut rest = position;
            for (entry, cut) in index.iter_mut().zip(&cuts).rev() {
                (*entry, rest) = (cut.nth(rest % cut.shown()), rest / cut.shown());
            }
            at(&index)
        };
        let values = (0..len).map(&mut value).collect();
        Self { cuts, values }
    }

    /// The element at an index that is shown.
    pub(crate) fn get(&self, index: &[usize]) -> Option<T> {
        let place = |sum, (&entry, cut): (&usize, &Cut)| sum * cut.shown() + cut.place_of(entry);
        self.values.get(index.iter().zip(&self.cuts).fold(0, place)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{Excerpt, Extent};

    #[test]
    fn shown_elements_are_where_they_were() {
        for shape in [&[][..], &[7], &[2000], &[40, 50], &[30, 2, 1, 40], &[0, 3], &[2; 11]] {
            for extent in [Extent::Whole, Extent::Summary, Extent::Grid] {
                let name = |index: &[usize]| {
                    index.iter().zip(shape).fold(0, |position, (entry, size)| position * size + entry)
                };
                let excerpt = Excerpt::new(shape, extent, name);
                let cuts = extent.cuts(shape);
                let mut shown = vec![vec![]];
                for cut in &cuts {
                    let entries = || cut.entries().flatten();
                    let longer = |index: Vec<usize>| entries().map(move |k| [&index[..], &[k]].concat());
                    shown = shown.into_iter().flat_map(longer).collect::<Vec<_>>();
                }
                assert_eq!(shown.len(), excerpt.values.len(), "{shape:?}, {extent:?}");
                for index in shown {
                    assert_eq!(excerpt.get(&index), Some(name(&index)), "{shape:?}, {extent:?}");
                }
            }
        }
    }
}
