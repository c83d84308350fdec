//! Triangular factors of matrices of a few rows, where they are.

use crate::Field;
use crate::vector::{self, Kernel};

/// So many rows and columns are few.
pub(super) const MOST: usize = 32;

/// As [`eliminate`](super::eliminate::eliminate), row after row.
pub(super) fn eliminate<T: Field>(data: &mut [T], sizes: [usize; 2]) -> Vec<usize> {
    vector::run(Eliminate { data, sizes })
}

struct Eliminate<'a, T> {
    data: &'a mut [T],
    sizes: [usize; 2],
}

impl<T: Field> Kernel for Eliminate<'_, T> {
    type Output = Vec<usize>;

    #[inline(always)]
    fn run<const FUSED: bool>(self) -> Vec<usize> {
        let Self { data, sizes: [m, n] } = self;
        let mut swaps = Vec::with_capacity(m.min(n));
        for k in 0..m.min(n) {
            let zero = <T::Part as num_traits::Zero>::zero();
            let (mut most, mut best) = (zero, k);
            for i in k..m {
                let size = data[i * n + k].sum_of_parts();
                (most, best) = if size > most { (size, i) } else { (most, best) };
            }
            if most == zero {
                // Zeros do not hide what is not a number.
                best = (k..m).find(|&i| !Field::is_finite(data[i * n + k])).unwrap_or(k);
            }
            swaps.push(best);
            if best != k {
                let (above, below) = data.split_at_mut(best * n);
                above[k * n..(k + 1) * n].swap_with_slice(&mut below[..n]);
            }
            let (above, below) = data.split_at_mut((k + 1) * n);
            subtract_row(&above[k * n..], k, below);
        }
        swaps
    }
}

/// Makes zeros of a column below its pivot, which is in the row above, and leaves the factors in their place.
///
/// Products are rounded before they are subtracted: rows of integers that depend on each other leave zeros.
#[inline(always)]
fn subtract_row<T: Field>(above: &[T], k: usize, below: &mut [T]) {
    let pivot = above[k];
    if pivot == T::ZERO {
        return;
    }
    let reciprocal = T::ONE.over(pivot);
    let is_multiplied = T::IS_COMPLEX && reciprocal.is_normal();
    for row in below.chunks_exact_mut(above.len()) {
        let factor = if is_multiplied { row[k].times(reciprocal) } else { row[k].over(pivot) };
        row[k] = factor;
        for (value, &other) in row[k + 1..].iter_mut().zip(&above[k + 1..]) {
            *value = value.minus(factor.times(other));
        }
    }
}
