//! What views ask of axes: parts of them, elements by index or by position.

use crate::error::{Error, ErrorKind};
use crate::layout::{Axes, Dims, INLINE_AXES};

impl Axes {
    /// The number of indices.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Size and step of the last axis.
    #[inline]
    pub(super) fn last(&self) -> Option<(usize, isize)> {
        self.iter().next_back()
    }

    /// The axes without one of them.
    #[inline]
    pub(super) fn without(&self, axis: usize) -> Self {
        let mut rest = self.clone();
        rest.remove(axis);
        rest
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
        let (mut index, mut rest) = (Dims::from_elem(0, self.rank()), position);
        for (at, &size) in index.iter_mut().zip(self.shape()).rev() {
            *at = rest % size;
            rest /= size;
        }
        index
    }

    /// The step in elements from index (0, …, 0) to this index.
    ///
    /// The axes are read at fixed places, where the compiler can hold them in registers over the stores of a loop.
    ///
    /// # Panics
    /// With the words of the errors, if the index has another rank or lies outside.
    #[inline]
    #[track_caller]
    pub(super) fn offset_of<const N: usize>(&self, index: [usize; N]) -> isize {
        if N > INLINE_AXES {
            return self.offset_of_slice(&index);
        }
        if self.rank() != N {
            wrong_rank(self.rank(), N);
        }
        let (shape, strides) = self.inline();
        let mut offset = 0isize;
        for (axis, i) in index.into_iter().enumerate() {
            let size = shape[axis];
            if i >= size {
                out_of_range(axis, i, size);
            }
            // Wrapping for the compiler's sake: an index inside overflows nothing (layout invariant 3).
            offset = offset.wrapping_add((i as isize).wrapping_mul(strides[axis]));
        }
        offset
    }

    /// The same for an index whose length is known at run time.
    #[inline]
    #[track_caller]
    pub(super) fn offset_of_slice(&self, index: &[usize]) -> isize {
        if self.rank() != index.len() {
            wrong_rank(self.rank(), index.len());
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
    panic!("index: expected {expected} integers, one for each axis, found {found}")
}
