//! What can stand in an operation: a tensor, a view or a scalar.

use super::own::Own;
use super::{Dyn, Handle, Kind, PromoteKind, Tensor};
use crate::dtype::{Element, Scalar};
use crate::error::Result;
use crate::ops::elementwise;

pub(super) mod sealed {
    use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
    use crate::dtype::{Element, Scalar};
    use crate::tensor::{AnyOperand, Kind, Lazy, Tensor, Weak};

    /// Keeps the traits of operands closed: results are taken to have the kind that an operand says, and whoever could
    /// say another one could make an `f64` of the bytes of anything.
    pub trait Sealed {}

    macro_rules! seal {
        ($([$($parameters:tt)*] $Type:ty;)*) => { $( impl<$($parameters)*> Sealed for $Type {} )* };
    }

    seal! {
        [T: Element] T;
        [] Scalar;
        [] Weak;
        [] AnyOperand<'_>;
        [] Option<AnyOperand<'_>>;
        [] std::ops::RangeFull;
        [K: Kind] Tensor<K>;
        [K: Kind] &Tensor<K>;
        [K: Kind] Lazy<K>;
        [T: Element] &View<'_, T>;
        [T: Element] &ViewMut<'_, T>;
        [T: Element] &ReadGuard<T>;
        [T: Element] &WriteGuard<T>;
    }
}

/// An operand, lowered.
#[derive(Debug)]
#[doc(hidden)]
pub struct Term<'a>(pub(crate) elementwise::Operand<'a>);

/// What operations take beside a `Tensor<K>`: `&tensor`, `tensor`, a view or a guard (`&view`), or a scalar.
///
/// Tensors of other dtypes are promoted. A scalar beside a typed tensor is of the tensor's own type, which a literal
/// takes by itself. Beside a [`DynTensor`](crate::DynTensor), whose dtype is known at run time only, it is any number,
/// and becomes the tensor's dtype if that can hold its kind; a [`Scalar`] counts with its own.
///
/// The trait is sealed.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![1.0_f32, 2.0];
/// let typed: Tensor<f32> = x.add(1.5)?;
/// let wider: Tensor<f64> = x.add(&tensor![1_i32, 2])?;
/// let borrowed = x.add(&View::from_slice(&[0.5_f32, 0.5], [2])?)?; // read where it is
/// let dynamic = x.into_dyn().multiply(2)?;
/// assert_eq!(dynamic.dtype(), DType::F32);
/// # assert_eq!((typed, wider, borrowed), (tensor![2.5_f32, 3.5], tensor![2.0, 4.0], tensor![1.5, 2.5]));
/// # Ok::<(), lunette::Error>(())
/// ```
///
/// ```compile_fail,E0277
/// use lunette::tensor::Operand;
/// struct Mine;
/// impl Operand<f32> for Mine {
///     type Output = f64;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand beside a tensor of `{K}`",
    label = "write `&tensor`, `&view`, or a number of the tensor's own type"
)]
pub trait Operand<K: Kind>: sealed::Sealed {
    /// The kind that holds the values of both.
    type Output: Kind;

    /// Runs `work` on the operand, which may be lent for this call.
    #[doc(hidden)]
    fn with_term<R: Own>(&self, work: impl FnOnce(Term<'_>) -> Result<R>) -> Result<R>;
}

/// An operand that is no loan: it can be looked at for as long as it is borrowed, and kept in expressions.
#[doc(hidden)]
pub trait Lasting<K: Kind> {
    /// The kind that holds the values of both.
    type Output: Kind;

    /// The operand, borrowed.
    fn term(&self) -> Term<'_>;
}

/// Calls a macro with every kind of operand that lasts: the parameters of the implementation, the kind of the tensor
/// beside it, and its type.
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

/// What lasts can stand in an operation.
macro_rules! lasting_operands {
    ($([$($parameters:tt)*] $K:ty, $Operand:ty;)*) => { $(
        impl<$($parameters)*> $crate::tensor::operand::Operand<$K> for $Operand {
            type Output = <Self as $crate::tensor::operand::Lasting<$K>>::Output;

            #[inline]
            fn with_term<R: $crate::tensor::own::Own>(
                &self,
                work: impl FnOnce($crate::tensor::operand::Term<'_>) -> $crate::error::Result<R>,
            ) -> $crate::error::Result<R> {
                work($crate::tensor::operand::Lasting::<$K>::term(self))
            }
        }
    )* };
}
pub(super) use lasting_operands;

every_operand! { lasting_operands }

impl<K: PromoteKind<L>, L: Kind> Lasting<K> for &Tensor<L> {
    type Output = K::Output;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Tensor(&self.handle))
    }
}

impl<K: PromoteKind<L>, L: Kind> Lasting<K> for Tensor<L> {
    type Output = K::Output;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Tensor(&self.handle))
    }
}

