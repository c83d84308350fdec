//! Fourier transforms of single lanes, by `rustfft` and `realfft`, for `lunette`.
//!
//! A crate of its own, because `rustfft` is generic: its butterflies are compiled once, for two element types, and not
//! with every change of `lunette`. Lanes are slices; nothing here knows axes, layouts or threads.

mod kept;
mod room;

use std::sync::Arc;

use bytemuck::Pod;
use num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::{Fft, FftNum, FftPlanner};

pub use self::kept::Kept;
pub use rustfft::FftDirection;

/// A real number of which transforms are made.
pub trait Real: FftNum + Pod {
    /// The plan for lanes of `n` numbers, which is not 0: a kept one, or a new one.
    ///
    /// Plans take memory without asking, so `ask` is told before one is made how many bytes that takes at most.
    ///
    /// # Errors
    /// What `ask` says.
    fn plan<E>(method: Method, n: usize, ask: impl FnOnce(usize) -> Result<(), E>) -> Result<Plan<Self>, E>;

    /// The nearest number of this type.
    fn nearest(value: f64) -> Self;
}

macro_rules! real {
    ($($T:ty),*) => {$(
        impl Real for $T {
            fn plan<E>(
                method: Method,
                n: usize,
                ask: impl FnOnce(usize) -> Result<(), E>,
            ) -> Result<Plan<Self>, E> {
                static PLANS: Kept<(Method, usize), Plan<$T>> = Kept::new();
                // It holds as many factors as it is long.
                PLANS.get((method, n), n, || {
                    ask(room::entries(method, n).saturating_mul(size_of::<Complex<$T>>()))?;
                    Ok(Plan::new(method, n))
                })
            }

            fn nearest(value: f64) -> Self {
                value as Self
            }
        }
    )*};
}

real!(f32, f64);

/// What a plan makes of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Complex numbers of complex numbers, in place.
    Complex(FftDirection),
    /// The first half of the frequencies of real numbers.
    RealToHalf,
    /// Real numbers of the first half of their frequencies.
    HalfToReal,
}

/// How a lane is transformed.
pub enum Plan<T: Real> {
    /// Complex numbers in place.
    Complex(Arc<dyn Fft<T>>),
    /// From real numbers to the first half of their frequencies.
    RealToHalf(Arc<dyn RealToComplex<T>>),
    /// From the first half of the frequencies to real numbers.
    HalfToReal(Arc<dyn ComplexToReal<T>>),
}

impl<T: Real> Clone for Plan<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Complex(plan) => Self::Complex(Arc::clone(plan)),
            Self::RealToHalf(plan) => Self::RealToHalf(Arc::clone(plan)),
            Self::HalfToReal(plan) => Self::HalfToReal(Arc::clone(plan)),
        }
    }
}

impl<T: Real> Plan<T> {
    fn new(method: Method, n: usize) -> Self {
        match method {
            Method::Complex(direction) => Self::Complex(FftPlanner::new().plan_fft(n, direction)),
            Method::RealToHalf => Self::RealToHalf(RealFftPlanner::new().plan_fft_forward(n)),
            Method::HalfToReal => Self::HalfToReal(RealFftPlanner::new().plan_fft_inverse(n)),
        }
    }

    /// How many numbers the transform of one lane wants for itself.
    pub fn scratch_len(&self) -> usize {
        match self {
            Self::Complex(plan) => plan.get_inplace_scratch_len(),
            Self::RealToHalf(plan) => plan.get_scratch_len(),
            Self::HalfToReal(plan) => plan.get_scratch_len(),
        }
    }

    /// Transforms one lane: `complex` in place, or from one slice into the other, which may spoil the first.
    pub fn run(&self, complex: &mut [Complex<T>], real: &mut [T], scratch: &mut [Complex<T>]) {
        let done = match self {
            Self::Complex(plan) => {
                plan.process_with_scratch(complex, scratch);
                Ok(())
            }
            Self::RealToHalf(plan) => plan.process_with_scratch(real, complex, scratch),
            Self::HalfToReal(plan) => {
                // A real signal has no imaginary part there; what is given is left out, as NumPy does.
                let ends = if real.len().is_multiple_of(2) { [0, complex.len() - 1] } else { [0, 0] };
                ends.into_iter().for_each(|end| complex[end].im = T::zero());
                plan.process_with_scratch(complex, real, scratch)
            }
        };
        debug_assert!(done.is_ok(), "{done:?}");
    }
}
