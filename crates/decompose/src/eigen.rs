//! Eigenvalues and eigenvectors.

use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{
    ComputeEigenvectors, SelfAdjointEvdParams, evd_cplx, evd_real, evd_scratch, self_adjoint_evd,
    self_adjoint_evd_scratch,
};
use faer::traits::RealField;
use faer::{Auto, Par};
use num_complex::Complex;
use num_traits::{Float, Zero};

use crate::conquer::symmetric;
use crate::reduce::Lanes;
use crate::reduce::tridiagonal::tridiagonal;
use crate::scale::Scale;
use crate::{Eigh, Field, matrix, matrix_mut};

/// Triangles with fewer bytes are made tridiagonal by one thread: they stay in its cache, and a column of them takes less
/// time than sharing it.
const SHARED_TRIANGLE_BYTES: usize = 3 << 19;

/// Real matrices with at least so many rows are divided.
const LARGE: usize = 40;

/// Values and vectors of a matrix that need not equal its adjoint.
type Pairs<T> = (Vec<Complex<T>>, Vec<Complex<T>>);

fn wanted(vectors: bool) -> ComputeEigenvectors {
    if vectors { ComputeEigenvectors::Yes } else { ComputeEigenvectors::No }
}

/// Room for values, and for vectors if they are wanted.
fn room<T: Copy>(zero: T, n: usize, vectors: bool) -> (Vec<T>, Vec<T>) {
    (vec![zero; n], vec![zero; if vectors { n * n } else { 0 }])
}

/// Values, in ascending order, and vectors of a matrix of which the lower half is read.
pub(crate) type SelfAdjoint<T> = fn(&[T], usize, bool, Par) -> Option<(Vec<T>, Vec<T>)>;

/// Values and vectors of a matrix that equals its adjoint, by another function if it is large.
pub(crate) fn eigh<T: Field>(
    data: &mut [T],
    n: usize,
    vectors: bool,
    par: Par,
    large: Option<SelfAdjoint<T>>,
) -> Option<Eigh<T>> {
    if n == 0 {
        return Some((Vec::new(), Vec::new()));
    }
    let scale = Scale::bring_lower(data, n);
    let decompose = large.filter(|_| n >= LARGE).unwrap_or(self_adjoint);
    let (mut values, columns) = decompose(data, n, vectors, par)?;
    scale.undo(&mut values);
    Some((values.into_iter().map(T::real_part).collect(), columns))
}

/// By reflections and by dividing.
pub(crate) fn eigh_large<T: Lanes>(
    data: &[T],
    n: usize,
    vectors: bool,
    par: Par,
) -> Option<(Vec<T>, Vec<T>)> {
    let found = tridiagonal(data, n, par);
    let mut columns = vec![T::ZERO; if vectors { n * n } else { 0 }];
    let wanted = vectors.then(|| matrix_mut(&mut columns, n, n));
    let values = symmetric::eigen(&found.diagonal, &found.beside, wanted, par)?;
    if vectors {
        found.reflections.apply(matrix_mut(&mut columns, n, n), par);
    }
    Some((values, columns))
}

/// By `faer`.
fn self_adjoint<T: Field>(data: &[T], n: usize, vectors: bool, par: Par) -> Option<(Vec<T>, Vec<T>)> {
    let (mut values, mut columns) = room(T::ZERO, n, vectors);
    let mut params = <SelfAdjointEvdParams as Auto<T>>::auto();
    params.tridiag.par_threshold = SHARED_TRIANGLE_BYTES / size_of::<T>();
    let scratch = self_adjoint_evd_scratch::<T>(n, wanted(vectors), par, params.into());
    self_adjoint_evd(
        matrix(data, n, n),
        DiagMut::from_slice_mut(&mut values),
        vectors.then(|| matrix_mut(&mut columns, n, n)),
        par,
        MemStack::new(&mut MemBuffer::new(scratch)),
        params.into(),
    )
    .ok()?;
    Some((values, columns))
}

