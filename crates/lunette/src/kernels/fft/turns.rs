//! The factors between the two passes of a long transform: powers of a root of one.

use std::f64::consts::TAU;

use num_complex::{Complex, Complex64};

use crate::kernels::isa::{self, Isa, Task};
use lunette_fourier::Real;

/// So many neighbours share one factor of a product of two.
const RUN: usize = 32;

/// `exp(i * turn * e / n)` for whole `e` below `n`, as products of a coarse and a fine entry: two tables of the root
/// of `n` entries instead of one of `n`, which would not stay in the cache.
pub(super) struct Turns {
    coarse: Vec<Complex64>,
    fine: Vec<Complex64>,
    /// There are so many fine entries, as a power of two.
    bits: u32,
}

/// `exp(2πi e / n)` for `e` up to `n`, which fit four times into an integer. The angle that is computed with is at most an
/// eighth of a turn from a quarter: larger ones are rounded more coarsely.
pub(super) fn turn(e: usize, n: usize) -> Complex64 {
    let quarter = (4 * e + n / 2) / n;
    let rest = (4 * e) as isize - (quarter * n) as isize;
    let (sin, cos) = (TAU * rest as f64 / (4 * n) as f64).sin_cos();
    match quarter % 4 {
        0 => Complex64::new(cos, sin),
        1 => Complex64::new(-sin, cos),
        2 => Complex64::new(-cos, -sin),
        _ => Complex64::new(sin, -cos),
    }
}

impl Turns {
    /// The turns of this sign, 1 or -1.
    pub(super) fn new(n: usize, sign: f64) -> Self {
        let bits = n.ilog2().div_ceil(2);
        let turn = |e: usize| {
            let turn = turn(e, n);
            Complex64::new(turn.re, sign * turn.im)
        };
        Self {
            coarse: (0..=n >> bits).map(|k| turn(k << bits)).collect(),
            fine: (0..1 << bits).map(turn).collect(),
            bits,
        }
    }

    /// The turn of `e`, below `n`.
    pub(super) fn rounded<T: Real>(&self, e: usize) -> Complex<T> {
        let turn = self.coarse[e >> self.bits] * self.fine[e & ((1 << self.bits) - 1)];
        Complex::new(T::nearest(turn.re), T::nearest(turn.im))
    }

    /// Multiplies entry `k` of a lane by the turn of `k * step`; the products stay below `n`.
    pub(super) fn multiply<T: Real>(&self, lane: &mut [Complex<T>], step: usize) {
        let within: Vec<Complex<T>> = (0..RUN.min(lane.len())).map(|k| self.rounded(k * step)).collect();
        for (k, run) in lane.chunks_mut(RUN).enumerate() {
            isa::run(Multiply { run, first: self.rounded(k * RUN * step), within: &within });
        }
    }
}

/// Numbers multiplied by the products of one factor with those of a list.
struct Multiply<'a, T> {
    run: &'a mut [Complex<T>],
    first: Complex<T>,
    within: &'a [Complex<T>],
}

impl<T: Real> Task for Multiply<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        for (x, &turn) in self.run.iter_mut().zip(self.within) {
            *x = *x * (self.first * turn);
        }
    }
}
