//! Products of matrices and vectors.

use super::data::{Real, integers, uniform};
use super::{LONG, both, moves, multiply_adds, name, row};
use crate::MakeRow;
use crate::row::{Bar, MEMORY, Peer, Row};

pub const ROWS: &[MakeRow] = &[
    square::<f32, 64>,
    square::<f64, 64>,
    square::<f32, 128>,
    square::<f64, 128>,
    square::<f32, 256>,
    square::<f64, 256>,
    square::<f32, 512>,
    square::<f64, 512>,
    square::<f32, 1024>,
    square::<f64, 1024>,
    square::<f32, 2048>,
    square::<f64, 2048>,
];

pub const OTHERS: &[MakeRow] = both![right_transposed, left_transposed, batches, matvec, dot];

pub const INTEGERS: &[MakeRow] = &[of_integers];

const SIDE: usize = 1024;
const BATCHES: [usize; 3] = [256, 64, 64];

/// Why a product takes longer than a peer's.
const GEMM: &str = "the time is that of gemm's packing and kernel, and from 128 on that of waking a second thread, which doubles it in some runs";

/// From this size on, products have to reach 85 % of the best peer's speed.
const LARGE: usize = 1024;
const LARGE_BAR: Bar = Bar::BestPeer(1.0 / 0.85);

fn square<T: Real, const N: usize>() -> Row {
    let row = row! {
        name::<T>("a @ b", &[N, N]);
        a = uniform::<T, _>([N, N], 0.0, 1.0), b = uniform::<T, _>([N, N], 0.0, 1.0);
        lunette: a.matmul(b),
        ndarray_static: a.dot(b),
        candle: a.matmul(b),
        faer: a * b,
    };
    let row = row.python("a @ b").limit(multiply_adds::<T>((N * N * N) as f64));
    if N < LARGE { row.because(GEMM) } else { row.bar(LARGE_BAR) }
}

fn right_transposed<T: Real>() -> Row {
    row! {
        name::<T>("a @ b.T", &[SIDE, SIDE]);
        a = uniform::<T, _>([SIDE, SIDE], 0.0, 1.0), b = uniform::<T, _>([SIDE, SIDE], 0.0, 1.0);
        lunette: a.matmul(&b.transpose()),
        ndarray_static: a.dot(&b.t()),
        candle: a.matmul(&b.t()?),
        faer: a * b.transpose(),
    }
    .python("a @ b.T")
    .limit(multiply_adds::<T>((SIDE * SIDE * SIDE) as f64))
    .bar(LARGE_BAR)
}

fn left_transposed<T: Real>() -> Row {
    row! {
        name::<T>("a.T @ b", &[SIDE, SIDE]);
        a = uniform::<T, _>([SIDE, SIDE], 0.0, 1.0), b = uniform::<T, _>([SIDE, SIDE], 0.0, 1.0);
        lunette: a.transpose().matmul(b),
        ndarray_static: a.t().dot(b),
        candle: a.t()?.matmul(b),
        faer: a.transpose() * b,
    }
    .python("a.T @ b")
    .limit(multiply_adds::<T>((SIDE * SIDE * SIDE) as f64))
    .bar(LARGE_BAR)
}

fn batches<T: Real>() -> Row {
    row! {
        name::<T>("a @ b, batches", &BATCHES);
        a = uniform::<T, _>(BATCHES, 0.0, 1.0), b = uniform::<T, _>(BATCHES, 0.0, 1.0);
        lunette: a.matmul(b),
        candle: a.matmul(b),
    }
    .python("a @ b")
    .without(Peer::Ndarray, "it has no batches")
    .without(Peer::Faer, "it has no batches")
    .limit(multiply_adds::<T>((256 * 64 * 64 * 64) as f64))
    .because("the time is that of gemm's kernel; PyTorch has MKL's for batches of small matrices")
}

fn matvec<T: Real>() -> Row {
    row! {
        name::<T>("a @ v", &[4096, 4096]);
        a = uniform::<T, _>([4096, 4096], 0.0, 1.0), v = uniform::<T, _>([4096], 0.0, 1.0);
        lunette: a.matmul(v),
        ndarray_static: a.dot(v),
        candle: a.matmul(&v.reshape((4096, 1))?),
    }
    .python("a @ v")
    .limit(moves::<T>(1.0, &[4096, 4096]))
    .because(MEMORY)
}

fn dot<T: Real>() -> Row {
    row! {
        name::<T>("dot(u, v)", &LONG);
        u = uniform::<T, _>(LONG, 0.0, 1.0), v = uniform::<T, _>(LONG, 0.0, 1.0);
        lunette: u.vecdot(v, -1),
        ndarray_static: u.dot(v),
    }
    .python("u @ v")
    .limit(moves::<T>(2.0, &LONG))
    .because(MEMORY)
}

fn of_integers() -> Row {
    row! {
        name::<i32>("a @ b", &[512, 512]);
        a = integers::<i32, _>([512, 512], -100, 100), b = integers::<i32, _>([512, 512], -100, 100);
        lunette: a.matmul(b),
        ndarray_static: a.dot(b),
    }
    .python("a @ b")
    .without(Peer::Candle, "it has no products of integers")
}
