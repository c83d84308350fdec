//! Decompositions of single matrices for `lunette`: triangular factors, and large real matrices brought to two
//! diagonals, by loops of its own, the rest by `faer`.
//!
//! A crate of its own, because `faer` is generic: what is written here for four element types is compiled once, and
//! not with every change of `lunette`. Matrices are slices of their elements, column by column; only triangular
//! factors, and what is made of them, lie row by row. Nothing here knows batches, layouts or locks. Elements may be
//! as large and as small as numbers are: matrices of such are scaled first.

mod cholesky;
mod conquer;
mod eigen;
mod expm;
mod field;
mod lu;
mod qr;
mod reduce;
mod scale;
mod share;
mod svd;
mod tiny;
mod triangle;
mod vector;

use faer::{MatMut, MatRef, Par};
use num_complex::{Complex32, Complex64};

pub use self::field::Field;
pub use self::lu::Order;
pub use self::tiny::{ABREAST, TINY};

/// Which threads work on a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// The calling one alone.
    One,
    /// All of the rayon pool that the caller runs in.
    Pool,
}

impl Threads {
    fn par(self) -> Par {
        match self {
            Self::One => Par::Seq,
            Self::Pool => Par::rayon(0),
        }
    }
}

/// What [`Decompose::triangles`] gives: an order of rows, and two matrices row by row.
pub type Triangles<T> = (Vec<usize>, Vec<T>, Vec<T>);
/// What [`Decompose::svd`] gives: `u`, the singular values and `v`, column by column.
pub type Svd<T> = (Vec<T>, Vec<<T as Field>::Part>, Vec<T>);
/// What [`Decompose::eigh`] gives: the eigenvalues, and the eigenvectors column by column.
pub type Eigh<T> = (Vec<<T as Field>::Part>, Vec<T>);
/// What [`Decompose::eig`] gives: the eigenvalues, and the eigenvectors column by column.
pub type Eig<T> = (Vec<<T as Field>::Pair>, Vec<<T as Field>::Pair>);

/// An element type whose matrices can be decomposed.
///
/// Slices hold as many elements as the sizes say; otherwise the functions panic. A matrix that is decomposed is
/// overwritten.
pub trait Decompose: Field {
    /// Overwrites a square matrix, row by row, by its triangular factors; the order of the rows is the result.
    fn factor(matrix: &mut [Self], n: usize, threads: Threads) -> Order;
    /// Overwrites `right`, row by row and of `columns` columns, by the solutions for the factored matrix.
    fn solve(factors: &[Self], order: &Order, right: &mut [Self], columns: usize, threads: Threads);
    /// Overwrites the factors of a matrix by its inverse, row by row.
    fn invert(factors: &mut [Self], order: &Order, threads: Threads);
    /// For each row of the product of the triangular factors of any matrix, row by row, the row of the matrix that it is;
    /// the lower factor, with ones on its diagonal; the upper one.
    fn triangles(matrix: &mut [Self], sizes: [usize; 2], threads: Threads) -> Triangles<Self>;
    /// Overwrites `right` by the solutions for the lower or the upper triangle of a square matrix, the diagonal of which
    /// counts as 1 if it is a unit one.
    ///
    /// # Errors
    /// The first place of the diagonal that is exactly 0.
    fn solve_triangle(
        matrix: &mut [Self],
        n: usize,
        lower_and_unit: [bool; 2],
        right: &mut [Self],
        threads: Threads,
    ) -> Result<(), usize>;
    /// Overwrites a square matrix by its exponential; all of it is NaN if an element is no finite number, or a square on the
    /// way to it holds one that is none.
    fn expm(matrix: &mut [Self], n: usize, threads: Threads);
    /// The determinant of a matrix of up to [`TINY`] rows, row by row; none where it has to be scaled first.
    fn tiny_determinant(matrix: &[Self], n: usize) -> Option<Self>;
    /// The determinants of matrices of up to [`ABREAST`] rows, row by row, one after the other; as many as there is room for.
    fn determinants(matrices: &[Self], n: usize, out: &mut [Self]);
    /// Overwrites a matrix of up to [`TINY`] rows, row by row, by its inverse, or gives the first pivot that is exactly 0;
    /// none where it has to be scaled first.
    fn tiny_invert(matrix: &mut [Self], n: usize) -> Option<Result<(), usize>>;
    /// Overwrites `right`, row by row, by the solutions for a matrix of up to [`TINY`] rows, row by row, or gives the
    /// first pivot that is exactly 0; none where it has to be scaled first.
    fn tiny_solve(matrix: &[Self], n: usize, right: &mut [Self]) -> Option<Result<(), usize>>;
    /// Overwrites a matrix of up to [`TINY`] rows, row by row, whose lower half is read, by its lower factor, or gives the
    /// first pivot that is not positive; none where it has to be scaled first.
    fn tiny_cholesky(matrix: &mut [Self], n: usize) -> Option<Result<(), usize>>;
    /// Overwrites the lower half of a square matrix by its lower factor.
    ///
    /// # Errors
    /// The first pivot that is not positive.
    fn cholesky(matrix: &mut [Self], n: usize, threads: Threads) -> Result<(), usize>;
    /// The first `inner` columns of the orthogonal factor, and as many rows of the triangular one.
    fn qr(matrix: &mut [Self], sizes: [usize; 2], inner: usize, threads: Threads) -> (Vec<Self>, Vec<Self>);
    /// The singular values and, if `columns` of `u` and `v` are wanted, the vectors; none if the iteration has no end.
    fn svd(
        matrix: &mut [Self],
        sizes: [usize; 2],
        columns: Option<[usize; 2]>,
        threads: Threads,
    ) -> Option<Svd<Self>>;
    /// Eigenvalues, in ascending order, and eigenvectors, if wanted, of a matrix of which the lower half is read.
    fn eigh(matrix: &mut [Self], n: usize, vectors: bool, threads: Threads) -> Option<Eigh<Self>>;
    /// Eigenvalues and eigenvectors, if wanted, of any square matrix.
    fn eig(matrix: &mut [Self], n: usize, vectors: bool, threads: Threads) -> Option<Eig<Self>>;
}

