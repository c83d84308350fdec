//! Diagnostics as exceptions and warnings.

use lunette_lang::diagnostic::render::{Style, text};
use lunette_lang::diagnostic::{Diagnostic, Severity};
use lunette_lang::source::{LineColumn, Sources};
use pyo3::create_exception;
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::{Failure, Result};

create_exception!(
    lunette,
    LunetteError,
    PyValueError,
    "A mistake in a program of a session.\n\n`diagnostics` is a list of dicts, one for each mistake: `code`, \
     `severity`, `message`, `line`, `column` and `help`."
);

/// The exception for a program that failed.
pub fn raise(py: Python<'_>, diagnostics: &[Diagnostic], sources: &Sources) -> Result<Failure> {
    let error = LunetteError::new_err(rendered(diagnostics, sources));
    let facts = diagnostics.iter().map(|diagnostic| facts(py, diagnostic, sources));
    let list = PyList::new(py, facts.collect::<PyResult<Vec<_>>>()?)?;
    error.value(py).setattr("diagnostics", list)?;
    Ok(error.into())
}

/// Tells the warnings of a program that ran.
pub fn warn(py: Python<'_>, diagnostics: &[Diagnostic], sources: &Sources) -> Result<()> {
    for diagnostic in diagnostics {
        let mut words = text(diagnostic, sources, Style::Plain).into_bytes();
        words.retain(|byte| *byte != 0);
        let words = std::ffi::CString::new(words).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &words, 1)?;
    }
    Ok(())
}

fn rendered(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let each = diagnostics.iter().map(|diagnostic| text(diagnostic, sources, Style::Plain));
    each.collect::<String>().trim_end().to_owned()
}

fn facts<'py>(py: Python<'py>, diagnostic: &Diagnostic, sources: &Sources) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    facts.set_item("code", diagnostic.code)?;
    facts.set_item("severity", if diagnostic.severity == Severity::Error { "error" } else { "warning" })?;
    facts.set_item("message", &diagnostic.message)?;
    let place = diagnostic.span().and_then(|span| {
        let LineColumn { line, column } = sources.get(span.file)?.line_column(span.start);
        Some((line, column))
    });
    facts.set_item("line", place.map(|(line, _)| line))?;
    facts.set_item("column", place.map(|(_, column)| column))?;
    facts.set_item("help", &diagnostic.help)?;
    Ok(facts)
}
