//! Small calls, where the work is next to nothing and the way to it is measured.

use super::data::{Real, uniform};
use super::{both, name, row};
use crate::MakeRow;
use crate::row::{Bar, Row};

pub const ROWS: &[MakeRow] = both![add, add_row, multiply_scalar];

const TEN: [usize; 1] = [10];
const WITHIN: Bar = Bar::Nanoseconds(100.0);

/// Why a small call takes longer than ndarray's.
const SHARED: &str = "memory that handles share: two buffers are entered and left, a third is made and counted; an array of ndarray owns its memory alone";

fn add<T: Real>() -> Row {
    row! {
        name::<T>("a + b", &TEN); a = uniform::<T, _>(TEN, 0.0, 1.0), b = uniform::<T, _>(TEN, 0.0, 1.0);
        lunette: a.add(b),
        ndarray: a + b,
        candle: a.add(b),
    }
    .python("a + b")
    .bar(WITHIN)
    .because(SHARED)
}

fn add_row<T: Real>() -> Row {
    row! {
        name::<T>("a + row", &[10, 10]);
        a = uniform::<T, _>([10, 10], 0.0, 1.0), b = uniform::<T, _>(TEN, 0.0, 1.0);
        lunette: a.add(b),
        ndarray: a + b,
        candle: a.broadcast_add(b),
    }
    .python("a + b")
    .bar(WITHIN)
    .because(SHARED)
}

fn multiply_scalar<T: Real>() -> Row {
    row! {
        name::<T>("a * 2", &TEN); a = uniform::<T, _>(TEN, 0.0, 1.0);
        lunette: a.multiply(T::one() + T::one()),
        ndarray: a * (T::one() + T::one()),
        candle: a.affine(2.0, 0.0),
    }
    .python("a * 2.0")
    .bar(WITHIN)
    .because(SHARED)
}
