//! One loop over contiguous memory: what small tensors need.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use std::mem::MaybeUninit;

use super::chunk::{Arg, CHUNK, Loop};
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::kernels::fill::bytes_of;

/// An operand of [`flat`].
pub(crate) enum Flat<'a> {
    /// A region of one piece, row-major or column-major as all of them.
    Region(&'a Source<'a>),
    /// One value.
    Value(Scalar),
}

/// Room for a chunk of any dtype.
type Chunk = MaybeUninit<[[u64; 2]; CHUNK]>;

/// The result of a loop over operands of the loop's dtype, in new memory of their order.
///
/// # Errors
/// If there is no memory.
///
/// # Panics
/// If a region is not of one piece or has another number of elements: the caller has looked.
pub(crate) fn flat<const N: usize>(
    op: &'static str,
    run: Loop,
    shape: &[usize],
    operands: [Flat<'_>; N],
    out: DType,
) -> Result<Buffer> {
    let mut fresh = Fresh::new(op, shape, out)?;
    let len = shape.iter().product();
    let mut chunks: [Chunk; N] = [const { MaybeUninit::uninit() }; N];
    let mut args = [Arg::NONE; 3];
    for ((arg, operand), chunk) in args.iter_mut().zip(&operands).zip(&mut chunks) {
        *arg = match operand {
            Flat::Region(region) => {
                let layout = region.layout();
                assert!((layout.is_c_contiguous() || layout.is_f_contiguous()) && layout.len() == len);
                Arg { start: region.start(), moves: true }
            }
            Flat::Value(value) => Arg { start: spread(chunk, *value), moves: false },
        };
    }
    if len > 0 {
        // SAFETY: every operand is `len` contiguous elements of a checked region, or a chunk of copies; the new memory
        // has room for `len` results, and is all of them once the loop has run.
        unsafe { run(fresh.start(), &args, len) };
    }
    // SAFETY: as above.
    Ok(unsafe { fresh.assume_init() })
}

/// Fills a chunk with copies of a value.
fn spread(chunk: &mut Chunk, value: Scalar) -> *const u8 {
    let (bytes, item) = (bytes_of(value), value.dtype().item_size());
    let start = chunk.as_mut_ptr().cast::<u8>();
    for copy in 0..CHUNK {
        // SAFETY: a chunk has room for `CHUNK` items of any dtype, whose bytes are the first of `bytes`.
        unsafe { start.add(copy * item).copy_from_nonoverlapping(bytes.as_ptr().cast::<u8>(), item) };
    }
    start
}
