//! Equations, and the matrices that almost solve them.

use lunette::{Tensor, Triangle, Weak};
use pyo3::prelude::*;

use crate::arg::{Arg, TensorArg, flag};
use crate::error::{Result, type_error};
use crate::functions::registry::functions;
use crate::functions::results::Names;
use crate::tensor::New;
use crate::work::{Cost, work};

static LSTSQ: Names =
    Names::new("lunette.linalg", "LstsqResult", &["solution", "residuals", "rank", "singular_values"]);

/// The `x` of `x1 @ x == x2`; a vector `x2` is one column.
///
/// >>> xp.linalg.solve(xp.asarray([[2.0, 0.0], [0.0, 4.0]]), xp.asarray([2.0, 2.0]))
/// Tensor([1.0, 0.5])
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
fn solve(py: Python<'_>, x1: TensorArg<'_>, x2: TensorArg<'_>) -> Result<New> {
    let (x1, x2) = (x1.0, x2.0);
    work(py, x1.len().max(x2.len()), Cost::Heavy, || x1.solve(x2)).map(New)
}

/// The `x` of `x1 @ x == x2`, where only the upper triangle of `x1` counts, or the lower one; with `unit_diagonal` all of
/// its diagonal counts as 1.
///
/// >>> xp.linalg.solve_triangular(xp.asarray([[2.0, 4.0], [0.0, 1.0]]), xp.asarray([8.0, 1.0]))
/// Tensor([2.0, 1.0])
#[pyfunction]
#[pyo3(signature = (x1, x2, /, *, lower=false, unit_diagonal=false))]
fn solve_triangular(
    py: Python<'_>,
    x1: TensorArg<'_>,
    x2: TensorArg<'_>,
    #[pyo3(from_py_with = flag)] lower: bool,
    #[pyo3(from_py_with = flag)] unit_diagonal: bool,
) -> Result<New> {
    let (x1, x2, triangle) = (x1.0, x2.0, Triangle { lower, unit_diagonal });
    work(py, x1.len().max(x2.len()), Cost::Heavy, || x1.solve_triangular(x2, triangle)).map(New)
}

/// The `x` for which `x1 @ x` is nearest to `x2`, the sums of squares of what is left of `x2`, the ranks of `x1` and its
/// singular values.
///
/// Singular values up to `rtol`, or `rcond`, times the largest count as 0. As in NumPy there are no residuals where a matrix has no more rows than columns, or a rank below its columns.
///
/// >>> found = xp.linalg.lstsq(xp.asarray([[1.0], [1.0]]), xp.asarray([1.0, 4.0]))
/// >>> found.solution, found.residuals
/// (Tensor([2.5]), Tensor([4.5]))
#[pyfunction]
#[pyo3(signature = (x1, x2, /, rcond=None, *, rtol=None))]
fn lstsq<'py>(
    py: Python<'py>,
    x1: TensorArg<'_>,
    x2: TensorArg<'_>,
    rcond: Option<f64>,
    rtol: Option<f64>,
) -> Result<Bound<'py, PyAny>> {
    let (x1, x2, rtol) = (x1.0, x2.0, one_tolerance(rcond, rtol)?);
    let made = work(py, x1.len().max(x2.len()), Cost::Heavy, || match rtol {
        None => x1.lstsq(x2),
        Some(rtol) => x1.lstsq_with(x2, rtol),
    })?;
    LSTSQ.of(py, [made.solution, made.residuals, made.rank.into_dyn(), made.singular_values])
}

/// The tolerance, which NumPy calls `rcond`; a negative one is that of the dtype's precision.
fn one_tolerance(rcond: Option<f64>, rtol: Option<f64>) -> Result<Option<f64>> {
    match (rcond, rtol) {
        (Some(_), Some(_)) => {
            Err(type_error("lstsq: `rcond` and `rtol` are names of one tolerance: leave one out"))
        }
        (Some(..0.0), None) => Ok(Some(f64::EPSILON)),
        (rcond, rtol) => Ok(rcond.or(rtol)),
    }
}

/// A row: what it is, its name, with one tolerance, and with one for each matrix.
macro_rules! by_tolerance {
    ($($(#[doc = $doc:literal])* $name:ident $with:ident $each:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (x, /, *, rtol=None))]
        fn $name(py: Python<'_>, x: TensorArg<'_>, rtol: Option<Arg<'_>>) -> Result<New> {
            let (x, rtol) = (x.0, rtol.map(tolerance).transpose()?);
            work(py, x.len(), Cost::Heavy, || match rtol {
                None => x.$name().map(Tensor::into_dyn),
                Some(Tolerance::One(rtol)) => x.$with(rtol).map(Tensor::into_dyn),
                Some(Tolerance::Each(rtols)) => x.$each(rtols).map(Tensor::into_dyn),
            })
            .map(New)
        }
    )* };
}

/// Below which share of the largest singular value others count as 0.
enum Tolerance<'a> {
    One(f64),
    Each(&'a lunette::DynTensor),
}

fn tolerance(rtol: Arg<'_>) -> Result<Tolerance<'_>> {
    match rtol {
        Arg::Tensor(rtols) => Ok(Tolerance::Each(rtols)),
        Arg::Number(Weak(number)) => match number.cast(lunette::DType::F64) {
            lunette::Scalar::F64(rtol) => Ok(Tolerance::One(rtol)),
            _ => Err(type_error("`rtol` is a real number or a tensor of them")),
        },
    }
}

by_tolerance! {
    /// The ranks of matrices: how many singular values are more than `rtol` times the largest.
    ///
    /// >>> xp.linalg.matrix_rank(xp.asarray([[1.0, 2.0], [2.0, 4.0]]))
    /// Tensor(1)
    matrix_rank matrix_rank_with matrix_rank_each;

    /// The pseudo-inverses of matrices, of any rank and shape.
    ///
    /// >>> xp.linalg.pinv(xp.asarray([[2.0, 0.0], [0.0, 0.0]]))
    /// Tensor([[0.5, 0.0],
    ///         [0.0, 0.0]])
    pinv pinv_with pinv_each;
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    LSTSQ.register(module)?;
    functions!(module: solve, solve_triangular, lstsq, matrix_rank, pinv)
}
