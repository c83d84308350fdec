//! Methods that make few elements of many.

use lunette::{DynTensor, Tensor};
use pyo3::prelude::*;

use super::{Made, PyTensor};
use crate::arg::{AxesArg, Parent, flag};
use crate::dtype::DTypeArg;
use crate::error::Result;
use crate::functions::{Fractions, in_dtype, placed};
use crate::work::{Cost, work};

/// Rows: what the method gives, its name, that which keeps the axes, an example and what it shows.
macro_rules! reductions {
    ($($what:literal $name:ident $keepdims:ident $example:literal $shown:literal;)*) => {
        #[pymethods]
        impl PyTensor { $(
            #[doc = concat!($what, " along axes, or of all elements.\n\n>>> ", $example, "\n", $shown)]
            #[pyo3(signature = (axis=None, out=None, *, keepdims=false))]
            fn $name<'py>(
                &self,
                py: Python<'py>,
                axis: Option<AxesArg>,
                out: Option<Parent<'_, 'py>>,
                #[pyo3(from_py_with = flag)]
                keepdims: bool,
            ) -> Result<Made<'py>> {
                let (x, axes) = (self.inner(), AxesArg::or_all(axis));
                let reduce = || if keepdims { x.$keepdims(axes) } else { x.$name(axes) };
                let made = work(py, x.len(), Cost::Linear, reduce)?;
                placed(py, stringify!($name), Tensor::into_dyn(made), out)
            }
        )* }
    };
}

reductions! {
    "The least element" min min_keepdims "xp.asarray([3, 1, 2]).min()" "Tensor(1)";
    "The greatest element" max max_keepdims "xp.asarray([3, 1, 2]).max()" "Tensor(3)";
    "The greatest element less the least one" ptp ptp_keepdims "xp.asarray([3, 1, 2]).ptp()" "Tensor(2)";
    "Where the least element stands" argmin argmin_keepdims "xp.asarray([3, 1, 2]).argmin()" "Tensor(1)";
    "Where the greatest element stands" argmax argmax_keepdims "xp.asarray([3, 1, 2]).argmax()" "Tensor(0)";
    "Whether all are true, or not zero," all all_keepdims "xp.asarray([1, 0]).all()" "Tensor(false)";
    "Whether one is true, or not zero," any any_keepdims "xp.asarray([1, 0]).any()" "Tensor(true)";
}

/// The mean, in any dtype.
#[pymethods]
impl PyTensor {
    /// The mean along axes, or of all elements.
    ///
    /// >>> xp.asarray([1, 2, 6]).mean()
    /// Tensor(3.0)
    #[pyo3(signature = (axis=None, dtype=None, out=None, *, keepdims=false))]
    fn mean<'py>(
        &self,
        py: Python<'py>,
        axis: Option<AxesArg>,
        dtype: Option<DTypeArg>,
        out: Option<Parent<'_, 'py>>,
        #[pyo3(from_py_with = flag)] keepdims: bool,
    ) -> Result<Made<'py>> {
        let (x, axes) = (self.inner(), AxesArg::or_all(axis));
        let reduce = |x: &DynTensor| if keepdims { x.mean_keepdims(axes) } else { x.mean(axes) };
        let made =
            work(py, x.len(), Cost::Linear, || in_dtype("mean", x, dtype, Fractions::CutFirst, reduce))?;
        placed(py, "mean", made, out)
    }
}

/// Rows: as above; with the dtype asked for, and with the axes kept besides.
macro_rules! totals {
    ($($what:literal $name:ident $keepdims:ident $to:ident $to_keepdims:ident $example:literal $shown:literal;)*) => {
        #[pymethods]
        impl PyTensor { $(
            #[doc = concat!($what, " along axes, or of all elements.\n\n>>> ", $example, "\n", $shown)]
            #[pyo3(signature = (axis=None, dtype=None, out=None, *, keepdims=false))]
            fn $name<'py>(
                &self,
                py: Python<'py>,
                axis: Option<AxesArg>,
                dtype: Option<DTypeArg>,
                out: Option<Parent<'_, 'py>>,
                #[pyo3(from_py_with = flag)]
                keepdims: bool,
            ) -> Result<Made<'py>> {
                let (x, axes) = (self.inner(), AxesArg::or_all(axis));
                let made = work(py, x.len(), Cost::Linear, || match (dtype, keepdims) {
                    (None, false) => x.$name(axes),
                    (None, true) => x.$keepdims(axes),
                    (Some(dtype), false) => x.$to(dtype.0, axes),
                    (Some(dtype), true) => x.$to_keepdims(dtype.0, axes),
                })?;
                placed(py, stringify!($name), made, out)
            }
        )* }
    };
}

