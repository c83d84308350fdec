//! Reductions and running totals.

use ndarray::{Axis, Zip};
use num_traits::Float;

use super::data::{Data, Real, coin, repeated, uniform};
use super::{LONG, SQUARE, both, moves, name, row};
use crate::MakeRow;
use crate::row::{MEMORY, Peer, Row};

pub const ROWS: &[MakeRow] = both![
    sum,
    sum_first,
    sum_last,
    sum_last_of_three,
    mean,
    var,
    max,
    argmax,
    prod,
    min_of_view,
    running_sum,
    running_sum_first
];

pub const BOOLS: &[MakeRow] = &[any, all, count];

/// Many rows of three.
const THREES: [usize; 2] = [5_592_405, 3];

/// Why a sum takes longer than a peer's.
const PLAIN: &str = "bound by memory: a plain loop of additions on as many threads takes as long";

fn square<T: Real>() -> Data<T, ndarray::Ix2> {
    uniform(SQUARE, 0.0, 1.0)
}

fn sum<T: Real>() -> Row {
    row! {
        name::<T>("sum(a)", &SQUARE); a = square::<T>();
        lunette: a.sum(..),
        ndarray: a.sum(),
        candle: a.sum_all(),
    }
    .python("xp.sum(a)")
    .numexpr("sum(a)")
    .limit(moves::<T>(1.0, &SQUARE))
    .because(PLAIN)
}

fn sum_first<T: Real>() -> Row {
    row! {
        name::<T>("sum(a, 0)", &SQUARE); a = square::<T>();
        lunette: a.sum(0),
        ndarray: a.sum_axis(Axis(0)),
        candle: a.sum(0),
    }
    .python("xp.sum(a, 0)")
    .limit(moves::<T>(1.0, &SQUARE))
}

fn sum_last<T: Real>() -> Row {
    row! {
        name::<T>("sum(a, 1)", &SQUARE); a = square::<T>();
        lunette: a.sum(1),
        ndarray: a.sum_axis(Axis(1)),
        candle: a.sum(1),
    }
    .python("xp.sum(a, 1)")
    .limit(moves::<T>(1.0, &SQUARE))
    .because(PLAIN)
}

fn sum_last_of_three<T: Real>() -> Row {
    row! {
        name::<T>("sum(a, 1)", &THREES); a = uniform::<T, _>(THREES, 0.0, 1.0);
        lunette: a.sum(1),
        ndarray: a.sum_axis(Axis(1)),
        candle: a.sum(1),
    }
    .python("xp.sum(a, 1)")
    .limit(moves::<T>(4.0 / 3.0, &THREES))
    .fresh()
}

fn mean<T: Real>() -> Row {
    row! {
        name::<T>("mean(a)", &SQUARE); a = square::<T>();
        lunette: a.mean(..),
        ndarray: a.mean(),
        candle: a.mean_all(),
    }
    .python("xp.mean(a)")
    .limit(moves::<T>(1.0, &SQUARE))
    .because(PLAIN)
}

fn var<T: Real>() -> Row {
    row! {
        name::<T>("var(a)", &SQUARE); a = square::<T>();
        lunette: a.var(.., 0.0),
        ndarray: a.var(T::zero()),
    }
    .python("xp.var(a)")
    .statement(Peer::Torch, "torch.var(a, correction=0)")
    .without(Peer::Candle, "it has variances along one axis only")
    .limit(moves::<T>(1.0, &SQUARE))
}

fn max<T: Real>() -> Row {
    row! {
        name::<T>("max(a)", &SQUARE); a = square::<T>();
        lunette: a.max(..),
        ndarray: a.fold(T::neg_infinity(), |most, &a| Float::max(most, a)),
        candle: a.max_all(),
    }
    .python("xp.max(a)")
    .limit(moves::<T>(1.0, &SQUARE))
    .because(MEMORY)
}

