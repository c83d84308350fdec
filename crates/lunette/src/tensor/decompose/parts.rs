//! What decompositions give.

use crate::tensor::{Kind, Tensor};

/// The kind of a matrix's factors: floats and complex numbers stay, integers become `f64`.
pub(super) type Float<K> = Tensor<<K as Kind>::Float>;
/// The kind of lengths and singular values.
pub(super) type Real<K> = Tensor<<<K as Kind>::Float as Kind>::Real>;

/// What [`Tensor::qr`] gives: `q · r` is the matrix.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::Qr;
/// let Qr { q, r } = tensor![[3.0_f64], [4.0]].qr(lunette::QrMode::Reduced)?;
/// assert_eq!((q.shape(), r.shape()), (&[2, 1][..], &[1, 1][..]));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Qr<K: Kind> {
    /// Orthonormal columns.
    pub q: Float<K>,
    /// An upper triangular matrix.
    pub r: Float<K>,
}

/// What [`Tensor::lu`] gives: `p · l · u` is the matrix.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::Lu;
/// let Lu { p, l, u } = tensor![[1.0_f64, 5.0], [2.0, 4.0]].lu()?;
/// assert_eq!((p, l), (tensor![[0.0, 1.0], [1.0, 0.0]], tensor![[1.0, 0.0], [0.5, 1.0]]));
/// assert_eq!(u, tensor![[2.0, 4.0], [0.0, 3.0]]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lu<K: Kind> {
    /// A square matrix with one 1 in each row and each column, else zeros.
    pub p: Float<K>,
    /// A lower triangular matrix with ones on its diagonal; no real number below it is larger.
    pub l: Float<K>,
    /// An upper triangular matrix.
    pub u: Float<K>,
}

/// What [`Tensor::svd`] gives: `u · diag(s) · vh` is the matrix.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::Svd;
/// let Svd { s, .. } = tensor![[3.0_f64], [4.0]].svd(false)?;
/// assert_eq!(s.shape(), [1]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Svd<K: Kind> {
    /// Orthonormal columns.
    pub u: Float<K>,
    /// The singular values, the largest first.
    pub s: Real<K>,
    /// Orthonormal rows.
    pub vh: Float<K>,
}

/// What [`Tensor::eig`] gives: the matrix times a column of `eigenvectors` is that column times its eigenvalue.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::Eig;
/// let Eig { eigenvalues, .. } = tensor![[2.0_f64]].eig()?;
/// assert_eq!(eigenvalues.get([0])?.re, 2.0);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Eig<K: Kind> {
    /// The eigenvalues, in no special order.
    pub eigenvalues: Tensor<K::Complex>,
    /// The eigenvectors as columns of length 1.
    pub eigenvectors: Tensor<K::Complex>,
}

/// What [`Tensor::eigh`] gives.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::Eigh;
/// let Eigh { eigenvalues, .. } = tensor![[2.0_f64]].eigh()?;
/// assert_eq!(eigenvalues, tensor![2.0_f64]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Eigh<K: Kind> {
    /// The eigenvalues, in ascending order.
    pub eigenvalues: Real<K>,
    /// The eigenvectors as orthonormal columns.
    pub eigenvectors: Float<K>,
}

/// What [`Tensor::slogdet`] gives: the determinant is `sign · exp(logabsdet)`.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::Slogdet;
/// let Slogdet { sign, logabsdet } = tensor![[-1.0_f64]].slogdet()?;
/// assert_eq!((sign.item()?, logabsdet.item()?), (-1.0, 0.0));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Slogdet<K: Kind> {
    /// 1 or -1, or a complex number of absolute value 1; 0 for a singular matrix.
    pub sign: Float<K>,
    /// The logarithm of the absolute value; minus infinity for a singular matrix.
    pub logabsdet: Real<K>,
}

/// What [`Tensor::lstsq`] gives.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::Lstsq;
/// let Lstsq { residuals, rank, .. } = tensor![[1.0_f64], [0.0]].lstsq(&tensor![1.0_f64, 3.0])?;
/// assert_eq!((residuals.to_vec()?, rank.item()?), (vec![9.0], 1));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lstsq<K: Kind> {
    /// The vector, or the columns, nearest to solving the equations; the shortest of them.
    pub solution: Float<K>,
    /// What each column of the right side is off by: the sum of squares of its differences, also for a vector, which is
    /// one column. As in NumPy there are none (the last axis is of size 0) where a matrix has no more rows than columns,
    /// or a rank below the number of its columns; then none are given for any matrix of the batch.
    pub residuals: Real<K>,
    /// The rank of each matrix.
    pub rank: Tensor<i64>,
    /// The singular values of each matrix.
    pub singular_values: Real<K>,
}
