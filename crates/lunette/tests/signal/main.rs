//! Fourier transforms and random numbers: against the sums that define them, and against what chance allows.

#[cfg(feature = "fft")]
mod fft;
mod kolmogorov;
#[cfg(feature = "fft")]
mod lengths;
mod named;
#[cfg(feature = "fft")]
mod oracle;
mod random;
#[path = "../random/splitmix.rs"]
mod splitmix;
