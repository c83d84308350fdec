//! Where a tensor's dtype is known: in the type, or at run time.

use crate::dtype::{Element, Scalar};

mod sealed {
    /// Keeps [`super::Kind`] closed: it is the elements and [`super::Dyn`].
    pub trait Sealed {}
}

/// Where the dtype of a `Tensor<K>` is known: `K` is an element type, or [`Dyn`].
pub trait Kind: sealed::Sealed + 'static {
    /// What reading one element gives: the element itself, or a [`Scalar`].
    type Value: Copy + Into<Scalar>;
}

/// The dtype is known at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dyn {}

impl sealed::Sealed for Dyn {}
impl Kind for Dyn {
    type Value = Scalar;
}

impl<T: Element> sealed::Sealed for T {}
impl<T: Element> Kind for T {
    type Value = T;
}
