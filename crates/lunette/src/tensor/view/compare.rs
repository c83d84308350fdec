//! Equality of borrowed elements, for tests and assertions.

use super::lend::Show;
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::Element;
use crate::tensor::Tensor;
use crate::tensor::compare::equal;

/// Two sides, each of which shows elements: equal if shape and all elements are, and NaN equals nothing, as with tensors.
macro_rules! equalities {
    ($($Left:ty),*) => { $(
        equalities! { $Left: View<'_, T>, ViewMut<'_, T>, ReadGuard<T>, WriteGuard<T> }

        /// As two tensors are compared.
        ///
        /// # Panics
        /// If a write guard on the tensor's memory lives, or another thread is writing it while this one holds a guard.
        impl<T: Element> PartialEq<Tensor<T>> for $Left {
            #[track_caller]
            fn eq(&self, other: &Tensor<T>) -> bool {
                match self.lent(|x| equal(&x.handle, &other.handle)) {
                    Ok(equal) => equal,
                    Err(error) => panic!("{error}"),
                }
            }
        }

        /// As two tensors are compared.
        ///
        /// # Panics
        /// If a write guard on the tensor's memory lives, or another thread is writing it while this one holds a guard.
        impl<T: Element> PartialEq<$Left> for Tensor<T> {
            #[track_caller]
            fn eq(&self, other: &$Left) -> bool {
                other == self
            }
        }
    )* };
    ($Left:ty: $($Right:ty),*) => { $(
        /// Whether shape and all elements are the same; NaN equals nothing, as in IEEE 754.
        impl<T: Element> PartialEq<$Right> for $Left {
            fn eq(&self, other: &$Right) -> bool {
                let (left, right) = (self.shown(), other.shown());
                left.shape() == right.shape() && left.iter().eq(right.iter())
            }
        }
    )* };
}

equalities! { View<'_, T>, ViewMut<'_, T>, ReadGuard<T>, WriteGuard<T> }
