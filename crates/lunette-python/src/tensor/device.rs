//! The one device there is: the processor.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

/// The name of the device.
const CPU: &str = "cpu";

/// A device that holds tensors. There is one, `"cpu"`, and it equals its name.
///
/// >>> xp.zeros(2).device == "cpu"
/// True
#[pyclass(name = "Device", module = "lunette", frozen)]
pub struct PyDevice;

static OBJECT: PyOnceLock<Py<PyDevice>> = PyOnceLock::new();

impl PyDevice {
    /// The device, always the same object.
    pub fn object(py: Python<'_>) -> PyResult<Bound<'_, Self>> {
        OBJECT.get_or_try_init(py, || Py::new(py, Self)).map(|device| device.bind(py).clone())
    }
}

#[pymethods]
impl PyDevice {
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<PyString>() {
            Ok(name) => Ok(name.to_cow()? == CPU),
            Err(_) => Ok(other.is_instance_of::<Self>()),
        }
    }

    /// That of the name, because equal things have equal hashes.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, CPU).hash()
    }

    fn __repr__(&self) -> &'static str {
        "device('cpu')"
    }

    fn __str__(&self) -> &'static str {
        CPU
    }

    /// Pickles as a call of the class, which gives the one object again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (&'static str,)) {
        (slf.get_type().into_any(), (CPU,))
    }

    #[new]
    #[pyo3(signature = (name="cpu", /))]
    fn new(py: Python<'_>, name: &str) -> PyResult<Py<Self>> {
        if name == CPU { Ok(Self::object(py)?.unbind()) } else { Err(unknown(name)) }
    }
}

/// An argument that names a device: none, the object, or its name.
#[derive(Clone, Copy)]
pub struct DeviceArg;

impl<'a, 'py> FromPyObject<'a, 'py> for DeviceArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() || object.is_instance_of::<PyDevice>() || object.eq(CPU)? {
            return Ok(Self);
        }
        Err(unknown(&object.str()?.to_cow()?))
    }
}

fn unknown(name: &str) -> PyErr {
    PyValueError::new_err(format!("there is no device {name:?}: tensors live on \"cpu\""))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyDevice>()
}
