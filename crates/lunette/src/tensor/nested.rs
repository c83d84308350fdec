//! Tensors from nested arrays and `Vec`s, and `tensor![…]`.

use super::Tensor;
use crate::buffer::Fresh;
use crate::dtype::Element;
use crate::error::{ErrorKind, Result};
use crate::layout::{Dims, Layout, Order};
use crate::tensor::Handle;

/// Rows of rows of elements: `[[1, 2], [3, 4]]`, `vec![vec![1, 2]]`, or one element.
///
/// ```
/// use lunette::prelude::*;
/// let x = Tensor::from_nested(vec![vec![1, 2, 3], vec![4, 5, 6]])?;
/// assert_eq!(x.shape(), [2, 3]);
/// let error = Tensor::from_nested(vec![vec![1, 2, 3], vec![4, 5]]).unwrap_err();
/// assert_eq!(error.to_string(), "nested rows: row [1] has shape [2], the rows before it have [3]");
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot become a tensor",
    label = "write elements, or arrays, slices or `Vec`s of them: `[[1, 2], [3, 4]]`"
)]
pub trait Nested {
    /// The type of the elements inside.
    type Element: Element;

    /// The shape, as the first row of each level tells it.
    fn outline(&self, shape: &mut Dims);

    /// Appends the elements in row-major order, checking that every row has the shape `expected`.
    ///
    /// # Errors
    /// If it has not; `path` leads to the row.
    fn flatten(&self, expected: &[usize], path: &mut Vec<usize>, out: &mut Vec<Self::Element>) -> Result<()>;
}

impl<T: Element> Nested for T {
    type Element = T;

    fn outline(&self, _: &mut Dims) {}

    fn flatten(&self, _: &[usize], _: &mut Vec<usize>, out: &mut Vec<T>) -> Result<()> {
        out.push(*self);
        Ok(())
    }
}

impl<U: Nested> Nested for [U] {
    type Element = U::Element;

    fn outline(&self, shape: &mut Dims) {
        shape.push(self.len());
        if let Some(first) = self.first() {
            first.outline(shape);
        }
    }

    fn flatten(&self, expected: &[usize], path: &mut Vec<usize>, out: &mut Vec<U::Element>) -> Result<()> {
        let rest = match expected.split_first() {
            Some((&len, rest)) if len == self.len() => rest,
            _ => {
                let mut found = Dims::new();
                self.outline(&mut found);
                return Err(ErrorKind::Ragged { path: path.clone(), expected: expected.into(), found }.into());
            }
        };
        for (i, row) in self.iter().enumerate() {
            path.push(i);
            row.flatten(rest, path, out)?;
            path.pop();
        }
        Ok(())
    }
}

/// Containers of rows that are slices once borrowed.
macro_rules! nested_as_slices {
    ($([$($generics:tt)*] $container:ty;)*) => { $(
        impl<$($generics)*> Nested for $container {
            type Element = U::Element;

            fn outline(&self, shape: &mut Dims) {
                self[..].outline(shape);
            }

            fn flatten(
                &self,
                expected: &[usize],
                path: &mut Vec<usize>,
                out: &mut Vec<U::Element>,
            ) -> Result<()> {
                self[..].flatten(expected, path, out)
            }
        }
    )* };
}

nested_as_slices! {
    [U: Nested] Vec<U>;
    [U: Nested] &[U];
    [U: Nested] &Vec<U>;
    [U: Nested, const N: usize] [U; N];
    [U: Nested, const N: usize] &[U; N];
}

impl<T: Element> Tensor<T> {
    /// A tensor from rows of rows, in memory of its own.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let rows = vec![vec![1, 2], vec![3, 4]];
    /// assert_eq!(Tensor::from_nested(&rows)?, tensor![[1, 2], [3, 4]]);
    /// assert!(Tensor::from_nested(vec![vec![1, 2], vec![3]]).unwrap_err().is_shape());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If rows have unequal lengths: the error names the first row that differs.
    #[doc(alias = "array")]
    #[doc(alias = "asarray")]
    pub fn from_nested<N: Nested<Element = T>>(rows: N) -> Result<Self> {
        let op = "from_nested";
        let (mut shape, mut values) = (Dims::new(), Vec::new());
        rows.outline(&mut shape);
        rows.flatten(&shape, &mut Vec::new(), &mut values)?;
        let layout = Layout::contiguous_for(op, &shape, Order::C)?;
        // Anybody can write rows of their own, whose elements are not as many as their outline tells.
        if values.len() != layout.len() {
            let (expected, found) = (layout.len(), values.len());
            return Err(ErrorKind::ElementCount { op, shape, expected, found }.into());
        }
        Ok(Self::wrap(Handle::fresh(Fresh::from_slice(op, &values)?, layout, T::DTYPE)))
    }
}

/// A tensor from literals: `tensor![1, 2, 3]`, `tensor![[1.0, 2.0], [3.0, 4.0]]`; or from one row and how often it
/// comes, which need not be a constant: `tensor![0.5; n]`.
///
/// The dtype is that of the elements. `Tensor::from_nested` takes rows of unequal length as an error; here the
/// compiler refuses them.
///
/// # Panics
/// If the system has no memory left, or if an expression between the brackets is a `Vec` or a slice and its rows have
/// unequal lengths or more than 64 levels.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// assert_eq!((x.dtype(), x.shape()), (DType::I32, &[2, 3][..]));
/// assert_eq!(tensor![7; 3], tensor![7, 7, 7]);
/// assert_eq!(tensor![[1, 2]; x.rank()], tensor![[1, 2], [1, 2]]);
/// ```
#[doc(alias = "arr1")]
#[doc(alias = "arr2")]
#[doc(alias = "array")]
#[macro_export]
macro_rules! tensor {
    ($row:expr; $times:expr) => {
        $crate::tensor::from_repeated($row, $times)
    };
    ($($row:expr),* $(,)?) => {
        $crate::tensor::from_literal([$($row),*])
    };
}

/// What `tensor![…]` calls.
///
/// # Panics
/// As `tensor!`.
#[doc(hidden)]
#[track_caller]
pub fn from_literal<T: Element, N: Nested<Element = T>>(rows: N) -> Tensor<T> {
    match Tensor::from_nested(rows) {
        Ok(tensor) => tensor,
        // Not in a closure: the message shall name the line of the literal.
        Err(error) => panic!("{error}"),
    }
}

/// What `tensor![…; n]` calls.
///
/// # Panics
/// As `tensor!`.
#[doc(hidden)]
#[track_caller]
pub fn from_repeated<T: Element, N: Nested<Element = T>>(row: N, times: usize) -> Tensor<T> {
    let repeated = Tensor::from_nested(row).and_then(|row| {
        let shape: Dims = [times].iter().chain(row.shape()).copied().collect();
        row.broadcast_to(shape)?.copy()
    });
    match repeated {
        Ok(tensor) => tensor,
        // Not in a closure: the message shall name the line of the literal.
        Err(error) => panic!("{error}"),
    }
}
