//! How deep the checker may go: trees and calls of any depth end in a message, never in an overflow.

use crate::stack::largest_room;

/// What is left for the functions that check no depth: the library's, and those that look through trees. Of a small room
/// it is half.
const RESERVE: usize = 32 << 20;

/// What may be used of a stack of which nothing is known.
const LITTLE_ROOM: usize = 256 << 10;

/// Where the stack began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack {
    base: usize,
    room: usize,
}

impl Stack {
    /// A stack that begins here.
    #[inline(never)]
    fn here(room: usize) -> Self {
        let marker = 0_u8;
        Self { base: std::ptr::from_ref(&marker).addr(), room }
    }

    /// How much of the room is used.
    #[inline(never)]
    fn used(&self) -> usize {
        let marker = 0_u8;
        std::ptr::from_ref(&marker).addr().abs_diff(self.base)
    }

    /// Whether an expression may be checked one level deeper.
    pub(super) fn has_room(&self) -> bool {
        self.used() < self.room
    }

    /// Whether a function may be checked inside of another: the rest is for its expressions.
    pub(super) fn has_room_for_function(&self) -> bool {
        self.used() < self.room / 2
    }
}

/// Does something on a stack of its own, the largest that is to be had: deep trees need it. On the caller's where there
/// is no other.
///
/// It is no thread of its own: memory for trees that come from a second thread costs the system a call for every page.
pub(super) fn with_room<T>(work: impl FnOnce(Stack) -> T) -> T {
    let Some(room) = largest_room() else { return work(Stack::here(LITTLE_ROOM)) };
    stacker::grow(room, || {
        // Where stacks cannot be changed there is as much as the caller has left.
        let left = stacker::remaining_stack().unwrap_or(0).min(room);
        work(Stack::here(left.saturating_sub(RESERVE.min(room / 2)).max(LITTLE_ROOM)))
    })
}
