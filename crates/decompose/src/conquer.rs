//! Matrices of two diagonals, divided into halves that are solved first.
//!
//! Of the two halves and the element between them follows a secular equation. Its roots are the values of the whole; the
//! vectors are those of the halves times a matrix that the roots give. Values are `f64` here, whatever the vectors are.

pub(crate) mod bidiagonal;
mod secular;
pub(crate) mod symmetric;

use std::ops::Range;

use faer::linalg::matmul::matmul;
use faer::reborrow::{Reborrow, ReborrowMut};
use faer::traits::RealField;
use faer::{Accum, MatMut, MatRef, Par};
use num_traits::{Float, NumCast, One, Zero};

use crate::share::{for_each_chunk, join};
use crate::vector::{self, Kernel};

/// A real element type.
pub(crate) trait Real: RealField + Float + Send + Sync + 'static {}
impl<P: RealField + Float + Send + Sync + 'static> Real for P {}

/// Which rows of the vectors are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    All,
    /// The first and the last one: values follow from these.
    Ends,
}

/// How many columns of shares a thread makes at a time.
const COLUMNS: usize = 16;

/// Elements to work in; one call after the other needs less of them.
struct Room<'a, P> {
    shares: &'a mut [P],
    gathered: &'a mut [P],
}

/// How many elements hold the columns of both halves of so many rows.
fn gathered_len(n: usize) -> usize {
    2 * (n / 2 + 2).pow(2)
}

impl<P: Real> Room<'_, P> {
    /// What is left for two halves that work at the same time.
    fn split(&mut self, [first, second]: [usize; 2]) -> [Room<'_, P>; 2] {
        let shares = self.shares.split_at_mut(first * first);
        let gathered = self.gathered.split_at_mut(gathered_len(first));
        [
            Room { shares: shares.0, gathered: gathered.0 },
            Room { shares: &mut shares.1[..second * second], gathered: gathered.1 },
        ]
    }
}

/// Which rows of a column may hold something else than 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    Top,
    Both,
    Bottom,
}

/// The vectors of two halves, side by side as one matrix. Rows out of a column's reach count as 0, whatever they hold.
struct Basis<'a, P> {
    matrix: MatMut<'a, P>,
    /// How many rows belong to the first half.
    top: usize,
    reach: Vec<Reach>,
}

impl<'a, P: Real> Basis<'a, P> {
    /// A matrix of which so many rows and columns are the first half's.
    fn new(matrix: MatMut<'a, P>, top: usize, columns: usize) -> Self {
        let reach = |k| if k < columns { Reach::Top } else { Reach::Bottom };
        Self { reach: (0..matrix.ncols()).map(reach).collect(), matrix, top }
    }

    fn rows(&self, k: usize) -> Range<usize> {
        match self.reach[k] {
            Reach::Top => 0..self.top,
            Reach::Both => 0..self.matrix.nrows(),
            Reach::Bottom => self.top..self.matrix.nrows(),
        }
    }

    /// Makes a column reach all rows.
    fn spread(&mut self, k: usize) {
        let rows = self.rows(k);
        let column = column_mut(self.matrix.rb_mut(), k);
        column[..rows.start].fill(<P as Zero>::zero());
        column[rows.end..].fill(<P as Zero>::zero());
        self.reach[k] = Reach::Both;
    }

    /// Replaces two columns by the sum of the first times `c` and the second times `s`, and what is orthogonal to it.
    fn rotate(&mut self, [first, second]: [usize; 2], [c, s]: [f64; 2]) {
        if self.reach[first] != self.reach[second] {
            self.spread(first);
            self.spread(second);
        }
        let rows = self.rows(first);
        let [c, s] = [c, s].map(narrow::<P>);
        let (x, y) = self.matrix.rb_mut().two_cols_mut(first, second);
        let [x, y] = [x, y]
            .map(|column| contiguous(column.try_as_col_major_mut().map(|column| column.as_slice_mut())));
        for (x, y) in x[rows.clone()].iter_mut().zip(&mut y[rows]) {
            (*x, *y) = (c * *x + s * *y, c * *y - s * *x);
        }
    }

