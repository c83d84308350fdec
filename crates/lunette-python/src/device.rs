//! Devices: there is one, the processor that runs the interpreter. It is the string `"cpu"`, as in NumPy.

use pyo3::prelude::*;

use crate::error::value_error;

/// The name of the only device.
pub const CPU: &str = "cpu";

/// A `device=` argument that named the only one there is.
#[derive(Clone, Copy)]
pub struct DeviceArg;

impl<'a, 'py> FromPyObject<'a, 'py> for DeviceArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // Devices of other libraries come in many classes, whose text is their name.
        let name = object.str()?;
        match name.to_cow()?.as_ref() {
            CPU => Ok(Self),
            other => {
                Err(value_error(format!("there is no device {other:?}: tensors live on {CPU:?}")).into())
            }
        }
    }
}
