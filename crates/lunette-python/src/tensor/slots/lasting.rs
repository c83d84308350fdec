//! Python objects that are never freed: what holds one need not count.
#![expect(unsafe_code, reason = "it keeps the address of an object without a count of its own")]

use std::marker::PhantomData;

use lunette::DType;
use lunette::layout::MAX_RANK;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyInt;

use crate::dtype::PyDType;

/// An object that lives for ever.
#[repr(transparent)]
pub struct Lasting<T> {
    // A plain pointer, so that Python can read it as a member of a struct.
    object: *mut ffi::PyObject,
    class: PhantomData<Py<T>>,
}

// SAFETY: an address; the object is only reached with the interpreter held, by `get` and by Python itself.
unsafe impl<T> Send for Lasting<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Lasting<T> {}

impl<T> Clone for Lasting<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Lasting<T> {}

impl<T> Lasting<T> {
    /// Lets an object live for ever: the count that was held is never given back.
    fn new(object: Py<T>) -> Self {
        Self { object: object.into_ptr(), class: PhantomData }
    }

    /// The object.
    #[inline]
    pub fn get(self, py: Python<'_>) -> Borrowed<'_, '_, T> {
        // SAFETY: `new` got an object of this class, and keeps it alive.
        unsafe { Borrowed::from_ptr(py, self.object).cast_unchecked() }
    }
}

/// The objects that every tensor names.
struct Objects {
    /// In the order of the library's declaration.
    dtypes: [Lasting<PyDType>; DType::ALL.len()],
    ranks: [Lasting<PyInt>; MAX_RANK + 1],
}

static OBJECTS: PyOnceLock<Objects> = PyOnceLock::new();

#[inline]
fn objects(py: Python<'_>) -> PyResult<&'static Objects> {
    match OBJECTS.get(py) {
        Some(objects) => Ok(objects),
        None => make_objects(py),
    }
}

#[cold]
fn make_objects(py: Python<'_>) -> PyResult<&'static Objects> {
    let made = DType::ALL.iter().map(|dtype| Py::new(py, PyDType(*dtype))).collect::<PyResult<Vec<_>>>()?;
    let mut made = made.into_iter().map(Lasting::new);
    let missing = || pyo3::exceptions::PyTypeError::new_err("an unknown dtype");
    let first = made.next().ok_or_else(missing)?;
    let mut dtypes = [first; DType::ALL.len()];
    dtypes.iter_mut().skip(1).zip(made).for_each(|(place, object)| *place = object);
    let ranks = std::array::from_fn(|rank| {
        let Ok(rank) = rank.into_pyobject(py);
        Lasting::new(rank.unbind())
    });
    Ok(OBJECTS.get_or_init(py, || Objects { dtypes, ranks }))
}

/// The object of a dtype, always the same one.
#[inline]
pub fn dtype_object(py: Python<'_>, dtype: DType) -> PyResult<Lasting<PyDType>> {
    objects(py).map(|objects| objects.dtypes[dtype as usize])
}

/// The objects of a dtype and of a rank.
///
/// # Errors
/// If Python has no memory for them when they are first asked for.
#[inline]
pub fn dtype_and_rank(
    py: Python<'_>,
    dtype: DType,
    rank: usize,
) -> PyResult<(Lasting<PyDType>, Lasting<PyInt>)> {
    // No tensor has more axes than there are objects.
    objects(py).map(|objects| (objects.dtypes[dtype as usize], objects.ranks[rank.min(MAX_RANK)]))
}
