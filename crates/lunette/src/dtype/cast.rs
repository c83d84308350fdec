//! Casts between single elements: every pair of types, by kind.
//!
//! The integers, `f32` and `f64` convert among themselves with `as`, which saturates, keeps low bits and
//! rounds once. All other types go through one of these: `bool` as a `u8`, `f16` and `bf16` as an `f32`, a
//! complex number as its real part.
//!
//! Only the way *to* the two half types needs care. Rounding a 64-bit number to `f32` and then to a half
//! rounds twice, and may end on the wrong side of a tie (`f16::from_f64` of the `half` crate does). [`Odd`]
//! is the `f32` in between that leaves the second rounding right.

#[cfg(test)]
mod tests;

use super::{Complex32, Complex64, DType, bf16, f16};

/// The conversion of an element to another type.
///
/// Generic code reaches it for any two element types through [`super::Element::cast_from`] and
/// [`super::Element::holds`].
///
/// ```
/// use lunette::dtype::CastTo;
/// let cut: u8 = 7.6.cast_to();
/// assert_eq!(cut, 7);
/// assert!(!CastTo::<u8>::fits(256));
/// ```
pub trait CastTo<U>: Sized {
    /// The value converted by the plain rule of `cast`; see [`super::Element::cast_from`].
    fn cast_to(self) -> U;

    /// Whether a store of the value into a `U` is allowed; see [`super::Element::holds`].
    fn fits(self) -> bool;
}

/// A type that converts to every element type.
///
/// ```
/// use lunette::dtype::CastToAll;
/// fn both(x: impl CastToAll + Copy) -> (i32, bool) {
///     (x.cast_to(), x.cast_to())
/// }
/// # use lunette::dtype::CastTo;
/// assert_eq!(both(2.5), (2, true));
/// ```
pub trait CastToAll:
    CastTo<bool>
    + CastTo<i8>
    + CastTo<i16>
    + CastTo<i32>
    + CastTo<i64>
    + CastTo<u8>
    + CastTo<u16>
    + CastTo<u32>
    + CastTo<u64>
    + CastTo<f16>
    + CastTo<bf16>
    + CastTo<f32>
    + CastTo<f64>
    + CastTo<Complex32>
    + CastTo<Complex64>
{
}

/// The values that the integer type `D` can hold once their fraction is cut: all from `LEAST` to `GREATEST`.
pub(crate) trait Bounds<D>: Sized {
    /// The least of them.
    const LEAST: Self;
    /// The greatest of them.
    const GREATEST: Self;
}

/// The values that `f16` can hold: of the numbers, only the integers beyond its range are refused, because floats
/// that are too large round to infinity, as everywhere, and an integer has none (R16).
pub(crate) trait HalfBounds: Sized {
    /// The least and the greatest of them; none for types whose values are all taken.
    const HALF: Option<(Self, Self)>;
}

/// The greatest integer that is rounded to a finite `f16`: from 65520 on, the nearest one would be 65536.
const GREATEST_HALF: i32 = 65519;

/// [`Bounds`] of every integer type and [`HalfBounds`], by dtype.
pub(crate) trait StoreBounds: Copy + PartialOrd + Send + Sync {
    /// The bounds of a dtype, both allowed; none for dtypes that take every value.
    fn bounds(to: DType) -> Option<(Self, Self)>;
}

impl<T: Copy + PartialOrd + Send + Sync> StoreBounds for T
where
    T: HalfBounds
        + Bounds<i8>
        + Bounds<i16>
        + Bounds<i32>
        + Bounds<i64>
        + Bounds<u8>
        + Bounds<u16>
        + Bounds<u32>
        + Bounds<u64>,
{
    fn bounds(to: DType) -> Option<(Self, Self)> {
        fn ends<T: Bounds<D>, D>() -> Option<(T, T)> {
            Some((T::LEAST, T::GREATEST))
        }
        match to {
            DType::I8 => ends::<T, i8>(),
            DType::I16 => ends::<T, i16>(),
            DType::I32 => ends::<T, i32>(),
            DType::I64 => ends::<T, i64>(),
            DType::U8 => ends::<T, u8>(),
            DType::U16 => ends::<T, u16>(),
            DType::U32 => ends::<T, u32>(),
            DType::U64 => ends::<T, u64>(),
            DType::F16 => T::HALF,
            _ => None,
        }
    }
}

