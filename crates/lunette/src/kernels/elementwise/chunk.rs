//! Loops over contiguous elements, a chunk at a time.
//!
//! A chunk is read whole, computed, and written whole: the compiler sees no aliasing between what it reads and what it
//! writes, so a loop whose destination is one of its operands is as fast as any other. A value that stands still becomes
//! a chunk of copies that is read again and again; the loop itself makes it, because processors wait for what was stored
//! in narrower registers than it is read in. What is left behind the last whole chunk goes through shorter ones, of the
//! same instructions on fewer lanes, so the result of an element does not depend on where it lies.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use crate::kernels::ahead::fetch_lines;
use crate::kernels::isa::{self, Isa, Task};

/// How many elements a loop computes at once.
pub(super) const CHUNK: usize = 32;

/// An operand of a loop.
#[derive(Clone, Copy)]
pub(crate) struct Arg {
    /// The first element.
    start: *const u8,
    way: Way,
}

/// Where an operand goes while the loop goes on.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Nowhere: one element serves all along.
    Still,
    /// From element to element, through all rows.
    On,
    /// Through one row, which serves for every row.
    Again,
}

impl Arg {
    /// An operand that is not there.
    pub(super) const NONE: Self = Self::still(std::ptr::null());

    /// One element for all.
    #[inline]
    pub(super) const fn still(start: *const u8) -> Self {
        Self { start, way: Way::Still }
    }

    /// An element for each result.
    #[inline]
    pub(super) const fn moving(start: *const u8) -> Self {
        Self { start, way: Way::On }
    }

    /// An element for each result of a row.
    #[inline]
    pub(super) const fn again(start: *const u8) -> Self {
        Self { start, way: Way::Again }
    }

    #[inline]
    pub(super) fn start(self) -> *const u8 {
        self.start
    }

    #[inline]
    pub(super) fn moves(self) -> bool {
        self.way != Way::Still
    }

    /// The operand so many bytes further on.
    #[inline]
    pub(super) fn ahead(self, bytes: usize) -> Self {
        let bytes = if self.moves() { bytes } else { 0 };
        Self { start: self.start.wrapping_add(bytes), ..self }
    }

    /// Asks for some bytes of the operand that are read so many bytes further on.
    #[inline]
    pub(super) fn fetch(self, ahead: usize, bytes: usize) {
        fetch_lines(self.start.wrapping_add(ahead), bytes);
    }
}

/// How much a loop computes: rows of some length, side by side.
#[derive(Clone, Copy)]
pub(crate) struct Rows {
    /// How many, not 0.
    pub(crate) count: usize,
    pub(crate) len: usize,
}

impl Rows {
    /// One row of so many elements.
    #[inline]
    pub(crate) const fn one(len: usize) -> Self {
        Self { count: 1, len }
    }

    /// How many elements all rows have; they exist, so they can be counted.
    #[inline]
    pub(super) const fn elements(self) -> usize {
        self.count * self.len
    }
}

/// Computes the elements of some rows.
///
/// # Safety
/// As many operands as the operator takes are elements of its dtype: aligned, initialised, readable, as many as they are
/// made for; the destination has room for the results of all rows. The destination may be an operand of the same item size
/// that moves, but must not overlap one otherwise.
pub(crate) type Loop = unsafe fn(dst: *mut u8, args: &[Arg; 3], rows: Rows);

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
pub(super) unsafe fn unary<O: Unary<A>, A: Copy>(dst: *mut u8, args: &[Arg; 3], rows: Rows) {
    isa::run(Call { dst, args, rows, run: PhantomData::<UnaryLoop<O, A>> });
}

/// The loop of an operator of two operands.
///
/// # Safety
/// As for [`Loop`].
pub(super) unsafe fn binary<O: Binary<A>, A: Copy>(dst: *mut u8, args: &[Arg; 3], rows: Rows) {
    isa::run(Call { dst, args, rows, run: PhantomData::<BinaryLoop<O, A>> });
}

/// The loop of an operator of three operands.
///
/// # Safety
/// As for [`Loop`].
pub(super) unsafe fn ternary<O: Ternary<A, B>, A: Copy, B: Copy>(dst: *mut u8, args: &[Arg; 3], rows: Rows) {
    isa::run(Call { dst, args, rows, run: PhantomData::<TernaryLoop<O, A, B>> });
}

/// What a [`Loop`] was called with, on its way to the copy for an instruction set. The streams are made there: what a
/// task holds lies in memory, what they hold in registers.
struct Call<'a, L> {
    dst: *mut u8,
    args: &'a [Arg; 3],
    rows: Rows,
    run: PhantomData<L>,
}

/// Room for the copies of an operand that stands still.
#[repr(align(64))]
struct Room<A>(MaybeUninit<[A; CHUNK]>);

impl<A> Room<A> {
    #[inline(always)]
    const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }
}

/// The chunks of an operand, one after the other.
struct Stream<A> {
    at: *const A,
    /// Where every row starts, if it is always the same place.
    again: Option<NonNull<A>>,
    moves: bool,
}

