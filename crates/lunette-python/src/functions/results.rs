//! Results: written into a tensor of the caller, or several of them, in tuples and tuples with names.

use lunette::{DType, DTypeKind, DynTensor, ErrorKind};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyTuple};

use crate::arg::Parent;
use crate::dtype::name_of;
use crate::error::{Result, type_error};
use crate::tensor::{Made, New, view_of};
use crate::work::{Cost, work};

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

/// The result of an operation, or `out` with the result in it: it must have its shape, and a dtype that can say what the
/// result's says.
#[inline]
pub fn placed<'py>(
    py: Python<'py>,
    op: &'static str,
    made: DynTensor,
    out: Option<Parent<'_, 'py>>,
) -> Result<Made<'py>> {
    let Some(out) = out else { return Ok(Made::New(New(made))) };
    let place = out.inner();
    check_place(op, &made, place)?;
    work(py, place.len(), Cost::Linear, || place.assign(&made))?;
    Ok(Made::Written(out.0.to_owned()))
}

/// Refuses a place of another shape, and one that would cut what it is given.
fn check_place(op: &'static str, made: &DynTensor, place: &DynTensor) -> Result<()> {
    check_kind(op, made.dtype(), place.dtype())?;
    if made.shape() == place.shape() {
        return Ok(());
    }
    let (expected, found) = (made.shape().into(), place.shape().into());
    let cure = "`out` has the shape of the result";
    Err(lunette::Error::from(ErrorKind::ShapeMismatch { op, expected, found, cure }).into())
}

/// Refuses an `out` of a dtype that would cut the result.
pub fn check_kind(op: &str, from: DType, to: DType) -> Result<()> {
    if whole(from) <= whole(to) {
        return Ok(());
    }
    let [from, to] = [name_of(from), name_of(to)];
    Err(type_error(format!(
        "{op}: the result is {from}, which `out` of {to} would cut: give an `out` of {from}, or write \
         `out[...] = result`"
    )))
}

/// The kind of a dtype; integers with and without a sign are alike, because a store looks at every value.
fn whole(dtype: DType) -> DTypeKind {
    if dtype.is_integer() { DTypeKind::Signed } else { dtype.kind() }
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
