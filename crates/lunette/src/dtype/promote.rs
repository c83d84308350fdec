//! Promotion: the dtype that holds the values of two others, at run time and in the type system.
//!
//! The table is NumPy's (NEP 50), with `bf16` beside `f16`: neither half type holds the other.

#[cfg(test)]
mod tests;

use super::{Complex32, Complex64, DType, DTypeKind, Element, bf16, f16};

/// The dtype of `a + b`: the smallest that holds the values of both.
///
/// ```
/// use lunette::{DType, promote};
/// assert_eq!(promote(DType::U8, DType::I8), DType::I16);
/// assert_eq!(promote(DType::I32, DType::F32), DType::F64);
/// assert_eq!(promote(DType::Bool, DType::F16), DType::F16);
/// ```
pub const fn promote(a: DType, b: DType) -> DType {
    let precision = precision(a) | precision(b);
    if a.is_complex() || b.is_complex() {
        return if precision == F64 { DType::Complex128 } else { DType::Complex64 };
    }
    if a.is_float() || b.is_float() {
        return match precision {
            F16 => DType::F16,
            BF16 => DType::BF16,
            F32 => DType::F32,
            _ => DType::F64,
        };
    }
    match (a.kind(), b.kind()) {
        (DTypeKind::Bool, _) => b,
        (_, DTypeKind::Bool) => a,
        (DTypeKind::Unsigned, DTypeKind::Signed) => with_sign(b.item_size(), a.item_size()),
        (DTypeKind::Signed, DTypeKind::Unsigned) => with_sign(a.item_size(), b.item_size()),
        _ if a.item_size() >= b.item_size() => a,
        _ => b,
    }
}

/// The dtype of a weak number together with a tensor: the tensor's, unless the number is of a higher kind (R28).
///
/// `weak` is the dtype that the number has alone; of the dtypes of its kind it does not matter which.
///
/// ```
/// use lunette::{DType, promote_weak};
/// assert_eq!(promote_weak(DType::I64, DType::U8), DType::U8);
/// assert_eq!(promote_weak(DType::F64, DType::F32), DType::F32);
/// assert_eq!(promote_weak(DType::F64, DType::I8), DType::F64);
/// assert_eq!(promote_weak(DType::Complex128, DType::F32), DType::Complex64);
/// assert_eq!(promote_weak(DType::I64, DType::Bool), DType::I64);
/// ```
pub const fn promote_weak(weak: DType, strong: DType) -> DType {
    match (weak.kind(), strong.kind()) {
        (DTypeKind::Signed | DTypeKind::Unsigned, kind) if !matches!(kind, DTypeKind::Bool) => strong,
        (DTypeKind::Float, DTypeKind::Float | DTypeKind::Complex) => strong,
        (DTypeKind::Complex, DTypeKind::Float | DTypeKind::Complex) => strong.as_complex(),
        (DTypeKind::Float, _) => DType::F64,
        (DTypeKind::Complex, _) => DType::Complex128,
        _ => promote(weak, strong),
    }
}

/// The dtype that holds the values of all, whatever their order; none of none.
pub(crate) fn promote_all(dtypes: impl Iterator<Item = DType> + Clone) -> Option<DType> {
    // Beside a float each integer counts by itself: together, two small ones would ask for more.
    let inexact = dtypes.clone().filter(|dtype| dtype.is_float() || dtype.is_complex()).reduce(promote);
    match inexact {
        Some(inexact) => Some(dtypes.fold(inexact, promote)),
        None => dtypes.reduce(promote),
    }
}

// Floating point formats as sets of bits, such that the union of two sets is the smallest format that holds
// both: what holds both halves is an `f32`.
const F16: u8 = 0b001;
const BF16: u8 = 0b010;
const F32: u8 = F16 | BF16;
const F64: u8 = 0b100 | F32;

/// What a float must have to hold the values of a dtype. Eight bits of integer fit in either half. NumPy
/// takes an `f64` to be enough for 64 bits.
const fn precision(dtype: DType) -> u8 {
    match dtype {
        DType::Bool | DType::I8 | DType::U8 => 0,
        DType::F16 => F16,
        DType::BF16 => BF16,
        DType::I16 | DType::U16 | DType::F32 | DType::Complex64 => F32,
        DType::I32 | DType::U32 | DType::I64 | DType::U64 | DType::F64 | DType::Complex128 => F64,
    }
}

/// The dtype for signed and unsigned integers of these sizes: one more bit than the unsigned ones have.
const fn with_sign(signed: usize, unsigned: usize) -> DType {
    match if signed > unsigned { signed } else { 2 * unsigned } {
        2 => DType::I16,
        4 => DType::I32,
        8 => DType::I64,
        _ => DType::F64,
    }
}

/// [`promote`] in the type system: `<i32 as Promote<f32>>::Output` is `f64`.
///
/// ```
/// use lunette::{Element, Numeric, Promote};
/// fn sum<A: Element + Promote<B, Output = C>, B: Element, C: Numeric>(a: A, b: B) -> C {
///     C::cast_from(a) + C::cast_from(b)
/// }
/// let x: f64 = sum(1_i32, 0.5_f32);
/// assert_eq!(x, 1.5);
/// ```
// No supertrait `Element`: that one asks for `Promote<Self>`, and two traits cannot ask for each other.
pub trait Promote<Rhs: Element> {
    /// The element type that holds the values of both.
    type Output: Element;
}

/// A dtype as a type, by its place in the declaration of [`DType`].
#[derive(Debug)]
pub struct Code<const DTYPE: u8>;

/// The way back from a [`Code`] to the element type.
pub trait Decode {
    /// The element type of that dtype.
    type Type: Element;
}

macro_rules! decode {
    ($($T:ident $dtype:ident,)*) => { $(
        impl Decode for Code<{ DType::$dtype as u8 }> {
            type Type = $T;
        }
    )* };
}

/// Asks [`promote`] for each pair while compiling, so that the two can never differ. Dtypes are named, because
/// `Element`, which could tell them, itself asks for an implementation of this trait.
macro_rules! promotions {
    ([$($A:ident $a:ident,)*] $all:tt) => { $( promotions!($A $a $all); )* };
    ($A:ident $a:ident [$($B:ident $b:ident,)*]) => { $(
        impl Promote<$B> for $A {
            type Output = <Code<{ promote(DType::$a, DType::$b) as u8 }> as Decode>::Type;
        }
    )* };
}

macro_rules! every_element {
    ($($row:tt)*) => {
        decode! { $($row)* }
        promotions! { [$($row)*] [$($row)*] }
    };
}

every_element! {
    bool Bool, i8 I8, i16 I16, i32 I32, i64 I64, u8 U8, u16 U16, u32 U32, u64 U64,
    f16 F16, bf16 BF16, f32 F32, f64 F64, Complex32 Complex64, Complex64 Complex128,
}
