//! The loop engine: N layouts of one shape become one loop nest.
//!
//! Axes of size 1 are dropped, axes that run backwards are turned round, the rest is sorted by the steps of the
//! operands (the first operand, the output, decides) and neighbours that form one longer axis for every operand are
//! merged. What is left is short: a contiguous tensor of any rank is one axis. The nest is pure geometry, in elements;
//! kernels turn its offsets into pointers.

mod build;
pub(crate) mod caches;
pub(crate) mod cancel;
pub(crate) mod threads;
mod walk;

#[cfg(test)]
mod tests;

use smallvec::SmallVec;

pub(crate) use self::walk::{find, walk};

/// One loop: how often it runs, and how far each operand moves with every turn, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis<const N: usize> {
    pub(crate) size: usize,
    pub(crate) strides: [isize; N],
}

/// A loop nest over `N` operands of one shape; operand 0 is the output.
///
/// # Invariants
/// 1. `axes` run from the innermost outwards; every size is at least 2.
/// 2. The offsets that the nest walks through are those of the layouts it was made from, each index once.
/// 3. An empty nest has no axes; `len` is the number of indices.
#[derive(Clone, Debug)]
pub(crate) struct Nest<const N: usize> {
    axes: SmallVec<[Axis<N>; 8]>,
    /// Where each operand starts, relative to its index (0, …, 0).
    start: [isize; N],
    len: usize,
}

impl<const N: usize> Nest<N> {
    /// The number of indices.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The loops, from the innermost outwards.
    pub(crate) fn axes(&self) -> &[Axis<N>] {
        &self.axes
    }

    /// Where each operand starts, relative to its index (0, …, 0).
    pub(crate) fn start(&self) -> [isize; N] {
        self.start
    }

    /// The innermost loop; a nest without axes is one turn of a loop of unit steps.
    pub(crate) fn inner(&self) -> Axis<N> {
        self.axes.first().copied().unwrap_or(Axis { size: 1, strides: [1; N] })
    }

    /// Whether no two indices reach the same element of the output, as far as a look at the sorted steps can tell.
    ///
    /// The answer `true` is certain: each step is longer than all shorter axes together reach.
    pub(crate) fn output_is_injective(&self) -> bool {
        let mut reach = 0usize;
        self.axes.iter().all(|axis| {
            let step = axis.strides[0].unsigned_abs();
            let longer = step > reach;
            reach = reach.saturating_add(step.saturating_mul(axis.size - 1));
            longer
        })
    }

    /// Whether an operand has another element for every index, as far as its steps tell.
    pub(crate) fn moves(&self, n: usize) -> bool {
        self.axes.iter().all(|axis| axis.strides[n] != 0)
    }

    /// The same loops for one operand alone.
    pub(crate) fn operand(&self, n: usize) -> Nest<1> {
        let axis = |axis: &Axis<N>| Axis { size: axis.size, strides: [axis.strides[n]] };
        Nest { axes: self.axes.iter().map(axis).collect(), start: [self.start[n]], len: self.len }
    }

    /// The loops without those that move no operand, and how often they run together: whatever an index reaches is reached
    /// so many times.
    pub(crate) fn distinct(&self) -> (Self, usize) {
        let is_still = |axis: &Axis<N>| axis.strides == [0; N];
        let times = self.axes.iter().filter(|axis| is_still(axis)).map(|axis| axis.size).product();
        let axes = self.axes.iter().filter(|axis| !is_still(axis)).copied().collect();
        (Self { axes, start: self.start, len: self.len / times }, times)
    }

    /// The same indices in the opposite order.
    pub(crate) fn backwards(mut self) -> Self {
        for axis in &mut self.axes {
            for (start, stride) in self.start.iter_mut().zip(&mut axis.strides) {
                *start += (axis.size as isize - 1) * *stride;
                *stride = -*stride;
            }
        }
        self
    }

    /// The axis to cut when `parts` workers share the nest: the outermost that has enough turns for all, else the
    /// longest. None if there is no axis.
    pub(crate) fn axis_to_cut(&self, parts: usize) -> Option<usize> {
        let long_enough = self.axes.iter().rposition(|axis| axis.size >= 2 * parts);
        long_enough.or_else(|| (0..self.axes.len()).max_by_key(|&k| self.axes[k].size))
    }

    /// Part `part` of `parts` of the nest, cut across `axis`; all parts together are the nest.
    pub(crate) fn part(&self, axis: usize, part: usize, parts: usize) -> Self {
        let size = self.axes[axis].size;
        let bound = |k: usize| (size as u128 * k as u128 / parts as u128) as usize;
        self.between(axis, bound(part), bound(part + 1))
    }

    /// The turns `from..to` of `axis`, and everything inside and outside of it.
    fn between(&self, axis: usize, from: usize, to: usize) -> Self {
        let mut cut = self.clone();
        let Axis { size, strides } = self.axes[axis];
        cut.len = self.len / size * (to - from);
        if cut.len == 0 {
            cut.axes.clear();
            return cut;
        }
        for (start, stride) in cut.start.iter_mut().zip(strides) {
            *start += from as isize * stride;
        }
        if to - from == 1 {
            cut.axes.remove(axis);
        } else {
            cut.axes[axis].size = to - from;
        }
        cut
    }
}
