//! Matrices of up to four rows, on the stack: for so few numbers, memory and loops of any length take longer than the work.
//!
//! They lie row by row. Only elements of moderate size are taken, whose products are numbers; the functions give nothing
//! for others, which have to be scaled first.

mod abreast;

use num_traits::{Float, Zero};

pub use self::abreast::ABREAST;
pub(crate) use self::abreast::determinants;
use crate::Field;

/// So many rows are few.
pub const TINY: usize = 4;

/// A matrix, row by row.
type Rows<T, const N: usize> = [[T; N]; N];

/// Triangular factors in one matrix, and where its rows come from.
struct Factors<T, const N: usize> {
    rows: Rows<T, N>,
    order: [usize; N],
    is_odd: bool,
}

/// Runs a function of the size that is known only here; nothing for others.
macro_rules! of_size {
    ($n:expr, $function:ident($($argument:expr),*)) => {
        match $n {
            1 => $function::<_, 1>($($argument),*),
            2 => $function::<_, 2>($($argument),*),
            3 => $function::<_, 3>($($argument),*),
            4 => $function::<_, 4>($($argument),*),
            _ => None,
        }
    };
}

/// The determinant of a matrix of moderate elements and pivots.
pub(crate) fn determinant<T: Field>(matrix: &[T], n: usize) -> Option<T> {
    of_size!(n, determinant_of(matrix))
}

/// Overwrites a matrix by its inverse, or gives the first pivot that is exactly 0.
pub(crate) fn invert<T: Field>(matrix: &mut [T], n: usize) -> Option<Result<(), usize>> {
    of_size!(n, invert_in(matrix))
}

/// Overwrites the sides, row by row, by the solutions, or gives the first pivot that is exactly 0.
pub(crate) fn solve<T: Field>(matrix: &[T], n: usize, right: &mut [T]) -> Option<Result<(), usize>> {
    of_size!(n, solve_in(matrix, right))
}

/// Overwrites a matrix, whose lower half is read, by its lower factor, or gives the first pivot that is not positive.
pub(crate) fn cholesky<T: Field>(matrix: &mut [T], n: usize) -> Option<Result<(), usize>> {
    of_size!(n, cholesky_in(matrix))
}

/// The rows of a matrix, and what is known of its elements.
struct Read<T: Field, const N: usize> {
    rows: Rows<T, N>,
    /// The largest part of an element; one that is NaN does not count.
    most: T::Part,
    are_finite: bool,
}

impl<T: Field, const N: usize> Read<T, N> {
    fn of(matrix: &[T]) -> Self {
        let mut read = Self { rows: [[T::ZERO; N]; N], most: T::Part::zero(), are_finite: true };
        for (row, from) in read.rows.iter_mut().zip(matrix.chunks_exact(N)) {
            row.copy_from_slice(from);
            for value in row {
                let size = value.largest_part();
                read.most = if size > read.most { size } else { read.most };
                read.are_finite &= Field::is_finite(*value);
            }
        }
        read
    }

    /// The rows, if all elements are numbers, and the largest of them is neither large nor small.
    fn moderate(self) -> Option<Rows<T, N>> {
        (self.are_finite && is_moderate::<T>(self.most)).then_some(self.rows)
    }

    /// Whether all elements but zeros are moderate, so that no product of theirs vanishes.
    fn has_no_small(&self) -> bool {
        let is_held = |value: &T| *value == T::ZERO || is_moderate::<T>(value.largest_part());
        self.are_finite && self.rows.as_flattened().iter().all(is_held)
    }
}

/// The rows of a matrix whose elements are numbers, the largest of them neither large nor small.
fn moderate<T: Field, const N: usize>(matrix: &[T]) -> Option<Rows<T, N>> {
    Read::of(matrix).moderate()
}

/// Whether what [`by_minors`] gives for a matrix is its determinant, `most` being the largest part of an element: no
/// product can have left the numbers, and what vanished from one is nothing beside the result. That is at least the
/// product of three of the least moderate numbers; at most, a part of a product that was too small to be held has been
/// multiplied by one of the largest. A part that is NaN leaves a sum that is NaN.
#[inline(always)]
fn is_sure<T: Field>(found: T, most: T::Part) -> bool {
    let [least, largest] = T::MODERATE;
    (found.largest_part() >= least * least * least) & !Float::is_nan(found.sum_of_parts()) & (most <= largest)
}

fn is_moderate<T: Field>(size: T::Part) -> bool {
    size >= T::MODERATE[0] && size <= T::MODERATE[1]
}

