//! Triangular factors of square matrices, with rows in the order that keeps them small.

use faer::Par;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::{factor as faer_factor, inverse, solve as substitute};
use faer::perm::PermRef;

use crate::{Field, matrix, matrix_mut};

/// The order of the rows of a factored matrix.
#[derive(Clone, Debug)]
pub struct Order {
    forward: Vec<usize>,
    backward: Vec<usize>,
    is_odd: bool,
}

impl Order {
    /// Whether the order takes an odd number of swaps.
    pub fn is_odd(&self) -> bool {
        self.is_odd
    }

    fn len(&self) -> usize {
        self.forward.len()
    }

    fn permutation(&self) -> PermRef<'_, usize> {
        PermRef::new_checked(&self.forward, &self.backward, self.len())
    }
}

pub(crate) fn factor<T: Field>(data: &mut [T], n: usize, par: Par) -> Order {
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
    Order { forward, backward, is_odd: info.transposition_count % 2 == 1 }
}

pub(crate) fn solve<T: Field>(factors: &[T], order: &Order, right: &mut [T], columns: usize, par: Par) {
    let n = order.len();
    let factors = matrix(factors, n, n);
    let scratch = substitute::solve_in_place_scratch::<usize, T>(n, columns, par);
    let right = matrix_mut(right, n, columns);
    let stack = &mut MemBuffer::new(scratch);
    substitute::solve_in_place(factors, factors, order.permutation(), right, par, MemStack::new(stack));
}

pub(crate) fn invert<T: Field>(factors: &[T], order: &Order, par: Par) -> Vec<T> {
    let n = order.len();
    let factors = matrix(factors, n, n);
    let mut result = vec![T::ZERO; n * n];
    let stack = &mut MemBuffer::new(inverse::inverse_scratch::<usize, T>(n, par));
    let out = matrix_mut(&mut result, n, n);
    inverse::inverse(out, factors, factors, order.permutation(), par, MemStack::new(stack));
    result
}
