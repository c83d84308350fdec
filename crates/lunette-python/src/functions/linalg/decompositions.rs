//! Matrices as products of simpler ones.

use lunette::{QrMode, Tensor};
use pyo3::prelude::*;

use crate::arg::{TensorArg, flag};
use crate::error::{Result, value_error};
use crate::functions::registry::functions;
use crate::functions::results::Names;
use crate::tensor::New;
use crate::work::{Cost, work};

static QR: Names = Names::new("lunette.linalg", "QRResult", &["Q", "R"]);
static LU: Names = Names::new("lunette.linalg", "LUResult", &["P", "L", "U"]);
static SVD: Names = Names::new("lunette.linalg", "SVDResult", &["U", "S", "Vh"]);
static EIG: Names = Names::new("lunette.linalg", "EigResult", &["eigenvalues", "eigenvectors"]);
static EIGH: Names = Names::new("lunette.linalg", "EighResult", &["eigenvalues", "eigenvectors"]);
static SLOGDET: Names = Names::new("lunette.linalg", "SlogdetResult", &["sign", "logabsdet"]);

/// The triangular matrix whose product with its own adjoint is the positive definite matrix.
///
/// >>> xp.linalg.cholesky(xp.asarray([[4.0, 2.0], [2.0, 5.0]]))
/// Tensor([[2.0, 0.0],
///         [1.0, 2.0]])
#[pyfunction]
#[pyo3(signature = (x, /, *, upper=false))]
fn cholesky(py: Python<'_>, x: TensorArg<'_>, #[pyo3(from_py_with = flag)] upper: bool) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Heavy, || if upper { x.cholesky_upper() } else { x.cholesky() }).map(New)
}

/// The orthogonal matrix `Q` and the upper triangular one `R` whose product is the matrix.
///
/// The modes are "reduced", with as many columns of `Q` as the shorter side has, and "complete", with a square `Q`;
/// "r" is NumPy's word for the `R` of the first alone.
///
/// >>> xp.linalg.qr(xp.asarray([[2.0, 0.0], [0.0, 3.0]])).R.shape
/// (2, 2)
#[pyfunction]
#[pyo3(signature = (x, /, mode="reduced"), text_signature = "(x, /, *, mode='reduced')")]
fn qr<'py>(py: Python<'py>, x: TensorArg<'_>, mode: &str) -> Result<Bound<'py, PyAny>> {
    let x = x.0;
    let (kind, all) = match mode {
        "reduced" => (QrMode::Reduced, true),
        "complete" => (QrMode::Complete, true),
        "r" => (QrMode::Reduced, false),
        _ => {
            let words = format!("qr: `mode` is \"reduced\", \"complete\" or \"r\", found {mode:?}");
            return Err(value_error(words));
        }
    };
    let made = work(py, x.len(), Cost::Heavy, || x.qr(kind))?;
    if all { QR.of(py, [made.q, made.r]) } else { Ok(New(made.r).into_pyobject(py)?.into_any()) }
}

/// The matrix `P` that reorders rows, the lower triangle `L` with ones on its diagonal and the upper triangle `U`, whose
/// product `P @ L @ U` is the matrix.
///
/// >>> xp.linalg.lu(xp.asarray([[1.0, 5.0], [2.0, 4.0]])).U
/// Tensor([[2.0, 4.0],
///         [0.0, 3.0]])
#[pyfunction]
#[pyo3(signature = (x, /))]
fn lu<'py>(py: Python<'py>, x: TensorArg<'_>) -> Result<Bound<'py, PyAny>> {
    let x = x.0;
    let made = work(py, x.len(), Cost::Heavy, || x.lu())?;
    LU.of(py, [made.p, made.l, made.u])
}

/// The matrices `U` and `Vh` with orthonormal columns and rows, and the singular values `S` between them.
///
/// >>> xp.linalg.svd(xp.asarray([[3.0, 0.0], [0.0, 4.0]])).S
/// Tensor([4.0, 3.0])
#[pyfunction]
#[pyo3(signature = (x, /, *, full_matrices=true))]
fn svd<'py>(
    py: Python<'py>,
    x: TensorArg<'_>,
    #[pyo3(from_py_with = flag)] full_matrices: bool,
) -> Result<Bound<'py, PyAny>> {
    let x = x.0;
    let made = work(py, x.len(), Cost::Heavy, || x.svd(full_matrices))?;
    SVD.of(py, [made.u, made.s, made.vh])
}

