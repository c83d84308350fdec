//! The types that a tensor can hold, and what can be done with them.

use std::fmt::{Debug, Display};
use std::iter::{Product, Sum};
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use num_traits::{FloatConst, NumAssign};

use super::{CastTo, CastToAll, Code, Complex32, Complex64, DType, Decode, Promote, Scalar, bf16, f16};
use crate::error::{Error, ErrorKind};

mod sealed {
    /// Keeps [`super::Element`] closed: kernels rely on the list of element types being complete.
    pub trait Sealed {}
}

/// A type that a tensor can hold.
///
/// The trait is sealed: `bool`, the integers from `i8` to `u64`, `f16`, `bf16`, `f32`, `f64`, `Complex32` and
/// `Complex64` have it, and nothing else can.
///
/// ```
/// use lunette::{DType, Element};
/// fn bytes<T: Element>(values: &[T]) -> usize {
///     values.len() * T::DTYPE.item_size()
/// }
/// assert_eq!((bytes(&[1.0f64]), bytes(&[true, false])), (8, 2));
/// assert_eq!(i32::DTYPE, DType::I32);
/// ```
///
/// Two tensors of one element type give a third of it, so functions that are generic over the element type can
/// compute, with methods and with operators:
///
/// ```
/// use lunette::prelude::*;
/// fn midrange<T: Element>(x: &Tensor<T>) -> lunette::Result<Tensor<T::Float>> {
///     (x.max(..)? + x.min(..)?).divide(T::cast_from(2))
/// }
/// assert_eq!(midrange(&tensor![1, 7, 4])?, Tensor::scalar(4.0)?);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no element type",
    note = "elements are `bool`, `i8` to `u64`, `f16`, `bf16`, `f32`, `f64`, `Complex32` and `Complex64`",
    note = "a `DynTensor` gets its dtype into the type by `into_typed::<f64>()?`, or whatever its elements are, and then \
            has `read`, `write`, `to_vec` and all the others"
)]
pub trait Element:
    sealed::Sealed
    + Copy
    + Default
    + PartialEq
    + Send
    + Sync
    + Debug
    + Display
    + CastToAll
    + Promote<Self, Output = Self>
    + Into<Scalar>
    + TryFrom<Scalar, Error = Error>
    + 'static
{
    /// The run-time name of this type.
    const DTYPE: DType;

    /// The type of roots, quotients and means; [`DType::as_float`] in the type system.
    type Float: Numeric<Float = Self::Float, Sum = Self::Float, Real: Float>;
    /// The type of absolute values; [`DType::as_real`] in the type system.
    type Real: Element;
    /// The complex type of the same precision; [`DType::as_complex`] in the type system.
    type Complex: Numeric<Float = Self::Complex, Sum = Self::Complex, Complex = Self::Complex>;
    /// The type of sums and products; [`DType::as_sum`] in the type system.
    type Sum: Numeric<Sum = Self::Sum>;

    /// The value converted by the plain rule of `cast`, which never fails: floats saturate at the ends of an
    /// integer type and NaN becomes 0, integers keep their low bits, complex numbers give their real part,
    /// and every number but 0 is `true`.
    ///
    /// ```
    /// use lunette::Element;
    /// assert_eq!(i32::cast_from(-7.6), -7);
    /// assert_eq!(u8::cast_from(1e9), 255);
    /// assert_eq!(u8::cast_from(257), 1);
    /// assert!(bool::cast_from(f64::NAN));
    /// ```
    fn cast_from<S: Element>(value: S) -> Self;

    /// Whether a store would take the value: what is left of it once the fraction is cut fits this type.
    /// Floats take every real number and round it, but for integers beyond the range of `f16`; no real type
    /// takes a complex number.
    ///
    /// ```
    /// use lunette::{Element, f16};
    /// assert!(i32::holds(999.6));
    /// assert!(!u8::holds(256));
    /// assert!(!i64::holds(f64::NAN));
    /// assert!(f16::holds(65519) && !f16::holds(65520) && f16::holds(1e9));
    /// ```
    fn holds<S: Element>(value: S) -> bool;
}

/// An element type with arithmetic: all but `bool`.
///
/// Generic functions write what they would write of a number: `+ - * / %`, `+=` and its kin, `sum()` and `product()` of
/// iterators. That is Rust's own arithmetic, in which an integer that overflows ends a debug build; the functions that begin
/// with `wrapping_` compute as tensors do.
///
/// ```
/// use lunette::Numeric;
/// fn mean<T: Numeric>(values: &[T]) -> T {
///     values.iter().sum::<T>() / T::cast_from(values.len() as u64)
/// }
/// fn horner<T: Numeric>(coefficients: &[T], x: T) -> T {
///     coefficients.iter().fold(T::ZERO, |sum, &c| sum * x + c)
/// }
/// assert_eq!((mean(&[0.5, 1.0]), mean(&[1_u8, 2, 6])), (0.75, 3));
/// assert_eq!((horner(&[1, -3, 2], 5), horner(&[0.5], 9.0)), (12, 0.5));
/// ```
pub trait Numeric:
    Element + NumAssign + Sum<Self> + for<'a> Sum<&'a Self> + Product<Self> + for<'a> Product<&'a Self>
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;

    /// `self + other`; integers wrap, in debug builds too.
    ///
    /// ```
    /// use lunette::Numeric;
    /// fn sum<T: Numeric>(values: &[T]) -> T {
    ///     values.iter().fold(T::ZERO, |sum, &x| sum.wrapping_add(x))
    /// }
    /// assert_eq!((sum(&[0.5, 1.0]), sum(&[200_u8, 100])), (1.5, 44));
    /// ```
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;
    /// `self - other`; integers wrap, in debug builds too.
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;
    /// `self * other`; integers wrap, in debug builds too.
    #[must_use]
    fn wrapping_mul(self, other: Self) -> Self;
}

