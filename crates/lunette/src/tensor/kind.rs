//! Where a tensor's dtype is known: in the type, or at run time.

use crate::buffer::Buffer;
use crate::dtype::{DType, Element, Scalar};
use crate::error::{ErrorKind, Result};

mod sealed {
    /// Keeps [`super::Kind`] closed: it is the elements and [`super::Dyn`].
    pub trait Sealed {}
}

/// Where the dtype of a `Tensor<K>` is known: `K` is an element type, or [`Dyn`].
///
/// ```
/// use lunette::prelude::*;
/// // One function for tensors of every kind.
/// fn rows<K: Kind>(x: &Tensor<K>) -> usize {
///     x.shape().first().copied().unwrap_or(1)
/// }
/// let x = tensor![[1.0, 2.0], [3.0, 4.0]];
/// assert_eq!(rows(&x), rows(&x.into_dyn()));
/// ```
pub trait Kind: sealed::Sealed + 'static {
    /// What reading one element gives: the element itself, or a [`Scalar`].
    type Value: Copy + PartialEq + std::fmt::Debug + Into<Scalar>;

    /// Whether a tensor of this kind can hold this dtype.
    #[doc(hidden)]
    fn check(op: &'static str, dtype: DType) -> Result<()>;

    /// Reads one element; the caller has checked that `dtype` passed [`Kind::check`].
    #[doc(hidden)]
    fn read_at(op: &'static str, buffer: &Buffer, dtype: DType, offset: usize) -> Result<Self::Value>;
}

/// The dtype is known at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dyn {}

impl sealed::Sealed for Dyn {}
impl Kind for Dyn {
    type Value = Scalar;

    fn check(_: &'static str, _: DType) -> Result<()> {
        Ok(())
    }

    fn read_at(op: &'static str, buffer: &Buffer, dtype: DType, offset: usize) -> Result<Scalar> {
        buffer.read_scalar_at(op, offset, dtype)
    }
}

impl<T: Element> sealed::Sealed for T {}
impl<T: Element> Kind for T {
    type Value = T;

    fn check(op: &'static str, found: DType) -> Result<()> {
        let expected = T::DTYPE;
        if found == expected { Ok(()) } else { Err(ErrorKind::DTypeMismatch { op, expected, found }.into()) }
    }

    #[inline]
    fn read_at(op: &'static str, buffer: &Buffer, _: DType, offset: usize) -> Result<T> {
        buffer.read_at::<T>(op, offset)
    }
}
