//! Nested lists, tuples and ranges of numbers.
//!
//! Numbers are collected in the narrowest of five vectors that holds all of them so far: bool, int64, uint64, float64,
//! complex128. Rows that hold tensors or arrays of others are stacked.

mod collect;

use lunette::layout::{Dims, MAX_RANK};
use lunette::{DType, DynTensor, ErrorKind, stack};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyComplex, PyFloat, PyInt, PyList, PyRange, PyTuple};

pub use self::collect::{Collected, Kept};
use super::asarray;
use crate::error::Result;
use crate::functions::give_turns;

/// More numbers than are worth a question whether there is memory for them.
const MANY: usize = 1 << 24;

/// A tensor of the values of nested rows, which are going to have this dtype.
pub fn tensor_of(rows: &Bound<'_, PyAny>, dtype: Option<DType>) -> Result<DynTensor> {
    let failure = match collected(rows, dtype).map_err(PyErr::from) {
        Ok(tensor) => return Ok(tensor),
        Err(failure) => failure,
    };
    // An integer is too long for integers, and nothing before it has said that all are going to be fractions.
    let is_early = dtype.is_none() && failure.is_instance_of::<PyOverflowError>(rows.py());
    if is_early && holds_fraction(rows, outline(rows)?.len())? {
        collected(rows, Some(DType::F64))
    } else {
        Err(failure.into())
    }
}

/// Whether there is a float or a complex number in rows that are nested so deep; what lies deeper is no number of theirs.
fn holds_fraction(rows: &Bound<'_, PyAny>, depth: usize) -> Result<bool> {
    let Some(inner) = depth.checked_sub(1) else {
        return Ok(rows.is_instance_of::<PyFloat>() || rows.is_instance_of::<PyComplex>());
    };
    // A range holds integers, however many.
    if row_len(rows)?.is_none() || rows.is_instance_of::<PyRange>() {
        return Ok(false);
    }
    for (k, entry) in rows.try_iter()?.enumerate() {
        if holds_fraction(&entry?, inner)? {
            return Ok(true);
        }
        give_turns(rows.py(), k)?;
    }
    Ok(false)
}

fn collected(rows: &Bound<'_, PyAny>, dtype: Option<DType>) -> Result<DynTensor> {
    let shape = outline(rows)?;
    let count = shape.iter().fold(1, |count: usize, size| count.saturating_mul(*size));
    if count > MANY {
        // A range says how long it is without the memory for it, which is missed here and not on the way.
        DynTensor::zeros_of(DType::I64, &shape[..])?;
    }
    let mut values = Collected::of(count);
    let mut walk =
        Walk { shape: &shape, path: Vec::new(), dtype: dtype.unwrap_or(DType::I64), values: &mut values };
    match walk.rows(rows)? {
        Kept::Yes => Ok(values.into_tensor(&shape)?),
        Kept::No => stacked(rows, &mut Vec::new()),
    }
}

/// The shape, as the first row of each level tells it.
fn outline(rows: &Bound<'_, PyAny>) -> Result<Dims> {
    let mut shape = Dims::new();
    let mut level = rows.clone();
    while let Some(len) = row_len(&level)? {
        if shape.len() == MAX_RANK {
            let error = ErrorKind::RankLimit { op: "asarray", rank: MAX_RANK + 1 };
            return Err(lunette::Error::from(error).into());
        }
        shape.push(len);
        if len == 0 {
            break;
        }
        level = first_of(&level)?;
    }
    Ok(shape)
}

/// The first entry of a row, which has one.
fn first_of<'py>(row: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match row.cast_exact::<PyList>() {
        Ok(list) => list.get_item(0),
        Err(_) => row.get_item(0),
    }
}

/// The length of a row; none of anything else.
fn row_len(object: &Bound<'_, PyAny>) -> Result<Option<usize>> {
    // Most of what is asked is a number.
    if object.is_exact_instance_of::<PyFloat>() || object.is_exact_instance_of::<PyInt>() {
        return Ok(None);
    }
    if let Ok(list) = object.cast::<PyList>() {
        return Ok(Some(list.len()));
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return Ok(Some(tuple.len()));
    }
    match object.cast::<PyRange>() {
        Ok(range) => Ok(Some(range.len()?)),
        Err(_) => Ok(None),
    }
}

