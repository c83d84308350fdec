//! Room on the stack for walks over trees: chains such as `a + b + c` nest as deep as they are long.

/// How much must be left of the stack before a walk begins: what the longest chain that the parser reads needs.
const NEEDED_BYTES: usize = 128 << 20;

/// How much there is where that is not left. Only what is used of it costs memory.
const ROOM_BYTES: usize = 256 << 20;

/// Does something that goes through a whole tree, or frees one.
pub(crate) fn with_room<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(NEEDED_BYTES, ROOM_BYTES, work)
}
