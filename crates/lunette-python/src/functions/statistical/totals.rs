//! Sums and products, of all or running, in any dtype.

use lunette::{DynTensor, Tensor};
use pyo3::prelude::*;

use super::{Fractions, in_dtype};
use crate::arg::{AxesArg, Parent, TensorArg, flag, saturated};
use crate::dtype::DTypeArg;
use crate::error::Result;
use crate::functions::indexing::only_axis;
use crate::functions::registry::functions;
use crate::functions::results::placed;
use crate::functions::scalars::size;
use crate::tensor::{Made, New};
use crate::work::{Cost, work};

/// A row: what it is, its name, with the axes kept, as another dtype, and both.
macro_rules! totals {
    ($($(#[doc = $doc:literal])* $name:ident $keepdims:ident $to:ident $to_keepdims:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (x, /, axis=None, *, dtype=None, keepdims=false, out=None),
               text_signature = "(x, /, *, axis=None, dtype=None, keepdims=False, out=None)")]
        fn $name<'py>(
            py: Python<'py>,
            x: TensorArg<'_>,
            axis: Option<AxesArg>,
            dtype: Option<DTypeArg>,
            #[pyo3(from_py_with = flag)]
            keepdims: bool,
            out: Option<Parent<'_, 'py>>,
        ) -> Result<Made<'py>> {
            let (x, axes) = (x.0, AxesArg::or_all(axis));
            let made = work(py, x.len(), Cost::Linear, || match (dtype, keepdims) {
                (None, false) => x.$name(axes),
                (None, true) => x.$keepdims(axes),
                (Some(dtype), false) => x.$to(dtype.0, axes),
                (Some(dtype), true) => x.$to_keepdims(dtype.0, axes),
            })?;
            placed(py, stringify!($name), made, out)
        }
    )* };
}

/// A row: what it is, its name, with the total of nothing in front, as another dtype, and both.
macro_rules! running {
    ($($(#[doc = $doc:literal])* $name:ident $initial:ident $to:ident $to_initial:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (x, /, *, axis=None, dtype=None, include_initial=false, out=None))]
        fn $name<'py>(
            py: Python<'py>,
            x: TensorArg<'_>,
            axis: Option<i64>,
            dtype: Option<DTypeArg>,
            #[pyo3(from_py_with = flag)]
            include_initial: bool,
            out: Option<Parent<'_, 'py>>,
        ) -> Result<Made<'py>> {
            let x = x.0;
            let axis = only_axis(stringify!($name), axis, x.rank())?;
            let made = work(py, x.len(), Cost::Linear, || match (dtype, include_initial) {
                (None, false) => x.$name(axis),
                (None, true) => x.$initial(axis),
                (Some(dtype), false) => x.$to(dtype.0, axis),
                (Some(dtype), true) => x.$to_initial(dtype.0, axis),
            })?;
            placed(py, stringify!($name), made, out)
        }
    )* };
}

totals! {
    /// The sum of the elements along the axes; integers are added up as 64-bit ones unless `dtype` says otherwise.
    ///
    /// >>> xp.sum(xp.asarray([[1, 2], [3, 4]]), axis=0)
    /// Tensor([4, 6])
    sum sum_keepdims sum_to sum_to_keepdims;

    /// The product of the elements along the axes; integers are multiplied as 64-bit ones unless `dtype` says otherwise.
    ///
    /// >>> xp.prod(xp.asarray([[1, 2], [3, 4]]), axis=0)
    /// Tensor([3, 8])
    prod prod_keepdims prod_to prod_to_keepdims;
}

running! {
    /// The running sums along an axis: each one is the sum up to and with its element.
    ///
    /// >>> xp.cumulative_sum(xp.asarray([1, 2, 3]), include_initial=True)
    /// Tensor([0, 1, 3, 6])
    cumulative_sum cumulative_sum_initial cumulative_sum_to cumulative_sum_to_initial;

    /// The running products along an axis: each one is the product up to and with its element.
    ///
    /// >>> xp.cumulative_prod(xp.asarray([2, 3, 4]))
    /// Tensor([ 2,  6, 24])
    cumulative_prod cumulative_prod_initial cumulative_prod_to cumulative_prod_to_initial;
}

