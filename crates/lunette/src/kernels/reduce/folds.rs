//! The folds: sums and extremes.

use std::marker::PhantomData;

use super::fold::Fold;
use super::plan::LONG_BLOCK;
use crate::dtype::{Element, Integer};

/// Sums of `T`.
///
/// Lanes of `f32` are taken by `f64`, lanes of `f64` by sums that keep what rounding takes away; integers are widened,
/// and wrap. So the error of a sum is that of the short chains in the lanes, however long it is.
pub(super) struct Sum<T>(PhantomData<T>);

/// The least of `T`; a NaN is less than anything.
pub(super) struct Least<T>(PhantomData<T>);

/// The greatest of `T`; a NaN is greater than anything.
pub(super) struct Greatest<T>(PhantomData<T>);

impl Fold for Sum<f32> {
    type In = f32;
    type Lane = f32;
    type Acc = f64;
    type Out = f64;

    // Negative zeros add up to a negative zero; no other start leaves every sum as it is.
    const START: f32 = -0.0;
    const EMPTY: f64 = -0.0;
    const IN_ANY_ORDER: bool = false;

    #[inline(always)]
    fn step(lane: f32, element: f32) -> f32 {
        lane + element
    }

    #[inline(always)]
    fn join(a: f32, b: f32) -> f32 {
        a + b
    }

    #[inline(always)]
    fn absorb(acc: f64, lane: f32) -> f64 {
        acc + f64::from(lane)
    }

    #[inline(always)]
    fn merge(a: f64, b: f64) -> f64 {
        a + b
    }

    #[inline(always)]
    fn finish(acc: f64) -> f64 {
        acc
    }
}

/// A sum and what rounding has taken from it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Exact {
    sum: f64,
    lost: f64,
}

impl Exact {
    /// Adds `value`, and to what was lost that which the addition loses (Knuth's TwoSum, which needs no order).
    #[inline(always)]
    fn plus(self, value: f64, lost: f64) -> Self {
        let sum = self.sum + value;
        let other = sum - self.sum;
        let error = (self.sum - (sum - other)) + (value - other);
        Self { sum, lost: self.lost + (lost + error) }
    }
}

impl Fold for Sum<f64> {
    type In = f64;
    type Lane = f64;
    type Acc = Exact;
    type Out = f64;

    const START: f64 = -0.0;
    const EMPTY: Exact = Exact { sum: -0.0, lost: -0.0 };
    const IN_ANY_ORDER: bool = false;

    #[inline(always)]
    fn step(lane: f64, element: f64) -> f64 {
        lane + element
    }

    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        a + b
    }

    #[inline(always)]
    fn absorb(acc: Exact, lane: f64) -> Exact {
        acc.plus(lane, 0.0)
    }

    #[inline(always)]
    fn merge(a: Exact, b: Exact) -> Exact {
        a.plus(b.sum, b.lost)
    }

    #[inline(always)]
    fn finish(acc: Exact) -> f64 {
        // Infinities lose NaN.
        match acc.lost == 0.0 || !acc.sum.is_finite() {
            true => acc.sum,
            false => acc.sum + acc.lost,
        }
    }
}

/// Sums of the squares of `T`, which has room for those of `f32` in `f64`.
pub(super) struct SquareSum<T>(PhantomData<T>);

macro_rules! square_sums {
    ($($T:ident)*) => { $(
        impl Fold for SquareSum<$T> {
            type In = $T;
            type Lane = f64;
            type Acc = <Sum<f64> as Fold>::Acc;
            type Out = f64;

            const START: f64 = 0.0;
            const EMPTY: Self::Acc = <Sum<f64> as Fold>::EMPTY;
            const IN_ANY_ORDER: bool = false;

            #[inline(always)]
            fn step(lane: f64, element: $T) -> f64 {
                let wide = f64::from(element);
                lane + wide * wide
            }

            #[inline(always)]
            fn join(a: f64, b: f64) -> f64 {
                a + b
            }

            #[inline(always)]
            fn absorb(acc: Self::Acc, lane: f64) -> Self::Acc {
                Sum::<f64>::absorb(acc, lane)
            }

            #[inline(always)]
            fn merge(a: Self::Acc, b: Self::Acc) -> Self::Acc {
                Sum::<f64>::merge(a, b)
            }

            #[inline(always)]
            fn finish(acc: Self::Acc) -> f64 {
                Sum::<f64>::finish(acc)
            }
        }
    )* };
}

square_sums! { f32 f64 }