/// An integer element type, with order, bits and shifts.
///
/// ```
/// use lunette::Integer;
/// fn width<T: Integer>() -> i128 {
///     T::MAX.to_i128() - T::MIN.to_i128() + 1
/// }
/// fn is_odd<T: Integer>(x: T) -> bool {
///     x & T::ONE == T::ONE
/// }
/// assert_eq!((width::<i8>(), width::<u16>()), (256, 65_536));
/// assert!(is_odd(-3_i8) && !is_odd(4_u64));
/// ```
pub trait Integer:
    Numeric
    + Ord
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The least value.
    const MIN: Self;
    /// The greatest value.
    const MAX: Self;

    /// The value in a type that holds every integer element and the sum or difference of any two.
    fn to_i128(self) -> i128;
}

/// A real floating point element type. Means, sums, quotients and absolute values of such elements are of the same type.
///
/// The functions of floats come from [`num_traits::Float`], and constants such as `T::PI()` from
/// [`num_traits::FloatConst`]; neither has to be imported where `T: Float`. Of numbers `T::cast_from(0.5)` makes a `T`.
///
/// ```
/// use lunette::{Float, f16};
/// fn normal<T: Float>(x: T) -> T {
///     let two = T::cast_from(2);
///     (-x * x / two).exp() / (two * T::PI()).sqrt()
/// }
/// fn greatest<T: Float>(values: &[T]) -> T {
///     values.iter().copied().filter(|x| x.is_finite()).fold(-T::INFINITY, T::max)
/// }
/// assert_eq!((normal(0.0), normal(f32::INFINITY)), (0.3989422804014327, 0.0));
/// assert_eq!(greatest(&[1.0, f64::NAN, -2.0]), 1.0);
/// assert_eq!(greatest(&[f16::ONE, <f16 as Float>::INFINITY]), f16::ONE);
/// ```
pub trait Float: Numeric<Float = Self, Real = Self, Sum = Self> + num_traits::Float + FloatConst {
    /// Positive infinity.
    const INFINITY: Self;
    /// A quiet NaN.
    const NAN: Self;
}

macro_rules! elements {
    ($($T:ty => $dtype:ident,)*) => { $(
        impl sealed::Sealed for $T {}
        impl Element for $T {
            const DTYPE: DType = DType::$dtype;
            type Float = <Code<{ DType::$dtype.as_float() as u8 }> as Decode>::Type;
            type Real = <Code<{ DType::$dtype.as_real() as u8 }> as Decode>::Type;
            type Complex = <Code<{ DType::$dtype.as_complex() as u8 }> as Decode>::Type;
            type Sum = <Code<{ DType::$dtype.as_sum() as u8 }> as Decode>::Type;
            #[inline(always)]
            fn cast_from<S: Element>(value: S) -> Self {
                CastTo::<$T>::cast_to(value)
            }
            #[inline(always)]
            fn holds<S: Element>(value: S) -> bool {
                CastTo::<$T>::fits(value)
            }
        }
        impl From<$T> for Scalar {
            #[inline]
            fn from(value: $T) -> Self {
                Self::$dtype(value)
            }
        }
        /// Takes a value of exactly this dtype; `Scalar::cast` converts.
        impl TryFrom<Scalar> for $T {
            type Error = Error;
            fn try_from(value: Scalar) -> Result<Self, Error> {
                match value {
                    Scalar::$dtype(value) => Ok(value),
                    _ => Err(mismatch(DType::$dtype, value)),
                }
            }
        }
    )* };
}

elements! {
    bool => Bool,
    i8 => I8,
    i16 => I16,
    i32 => I32,
    i64 => I64,
    u8 => U8,
    u16 => U16,
    u32 => U32,
    u64 => U64,
    f16 => F16,
    bf16 => BF16,
    f32 => F32,
    f64 => F64,
    Complex32 => Complex64,
    Complex64 => Complex128,
}

#[cold]
fn mismatch(expected: DType, value: Scalar) -> Error {
    ErrorKind::DTypeMismatch { op: "try_from", expected, found: value.dtype() }.into()
}

macro_rules! integers {
    ($($T:ident)*) => { $(
        impl Numeric for $T {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                <$T>::wrapping_add(self, other)
            }
            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                <$T>::wrapping_sub(self, other)
            }
            #[inline(always)]
            fn wrapping_mul(self, other: Self) -> Self {
                <$T>::wrapping_mul(self, other)
            }
        }
        impl Integer for $T {
            const MIN: Self = <$T>::MIN;
            const MAX: Self = <$T>::MAX;
            #[inline(always)]
            fn to_i128(self) -> i128 {
                i128::from(self)
            }
        }
    )* };
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! with_operators {
    ($($T:ident $zero:expr, $one:expr;)*) => { $(
        impl Numeric for $T {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn wrapping_mul(self, other: Self) -> Self {
                self * other
            }
        }
    )* };
}

with_operators! {
    f16 f16::ZERO, f16::ONE;
    bf16 bf16::ZERO, bf16::ONE;
    f32 0.0, 1.0;
    f64 0.0, 1.0;
    Complex32 Complex32::new(0.0, 0.0), Complex32::new(1.0, 0.0);
    Complex64 Complex64::new(0.0, 0.0), Complex64::new(1.0, 0.0);
}

macro_rules! floats {
    ($($T:ident)*) => { $(
        impl Float for $T {
            const INFINITY: Self = <$T>::INFINITY;
            const NAN: Self = <$T>::NAN;
        }
    )* };
}

floats! { f16 bf16 f32 f64 }
