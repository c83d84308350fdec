//! Norms of vectors and matrices.

use lunette::MatrixNorm;
use pyo3::prelude::*;

use crate::arg::{AxesArg, TensorArg, flag};
use crate::error::{Result, value_error};
use crate::functions::choices::one_of;
use crate::functions::registry::functions;
use crate::tensor::New;
use crate::work::{Cost, work};

/// Which norms of matrices there are.
const WORDS: &str = "matrix_norm: `ord` is \"fro\", \"nuc\", 1, -1, 2, -2, inf or -inf";

/// Which norm: a name, or a number.
#[derive(FromPyObject)]
enum Ord {
    Name(String),
    Number(f64),
}

/// The norms of matrices: "fro", "nuc", or by a number 1, 2, inf or the negative of one.
///
/// >>> xp.linalg.matrix_norm(xp.asarray([[3.0, 4.0]]))
/// Tensor(5.0)
#[pyfunction]
#[pyo3(
    signature = (x, /, *, keepdims=false, ord=None),
    text_signature = "(x, /, *, keepdims=False, ord='fro')"
)]
fn matrix_norm(
    py: Python<'_>,
    x: TensorArg<'_>,
    #[pyo3(from_py_with = flag)] keepdims: bool,
    ord: Option<&Bound<'_, PyAny>>,
) -> Result<New> {
    let ord = ord.map(|ord| one_of(ord, WORDS)).transpose()?;
    let (x, norm) = (x.0, norm_of(ord)?);
    let reduce = || if keepdims { x.matrix_norm_keepdims(norm) } else { x.matrix_norm(norm) };
    work(py, x.len(), Cost::Heavy, reduce).map(New)
}

fn norm_of(ord: Option<Ord>) -> Result<MatrixNorm> {
    let wrong = |found: String| value_error(format!("{WORDS}, found {found}"));
    match ord {
        None => Ok(MatrixNorm::Frobenius),
        Some(Ord::Name(name)) => match &name[..] {
            "fro" => Ok(MatrixNorm::Frobenius),
            "nuc" => Ok(MatrixNorm::Nuclear),
            _ => Err(wrong(format!("{name:?}"))),
        },
        Some(Ord::Number(number)) => match number {
            1.0 => Ok(MatrixNorm::One),
            -1.0 => Ok(MatrixNorm::NegOne),
            2.0 => Ok(MatrixNorm::Two),
            -2.0 => Ok(MatrixNorm::NegTwo),
            f64::INFINITY => Ok(MatrixNorm::Inf),
            f64::NEG_INFINITY => Ok(MatrixNorm::NegInf),
            _ => Err(wrong(number.to_string())),
        },
    }
}

/// The norms of the vectors along the axes: the root of the sum of the squares, or that of another power.
///
/// >>> xp.linalg.vector_norm(xp.asarray([3.0, 4.0]))
/// Tensor(5.0)
#[pyfunction]
#[pyo3(
    signature = (x, /, *, axis=None, keepdims=false, ord=2.0),
    text_signature = "(x, /, *, axis=None, keepdims=False, ord=2)"
)]
fn vector_norm(
    py: Python<'_>,
    x: TensorArg<'_>,
    axis: Option<AxesArg>,
    #[pyo3(from_py_with = flag)] keepdims: bool,
    ord: f64,
) -> Result<New> {
    let (x, axes) = (x.0, AxesArg::or_all(axis));
    let reduce = || if keepdims { x.vector_norm_keepdims(ord, axes) } else { x.vector_norm(ord, axes) };
    work(py, x.len(), Cost::Linear, reduce).map(New)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: matrix_norm, vector_norm)
}
