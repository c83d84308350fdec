//! Triangular factors of square matrices, with rows in the order that keeps them small.

use faer::Par;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::{factor as faer_factor, inverse, solve as substitute};
use faer::perm::PermRef;

use crate::scale::Scale;
use crate::{Field, matrix, matrix_mut};

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
    let (mut forward, mut backward) = (vec![0; n], vec![0; n]);
    let scratch = faer_factor::lu_in_place_scratch::<usize, T>(n, n, par, Default::default());
    let (info, _) = faer_factor::lu_in_place(
        matrix_mut(data, n, n),
        &mut forward,
        &mut backward,
        par,
        MemStack::new(&mut MemBuffer::new(scratch)),
        Default::default(),
    );
    Order { forward, backward, is_odd: info.transposition_count % 2 == 1, scale }
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