/// One way through all rows.
struct Walk<'a> {
    shape: &'a [usize],
    path: Vec<usize>,
    /// The dtype that is asked for.
    dtype: DType,
    values: &'a mut Collected,
}

impl Walk<'_> {
    /// Collects a row; not kept if there is something in it that is no number.
    fn rows(&mut self, row: &Bound<'_, PyAny>) -> Result<Kept> {
        let level = self.path.len();
        let expected = self.shape.get(level..).unwrap_or_default();
        let Some(len) = row_len(row)? else {
            return self.values.push(row.as_borrowed(), self.dtype).and_then(|kept| match (kept, expected) {
                (Kept::Yes, [_, ..]) => Err(self.ragged(expected, &[])),
                (kept, _) => Ok(kept),
            });
        };
        match expected.first() {
            Some(size) if *size == len => {}
            _ => return Err(self.ragged(expected, &outline(row)?)),
        }
        match expected {
            [_] => self.numbers(row),
            _ => self.deeper(row, len),
        }
    }

    fn deeper(&mut self, row: &Bound<'_, PyAny>, len: usize) -> Result<Kept> {
        for k in 0..len {
            self.path.push(k);
            if self.rows(&row.get_item(k)?)? == Kept::No {
                return Ok(Kept::No);
            }
            self.path.pop();
        }
        Ok(Kept::Yes)
    }

    /// Collects a row of the innermost level.
    fn numbers(&mut self, row: &Bound<'_, PyAny>) -> Result<Kept> {
        if let Ok(list) = row.cast::<PyList>() {
            return self.entries(list.iter());
        }
        match row.cast::<PyTuple>() {
            Ok(tuple) => self.entries(tuple.iter()),
            Err(_) => self.range(row),
        }
    }

    /// Collects a range, whose entries are integers.
    fn range(&mut self, row: &Bound<'_, PyAny>) -> Result<Kept> {
        for entry in row.try_iter()? {
            self.values.push(entry?.as_borrowed(), self.dtype)?;
        }
        Ok(Kept::Yes)
    }

    fn entries<'py>(&mut self, entries: impl Iterator<Item = Bound<'py, PyAny>>) -> Result<Kept> {
        for (k, entry) in entries.enumerate() {
            if self.values.push(entry.as_borrowed(), self.dtype)? == Kept::No {
                if row_len(&entry)?.is_some() {
                    self.path.push(k);
                    return Err(self.ragged(&[], &outline(&entry)?));
                }
                return Ok(Kept::No);
            }
        }
        Ok(Kept::Yes)
    }

    fn ragged(&self, expected: &[usize], found: &[usize]) -> crate::error::Failure {
        ragged(&self.path, expected, found)
    }
}

fn ragged(path: &[usize], expected: &[usize], found: &[usize]) -> crate::error::Failure {
    let (expected, found) = (Dims::from_slice(expected), Dims::from_slice(found));
    lunette::Error::from(ErrorKind::Ragged { path: path.to_vec(), expected, found }).into()
}

/// Rows that hold more than numbers, each a tensor of its own at first.
fn stacked(object: &Bound<'_, PyAny>, path: &mut Vec<usize>) -> Result<DynTensor> {
    let Some(len) = row_len(object)? else { return Ok(asarray::convert(object)?.into_tensor()) };
    // It holds integers alone, and maybe more of them than there is memory for.
    if object.is_instance_of::<PyRange>() {
        return tensor_of(object, None);
    }
    let mut rows: Vec<DynTensor> = Vec::new();
    for k in 0..len {
        path.push(k);
        let row = stacked(&object.get_item(k)?, path)?;
        if let Some(first) = rows.first()
            && first.shape() != row.shape()
        {
            return Err(ragged(path, first.shape(), row.shape()));
        }
        rows.push(row);
        path.pop();
    }
    match rows.is_empty() {
        true => Ok(DynTensor::zeros_of(DType::F64, 0)?),
        false => Ok(stack(&rows.iter().collect::<Vec<_>>(), 0)?),
    }
}
