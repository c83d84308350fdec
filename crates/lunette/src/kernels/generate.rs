//! New memory filled by a function of the position.

#![expect(unsafe_code, reason = "it writes into memory that is not yet initialised")]

use crate::buffer::{Buffer, Fresh};
use crate::dtype::Element;
use crate::error::Result;
use crate::nest::cancel;

/// So many elements are made between two looks at the flags that stop it.
const BLOCK: usize = 1 << 16;

/// Memory for `len` elements, the one at each position being `f(position)`; positions come in order.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn from_fn<T: Element>(
    op: &'static str,
    len: usize,
    mut f: impl FnMut(usize) -> T,
) -> Result<Buffer> {
    let mut fresh = Fresh::new(op, &[len], T::DTYPE)?;
    let start = fresh.start().cast::<T>();
    for first in (0..len).step_by(BLOCK) {
        if first > 0 {
            cancel::check();
        }
        for position in first..len.min(first.saturating_add(BLOCK)) {
            let value = f(position);
            // SAFETY: the memory was made for `len` elements of `T`, is aligned for them, and nobody else knows it.
            unsafe { start.add(position).write(value) };
        }
    }
    // SAFETY: the loops have written every element. Had `f` panicked, or somebody stopped them, the memory would have
    // been freed unread.
    Ok(unsafe { fresh.assume_init() })
}