macro_rules! integer_sums {
    ($($T:ident $lane:ident $acc:ident;)*) => { $(
        impl Fold for Sum<$T> {
            type In = $T;
            type Lane = $lane;
            type Acc = $acc;
            type Out = $acc;

            const START: $lane = 0;
            const EMPTY: $acc = 0;
            const IN_ANY_ORDER: bool = true;

            #[inline(always)]
            fn step(lane: $lane, element: $T) -> $lane {
                lane.wrapping_add($lane::from(element))
            }

            #[inline(always)]
            fn join(a: $lane, b: $lane) -> $lane {
                a.wrapping_add(b)
            }

            #[inline(always)]
            fn absorb(acc: $acc, lane: $lane) -> $acc {
                acc.wrapping_add($acc::from(lane))
            }

            #[inline(always)]
            fn merge(a: $acc, b: $acc) -> $acc {
                a.wrapping_add(b)
            }

            #[inline(always)]
            fn finish(acc: $acc) -> $acc {
                acc
            }
        }
    )* };
}

// A lane takes at most the 2¹⁴ elements of a block: 32 bits are enough for elements of 16.
const _: () = assert!(LONG_BLOCK <= 1 << 14);
integer_sums! {
    i8 i32 i64;
    i16 i32 i64;
    i32 i64 i64;
    i64 i64 i64;
    u8 u32 u64;
    u16 u32 u64;
    u32 u64 u64;
    u64 u64 u64;
}

/// A type with a least and a greatest value, in an order in which NaN comes before or after everything.
pub(super) trait Ordered: Element {
    const LOWEST: Self;
    const HIGHEST: Self;
    /// Whether there are values that come before, or after, all others, and are equal to none.
    const HAS_NAN: bool;

    /// The lesser; NaN if one is.
    fn lesser(a: Self, b: Self) -> Self;
    /// The greater; NaN if one is.
    fn greater(a: Self, b: Self) -> Self;
    /// Whether nothing can come before the value: it is a NaN.
    fn is_nan(self) -> bool;
}

macro_rules! ordered {
    (integers $($T:ident)*) => { $(
        impl Ordered for $T {
            const LOWEST: Self = <$T as Integer>::MIN;
            const HIGHEST: Self = <$T as Integer>::MAX;
            const HAS_NAN: bool = false;

            #[inline(always)]
            fn lesser(a: Self, b: Self) -> Self {
                Ord::min(a, b)
            }

            #[inline(always)]
            fn greater(a: Self, b: Self) -> Self {
                Ord::max(a, b)
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                false
            }
        }
    )* };
    (floats $($T:ident $Bits:ident)*) => { $(
        impl Ordered for $T {
            const LOWEST: Self = $T::NEG_INFINITY;
            const HIGHEST: Self = $T::INFINITY;
            const HAS_NAN: bool = true;

            // A NaN in `a` stays because nothing is less than it. That `b` is one is found beside the chain of comparisons, and
            // not in it: a choice by both conditions takes nearly twice as long in the first cache.
            #[inline(always)]
            fn lesser(a: Self, b: Self) -> Self {
                let lesser = if b < a { b } else { a };
                $T::from_bits(lesser.to_bits() | $Bits::from($T::is_nan(b)).wrapping_neg())
            }

            #[inline(always)]
            fn greater(a: Self, b: Self) -> Self {
                let greater = if b > a { b } else { a };
                $T::from_bits(greater.to_bits() | $Bits::from($T::is_nan(b)).wrapping_neg())
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                $T::is_nan(self)
            }
        }
    )* };
}

ordered! { integers i8 i16 i32 i64 u8 u16 u32 u64 }
ordered! { floats f32 u32 f64 u64 }

macro_rules! extremes {
    ($($Fold:ident $start:ident $choose:ident;)*) => { $(
        impl<T: Ordered> Fold for $Fold<T> {
            type In = T;
            type Lane = T;
            type Acc = Padded<T>;
            type Out = T;

            const START: T = T::$start;
            const EMPTY: Padded<T> = Padded(T::$start);
            const IN_ANY_ORDER: bool = !T::HAS_NAN;
            // Nothing is lost in long chains.
            const STEPS: usize = 256;

            #[inline(always)]
            fn step(lane: T, element: T) -> T {
                T::$choose(lane, element)
            }

            #[inline(always)]
            fn join(a: T, b: T) -> T {
                T::$choose(a, b)
            }

            #[inline(always)]
            fn absorb(acc: Padded<T>, lane: T) -> Padded<T> {
                Padded(T::$choose(acc.0, lane))
            }

            #[inline(always)]
            fn merge(a: Padded<T>, b: Padded<T>) -> Padded<T> {
                Padded(T::$choose(a.0, b.0))
            }

            #[inline(always)]
            fn finish(acc: Padded<T>) -> T {
                acc.0
            }
        }
    )* };
}

/// A value that fills a `u64`, as accumulators do.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
pub(super) struct Padded<T>(pub(super) T);

extremes! {
    Least HIGHEST lesser;
    Greatest LOWEST greater;
}
