//! What PyO3 is told about the class, in the words of its own macros.
//!
//! PyO3 has no way to give a class slots of one's own, nor to say how its objects are freed, but its macros do both
//! through traits that are hidden from the documentation. They are used as the macros use them; a version of PyO3 that
//! changes them does not compile here.
#![expect(unsafe_code, reason = "it gives the interpreter functions to call")]

use std::ffi::{CStr, c_int};
use std::mem::offset_of;

use pyo3::ffi;
use pyo3::impl_::pycell::{PyClassObjectBaseLayout, PyStaticClassObject};
use pyo3::impl_::pyclass::{PyClassBaseType, PyClassGetterGenerator, PyClassImpl, PyClassItems};
use pyo3::impl_::pyclass_init::PyNativeTypeInitializer;
use pyo3::impl_::pymethods::PyMethodDefType;
use pyo3::prelude::*;
use pyo3::pycell::PyBorrowError;
use pyo3::type_object::{PyLayout, PyTypeInfo};
use pyo3::types::PyInt;

use super::{next, spare, subscript};
use crate::dtype::PyDType;
use crate::tensor::PyTensor;
use crate::tensor::iteration::Rows;

/// The base of `Tensor`: Python's `object`, but for what happens to the memory in the end.
pub struct Recycled;

/// What comes before a `PyTensor` in its object.
#[repr(C)]
pub struct Header(ffi::PyObject);

// SAFETY: `Recycled` is Python's `object`, which is a header and nothing else.
unsafe impl PyLayout<Recycled> for Header {}

// SAFETY: a type object that is always there, and always the same one.
unsafe impl PyTypeInfo for Recycled {
    #[inline]
    fn type_object_raw(_: Python<'_>) -> *mut ffi::PyTypeObject {
        &raw mut ffi::PyBaseObject_Type
    }
}

impl PyClassBaseType for Recycled {
    type LayoutAsBase = Header;
    type BaseNativeType = Self;
    type Initializer = PyNativeTypeInitializer<Self>;
    type PyClassMutability = <PyAny as PyClassBaseType>::PyClassMutability;
    type Layout<T: PyClassImpl> = PyStaticClassObject<T>;
}

impl PyClassObjectBaseLayout<Recycled> for Header {
    fn ensure_threadsafe(&self) {}

    fn check_threadsafe(&self) -> Result<(), PyBorrowError> {
        Ok(())
    }

    #[inline]
    unsafe fn tp_dealloc(py: Python<'_>, object: *mut ffi::PyObject) {
        // SAFETY: PyO3 calls this last when an object goes, after it has told the garbage collector, dropped the
        // `PyTensor` and cleared the weak references. It is a tensor, because no other class has this base.
        unsafe { spare::keep(py, object) }
    }
}

/// The member of the object that Python reads by itself, without a call into this library.
///
/// # Safety
/// At this offset in a `PyTensor` lies the address of a Python object that lives at least as long.
const unsafe fn member<const OFFSET: usize, T: pyo3::type_object::PyTypeCheck>(
    name: &'static CStr,
    doc: &'static CStr,
) -> PyMethodDefType {
    // SAFETY: the caller's promise: that is what `Py<T>` is in memory.
    let member = unsafe { PyClassGetterGenerator::<PyTensor, Py<T>, OFFSET, true, true>::new() };
    member.generate(name, Some(doc))
}

/// Where the `PyTensor` begins in its object, by PyO3's own count.
pub const CONTENT_OFFSET_BYTES: usize = {
    // SAFETY: nobody reads a member by this description, which is there for its offset.
    match unsafe { member::<0, PyInt>(c"", c"") } {
        PyMethodDefType::StructMember(found) => found.offset as usize,
        _ => panic!("a frozen class has members"),
    }
};

// Behind the `PyTensor` lies the list of weak references, and nothing else that would have to be written.
const _: () = assert!(
    size_of::<PyStaticClassObject<PyTensor>>()
        == CONTENT_OFFSET_BYTES + size_of::<PyTensor>() + size_of::<*mut ffi::PyObject>()
);

const DTYPE: &CStr = c"The dtype of the elements.\n\n>>> xp.zeros(2).dtype\nlunette.float64";
const NDIM: &CStr = c"The number of axes.\n\n>>> xp.zeros((2, 3)).ndim\n2";

pyo3::inventory::submit! {
    type Inventory = <PyTensor as PyClassImpl>::Inventory;
    Inventory::new(PyClassItems {
        // SAFETY: both fields are addresses of objects that live for ever.
        methods: unsafe {
            &[
                member::<{ offset_of!(PyTensor, dtype) }, PyDType>(c"dtype", DTYPE),
                member::<{ offset_of!(PyTensor, ndim) }, PyInt>(c"ndim", NDIM),
            ]
        },
        slots: &[
            slot(ffi::Py_mp_subscript, subscript::get as ffi::binaryfunc as *mut _),
            slot(ffi::Py_mp_ass_subscript, subscript::set as ffi::objobjargproc as *mut _),
        ],
    })
}

pyo3::inventory::submit! {
    type Inventory = <Rows as PyClassImpl>::Inventory;
    Inventory::new(PyClassItems {
        methods: &[],
        slots: &[slot(ffi::Py_tp_iternext, next::next as ffi::iternextfunc as *mut _)],
    })
}

const fn slot(slot: c_int, function: *mut std::ffi::c_void) -> ffi::PyType_Slot {
    ffi::PyType_Slot { slot, pfunc: function }
}
