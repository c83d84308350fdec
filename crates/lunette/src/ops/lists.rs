//! Lists that operations make for themselves: one that does not fit into memory is an error, as a tensor is.

use crate::buffer::{look, room};
use crate::dtype::{Element, Scalar, dispatch};
use crate::error::{ErrorKind, Result};
use crate::tensor::Handle;

/// An empty list with room for `len` entries.
pub(crate) fn with_room<T>(op: &'static str, len: usize) -> Result<Vec<T>> {
    room::list_of(op, len)
}

/// A list that holds a value `len` times.
#[cfg(feature = "linalg")]
pub(crate) fn repeated<T: Clone>(op: &'static str, value: T, len: usize) -> Result<Vec<T>> {
    let mut list = with_room(op, len)?;
    list.resize(len, value);
    Ok(list)
}

/// The elements of a tensor of `T`, in row-major order.
pub(crate) fn read<T: Element>(op: &'static str, x: &Handle) -> Result<Vec<T>> {
    let mut list = with_room(op, x.layout.len())?;
    look::<T, _, 1>(op, [(&x.buffer, &x.layout)], |[x]| x.append_to(&mut list))?;
    Ok(list)
}

/// The elements of a tensor, whatever their dtype, in row-major order.
pub(crate) fn scalars(op: &'static str, x: &Handle) -> Result<Vec<Scalar>> {
    dispatch!(x.dtype, T => Ok(read::<T>(op, x)?.into_iter().map(Scalar::from).collect()))
}

/// A list of `len` zeros.
pub(crate) fn zeros(op: &'static str, len: usize) -> Result<Vec<isize>> {
    check_room::<isize>(op, len)?;
    // Not filled by hand: the system has zeros at no cost.
    Ok(vec![0; len])
}

/// Checks that a list of `len` entries could be had, for code that cannot fail.
pub(crate) fn check_room<T>(op: &'static str, len: usize) -> Result<()> {
    room::check_room(op, len.saturating_mul(size_of::<T>()))
}

/// Adds an entry to a list whose length nobody knows beforehand.
pub(crate) fn push<T>(op: &'static str, list: &mut Vec<T>, entry: T) -> Result<()> {
    if list.len() == list.capacity() && list.try_reserve(1).is_err() {
        let bytes = (list.len() + 1).saturating_mul(size_of::<T>());
        return Err(ErrorKind::OutOfMemory { op, bytes }.into());
    }
    list.push(entry);
    Ok(())
}
