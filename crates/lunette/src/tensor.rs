//! Tensors: a shared buffer, a layout, a dtype.

mod kind;
mod view;

use std::marker::PhantomData;

pub use self::kind::{Dyn, Kind};
use crate::buffer::Buffer;
use crate::dtype::DType;
use crate::layout::Layout;

/// What every tensor is made of; the part that does not depend on where the dtype is known.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(crate) buffer: Buffer,
    pub(crate) layout: Layout,
    pub(crate) dtype: DType,
}

/// An N-dimensional tensor; a clone is another handle to the same memory.
///
/// `K` says where the dtype is known: `Tensor<f32>` has it in the type, [`DynTensor`] at run time. Both are the same
/// thing, and every method is written once for both.
#[derive(Clone)]
pub struct Tensor<K: Kind> {
    pub(crate) handle: Handle,
    kind: PhantomData<K>,
}

/// A tensor whose dtype is known at run time.
pub type DynTensor = Tensor<Dyn>;
