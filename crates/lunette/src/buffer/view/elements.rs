//! Pointers to the elements of a view in row-major order: what [`Iter`](super::Iter) and
//! [`IterMut`](super::IterMut) have in common.
//!
//! Pointers are made here and followed there: this file has no unsafe code.

use super::raw::Raw;
use super::walk::Walk;
use crate::layout::Layout;

/// Shows where each byte is that `layout` reaches, counted from `start`; a byte that several indices reach comes for each.
pub(in crate::buffer) fn each_byte(start: *const u8, layout: &Layout, mut visit: impl FnMut(*const u8)) {
    let elements = Elements::new(&Raw::new(start.cast_mut(), layout.clone()));
    elements.fold((), |(), byte| visit(byte.cast_const()));
}

/// Pointers to the elements of a view in row-major order, each one once.
#[derive(Clone)]
pub(super) enum Elements<T> {
    /// All elements lie one after the other. A case of its own, because loops over it vectorise.
    Run { next: *mut T, left: usize },
    /// All others.
    Walk { first: *mut T, walk: Walk },
}

impl<T: Copy> Elements<T> {
    #[inline]
    pub(super) fn new(raw: &Raw<T>) -> Self {
        match raw.axes().line() {
            Some(len) => Self::Run { next: raw.first, left: len },
            None => Self::Walk { first: raw.first, walk: Walk::new(raw.axes().coalesced()) },
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Run { left, .. } => *left,
            Self::Walk { walk, .. } => walk.len(),
        }
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<*mut T> {
        match self {
            Self::Run { next, left } => {
                *left = left.checked_sub(1)?;
                let here = *next;
                *next = here.wrapping_add(1);
                Some(here)
            }
            Self::Walk { first, walk } => walk.next().map(|place| first.wrapping_offset(place.offset)),
        }
    }

    #[inline]
    pub(super) fn next_back(&mut self) -> Option<*mut T> {
        match self {
            Self::Run { next, left } => {
                *left = left.checked_sub(1)?;
                Some(next.wrapping_add(*left))
            }
            Self::Walk { first, walk } => walk.next_back().map(|place| first.wrapping_offset(place.offset)),
        }
    }

    /// Leaves out the next `n` elements, or all when there are fewer.
    pub(super) fn skip(&mut self, n: usize) {
        match self {
            Self::Run { next, left } => {
                let n = n.min(*left);
                *left -= n;
                *next = next.wrapping_add(n);
            }
            Self::Walk { walk, .. } => walk.skip(n),
        }
    }

    /// Leaves out the last `n` elements, or all when there are fewer.
    pub(super) fn skip_back(&mut self, n: usize) {
        match self {
            Self::Run { left, .. } => *left -= n.min(*left),
            Self::Walk { walk, .. } => walk.skip_back(n),
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
    pub(super) fn fold<A>(self, init: A, mut visit: impl FnMut(A, *mut T) -> A) -> A {
        match self {
            Self::Run { next, left } => (0..left).fold(init, |acc, k| visit(acc, next.wrapping_add(k))),
            Self::Walk { first, walk } => {
                walk.fold(init, |acc, offset| visit(acc, first.wrapping_offset(offset)))
            }
        }
    }
}
