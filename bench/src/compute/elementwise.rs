//! Elementwise operations of two and three operands, over all kinds of layouts.

use lunette::prelude::*;
use ndarray::Zip;

use super::data::{Number, Real, coin, integers, uniform};
use super::{LONG, SQUARE, both, moves, name, row};
use crate::MakeRow;
use crate::limits::Limit;
use crate::row::{MEMORY, Peer, Row};

pub const ROWS: &[MakeRow] = both![
    add,
    add_cached,
    add_row,
    add_column,
    add_transposed,
    add_permuted,
    add_in_place,
    less,
    equal,
    choose
];

pub const INTEGERS: &[MakeRow] = &[floor_divide::<i32>, floor_divide::<i64>];

/// Arrays that stay in the cache of one core.
const CACHED: [usize; 2] = [128, 128];

/// As many elements as [`SQUARE`], in six short axes.
const SHORT: [usize; 6] = [16; 6];
const PERMUTED: [usize; 6] = [3, 0, 5, 1, 4, 2];

fn add<T: Real>() -> Row {
    row! {
        name::<T>("a + b", &SQUARE);
        a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>(SQUARE, 0.0, 1.0);
        lunette: a.add(b),
        ndarray: a + b,
        candle: a.add(b),
    }
    .python("a + b")
    .numexpr("a + b")
    .limit(moves::<T>(3.0, &SQUARE))
    .fresh()
}

fn add_cached<T: Real>() -> Row {
    row! {
        name::<T>("a + b in cache", &CACHED);
        a = uniform::<T, _>(CACHED, 0.0, 1.0), b = uniform::<T, _>(CACHED, 0.0, 1.0);
        lunette: a.add(b),
        ndarray: a + b,
        candle: a.add(b),
    }
    .python("a + b")
    .because("the loops of all are bound by the second-level cache; entering shared buffers and counting the new one is what comes on top")
}

fn add_row<T: Real>() -> Row {
    row! {
        name::<T>("a + row", &SQUARE);
        a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>([4096], 0.0, 1.0);
        lunette: a.add(b),
        ndarray: a + b,
        candle: a.broadcast_add(b),
    }
    .python("a + b")
    .limit(moves::<T>(2.0, &SQUARE))
    .fresh()
}

fn add_column<T: Real>() -> Row {
    row! {
        name::<T>("a + column", &SQUARE);
        a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>([4096, 1], 0.0, 1.0);
        lunette: a.add(b),
        ndarray: a + b,
        candle: a.broadcast_add(b),
    }
    .python("a + b")
    .limit(moves::<T>(2.0, &SQUARE))
    .fresh()
}

fn add_transposed<T: Real>() -> Row {
    row! {
        name::<T>("a + b.T", &SQUARE);
        a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>(SQUARE, 0.0, 1.0);
        lunette: a.add(b.transpose()),
        ndarray: a + &b.t(),
        candle: a.add(&b.t()?),
    }
    .python("a + b.T")
    .fresh()
}

fn add_permuted<T: Real>() -> Row {
    row! {
        name::<T>("a + b permuted (3, 0, 5, 1, 4, 2)", &SHORT);
        a = uniform::<T, _>(SHORT, 0.0, 1.0), b = uniform::<T, _>(SHORT, 0.0, 1.0);
        lunette: a.add(b.permute([3, 0, 5, 1, 4, 2])?),
        ndarray: a + &permuted(b.view()),
        candle: a.add(&b.permute(PERMUTED)?),
    }
    .python("a + xp.permute_dims(b, (3, 0, 5, 1, 4, 2))")
    .statement(Peer::Torch, "a + b.permute(3, 0, 5, 1, 4, 2)")
    .fresh()
}

/// ndarray's view with its axes in another order, whether its rank is static or not.
fn permuted<T, D: ndarray::Dimension>(
    mut view: ndarray::ArrayView<'_, T, D>,
) -> ndarray::ArrayView<'_, T, D> {
    // Each swap brings one axis to its place.
    let mut at: Vec<usize> = (0..view.ndim()).collect();
    for (place, axis) in PERMUTED.into_iter().enumerate() {
        let found = at.iter().position(|&held| held == axis).unwrap_or(place);
        view.swap_axes(place, found);
        at.swap(place, found);
    }
    view
}

