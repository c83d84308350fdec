//! Elements as Python's numbers.

use lunette::{Complex32, Complex64, DType, DynTensor, Element, Scalar, bf16, f16};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyList, PyTuple};
use smallvec::SmallVec;

use super::PyTensor;
use crate::error::Result;
use crate::work::{Cost, work};

#[pymethods]
impl PyTensor {
    /// The only element as a Python number, or the one at an index.
    ///
    /// >>> xp.asarray([[5]]).item()
    /// 5
    /// >>> xp.asarray([[1, 2], [3, 4]]).item(1, 0)
    /// 3
    #[pyo3(signature = (*index))]
    fn item<'py>(&self, py: Python<'py>, index: &Bound<'py, PyTuple>) -> Result<Bound<'py, PyAny>> {
        if index.is_empty() {
            let value = self.content.untouched().map_or_else(|| self.inner().item(), Ok)?;
            return Ok(to_python(py, value));
        }
        let index = match index.get_item(0)?.cast_into::<PyTuple>() {
            Ok(inner) if index.len() == 1 => inner,
            _ => index.clone(),
        };
        let integers =
            index.iter().map(|entry| entry.extract::<i64>()).collect::<PyResult<SmallVec<[i64; 8]>>>()?;
        // One integer counts the elements in row-major order.
        let value = match integers[..] {
            [flat] if self.inner().rank() != 1 => {
                work(py, self.inner().len(), Cost::Linear, || self.inner().ravel())?.get([flat])?
            }
            _ => self.inner().get(&integers[..])?,
        };
        Ok(to_python(py, value))
    }

    /// The elements as nested lists of Python numbers; of a tensor without axes the number itself.
    ///
    /// >>> xp.asarray([[1, 2], [3, 4]]).tolist()
    /// [[1, 2], [3, 4]]
    fn tolist<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        let tensor = self.inner();
        match tensor.dtype() {
            DType::Bool => listed::<bool>(py, tensor),
            DType::I8 => listed::<i8>(py, tensor),
            DType::I16 => listed::<i16>(py, tensor),
            DType::I32 => listed::<i32>(py, tensor),
            DType::I64 => listed::<i64>(py, tensor),
            DType::U8 => listed::<u8>(py, tensor),
            DType::U16 => listed::<u16>(py, tensor),
            DType::U32 => listed::<u32>(py, tensor),
            DType::U64 => listed::<u64>(py, tensor),
            DType::F16 => listed::<f16>(py, tensor),
            DType::BF16 => listed::<bf16>(py, tensor),
            DType::F32 => listed::<f32>(py, tensor),
            DType::F64 => listed::<f64>(py, tensor),
            DType::Complex64 => listed::<Complex32>(py, tensor),
            DType::Complex128 => listed::<Complex64>(py, tensor),
        }
    }

    /// Writes one number into every element.
    ///
    /// >>> x = xp.zeros(3)
    /// >>> x.fill(7)
    /// >>> x
    /// Tensor([7.0, 7.0, 7.0])
    #[pyo3(signature = (value, /))]
    fn fill<'py>(slf: &Bound<'py, Self>, value: &Bound<'py, PyAny>) -> Result<()> {
        super::subscript::store_everywhere(slf.get().inner(), value)
    }
}

/// One element as a Python number.
pub fn to_python(py: Python<'_>, value: Scalar) -> Bound<'_, PyAny> {
    match value {
        Scalar::Bool(value) => value.number(py),
        Scalar::I8(value) => value.number(py),
        Scalar::I16(value) => value.number(py),
        Scalar::I32(value) => value.number(py),
        Scalar::I64(value) => value.number(py),
        Scalar::U8(value) => value.number(py),
        Scalar::U16(value) => value.number(py),
        Scalar::U32(value) => value.number(py),
        Scalar::U64(value) => value.number(py),
        Scalar::F16(value) => value.number(py),
        Scalar::BF16(value) => value.number(py),
        Scalar::F32(value) => value.number(py),
        Scalar::F64(value) => value.number(py),
        Scalar::Complex64(value) => value.number(py),
        Scalar::Complex128(value) => value.number(py),
    }
}

/// An element that has a Python number.
trait Number: Copy {
    fn number<'py>(self, py: Python<'py>) -> Bound<'py, PyAny>;
}

macro_rules! integers {
    ($($T:ty)*) => { $(
        impl Number for $T {
            fn number<'py>(self, py: Python<'py>) -> Bound<'py, PyAny> {
                let Ok(number) = self.into_pyobject(py);
                number.into_any()
            }
        }
    )* };
}

macro_rules! floats {
    ($($T:ty)*) => { $(
        impl Number for $T {
            fn number<'py>(self, py: Python<'py>) -> Bound<'py, PyAny> {
                PyFloat::new(py, self.into()).into_any()
            }
        }
    )* };
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }
floats! { f16 bf16 f32 f64 }

impl Number for bool {
    fn number<'py>(self, py: Python<'py>) -> Bound<'py, PyAny> {
        PyBool::new(py, self).to_owned().into_any()
    }
}

impl Number for Complex32 {
    fn number<'py>(self, py: Python<'py>) -> Bound<'py, PyAny> {
        Complex64::new(self.re.into(), self.im.into()).number(py)
    }
}

impl Number for Complex64 {
    fn number<'py>(self, py: Python<'py>) -> Bound<'py, PyAny> {
        PyComplex::from_doubles(py, self.re, self.im).into_any()
    }
}

/// The elements are copied out first: no lock is held while Python's objects are made.
fn listed<'py, T: Number + Element>(py: Python<'py>, tensor: &DynTensor) -> Result<Bound<'py, PyAny>> {
    let values = work(py, tensor.len(), Cost::Linear, || tensor.clone().into_typed::<T>()?.to_vec())?;
    match (tensor.shape(), &values[..]) {
        ([], [value]) => Ok(value.number(py)),
        (shape, values) => Ok(nested(py, shape, values)?.into_any()),
    }
}

fn nested<'py, T: Number>(py: Python<'py>, shape: &[usize], values: &[T]) -> Result<Bound<'py, PyList>> {
    let Some((&size, inner)) = shape.split_first().filter(|(_, inner)| !inner.is_empty()) else {
        return Ok(PyList::new(py, values.iter().map(|value| value.number(py)))?);
    };
    let each = values.len().checked_div(size).unwrap_or(0);
    let row = |row: usize| nested(py, inner, values.get(row * each..(row + 1) * each).unwrap_or(&[]));
    Ok(PyList::new(py, (0..size).map(row).collect::<Result<Vec<_>>>()?)?)
}
