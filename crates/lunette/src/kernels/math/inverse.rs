//! asin, acos, atan and atan2.

use super::double::{quick_sum, root};
use super::real::{fma, polynomial};
use super::trig::Trig;
use crate::kernels::isa::Isa;

pub(super) trait Inverse: Trig {
    /// (asin s / s - 1) / s² in s², for |s| ≤ ½.
    const ASIN: &'static [Self];
    /// (atan t / t - 1) / t² in t², for |t| ≤ √2 - 1 = tan(π/8).
    const ATAN: &'static [Self];
}

// Minimax polynomials (Remez), relative to the function, refitted after rounding: degree 5, 2^-31.6; degree 4, 2^-30.3.
impl Inverse for f32 {
    const ASIN: &'static [Self] =
        &[0.166_666_63, 0.075_003_83, 0.044_536_02, 0.031_670_57, 0.014_898_87, 0.036_931_317];
    const ATAN: &'static [Self] = &[-0.333_333_2, 0.199_986_62, -0.142_464_16, 0.106_117_29, -0.061_175_91];
}

// Minimax polynomials (Remez), relative to the function, refitted after rounding: degree 12, 2^-59.7; degree 10, 2^-59.3.
impl Inverse for f64 {
    const ASIN: &'static [Self] = &[
        0.166_666_666_666_667,
        0.074_999_999_999_833_66,
        0.044_642_857_164_827_62,
        0.030_381_943_109_373_814,
        0.022_372_205_014_837_422,
        0.017_351_773_186_998_796,
        0.013_979_055_902_102_912,
        0.011_412_251_516_148_223,
        0.010_710_546_060_783_283,
        0.003_953_717_209_441_062,
        0.021_138_783_272_310_138,
        -0.020_234_590_874_934_01,
        0.032_172_473_405_990_16,
    ];
    const ATAN: &'static [Self] = &[
        -0.333_333_333_333_332_7,
        0.199_999_999_999_690_65,
        -0.142_857_142_814_396_9,
        0.111_111_108_354_592_8,
        -0.090_908_990_481_848_08,
        0.076_920_804_590_706_1,
        -0.066_633_102_501_939_14,
        0.058_492_502_167_537_3,
        -0.050_449_205_716_375_93,
        0.038_196_256_194_148_015,
        -0.018_041_186_586_156_59,
    ];
}

/// asin x.
#[inline(always)]
pub(super) fn asin<T: Inverse>(isa: Isa, x: T) -> T {
    let (s, rest, outer) = asin_terms(isa, x);
    let far = from_multiple(T::HALF, T::TWO * s, T::TWO * rest).copysign(x);
    let near = (s + rest).copysign(x);
    let result = if outer { far } else { near };
    if x.abs() < T::TINY { x } else { result }
}

/// acos x.
#[inline(always)]
pub(super) fn acos<T: Inverse>(isa: Isa, x: T) -> T {
    let (s, rest, outer) = asin_terms(isa, x);
    let (twice, twice_rest) = (T::TWO * s, T::TWO * rest);
    let far = if x < T::ZERO { from_multiple(T::ONE, twice, twice_rest) } else { twice + twice_rest };
    let near = from_multiple(T::HALF, x, rest.copysign(x));
    if outer { far } else { near }
}

/// atan x.
#[inline(always)]
pub(super) fn atan<T: Inverse>(isa: Isa, x: T) -> T {
    let size = x.abs();
    let farthest = T::ONE / (T::TINY * T::TINY);
    let size = if size > farthest { farthest } else { size };
    let result = atan_of_ratio(isa, size, T::ONE, false).copysign(x);
    if x.abs() < T::TINY { x } else { result }
}

/// The angle of the point (x, y).
#[inline(always)]
pub(super) fn atan2<T: Inverse>(isa: Isa, y: T, x: T) -> T {
    let (y_size, x_size) = (y.abs(), x.abs());
    let larger = if y_size > x_size { y_size } else { x_size };
    let scale = larger.scales().0;
    let unit = |size: T| if size == T::INFINITY { T::ONE } else { T::ZERO };
    let infinite = larger == T::INFINITY;
    let above = if infinite { unit(y_size) } else { y_size * scale };
    let below = if infinite { unit(x_size) } else { x_size * scale };
    let below = if larger == T::ZERO { T::ONE } else { below };
    let behind = T::ONE.copysign(x) < T::ZERO;
    let result = atan_of_ratio(isa, above, below, behind).copysign(y);
    #[expect(clippy::eq_op, reason = "NaN alone differs from itself")]
    let lost = (x != x) | (y != y);
    if lost { T::NAN } else { result }
}

/// (s, asin s - s, whether |x| > ½), where s is |x|, or √((1 - |x|) / 2) with asin |x| = π/2 - 2 asin s.
#[inline(always)]
fn asin_terms<T: Inverse>(isa: Isa, x: T) -> (T, T, bool) {
    let size = x.abs();
    let outer = size > T::HALF;
    let half = (T::ONE - size) * T::HALF;
    let (root, root_low) = root(isa, (half, T::ZERO));
    let z = if outer { half } else { size * size };
    let s = if outer { root } else { size };
    let low = if outer { root_low } else { T::ZERO };
    (s, fma(isa, s * z, polynomial(isa, z, T::ASIN), low), outer)
}

/// multiple · π - x - rest.
#[inline(always)]
fn from_multiple<T: Trig>(multiple: T, x: T, rest: T) -> T {
    let pi = multiple * T::PI[0];
    let difference = pi - x;
    let lost = (pi - difference) - x;
    difference + (lost + multiple * T::PI[1] - rest)
}

/// atan(y / x) for y, x ≥ 0 of moderate size, or the angle of (-x, y) if it is `behind`.
///
/// The ratio of the smaller to the larger is the tangent of at most π/4; beyond π/8 the point is turned back by π/4.
#[inline(always)]
fn atan_of_ratio<T: Inverse>(isa: Isa, y: T, x: T, behind: bool) -> T {
    let steep = y > x;
    let large = if steep { y } else { x };
    let small = if steep { x } else { y };
    let flat = small < large * T::of(std::f64::consts::SQRT_2 - 1.0);
    let above = if flat { small } else { small - large };
    let below = if flat { large } else { small + large };
    let t = above / below;
    let z = t * t;
    let rest = t * z * polynomial(isa, z, T::ATAN);

    let turn = if flat { T::ZERO } else { T::of(0.25) };
    let turn = if steep { T::HALF - turn } else { turn };
    let turn = if behind { T::ONE - turn } else { turn };
    let sign = if steep != behind { -T::ONE } else { T::ONE };
    let (angle, lost) = quick_sum(turn * T::PI[0], t * sign);
    angle + (lost + fma(isa, turn, T::PI[1], rest * sign))
}
