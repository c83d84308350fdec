//! How many elements of a mask are true.

#![expect(
    unsafe_code,
    reason = "mask values are read through raw pointers, because other handles may alias them"
)]

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::buffer::Source;
use crate::dtype::DType;
use crate::kernels::isa::{self, Isa, Task};
use crate::nest::{Nest, threads};

/// The number of true elements of a mask; none where the region holds no bools.
pub(crate) fn count(mask: &Source<'_>) -> usize {
    if mask.dtype() != DType::Bool {
        return 0;
    }
    let nest = Nest::new(mask.shape(), [mask.layout().strides()]);
    // SAFETY: a region's layout was checked against its memory, and its bools are 0 or 1.
    unsafe { count_nest(&nest, mask.start()) }
}

/// The number of true elements along a nest.
///
/// # Safety
/// Every element that the nest reaches from `mask` may be read and is 0 or 1.
pub(super) unsafe fn count_nest(nest: &Nest<1>, mask: *const u8) -> usize {
    // A broadcast mask can be longer than anybody can go through.
    let (nest, times) = &nest.distinct();
    let total = AtomicUsize::new(0);
    let whole = Count { nest, mask };
    let parts = threads::pieces(nest.len());
    let count_part = |nest: &Nest<1>| {
        let whole = &whole;
        total.fetch_add(isa::run(Count { nest, ..*whole }), Ordering::Relaxed);
    };
    match nest.axis_to_cut(parts) {
        Some(axis) if parts > 1 => threads::share(parts, |k| count_part(&nest.part(axis, k, parts))),
        _ => count_part(nest),
    }
    total.into_inner() * times
}

/// A count along a nest; making one promises what [`count_nest`] asks for.
#[derive(Clone, Copy)]
pub(super) struct Count<'a> {
    pub(super) nest: &'a Nest<1>,
    pub(super) mask: *const u8,
}

// SAFETY: the memory is only read, as the maker promised.
unsafe impl Sync for Count<'_> {}

impl Task for Count<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, _: Isa) -> usize {
        let inner = self.nest.inner();
        let mut total = 0;
        self.nest.for_each_row(|[at]| {
            // SAFETY: the row lies inside of what the nest reaches.
            total += unsafe { count_row(self.mask.offset(at), inner.strides[0], inner.size) };
        });
        total
    }
}

/// # Safety
/// `len` elements at steps of `step` may be read and are 0 or 1.
#[inline(always)]
unsafe fn count_row(mask: *const u8, step: isize, len: usize) -> usize {
    // SAFETY: `k` is one of the `len` steps.
    let read = |k: usize| unsafe { mask.offset(k as isize * step).read() };
    if step != 1 {
        return (0..len).map(|k| usize::from(read(k))).sum();
    }
    // Sums of bytes stay bytes for as long as they cannot overflow: 64 of them side by side, 255 times.
    let mut total = 0;
    let mut done = 0;
    while done + 64 <= len {
        let end = len.min(done + 64 * 255);
        let mut sums = [0u8; 64];
        while done + 64 <= end {
            for (lane, sum) in sums.iter_mut().enumerate() {
                // SAFETY: `done + lane` lies below `len`.
                *sum += unsafe { mask.add(done + lane).read() };
            }
            done += 64;
        }
        total += sums.iter().map(|&sum| usize::from(sum)).sum::<usize>();
    }
    total + (done..len).map(|k| usize::from(read(k))).sum::<usize>()
}
