//! The special cases that the Array API standard lists for complex numbers, in its order.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::super as complex;
use super::{Complex, Function};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;
const THREE_QUARTERS: f64 = 3.0 * FRAC_PI_4;

/// A part that the standard asks for.
enum Part {
    /// This number, with this sign if it is zero.
    Is(f64),
    /// This number with any sign.
    Size(f64),
}

fn is(number: f64) -> Part {
    Part::Is(number)
}

fn any(size: f64) -> Part {
    Part::Size(size)
}

fn fits(part: f64, expected: &Part) -> bool {
    match *expected {
        Part::Is(number) => {
            (part == number && part.is_sign_negative() == number.is_sign_negative())
                || (part.is_nan() && number.is_nan())
        }
        Part::Size(number) => part.abs() == number,
    }
}

/// An argument and what it gives.
type Row = ((f64, f64), (Part, Part));

fn check(name: &str, function: Function, rows: &[Row]) {
    for ((x, y), (re, im)) in rows {
        let result = function(Complex::new(*x, *y));
        assert!(fits(result.re, re) && fits(result.im, im), "{name}({x}, {y}) is {result}");
    }
}

macro_rules! special {
    ($($name:ident { $($z:expr => $re:expr, $im:expr;)* })*) => { $(
        #[test]
        fn $name() {
            check(stringify!($name), complex::$name, &[$(($z, ($re, $im))),*]);
        }
    )* };
}

