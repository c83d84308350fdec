//! Dtypes: the run-time [`DType`], the element traits, promotion and casts.

mod cast;
mod element;
mod info;
mod promote;
mod scalar;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

pub use half::{bf16, f16};
pub use num_complex::{Complex32, Complex64};

pub(crate) use self::cast::{Bounds, Odd, StoreBounds};
pub use self::cast::{CastTo, CastToAll};
pub use self::element::{Element, Float, Integer, Numeric};
pub use self::info::{FloatInfo, IntegerInfo, can_cast, finfo, iinfo, isdtype, result_type};
pub(crate) use self::promote::{Code, Decode, promote_all};
pub use self::promote::{Promote, promote, promote_weak};
pub use self::scalar::Scalar;
pub(crate) use self::scalar::{PLAIN_CAST, WIDER_DTYPE, with_value};
use crate::error::{Error, ErrorKind, Result};

/// The element type of a tensor, known at run time.
///
/// The list is closed, as is that of [`Scalar`]'s variants: anyone who matches on it shall hear from the compiler of a dtype that
/// is new, which only a new major version brings.
///
/// ```
/// use lunette::DType;
/// let dtype: DType = "f32".parse()?;
/// assert_eq!(dtype, DType::F32);
/// assert_eq!(dtype.item_size(), 4);
/// assert_eq!(dtype.to_string(), "f32");
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum DType {
    /// `bool`, one byte, 0 or 1.
    Bool,
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
    /// `u8`.
    U8,
    /// `u16`.
    U16,
    /// `u32`.
    U32,
    /// `u64`.
    U64,
    /// IEEE 754 half precision.
    F16,
    /// The upper half of an `f32`.
    BF16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// A complex number of two `f32`.
    Complex64,
    /// A complex number of two `f64`.
    Complex128,
}

/// What kind of number a dtype holds.
///
/// ```
/// use lunette::{DType, DTypeKind};
/// assert_eq!(DType::F16.kind(), DTypeKind::Float);
/// assert!(DTypeKind::Bool < DTypeKind::Complex);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DTypeKind {
    /// True or false.
    Bool,
    /// Integers with a sign.
    Signed,
    /// Integers without a sign.
    Unsigned,
    /// Real floating point numbers.
    Float,
    /// Complex floating point numbers.
    Complex,
}

/// Runs a body with `$T` standing for the element type of a dtype: the one match over all dtypes.
///
/// `dispatch!(dtype, T => body)` wants a body that every element type can serve. A body for numbers only says
/// what happens otherwise: `dispatch!(dtype, numeric T => body, other => fallback)`, where `other` is the
/// refused dtype.
macro_rules! dispatch {
    (@rows $dtype:expr, $T:ident => $body:expr, [$($D:ident $E:ty),*] $($other:ident => $fallback:expr)?) => {
        match $dtype {
            $($crate::dtype::DType::$D => { type $T = $E; $body })*
            $($other => $fallback,)?
        }
    };
    ($dtype:expr, numeric $T:ident => $body:expr, $other:ident => $fallback:expr) => {
        $crate::dtype::dispatch!(@rows $dtype, $T => $body, [
            I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64,
            F16 $crate::dtype::f16, BF16 $crate::dtype::bf16, F32 f32, F64 f64,
            Complex64 $crate::dtype::Complex32, Complex128 $crate::dtype::Complex64
        ] $other => $fallback)
    };
    ($dtype:expr, $T:ident => $body:expr) => {
        $crate::dtype::dispatch!(@rows $dtype, $T => $body, [
            Bool bool, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64,
            F16 $crate::dtype::f16, BF16 $crate::dtype::bf16, F32 f32, F64 f64,
            Complex64 $crate::dtype::Complex32, Complex128 $crate::dtype::Complex64
        ])
    };
}
pub(crate) use dispatch;

impl DType {
    /// Every dtype, in the order of the declaration.
    ///
    /// ```
    /// use lunette::DType;
    /// assert_eq!(DType::ALL.iter().filter(|dtype| dtype.item_size() == 8).count(), 4);
    /// ```
    pub const ALL: [Self; 15] = [
        Self::Bool,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::F16,
        Self::BF16,
        Self::F32,
        Self::F64,
        Self::Complex64,
        Self::Complex128,
    ];

