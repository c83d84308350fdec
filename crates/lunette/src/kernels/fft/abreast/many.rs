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
        let first = block * width;
        let len = width.min(count - first);
        let starts: [[isize; 2]; MOST_LANES] =
            array::from_fn(|k| if k < len { job.start(first + k) } else { [0; 2] });
        let dst = starts.map(|[to, _]| job.dst.moved_by(to).start.cast::<T>());
        let src = starts.map(|[_, from]| job.src.moved_by(from).start.cast::<T>());
        let from = Side { lanes: &src[..len], step: job.steps()[1], factors: reading };
        let to = Side { lanes: &dst[..len], step: job.steps()[0], factors: writing };
        // SAFETY: the caller's promise; `scratch` is memory for a block of this plan.
        unsafe { transform(plan, scratch, From::Lanes(from), To::Lanes(to)) };
    })
}
