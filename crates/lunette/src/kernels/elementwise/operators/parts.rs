//! Parts of complex numbers.

use super::unary;
use crate::dtype::{Complex32, Complex64};

unary! { Conjugate
    [Complex32 Complex64] |a| a.conj();
}

unary! { RealPart =>
    [Complex32 => f32, Complex64 => f64,] |a| a.re;
}

unary! { ImaginaryPart =>
    [Complex32 => f32, Complex64 => f64,] |a| a.im;
}
