//! The exponential function of matrices: a quotient of polynomials near 0, and squares of it farther away.
//!
//! N. J. Higham, "The scaling and squaring method for the matrix exponential revisited" (2005): up to each of these norms
//! the quotient of that degree is exact to double precision.

use faer::linalg::matmul::matmul_with_conj;
use faer::{Accum, Conj, Par};
use num_traits::{Float, NumCast, Zero};

use crate::{Field, lu, matrix, matrix_mut};

/// The norms up to which the quotients of lower degree do, and their coefficients.
const LOW: [(f64, &[f64]); 4] = [
    (1.495_585_217_958_292e-2, &[120.0, 60.0, 12.0, 1.0]),
    (2.539_398_330_063_23e-1, &[30_240.0, 15_120.0, 3_360.0, 420.0, 30.0, 1.0]),
    (
        9.504_178_996_162_932e-1,
        &[17_297_280.0, 8_648_640.0, 1_995_840.0, 277_200.0, 25_200.0, 1_512.0, 56.0, 1.0],
    ),
    (
        2.097_847_961_257_068,
        &[
            17_643_225_600.0,
            8_821_612_800.0,
            2_075_673_600.0,
            302_702_400.0,
            30_270_240.0,
            2_162_160.0,
            110_880.0,
            3_960.0,
            90.0,
            1.0,
        ],
    ),
];

/// The norm to which larger matrices are brought.
const FAR: f64 = 5.371_920_351_148_152;

/// The coefficients of degree 13.
const HIGH: [f64; 14] = [
    64_764_752_532_480_000.0,
    32_382_376_266_240_000.0,
    7_771_770_303_897_600.0,
    1_187_353_796_428_800.0,
    129_060_195_264_000.0,
    10_559_470_521_600.0,
    670_442_572_800.0,
    33_522_128_640.0,
    1_323_241_920.0,
    40_840_800.0,
    960_960.0,
    16_380.0,
    182.0,
    1.0,
];

/// Overwrites a square matrix by its exponential; all of it is NaN if an element is no finite number, or a square on the
/// way to it holds one that is none.
pub(crate) fn expm<T: Field>(data: &mut [T], n: usize, par: Par) {
    if !data.iter().all(|&value| Field::is_finite(value)) {
        let nan = T::ONE.multiplied_by(<T::Part as Float>::nan());
        return data.fill(nan);
    }
    let [is_lower, is_upper] = [is_zero(data, n, |i, j| i < j), is_zero(data, n, |i, j| i > j)];
    if is_lower && is_upper {
        return data.iter_mut().step_by(n + 1).for_each(|value| *value = value.exponential());
    }
    let norm = norm_of(data, n);
    let squarings = if norm > FAR { (norm / FAR).log2().ceil() as i32 } else { 0 };
    // In two steps: the power of two itself may be no number.
    for half in [squarings / 2, squarings - squarings / 2] {
        let factor = number::<T>(0.5).powi(half);
        data.iter_mut().for_each(|value| *value = value.multiplied_by(factor));
    }
    let square = Square { n, par };
    let [odd, even] = match LOW.iter().find(|(limit, _)| norm <= *limit) {
        Some((_, coefficients)) => square.low(data, coefficients),
        None => square.high(data),
    };
    let mut made: Vec<T> = even.iter().zip(&odd).map(|(even, &odd)| even.plus(odd)).collect();
    let mut below: Vec<T> = even.iter().zip(&odd).map(|(even, &odd)| even.minus(odd)).collect();
    // Columns are taken for rows: the exponential of the transposed matrix is the transposed one.
    let order = lu::factor(&mut below, n, par);
    lu::solve(&below, &order, &mut made, n, par);
    let mut diagonal: Vec<T> = data.iter().step_by(n + 1).copied().collect();
    for _ in 0..squarings {
        if !made.iter().all(|&value| Field::is_finite(value)) {
            made.fill(T::ONE.multiplied_by(<T::Part as Float>::nan()));
            break;
        }
        if made.iter().all(|&value| value == T::ZERO) {
            break;
        }
        made = square.product(&made, &made);
        if is_lower || is_upper {
            // The diagonal of a triangle is known, and squares of it would be less and less exact.
            for (value, known) in made.iter_mut().step_by(n + 1).zip(&mut diagonal) {
                *known = known.plus(*known);
                *value = known.exponential();
            }
        }
    }
    data.copy_from_slice(&made);
}

