//! Triangular factors of square matrices, with rows in the order that keeps them small.

use faer::Par;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::{factor as faer_factor, inverse, solve as substitute};
use faer::perm::PermRef;

use crate::scale::Scale;
use crate::{Field, Triangles, identity, matrix, matrix_mut};

/// The order of the rows of a factored matrix, and how the matrix was scaled.
#[derive(Clone, Debug)]
pub struct Order {
    forward: Vec<usize>,
    backward: Vec<usize>,
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
        self.forward.len()
    }

    fn permutation(&self) -> PermRef<'_, usize> {
        PermRef::new_checked(&self.forward, &self.backward, self.len())
    }
}

pub(crate) fn factor<T: Field>(data: &mut [T], n: usize, par: Par) -> Order {
    let scale = Scale::bring_up(data);
    let (forward, backward, swaps) = in_place(data, [n, n], par);
    Order { forward, backward, is_odd: swaps % 2 == 1, scale }
}

/// Overwrites a matrix by its factors: the order of its rows, that of the factors' rows, and how many swaps it took.
fn in_place<T: Field>(data: &mut [T], [m, n]: [usize; 2], par: Par) -> (Vec<usize>, Vec<usize>, usize) {
    let (mut forward, mut backward) = (vec![0; m], vec![0; m]);
    let scratch = faer_factor::lu_in_place_scratch::<usize, T>(m, n, par, Default::default());
    let (info, _) = faer_factor::lu_in_place(
        matrix_mut(data, m, n),
        &mut forward,
        &mut backward,
        par,
        MemStack::new(&mut MemBuffer::new(scratch)),
        Default::default(),
    );
    (forward, backward, info.transposition_count)
}

/// The triangular factors of a matrix of any sizes, column by column, and for each row of their product which row of the
/// matrix it is. Every matrix has some: a pivot that is 0 stays, and leaves zeros below it.
pub(crate) fn triangles<T: Field>(data: &mut [T], [m, n]: [usize; 2], par: Par) -> Triangles<T> {
    let (inner, scale) = (m.min(n), Scale::bring_up(data));
    let original = data.to_vec();
    let (mut forward, ..) = in_place(data, [m, n], par);
    if data.iter().step_by(m + 1).take(inner).any(|&pivot| pivot == T::ZERO) {
        // Behind such a pivot everything has been divided by it.
        data.copy_from_slice(&original);
        forward = eliminated(data, m, inner);
    }
    let mut lower = identity(m, inner);
    let mut upper = vec![T::ZERO; inner * n];
    for j in 0..inner {
        lower[j * m + j + 1..(j + 1) * m].copy_from_slice(&data[j * m + j + 1..(j + 1) * m]);
    }
    for j in 0..n {
        let len = inner.min(j + 1);
        upper[j * inner..j * inner + len].copy_from_slice(&data[j * m..j * m + len]);
    }
    scale.undo(&mut upper);
    (forward, lower, upper)
}

/// Overwrites a matrix by its factors, column after column, past pivots that are 0; the order of its rows.
fn eliminated<T: Field>(data: &mut [T], m: usize, inner: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..m).collect();
    for k in 0..inner {
        let size = |i: usize| data[k * m + i].largest_part();
        let best = (k..m).fold(k, |best, i| if size(i) > size(best) { i } else { best });
        order.swap(k, best);
        data.chunks_exact_mut(m).for_each(|column| column.swap(k, best));
        let (left, right) = data.split_at_mut((k + 1) * m);
        let factors = &mut left[k * m..];
        let pivot = factors[k];
        if pivot == T::ZERO {
            continue;
        }
        factors[k + 1..].iter_mut().for_each(|value| *value = value.over(pivot));
        for column in right.chunks_exact_mut(m) {
            let above = column[k];
            for (value, &factor) in column[k + 1..].iter_mut().zip(&factors[k + 1..]) {
                *value = value.minus(factor.times(above));
            }
        }
    }
    order
}

pub(crate) fn solve<T: Field>(factors: &[T], order: &Order, right: &mut [T], columns: usize, par: Par) {
    let n = order.len();
    let factors = matrix(factors, n, n);
    let scratch = substitute::solve_in_place_scratch::<usize, T>(n, columns, par);
    let stack = &mut MemBuffer::new(scratch);
    // Before they are solved for, because small sides would make solutions that vanish.
    order.scale.apply(right);
    let sides = matrix_mut(right, n, columns);
    substitute::solve_in_place(factors, factors, order.permutation(), sides, par, MemStack::new(stack));
}

pub(crate) fn invert<T: Field>(factors: &[T], order: &Order, par: Par) -> Vec<T> {
    let n = order.len();
    let factors = matrix(factors, n, n);
    let mut result = vec![T::ZERO; n * n];
    let stack = &mut MemBuffer::new(inverse::inverse_scratch::<usize, T>(n, par));
    let out = matrix_mut(&mut result, n, n);
    inverse::inverse(out, factors, factors, order.permutation(), par, MemStack::new(stack));
    order.scale.apply(&mut result);
    result
}
