//! What can stand in an operation: a tensor or a scalar.

use super::{Dyn, Kind, PromoteKind, Tensor};
use crate::dtype::{Element, Scalar};
use crate::ops::elementwise;

/// An operand, lowered.
#[doc(hidden)]
pub struct Term<'a>(pub(crate) elementwise::Operand<'a>);

/// What operations take beside a `Tensor<K>`: `&tensor`, `tensor`, or a scalar.
///
/// Tensors of other dtypes are promoted. A scalar beside a typed tensor is of the tensor's own type, which a literal
/// takes by itself. Beside a [`DynTensor`](crate::DynTensor), whose dtype is known at run time only, it is any number,
/// and becomes the tensor's dtype if that can hold its kind; a [`Scalar`] counts with its own.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![1.0_f32, 2.0];
/// let typed: Tensor<f32> = x.add(1.5)?;
/// let wider: Tensor<f64> = x.add(&tensor![1_i32, 2])?;
/// let dynamic = x.into_dyn().multiply(2)?;
/// assert_eq!(dynamic.dtype(), DType::F32);
/// # assert_eq!((typed, wider), (tensor![2.5_f32, 3.5], tensor![2.0, 4.0]));
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand beside a tensor of `{K}`",
    label = "write `&tensor`, or a number of the tensor's own type"
)]
pub trait Operand<K: Kind> {
    /// The kind that holds the values of both.
    type Output: Kind;

    /// The operand, borrowed.
    #[doc(hidden)]
    fn term(&self) -> Term<'_>;
}

/// Calls a macro with every kind of operand: the parameters of the implementation, the kind of the tensor beside it, and
/// its type.
macro_rules! every_operand {
    ($implement:ident) => {
        $implement! {
            [K: PromoteKind<L>, L: Kind] K, &Tensor<L>;
            [K: PromoteKind<L>, L: Kind] K, Tensor<L>;
            [T: Element] T, T;
            [S: Element] Dyn, S;
            [] Dyn, Scalar;
        }
    };
}
pub(super) use every_operand;

impl<K: PromoteKind<L>, L: Kind> Operand<K> for &Tensor<L> {
    type Output = K::Output;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Tensor(&self.handle))
    }
}

impl<K: PromoteKind<L>, L: Kind> Operand<K> for Tensor<L> {
    type Output = K::Output;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Tensor(&self.handle))
    }
}

impl<T: Element> Operand<T> for T {
    type Output = T;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Scalar((*self).into()))
    }
}

impl<S: Element> Operand<Dyn> for S {
    type Output = Dyn;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Weak((*self).into()))
    }
}

impl Operand<Dyn> for Scalar {
    type Output = Dyn;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Scalar(*self))
    }
}

/// What can be looked for, or among what: a tensor of any dtype, or a number as beside an [`Operand`]'s tensor.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![1, 2, 3];
/// assert_eq!(x.isin(&tensor![2.0, 9.0], false)?, x.isin(2, false)?);
/// # Ok::<(), lunette::Error>(())
/// ```
pub trait Values<K: Kind> {
    /// The values, borrowed.
    #[doc(hidden)]
    fn values(&self) -> Term<'_>;
}

impl<K: Kind, L: Kind> Values<K> for &Tensor<L> {
    fn values(&self) -> Term<'_> {
        Term(elementwise::Operand::Tensor(&self.handle))
    }
}

impl<T: Element> Values<T> for T {
    fn values(&self) -> Term<'_> {
        Operand::<T>::term(self)
    }
}

impl<S: Element> Values<Dyn> for S {
    fn values(&self) -> Term<'_> {
        Operand::<Dyn>::term(self)
    }
}

impl Values<Dyn> for Scalar {
    fn values(&self) -> Term<'_> {
        Operand::<Dyn>::term(self)
    }
}