/// A number rounded to `f32` toward the neighbour whose last bit is 1, unless it is an `f32` already.
///
/// Such a number is never halfway between two values of a format that is at least two bits shorter, unless
/// the original was: rounding it to the nearest `f16` or `bf16` gives what rounding the original once would
/// have given (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using
/// rounding to odd").
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(transparent)]
pub(crate) struct Odd(pub(crate) f32);

impl Odd {
    #[inline(always)]
    fn from_f64(value: f64) -> Self {
        let near = value as f32;
        let back = f64::from(near);
        // One step back toward zero where `as` went too far; an overflow becomes the largest `f32`.
        let too_far = u32::from(back.abs() > value.abs());
        let inexact = u32::from(back != value);
        Self(f32::from_bits(near.to_bits().wrapping_sub(too_far) | inexact))
    }

    #[inline(always)]
    fn from_u64(value: u64) -> Self {
        // From 2^53 on the last 12 bits become one, so that all is exact in an `f64`: rounding to odd, too.
        let short = (value & !0xFFF) | (u64::from(value & 0xFFF != 0) << 12);
        Self::from_f64(if value >> 53 == 0 { value } else { short } as f64)
    }

    #[inline(always)]
    fn from_i64(value: i64) -> Self {
        let Self(magnitude) = Self::from_u64(value.unsigned_abs());
        Self(if value < 0 { -magnitude } else { magnitude })
    }
}

/// The two types of 16 bits, which only `f32` converts to directly.
trait Half {
    /// The value of this type that is nearest to the original of `odd`.
    fn nearest(odd: Odd) -> Self;
}

impl Half for f16 {
    #[inline(always)]
    fn nearest(Odd(value): Odd) -> Self {
        Self::from_f32(value)
    }
}

impl Half for bf16 {
    #[inline(always)]
    fn nearest(Odd(value): Odd) -> Self {
        Self::from_f32(value)
    }
}

/// Writes `$row!(source, destination, $rule)` for each pair of two lists.
macro_rules! pairs {
    ($row:ident [$($S:ident)*] => $to:tt $rule:tt) => { $( pairs!($row $S => $to $rule); )* };
    ($row:ident $S:ident => [$($D:ident)*] $rule:tt) => { $( $row!($S, $D, $rule); )* };
}

macro_rules! int_bounds {
    ($S:ident, $D:ident, {}) => {
        impl Bounds<$D> for $S {
            const LEAST: $S = if ($D::MIN as i128) < ($S::MIN as i128) { $S::MIN } else { $D::MIN as $S };
            const GREATEST: $S = if ($D::MAX as i128) > ($S::MAX as i128) { $S::MAX } else { $D::MAX as $S };
        }
    };
}

macro_rules! float_bounds {
    ($S:ident, $D:ident, {}) => {
        impl Bounds<$D> for $S {
            // The first float above MIN - 1, or MIN where no float lies between the two.
            const LEAST: $S = {
                let least = $D::MIN as $S;
                if least - 1.0 < least { (least - 1.0).next_up() } else { least }
            };
            // The last float below MAX + 1, a power of two.
            const GREATEST: $S = (($D::MAX / 2 + 1) as $S * 2.0).next_down();
        }
    };
}

macro_rules! half_bounds {
    ([$($all:ident)*], [$($some:ident)*]) => {
        $( impl HalfBounds for $all { const HALF: Option<(Self, Self)> = None; } )*
        $( impl HalfBounds for $some {
            const HALF: Option<(Self, Self)> = {
                let least = if $some::MIN == 0 { 0 } else { -GREATEST_HALF };
                Some((least as Self, GREATEST_HALF as Self))
            };
        } )*
    };
}

/// Rows of conversions to a half, which takes what its bounds allow.
macro_rules! as_half {
    ($S:ident, $D:ident, {}) => {
        impl CastTo<$D> for $S {
            #[inline(always)]
            fn cast_to(self) -> $D {
                Half::nearest(self.cast_to())
            }
            #[inline(always)]
            fn fits(self) -> bool {
                Self::HALF.is_none_or(|(least, greatest)| (least..=greatest).contains(&self))
            }
        }
    };
}

/// Rows of conversions with `as`, into an integer type.
macro_rules! as_integer {
    ($S:ident, $D:ident, {}) => {
        impl CastTo<$D> for $S {
            #[inline(always)]
            fn cast_to(self) -> $D {
                self as $D
            }
            #[inline(always)]
            fn fits(self) -> bool {
                (<Self as Bounds<$D>>::LEAST..=<Self as Bounds<$D>>::GREATEST).contains(&self)
            }
        }
    };
}

