//! Functions of one or two scalars that give what the library gives, element by element.
//!
//! Only those are here whose results are exact, so that there is nothing to be different about.

use std::any::Any;

use crate::run::register::Kept;

/// A function of this name on scalars of type `T`.
pub(in crate::run) fn unary<T: Kept>(name: &str) -> Option<fn(T) -> T> {
    as_type(&float_unary::<f64>(name))
        .or_else(|| as_type(&float_unary::<f32>(name)))
        .or_else(|| as_type(&(name == "abs").then_some(i32::wrapping_abs as fn(i32) -> i32)))
        .or_else(|| as_type(&(name == "abs").then_some(i64::wrapping_abs as fn(i64) -> i64)))
}

/// A function of this name on two scalars of type `T`.
pub(in crate::run) fn binary<T: Kept>(name: &str) -> Option<fn(T, T) -> T> {
    as_type(&float_binary::<f64>(name))
        .or_else(|| as_type(&float_binary::<f32>(name)))
        .or_else(|| as_type(&integer_binary::<i32>(name)))
        .or_else(|| as_type(&integer_binary::<i64>(name)))
}

/// A function of one type as one of another, if they are the same.
fn as_type<F: Copy + 'static, G: Copy + 'static>(function: &Option<F>) -> Option<G> {
    (function as &dyn Any).downcast_ref::<Option<G>>().copied().flatten()
}

/// The floats whose methods these are.
trait Rounding: Kept + PartialOrd {
    fn is_nan(self) -> bool;
    fn named(name: &str) -> Option<fn(Self) -> Self>;
}

macro_rules! rounding {
    ($($T:ident)*) => { $(
        impl Rounding for $T {
            fn is_nan(self) -> bool {
                <$T>::is_nan(self)
            }

            fn named(name: &str) -> Option<fn(Self) -> Self> {
                match name {
                    "abs" => Some(<$T>::abs),
                    "sqrt" => Some(<$T>::sqrt),
                    "floor" => Some(<$T>::floor),
                    "ceil" => Some(<$T>::ceil),
                    "trunc" => Some(<$T>::trunc),
                    "round" => Some(<$T>::round_ties_even),
                    _ => None,
                }
            }
        }
    )* };
}

rounding! { f32 f64 }

fn float_unary<T: Rounding>(name: &str) -> Option<fn(T) -> T> {
    T::named(name)
}

/// NaN wins over every number (R31).
fn float_binary<T: Rounding>(name: &str) -> Option<fn(T, T) -> T> {
    match name {
        "maximum" => Some(|a, b| if a > b || a.is_nan() { a } else { b }),
        "minimum" => Some(|a, b| if a < b || a.is_nan() { a } else { b }),
        _ => None,
    }
}

fn integer_binary<T: Kept + Ord>(name: &str) -> Option<fn(T, T) -> T> {
    match name {
        "maximum" => Some(T::max),
        "minimum" => Some(T::min),
        _ => None,
    }
}
