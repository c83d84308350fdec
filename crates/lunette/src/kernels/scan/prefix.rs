//! Running totals of contiguous blocks, and of rows.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::marker::PhantomData;

use crate::dtype::{Complex64, DType, Element, Numeric};
use crate::kernels::isa::{self, Isa, Task};
use crate::kernels::scan::Running as Totals;

/// Elements that are totalled by themselves, because each step of a chain of totals waits for the one before.
const GROUP: usize = 8;

/// How elements are totalled.
pub(super) trait Total: 'static {
    type T: Numeric;

    /// The total of nothing, which changes no total.
    const START: Self::T;
    /// Whether a step takes less time than the groups that keep steps from waiting for each other.
    const IS_QUICK: bool;

    fn step(total: Self::T, element: Self::T) -> Self::T;

    /// Whether the total is one that further ones can be made of in any order: neither it, nor a sum or product that
    /// it is part of, has left the range of its type on the way.
    fn is_plain(total: Self::T) -> bool;
}

/// Running sums.
struct Sum<T>(PhantomData<T>);

/// Running products.
struct Product<T>(PhantomData<T>);

/// The greatest so far; a NaN stays.
struct Greatest<T>(PhantomData<T>);

/// The least so far; a NaN stays.
struct Least<T>(PhantomData<T>);

macro_rules! totals {
    ($($T:ident $zero:expr, $quick:expr, $plain_sum:expr, $plain_product:expr;)*) => { $(
        impl Total for Sum<$T> {
            type T = $T;
            const START: $T = $zero;
            const IS_QUICK: bool = $quick;
            #[inline(always)]
            fn step(total: $T, element: $T) -> $T {
                Numeric::wrapping_add(total, element)
            }
            #[inline(always)]
            fn is_plain(total: $T) -> bool {
                $plain_sum(total)
            }
        }
        impl Total for Product<$T> {
            type T = $T;
            const START: $T = <$T as Numeric>::ONE;
            const IS_QUICK: bool = $quick;
            #[inline(always)]
            fn step(total: $T, element: $T) -> $T {
                Numeric::wrapping_mul(total, element)
            }
            #[inline(always)]
            fn is_plain(total: $T) -> bool {
                $plain_product(total)
            }
        }
    )* };
}

// A negative zero is the sum that leaves every number as it is.
totals! {
    i64 0, true, always, always;
    f64 -0.0, false, f64::is_finite, is_normal;
    Complex64 Complex64::new(-0.0, -0.0), false, are_finite, are_normal;
}

/// Extremes can be taken in any order.
macro_rules! extremes {
    ($($T:ident $lowest:expr, $highest:expr, $quick:expr, $is_nan:expr;)*) => { $(
        impl Total for Greatest<$T> {
            type T = $T;
            const START: $T = $lowest;
            const IS_QUICK: bool = $quick;
            #[inline(always)]
            fn step(total: $T, element: $T) -> $T {
                if (element > total) | $is_nan(element) { element } else { total }
            }
            #[inline(always)]
            fn is_plain(_: $T) -> bool {
                true
            }
        }
        impl Total for Least<$T> {
            type T = $T;
            const START: $T = $highest;
            const IS_QUICK: bool = $quick;
            #[inline(always)]
            fn step(total: $T, element: $T) -> $T {
                if (element < total) | $is_nan(element) { element } else { total }
            }
            #[inline(always)]
            fn is_plain(_: $T) -> bool {
                true
            }
        }
    )* };
}

extremes! {
    i64 i64::MIN, i64::MAX, true, never;
    u64 u64::MIN, u64::MAX, true, never;
    f64 f64::NEG_INFINITY, f64::INFINITY, false, f64::is_nan;
}

#[inline(always)]
fn never<T>(_: T) -> bool {
    false
}

#[inline(always)]
fn always(_: i64) -> bool {
    true
}

