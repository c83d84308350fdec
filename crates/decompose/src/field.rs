//! The four element types.

use num_complex::{Complex32, Complex64};

/// A real or complex number.
pub trait Field:
    faer::traits::ComplexField<Real = Self::Part> + Copy + PartialEq + Send + Sync + 'static
{
    /// The type of absolute values.
    type Part: num_traits::Float + faer::traits::RealField + Send + Sync + 'static;
    /// The complex type of the same precision.
    type Pair: Copy + Send + Sync + 'static;
    /// Whether numbers have an imaginary part.
    const IS_COMPLEX: bool;
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// -1.
    const MINUS_ONE: Self;
    /// Between these two, powers of two, the products of four numbers stay far from both ends.
    const MODERATE: [Self::Part; 2];

    /// Whether the number is neither infinite nor NaN.
    fn is_finite(self) -> bool;
    /// The real part.
    fn real_part(self) -> Self::Part;
    /// The absolute value.
    fn modulus(self) -> Self::Part;
    /// The larger one of the absolute values of the real and the imaginary part; one that is NaN does not count.
    fn largest_part(self) -> Self::Part;
    /// The sum of the absolute values of the real and the imaginary part, by which pivots are compared.
    fn sum_of_parts(self) -> Self::Part;
    /// Whether the number is finite, and as exact as numbers are: not one of the smallest, which have fewer digits.
    fn is_normal(self) -> bool {
        Field::is_finite(self)
            && self.largest_part() >= <Self::Part as num_traits::Float>::min_positive_value()
    }
    /// The conjugate.
    fn conjugate(self) -> Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The difference.
    fn minus(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
    /// The difference from a product, rounded once if `FUSED`; without, where machines take long for that.
    fn minus_product<const FUSED: bool>(self, a: Self, b: Self) -> Self;
    /// The quotient; nothing overflows or vanishes on the way to it.
    fn over(self, other: Self) -> Self;
    /// The exponential function.
    fn exponential(self) -> Self;
    /// The product with a real number.
    fn multiplied_by(self, part: Self::Part) -> Self;
    /// The quotient by a real number.
    fn divided_by(self, part: Self::Part) -> Self;
}

macro_rules! fields {
    ($($T:ty, $C:ty, $moderate:expr;)*) => { $(
        impl Field for $T {
            type Part = $T;
            type Pair = $C;
            const IS_COMPLEX: bool = false;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const MINUS_ONE: Self = -1.0;
            const MODERATE: [$T; 2] = [1.0 / $moderate, $moderate];
            fn is_finite(self) -> bool {
                self.is_finite()
            }
            fn real_part(self) -> $T {
                self
            }
            fn modulus(self) -> $T {
                self.abs()
            }
            #[inline(always)]
            fn largest_part(self) -> $T {
                self.abs()
            }
            #[inline(always)]
            fn sum_of_parts(self) -> $T {
                self.abs()
            }
            fn conjugate(self) -> Self {
                self
            }
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn minus(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn minus_product<const FUSED: bool>(self, a: Self, b: Self) -> Self {
                if FUSED { a.mul_add(-b, self) } else { self - a * b }
            }
            fn over(self, other: Self) -> Self {
                self / other
            }
            fn exponential(self) -> Self {
                self.exp()
            }
            fn multiplied_by(self, part: $T) -> Self {
                self * part
            }
            fn divided_by(self, part: $T) -> Self {
                self / part
            }
        }
        impl Field for $C {
            type Part = $T;
            type Pair = $C;
            const IS_COMPLEX: bool = true;
            const ZERO: Self = Self::new(0.0, 0.0);
            const ONE: Self = Self::new(1.0, 0.0);
            const MINUS_ONE: Self = Self::new(-1.0, 0.0);
            const MODERATE: [$T; 2] = [1.0 / $moderate, $moderate];
            fn is_finite(self) -> bool {
                self.re.is_finite() && self.im.is_finite()
            }
            fn real_part(self) -> $T {
                self.re
            }
            fn modulus(self) -> $T {
                self.re.hypot(self.im)
            }
            #[inline(always)]
            fn largest_part(self) -> $T {
                self.re.abs().max(self.im.abs())
            }
            #[inline(always)]
            fn sum_of_parts(self) -> $T {
                self.re.abs() + self.im.abs()
            }
            fn conjugate(self) -> Self {
                self.conj()
            }
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn minus(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn minus_product<const FUSED: bool>(self, a: Self, b: Self) -> Self {
                match FUSED {
                    true => Self::new(
                        a.im.mul_add(b.im, a.re.mul_add(-b.re, self.re)),
                        a.im.mul_add(-b.re, a.re.mul_add(-b.im, self.im)),
                    ),
                    false => self - a * b,
                }
            }
            fn over(self, other: Self) -> Self {
                // The square of the divisor's length may be no number where the quotient is one.
                let size = other.largest_part();
                let unit = other / size;
                (self / size) * unit.conj() / unit.norm_sqr()
            }
            fn exponential(self) -> Self {
                self.exp()
            }
            fn multiplied_by(self, part: $T) -> Self {
                self * part
            }
            fn divided_by(self, part: $T) -> Self {
                self / part
            }
        }
    )* };
}

fields! {
    f32, Complex32, (1_u32 << 25) as f32;
    f64, Complex64, (1_u128 << 100) as f64 * (1_u128 << 100) as f64;
}