/// The factors, or the first pivot that is exactly 0.
fn factored<T: Field, const N: usize>(mut rows: Rows<T, N>) -> Result<Factors<T, N>, usize> {
    let (mut order, mut is_odd) = (std::array::from_fn(|k| k), false);
    for k in 0..N {
        let mut best = k;
        for i in k + 1..N {
            if rows[i][k].sum_of_parts() > rows[best][k].sum_of_parts() {
                best = i;
            }
        }
        if best != k {
            rows.swap(k, best);
            order.swap(k, best);
            is_odd = !is_odd;
        }
        let pivot = rows[k];
        if pivot[k] == T::ZERO {
            return Err(k);
        }
        for row in &mut rows[k + 1..] {
            row[k] = row[k].over(pivot[k]);
            for j in k + 1..N {
                row[j] = row[j].minus(row[k].times(pivot[j]));
            }
        }
    }
    Ok(Factors { rows, order, is_odd })
}

impl<T: Field, const N: usize> Factors<T, N> {
    /// The solution for a side whose rows are in the order of the factors.
    fn solved(&self, mut side: [T; N]) -> [T; N] {
        for i in 1..N {
            for k in 0..i {
                side[i] = side[i].minus(self.rows[i][k].times(side[k]));
            }
        }
        for i in (0..N).rev() {
            for k in i + 1..N {
                side[i] = side[i].minus(self.rows[i][k].times(side[k]));
            }
            side[i] = side[i].over(self.rows[i][i]);
        }
        side
    }
}

fn determinant_of<T: Field, const N: usize>(matrix: &[T]) -> Option<T> {
    let read = Read::<T, N>::of(matrix);
    if let Some(found) = by_minors(&read.rows)
        && (is_sure(found, read.most) || (found == T::ZERO && read.has_no_small()))
    {
        return Some(found);
    }
    let rows = read.moderate()?;
    let Ok(factors) = factored(rows) else { return Some(T::ZERO) };
    let mut product = T::ONE;
    for k in 0..N {
        let pivot = factors.rows[k][k];
        // The largest element may be moderate and a pivot not.
        if !is_moderate::<T>(pivot.largest_part()) {
            return None;
        }
        product = product.times(pivot);
    }
    Some(if factors.is_odd { T::ZERO.minus(product) } else { product })
}

/// The determinant of at most three rows without divisions and choices, which take longer than all of its products.
#[inline(always)]
fn by_minors<T: Field, const N: usize>(rows: &Rows<T, N>) -> Option<T> {
    let minor = |above: usize, i: usize, j: usize| {
        let [above, below] = [&rows[above], &rows[above + 1]];
        above[i].times(below[j]).minus(above[j].times(below[i]))
    };
    match N {
        1 => Some(rows[0][0]),
        2 => Some(minor(0, 0, 1)),
        3 => {
            let [first, second, third] = [minor(1, 1, 2), minor(1, 0, 2), minor(1, 0, 1)];
            let rest = rows[0][1].times(second).minus(rows[0][2].times(third));
            Some(rows[0][0].times(first).minus(rest))
        }
        _ => None,
    }
}

fn invert_in<T: Field, const N: usize>(matrix: &mut [T]) -> Option<Result<(), usize>> {
    let factors = match factored(moderate::<T, N>(matrix)?) {
        Ok(factors) => factors,
        Err(pivot) => return Some(Err(pivot)),
    };
    for j in 0..N {
        let unit = factors.order.map(|row| if row == j { T::ONE } else { T::ZERO });
        for (i, value) in factors.solved(unit).into_iter().enumerate() {
            matrix[i * N + j] = value;
        }
    }
    Some(Ok(()))
}

fn solve_in<T: Field, const N: usize>(matrix: &[T], right: &mut [T]) -> Option<Result<(), usize>> {
    let factors = match factored(moderate::<T, N>(matrix)?) {
        Ok(factors) => factors,
        Err(pivot) => return Some(Err(pivot)),
    };
    let columns = right.len() / N;
    for j in 0..columns {
        let side = factors.order.map(|row| right[row * columns + j]);
        for (i, value) in factors.solved(side).into_iter().enumerate() {
            right[i * columns + j] = value;
        }
    }
    Some(Ok(()))
}

fn cholesky_in<T: Field, const N: usize>(matrix: &mut [T]) -> Option<Result<(), usize>> {
    let mut rows = moderate::<T, N>(matrix)?;
    for j in 0..N {
        let row = rows[j];
        let squares = row[..j].iter().fold(T::ZERO, |sum, part| sum.plus(part.times(part.conjugate())));
        let pivot = row[j].real_part() - squares.real_part();
        if Float::is_nan(pivot) || pivot <= T::Part::zero() {
            return Some(Err(j));
        }
        let root = Float::sqrt(pivot);
        rows[j][j] = T::ONE.multiplied_by(root);
        for other in &mut rows[j + 1..] {
            for k in 0..j {
                other[j] = other[j].minus(other[k].times(row[k].conjugate()));
            }
            other[j] = other[j].divided_by(root);
        }
    }
    for (i, (to, row)) in matrix.chunks_exact_mut(N).zip(rows).enumerate() {
        to[..=i].copy_from_slice(&row[..=i]);
        to[i + 1..].fill(T::ZERO);
    }
    Some(Ok(()))
}
