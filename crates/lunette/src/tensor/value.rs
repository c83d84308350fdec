//! What can stand on the right of a store: a scalar, a tensor of any dtype, a view, a list.

use std::borrow::Cow;
use std::fmt;

use super::{Handle, Kind, Tensor};
use crate::buffer::{Borrowed, ReadGuard, View, ViewMut, WriteGuard};
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
    Tensor(Cow<'a, Handle>),
    /// Memory that the caller has borrowed, and that nobody can write meanwhile.
    Borrowed(Borrowed<'a>),
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Value").field("dtype", &self.dtype()).field("shape", &self.shape()).finish()
    }
}

impl<'a> Value<'a> {
    /// A tensor that the caller keeps.
    pub(crate) fn of(handle: &'a Handle) -> Self {
        Self(Right::Tensor(Cow::Borrowed(handle)))
    }

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

/// Everything that `store` takes: scalars of any dtype, tensors, views and guards, arrays, slices and `Vec`s of elements;
/// all of them borrowed or not.
///
/// ```
/// use lunette::prelude::*;
/// let x = Tensor::<f32>::zeros([2, 3])?;
/// x.store(s![0], 7)?; // a scalar fills
/// x.store(s![1], &tensor![1_u8, 2, 3])?; // a tensor of another dtype
/// x.store(s![.., 0], [8.0, 9.0])?; // a list
/// x.store(s![.., 1], &tensor![5, 6].read()?)?; // what a guard holds
/// assert_eq!(x, tensor![[8_f32, 5.0, 7.0], [9.0, 6.0, 3.0]]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored into a tensor",
    label = "store a number, a bool, a tensor, a view, or a list of elements; nested lists as `tensor![[1, 2], [3, 4]]`"
)]
pub trait IntoValue<'a> {
    /// The value, borrowed where it is large.
    fn into_value(self) -> Value<'a>;
}

#[diagnostic::do_not_recommend]
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
        Value::of(&self.handle)
    }
}

impl<'a, K: Kind> IntoValue<'a> for Tensor<K> {
    fn into_value(self) -> Value<'a> {
        Value(Right::Tensor(Cow::Owned(self.handle)))
    }
}

impl<'a, T: Element> IntoValue<'a> for Vec<T> {
    fn into_value(self) -> Value<'a> {
        Tensor::from(self).into_value()
    }
}

impl<'a, T: Element, const N: usize> IntoValue<'a> for [T; N] {
    fn into_value(self) -> Value<'a> {
        self.to_vec().into_value()
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

impl<'a, T: Element> IntoValue<'a> for ViewMut<'a, T> {
    fn into_value(self) -> Value<'a> {
        self.into_view().into_value()
    }
}

impl<'a, T: Element> IntoValue<'a> for &'a ReadGuard<T> {
    fn into_value(self) -> Value<'a> {
        self.as_view().into_value()
    }
}

impl<'a, T: Element> IntoValue<'a> for &'a WriteGuard<T> {
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
