//! Quotients and remainders of integers and floats, rounded down or cut; integer powers.
//!
//! Who runs these loops has looked for divisors that are 0; should one have come in between, the result is 0 or
//! whatever. The least integer divided by -1 wraps round.

#![expect(unsafe_code, reason = "a conversion that is vectorised asks for numbers in range")]

use super::binary;
use crate::kernels::elementwise::chunk::Binary;
use crate::kernels::isa::Isa;

/// Adding it to a small integer leaves the integer's bits in the lower half of the float.
const SHIFT_OUT: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// The low bits of a float that is a whole number below 2^51: the conversion that every instruction set has.
#[inline(always)]
fn low_bits(whole: f64) -> u32 {
    (whole + SHIFT_OUT).to_bits() as u32
}

/// The greatest integer not above the quotient, and what is left, which has the sign of the divisor.
#[inline(always)]
fn divide_down(isa: Isa, a: i64, b: i64) -> (i64, i64) {
    let b = if b == 0 { 1 } else { b };
    // Older sets convert no vectors of 64-bit integers, and then the machine's own division is faster.
    let (quotient, left) = match isa {
        Isa::Avx512 => divide_by_floats(a, b),
        _ => (a.wrapping_div(b), a.wrapping_rem(b)),
    };
    let is_above = left != 0 && (left < 0) != (b < 0);
    if is_above { (quotient.wrapping_sub(1), left.wrapping_add(b)) } else { (quotient, left) }
}

/// A quotient that is right, or 1 too large, and what is left by it; the divisor is not 0.
///
/// By floats, whose divisions are vectorised: those of 64-bit integers are not, on any machine. Both operands have been
/// rounded, so the first quotient may be wrong in its last 12 bits. What is left by it is below `2^12` or not much larger
/// than the divisor, and its quotient is never too small: either both are exact floats, or it is a comparison of the two,
/// which rounding keeps.
#[inline(always)]
fn divide_by_floats(a: i64, b: i64) -> (i64, i64) {
    let divisor = b as f64;
    let coarse = floor(a as f64 / divisor);
    let left = a.wrapping_sub(coarse.wrapping_mul(b));
    let fine = floor(left as f64 / divisor);
    (coarse.wrapping_add(fine), left.wrapping_sub(fine.wrapping_mul(b)))
}

/// The greatest integer not above the number, of those that are floats. `as` gives the same, and is not vectorised.
#[expect(clippy::manual_clamp, reason = "`clamp` would keep NaN")]
#[inline(always)]
fn floor(x: f64) -> i64 {
    const LEAST: f64 = i64::MIN as f64;
    const GREATEST: f64 = 9_223_372_036_854_774_784.0; // 2^63 - 1024
    // SAFETY: NaN becomes one of the limits, both of which are integers of 64 bits, and so is what lies between.
    unsafe { x.floor().max(LEAST).min(GREATEST).to_int_unchecked() }
}

/// What is left by the quotient cut toward zero, of what is left by [`divide_down`].
#[inline(always)]
fn left_by_cut(a: i64, b: i64, left: i64) -> i64 {
    if left != 0 && (a < 0) != (b < 0) { left.wrapping_sub(b) } else { left }
}

macro_rules! of_64_bits {
    ($($Op:ident |$isa:ident, $a:ident, $b:ident| $body:expr;)*) => { $(
        impl Binary<i64> for $Op {
            type Out = i64;
            #[inline(always)]
            fn apply($isa: Isa, $a: i64, $b: i64) -> i64 {
                $body
            }
        }
    )* };
}

of_64_bits! {
    FloorDivide |isa, a, b| divide_down(isa, a, b).0;
    Remainder |isa, a, b| divide_down(isa, a, b).1;
    CutDivide |isa, a, b| {
        let (quotient, left) = divide_down(isa, a, b);
        quotient.wrapping_add(i64::from(left_by_cut(a, b, left) != left))
    };
    CutRemainder |isa, a, b| left_by_cut(a, b, divide_down(isa, a, b).1);
}

binary! {
    /// The greatest integer not above the quotient. Up to 32 bits a division of floats, which is vectorised, is exact
    /// enough: a quotient that is no integer is further from the next one than it is rounded.
    FloorDivide
    [i8 i16 i32 u8 u16 u32] |a, b| low_bits((f64::from(a) / f64::from(b)).floor()) as _;
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
    [i8 i16 i32 u8 u16 u32] |a, b| {
        let quotient = low_bits((f64::from(a) / f64::from(b)).floor());
        (a as u32).wrapping_sub(quotient.wrapping_mul(b as u32)) as _
    };
    [u64] |a, b| a.checked_rem(b).unwrap_or(0);
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
    [u64] |a, b| a.checked_div(b).unwrap_or(0);
}

binary! {
    /// What is left by [`CutDivide`]: it has the sign of the dividend, as Rust's `%`.
    CutRemainder
    [i8 i16 i32 u8 u16 u32] |a, b| {
        let quotient = low_bits((f64::from(a) / f64::from(b)).trunc());
        (a as u32).wrapping_sub(quotient.wrapping_mul(b as u32)) as _
    };
    [u64] |a, b| a.checked_rem(b).unwrap_or(0);
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

#[cfg(test)]
mod tests {
    use super::{Isa, divide_down, left_by_cut};
    use crate::kernels::testing::Rng;

    /// Compares with the division of wider integers.
    fn check(a: i64, b: i64) {
        let (wide_a, wide_b) = (i128::from(a), i128::from(b));
        let left = wide_a.rem_euclid(wide_b) + if b < 0 && wide_a % wide_b != 0 { wide_b } else { 0 };
        // The least integer divided by -1 wraps round.
        let quotient = ((wide_a - left) / wide_b) as i64;
        for isa in [Isa::Base, Isa::Avx512] {
            assert_eq!(divide_down(isa, a, b), (quotient, left as i64), "{a} / {b}");
        }
        assert_eq!(left_by_cut(a, b, left as i64), a.wrapping_rem(b), "{a} % {b}");
    }

    #[test]
    fn integers_of_64_bits_near_powers_of_two() {
        let powers = (0..64).map(|k| 1_i64 << k).flat_map(|power| [power, power.wrapping_neg()]);
        let near: Vec<i64> = powers.flat_map(|power| (-2..=2).map(move |d| power.wrapping_add(d))).collect();
        for &a in &near {
            near.iter().filter(|&&b| b != 0).for_each(|&b| check(a, b));
        }
    }

    #[test]
    fn integers_of_64_bits_near_multiples() {
        for seed in 0..200_000 {
            let mut rng = Rng::new(seed);
            let mut any = || (rng.next() as i64) >> rng.below(64);
            let (a, b) = (any(), any());
            let b = if b == 0 { 1 } else { b };
            let multiple = a.wrapping_div(b).wrapping_mul(b);
            for a in [a, multiple.wrapping_sub(1), multiple, multiple.wrapping_add(1)] {
                check(a, b);
            }
        }
    }
}
