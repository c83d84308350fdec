//! Many lanes, a block of them at a time.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::array;

use super::block::{From, To, scratch_len, transform};
use super::exchange::Side;
use super::plan::Plan;
use super::{Abreast, Job, MOST_LANES, lanes};
use crate::error::Result;

/// Transforms the lanes; those that are left over for the last block have it to themselves.
///
/// # Errors
/// If there is no memory for the work.
///
/// # Safety
/// As [`super::run`], for a plan of the transform's length.
pub(super) unsafe fn run<T: Abreast>(job: &Job<'_>, plan: &Plan<T>) -> Result<()> {
    let (width, count) = (lanes::<T>(), job.starts.len());
    let [reading, writing] = job.factors::<T>();
    job.share(count.div_ceil(width), scratch_len(plan), |block, scratch| {
        let (first, last) = (block * width, count - 1);
        let len = width.min(count - first);
        let dst: [*mut T; MOST_LANES] = array::from_fn(|k| job.destination(last.min(first + k)).start.cast());
        let src: [*mut T; MOST_LANES] = array::from_fn(|k| job.source(last.min(first + k)).start.cast());
        let from = Side { lanes: &src[..len], step: job.steps()[1], factors: reading };
        let to = Side { lanes: &dst[..len], step: job.steps()[0], factors: writing };
        // SAFETY: the caller's promise; `scratch` is memory for a block of this plan.
        unsafe { transform(plan, scratch, From::Lanes(from), To::Lanes(to)) };
    })
}
