//! Operands: tensors, and Python's own numbers, which are weak (R28).

use lunette::{AnyOperand, Complex64, DType, DynTensor, Scalar, Weak};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt};

use crate::dtype::DTypeArg;
use crate::error::{class_name, type_error};
use crate::tensor::PyTensor;

/// So many elements are nothing to wait for.
const FEW: usize = 1 << 10;

/// A tensor or a number.
#[derive(Clone, Copy)]
pub enum Arg<'a> {
    /// A tensor of the caller.
    Tensor(&'a DynTensor),
    /// A Python number, which takes the dtype of the tensor beside it.
    Number(Weak),
}

impl<'a> Arg<'a> {
    /// The same for the library.
    #[inline]
    pub fn operand(self) -> AnyOperand<'a> {
        match self {
            Self::Tensor(tensor) => AnyOperand::Tensor(tensor),
            Self::Number(number) => AnyOperand::Number(number),
        }
    }

    /// The dtype that it has alone.
    pub fn dtype(&self) -> DType {
        match self {
            Self::Tensor(tensor) => tensor.dtype(),
            Self::Number(Weak(number)) => number.dtype(),
        }
    }

    /// How many elements it has.
    pub fn len(&self) -> usize {
        match self {
            Self::Tensor(tensor) => tensor.len(),
            Self::Number(_) => 1,
        }
    }
}

impl Arg<'_> {
    /// How many elements an operation on two makes, as far as they broadcast.
    #[inline]
    pub fn together(left: Arg<'_>, right: Arg<'_>) -> usize {
        let (few, many) = (left.len().min(right.len()), left.len().max(right.len()));
        match (left, right) {
            // Of a few elements no shape makes many.
            (Arg::Tensor(left), Arg::Tensor(right)) if few > 1 && few.saturating_mul(many) > FEW => {
                stretched(left.shape(), right.shape())
            }
            _ => many,
        }
    }
}

/// The elements of what two shapes broadcast to.
fn stretched(left: &[usize], right: &[usize]) -> usize {
    let rank = left.len().max(right.len());
    let size = |shape: &[usize], k: usize| shape.len().checked_sub(k + 1).map_or(1, |axis| shape[axis]);
    (0..rank).fold(1, |all: usize, k| all.saturating_mul(size(left, k).max(size(right, k))))
}

impl<'a, 'py> FromPyObject<'a, 'py> for Arg<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Some(operand) = operand_of(object)? {
            return Ok(operand);
        }
        match numpy_scalar(object)? {
            Some(number) => Ok(Self::Number(Weak(number))),
            None => Err(no_operand(object)),
        }
    }
}

/// The error for what is no operand.
#[cold]
pub fn no_operand(object: Borrowed<'_, '_, PyAny>) -> PyErr {
    let class = class_name(&object);
    type_error(format!("a tensor or a number is needed, found {class}; `asarray` makes one")).into()
}

/// What can stand beside a tensor in an operation; none for things of others, who may know what to do.
///
/// # Errors
/// If it is an integer that no dtype holds.
#[inline]
pub fn operand_of<'a>(object: Borrowed<'a, '_, PyAny>) -> PyResult<Option<Arg<'a>>> {
    if let Ok(tensor) = object.cast::<PyTensor>() {
        return Ok(Some(Arg::Tensor(tensor.get().inner())));
    }
    Ok(weak_number(object)?.map(|number| Arg::Number(Weak(number))))
}

/// The value of a number that takes the dtype of the tensor beside it; none if it is something else.
///
/// NumPy's `float64` and `complex128` are numbers of Python by their class, but count with their dtype, as its other
/// scalars do, and as they do in NumPy (NEP 50).
///
/// # Errors
/// If it is an integer that no dtype holds.
#[inline]
pub fn weak_number(object: Borrowed<'_, '_, PyAny>) -> PyResult<Option<Scalar>> {
    if let Ok(value) = object.cast_exact::<PyFloat>() {
        return Ok(Some(Scalar::F64(value.value())));
    }
    if object.cast_exact::<PyInt>().is_ok() {
        return integer_of(object).map(Some);
    }
    rare_number(object)
}

/// [`weak_number`] of anything but a plain float or int.
#[inline(never)]
fn rare_number(object: Borrowed<'_, '_, PyAny>) -> PyResult<Option<Scalar>> {
    let may_be_numpys = object.is_instance_of::<PyFloat>() || object.is_instance_of::<PyComplex>();
    if may_be_numpys && is_of_numpy(&object) {
        return Ok(None);
    }
    number_of(object)
}

/// Whether the class of an object is one of NumPy's.
#[cold]
fn is_of_numpy(object: &Bound<'_, PyAny>) -> bool {
    object.get_type().module().is_ok_and(|module| module == "numpy")
}

/// The value of a Python number in the dtype that it has alone; none if it is something else.
///
/// # Errors
/// If it is an integer that no dtype holds.
#[inline]
pub fn number_of(object: Borrowed<'_, '_, PyAny>) -> PyResult<Option<Scalar>> {
    if let Ok(value) = object.cast::<PyFloat>() {
        return Ok(Some(Scalar::F64(value.value())));
    }
    // A bool is an int for Python, so it is asked for first.
    if let Ok(value) = object.cast::<PyBool>() {
        return Ok(Some(Scalar::Bool(value.is_true())));
    }
    if object.cast::<PyInt>().is_ok() {
        return integer_of(object).map(Some);
    }
    match object.cast::<PyComplex>() {
        Ok(value) => Ok(Some(Scalar::Complex128(Complex64::new(value.real(), value.imag())))),
        Err(_) => Ok(None),
    }
}

fn integer_of(object: Borrowed<'_, '_, PyAny>) -> PyResult<Scalar> {
    if let Ok(value) = object.extract::<i64>() {
        return Ok(Scalar::I64(value));
    }
    match object.extract::<u64>() {
        Ok(value) => Ok(Scalar::U64(value)),
        Err(_) => {
            let words =
                format!("{} does not fit any integer dtype (allowed: -2**63 to 2**64 - 1)", short(&object)?);
            Err(PyOverflowError::new_err(words))
        }
    }
}

/// An integer as text, or how long it is where the digits would fill lines; of very long ones Python refuses to write them.
fn short(integer: &Bound<'_, PyAny>) -> PyResult<String> {
    match integer.call_method0("bit_length")?.extract::<u64>()? {
        bits @ 200.. => Ok(format!("an integer of {bits} bits")),
        _ => Ok(integer.str()?.to_string()),
    }
}

/// A scalar of NumPy, or an array of its without axes, with its dtype; none if it is something else.
///
/// It is known by its class and read by its methods, so that NumPy need not be there.
#[cold]
pub fn numpy_scalar(object: Borrowed<'_, '_, PyAny>) -> PyResult<Option<Scalar>> {
    if !is_of_numpy(&object) || !object.getattr("ndim").is_ok_and(|rank| rank.eq(0).unwrap_or(false)) {
        return Ok(None);
    }
    let Ok(DTypeArg(dtype)) = object.getattr("dtype")?.extract() else {
        return Ok(None);
    };
    let item = object.call_method0("item")?;
    Ok(number_of(item.as_borrowed())?.map(|value| value.cast(dtype)))
}