/// The eigenvalues of square matrices, which are complex, and their eigenvectors as columns.
///
/// >>> xp.linalg.eig(xp.asarray([[2.0, 0.0], [0.0, 3.0]])).eigenvalues
/// Tensor([2.0+0.0j, 3.0+0.0j])
#[pyfunction]
#[pyo3(signature = (x, /))]
fn eig<'py>(py: Python<'py>, x: TensorArg<'_>) -> Result<Bound<'py, PyAny>> {
    let x = x.0;
    let made = work(py, x.len(), Cost::Heavy, || x.eig())?;
    EIG.of(py, [made.eigenvalues, made.eigenvectors])
}

/// The eigenvalues of symmetric or Hermitian matrices, ascending, and their eigenvectors as columns.
///
/// >>> xp.linalg.eigh(xp.asarray([[2.0, 0.0], [0.0, 3.0]])).eigenvalues
/// Tensor([2.0, 3.0])
#[pyfunction]
#[pyo3(signature = (x, /))]
fn eigh<'py>(py: Python<'py>, x: TensorArg<'_>) -> Result<Bound<'py, PyAny>> {
    let x = x.0;
    let made = work(py, x.len(), Cost::Heavy, || x.eigh())?;
    EIGH.of(py, [made.eigenvalues, made.eigenvectors])
}

/// The sign of the determinants of square matrices, and the logarithms of their absolute values.
///
/// >>> xp.linalg.slogdet(xp.asarray([[2.0, 0.0], [0.0, -3.0]])).sign
/// Tensor(-1.0)
#[pyfunction]
#[pyo3(signature = (x, /))]
fn slogdet<'py>(py: Python<'py>, x: TensorArg<'_>) -> Result<Bound<'py, PyAny>> {
    let x = x.0;
    let made = work(py, x.len(), Cost::Heavy, || x.slogdet())?;
    SLOGDET.of(py, [made.sign, made.logabsdet])
}

macro_rules! of_one {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (x, /))]
        fn $name(py: Python<'_>, x: TensorArg<'_>) -> Result<New> {
            let x = x.0;
            work(py, x.len(), Cost::Heavy, || x.$name().map(Tensor::into_dyn)).map(New)
        }
    )* };
}

of_one! {
    /// The singular values of matrices, the largest first.
    ///
    /// >>> xp.linalg.svdvals(xp.asarray([[3.0, 0.0], [0.0, 4.0]]))
    /// Tensor([4.0, 3.0])
    svdvals;

    /// The condition numbers of matrices: the largest singular value divided by the least.
    ///
    /// >>> xp.linalg.cond(xp.asarray([[3.0, 0.0], [0.0, 4.0]]))
    /// Tensor(1.3333333333333333)
    cond;

    /// The eigenvalues of square matrices, which are complex.
    ///
    /// >>> xp.linalg.eigvals(xp.asarray([[2.0, 0.0], [0.0, 3.0]]))
    /// Tensor([2.0+0.0j, 3.0+0.0j])
    eigvals;

    /// The eigenvalues of symmetric or Hermitian matrices, ascending.
    ///
    /// >>> xp.linalg.eigvalsh(xp.asarray([[3.0, 0.0], [0.0, 2.0]]))
    /// Tensor([2.0, 3.0])
    eigvalsh;

    /// The inverses of square matrices.
    ///
    /// >>> xp.linalg.inv(xp.asarray([[2.0, 0.0], [0.0, 4.0]]))
    /// Tensor([[0.50, 0.00],
    ///         [0.00, 0.25]])
    inv;

    /// The exponential function of square matrices, not that of their elements.
    ///
    /// >>> xp.linalg.expm(xp.asarray([[0.0, 2.0], [0.0, 0.0]]))
    /// Tensor([[1.0, 2.0],
    ///         [0.0, 1.0]])
    expm;

    /// The determinants of square matrices.
    ///
    /// >>> xp.linalg.det(xp.asarray([[2.0, 0.0], [0.0, 4.0]]))
    /// Tensor(8.0)
    det;
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    [&QR, &LU, &SVD, &EIG, &EIGH, &SLOGDET].into_iter().try_for_each(|names| names.register(module))?;
    functions!(
        module: cholesky, qr, lu, svd, eig, eigh, slogdet, svdvals, cond, eigvals, eigvalsh, inv, expm, det
    )
}
