//! Singular values and vectors.

use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::svd::{ComputeSvdVectors, svd as faer_svd, svd_scratch};
use faer::reborrow::{Reborrow, ReborrowMut};
use faer::{Mat, MatMut, MatRef, Par};

use crate::conquer::bidiagonal::singular;
use crate::reduce::bidiagonal::bidiagonal;
use crate::reduce::{Columns, Lanes};
use crate::scale::Scale;
use crate::{Field, Svd, identity, matrix_mut, qr};

/// Real matrices with at least so many rows and columns are divided.
const LARGE: usize = 64;

/// Matrices whose height is to their width more than this become triangular first: what follows is then so much less. That
/// is what `faer` does too, but not without loss: it leaves out columns that seem to depend on others.
const TALL: [usize; 2] = [11, 6];

/// The singular values of a matrix; the vectors, the first columns of identity matrices, are overwritten.
pub(crate) type Singular<T> = for<'a> fn(MatRef<'a, T>, Option<[MatMut<'a, T>; 2]>, Par) -> Option<Vec<T>>;

/// Singular values and vectors, by another function if the matrix is large.
pub(crate) fn svd<T: Field>(
    data: &mut [T],
    [m, n]: [usize; 2],
    columns: Option<[usize; 2]>,
    par: Par,
    large: Option<Singular<T>>,
) -> Option<Svd<T>> {
    let size = m.min(n);
    let [left, right] = columns.unwrap_or_default();
    // The vectors of an empty matrix are any orthonormal ones.
    let (mut u, mut v) = (identity::<T>(m, left), identity::<T>(n, right));
    let mut values = Vec::new();
    if size > 0 {
        let scale = Scale::bring(data);
        let vectors = columns.map(|_| [matrix_mut(&mut u, m, left), matrix_mut(&mut v, n, right)]);
        let decompose = large.filter(|_| size >= LARGE).unwrap_or(svd_small);
        values = by_height(matrix_mut(data, m, n), vectors, par, decompose)?;
        scale.undo(&mut values);
    }
    Some((u, values.into_iter().map(T::real_part).collect(), v))
}

/// By a function for matrices that are at least as high as wide, but not much higher. The matrix may be overwritten.
fn by_height<T: Field>(
    matrix: MatMut<'_, T>,
    vectors: Option<[MatMut<'_, T>; 2]>,
    par: Par,
    decompose: Singular<T>,
) -> Option<Vec<T>> {
    let (m, n) = matrix.shape();
    if m < n {
        let mut turned = matrix.rb().adjoint().to_owned();
        return by_height(turned.as_mut(), vectors.map(|[u, v]| [v, u]), par, decompose);
    }
    match m * TALL[1] > n * TALL[0] {
        true => tall(matrix, vectors, par, decompose),
        false => decompose(matrix.rb(), vectors, par),
    }
}

/// Of a matrix much higher than wide, which is overwritten, by its triangular factor.
fn tall<T: Field>(
    matrix: MatMut<'_, T>,
    vectors: Option<[MatMut<'_, T>; 2]>,
    par: Par,
    decompose: Singular<T>,
) -> Option<Vec<T>> {
    let n = matrix.ncols();
    let factors = qr::Factors::of(matrix, par);
    let mut triangle = Mat::zeros(n, n);
    triangle.as_mut().copy_from_triangular_upper(factors.both().subrows(0, n));
    let Some([mut u, v]) = vectors else {
        return decompose(triangle.as_ref(), None, par);
    };
    let inner = [u.rb_mut().submatrix_mut(0, 0, n, n), v];
    let values = decompose(triangle.as_ref(), Some(inner), par)?;
    factors.apply(u, par);
    Some(values)
}

/// By `faer`.
fn svd_small<T: Field>(
    matrix: MatRef<'_, T>,
    vectors: Option<[MatMut<'_, T>; 2]>,
    par: Par,
) -> Option<Vec<T>> {
    let (m, n) = matrix.shape();
    let size = m.min(n);
    let mut values = vec![T::ZERO; size];
    let (u, v) = vectors.map(|[u, v]| (u, v)).unzip();
    let compute = |wanted: &Option<MatMut<'_, T>>| match wanted {
        None => ComputeSvdVectors::No,
        Some(vectors) if vectors.ncols() == size => ComputeSvdVectors::Thin,
        Some(_) => ComputeSvdVectors::Full,
    };
    let scratch = svd_scratch::<T>(m, n, compute(&u), compute(&v), par, Default::default());
    let stack = &mut MemBuffer::new(scratch);
    let values_mut = DiagMut::from_slice_mut(&mut values);
    faer_svd(matrix, values_mut, u, v, par, MemStack::new(stack), Default::default()).ok()?;
    Some(values)
}

/// By reflections and by dividing.
pub(crate) fn svd_large<T: Lanes>(
    matrix: MatRef<'_, T>,
    vectors: Option<[MatMut<'_, T>; 2]>,
    par: Par,
) -> Option<Vec<T>> {
    let (m, n) = matrix.shape();
    let mut copy = Columns::zeros(m, n);
    copy.matrix_mut().copy_from(matrix);
    let found = bidiagonal(copy, par);
    let Some([mut u, mut v]) = vectors else {
        return singular(&found.diagonal, &found.above, None, par);
    };
    let inner = [u.rb_mut().submatrix_mut(0, 0, n, n), v.rb_mut()];
    let values = singular(&found.diagonal, &found.above, Some(inner), par)?;
    found.left.apply(u, par);
    found.right.apply(v, par);
    Some(values)
}
