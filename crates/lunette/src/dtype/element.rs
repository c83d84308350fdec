//! The types that a tensor can hold.

use half::{bf16, f16};
use num_complex::{Complex32, Complex64};

use super::{DType, Scalar};

mod sealed {
    /// Keeps [`super::Element`] closed: kernels rely on the list of element types being complete.
    pub trait Sealed {}
}

/// A type that a tensor can hold.
///
/// The trait is sealed: `bool`, the integers from `i8` to `u64`, `f16`, `bf16`, `f32`, `f64`, `Complex32` and
/// `Complex64` have it, and nothing else can.
pub trait Element:
    sealed::Sealed + Copy + Default + PartialEq + Send + Sync + std::fmt::Debug + Into<Scalar> + 'static
{
    /// The run-time name of this type.
    const DTYPE: DType;
}

macro_rules! elements {
    ($($T:ty => $dtype:ident,)*) => { $(
        impl sealed::Sealed for $T {}
        impl Element for $T {
            const DTYPE: DType = DType::$dtype;
        }
        impl From<$T> for Scalar {
            fn from(value: $T) -> Self {
                Self::$dtype(value)
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
