//! N-dimensional tensors whose views you can trust.

pub mod buffer;
pub mod dtype;
pub mod error;
pub mod index;
mod kernels;
pub mod layout;
mod nest;
mod ops;
pub mod print;
pub mod tensor;

pub use crate::buffer::{View, ViewMut};
pub use crate::dtype::{
    Complex32, Complex64, DType, DTypeKind, Element, Float, Integer, Numeric, Promote, Scalar, bf16, f16,
    promote,
};
pub use crate::error::{Access, Error, ErrorKind, ReadOnlyReason, Result};
pub use crate::nest::threads::{set_threads, threads};
