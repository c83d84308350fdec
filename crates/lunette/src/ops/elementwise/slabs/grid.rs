//! How a shape is cut into slabs.

use smallvec::SmallVec;

use crate::dtype::DType;
use crate::layout::{Dims, Entries, Layout};

/// The bytes of a slab: it stays in the second cache between its making and its reduction.
const SLAB_BYTES: usize = 1 << 18;

/// Results of slabs that are more than this part of all elements are not worth it.
const LEAST_SHRINKING: usize = 4;

/// How a shape is cut into slabs: single entries of the outer axes, runs of one axis, and the inner axes whole.
pub(super) struct Grid {
    shape: Dims,
    /// The entries of a slab along each axis, but for the last slab along it.
    steps: Dims,
    pub(super) count: usize,
    pub(super) bytes: usize,
    len: usize,
}

impl Grid {
    /// The grid for results that lie in memory like `layout`.
    pub(super) fn new(dtype: DType, layout: &Layout) -> Self {
        let mut axes: SmallVec<[usize; 8]> = (0..layout.rank()).collect();
        axes.sort_by_key(|&axis| layout.strides()[axis].unsigned_abs());
        let mut room = SLAB_BYTES / dtype.item_size();
        let mut steps = layout.dims();
        for axis in axes {
            steps[axis] = steps[axis].min(room).max(1);
            room /= layout.shape()[axis].max(1);
        }
        let shape = layout.dims();
        let count = shape.iter().zip(&steps).map(|(&size, &step)| size.div_ceil(step)).product();
        let bytes = layout.len().saturating_mul(dtype.item_size());
        Self { shape, steps, count, bytes, len: layout.len() }
    }

    /// How many slabs there are along an axis.
    fn along(&self, axis: usize) -> usize {
        self.shape[axis].div_ceil(self.steps[axis])
    }

    /// Whether reducing slab by slab is worth it: there are several, and little is left of them.
    pub(super) fn is_worth_it(&self, reduced: &[bool]) -> bool {
        let repeats: usize =
            (0..reduced.len()).filter(|&axis| reduced[axis]).map(|axis| self.along(axis)).product();
        let partials: usize = self.results(reduced).iter().product();
        self.count > 1 && (repeats == 1 || partials <= self.len / LEAST_SHRINKING)
    }

    /// How many elements of slabs each of their results is made of: a table that broadcasts to the results.
    pub(super) fn counts(&self, reduced: &[bool]) -> (Dims, Vec<f64>) {
        let shape: Dims =
            (0..reduced.len()).map(|axis| if reduced[axis] { self.along(axis) } else { 1 }).collect();
        let mut counts = vec![1.0];
        for (axis, &places) in shape.iter().enumerate() {
            let len = |place: usize| if reduced[axis] { self.entries(axis, place).len as f64 } else { 1.0 };
            counts =
                counts.iter().flat_map(|&count| (0..places).map(move |place| count * len(place))).collect();
        }
        (shape, counts)
    }

    /// The place in row-major order of the first element of slab `k`.
    pub(super) fn start(&self, k: usize) -> usize {
        let starts = self.slab(k);
        self.shape.iter().zip(&starts).fold(0, |place, (&size, entries)| place * size + entries.start)
    }

    /// The place of a slab in the grid.
    fn place(&self, mut k: usize) -> Dims {
        let mut place = Dims::from_elem(0, self.shape.len());
        for axis in (0..place.len()).rev() {
            place[axis] = k % self.along(axis);
            k /= self.along(axis);
        }
        place
    }

    /// The entries along an axis of the slab that has this place along it.
    fn entries(&self, axis: usize, place: usize) -> Entries {
        let start = place * self.steps[axis];
        Entries { start, step: 1, len: self.steps[axis].min(self.shape[axis] - start) }
    }

    /// The entries of slab `k` along every axis.
    pub(super) fn slab(&self, k: usize) -> SmallVec<[Entries; 8]> {
        let place = self.place(k);
        (0..place.len()).map(|axis| self.entries(axis, place[axis])).collect()
    }

    /// The shape of the results of all slabs.
    pub(super) fn results(&self, reduced: &[bool]) -> Dims {
        let size = |axis: usize| if reduced[axis] { self.along(axis) } else { self.shape[axis] };
        (0..self.shape.len()).map(size).collect()
    }

    /// Which of those are the results of slab `k`.
    pub(super) fn region(&self, k: usize, reduced: &[bool]) -> SmallVec<[Entries; 8]> {
        let place = self.place(k);
        let one = |axis: usize| Entries { start: place[axis], step: 1, len: 1 };
        let entries = |axis: usize| if reduced[axis] { one(axis) } else { self.entries(axis, place[axis]) };
        (0..place.len()).map(entries).collect()
    }
}
