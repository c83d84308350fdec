//! All indices of a view in row-major order, from both ends.

use super::axes::Axes;
use crate::layout::Dims;

/// A walk over the indices of some axes in row-major order.
///
/// For each index it gives the step in elements from index (0, …, 0). It can go from both ends, skip and be split.
#[derive(Clone)]
pub(super) struct Walk {
    axes: Axes,
    /// The positions still to come, counted in row-major order.
    begin: usize,
    end: usize,
    /// The index at `begin`.
    front: Cursor,
    /// The index at `end`, once something was taken there.
    back: Option<Cursor>,
}

#[derive(Clone)]
struct Cursor {
    index: Dims,
    offset: isize,
}

impl Walk {
    pub(super) fn new(axes: Axes) -> Self {
        let front = Cursor { index: Dims::from_elem(0, axes.rank()), offset: 0 };
        Self { begin: 0, end: axes.len(), front, back: None, axes }
    }

    pub(super) fn len(&self) -> usize {
        self.end - self.begin
    }

    /// What `visit` makes of the next index and its offset.
    #[inline]
    pub(super) fn next_with<R>(&mut self, visit: impl FnOnce(&[usize], isize) -> R) -> Option<R> {
        if self.begin == self.end {
            return None;
        }
        let visited = visit(&self.front.index, self.front.offset);
        self.begin += 1;
        self.front.advance(&self.axes);
        Some(visited)
    }

    /// What `visit` makes of the last index and its offset.
    #[inline]
    pub(super) fn next_back_with<R>(&mut self, visit: impl FnOnce(&[usize], isize) -> R) -> Option<R> {
        if self.begin == self.end {
            return None;
        }
        self.end -= 1;
        match &mut self.back {
            Some(back) => back.retreat(&self.axes),
            back => *back = Some(Cursor::at(&self.axes, self.end)),
        }
        self.back.as_ref().map(|back| visit(&back.index, back.offset))
    }

    /// Leaves out the next `n` positions, or all when there are fewer.
    pub(super) fn skip(&mut self, n: usize) {
        self.begin += n.min(self.len());
        if n > 0 && self.begin < self.end {
            self.front = Cursor::at(&self.axes, self.begin);
        }
    }

    /// Leaves out the last `n` positions, or all when there are fewer.
    pub(super) fn skip_back(&mut self, n: usize) {
        self.end -= n.min(self.len());
        if n > 0 {
            self.back = None;
        }
    }

    /// The first `n` positions and the others.
    pub(super) fn split_at(mut self, n: usize) -> (Self, Self) {
        let mut head = self.clone();
        head.skip_back(self.len().saturating_sub(n));
        self.skip(n);
        (head, self)
    }

    /// Visits the offsets that are left, a whole line of the last axis at a time.
    #[inline]
    pub(super) fn fold<A>(mut self, init: A, mut visit: impl FnMut(A, isize) -> A) -> A {
        let Some((size, stride)) = self.axes.iter().next_back() else {
            return (self.begin..self.end).fold(init, |acc, _| visit(acc, 0));
        };
        let mut acc = init;
        while self.begin < self.end {
            let Some(at) = self.front.index.last_mut() else { break };
            let line = (size - *at).min(self.end - self.begin);
            let mut offset = self.front.offset;
            for _ in 0..line {
                acc = visit(acc, offset);
                offset = offset.wrapping_add(stride);
            }
            *at += line - 1;
            self.front.offset = offset.wrapping_sub(stride);
            self.front.advance(&self.axes);
            self.begin += line;
        }
        acc
    }
}

impl Cursor {
    /// The index at a position of row-major order.
    fn at(axes: &Axes, position: usize) -> Self {
        let (mut index, mut offset, mut rest) = (Dims::from_elem(0, axes.rank()), 0isize, position);
        for (at, (size, stride)) in index.iter_mut().zip(axes.iter()).rev() {
            *at = rest % size;
            rest /= size;
            offset = offset.wrapping_add(stride.wrapping_mul(*at as isize));
        }
        Self { index, offset }
    }

    /// To the next index; from the last one to the first.
    #[inline]
    fn advance(&mut self, axes: &Axes) {
        for (at, (size, stride)) in self.index.iter_mut().zip(axes.iter()).rev() {
            *at += 1;
            if *at < size {
                self.offset = self.offset.wrapping_add(stride);
                return;
            }
            *at = 0;
            self.offset = self.offset.wrapping_sub(stride.wrapping_mul(size as isize - 1));
        }
    }

    /// To the index before; from the first one to the last.
    #[inline]
    fn retreat(&mut self, axes: &Axes) {
        for (at, (size, stride)) in self.index.iter_mut().zip(axes.iter()).rev() {
            if *at > 0 {
                *at -= 1;
                self.offset = self.offset.wrapping_sub(stride);
                return;
            }
            *at = size - 1;
            self.offset = self.offset.wrapping_add(stride.wrapping_mul(size as isize - 1));
        }
    }
}
