//! Loops over contiguous elements, a chunk at a time.
//!
//! A chunk is read whole, computed, and written whole: the compiler sees no aliasing between what it reads and what it
//! writes, so a loop whose destination is one of its operands is as fast as any other. A value that stands still is a
//! chunk of copies that is read again and again. What is left behind the last whole chunk goes through shorter ones, of
//! the same instructions on fewer lanes, so the result of an element does not depend on where it lies.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use std::mem::MaybeUninit;

use crate::kernels::isa::{self, Isa, Task};

/// How many elements a loop computes at once.
pub(crate) const CHUNK: usize = 32;

/// An operand of a loop.
#[derive(Clone, Copy)]
pub(crate) struct Arg {
    /// The first chunk.
    pub(super) start: *const u8,
    /// Whether the next chunk is another one; otherwise the first, `CHUNK` copies of a value, serves all along.
    pub(super) moves: bool,
}

impl Arg {
    /// An operand that is not there.
    pub(super) const NONE: Self = Self { start: std::ptr::null(), moves: false };
}

/// Computes `len` elements.
///
/// # Safety
/// As many operands as the operator takes are elements of its dtype: aligned, initialised, readable, `len` of them if
/// the operand moves, else [`CHUNK`]; the destination has room for `len` results. The destination may be an operand
/// of the same item size, but must not overlap one otherwise.
pub(crate) type Loop = unsafe fn(dst: *mut u8, args: &[Arg; 3], len: usize);

/// An operator of one operand.
pub(super) trait Unary<A: Copy> {
    /// How many elements are computed at once: fewer than a whole chunk where an operator takes so many steps that their
    /// constants and the lanes of a whole chunk do not fit the registers.
    const AT_ONCE: usize = CHUNK;

    type Out: Copy;
    fn apply(isa: Isa, a: A) -> Self::Out;

    /// Whether [`apply`](Self::apply) has no answer for a number; most operators have one for all.
    #[inline(always)]
    fn is_beyond(_: A) -> bool {
        false
    }

    /// Whether a chunk holds such a number.
    #[inline(always)]
    fn any_beyond<const N: usize>(chunk: &[A; N]) -> bool {
        let mut any = false;
        for &a in chunk {
            any |= Self::is_beyond(a);
        }
        any
    }

    /// The answer for any number, however slow.
    #[inline(always)]
    fn apply_beyond(a: A) -> Self::Out {
        Self::apply(Isa::Base, a)
    }
}

/// An operator of two operands of one type.
pub(super) trait Binary<A> {
    /// As [`Unary::AT_ONCE`].
    const AT_ONCE: usize = CHUNK;

    type Out: Copy;
    fn apply(isa: Isa, a: A, b: A) -> Self::Out;
}

/// An operator of three operands, the first of which may be of another type.
pub(super) trait Ternary<A, B> {
    type Out: Copy;
    fn apply(isa: Isa, a: A, b: B, c: B) -> Self::Out;
}

/// The loop of an operator of one operand.
///
/// # Safety
/// As for [`Loop`].
pub(super) unsafe fn unary<O: Unary<A>, A: Copy>(dst: *mut u8, args: &[Arg; 3], len: usize) {
    isa::run(UnaryLoop::<O, A> { dst: dst.cast(), a: Stream::new(args[0]), len });
}

/// The loop of an operator of two operands.
///
/// # Safety
/// As for [`Loop`].
pub(super) unsafe fn binary<O: Binary<A>, A: Copy>(dst: *mut u8, args: &[Arg; 3], len: usize) {
    let (a, b) = (Stream::new(args[0]), Stream::new(args[1]));
    isa::run(BinaryLoop::<O, A> { dst: dst.cast(), a, b, len });
}

/// The loop of an operator of three operands.
///
/// # Safety
/// As for [`Loop`].
pub(super) unsafe fn ternary<O: Ternary<A, B>, A: Copy, B: Copy>(dst: *mut u8, args: &[Arg; 3], len: usize) {
    let (a, b, c) = (Stream::new(args[0]), Stream::new(args[1]), Stream::new(args[2]));
    isa::run(TernaryLoop::<O, A, B> { dst: dst.cast(), a, b, c, len });
}

/// The chunks of an operand, one after the other.
struct Stream<A> {
    at: *const A,
    moves: bool,
}

impl<A: Copy> Stream<A> {
    #[inline(always)]
    fn new(arg: Arg) -> Self {
        Self { at: arg.start.cast(), moves: arg.moves }
    }

    /// The next chunk.
    ///
    /// # Safety
    /// `N` elements may be read at `at`.
    #[inline(always)]
    unsafe fn next<const N: usize>(&mut self) -> [A; N] {
        // SAFETY: the caller's promise.
        let chunk = unsafe { self.at.cast::<[A; N]>().read() };
        // Wrapping: behind the last chunk there may be nothing.
        self.at = self.at.wrapping_add(if self.moves { N } else { 0 });
        chunk
    }
}

/// Writes the results of a chunk.
///
/// # Safety
/// As many elements may be written at `dst`.
#[inline(always)]
unsafe fn put<T: Copy, const N: usize>(dst: &mut *mut T, chunk: [T; N]) {
    // SAFETY: the caller's promise.
    unsafe { dst.cast::<[T; N]>().write(chunk) };
    *dst = dst.wrapping_add(N);
}

/// Computes every element of a chunk. No function with a closure: the compiler does not have to inline closures, and
/// what is not inlined is compiled without the instructions of the [`Isa`]. It stands in an unsafe block; every slot of
/// the chunk is written.
macro_rules! each {
    (|$k:ident| $value:expr) => {{
        let mut chunk = [const { MaybeUninit::uninit() }; N];
        for $k in 0..N {
            chunk[$k].write($value);
        }
        whole(chunk)
    }};
}

