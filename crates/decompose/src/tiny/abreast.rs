//! Determinants of many matrices of few rows, side by side in vectors.

use std::array::from_fn;

use num_traits::Zero as _;

use super::{by_minors, determinant_of, is_sure};
use crate::vector::{self, Kernel};
use crate::{Field, lu};

/// Of so many rows the formula has fewer products than a factorization has steps.
pub const ABREAST: usize = 3;

/// So many matrices are taken at a time: their elements stay in the first cache.
const LANES: usize = 64;

/// The same element of some matrices.
type Lanes<T> = [T; LANES];

/// The determinants of matrices of up to [`ABREAST`] rows, which lie row by row, one after the other.
///
/// # Panics
/// If there are more rows, or another number of matrices than results.
pub(crate) fn determinants<T: Field>(matrices: &[T], n: usize, out: &mut [T]) {
    assert_eq!(matrices.len(), out.len() * n * n, "one determinant for each matrix of {n} rows");
    match n {
        1 => vector::run(Determinants::<T, 1> { matrices, out }),
        2 => vector::run(Determinants::<T, 2> { matrices, out }),
        3 => vector::run(Determinants::<T, 3> { matrices, out }),
        _ => panic!("matrices of {n} rows do not fit side by side"),
    }
}

struct Determinants<'a, T, const N: usize> {
    matrices: &'a [T],
    out: &'a mut [T],
}

impl<T: Field, const N: usize> Kernel for Determinants<'_, T, N> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        let mut groups = self.matrices.chunks_exact(N * N * LANES);
        let (found, left) = self.out.as_chunks_mut::<LANES>();
        let mut elements = [[[T::ZERO; LANES]; N]; N];
        for (matrices, found) in groups.by_ref().zip(found) {
            turn(matrices, &mut elements);
            *found = by_formula(&elements);
            let are_sure = are_sure(&elements, found);
            if are_sure.contains(&false) {
                let each = matrices.chunks_exact(N * N).zip(found).zip(are_sure);
                each.filter(|(_, is_sure)| !is_sure)
                    .for_each(|((matrix, out), _)| *out = one::<T, N>(matrix));
            }
        }
        let rest = groups.remainder().chunks_exact(N * N).zip(left);
        rest.for_each(|(matrix, out)| *out = one::<T, N>(matrix));
    }
}

#[inline(always)]
fn by_formula<T: Field, const N: usize>(elements: &[[Lanes<T>; N]; N]) -> Lanes<T> {
    let mut found = [T::ZERO; LANES];
    for (lane, found) in found.iter_mut().enumerate() {
        let rows: [[T; N]; N] = from_fn(|i| from_fn(|j| elements[i][j][lane]));
        *found = by_minors(&rows).unwrap_or(T::ZERO);
    }
    found
}

/// Whether what the formula gives is the determinant; an element that is no number leaves a determinant that is none.
#[inline(always)]
fn are_sure<T: Field, const N: usize>(elements: &[[Lanes<T>; N]; N], found: &Lanes<T>) -> [bool; LANES] {
    let mut most = [T::Part::zero(); LANES];
    for lanes in elements.as_flattened() {
        for (most, value) in most.iter_mut().zip(lanes) {
            let part = value.largest_part();
            *most = if part > *most { part } else { *most };
        }
    }
    from_fn(|lane| is_sure(found[lane], most[lane]))
}

/// Brings the same elements of all matrices together. Not compiled for each machine: one load after the other is quicker
/// than the instructions that gather.
#[inline(never)]
fn turn<T: Field, const N: usize>(matrices: &[T], elements: &mut [[Lanes<T>; N]; N]) {
    for (lane, matrix) in matrices.chunks_exact(N * N).enumerate().take(LANES) {
        for (k, &value) in matrix.iter().enumerate() {
            elements[k / N][k % N][lane] = value;
        }
    }
}

/// The determinant of one matrix, whatever its elements are.
#[inline(never)]
fn one<T: Field, const N: usize>(matrix: &[T]) -> T {
    determinant_of::<T, N>(matrix).unwrap_or_else(|| {
        let mut factors = matrix.to_vec();
        let order = lu::factor(&mut factors, N, faer::Par::Seq);
        order.determinant(&factors)
    })
}
