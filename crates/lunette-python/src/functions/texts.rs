//! Tables as text, for `loadtxt`, `genfromtxt` and `savetxt`: their arguments are sorted out in Python.

use std::path::PathBuf;

use lunette::io::text::{self, Delimiter, Missing, Reading, Writing};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::dtype::DTypeArg;
use crate::error::{Failure, Result, value_error};
use crate::functions::registry::functions;
use crate::tensor::{New, PyTensor};
use crate::work::watched;

/// Where a text comes from.
#[derive(FromPyObject)]
enum Source<'py> {
    Bytes(Bound<'py, PyBytes>),
    Path(PathBuf),
}

/// What NumPy's arguments say about reading.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct ReadArgs {
    dtype: Option<DTypeArg>,
    delimiter: Option<String>,
    skip: Option<usize>,
    comments: Vec<String>,
    columns: Option<Vec<i64>>,
    max_rows: Option<usize>,
    is_gap_nan: bool,
}

impl TryFrom<ReadArgs> for Reading {
    type Error = Failure;

    fn try_from(args: ReadArgs) -> Result<Self> {
        let dtype = args.dtype.map(|DTypeArg(dtype)| dtype);
        let has_nan = dtype.is_none_or(|dtype| dtype.is_float() || dtype.is_complex());
        Ok(Self {
            dtype,
            rank: 2,
            delimiter: delimiter(args.delimiter.as_deref())?,
            skip: args.skip,
            comments: args.comments,
            columns: args.columns,
            max_rows: args.max_rows,
            missing: if args.is_gap_nan && has_nan { Missing::Nan } else { Missing::Mistake },
        })
    }
}

fn delimiter(text: Option<&str>) -> Result<Delimiter> {
    match text.map(str::as_bytes) {
        None => Ok(Delimiter::Detected),
        Some(b" ") => Ok(Delimiter::Spaces),
        Some([sign]) => Ok(Delimiter::Sign(*sign)),
        Some(_) => Err(value_error("`delimiter` is one ASCII character, or None for the one that is found")),
    }
}

/// What is wrong with an argument, without the name of the struct that it is a field of.
fn wrong_argument(py: Python<'_>, error: PyErr) -> PyErr {
    error.cause(py).unwrap_or(error)
}

/// The table of a file, or of its bytes.
#[pyfunction]
fn _read_text(py: Python<'_>, source: Source<'_>, options: &Bound<'_, PyAny>) -> Result<New> {
    let options = options.extract::<ReadArgs>().map_err(|error| wrong_argument(py, error))?;
    let options = Reading::try_from(options)?;
    let read = match &source {
        Source::Bytes(bytes) => {
            let bytes = bytes.as_bytes();
            watched(py, || text::read(bytes, &options))
        }
        Source::Path(path) => watched(py, || text::load(path, &options)),
    };
    Ok(New(read?))
}

/// What NumPy's arguments say about writing.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct WriteArgs {
    delimiter: String,
    header: Option<String>,
    footer: Option<String>,
    newline: String,
}

impl From<WriteArgs> for Writing {
    fn from(args: WriteArgs) -> Self {
        let WriteArgs { delimiter, header, footer, newline } = args;
        Self { delimiter, header, footer, newline }
    }
}

/// Writes a table into a file.
#[pyfunction]
fn _save_text(
    py: Python<'_>,
    path: PathBuf,
    x: &Bound<'_, PyTensor>,
    options: &Bound<'_, PyAny>,
) -> Result<()> {
    let options = options.extract::<WriteArgs>().map_err(|error| wrong_argument(py, error))?;
    let (x, options) = (x.get().inner(), Writing::from(options));
    watched(py, || text::save(&path, x, &options))
}

/// Writes a text into a file.
#[pyfunction]
fn _save_made(py: Python<'_>, path: PathBuf, text: &str) -> Result<()> {
    watched(py, || text::save_text(&path, text))
}

/// The text of a table.
#[pyfunction]
fn _text_of<'py>(
    py: Python<'py>,
    x: &Bound<'py, PyTensor>,
    options: &Bound<'_, PyAny>,
) -> Result<Bound<'py, PyBytes>> {
    let options = options.extract::<WriteArgs>().map_err(|error| wrong_argument(py, error))?;
    let (x, options) = (x.get().inner(), Writing::from(options));
    let text = watched(py, || text::to_string(x, &options))?;
    let written = PyBytes::new_with(py, text.len(), |bytes| {
        bytes.copy_from_slice(text.as_bytes());
        Ok(())
    });
    Ok(written?)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: _read_text, _save_text, _save_made, _text_of)
}
