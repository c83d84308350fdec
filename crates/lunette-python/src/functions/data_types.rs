//! Functions about dtypes, and about shapes that go together.

mod limits;

use lunette::layout::broadcast_shapes as common_shape;
use lunette::{DType, Scalar, promote_weak};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use crate::arg::{Parent, Shape, Tensors, flag, numpy_scalar, weak_number};
use crate::device::DeviceArg;
use crate::dtype::{DTypeArg, PyDType, object_of};
use crate::error::{Failure, Result, class_name, type_error};
use crate::exchange::asarray::converted;
use crate::tensor::{New, PyTensor, view_of};
use crate::work::{Cost, work};

/// The elements in another dtype: floats are cut toward zero, anything but 0 is true.
///
/// Without `copy=True`, a tensor that has the dtype already is returned as it is.
///
/// >>> int(xp.astype(xp.asarray([2.7]), xp.int32)[0])
/// 2
#[pyfunction]
#[pyo3(signature = (x, dtype, /, *, copy=true, device=None))]
pub fn astype<'py>(
    x: &Bound<'py, PyTensor>,
    dtype: DTypeArg,
    #[pyo3(from_py_with = flag)] copy: bool,
    device: Option<DeviceArg>,
) -> Result<Bound<'py, PyTensor>> {
    let _ = device;
    let (py, tensor) = (x.py(), x.get().inner());
    let made = match (dtype.0 == tensor.dtype(), copy) {
        (true, false) => return Ok(x.clone()),
        (true, true) => work(py, tensor.len(), Cost::Linear, || tensor.copy())?,
        (false, _) => converted(py, tensor, dtype.0)?,
    };
    Ok(New(made).into_pyobject(py)?)
}

/// Views of all tensors in the shape that they have in common; read-only where elements repeat.
///
/// >>> rows, columns = xp.broadcast_arrays(xp.zeros((3, 1)), xp.zeros(2))
/// >>> rows.shape, columns.shape
/// ((3, 2), (3, 2))
#[pyfunction]
#[pyo3(signature = (*arrays))]
fn broadcast_arrays<'py>(py: Python<'py>, arrays: Tensors<'py>) -> Result<Bound<'py, PyTuple>> {
    let stretched = lunette::broadcast_arrays(&arrays.inner())?;
    let views = arrays.iter().zip(stretched).map(|(array, tensor)| view_of(array, tensor));
    Ok(PyTuple::new(py, views.collect::<Result<Vec<_>>>()?)?)
}

/// A view of a tensor stretched to a shape; read-only where elements repeat.
///
/// >>> xp.broadcast_to(xp.asarray([1, 2]), (3, 2)).shape
/// (3, 2)
#[pyfunction]
#[pyo3(signature = (x, /, shape))]
fn broadcast_to<'py>(x: Parent<'_, 'py>, shape: Shape) -> Result<Bound<'py, PyTensor>> {
    view_of(&x.0, x.inner().broadcast_to(shape.sizes()?)?)
}

/// The shape that tensors of these shapes have in common.
///
/// >>> xp.broadcast_shapes((3, 1), (2,), ())
/// (3, 2)
#[pyfunction]
#[pyo3(signature = (*shapes))]
fn broadcast_shapes<'py>(py: Python<'py>, shapes: Vec<Shape>) -> Result<Bound<'py, PyTuple>> {
    let shapes = shapes.iter().map(Shape::sizes).collect::<Result<Vec<_>>>()?;
    let common = common_shape(&shapes.iter().map(|shape| &shape[..]).collect::<Vec<_>>())?;
    Ok(PyTuple::new(py, common)?)
}

/// Whether promotion takes one dtype to another.
///
/// >>> xp.can_cast(xp.int32, xp.int64), xp.can_cast(xp.float64, xp.float32)
/// (True, False)
#[pyfunction]
#[pyo3(signature = (from_, to, /))]
fn can_cast(from_: DTypeOf, to: DTypeArg) -> bool {
    lunette::can_cast(from_.0, to.0)
}

/// Whether a dtype is of a kind: a dtype, a word of the standard as `"integral"`, or a tuple of these.
///
/// >>> xp.isdtype(xp.uint8, "integral"), xp.isdtype(xp.uint8, (xp.int8, "real floating"))
/// (True, False)
#[pyfunction]
#[pyo3(signature = (dtype, kind))]
fn isdtype(dtype: DTypeArg, kind: &Bound<'_, PyAny>) -> Result<bool> {
    is_of_kind(dtype.0, kind)
}

/// [`isdtype`] for other files.
pub fn is_of_kind(dtype: DType, kind: &Bound<'_, PyAny>) -> Result<bool> {
    if let Ok(kinds) = kind.cast::<PyTuple>() {
        // Each is looked at, so that a wrong word is told wherever it stands.
        return kinds.iter().try_fold(false, |found, kind| Ok(is_of_kind(dtype, &kind)? || found));
    }
    if let Ok(word) = kind.cast::<PyString>() {
        return Ok(lunette::isdtype(dtype, &word.to_cow()?)?);
    }
    Ok(kind.extract::<DTypeArg>()?.0 == dtype)
}

/// The dtype that a result of all these has: tensors, dtypes, and Python's numbers, which take the dtype beside them.
///
/// >>> xp.result_type(xp.int8, xp.asarray([1], dtype=xp.uint8)), xp.result_type(xp.float32, 1.5)
/// (lunette.int16, lunette.float32)
#[pyfunction]
#[pyo3(signature = (*arrays_and_dtypes))]
fn result_type<'py>(py: Python<'py>, arrays_and_dtypes: &Bound<'py, PyTuple>) -> Result<Bound<'py, PyDType>> {
    let (mut strong, mut weak, mut too_long) = (Vec::new(), Vec::new(), None);
    for one in arrays_and_dtypes {
        let number = match weak_number(one.as_borrowed()) {
            // Beside a dtype it counts as an integer, whatever its value.
            Err(error) if one.is_instance_of::<PyInt>() => {
                too_long = Some(error);
                Some(Scalar::I64(0))
            }
            found => found?,
        };
        if let Some(number) = number {
            weak.push(number.dtype());
        } else if let Some(number) = numpy_scalar(one.as_borrowed())? {
            strong.push(number.dtype());
        } else {
            strong.push(one.extract::<DTypeOf>()?.0);
        }
    }
    let found = match strong.is_empty() {
        true => {
            too_long.map_or_else(|| Ok(lunette::result_type(&weak)?), |error| Err(Failure::from(error)))?
        }
        false => {
            weak.into_iter().fold(lunette::result_type(&strong)?, |strong, weak| promote_weak(weak, strong))
        }
    };
    Ok(object_of(py, found)?)
}

/// A dtype, or that of a tensor.
#[derive(Clone, Copy)]
pub struct DTypeOf(pub DType);

impl<'a, 'py> FromPyObject<'a, 'py> for DTypeOf {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(tensor) = object.cast::<PyTensor>() {
            return Ok(Self(tensor.get().inner().dtype()));
        }
        let wrong = |_| -> PyErr {
            let class = class_name(&object);
            type_error(format!("a tensor or a dtype is needed, found {class}; `asarray` makes a tensor"))
                .into()
        };
        object.extract::<DTypeArg>().map(|dtype| Self(dtype.0)).map_err(wrong)
    }
}

macro_rules! register_all {
    ($module:ident: $($name:ident)*) => { $($module.add_function(wrap_pyfunction!($name, $module)?)?;)* };
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_all! {
        module: astype broadcast_arrays broadcast_shapes broadcast_to can_cast isdtype result_type
    }
    limits::register(module)
}
