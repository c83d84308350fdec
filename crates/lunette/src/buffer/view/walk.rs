//! All indices of a view in row-major order, from both ends.

use crate::layout::Axes;

/// A walk over the indices of some axes in row-major order.
///
/// For each index it gives the step in elements from index (0, …, 0). It can go from both ends, skip and be split.
/// The last axis is walked by itself, so that most steps are one addition. Where each line along it starts is computed
/// from the line's number; counters for all axes would save that, but kept a loop's state out of registers, and made
/// every step three times as slow.
#[derive(Clone)]
pub(super) struct Walk {
    /// All axes but the last.
    outer: Axes,
    /// Size and step of the last axis; one entry where there is no axis.
    size: usize,
    step: isize,
    /// The lines still to come, counted in row-major order.
    begin: usize,
    end: usize,
    /// What is left of the line that was begun at the front.
    front: Line,
    /// What is left of the line that was begun at the back.
    back: Line,
}

/// The entries `at..end` of a line along the last axis.
#[derive(Clone, Copy)]
struct Line {
    at: usize,
    end: usize,
    /// The offset of entry `at`.
    offset: isize,
}

/// One index of a walk.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The number of the line along the last axis.
    pub(super) line: usize,
    /// The index on the last axis; 0 where there is no axis.
    pub(super) at: usize,
    pub(super) offset: isize,
}

impl Walk {
    pub(super) fn new(mut axes: Axes) -> Self {
        let (size, step) = axes.pop().unwrap_or((1, 0));
        // Where the last axis is empty there are no lines, and what a line would hold does not matter.
        let (size, end) = if size == 0 { (1, 0) } else { (size, axes.len()) };
        let none = Line { at: 0, end: 0, offset: 0 };
        Self { outer: axes, size, step, begin: 0, end, front: none, back: none }
    }

    /// All axes but the last; none where there is none.
    pub(super) fn outer(&self) -> &Axes {
        &self.outer
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.front.len() + (self.end - self.begin) * self.size + self.back.len()
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<Place> {
        if self.front.at == self.front.end && !self.begin_front() {
            // The last line that is left was begun at the back; its number is `end`.
            return (self.back.at < self.back.end).then(|| self.back.pop(self.end, self.step));
        }
        // The line after it is `begin`.
        Some(self.front.pop(self.begin.wrapping_sub(1), self.step))
    }

    #[inline]
    pub(super) fn next_back(&mut self) -> Option<Place> {
        if self.back.at == self.back.end && !self.begin_back() {
            let line = self.begin.wrapping_sub(1);
            return (self.front.at < self.front.end).then(|| self.front.pop_back(line, self.step));
        }
        Some(self.back.pop_back(self.end, self.step))
    }

    /// Begins the next whole line at the front; false when there is none.
    #[inline]
    fn begin_front(&mut self) -> bool {
        if self.begin == self.end {
            return false;
        }
        self.front = Line { at: 0, end: self.size, offset: self.outer.offset_at(self.begin) };
        self.begin += 1;
        true
    }

    /// Begins the last whole line at the back; false when there is none.
    #[inline]
    fn begin_back(&mut self) -> bool {
        if self.begin == self.end {
            return false;
        }
        self.end -= 1;
        self.back = Line { at: 0, end: self.size, offset: self.outer.offset_at(self.end) };
        true
    }

    /// Leaves out the next `n` places, or all when there are fewer.
    pub(super) fn skip(&mut self, n: usize) {
        let n = n - self.front.skip(n, self.step);
        let whole = (n / self.size).min(self.end - self.begin);
        self.begin += whole;
        let n = n - whole * self.size;
        let partial = if n > 0 && self.begin_front() { &mut self.front } else { &mut self.back };
        partial.skip(n, self.step);
    }

    /// Leaves out the last `n` places, or all when there are fewer.
    pub(super) fn skip_back(&mut self, n: usize) {
        let n = n - self.back.skip_back(n);
        let whole = (n / self.size).min(self.end - self.begin);
        self.end -= whole;
        let n = n - whole * self.size;
        let partial = if n > 0 && self.begin_back() { &mut self.back } else { &mut self.front };
        partial.skip_back(n);
    }

    /// The first `n` places and the others.
    pub(super) fn split_at(mut self, n: usize) -> (Self, Self) {
        let mut head = self.clone();
        head.skip_back(self.len().saturating_sub(n));
        self.skip(n);
        (head, self)
    }

    /// Visits the offsets that are left, a line or more at a time.
    ///
    /// Never inlined, so that the way without a walk stays short.
    #[inline(never)]
    pub(super) fn fold<A>(self, init: A, mut visit: impl FnMut(A, isize) -> A) -> A {
        let acc = self.front.fold(self.step, init, &mut visit);
        let line = |offset| Line { at: 0, end: self.size, offset };
        // The step is tested once, outside of the loops, so that each of them gets its own code.
        let acc = if self.step == 1 {
            self.fold_lines(acc, |acc, offset| line(offset).fold(1, acc, &mut visit))
        } else {
            self.fold_lines(acc, |acc, offset| line(offset).fold(self.step, acc, &mut visit))
        };
        self.back.fold(self.step, acc, visit)
    }

    /// Visits the offsets of the lines that are left; those along the last of the outer axes in one loop.
    #[inline]
    fn fold_lines<A>(&self, init: A, mut visit: impl FnMut(A, isize) -> A) -> A {
        let (size, step) = self.outer.last().unwrap_or((1, 0));
        let (mut acc, mut next) = (init, self.begin);
        while next < self.end {
            let sheet = Line { at: next % size, end: size, offset: self.outer.offset_at(next) };
            let sheet = Line { end: size.min(sheet.at + (self.end - next)), ..sheet };
            acc = sheet.fold(step, acc, &mut visit);
            next += sheet.len();
        }
        acc
    }
}

impl Line {
    #[inline]
    fn len(&self) -> usize {
        self.end - self.at
    }

    /// Takes the first entry, which exists.
    #[inline]
    fn pop(&mut self, line: usize, step: isize) -> Place {
        let place = Place { line, at: self.at, offset: self.offset };
        self.at += 1;
        self.offset = self.offset.wrapping_add(step);
        place
    }

    /// Takes the last entry, which exists.
    #[inline]
    fn pop_back(&mut self, line: usize, step: isize) -> Place {
        self.end -= 1;
        let offset = self.offset.wrapping_add(step.wrapping_mul(self.len() as isize));
        Place { line, at: self.end, offset }
    }

    /// Leaves out up to `n` entries at the front, and says how many.
    fn skip(&mut self, n: usize, step: isize) -> usize {
        let n = n.min(self.len());
        self.at += n;
        self.offset = self.offset.wrapping_add(step.wrapping_mul(n as isize));
        n
    }

    /// Leaves out up to `n` entries at the back, and says how many.
    fn skip_back(&mut self, n: usize) -> usize {
        let n = n.min(self.len());
        self.end -= n;
        n
    }

    #[inline(always)]
    fn fold<A>(self, step: isize, init: A, mut visit: impl FnMut(A, isize) -> A) -> A {
        let mut acc = init;
        for k in 0..self.len() as isize {
            acc = visit(acc, self.offset.wrapping_add(step.wrapping_mul(k)));
        }
        acc
    }
}