/// The functions, for types that are known here: so they are compiled here.
macro_rules! decompose {
    ($($T:ty => $eigh:expr, $eig:path, $svd:expr;)*) => { $(
        impl Decompose for $T {
            fn factor(matrix: &mut [Self], n: usize, threads: Threads) -> Order {
                lu::factor(matrix, n, threads.par())
            }
            fn solve(factors: &[Self], order: &Order, right: &mut [Self], columns: usize, threads: Threads) {
                lu::solve(factors, order, right, columns, threads.par());
            }
            fn invert(factors: &mut [Self], order: &Order, threads: Threads) {
                lu::invert(factors, order, threads.par());
            }
            fn triangles(matrix: &mut [Self], sizes: [usize; 2], threads: Threads) -> Triangles<Self> {
                lu::triangles(matrix, sizes, threads.par())
            }
            fn solve_triangle(
                matrix: &mut [Self],
                n: usize,
                lower_and_unit: [bool; 2],
                right: &mut [Self],
                threads: Threads,
            ) -> Result<(), usize> {
                triangle::solve_triangle(matrix, n, lower_and_unit, right, threads.par())
            }
            fn expm(matrix: &mut [Self], n: usize, threads: Threads) {
                expm::expm(matrix, n, threads.par());
            }
            fn tiny_determinant(matrix: &[Self], n: usize) -> Option<Self> {
                tiny::determinant(matrix, n)
            }
            fn determinants(matrices: &[Self], n: usize, out: &mut [Self]) {
                tiny::determinants(matrices, n, out);
            }
            fn tiny_invert(matrix: &mut [Self], n: usize) -> Option<Result<(), usize>> {
                tiny::invert(matrix, n)
            }
            fn tiny_solve(matrix: &[Self], n: usize, right: &mut [Self]) -> Option<Result<(), usize>> {
                tiny::solve(matrix, n, right)
            }
            fn tiny_cholesky(matrix: &mut [Self], n: usize) -> Option<Result<(), usize>> {
                tiny::cholesky(matrix, n)
            }
            fn cholesky(matrix: &mut [Self], n: usize, threads: Threads) -> Result<(), usize> {
                cholesky::cholesky(matrix, n, threads.par())
            }
            fn qr(matrix: &mut [Self], sizes: [usize; 2], inner: usize, threads: Threads) -> (Vec<Self>, Vec<Self>) {
                qr::qr(matrix, sizes, inner, threads.par())
            }
            fn svd(
                matrix: &mut [Self],
                sizes: [usize; 2],
                columns: Option<[usize; 2]>,
                threads: Threads,
            ) -> Option<Svd<Self>> {
                svd::svd(matrix, sizes, columns, threads.par(), $svd)
            }
            fn eigh(matrix: &mut [Self], n: usize, vectors: bool, threads: Threads) -> Option<Eigh<Self>> {
                eigen::eigh(matrix, n, vectors, threads.par(), $eigh)
            }
            fn eig(matrix: &mut [Self], n: usize, vectors: bool, threads: Threads) -> Option<Eig<Self>> {
                eigen::eig(matrix, |matrix| $eig(matrix, n, vectors, threads.par()))
            }
        }
    )* };
}

decompose! {
    f32 => Some(eigen::eigh_large), eigen::eig_real, Some(svd::svd_large);
    f64 => Some(eigen::eigh_large), eigen::eig_real, Some(svd::svd_large);
    Complex32 => None, eigen::eig_complex, None;
    Complex64 => None, eigen::eig_complex, None;
}

fn matrix<T>(data: &[T], rows: usize, columns: usize) -> MatRef<'_, T> {
    MatRef::from_column_major_slice(data, rows, columns)
}

fn matrix_mut<T>(data: &mut [T], rows: usize, columns: usize) -> MatMut<'_, T> {
    MatMut::from_column_major_slice_mut(data, rows, columns)
}

/// The first columns of the identity matrix.
fn identity<T: Field>(rows: usize, columns: usize) -> Vec<T> {
    let mut matrix = vec![T::ZERO; rows * columns];
    matrix.iter_mut().step_by(rows + 1).take(columns).for_each(|value| *value = T::ONE);
    matrix
}

#[cfg(test)]
mod tests;
