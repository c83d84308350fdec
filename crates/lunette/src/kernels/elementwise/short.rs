//! A program over few elements that lie side by side: each step is one loop over all of them, and what is in between
//! stays on the stack. To cut axes into tiles would take longer than the elements do.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use std::mem::MaybeUninit;

use super::MOST_LEAVES;
use super::chunk::Arg;
use super::program::{Program, Slot};
use crate::buffer::{Buffer, Fresh, Piece};
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::cast::cast_row;
use crate::kernels::fill::bytes_of;

/// So many bytes lie on the stack.
const ROOM_BYTES: usize = 8 << 10;

/// The largest item, in bytes.
const LARGEST: usize = 16;

/// The alignment of each place: that of the widest register.
const ALIGNMENT: usize = 64;

/// Memory as aligned as any element, which holds nothing at first.
#[repr(align(64))]
struct Room(MaybeUninit<[u8; ROOM_BYTES]>);

/// Where constants, leaves and results in other dtypes, and temporaries lie in the room, in bytes from its start.
struct Places {
    /// Each of the places below is so large.
    place_bytes: usize,
    leaves: usize,
    temps: usize,
    output: usize,
    end: usize,
}

impl Places {
    fn of(program: &Program, len: usize) -> Self {
        let place_bytes = len.saturating_mul(program.largest_item()).next_multiple_of(ALIGNMENT);
        let places = |count: usize| count.saturating_mul(place_bytes);
        let leaves = (program.constants().len() * LARGEST).next_multiple_of(ALIGNMENT);
        let temps = leaves.saturating_add(places(program.leaves().len()));
        let output = temps.saturating_add(places(program.temps()));
        Self { place_bytes, leaves, temps, output, end: output.saturating_add(place_bytes) }
    }
}

/// Whether [`short`] has room for the program over so many elements.
pub(crate) fn is_short(program: &Program, len: usize) -> bool {
    len <= ROOM_BYTES && Places::of(program, len).end <= ROOM_BYTES && program.dtype().is_some()
}

/// What the program makes of `len` elements, in new memory; a piece of one element serves for all of them.
///
/// # Errors
/// If there is no memory.
///
/// # Panics
/// If there are other pieces than the program has leaves, or one has another length, or the program is not
/// [short](is_short): the caller has looked.
pub(crate) fn short(
    op: &'static str,
    program: &Program,
    pieces: &[Piece<'_>],
    len: usize,
    dtype: DType,
) -> Result<Buffer> {
    let fits = pieces.iter().all(|piece| piece.len() == len || piece.len() == 1);
    assert!(is_short(program, len) && fits && pieces.len() == program.leaves().len());
    let mut fresh = Fresh::small(op, len, dtype)?;
    if len > 0 {
        // SAFETY: the pieces were just found to be as the program wants them, and the new memory has room for the results.
        unsafe { run(program, pieces, len, (fresh.start(), dtype)) };
    }
    // SAFETY: the last step, or the cast after it, has written every element.
    Ok(unsafe { fresh.assume_init() })
}

/// # Safety
/// The program is [short](is_short), there is a piece for each of its leaves, of `len` elements or of one, and there is room
/// for as many of `dtype` at `dst`.
unsafe fn run(program: &Program, pieces: &[Piece<'_>], len: usize, (dst, dtype): (*mut u8, DType)) {
    let mut room = Room(MaybeUninit::uninit());
    let start = room.0.as_mut_ptr().cast::<u8>();
    let places = Places::of(program, len);
    let place = |first: usize, k: usize| start.wrapping_add(first + k * places.place_bytes);
    let place_of = |slot| match slot {
        Slot::Leaf(k) => place(places.leaves, usize::from(k)),
        Slot::Constant(k) => start.wrapping_add(usize::from(k) * LARGEST),
        Slot::Temp(k) => place(places.temps, usize::from(k)),
    };
    for (k, value) in program.constants().iter().enumerate() {
        // SAFETY: a constant has room for the largest item, which is as large and as aligned as its bytes.
        unsafe { place_of(Slot::Constant(k as u8)).cast::<[u64; 2]>().write(bytes_of(value)) };
    }
    let mut args = [Arg::NONE; MOST_LEAVES];
    for (k, (piece, &seen)) in pieces.iter().zip(program.leaves()).enumerate() {
        let mut from = piece.start();
        if piece.dtype() != seen {
            let to = place(places.leaves, k);
            // SAFETY: the piece can be read, and a place has room for as many elements as it has, of any dtype of the
            // program.
            unsafe { cast_row(piece.dtype(), seen)(from, 1, to, 1, piece.len()) };
            from = to;
        }
        args[k] = if piece.len() == len { Arg::moving(from) } else { Arg::still(from) };
    }
    let made = program.dtype().unwrap_or(dtype);
    let to = if made == dtype { dst } else { place(places.output, 0) };
    // SAFETY: leaves and constants lie where the arguments say, of the dtypes that the loops expect; each temporary has a
    // place of its own, and the results one that is no operand's.
    unsafe {
        program.run(to, &args, len, place_of);
        if made != dtype {
            cast_row(made, dtype)(to, 1, dst, 1, len);
        }
    }
}
