//! N-dimensional tensors whose views you can trust.

pub mod buffer;
pub mod dtype;
pub mod error;
pub mod index;
pub mod layout;
mod kernels;
mod nest;
mod ops;
pub mod print;
pub mod tensor;

pub use crate::dtype::{DType, DTypeKind, Element, Scalar};
pub use crate::error::{Access, Error, ErrorKind, ReadOnlyReason, Result};
