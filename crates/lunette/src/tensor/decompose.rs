//! Decompositions of matrices, and what follows from them.

mod parts;

pub use self::parts::{Eig, Eigh, Lstsq, Lu, Qr, Slogdet, Svd};
use self::parts::{Float, Real};
use super::operand::Factor;
use super::{Kind, Tensor};
use crate::error::Result;
use crate::index::IntoAxes;
use crate::ops::linalg::{self, MatrixNorm, QrMode, Rtol, Triangle};
use crate::ops::reduce::KeepDims;

/// Matrices lie in the last two axes; the axes before them are a batch. Integers are taken as `f64`; `f16` and `bf16`
/// are computed in `f32`. Results are new and row-major. A mistake in a batch names the matrix.
impl<K: Kind> Tensor<K> {
    /// The lower triangular matrix `l`, with `l · lᴴ` the matrix, which must be positive definite; its lower half is
    /// read.
    ///
    /// # Errors
    /// If a matrix is not square or not positive definite.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[4_i32, 2], [2, 5]].cholesky()?, tensor![[2.0_f64, 0.0], [1.0, 2.0]]);
    /// assert!(tensor![[1_i32, 2], [2, 1]].cholesky().unwrap_err().is_matrix());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn cholesky(&self) -> Result<Float<K>> {
        linalg::cholesky(&self.handle, false).map(Tensor::wrap)
    }

    /// The upper triangular matrix `u`, with `uᴴ · u` the matrix; as [`cholesky`](Self::cholesky).
    ///
    /// # Errors
    /// As [`cholesky`](Self::cholesky).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[4_i32, 2], [2, 5]].cholesky_upper()?, tensor![[2.0_f64, 1.0], [0.0, 2.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn cholesky_upper(&self) -> Result<Float<K>> {
        linalg::cholesky(&self.handle, true).map(Tensor::wrap).map_err(|error| error.called("cholesky_upper"))
    }

    /// Orthonormal columns and an upper triangular matrix whose product is the matrix.
    ///
    /// # Errors
    /// If there are fewer than two axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::QrMode;
    /// let factors = tensor![[0.0_f64, 2.0], [3.0, 4.0]].qr(QrMode::Reduced)?;
    /// assert_eq!(factors.r.get([1, 0])?, 0.0);
    /// assert_eq!(factors.q.shape(), [2, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn qr(&self, mode: QrMode) -> Result<Qr<K>> {
        let [q, r] = linalg::qr(&self.handle, mode)?;
        Ok(Qr { q: Tensor::wrap(q), r: Tensor::wrap(r) })
    }

    /// A lower and an upper triangular matrix whose product is the matrix with its rows in another order, and the order as
    /// a matrix. Of a matrix of any sizes; singular ones have factors too, with zeros on the diagonal of `u`.
    ///
    /// # Errors
    /// If there are fewer than two axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[0.0_f64, 2.0, 4.0], [3.0, 4.0, 5.0]];
    /// let factors = x.lu()?;
    /// assert_eq!((factors.l.shape(), factors.u.shape()), (&[2, 2][..], &[2, 3][..]));
    /// assert_eq!(factors.p.matmul(&factors.l)?.matmul(&factors.u)?, x);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn lu(&self) -> Result<Lu<K>> {
        let [p, l, u] = linalg::lu(&self.handle)?;
        Ok(Lu { p: Tensor::wrap(p), l: Tensor::wrap(l), u: Tensor::wrap(u) })
    }

    /// The singular value decomposition; with `full_matrices`, `u` and `vh` are square.
    ///
    /// # Errors
    /// If there are fewer than two axes, a matrix holds a NaN or an infinity, or the iteration does not converge.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let parts = tensor![[0.0_f64, 2.0], [3.0, 0.0], [0.0, 0.0]].svd(false)?;
    /// assert_eq!(parts.s, tensor![3.0_f64, 2.0]);
    /// assert_eq!((parts.u.shape(), parts.vh.shape()), (&[3, 2][..], &[2, 2][..]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn svd(&self, full_matrices: bool) -> Result<Svd<K>> {
        let [u, s, vh] = linalg::svd("svd", &self.handle, full_matrices)?;
        Ok(Svd { u: Tensor::wrap(u), s: Tensor::wrap(s), vh: Tensor::wrap(vh) })
    }

    /// The singular values, the largest first.
    ///
    /// # Errors
    /// As [`svd`](Self::svd).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[0_i32, 2], [3, 0]].svdvals()?, tensor![3.0_f64, 2.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn svdvals(&self) -> Result<Real<K>> {
        linalg::svdvals("svdvals", &self.handle).map(Tensor::wrap)
    }

    /// The condition of a matrix: its largest singular value by its smallest, infinite for a singular one.
    ///
    /// # Errors
    /// As [`svd`](Self::svd), and if the matrix is empty.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[0_i32, 2], [8, 0]].cond()?.item()?, 4.0_f64);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn cond(&self) -> Result<Real<K>> {
        linalg::cond("cond", &self.handle).map(Tensor::wrap)
    }

    /// Eigenvalues and eigenvectors of any square matrix; both are complex.
    ///
    /// # Errors
    /// If a matrix is not square, holds a NaN or an infinity, or the iteration does not converge.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let turn = tensor![[0.0_f64, -1.0], [1.0, 0.0]].eig()?;
    /// assert_eq!(turn.eigenvalues.get([0])?.im.abs(), 1.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn eig(&self) -> Result<Eig<K>> {
        let [eigenvalues, eigenvectors] = linalg::eig(&self.handle)?;
        Ok(Eig { eigenvalues: Tensor::wrap(eigenvalues), eigenvectors: Tensor::wrap(eigenvectors) })
    }

    /// The eigenvalues of any square matrix, in no special order.
    ///
    /// # Errors
    /// As [`eig`](Self::eig).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[2.0_f64, 1.0], [0.0, 2.0]].eigvals()?.get([0])?.re, 2.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn eigvals(&self) -> Result<Tensor<K::Complex>> {
        linalg::eigvals(&self.handle).map(Tensor::wrap)
    }

    /// Eigenvalues, in ascending order, and eigenvectors of a matrix that equals its adjoint; its lower half is read.
    ///
    /// # Errors
    /// As [`eig`](Self::eig).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[3_i32, 0], [0, 2]].eigh()?.eigenvalues, tensor![2.0_f64, 3.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn eigh(&self) -> Result<Eigh<K>> {
        let [eigenvalues, eigenvectors] = linalg::eigh(&self.handle)?;
        Ok(Eigh { eigenvalues: Tensor::wrap(eigenvalues), eigenvectors: Tensor::wrap(eigenvectors) })
    }

    /// The eigenvalues, in ascending order, of a matrix that equals its adjoint; its lower half is read.
    ///
    /// # Errors
    /// As [`eig`](Self::eig).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[3_i32, 0], [0, 2]].eigvalsh()?, tensor![2.0_f64, 3.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn eigvalsh(&self) -> Result<Real<K>> {
        linalg::eigvalsh(&self.handle).map(Tensor::wrap)
    }

    /// The solution `x` of `self · x = other`, which is a vector if it has rank 1, and else matrices; batches broadcast.
    ///
    /// # Errors
    /// If a matrix is not square or is singular, or the sizes do not fit.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[3.0_f64, 1.0], [1.0, 2.0]].solve(&tensor![9.0_f64, 8.0])?;
    /// assert!((x.get([0])? - 2.0_f64).abs() < 1e-12 && (x.get([1])? - 3.0_f64).abs() < 1e-12);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn solve<F: Factor<K>>(&self, other: F) -> Result<Float<F::Output>> {
        self.beside("solve", other, linalg::solve)
    }

    /// As [`solve`](Self::solve), for matrices of which one triangle counts: much faster, and nothing else is read. The
    /// transposed equation is that of [`matrix_transpose`](Self::matrix_transpose), and of the other triangle.
    ///
    /// # Errors
    /// If a matrix is not square, its diagonal holds a 0, or the sizes do not fit.
    ///
    /// ```
    /// use lunette::Triangle;
    /// use lunette::prelude::*;
    /// let x = tensor![[2.0_f64, 4.0], [0.0, 1.0]];
    /// assert_eq!(x.solve_triangular(&tensor![8.0_f64, 1.0], Triangle::default())?, tensor![2.0, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn solve_triangular<F: Factor<K>>(&self, other: F, triangle: Triangle) -> Result<Float<F::Output>> {
        self.beside("solve_triangular", other, |a, b| linalg::solve_triangular(a, b, triangle))
    }

    /// The inverse.
    ///
    /// # Errors
    /// If a matrix is not square, or is singular: a pivot of its triangular factors is exactly 0.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[2_i32, 0], [0, 4]].inv()?, tensor![[0.5_f64, 0.0], [0.0, 0.25]]);
    /// let error = tensor![[1_i32, 2], [1, 2]].inv().unwrap_err();
    /// assert!(error.to_string().starts_with("inv: the matrix is singular: pivot 1 is exactly 0"));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn inv(&self) -> Result<Float<K>> {
        linalg::inv("inv", &self.handle).map(Tensor::wrap)
    }

    /// The pseudo-inverse of a matrix of any shape and rank.
    ///
    /// # Errors
    /// As [`svd`](Self::svd).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[2.0_f64, 0.0], [0.0, 0.0]].pinv()?, tensor![[0.5_f64, 0.0], [0.0, 0.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn pinv(&self) -> Result<Float<K>> {
        linalg::pinv(&self.handle, Rtol::Usual).map(Tensor::wrap)
    }

    /// As [`pinv`](Self::pinv); singular values up to `rtol` times the largest count as 0.
    ///
    /// # Errors
    /// As [`pinv`](Self::pinv), and if `rtol` is negative or NaN.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[2.0_f64, 0.0], [0.0, 0.1]].pinv_with(0.1)?, tensor![[0.5_f64, 0.0], [0.0, 0.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn pinv_with(&self, rtol: f64) -> Result<Float<K>> {
        linalg::pinv(&self.handle, Rtol::One(rtol))
            .map(Tensor::wrap)
            .map_err(|error| error.called("pinv_with"))
    }

    /// As [`pinv_with`](Self::pinv_with), with a tolerance for each matrix, broadcast over the leading axes.
    ///
    /// # Errors
    /// As [`pinv_with`](Self::pinv_with), and if the tolerances do not broadcast to the leading axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<f64>::eye(2)?.multiply(&tensor![1.0, 0.5])?.broadcast_to([2, 2, 2])?;
    /// let inverses = x.pinv_each(&tensor![0.0, 0.9])?;
    /// assert_eq!(inverses, tensor![[[1.0, 0.0], [0.0, 2.0]], [[1.0, 0.0], [0.0, 0.0]]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn pinv_each<R: Kind>(&self, rtols: &Tensor<R>) -> Result<Float<K>> {
        linalg::pinv(&self.handle, Rtol::Each(&rtols.handle))
            .map(Tensor::wrap)
            .map_err(|error| error.called("pinv_each"))
    }

    /// The determinant.
    ///
    /// # Errors
    /// If a matrix is not square.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[2_i32, 0], [7, 4]].det()?.item()?, 8.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn det(&self) -> Result<Float<K>> {
        linalg::det(&self.handle).map(Tensor::wrap)
    }

    /// The sign of the determinant and the logarithm of its absolute value, which never overflow.
    ///
    /// # Errors
    /// If a matrix is not square.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let parts = tensor![[1_i32, 2], [1, 2]].slogdet()?;
    /// assert_eq!((parts.sign.item()?, parts.logabsdet.item()?), (0.0, f64::NEG_INFINITY));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn slogdet(&self) -> Result<Slogdet<K>> {
        let [sign, logabsdet] = linalg::slogdet(&self.handle)?;
        Ok(Slogdet { sign: Tensor::wrap(sign), logabsdet: Tensor::wrap(logabsdet) })
    }

    /// The exponential function of square matrices: `1 + x + x·x / 2 + …`, not that of their elements. All of it is NaN
    /// where a matrix holds a NaN or an infinity, or is so large that a square on the way to its exponential does; that of
    /// a diagonal is exact in each of its elements.
    ///
    /// # Errors
    /// If a matrix is not square.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[0.0_f64, 2.0], [0.0, 0.0]].expm()?, tensor![[1.0, 2.0], [0.0, 1.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn expm(&self) -> Result<Float<K>> {
        linalg::expm(&self.handle).map(Tensor::wrap)
    }

    /// The matrix multiplied by itself `n` times: the identity for 0, the inverse's power for a negative `n`.
    ///
    /// # Errors
    /// If a matrix is not square; for a negative `n`, if it is singular or holds integers.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1_i32, 1], [1, 0]].matrix_power(10)?, tensor![[89_i32, 55], [55, 34]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn matrix_power(&self, n: i64) -> Result<Self> {
        linalg::matrix_power(&self.handle, n).map(Self::wrap)
    }

    /// The number of singular values above what rounding makes of 0.
    ///
    /// # Errors
    /// As [`svd`](Self::svd).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1_i32, 2], [2, 4]].matrix_rank()?.item()?, 1);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn matrix_rank(&self) -> Result<Tensor<i64>> {
        linalg::matrix_rank(&self.handle, Rtol::Usual).map(Tensor::wrap)
    }

    /// As [`matrix_rank`](Self::matrix_rank); singular values up to `rtol` times the largest count as 0.
    ///
    /// # Errors
    /// As [`matrix_rank`](Self::matrix_rank), and if `rtol` is negative or NaN.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1.0_f64, 0.0], [0.0, 0.1]].matrix_rank_with(0.5)?.item()?, 1);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn matrix_rank_with(&self, rtol: f64) -> Result<Tensor<i64>> {
        linalg::matrix_rank(&self.handle, Rtol::One(rtol))
            .map(Tensor::wrap)
            .map_err(|error| error.called("matrix_rank_with"))
    }

    /// As [`matrix_rank_with`](Self::matrix_rank_with), with a tolerance for each matrix, broadcast over the leading
    /// axes.
    ///
    /// # Errors
    /// As [`matrix_rank_with`](Self::matrix_rank_with), and if the tolerances do not broadcast to the leading axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1.0_f64, 0.0], [0.0, 0.1]].broadcast_to([2, 2, 2])?;
    /// assert_eq!(x.matrix_rank_each(&tensor![0.0, 0.5])?, tensor![2_i64, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn matrix_rank_each<R: Kind>(&self, rtols: &Tensor<R>) -> Result<Tensor<i64>> {
        linalg::matrix_rank(&self.handle, Rtol::Each(&rtols.handle))
            .map(Tensor::wrap)
            .map_err(|error| error.called("matrix_rank_each"))
    }

    /// A norm of the matrices of the last two axes.
    ///
    /// # Errors
    /// If there are fewer than two axes, and as [`svd`](Self::svd) for norms made of singular values.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::MatrixNorm;
    /// let x = tensor![[3_i32, 0], [4, 0]];
    /// assert_eq!(x.matrix_norm(MatrixNorm::Frobenius)?.item()?, 5.0);
    /// assert_eq!(x.matrix_norm(MatrixNorm::One)?.item()?, 7.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn matrix_norm(&self, norm: MatrixNorm) -> Result<Real<K>> {
        linalg::matrix_norm("matrix_norm", &self.handle, norm, false).map(Tensor::wrap)
    }

    /// As [`matrix_norm`](Self::matrix_norm); the two axes stay, with size 1.
    ///
    /// # Errors
    /// As [`matrix_norm`](Self::matrix_norm).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::MatrixNorm;
    /// assert_eq!(tensor![[3_i32, 4]].matrix_norm_keepdims(MatrixNorm::Inf)?, tensor![[7.0_f64]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn matrix_norm_keepdims(&self, norm: MatrixNorm) -> Result<Real<K>> {
        linalg::matrix_norm("matrix_norm_keepdims", &self.handle, norm, true).map(Tensor::wrap)
    }

    /// The norm of order `ord` over some axes: 2 is the length, 1 the sum of absolute values, infinity the largest of
    /// them, 0 the number of elements that are not 0; any other `p` is the `p`-th root of the sum of `p`-th powers.
    ///
    /// # Errors
    /// If an axis is out of range or named twice.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[3_i32, 4], [6, 8]];
    /// assert_eq!(x.vector_norm(2.0, -1)?, tensor![5.0_f64, 10.0]);
    /// assert_eq!(x.vector_norm(f64::INFINITY, ..)?.item()?, 8.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "norm")]
    pub fn vector_norm(&self, ord: f64, axes: impl IntoAxes) -> Result<Real<K>> {
        linalg::vector_norm("vector_norm", &self.handle, ord, &axes.into_axes(), KeepDims::No)
            .map(Tensor::wrap)
    }

    /// As [`vector_norm`](Self::vector_norm); the axes stay, with size 1.
    ///
    /// # Errors
    /// As [`vector_norm`](Self::vector_norm).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[3_i32, 4], [6, 8]].vector_norm_keepdims(1.0, 0)?, tensor![[9.0_f64, 12.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn vector_norm_keepdims(&self, ord: f64, axes: impl IntoAxes) -> Result<Real<K>> {
        linalg::vector_norm("vector_norm_keepdims", &self.handle, ord, &axes.into_axes(), KeepDims::Yes)
            .map(Tensor::wrap)
    }

    /// The `x` for which `self · x` is nearest to `other`; of several, the shortest.
    ///
    /// # Errors
    /// If the sizes do not fit, and as [`svd`](Self::svd).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let line = tensor![[0.0_f64, 1.0], [1.0, 1.0], [2.0, 1.0]].lstsq(&tensor![1.0_f64, 3.0, 5.0])?;
    /// assert!((line.solution.get([0])? - 2.0_f64).abs() < 1e-12);
    /// assert_eq!(line.rank.item()?, 2);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn lstsq<F: Factor<K>>(&self, other: F) -> Result<Lstsq<F::Output>> {
        self.solve_least("lstsq", other, Rtol::Usual)
    }

    /// As [`lstsq`](Self::lstsq); singular values up to `rtol` times the largest count as 0.
    ///
    /// # Errors
    /// As [`lstsq`](Self::lstsq), and if `rtol` is negative or NaN.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let (a, b) = (tensor![[1.0_f64, 0.0], [0.0, 0.1]], tensor![1.0_f64, 1.0]);
    /// assert_eq!(a.lstsq_with(&b, 0.5)?.solution, tensor![1.0_f64, 0.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn lstsq_with<F: Factor<K>>(&self, other: F, rtol: f64) -> Result<Lstsq<F::Output>> {
        self.solve_least("lstsq_with", other, Rtol::One(rtol))
    }

    fn solve_least<F: Factor<K>>(
        &self,
        op: &'static str,
        other: F,
        rtol: Rtol<'_>,
    ) -> Result<Lstsq<F::Output>> {
        let solved = other.with_tensor(|other| {
            let [solution, residuals, rank, values] = linalg::lstsq(&self.handle, &other.handle, rtol)?;
            Ok(Lstsq {
                solution: Tensor::wrap(solution),
                residuals: Tensor::wrap(residuals),
                rank: Tensor::wrap(rank),
                singular_values: Tensor::wrap(values),
            })
        });
        solved.map_err(|error| error.called(op))
    }
}
