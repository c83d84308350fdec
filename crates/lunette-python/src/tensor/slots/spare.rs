//! Tensors that nobody holds any more, whose memory the next ones take.
#![expect(unsafe_code, reason = "it keeps the memory of objects that are gone")]

use std::cell::UnsafeCell;
use std::ptr::NonNull;

use pyo3::ffi;
use pyo3::prelude::*;

/// How many are kept: what a program holds and lets go again in turns, and not much memory.
const ROOM: usize = 256;

/// A stack of objects. Each is of the class `Tensor` and holds a count of it, has a count of 0 itself, is not tracked by
/// the garbage collector, has no weak references, and its `PyTensor` has been dropped.
struct Spares {
    objects: [*mut ffi::PyObject; ROOM],
    count: usize,
}

struct Guarded(UnsafeCell<Spares>);

// SAFETY: only `with` reaches what is inside, one thread at a time.
unsafe impl Sync for Guarded {}

static SPARES: Guarded = Guarded(UnsafeCell::new(Spares { objects: [std::ptr::null_mut(); ROOM], count: 0 }));

/// Changes the stack; `change` is a few instructions of this file.
#[inline(always)]
fn with<R>(_: Python<'_>, change: impl FnOnce(&mut Spares) -> R) -> R {
    // SAFETY: the token says that this thread holds the interpreter's lock, so no other is here; neither `take` nor
    // `keep` calls anything in between, so this thread is not here twice.
    change(unsafe { &mut *SPARES.0.get() })
}

/// An object of the class `Tensor` with a count of 1, whose `PyTensor` is still to be written; none if there is none.
#[inline(always)]
pub fn take(py: Python<'_>) -> Option<NonNull<ffi::PyObject>> {
    let object = with(py, |spares| {
        spares.count = spares.count.checked_sub(1)?;
        NonNull::new(*spares.objects.get(spares.count)?)
    })?;
    // SAFETY: the memory is that of an object, header and all, with a count of 0; counting it up brings it back, as a
    // finalizer may do it.
    unsafe { ffi::Py_INCREF(object.as_ptr()) };
    Some(object)
}

/// Keeps an object for later, or frees it if there are many.
///
/// # Safety
/// It is as [`Spares`] says, and nobody uses it any more.
#[inline(always)]
pub unsafe fn keep(py: Python<'_>, object: *mut ffi::PyObject) {
    let kept = with(py, |spares| match spares.objects.get_mut(spares.count) {
        Some(place) => {
            *place = object;
            spares.count += 1;
            true
        }
        None => false,
    });
    if !kept {
        // SAFETY: the caller's promise. The class is one that the garbage collector knows, so its instances are made
        // and freed by it; each of them holds a count of the class.
        unsafe {
            let class = ffi::Py_TYPE(object);
            ffi::PyObject_GC_Del(object.cast());
            ffi::Py_DECREF(class.cast());
        }
    }
}
