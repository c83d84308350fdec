//! `finfo` and `iinfo`: what a dtype can hold.

use lunette::{FloatInfo, IntegerInfo};
use pyo3::prelude::*;

use super::DTypeOf;
use crate::dtype::{PyDType, name_of, object_of};
use crate::error::Result;

/// The limits of a float dtype.
#[pyclass(name = "finfo_object", module = "lunette", frozen)]
struct FloatLimits(FloatInfo);

#[pymethods]
impl FloatLimits {
    /// How many bits a number takes.
    #[getter]
    fn bits(&self) -> usize {
        self.0.bits
    }

    /// The distance from 1 to the next number.
    #[getter]
    fn eps(&self) -> f64 {
        self.0.eps
    }

    /// The greatest finite number.
    #[getter]
    fn max(&self) -> f64 {
        self.0.max
    }

    /// The least finite number.
    #[getter]
    fn min(&self) -> f64 {
        self.0.min
    }

    /// The least positive number of full precision.
    #[getter]
    fn smallest_normal(&self) -> f64 {
        self.0.smallest_normal
    }

    /// NumPy's name of `smallest_normal`.
    #[getter]
    fn tiny(&self) -> f64 {
        self.0.smallest_normal
    }

    /// The dtype; of complex numbers that of their parts.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDType>> {
        object_of(py, self.0.dtype)
    }

    fn __repr__(&self) -> String {
        let FloatInfo { dtype, bits, eps, max, min, smallest_normal } = self.0;
        let name = name_of(dtype);
        format!(
            "finfo(bits={bits}, eps={eps:?}, max={max:?}, min={min:?}, smallest_normal={smallest_normal:?}, \
             dtype={name})"
        )
    }
}

/// The limits of an integer dtype.
#[pyclass(name = "iinfo_object", module = "lunette", frozen)]
struct IntegerLimits(IntegerInfo);

#[pymethods]
impl IntegerLimits {
    /// How many bits a number takes.
    #[getter]
    fn bits(&self) -> usize {
        self.0.bits
    }

    /// The greatest number.
    #[getter]
    fn max(&self) -> u64 {
        self.0.max
    }

    /// The least number.
    #[getter]
    fn min(&self) -> i64 {
        self.0.min
    }

    /// The dtype.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDType>> {
        object_of(py, self.0.dtype)
    }

    fn __repr__(&self) -> String {
        let IntegerInfo { dtype, bits, max, min } = self.0;
        format!("iinfo(bits={bits}, max={max}, min={min}, dtype={})", name_of(dtype))
    }
}

/// The limits of a float dtype, or of the parts of a complex one: `bits`, `eps`, `max`, `min`, `smallest_normal`, `dtype`.
///
/// >>> xp.finfo(xp.float32).bits, xp.finfo(xp.complex128).dtype
/// (32, lunette.float64)
#[pyfunction]
#[pyo3(signature = (r#type, /))]
fn finfo(r#type: DTypeOf) -> Result<FloatLimits> {
    Ok(FloatLimits(lunette::finfo(r#type.0)?))
}

/// The limits of an integer dtype: `bits`, `max`, `min`, `dtype`.
///
/// >>> xp.iinfo(xp.int8).max, xp.iinfo(xp.uint64).max
/// (127, 18446744073709551615)
#[pyfunction]
#[pyo3(signature = (r#type, /))]
fn iinfo(r#type: DTypeOf) -> Result<IntegerLimits> {
    Ok(IntegerLimits(lunette::iinfo(r#type.0)?))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(finfo, module)?)?;
    module.add_function(wrap_pyfunction!(iinfo, module)?)
}