    /// The places in a list of columns in the order of their reach.
    fn by_reach(&self, columns: &[usize]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..columns.len()).collect();
        places.sort_by_key(|&k| self.reach[columns[k]]);
        places
    }

    /// Copies a column to a matrix.
    fn copy_column(&self, k: usize, to: MatMut<'_, P>, at: usize) {
        let rows = self.rows(k);
        let from = column(self.matrix.rb(), k);
        let to = column_mut(to, at);
        to.fill(<P as Zero>::zero());
        to[rows.clone()].copy_from_slice(&from[rows]);
    }

    /// Overwrites a matrix by these columns, ordered by their reach, times shares of them.
    fn combine(&self, columns: &[usize], shares: &[P], gathered: &mut [P], out: MatMut<'_, P>, par: Par) {
        let count = |reach| columns.iter().filter(|&&k| self.reach[k] == reach).count();
        let (above, below) = (columns.len() - count(Reach::Bottom), columns.len() - count(Reach::Top));
        let bottom = self.matrix.nrows() - self.top;
        let (upper, lower) = gathered.split_at_mut(self.top * above);
        let lower = &mut lower[..bottom * below];
        let shares = MatRef::from_column_major_slice(shares, columns.len(), columns.len());
        let (top_out, bottom_out) = out.split_at_row_mut(self.top);
        let times =
            |gathered: &mut [P], rows: Range<usize>, first: usize, count: usize, out: MatMut<'_, P>, par| {
                let height = rows.len();
                for (to, &k) in gathered.chunks_exact_mut(height.max(1)).zip(&columns[first..]) {
                    to.copy_from_slice(&column(self.matrix.rb(), k)[rows.clone()]);
                }
                let gathered = MatRef::from_column_major_slice(gathered, height, count);
                let one = <P as One>::one();
                matmul(out, Accum::Replace, gathered, shares.subrows(first, count), one, par);
            };
        join(
            par,
            |par| times(upper, 0..self.top, 0, above, top_out, par),
            |par| times(lower, self.top..self.top + bottom, columns.len() - below, below, bottom_out, par),
        );
    }
}

/// A column of shares, by its number.
trait Share<P>: Sync {
    /// Writes a column; there is room for it in `f64`, padded by zeros.
    fn fill(&self, j: usize, column: &mut [P], wide: &mut [f64]);
}

/// Makes all columns of shares.
fn fill_columns<P: Real>(shares: &mut [P], size: usize, par: Par, share: &impl Share<P>) {
    for_each_chunk(par, shares, size * COLUMNS, |block, columns| {
        vector::run(Fill { first: block * COLUMNS, columns, size, share });
    });
}

/// Makes some columns, in the vectors that the processor has.
struct Fill<'a, P, S> {
    first: usize,
    columns: &'a mut [P],
    size: usize,
    share: &'a S,
}

impl<P: Real, S: Share<P>> Kernel for Fill<'_, P, S> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        let mut wide = vec![0.0; self.size.next_multiple_of(secular::LANES)];
        for (j, column) in self.columns.chunks_exact_mut(self.size).enumerate() {
            self.share.fill(self.first + j, column, &mut wide);
        }
    }
}

/// The columns of two sorted lists as one, the smallest value first.
fn merged(first: &[usize], second: impl Iterator<Item = usize>, values: &[f64]) -> Vec<usize> {
    let mut made = Vec::with_capacity(values.len());
    let mut first = first.iter().copied().peekable();
    for k in second {
        while let Some(before) = first.next_if(|&j| values[j] <= values[k]) {
            made.push(before);
        }
        made.push(k);
    }
    made.extend(first);
    made
}

/// The power of two that brings the largest of all numbers to about 1; none if all are 0.
fn unit(numbers: &[&[f64]]) -> Option<f64> {
    let largest = numbers.iter().flat_map(|part| part.iter()).fold(0.0, |most: f64, x| most.max(x.abs()));
    (largest > 0.0).then(|| (-largest.log2().floor()).exp2())
}

/// The columns of a matrix in another order.
fn reordered<P: Real>(from: MatRef<'_, P>, order: impl Iterator<Item = usize>, to: MatMut<'_, P>) {
    let mut to = to;
    for (at, k) in order.enumerate() {
        let from = column(from, k);
        column_mut(to.rb_mut(), at)[..from.len()].copy_from_slice(from);
    }
}

fn column<P: Real>(matrix: MatRef<'_, P>, k: usize) -> &[P] {
    contiguous(matrix.col(k).try_as_col_major().map(|column| column.as_slice()))
}

fn column_mut<P: Real>(matrix: MatMut<'_, P>, k: usize) -> &mut [P] {
    contiguous(matrix.col_mut(k).try_as_col_major_mut().map(|column| column.as_slice_mut()))
}

/// A column of a matrix whose columns are contiguous; all of this module are.
fn contiguous<C>(column: Option<C>) -> C {
    column.expect("matrices here lie column by column")
}

/// Writes a vector, padded by zeros, at length 1.
#[inline(always)]
fn write_unit<P: Real>(column: &mut [P], wide: &[f64]) {
    let factor = 1.0 / secular::length(wide);
    for (to, share) in column.iter_mut().zip(wide) {
        *to = narrow(*share * factor);
    }
}

fn wide<P: Real>(x: P) -> f64 {
    x.to_f64().unwrap_or(f64::NAN)
}

#[inline(always)]
fn narrow<P: Real>(x: f64) -> P {
    <P as NumCast>::from(x).unwrap_or_else(<P as Float>::nan)
}

#[cfg(test)]
mod tests;
