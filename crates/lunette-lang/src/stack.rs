//! Room on the stack for walks over trees: chains such as `a + b + c` nest as deep as they are long.

/// How much must be left of the stack before a walk begins: what the longest chain that the parser reads needs.
const NEEDED_BYTES: usize = 128 << 20;

/// How much there is where that is not left. Only what is used of it costs memory. Where the system refuses the first,
/// less will do for most trees.
const ROOMS_BYTES: [usize; 3] = [256 << 20, 64 << 20, 16 << 20];

/// How much more must be there than the stack itself: it has pages around it, and in the moment before it is taken other
/// threads take memory too. The system's allocator takes 128 MiB of addresses when a thread, such as that which waits for
/// Ctrl-C, first asks for memory, and gives back half.
const SPARE_BYTES: usize = 144 << 20;

/// Does something that goes through a whole tree, or frees one.
pub(crate) fn with_room<R>(work: impl FnOnce() -> R) -> R {
    if stacker::remaining_stack().is_some_and(|left| left >= NEEDED_BYTES) {
        return work();
    }
    match largest_room() {
        Some(bytes) => stacker::grow(bytes, work),
        None => work(),
    }
}

/// The largest of the rooms that the system has to give now, in bytes.
pub(crate) fn largest_room() -> Option<usize> {
    ROOMS_BYTES.into_iter().find(|&bytes| can_have(bytes))
}

/// Whether the system has so much memory to give for a stack: whoever takes it panics where it has not.
fn can_have(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let found = probe.try_reserve_exact(bytes + SPARE_BYTES).is_ok();
    // What nobody looks at the compiler need not ask for.
    std::hint::black_box(probe.as_ptr());
    found
}
