//! Mean and sum of squared deviations, in one pass over memory.
//!
//! A block that lies in the cache is read twice, for its mean and for the deviations from it; blocks are merged by the
//! formula of Chan, Golub and LeVeque. So a large mean does not drown small deviations. Squares of narrow floats may
//! leave their range, though the root of their sum does not: such blocks are read again, as `f64`.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::fold::{Fold, Lanes};
use super::folds::Sum;
use super::kernel::{COLUMNS, Reducer};
use crate::dtype::{Element, Float};

/// Elements whose deviations are taken from one mean.
const BLOCK: usize = 1024;

/// Lanes side by side.
const LANES: usize = 32;

/// The moments of `T`; what comes out is the sum of squared deviations from the mean.
pub(super) struct Moments<T>(PhantomData<T>);

/// Squares of a block whose sum is less than this may have lost digits in `f32`, which ends at 2⁻¹⁴⁹.
const LEAST: f64 = 1.0 / (1_u128 << 110) as f64;

/// How many numbers, their mean, and the sum of their squared deviations from it: those two, and what their roundings
/// have left out. Thousands of blocks are merged one after the other, and the means of two can be as near to each other
/// as a large one is to the next number.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Moment {
    count: f64,
    mean: f64,
    low: f64,
    squares: f64,
    rest: f64,
}

impl Moment {
    const EMPTY: Self = Self { count: 0.0, mean: 0.0, low: 0.0, squares: 0.0, rest: 0.0 };

    /// The moment of numbers that deviate from `center` by `sum` in all, and by `squares` in all squares.
    #[inline(always)]
    fn around(center: f64, count: f64, sum: f64, squares: f64) -> Self {
        let around_mean = squares - sum * sum / count;
        // Where squares have vanished in a narrow type, the sum may not have.
        let around_mean = if around_mean < 0.0 { 0.0 } else { around_mean };
        // Where they are infinite, the square of the sum may be so as well.
        let squares = if squares == f64::INFINITY { squares } else { around_mean };
        Self { count, mean: center, low: sum / count, squares, rest: 0.0 }
    }

    #[inline(always)]
    fn merge(self, other: Self) -> Self {
        let count = self.count + other.count;
        let apart = (other.mean - self.mean) + (other.low - self.low);
        let moved = other.squares + apart * apart * (self.count * other.count / count);
        let (squares, rest) = two_sum(self.squares, moved);
        let (mean, low) = two_sum(self.mean, self.low + apart * (other.count / count));
        let merged = Self { count, mean, low, squares, rest: self.rest + other.rest + rest };
        let first = if self.count == 0.0 { other } else { merged };
        if other.count == 0.0 { self } else { first }
    }
}

/// A sum, and what its rounding has left out (Knuth); that is no number where the sum is infinite.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// A float whose moments are taken.
pub(super) trait Real: Float + Into<f64> {
    /// Whether squares have more room in `f64`.
    const IS_NARROW: bool;

    fn from_f64(value: f64) -> Self;

    /// Whether some of the squares with this sum may have left the range, if the deviations are not all 0.
    #[inline(always)]
    fn are_doubtful(squares: f64) -> bool {
        Self::IS_NARROW && ((squares < LEAST) | !squares.is_finite())
    }
}

impl Real for f32 {
    const IS_NARROW: bool = true;

    #[inline(always)]
    fn from_f64(value: f64) -> Self {
        value as Self
    }
}

impl Real for f64 {
    const IS_NARROW: bool = false;

    #[inline(always)]
    fn from_f64(value: f64) -> Self {
        value
    }
}

impl<T: Real> Reducer for Moments<T>
where
    Sum<T>: Fold<In = T, Out = f64>,
{
    type In = T;
    type Acc = Moment;
    type Out = f64;

    const EMPTY: Moment = Moment::EMPTY;

    #[inline(always)]
    unsafe fn block(src: *const T, len: usize) -> Moment {
        let mut all = Moment::EMPTY;
        for at in (0..len).step_by(BLOCK) {
            // SAFETY: the part lies in the block.
            all = all.merge(unsafe { moment(src.add(at), BLOCK.min(len - at)) });
        }
        all
    }

    #[inline(always)]
    unsafe fn group(src: *const T, stride: isize, rows: usize, columns: usize, accs: *mut Moment) {
        let mut means = [const { MaybeUninit::<T>::uninit() }; COLUMNS];
        let mut sums = [const { MaybeUninit::<T>::uninit() }; COLUMNS];
        let mut squares = [const { MaybeUninit::<T>::uninit() }; COLUMNS];
        let mut apart = [const { MaybeUninit::<T>::uninit() }; COLUMNS];
        let count = rows as f64;
        // SAFETY: there are as many of each as a group has columns at most, and they are written before they are read;
        // the rest is the caller's promise.
        unsafe {
            let [means, sums, squares, apart] =
                [&mut means, &mut sums, &mut squares, &mut apart].map(|list| list.as_mut_ptr().cast::<T>());
            sum_rows(src, stride, rows, columns, means);
            for j in 0..columns {
                means.add(j).write(T::wrapping_mul(means.add(j).read(), T::from_f64(1.0 / count)));
            }
            deviations(src, stride, (rows, columns), means, (sums, squares));
            let read = |from: *const T, j: usize| -> f64 { from.add(j).read().into() };
            let are_doubtful = |j: usize| T::are_doubtful(read(squares, j));
            let any_doubtful = (0..columns).fold(false, |any, j| any | are_doubtful(j));
            if any_doubtful {
                differences(src, stride, (rows, columns), means, apart);
            }
            let number = |row: usize, j: usize| src.offset(row as isize * stride).add(j).read();
            for j in 0..columns {
                let differ = any_doubtful && are_doubtful(j) && apart.add(j).read() != T::ZERO;
                // Among numbers that are not finite there is nothing to find: the moment is NaN.
                let found = match differ && (0..rows).all(|row| number(row, j).is_finite()) {
                    true => wide(rows, |row| number(row, j).into()),
                    false => Moment::around(read(means, j), count, read(sums, j), read(squares, j)),
                };
                accs.add(j).write(accs.add(j).read().merge(found));
            }
        }
    }

    #[inline(always)]
    fn merge(a: Moment, b: Moment) -> Moment {
        a.merge(b)
    }

    #[inline(always)]
    fn finish(acc: Moment) -> f64 {
        if acc.squares.is_finite() { acc.squares + acc.rest } else { acc.squares }
    }
}