#[inline(always)]
fn is_normal(total: f64) -> bool {
    (total.abs() >= f64::MIN_POSITIVE) & (total.abs() <= f64::MAX)
}

#[inline(always)]
fn are_finite(total: Complex64) -> bool {
    total.re.is_finite() & total.im.is_finite()
}

#[inline(always)]
fn are_normal(total: Complex64) -> bool {
    is_normal(total.re.abs() + total.im.abs())
}

/// Room for a total of any type.
pub(super) type Slot = [u64; 2];

/// How blocks of contiguous elements are totalled, as functions of untyped pointers.
#[derive(Clone, Copy)]
pub(super) struct Blocks {
    /// Writes the total of some elements.
    pub(super) total: unsafe fn(*const u8, usize, *mut Slot),
    /// Writes the running totals of some elements, each after a total that comes before all of them, to another place
    /// or to the same, and moves that total on to the last; whether all are plain.
    pub(super) running: unsafe fn(*const u8, *mut u8, usize, *mut Slot) -> bool,
    /// Adds a row to a row of totals, and writes these to another place or to that of the row.
    pub(super) row: unsafe fn(*mut u8, *const u8, *mut u8, usize),
}

impl Blocks {
    const fn of<F: Total, E: Stored<F::T>>() -> Self {
        Self { total: total::<F, E>, running: running::<F, E>, row: row::<F, E> }
    }
}

/// A [`Total`] as functions of untyped pointers.
#[derive(Clone, Copy)]
pub(super) struct Kernel {
    totals: Totals,
    /// What elements are read as.
    pub(super) dtype: DType,
    /// Writes the total of nothing.
    pub(super) start: unsafe fn(*mut u8, usize),
    /// Totals blocks of contiguous elements.
    pub(super) blocks: Blocks,
    /// Replaces contiguous elements by their running totals, one after the other, from a total that it moves on.
    pub(super) ordered: unsafe fn(*mut u8, usize, *mut Slot),
    /// Whether a total is plain.
    pub(super) is_plain: unsafe fn(*const Slot) -> bool,
    /// Adds a total to another.
    pub(super) add: unsafe fn(*mut Slot, *const Slot),
}

impl Kernel {
    /// The kernel for results of a dtype: integers are totalled as `i64`, whose low bits are those of `u64` too, floats as
    /// `f64`. Only extremes tell signs apart; nobody asks for those of complex numbers.
    pub(super) fn new(totals: Totals, dtype: DType) -> Self {
        match totals {
            Totals::Sum if dtype.is_complex() => Self::of::<Sum<Complex64>>(totals),
            Totals::Sum if dtype.is_float() => Self::of::<Sum<f64>>(totals),
            Totals::Sum => Self::of::<Sum<i64>>(totals),
            Totals::Product if dtype.is_complex() => Self::of::<Product<Complex64>>(totals),
            Totals::Product if dtype.is_float() => Self::of::<Product<f64>>(totals),
            Totals::Product => Self::of::<Product<i64>>(totals),
            Totals::Greatest if dtype.is_float() => Self::of::<Greatest<f64>>(totals),
            Totals::Greatest if dtype == DType::U64 => Self::of::<Greatest<u64>>(totals),
            Totals::Greatest => Self::of::<Greatest<i64>>(totals),
            Totals::Least if dtype.is_float() => Self::of::<Least<f64>>(totals),
            Totals::Least if dtype == DType::U64 => Self::of::<Least<u64>>(totals),
            Totals::Least => Self::of::<Least<i64>>(totals),
        }
    }

    /// How blocks are totalled where they lie, for elements of one dtype that become totals of another.
    pub(super) fn in_place(&self, from: DType, to: DType) -> Option<Blocks> {
        match (from, to) {
            _ if from == self.dtype && to == self.dtype => Some(self.blocks),
            (DType::F32, DType::F32) => match self.totals {
                Totals::Sum => Some(Blocks::of::<Sum<f64>, f32>()),
                Totals::Greatest => Some(Blocks::of::<Greatest<f64>, f32>()),
                Totals::Least => Some(Blocks::of::<Least<f64>, f32>()),
                Totals::Product => None,
            },
            _ => None,
        }
    }