/// Rows of conversions that a store always allows, or never.
macro_rules! rule {
    ($S:ident, $D:ident, { |$value:ident| $cast:expr, fits: $fits:literal }) => {
        impl CastTo<$D> for $S {
            #[inline(always)]
            fn cast_to(self) -> $D {
                let $value = self;
                $cast
            }
            #[inline(always)]
            fn fits(self) -> bool {
                $fits
            }
        }
    };
}

/// Rows of conversions that go through another type, which can hold every value of the source.
macro_rules! relay {
    ($S:ident, $D:ident, { |$value:ident| $relay:expr }) => {
        impl CastTo<$D> for $S {
            #[inline(always)]
            fn cast_to(self) -> $D {
                let $value = self;
                CastTo::<$D>::cast_to($relay)
            }
            #[inline(always)]
            fn fits(self) -> bool {
                let $value = self;
                CastTo::<$D>::fits($relay)
            }
        }
    };
}

pairs! { int_bounds [i8 i16 i32 i64 u8 u16 u32 u64] => [i8 i16 i32 i64 u8 u16 u32 u64] {} }
pairs! { float_bounds [f32 f64] => [i8 i16 i32 i64 u8 u16 u32 u64] {} }

pairs! { as_integer [i8 i16 i32 i64 u8 u16 u32 u64 f32 f64] => [i8 i16 i32 i64 u8 u16 u32 u64] {} }
pairs! { rule [i8 i16 i32 i64 u8 u16 u32 u64 f32 f64] => [f32] { |value| value as f32, fits: true } }
pairs! { rule [i8 i16 i32 i64 u8 u16 u32 u64 f32 f64] => [f64] { |value| value as f64, fits: true } }
pairs! { rule [i8 i16 i32 i64 u8 u16 u32 u64] => [bool] { |value| value != 0, fits: true } }
pairs! { rule [f32 f64] => [bool] { |value| value != 0.0, fits: true } }

pairs! { rule [i8 i16 u8 u16 f32] => [Odd] { |value| Odd(value.cast_to()), fits: true } }
pairs! { rule [i32 i64] => [Odd] { |value| Odd::from_i64(value.cast_to()), fits: true } }
pairs! { rule [u32 u64] => [Odd] { |value| Odd::from_u64(value.cast_to()), fits: true } }
pairs! { rule [f64] => [Odd] { |value| Odd::from_f64(value), fits: true } }
half_bounds! { [i8 i16 u8 f32 f64], [i32 i64 u16 u32 u64] }
pairs! { as_half [i8 i16 i32 i64 u8 u16 u32 u64 f32 f64] => [f16] {} }
pairs! {
    rule [i8 i16 i32 i64 u8 u16 u32 u64 f32 f64] => [bf16]
    { |value| Half::nearest(value.cast_to()), fits: true }
}

pairs! { rule [bool f16 bf16] => [bool] { |value| value != Self::default(), fits: true } }
pairs! { relay [bool] => [i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64] { |value| u8::from(value) } }

pairs! { rule [f16] => [f16] { |value| value, fits: true } }
pairs! { rule [bf16] => [bf16] { |value| value, fits: true } }
pairs! { relay [f16] => [i8 i16 i32 i64 u8 u16 u32 u64 bf16 f32 f64] { |value| value.to_f32() } }
pairs! { relay [bf16] => [i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64] { |value| value.to_f32() } }

pairs! {
    rule [bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64] => [Complex32 Complex64]
    { |value| num_complex::Complex::new(value.cast_to(), 0.0), fits: true }
}
pairs! {
    rule [Complex32 Complex64] => [Complex32 Complex64]
    { |value| num_complex::Complex::new(value.re.cast_to(), value.im.cast_to()), fits: true }
}
pairs! {
    rule [Complex32 Complex64] => [bool]
    { |value| CastTo::<bool>::cast_to(value.re) | CastTo::<bool>::cast_to(value.im), fits: true }
}
pairs! {
    rule [Complex32 Complex64] => [i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64]
    { |value| value.re.cast_to(), fits: false }
}

macro_rules! cast_to_all {
    ($($T:ident)*) => { $( impl CastToAll for $T {} )* };
}

cast_to_all! { bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex32 Complex64 }
