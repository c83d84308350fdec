//! Singular values and vectors.

use faer::Par;
use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::svd::{ComputeSvdVectors, svd as faer_svd, svd_scratch};

use crate::scale::Scale;
use crate::{Field, Svd, identity, matrix, matrix_mut};

pub(crate) fn svd<T: Field>(
    data: &mut [T],
    [m, n]: [usize; 2],
    columns: Option<[usize; 2]>,
    par: Par,
) -> Option<Svd<T>> {
    let size = m.min(n);
    let [left, right] = columns.unwrap_or_default();
    // The vectors of an empty matrix are any orthonormal ones.
    let (mut u, mut v) = (identity::<T>(m, left), identity::<T>(n, right));
    let mut values = vec![T::ZERO; size];
    if size > 0 {
        let scale = Scale::bring(data);
        let compute = |wanted: usize| match columns {
            None => ComputeSvdVectors::No,
            Some(_) if wanted == size => ComputeSvdVectors::Thin,
            Some(_) => ComputeSvdVectors::Full,
        };
        let scratch = svd_scratch::<T>(m, n, compute(left), compute(right), par, Default::default());
        faer_svd(
            matrix(data, m, n),
            DiagMut::from_slice_mut(&mut values),
            columns.map(|_| matrix_mut(&mut u, m, left)),
            columns.map(|_| matrix_mut(&mut v, n, right)),
            par,
            MemStack::new(&mut MemBuffer::new(scratch)),
            Default::default(),
        )
        .ok()?;
        scale.undo(&mut values);
    }
    Some((u, values.into_iter().map(T::real_part).collect(), v))
}
