//! Dtypes: the run-time [`DType`], the element traits, promotion and casts.

mod element;
mod scalar;

pub use self::element::Element;
pub use self::scalar::Scalar;

/// The element type of a tensor, known at run time.
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

/// Runs `$body` with `$T` standing for the element type of `$dtype`: the one match over all dtypes.
macro_rules! dispatch {
    ($dtype:expr, $T:ident => $body:expr) => {{
        use $crate::dtype::DType as D;
        match $dtype {
            D::Bool => { type $T = bool; $body }
            D::I8 => { type $T = i8; $body }
            D::I16 => { type $T = i16; $body }
            D::I32 => { type $T = i32; $body }
            D::I64 => { type $T = i64; $body }
            D::U8 => { type $T = u8; $body }
            D::U16 => { type $T = u16; $body }
            D::U32 => { type $T = u32; $body }
            D::U64 => { type $T = u64; $body }
            D::F16 => { type $T = half::f16; $body }
            D::BF16 => { type $T = half::bf16; $body }
            D::F32 => { type $T = f32; $body }
            D::F64 => { type $T = f64; $body }
            D::Complex64 => { type $T = num_complex::Complex32; $body }
            D::Complex128 => { type $T = num_complex::Complex64; $body }
        }
    }};
}
pub(crate) use dispatch;

impl DType {
    /// The name: `f32`, `complex64`, `bool`.
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

    /// The size of one element in bytes.
    pub const fn item_size(self) -> usize {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 | Self::F16 | Self::BF16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 | Self::Complex64 => 8,
            Self::Complex128 => 16,
        }
    }
}

impl std::fmt::Display for DType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
