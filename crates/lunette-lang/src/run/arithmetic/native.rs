//! Functions of one or two scalars that give what the library gives, element by element.
//!
//! Only those are here whose results are exact, so that there is nothing to be different about. The table of built-in
//! functions says which they are.

use std::any::Any;

use crate::builtins::Native;
use crate::run::register::Kept;

/// A function on scalars of type `T`; none where it takes something else, or has no short way for the type.
pub(in crate::run) fn unary<T: Kept>(native: Native) -> Option<fn(T) -> T> {
    let is_abs = native == Native::Abs;
    as_type(&f64::rounding(native))
        .or_else(|| as_type(&f32::rounding(native)))
        .or_else(|| as_type(&is_abs.then_some(i32::wrapping_abs as fn(i32) -> i32)))
        .or_else(|| as_type(&is_abs.then_some(i64::wrapping_abs as fn(i64) -> i64)))
}

/// A function on two scalars of type `T`; none where it takes something else, or has no short way for the type.
pub(in crate::run) fn binary<T: Kept>(native: Native) -> Option<fn(T, T) -> T> {
    as_type(&float_binary::<f64>(native))
        .or_else(|| as_type(&float_binary::<f32>(native)))
        .or_else(|| as_type(&integer_binary::<i32>(native)))
        .or_else(|| as_type(&integer_binary::<i64>(native)))
}

/// A function of one type as one of another, if they are the same.
fn as_type<F: Copy + 'static, G: Copy + 'static>(function: &Option<F>) -> Option<G> {
    (function as &dyn Any).downcast_ref::<Option<G>>().copied().flatten()
}

/// The floats whose methods these are.
trait Rounding: Kept + PartialOrd {
    fn is_nan(self) -> bool;
    fn rounding(native: Native) -> Option<fn(Self) -> Self>;
}

macro_rules! rounding {
    ($($T:ident)*) => { $(
        impl Rounding for $T {
            fn is_nan(self) -> bool {
                <$T>::is_nan(self)
            }

            fn rounding(native: Native) -> Option<fn(Self) -> Self> {
                match native {
                    Native::Abs => Some(<$T>::abs),
                    Native::Sqrt => Some(<$T>::sqrt),
                    Native::Floor => Some(<$T>::floor),
                    Native::Ceil => Some(<$T>::ceil),
                    Native::Trunc => Some(<$T>::trunc),
                    Native::Round => Some(<$T>::round_ties_even),
                    Native::Maximum | Native::Minimum | Native::Cast | Native::Len | Native::Shape => None,
                }
            }
        }
    )* };
}

rounding! { f32 f64 }

/// NaN wins over every number (R31).
fn float_binary<T: Rounding>(native: Native) -> Option<fn(T, T) -> T> {
    match native {
        Native::Maximum => Some(|a, b| if a > b || a.is_nan() { a } else { b }),
        Native::Minimum => Some(|a, b| if a < b || a.is_nan() { a } else { b }),
        _ => None,
    }
}

fn integer_binary<T: Kept + Ord>(native: Native) -> Option<fn(T, T) -> T> {
    match native {
        Native::Maximum => Some(T::max),
        Native::Minimum => Some(T::min),
        _ => None,
    }
}
