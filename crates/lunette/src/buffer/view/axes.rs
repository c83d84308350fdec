//! The axes of a view, in fixed places.

use std::sync::Arc;

use crate::error::{Error, ErrorKind};
use crate::layout::{Dims, Layout};

/// How many axes are kept in place.
pub(super) const NEAR: usize = 8;

/// The sizes and steps of a view's axes, up to eight of them at fixed places.
///
/// A [`Layout`] keeps them in vectors that may lie on the heap, so after each store through a view the compiler has
/// to read them again. Here it can hold them in registers: a loop over `v[[i, j]] = …` is ten times as fast.
#[derive(Clone)]
pub(super) struct Axes {
    rank: usize,
    shape: [usize; NEAR],
    strides: [isize; NEAR],
    /// All axes, when there are more than [`NEAR`]; the arrays then mean nothing.
    far: Option<Arc<Far>>,
}

#[derive(Clone)]
struct Far {
    shape: Vec<usize>,
    strides: Vec<isize>,
}

impl Axes {
    /// No axes: one element.
    #[inline]
    pub(super) fn new() -> Self {
        Self { rank: 0, shape: [0; NEAR], strides: [0; NEAR], far: None }
    }

    #[inline]
    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    #[inline]
    pub(super) fn shape(&self) -> &[usize] {
        match &self.far {
            // There is always such a part; saying so by `unwrap` would cost a branch that panics.
            None => self.shape.get(..self.rank).unwrap_or(&[]),
            Some(far) => &far.shape,
        }
    }

    #[inline]
    pub(super) fn strides(&self) -> &[isize] {
        match &self.far {
            None => self.strides.get(..self.rank).unwrap_or(&[]),
            Some(far) => &far.strides,
        }
    }

