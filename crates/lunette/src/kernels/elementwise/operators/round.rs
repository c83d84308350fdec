//! Whole numbers near a float.

use super::unary;
use crate::dtype::{Complex32, Complex64};

unary! { Floor
    [f32 f64] |a| a.floor();
}

unary! { Ceil
    [f32 f64] |a| a.ceil();
}

unary! { Trunc
    [f32 f64] |a| a.trunc();
}

unary! {
    /// Halves go to the even neighbour.
    Round
    [f32 f64] |a| a.round_ties_even();
    [Complex32] |a| Complex32::new(a.re.round_ties_even(), a.im.round_ties_even());
    [Complex64] |a| Complex64::new(a.re.round_ties_even(), a.im.round_ties_even());
}
