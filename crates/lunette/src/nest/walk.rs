//! Running a nest: the outer loops are counted here, the inner ones belong to the kernel.

use std::convert::Infallible;

use smallvec::SmallVec;

use super::{Axis, Nest};

impl<const N: usize> Nest<N> {
    /// Calls `row` with the offsets where each run of the innermost loop starts; [`Nest::inner`] says how it goes on.
    #[inline(always)]
    pub(crate) fn for_each_row(&self, row: impl FnMut([isize; N])) {
        if self.len > 0 {
            walk(self.axes.get(1..).unwrap_or_default(), self.start, row);
        }
    }
}

/// Calls `visit` with the offsets of every combination of turns of `axes` (innermost first), in order.
///
/// The innermost of them is a plain loop; the others are an odometer, which moves once for a whole run of it.
#[inline(always)]
pub(crate) fn walk<const N: usize>(axes: &[Axis<N>], start: [isize; N], mut visit: impl FnMut([isize; N])) {
    // The search for what does not exist: its answer takes no room, so that nothing is left of it in the loops.
    let _: Option<Infallible> = find(axes, start, |at| {
        visit(at);
        None
    });
}

/// As [`walk`], until `look` finds something.
#[inline(always)]
pub(crate) fn find<const N: usize, F>(
    axes: &[Axis<N>],
    start: [isize; N],
    mut look: impl FnMut([isize; N]) -> Option<F>,
) -> Option<F> {
    let Some((first, outer)) = axes.split_first() else {
        return look(start);
    };
    let mut turns: SmallVec<[usize; 8]> = SmallVec::from_elem(0, outer.len());
    let mut base = start;
    loop {
        let mut at = base;
        for _ in 0..first.size {
            if let Some(found) = look(at) {
                return Some(found);
            }
            advance(&mut at, &first.strides, 1);
        }
        if !next_turn(outer, &mut turns, &mut base) {
            return None;
        }
    }
}

/// Moves the odometer on; false when it has gone all the way round.
fn next_turn<const N: usize>(axes: &[Axis<N>], turns: &mut [usize], base: &mut [isize; N]) -> bool {
    for (axis, turn) in axes.iter().zip(turns) {
        *turn += 1;
        if *turn < axis.size {
            advance(base, &axis.strides, 1);
            return true;
        }
        advance(base, &axis.strides, 1 - *turn as isize);
        *turn = 0;
    }
    false
}

/// Moves every offset by `steps` of its stride; wrapping, because the step after the last one may lead anywhere.
#[inline(always)]
fn advance<const N: usize>(at: &mut [isize; N], strides: &[isize; N], steps: isize) {
    for (at, stride) in at.iter_mut().zip(strides) {
        *at = at.wrapping_add(stride.wrapping_mul(steps));
    }
}
