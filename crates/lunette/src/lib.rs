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

pub use crate::buffer::{Buffer, ReadGuard, View, ViewMut, WriteGuard};
pub use crate::dtype::{
    Complex32, Complex64, DType, DTypeKind, Element, Float, Integer, Numeric, Promote, Scalar, bf16, f16,
    promote,
};
pub use crate::error::{Access, Error, ErrorKind, ReadOnlyReason, Result};
pub use crate::index::{Fill, IndexRange, Item, NewAxis, span};
pub use crate::layout::{Layout, Order};
pub use crate::nest::threads::{set_threads, threads};
pub use crate::ops::create::Endpoint;
pub use crate::ops::pick::Duplicates;
pub use crate::ops::rearrange::Pad;
pub use crate::tensor::{
    Dyn, DynTensor, Flags, Kind, Tensor, broadcast_tensors, concat, meshgrid, meshgrid_xy, stack,
};

/// What most programs need: `use lunette::prelude::*;`.
pub mod prelude {
    pub use crate::{
        DType, Duplicates, Dyn, DynTensor, Element, Endpoint, Fill, Item, Kind, NewAxis, Order, Pad, Scalar,
        Tensor, View, ViewMut, broadcast_tensors, concat, meshgrid, meshgrid_xy, s, span, stack, tensor,
    };
}
