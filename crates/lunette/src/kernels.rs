//! Inner loops: no names, no layouts beyond strides, no policy.
//!
//! The entry points are safe: they take regions whose extent was checked against the memory when they were made. All
//! access goes through raw pointers; no reference to elements is ever made, because other handles may alias them.

mod ahead;
mod bypass;
pub(crate) mod cast;
pub(crate) mod concat;
pub(crate) mod convolve;
pub(crate) mod copy;
pub(crate) mod elementwise;
#[cfg(feature = "fft")]
pub(crate) mod fft;
pub(crate) mod fill;
pub(crate) mod generate;
mod isa;
mod item;
pub(crate) mod mask;
pub(crate) mod math;
pub(crate) mod matmul;
pub(crate) mod pick;
pub(crate) mod random;
pub(crate) mod reduce;
pub(crate) mod scan;
pub(crate) mod search;
pub(crate) mod sort;
#[cfg(target_arch = "x86_64")]
mod vector;

#[cfg(test)]
pub(crate) mod testing;