fn add_in_place<T: Real + std::ops::AddAssign>() -> Row {
    let (a, b) = (uniform::<T, _>(SQUARE, 0.0, 1.0), uniform::<T, _>(SQUARE, 0.0, 1.0));
    let (values, terms) = (a.clone(), b.clone());
    let mut arrays = None;
    let nd = move || {
        let (a, b) = arrays.get_or_insert_with(|| (values.array(), terms.array()));
        *a += &*b;
    };
    let (values, terms) = (a.clone(), b.clone());
    let mut arrays = None;
    let nd_dyn = move || {
        let (a, b) = arrays.get_or_insert_with(|| (values.array_dyn(), terms.array_dyn()));
        *a += &*b;
    };
    row! {
        name::<T>("a += b", &SQUARE); a = a, b = b;
        lunette: {
            let mut a = a.clone();
            a += b;
            Ok(())
        },
    }
    .side(Peer::Ndarray, "a += b", nd)
    .side(Peer::NdarrayDyn, "a += b", nd_dyn)
    .statement(Peer::NumPy, "np.add(a, b, out=a)")
    .statement(Peer::Torch, "a.add_(b)")
    .without(Peer::Candle, "its tensors do not change")
    .without(Peer::Jax, "its arrays do not change")
    .limit(moves::<T>(3.0, &SQUARE))
    .because(MEMORY)
}

fn less<T: Real>() -> Row {
    row! {
        name::<T>("a < b", &SQUARE);
        a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>(SQUARE, 0.0, 1.0);
        lunette: a.less(b),
        ndarray: Zip::from(a).and(b).map_collect(|a, b| a < b),
        candle: a.lt(b),
    }
    .python("a < b")
    .numexpr("a < b")
    .limit(compared::<T>())
    .because(MEMORY)
    .fresh()
}

fn equal<T: Real>() -> Row {
    row! {
        name::<T>("a == b", &SQUARE);
        a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>(SQUARE, 0.0, 1.0);
        lunette: a.equal(b),
        ndarray: Zip::from(a).and(b).map_collect(|a, b| a == b),
        candle: a.eq(b),
    }
    .python("a == b")
    .numexpr("a == b")
    .limit(compared::<T>())
    .because(MEMORY)
    .fresh()
}

/// Two arrays are read and one of bytes is written.
fn compared<T>() -> Limit {
    let len: usize = SQUARE.iter().product();
    Limit::Memory((len * (2 * size_of::<T>() + 1)) as f64)
}

fn choose<T: Real>() -> Row {
    let len: usize = SQUARE.iter().product();
    row! {
        name::<T>("where(mask, a, b)", &SQUARE);
        mask = coin(SQUARE), a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>(SQUARE, 0.0, 1.0);
        lunette: where_(mask, a, b),
        ndarray: Zip::from(mask).and(a).and(b).map_collect(|&mask, &a, &b| if mask { a } else { b }),
        candle: mask.where_cond(a, b),
    }
    .python("xp.where(mask, a, b)")
    .numexpr("where(mask, a, b)")
    .limit(Limit::Memory((len * (3 * size_of::<T>() + 1)) as f64))
    .fresh()
}

fn floor_divide<T: Number + num_traits::PrimInt + num_traits::Euclid>() -> Row {
    row! {
        name::<T>("a // b", &LONG);
        a = integers::<T, _>(LONG, -1_000_000, 1_000_000), b = integers::<T, _>(LONG, 1, 100);
        lunette: a.floor_divide(b),
        // The same for divisors above 0.
        ndarray: Zip::from(a).and(b).map_collect(|a, b| a.div_euclid(b)),
    }
    .python("a // b")
    .without(Peer::Candle, "its division of integers cuts toward zero")
    .fresh()
    .because("bound by the division instruction for integers of 64 bits")
}
