//! Triangular factors of matrices, with rows in the order that keeps them small. All matrices lie row by row.

mod eliminate;
mod few;
mod panel;
mod rows;
mod substitute;

use faer::Par;

use self::eliminate::eliminate;
use self::rows::{RowsMut, rows, rows_mut};
use crate::scale::Scale;
use crate::share::for_each_chunk;
use crate::{Field, Triangles};

/// So many sides are solved for by one thread.
const SIDES: usize = 96;

/// The order of the rows of a factored matrix, and how the matrix was scaled.
#[derive(Clone, Debug)]
pub struct Order {
    /// For each row of the factors which row of the matrix it is.
    rows: Vec<usize>,
    is_odd: bool,
    scale: Scale,
}

impl Order {
    /// Whether the order takes an odd number of swaps.
    pub fn is_odd(&self) -> bool {
        self.is_odd
    }

    /// The first pivot that is exactly 0; LAPACK calls a matrix singular if there is one.
    pub fn zero_pivot<T: Field>(&self, factors: &[T]) -> Option<usize> {
        factors.iter().step_by(self.len() + 1).position(|&pivot| pivot == T::ZERO)
    }

    /// The exponent of the power of two that the matrix was multiplied by before it was factored.
    pub fn exponent(&self) -> i32 {
        self.scale.exponent()
    }

    /// The determinant of the matrix, from its factors; it overflows or vanishes only if it lies outside of the numbers.
    pub fn determinant<T: Field>(&self, factors: &[T]) -> T {
        let product = self.scale.unscaled_product(&self.pivots(factors));
        if self.is_odd { product.divided_by(-<T::Part as num_traits::One>::one()) } else { product }
    }

    /// The pivots of the scaled matrix, up to the first that is 0: behind it they are undefined, and do not matter.
    pub fn pivots<T: Field>(&self, factors: &[T]) -> Vec<T> {
        let end = self.zero_pivot(factors).map_or(self.len(), |k| k + 1);
        factors.iter().step_by(self.len() + 1).take(end).copied().collect()
    }

    fn len(&self) -> usize {
        self.rows.len()
    }
}

pub(crate) fn factor<T: Field>(data: &mut [T], n: usize, par: Par) -> Order {
    let scale = Scale::bring_up(data);
    let swaps = eliminate(data, [n, n], par);
    let is_odd = swaps.iter().enumerate().filter(|(i, with)| i != *with).count() % 2 == 1;
    Order { rows: swapped(n, &swaps), is_odd, scale }
}

/// For each row of a swapped matrix which row of the matrix it is.
fn swapped(rows: usize, swaps: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows).collect();
    swaps.iter().enumerate().for_each(|(i, &with)| order.swap(i, with));
    order
}

/// The triangular factors of a matrix of any sizes, and for each row of their product which row of the matrix it is.
/// Every matrix has some: a pivot that is 0 stays, and leaves zeros below it.
pub(crate) fn triangles<T: Field>(data: &mut [T], [m, n]: [usize; 2], par: Par) -> Triangles<T> {
    let (inner, scale) = (m.min(n), Scale::bring_up(data));
    let swaps = eliminate(data, [m, n], par);
    let mut lower = vec![T::ZERO; m * inner];
    let mut upper = vec![T::ZERO; inner * n];
    for i in 0..m {
        let (row, len) = (&data[i * n..(i + 1) * n], inner.min(i));
        lower[i * inner..i * inner + len].copy_from_slice(&row[..len]);
        if i < inner {
            lower[i * inner + i] = T::ONE;
            upper[i * n + i..(i + 1) * n].copy_from_slice(&row[i..]);
        }
    }
    scale.undo(&mut upper);
    (swapped(m, &swaps), lower, upper)
}

/// Overwrites sides by the solutions for the factored matrix.
pub(crate) fn solve<T: Field>(factors: &[T], order: &Order, right: &mut [T], columns: usize, par: Par) {
    let n = order.len();
    if n * columns == 0 {
        return;
    }
    // Before they are solved for, because small sides would make solutions that vanish.
    order.scale.apply(right);
    let (factors, sides) = (rows(factors, n, n), &*right);
    let solutions = Pieces::new(n, columns, par, |first, mut piece| {
        for (i, &from) in order.rows.iter().enumerate() {
            let row = piece.as_mut().row_mut(i).as_slice_mut();
            row.copy_from_slice(&sides[from * columns + first..][..row.len()]);
        }
        substitute::lower(factors, piece.as_mut(), 0);
        substitute::upper(factors, piece);
    });
    for (i, row) in right.chunks_exact_mut(columns).enumerate() {
        solutions.row(i).zip(row.chunks_mut(solutions.width)).for_each(|(from, to)| to.copy_from_slice(from));
    }
}

/// Overwrites the factors of a matrix by its inverse.
pub(crate) fn invert<T: Field>(factors: &mut [T], order: &Order, par: Par) {
    let n = order.len();
    if n == 0 {
        return;
    }
    let triangles = rows(factors, n, n);
    // The inverse of the product of the factors: the columns are in the order that the rows have there.
    let inverse = Pieces::new(n, n, par, |first, mut piece| {
        for j in 0..piece.ncols() {
            piece[(first + j, j)] = T::ONE;
        }
        substitute::lower(triangles, piece.as_mut(), first);
        substitute::upper(triangles, piece);
    });
    for_each_chunk(par, factors, n, |i, row| {
        inverse.row(i).flatten().zip(&order.rows).for_each(|(&value, &j)| row[j] = value);
        order.scale.apply(row);
    });
}

/// A matrix cut into pieces of some columns each, for threads to work on; each piece lies row by row.
struct Pieces<T> {
    data: Vec<T>,
    rows: usize,
    width: usize,
}

impl<T: Field> Pieces<T> {
    /// Makes pieces, which are 0 at first, from their first columns on.
    fn new(rows: usize, columns: usize, par: Par, make: impl Fn(usize, RowsMut<'_, T>) + Sync) -> Self {
        let width = columns.div_ceil(par.degree()).next_multiple_of(16).min(SIDES).min(columns);
        let mut data = vec![T::ZERO; rows * columns];
        for_each_chunk(par, &mut data, rows * width, |k, piece| {
            let columns = piece.len() / rows;
            make(k * width, rows_mut(piece, rows, columns));
        });
        Self { data, rows, width }
    }

    /// The parts of a row.
    fn row(&self, i: usize) -> impl Iterator<Item = &[T]> {
        self.data.chunks(self.rows * self.width).map(move |piece| {
            let columns = piece.len() / self.rows;
            &piece[i * columns..(i + 1) * columns]
        })
    }
}
