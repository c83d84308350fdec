//! Mathematical functions, element by element.

use num_traits::Float;

use super::data::{Real, uniform};
use super::{SQUARE, both, moves, name, row};
use crate::MakeRow;
use crate::row::Row;

pub const ROWS: &[MakeRow] = both![exp, sin, sqrt, tanh, pow];

/// A row for each function of one number, over a range of arguments.
macro_rules! functions {
    ($($function:ident $low:literal $high:literal;)*) => { $(
        fn $function<T: Real>() -> Row {
            row! {
                name::<T>(concat!(stringify!($function), "(a)"), &SQUARE);
                a = uniform::<T, _>(SQUARE, $low, $high);
                lunette: a.$function(),
                ndarray: a.mapv(Float::$function),
                candle: a.$function(),
            }
            .python(concat!("xp.", stringify!($function), "(a)"))
            .numexpr(concat!(stringify!($function), "(a)"))
            .limit(moves::<T>(2.0, &SQUARE))
            .fresh()
        }
    )* };
}

functions! {
    exp -20.0 20.0;
    sin -100.0 100.0;
    sqrt 0.0 100.0;
    tanh -5.0 5.0;
}

fn pow<T: Real>() -> Row {
    row! {
        name::<T>("a ** b", &SQUARE);
        a = uniform::<T, _>(SQUARE, 0.1, 10.0), b = uniform::<T, _>(SQUARE, -3.0, 3.0);
        lunette: a.pow(b),
        ndarray: ndarray::Zip::from(a).and(b).map_collect(|&a, &b| Float::powf(a, b)),
        candle: a.pow(b),
    }
    .python("a ** b")
    .numexpr("a ** b")
    .fresh()
    .because("bound by the work for a result that is nearly always the nearest number, 0.51 units at most from the power")
}
