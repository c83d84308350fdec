//! Dtypes as Python objects.

use std::sync::OnceLock;

use lunette::{DType, DTypeKind};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyString, PyType};

use crate::error::{Result, type_error};
use crate::exchange::asarray::asarray;
use crate::tensor::PyTensor;
use crate::tensor::slots::lasting::dtype_object;

/// The dtype of a tensor: `lunette.float32` and its sisters, which are the same objects wherever they come from.
///
/// >>> xp.asarray([1.5]).dtype is xp.float64
/// True
/// >>> xp.int16.itemsize, xp.int16.kind, str(xp.int16)
/// (2, 'i', 'int16')
/// >>> xp.dtype("float32") is xp.float32
/// True
/// >>> xp.float64 == float, xp.float64 == "f8", xp.float64 == xp.float32
/// (True, True, False)
#[pyclass(name = "dtype", module = "lunette", frozen)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PyDType(pub DType);

/// The dtypes, by the standard's names; those of the library that the standard does not have come last.
pub const NAMED: [(&str, DType); 15] = [
    ("bool", DType::Bool),
    ("int8", DType::I8),
    ("int16", DType::I16),
    ("int32", DType::I32),
    ("int64", DType::I64),
    ("uint8", DType::U8),
    ("uint16", DType::U16),
    ("uint32", DType::U32),
    ("uint64", DType::U64),
    ("float32", DType::F32),
    ("float64", DType::F64),
    ("complex64", DType::Complex64),
    ("complex128", DType::Complex128),
    ("float16", DType::F16),
    ("bfloat16", DType::BF16),
];

/// What else NumPy calls some of them.
const SHORT: [(&str, DType); 24] = [
    ("?", DType::Bool),
    ("b1", DType::Bool),
    ("i1", DType::I8),
    ("i2", DType::I16),
    ("i4", DType::I32),
    ("i8", DType::I64),
    ("u1", DType::U8),
    ("u2", DType::U16),
    ("u4", DType::U32),
    ("u8", DType::U64),
    ("f2", DType::F16),
    ("f4", DType::F32),
    ("f8", DType::F64),
    ("c8", DType::Complex64),
    ("c16", DType::Complex128),
    ("int", DType::I64),
    ("float", DType::F64),
    ("complex", DType::Complex128),
    ("half", DType::F16),
    ("single", DType::F32),
    ("double", DType::F64),
    ("csingle", DType::Complex64),
    ("cdouble", DType::Complex128),
    ("bool_", DType::Bool),
];

/// How many of them the standard has.
pub const OF_THE_STANDARD: usize = 13;

/// The object of a dtype, always the same one.
#[inline]
pub fn object_of(py: Python<'_>, dtype: DType) -> PyResult<Bound<'_, PyDType>> {
    Ok(dtype_object(py, dtype)?.get(py).to_owned())
}

/// The standard's name of a dtype.
pub fn name_of(dtype: DType) -> &'static str {
    dtype.numpy_name()
}

/// The letter that NumPy has for the kind of a dtype.
pub fn kind_letter(dtype: DType) -> char {
    match dtype.kind() {
        DTypeKind::Bool => 'b',
        DTypeKind::Signed => 'i',
        DTypeKind::Unsigned => 'u',
        DTypeKind::Float => 'f',
        DTypeKind::Complex => 'c',
    }
}

#[pymethods]
impl PyDType {
    /// The dtype of a name, of a Python type, or of NumPy's dtype.
    #[new]
    #[pyo3(signature = (dtype, /))]
    fn new(py: Python<'_>, dtype: DTypeArg) -> PyResult<Bound<'_, Self>> {
        object_of(py, dtype.0)
    }

    /// The standard's name.
    ///
    /// >>> xp.float32.name
    /// 'float32'
    #[getter]
    fn name(&self) -> &'static str {
        name_of(self.0)
    }

    /// The bytes of one element.
    ///
    /// >>> xp.complex128.itemsize
    /// 16
    #[getter]
    fn itemsize(&self) -> usize {
        self.0.item_size()
    }

    /// The kind, by NumPy's letter: `b`, `i`, `u`, `f` or `c`.
    ///
    /// >>> xp.uint8.kind
    /// 'u'
    #[getter]
    fn kind(&self) -> char {
        kind_letter(self.0)
    }

