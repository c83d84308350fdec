//! The roots of secular equations, and the vectors that follow from them.
//!
//! `constant + Σ weight[i] / (pole[i] - x) = 0` has one root between any two poles, and one above the last. All numbers
//! are `f64` whatever the matrix holds: only vectors are as many as to take time, and those are made in its precision.
//! A root is kept as its distance from the pole that is nearest, so its distances from all poles are exact to the last
//! digits; the weights for which the roots are exact ones are computed from these (Gu and Eisenstat, 1994). That makes
//! the vectors orthogonal, however close roots are.

use std::marker::PhantomData;

use faer::Par;

use crate::share::for_each_share;
use crate::vector::{self, Kernel};

/// How many terms are summed side by side.
pub(super) const LANES: usize = 16;

/// How many roots, or weights, a thread takes at a time.
const SHARE: usize = 32;

/// Steps after which a root is taken as it is; a few are enough, and each halves what is left in the worst case.
const MOST_STEPS: usize = 200;

/// How poles are given.
pub(super) trait Poles: Send + Sync {
    /// The distance of two poles, exact but for the last digits.
    fn distance(a: f64, b: f64) -> f64;
}

/// Poles as they are.
pub(super) struct Plain;
/// Poles of which the roots are given.
pub(super) struct Squares;

impl Poles for Plain {
    #[inline(always)]
    fn distance(a: f64, b: f64) -> f64 {
        a - b
    }
}

impl Poles for Squares {
    #[inline(always)]
    fn distance(a: f64, b: f64) -> f64 {
        (a - b) * (a + b)
    }
}

/// A root: the pole that is nearest, and what has to be added to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Root {
    pub(super) pole: f64,
    pub(super) offset: f64,
}

/// A secular equation; its poles ascend, and no weight is 0.
pub(super) struct Equation<'a> {
    poles: &'a [f64],
    weights: &'a [f64],
    constant: f64,
    /// The share of the sum of all terms, in absolute value, that counts as 0.
    tolerance: f64,
}

/// What an equation comes to somewhere.
#[derive(Clone, Copy)]
struct Sums {
    value: f64,
    /// The sum of the absolute values of all terms.
    size: f64,
    slope: f64,
    /// The part of the slope that belongs to poles below.
    slope_below: f64,
}

/// Where a root is looked for.
struct Search<'a> {
    equation: &'a Equation<'a>,
    /// The distances of all poles from the nearest one, padded.
    distances: &'a [f64],
    /// The weights, padded by zeros.
    weights: &'a [f64],
    /// The two poles whose terms are kept as they are while the others are approximated.
    poles: [usize; 2],
    is_last: bool,
    /// Whether the lower one of the two poles is the nearest.
    is_lower: bool,
}

impl<'a> Equation<'a> {
    /// The equation of poles and weights; `epsilon` is the precision that the roots need.
    pub(super) fn new(poles: &'a [f64], weights: &'a [f64], constant: f64, epsilon: f64) -> Self {
        // Rounding errors of the lanes, and of what is made of them.
        let digits = (8 + poles.len() / LANES) as f64 * f64::EPSILON;
        Self { poles, weights, constant, tolerance: digits.max(epsilon / 16.0) }
    }

    /// All roots, in ascending order.
    pub(super) fn roots<P: Poles>(&self, par: Par) -> Vec<Root> {
        let n = self.poles.len();
        let mut roots = vec![Root::default(); n];
        let mut weights = vec![0.0; n.next_multiple_of(LANES)];
        weights[..n].copy_from_slice(self.weights);
        for_each_share(par, &mut roots, SHARE, |first, roots| {
            vector::run(FindRoots::<P> {
                equation: self,
                first,
                weights: &weights,
                roots,
                poles: PhantomData,
            });
        });
        roots
    }

