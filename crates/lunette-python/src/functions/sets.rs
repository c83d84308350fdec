//! Distinct elements.

use lunette::{DynTensor, Tensor};
use pyo3::prelude::*;

use crate::arg::{TensorArg, flag};
use crate::error::Result;
use crate::functions::registry::functions;
use crate::functions::results::{Names, tuple};
use crate::tensor::New;
use crate::work::{Cost, work};

static ALL: Names =
    Names::new("lunette", "UniqueAllResult", &["values", "indices", "inverse_indices", "counts"]);
static COUNTS: Names = Names::new("lunette", "UniqueCountsResult", &["values", "counts"]);
static INVERSE: Names = Names::new("lunette", "UniqueInverseResult", &["values", "inverse_indices"]);

/// The distinct elements, sorted; where each is first; for each element which one it is; and how often each is there.
///
/// Every NaN counts as distinct.
///
/// >>> xp.unique_all(xp.asarray([3, 1, 3])).counts
/// Tensor([1, 2])
#[pyfunction]
#[pyo3(signature = (x, /))]
fn unique_all<'py>(py: Python<'py>, x: TensorArg<'_>) -> Result<Bound<'py, PyAny>> {
    let x = x.0;
    let found = work(py, x.len(), Cost::Sorting, || x.unique_all())?;
    let positions = [found.indices, found.inverse_indices, found.counts].map(Tensor::into_dyn);
    let [indices, inverse, counts] = positions;
    ALL.of(py, [found.values, indices, inverse, counts])
}

/// The distinct elements, sorted, or the distinct entries along an axis; and where each is first, which one each is, and
/// how often each is there, if asked for. Every NaN counts as distinct.
///
/// >>> xp.unique(xp.asarray([3, 1, 3]))
/// Tensor([1, 3])
/// >>> xp.unique(xp.asarray([3, 1, 3]), return_counts=True)
/// (Tensor([1, 3]), Tensor([1, 2]))
/// >>> xp.unique(xp.asarray([[2, 1], [0, 5], [2, 1]]), axis=0)
/// Tensor([[0, 5],
///         [2, 1]])
#[pyfunction]
#[pyo3(signature = (x, /, return_index=false, return_inverse=false, return_counts=false, axis=None))]
fn unique<'py>(
    py: Python<'py>,
    x: TensorArg<'_>,
    #[pyo3(from_py_with = flag)] return_index: bool,
    #[pyo3(from_py_with = flag)] return_inverse: bool,
    #[pyo3(from_py_with = flag)] return_counts: bool,
    axis: Option<i64>,
) -> Result<Bound<'py, PyAny>> {
    let (x, asked) = (x.0, [return_index, return_inverse, return_counts]);
    if axis.is_none() && asked == [false; 3] {
        let values = work(py, x.len(), Cost::Sorting, || x.unique_values())?;
        return Ok(New(values).into_pyobject(py)?.into_any());
    }
    let found = work(py, x.len(), Cost::Sorting, || match axis {
        None => x.unique_all(),
        Some(axis) => x.unique_along(axis),
    })?;
    let positions = [found.indices, found.inverse_indices, found.counts].map(Tensor::into_dyn);
    let wanted = positions.into_iter().zip(asked).filter_map(|(part, asked)| asked.then_some(part));
    let parts: Vec<DynTensor> = wanted.collect();
    match parts.is_empty() {
        true => Ok(New(found.values).into_pyobject(py)?.into_any()),
        false => Ok(tuple(py, std::iter::once(found.values).chain(parts))?.into_any()),
    }
}

/// The distinct elements, sorted, and how often each is there.
///
/// >>> xp.unique_counts(xp.asarray([3, 1, 3])).counts
/// Tensor([1, 2])
#[pyfunction]
#[pyo3(signature = (x, /))]
fn unique_counts<'py>(py: Python<'py>, x: TensorArg<'_>) -> Result<Bound<'py, PyAny>> {
    let x = x.0;
    let found = work(py, x.len(), Cost::Sorting, || x.unique_counts())?;
    COUNTS.of(py, [found.values, found.counts.into_dyn()])
}

/// The distinct elements, sorted, and for each element which one it is.
///
/// >>> xp.unique_inverse(xp.asarray([3, 1, 3])).inverse_indices
/// Tensor([1, 0, 1])
#[pyfunction]
#[pyo3(signature = (x, /))]
fn unique_inverse<'py>(py: Python<'py>, x: TensorArg<'_>) -> Result<Bound<'py, PyAny>> {
    let x = x.0;
    let found = work(py, x.len(), Cost::Sorting, || x.unique_inverse())?;
    INVERSE.of(py, [found.values, found.inverse_indices.into_dyn()])
}

/// The distinct elements, sorted.
///
/// >>> xp.unique_values(xp.asarray([3, 1, 3]))
/// Tensor([1, 3])
#[pyfunction]
#[pyo3(signature = (x, /))]
fn unique_values(py: Python<'_>, x: TensorArg<'_>) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Sorting, || x.unique_values()).map(New)
}

macro_rules! of_two_sets {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (x1, x2, /))]
        fn $name(py: Python<'_>, x1: TensorArg<'_>, x2: TensorArg<'_>) -> Result<New> {
            let (x1, x2): (&DynTensor, &DynTensor) = (x1.0, x2.0);
            work(py, x1.len() + x2.len(), Cost::Sorting, || x1.$name(x2)).map(New)
        }
    )* };
}

of_two_sets! {
    /// The distinct elements that are in both, sorted.
    ///
    /// >>> xp.intersect1d(xp.asarray([1, 2, 3]), xp.asarray([3, 1, 5]))
    /// Tensor([1, 3])
    intersect1d;

    /// The distinct elements of `x1` that are not in `x2`, sorted.
    ///
    /// >>> xp.setdiff1d(xp.asarray([1, 2, 3]), xp.asarray([3, 1, 5]))
    /// Tensor([2])
    setdiff1d;

    /// The distinct elements that are in one of the two only, sorted.
    ///
    /// >>> xp.setxor1d(xp.asarray([1, 2, 3]), xp.asarray([3, 1, 5]))
    /// Tensor([2, 5])
    setxor1d;

    /// The distinct elements of both, sorted.
    ///
    /// >>> xp.union1d(xp.asarray([1, 2, 3]), xp.asarray([3, 1, 5]))
    /// Tensor([1, 2, 3, 5])
    union1d;
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    [&ALL, &COUNTS, &INVERSE].into_iter().try_for_each(|names| names.register(module))?;
    functions!(
        module: unique, unique_all, unique_counts, unique_inverse, unique_values, intersect1d,
        setdiff1d, setxor1d, union1d
    )
}
