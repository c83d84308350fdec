//! Choices by a mask, and limits, in expressions.

use super::{Lazy, LazyOperand};
use crate::dtype::{Element, Scalar};
use crate::ops::elementwise::{self, Expression};
use crate::tensor::operand::{Lasting, every_operand, sealed};
use crate::tensor::{Dyn, Kind, PromoteKind, Tensor};

/// Two operands that [`Lazy::where_`] can choose from: one is an expression or a tensor, the other one of those or a
/// scalar.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![1.5, -2.5];
/// let positive = x.lazy().greater(0.0);
/// assert_eq!(positive.where_(0.0, x.lazy().square()).eval()?, tensor![0.0, 6.25]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub trait LazyChoice<B>: sealed::Sealed {
    /// The kind that holds the values of both.
    type Output: Kind;

    #[doc(hidden)]
    fn parts(self, no: B) -> Parts;
}

/// What stands where a mask is true, and what stands elsewhere.
#[derive(Debug)]
#[doc(hidden)]
pub struct Parts(Expression, Expression);

impl<K: Kind, B: LazyOperand<K>> LazyChoice<B> for Lazy<K> {
    type Output = B::Output;

    fn parts(self, no: B) -> Parts {
        Parts(self.expression, no.expression().0)
    }
}

impl<K: Kind, B: LazyOperand<K>> LazyChoice<B> for &Tensor<K> {
    type Output = B::Output;

    fn parts(self, no: B) -> Parts {
        Parts(of(self), no.expression().0)
    }
}

impl<S: Element + LazyOperand<K, Output = K>, K: Kind> LazyChoice<Lazy<K>> for S {
    type Output = K;

    fn parts(self, no: Lazy<K>) -> Parts {
        Parts(self.expression().0, no.expression)
    }
}

impl<S: Element + LazyOperand<K, Output = K>, K: Kind> LazyChoice<&Tensor<K>> for S {
    type Output = K;

    fn parts(self, no: &Tensor<K>) -> Parts {
        Parts(self.expression().0, of(no))
    }
}

fn of<K: Kind>(tensor: &Tensor<K>) -> Expression {
    Expression::of(elementwise::Operand::Tensor(&tensor.handle))
}

/// A limit of [`Lazy::clip`]: an expression, a tensor, a number, or `..` for none.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![-2, 0, 5];
/// assert_eq!(x.lazy().clip(.., x.lazy() - 1).eval()?, tensor![-3, -1, 4]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub trait LazyLimit<K: Kind>: sealed::Sealed {
    /// The limit; none if there is none.
    #[doc(hidden)]
    fn limit(self) -> Option<Bound>;
}

/// One limit.
#[derive(Debug)]
#[doc(hidden)]
pub struct Bound(Expression);

/// Every operand of tensors is a limit.
macro_rules! limits {
    ($([$($parameters:tt)*] $K:ty, $Operand:ty;)*) => { $(
        impl<$($parameters)*> LazyLimit<$K> for $Operand {
            fn limit(self) -> Option<Bound> {
                Some(Bound(Expression::of(Lasting::<$K>::term(&self).0)))
            }
        }
    )* };
}

every_operand! { limits }

impl<K: PromoteKind<L>, L: Kind> LazyLimit<K> for Lazy<L> {
    fn limit(self) -> Option<Bound> {
        Some(Bound(self.expression))
    }
}

impl<K: Kind> LazyLimit<K> for std::ops::RangeFull {
    fn limit(self) -> Option<Bound> {
        None
    }
}

impl<K: Kind> Lazy<K> {
    /// `yes` where this expression is true (or not zero), else `no`: [`where_`](crate::where_) once it is evaluated.
    ///
    /// What is computed in a wider dtype than its own (`f16`, `bf16`) is judged before it is rounded, as in lazy comparisons.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![-1.5, 2.0, -3.0];
    /// assert_eq!(x.lazy().greater(0.0).where_(&x, 0.0).eval()?, tensor![0.0, 2.0, 0.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "where")]
    #[doc(alias = "select")]
    pub fn where_<A: LazyChoice<B>, B>(self, yes: A, no: B) -> Lazy<A::Output> {
        let Parts(yes, no) = yes.parts(no);
        Lazy::wrap(self.expression.choose(yes, no))
    }

    /// The values held between two limits: [`Tensor::clip`] once it is evaluated. `..` is no limit.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![-2, 0, 5];
    /// assert_eq!((x.lazy() * 2).clip(-1, 3).eval()?, tensor![-1, 0, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn clip<A: LazyLimit<K>, B: LazyLimit<K>>(self, low: A, high: B) -> Self {
        let (low, high) = (low.limit().map(|bound| bound.0), high.limit().map(|bound| bound.0));
        Self::wrap(self.expression.clip(low, high))
    }
}