    #[inline(always)]
    fn root<P: Poles>(&self, j: usize, weights: &[f64], distances: &mut [f64]) -> Root {
        let n = self.poles.len();
        if n == 1 {
            return Root { pole: self.poles[0], offset: self.weights[0] / self.constant };
        }
        let is_last = j + 1 == n;
        let poles = if is_last { [n - 2, n - 1] } else { [j, j + 1] };
        let gap = P::distance(self.poles[poles[1]], self.poles[poles[0]]);
        // The root is in this half, or in the other one: of the pole at its end.
        let (near, half) = if is_last {
            (n - 1, self.weights.iter().sum::<f64>() / self.constant / 2.0)
        } else {
            (j, gap / 2.0)
        };
        self.fill::<P>(near, distances);
        let sums = sums(distances, weights, half, self.constant);
        let rest = poles.iter().fold(sums.value, |sum, &k| sum - weights[k] / (distances[k] - half));
        let is_lower = !is_last && sums.value >= 0.0;
        let (near, bounds) = match (is_last, sums.value >= 0.0) {
            (false, true) => (j, [0.0, half]),
            (false, false) => (j + 1, [-half, 0.0]),
            (true, true) => (j, [0.0, half]),
            (true, false) => (j, [half, 2.0 * half]),
        };
        if !is_last && !is_lower {
            self.fill::<P>(near, distances);
        }
        let search = Search { equation: self, distances, weights, poles, is_last, is_lower };
        Root { pole: self.poles[near], offset: search.run(rest, gap, bounds) }
    }

    /// The distances of all poles from one of them.
    #[inline(always)]
    fn fill<P: Poles>(&self, near: usize, distances: &mut [f64]) {
        let origin = self.poles[near];
        for (distance, &pole) in distances.iter_mut().zip(self.poles) {
            *distance = P::distance(pole, origin);
        }
    }
}

impl Search<'_> {
    /// The offset of the root, from what the other poles come to half way, and from the bounds it is between.
    #[inline(always)]
    fn run(&self, rest: f64, gap: f64, mut bounds: [f64; 2]) -> f64 {
        let mut offset = self.guess(rest, gap);
        let (mut before, mut is_fixed) = (f64::INFINITY, true);
        for _ in 0..MOST_STEPS {
            if !(offset > bounds[0] && offset < bounds[1]) {
                offset = between(bounds);
                if offset == bounds[0] || offset == bounds[1] {
                    break;
                }
            }
            let sums = sums(self.distances, self.weights, offset, self.equation.constant);
            let noise = self.equation.tolerance * sums.size + f64::EPSILON * offset.abs() * sums.slope;
            if sums.value.abs() <= noise {
                break;
            }
            bounds[usize::from(sums.value > 0.0)] = offset;
            if sums.value.abs() > before / 10.0 {
                is_fixed = !is_fixed;
            }
            before = sums.value.abs();
            let next = offset + self.step(&sums, offset, is_fixed);
            if next == offset {
                break;
            }
            offset = next;
        }
        offset
    }

    /// The root, if all poles but two came to a constant.
    #[inline(always)]
    fn guess(&self, rest: f64, gap: f64) -> f64 {
        let [w0, w1] = self.poles.map(|k| self.weights[k]);
        let (a, b) =
            if self.is_lower { (rest * gap + w0 + w1, w0 * gap) } else { (w0 + w1 - rest * gap, -w1 * gap) };
        self.solve(a, b, rest)
    }

    /// How far the root is, if each half of the poles came to a constant and one pole with the same slope. Either one of
    /// the two keeps its own weight, and the other takes what is left (fixed weight), or each takes that of its half (the
    /// middle way; Li, 1994): where the one converges slowly, the other does not.
    #[inline(always)]
    fn step(&self, sums: &Sums, offset: f64, is_fixed: bool) -> f64 {
        let [d0, d1] = self.poles.map(|k| self.distances[k] - offset);
        let [w0, w1] = self.poles.map(|k| self.weights[k]);
        let rest = if self.is_last {
            let slope = w1 / (d1 * d1);
            (sums.value - d0 * (sums.slope - slope) - d1 * slope).abs()
        } else if !is_fixed {
            sums.value - d0 * sums.slope_below - d1 * (sums.slope - sums.slope_below)
        } else if self.is_lower {
            sums.value - d1 * sums.slope - (d0 - d1) * w0 / (d0 * d0)
        } else {
            sums.value - d0 * sums.slope - (d1 - d0) * w1 / (d1 * d1)
        };
        let a = (d0 + d1) * sums.value - d0 * d1 * sums.slope;
        let step = self.solve(a, d0 * d1 * sums.value, rest);
        // Newton's step at least goes the right way.
        if step * sums.value < 0.0 { step } else { -sums.value / sums.slope }
    }

    /// The solution of `c x² - a x + b = 0` between the two poles, or above both.
    #[inline(always)]
    fn solve(&self, a: f64, b: f64, c: f64) -> f64 {
        let root = (a * a - 4.0 * b * c).abs().sqrt();
        let root = if self.is_last { -root } else { root };
        let is_positive = if self.is_last { a >= 0.0 } else { a > 0.0 };
        if is_positive == self.is_last { (a - root) / (2.0 * c) } else { 2.0 * b / (a + root) }
    }
}

