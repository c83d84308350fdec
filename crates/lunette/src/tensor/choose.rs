//! Choices by a mask, and limits.

use super::operand::{Lasting, Operand, Term, every_operand, sealed};
use super::{Dyn, Kind, PromoteKind, Tensor};
use crate::dtype::{Element, Scalar};
use crate::error::Result;
use crate::ops::elementwise;

/// `yes` where the mask is true (or not zero), else `no`: NumPy's `where`, which Rust keeps for itself.
///
/// All three broadcast; the dtypes of the last two are promoted.
///
/// # Errors
/// If the shapes do not broadcast, a guard on the memory lives, or there is no memory.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![-1.5, 2.0, -3.0];
/// let positive = x.greater(0.0)?;
/// assert_eq!(where_(&positive, &x, 0.0)?, tensor![0.0, 2.0, 0.0]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[doc(alias = "where")]
#[doc(alias = "np.where")]
pub fn where_<M: Kind, A: Choice<B>, B>(mask: &Tensor<M>, yes: A, no: B) -> Result<Tensor<A::Output>> {
    yes.choose(&no, mask)
}

/// The element of the first tensor whose condition is true (or not zero) there, else `default`; NumPy's `select`.
///
/// Conditions, tensors and the default broadcast; dtypes known at run time are promoted.
///
/// # Errors
/// If there is no condition or not a tensor for each, the shapes do not broadcast, a guard on the memory lives, or there
/// is no memory.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::select;
/// let x = tensor![-5, 1, 9];
/// let (low, high) = (x.less(0)?, x.greater(3)?);
/// let (zero, three) = (Tensor::scalar(0)?, Tensor::scalar(3)?);
/// assert_eq!(select(&[&low, &high], &[&zero, &three], &x)?, tensor![0, 1, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[doc(alias = "case")]
pub fn select<M: Kind, K: Kind>(
    conditions: &[&Tensor<M>],
    choices: &[&Tensor<K>],
    default: &Tensor<K>,
) -> Result<Tensor<K>> {
    let conditions: Vec<_> = conditions.iter().map(|condition| &condition.handle).collect();
    let choices: Vec<_> = choices.iter().map(|choice| &choice.handle).collect();
    elementwise::select(&conditions, &choices, &default.handle).map(Tensor::wrap)
}

/// Two operands that [`where_`] can choose from: one is a tensor, the other one or a scalar.
///
/// ```
/// use lunette::prelude::*;
/// let (mask, x) = (tensor![true, false], tensor![1.5, 2.5]);
/// assert_eq!(where_(&mask, 0.0, &x)?, tensor![0.0, 2.5]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub trait Choice<B>: sealed::Sealed {
    /// The kind that holds the values of both.
    type Output: Kind;

    #[doc(hidden)]
    fn choose<M: Kind>(&self, no: &B, mask: &Tensor<M>) -> Result<Tensor<Self::Output>>;
}

impl<K: Kind, B: Operand<K>> Choice<B> for &Tensor<K> {
    type Output = B::Output;

    fn choose<M: Kind>(&self, no: &B, mask: &Tensor<M>) -> Result<Tensor<B::Output>> {
        let yes = elementwise::Operand::Tensor(&self.handle);
        no.with_term(|no| elementwise::choose(&mask.handle, yes, no.0).map(Tensor::wrap))
    }
}

impl<S: Element + Operand<K, Output = K>, K: Kind> Choice<&Tensor<K>> for S {
    type Output = K;

    fn choose<M: Kind>(&self, no: &&Tensor<K>, mask: &Tensor<M>) -> Result<Tensor<K>> {
        let no = elementwise::Operand::Tensor(&no.handle);
        self.with_term(|yes| elementwise::choose(&mask.handle, yes.0, no).map(Tensor::wrap))
    }
}

/// A limit of [`Tensor::clip`]: a tensor, a number, or `..` for none.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![-2, 0, 5];
/// assert_eq!(x.clip(.., 3)?, tensor![-2, 0, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub trait Limit<K: Kind>: sealed::Sealed {
    /// The limit, borrowed; none if there is none.
    #[doc(hidden)]
    fn limit(&self) -> Option<Term<'_>>;
}

/// Every operand is a limit.
macro_rules! limits {
    ($([$($parameters:tt)*] $K:ty, $Operand:ty;)*) => { $(
        impl<$($parameters)*> Limit<$K> for $Operand {
            fn limit(&self) -> Option<Term<'_>> {
                Some(Lasting::<$K>::term(self))
            }
        }
    )* };
}

every_operand! { limits }

impl<K: Kind> Limit<K> for std::ops::RangeFull {
    fn limit(&self) -> Option<Term<'_>> {
        None
    }
}

impl<K: Kind> Tensor<K> {
    /// The values held between two limits, `maximum(minimum(self, high), low)`; the dtype stays. `..` is no limit.
    ///
    /// A limit of other integers is taken as the nearest value that the dtype can hold. A bare number beside a
    /// [`DynTensor`](crate::DynTensor) that it cannot hold is an error, as in arithmetic.
    ///
    /// # Errors
    /// If the shapes do not broadcast, a limit is of a higher kind than the tensor (floats for integers), which would
    /// cut it, the dtype is complex, a guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![-2, 0, 5];
    /// assert_eq!(x.clip(-1, 3)?, tensor![-1, 0, 3]);
    /// assert_eq!(x.clip(-1, &tensor![0, 0, 1])?, tensor![-1, 0, 1]);
    /// assert_eq!(x.clip(0, ..)?, tensor![0, 0, 5]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "clamp")]
    pub fn clip<A: Limit<K>, B: Limit<K>>(&self, low: A, high: B) -> Result<Self> {
        let (low, high) = (low.limit().map(|term| term.0), high.limit().map(|term| term.0));
        elementwise::clip(&self.handle, low, high).map(Self::wrap)
    }
}