/// The moment of one block; `len` is not 0.
///
/// # Safety
/// `len` elements may be read.
#[inline(always)]
unsafe fn moment<T: Real>(src: *const T, len: usize) -> Moment
where
    Sum<T>: Fold<In = T, Out = f64>,
{
    // SAFETY: the caller's promise.
    let sum = unsafe { <Lanes<Sum<T>> as Reducer>::block(src, len) };
    let center = T::from_f64(<Sum<T> as Fold>::finish(sum) / len as f64);
    let (mut sums, mut squares) = ([T::ZERO; LANES], [T::ZERO; LANES]);
    let whole = len - len % LANES;
    for at in (0..whole).step_by(LANES) {
        for k in 0..LANES {
            // SAFETY: `at + k` lies below `whole`.
            let away = T::wrapping_sub(unsafe { src.add(at + k).read() }, center);
            sums[k] = T::wrapping_add(sums[k], away);
            squares[k] = T::wrapping_add(squares[k], T::wrapping_mul(away, away));
        }
    }
    let (mut sum, mut square) = (pairwise(sums), pairwise(squares));
    for k in whole..len {
        // SAFETY: `k` lies below `len`.
        let away: f64 = T::wrapping_sub(unsafe { src.add(k).read() }, center).into();
        sum += away;
        square += away * away;
    }
    if T::are_doubtful(square) {
        // SAFETY: `k` lies below `len`.
        let number = |k: usize| unsafe { src.add(k).read() };
        let all_are_finite = (0..len).fold(true, |all, k| all & number(k).is_finite());
        // Otherwise there is nothing to find: the moment is NaN.
        if all_are_finite && (0..len).fold(false, |any, k| any | (number(k) != center)) {
            return wide(len, |k| number(k).into());
        }
    }
    Moment::around(center.into(), len as f64, sum, square)
}

/// The moment of `len` numbers, in `f64` all the way.
#[cold]
fn wide(len: usize, number: impl Fn(usize) -> f64) -> Moment {
    let center = (0..len).map(&number).sum::<f64>() / len as f64;
    let (mut sum, mut square) = (0.0, 0.0);
    for k in 0..len {
        let away = number(k) - center;
        sum += away;
        square += away * away;
    }
    Moment::around(center, len as f64, sum, square)
}

/// The sum of lanes.
#[inline(always)]
fn pairwise<T: Real>(mut lanes: [T; LANES]) -> f64 {
    let mut half = LANES / 2;
    while half > 0 {
        for k in 0..half {
            lanes[k] = T::wrapping_add(lanes[k], lanes[k + half]);
        }
        half /= 2;
    }
    lanes[0].into()
}

/// The sum of each column.
///
/// # Safety
/// As [`Reducer::group`]; as many sums as columns may be written.
#[inline(always)]
unsafe fn sum_rows<T: Element + Float>(
    src: *const T,
    stride: isize,
    rows: usize,
    columns: usize,
    sums: *mut T,
) {
    // SAFETY: the caller's promise.
    unsafe {
        (0..columns).for_each(|j| sums.add(j).write(T::ZERO));
        for row in 0..rows as isize {
            let src = src.offset(row * stride);
            (0..columns)
                .for_each(|j| sums.add(j).write(T::wrapping_add(sums.add(j).read(), src.add(j).read())));
        }
    }
}

/// The sums of the columns' deviations from their centers, and of the squares of those.
///
/// # Safety
/// As [`sum_rows`], for both sums, and there are as many centers as columns.
#[inline(always)]
unsafe fn deviations<T: Float>(
    src: *const T,
    stride: isize,
    (rows, columns): (usize, usize),
    centers: *const T,
    (sums, squares): (*mut T, *mut T),
) {
    // SAFETY: the caller's promise.
    unsafe {
        for j in 0..columns {
            sums.add(j).write(T::ZERO);
            squares.add(j).write(T::ZERO);
        }
        for row in 0..rows as isize {
            let src = src.offset(row * stride);
            for j in 0..columns {
                let away = T::wrapping_sub(src.add(j).read(), centers.add(j).read());
                sums.add(j).write(T::wrapping_add(sums.add(j).read(), away));
                squares.add(j).write(T::wrapping_add(squares.add(j).read(), T::wrapping_mul(away, away)));
            }
        }
    }
}

/// Deviations of the columns from their centers, one for each column that is not 0 if there is such a one.
///
/// # Safety
/// As [`sum_rows`], and there are as many centers as columns.
#[inline(always)]
unsafe fn differences<T: Float>(
    src: *const T,
    stride: isize,
    (rows, columns): (usize, usize),
    centers: *const T,
    apart: *mut T,
) {
    // SAFETY: the caller's promise.
    unsafe {
        (0..columns).for_each(|j| apart.add(j).write(T::ZERO));
        for row in 0..rows as isize {
            let src = src.offset(row * stride);
            for j in 0..columns {
                let away = T::wrapping_sub(src.add(j).read(), centers.add(j).read());
                apart.add(j).write(if away == T::ZERO { apart.add(j).read() } else { away });
            }
        }
    }
}