/// A number between two others, near the geometric mean if that is far from the arithmetic one.
#[inline(always)]
fn between([low, high]: [f64; 2]) -> f64 {
    if low != 0.0 && high != 0.0 && low.is_sign_negative() == high.is_sign_negative() {
        // Roots before the product, which might vanish; their rounding must not lead out of the bounds.
        let mean = (low.abs().sqrt() * high.abs().sqrt()).copysign(low);
        return mean.max(low).min(high);
    }
    // One of them is the pole itself, which the root may be very near to.
    (low + high) / 1024.0
}

/// The equation at a distance from the pole that all distances are from.
#[inline(always)]
fn sums(distances: &[f64], weights: &[f64], offset: f64, constant: f64) -> Sums {
    let mut lanes = [[0.0; LANES]; 4];
    let ((distances, _), (weights, _)) = (distances.as_chunks::<LANES>(), weights.as_chunks::<LANES>());
    for (distances, weights) in distances.iter().zip(weights) {
        for k in 0..LANES {
            let inverse = 1.0 / (distances[k] - offset);
            let term = weights[k] * inverse;
            lanes[0][k] += term;
            lanes[1][k] += term.abs();
            lanes[2][k] += term * inverse;
            lanes[3][k] += term * inverse.abs();
        }
    }
    let [terms, sizes, slope, slope_signed] = lanes.map(total);
    Sums {
        value: constant + terms,
        size: constant.abs() + sizes,
        slope,
        slope_below: (slope - slope_signed) / 2.0,
    }
}

/// The sum of all lanes.
#[inline(always)]
fn total(mut lanes: [f64; LANES]) -> f64 {
    let mut len = LANES / 2;
    while len > 0 {
        for k in 0..len {
            lanes[k] += lanes[k + len];
        }
        len /= 2;
    }
    lanes[0]
}

/// The absolute values of the square roots of the weights of which the roots found are the exact ones.
pub(super) fn exact_weights<P: Poles>(poles: &[f64], roots: &[Root], par: Par) -> Vec<f64> {
    let mut made = vec![1.0; poles.len()];
    for_each_share(par, &mut made, SHARE, |first, made| {
        let own = &poles[first..first + made.len()];
        vector::run(FindWeights::<P> { poles, roots, own, made, kind: PhantomData });
    });
    made
}

/// Finds the roots from one on, in the vectors that the processor has.
struct FindRoots<'a, P> {
    equation: &'a Equation<'a>,
    first: usize,
    weights: &'a [f64],
    roots: &'a mut [Root],
    poles: PhantomData<P>,
}

impl<P: Poles> Kernel for FindRoots<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        let mut distances = vec![f64::MAX; self.weights.len()];
        for (root, j) in self.roots.iter_mut().zip(self.first..) {
            *root = self.equation.root::<P>(j, self.weights, &mut distances);
        }
    }
}

/// Multiplies up the weights of some poles.
struct FindWeights<'a, P> {
    poles: &'a [f64],
    roots: &'a [Root],
    own: &'a [f64],
    made: &'a mut [f64],
    kind: PhantomData<P>,
}

impl<P: Poles> Kernel for FindWeights<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        for (root, &other) in self.roots.iter().zip(self.poles) {
            for (product, &pole) in self.made.iter_mut().zip(self.own) {
                let distance = P::distance(pole, other);
                let distance = if distance == 0.0 { 1.0 } else { distance };
                *product *= (P::distance(pole, root.pole) - root.offset) / distance;
            }
        }
        self.made.iter_mut().for_each(|product| *product = product.abs().sqrt());
    }
}

/// The length of a vector that is padded by zeros.
#[inline(always)]
pub(super) fn length(padded: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    for chunk in padded.as_chunks::<LANES>().0 {
        for k in 0..LANES {
            lanes[k] += chunk[k] * chunk[k];
        }
    }
    total(lanes).sqrt()
}
