//! The four element types that matrices are decomposed in.

use lunette_decompose::Decompose;

use crate::dtype::{DType, Element};

/// A real or complex number whose matrices can be decomposed.
pub(super) trait Field: Element + Decompose<Part: Element, Pair: Element> {}

impl<T: Element + Decompose<Part: Element, Pair: Element>> Field for T {}

/// The dtype that matrices of this dtype are decomposed in.
pub(super) fn work_dtype(dtype: DType) -> DType {
    match dtype.as_float() {
        DType::F16 | DType::BF16 => DType::F32,
        other => other,
    }
}

/// Runs a body with `$T` standing for the [`Field`] in which tensors of a dtype are decomposed.
macro_rules! dispatch_field {
    ($dtype:expr, $T:ident => $body:expr) => {
        match $crate::ops::linalg::field::work_dtype($dtype) {
            $crate::dtype::DType::F32 => {
                type $T = f32;
                $body
            }
            $crate::dtype::DType::Complex64 => {
                type $T = $crate::dtype::Complex32;
                $body
            }
            $crate::dtype::DType::Complex128 => {
                type $T = $crate::dtype::Complex64;
                $body
            }
            _ => {
                type $T = f64;
                $body
            }
        }
    };
}
pub(super) use dispatch_field;
