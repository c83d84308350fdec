//! What stands on the right of an operator, and with it what the operator gives: a tensor, or an expression.

use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::{Element, Scalar};
use crate::error::Result;
use crate::ops::elementwise::{self, BinaryOp, Expression, binary, binary_owned};
use crate::tensor::operand::{Lasting, Operand, every_operand, sealed};
use crate::tensor::{Dyn, Handle, Kind, Lazy, PromoteKind, Tensor};

/// What can stand on the right of an operator, after a `Tensor<K>`: every [`Operand`], which gives a tensor, and a
/// [`Lazy`] expression, which gives an expression.
///
/// ```
/// use lunette::prelude::*;
/// let (a, b) = (tensor![1.0_f64, 2.0], tensor![3.0_f64, 4.0]);
/// assert_eq!((&a * (b.lazy() + 1.0)).eval()?, tensor![4.0, 10.0]);
/// assert_eq!((2.0 * b.lazy()).eval()?, tensor![6.0, 8.0]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand beside a tensor of `{K}`",
    label = "write `&tensor`, or a number of the tensor's own type"
)]
pub trait RightOperand<K: Kind>: sealed::Sealed {
    /// A tensor, or an expression.
    type Result;

    #[doc(hidden)]
    #[track_caller]
    fn after(self, begun: Begun<'_>) -> Self::Result;
}

/// An operator and the tensor on its left.
#[derive(Debug)]
#[doc(hidden)]
pub struct Begun<'a> {
    op: BinaryOp,
    left: Left<'a>,
}

#[derive(Debug)]
enum Left<'a> {
    Borrowed(&'a Handle),
    /// Its memory may become the result's.
    Given(Handle),
}

impl<'a> Begun<'a> {
    pub(super) fn borrowed(op: BinaryOp, left: &'a Handle) -> Self {
        Self { op, left: Left::Borrowed(left) }
    }

    pub(super) fn given(op: BinaryOp, left: Handle) -> Self {
        Self { op, left: Left::Given(left) }
    }

    fn compute<K: Kind>(self, right: elementwise::Operand<'_>) -> Result<Tensor<K>> {
        let result = match self.left {
            Left::Borrowed(left) => binary(self.op, elementwise::Operand::Tensor(left), right),
            Left::Given(left) => binary_owned(self.op, left, right),
        };
        result.map(Tensor::wrap)
    }

    fn put_off(self, right: Expression) -> Expression {
        let left = match &self.left {
            Left::Borrowed(left) => left,
            Left::Given(left) => left,
        };
        Expression::of(elementwise::Operand::Tensor(left)).binary(self.op, right)
    }
}

/// Every operand of tensors, with a tensor as the result.
macro_rules! operands {
    ($([$($parameters:tt)*] $K:ty, $Operand:ty;)*) => { $(
        impl<$($parameters)*> RightOperand<$K> for $Operand {
            type Result = Tensor<<Self as Lasting<$K>>::Output>;

            #[track_caller]
            fn after(self, begun: Begun<'_>) -> Self::Result {
                expect(begun.compute(Lasting::<$K>::term(&self).0))
            }
        }
    )* };
}

every_operand! { operands }

/// Borrowed elements, which are lent for the call.
macro_rules! borrowed {
    ($($Type:ty),*) => { $(
        impl<K: PromoteKind<T>, T: Element> RightOperand<K> for &$Type {
            type Result = Tensor<K::Output>;

            #[track_caller]
            fn after(self, begun: Begun<'_>) -> Self::Result {
                expect(Operand::<K>::with_term(&self, |right| begun.compute(right.0)))
            }
        }
    )* };
}

borrowed! { View<'_, T>, ViewMut<'_, T>, ReadGuard<T>, WriteGuard<T> }

impl<K: PromoteKind<L>, L: Kind> RightOperand<K> for Lazy<L> {
    type Result = Lazy<K::Output>;

    fn after(self, begun: Begun<'_>) -> Self::Result {
        Lazy::wrap(begun.put_off(self.expression))
    }
}

/// The result, or a panic with the error's words at the caller of the operator.
#[track_caller]
pub(in crate::tensor) fn expect<K: Kind>(result: Result<Tensor<K>>) -> Tensor<K> {
    match result {
        Ok(tensor) => tensor,
        Err(error) => panic!("{error}"),
    }
}
