//! One long lane, in two passes (Bailey, 1990): `n = rows * columns` entries are a matrix, row by row. Its columns are
//! transformed, entry (k, j) is turned by `k * j / n`, and the rows are transformed; the frequencies are the result, column
//! by column. Columns are neighbours in memory as they are; between the passes so are the rows: as many of them as go
//! abreast make a region.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::sync::Arc;

use num_complex::Complex;

use super::block::{From, To, scratch_len, transform};
use super::exchange::Side;
use super::pass::Turned;
use super::plan::{Plan, radices};
use super::{Abreast, Job, MOST_LANES, MOST_SIDE, lanes, of_little};
use crate::buffer::Fresh;
use crate::error::Result;
use crate::kernels::fft::lanes::Part;
use crate::kernels::fft::long::sides;
use crate::kernels::fft::turns::Turns;

/// How a long lane is transformed.
pub(in crate::kernels::fft) struct Long<T> {
    /// For the columns, which are as long as there are rows.
    down: Arc<Plan<T>>,
    /// For the rows.
    across: Arc<Plan<T>>,
    /// The turns of the entries of the first region, as its rows: real parts, imaginary parts.
    within: Vec<T>,
    /// The turns of all entries.
    turns: Turns,
}

/// The plan for a lane of `n` entries, if it is long and there is one.
pub(super) fn plan<T: Abreast>(n: usize) -> Option<Arc<Long<T>>> {
    let [rows, columns] = sides(n)?;
    radices(n)?;
    if columns > MOST_SIDE {
        return None;
    }
    let (down, across) = (super::plan(rows)?, super::plan(columns)?);
    let numbers = 2 * columns * lanes::<T>();
    Some(of_little(T::long_plans().get(n, numbers, || Ok(Arc::new(Long::new(down, across))))))
}

impl<T: Abreast> Long<T> {
    fn new(down: Arc<Plan<T>>, across: Arc<Plan<T>>) -> Self {
        let turns = Turns::new(down.n() * across.n(), -1.0);
        let width = lanes::<T>();
        let row = |j: usize| {
            let turns: Vec<Complex<T>> = (0..width).map(|k| turns.rounded(j * k)).collect();
            let parts = turns.iter().map(|turn| turn.re).chain(turns.iter().map(|turn| turn.im));
            parts.collect::<Vec<T>>()
        };
        let within = (0..across.n()).flat_map(row).collect();
        Self { down, across, within, turns }
    }

    /// Rows from region to region. Those of a square are left out after each, so that the same rows of all regions do not
    /// fall into the same few places of the cache.
    fn region(&self) -> usize {
        self.across.n().next_multiple_of(lanes::<T>()) + lanes::<T>()
    }
}

/// The memory between the passes, which threads share.
#[derive(Clone, Copy)]
struct Between<T>(*mut T);

// SAFETY: threads write different rows of it, and read them when all are written.
unsafe impl<T> Sync for Between<T> {}

impl<T: Abreast> Between<T> {
    fn row(&self, row: usize) -> *mut T {
        self.0.wrapping_add(row * 2 * lanes::<T>())
    }
}

/// Transforms the lane.
///
/// # Errors
/// If there is no memory for the numbers between the passes, or for the work.
///
/// # Safety
/// As [`super::run`], for one lane and a plan of its length.
pub(super) unsafe fn run<T: Abreast>(job: &Job<'_>, plan: &Long<T>) -> Result<()> {
    let (rows, columns, width) = (plan.down.n(), plan.across.n(), lanes::<T>());
    let regions = rows.div_ceil(width);
    let mut memory = Fresh::new(job.op, &[regions * plan.region(), 2 * width], job.real())?;
    let between = Between(memory.start().cast::<T>());
    let [reading, writing] = job.factors::<T>();
    job.share(columns.div_ceil(width), scratch_len(&plan.down), |block, scratch| {
        let first = block * width;
        let src = job.source(0);
        let lanes = neighbours(src.moved_by(first as isize * src.step));
        let lanes = &lanes[..width.min(columns - first)];
        let from = Side { lanes, step: src.step * columns as isize, factors: reading };
        let to = To::Between { to: between.row(first), region: plan.region() };
        // SAFETY: the caller's promise: these columns are entries of the lane. Of all regions their rows are written here,
        // by nobody else; behind the last column rows are left out that nobody reads.
        unsafe { transform(&plan.down, scratch, From::Lanes(from), to) };
    })?;
    job.share(regions, scratch_len(&plan.across), |block, scratch| {
        let first = block * width;
        let dst = job.destination(0);
        let lanes = neighbours(dst.moved_by(first as isize * dst.step));
        let lanes = &lanes[..width.min(rows - first)];
        let turns: Vec<_> = (0..columns).map(|j| plan.turns.rounded(j * first)).collect();
        let from = between.row(block * plan.region()).cast_const();
        let from = Turned { from, order: &[], within: &plan.within, first: &turns };
        let to = Side { lanes, step: dst.step * rows as isize, factors: writing };
        // SAFETY: the caller's promise: these are entries of the result; all rows of the region were written above.
        unsafe { transform(&plan.across, scratch, From::Between(from), To::Lanes(to)) };
    })
}

/// The lanes that start at entries one after the other.
fn neighbours<T>(first: Part) -> [*mut T; MOST_LANES] {
    std::array::from_fn(|k| first.moved_by(k as isize * first.step).start.cast())
}
