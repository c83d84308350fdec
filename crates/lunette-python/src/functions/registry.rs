//! How functions come into a module, with the name under which Python's users know it.

use pyo3::prelude::*;
use pyo3::types::PyCFunction;

/// Adds functions to a native module.
macro_rules! functions {
    ($module:ident: $($name:ident),* $(,)?) => {{
        $($module.add_function(pyo3::wrap_pyfunction!($name, $module)?)?;)*
        Ok(())
    }};
}

pub(crate) use functions;

/// Says of the functions of a native module that they are those of a public one, so that help and pickling find them
/// there. What begins with an underscore stays where it is.
pub fn publish(module: &Bound<'_, PyModule>, public: &str) -> PyResult<()> {
    for (name, object) in module.dict() {
        if object.is_instance_of::<PyCFunction>() && !name.str()?.to_cow()?.starts_with('_') {
            object.setattr("__module__", public)?;
        }
    }
    Ok(())
}