/// A row: what it is, and its name.
macro_rules! running_extremes {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (x, /, *, axis=None, out=None))]
        fn $name<'py>(
            py: Python<'py>,
            x: TensorArg<'_>,
            axis: Option<i64>,
            out: Option<Parent<'_, 'py>>,
        ) -> Result<Made<'py>> {
            let x = x.0;
            let axis = only_axis(stringify!($name), axis, x.rank())?;
            let made = work(py, x.len(), Cost::Linear, || x.$name(axis))?;
            placed(py, stringify!($name), made, out)
        }
    )* };
}

running_extremes! {
    /// The greatest element so far along an axis, as `np.maximum.accumulate` gives it; NaN stays.
    ///
    /// >>> xp.cumulative_max(xp.asarray([3, 1, 4, 1]))
    /// Tensor([3, 3, 4, 4])
    cumulative_max;

    /// The least element so far along an axis, as `np.minimum.accumulate` gives it; NaN stays.
    ///
    /// >>> xp.cumulative_min(xp.asarray([3, 1, 4, 1]))
    /// Tensor([3, 1, 1, 1])
    cumulative_min;
}

/// A row: what it is, its name, and the number that changes nothing.
macro_rules! running_without_nan {
    ($($(#[doc = $doc:literal])* $name:ident $nothing:literal;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (x, /, axis=None, *, dtype=None, out=None),
               text_signature = "(x, /, *, axis=None, dtype=None, out=None)")]
        fn $name<'py>(
            py: Python<'py>,
            x: TensorArg<'_>,
            axis: Option<i64>,
            dtype: Option<DTypeArg>,
            out: Option<Parent<'_, 'py>>,
        ) -> Result<Made<'py>> {
            let x = x.0;
            let run = |x: &DynTensor| match axis {
                Some(axis) => x.$name(axis),
                None => x.ravel()?.$name(0),
            };
            let made = work(py, x.len(), Cost::Linear, || {
                in_dtype(stringify!($name), x, dtype, Fractions::CutFirstWithNanAs($nothing), run)
            })?;
            placed(py, stringify!($name), made, out)
        }
    )* };
}

running_without_nan! {
    /// The running sums along an axis, or of all elements in row-major order, in which NaN changes nothing.
    ///
    /// >>> xp.nancumsum(xp.asarray([1.0, xp.nan, 2.0]))
    /// Tensor([1.0, 1.0, 3.0])
    nancumsum 0.0;

    /// The running products along an axis, or of all elements in row-major order, in which NaN changes nothing.
    ///
    /// >>> xp.nancumprod(xp.asarray([3.0, xp.nan, 2.0]))
    /// Tensor([3.0, 3.0, 6.0])
    nancumprod 1.0;
}

/// The differences of neighbours along an axis, taken `n` times.
///
/// `prepend` and `append` are entries that come before and behind first.
///
/// >>> xp.diff(xp.asarray([1, 4, 9]))
/// Tensor([3, 5])
#[pyfunction]
#[pyo3(
    signature = (x, /, n=1, axis=-1, prepend=None, append=None),
    text_signature = "(x, /, *, axis=-1, n=1, prepend=None, append=None)"
)]
fn diff(
    py: Python<'_>,
    x: TensorArg<'_>,
    n: i64,
    axis: i64,
    prepend: Option<TensorArg<'_>>,
    append: Option<TensorArg<'_>>,
) -> Result<New> {
    let (x, n, ends) = (x.0, size(n)?, [prepend, append].map(|end| end.map(|end| end.0)));
    work(py, x.len(), Cost::Linear, || x.diff_with(n, axis, ends[0], ends[1])).map(New)
}

/// The sum of the diagonal `offset` of the last two axes.
///
/// >>> xp.linalg.trace(xp.asarray([[1, 2], [3, 4]]))
/// Tensor(5)
#[pyfunction]
#[pyo3(signature = (x, /, *, offset=0, dtype=None))]
pub(in crate::functions) fn trace(
    py: Python<'_>,
    x: TensorArg<'_>,
    #[pyo3(from_py_with = saturated)] offset: i64,
    dtype: Option<DTypeArg>,
) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Linear, || match dtype {
        None => x.trace(offset).map(Tensor::into_dyn),
        Some(dtype) => x.trace_to(dtype.0, offset),
    })
    .map(New)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(
        module: sum, prod, cumulative_sum, cumulative_prod, cumulative_max, cumulative_min, nancumsum, nancumprod, diff
    )
}