/// # Safety
/// Every slot has been written.
#[inline(always)]
unsafe fn whole<T: Copy, const N: usize>(chunk: [MaybeUninit<T>; N]) -> [T; N] {
    // SAFETY: the caller's promise; an array of elements has the same layout as an array of slots.
    unsafe { std::mem::transmute_copy(&chunk) }
}

/// Runs a loop's step for as many elements at once as it should take (32, 16 or 8), and for what is left in chunks of
/// fewer elements: the lengths are known, so that no loop and no call stands between few elements and their result.
macro_rules! in_chunks {
    ($self:ident, $isa:ident) => {
        in_chunks!($self, $isa, CHUNK)
    };
    ($self:ident, $isa:ident, $at_once:expr) => {{
        const { assert!(CHUNK == 32 && matches!($at_once, 8 | 16 | 32)) };
        let mut left = $self.len;
        // SAFETY: what the makers of loops promise, for one chunk after the other.
        unsafe {
            while left >= $at_once {
                match $at_once {
                    8 => $self.step::<8>($isa),
                    16 => $self.step::<16>($isa),
                    _ => $self.step::<CHUNK>($isa),
                }
                left -= $at_once;
            }
            // Fewer than a chunk are left here.
            if left & 16 != 0 {
                $self.step::<16>($isa);
            }
            if left & 8 != 0 {
                $self.step::<8>($isa);
            }
            if left & 4 != 0 {
                $self.step::<4>($isa);
            }
            if left & 2 != 0 {
                $self.step::<2>($isa);
            }
            if left & 1 != 0 {
                $self.step::<1>($isa);
            }
        }
    }};
}

/// Computes elements some of which the operator has no fast answer for, one by one. The others come out as they would
/// without such neighbours.
///
/// # Safety
/// As for [`Loop`], for an operand that moves.
#[cold]
#[inline(never)]
unsafe fn one_by_one<O: Unary<A>, A: Copy>(dst: *mut O::Out, a: *const A, len: usize) {
    isa::run(OneByOne::<O, A> { dst, a, len });
}

/// Making one promises what [`one_by_one`] asks for.
struct OneByOne<O: Unary<A>, A: Copy> {
    dst: *mut O::Out,
    a: *const A,
    len: usize,
}

impl<O: Unary<A>, A: Copy> Task for OneByOne<O, A> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        for k in 0..self.len {
            // SAFETY: whoever made the task promised that many elements and room for their results.
            unsafe {
                let a = self.a.add(k).read();
                let result = if O::is_beyond(a) { O::apply_beyond(a) } else { O::apply(isa, a) };
                self.dst.add(k).write(result);
            }
        }
    }
}

struct UnaryLoop<O: Unary<A>, A: Copy> {
    dst: *mut O::Out,
    a: Stream<A>,
    len: usize,
}

impl<O: Unary<A>, A: Copy> UnaryLoop<O, A> {
    /// # Safety
    /// `N` elements are left.
    #[inline(always)]
    unsafe fn step<const N: usize>(&mut self, isa: Isa) {
        let start = self.a.at;
        // SAFETY: the caller's promise.
        unsafe {
            let a = self.a.next::<N>();
            // Nobody is given the address of a chunk or of its results: they stay in registers.
            if O::any_beyond(&a) {
                one_by_one::<O, A>(self.dst, start, N);
                self.dst = self.dst.wrapping_add(N);
                return;
            }
            put(&mut self.dst, each!(|k| O::apply(isa, a[k])));
        }
    }
}

impl<O: Unary<A>, A: Copy> Task for UnaryLoop<O, A> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, isa: Isa) {
        in_chunks!(self, isa, O::AT_ONCE);
    }
}

struct BinaryLoop<O: Binary<A>, A> {
    dst: *mut O::Out,
    a: Stream<A>,
    b: Stream<A>,
    len: usize,
}

impl<O: Binary<A>, A: Copy> BinaryLoop<O, A> {
    /// # Safety
    /// `N` elements are left.
    #[inline(always)]
    unsafe fn step<const N: usize>(&mut self, isa: Isa) {
        // SAFETY: the caller's promise.
        unsafe {
            let (a, b) = (self.a.next::<N>(), self.b.next::<N>());
            put(&mut self.dst, each!(|k| O::apply(isa, a[k], b[k])));
        }
    }
}

impl<O: Binary<A>, A: Copy> Task for BinaryLoop<O, A> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, isa: Isa) {
        in_chunks!(self, isa, O::AT_ONCE);
    }
}

struct TernaryLoop<O: Ternary<A, B>, A, B> {
    dst: *mut O::Out,
    a: Stream<A>,
    b: Stream<B>,
    c: Stream<B>,
    len: usize,
}

impl<O: Ternary<A, B>, A: Copy, B: Copy> TernaryLoop<O, A, B> {
    /// # Safety
    /// `N` elements are left.
    #[inline(always)]
    unsafe fn step<const N: usize>(&mut self, isa: Isa) {
        // SAFETY: the caller's promise.
        unsafe {
            let (a, b, c) = (self.a.next::<N>(), self.b.next::<N>(), self.c.next::<N>());
            put(&mut self.dst, each!(|k| O::apply(isa, a[k], b[k], c[k])));
        }
    }
}

impl<O: Ternary<A, B>, A: Copy, B: Copy> Task for TernaryLoop<O, A, B> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, isa: Isa) {
        in_chunks!(self, isa);
    }
}
