//! Running totals of contiguous blocks, and of rows.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::marker::PhantomData;

use crate::dtype::{Complex64, DType, Element, Numeric};
use crate::kernels::isa::{self, Isa, Task};

/// Chains of totals that run at the same time, because each waits for its last addition.
const CHAINS: usize = 8;

/// How elements are totalled.
pub(super) trait Total: 'static {
    type T: Numeric;

    /// The total of nothing, which changes no total.
    const START: Self::T;

    fn step(total: Self::T, element: Self::T) -> Self::T;

    /// Whether the total is one that further ones can be made of in any order: neither it, nor a sum or product that
    /// it is part of, has left the range of its type on the way.
    fn is_plain(total: Self::T) -> bool;
}

/// Running sums.
struct Sum<T>(PhantomData<T>);

/// Running products.
struct Product<T>(PhantomData<T>);

macro_rules! totals {
    ($($T:ident $zero:expr, $plain_sum:expr, $plain_product:expr;)*) => { $(
        impl Total for Sum<$T> {
            type T = $T;
            const START: $T = $zero;
            #[inline(always)]
            fn step(total: $T, element: $T) -> $T {
                Numeric::add(total, element)
            }
            #[inline(always)]
            fn is_plain(total: $T) -> bool {
                $plain_sum(total)
            }
        }
        impl Total for Product<$T> {
            type T = $T;
            const START: $T = <$T as Numeric>::ONE;
            #[inline(always)]
            fn step(total: $T, element: $T) -> $T {
                Numeric::mul(total, element)
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
    i64 0, always, always;
    f64 -0.0, f64::is_finite, is_normal;
    Complex64 Complex64::new(-0.0, -0.0), are_finite, are_normal;
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

/// A [`Total`] as functions of untyped pointers.
#[derive(Clone, Copy)]
pub(super) struct Kernel {
    /// What elements are read as.
    pub(super) dtype: DType,
    /// Writes the total of nothing.
    pub(super) start: unsafe fn(*mut u8, usize),
    /// Replaces contiguous elements by their running totals, from nothing, and writes the last one; whether all of
    /// them are plain.
    pub(super) prefix: unsafe fn(*mut u8, usize, *mut Slot) -> bool,
    /// Adds a total in front of each of the elements; whether all of them are plain then.
    pub(super) shift: unsafe fn(*mut u8, usize, *const Slot) -> bool,
    /// Replaces contiguous elements by their running totals, one after the other, from a total that it moves on.
    pub(super) ordered: unsafe fn(*mut u8, usize, *mut Slot),
    /// Whether a total is plain.
    pub(super) is_plain: unsafe fn(*const Slot) -> bool,
    /// Adds a total to another.
    pub(super) add: unsafe fn(*mut Slot, *const Slot),
    /// Adds a row to a row of totals, and copies these back to it.
    pub(super) row: unsafe fn(*mut u8, *mut u8, usize),
}

impl Kernel {
    /// The kernel for results of a dtype: integers are totalled as `i64`, floats as `f64`.
    pub(super) fn new(product: bool, dtype: DType) -> Self {
        match (dtype, product) {
            _ if dtype.is_complex() && product => Self::of::<Product<Complex64>>(),
            _ if dtype.is_complex() => Self::of::<Sum<Complex64>>(),
            _ if dtype.is_float() && product => Self::of::<Product<f64>>(),
            _ if dtype.is_float() => Self::of::<Sum<f64>>(),
            (_, true) => Self::of::<Product<i64>>(),
            (_, false) => Self::of::<Sum<i64>>(),
        }
    }

    fn of<F: Total>() -> Self {
        Self {
            dtype: F::T::DTYPE,
            start: start::<F>,
            prefix: prefix::<F>,
            shift: shift::<F>,
            ordered: ordered::<F>,
            is_plain: is_plain::<F>,
            add: add::<F>,
            row: row::<F>,
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
/// `len` elements and the total may be written.
unsafe fn prefix<F: Total>(elements: *mut u8, len: usize, total: *mut Slot) -> bool {
    let (last, plain) = isa::run(Prefix::<F> { elements: elements.cast(), len });
    // SAFETY: the caller's promise; a slot holds any total.
    unsafe { total.cast::<F::T>().write(last) };
    plain
}

/// # Safety
/// As [`prefix`]; the total has been written.
unsafe fn shift<F: Total>(elements: *mut u8, len: usize, total: *const Slot) -> bool {
    // SAFETY: the caller's promise.
    let total = unsafe { total.cast::<F::T>().read() };
    isa::run(Shift::<F> { elements: elements.cast(), len, total })
}

/// # Safety
/// As [`shift`], and the total may be written.
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
/// `len` totals and elements may be read and written.
unsafe fn row<F: Total>(totals: *mut u8, elements: *mut u8, len: usize) {
    isa::run(Row::<F> { totals: totals.cast(), elements: elements.cast(), len });
}

/// Making one promises what [`prefix`] asks for.
struct Prefix<F: Total> {
    elements: *mut F::T,
    len: usize,
}

impl<F: Total> Task for Prefix<F> {
    type Output = (F::T, bool);

    #[inline(always)]
    fn run(self, _: Isa) -> (F::T, bool) {
        let Self { elements, len } = self;
        let chain = len / CHAINS;
        let mut totals = [F::START; CHAINS];
        // SAFETY: whoever made the task promised `len` elements; each chain has its own.
        unsafe {
            for k in 0..chain {
                for (c, total) in totals.iter_mut().enumerate() {
                    let element = elements.add(c * chain + k);
                    *total = F::step(*total, element.read());
                    element.write(*total);
                }
            }
            let mut before = totals[0];
            for (c, &total) in totals.iter().enumerate().skip(1) {
                for k in c * chain..(c + 1) * chain {
                    elements.add(k).write(F::step(before, elements.add(k).read()));
                }
                before = F::step(before, total);
            }
            for k in CHAINS * chain..len {
                before = F::step(before, elements.add(k).read());
                elements.add(k).write(before);
            }
            let mut plain = true;
            for k in 0..len {
                plain &= F::is_plain(elements.add(k).read());
            }
            (before, plain)
        }
    }
}

/// Making one promises what [`shift`] asks for.
struct Shift<F: Total> {
    elements: *mut F::T,
    len: usize,
    total: F::T,
}

impl<F: Total> Task for Shift<F> {
    type Output = bool;

    #[inline(always)]
    fn run(self, _: Isa) -> bool {
        let mut plain = true;
        for k in 0..self.len {
            // SAFETY: whoever made the task promised `len` elements.
            unsafe {
                let total = F::step(self.total, self.elements.add(k).read());
                self.elements.add(k).write(total);
                plain &= F::is_plain(total);
            }
        }
        plain
    }
}

/// Making one promises what [`row`] asks for.
struct Row<F: Total> {
    totals: *mut F::T,
    elements: *mut F::T,
    len: usize,
}

impl<F: Total> Task for Row<F> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        for k in 0..self.len {
            // SAFETY: whoever made the task promised `len` of both.
            unsafe {
                let total = F::step(self.totals.add(k).read(), self.elements.add(k).read());
                self.totals.add(k).write(total);
                self.elements.add(k).write(total);
            }
        }
    }
}
