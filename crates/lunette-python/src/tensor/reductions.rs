//! Methods that make few elements of many.

use pyo3::prelude::*;

use super::{New, PyTensor};
use crate::arg::AxesArg;
use crate::error::Result;
use crate::work::{Cost, work};

/// Rows: the method, that which keeps the axes, what it gives, and an example.
macro_rules! reductions {
    ($($name:ident $keepdims:ident $what:literal, $example:literal, $shown:literal;)*) => {
        #[pymethods]
        impl PyTensor { $(
            #[doc = $what]
            #[doc = ""]
            #[doc = concat!(">>> ", $example)]
            #[doc = $shown]
            #[pyo3(signature = (axis=None, *, keepdims=false))]
            fn $name(&self, py: Python<'_>, axis: Option<AxesArg>, keepdims: bool) -> Result<New> {
                let axes = AxesArg::or_all(axis);
                work(py, self.tensor.len(), Cost::Linear, || match keepdims {
                    true => self.tensor.$keepdims(axes),
                    false => self.tensor.$name(axes),
                })
                .map(|result| New(result.into_dyn()))
            }
        )* }
    };
}

reductions! {
    mean mean_keepdims "The mean along axes, or of all elements.", "xp.asarray([1, 2, 6]).mean()", "Tensor(3.0)";
    min min_keepdims "The least element along axes, or of all.", "xp.asarray([3, 1, 2]).min()", "Tensor(1)";
    max max_keepdims "The greatest element along axes, or of all.", "xp.asarray([3, 1, 2]).max()", "Tensor(3)";
    argmin argmin_keepdims "Where the least element stands along an axis, or among all.", "xp.asarray([3, 1, 2]).argmin()", "Tensor(1)";
    argmax argmax_keepdims "Where the greatest element stands along an axis, or among all.", "xp.asarray([3, 1, 2]).argmax()", "Tensor(0)";
    all all_keepdims "Whether all elements along axes are true, or not zero.", "xp.asarray([1, 0]).all()", "Tensor(false)";
    any any_keepdims "Whether an element along axes is true, or not zero.", "xp.asarray([1, 0]).any()", "Tensor(true)";
    ptp ptp_keepdims "The greatest element less the least one.", "xp.asarray([3, 1, 2]).ptp()", "Tensor(2)";
}
