//! Lanes abreast: as many of them as a vector has numbers are transformed at once.
//!
//! A block holds one row for each entry of the lanes: the real parts of all lanes, then the imaginary parts. So every
//! butterfly is the same arithmetic on whole vectors, without moving numbers inside of them. Lanes become rows, and rows
//! lanes, by transposing small squares; neighbouring lanes of which the entries lie side by side need not even that.
//!
//! It is for lengths that 2, 3, 5 and 7 make up; [`rustfft`](lunette_fourier) does the others. Ways back are done as
//! conjugates of ways there. What becomes of a lane that goes abreast does not depend on the lanes beside it, nor on
//! threads.

mod block;
mod butterfly;
mod exchange;
mod long;
mod many;
mod numbers;
mod pass;
mod plan;

use std::convert::Infallible;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lunette_fourier::{Kept, Real};

use self::long::Long;
use self::numbers::Numbers;
use self::plan::{Plan, radices};
use super::Transform;
use super::lanes::Part;
use crate::buffer::Fresh;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::isa::{self, Isa};
use crate::kernels::vector::{F32x8, F32x16, F64x4, F64x8, Vector};
use crate::nest::{Nest, threads};

/// Blocks of longer lanes would not stay in the second cache.
const MOST_ENTRIES: usize = 1 << 12;

/// Lanes of a long transform may be longer: what replaces them suffers more.
const MOST_SIDE: usize = 1 << 13;

/// Lines of memory so many bytes apart share a place in the first cache.
const SAME_PLACE: usize = 1 << 12;

/// The most lanes that go abreast on any machine.
const MOST_LANES: usize = 16;

/// Why tasks are not compiled for the instructions that every machine has.
const NOT_FOR_BASE: &str = "lanes go abreast only with vectors of 256 bits or more";

/// Real numbers of which there are vectors.
pub(super) trait Abreast: Real {
    /// A vector of AVX-512.
    type Wide: Numbers<Item = Self>;
    /// A vector of AVX2.
    type Narrow: Numbers<Item = Self>;

    /// The plans that have been made, by length.
    fn plans() -> &'static Kept<usize, Arc<Plan<Self>>>;

    /// The plans of long transforms that have been made, by length.
    fn long_plans() -> &'static Kept<usize, Arc<Long<Self>>>;
}

macro_rules! abreast {
    ($($T:ty: $Wide:ty, $Narrow:ty;)*) => { $(
        impl Abreast for $T {
            type Wide = $Wide;
            type Narrow = $Narrow;

            fn plans() -> &'static Kept<usize, Arc<Plan<Self>>> {
                static PLANS: Kept<usize, Arc<Plan<$T>>> = Kept::new();
                &PLANS
            }

            fn long_plans() -> &'static Kept<usize, Arc<Long<Self>>> {
                static PLANS: Kept<usize, Arc<Long<$T>>> = Kept::new();
                &PLANS
            }
        }
    )* };
}

abreast! {
    f32: F32x16, F32x8;
    f64: F64x8, F64x4;
}

/// How many lanes go abreast on this machine.
fn lanes<T: Abreast>() -> usize {
    if isa::isa() == Isa::Avx512 { T::Wide::LANES } else { T::Narrow::LANES }
}

/// How many numbers so many rows are.
#[inline(always)]
fn row<V: Numbers>(rows: usize) -> usize {
    rows * 2 * V::LANES
}

/// The plan for lanes of `n` entries, if there is one.
fn plan<T: Abreast>(n: usize) -> Option<Arc<Plan<T>>> {
    let radices = radices(n)?;
    // It holds a turn and a place or two for every entry.
    Some(of_little(T::plans().get(n, 4 * n, || Ok(Arc::new(Plan::new(&radices))))))
}

/// A plan that is small enough to be made on trust.
fn of_little<P>(made: Result<P, Infallible>) -> P {
    let Ok(plan) = made;
    plan
}

/// Lanes of complex numbers that are transformed, all of one length.
pub(super) struct Job<'a> {
    pub(super) op: &'static str,
    pub(super) transform: &'a Transform,
    /// The lanes of index (0, …, 0).
    pub(super) dst: Part,
    pub(super) src: Part,
    /// The starts of all lanes: of the destination, and of the source.
    pub(super) starts: &'a Nest<2>,
}

// SAFETY: the pointers are used as the caller of `run` promised, from any thread; threads write different lanes.
#[expect(unsafe_code, reason = "raw pointers are not shared between threads without a word")]
unsafe impl Sync for Job<'_> {}

