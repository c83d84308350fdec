//! Machines for which there are no vectors of lanes: rustfft transforms them one by one.

use lunette_fourier::Real;

use super::Transform;
use super::lanes::Part;
use crate::error::Result;
use crate::nest::Nest;

/// Real numbers of which there are transforms.
pub(super) trait Abreast: Real {}

impl Abreast for f32 {}
impl Abreast for f64 {}

/// Lanes of complex numbers that are transformed, all of one length.
#[expect(dead_code, reason = "other machines look at it")]
pub(super) struct Job<'a> {
    pub(super) op: &'static str,
    pub(super) transform: &'a Transform,
    pub(super) dst: Part,
    pub(super) src: Part,
    pub(super) starts: &'a Nest<2>,
}

/// Transforms no lanes.
///
/// # Safety
/// None is needed; other machines need some.
#[expect(unsafe_code, reason = "it is unsafe on other machines")]
pub(super) unsafe fn run<T: Abreast>(_: &Job<'_>) -> Option<Result<()>> {
    None
}
