//! `x.explain(index)`: the library's picture of what an index takes.

use lunette::Explanation;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::PyTensor;
use crate::error::Result;
use crate::index::Index;

#[pymethods]
impl PyTensor {
    /// A picture of what `x[index]` takes, as text and, in notebooks, as a drawing.
    ///
    /// >>> print(xp.asarray([[1, 2, 3], [4, 5, 6]]).explain((slice(None), 1)))
    ///     0   1   2
    /// 0   ·  [0]  ·
    /// 1   ·  [1]  ·
    /// <BLANKLINE>
    /// axis 0  all 2         stays, size 2
    /// axis 1  entry 1 of 3  goes
    /// <BLANKLINE>
    /// result  shape (2,), strides (3,), offset 1
    ///         a view: it can share memory, no copy is needed
    /// <BLANKLINE>
    /// memory   0   1   2   3   4   5
    ///          ·  [0]  ·   ·  [1]  ·
    #[pyo3(signature = (index, /))]
    fn explain(&self, index: &Bound<'_, PyAny>) -> Result<PyExplanation> {
        let mut read = Index::of(self.inner());
        read.read(index, self.inner())?;
        Ok(PyExplanation(self.inner().explain(&read.items)?.with_tuples()))
    }
}

/// A picture of what an index takes from a tensor.
#[pyclass(name = "Explanation", module = "lunette", frozen)]
pub struct PyExplanation(Explanation);

#[pymethods]
impl PyExplanation {
    /// The shape of what the index takes.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.shape())
    }

    /// Whether it can share memory.
    #[getter]
    fn is_view(&self) -> bool {
        self.0.is_view()
    }

    /// The drawing, as an SVG document.
    ///
    /// >>> xp.zeros(3).explain(slice(1, None)).svg()[:4]
    /// '<svg'
    fn svg(&self) -> String {
        self.0.to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        self.0.to_string()
    }
}

/// A picture of what `x[index]` takes, as text and, in notebooks, as a drawing.
///
/// >>> xp.explain(xp.zeros((2, 3)), (0, slice(1, None))).shape
/// (2,)
#[pyfunction]
#[pyo3(signature = (x, index, /))]
fn explain(x: &Bound<'_, PyTensor>, index: &Bound<'_, PyAny>) -> Result<PyExplanation> {
    x.get().explain(index)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyExplanation>()?;
    module.add_function(wrap_pyfunction!(explain, module)?)
}
