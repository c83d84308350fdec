//! Memory that is read and written element by element, with every check but that of the index made beforehand.
#![expect(unsafe_code, reason = "it reads and writes memory that it owns alone or has entered")]

use super::Buffer;
use crate::dtype::{DType, Element};
use crate::error::Access;
use crate::layout::{Axes, Layout};

/// More axes than this are rare where elements are reached one by one.
const MOST_AXES: usize = 4;

/// A handle to memory and a layout that lies inside of it.
///
/// # Invariants
/// 1. Every element that `sizes` and `steps` reach from `start` lies in the buffer, is aligned, and is valid for the
///    dtype of the pattern; it may be written if `can_write`.
/// 2. Where `alone` is set, `buffer` is the only handle to the memory. It is not given away before [`Opened::close`], so
///    nobody else can come in: guards hold a handle of their own, and locks borrow one.
pub(crate) struct Opened {
    start: *mut u8,
    sizes: [usize; MOST_AXES],
    steps: [isize; MOST_AXES],
    buffer: Buffer,
    offset: usize,
    pattern: Pattern,
    alone: bool,
    can_write: bool,
}

/// A dtype and a rank in one number, so that one comparison tells whether an access fits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pattern(u16);

impl Pattern {
    #[inline(always)]
    const fn of(dtype: DType, rank: usize) -> Self {
        Self((dtype as u16) << 8 | rank as u16)
    }

    fn rank(self) -> usize {
        usize::from(self.0 & 0xff)
    }
}

// SAFETY: it owns a handle, and a buffer is `Send`; the pointer leads into that buffer, which keeps its address.
unsafe impl Send for Opened {}
// SAFETY: through a shared reference elements are only read: alone nobody writes them meanwhile, because writing takes an
// exclusive reference (invariant 2); otherwise the gate sees to it.
unsafe impl Sync for Opened {}

impl Opened {
    /// Opens memory; gives the handle back where the layout has more than four axes, does not lie in the memory, or the
    /// memory does not hold such elements.
    pub(crate) fn new(
        mut buffer: Buffer,
        layout: &Layout,
        dtype: DType,
        can_write: bool,
    ) -> Result<Self, Buffer> {
        let rank = layout.rank();
        if rank > MOST_AXES || buffer.check_layout("get", layout, dtype).is_err() {
            return Err(buffer);
        }
        let (mut sizes, mut steps) = ([0; MOST_AXES], [0; MOST_AXES]);
        sizes[..rank].copy_from_slice(layout.shape());
        steps[..rank].copy_from_slice(layout.strides());
        // It wraps only for empty layouts, which no index gets through.
        let start = buffer.start().wrapping_add(layout.offset().wrapping_mul(dtype.item_size()));
        let can_write = can_write && buffer.check_writable_as("set", dtype).is_ok();
        let alone = buffer.is_sole_owner();
        let (offset, pattern) = (layout.offset(), Pattern::of(dtype, rank));
        Ok(Self { start, sizes, steps, buffer, offset, pattern, alone, can_write })
    }

    /// The handle, and the layout that it was opened with.
    pub(crate) fn close(self) -> (Buffer, Layout) {
        let axes = self.shape().iter().copied().zip(self.steps).collect::<Axes>();
        (self.buffer, Layout::trusted(axes, self.offset))
    }

    /// The sizes of the axes.
    pub(crate) fn shape(&self) -> &[usize] {
        &self.sizes[..self.pattern.rank().min(MOST_AXES)]
    }

    /// The element at an index; none if it has another dtype or rank, the index lies outside, or somebody is in the way.
    #[inline(always)]
    pub(crate) fn get<T: Element, const N: usize>(&self, index: [i64; N]) -> Option<T> {
        let element = self.locate::<T, N>(index)?;
        if !self.alone {
            return self.get_shared(element);
        }
        // SAFETY: `locate` gives an element (invariant 1), and nobody else can write it (invariant 2).
        Some(unsafe { element.read() })
    }

    /// Writes the element at an index; false, and nothing done, as for [`Opened::get`] and if it cannot be written.
    #[inline(always)]
    pub(crate) fn set<T: Element, const N: usize>(&mut self, index: [i64; N], value: T) -> bool {
        let Some(element) = self.locate::<T, N>(index) else { return false };
        if !(self.alone && self.can_write) {
            return self.set_shared(element, value);
        }
        // SAFETY: as in `get`; the memory may be written (invariant 1), and nobody else reads it (invariant 2).
        unsafe { element.write(value) };
        true
    }

    /// The address of an element of type `T` that exists.
    #[inline(always)]
    fn locate<T: Element, const N: usize>(&self, index: [i64; N]) -> Option<*mut T> {
        if N > MOST_AXES || self.pattern != Pattern::of(T::DTYPE, N) {
            return None;
        }
        let mut offset = 0_isize;
        for (entry, (&size, step)) in index.into_iter().zip(self.sizes.iter().zip(self.steps)) {
            // Counted from the end where it is negative; sizes fit `i64`.
            let entry = entry.wrapping_add((entry >> 63) & size as i64) as usize;
            if entry >= size {
                return None;
            }
            // Wrapping: were a later axis empty, its own check would fail, and the sum is thrown away.
            offset = offset.wrapping_add(step.wrapping_mul(entry as isize));
        }
        Some(self.start.cast::<T>().wrapping_offset(offset))
    }

    #[cold]
    #[inline(never)]
    fn get_shared<T: Element>(&self, element: *mut T) -> Option<T> {
        let _lock = self.buffer.lock_briefly("get", Access::Read).ok()?;
        // SAFETY: the element comes from `locate` (invariant 1), and the gate let us in, so nobody writes.
        Some(unsafe { element.read() })
    }

    #[cold]
    #[inline(never)]
    fn set_shared<T: Element>(&mut self, element: *mut T, value: T) -> bool {
        if !self.can_write {
            return false;
        }
        let Ok(_lock) = self.buffer.lock_briefly("set", Access::Write) else { return false };
        // SAFETY: as in `get_shared`; the gate let us in alone.
        unsafe { element.write(value) };
        true
    }
}
