//! From strides to a nest: drop, turn round, sort, merge.

use smallvec::SmallVec;

use super::{Axis, Nest};

impl<const N: usize> Nest<N> {
    /// The nest over operands of one shape; every list of strides is as long as the shape.
    pub(crate) fn new(shape: &[usize], strides: [&[isize]; N]) -> Self {
        let len = shape.iter().product();
        let mut nest = Self { axes: SmallVec::new(), start: [0; N], len };
        if len == 0 {
            return nest;
        }
        for (k, &size) in shape.iter().enumerate() {
            if size != 1 {
                nest.push_forward(Axis { size, strides: strides.map(|strides| strides[k]) });
            }
        }
        if nest.axes.len() > 1 {
            nest.sort();
            nest.merge();
        }
        nest
    }

    /// The nest that visits the indices in row-major order: axes keep their order and direction, and are merged.
    pub(crate) fn row_major(shape: &[usize], strides: [&[isize]; N]) -> Self {
        let len = shape.iter().product();
        let mut nest = Self { axes: SmallVec::new(), start: [0; N], len };
        if len > 0 {
            for (k, &size) in shape.iter().enumerate().rev().filter(|&(_, &size)| size != 1) {
                nest.axes.push(Axis { size, strides: strides.map(|strides| strides[k]) });
            }
            nest.merge();
        }
        nest
    }

    /// Adds an axis, turned round if the first operand that moves along it moves backwards.
    fn push_forward(&mut self, mut axis: Axis<N>) {
        if axis.strides.iter().find(|&&stride| stride != 0).is_some_and(|&stride| stride < 0) {
            for (start, stride) in self.start.iter_mut().zip(&mut axis.strides) {
                *start += (axis.size as isize - 1) * *stride;
                *stride = -*stride;
            }
        }
        self.axes.push(axis);
    }

    /// Innermost first, by the steps of the output, then of the other operands.
    ///
    /// An insertion sort, because ranks are small, and because the comparison is no total order: an operand that
    /// stands still along one of two axes has no opinion about them.
    fn sort(&mut self) {
        // Row-major tensors come outermost first; reversed they are sorted already.
        self.axes.reverse();
        for end in 1..self.axes.len() {
            let mut at = end;
            while at > 0 && belongs_inside(&self.axes[at], &self.axes[at - 1]) {
                self.axes.swap(at, at - 1);
                at -= 1;
            }
        }
    }

    /// Joins neighbours that every operand walks through in one unbroken series of steps.
    fn merge(&mut self) {
        let mut kept = 0;
        for k in 1..self.axes.len() {
            let (inner, outer) = (self.axes[kept], self.axes[k]);
            let unbroken =
                |n: usize| inner.strides[n].checked_mul(inner.size as isize) == Some(outer.strides[n]);
            if (0..N).all(unbroken) {
                self.axes[kept].size *= outer.size;
            } else {
                kept += 1;
                self.axes[kept] = outer;
            }
        }
        self.axes.truncate(kept + 1);
    }
}

/// Whether `axis` belongs inside of `other`: the first operand that moves along both takes the shorter step.
fn belongs_inside<const N: usize>(axis: &Axis<N>, other: &Axis<N>) -> bool {
    for (step, other_step) in axis.strides.iter().zip(&other.strides) {
        if *step != 0 && *other_step != 0 && step.abs() != other_step.abs() {
            return step.abs() < other_step.abs();
        }
    }
    false
}
