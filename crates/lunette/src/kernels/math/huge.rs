//! sin, cos and tan of any number, one at a time.
//!
//! x · 2/π modulo 4 after Payne and Hanek: the bits of 2/π whose products with x are multiples of 4 are left out, and
//! the 192 bits after them are all that matters.

use super::trig::{Trig, cos, cos_terms, sin, sin_terms, take_off_half_pi, tan, tan_of_reduced};
use crate::kernels::isa::Isa;

/// The bits of 2/π after the point, behind one word of zeros.
const TWO_PER_PI: [u64; 20] = [
    0,
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
];

/// sin x for any x.
pub(super) fn sin_any(x: f64) -> f64 {
    if is_huge(x) { sin_cos_any(x).0 } else { sin(Isa::Base, x) }
}

/// cos x for any x.
pub(super) fn cos_any(x: f64) -> f64 {
    if is_huge(x) { sin_cos_any(x).1 } else { cos(Isa::Base, x) }
}

/// tan x for any x.
pub(super) fn tan_any(x: f64) -> f64 {
    if !is_huge(x) {
        return tan(Isa::Base, x);
    }
    let (quadrant, r) = reduce(x.abs());
    tan_of_reduced(Isa::Base, r, quadrant & 1 != 0) * x.signum()
}

/// sin x and cos x for any x.
pub(super) fn sin_cos_any(x: f64) -> (f64, f64) {
    let (quadrant, r) = if is_huge(x) { reduce(x.abs()) } else { take_off_half_pi(Isa::Base, x.abs()) };
    let (sin, sin_rest) = sin_terms(Isa::Base, r);
    let (cos, cos_rest) = cos_terms(Isa::Base, r);
    let (sin, cos) = (sin + sin_rest, cos + cos_rest);
    let (sin, cos) = if quadrant & 1 == 0 { (sin, cos) } else { (cos, -sin) };
    let (sin, cos) = if quadrant & 2 == 0 { (sin, cos) } else { (-sin, -cos) };
    (sin.copysign(sin * x.signum()), cos)
}

fn is_huge(x: f64) -> bool {
    x.is_finite() && x.abs() > f64::HUGE
}

/// (q, r) with x = q · π/2 + r modulo 2π and r in ±π/4, for a finite x of at least 2^-10.
fn reduce(x: f64) -> (u32, (f64, f64)) {
    let bits = x.to_bits();
    let fraction = (bits & ((1 << 52) - 1)) | (1 << 52);
    let exponent = (bits >> 52) as i64 - 1075;
    // From here on the bits of 2/π give less than 4; the word of zeros lets the place be negative.
    let start = (exponent - 2 + 64) as usize;
    let [first, second, third] = [0, 64, 128].map(|offset| word(start + offset));
    // fraction · bits, modulo 2^192.
    let low = u128::from(fraction) * u128::from(third);
    let middle = u128::from(fraction) * u128::from(second) + (low >> 64);
    let high = fraction.wrapping_mul(first).wrapping_add((middle >> 64) as u64);
    let product = (u128::from(high) << 64) | u128::from(middle as u64);
    // The quadrant is in the two highest bits; rounding it leaves the rest as a signed number.
    let rest = ((product << 2) | u128::from(low as u64 >> 62)).cast_signed();
    let quadrant = (product >> 126) as u32 + u32::from(rest < 0);
    (quadrant, times_half_pi(rest))
}

/// The 64 bits from a place on.
fn word(start: usize) -> u64 {
    let (index, shift) = (start / 64, start % 64);
    let pair = (u128::from(TWO_PER_PI[index]) << 64) | u128::from(TWO_PER_PI[index + 1]);
    (pair >> (64 - shift)) as u64
}

/// rest · 2^-128 · π/2.
fn times_half_pi(rest: i128) -> (f64, f64) {
    const UNIT: f64 = f64::from_bits((1023 - 128) << 52);
    let high = rest as f64;
    let low = (rest - high as i128) as f64;
    let (high, low) = (high * UNIT, low * UNIT);
    let (half_pi, half_pi_low) = (0.5 * f64::PI[0], 0.5 * f64::PI[1]);
    let (r, r_low) = super::double::product(Isa::Base, high, half_pi);
    super::double::quick_sum(r, r_low + (high * half_pi_low + low * half_pi))
}
