//! The entries that a loop has seen last, which the next ones take the place of.
//!
//! `for v in x` makes an object and lets one go in every round, and that is most of what it costs. Whoever goes through
//! the entries keeps the last two as well: when the next one is made the loop still holds the one before it, and has let
//! go of the one before that, which nobody else holds unless it was put somewhere. That one becomes the next.
#![expect(unsafe_code, reason = "it changes an object that nobody else holds")]

use std::cell::UnsafeCell;
use std::mem::replace;

use lunette::Scalar;
use pyo3::ffi;
use pyo3::prelude::*;

use super::class::CONTENT_OFFSET_BYTES;
use crate::tensor::content::Content;
use crate::tensor::{PyTensor, element};

/// The last two elements of one tensor.
#[derive(Default)]
pub struct Recent(UnsafeCell<Seen>);

/// Tensors without axes, made by [`element`], all of one dtype.
#[derive(Default)]
struct Seen {
    last: Option<Py<PyTensor>>,
    last_but_one: Option<Py<PyTensor>>,
}

// SAFETY: only `with` reaches what is inside, one thread at a time.
unsafe impl Sync for Recent {}

/// An object that goes when this does, after everything else: code of the user may see it going.
pub type Gone<'py> = Option<Bound<'py, PyTensor>>;

impl Recent {
    /// Changes the two; `change` is a few instructions of this file.
    #[inline(always)]
    fn with<R>(&self, _: Python<'_>, change: impl FnOnce(&mut Seen) -> R) -> R {
        // SAFETY: the token says that this thread holds the interpreter's lock, so no other is here; no `change` calls
        // anything or drops an object, so this thread is not here twice.
        change(unsafe { &mut *self.0.get() })
    }

    /// The next element, which has the dtype of all others before it.
    ///
    /// # Errors
    /// If Python has no memory.
    #[inline(always)]
    pub fn next<'py>(&self, py: Python<'py>, value: Scalar) -> PyResult<(Bound<'py, PyTensor>, Gone<'py>)> {
        let old = self.with(py, |seen| seen.last_but_one.take()).map(|old| old.into_bound(py));
        let (next, unused) = match old {
            Some(old) if is_as_new(&old) => {
                // SAFETY: nobody else holds the object, and nothing refers to it weakly, so it can be changed. What was
                // in it is an element that needs no dropping; the dtype and the rank that it names stay the same.
                unsafe { content(&old).write(Content::element(value)) };
                (old, None)
            }
            old => (element(py, value)?, old),
        };
        let held = next.clone().unbind();
        let passed = self.with(py, |seen| {
            let before = seen.last.replace(held);
            replace(&mut seen.last_but_one, before)
        });
        // Both are there only if somebody else went on in between, which nothing above lets happen.
        Ok((next, unused.or(passed.map(|passed| passed.into_bound(py)))))
    }
}

/// Whether an element is held by the caller alone, and nobody has ever asked for more than its value.
#[inline(always)]
fn is_as_new(object: &Bound<'_, PyTensor>) -> bool {
    // SAFETY: the object lives. Behind the `PyTensor` lies the list of weak references, as `class` asserts.
    let (count, references) = unsafe {
        let end = object.as_ptr().byte_add(CONTENT_OFFSET_BYTES + size_of::<PyTensor>());
        (ffi::Py_REFCNT(object.as_ptr()), end.cast::<*mut ffi::PyObject>().read())
    };
    let tensor = object.get();
    count == 1
        && references.is_null()
        && tensor.shape.get(object.py()).is_none()
        && tensor.content.untouched().is_some()
}

/// Where the content of a tensor lies.
#[inline(always)]
fn content(object: &Bound<'_, PyTensor>) -> *mut Content {
    let tensor = object.as_ptr().wrapping_byte_add(CONTENT_OFFSET_BYTES);
    tensor.wrapping_byte_add(std::mem::offset_of!(PyTensor, content)).cast()
}
