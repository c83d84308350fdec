//! Tensors as `Vec`s of `Vec`s; `Tensor::from_nested` goes the other way.

use crate::dtype::Element;
use crate::error::{ErrorKind, Result};
use crate::ops::lists;
use crate::tensor::{Kind, Tensor};

/// `Vec<T>`, `Vec<Vec<T>>` and so on: rows of rows, one level for each axis.
///
/// ```
/// use lunette::convert::ToNested;
/// assert_eq!(<Vec<Vec<f64>> as ToNested<f64>>::RANK, 2);
/// ```
pub trait ToNested<T: Element>: Sized {
    /// The rank that the type can hold.
    const RANK: usize;

    /// The rows of a shape of that rank, from its elements in row-major order.
    #[doc(hidden)]
    fn from_rows(shape: &[usize], values: &[T]) -> Result<Self>;
}

impl<T: Element> ToNested<T> for T {
    const RANK: usize = 0;

    #[inline]
    fn from_rows(shape: &[usize], values: &[T]) -> Result<Self> {
        let none = || ErrorKind::Empty { op: OP, shape: shape.into() };
        values.first().copied().ok_or_else(|| none().into())
    }
}

impl<T: Element, U: ToNested<T>> ToNested<T> for Vec<U> {
    const RANK: usize = U::RANK + 1;

    fn from_rows(shape: &[usize], values: &[T]) -> Result<Self> {
        let (&count, inner) = shape.split_first().unwrap_or((&0, &[]));
        let mut rows = lists::with_room(OP, count)?;
        // Not `chunks`: rows of no elements are rows too.
        let len = values.len() / count.max(1);
        for k in 0..count {
            rows.push(U::from_rows(inner, &values[k * len..(k + 1) * len])?);
        }
        Ok(rows)
    }
}

const OP: &str = "to_nested";

impl<K: Kind> Tensor<K> {
    /// A copy as nested `Vec`s.
    ///
    /// # Errors
    /// If the type has another number of levels than the tensor has axes, a write guard on the memory lives, or the
    /// system has no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let rows: Vec<Vec<i32>> = tensor![[1, 2], [3, 4]].to_nested()?;
    /// assert_eq!(rows, [[1, 2], [3, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "tolist")]
    pub fn to_nested<N: ToNested<K>>(&self) -> Result<N>
    where
        K: Element,
    {
        let found = self.rank();
        if found != N::RANK {
            let expected = "as many axes as the `Vec`s are nested";
            return Err(ErrorKind::Rank { op: OP, expected, found }.into());
        }
        // First in one piece: rows are cut from a slice many times faster than each is looked for in a view.
        N::from_rows(self.shape(), &self.to_vec_for(OP)?)
    }
}
