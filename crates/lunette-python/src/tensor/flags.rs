//! `x.flags`: contiguity, ownership and writability.

use lunette::Flags;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

/// What can be said of a tensor's memory; flags are read as attributes or by their names.
///
/// >>> flags = xp.zeros((2, 3)).flags
/// >>> flags.c_contiguous, flags["F_CONTIGUOUS"]
/// (True, False)
#[pyclass(name = "Flags", module = "lunette", frozen)]
pub struct PyFlags(pub Flags);

#[pymethods]
impl PyFlags {
    /// Whether the elements lie in one segment, in row-major order.
    #[getter]
    fn c_contiguous(&self) -> bool {
        self.0.c_contiguous
    }

    /// Whether the elements lie in one segment, in column-major order.
    #[getter]
    fn f_contiguous(&self) -> bool {
        self.0.f_contiguous
    }

    /// Whether the elements lie in one segment, in either order.
    #[getter]
    fn forc(&self) -> bool {
        self.0.c_contiguous || self.0.f_contiguous
    }

    /// Whether the memory was made for this tensor.
    #[getter]
    fn owndata(&self) -> bool {
        self.0.owns_data
    }

    /// Whether it can be stored into.
    #[getter]
    fn writeable(&self) -> bool {
        self.0.writable
    }

    /// Whether elements stand at multiples of their size: always.
    #[getter]
    fn aligned(&self) -> bool {
        true
    }

    fn __getitem__(&self, name: &str) -> PyResult<bool> {
        match name {
            "C_CONTIGUOUS" | "C" | "CONTIGUOUS" => Ok(self.0.c_contiguous),
            "F_CONTIGUOUS" | "F" | "FORTRAN" => Ok(self.0.f_contiguous),
            "FORC" => Ok(self.forc()),
            "OWNDATA" | "O" => Ok(self.0.owns_data),
            "WRITEABLE" | "W" => Ok(self.0.writable),
            "ALIGNED" | "A" => Ok(true),
            _ => Err(PyKeyError::new_err(format!(
                "{name:?} is no flag; there are C_CONTIGUOUS, F_CONTIGUOUS, FORC, OWNDATA, WRITEABLE, ALIGNED"
            ))),
        }
    }

    fn __repr__(&self) -> String {
        let Flags { c_contiguous, f_contiguous, owns_data, writable } = self.0;
        let word = |flag| if flag { "True" } else { "False" };
        format!(
            "  C_CONTIGUOUS : {}\n  F_CONTIGUOUS : {}\n  OWNDATA : {}\n  WRITEABLE : {}\n  ALIGNED : True\n",
            word(c_contiguous),
            word(f_contiguous),
            word(owns_data),
            word(writable)
        )
    }
}
