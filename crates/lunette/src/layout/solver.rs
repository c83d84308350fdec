//! Bounded sums: whether `Σ step_k · x_k = target` has a solution with whole numbers `0 ≤ x_k ≤ bound_k`.
//!
//! In general this is as hard as packing a knapsack, but steps of real layouts nest. Terms that together reach every
//! multiple of one step are merged into one term first, which leaves few. The rest is searched from the largest step
//! on: at each term only those `x` are tried that keep the remainder within the reach of the smaller terms and
//! divisible by their common divisor. The last two terms therefore need one try.

use smallvec::SmallVec;

use super::Overlap;

/// No sum in a [`Problem`] may exceed this: products of two such numbers fit `i128`, sums of two fit `i64`.
pub(super) const LIMIT: i64 = 1 << 61;

/// Values that the search for one answer may try before it gives up; some hundred microseconds.
pub(super) const MAX_TRIES: u32 = 10_000;

/// The values `step · x` for `0 ≤ x ≤ bound`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) step: i64,
    pub(super) bound: i64,
}

/// A sum to be reached; the caller keeps the sum of all terms, and the target, within two times [`LIMIT`].
pub(super) struct Problem {
    terms: SmallVec<[Term; 8]>,
    target: i64,
}

/// A term, and what it and all smaller ones can do together.
struct Level {
    term: Term,
    /// The largest sum.
    reach: i64,
    /// What divides every sum.
    divisor: i64,
    /// `x` takes every `stride`-th value: others leave a remainder that the smaller terms cannot divide.
    stride: i64,
    /// Times `remainder / divisor` this is such a value of `x`, modulo `stride`.
    inverse: i64,
}

impl Problem {
    pub(super) fn new(target: i64) -> Self {
        Self { terms: SmallVec::new(), target }
    }

    pub(super) fn add(&mut self, term: Term) {
        if term.step != 0 && term.bound > 0 {
            self.terms.push(term);
        }
    }

    /// The answer; what it costs is taken from `tries`.
    pub(super) fn solve(mut self, tries: &mut u32) -> Overlap {
        if self.target < 0 {
            return Overlap::No;
        }
        self.merge();
        let levels = self.levels();
        Search { levels: &levels, tries }.run(0, self.target)
    }

    /// Merges terms whose sums are all the multiples of one step: `{0, s, …, us} + {0, cs, …, vcs}` has no gap when
    /// `c ≤ u + 1`, and is `{0, s, …, (u + cv)s}`.
    fn merge(&mut self) {
        self.terms.sort_unstable_by_key(|term| term.step);
        let mut merged: SmallVec<[Term; 8]> = SmallVec::new();
        for &term in &self.terms {
            let without_gap = |m: &&mut Term| term.step % m.step == 0 && term.step / m.step <= m.bound + 1;
            match merged.iter_mut().find(without_gap) {
                Some(m) => m.bound += term.step / m.step * term.bound,
                None => merged.push(term),
            }
        }
        self.terms = merged;
    }

    /// The terms from the largest step on.
    fn levels(&self) -> SmallVec<[Level; 8]> {
        let mut levels: SmallVec<[Level; 8]> = SmallVec::new();
        let (mut reach, mut smaller) = (0, 0);
        for &term in &self.terms {
            let (divisor, inverse) = inverse_of(term.step, smaller);
            reach += term.step * term.bound;
            levels.push(Level { term, reach, divisor, stride: smaller / divisor, inverse });
            smaller = divisor;
        }
        levels.reverse();
        levels
    }
}

struct Search<'a> {
    levels: &'a [Level],
    tries: &'a mut u32,
}

impl Search<'_> {
    /// Whether the terms from `depth` on can make `target`, which is not negative.
    fn run(&mut self, depth: usize, target: i64) -> Overlap {
        let Some(level) = self.levels.get(depth) else {
            return if target == 0 { Overlap::Yes } else { Overlap::No };
        };
        if target > level.reach || target % level.divisor != 0 {
            return Overlap::No;
        }
        let Some(smaller) = self.levels.get(depth + 1) else {
            return Overlap::Yes;
        };
        let Term { step, bound } = level.term;
        let lowest = ((target - smaller.reach).max(0) + step - 1) / step;
        let highest = bound.min(target / step);
        let mut x = lowest + (level.wanted(target) - lowest).rem_euclid(level.stride);
        while x <= highest {
            let Some(left) = self.tries.checked_sub(1) else { return Overlap::Unsure };
            *self.tries = left;
            match self.run(depth + 1, target - step * x) {
                Overlap::No => x += level.stride,
                found => return found,
            }
        }
        Overlap::No
    }
}

impl Level {
    /// A value of `x`, below `stride`, that leaves the smaller terms a remainder they can divide.
    fn wanted(&self, target: i64) -> i64 {
        let quotient = (target / self.divisor) as i128;
        (quotient * self.inverse as i128).rem_euclid(self.stride as i128) as i64
    }
}

/// The greatest common divisor `d` of two numbers, the first above 0, and the inverse of `a / d` modulo `b / d`.
fn inverse_of(a: i64, b: i64) -> (i64, i64) {
    // Throughout, `r ≡ a · s` modulo `b`.
    let (mut r, mut s) = (a, 1i64);
    let (mut next_r, mut next_s) = (b, 0i64);
    while next_r != 0 {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (s, next_s) = (next_s, s - quotient * next_s);
    }
    (r, s)
}
