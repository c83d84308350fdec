//! Polynomials, as vectors of coefficients of which the highest comes first.

use lunette::Tensor;
use pyo3::prelude::*;

use crate::arg::{Arg, TensorArg, flag};
use crate::error::Result;
use crate::functions::elementwise::tensor_of;
use crate::functions::registry::functions;
use crate::functions::scalars::size;
use crate::tensor::New;
use crate::work::{Cost, work};

/// The values at `x` of the polynomial whose coefficients `p` holds, the highest first.
///
/// >>> xp.polyval(xp.asarray([1, -3, 2]), xp.asarray([0, 1, 5]))
/// Tensor([ 2,  0, 12])
#[pyfunction]
#[pyo3(signature = (p, x, /))]
fn polyval(py: Python<'_>, p: TensorArg<'_>, x: Arg<'_>) -> Result<New> {
    let (p, x) = (p.0, tensor_of(x)?);
    work(py, p.len().saturating_mul(x.len()), Cost::Linear, || p.polyval(&*x)).map(New)
}

/// The coefficients, the highest first, of the polynomial of degree `deg` that comes nearest to the points (`x`, `y`) by
/// least squares; their distances count as much as the weights `w`. Each column of a matrix `y` is fitted by itself.
///
/// >>> line = xp.polyfit(xp.asarray([0.0, 1.0, 2.0]), xp.asarray([1.0, 3.0, 5.0]), 1)
/// >>> xp.allclose(line, xp.asarray([2.0, 1.0]))
/// True
#[pyfunction]
#[pyo3(signature = (x, y, /, deg, *, w=None))]
fn polyfit(
    py: Python<'_>,
    x: TensorArg<'_>,
    y: TensorArg<'_>,
    deg: i64,
    w: Option<TensorArg<'_>>,
) -> Result<New> {
    let (x, y, degree) = (x.0, y.0, size(deg)?);
    work(py, x.len().saturating_mul(degree), Cost::Heavy, || match w {
        Some(w) => x.polyfit_weighted(y, degree, w.0),
        None => x.polyfit(y, degree),
    })
    .map(New)
}

/// The roots of the polynomial whose coefficients `p` holds, the highest first: complex numbers in no special order.
///
/// >>> roots = xp.roots(xp.asarray([1.0, -3.0, 2.0]))
/// >>> xp.allclose(xp.sort(xp.real(roots)), xp.asarray([1.0, 2.0]))
/// True
#[pyfunction]
#[pyo3(signature = (p, /))]
fn roots(py: Python<'_>, p: TensorArg<'_>) -> Result<New> {
    let p = p.0;
    work(py, p.len().saturating_mul(p.len()), Cost::Heavy, || p.roots()).map(New)
}

/// The coefficients of the derivative of a polynomial, taken `m` times; the highest comes first.
///
/// >>> xp.polyder(xp.asarray([1, -3, 2]))
/// Tensor([ 2, -3])
#[pyfunction]
#[pyo3(signature = (p, /, m=1))]
fn polyder(py: Python<'_>, p: TensorArg<'_>, m: i64) -> Result<New> {
    let (p, m) = (p.0, size(m)?);
    // After as many derivatives as there are coefficients none is left.
    let times = m.min(p.len().saturating_add(1));
    work(py, p.len().saturating_mul(times), Cost::Linear, || {
        (0..times).try_fold(p.clone(), |p, _| p.polyder())
    })
    .map(New)
}

/// The coefficients of the integral from 0 of a polynomial; the highest comes first.
///
/// >>> xp.polyint(xp.asarray([6, 2]))
/// Tensor([3.0, 2.0, 0.0])
#[pyfunction]
#[pyo3(signature = (p, /))]
fn polyint(py: Python<'_>, p: TensorArg<'_>) -> Result<New> {
    let p = p.0;
    work(py, p.len(), Cost::Linear, || p.polyint()).map(New)
}

