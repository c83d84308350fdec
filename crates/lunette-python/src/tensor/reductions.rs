//! Methods that make few elements of many.

use lunette::Tensor;
use pyo3::prelude::*;

use super::{New, PyTensor};
use crate::arg::AxesArg;
use crate::dtype::DTypeArg;
use crate::error::Result;
use crate::work::{Cost, work};

/// Rows: what the method gives, its name, that which keeps the axes, an example and what it shows.
macro_rules! reductions {
    ($($what:literal $name:ident $keepdims:ident $example:literal $shown:literal;)*) => {
        #[pymethods]
        impl PyTensor { $(
            #[doc = concat!($what, " along axes, or of all elements.\n\n>>> ", $example, "\n", $shown)]
            #[pyo3(signature = (axis=None, *, keepdims=false))]
            fn $name(&self, py: Python<'_>, axis: Option<AxesArg>, keepdims: bool) -> Result<New> {
                let (x, axes) = (self.inner(), AxesArg::or_all(axis));
                let reduce = || if keepdims { x.$keepdims(axes) } else { x.$name(axes) };
                work(py, x.len(), Cost::Linear, reduce).map(Tensor::into_dyn).map(New)
            }
        )* }
    };
}

reductions! {
    "The mean" mean mean_keepdims "xp.asarray([1, 2, 6]).mean()" "Tensor(3.0)";
    "The least element" min min_keepdims "xp.asarray([3, 1, 2]).min()" "Tensor(1)";
    "The greatest element" max max_keepdims "xp.asarray([3, 1, 2]).max()" "Tensor(3)";
    "The greatest element less the least one" ptp ptp_keepdims "xp.asarray([3, 1, 2]).ptp()" "Tensor(2)";
    "Where the least element stands" argmin argmin_keepdims "xp.asarray([3, 1, 2]).argmin()" "Tensor(1)";
    "Where the greatest element stands" argmax argmax_keepdims "xp.asarray([3, 1, 2]).argmax()" "Tensor(0)";
    "Whether all are true, or not zero," all all_keepdims "xp.asarray([1, 0]).all()" "Tensor(false)";
    "Whether one is true, or not zero," any any_keepdims "xp.asarray([1, 0]).any()" "Tensor(true)";
}

/// Rows: as above; with the dtype asked for, and with the axes kept besides.
macro_rules! totals {
    ($($what:literal $name:ident $keepdims:ident $to:ident $to_keepdims:ident $example:literal $shown:literal;)*) => {
        #[pymethods]
        impl PyTensor { $(
            #[doc = concat!($what, " along axes, or of all elements.\n\n>>> ", $example, "\n", $shown)]
            #[pyo3(signature = (axis=None, dtype=None, *, keepdims=false))]
            fn $name(
                &self,
                py: Python<'_>,
                axis: Option<AxesArg>,
                dtype: Option<DTypeArg>,
                keepdims: bool,
            ) -> Result<New> {
                let (x, axes) = (self.inner(), AxesArg::or_all(axis));
                work(py, x.len(), Cost::Linear, || match (dtype, keepdims) {
                    (None, false) => x.$name(axes),
                    (None, true) => x.$keepdims(axes),
                    (Some(dtype), false) => x.$to(dtype.0, axes),
                    (Some(dtype), true) => x.$to_keepdims(dtype.0, axes),
                })
                .map(New)
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
            #[doc = concat!($what, " along axes, or of all elements; `correction` is taken off their number.\n\n>>> ", $example, "\n", $shown)]
            #[pyo3(signature = (axis=None, *, correction=0.0, keepdims=false))]
            fn $name(
                &self,
                py: Python<'_>,
                axis: Option<AxesArg>,
                correction: f64,
                keepdims: bool,
            ) -> Result<New> {
                let (x, axes) = (self.inner(), AxesArg::or_all(axis));
                let reduce =
                    || if keepdims { x.$keepdims(axes, correction) } else { x.$name(axes, correction) };
                work(py, x.len(), Cost::Linear, reduce).map(New)
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
            #[pyo3(signature = (axis=None))]
            fn $name(&self, py: Python<'_>, axis: Option<i64>) -> Result<New> {
                let x = self.inner();
                work(py, x.len(), Cost::Linear, || match axis {
                    Some(axis) => x.$name(axis),
                    None => x.ravel()?.$name(0),
                })
                .map(New)
            }
        )* }
    };
}

running! {
    "The running sums" cumsum "xp.asarray([1, 2, 3]).cumsum()" "Tensor([1, 3, 6])";
    "The running products" cumprod "xp.asarray([1, 2, 3]).cumprod()" "Tensor([1, 2, 6])";
}