impl<A: Copy> Stream<A> {
    /// The stream of an operand; it may point into `room`, which has to stay where it is.
    ///
    /// # Safety
    /// The operand's first element may be read.
    #[inline(always)]
    unsafe fn new(arg: Arg, room: &mut Room<A>) -> Self {
        let start = arg.start.cast::<A>();
        let again = if arg.way == Way::Again { NonNull::new(start.cast_mut()) } else { None };
        let at = match arg.way {
            // SAFETY: the caller's promise.
            Way::Still => room.0.write([unsafe { start.read() }; CHUNK]).as_ptr(),
            Way::On | Way::Again => start,
        };
        Self { at, again, moves: arg.moves() }
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

    /// Goes where the next row starts.
    #[inline(always)]
    fn next_row(&mut self) {
        if let Some(start) = self.again {
            self.at = start.as_ptr();
        }
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

/// A loop at work.
trait Steps {
    /// How many elements it computes at once: 8, 16 or 32.
    const AT_ONCE: usize = CHUNK;

    /// Computes the next chunk.
    ///
    /// # Safety
    /// `N` elements are left in the row.
    unsafe fn step<const N: usize>(&mut self, isa: Isa);

    /// Goes where the next row starts.
    fn next_row(&mut self);

    /// Computes a row: as many elements at once as it should, and what is left in chunks of fewer elements. The lengths are
    /// known, so that no loop and no call stands between few elements and their result.
    ///
    /// # Safety
    /// So many elements are left in the row.
    #[inline(always)]
    unsafe fn row(&mut self, len: usize, isa: Isa) {
        const { assert!(CHUNK == 32 && matches!(Self::AT_ONCE, 8 | 16 | 32)) };
        let mut left = len;
        // SAFETY: the caller's promise, for one chunk after the other.
        unsafe {
            while left >= Self::AT_ONCE {
                match Self::AT_ONCE {
                    8 => self.step::<8>(isa),
                    16 => self.step::<16>(isa),
                    _ => self.step::<CHUNK>(isa),
                }
                left -= Self::AT_ONCE;
            }
            // Fewer than a chunk are left here.
            if left & 16 != 0 {
                self.step::<16>(isa);
            }
            if left & 8 != 0 {
                self.step::<8>(isa);
            }
            if left & 4 != 0 {
                self.step::<4>(isa);
            }
            if left & 2 != 0 {
                self.step::<2>(isa);
            }
            if left & 1 != 0 {
                self.step::<1>(isa);
            }
        }
    }

    /// Computes all rows.
    ///
    /// # Safety
    /// What the makers of loops promise.
    #[inline(always)]
    unsafe fn rows(&mut self, rows: Rows, isa: Isa) {
        for _ in 1..rows.count {
            // SAFETY: the caller's promise, for one row after the other.
            unsafe { self.row(rows.len, isa) };
            self.next_row();
        }
        // SAFETY: as above.
        unsafe { self.row(rows.len, isa) };
    }
}

/// Computes elements some of which the operator has no fast answer for, one by one. The others come out as they would
/// without such neighbours.
///
/// # Safety
/// So many elements may be read, and their results written, in the same place or apart.
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
}

impl<O: Unary<A>, A: Copy> Steps for UnaryLoop<O, A> {
    const AT_ONCE: usize = O::AT_ONCE;

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

    #[inline(always)]
    fn next_row(&mut self) {
        self.a.next_row();
    }
}

impl<O: Unary<A>, A: Copy> Task for Call<'_, UnaryLoop<O, A>> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        let mut room = Room::new();
        // SAFETY: what the makers of loops promise.
        unsafe {
            let a = Stream::new(self.args[0], &mut room);
            UnaryLoop::<O, A> { dst: self.dst.cast(), a }.rows(self.rows, isa);
        }
    }
}

struct BinaryLoop<O: Binary<A>, A> {
    dst: *mut O::Out,
    a: Stream<A>,
    b: Stream<A>,
}

impl<O: Binary<A>, A: Copy> Steps for BinaryLoop<O, A> {
    const AT_ONCE: usize = O::AT_ONCE;

    #[inline(always)]
    unsafe fn step<const N: usize>(&mut self, isa: Isa) {
        // SAFETY: the caller's promise.
        unsafe {
            let (a, b) = (self.a.next::<N>(), self.b.next::<N>());
            put(&mut self.dst, each!(|k| O::apply(isa, a[k], b[k])));
        }
    }

    #[inline(always)]
    fn next_row(&mut self) {
        self.a.next_row();
        self.b.next_row();
    }
}

impl<O: Binary<A>, A: Copy> Task for Call<'_, BinaryLoop<O, A>> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        let (mut room_a, mut room_b) = (Room::new(), Room::new());
        // SAFETY: what the makers of loops promise.
        unsafe {
            let a = Stream::new(self.args[0], &mut room_a);
            let b = Stream::new(self.args[1], &mut room_b);
            BinaryLoop::<O, A> { dst: self.dst.cast(), a, b }.rows(self.rows, isa);
        }
    }
}

struct TernaryLoop<O: Ternary<A, B>, A, B> {
    dst: *mut O::Out,
    a: Stream<A>,
    b: Stream<B>,
    c: Stream<B>,
}

impl<O: Ternary<A, B>, A: Copy, B: Copy> Steps for TernaryLoop<O, A, B> {
    #[inline(always)]
    unsafe fn step<const N: usize>(&mut self, isa: Isa) {
        // SAFETY: the caller's promise.
        unsafe {
            let (a, b, c) = (self.a.next::<N>(), self.b.next::<N>(), self.c.next::<N>());
            put(&mut self.dst, each!(|k| O::apply(isa, a[k], b[k], c[k])));
        }
    }

    #[inline(always)]
    fn next_row(&mut self) {
        self.a.next_row();
        self.b.next_row();
        self.c.next_row();
    }
}

impl<O: Ternary<A, B>, A: Copy, B: Copy> Task for Call<'_, TernaryLoop<O, A, B>> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        let (mut room_a, mut room_b, mut room_c) = (Room::new(), Room::new(), Room::new());
        // SAFETY: what the makers of loops promise.
        unsafe {
            let a = Stream::new(self.args[0], &mut room_a);
            let b = Stream::new(self.args[1], &mut room_b);
            let c = Stream::new(self.args[2], &mut room_c);
            TernaryLoop::<O, A, B> { dst: self.dst.cast(), a, b, c }.rows(self.rows, isa);
        }
    }
}
