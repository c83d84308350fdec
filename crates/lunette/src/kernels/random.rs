//! Random numbers in new memory.
//!
//! Every number is a function of the generator's key and of its own position, so threads share the work without
//! changing the numbers, and there is no state to hand on.

#![expect(unsafe_code, reason = "it writes into memory that is not yet initialised")]

mod gauss;
mod philox;
mod samples;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use self::philox::Stream;
use self::philox::{Group, NUMBERS};
pub(crate) use self::samples::{Bernoulli, Exponential, Integers, Normal, Uniform};
pub(crate) use self::words::Words;
use super::isa::{self, Isa, Task};
use crate::buffer::{Buffer, Fresh};
use crate::dtype::Element;
use crate::error::Result;
use crate::nest::threads::{pieces, share};

/// A random number costs as much as moving so many times its bytes.
const COST: usize = 4;

/// So many rows of [`rows_to_fresh`] come from one stream.
const ROWS_OF_STREAM: usize = 1024;

/// A way to make numbers of groups of random bits, the same number of them from each.
pub(crate) trait Sample: Sync {
    type Out: Element;

    /// How many numbers a group gives, at most [`NUMBERS`].
    const PER_GROUP: usize;

    /// Writes the numbers of a group to the front of `out`.
    fn sample(&self, group: &Group, out: &mut [Self::Out; NUMBERS]);
}

/// Samples in new memory for a tensor of this shape; the stream moves on by the groups that they take.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn to_fresh<S: Sample>(
    op: &'static str,
    shape: &[usize],
    stream: &mut Stream,
    sample: &S,
) -> Result<Buffer> {
    let mut fresh = Fresh::new(op, shape, S::Out::DTYPE)?;
    let len = shape.iter().product::<usize>();
    let groups = len.div_ceil(S::PER_GROUP);
    let fill = Fill { sample, stream: *stream, start: fresh.start().cast(), len };
    let parts = pieces(len.saturating_mul(size_of::<S::Out>() * COST)).min(groups.max(1));
    share(parts, |k| {
        let fill = &fill;
        let bound = |k: usize| (groups as u128 * k as u128 / parts as u128) as usize;
        isa::run(Part { fill, groups: [bound(k), bound(k + 1)] });
    });
    stream.skip(groups as u64);
    // SAFETY: the parts have written the numbers of all groups, which are all elements.
    Ok(unsafe { fresh.assume_init() })
}

/// What threads share: where numbers of which group go.
struct Fill<'a, S: Sample> {
    sample: &'a S,
    stream: Stream,
    start: *mut S::Out,
    len: usize,
}

// SAFETY: threads write the numbers of different groups, which are different elements.
unsafe impl<S: Sample> Sync for Fill<'_, S> {}

/// The groups from the first of two numbers up to but without the second.
struct Part<'a, S: Sample> {
    fill: &'a Fill<'a, S>,
    groups: [usize; 2],
}

impl<S: Sample> Task for Part<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        let Fill { sample, stream, start, len } = self.fill;
        let mut numbers = [S::Out::default(); NUMBERS];
        for group in self.groups[0]..self.groups[1] {
            sample.sample(&stream.group(group as u64), &mut numbers);
            let first = group * S::PER_GROUP;
            let count = S::PER_GROUP.min(len - first);
            // SAFETY: the memory has room for `len` elements, of which these are `count` from `first` on; the last
            // group may give more than there is room for.
            unsafe {
                match count == S::PER_GROUP {
                    true => start.add(first).copy_from_nonoverlapping(numbers.as_ptr(), S::PER_GROUP),
                    false => start.add(first).copy_from_nonoverlapping(numbers.as_ptr(), count),
                }
            }
        }
    }
}

/// New memory for `count` rows of `width` elements, each row made by `row` of as many random words as it wants.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn rows_to_fresh<T: Element>(
    op: &'static str,
    [count, width]: [usize; 2],
    stream: &mut Stream,
    row: impl Fn(&mut Words, &mut [T]) + Sync,
) -> Result<Buffer> {
    struct Start<T>(*mut T);
    // SAFETY: threads share it to write different rows.
    unsafe impl<T: Element> Sync for Start<T> {}

    let mut fresh = Fresh::new(op, &[count, width], T::DTYPE)?;
    let start = Start(fresh.start().cast::<T>());
    let own = stream.split();
    let rows = (ROWS_OF_STREAM / width.max(1)).max(1);
    let blocks = if width == 0 { 0 } else { count.div_ceil(rows) };
    share(blocks, |block| {
        let start = &start;
        let mut words = Words::new(own.sibling(block as u64));
        let first = block * rows;
        let mut made = vec![T::default(); rows.min(count - first) * width];
        made.chunks_exact_mut(width).for_each(|numbers| row(&mut words, numbers));
        // SAFETY: the memory has room for `count` rows, of which these are some, and nobody else writes them.
        unsafe { start.0.add(first * width).copy_from_nonoverlapping(made.as_ptr(), made.len()) };
    });
    // SAFETY: the blocks have written all rows.
    Ok(unsafe { fresh.assume_init() })
}
