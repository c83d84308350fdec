//! Reductions and running totals.

mod quantiles;
mod relations;
mod totals;

pub(super) use self::totals::*;

use lunette::{DType, DynTensor, ErrorKind, Substitutes, Tensor};
use pyo3::prelude::*;

use crate::arg::{AxesArg, Parent, TensorArg, flag};
use crate::dtype::DTypeArg;
use crate::error::Result;
use crate::functions::registry::functions;
use crate::functions::results::placed;
use crate::tensor::Made;
use crate::work::{Cost, work};

/// Reductions that the axes alone describe. A row: what it is, its name, and its name with the axes kept.
macro_rules! plain {
    ($($(#[doc = $doc:literal])* $name:ident $keepdims:ident;)*) => {
        $(
            $(#[doc = $doc])*
            #[pyfunction]
            #[pyo3(signature = (x, /, axis=None, *, keepdims=false, out=None),
                   text_signature = "(x, /, *, axis=None, keepdims=False, out=None)")]
            fn $name<'py>(
                py: Python<'py>,
                x: TensorArg<'_>,
                axis: Option<AxesArg>,
                #[pyo3(from_py_with = flag)]
                keepdims: bool,
                out: Option<Parent<'_, 'py>>,
            ) -> Result<Made<'py>> {
                let (x, axes) = (x.0, AxesArg::or_all(axis));
                let reduce = || if keepdims { x.$keepdims(axes) } else { x.$name(axes) };
                let made = work(py, x.len(), Cost::Linear, reduce)?;
                placed(py, stringify!($name), Tensor::into_dyn(made), out)
            }
        )*

        fn register_plain(module: &Bound<'_, PyModule>) -> PyResult<()> {
            functions!(module: $($name),*)
        }
    };
}

