//! What the namespace says of itself, and the constants.

use lunette::DType;
use lunette::layout::MAX_RANK;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use super::data_types::is_of_kind;
use crate::device::{CPU, DeviceArg};
use crate::dtype::{NAMED, OF_THE_STANDARD, object_of};
use crate::error::{Result, value_error};
use crate::tensor::PyTensor;

/// The version of the standard that the namespace follows.
const VERSION: &str = "2025.12";

/// The versions whose programs run on it.
const KNOWN: [&str; 5] = ["2021.12", "2022.12", "2023.12", "2024.12", VERSION];

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

#[pymethods]
impl PyTensor {
    /// The module `lunette`: every function of the standard.
    ///
    /// >>> xp.zeros(3).__array_namespace__() is xp
    /// True
    #[pyo3(signature = (*, api_version=None))]
    fn __array_namespace__<'py>(
        &self,
        py: Python<'py>,
        api_version: Option<&str>,
    ) -> Result<Bound<'py, PyAny>> {
        static MODULE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        if let Some(version) = api_version
            && !KNOWN.contains(&version)
        {
            let words =
                format!("version {version:?} of the standard is not known: there are {}", KNOWN.join(", "));
            return Err(value_error(words));
        }
        let module = MODULE
            .get_or_try_init(py, || -> PyResult<_> { Ok(py.import("lunette")?.into_any().unbind()) })?;
        Ok(module.bind(py).clone())
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