/// Values and vectors of a matrix, by a function for matrices whose elements are of a usual size.
pub(crate) fn eig<T: Field, P: Field>(
    data: &mut [T],
    decompose: impl FnOnce(&[T]) -> Option<(Vec<P>, Vec<P>)>,
) -> Option<(Vec<P>, Vec<P>)> {
    let scale = Scale::bring_high(data);
    let (mut values, vectors) = decompose(data)?;
    scale.undo(&mut values);
    Some((values, vectors))
}

pub(crate) fn eig_complex<T>(data: &[Complex<T>], n: usize, vectors: bool, par: Par) -> Option<Pairs<T>>
where
    T: RealField + Float,
{
    if n == 0 {
        return Some((Vec::new(), Vec::new()));
    }
    let (mut values, mut columns) = room(Complex::<T>::zero(), n, vectors);
    let none = ComputeEigenvectors::No;
    let scratch = evd_scratch::<Complex<T>>(n, none, wanted(vectors), par, Default::default());
    evd_cplx(
        matrix(data, n, n),
        DiagMut::from_slice_mut(&mut values),
        None,
        vectors.then(|| matrix_mut(&mut columns, n, n)),
        par,
        MemStack::new(&mut MemBuffer::new(scratch)),
        Default::default(),
    )
    .ok()?;
    normalize(&mut columns, n);
    Some((values, columns))
}

pub(crate) fn eig_real<T>(data: &[T], n: usize, vectors: bool, par: Par) -> Option<Pairs<T>>
where
    T: RealField + Float,
{
    if n == 0 {
        return Some((Vec::new(), Vec::new()));
    }
    let (mut re, mut columns) = room(<T as Zero>::zero(), n, vectors);
    let mut im = re.clone();
    let none = ComputeEigenvectors::No;
    let scratch = evd_scratch::<T>(n, none, wanted(vectors), par, Default::default());
    evd_real(
        matrix(data, n, n),
        DiagMut::from_slice_mut(&mut re),
        DiagMut::from_slice_mut(&mut im),
        None,
        vectors.then(|| matrix_mut(&mut columns, n, n)),
        par,
        MemStack::new(&mut MemBuffer::new(scratch)),
        Default::default(),
    )
    .ok()?;
    let values = re.iter().zip(&im).map(|(&re, &im)| Complex::new(re, im)).collect();
    let mut columns = complex_columns(&columns, &im, n);
    normalize(&mut columns, n);
    Some((values, columns))
}

/// The vectors of a real matrix: those of a conjugate pair of values are kept as real and imaginary part.
fn complex_columns<T: Float>(columns: &[T], im: &[T], n: usize) -> Vec<Complex<T>> {
    let mut complex = Vec::with_capacity(columns.len());
    let mut j = 0;
    while j < n && !columns.is_empty() {
        let column = &columns[j * n..(j + 1) * n];
        if im[j] == <T as Zero>::zero() || j + 1 == n {
            complex.extend(column.iter().map(|&re| Complex::new(re, <T as Zero>::zero())));
            j += 1;
            continue;
        }
        let other = &columns[(j + 1) * n..(j + 2) * n];
        complex.extend(column.iter().zip(other).map(|(&re, &im)| Complex::new(re, im)));
        complex.extend(column.iter().zip(other).map(|(&re, &im)| Complex::new(re, -im)));
        j += 2;
    }
    complex
}

/// Scales each column to length 1.
fn normalize<T: Float>(columns: &mut [Complex<T>], n: usize) {
    for column in columns.chunks_exact_mut(n) {
        let length = column.iter().fold(<T as Zero>::zero(), |sum, value| sum + value.norm_sqr()).sqrt();
        if length > <T as Zero>::zero() && length.is_finite() {
            column.iter_mut().for_each(|value| *value = *value / length);
        }
    }
}
