//! Counts of elements, weighted means, and how several variables go together.

use lunette::{DType, DynTensor, Histogram, Kind, Tensor};
use pyo3::prelude::*;

use crate::arg::{AxesArg, TensorArg, flag, optional_flag};
use crate::error::{Result, value_error};
use crate::functions::choices::one_of;
use crate::functions::registry::functions;
use crate::functions::results::Names;
use crate::functions::scalars::size;
use crate::tensor::{New, PyTensor};
use crate::work::{Cost, work};

/// So few elements are looked through in no time.
const FEW: usize = 1 << 12;

static HISTOGRAM: Names = Names::new("lunette", "HistogramResult", &["counts", "edges"]);

/// The mean along the axes of elements that count as much as their weights; without weights the mean.
///
/// The weights broadcast to the shape of `x`, or are a vector along the one axis that is named.
///
/// >>> xp.average(xp.asarray([[1.0, 2.0], [3.0, 6.0]]), axis=0, weights=xp.asarray([3, 1]))
/// Tensor([1.5, 3.0])
#[pyfunction]
#[pyo3(signature = (x, /, axis=None, *, weights=None, keepdims=false),
       text_signature = "(x, /, *, axis=None, weights=None, keepdims=False)")]
fn average(
    py: Python<'_>,
    x: TensorArg<'_>,
    axis: Option<AxesArg>,
    weights: Option<TensorArg<'_>>,
    #[pyo3(from_py_with = flag)] keepdims: bool,
) -> Result<New> {
    let (x, axes, weights) = (x.0, AxesArg::or_all(axis), weights.map(|weights| weights.0));
    work(py, x.len(), Cost::Linear, || match keepdims {
        false => x.average(axes, weights),
        true => x.average_keepdims(axes, weights),
    })
    .map(New)
}

/// The covariances of the rows of a matrix.
///
/// >>> xp.cov(xp.asarray([[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]]))
/// Tensor([[ 1.0, -2.0],
///         [-2.0,  4.0]])
#[pyfunction]
#[pyo3(signature = (x, /, *, correction=1.0))]
fn cov(py: Python<'_>, x: TensorArg<'_>, correction: f64) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Heavy, || x.cov(correction)).map(New)
}

/// The correlation coefficients of the rows of a matrix, from -1 to 1.
///
/// >>> xp.corrcoef(xp.asarray([[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]]))
/// Tensor([[ 1.0, -1.0],
///         [-1.0,  1.0]])
#[pyfunction]
#[pyo3(signature = (x, /))]
fn corrcoef(py: Python<'_>, x: TensorArg<'_>) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Heavy, || x.corrcoef()).map(New)
}

/// So many bins of one width, or those between edges.
#[derive(FromPyObject)]
enum Bins<'py> {
    Edges(Bound<'py, PyTensor>),
    Count(i64),
}

/// How many elements lie in each bin, or the sum of their weights, and the edges of the bins.
///
/// The bins are a number of them, within `range` or from the least element to the greatest, or a vector of edges. With
/// `density` the counts are divided so that their integral is 1.
///
/// >>> xp.histogram(xp.asarray([1.0, 2.0, 2.5, 4.0]), 3).counts
/// Tensor([1, 2, 1])
/// >>> xp.histogram(xp.asarray([1.0, 2.0, 2.5, 4.0]), 3, density=True).counts
/// Tensor([0.25, 0.50, 0.25])
#[pyfunction]
#[pyo3(
    signature = (x, /, bins=None, *, range=None, weights=None, density=None),
    text_signature = "(x, /, bins=10, *, range=None, weights=None, density=False)"
)]
fn histogram<'py>(
    py: Python<'py>,
    x: TensorArg<'_>,
    bins: Option<&Bound<'py, PyAny>>,
    range: Option<[f64; 2]>,
    weights: Option<TensorArg<'_>>,
    #[pyo3(from_py_with = optional_flag)] density: Option<bool>,
) -> Result<Bound<'py, PyAny>> {
    let x = x.0;
    let counting =
        Counting { x, weights: weights.map(|weights| weights.0), density: density.unwrap_or(false) };
    let words = "histogram: `bins` is an integer or a tensor of edges";
    let [counts, edges] = match bins.map_or(Ok(Bins::Count(10)), |bins| one_of(bins, words))? {
        Bins::Edges(_) if range.is_some() => {
            return Err(value_error("histogram: edges have a range of their own: leave out `range`"));
        }
        Bins::Edges(edges) => {
            let edges = edges.get().inner();
            work(py, x.len().max(edges.len()), Cost::Heavy, || counting.run(edges))?
        }
        Bins::Count(count) => match (size(count)?, range) {
            (count, None) => work(py, x.len().max(count), Cost::Heavy, || counting.run(count))?,
            (count, Some([low, high])) => {
                work(py, x.len().max(count), Cost::Heavy, || counting.run((count, low..high)))?
            }
        },
    };
    HISTOGRAM.of(py, [counts, edges])
}

/// What is counted, and how.
struct Counting<'a> {
    x: &'a DynTensor,
    weights: Option<&'a DynTensor>,
    density: bool,
}

impl Counting<'_> {
    fn run<'b>(&self, bins: impl lunette::tensor::IntoBins<'b>) -> lunette::Result<[DynTensor; 2]> {
        match self.weights {
            None => self.parts(self.x.histogram(bins)?),
            Some(weights) => self.parts(self.x.histogram_weighted(bins, weights)?),
        }
    }

    fn parts<W: Kind>(&self, found: Histogram<W>) -> lunette::Result<[DynTensor; 2]> {
        let counts = if self.density { found.density()?.into_dyn() } else { found.counts.into_dyn() };
        Ok([counts, found.edges.into_dyn()])
    }
}

/// How often each of the integers 0, 1, 2, … is there, or the sum of the weights of those that are.
///
/// >>> xp.bincount(xp.asarray([0, 2, 2]))
/// Tensor([1, 0, 2])
#[pyfunction]
#[pyo3(signature = (x, /, *, weights=None, minlength=0))]
fn bincount(py: Python<'_>, x: TensorArg<'_>, weights: Option<TensorArg<'_>>, minlength: i64) -> Result<New> {
    let (x, minlength) = (x.0, size(minlength)?);
    let elements = x.len().max(minlength).max(greatest(x));
    work(py, elements, Cost::Linear, || match weights {
        None => x.bincount(minlength).map(Tensor::into_dyn),
        Some(weights) => x.bincount_weighted(weights.0, minlength).map(Tensor::into_dyn),
    })
    .map(New)
}

/// The greatest of a few integers, for which there is one count more; of many no matter, whose counting lasts anyway.
fn greatest(x: &DynTensor) -> usize {
    if x.len() > FEW || x.is_empty() {
        return 0;
    }
    let greatest = x.max(..).and_then(|greatest| greatest.item());
    greatest
        .ok()
        .and_then(|greatest| u64::try_from(greatest.cast(DType::U64)).ok())
        .map_or(0, |most| most as usize)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    HISTOGRAM.register(module)?;
    functions!(module: average, cov, corrcoef, histogram, bincount)
}
