//! Tensors: a shared buffer, a layout, a dtype.
//!
//! [`Tensor<K>`] is one type for all: `K` is an element type, and then the dtype stands in the type, or [`Dyn`], and
//! then it is known at run time. Methods are thin: they lower what the caller wrote and call `ops`, which works on
//! the part that all kinds share.

mod choose;
mod close;
mod closures;
mod compare;
mod create;
#[cfg(feature = "linalg")]
mod decompose;
mod doors;
mod edit;
mod elements;
mod elementwise;
#[cfg(feature = "fft")]
mod fft;
mod guards;
mod handle;
mod histogram;
mod introspect;
mod join;
mod kind;
mod lazy;
mod linalg;
mod matrix;
mod nan;
mod nested;
mod operand;
mod operators;
mod own;
mod pick;
mod polynomial;
mod print;
mod quantile;
mod reduce;
mod scan;
mod search;
mod series;
mod sets;
mod shape;
mod softmax;
mod sort;
mod standard;
mod value;
mod verbs;
mod view;
mod whole;

use std::marker::PhantomData;

pub use self::choose::{Choice, Limit, select, where_};
#[cfg(feature = "linalg")]
pub use self::decompose::{Eig, Eigh, Lstsq, Lu, Qr, Slogdet, Svd};
pub use self::doors::{AnyOperand, Weak, binary, binary_in_place, binary_into, binary_scalar, choose};
pub use self::elements::Elements;
pub(crate) use self::handle::Handle;
pub use self::histogram::{Bins, Histogram, IntoBins};
pub use self::introspect::Flags;
pub use self::join::{
    broadcast_arrays, broadcast_tensors, column_stack, concat, dstack, hstack, meshgrid, meshgrid_ij, stack,
    vstack,
};
pub use self::kind::{Dyn, Kind, PromoteKind};
pub use self::lazy::{Lazy, LazyChoice, LazyLimit, LazyOperand};
pub use self::linalg::{einsum, multi_dot};
pub use self::nested::{Nested, from_literal, from_repeated};
pub use self::operand::{Factor, Lend, Operand, Values};
pub use self::operators::RightOperand;
pub use self::pick::ravel_multi_index;
pub use self::sets::{UniqueAll, UniqueCounts, UniqueInverse};
pub use self::sort::{TopK, lexsort};
pub(crate) use self::value::Right;
pub use self::value::{IntoValue, Value};
use crate::dtype::{DType, Element};
use crate::error::{Error, Result};

/// An N-dimensional tensor; a clone is another handle to the same memory.
///
/// `K` says where the dtype is known: `Tensor<f32>` has it in the type, [`DynTensor`] at run time. Both are the same
/// thing, and every method is written once for both.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// let shared = x.clone(); // another handle
/// let copied = x.copy()?; // memory of its own
/// x.set([0, 0], 9)?;
/// assert_eq!((shared.get([0, 0])?, copied.get([0, 0])?), (9, 1));
/// # Ok::<(), lunette::Error>(())
/// ```
#[doc(alias = "ndarray")]
#[doc(alias = "array")]
pub struct Tensor<K: Kind> {
    pub(crate) handle: Handle,
    kind: PhantomData<fn() -> K>,
}

/// A tensor whose dtype is known at run time.
///
/// ```
/// use lunette::prelude::*;
/// let dtype: DType = "f32".parse()?;
/// let x = DynTensor::zeros_of(dtype, [2, 2])?;
/// x.store(s![0], 1.5)?;
/// assert_eq!(x.get([0, 1])?, Scalar::F32(1.5));
/// # Ok::<(), lunette::Error>(())
/// ```
pub type DynTensor = Tensor<Dyn>;

impl<K: Kind> Clone for Tensor<K> {
    fn clone(&self) -> Self {
        Self::wrap(self.handle.clone())
    }
}

impl<K: Kind> Tensor<K> {
    /// The handle as a tensor of this kind; the caller knows that the dtype is one that `K` can hold.
    pub(crate) fn wrap(handle: Handle) -> Self {
        debug_assert!(K::check("wrap", handle.dtype).is_ok());
        Self { handle, kind: PhantomData }
    }

    /// As [`wrap`](Self::wrap), for several.
    fn wrap_all(handles: Vec<Handle>) -> Vec<Self> {
        handles.into_iter().map(Self::wrap).collect()
    }

    /// The same tensor with its dtype known at run time; no copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1.0, 2.0].into_dyn();
    /// assert_eq!(x.dtype(), DType::F64);
    /// ```
    pub fn into_dyn(self) -> DynTensor {
        Tensor::wrap(self.handle)
    }

    /// Another handle to the same memory, with its dtype known at run time; no copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2];
    /// let same = x.to_dyn();
    /// x.set(0, 9)?;
    /// assert_eq!(same.get(0)?, Scalar::I32(9));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn to_dyn(&self) -> DynTensor {
        Tensor::wrap(self.handle.clone())
    }

    /// The same tensor with its dtype in the type; no copy.
    ///
    /// # Errors
    /// If the dtype is another one: nothing is converted, that is what `cast` is for.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1.0, 2.0].into_dyn();
    /// assert_eq!(x.clone().into_typed::<f64>()?.to_vec()?, [1.0, 2.0]);
    /// assert!(x.into_typed::<f32>().unwrap_err().is_dtype());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn into_typed<T: Element>(self) -> Result<Tensor<T>> {
        T::check("into_typed", self.handle.dtype)?;
        Ok(Tensor::wrap(self.handle))
    }

    /// The dtype of the elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1.5, 2.5].dtype(), DType::F64);
    /// ```
    pub fn dtype(&self) -> DType {
        self.handle.dtype
    }
}

impl<T: Element> From<Tensor<T>> for DynTensor {
    fn from(tensor: Tensor<T>) -> Self {
        tensor.into_dyn()
    }
}

/// [`into_typed`](Tensor::into_typed): nothing is converted.
impl<T: Element> TryFrom<DynTensor> for Tensor<T> {
    type Error = Error;

    fn try_from(tensor: DynTensor) -> Result<Self> {
        tensor.into_typed()
    }
}