    fn of<F: Total>(totals: Totals) -> Self {
        Self {
            totals,
            dtype: F::T::DTYPE,
            start: start::<F>,
            blocks: Blocks::of::<F, F::T>(),
            ordered: ordered::<F>,
            is_plain: is_plain::<F>,
            add: add::<F>,
        }
    }
}

/// # Safety
/// `len` elements may be written.
unsafe fn start<F: Total>(to: *mut u8, len: usize) {
    // SAFETY: the caller's promise.
    (0..len).for_each(|k| unsafe { to.cast::<F::T>().add(k).write(F::START) });
}

/// # Safety
/// `len` elements may be read, and the total written.
unsafe fn total<F: Total, E: Stored<F::T>>(elements: *const u8, len: usize, total: *mut Slot) {
    let sum = isa::run(TotalOf::<F, E> { elements: elements.cast(), len, by: PhantomData });
    // SAFETY: the caller's promise; a slot holds any total.
    unsafe { total.cast::<F::T>().write(sum) };
}

/// # Safety
/// `len` elements may be read and as many written, at the same place or at places that have no byte in common; the
/// total has been written.
unsafe fn running<F: Total, E: Stored<F::T>>(
    elements: *const u8,
    to: *mut u8,
    len: usize,
    total: *mut Slot,
) -> bool {
    let total = total.cast::<F::T>();
    // SAFETY: the caller's promise.
    unsafe {
        let before = total.read();
        let (own, plain) =
            isa::run(Running::<F, E> { elements: elements.cast(), to: to.cast(), len, before });
        if plain {
            total.write(F::step(before, own));
        }
        plain
    }
}

/// # Safety
/// `len` elements and the total may be read and written.
unsafe fn ordered<F: Total>(elements: *mut u8, len: usize, total: *mut Slot) {
    let (elements, total) = (elements.cast::<F::T>(), total.cast::<F::T>());
    // SAFETY: the caller's promise.
    unsafe {
        let mut sum = total.read();
        for k in 0..len {
            sum = F::step(sum, elements.add(k).read());
            elements.add(k).write(sum);
        }
        total.write(sum);
    }
}

/// # Safety
/// It has been written.
unsafe fn is_plain<F: Total>(total: *const Slot) -> bool {
    // SAFETY: the caller's promise.
    F::is_plain(unsafe { total.cast::<F::T>().read() })
}

/// # Safety
/// Both have been written.
unsafe fn add<F: Total>(into: *mut Slot, from: *const Slot) {
    let (into, from) = (into.cast::<F::T>(), from.cast::<F::T>());
    // SAFETY: the caller's promise.
    unsafe { into.write(F::step(into.read(), from.read())) };
}

/// # Safety
/// `len` totals may be read and written, as many elements read, and as many written, at the same place or at places
/// that have no byte in common.
unsafe fn row<F: Total, E: Stored<F::T>>(totals: *mut u8, elements: *const u8, to: *mut u8, len: usize) {
    isa::run(Row::<F, E> { totals: totals.cast(), elements: elements.cast(), to: to.cast(), len });
}

/// Elements in memory that are totalled as another type.
pub(super) trait Stored<T>: Copy {
    fn widen(self) -> T;
    fn narrow(total: T) -> Self;
}

impl<T: Copy> Stored<T> for T {
    #[inline(always)]
    fn widen(self) -> T {
        self
    }
    #[inline(always)]
    fn narrow(total: T) -> T {
        total
    }
}

impl Stored<f64> for f32 {
    #[inline(always)]
    fn widen(self) -> f64 {
        self.into()
    }
    #[inline(always)]
    fn narrow(total: f64) -> f32 {
        total as f32
    }
}

