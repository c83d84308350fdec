//! What the machine itself can do: bytes through memory, and multiply-adds in registers.

use std::hint::black_box;
use std::time::Instant;

use lunette::prelude::*;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

/// What limits a piece of work, and how much of it one run of the work takes.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// Bytes that are read from memory and written to it.
    Memory(f64),
    /// Additions and multiplications of `f32`.
    Single(f64),
    /// Additions and multiplications of `f64`.
    Double(f64),
}

/// What the machine reaches with all its cores, a second.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    bytes: f64,
    single: f64,
    double: f64,
}

/// Elements of each of the three arrays of the triad: far more than any cache holds.
const TRIAD: usize = 1 << 24;

/// How often each loop is run; the fastest time counts.
const RUNS: usize = 30;

/// What one task of the loops gets.
const CHUNK: usize = 1 << 16;

/// Vectors that are under way at a time: more than the latency of a multiply-add times the units for it.
const VECTORS: usize = 12;

impl Limits {
    pub fn measure() -> Result<Self, lunette::Error> {
        let rates = |vectors| fastest(|| everywhere(|| registers(vectors)));
        let flops = |lanes: usize| 2.0 * (lanes * VECTORS * ROUNDS * rayon::current_num_threads()) as f64;
        let lanes = Arch::new().dispatch(Lanes);
        Ok(Self {
            bytes: triad()?,
            single: flops(lanes) / rates(Width::Single),
            double: flops(lanes / 2) / rates(Width::Double),
        })
    }

    /// The better of two measurements: a limit is what was reached once.
    pub fn or_better(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.max(other.bytes),
            single: self.single.max(other.single),
            double: self.double.max(other.double),
        }
    }

    /// The part of the limit that work of so many nanoseconds has reached.
    pub fn share(&self, limit: Limit, nanoseconds: f64) -> f64 {
        let (amount, rate) = match limit {
            Limit::Memory(bytes) => (bytes, self.bytes),
            Limit::Single(operations) => (operations, self.single),
            Limit::Double(operations) => (operations, self.double),
        };
        amount / rate / (nanoseconds * 1e-9)
    }

    pub fn describe(&self) -> String {
        format!(
            "{:.1} GB/s through memory (triad), {:.0} GFLOP/s in f32 and {:.0} in f64 (multiply-adds in registers)",
            self.bytes / 1e9,
            self.single / 1e9,
            self.double / 1e9
        )
    }
}

/// The bytes a second of `a = b + 3 c`, by all cores, in memory that has been used before.
fn triad() -> Result<f64, lunette::Error> {
    let (a, b, c) = (Tensor::zeros(TRIAD)?, Tensor::ones(TRIAD)?, Tensor::ones(TRIAD)?);
    let seconds = {
        let (mut a, b, c) = (a.write()?, b.read()?, c.read()?);
        match (a.as_slice_mut(), b.as_slice(), c.as_slice()) {
            (Some(a), Some(b), Some(c)) => fastest(|| zip_slices(a, [b, c], |[b, c]: [f32; 2]| b + 3.0 * c)),
            _ => f64::INFINITY,
        }
    };
    Ok(3.0 * (TRIAD * size_of::<f32>()) as f64 / seconds)
}

/// Writes `f` of the inputs into `out`, place by place, by all cores: the plain loop that others are measured by.
pub fn zip_slices<T: Copy + Send + Sync, const N: usize>(
    out: &mut [T],
    inputs: [&[T]; N],
    f: impl Fn([T; N]) -> T + Sync,
) {
    out.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, out)| {
        let inputs = inputs.map(|input| &input[chunk * CHUNK..][..out.len()]);
        Arch::new().dispatch(
            #[inline(always)]
            || {
                for (at, out) in out.iter_mut().enumerate() {
                    *out = f(inputs.map(|input| input[at]));
                }
            },
        );
    });
}

/// The shortest of several runs, in seconds.
fn fastest(mut work: impl FnMut()) -> f64 {
    let run = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    (0..RUNS).map(run).fold(f64::INFINITY, f64::min)
}

/// Runs `work` on every core at once.
fn everywhere(work: impl Fn() + Sync) {
    rayon::broadcast(|_| work());
}

/// Multiply-adds of each vector in one run.
const ROUNDS: usize = 1 << 20;

#[derive(Clone, Copy)]
enum Width {
    Single,
    Double,
}

fn registers(width: Width) {
    match width {
        Width::Single => black_box(Arch::new().dispatch(Singles)),
        Width::Double => black_box(Arch::new().dispatch(Doubles)),
    };
}

/// How many `f32` a vector holds.
struct Lanes;

impl WithSimd for Lanes {
    type Output = usize;

    fn with_simd<S: Simd>(self, _: S) -> usize {
        S::F32_LANES
    }
}

macro_rules! multiply_adds {
    ($Name:ident $splat:ident $multiply_add:ident $sum:ident) => {
        struct $Name;

        impl WithSimd for $Name {
            type Output = f64;

            #[inline(always)]
            fn with_simd<S: Simd>(self, simd: S) -> f64 {
                let (factor, term) = (simd.$splat(black_box(0.5)), simd.$splat(black_box(1.0)));
                let mut vectors = [term; VECTORS];
                for _ in 0..ROUNDS {
                    for vector in &mut vectors {
                        *vector = simd.$multiply_add(*vector, factor, term);
                    }
                }
                vectors.into_iter().map(|vector| f64::from(simd.$sum(vector))).sum()
            }
        }
    };
}

multiply_adds! { Singles splat_f32s mul_add_e_f32s reduce_sum_f32s }
multiply_adds! { Doubles splat_f64s mul_add_e_f64s reduce_sum_f64s }
