//! Tensors as `Vec`s of `Vec`s; `Tensor::from_nested` goes the other way.

use crate::buffer::View;
use crate::dtype::Element;
use crate::error::{ErrorKind, Result};
use crate::tensor::Tensor;

/// `Vec<T>`, `Vec<Vec<T>>` and so on: rows of rows, one level for each axis.
///
/// ```
/// use lunette::convert::ToNested;
/// assert_eq!(<Vec<Vec<f64>> as ToNested<f64>>::RANK, 2);
/// ```
pub trait ToNested<T: Element>: Sized {
    /// The rank that the type can hold.
    const RANK: usize;

    /// The elements of a view of that rank.
    #[doc(hidden)]
    fn rows_of(view: &View<'_, T>) -> Result<Self>;
}

impl<T: Element> ToNested<T> for T {
    const RANK: usize = 0;

    fn rows_of(view: &View<'_, T>) -> Result<Self> {
        view.item()
    }
}

impl<T: Element, U: ToNested<T>> ToNested<T> for Vec<U> {
    const RANK: usize = U::RANK + 1;

    fn rows_of(view: &View<'_, T>) -> Result<Self> {
        view.axis_iter(0)?.map(|row| U::rows_of(&row)).collect()
    }
}

impl<T: Element> Tensor<T> {
    /// A copy as nested `Vec`s.
    ///
    /// # Errors
    /// If the type has another number of levels than the tensor has axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let rows: Vec<Vec<i32>> = tensor![[1, 2], [3, 4]].to_nested()?;
    /// assert_eq!(rows, [[1, 2], [3, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[track_caller]
    pub fn to_nested<N: ToNested<T>>(&self) -> Result<N> {
        let (op, found) = ("to_nested", self.rank());
        if found != N::RANK {
            let expected = "as many axes as the `Vec`s are nested";
            return Err(ErrorKind::Rank { op, expected, found }.into());
        }
        N::rows_of(&self.read()?.as_view())
    }
}
