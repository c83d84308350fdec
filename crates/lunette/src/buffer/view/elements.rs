//! Pointers to the elements of a view in row-major order: what [`Iter`](super::Iter) and
//! [`IterMut`](super::IterMut) have in common.
//!
//! Pointers are made here and followed there: this file has no unsafe code.

use super::raw::Raw;
use super::walk::Walk;

/// Pointers to the elements of a view in row-major order, each one once.
#[derive(Clone)]
pub(super) enum Elements<T> {
    /// All elements lie one after the other. A case of its own, because loops over it vectorise.
    Line(Run<T>),
    /// All others.
    Nest(Nest<T>),
}

/// Elements that lie one step apart; the step is known to who uses the run.
pub(super) struct Run<T> {
    next: *mut T,
    left: usize,
}

/// Runs of the last axis, of which the first and the last may have been used in part.
#[derive(Clone)]
pub(super) struct Nest<T> {
    first: *mut T,
    walk: Walk,
    /// Length and step of a whole run.
    len: usize,
    step: isize,
    front: Run<T>,
    back: Run<T>,
}

impl<T: Copy> Elements<T> {
    pub(super) fn new(raw: &Raw<T>) -> Self {
        let first = raw.first;
        let axes = raw.axes.coalesced();
        match axes.split_last() {
            _ if axes.len() == 0 => Self::Line(Run { next: first, left: 0 }),
            None => Self::Line(Run { next: first, left: 1 }),
            Some((outer, (len, 1))) if outer.rank() == 0 => Self::Line(Run { next: first, left: len }),
            Some((outer, (len, step))) => {
                let done = Run { next: first, left: 0 };
                Self::Nest(Nest { first, walk: Walk::new(outer), len, step, front: done, back: done })
            }
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Line(line) => line.left,
            Self::Nest(nest) => nest.front.left + nest.walk.len() * nest.len + nest.back.left,
        }
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<*mut T> {
        match self {
            Self::Line(line) => line.pop(1),
            Self::Nest(nest) => nest.next(),
        }
    }

    #[inline]
    pub(super) fn next_back(&mut self) -> Option<*mut T> {
        match self {
            Self::Line(line) => line.pop_back(1),
            Self::Nest(nest) => nest.next_back(),
        }
    }

    /// Leaves out the next `n` elements, or all when there are fewer.
    pub(super) fn skip(&mut self, n: usize) {
        match self {
            Self::Line(line) => {
                line.skip(n, 1);
            }
            Self::Nest(nest) => nest.skip(n),
        }
    }

    /// Leaves out the last `n` elements, or all when there are fewer.
    pub(super) fn skip_back(&mut self, n: usize) {
        match self {
            Self::Line(line) => {
                line.skip_back(n);
            }
            Self::Nest(nest) => nest.skip_back(n),
        }
    }

    /// The first `n` elements and the others.
    pub(super) fn split_at(mut self, n: usize) -> (Self, Self) {
        let mut head = self.clone();
        head.skip_back(self.len().saturating_sub(n));
        self.skip(n);
        (head, self)
    }

    #[inline]
    pub(super) fn fold<A>(self, init: A, visit: impl FnMut(A, *mut T) -> A) -> A {
        match self {
            Self::Line(line) => line.fold(1, init, visit),
            Self::Nest(nest) => nest.fold(init, visit),
        }
    }
}

impl<T> Nest<T> {
    #[inline]
    fn next(&mut self) -> Option<*mut T> {
        if self.front.left == 0 && !self.refill() {
            return self.back.pop(self.step);
        }
        self.front.pop(self.step)
    }

    #[inline]
    fn next_back(&mut self) -> Option<*mut T> {
        if self.back.left == 0 && !self.refill_back() {
            return self.front.pop_back(self.step);
        }
        self.back.pop_back(self.step)
    }

    /// Makes the next whole run the front one; false when there is none.
    fn refill(&mut self) -> bool {
        let run = self.walk.next_with(|_, offset| self.first.wrapping_offset(offset));
        run.inspect(|&next| self.front = Run { next, left: self.len }).is_some()
    }

    /// Makes the last whole run the back one; false when there is none.
    fn refill_back(&mut self) -> bool {
        let run = self.walk.next_back_with(|_, offset| self.first.wrapping_offset(offset));
        run.inspect(|&next| self.back = Run { next, left: self.len }).is_some()
    }

    fn skip(&mut self, n: usize) {
        let n = n - self.front.skip(n, self.step);
        if n == 0 {
            return;
        }
        let runs = (n / self.len).min(self.walk.len());
        self.walk.skip(runs);
        let n = n - runs * self.len;
        let partial = if n > 0 && self.refill() { &mut self.front } else { &mut self.back };
        partial.skip(n, self.step);
    }

    fn skip_back(&mut self, n: usize) {
        let n = n - self.back.skip_back(n);
        if n == 0 {
            return;
        }
        let runs = (n / self.len).min(self.walk.len());
        self.walk.skip_back(runs);
        let n = n - runs * self.len;
        let partial = if n > 0 && self.refill_back() { &mut self.back } else { &mut self.front };
        partial.skip_back(n);
    }

    #[inline]
    fn fold<A>(self, init: A, mut visit: impl FnMut(A, *mut T) -> A) -> A {
        let Self { first, walk, len, step, front, back } = self;
        let acc = front.fold(step, init, &mut visit);
        let run = |offset| Run { next: first.wrapping_offset(offset), left: len };
        // The step is tested once, outside of the loops, so that each of them gets its own code.
        let acc = if step == 1 {
            walk.fold(acc, |acc, offset| run(offset).fold(1, acc, &mut visit))
        } else {
            walk.fold(acc, |acc, offset| run(offset).fold(step, acc, &mut visit))
        };
        back.fold(step, acc, visit)
    }
}

impl<T> Clone for Run<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Run<T> {}

impl<T> Run<T> {
    #[inline]
    fn pop(&mut self, step: isize) -> Option<*mut T> {
        self.left = self.left.checked_sub(1)?;
        let here = self.next;
        self.next = here.wrapping_offset(step);
        Some(here)
    }

    #[inline]
    fn pop_back(&mut self, step: isize) -> Option<*mut T> {
        self.left = self.left.checked_sub(1)?;
        Some(self.next.wrapping_offset(step.wrapping_mul(self.left as isize)))
    }

    /// Leaves out up to `n` elements at the front, and says how many.
    #[inline]
    fn skip(&mut self, n: usize, step: isize) -> usize {
        let n = n.min(self.left);
        self.left -= n;
        self.next = self.next.wrapping_offset(step.wrapping_mul(n as isize));
        n
    }

    /// Leaves out up to `n` elements at the back, and says how many.
    #[inline]
    fn skip_back(&mut self, n: usize) -> usize {
        let n = n.min(self.left);
        self.left -= n;
        n
    }

    #[inline(always)]
    fn fold<A>(self, step: isize, init: A, mut visit: impl FnMut(A, *mut T) -> A) -> A {
        let mut acc = init;
        for k in 0..self.left as isize {
            acc = visit(acc, self.next.wrapping_offset(step.wrapping_mul(k)));
        }
        acc
    }
}
