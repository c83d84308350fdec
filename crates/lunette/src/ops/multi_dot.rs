//! The product of several matrices, in the order that takes the fewest multiplications.

use super::matmul::matmul;
use super::rearrange::reshape_to;
use crate::error::{ErrorKind, Result};
use crate::layout::Dims;
use crate::tensor::Handle;

/// The matrix product of all factors; the first and the last may be vectors, a row and a column, whose axis goes again.
pub(crate) fn multi_dot(op: &'static str, factors: &[&Handle]) -> Result<Handle> {
    let (&[first, .., last], count) = (factors, factors.len()) else {
        let (found, allowed) = (factors.len().to_string(), "there must be at least two factors");
        return Err(ErrorKind::Argument { op, name: "number of factors", found, allowed }.into());
    };
    for (k, factor) in factors.iter().enumerate() {
        let found = factor.layout.rank();
        if found != 2 && !(found == 1 && (k == 0 || k + 1 == count)) {
            let expected = "matrices, of which only the first and the last may be vectors";
            return Err(ErrorKind::Rank { op, expected, found }.into());
        }
    }
    for pair in factors.windows(2) {
        if pair[0].shape().last() != pair[1].shape().first() {
            // The two do not multiply, and this says so.
            return matmul(op, pair[0], pair[1]);
        }
    }
    let mut matrices: Vec<Handle> = factors.iter().map(|&factor| factor.clone()).collect();
    if let &[len] = first.shape() {
        matrices[0] = reshape_to(op, first, &[1, len])?;
    }
    if let &[len] = last.shape() {
        matrices[count - 1] = reshape_to(op, last, &[len, 1])?;
    }
    let product = Chain::new(&matrices).product(op, 0, count - 1)?;
    let ends = [first, last].into_iter().zip(product.shape()).filter(|(end, _)| end.layout.rank() == 2);
    let shape: Dims = ends.map(|(_, &size)| size).collect();
    reshape_to(op, &product, &shape)
}

/// Matrices that multiply, and where the product of each run of them is best cut in two.
struct Chain<'a> {
    matrices: &'a [Handle],
    cuts: Vec<Vec<usize>>,
}

impl<'a> Chain<'a> {
    /// Finds the cuts of all runs, the shorter ones first (Cormen, Leiserson, Rivest, Stein: matrix-chain
    /// multiplication).
    fn new(matrices: &'a [Handle]) -> Self {
        let count = matrices.len();
        let rows = |k: usize| matrices[k].shape()[0] as u128;
        let columns = |k: usize| matrices[k].shape()[1] as u128;
        let (mut costs, mut cuts) = (vec![vec![0_u128; count]; count], vec![vec![0; count]; count]);
        for length in 1..count {
            for start in 0..count - length {
                let end = start + length;
                let cost = |cut: usize| {
                    let last = rows(start).saturating_mul(columns(cut)).saturating_mul(columns(end));
                    costs[start][cut].saturating_add(costs[cut + 1][end]).saturating_add(last)
                };
                let best = (start..end).map(|cut| (cost(cut), cut)).min().unwrap_or_default();
                (costs[start][end], cuts[start][end]) = best;
            }
        }
        Self { matrices, cuts }
    }

    /// The product of a run.
    fn product(&self, op: &'static str, start: usize, end: usize) -> Result<Handle> {
        if start == end {
            return Ok(self.matrices[start].clone());
        }
        let cut = self.cuts[start][end];
        matmul(op, &self.product(op, start, cut)?, &self.product(op, cut + 1, end)?)
    }
}