    /// The name: `f32`, `complex64`, `bool`.
    ///
    /// ```
    /// use lunette::DType;
    /// assert_eq!((DType::F32.name(), DType::Bool.name()), ("f32", "bool"));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::F16 => "f16",
            Self::BF16 => "bf16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Complex64 => "complex64",
            Self::Complex128 => "complex128",
        }
    }

    /// The name that NumPy and the Array API standard use: `float32`, `uint8`.
    ///
    /// ```
    /// use lunette::DType;
    /// assert_eq!((DType::F32.numpy_name(), DType::U8.numpy_name()), ("float32", "uint8"));
    /// ```
    pub const fn numpy_name(self) -> &'static str {
        match self {
            Self::I8 => "int8",
            Self::I16 => "int16",
            Self::I32 => "int32",
            Self::I64 => "int64",
            Self::U8 => "uint8",
            Self::U16 => "uint16",
            Self::U32 => "uint32",
            Self::U64 => "uint64",
            Self::F16 => "float16",
            Self::BF16 => "bfloat16",
            Self::F32 => "float32",
            Self::F64 => "float64",
            Self::Bool | Self::Complex64 | Self::Complex128 => self.name(),
        }
    }

    /// The size of one element in bytes.
    ///
    /// ```
    /// use lunette::DType;
    /// assert_eq!((DType::Bool.item_size(), DType::F64.item_size()), (1, 8));
    /// ```
    #[inline]
    pub const fn item_size(self) -> usize {
        dispatch!(self, T => size_of::<T>())
    }

    /// What the address of an element is a multiple of, in bytes.
    ///
    /// ```
    /// use lunette::DType;
    /// assert_eq!(DType::F32.alignment(), align_of::<f32>());
    /// ```
    #[inline]
    pub const fn alignment(self) -> usize {
        dispatch!(self, T => align_of::<T>())
    }

    /// What kind of number the dtype holds.
    ///
    /// ```
    /// use lunette::{DType, DTypeKind};
    /// assert_eq!(DType::U8.kind(), DTypeKind::Unsigned);
    /// ```
    #[inline]
    pub const fn kind(self) -> DTypeKind {
        match self {
            Self::Bool => DTypeKind::Bool,
            Self::I8 | Self::I16 | Self::I32 | Self::I64 => DTypeKind::Signed,
            Self::U8 | Self::U16 | Self::U32 | Self::U64 => DTypeKind::Unsigned,
            Self::F16 | Self::BF16 | Self::F32 | Self::F64 => DTypeKind::Float,
            Self::Complex64 | Self::Complex128 => DTypeKind::Complex,
        }
    }

    /// Whether the dtype holds integers, with or without a sign; `bool` does not.
    ///
    /// ```
    /// use lunette::DType;
    /// assert!(DType::U8.is_integer() && !DType::Bool.is_integer());
    /// ```
    pub const fn is_integer(self) -> bool {
        matches!(self.kind(), DTypeKind::Signed | DTypeKind::Unsigned)
    }

    /// Whether the dtype holds real floating point numbers.
    ///
    /// ```
    /// use lunette::DType;
    /// assert!(DType::BF16.is_float() && !DType::I32.is_float());
    /// ```
    pub const fn is_float(self) -> bool {
        matches!(self.kind(), DTypeKind::Float)
    }

    /// Whether the dtype holds complex numbers.
    ///
    /// ```
    /// use lunette::DType;
    /// assert!(!DType::F64.is_complex());
    /// ```
    pub const fn is_complex(self) -> bool {
        matches!(self.kind(), DTypeKind::Complex)
    }

    /// The dtype of roots, quotients and means: `f64` for integers and `bool`, floats and complex numbers stay.
    ///
    /// ```
    /// use lunette::DType;
    /// assert_eq!(DType::I32.as_float(), DType::F64);
    /// assert_eq!(DType::F32.as_float(), DType::F32);
    /// ```
    pub const fn as_float(self) -> Self {
        match self.kind() {
            DTypeKind::Bool | DTypeKind::Signed | DTypeKind::Unsigned => Self::F64,
            DTypeKind::Float | DTypeKind::Complex => self,
        }
    }

    /// The dtype of absolute values: a complex number's parts, any other dtype itself.
    ///
    /// ```
    /// use lunette::DType;
    /// assert_eq!(DType::Complex64.as_real(), DType::F32);
    /// assert_eq!(DType::I8.as_real(), DType::I8);
    /// ```
    pub const fn as_real(self) -> Self {
        match self {
            Self::Complex64 => Self::F32,
            Self::Complex128 => Self::F64,
            _ => self,
        }
    }

    /// The complex dtype of the same precision, `complex128` for integers and `bool`.
    ///
    /// ```
    /// use lunette::DType;
    /// assert_eq!(DType::F32.as_complex(), DType::Complex64);
    /// assert_eq!(DType::I32.as_complex(), DType::Complex128);
    /// ```
    pub const fn as_complex(self) -> Self {
        match self {
            Self::F16 | Self::BF16 | Self::F32 | Self::Complex64 => Self::Complex64,
            _ => Self::Complex128,
        }
    }

    /// The dtype of sums and products: `i64` or `u64` for integers and `bool`, floats and complex numbers stay.
    ///
    /// ```
    /// use lunette::DType;
    /// assert_eq!(DType::U8.as_sum(), DType::U64);
    /// assert_eq!(DType::Bool.as_sum(), DType::I64);
    /// ```
    pub const fn as_sum(self) -> Self {
        match self.kind() {
            DTypeKind::Bool | DTypeKind::Signed => Self::I64,
            DTypeKind::Unsigned => Self::U64,
            DTypeKind::Float | DTypeKind::Complex => self,
        }
    }

    /// Refuses a store that would drop imaginary parts; `bool` only asks what is 0, and takes all.
    pub(crate) fn check_store(self, op: &'static str, to: Self) -> Result<()> {
        match self.is_complex() && !to.is_complex() && to != Self::Bool {
            true => Err(ErrorKind::ComplexToReal { op, from: self, to }.into()),
            false => Ok(()),
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads Lunette's names and NumPy's: `f32` and `float32` are the same.
impl FromStr for DType {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::ALL
            .into_iter()
            .find(|dtype| dtype.name() == text || dtype.numpy_name() == text)
            .ok_or_else(|| ErrorKind::ParseDType { text: text.to_owned() }.into())
    }
}
