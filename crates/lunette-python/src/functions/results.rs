//! Results of several tensors: tuples, and tuples with names.

use lunette::DynTensor;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyTuple};

use crate::arg::Parent;
use crate::error::Result;
use crate::tensor::{New, view_of};

/// So many objects are made before others get a turn.
const MANY: usize = 1 << 14;

/// A tuple with names, as `collections.namedtuple` makes them.
pub struct Names {
    /// The public module of the class.
    module: &'static str,
    name: &'static str,
    fields: &'static [&'static str],
    class: PyOnceLock<Py<PyAny>>,
}

impl Names {
    pub const fn new(module: &'static str, name: &'static str, fields: &'static [&'static str]) -> Self {
        Self { module, name, fields, class: PyOnceLock::new() }
    }

    fn class<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyAny>> {
        let made = self.class.get_or_try_init(py, || {
            let options = [("module", self.module)].into_py_dict(py)?;
            let namedtuple = py.import("collections")?.getattr("namedtuple")?;
            namedtuple.call((self.name, self.fields.to_vec()), Some(&options)).map(Bound::unbind)
        })?;
        Ok(made.bind(py))
    }

    /// The tuple of these tensors.
    pub fn of<'py, const N: usize>(
        &self,
        py: Python<'py>,
        tensors: [DynTensor; N],
    ) -> Result<Bound<'py, PyAny>> {
        Ok(self.class(py)?.call1(PyTuple::new(py, tensors.map(New))?)?)
    }

    /// Makes the class known to its module, so that its tuples can be pickled.
    pub fn register(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add(self.name, self.class(module.py())?)
    }
}

/// A tuple of tensors with memory of their own.
pub fn tuple(py: Python<'_>, tensors: impl IntoIterator<Item = DynTensor>) -> Result<Bound<'_, PyTuple>> {
    Ok(PyTuple::new(py, tensors.into_iter().map(New).collect::<Vec<_>>())?)
}

/// Between objects, of which so many have been made: others get their turn with the interpreter, and Ctrl-C is seen.
pub fn give_turns(py: Python<'_>, count: usize) -> PyResult<()> {
    if count % MANY == MANY - 1 {
        py.detach(|| ());
        py.check_signals()?;
    }
    Ok(())
}

/// A tuple of views of one tensor.
pub fn views<'py>(x: Parent<'_, 'py>, tensors: Vec<DynTensor>) -> Result<Bound<'py, PyTuple>> {
    let py = x.0.py();
    let view = |(count, tensor): (usize, DynTensor)| {
        give_turns(py, count)?;
        view_of(&x.0, tensor)
    };
    let views = tensors.into_iter().enumerate().map(view).collect::<Result<Vec<_>>>()?;
    Ok(PyTuple::new(py, views)?)
}