    /// The number of indices.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Size and step of each axis.
    #[inline]
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, isize)> + ExactSizeIterator {
        self.shape().iter().copied().zip(self.strides().iter().copied())
    }

    /// Size and step of the last axis.
    #[inline]
    pub(super) fn last(&self) -> Option<(usize, isize)> {
        self.iter().next_back()
    }

    /// Adds an axis at the end.
    #[inline]
    pub(super) fn push(&mut self, size: usize, stride: isize) {
        match (self.shape.get_mut(self.rank), self.strides.get_mut(self.rank), &self.far) {
            (Some(last_size), Some(last_stride), None) => {
                *last_size = size;
                *last_stride = stride;
            }
            _ => self.push_far(size, stride),
        }
        self.rank += 1;
    }

    #[cold]
    fn push_far(&mut self, size: usize, stride: isize) {
        let near = || Arc::new(Far { shape: self.shape.to_vec(), strides: self.strides.to_vec() });
        let far = Arc::make_mut(self.far.get_or_insert_with(near));
        far.shape.push(size);
        far.strides.push(stride);
    }

    /// Takes the last axis away.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(usize, isize)> {
        let last = self.last()?;
        self.rank -= 1;
        if let Some(far) = &mut self.far {
            let far = Arc::make_mut(far);
            far.shape.pop();
            far.strides.pop();
        }
        Some(last)
    }

    /// The axes without one of them.
    pub(super) fn without(&self, axis: usize) -> Self {
        if self.far.is_some() {
            return self.iter().enumerate().filter(|&(k, _)| k != axis).map(|(_, axis)| axis).collect();
        }
        let from = |k: usize| if k < axis { k } else { (k + 1) % NEAR };
        let shape = std::array::from_fn(|k| self.shape[from(k)]);
        let strides = std::array::from_fn(|k| self.strides[from(k)]);
        Self { rank: self.rank - 1, shape, strides, far: None }
    }

    /// One of the axes.
    #[inline]
    pub(super) fn only(&self, axis: usize) -> Self {
        self.iter().skip(axis).take(1).collect()
    }

    /// The same axes with other sizes: `resize` gets the number of each axis and its size.
    #[inline]
    pub(super) fn resized(&self, mut resize: impl FnMut(usize, usize) -> usize) -> Self {
        self.iter().enumerate().map(|(k, (size, stride))| (resize(k, size), stride)).collect()
    }

    /// The fewest axes that go through the same elements in the same order: axes of size 1 dropped, neighbours merged.
    pub(super) fn coalesced(&self) -> Self {
        let mut merged = Self::new();
        let mut open: Option<(usize, isize)> = None;
        for (size, stride) in self.iter().filter(|&(size, _)| size != 1) {
            open = Some(match open {
                // Wrapping: an empty view's strides may be anything.
                Some((n, s)) if s == stride.wrapping_mul(size as isize) => (n * size, stride),
                Some((n, s)) => {
                    merged.push(n, s);
                    (size, stride)
                }
                None => (size, stride),
            });
        }
        if let Some((n, s)) = open {
            merged.push(n, s);
        }
        merged
    }

    /// The number of elements, when they lie one after the other in row-major order.
    #[inline]
    pub(super) fn line(&self) -> Option<usize> {
        let mut step = 1;
        for (size, stride) in self.iter().rev() {
            if stride != step && size != 1 {
                return (self.len() == 0).then_some(0);
            }
            step *= size as isize;
        }
        Some(step as usize)
    }

    /// The step in elements from index (0, …, 0) to the lowest element that is reached; 0 when there is none.
    pub(super) fn lowest(&self) -> isize {
        if self.len() == 0 {
            return 0;
        }
        self.iter().map(|(size, stride)| (stride * (size as isize - 1)).min(0)).sum()
    }

    /// The step in elements from index (0, …, 0) to the index at a position of row-major order, which exists.
    #[inline]
    pub(super) fn offset_at(&self, position: usize) -> isize {
        let (mut offset, mut rest) = (0isize, position);
        for (axis, (size, stride)) in self.iter().enumerate().rev() {
            // The first axis needs no division, so a walk over two axes needs none at all.
            let at = if axis == 0 { rest } else { rest % size };
            offset = offset.wrapping_add(stride.wrapping_mul(at as isize));
            if axis > 0 {
                rest /= size;
            }
        }
        offset
    }

    /// The index at a position of row-major order, which exists.
    pub(super) fn index_at(&self, position: usize) -> Dims {
        let (mut index, mut rest) = (Dims::from_elem(0, self.rank), position);
        for (at, &size) in index.iter_mut().zip(self.shape()).rev() {
            *at = rest % size;
            rest /= size;
        }
        index
    }

    /// The step in elements from index (0, …, 0) to this index.
    ///
    /// # Panics
    /// With the words of the errors, if the index has another rank or lies outside.
    #[inline]
    #[track_caller]
    pub(super) fn offset_of<const N: usize>(&self, index: [usize; N]) -> isize {
        if N > NEAR {
            return self.offset_of_slice(&index);
        }
        if self.rank != N {
            wrong_rank(self.rank, N);
        }
        let mut offset = 0isize;
        for (axis, i) in index.into_iter().enumerate() {
            let size = self.shape[axis];
            if i >= size {
                out_of_range(axis, i, size);
            }
            // Wrapping for the compiler's sake: an index inside overflows nothing (layout invariant 3).
            offset = offset.wrapping_add((i as isize).wrapping_mul(self.strides[axis]));
        }
        offset
    }

    /// The same for an index whose length is known at run time.
    #[inline]
    #[track_caller]
    pub(super) fn offset_of_slice(&self, index: &[usize]) -> isize {
        if self.rank != index.len() {
            wrong_rank(self.rank, index.len());
        }
        let mut offset = 0isize;
        for (axis, (&i, (size, stride))) in index.iter().zip(self.iter()).enumerate() {
            if i >= size {
                out_of_range(axis, i, size);
            }
            offset = offset.wrapping_add((i as isize).wrapping_mul(stride));
        }
        offset
    }
}

impl FromIterator<(usize, isize)> for Axes {
    #[inline]
    fn from_iter<I: IntoIterator<Item = (usize, isize)>>(axes: I) -> Self {
        let mut all = Self::new();
        axes.into_iter().for_each(|(size, stride)| all.push(size, stride));
        all
    }
}

impl From<&Layout> for Axes {
    #[inline]
    fn from(layout: &Layout) -> Self {
        layout.shape().iter().copied().zip(layout.strides().iter().copied()).collect()
    }
}

// The facts go by value: passing an array or `self` by reference would force the index into memory on every turn of
// the user's loop, and the loop would not be vectorised.

#[cold]
#[inline(never)]
#[track_caller]
fn out_of_range(axis: usize, index: usize, len: usize) -> ! {
    let index = i64::try_from(index).unwrap_or(i64::MAX);
    panic!("{}", Error::from(ErrorKind::IndexOutOfRange { op: "index", axis, index, len }))
}

#[cold]
#[inline(never)]
#[track_caller]
fn wrong_rank(expected: usize, found: usize) -> ! {
    panic!("{}", Error::from(ErrorKind::AxisCount { op: "index", expected, found }))
}
