//! Keys and values that are frequent, read without any detour: exact ints, floats and slices, `None` and `...`.
#![expect(unsafe_code, reason = "it asks the interpreter about objects by their addresses")]

use std::mem::ManuallyDrop;

use lunette::layout::MAX_RANK;
use lunette::{IndexRange, Item, Scalar};
use pyo3::ffi;
use pyo3::prelude::*;

/// The most axes of a key that is read here.
const FEW: usize = 4;

/// An object that somebody else holds for as long as the call lasts.
pub type Lent<'a, 'py> = Borrowed<'a, 'py, PyAny>;

/// The entries of a key: those of a tuple, or the key itself.
pub struct Key<'a, 'py> {
    entries: [Lent<'a, 'py>; FEW],
    len: usize,
}

impl<'a, 'py> Key<'a, 'py> {
    /// None if there are too many.
    #[inline(always)]
    pub fn read(key: Lent<'a, 'py>) -> Option<Self> {
        let mut entries = [key; FEW];
        if !is_exactly(key, &raw mut ffi::PyTuple_Type) {
            return Some(Self { entries, len: 1 });
        }
        // SAFETY: it is a tuple, whose length is not negative.
        let len = unsafe { ffi::PyTuple_Size(key.as_ptr()) }.cast_unsigned();
        for (place, entry) in entries.get_mut(..len)?.iter_mut().enumerate() {
            // SAFETY: it is a tuple of that length, which keeps its entries for as long as it lives.
            *entry =
                unsafe { Lent::from_ptr(key.py(), ffi::PyTuple_GetItem(key.as_ptr(), place.cast_signed())) };
        }
        Some(Self { entries, len })
    }

    #[inline(always)]
    fn entries(&self) -> &[Lent<'a, 'py>] {
        self.entries.get(..self.len).unwrap_or_default()
    }

    /// Calls `work` with the integers, if there is one for each of `rank` axes and nothing else.
    #[inline(always)]
    pub fn with_integers<R>(&self, rank: usize, work: impl FnOnce(&[i64]) -> Option<R>) -> Option<R> {
        let mut integers = [0; FEW];
        let found = integers.get_mut(..rank).filter(|_| self.len == rank)?;
        for (found, entry) in found.iter_mut().zip(self.entries()) {
            *found = integer(*entry)?;
        }
        work(found)
    }

