//! Chains of operations, one after the other and as a whole.

use lunette::prelude::*;
use ndarray::Zip;

use super::data::{Real, uniform};
use super::{SQUARE, WORKS, both, moves, name, row};
use crate::MakeRow;
use crate::limits::zip_slices;
use crate::row::{Bar, Peer, Row};

pub const ROWS: &[MakeRow] = both![eager, lazy, lazy_beside_loop];

fn eager<T: Real>() -> Row {
    row! {
        name::<T>("a * b + c, eager", &SQUARE);
        a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>(SQUARE, 0.0, 1.0),
        c = uniform::<T, _>(SQUARE, 0.0, 1.0);
        lunette: Ok(a * b + c),
        ndarray: a * b + c,
        candle: (a * b)? + c,
    }
    .python("a * b + c")
    .jax_eager("a * b + c")
    .fresh()
}

fn lazy<T: Real>() -> Row {
    row! {
        name::<T>("a * b + c, lazy", &SQUARE);
        a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>(SQUARE, 0.0, 1.0),
        c = uniform::<T, _>(SQUARE, 0.0, 1.0);
        lunette: (a.lazy() * b + c).eval(),
        ndarray: Zip::from(a).and(b).and(c).map_collect(|&a, &b, &c| a * b + c),
        candle: (a * b)? + c,
    }
    .python("a * b + c")
    .numexpr("a * b + c")
    .limit(moves::<T>(4.0, &SQUARE))
    .fresh()
}

fn lazy_beside_loop<T: Real>() -> Row {
    let inputs = [(); 3].map(|()| uniform::<T, _>(SQUARE, 0.0, 1.0));
    let mut tensors = None;
    // In Lunette's memory, so that both have the same pages.
    let by_hand = move || {
        let (out, inputs) = tensors.get_or_insert_with(|| {
            (Tensor::<T>::zeros(SQUARE).expect(WORKS), inputs.each_ref().map(|data| data.tensor()))
        });
        let guards = inputs.each_ref().map(|input| input.read().expect(WORKS));
        let mut out = out.write().expect(WORKS);
        let [a, b, c] = guards.each_ref().map(|guard| guard.as_slice().expect(WORKS));
        zip_slices(out.as_slice_mut().expect(WORKS), [a, b, c], |[a, b, c]| a * b + c);
    };
    row! {
        name::<T>("a * b + c, lazy, into a tensor, beside a plain loop", &SQUARE);
        a = uniform::<T, _>(SQUARE, 0.0, 1.0), b = uniform::<T, _>(SQUARE, 0.0, 1.0),
        c = uniform::<T, _>(SQUARE, 0.0, 1.0), out = uniform::<T, _>(SQUARE, 0.0, 1.0);
        lunette: (a.lazy() * b + c).eval_into(out),
    }
    .side(Peer::Loop, "for i in 0..n { out[i] = a[i] * b[i] + c[i] }, on all cores", by_hand)
    .limit(moves::<T>(4.0, &SQUARE))
    .bar(Bar::Peer(Peer::Loop, 1.05))
}
