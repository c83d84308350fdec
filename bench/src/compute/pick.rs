//! Picking, storing and searching by index tensors and masks.

use std::ops::AddAssign;

use lunette::prelude::*;
use ndarray::{Array1, Axis, Zip};

use super::data::{Real, coin, integers, uniform};
use super::{both, name, row};
use crate::MakeRow;
use crate::row::{Peer, Row};

pub const ROWS: &[MakeRow] =
    both![take_rows, gather_pairs, mask_select, mask_store, scatter_sums, along_axis, nonzero];

const TABLE: [usize; 2] = [100_000, 64];
const MATRIX: [usize; 2] = [2048, 2048];
const PAIRS: [usize; 1] = [1 << 20];
const BINS: [usize; 1] = [1 << 16];

/// ndarray picks by `usize`.
fn usizes<'a>(positions: impl IntoIterator<Item = &'a i64>) -> Vec<usize> {
    positions.into_iter().map(|&position| position as usize).collect()
}

fn take_rows<T: Real>() -> Row {
    row! {
        name::<T>("take(a, 50000 rows, 0)", &TABLE);
        a = uniform::<T, _>(TABLE, 0.0, 1.0), rows = integers::<i64, _>([50_000], 0, 100_000);
        lunette: a.take(rows, 0),
        ndarray: a.select(Axis(0), &usizes(rows)),
        candle: a.index_select(rows, 0),
    }
    .python("xp.take(a, rows, 0)")
    .statement(Peer::Torch, "torch.index_select(a, 0, rows)")
    .fresh()
}

fn gather_pairs<T: Real>() -> Row {
    row! {
        name::<T>("a[i, j], 1048576 pairs", &MATRIX);
        a = uniform::<T, _>(MATRIX, 0.0, 1.0),
        i = integers::<i64, _>(PAIRS, 0, 2048), j = integers::<i64, _>(PAIRS, 0, 2048);
        lunette: a.load(s![i, j]),
        ndarray: Zip::from(i).and(j).map_collect(|&i, &j| a[[i as usize, j as usize]]),
        candle: a.flatten_all()?.index_select(&(i.affine(2048.0, 0.0)? + j)?, 0),
    }
    .python("a[i, j]")
    .fresh()
    .because("every index is checked before anything is read, in blocks; JAX moves those outside to the edge as it goes")
}

fn mask_select<T: Real>() -> Row {
    row! {
        name::<T>("a[mask], half", &MATRIX);
        a = uniform::<T, _>(MATRIX, 0.0, 1.0), mask = coin(MATRIX);
        lunette: a.load(s![mask]),
        ndarray: a.iter().zip(mask).filter(|(_, hit)| **hit).map(|(a, _)| *a).collect::<Array1<T>>(),
    }
    .python("a[mask]")
    .jax_eager("a[mask]")
    .without(Peer::Candle, "it has no selection by a mask")
    .fresh()
}

fn mask_store<T: Real>() -> Row {
    let (a, mask) = (uniform::<T, _>(MATRIX, 0.0, 1.0), coin(MATRIX));
    let fill = |a: &mut T, hit: &bool| {
        if *hit {
            *a = T::one();
        }
    };
    let (values, hits) = (a.clone(), mask.clone());
    let mut arrays = None;
    let nd = move || {
        let (a, mask) = arrays.get_or_insert_with(|| (values.array(), hits.array()));
        Zip::from(a).and(&*mask).for_each(fill);
    };
    let (values, hits) = (a.clone(), mask.clone());
    let mut arrays = None;
    let nd_dyn = move || {
        let (a, mask) = arrays.get_or_insert_with(|| (values.array_dyn(), hits.array_dyn()));
        Zip::from(a).and(&*mask).for_each(fill);
    };
    let how = "Zip::from(&mut a).and(mask).for_each(|a, hit| if *hit { *a = 1.0 })";
    row! {
        name::<T>("a[mask] = 1, half", &MATRIX); a = a, mask = mask;
        lunette: a.store(s![mask], T::one()),
        candle: mask.where_cond(&a.ones_like()?, a),
    }
    .side(Peer::Ndarray, how, nd)
    .side(Peer::NdarrayDyn, how, nd_dyn)
    .statement(Peer::NumPy, "a[mask] = 1")
    .statement(Peer::Jax, "jnp.where(mask, 1, a)")
    .statement(Peer::Torch, "a[mask] = 1")
}

fn scatter_sums<T: Real + AddAssign>() -> Row {
    let (bins, i, y) =
        (uniform::<T, _>(BINS, 0.0, 1.0), integers(PAIRS, 0, 65536), uniform::<T, _>(PAIRS, 0.0, 1.0));
    let (into, at, terms) = (bins.clone(), i.clone(), y.clone());
    let mut arrays = None;
    let nd = move || {
        let (bins, i, y) = arrays.get_or_insert_with(|| (into.array(), at.array(), terms.array()));
        i.iter().zip(&*y).for_each(|(&i, &y): (&i64, _)| bins[i as usize] += y);
    };
    row! {
        name::<T>("a[i] += y, into 65536", &PAIRS); a = bins, i = i, y = y;
        lunette: a.scatter(s![i], y, Duplicates::Sum),
        candle: a.scatter_add(i, y, 0),
    }
    .side(Peer::Ndarray, "for (&i, &y) in zip(i, y) { a[i] += y }", nd)
    .statement(Peer::NumPy, "np.add.at(a, i, y)")
    .statement(Peer::Jax, "a.at[i].add(y)")
    .statement(Peer::Torch, "a.index_add_(0, i, y)")
}

fn along_axis<T: Real>() -> Row {
    row! {
        name::<T>("take_along_axis(a, i, 1)", &MATRIX);
        a = uniform::<T, _>(MATRIX, 0.0, 1.0), i = integers::<i64, _>(MATRIX, 0, 2048);
        lunette: a.take_along_axis(i, 1),
        ndarray: {
            let rows = Zip::from(a.rows()).and(i.rows());
            let mut out = Vec::with_capacity(a.len());
            rows.for_each(|a, i| out.extend(i.iter().map(|&i| a[i as usize])));
            out
        },
        candle: a.gather(i, 1),
    }
    .python("xp.take_along_axis(a, i, 1)")
    .statement(Peer::Torch, "torch.take_along_dim(a, i, 1)")
    .fresh()
    .because("every index is checked before anything is read, in blocks; JAX moves those outside to the edge as it goes")
}

fn nonzero<T: Real>() -> Row {
    row! {
        name::<T>("nonzero(a > 0.5)", &MATRIX);
        a = uniform::<T, _>(MATRIX, 0.0, 1.0);
        lunette: a.greater(T::from(0.5).unwrap_or_else(T::one))?.nonzero(),
        ndarray_static: {
            let hits = a.indexed_iter().filter(|(_, a)| **a > T::from(0.5).unwrap_or_else(T::one));
            hits.map(|((i, j), _)| (i as i64, j as i64)).unzip::<_, _, Vec<_>, Vec<_>>()
        },
    }
    .statement(Peer::NumPy, "np.nonzero(a > 0.5)")
    .jax_eager("jnp.nonzero(a > 0.5)")
    .statement(Peer::Torch, "torch.nonzero(a > 0.5, as_tuple=True)")
    .without(Peer::Candle, "it has no search for hits")
    .fresh()
}
