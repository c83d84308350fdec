//! Equality of whole tensors, for tests and assertions.

use super::{Handle, Kind, Tensor};
use crate::buffer::look;
use crate::dtype::{Element, dispatch};
use crate::error::Result;

/// Whether dtype, shape and all elements are the same; NaN equals nothing, as in IEEE 754.
///
/// # Panics
/// If a write guard on either memory lives, or if another thread is writing while this one holds a guard on any memory
/// and so may not wait.
impl<K: Kind> PartialEq for Tensor<K> {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        match equal(&self.handle, &other.handle) {
            Ok(equal) => equal,
            // Not in a closure: the message shall name the line of the comparison.
            Err(error) => panic!("{error}"),
        }
    }
}

pub(super) fn equal(left: &Handle, right: &Handle) -> Result<bool> {
    if left.dtype != right.dtype || left.shape() != right.shape() {
        return Ok(false);
    }
    dispatch!(left.dtype, T => equal_elements::<T>(left, right))
}

fn equal_elements<T: Element>(left: &Handle, right: &Handle) -> Result<bool> {
    let regions = [(&left.buffer, &left.layout), (&right.buffer, &right.layout)];
    look::<T, _, 2>("eq", regions, |[left, right]| left.iter().eq(right.iter()))
}