    /// NumPy's dtype of the same name: what `numpy.dtype(x.dtype)` asks for.
    #[getter]
    fn __numpy_dtype__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        if self.0 == DType::BF16 {
            return Err(type_error(
                "NumPy has no bfloat16: `astype(x, lunette.float32)` has a dtype that it knows",
            ));
        }
        Ok(py.import("numpy")?.call_method1("dtype", (self.name(),))?)
    }

    /// A number or an array in this dtype: a tensor, of rank 0 for a number.
    #[pyo3(signature = (obj=None, /))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        obj: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyTensor>> {
        let zero = PyFloat::new(py, 0.0).into_any();
        asarray(obj.unwrap_or(&zero), Some(DTypeArg(self.0)), None, Some(true), None)
    }

    /// Whether the other is the same dtype, or a name or a type that stands for it. What NumPy's own dtypes equal they know
    /// themselves.
    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let is_known = other.is_instance_of::<Self>()
            || other.is_instance_of::<PyString>()
            || other.is_instance_of::<PyType>();
        let same =
            is_known.then(|| other.extract::<DTypeArg>().ok()).flatten().map(|found| found.0 == self.0);
        match (op, same) {
            (CompareOp::Eq, Some(same)) => same.into_py_any(py),
            (CompareOp::Ne, Some(same)) => (!same).into_py_any(py),
            _ => Ok(py.NotImplemented()),
        }
    }

    /// The hash of NumPy's type of the same name, such as `numpy.float32`, where NumPy is there when the first one is asked
    /// for: `numpy.isdtype` looks for it in a set of types.
    fn __hash__(&self, py: Python<'_>) -> Result<isize> {
        static HASHES: [OnceLock<isize>; NAMED.len()] = [const { OnceLock::new() }; NAMED.len()];
        let Some(place) = NAMED.iter().position(|(_, dtype)| *dtype == self.0) else { return Ok(0) };
        if let Some(hash) = HASHES[place].get() {
            return Ok(*hash);
        }
        let modules = py.import("sys")?.getattr("modules")?;
        let has_numpy = self.0 != DType::BF16 && modules.contains("numpy")?;
        let hash = match has_numpy {
            true => self.__numpy_dtype__(py)?.getattr("type")?.hash()?,
            false => PyString::new(py, self.name()).hash()?,
        };
        Ok(*HASHES[place].get_or_init(|| hash))
    }

    fn __repr__(&self) -> String {
        format!("lunette.{}", self.name())
    }

    fn __str__(&self) -> &'static str {
        self.name()
    }

    /// Pickles as its name, so that it is the same object again.
    fn __reduce__(&self) -> &'static str {
        self.name()
    }
}

/// An argument that names a dtype: one of the objects, its name, a Python type, or NumPy's dtype of the same name.
#[derive(Clone, Copy)]
pub struct DTypeArg(pub DType);

impl<'a, 'py> FromPyObject<'a, 'py> for DTypeArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(dtype) = object.cast::<PyDType>() {
            return Ok(Self(dtype.get().0));
        }
        if let Ok(name) = object.cast::<PyString>() {
            return Ok(named(&name.to_cow()?)?);
        }
        if let Ok(class) = object.cast::<PyType>() {
            return Ok(of_class(&class)?);
        }
        match object.getattr("name") {
            Ok(name) => Ok(named(&name.extract::<String>()?)?),
            // Where NumPy has a dtype behind a shape or an axis, a second size or axis is often written.
            Err(_) if object.is_instance_of::<PyInt>() => {
                let words =
                    format!("{} is no dtype: several sizes or axes are one tuple, `(2, 3)`", object.repr()?);
                Err(type_error(words).into())
            }
            Err(_) => Err(type_error(format!("{} is no dtype", object.repr()?)).into()),
        }
    }
}

/// The dtype of a name.
pub fn named(name: &str) -> Result<DTypeArg> {
    let found =
        NAMED.iter().chain(&SHORT).find(|(known, _)| *known == name.trim_start_matches(['<', '=', '|']));
    match found {
        Some((_, dtype)) => Ok(DTypeArg(*dtype)),
        None => Err(type_error(format!("{name:?} names no dtype; there are {}", every_name()))),
    }
}

fn every_name() -> String {
    NAMED.map(|(name, _)| name).join(", ")
}

/// Python's own numbers are of the widest dtypes; a class with a name of ours, as NumPy's scalars, is that dtype.
fn of_class(class: &Bound<'_, PyType>) -> Result<DTypeArg> {
    let py = class.py();
    let dtype = if class.is(py.get_type::<PyBool>()) {
        DType::Bool
    } else if class.is(py.get_type::<PyInt>()) {
        DType::I64
    } else if class.is(py.get_type::<PyFloat>()) {
        DType::F64
    } else if class.is(py.get_type::<PyComplex>()) {
        DType::Complex128
    } else {
        return named(&class.name()?.to_cow()?);
    };
    Ok(DTypeArg(dtype))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyDType>()?;
    NAMED.iter().try_for_each(|(name, dtype)| module.add(*name, object_of(module.py(), *dtype)?))
}