impl<T: Element> Lasting<T> for T {
    type Output = T;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Scalar((*self).into()))
    }
}

impl<S: Element> Lasting<Dyn> for S {
    type Output = Dyn;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Weak((*self).into()))
    }
}

impl Lasting<Dyn> for Scalar {
    type Output = Dyn;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Scalar(*self))
    }
}

/// What [`Tensor::matmul`] takes beside a tensor: another one, or a view; the trait is sealed.
///
/// ```
/// use lunette::prelude::*;
/// let (x, row) = (tensor![[1, 2], [3, 4]], [1, 10]);
/// assert_eq!(x.matmul(&View::from_slice(&row, [2])?)?, tensor![21, 43]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be multiplied with a matrix of `{K}`",
    label = "write `&tensor` or `&view`; `multiply` takes numbers"
)]
pub trait Factor<K: Kind>: Operand<K> + Lend {}

impl<K: PromoteKind<L>, L: Kind> Factor<K> for &Tensor<L> {}

/// What lends its elements to an operation: `&tensor` of any dtype, or `&view`, `&guard`, whose elements are read where they
/// are. [`Tensor::isclose`] and its kin take it; the trait is sealed.
///
/// ```
/// use lunette::prelude::*;
/// let (x, data) = (tensor![[1, 2], [3, 4]], [1.0, 2.0, 3.0, 4.0]);
/// assert!(x.array_equal(&View::from_slice(&data, [2, 2])?)?);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` shows no elements", label = "write `&tensor` or `&view`")]
pub trait Lend: sealed::Sealed {
    /// Where the dtype is known.
    #[doc(hidden)]
    type Kind: Kind;

    /// Runs `work` on the tensor, which may be lent for this call.
    #[doc(hidden)]
    fn with_tensor<R: Own>(&self, work: impl FnOnce(&Tensor<Self::Kind>) -> Result<R>) -> Result<R>;
}

impl<K: Kind> Lend for &Tensor<K> {
    type Kind = K;

    #[inline]
    fn with_tensor<R: Own>(&self, work: impl FnOnce(&Tensor<K>) -> Result<R>) -> Result<R> {
        work(self)
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
pub trait Values<K: Kind>: sealed::Sealed {
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
        Lasting::<T>::term(self)
    }
}

impl<S: Element> Values<Dyn> for S {
    fn values(&self) -> Term<'_> {
        Lasting::<Dyn>::term(self)
    }
}

impl Values<Dyn> for Scalar {
    fn values(&self) -> Term<'_> {
        Lasting::<Dyn>::term(self)
    }
}

impl<K: Kind> Tensor<K> {
    /// What `work` makes of this tensor and another one, which may be lent; its errors are those of `op`.
    pub(super) fn beside<O: Kind>(
        &self,
        op: &'static str,
        other: impl Lend,
        work: impl FnOnce(&Handle, &Handle) -> Result<Handle>,
    ) -> Result<Tensor<O>> {
        other
            .with_tensor(|other| work(&self.handle, &other.handle).map(Tensor::wrap))
            .map_err(|error| error.called(op))
    }
}