special! {
    acos {
        (0.0, 0.0) => is(FRAC_PI_2), is(-0.0);
        (-0.0, 0.0) => is(FRAC_PI_2), is(-0.0);
        (0.0, NAN) => is(FRAC_PI_2), is(NAN);
        (-0.0, NAN) => is(FRAC_PI_2), is(NAN);
        (-2.0, INF) => is(FRAC_PI_2), is(-INF);
        (2.0, NAN) => is(NAN), is(NAN);
        (-INF, 3.0) => is(PI), is(-INF);
        (INF, 3.0) => is(0.0), is(-INF);
        (-INF, INF) => is(THREE_QUARTERS), is(-INF);
        (INF, INF) => is(FRAC_PI_4), is(-INF);
        (INF, NAN) => is(NAN), any(INF);
        (-INF, NAN) => is(NAN), any(INF);
        (NAN, 1.0) => is(NAN), is(NAN);
        (NAN, 0.0) => is(NAN), is(NAN);
        (NAN, INF) => is(NAN), is(-INF);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    acosh {
        (0.0, 0.0) => is(0.0), is(FRAC_PI_2);
        (-0.0, 0.0) => is(0.0), is(FRAC_PI_2);
        (2.0, INF) => is(INF), is(FRAC_PI_2);
        (2.0, NAN) => is(NAN), is(NAN);
        (0.0, NAN) => is(NAN), any(FRAC_PI_2);
        (-INF, 3.0) => is(INF), is(PI);
        (INF, 3.0) => is(INF), is(0.0);
        (-INF, INF) => is(INF), is(THREE_QUARTERS);
        (INF, INF) => is(INF), is(FRAC_PI_4);
        (INF, NAN) => is(INF), is(NAN);
        (-INF, NAN) => is(INF), is(NAN);
        (NAN, 1.0) => is(NAN), is(NAN);
        (NAN, INF) => is(INF), is(NAN);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    asinh {
        (0.0, 0.0) => is(0.0), is(0.0);
        (2.0, INF) => is(INF), is(FRAC_PI_2);
        (2.0, NAN) => is(NAN), is(NAN);
        (INF, 3.0) => is(INF), is(0.0);
        (INF, INF) => is(INF), is(FRAC_PI_4);
        (NAN, 0.0) => is(NAN), is(0.0);
        (NAN, 1.0) => is(NAN), is(NAN);
        (NAN, INF) => any(INF), is(NAN);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    asin {
        (0.0, 0.0) => is(0.0), is(0.0);
        (INF, 3.0) => is(FRAC_PI_2), is(INF);
        (3.0, INF) => is(0.0), is(INF);
        (0.0, NAN) => is(0.0), is(NAN);
    }
    atanh {
        (0.0, 0.0) => is(0.0), is(0.0);
        (0.0, NAN) => is(0.0), is(NAN);
        (1.0, 0.0) => is(INF), is(0.0);
        (2.0, INF) => is(0.0), is(FRAC_PI_2);
        (2.0, NAN) => is(NAN), is(NAN);
        (INF, 3.0) => is(0.0), is(FRAC_PI_2);
        (INF, INF) => is(0.0), is(FRAC_PI_2);
        (INF, NAN) => is(0.0), is(NAN);
        (NAN, 1.0) => is(NAN), is(NAN);
        (NAN, INF) => any(0.0), is(FRAC_PI_2);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    atan {
        (0.0, 0.0) => is(0.0), is(0.0);
        (0.0, 1.0) => is(0.0), is(INF);
        (INF, 3.0) => is(FRAC_PI_2), is(0.0);
    }
    cosh {
        (0.0, 0.0) => is(1.0), is(0.0);
        (0.0, INF) => is(NAN), any(0.0);
        (0.0, NAN) => is(NAN), any(0.0);
        (2.0, INF) => is(NAN), is(NAN);
        (2.0, NAN) => is(NAN), is(NAN);
        (INF, 0.0) => is(INF), is(0.0);
        (INF, 2.0) => is(-INF), is(INF);
        (INF, 4.0) => is(-INF), is(-INF);
        (INF, INF) => any(INF), is(NAN);
        (INF, NAN) => is(INF), is(NAN);
        (NAN, 0.0) => is(NAN), any(0.0);
        (NAN, -0.0) => is(NAN), any(0.0);
        (NAN, 2.0) => is(NAN), is(NAN);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    cos {
        (0.0, 0.0) => is(1.0), is(-0.0);
        (INF, 0.0) => is(NAN), any(0.0);
        (0.0, INF) => is(INF), is(-0.0);
        (2.0, INF) => is(-INF), is(-INF);
    }
    exp {
        (0.0, 0.0) => is(1.0), is(0.0);
        (-0.0, 0.0) => is(1.0), is(0.0);
        (2.0, INF) => is(NAN), is(NAN);
        (2.0, NAN) => is(NAN), is(NAN);
        (INF, 0.0) => is(INF), is(0.0);
        (-INF, 2.0) => is(-0.0), is(0.0);
        (-INF, 0.0) => is(0.0), is(0.0);
        (INF, 2.0) => is(-INF), is(INF);
        (-INF, INF) => any(0.0), any(0.0);
        (INF, INF) => any(INF), is(NAN);
        (-INF, NAN) => any(0.0), any(0.0);
        (INF, NAN) => any(INF), is(NAN);
        (NAN, 0.0) => is(NAN), is(0.0);
        (NAN, 2.0) => is(NAN), is(NAN);
        (NAN, INF) => is(NAN), is(NAN);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    expm1 {
        (0.0, 0.0) => is(0.0), is(0.0);
        (-0.0, 0.0) => is(0.0), is(0.0);
        (2.0, INF) => is(NAN), is(NAN);
        (2.0, NAN) => is(NAN), is(NAN);
        (INF, 0.0) => is(INF), is(0.0);
        (-INF, 2.0) => is(-1.0), is(0.0);
        (-INF, 4.0) => is(-1.0), is(-0.0);
        (INF, 2.0) => is(-INF), is(INF);
        (-INF, INF) => is(-1.0), any(0.0);
        (INF, INF) => any(INF), is(NAN);
        (-INF, NAN) => is(-1.0), any(0.0);
        (INF, NAN) => any(INF), is(NAN);
        (NAN, 0.0) => is(NAN), is(0.0);
        (NAN, 2.0) => is(NAN), is(NAN);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    log {
        (-0.0, 0.0) => is(-INF), is(PI);
        (0.0, 0.0) => is(-INF), is(0.0);
        (2.0, INF) => is(INF), is(FRAC_PI_2);
        (2.0, NAN) => is(NAN), is(NAN);
        (-INF, 2.0) => is(INF), is(PI);
        (INF, 2.0) => is(INF), is(0.0);
        (-INF, INF) => is(INF), is(THREE_QUARTERS);
        (INF, INF) => is(INF), is(FRAC_PI_4);
        (INF, NAN) => is(INF), is(NAN);
        (-INF, NAN) => is(INF), is(NAN);
        (NAN, 2.0) => is(NAN), is(NAN);
        (NAN, INF) => is(INF), is(NAN);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    log1p {
        (-1.0, 0.0) => is(-INF), is(0.0);
        (2.0, INF) => is(INF), is(FRAC_PI_2);
        (2.0, NAN) => is(NAN), is(NAN);
        (-INF, 2.0) => is(INF), is(PI);
        (INF, 2.0) => is(INF), is(0.0);
        (-INF, INF) => is(INF), is(THREE_QUARTERS);
        (INF, INF) => is(INF), is(FRAC_PI_4);
        (INF, NAN) => is(INF), is(NAN);
        (-INF, NAN) => is(INF), is(NAN);
        (NAN, 2.0) => is(NAN), is(NAN);
        (NAN, INF) => is(INF), is(NAN);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    sinh {
        (0.0, 0.0) => is(0.0), is(0.0);
        (0.0, INF) => any(0.0), is(NAN);
        (0.0, NAN) => any(0.0), is(NAN);
        (2.0, INF) => is(NAN), is(NAN);
        (2.0, NAN) => is(NAN), is(NAN);
        (INF, 0.0) => is(INF), is(0.0);
        (INF, 2.0) => is(-INF), is(INF);
        (INF, INF) => any(INF), is(NAN);
        (INF, NAN) => any(INF), is(NAN);
        (NAN, 0.0) => is(NAN), is(0.0);
        (NAN, 2.0) => is(NAN), is(NAN);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    sin {
        (0.0, 0.0) => is(0.0), is(0.0);
        (INF, 0.0) => is(NAN), any(0.0);
        (0.0, INF) => is(0.0), is(INF);
        (0.0, NAN) => is(0.0), is(NAN);
    }
    sqrt {
        (0.0, 0.0) => is(0.0), is(0.0);
        (-0.0, 0.0) => is(0.0), is(0.0);
        (2.0, INF) => is(INF), is(INF);
        (NAN, INF) => is(INF), is(INF);
        (-INF, INF) => is(INF), is(INF);
        (2.0, NAN) => is(NAN), is(NAN);
        (-INF, 2.0) => is(0.0), is(INF);
        (INF, 2.0) => is(INF), is(0.0);
        (-INF, NAN) => is(NAN), any(INF);
        (INF, NAN) => is(INF), is(NAN);
        (NAN, 2.0) => is(NAN), is(NAN);
        (NAN, NAN) => is(NAN), is(NAN);
        (-4.0, 0.0) => is(0.0), is(2.0);
        (-4.0, -0.0) => is(0.0), is(-2.0);
    }
    tanh {
        (0.0, 0.0) => is(0.0), is(0.0);
        (2.0, INF) => is(NAN), is(NAN);
        (0.0, INF) => is(0.0), is(NAN);
        (2.0, NAN) => is(NAN), is(NAN);
        (0.0, NAN) => is(0.0), is(NAN);
        (INF, 2.0) => is(1.0), is(0.0);
        (INF, INF) => is(1.0), any(0.0);
        (INF, NAN) => is(1.0), any(0.0);
        (NAN, 0.0) => is(NAN), is(0.0);
        (NAN, 2.0) => is(NAN), is(NAN);
        (NAN, NAN) => is(NAN), is(NAN);
    }
    tan {
        (0.0, 0.0) => is(0.0), is(0.0);
        (2.0, INF) => is(0.0), is(1.0);
        (INF, 0.0) => is(NAN), is(0.0);
    }
}
