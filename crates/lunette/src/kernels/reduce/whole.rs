//! All elements of one short piece of memory to one result: no plan, which takes longer to make than ten elements to add.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use super::plan::LONG_BLOCK;
use super::run::Finish;
use super::{Request, kernel};
use crate::buffer::{Buffer, Fresh, Source};
use crate::error::Result;

/// Accumulators are not larger, counted in `u64`.
const MOST_WORDS: usize = 8;

/// The result of all elements, if they are one block, of the dtype that the kernel reads; it is the one that a plan would
/// lead to, because a plan gives the kernel the same block.
pub(super) fn whole(op: &'static str, src: &Source<'_>, request: &Request<'_>) -> Option<Result<Buffer>> {
    let (kernel, read_as) = kernel(request.reduction, request.read_as);
    let dense = src.layout().dense().filter(|dense| (1..=LONG_BLOCK).contains(&dense.len()))?;
    if src.dtype() != read_as || kernel.acc_words > MOST_WORDS {
        return None;
    }
    let made = Fresh::small(op, 1, request.result).map(|mut fresh| {
        let (mut acc, finish) = ([0; MOST_WORDS], Finish::new(kernel, request.result, request.post));
        // SAFETY: the elements lie side by side from the first on, and there is room for an accumulator, which is made
        // before it is used, and for a result, which is written.
        unsafe {
            (kernel.start)(acc.as_mut_ptr(), 1);
            (kernel.block)(src.start(), dense.len(), acc.as_mut_ptr());
            finish.store(1, (fresh.start(), 1), |made| (kernel.finish)(acc.as_ptr(), 1, made));
            fresh.assume_init()
        }
    });
    Some(made)
}
