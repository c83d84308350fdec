//! `lunette.evaluate`: texts that are run again and again are checked once.

use std::mem::take;
use std::sync::{Mutex, PoisonError};

use lunette_lang::session::{Given, Prepared};
use lunette_lang::value::Value;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::host::Host;
use super::{given, on_its_thread, shares, told};
use crate::error::Result;
use crate::work::{Cost, is_long, work};

/// So many texts are kept, those that were used last.
const KEPT: usize = 64;

/// Longer texts are not kept: they take memory, and longer to run than to check.
const LONG_BYTES: usize = 1 << 12;

/// The texts that were run last, the latest at the end. One that runs is not here: a second thread makes its own.
static TEXTS: Mutex<Vec<Prepared<Host>>> = Mutex::new(Vec::new());

/// The value of a text with these variables, as a session of its own gives it.
#[pyfunction]
#[pyo3(name = "_evaluate")]
pub fn evaluate<'py>(
    py: Python<'py>,
    code: &str,
    variables: &Bound<'py, PyDict>,
) -> Result<Bound<'py, PyAny>> {
    let given = variables
        .iter()
        .map(|(name, value)| given(&name.cast_into::<PyString>().map_err(PyErr::from)?, &value))
        .collect::<Result<Vec<_>>>()?;
    let mut text = taken(code, &given).unwrap_or_else(|| Prepared::new(Host::default(), code, &given));
    let lent: Vec<Value> = given.iter().map(|given| given.value().clone()).collect();
    let cancel = text.cancel();
    *text.host_mut() = Host::new(cancel.clone());
    // An element is looked at once for each function of the text.
    let weight = elements(&lent).saturating_mul(code.len());
    let outcome = match text.is_elementwise() && !is_long(weight) {
        true => work(py, weight, Cost::Linear, || Ok(text.run("<session>", given)))?,
        false => on_its_thread(py, &cancel, || text.run("<session>", given))?,
    };
    let failure = take(&mut text.host_mut().failure);
    let value = match failure {
        Some(error) => Err(error.into()),
        None => told(py, outcome, text.sources(), |tensor| shares(tensor, lent.iter())),
    };
    keep(code, text);
    value
}

/// How many elements values have together, at most, where they broadcast.
fn elements(values: &[Value]) -> usize {
    let mut tensors = values.iter().filter_map(|value| match value {
        Value::Tensor(tensor) => Some(tensor),
        _ => None,
    });
    let Some(first) = tensors.next() else { return 1 };
    let others = tensors.filter(|other| other.shape() != first.shape());
    others.fold(first.len(), |all, other| all.saturating_mul(other.len()))
}

/// The text for these variables, if it has been run before; the caller brings it back.
fn taken(code: &str, given: &[Given]) -> Option<Prepared<Host>> {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let at = texts.iter().rposition(|text| text.is_for(code, given))?;
    Some(texts.remove(at))
}

/// Keeps a text for the next time; the one that was not used for the longest time makes room.
fn keep(code: &str, text: Prepared<Host>) {
    if code.len() > LONG_BYTES || !text.is_lasting() {
        return;
    }
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let oldest = (texts.len() == KEPT).then(|| texts.remove(0));
    texts.push(text);
    drop(texts);
    // What it is made of is freed while nobody waits.
    drop(oldest);
}
