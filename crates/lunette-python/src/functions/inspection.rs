//! What the namespace says of itself, and the constants.

use lunette::DType;
use lunette::layout::MAX_RANK;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::data_types::is_of_kind;
use crate::device::{CPU, DeviceArg};
use crate::dtype::{NAMED, OF_THE_STANDARD, object_of};
use crate::error::Result;

/// The version of the standard that the namespace follows.
const VERSION: &str = "2025.12";

/// What the namespace can do.
#[pyclass(name = "__array_namespace_info__", module = "lunette", frozen)]
struct NamespaceInfo;

#[pymethods]
impl NamespaceInfo {
    #[new]
    fn new() -> Self {
        Self
    }

    /// Which optional parts of the standard there are.
    ///
    /// >>> xp.__array_namespace_info__().capabilities()["boolean indexing"]
    /// True
    #[pyo3(signature = ())]
    fn capabilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        found.set_item("boolean indexing", true)?;
        found.set_item("data-dependent shapes", true)?;
        found.set_item("max dimensions", MAX_RANK)?;
        Ok(found)
    }

    /// Where tensors live that nobody asked to live elsewhere.
    ///
    /// >>> xp.__array_namespace_info__().default_device()
    /// 'cpu'
    #[pyo3(signature = ())]
    fn default_device(&self) -> &'static str {
        CPU
    }

    /// The dtypes of new tensors, by kind.
    ///
    /// >>> xp.__array_namespace_info__().default_dtypes()["integral"]
    /// lunette.int64
    #[pyo3(signature = (*, device=None))]
    fn default_dtypes<'py>(
        &self,
        py: Python<'py>,
        device: Option<DeviceArg>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let _ = device;
        let found = PyDict::new(py);
        found.set_item("real floating", object_of(py, DType::F64)?)?;
        found.set_item("complex floating", object_of(py, DType::Complex128)?)?;
        found.set_item("integral", object_of(py, DType::I64)?)?;
        found.set_item("indexing", object_of(py, DType::I64)?)?;
        Ok(found)
    }

    /// The devices.
    ///
    /// >>> xp.__array_namespace_info__().devices()
    /// ('cpu',)
    #[pyo3(signature = ())]
    fn devices(&self) -> (&'static str,) {
        (CPU,)
    }

    /// The dtypes of the standard by their names, all or those of a kind, as `isdtype` names kinds.
    ///
    /// >>> sorted(xp.__array_namespace_info__().dtypes(kind="real floating"))
    /// ['float32', 'float64']
    #[pyo3(signature = (*, device=None, kind=None))]
    fn dtypes<'py>(
        &self,
        py: Python<'py>,
        device: Option<DeviceArg>,
        kind: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyDict>> {
        let _ = device;
        let found = PyDict::new(py);
        for (name, dtype) in NAMED.iter().take(OF_THE_STANDARD) {
            if kind.map_or(Ok(true), |kind| is_of_kind(*dtype, kind))? {
                found.set_item(name, object_of(py, *dtype)?)?;
            }
        }
        Ok(found)
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NamespaceInfo>()?;
    module.add("e", std::f64::consts::E)?;
    module.add("inf", f64::INFINITY)?;
    module.add("nan", f64::NAN)?;
    module.add("newaxis", module.py().None())?;
    module.add("pi", std::f64::consts::PI)?;
    module.add("__array_api_version__", VERSION)
}
