//! Results that leave a call in which memory was lent: what lies in the lent buffer is copied.

#[cfg(feature = "linalg")]
use super::{Eig, Eigh, Lstsq, Lu, Qr, Slogdet, Svd};
use super::{Histogram, TopK, UniqueAll, UniqueCounts, UniqueInverse};
use super::{Kind, Tensor};
use crate::buffer::Buffer;
use crate::dtype::{Element, Scalar};
use crate::error::Result;
use crate::layout::Order;
use crate::ops::load;

/// A result that may leave a call in which memory was lent.
#[doc(hidden)]
pub trait Own: Sized {
    /// The result with memory of its own: what lies in the lent buffer is copied.
    fn own(self, lent: &Buffer) -> Result<Self>;
}

impl<K: Kind> Own for Tensor<K> {
    #[inline]
    fn own(self, lent: &Buffer) -> Result<Self> {
        if !self.handle.buffer.ptr_eq(lent) {
            return Ok(self);
        }
        load::copy("copy", &self.handle, Order::C).map(Self::wrap)
    }
}

impl<A: Own, B: Own> Own for (A, B) {
    fn own(self, lent: &Buffer) -> Result<Self> {
        Ok((self.0.own(lent)?, self.1.own(lent)?))
    }
}

impl<A: Own> Own for Vec<A> {
    fn own(self, lent: &Buffer) -> Result<Self> {
        self.into_iter().map(|one| one.own(lent)).collect()
    }
}

/// Results without memory.
macro_rules! own_nothing {
    ($([$($parameters:tt)*] $Type:ty;)*) => { $(
        impl<$($parameters)*> Own for $Type {
            #[inline]
            fn own(self, _: &Buffer) -> Result<Self> {
                Ok(self)
            }
        }
    )* };
}

own_nothing! {
    [T: Element] T;
    [] Scalar;
    [] usize;
    [] ();
}

/// Results of several tensors; rows: the type and its fields.
macro_rules! own_fields {
    ($($(#[$when:meta])? $Type:ident { $($field:ident),* })*) => { $(
        $(#[$when])?
        impl<K: Kind> Own for $Type<K> {
            fn own(self, lent: &Buffer) -> Result<Self> {
                Ok(Self { $($field: self.$field.own(lent)?),* })
            }
        }
    )* };
}

own_fields! {
    Histogram { counts, edges }
    TopK { values, indices }
    UniqueAll { values, indices, inverse_indices, counts }
    UniqueCounts { values, counts }
    UniqueInverse { values, inverse_indices }
    #[cfg(feature = "linalg")]
    Eig { eigenvalues, eigenvectors }
    #[cfg(feature = "linalg")]
    Eigh { eigenvalues, eigenvectors }
    #[cfg(feature = "linalg")]
    Lstsq { solution, residuals, rank, singular_values }
    #[cfg(feature = "linalg")]
    Lu { p, l, u }
    #[cfg(feature = "linalg")]
    Qr { q, r }
    #[cfg(feature = "linalg")]
    Slogdet { sign, logabsdet }
    #[cfg(feature = "linalg")]
    Svd { u, s, vh }
}
