//! Memory that is asked for before code takes it that cannot say that there is none: libraries of others, and vectors that
//! grow by themselves end the process then.

use std::hint::black_box;

use super::recycle;
use crate::error::{ErrorKind, Result};

/// Up to so many bytes are taken on trust, as all of Rust's collections do: whoever asked for more found that they are left.
const TRUSTED_BYTES: usize = 1 << 20;

/// Checks that the system has so many bytes of memory to give, and some to spare, for code that takes them without asking;
/// `op` is what the error calls the operation. It takes microseconds, and for a MiB or less it asks nobody.
///
/// The answer is about this moment: other threads may take the memory meanwhile.
///
/// # Errors
/// If the system has not.
///
/// ```
/// use lunette::buffer::check_room;
/// assert!(check_room("collect", 1000).is_ok());
/// let error = check_room("collect", usize::MAX / 2).unwrap_err();
/// assert!(error.is_memory());
/// ```
pub fn check_room(op: &'static str, bytes: usize) -> Result<()> {
    match bytes <= TRUSTED_BYTES || is_left(bytes) {
        true => Ok(()),
        false => Err(ErrorKind::OutOfMemory { op, bytes }.into()),
    }
}

/// Whether so many bytes can be had beside those that are taken on trust; what is kept for reuse goes first.
fn is_left(bytes: usize) -> bool {
    let wanted = bytes.saturating_add(TRUSTED_BYTES);
    can_be_had(wanted) || {
        recycle::purge();
        can_be_had(wanted)
    }
}

fn can_be_had(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let found = probe.try_reserve_exact(bytes).is_ok();
    // What nobody looks at the compiler need not ask for, and does not.
    black_box(probe.as_ptr());
    found
}

/// An empty list with room for `len` entries.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn list_of<T>(op: &'static str, len: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    if list.try_reserve_exact(len).is_err() {
        recycle::purge();
        let no_room = |_| ErrorKind::OutOfMemory { op, bytes: len.saturating_mul(size_of::<T>()) };
        list.try_reserve_exact(len).map_err(no_room)?;
    }
    Ok(list)
}
