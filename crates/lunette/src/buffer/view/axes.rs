//! The axes of a view, in fixed places.

use crate::error::{Error, ErrorKind};
use crate::layout::Layout;

/// How many axes are kept in place.
const NEAR: usize = 8;

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
    far: Option<Box<Far>>,
}

#[derive(Clone)]
struct Far {
    shape: Vec<usize>,
    strides: Vec<isize>,
}

impl Axes {
    /// No axes: one element.
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
            // The second arm is for the compiler, which then knows that the length is in bounds.
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
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, isize)> + ExactSizeIterator {
        self.shape().iter().copied().zip(self.strides().iter().copied())
    }

    /// Adds an axis at the end.
    #[inline]
    pub(super) fn push(&mut self, size: usize, stride: isize) {
        match (&mut self.far, self.rank) {
            (None, rank @ 0..NEAR) => {
                self.shape[rank] = size;
                self.strides[rank] = stride;
            }
            (far, _) => {
                let far = far.get_or_insert_with(|| {
                    Box::new(Far { shape: self.shape.to_vec(), strides: self.strides.to_vec() })
                });
                far.shape.push(size);
                far.strides.push(stride);
            }
        }
        self.rank += 1;
    }

    /// The axes without one of them.
    pub(super) fn without(&self, axis: usize) -> Self {
        self.iter().enumerate().filter(|&(k, _)| k != axis).map(|(_, axis)| axis).collect()
    }

    /// One of the axes.
    pub(super) fn only(&self, axis: usize) -> Self {
        self.iter().skip(axis).take(1).collect()
    }

    /// The same axes with other sizes: `resize` gets the number of each axis and its size.
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
    pub(super) fn line(&self) -> Option<usize> {
        let len = self.len();
        let mut step = 1;
        for (size, stride) in self.iter().rev().filter(|&(size, _)| size != 1 && len > 0) {
            if stride != step {
                return None;
            }
            step *= size as isize;
        }
        Some(len)
    }

    /// The axes without the last one, and that one.
    pub(super) fn split_last(&self) -> Option<(Self, (usize, isize))> {
        let last = self.iter().next_back()?;
        Some((self.iter().take(self.rank - 1).collect(), last))
    }

    /// The step in elements from index (0, …, 0) to the lowest element that is reached; 0 when there is none.
    pub(super) fn lowest(&self) -> isize {
        if self.len() == 0 {
            return 0;
        }
        self.iter().map(|(size, stride)| (stride * (size as isize - 1)).min(0)).sum()
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
    fn from_iter<I: IntoIterator<Item = (usize, isize)>>(axes: I) -> Self {
        let mut all = Self::new();
        axes.into_iter().for_each(|(size, stride)| all.push(size, stride));
        all
    }
}

impl From<&Layout> for Axes {
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
