//! Loops compiled for the widest vectors that the machine has.

use pulp::{Arch, Simd, WithSimd};

/// A loop over vectors; it and all that it calls is `#[inline(always)]`, so that it is compiled for each machine.
pub(crate) trait Kernel {
    type Output;
    /// `FUSED` tells that the machine multiplies and adds in one step.
    fn run<const FUSED: bool>(self) -> Self::Output;
}

/// Runs a loop with the instructions of this machine.
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    Arch::new().dispatch(Wide(kernel))
}

struct Wide<K>(K);

impl<K: Kernel> WithSimd for Wide<K> {
    type Output = K::Output;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> K::Output {
        if S::IS_SCALAR { self.0.run::<false>() } else { self.0.run::<true>() }
    }
}