fn argmax<T: Real>() -> Row {
    row! {
        name::<T>("argmax(a)", &SQUARE); a = square::<T>();
        lunette: a.argmax(..),
        ndarray: a.iter().enumerate().fold((0, T::neg_infinity()), |most, (at, &a)| {
            if a > most.1 { (at, a) } else { most }
        }),
        candle: a.flatten_all()?.argmax(0),
    }
    .python("xp.argmax(a)")
    .limit(moves::<T>(1.0, &SQUARE))
    .because(MEMORY)
}

fn prod<T: Real>() -> Row {
    row! {
        name::<T>("prod(a)", &SQUARE); a = uniform::<T, _>(SQUARE, 0.999, 1.001);
        lunette: a.prod(..),
        ndarray: a.product(),
    }
    .python("xp.prod(a)")
    .without(Peer::Candle, "it has no products of all elements")
    .limit(moves::<T>(1.0, &SQUARE))
    .because("multiplied as f64 with a look at the range of every part, so that nothing overflows or vanishes on the way")
}

fn min_of_view<T: Real>() -> Row {
    row! {
        name::<T>("min(a[::2, ::3])", &SQUARE); a = square::<T>();
        lunette: a.view(lunette::s![(.., 2), (.., 3)])?.min(..),
        ndarray: {
            let view = a.slice(ndarray::s![..;2, ..;3]);
            view.fold(T::infinity(), |least, &a| Float::min(least, a))
        },
        candle: a.unfold(0, 1, 2)?.unfold(1, 1, 3)?.contiguous()?.min_all(),
    }
    .python("xp.min(a[::2, ::3])")
}

fn running_sum<T: Real>() -> Row {
    row! {
        name::<T>("cumsum(a)", &LONG); a = uniform::<T, _>(LONG, 0.0, 1.0);
        lunette: a.cumulative_sum(0),
        ndarray: running(a.clone()),
    }
    .python("xp.cumsum(a, 0)")
    .without(Peer::Candle, "its running sum is a product with a square matrix of that side")
    .limit(moves::<T>(2.0, &LONG))
    .fresh()
}

fn running_sum_first<T: Real>() -> Row {
    row! {
        name::<T>("cumsum(a, 0)", &SQUARE); a = square::<T>();
        lunette: a.cumulative_sum(0),
        ndarray: running(a.clone()),
        candle: a.cumsum(0),
    }
    .python("xp.cumsum(a, 0)")
    .limit(moves::<T>(2.0, &SQUARE))
    .fresh()
}

/// Running sums along the first axis, in place.
fn running<T: Real, D: ndarray::RemoveAxis>(mut a: ndarray::Array<T, D>) -> ndarray::Array<T, D> {
    a.accumulate_axis_inplace(Axis(0), |&before, a| *a = before + *a);
    a
}

fn any() -> Row {
    row! {
        name::<bool>("any(a), none is", &SQUARE); a = repeated(SQUARE, false);
        lunette: a.any(..),
        ndarray: Zip::from(a).any(|a| *a),
    }
    .python("xp.any(a)")
    .without(Peer::Candle, "it has no bools")
    .limit(moves::<bool>(1.0, &SQUARE))
}

fn all() -> Row {
    row! {
        name::<bool>("all(a), all are", &SQUARE); a = repeated(SQUARE, true);
        lunette: a.all(..),
        ndarray: Zip::from(a).all(|a| *a),
    }
    .python("xp.all(a)")
    .without(Peer::Candle, "it has no bools")
    .limit(moves::<bool>(1.0, &SQUARE))
}

fn count() -> Row {
    row! {
        name::<bool>("count_nonzero(a), half", &SQUARE); a = coin(SQUARE);
        lunette: a.count_nonzero(..),
        ndarray: a.iter().filter(|a| **a).count(),
    }
    .python("xp.count_nonzero(a)")
    .without(Peer::Candle, "it has no bools")
    .limit(moves::<bool>(1.0, &SQUARE))
}
