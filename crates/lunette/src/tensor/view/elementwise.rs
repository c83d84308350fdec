//! The elementwise operations of tensors, of borrowed elements: one method for each row of the table.

use crate::buffer::View;
use crate::dtype::Element;
use crate::error::Result;
use crate::ops::elementwise::{self, BinaryOp, UnaryOp};
use crate::tensor::elementwise::{binary_table, unary_table};
use crate::tensor::{Kind, Operand, PromoteKind, Tensor, Term};

mod sealed {
    use super::{Element, Kind, Tensor, View};

    /// Keeps [`super::ViewOperand`] closed: its results have the kind that it says.
    pub trait Sealed {}
    impl<T: Element> Sealed for T {}
    impl<L: Kind> Sealed for Tensor<L> {}
    impl<L: Kind> Sealed for &Tensor<L> {}
    impl<L: Element> Sealed for &View<'_, L> {}
}

/// What operations take beside a [`View`]: another view, `&tensor`, `tensor`, or a number, as beside a tensor.
///
/// ```
/// use lunette::prelude::*;
/// let v = View::from_slice(&[1.5, 2.5], [2])?;
/// assert_eq!(v.add(&v)?, v.multiply(2.0)?);
/// assert_eq!(v.add(&tensor![1, 2])?, tensor![2.5, 4.5]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand beside a view of `{K}`",
    label = "write `&view`, `&tensor`, or a number of the view's own type"
)]
pub trait ViewOperand<K: Kind>: sealed::Sealed {
    /// The kind that holds the values of both.
    type Output: Kind;

    /// Runs `work`, whose result has memory of its own, on the operand.
    #[doc(hidden)]
    fn with_term<R>(&self, work: impl FnOnce(Term<'_>) -> R) -> R;
}

/// Rows: the parameters of the implementation, the kind of the view beside it, and what stands beside a tensor too.
macro_rules! beside_tensors {
    ($([$($parameters:tt)*] $K:ty, $Operand:ty;)*) => { $(
        impl<$($parameters)*> ViewOperand<$K> for $Operand {
            type Output = <Self as Operand<$K>>::Output;

            fn with_term<R>(&self, work: impl FnOnce(Term<'_>) -> R) -> R {
                work(Operand::<$K>::term(self))
            }
        }
    )* };
}

beside_tensors! {
    [K: PromoteKind<L>, L: Kind] K, &Tensor<L>;
    [K: PromoteKind<L>, L: Kind] K, Tensor<L>;
    [T: Element] T, T;
}

impl<K: PromoteKind<L>, L: Element> ViewOperand<K> for &View<'_, L> {
    type Output = K::Output;

    fn with_term<R>(&self, work: impl FnOnce(Term<'_>) -> R) -> R {
        self.lent(|x| work(Term(elementwise::Operand::Tensor(&x.handle))))
    }
}

macro_rules! binary_methods {
    ($($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        #[doc = concat!("[`Tensor::", stringify!($name), "`] of the elements, where they are; what fails there fails here.")]
        #[doc = "\n```\nuse lunette::prelude::*;\nlet v = View::from_slice(&[6, 3], [2])?;"]
        #[doc = concat!("assert_eq!(v.", stringify!($name), "(&v)?, v.to_tensor()?.", stringify!($name), "(&tensor![6, 3])?);")]
        #[doc = "# Ok::<(), lunette::Error>(())\n```"]
        pub fn $name<R: ViewOperand<K>>(&self, right: R) -> Result<Tensor<$Out>> {
            right.with_term(|right| {
                self.lent(|x| {
                    let left = elementwise::Operand::Tensor(&x.handle);
                    elementwise::binary(BinaryOp::$Op, left, right.0).map(Tensor::wrap)
                })
            })
        }
    )* };
}

macro_rules! unary_methods {
    ($($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        #[doc = concat!("[`Tensor::", stringify!($name), "`] of the elements, where they are; what fails there fails here.")]
        #[doc = "\n```\nuse lunette::prelude::*;\nlet v = View::from_slice(&[1, 1], [2])?;"]
        #[doc = concat!("assert_eq!(v.", stringify!($name), "()?, v.to_tensor()?.", stringify!($name), "()?);")]
        #[doc = "# Ok::<(), lunette::Error>(())\n```"]
        pub fn $name(&self) -> Result<Tensor<$Out>> {
            self.lent(|x| elementwise::unary(UnaryOp::$Op, &x.handle).map(Tensor::wrap))
        }
    )* };
}

impl<K: Element> View<'_, K> {
    binary_table! { binary_methods }
    unary_table! { unary_methods }
}
