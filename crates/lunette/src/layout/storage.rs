//! Sizes and steps side by side: the part of a layout that decides what making a view costs.
//!
//! Up to [`INLINE_RANK`] axes lie inside of the value and are copied as a whole. Two `SmallVec`s, the type at the
//! borders of this room, took twice as long: each is copied by calls whose length is known only at run time.

use std::hash::{Hash, Hasher};

use super::{INLINE_RANK, Order};

/// The size and the step of each axis.
///
/// As long as `more` is `None`, the first `rank` numbers of both arrays count, and `rank` is at most
/// [`INLINE_RANK`]; else the arrays do not count, and `rank` is the length of both lists in `more`.
#[derive(Clone)]
pub(super) struct Axes {
    rank: usize,
    sizes: [usize; INLINE_RANK],
    steps: [isize; INLINE_RANK],
    more: Option<Box<(Vec<usize>, Vec<isize>)>>,
}

impl Axes {
    #[inline]
    pub(super) fn new() -> Self {
        Self { rank: 0, sizes: [0; INLINE_RANK], steps: [0; INLINE_RANK], more: None }
    }

    /// Axes of these sizes, all with the same step.
    #[inline]
    pub(super) fn with_step(shape: &[usize], step: isize) -> Self {
        shape.iter().map(|&size| (size, step)).collect()
    }

    /// Axes in one segment; the caller knows that the product of the non-zero sizes fits `isize`.
    #[inline]
    pub(super) fn contiguous(shape: &[usize], order: Order) -> Self {
        let mut axes = Self::with_step(shape, 1);
        let (sizes, steps) = axes.both_mut();
        let mut next = 1;
        let mut set = |(step, &mut size): (&mut isize, &mut usize)| {
            *step = next;
            next *= size.max(1) as isize;
        };
        let pairs = steps.iter_mut().zip(sizes);
        match order {
            Order::C => pairs.rev().for_each(&mut set),
            Order::F => pairs.for_each(&mut set),
        }
        axes
    }

    #[inline]
    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    #[inline]
    pub(super) fn shape(&self) -> &[usize] {
        match &self.more {
            None => self.sizes.get(..self.rank).unwrap_or_default(),
            Some(more) => &more.0,
        }
    }

    #[inline]
    pub(super) fn strides(&self) -> &[isize] {
        match &self.more {
            None => self.steps.get(..self.rank).unwrap_or_default(),
            Some(more) => &more.1,
        }
    }

    #[inline]
    pub(super) fn both_mut(&mut self) -> (&mut [usize], &mut [isize]) {
        match &mut self.more {
            None => (
                self.sizes.get_mut(..self.rank).unwrap_or_default(),
                self.steps.get_mut(..self.rank).unwrap_or_default(),
            ),
            Some(more) => (&mut more.0, &mut more.1),
        }
    }

    /// Size and step of each axis, in order.
    #[inline]
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, isize)> + ExactSizeIterator + Clone {
        self.shape().iter().copied().zip(self.strides().iter().copied())
    }

    #[inline]
    pub(super) fn push(&mut self, size: usize, step: isize) {
        match (self.sizes.get_mut(self.rank), self.steps.get_mut(self.rank)) {
            (Some(size_slot), Some(step_slot)) => (*size_slot, *step_slot) = (size, step),
            _ => self.push_outside(size, step),
        }
        self.rank += 1;
    }

    /// Keeps the first `rank` axes; there are at least as many.
    #[inline]
    pub(super) fn truncate(&mut self, rank: usize) {
        self.rank = rank;
        if let Some(more) = &mut self.more {
            more.0.truncate(rank);
            more.1.truncate(rank);
        }
    }

    #[cold]
    fn push_outside(&mut self, size: usize, step: isize) {
        let more = self.more.get_or_insert_with(|| Box::new((self.sizes.to_vec(), self.steps.to_vec())));
        more.0.push(size);
        more.1.push(step);
    }
}

impl FromIterator<(usize, isize)> for Axes {
    #[inline]
    fn from_iter<I: IntoIterator<Item = (usize, isize)>>(pairs: I) -> Self {
        let mut axes = Self::new();
        pairs.into_iter().for_each(|(size, step)| axes.push(size, step));
        axes
    }
}

impl PartialEq for Axes {
    fn eq(&self, other: &Self) -> bool {
        self.shape() == other.shape() && self.strides() == other.strides()
    }
}

impl Eq for Axes {}

impl Hash for Axes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.shape().hash(state);
        self.strides().hash(state);
    }
}
