//! Convolution of two rows.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use std::ops::Range;

use super::isa::{self, Isa, Task};
use super::sort::rows::{Place, Rows};
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::{Complex32, Complex64, DType, Numeric};
use crate::error::{ErrorKind, Result};
use crate::nest::{cancel, threads};

/// Sums are made in blocks of this many, which stay in the first cache.
const BLOCK: usize = 1024;

/// So many elements of the shorter row are multiplied by all of a block between two looks at the flags: about a
/// millisecond.
const FACTORS: usize = 4096;

/// The dtype in which a convolution is computed: integers wrap in the widest, and keep their low bits.
pub(crate) fn working_dtype(dtype: DType) -> DType {
    match dtype {
        DType::F16 | DType::BF16 | DType::F32 => DType::F32,
        DType::F64 | DType::Complex64 | DType::Complex128 => dtype,
        _ => DType::I64,
    }
}

/// All sums `long[i] * short[j]` with `i + j = k`, for every `k` at which there are some.
///
/// # Errors
/// If a row has no elements, the dtypes are not one working dtype, or there is no memory.
pub(crate) fn convolve(op: &'static str, long: Source<'_>, short: Source<'_>) -> Result<Buffer> {
    let (expected, found) = (long.dtype(), short.dtype());
    if expected != found {
        return Err(ErrorKind::DTypeMismatch { op, expected, found }.into());
    }
    let (long, short) = (Rows::new(op, long)?, Rows::new(op, short)?);
    if long.total() == 0 || short.total() == 0 {
        return Err(
            ErrorKind::Empty { op, shape: [long.total().min(short.total())].as_slice().into() }.into()
        );
    }
    match long.dtype() {
        DType::I64 => rows::<i64>(op, &long, &short),
        DType::F32 => rows::<f32>(op, &long, &short),
        DType::F64 => rows::<f64>(op, &long, &short),
        DType::Complex64 => rows::<Complex32>(op, &long, &short),
        DType::Complex128 => rows::<Complex64>(op, &long, &short),
        dtype => Err(ErrorKind::Unsupported { op, dtype, cure: "cast it to its working dtype" }.into()),
    }
}

fn rows<T: Numeric>(op: &'static str, long: &Rows<'_>, short: &Rows<'_>) -> Result<Buffer> {
    let len = long.total() + short.total() - 1;
    let mut fresh = Fresh::new(op, &[len], T::DTYPE)?;
    let sums = Place(fresh.start().cast::<T>());
    let blocks = len.div_ceil(BLOCK);
    let work = len.saturating_mul(short.total()).saturating_mul(size_of::<T>()) / 4;
    let pieces = threads::pieces(work).min(blocks);
    threads::share(pieces, |piece| {
        let long = (long.start.cast::<T>(), long.total());
        let short = (short.start.cast::<T>(), short.total());
        for block in blocks * piece / pieces..blocks * (piece + 1) / pieces {
            let places = block * BLOCK..len.min((block + 1) * BLOCK);
            // SAFETY: the rows are there, as long as they say; blocks are apart, and inside of the new memory.
            unsafe { block_of_sums(long, short, sums, places) };
        }
    });
    // SAFETY: the blocks together are all sums.
    Ok(unsafe { fresh.assume_init() })
}

/// The sums at `places`, a block of them. Of long rows this takes long, so it looks at the flags in between.
///
/// # Safety
/// The rows may be read and are not empty; the sums may be written, and nobody else does.
unsafe fn block_of_sums<T: Numeric>(
    long: (*const T, usize),
    short: (*const T, usize),
    sums: Place<T>,
    places: Range<usize>,
) {
    // SAFETY: the caller's promise.
    places.clone().for_each(|k| unsafe { sums.at(k).write(T::ZERO) });
    // Sum `k` has the factors `short[j]` for which there is a `long[k - j]`.
    let factors = places.start.saturating_sub(long.1 - 1)..places.end.min(short.1);
    for first in factors.clone().step_by(FACTORS) {
        if first > factors.start {
            cancel::check();
        }
        let factors = first..factors.end.min(first + FACTORS);
        isa::run(Sums { long, short: short.0, factors, sums, places: places.clone() });
    }
}

/// Adds the products of some factors to the sums at `places`; whoever makes one promises that the rows may be read, and
/// that these sums may be read and written.
struct Sums<T> {
    long: (*const T, usize),
    short: *const T,
    factors: Range<usize>,
    sums: Place<T>,
    places: Range<usize>,
}

impl<T: Numeric> Task for Sums<T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        let Self { long, short, factors, sums, places } = self;
        // SAFETY: sum `k` takes `long[k - j]` where that exists; the rest is the promise of who made it.
        unsafe {
            for j in factors {
                let factor = short.add(j).read();
                let (first, end) = (places.start.max(j), places.end.min(j + long.1));
                for k in first..end {
                    let sum = sums.at(k);
                    sum.write(T::wrapping_add(sum.read(), T::wrapping_mul(factor, long.0.add(k - j).read())));
                }
            }
        }
    }
}