totals! {
    "The sum" sum sum_keepdims sum_to sum_to_keepdims "xp.asarray([[1, 2], [3, 4]]).sum(axis=0)" "Tensor([4, 6])";
    "The product" prod prod_keepdims prod_to prod_to_keepdims "xp.asarray([2, 3]).prod()" "Tensor(6)";
}

/// Rows: as above.
macro_rules! spreads {
    ($($what:literal $name:ident $keepdims:ident $example:literal $shown:literal;)*) => {
        #[pymethods]
        impl PyTensor { $(
            #[doc = concat!($what, " along axes, or of all elements; `ddof`, which the standard calls `correction`, is taken off their number.\n\n>>> ", $example, "\n", $shown)]
            #[pyo3(signature = (axis=None, dtype=None, out=None, ddof=0.0, *, correction=0.0, keepdims=false))]
            #[expect(clippy::too_many_arguments, reason = "NumPy's, and the standard's name for one of them")]
            fn $name<'py>(
                &self,
                py: Python<'py>,
                axis: Option<AxesArg>,
                dtype: Option<DTypeArg>,
                out: Option<Parent<'_, 'py>>,
                ddof: f64,
                correction: f64,
                #[pyo3(from_py_with = flag)]
                keepdims: bool,
            ) -> Result<Made<'py>> {
                let (x, axes, correction) = (self.inner(), AxesArg::or_all(axis), correction + ddof);
                let reduce = |x: &DynTensor| match keepdims {
                    true => x.$keepdims(axes, correction),
                    false => x.$name(axes, correction),
                };
                let made = work(py, x.len(), Cost::Linear, || {
                    in_dtype(stringify!($name), x, dtype, Fractions::CutLast, reduce)
                })?;
                placed(py, stringify!($name), made, out)
            }
        )* }
    };
}

spreads! {
    "The variance" var var_keepdims "xp.asarray([1.0, 3.0]).var()" "Tensor(1.0)";
    "The standard deviation" std std_keepdims "xp.asarray([1.0, 3.0]).std(correction=1)" "Tensor(1.4142135623730951)";
}

/// Rows: what the method gives, its name, an example and what it shows.
macro_rules! running {
    ($($what:literal $name:ident $example:literal $shown:literal;)*) => {
        #[pymethods]
        impl PyTensor { $(
            #[doc = concat!($what, " along an axis, or of all elements in row-major order.\n\n>>> ", $example, "\n", $shown)]
            #[pyo3(signature = (axis=None, dtype=None, out=None))]
            fn $name<'py>(
                &self,
                py: Python<'py>,
                axis: Option<i64>,
                dtype: Option<DTypeArg>,
                out: Option<Parent<'_, 'py>>,
            ) -> Result<Made<'py>> {
                let x = self.inner();
                let run = |x: &DynTensor| match axis {
                    Some(axis) => x.$name(axis),
                    None => x.ravel()?.$name(0),
                };
                let made = work(py, x.len(), Cost::Linear, || {
                    in_dtype(stringify!($name), x, dtype, Fractions::CutFirst, run)
                })?;
                placed(py, stringify!($name), made, out)
            }
        )* }
    };
}

running! {
    "The running sums" cumsum "xp.asarray([1, 2, 3]).cumsum()" "Tensor([1, 3, 6])";
    "The running products" cumprod "xp.asarray([1, 2, 3]).cumprod()" "Tensor([1, 2, 6])";
}
