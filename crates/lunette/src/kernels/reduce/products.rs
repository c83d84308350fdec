//! Products, with an eye on the range of their parts.

use std::marker::PhantomData;

use super::fold::Fold;
use crate::dtype::{Complex64, Float, Numeric};

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

/// A product, and the size of the smallest part that went into it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Checked<T> {
    product: T,
    least: f64,
}

impl<T: Factor> Checked<T> {
    const EMPTY: Self = Self { product: T::ONE, least: f64::MAX };

    #[inline(always)]
    fn times(self, factor: T, least: f64) -> Self {
        let product = T::mul(self.product, factor);
        // What is not finite stays so, and is seen in the end; what is small may become large again.
        let smaller = |a: f64, b: f64| if b < a { b } else { a };
        let least = smaller(smaller(self.least, least), product.size());
        Self { product, least }
    }

    /// The product, or NaN if a part of it has left the range of its type: lanes multiply in another order than a
    /// reader does, and parts may overflow, or lose digits near zero, where his would not.
    #[inline(always)]
    fn in_range(self) -> T {
        match self.product.is_finite() && self.least >= f64::MIN_POSITIVE {
            true => self.product,
            false => T::NAN,
        }
    }
}

/// What is multiplied with a look at its range.
pub(super) trait Factor: Numeric {
    const NAN: Self;

    /// A number near the absolute value.
    fn size(self) -> f64;
    fn is_finite(self) -> bool;
    fn is_nan(self) -> bool;
}

impl Factor for f64 {
    const NAN: Self = f64::NAN;

    #[inline(always)]
    fn size(self) -> f64 {
        self.abs()
    }

    #[inline(always)]
    fn is_finite(self) -> bool {
        Float::is_finite(self)
    }

    #[inline(always)]
    fn is_nan(self) -> bool {
        Float::is_nan(self)
    }
}

impl Factor for Complex64 {
    const NAN: Self = Self::new(f64::NAN, f64::NAN);

    #[inline(always)]
    fn size(self) -> f64 {
        self.re.abs() + self.im.abs()
    }

    #[inline(always)]
    fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }

    #[inline(always)]
    fn is_nan(self) -> bool {
        self.re.is_nan() || self.im.is_nan()
    }
}

macro_rules! products {
    ($($T:ident as $Lane:ident;)*) => { $(
        impl Fold for Product<$T> {
            type In = $T;
            type Lane = $Lane;
            type Acc = Checked<$Lane>;
            type Out = $Lane;

            const START: $Lane = <$Lane as Numeric>::ONE;
            const EMPTY: Checked<$Lane> = Checked::EMPTY;

            #[inline(always)]
            fn step(lane: $Lane, element: $T) -> $Lane {
                Numeric::mul(lane, $Lane::from(element))
            }

            #[inline(always)]
            fn join(a: $Lane, b: $Lane) -> $Lane {
                // What is out of range stays alone, so that it is seen: a large partner would hide it. There are no
                // branches in it, so that lanes are joined side by side.
                let (product, smaller) = (Numeric::mul(a, b), if a.size() < b.size() { a } else { b });
                if smaller.size() < f64::MIN_POSITIVE { smaller } else { product }
            }

            #[inline(always)]
            fn absorb(acc: Checked<$Lane>, lane: $Lane) -> Checked<$Lane> {
                acc.times(lane, lane.size())
            }

            #[inline(always)]
            fn merge(a: Checked<$Lane>, b: Checked<$Lane>) -> Checked<$Lane> {
                a.times(b.product, b.least)
            }

            #[inline(always)]
            fn finish(acc: Checked<$Lane>) -> $Lane {
                acc.in_range()
            }
        }
    )* };
}

products! {
    f32 as f64;
    f64 as f64;
    Complex64 as Complex64;
}
