//! Quantiles and percentiles.

use lunette::index::Axes;
use lunette::{DynTensor, Interpolation, Tensor};
use pyo3::prelude::*;

use crate::arg::{AxesArg, Parent, TensorArg, flag};
use crate::dtype::name_of;
use crate::error::{Result, type_error, value_error};
use crate::exchange::asarray::convert;
use crate::functions::registry::functions;
use crate::functions::results::placed;
use crate::tensor::Made;
use crate::work::{Cost, work};

fn method_of(op: &str, name: &str) -> Result<Interpolation> {
    let found = Interpolation::NAMED.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, method)| method).ok_or_else(|| {
        let known = Interpolation::NAMED.map(|(known, _)| known).join(", ");
        value_error(format!("{op}: `method` is one of {known}, found {name:?}"))
    })
}

/// Which quantiles are asked for, and the shape in which they stand.
struct Wanted {
    parts: Vec<f64>,
    shape: Vec<usize>,
}

impl Wanted {
    /// Of a number, of a tensor, or of a list or an array of others.
    fn of(op: &str, q: &Bound<'_, PyAny>) -> Result<Self> {
        let q = convert(q)?.into_tensor();
        if q.dtype().is_complex() {
            let found = name_of(q.dtype());
            return Err(type_error(format!("{op}: `q` is a real number or several of them, found {found}")));
        }
        Ok(Self { parts: q.cast::<f64>()?.to_vec()?, shape: q.shape().into() })
    }

    /// The quantiles, which stand along the first axis, in the shape that was asked for, with the axes that were reduced
    /// left with size 1 if they are to be kept.
    fn arrange(&self, made: &DynTensor, x: &DynTensor, kept: Option<&Axes>) -> lunette::Result<DynTensor> {
        let rest = match kept {
            None => made.shape().get(1..).unwrap_or_default().to_vec(),
            Some(axes) => kept_shape(x, axes),
        };
        made.reshape([&self.shape[..], &rest].concat())
    }
}

/// The shape of a tensor with these axes left with size 1.
fn kept_shape(x: &DynTensor, axes: &Axes) -> Vec<usize> {
    let rank = x.rank();
    let reduced = |axis: usize| match axes {
        Axes::All => true,
        Axes::List(list) => {
            list.iter().any(|&named| named == axis as i64 || named == axis as i64 - rank as i64)
        }
    };
    x.shape().iter().enumerate().map(|(axis, &size)| if reduced(axis) { 1 } else { size }).collect()
}

/// A row: what it is, its name, and the library's method.
macro_rules! quantiles {
    ($($(#[doc = $doc:literal])* $name:ident $with:ident;)*) => {
        $(
            $(#[doc = $doc])*
            #[pyfunction]
            #[pyo3(signature = (x, /, q, axis=None, *, method="linear", keepdims=false, out=None),
                   text_signature = "(x, /, q, *, axis=None, method='linear', keepdims=False, out=None)")]
            fn $name<'py>(
                py: Python<'py>,
                x: TensorArg<'_>,
                q: &Bound<'_, PyAny>,
                axis: Option<AxesArg>,
                method: &str,
                #[pyo3(from_py_with = flag)]
                keepdims: bool,
                out: Option<Parent<'_, 'py>>,
            ) -> Result<Made<'py>> {
                let (x, axes, op) = (x.0, AxesArg::or_all(axis), stringify!($name));
                let (wanted, method) = (Wanted::of(op, q)?, method_of(op, method)?);
                let made = work(py, x.len(), Cost::Sorting, || {
                    let made = x.$with(&wanted.parts, axes.clone(), method).map(Tensor::into_dyn)?;
                    wanted.arrange(&made, x, keepdims.then_some(&axes))
                })?;
                placed(py, op, made, out)
            }
        )*

        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            functions!(module: $($name),*)
        }
    };
}

quantiles! {
    /// The value below which the part `q` of the elements along the axes lies; for several `q` they come first.
    ///
    /// >>> xp.quantile(xp.asarray([1.0, 2.0, 3.0, 4.0]), 0.5)
    /// Tensor(2.5)
    quantile quantile_with;

    /// The value below which `q` per cent of the elements along the axes lie.
    ///
    /// >>> xp.percentile(xp.asarray([1.0, 2.0, 3.0, 4.0]), [0, 100])
    /// Tensor([1.0, 4.0])
    percentile percentile_with;

    /// As `quantile`, NaN left out.
    ///
    /// >>> xp.nanquantile(xp.asarray([1.0, xp.nan, 3.0]), 0.5)
    /// Tensor(2.0)
    nanquantile nanquantile_with;

    /// As `percentile`, NaN left out.
    ///
    /// >>> xp.nanpercentile(xp.asarray([1.0, xp.nan, 3.0]), 50)
    /// Tensor(2.0)
    nanpercentile nanpercentile_with;
}
