//! Memory that is read and written element by element, with every check but that of the index made beforehand.
#![expect(unsafe_code, reason = "it reads and writes memory that it owns alone or has entered")]

use super::Buffer;
use super::element::read_element;
use crate::dtype::{DType, Element};
use crate::error::Access;
use crate::layout::{Axes, Layout};

/// More axes than this are rare where elements are reached one by one.
const MOST_AXES: usize = 4;

/// A handle to memory and a layout that lies inside of it.
///
/// # Invariants
/// 1. Every element that `sizes` and `steps` reach from `start` lies in the buffer, is aligned, and is valid for the
///    dtype of the pattern, but for bools whose address others know; it may be written if `can_write`.
/// 2. Unless `free_to_read` is [`Pattern::NONE`], `buffer` is the only handle to the memory. It is not given away before
///    [`Opened::close`], so nobody else can come in: guards hold a handle of their own, and locks borrow one.
/// 3. `free_to_read` is the pattern or `NONE`; `free_to_write` is that too, and `NONE` where the memory may not be written.
pub(crate) struct Opened {
    start: *mut u8,
    sizes: [usize; MOST_AXES],
    steps: [isize; MOST_AXES],
    buffer: Buffer,
    offset: usize,
    /// What can be read, and what can be written, without asking anybody.
    free_to_read: Pattern,
    free_to_write: Pattern,
    pattern: Pattern,
    can_write: bool,
}

/// A dtype and a rank in one number, so that one comparison tells whether an access fits.
#[derive(Clone, Copy)]
struct Pattern(u16);

impl Pattern {
    /// What no access fits.
    const NONE: Self = Self(u16::MAX);

    #[inline(always)]
    const fn of(dtype: DType, rank: usize) -> Self {
        Self((dtype as u16) << 8 | rank as u16)
    }

    /// Whether an access to one element of type `T` by `N` integers fits.
    ///
    /// More integers than a pattern has room for would spill into the dtype: they are refused before.
    #[inline(always)]
    const fn fits<T: Element, const N: usize>(self) -> bool {
        N <= MOST_AXES && self.0 == Self::of(T::DTYPE, N).0
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
        let (offset, pattern) = (layout.offset(), Pattern::of(dtype, rank));
        let free_to_read = if buffer.is_sole_owner() { pattern } else { Pattern::NONE };
        let free_to_write = if can_write { free_to_read } else { Pattern::NONE };
        Ok(Self { start, sizes, steps, buffer, offset, free_to_read, free_to_write, pattern, can_write })
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
        if !self.free_to_read.fits::<T, N>() {
            return self.get_shared(index);
        }
        let element = self.locate::<T, N>(index)?;
        // SAFETY: the pattern fits (invariant 3), so `locate` gives an element (invariant 1), and nobody else can write
        // it (invariant 2); where others know the address, bools are read as bytes.
        Some(unsafe { read_element::<T>(element.cast()) })
    }

    /// Writes the element at an index; false, and nothing done, as for [`Opened::get`] and if it cannot be written.
    #[inline(always)]
    pub(crate) fn set<T: Element, const N: usize>(&mut self, index: [i64; N], value: T) -> bool {
        if !self.free_to_write.fits::<T, N>() {
            return self.set_shared(index, value);
        }
        let Some(element) = self.locate::<T, N>(index) else { return false };
        // SAFETY: as in `get`; the memory may be written (invariant 3), and nobody else reads it (invariant 2).
        unsafe { element.write(value) };
        true
    }

    /// The address of an element that exists, for accesses that fit the pattern.
    #[inline(always)]
    fn locate<T: Element, const N: usize>(&self, index: [i64; N]) -> Option<*mut T> {
        let mut offset = 0_isize;
        for (entry, (&size, step)) in index.into_iter().zip(self.sizes.iter().zip(self.steps)) {
            // Counted from the end where it is negative; sizes fit `i64`.
            // Compared before it is cut: `usize` may be narrower.
            let entry = entry.wrapping_add((entry >> 63) & size as i64).cast_unsigned();
            if entry >= size as u64 {
                return None;
            }
            // Wrapping: were a later axis empty, its own check would fail, and the sum is thrown away.
            offset = offset.wrapping_add(step.wrapping_mul(entry as isize));
        }
        Some(self.start.cast::<T>().wrapping_offset(offset))
    }

    #[cold]
    #[inline(never)]
    fn get_shared<T: Element, const N: usize>(&self, index: [i64; N]) -> Option<T> {
        if !self.pattern.fits::<T, N>() {
            return None;
        }
        let element = self.locate::<T, N>(index)?;
        let _entered = self.buffer.enter_briefly("get", Access::Read).ok()?;
        // SAFETY: the pattern fits, so `locate` gives an element (invariant 1), and the gate let us in, so nobody writes.
        Some(unsafe { read_element::<T>(element.cast()) })
    }

    #[cold]
    #[inline(never)]
    fn set_shared<T: Element, const N: usize>(&mut self, index: [i64; N], value: T) -> bool {
        if !self.can_write || !self.pattern.fits::<T, N>() {
            return false;
        }
        let Some(element) = self.locate::<T, N>(index) else { return false };
        let Ok(_entered) = self.buffer.enter_briefly("set", Access::Write) else { return false };
        // SAFETY: as in `get_shared`; the gate let us in alone.
        unsafe { element.write(value) };
        true
    }
}
