//! How functions come into a module, with the name under which Python's users know it.

use pyo3::prelude::*;
use pyo3::types::PyCFunction;

/// Adds functions to a native module, as those of a public one.
macro_rules! functions {
    ($module:expr, $public:literal: $($name:ident),* $(,)?) => {{
        $($crate::functions::registry::add($module, $public, pyo3::wrap_pyfunction!($name, $module)?)?;)*
        Ok(())
    }};
}

pub(crate) use functions;

/// Adds one function, whose `__module__` is the public module, so that help and pickling find it there.
pub fn add(module: &Bound<'_, PyModule>, public: &str, function: Bound<'_, PyCFunction>) -> PyResult<()> {
    function.setattr("__module__", public)?;
    module.add_function(function)
}
