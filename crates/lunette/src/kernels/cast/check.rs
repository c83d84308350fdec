//! The search for values that a dtype cannot hold (R16), before anything is written.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::blocks::{BLOCK, Block};
use super::lanes::Lanes;
use crate::buffer::Source;
use crate::dtype::{DType, Scalar, StoreBounds, dispatch, promote};
use crate::kernels::isa::{self, Isa, Task};
use crate::nest::{Axis, Nest, find, threads};

/// The first element of `src`, in row-major order, that a store into `to` refuses; none for dtypes whose
/// values all fit, and no time is spent on them.
///
/// Only values are looked at: that a complex source fits no real destination is [`DType::check_store`]'s to
/// say.
pub(crate) fn first_unrepresentable(src: &Source<'_>, to: DType) -> Option<Scalar> {
    let from = src.dtype();
    if from.is_complex() || promote(from, to) == to {
        return None;
    }
    dispatch!(from, S => first_outside::<S>(src, to))
}

fn first_outside<S: Lanes>(src: &Source<'_>, to: DType) -> Option<Scalar>
where
    S::In: StoreBounds,
{
    let bounds = S::In::bounds(to)?;
    // SAFETY: `search` calls it with rows of `src`, whose dtype is that of `S`.
    let row = |start, stride, len| unsafe { position::<S>(start, stride, len, bounds) };
    let at = Search { src, row: &row }.first()?;
    // SAFETY: the search found it among the elements of `src`, which are aligned and may be read.
    Some(unsafe { at.cast::<S>().read() }.into())
}

/// Finds the first value of a row that is refused: where the row starts, its stride, its length.
type FindInRow<'a> = &'a (dyn Fn(*const u8, isize, usize) -> Option<usize> + Sync);

/// A search through a region; not generic, so that there is one for all dtypes.
struct Search<'a> {
    src: &'a Source<'a>,
    row: FindInRow<'a>,
}

// SAFETY: a source may be read from any thread for as long as it lives.
unsafe impl Sync for Search<'_> {}

impl Search<'_> {
    /// The address of the first refused element in row-major order.
    fn first(&self) -> Option<*const u8> {
        // Nearly every search finds nothing, so the one that decides goes in the order of the memory, on
        // all cores. Only an error pays for a second one, which makes the answer the same every time.
        if self.any() { self.first_in_order() } else { None }
    }

    /// The sizes of the axes to go through: copies of an element need no look of their own.
    fn sizes(&self) -> SmallVec<[usize; 8]> {
        let layout = self.src.layout();
        let sizes = layout.shape().iter().zip(layout.strides());
        sizes.map(|(&n, &stride)| if stride == 0 { n.min(1) } else { n }).collect()
    }

    fn any(&self) -> bool {
        let nest = Nest::new(&self.sizes(), [self.src.layout().strides()]);
        let found = AtomicBool::new(false);
        // Overlapping windows can have more elements than bytes can be counted.
        threads::share_nest(&nest, nest.len().saturating_mul(self.src.dtype().item_size()), |nest| {
            let Axis { size, strides: [stride] } = nest.inner();
            nest.for_each_row(|[at]| {
                if !found.load(Ordering::Relaxed) && (self.row)(self.element(at), stride, size).is_some() {
                    found.store(true, Ordering::Relaxed);
                }
            });
        });
        found.into_inner()
    }

    fn first_in_order(&self) -> Option<*const u8> {
        let sizes = self.sizes();
        let steps = sizes.iter().zip(self.src.layout().strides()).rev();
        let mut axes: SmallVec<[Axis<1>; 8]> =
            steps.map(|(&size, &stride)| Axis { size, strides: [stride] }).collect();
        let Axis { size, strides: [stride] } = match axes.is_empty() {
            true => Axis { size: 1, strides: [1] },
            false => axes.remove(0),
        };
        find(&axes, [0], |[at]| {
            let in_row = (self.row)(self.element(at), stride, size);
            in_row.map(|k| self.element(at + k as isize * stride))
        })
    }

    /// The address of the element that is `at` elements from index (0, …, 0).
    fn element(&self, at: isize) -> *const u8 {
        self.src.start().wrapping_offset(at * self.src.dtype().item_size() as isize)
    }
}

/// The first element of a row that does not lie between two bounds, both allowed.
///
/// # Safety
/// Every element that the stride reaches is aligned and may be read.
unsafe fn position<S: Lanes>(
    src: *const u8,
    stride: isize,
    len: usize,
    (least, greatest): (S::In, S::In),
) -> Option<usize>
where
    S::In: StoreBounds,
{
    if S::DIRECT && stride == 1 {
        return isa::run(Scan { lanes: src.cast(), len, least, greatest });
    }
    let mut block = Block::new();
    (0..len).step_by(BLOCK).find_map(|start| {
        let n = BLOCK.min(len - start);
        let src = src.cast::<S>().wrapping_offset(start as isize * stride);
        // SAFETY: the caller promised the elements, and a block has room for `n` lanes of any type.
        unsafe { S::load(src.cast(), stride, block.as_mut_ptr(), n) };
        let found = isa::run(Scan { lanes: block.as_mut_ptr().cast(), len: n, least, greatest });
        found.map(|k| start + k)
    })
}

/// A search through contiguous lanes; making one promises that `len` lanes are aligned and may be read.
struct Scan<L> {
    lanes: *const L,
    len: usize,
    least: L,
    greatest: L,
}

impl<L: StoreBounds> Task for Scan<L> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self, _: Isa) -> Option<usize> {
        let Self { lanes, len, least, greatest } = self;
        // SAFETY: whoever made the task promised the lanes. NaN lies nowhere.
        let outside = |k: usize| unsafe {
            let lane = lanes.add(k).read();
            !((lane >= least) & (lane <= greatest))
        };
        for start in (0..len).step_by(BLOCK) {
            let block = start..len.min(start + BLOCK);
            // No way out of this loop, so that it becomes vector instructions.
            if block.clone().fold(false, |any, k| any | outside(k)) {
                return block.into_iter().find(|&k| outside(k));
            }
        }
        None
    }
}
