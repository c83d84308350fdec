//! From the values of an index tensor to distances in elements.

#![expect(
    unsafe_code,
    reason = "index values are read through raw pointers, because other handles may alias them"
)]

use crate::buffer::Source;
use crate::error::{ErrorKind, Result};
use crate::kernels::isa::{self, Isa, Task};
use crate::nest::Nest;

/// Runs `$body` with `$T` standing for the integers of a dtype: the one match over dtypes that can be indices.
macro_rules! dispatch_entry {
    ($dtype:expr, $T:ident => $body:expr, $other:ident => $fallback:expr) => {
        $crate::dtype::dispatch!(@rows $dtype, $T => $body, [
            I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64
        ] $other => $fallback)
    };
}
pub(super) use dispatch_entry;

/// The axis that an index tensor picks from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Along {
    /// Its number, for messages.
    pub(crate) axis: usize,
    /// Its size, which bounds the index values.
    pub(crate) len: usize,
    /// Its step in elements.
    pub(crate) stride: isize,
}

/// What happens to the distances that are there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// They are replaced.
    Set,
    /// They are added to.
    Add,
}

/// Reads the values of `index` in row-major order and turns each into a distance along an axis: negative values count
/// from the end. There must be one place in `out` for each value.
///
/// # Errors
/// If a value lies outside of the axis (`out` is then useless), the dtype is no integer, or `out` has another length.
pub(crate) fn offsets(
    op: &'static str,
    index: &Source<'_>,
    along: Along,
    out: &mut [isize],
    mode: Mode,
) -> Result<()> {
    if out.len() != index.layout().len() {
        let (shape, expected, found) = (index.layout().dims(), index.layout().len(), out.len());
        return Err(ErrorKind::ElementCount { op, shape, expected, found }.into());
    }
    let outside = dispatch_entry!(
        index.dtype(),
        T => read::<T>(index, along, out, mode),
        dtype => return Err(ErrorKind::IndexDType { op, dtype }.into())
    );
    match outside {
        None => Ok(()),
        Some(index) => Err(ErrorKind::IndexOutOfRange { op, axis: along.axis, index, len: along.len }.into()),
    }
}

/// The least and the greatest of some numbers; zeros if there are none.
pub(super) fn extremes(values: &[isize]) -> (isize, isize) {
    isa::run(Extremes(values))
}

struct Extremes<'a>(&'a [isize]);

impl Task for Extremes<'_> {
    type Output = (isize, isize);

    #[inline(always)]
    fn run(self, _: Isa) -> (isize, isize) {
        let Some(&first) = self.0.first() else { return (0, 0) };
        self.0.iter().fold((first, first), |(low, high), &value| (low.min(value), high.max(value)))
    }
}

/// An integer that can be an index.
pub(super) trait Entry: Copy {
    /// The value; what does not fit becomes the greatest number, which lies outside of every axis.
    fn value(self) -> i64;
}

macro_rules! entries {
    ($($T:ty => $value:expr,)*) => { $(
        impl Entry for $T {
            #[inline(always)]
            fn value(self) -> i64 {
                $value(self)
            }
        }
    )* };
}

entries! {
    i8 => i64::from,
    i16 => i64::from,
    i32 => i64::from,
    i64 => std::convert::identity,
    u8 => i64::from,
    u16 => i64::from,
    u32 => i64::from,
    u64 => |value: u64| value.min(i64::MAX as u64) as i64,
}

/// Reads all rows; gives the first value outside of the axis, if there is one. `T` is the type of `index`'s dtype.
fn read<T: Entry>(index: &Source<'_>, along: Along, out: &mut [isize], mode: Mode) -> Option<i64> {
    let nest = Nest::row_major(index.shape(), [index.layout().strides()]);
    isa::run(Read::<T> { nest: &nest, start: index.start().cast(), along, out, mode })
}

/// Making one promises that every element of the nest may be read from `start` on, and that `out` has room for all.
struct Read<'a, T> {
    nest: &'a Nest<1>,
    start: *const T,
    along: Along,
    out: &'a mut [isize],
    mode: Mode,
}

/// Values between two looks at whether all were inside.
const BLOCK: usize = 512;

impl<T: Entry> Task for Read<'_, T> {
    type Output = Option<i64>;

    #[inline(always)]
    fn run(self, _: Isa) -> Option<i64> {
        let Self { nest, start, along, out, mode } = self;
        let inner = nest.inner();
        let mut rows = out.chunks_mut(inner.size.max(1));
        let mut outside = None;
        nest.for_each_row(|[at]| {
            let Some(row) = rows.next() else { return };
            for (k, block) in row.chunks_mut(BLOCK).enumerate() {
                // SAFETY: the block lies inside of the row, which the nest reaches.
                let block_start = unsafe { start.offset(at + (k * BLOCK) as isize * inner.strides[0]) };
                // SAFETY: as above; a step of 1 is passed as a constant.
                let inside = match inner.strides[0] {
                    // SAFETY: as above.
                    1 => unsafe { read_block(block_start, 1, along, block, mode) },
                    // SAFETY: as above.
                    step => unsafe { read_block(block_start, step, along, block, mode) },
                };
                if !inside && outside.is_none() {
                    // SAFETY: as above.
                    outside = unsafe { first_outside(block_start, inner.strides[0], along.len, block.len()) };
                }
            }
        });
        outside
    }
}

/// The entry that an index value names on an axis of size `len`: negative values count from the end. What lies outside
/// is, as a number without a sign, not below `len`.
#[inline(always)]
pub(super) fn entry(value: i64, len: i64) -> i64 {
    value.wrapping_add(if value < 0 { len } else { 0 })
}

/// Reads one block; false if a value lies outside of the axis.
///
/// # Safety
/// As many values as `out` has places may be read at steps of `step`.
#[inline(always)]
pub(super) unsafe fn read_block<T: Entry>(
    start: *const T,
    step: isize,
    along: Along,
    out: &mut [isize],
    mode: Mode,
) -> bool {
    let len = along.len as i64;
    let mut outside = false;
    let mut distance = |k: usize| {
        // SAFETY: `k` is one of the places of `out`.
        let value = unsafe { start.offset(k as isize * step).read() }.value();
        let entry = entry(value, len);
        outside |= entry as u64 >= len as u64;
        // Wrapping: entries outside are thrown away, and those inside fit unless the tensor is empty.
        (entry as isize).wrapping_mul(along.stride)
    };
    match mode {
        Mode::Set => out.iter_mut().enumerate().for_each(|(k, out)| *out = distance(k)),
        Mode::Add => out.iter_mut().enumerate().for_each(|(k, out)| *out = out.wrapping_add(distance(k))),
    }
    !outside
}

/// # Safety
/// `count` values may be read at steps of `step`.
#[cold]
pub(super) unsafe fn first_outside<T: Entry>(
    start: *const T,
    step: isize,
    len: usize,
    count: usize,
) -> Option<i64> {
    // SAFETY: the caller's promise.
    let values = (0..count as isize).map(|k| unsafe { start.offset(k * step).read() }.value());
    let (low, high) = (-(len as i128), len as i128);
    values.into_iter().find(|&value| i128::from(value) < low || i128::from(value) >= high)
}
