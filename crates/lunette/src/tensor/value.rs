//! What can stand on the right of a store: a scalar, a tensor of any dtype, a view, a slice.

use super::{Handle, Kind, Tensor};
use crate::buffer::{Borrowed, View, ViewMut};
use crate::dtype::{DType, Element, Scalar};
use crate::layout::Layout;

/// The right side of a store, not yet converted to the destination's dtype.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::{IntoValue, Value};
/// let value: Value = 7.into_value();
/// let x = tensor![1, 2];
/// x.store(s![0], value)?;
/// assert_eq!(x, tensor![7, 2]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub struct Value<'a>(pub(crate) Right<'a>);

pub(crate) enum Right<'a> {
    /// One value, which fills the region.
    Scalar(Scalar),
    /// Shared memory, which the store has to lock.
    Tensor(&'a Handle),
    /// Memory that the caller has borrowed, and that nobody can write meanwhile.
    Borrowed(Borrowed<'a>),
}

impl Value<'_> {
    /// The dtype before the conversion.
    pub(crate) fn dtype(&self) -> DType {
        match &self.0 {
            Right::Scalar(scalar) => scalar.dtype(),
            Right::Tensor(handle) => handle.dtype,
            Right::Borrowed(source) => source.dtype(),
        }
    }

    /// The geometry; none for a scalar.
    pub(crate) fn layout(&self) -> Option<&Layout> {
        match &self.0 {
            Right::Scalar(_) => None,
            Right::Tensor(handle) => Some(&handle.layout),
            Right::Borrowed(source) => Some(source.layout()),
        }
    }

    /// The shape; that of rank 0 for a scalar.
    pub(crate) fn shape(&self) -> &[usize] {
        self.layout().map_or(&[], Layout::shape)
    }
}

/// Everything that `store` takes: scalars of any dtype, `&tensor`, views, `&[T]`, `&[T; N]`, `&Vec<T>`.
///
/// ```
/// use lunette::prelude::*;
/// let x = Tensor::<f32>::zeros([2, 3])?;
/// x.store(s![0], 7)?; // a scalar fills
/// x.store(s![1], &tensor![1_u8, 2, 3])?; // a tensor of another dtype
/// x.store(s![.., 0], &[8.0, 9.0])?; // a slice
/// assert_eq!(x, tensor![[8_f32, 7.0, 7.0], [9.0, 2.0, 3.0]]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored into a tensor",
    label = "store a number, a bool, `&tensor`, a view or a slice"
)]
pub trait IntoValue<'a> {
    /// The value, borrowed where it is large.
    fn into_value(self) -> Value<'a>;
}

impl<'a, S: Into<Scalar>> IntoValue<'a> for S {
    #[inline]
    fn into_value(self) -> Value<'a> {
        Value(Right::Scalar(self.into()))
    }
}

impl<'a> IntoValue<'a> for Value<'a> {
    fn into_value(self) -> Value<'a> {
        self
    }
}

impl<'a, K: Kind> IntoValue<'a> for &'a Tensor<K> {
    fn into_value(self) -> Value<'a> {
        Value(Right::Tensor(&self.handle))
    }
}

impl<'a, T: Element> IntoValue<'a> for View<'a, T> {
    fn into_value(self) -> Value<'a> {
        Value(Right::Borrowed(Borrowed::from_view(&self)))
    }
}

impl<'a, T: Element> IntoValue<'a> for &View<'a, T> {
    fn into_value(self) -> Value<'a> {
        Value(Right::Borrowed(Borrowed::from_view(self)))
    }
}

impl<'a, T: Element> IntoValue<'a> for &'a ViewMut<'_, T> {
    fn into_value(self) -> Value<'a> {
        self.as_view().into_value()
    }
}

impl<'a, T: Element> IntoValue<'a> for &'a [T] {
    fn into_value(self) -> Value<'a> {
        Value(Right::Borrowed(Borrowed::from_slice(self)))
    }
}

impl<'a, T: Element> IntoValue<'a> for &'a Vec<T> {
    fn into_value(self) -> Value<'a> {
        self.as_slice().into_value()
    }
}

impl<'a, T: Element, const N: usize> IntoValue<'a> for &'a [T; N] {
    fn into_value(self) -> Value<'a> {
        self.as_slice().into_value()
    }
}
