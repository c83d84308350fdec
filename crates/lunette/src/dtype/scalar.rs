//! One element whose dtype is known at run time.

use half::{bf16, f16};
use num_complex::{Complex32, Complex64};

use super::DType;

/// One element of any dtype: what `get` gives on a `DynTensor`, and what a store takes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "each variant is the dtype of the same name")]
pub enum Scalar {
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    F16(f16),
    BF16(bf16),
    F32(f32),
    F64(f64),
    Complex64(Complex32),
    Complex128(Complex64),
}

impl Scalar {
    /// The dtype of the value.
    pub fn dtype(self) -> DType {
        match self {
            Self::Bool(_) => DType::Bool,
            Self::I8(_) => DType::I8,
            Self::I16(_) => DType::I16,
            Self::I32(_) => DType::I32,
            Self::I64(_) => DType::I64,
            Self::U8(_) => DType::U8,
            Self::U16(_) => DType::U16,
            Self::U32(_) => DType::U32,
            Self::U64(_) => DType::U64,
            Self::F16(_) => DType::F16,
            Self::BF16(_) => DType::BF16,
            Self::F32(_) => DType::F32,
            Self::F64(_) => DType::F64,
            Self::Complex64(_) => DType::Complex64,
            Self::Complex128(_) => DType::Complex128,
        }
    }
}
