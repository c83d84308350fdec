//! Where a tensor's dtype is known: in the type, or at run time.

use crate::buffer::Buffer;
use crate::dtype::{DType, Element, Promote, Scalar};
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

    /// The kind of roots, quotients and means: `f64` for integers, floats and complex numbers stay.
    type Float: Kind;
    /// The kind of absolute values: a complex number's parts, anything else itself.
    type Real: Kind;
    /// The complex kind of the same precision.
    type Complex: Kind;
    /// The kind of sums and products: `i64` or `u64` for integers and `bool`.
    type Sum: Kind;

    /// Whether a tensor of this kind can hold this dtype.
    #[doc(hidden)]
    fn check(op: &'static str, dtype: DType) -> Result<()>;

    /// Reads one element; the caller has checked that `dtype` passed [`Kind::check`].
    #[doc(hidden)]
    fn read_at(op: &'static str, buffer: &Buffer, dtype: DType, offset: usize) -> Result<Self::Value>;
}

/// The dtype is known at run time.
///
/// ```
/// use lunette::prelude::*;
/// let x: Tensor<Dyn> = tensor![1, 2].into_dyn();
/// assert_eq!(x.get(1)?, Scalar::I32(2));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dyn {}

impl sealed::Sealed for Dyn {}
impl Kind for Dyn {
    type Value = Scalar;
    type Float = Self;
    type Real = Self;
    type Complex = Self;
    type Sum = Self;

    fn check(_: &'static str, _: DType) -> Result<()> {
        Ok(())
    }

    #[inline]
    fn read_at(op: &'static str, buffer: &Buffer, dtype: DType, offset: usize) -> Result<Scalar> {
        buffer.read_scalar_at(op, offset, dtype)
    }
}

impl<T: Element> sealed::Sealed for T {}
impl<T: Element> Kind for T {
    type Value = T;
    type Float = T::Float;
    type Real = T::Real;
    type Complex = T::Complex;
    type Sum = T::Sum;

    fn check(op: &'static str, found: DType) -> Result<()> {
        let expected = T::DTYPE;
        if found == expected { Ok(()) } else { Err(ErrorKind::DTypeMismatch { op, expected, found }.into()) }
    }

    #[inline]
    fn read_at(op: &'static str, buffer: &Buffer, _: DType, offset: usize) -> Result<T> {
        buffer.read_at::<T>(op, offset)
    }
}

/// The kind that holds the values of two others: NumPy's promotion where both dtypes are in the types, [`Dyn`]
/// where one is known at run time.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::PromoteKind;
/// fn is_f64<A: PromoteKind<B, Output = f64>, B: Kind>(_: &Tensor<A>, _: &Tensor<B>) {}
/// is_f64(&tensor![1_i32], &tensor![1.5_f32]);
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` and `{Rhs}` have no common dtype in the type system")]
pub trait PromoteKind<Rhs: Kind>: Kind {
    /// The kind of a result of both.
    type Output: Kind;
}

impl<T: Element + Promote<U>, U: Element> PromoteKind<U> for T {
    type Output = <T as Promote<U>>::Output;
}

impl<K: Kind> PromoteKind<K> for Dyn {
    type Output = Self;
}

impl<T: Element> PromoteKind<Dyn> for T {
    type Output = Dyn;
}
