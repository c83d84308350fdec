//! Comparisons, as IEEE 754 has them: NaN equals nothing. `greater` is `less` with its operands changed round.

use super::{binary, unary};
use crate::dtype::{Complex32, Complex64};

binary! { Equal -> bool;
    [u8 u16 u32 u64 f32 f64 Complex32 Complex64] |a, b| a == b;
}

binary! { NotEqual -> bool;
    [u8 u16 u32 u64 f32 f64 Complex32 Complex64] |a, b| a != b;
}

binary! { Less -> bool;
    [i8 i16 i32 i64 u8 u16 u32 u64 f32 f64] |a, b| a < b;
}

binary! { LessEqual -> bool;
    [i8 i16 i32 i64 u8 u16 u32 u64 f32 f64] |a, b| a <= b;
}

unary! { IsNan -> bool;
    [f32 f64] |a| a.is_nan();
    [Complex32 Complex64] |a| a.re.is_nan() || a.im.is_nan();
}

unary! { IsInfinite -> bool;
    [f32 f64] |a| a.is_infinite();
    [Complex32 Complex64] |a| a.re.is_infinite() || a.im.is_infinite();
}

unary! { IsFinite -> bool;
    [f32 f64] |a| a.is_finite();
    [Complex32 Complex64] |a| a.re.is_finite() && a.im.is_finite();
}

unary! { SignBit -> bool;
    [f32 f64] |a| a.is_sign_negative();
}
