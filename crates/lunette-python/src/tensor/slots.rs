//! The small calls: how tensors become Python objects, and the slots that Python calls most, written by hand.
//!
//! `x[i, j]` reads eight bytes; everything else that it does is the way there. Through PyO3's own doors that way was five
//! times as long as NumPy's, so five things are done here by hand, and nothing else is:
//!
//! - An object that nobody holds any more keeps its memory for the next one ([`spare`]).
//! - A new tensor is written where it stays, not moved there ([`object`]).
//! - Its dtype and its rank are objects that live for ever, which need no counting ([`lasting`]).
//! - A loop over elements changes the ones that it has done with ([`recent`]).
//! - The slots for `x[key]`, `x[key] = value` and `next(rows)` first try the keys that are frequent, with nothing set up
//!   for errors ([`subscript`], [`key`], [`next`]). Whatever they cannot do, errors included, goes PyO3's usual way.
//!
//! How PyO3 is told about all this stands in [`class`]; the slots call its trampolines for the usual way.
//!
//! # What the proofs rest on
//! 1. Whoever has a `Python<'_>` token holds the interpreter's lock: interpreters that can do without it refuse to load a
//!    library of the stable interface of version 3.11, and one that was built for them tells them that it needs the lock.
//! 2. `Tensor` has no subclasses, and its constructor gives what `asarray` has made, so every object of the class was
//!    made by [`object`].
//! 3. Code of the user runs on the frequent ways in two places only. Where the ends of a slice are asked for their numbers
//!    nothing has been made yet, and Python holds the tensor and the key. Where a loop's old element goes, whose weak
//!    references may have something to say, everything has been done already. Nothing on these ways panics; a panic would end
//!    the process, because nothing may unwind into the interpreter.

mod class;
mod key;
pub mod lasting;
mod next;
mod object;
mod recent;
mod spare;
mod subscript;

pub use self::class::Recycled;
pub use self::object::make;
pub use self::recent::Recent;
