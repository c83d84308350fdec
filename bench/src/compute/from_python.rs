//! Large work called from Python, beside the same called from Rust: the door must not be felt.

use super::data::{Real, uniform};
use super::{LONG, SQUARE, both, name, row};
use crate::MakeRow;
use crate::row::{Bar, Peer, Row};

pub const ROWS: &[MakeRow] = both![add, exp, sum, matmul, sort];

/// What Rust's figures may be exceeded by.
const DOOR: f64 = 1.1;

const MATRIX: [usize; 2] = [1024, 1024];
const MANY: [usize; 1] = [1 << 22];

/// Our side goes to Python, and what it was stays as the one to be measured by.
fn from_python(row: Row, expression: &str) -> Row {
    let mut row = row.bar(Bar::Peer(Peer::Rust, DOOR));
    for side in row.sides.iter_mut().filter(|side| side.peer == Peer::Lunette) {
        side.peer = Peer::Rust;
    }
    row.statement(Peer::Lunette, expression).statement(Peer::NumPy, expression)
}

fn add<T: Real>() -> Row {
    let row = row! {
        name::<T>("a + b", &SQUARE); a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>(SQUARE, 0.0, 1.0);
        lunette: a.add(b),
    };
    from_python(row, "a + b")
}

fn exp<T: Real>() -> Row {
    let row = row! {
        name::<T>("exp(a)", &LONG); a = uniform::<T, _>(LONG, 0.0, 1.0);
        lunette: a.exp(),
    };
    from_python(row, "xp.exp(a)")
}

fn sum<T: Real>() -> Row {
    let row = row! {
        name::<T>("sum(a)", &SQUARE); a = uniform::<T, _>(SQUARE, 0.0, 1.0);
        lunette: a.sum(..),
    };
    from_python(row, "xp.sum(a)")
}

fn matmul<T: Real>() -> Row {
    let row = row! {
        name::<T>("a @ b", &MATRIX); a = uniform::<T, _>(MATRIX, 0.0, 1.0), b = uniform::<T, _>(MATRIX, 0.0, 1.0);
        lunette: a.matmul(b),
    };
    from_python(row, "a @ b")
}

fn sort<T: Real>() -> Row {
    let row = row! {
        name::<T>("sort(a)", &MANY); a = uniform::<T, _>(MANY, 0.0, 1.0);
        lunette: a.sort(0),
    };
    from_python(row, "xp.sort(a)")
}
