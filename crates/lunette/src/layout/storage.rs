//! Sizes and steps side by side: the part of a layout that decides what making a view costs.
//!
//! Up to [`INLINE_AXES`] axes lie inside of the value and are copied as a whole. Two `SmallVec`s, the type at the
//! borders of this room, took twice as long: each is copied by calls whose length is known only at run time.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use super::Order;

/// The number of axes inside of the value: as many as a tensor has room for in 128 bytes. What is not larger is moved by
/// a few instructions, what is by a call.
pub(crate) const INLINE_AXES: usize = 5;

/// Sizes and steps that lie outside of the value, for usual ranks in one allocation.
type Outside = (SmallVec<[usize; 16]>, SmallVec<[isize; 16]>);

/// Sizes and steps inside of the value. They are one, so that a copy of them is one run of words: what is written in
/// pieces and read across their borders a moment later has to wait for the cache.
#[derive(Clone, Copy)]
struct Inside {
    sizes: [usize; INLINE_AXES],
    steps: [isize; INLINE_AXES],
}

/// The size and the step of each axis.
///
/// As long as `more` is `None`, the first `rank` numbers of both arrays count, and `rank` is at most
/// [`INLINE_AXES`]; else the arrays do not count, and `rank` is the length of both lists in `more`.
#[derive(Clone)]
pub(crate) struct Axes {
    rank: usize,
    inside: Inside,
    /// Shared, because then a copy that goes is gone with one test: loops that own axes stay in registers.
    more: Option<Arc<Outside>>,
}

impl Axes {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { rank: 0, inside: Inside { sizes: [0; INLINE_AXES], steps: [0; INLINE_AXES] }, more: None }
    }

    /// Axes of these sizes, all with the same step.
    #[inline]
    pub(crate) fn with_step(shape: &[usize], step: isize) -> Self {
        shape.iter().map(|&size| (size, step)).collect()
    }

    /// Axes in one segment; the caller knows that the product of the non-zero sizes fits `isize`.
    #[inline(always)]
    pub(crate) fn contiguous(shape: &[usize], order: Order) -> Self {
        let mut axes = Self::with_sizes(shape);
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

    /// The number of elements, if the axes are the very ones that fresh row-major memory has, and there is an element.
    #[inline(always)]
    pub(crate) fn len_if_fresh(&self) -> Option<usize> {
        let mut len = 1usize;
        for (size, step) in self.iter().rev() {
            if step != len.cast_signed() {
                return None;
            }
            // Cannot overflow: no layout has so many elements.
            len = len.wrapping_mul(size);
        }
        (len > 0).then_some(len)
    }

    /// Axes of these sizes, whose steps are still to be set.
    #[inline(always)]
    fn with_sizes(shape: &[usize]) -> Self {
        let mut axes = Self::new();
        match axes.inside.sizes.get_mut(..shape.len()) {
            Some(sizes) => {
                sizes.copy_from_slice(shape);
                axes.rank = shape.len();
                axes
            }
            None => Self::with_step(shape, 0),
        }
    }

    #[inline]
    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    #[inline]
    pub(crate) fn shape(&self) -> &[usize] {
        match &self.more {
            None => self.inside.sizes.get(..self.rank).unwrap_or_default(),
            Some(more) => &more.0,
        }
    }

    #[inline]
    pub(crate) fn strides(&self) -> &[isize] {
        match &self.more {
            None => self.inside.steps.get(..self.rank).unwrap_or_default(),
            Some(more) => &more.1,
        }
    }

    #[inline]
    pub(crate) fn both_mut(&mut self) -> (&mut [usize], &mut [isize]) {
        match &mut self.more {
            None => (
                self.inside.sizes.get_mut(..self.rank).unwrap_or_default(),
                self.inside.steps.get_mut(..self.rank).unwrap_or_default(),
            ),
            Some(more) => outside_mut(more),
        }
    }

    /// The arrays; they count only up to a rank of [`INLINE_AXES`].
    #[inline]
    pub(crate) fn inline(&self) -> (&[usize; INLINE_AXES], &[isize; INLINE_AXES]) {
        (&self.inside.sizes, &self.inside.steps)
    }

    /// Size and step of each axis, in order.
    #[inline]
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, isize)> + ExactSizeIterator + Clone {
        self.shape().iter().copied().zip(self.strides().iter().copied())
    }

    #[inline]
    pub(crate) fn push(&mut self, size: usize, step: isize) {
        match (self.inside.sizes.get_mut(self.rank), self.inside.steps.get_mut(self.rank)) {
            (Some(size_slot), Some(step_slot)) => (*size_slot, *step_slot) = (size, step),
            _ => self.push_outside(size, step),
        }
        self.rank += 1;
    }

    /// Keeps the first `rank` axes; there are at least as many.
    #[inline]
    pub(crate) fn truncate(&mut self, rank: usize) {
        match self.more {
            None => self.rank = rank,
            // Made again, because the arrays count once there are few enough axes.
            Some(_) => *self = self.iter().take(rank).collect(),
        }
    }

    /// Takes an axis away, which exists.
    #[inline]
    pub(crate) fn remove(&mut self, axis: usize) {
        if self.more.is_some() {
            *self = self.iter().enumerate().filter(|&(k, _)| k != axis).map(|(_, pair)| pair).collect();
            return;
        }
        for k in axis + 1..INLINE_AXES {
            self.inside.sizes[k - 1] = self.inside.sizes[k];
            self.inside.steps[k - 1] = self.inside.steps[k];
        }
        self.rank -= 1;
    }

    /// Takes the last axis away.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(usize, isize)> {
        let last = self.iter().next_back()?;
        self.truncate(self.rank - 1);
        Some(last)
    }

    #[cold]
    fn push_outside(&mut self, size: usize, step: isize) {
        let more = self.more.get_or_insert_with(|| {
            Arc::new((self.inside.sizes.as_slice().into(), self.inside.steps.as_slice().into()))
        });
        let more = Arc::make_mut(more);
        more.0.push(size);
        more.1.push(step);
    }
}

/// Apart, so that the usual case is small enough to become part of its callers.
#[cold]
fn outside_mut(more: &mut Arc<Outside>) -> (&mut [usize], &mut [isize]) {
    let more = Arc::make_mut(more);
    (&mut more.0, &mut more.1)
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
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        if self.more.is_some() || other.more.is_some() {
            return self.shape() == other.shape() && self.strides() == other.strides();
        }
        // One by one: a comparison of two slices is a call.
        let (mine, others) = (&self.inside, &other.inside);
        let is_same = |k: usize| mine.sizes[k] == others.sizes[k] && mine.steps[k] == others.steps[k];
        self.rank == other.rank && (0..self.rank.min(INLINE_AXES)).all(is_same)
    }
}

impl Eq for Axes {}

impl Hash for Axes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.shape().hash(state);
        self.strides().hash(state);
    }
}