/// The running totals of a group: of its pairs, then of its fours from those, then of all.
///
/// Each half starts from the last total of the half before, so that sums of what is not negative never fall.
#[inline(always)]
fn totals_of_group<F: Total>([a, b, c, d, e, f, g, h]: [F::T; GROUP]) -> [F::T; GROUP] {
    let (b, d, f, h) = (F::step(a, b), F::step(c, d), F::step(e, f), F::step(g, h));
    let (c, d, g, h) = (F::step(b, c), F::step(b, d), F::step(f, g), F::step(f, h));
    [a, b, c, d, F::step(d, e), F::step(d, f), F::step(d, g), F::step(d, h)]
}

/// The next group of elements.
///
/// # Safety
/// They may be read.
#[inline(always)]
unsafe fn group<T, E: Stored<T>>(elements: *const E) -> [T; GROUP] {
    // SAFETY: the caller's promise.
    unsafe { elements.cast::<[E; GROUP]>().read() }.map(
        #[inline(always)]
        |element| element.widen(),
    )
}

/// Making one promises what [`total`] asks for.
struct TotalOf<F: Total, E: Stored<F::T>> {
    elements: *const E,
    len: usize,
    by: PhantomData<F>,
}

impl<F: Total, E: Stored<F::T>> Task for TotalOf<F, E> {
    type Output = F::T;

    #[inline(always)]
    fn run(self, _: Isa) -> F::T {
        let Self { elements, len, .. } = self;
        let whole = if F::IS_QUICK { 0 } else { len / GROUP * GROUP };
        let mut total = F::START;
        // SAFETY: whoever made the task promised `len` elements.
        unsafe {
            for k in (0..whole).step_by(GROUP) {
                total = F::step(total, totals_of_group::<F>(group(elements.add(k)))[GROUP - 1]);
            }
            for k in whole..len {
                total = F::step(total, elements.add(k).read().widen());
            }
        }
        total
    }
}

/// Making one promises what [`running`] asks for.
struct Running<F: Total, E: Stored<F::T>> {
    elements: *const E,
    to: *mut E,
    len: usize,
    before: F::T,
}

impl<F: Total, E: Stored<F::T>> Task for Running<F, E> {
    /// The total of the elements, and whether all totals are plain: by themselves, and after the one before.
    type Output = (F::T, bool);

    #[inline(always)]
    fn run(self, _: Isa) -> (F::T, bool) {
        let Self { elements, to, len, before } = self;
        let whole = if F::IS_QUICK { 0 } else { len / GROUP * GROUP };
        let (mut total, mut plain) = (F::START, true);
        // SAFETY: whoever made the task promised `len` elements and as many places.
        unsafe {
            for k in (0..whole).step_by(GROUP) {
                let totals = totals_of_group::<F>(group(elements.add(k)));
                for (lane, &own) in totals.iter().enumerate() {
                    let own = F::step(total, own);
                    let all = F::step(before, own);
                    plain &= F::is_plain(own) & F::is_plain(all);
                    to.add(k + lane).write(E::narrow(all));
                }
                total = F::step(total, totals[GROUP - 1]);
            }
            for k in whole..len {
                total = F::step(total, elements.add(k).read().widen());
                let all = F::step(before, total);
                plain &= F::is_plain(total) & F::is_plain(all);
                to.add(k).write(E::narrow(all));
            }
        }
        (total, plain)
    }
}

/// Making one promises what [`row`] asks for.
struct Row<F: Total, E: Stored<F::T>> {
    totals: *mut F::T,
    elements: *const E,
    to: *mut E,
    len: usize,
}

impl<F: Total, E: Stored<F::T>> Task for Row<F, E> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        for k in 0..self.len {
            // SAFETY: whoever made the task promised `len` of each.
            unsafe {
                let total = F::step(self.totals.add(k).read(), self.elements.add(k).read().widen());
                self.totals.add(k).write(total);
                self.to.add(k).write(E::narrow(total));
            }
        }
    }
}