/// Reductions that may be asked for in a dtype. A row: what it is, its name, its name with the axes kept, and what becomes of
/// fractions.
macro_rules! in_any_dtype {
    ($($(#[doc = $doc:literal])* $name:ident $keepdims:ident $fractions:expr;)*) => {
        $(
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
                let reduce = |x: &DynTensor| if keepdims { x.$keepdims(axes) } else { x.$name(axes) };
                let made = work(py, x.len(), Cost::Linear, || {
                    in_dtype(stringify!($name), x, dtype, $fractions, reduce)
                })?;
                placed(py, stringify!($name), made, out)
            }
        )*

        fn register_in_any_dtype(module: &Bound<'_, PyModule>) -> PyResult<()> {
            functions!(module: $($name),*)
        }
    };
}

/// What becomes of fractions where integers are asked for.
#[derive(Clone, Copy)]
pub enum Fractions {
    /// They are cut before anything is done with the elements.
    CutFirst,
    /// They are too, and NaN is this number then, which changes nothing.
    CutFirstWithNanAs(f64),
    /// They are cut from the result.
    CutLast,
    /// There is no such result where NaN is left out: no integer is NaN.
    Refused,
}

/// What an operation gives in a dtype: the elements are converted first, but to integers as `fractions` says.
pub fn in_dtype(
    name: &'static str,
    x: &DynTensor,
    dtype: Option<DTypeArg>,
    fractions: Fractions,
    operate: impl FnOnce(&DynTensor) -> lunette::Result<DynTensor>,
) -> lunette::Result<DynTensor> {
    let Some(DTypeArg(dtype)) = dtype else { return operate(x) };
    // Imaginary parts are never dropped.
    if x.dtype().is_complex() && !dtype.is_complex() && dtype != DType::Bool {
        return operate(&x.try_cast_to(dtype).map_err(|error| error.called(name))?);
    }
    if dtype.is_float() || dtype.is_complex() {
        return operate(&x.cast_to(dtype)?);
    }
    let made = match fractions {
        Fractions::CutFirst if dtype.is_integer() => operate(&x.cast_to(dtype)?)?,
        Fractions::CutFirstWithNanAs(nan) if dtype.is_integer() => {
            let (posinf, neginf) = (Some(f64::INFINITY), Some(f64::NEG_INFINITY));
            operate(&x.nan_to_num(Substitutes { nan, posinf, neginf })?.cast_to(dtype)?)?
        }
        Fractions::Refused if x.dtype().is_float() => {
            let cure = "elements among which there may be NaN are floats: convert the result";
            return Err(ErrorKind::Unsupported { op: name, dtype, cure }.into());
        }
        _ => operate(x)?,
    };
    made.cast_to(dtype)
}

/// Reductions that take a correction too. Rust keeps the name `std` for itself, so a row has a name for it besides.
macro_rules! spreads {
    ($($(#[doc = $doc:literal])* $rust:ident $python:literal $name:ident $keepdims:ident $fractions:expr;)*) => {
        $(
            $(#[doc = $doc])*
            #[pyfunction(name = $python)]
            #[pyo3(
                signature = (x, /, axis=None, *, correction=0.0, keepdims=false, dtype=None, ddof=0.0, out=None),
                text_signature =
                    "(x, /, *, axis=None, correction=0.0, keepdims=False, dtype=None, ddof=0.0, out=None)"
            )]
            #[expect(clippy::too_many_arguments, reason = "NumPy's, and the standard's name for one of them")]
            fn $rust<'py>(
                py: Python<'py>,
                x: TensorArg<'_>,
                axis: Option<AxesArg>,
                correction: f64,
                #[pyo3(from_py_with = flag)]
                keepdims: bool,
                dtype: Option<DTypeArg>,
                ddof: f64,
                out: Option<Parent<'_, 'py>>,
            ) -> Result<Made<'py>> {
                let (x, axes, correction) = (x.0, AxesArg::or_all(axis), correction + ddof);
                let reduce = |x: &DynTensor| match keepdims {
                    true => x.$keepdims(axes, correction),
                    false => x.$name(axes, correction),
                };
                let made = work(py, x.len(), Cost::Linear, || in_dtype($python, x, dtype, $fractions, reduce))?;
                placed(py, stringify!($name), made, out)
            }
        )*

        fn register_spreads(module: &Bound<'_, PyModule>) -> PyResult<()> {
            functions!(module: $($rust),*)
        }
    };
}

plain! {
    /// The greatest element along the axes; NaN if there is one.
    ///
    /// >>> xp.max(xp.asarray([[1, 2], [3, 4]]), axis=0)
    /// Tensor([3, 4])
    max max_keepdims;

    /// The least element along the axes; NaN if there is one.
    ///
    /// >>> xp.min(xp.asarray([[1, 2], [3, 4]]), axis=0)
    /// Tensor([1, 2])
    min min_keepdims;

    /// The distance from the least to the greatest element along the axes.
    ///
    /// >>> xp.ptp(xp.asarray([1, 5, 3]))
    /// Tensor(4)
    ptp ptp_keepdims;

    /// The position of the first of the greatest elements, along an axis or in row-major order along all.
    ///
    /// >>> xp.argmax(xp.asarray([1, 5, 3]))
    /// Tensor(1)
    argmax argmax_keepdims;

    /// The position of the first of the least elements, along an axis or in row-major order along all.
    ///
    /// >>> xp.argmin(xp.asarray([[1, 5], [4, 3]]), axis=1)
    /// Tensor([0, 1])
    argmin argmin_keepdims;

    /// Whether all elements along the axes are true, or not zero.
    ///
    /// >>> xp.all(xp.asarray([True, False]))
    /// Tensor(false)
    all all_keepdims;

    /// Whether an element along the axes is true, or not zero.
    ///
    /// >>> xp.any(xp.asarray([True, False]))
    /// Tensor(true)
    any any_keepdims;

    /// How many elements along the axes are true, or not zero.
    ///
    /// >>> xp.count_nonzero(xp.asarray([0, 5, 7]))
    /// Tensor(2)
    count_nonzero count_nonzero_keepdims;

    /// The middle element along the axes, or the mean of the two in the middle; NaN if there is one.
    ///
    /// >>> xp.median(xp.asarray([1.0, 9.0, 3.0, 4.0]))
    /// Tensor(3.5)
    median median_keepdims;

    /// The middle element along the axes, NaN left out.
    ///
    /// >>> xp.nanmedian(xp.asarray([1.0, xp.nan, 3.0, 4.0]))
    /// Tensor(3.0)
    nanmedian nanmedian_keepdims;

    /// The least element along the axes that is not NaN.
    ///
    /// >>> xp.nanmin(xp.asarray([1.0, xp.nan, 2.0]))
    /// Tensor(1.0)
    nanmin nanmin_keepdims;

    /// The greatest element along the axes that is not NaN.
    ///
    /// >>> xp.nanmax(xp.asarray([1.0, xp.nan, 2.0]))
    /// Tensor(2.0)
    nanmax nanmax_keepdims;

    /// The position of the first of the greatest elements that are not NaN.
    ///
    /// >>> xp.nanargmax(xp.asarray([1.0, xp.nan, 2.0]))
    /// Tensor(2)
    nanargmax nanargmax_keepdims;

    /// The position of the first of the least elements that are not NaN.
    ///
    /// >>> xp.nanargmin(xp.asarray([xp.nan, 5.0, 2.0]))
    /// Tensor(2)
    nanargmin nanargmin_keepdims;
}