impl Job<'_> {
    /// What real and imaginary parts are multiplied by when they are read, and when they are written: a way back is the
    /// conjugate of the way there of the conjugates.
    fn factors<T: Abreast>(&self) -> [[T; 2]; 2] {
        let sign = if self.transform.form == super::Form::Inverse { -1.0 } else { 1.0 };
        let out = if self.transform.conjugate { -sign } else { sign };
        let scale = self.transform.scale;
        [[1.0, sign], [scale, out * scale]].map(|factors| factors.map(T::nearest))
    }

    /// Whether lanes lie in one piece each, and as far apart as lines of memory that share a place in the first cache.
    /// Transposing them then takes longer than transforming them one by one.
    fn meets_in_the_cache<T>(&self) -> bool {
        let bytes = self.starts.inner().strides.map(|stride| stride.unsigned_abs() * 2 * size_of::<T>());
        self.steps() == [1, 1] && bytes.iter().all(|bytes| bytes.is_multiple_of(SAME_PLACE))
    }

    /// The steps along a lane of the destination, and of the source.
    fn steps(&self) -> [isize; 2] {
        [self.dst.step, self.src.step]
    }

    /// The lane of this number in the destination.
    fn destination(&self, number: usize) -> Part {
        self.dst.moved_by(self.start(number)[0])
    }

    /// The lane of this number in the source.
    fn source(&self, number: usize) -> Part {
        self.src.moved_by(self.start(number)[1])
    }

    /// Where the lane of this number starts: in the destination, and in the source.
    fn start(&self, number: usize) -> [isize; 2] {
        let (mut at, mut rest) = (self.starts.start(), number);
        for axis in self.starts.axes() {
            let turn = (rest % axis.size) as isize;
            rest /= axis.size;
            at = [at[0] + turn * axis.strides[0], at[1] + turn * axis.strides[1]];
        }
        at
    }

    /// About how many bytes are moved: all of them as many times as there are stages, of about three doublings each.
    fn bytes<T>(&self) -> usize {
        let n = self.transform.n;
        let stages = 1 + n.ilog2() as usize / 3;
        self.starts.len().saturating_mul(n).saturating_mul(2 * size_of::<T>() * stages)
    }

    /// Runs `each` once for every number below `blocks`, on all threads, with memory for so many numbers.
    fn share<T: Abreast>(
        &self,
        blocks: usize,
        scratch_len: usize,
        each: impl Fn(usize, *mut T) + Sync,
    ) -> Result<()> {
        let (spare, failed) = (Mutex::new(Vec::<Fresh>::new()), OnceLock::new());
        let pieces = threads::pieces(self.bytes::<T>()).min(blocks);
        threads::share(pieces, |piece| {
            let kept = spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let memory = kept.map_or_else(|| Fresh::new(self.op, &[scratch_len], self.real()), Ok);
            let mut memory = match memory {
                Ok(memory) => memory,
                Err(error) => return failed.set(error).unwrap_or_default(),
            };
            let bound = |piece: usize| (blocks as u128 * piece as u128 / pieces as u128) as usize;
            for block in bound(piece)..bound(piece + 1) {
                each(block, memory.start().cast());
            }
            spare.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
        });
        failed.into_inner().map_or(Ok(()), Err)
    }

    /// The dtype of the parts of the numbers.
    fn real(&self) -> DType {
        self.dst.dtype.as_real()
    }
}

/// Transforms the lanes, if that is better done here; none if it is not.
///
/// # Safety
/// The lanes that start at the indices of the nest are complex numbers of `T`. Those of the source have at least as many
/// entries as the transform, which may be read, those of the destination have as many, which may be written. The latter
/// are different for different indices, and either nothing of the source is among them, or both are the same.
#[expect(unsafe_code, reason = "kernels go through raw pointers, because other handles may alias the memory")]
pub(super) unsafe fn run<T: Abreast>(job: &Job<'_>) -> Option<Result<()>> {
    let (n, count) = (job.transform.n, job.starts.len());
    if isa::isa() == Isa::Base {
        return None;
    }
    // SAFETY: the caller's promise.
    unsafe {
        if count == 1 {
            return Some(long::run(job, &*long::plan::<T>(n)?));
        }
        if n > MOST_ENTRIES || 2 * count < lanes::<T>() || job.meets_in_the_cache::<T>() {
            return None;
        }
        Some(many::run(job, &*plan::<T>(n)?))
    }
}
