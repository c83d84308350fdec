//! Fourier transforms.

use lunette::{Complex32, Complex64};

use super::data::{Complex, Real, complex, uniform};
use super::{both, name, row};
use crate::MakeRow;
use crate::row::Row;

pub const ROWS: &[MakeRow] = &[
    long::<Complex32>,
    long::<Complex64>,
    decimal::<Complex32>,
    decimal::<Complex64>,
    rows::<Complex32>,
    rows::<Complex64>,
];

pub const REAL: &[MakeRow] = both![real];

/// Why a transform takes longer than a peer's.
const MKL: &str = "PyTorch's time is that of MKL";

const LONG: [usize; 1] = [1 << 20];
const DECIMAL: [usize; 1] = [1_000_000];
const MATRIX: [usize; 2] = [1024, 1024];

fn long<C: Complex>() -> Row {
    row! {
        name::<C>("fft(a)", &LONG); a = complex::<C, _>(LONG);
        lunette: a.fft(),
    }
    .python("xp.fft.fft(a)")
    .fresh()
    .because(MKL)
}

fn decimal<C: Complex>() -> Row {
    row! {
        name::<C>("fft(a)", &DECIMAL); a = complex::<C, _>(DECIMAL);
        lunette: a.fft(),
    }
    .python("xp.fft.fft(a)")
    .fresh()
    .because(MKL)
}

fn rows<C: Complex>() -> Row {
    row! {
        name::<C>("fft(a)", &MATRIX); a = complex::<C, _>(MATRIX);
        lunette: a.fft(),
    }
    .python("xp.fft.fft(a)")
    .fresh()
    .because(MKL)
}

fn real<T: Real>() -> Row {
    row! {
        name::<T>("rfft(a)", &LONG); a = uniform::<T, _>(LONG, 0.0, 1.0);
        lunette: a.rfft(),
    }
    .python("xp.fft.rfft(a)")
    .fresh()
}