in_any_dtype! {
    /// The mean of the elements along the axes; NaN where there are none.
    ///
    /// >>> xp.mean(xp.asarray([1.0, 2.0, 6.0]))
    /// Tensor(3.0)
    mean mean_keepdims Fractions::CutFirst;

    /// The sum of the elements along the axes that are not NaN.
    ///
    /// >>> xp.nansum(xp.asarray([1.0, xp.nan, 2.0]))
    /// Tensor(3.0)
    nansum nansum_keepdims Fractions::CutFirstWithNanAs(0.0);

    /// The product of the elements along the axes that are not NaN.
    ///
    /// >>> xp.nanprod(xp.asarray([3.0, xp.nan, 2.0]))
    /// Tensor(6.0)
    nanprod nanprod_keepdims Fractions::CutFirstWithNanAs(1.0);

    /// The mean of the elements along the axes that are not NaN.
    ///
    /// >>> xp.nanmean(xp.asarray([1.0, xp.nan, 2.0]))
    /// Tensor(1.5)
    nanmean nanmean_keepdims Fractions::Refused;
}

spreads! {
    /// The standard deviation of the elements along the axes, the root of `var`.
    ///
    /// >>> xp.std(xp.asarray([1.0, 5.0]))
    /// Tensor(2.0)
    deviation "std" std std_keepdims Fractions::CutLast;

    /// The variance of the elements along the axes: the sum of squared deviations from the mean, divided by their number
    /// less the correction.
    ///
    /// >>> xp.var(xp.asarray([1.0, 5.0]), correction=1)
    /// Tensor(8.0)
    variance "var" var var_keepdims Fractions::CutLast;

    /// The standard deviation of the elements along the axes that are not NaN.
    ///
    /// >>> xp.nanstd(xp.asarray([1.0, xp.nan, 5.0]))
    /// Tensor(2.0)
    nan_deviation "nanstd" nanstd nanstd_keepdims Fractions::Refused;

    /// The variance of the elements along the axes that are not NaN.
    ///
    /// >>> xp.nanvar(xp.asarray([1.0, xp.nan, 5.0]))
    /// Tensor(4.0)
    nan_variance "nanvar" nanvar nanvar_keepdims Fractions::Refused;
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_plain(module)?;
    register_in_any_dtype(module)?;
    register_spreads(module)?;
    totals::register(module)?;
    quantiles::register(module)?;
    relations::register(module)
}
