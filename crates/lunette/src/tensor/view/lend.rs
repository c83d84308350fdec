//! Borrowed elements as tensors, for the time of a call: nothing is copied, and results have memory of their own.

use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard, with_lent};
use crate::dtype::Element;
use crate::error::Result;
use crate::ops::elementwise;
use crate::tensor::operand::{Factor, Lend, Operand, Term};
use crate::tensor::own::Own;
use crate::tensor::{Handle, PromoteKind, Tensor};

/// What shows elements that somebody has borrowed.
pub(super) trait Show<T: Element> {
    /// The elements.
    fn shown(&self) -> View<'_, T>;

    /// Runs `work` on a tensor that reads the elements where they are. A result that lies among them is copied.
    fn lent<R: Own>(&self, work: impl FnOnce(&Tensor<T>) -> Result<R>) -> Result<R> {
        with_lent(&self.shown(), |buffer, layout| {
            work(&Tensor::wrap(Handle::lent(buffer.clone(), layout, T::DTYPE)))?.own(buffer)
        })
    }
}

impl<T: Element> Show<T> for View<'_, T> {
    fn shown(&self) -> View<'_, T> {
        self.clone()
    }
}

/// What holds a view.
macro_rules! holders {
    ($($Type:ty),*) => { $(
        impl<T: Element> Show<T> for $Type {
            fn shown(&self) -> View<'_, T> {
                self.as_view()
            }
        }
    )* };
}

holders! { ViewMut<'_, T>, ReadGuard<T>, WriteGuard<T> }

/// What shows elements can stand beside a tensor, a view or a guard.
macro_rules! operands {
    ($($Type:ty),*) => { $(
        impl<K: PromoteKind<T>, T: Element> Operand<K> for &$Type {
            type Output = K::Output;

            fn with_term<R: Own>(&self, work: impl FnOnce(Term<'_>) -> Result<R>) -> Result<R> {
                self.lent(|x| work(Term(elementwise::Operand::Tensor(&x.handle))))
            }
        }

        impl<K: PromoteKind<T>, T: Element> Factor<K> for &$Type {}

        impl<T: Element> Lend for &$Type {
            type Kind = T;

            fn with_tensor<R: Own>(&self, work: impl FnOnce(&Tensor<T>) -> Result<R>) -> Result<R> {
                self.lent(work)
            }
        }
    )* };
}

operands! { View<'_, T>, ViewMut<'_, T>, ReadGuard<T>, WriteGuard<T> }
