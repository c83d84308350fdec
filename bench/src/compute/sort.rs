//! Sorting, searching in order, and sets.

use lunette::Side;

use super::data::{Number, Real, ascending, integers, uniform};
use super::{WORKS, both, name, row};
use crate::MakeRow;
use crate::row::{Peer, Row};

pub const ROWS: &[MakeRow] = &[
    sort_floats::<f32>,
    sort_floats::<f64>,
    sort_integers::<i32>,
    sort_integers::<i64>,
    argsort_floats::<f32>,
    argsort_floats::<f64>,
    argsort_integers::<i32>,
    argsort_integers::<i64>,
    unique::<i32>,
    unique::<i64>,
];

pub const BOTH: &[MakeRow] = both![sort_rows, unique_floats, search];

const MANY: [usize; 1] = [1 << 22];
const ROWS_OF: [usize; 2] = [4096, 1024];
const EDGES: [usize; 1] = [1 << 16];
const SOUGHT: [usize; 1] = [1 << 20];

fn sort_floats<T: Real>() -> Row {
    row! {
        name::<T>("sort(a)", &MANY); a = uniform::<T, _>(MANY, 0.0, 1.0);
        lunette: a.sort(0),
        ndarray: in_order(a.iter().copied().collect()),
    }
    .python("xp.sort(a)")
    .fresh()
}

/// What the standard library makes of it: ndarray has no sort of its own.
fn in_order<T: PartialOrd>(mut values: Vec<T>) -> Vec<T> {
    values.sort_unstable_by(|a, b| a.partial_cmp(b).expect(WORKS));
    values
}

fn sort_rows<T: Real>() -> Row {
    row! {
        name::<T>("sort(a, 1)", &ROWS_OF); a = uniform::<T, _>(ROWS_OF, 0.0, 1.0);
        lunette: a.sort(1),
        candle: a.sort_last_dim(true),
    }
    .python("xp.sort(a)")
    .fresh()
}

fn sort_integers<T: Integer>() -> Row {
    row! {
        name::<T>("sort(a)", &MANY); a = integers::<T, _>(MANY, -1_000_000_000, 1_000_000_000);
        lunette: a.sort(0),
        ndarray: in_order(a.iter().copied().collect()),
    }
    .python("xp.sort(a)")
    .fresh()
}

fn argsort_floats<T: Real>() -> Row {
    row! {
        name::<T>("argsort(a), stable", &MANY); a = uniform::<T, _>(MANY, 0.0, 1.0);
        lunette: a.argsort(0),
        candle: a.arg_sort_last_dim(true),
    }
    .python("xp.argsort(a, stable=True)")
    .fresh()
}

fn argsort_integers<T: Integer>() -> Row {
    row! {
        name::<T>("argsort(a), stable", &MANY);
        a = integers::<T, _>(MANY, -1_000_000_000, 1_000_000_000);
        lunette: a.argsort(0),
        candle: a.arg_sort_last_dim(true),
    }
    .python("xp.argsort(a, stable=True)")
    .fresh()
}

fn unique<T: Integer>() -> Row {
    row! {
        name::<T>("unique(a), 1000 values", &MANY); a = integers::<T, _>(MANY, 0, 1000);
        lunette: a.unique_values(),
    }
    .python("xp.unique(a)")
    .jax_eager("jnp.unique(a)")
}

fn unique_floats<T: Real>() -> Row {
    row! {
        name::<T>("unique(a), most differ", &SOUGHT); a = uniform::<T, _>(SOUGHT, 0.0, 1.0);
        lunette: a.unique_values(),
    }
    .python("xp.unique(a)")
    .jax_eager("jnp.unique(a)")
}

fn search<T: Real>() -> Row {
    row! {
        name::<T>("searchsorted(65536, v)", &SOUGHT);
        a = ascending::<T, _>(EDGES), v = uniform::<T, _>(SOUGHT, 0.0, 65536.0);
        lunette: a.searchsorted(v, Side::Left),
        ndarray_static: v.map(|v| a.as_slice().map(|a| a.partition_point(|a| a < v))),
    }
    .python("xp.searchsorted(a, v)")
    .without(Peer::Candle, "it has no search in sorted values")
}

/// The integers of these rows.
trait Integer: Number + num_traits::PrimInt + super::data::Candle {}

impl Integer for i32 {}
impl Integer for i64 {}
