//! Tensors without axes as Python's own numbers, by the standard's rules.

use lunette::{Complex64, DType, Scalar};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyComplex, PyInt, PyTuple};

use super::PyTensor;
use crate::error::{Failure, Result, type_error};
use crate::exchange::to_python;

#[pymethods]
impl PyTensor {
    fn __bool__(&self, py: Python<'_>) -> Result<bool> {
        if let Some(value) = self.content.untouched() {
            return Ok(value.cast(DType::Bool) == Scalar::Bool(true));
        }
        // As in NumPy, one element is an answer whatever its axes are.
        if self.inner().len() != 1 {
            return Err(PyValueError::new_err(self.no_truth(py)?).into());
        }
        Ok(self.inner().item()?.cast(DType::Bool) == Scalar::Bool(true))
    }

    fn __int__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        let value = self.only("int")?;
        if value.dtype().is_complex() {
            return Err(no_such("int", value.dtype()));
        }
        // Python cuts a float itself, and has the words about NaN and infinity.
        Ok(py.get_type::<PyInt>().call1((to_python(py, value)?,))?)
    }

    fn __float__(&self) -> Result<f64> {
        let value = self.only("float")?;
        match value.dtype().is_complex() {
            true => Err(no_such("float", value.dtype())),
            false => Ok(real(value)),
        }
    }

    fn __complex__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyComplex>> {
        let value = match self.only("complex")? {
            Scalar::Complex64(value) => Complex64::new(value.re.into(), value.im.into()),
            Scalar::Complex128(value) => value,
            // The standard's table: NaN is NaN in both parts.
            other if real(other).is_nan() => Complex64::new(f64::NAN, f64::NAN),
            other => Complex64::new(real(other), 0.0),
        };
        Ok(PyComplex::from_doubles(py, value.re, value.im))
    }

    fn __index__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        let value = self.only("an index")?;
        match value.dtype().is_integer() {
            true => to_python(py, value),
            false => Err(no_such("an index", value.dtype())),
        }
    }

    fn __format__<'py>(slf: &Bound<'py, Self>, spec: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
        let (py, tensor) = (slf.py(), slf.get().inner());
        if tensor.rank() == 0 {
            return Ok(to_python(py, tensor.item()?)?.call_method1("__format__", (spec,))?);
        }
        if spec.is_truthy()? {
            return Err(type_error("a format is for one number: `x[...].item()` gives it"));
        }
        Ok(slf.str()?.into_any())
    }

    #[pyo3(signature = (digits=None))]
    fn __round__<'py>(
        slf: &Bound<'py, Self>,
        digits: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        let (py, tensor) = (slf.py(), slf.get().inner());
        if tensor.rank() > 0 {
            return Err(type_error("`round()` is for one number: `lunette.round` is for tensors"));
        }
        if tensor.dtype().is_complex() {
            return Err(type_error("`round()` is for real numbers: `lunette.round` rounds both parts"));
        }
        Ok(to_python(py, tensor.item()?)?.call_method1("__round__", (digits,))?)
    }
}

impl PyTensor {
    /// Why a tensor of several elements, or of none, is neither true nor false.
    #[cold]
    fn no_truth(&self, py: Python<'_>) -> PyResult<String> {
        let shape = PyTuple::new(py, self.inner().shape())?;
        let len = self.inner().len();
        Ok(format!(
            "bool: a tensor of shape {shape} has {len} elements and is neither true nor false: `any` or `all` of it is"
        ))
    }

    /// The element of a tensor without axes.
    fn only(&self, what: &str) -> Result<Scalar> {
        if let Some(value) = self.content.untouched() {
            return Ok(value);
        }
        match self.inner().rank() {
            0 => Ok(self.inner().item()?),
            rank => Err(type_error(format!(
                "only a tensor without axes can become {what}, found rank {rank}: `x.item()` gives the only element"
            ))),
        }
    }
}

/// The value of a real number.
fn real(value: Scalar) -> f64 {
    f64::try_from(value.cast(DType::F64)).unwrap_or(f64::NAN)
}

fn no_such(what: &str, dtype: DType) -> Failure {
    type_error(format!("a number of dtype {} cannot become {what}", crate::dtype::name_of(dtype)))
}