    /// Calls `work` with the items of a view, if there are integers that exist, slices and nothing else.
    ///
    /// # Errors
    /// If a slice is refused by Python, whose error is then set.
    #[inline(always)]
    pub fn with_parts<R>(
        &self,
        shape: &[usize],
        work: impl FnOnce(&[Item<'_>]) -> Option<R>,
    ) -> Option<Result<R, ErrorIsSet>> {
        // Integers and ranges hold nothing that would have to be dropped.
        let mut items = ManuallyDrop::new([const { Item::Fill }; FEW]);
        let items = items.get_mut(..self.len).filter(|_| self.len <= shape.len())?;
        // Slices come last: their ends may be objects that run code when they are asked, which happens only once if
        // nothing sends the key the usual way afterwards.
        for ((item, entry), size) in items.iter_mut().zip(self.entries()).zip(shape) {
            if !is_exactly(*entry, &raw mut ffi::PySlice_Type) {
                *item = Item::At(integer(*entry).filter(|at| exists(*at, *size))?);
            }
        }
        for (item, entry) in items.iter_mut().zip(self.entries()) {
            if matches!(item, Item::Fill) {
                *item = match range(*entry) {
                    Ok(range) => Item::Range(range),
                    Err(error) => return Some(Err(error)),
                };
            }
        }
        work(items).map(Ok)
    }

    /// As [`with_parts`](Self::with_parts), of a key that holds `None` or one `...` besides.
    ///
    /// # Errors
    /// If a slice is refused by Python, whose error is then set.
    #[inline]
    pub fn with_added_axes<R>(
        &self,
        shape: &[usize],
        work: impl FnOnce(&[Item<'_>]) -> Option<R>,
    ) -> Option<Result<R, ErrorIsSet>> {
        // None of these items holds anything that would have to be dropped.
        let mut items = ManuallyDrop::new([const { Item::Items(&[]) }; FEW]);
        let items = items.get_mut(..self.len)?;
        // Slices come last: their ends may be objects that run code when they are asked, which happens only once if
        // nothing sends the key the usual way afterwards.
        let kinds = self.entries.map(Kind::of);
        let mut axes = Axes::of(kinds.get(..self.len)?, shape)?;
        for ((item, entry), kind) in items.iter_mut().zip(self.entries()).zip(kinds) {
            let size = axes.next(kind);
            match kind {
                Kind::NewAxis => *item = Item::NewAxis,
                Kind::Fill => *item = Item::Fill,
                Kind::Slice => {}
                Kind::Other => *item = Item::At(integer(*entry).filter(|at| exists(*at, size))?),
            }
        }
        for (item, entry) in items.iter_mut().zip(self.entries()) {
            if matches!(item, Item::Items(_)) {
                *item = match range(*entry) {
                    Ok(range) => Item::Range(range),
                    Err(error) => return Some(Err(error)),
                };
            }
        }
        work(items).map(Ok)
    }
}

/// What an entry of a key is, as far as that can be seen of its class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Slice,
    /// `None`.
    NewAxis,
    /// `...`.
    Fill,
    /// An integer, or something that is none of these.
    Other,
}

impl Kind {
    #[inline(always)]
    fn of(entry: Lent<'_, '_>) -> Self {
        // SAFETY: both objects live for ever.
        let (none, ellipsis) = unsafe { (ffi::Py_None(), ffi::Py_Ellipsis()) };
        match entry.as_ptr() {
            _ if is_exactly(entry, &raw mut ffi::PySlice_Type) => Self::Slice,
            found if std::ptr::eq(found, none) => Self::NewAxis,
            found if std::ptr::eq(found, ellipsis) => Self::Fill,
            _ => Self::Other,
        }
    }
}

/// The axes of a tensor, as the entries of a key take them.
struct Axes<'s> {
    left: std::slice::Iter<'s, usize>,
    /// How many `...` stands for.
    filled: usize,
}

impl<'s> Axes<'s> {
    /// Those that the entries of a key stand for; none if there are too few of them, or `...` stands twice.
    #[inline(always)]
    fn of(kinds: &[Kind], shape: &'s [usize]) -> Option<Self> {
        let (mut fills, mut added) = (0, 0);
        for kind in kinds {
            fills += usize::from(*kind == Kind::Fill);
            added += usize::from(*kind == Kind::NewAxis);
        }
        let filled = shape.len().checked_sub(kinds.len() - fills - added)?;
        // Without them the key is one that `with_parts` has refused.
        let is_one = fills + added > 0 && fills <= 1;
        (is_one && shape.len() + added <= MAX_RANK).then_some(Self { left: shape.iter(), filled })
    }

    /// The size of the axis that an entry takes; 0 if it takes none.
    #[inline(always)]
    fn next(&mut self, kind: Kind) -> usize {
        match kind {
            Kind::NewAxis => 0,
            Kind::Fill => {
                self.left = self.left.as_slice().get(self.filled..).unwrap_or_default().iter();
                0
            }
            Kind::Slice | Kind::Other => self.left.next().copied().unwrap_or(0),
        }
    }
}

/// Python has an error to tell.
pub struct ErrorIsSet;

/// The range of a slice, which the library cuts as Python does: open ends are numbers beyond every axis.
#[inline(always)]
fn range(slice: Lent<'_, '_>) -> Result<IndexRange, ErrorIsSet> {
    let (mut start, mut stop, mut step) = (0, 0, 0);
    // SAFETY: it is a slice, and the three numbers are there to be written.
    match unsafe { ffi::PySlice_Unpack(slice.as_ptr(), &raw mut start, &raw mut stop, &raw mut step) } {
        0 => Ok(IndexRange::slice(Some(start as i64), Some(stop as i64), step as i64).cutting()),
        _ => Err(ErrorIsSet),
    }
}

#[inline(always)]
fn exists(at: i64, size: usize) -> bool {
    let size = size as i64;
    -size <= at && at < size
}

/// The number that an int or a float is; none of an int that is too long.
#[inline(always)]
pub fn number(object: Lent<'_, '_>) -> Option<Scalar> {
    if is_exactly(object, &raw mut ffi::PyFloat_Type) {
        // SAFETY: of a float this is its value, and no error.
        return Some(Scalar::F64(unsafe { ffi::PyFloat_AsDouble(object.as_ptr()) }));
    }
    integer(object).map(Scalar::I64)
}

/// The value of an int; none of anything else, and of an int that is too long.
#[inline(always)]
fn integer(object: Lent<'_, '_>) -> Option<i64> {
    if !is_exactly(object, &raw mut ffi::PyLong_Type) {
        return None;
    }
    // SAFETY: it is an int.
    let value = unsafe { ffi::PyLong_AsSsize_t(object.as_ptr()) };
    if value == -1 && is_too_long(object) { None } else { Some(value as i64) }
}

/// Whether the interpreter has just refused an int, which is then forgotten: the usual way will say so again.
#[cold]
fn is_too_long(object: Lent<'_, '_>) -> bool {
    PyErr::take(object.py()).is_some()
}

#[inline(always)]
fn is_exactly(object: Lent<'_, '_>, class: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: the object lives, and its header names its class.
    std::ptr::eq(unsafe { ffi::Py_TYPE(object.as_ptr()) }, class)
}
