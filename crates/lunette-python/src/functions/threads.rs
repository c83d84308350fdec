//! How many threads one operation may use.

use pyo3::prelude::*;

use crate::error::Result;
use crate::functions::registry::functions;
use crate::functions::scalars::size;

/// Sets how many threads one large operation may use: 1 means none but the caller's, 0 one for each core.
///
/// Until then it is what the environment's `LUNETTE_NUM_THREADS` says, else one for each core.
///
/// >>> before = xp.get_threads()
/// >>> xp.set_threads(2)
/// >>> xp.get_threads()
/// 2
/// >>> xp.set_threads(before)
#[pyfunction]
#[pyo3(signature = (count, /))]
fn set_threads(py: Python<'_>, count: i64) -> Result<()> {
    let count = size(count)?;
    // Workers that nobody needs any more are waited for.
    py.detach(|| lunette::set_threads(count));
    Ok(())
}

/// How many threads one large operation may use.
///
/// >>> xp.get_threads() >= 1
/// True
#[pyfunction]
#[pyo3(signature = ())]
fn get_threads() -> usize {
    lunette::threads()
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: set_threads, get_threads)
}
