//! Whether two layouts, or two indices of one layout, reach the same memory.
//!
//! Both questions are about sums: can `Σ step_k · x_k` with `0 ≤ x_k ≤ bound_k` be a given number? The quick answers
//! come first; [`solver`](super::solver) gives the exact one within a bound of work.

use smallvec::SmallVec;

use super::solver::{LIMIT, MAX_TRIES, Problem, Term};
use super::{AxisList, Layout};

/// The answer to a question about shared memory.
///
/// ```
/// use lunette::layout::{Layout, Order, Overlap, overlap};
/// let x = Layout::contiguous(&[4], Order::C)?;
/// assert_eq!(overlap(&x, 8, &x, 8), Overlap::Yes);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// Nothing is shared.
    No,
    /// Something is shared.
    Yes,
    /// The search ended at its bound of work; to be treated as [`Yes`](Self::Yes).
    Unsure,
}

impl Overlap {
    /// Whether the memory must be treated as shared.
    ///
    /// ```
    /// use lunette::layout::Overlap;
    /// assert!(Overlap::Unsure.is_possible() && !Overlap::No.is_possible());
    /// ```
    pub fn is_possible(self) -> bool {
        self != Self::No
    }
}

/// Whether some byte belongs to an element of both; the offsets count from the same place in memory.
///
/// ```
/// use lunette::layout::{Layout, Order, Overlap, overlap};
/// // Even and odd places never meet, though they lie between each other.
/// let (even, odd) = (Layout::new(&[3], &[2], 0)?, Layout::new(&[3], &[2], 1)?);
/// assert_eq!(overlap(&even, 4, &odd, 4), Overlap::No);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn overlap(a: &Layout, a_item: usize, b: &Layout, b_item: usize) -> Overlap {
    let unit = gcd(a_item, b_item);
    let (Some(a_extent), Some(b_extent)) = (a.extent(), b.extent()) else { return Overlap::No };
    if a_item == 0 || b_item == 0 {
        return Overlap::No;
    }
    // Everything lies at multiples of `unit`. A size below 2^64 times an offset below 2^63 fits `i128`.
    let (a_item, b_item) = ((a_item / unit) as i128, (b_item / unit) as i128);
    let ends = |(lowest, highest): (usize, usize), item: i128| {
        (lowest as i128 * item, highest as i128 * item + item - 1)
    };
    let (a_low, a_high) = ends(a_extent, a_item);
    let (b_low, b_high) = ends(b_extent, b_item);
    if a_high < b_low || b_high < a_low {
        return Overlap::No;
    }
    if a_high.max(b_high) > LIMIT as i128 {
        return Overlap::Unsure;
    }
    // `a` counted up from its lowest place meets `b` counted down from its highest one.
    let mut problem = Problem::new((b_high - a_low) as i64);
    for (layout, item) in [(a, a_item as i64), (b, b_item as i64)] {
        problem.add(Term { step: 1, bound: item - 1 });
        for (size, stride) in layout.axes.iter().filter(|&(size, _)| size > 1) {
            problem.add(Term { step: stride.abs() as i64 * item, bound: size as i64 - 1 });
        }
    }
    let mut tries = MAX_TRIES;
    problem.solve(&mut tries)
}

impl Layout {
    /// Whether two indices mean the same element: a stretched axis, overlapping windows.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order, Overlap};
    /// # fn main() -> lunette::Result<()> {
    /// let x = Layout::contiguous(&[5], Order::C)?;
    /// assert_eq!(x.overlaps_itself(), Overlap::No);
    /// assert_eq!(x.windows(&[2], None)?.overlaps_itself(), Overlap::Yes);
    /// assert_eq!(x.broadcast_to(&[2, 5])?.overlaps_itself(), Overlap::Yes);
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn overlaps_itself(&self) -> Overlap {
        if self.steps_over() { Overlap::No } else { self.search_itself() }
    }

    /// Whether the axes in their order, or in the opposite one, each step over all that the faster ones reach.
    ///
    /// This settles nearly all layouts without sorting.
    fn steps_over(&self) -> bool {
        let axes = self.axes.iter();
        nested(axes.clone().rev()) || nested(axes)
    }

    fn search_itself(&self) -> Overlap {
        let Some((lowest, highest)) = self.extent() else { return Overlap::No };
        let mut axes: AxisList = (0..self.rank()).filter(|&axis| self.shape()[axis] > 1).collect();
        axes.sort_unstable_by_key(|&axis| self.strides()[axis].unsigned_abs());
        let axes = axes.iter().map(|&axis| (self.shape()[axis], self.strides()[axis]));
        if nested(axes.clone()) {
            return Overlap::No;
        }
        // The search counts differences of indices, which span twice the extent.
        if (highest - lowest) as u64 > LIMIT as u64 / 2 {
            return Overlap::Unsure;
        }
        let mut faster: SmallVec<[Term; 8]> = SmallVec::new();
        let mut tries = MAX_TRIES;
        for (size, stride) in axes {
            let term = Term { step: stride.abs() as i64, bound: size as i64 - 1 };
            match differ_first(term, &faster, &mut tries) {
                Overlap::No => faster.push(term),
                found => return found,
            }
        }
        Overlap::No
    }
}

/// Whether two indices that differ on this axis, and else only on faster ones, can mean the same element.
///
/// Let the difference on this axis be `1 + y`; differences on a faster axis run from `-bound` to `bound`, which is
/// `z - bound`. The sum must be zero: `step · y + Σ step_i · z_i = Σ step_i · bound_i - step`.
fn differ_first(axis: Term, faster: &[Term], tries: &mut u32) -> Overlap {
    let reach: i64 = faster.iter().map(|term| term.step * term.bound).sum();
    let mut problem = Problem::new(reach - axis.step);
    problem.add(Term { step: axis.step, bound: axis.bound - 1 });
    for term in faster {
        problem.add(Term { step: term.step, bound: 2 * term.bound });
    }
    problem.solve(tries)
}

/// Whether each axis, from the fastest on, steps over all that the axes before it reach.
fn nested(mut axes: impl Iterator<Item = (usize, isize)>) -> bool {
    let mut reach = 0usize;
    axes.all(|(size, stride)| {
        let step = stride.unsigned_abs();
        let fits = size == 1 || size == 0 || step > reach;
        // Wrapping: only an empty layout can overflow, and it does not overlap whatever the answer.
        reach = reach.wrapping_add(step.wrapping_mul(size.saturating_sub(1)));
        fits
    })
}

fn gcd(mut a: usize, mut b: usize) -> usize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