/// Whether all elements of a part of the matrix are 0, which is told by row and column.
fn is_zero<T: Field>(data: &[T], n: usize, is_part: impl Fn(usize, usize) -> bool) -> bool {
    data.iter().enumerate().all(|(k, &value)| !is_part(k % n, k / n) || value == T::ZERO)
}

/// The greatest sum of the absolute values of a column.
fn norm_of<T: Field>(data: &[T], n: usize) -> f64 {
    let number = |part: T::Part| <f64 as NumCast>::from(part).unwrap_or(f64::MAX);
    // Both parts may be numbers where the absolute value is none.
    let wide = |value: &T| match number(value.modulus()) {
        size if size.is_finite() => size,
        _ => number(value.largest_part()) * std::f64::consts::SQRT_2,
    };
    // Beyond all numbers it may as well be the largest: the exponential is none.
    let columns =
        data.chunks_exact(n.max(1)).map(|column| column.iter().map(wide).sum::<f64>().min(f64::MAX));
    columns.fold(0.0, f64::max)
}

fn number<T: Field>(value: f64) -> T::Part {
    <T::Part as NumCast>::from(value).unwrap_or_else(T::Part::zero)
}

/// Arithmetic of square matrices.
#[derive(Clone, Copy)]
struct Square {
    n: usize,
    par: Par,
}

impl Square {
    fn product<T: Field>(self, a: &[T], b: &[T]) -> Vec<T> {
        let mut made = vec![T::ZERO; a.len()];
        let (n, no) = (self.n, Conj::No);
        let out = matrix_mut(&mut made, n, n);
        matmul_with_conj(out, Accum::Replace, matrix(a, n, n), no, matrix(b, n, n), no, T::ONE, self.par);
        made
    }

    /// Matrices times numbers, and a number on the diagonal, added up.
    fn sum<T: Field>(self, diagonal: f64, terms: &[(f64, &[T])]) -> Vec<T> {
        let mut made = vec![T::ZERO; self.n * self.n];
        for &(coefficient, term) in terms {
            let coefficient = number::<T>(coefficient);
            made.iter_mut()
                .zip(term)
                .for_each(|(sum, value)| *sum = sum.plus(value.multiplied_by(coefficient)));
        }
        let diagonal = T::ONE.multiplied_by(number::<T>(diagonal));
        made.iter_mut().step_by(self.n + 1).for_each(|value| *value = value.plus(diagonal));
        made
    }

    /// The odd and the even part of a polynomial of degree 3 to 9.
    fn low<T: Field>(self, x: &[T], coefficients: &[f64]) -> [Vec<T>; 2] {
        let mut powers = vec![self.product(x, x)];
        while 2 * powers.len() + 2 < coefficients.len() {
            let next = self.product(&powers[powers.len() - 1], &powers[0]);
            powers.push(next);
        }
        let part = |first: usize| {
            let terms: Vec<(f64, &[T])> = powers
                .iter()
                .enumerate()
                .map(|(k, power)| (coefficients[2 * k + 2 + first], &power[..]))
                .collect();
            self.sum(coefficients[first], &terms)
        };
        [self.product(x, &part(1)), part(0)]
    }

    /// The odd and the even part of the polynomial of degree 13, by six products.
    fn high<T: Field>(self, x: &[T]) -> [Vec<T>; 2] {
        let second = self.product(x, x);
        let fourth = self.product(&second, &second);
        let sixth = self.product(&second, &fourth);
        let part = |first: usize| {
            let at = |k: usize| HIGH[k + first];
            let upper = self.sum(0.0, &[(at(12), &sixth), (at(10), &fourth), (at(8), &second)]);
            let upper = self.product(&sixth, &upper);
            self.sum(at(0), &[(1.0, &upper), (at(6), &sixth), (at(4), &fourth), (at(2), &second)])
        };
        [self.product(x, &part(1)), part(0)]
    }
}