/// The powers of each element of a vector in a row, from `N - 1` down to 0, or up where they are `increasing`; as many as
/// there are elements unless `N` says otherwise.
///
/// >>> xp.vander(xp.asarray([2, 3]), 3)
/// Tensor([[4, 2, 1],
///         [9, 3, 1]])
#[pyfunction]
#[pyo3(signature = (x, /, N=None, increasing=false))]
#[expect(non_snake_case, reason = "NumPy's name of a parameter")]
fn vander(
    py: Python<'_>,
    x: TensorArg<'_>,
    N: Option<i64>,
    #[pyo3(from_py_with = flag)] increasing: bool,
) -> Result<New> {
    let x = x.0;
    let columns = N.map_or(Ok(x.len()), size)?;
    work(py, x.len().saturating_mul(columns), Cost::Linear, || match increasing {
        true => x.vander_increasing(columns),
        false => x.vander(columns),
    })
    .map(New)
}

/// Angles along an axis without jumps: those behind a difference of `discont` or more, and of half a period at least, are
/// moved by multiples of the period.
///
/// >>> xp.unwrap(xp.asarray([350.0, 355.0, 2.0]), period=360.0)
/// Tensor([350.0, 355.0, 362.0])
#[pyfunction]
#[pyo3(
    signature = (x, /, discont=None, axis=-1, *, period=std::f64::consts::TAU),
    text_signature = "(x, /, discont=None, axis=-1, *, period=6.283185307179586)"
)]
fn unwrap(py: Python<'_>, x: TensorArg<'_>, discont: Option<f64>, axis: i64, period: f64) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Linear, || match discont {
        Some(jump) => x.unwrap_with(period, jump, axis),
        None => x.unwrap(period, axis),
    })
    .map(New)
}

macro_rules! tapers {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => {
        $(
            $(#[doc = $doc])*
            #[pyfunction]
            #[pyo3(signature = (M, /))]
            #[expect(non_snake_case, reason = "NumPy's name of a parameter")]
            fn $name(py: Python<'_>, M: i64) -> Result<New> {
                // Of a taper of fewer than one number NumPy has none.
                let len = size(M.max(0))?;
                work(py, len, Cost::Linear, || Tensor::$name(len).map(Tensor::into_dyn)).map(New)
            }
        )*

        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            functions!(module: polyval, polyfit, roots, polyder, polyint, vander, unwrap, kaiser, $($name),*)
        }
    };
}

/// The taper of Kaiser: numbers up to 1 and down again, narrower the larger `beta` is.
///
/// >>> xp.kaiser(4, 0.0)
/// Tensor([1.0, 1.0, 1.0, 1.0])
#[pyfunction]
#[pyo3(signature = (M, beta, /))]
#[expect(non_snake_case, reason = "NumPy's name of a parameter")]
fn kaiser(py: Python<'_>, M: i64, beta: f64) -> Result<New> {
    let len = size(M.max(0))?;
    work(py, len, Cost::Linear, || Tensor::kaiser(len, beta).map(Tensor::into_dyn)).map(New)
}

tapers! {
    /// The taper of Bartlett: a triangle from 0 up to 1 and down again.
    ///
    /// >>> xp.bartlett(5)
    /// Tensor([0.0, 0.5, 1.0, 0.5, 0.0])
    bartlett;

    /// The taper of Blackman: three terms of cosines, near 0 at the ends.
    ///
    /// >>> xp.blackman(3).shape
    /// (3,)
    blackman;

    /// The taper of Hamming: a raised cosine from 0.08 up to 1 and down again.
    ///
    /// >>> float(xp.hamming(3)[1])
    /// 1.0
    hamming;

    /// The taper of von Hann: a cosine from 0 up to 1 and down again.
    ///
    /// >>> xp.hanning(3)
    /// Tensor([0.0, 1.0, 0.0])
    hanning;
}
