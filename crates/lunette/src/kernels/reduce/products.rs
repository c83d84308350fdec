//! Products, with an eye on the range of their parts.

use std::marker::PhantomData;

use super::fold::Fold;
use crate::dtype::{Complex64, Numeric};

/// Products of `T`, those of `f32` in `f64`; those of floats are NaN where their parts have left the range, to be done
/// again in order.
pub(super) struct Product<T>(PhantomData<T>);

impl Fold for Product<i64> {
    type In = i64;
    type Lane = i64;
    type Acc = i64;
    type Out = i64;

    const START: i64 = 1;
    const EMPTY: i64 = 1;
    const IN_ANY_ORDER: bool = true;

    #[inline(always)]
    fn step(lane: i64, element: i64) -> i64 {
        lane.wrapping_mul(element)
    }

    #[inline(always)]
    fn join(a: i64, b: i64) -> i64 {
        a.wrapping_mul(b)
    }

    #[inline(always)]
    fn absorb(acc: i64, lane: i64) -> i64 {
        acc.wrapping_mul(lane)
    }

    #[inline(always)]
    fn merge(a: i64, b: i64) -> i64 {
        a.wrapping_mul(b)
    }

    #[inline(always)]
    fn finish(acc: i64) -> i64 {
        acc
    }
}

/// What is multiplied with a look at its range.
pub(super) trait Factor: Numeric {
    /// Not a number, in all parts.
    const NAN: Self;

    /// The product, or NaN if it has come near zero, where digits are lost: what is small may become large again, and
    /// nobody would see it. What is too large stays so.
    #[inline(always)]
    fn times(self, factor: Self) -> Self {
        let product = Self::wrapping_mul(self, factor);
        if product.size() < f64::MIN_POSITIVE { Self::NAN } else { product }
    }

    /// A number near the absolute value.
    fn size(self) -> f64;
    /// Whether no part is a number: what is multiplied with it is like it.
    fn is_nan(self) -> bool;
}

impl Factor for f64 {
    const NAN: Self = f64::NAN;

    #[inline(always)]
    fn size(self) -> f64 {
        self.abs()
    }

    #[inline(always)]
    fn is_nan(self) -> bool {
        f64::is_nan(self)
    }
}

impl Factor for Complex64 {
    const NAN: Self = Self::new(f64::NAN, f64::NAN);

    #[inline(always)]
    fn size(self) -> f64 {
        self.re.abs() + self.im.abs()
    }

    #[inline(always)]
    fn is_nan(self) -> bool {
        self.re.is_nan() && self.im.is_nan()
    }
}

macro_rules! products {
    ($($T:ident as $Lane:ident $($by_fours:ident)?;)*) => { $(
        impl Fold for Product<$T> {
            type In = $T;
            type Lane = $Lane;
            type Acc = $Lane;
            type Out = $Lane;

            const START: $Lane = <$Lane as Numeric>::ONE;
            const EMPTY: $Lane = <$Lane as Numeric>::ONE;
            const IN_ANY_ORDER: bool = false;
            // Every factor rounds once, in long chains as in short ones.
            const STEPS: usize = 64;
            $( const BY_FOURS: bool = true;

            #[inline(always)]
            fn four_steps(lane: $Lane, elements: [$T; 4]) -> $Lane {
                $by_fours(lane, elements)
            } )?

            #[inline(always)]
            fn step(lane: $Lane, element: $T) -> $Lane {
                lane.times($Lane::from(element))
            }

            #[inline(always)]
            fn join(a: $Lane, b: $Lane) -> $Lane {
                a.times(b)
            }

            #[inline(always)]
            fn absorb(acc: $Lane, lane: $Lane) -> $Lane {
                acc.times(lane)
            }

            #[inline(always)]
            fn merge(a: $Lane, b: $Lane) -> $Lane {
                a.times(b)
            }

            /// The product, or NaN if a part of it has left the range of its type: lanes multiply in another order
            /// than a reader does, and parts may overflow, or lose digits near zero, where his would not.
            #[inline(always)]
            fn finish(acc: $Lane) -> $Lane {
                if acc.is_finite() { acc } else { $Lane::NAN }
            }
        }
    )* };
}

products! {
    f32 as f64 together;
    f64 as f64 guarded;
    Complex64 as Complex64;
}

/// A lane times the product of four elements, or NaN if anything on the way has come near zero.
#[inline(always)]
fn guarded(lane: f64, elements: [f64; 4]) -> f64 {
    let [a, b, c, d] = elements;
    let (front, back) = (a * b, c * d);
    let four = front * back;
    let product = lane * four;
    let lesser = |a: f64, b: f64| if a < b { a } else { b };
    let least = lesser(lesser(front.abs(), back.abs()), lesser(four.abs(), product.abs()));
    if least < f64::MIN_POSITIVE { f64::NAN } else { product }
}

/// A lane times the product of four elements, which lies well inside of the range whatever they are.
#[inline(always)]
fn together(lane: f64, elements: [f32; 4]) -> f64 {
    let [a, b, c, d] = elements.map(f64::from);
    lane.times((a * b) * (c * d))
}
