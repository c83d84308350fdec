//! Quotients and remainders of integers and floats, rounded down or cut; integer powers.
//!
//! Who runs these loops has looked for divisors that are 0; should one have come in between, the result is 0 or
//! whatever. The least integer divided by -1 wraps round.

use super::binary;

/// Adding it to a small integer leaves the integer's bits in the lower half of the float.
const SHIFT_OUT: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// The low bits of a float that is a whole number below 2^51: the conversion that every instruction set has.
#[inline(always)]
fn low_bits(whole: f64) -> u32 {
    (whole + SHIFT_OUT).to_bits() as u32
}

binary! {
    /// The greatest integer not above the quotient. Up to 32 bits a division of floats, which is vectorised, is exact
    /// enough: a quotient that is no integer is further from the next one than it is rounded.
    FloorDivide
    [i8 i16 i32 u8 u16 u32] |a, b| low_bits((f64::from(a) / f64::from(b)).floor()) as _;
    [i64] |a, b| {
        let b = if b == 0 { 1 } else { b };
        let quotient = a.wrapping_div(b);
        quotient.wrapping_sub(i64::from(a.wrapping_rem(b) != 0 && (a < 0) != (b < 0)))
    };
    [u64] |a, b| a.checked_div(b).unwrap_or(0);
    [f32 f64] |a, b| {
        let quotient = (a / b).floor();
        // Where the quotient was rounded up to an integer, what is left has the other sign than the divisor.
        let left = (-quotient).mul_add(b, a);
        let corrected = left != 0.0 && (left < 0.0) != (b < 0.0) && b.is_finite() && quotient.is_finite();
        if corrected { quotient - 1.0 } else { quotient }
    };
}

binary! {
    /// What is left by [`FloorDivide`]: it has the sign of the divisor, as in Python.
    Remainder
    [i8 i16 i32 i64] |a, b| {
        let left = a.wrapping_rem(if b == 0 { 1 } else { b });
        if left != 0 && (left < 0) != (b < 0) { left + b } else { left }
    };
    [u8 u16 u32 u64] |a, b| a.checked_rem(b).unwrap_or(0);
    [f32 f64] |a, b| {
        let left = a % b;
        if left == 0.0 {
            left.copysign(b)
        } else if (left < 0.0) != (b < 0.0) {
            left + b
        } else {
            left
        }
    };
}

binary! {
    /// The quotient cut toward zero, as Rust's `/` on integers.
    CutDivide
    [i8 i16 i32 u8 u16 u32] |a, b| low_bits((f64::from(a) / f64::from(b)).trunc()) as _;
    [i64] |a, b| a.wrapping_div(if b == 0 { 1 } else { b });
    [u64] |a, b| a.checked_div(b).unwrap_or(0);
}

binary! {
    /// What is left by [`CutDivide`]: it has the sign of the dividend, as Rust's `%`.
    CutRemainder
    [i8 i16 i32 i64] |a, b| a.wrapping_rem(if b == 0 { 1 } else { b });
    [u8 u16 u32 u64] |a, b| a.checked_rem(b).unwrap_or(0);
    [f32 f64] |a, b| a % b;
}

binary! {
    /// A power of integers, wrapping round; the exponent is not negative.
    Power
    [u8 u16 u32 u64] |a, b| {
        let (mut power, mut base, mut exponent) = (1, a, b);
        while exponent != 0 {
            if exponent & 1 == 1 {
                power = base.wrapping_mul(power);
            }
            base = base.wrapping_mul(base);
            exponent >>= 1;
        }
        power
    };
}

/// The greatest number that divides both; that of a number and 0 is the number.
#[inline(always)]
fn common_divisor(a: impl Into<u64>, b: impl Into<u64>) -> u64 {
    let (mut a, mut b) = (a.into(), b.into());
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

/// The least number that both divide, wrapping round; 0 if one is 0.
#[inline(always)]
fn common_multiple(a: impl Into<u64>, b: impl Into<u64>) -> u64 {
    let (a, b) = (a.into(), b.into());
    a.checked_div(common_divisor(a, b)).map_or(0, |part| part.wrapping_mul(b))
}

binary! {
    /// The greatest common divisor, which is not negative.
    CommonDivisor
    [i8 i16 i32 i64] |a, b| common_divisor(a.unsigned_abs(), b.unsigned_abs()) as _;
    [u8 u16 u32 u64] |a, b| common_divisor(a, b) as _;
}

binary! {
    /// The least common multiple, which is not negative.
    CommonMultiple
    [i8 i16 i32 i64] |a, b| common_multiple(a.unsigned_abs(), b.unsigned_abs()) as _;
    [u8 u16 u32 u64] |a, b| common_multiple(a, b) as _;
}
