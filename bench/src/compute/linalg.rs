//! Decompositions, and what is solved with them.

use super::data::{Real, dominant, uniform};
use super::{both, name, row};
use crate::MakeRow;
use crate::row::Row;

pub const ROWS: &[MakeRow] = both![solve, cholesky, inv, svd, eigh, many_solve, many_inv, many_det];

const SIDE: usize = 512;

/// Many matrices of a few elements: what each costs beside its arithmetic.
const MANY: [usize; 3] = [100_000, 3, 3];

fn solve<T: Real>() -> Row {
    row! {
        name::<T>("solve(a, b), 64 right-hand sides", &[SIDE, SIDE]);
        a = dominant::<T>(SIDE), b = uniform::<T, _>([SIDE, 64], 0.0, 1.0);
        lunette: a.solve(b),
    }
    .python("xp.linalg.solve(a, b)")
}

fn cholesky<T: Real>() -> Row {
    row! {
        name::<T>("cholesky(a)", &[SIDE, SIDE]); a = dominant::<T>(SIDE);
        lunette: a.cholesky(),
    }
    .python("xp.linalg.cholesky(a)")
}

fn inv<T: Real>() -> Row {
    row! {
        name::<T>("inv(a)", &[SIDE, SIDE]); a = dominant::<T>(SIDE);
        lunette: a.inv(),
    }
    .python("xp.linalg.inv(a)")
}

fn svd<T: Real>() -> Row {
    row! {
        name::<T>("svd(a)", &[SIDE, SIDE]); a = uniform::<T, _>([SIDE, SIDE], 0.0, 1.0);
        lunette: a.svd(false),
    }
    .python("xp.linalg.svd(a, full_matrices=False)")
}

fn eigh<T: Real>() -> Row {
    row! {
        name::<T>("eigh(a)", &[SIDE, SIDE]); a = dominant::<T>(SIDE);
        lunette: a.eigh(),
    }
    .python("xp.linalg.eigh(a)")
}

fn many_solve<T: Real>() -> Row {
    row! {
        name::<T>("solve(a, b), one right-hand side", &MANY);
        a = uniform::<T, _>(MANY, 0.0, 1.0), b = uniform::<T, _>([MANY[0], 3, 1], 0.0, 1.0);
        lunette: a.solve(b),
    }
    .python("xp.linalg.solve(a, b)")
}

fn many_inv<T: Real>() -> Row {
    row! {
        name::<T>("inv(a)", &MANY); a = uniform::<T, _>(MANY, 0.0, 1.0);
        lunette: a.inv(),
    }
    .python("xp.linalg.inv(a)")
}

fn many_det<T: Real>() -> Row {
    row! {
        name::<T>("det(a)", &MANY); a = uniform::<T, _>(MANY, 0.0, 1.0);
        lunette: a.det(),
    }
    .python("xp.linalg.det(a)")
}
