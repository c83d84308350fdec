//! nalgebra: matrices and vectors in and out. They are column-major, and so are the tensors made from them.

use nalgebra::{DMatrix, DVector};

use crate::buffer::View;
use crate::dtype::Element;
use crate::error::{ErrorKind, Result};
use crate::layout::Order;
use crate::tensor::Tensor;

impl<T: Element> Tensor<T> {
    /// A matrix as a column-major tensor, without a copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_nalgebra(nalgebra::DMatrix::from_row_slice(2, 2, &[1, 2, 3, 4]))?;
    /// assert_eq!(x, tensor![[1, 2], [3, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// Never for a matrix that exists; the signature is that of all constructors from memory.
    pub fn from_nalgebra(matrix: DMatrix<T>) -> Result<Self> {
        let shape = [matrix.nrows(), matrix.ncols()];
        Self::from_vec_in(matrix.data.into(), shape, Order::F)
    }

    /// A copy as a matrix.
    ///
    /// # Errors
    /// Unless the rank is 2.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].to_nalgebra()?, nalgebra::DMatrix::from_row_slice(2, 2, &[1, 2, 3, 4]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn to_nalgebra(&self) -> Result<DMatrix<T>> {
        match *self.shape() {
            // The row-major order of the transpose is the column-major order of the matrix.
            [rows, columns] => Ok(DMatrix::from_vec(rows, columns, self.transpose().to_vec()?)),
            _ => Err(ErrorKind::Rank { op: "to_nalgebra", expected: "rank 2", found: self.rank() }.into()),
        }
    }

    /// A copy as a vector.
    ///
    /// # Errors
    /// Unless the rank is 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2].to_nalgebra_vector()?, nalgebra::DVector::from_vec(vec![1, 2]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn to_nalgebra_vector(&self) -> Result<DVector<T>> {
        match self.rank() {
            1 => Ok(DVector::from_vec(self.to_vec()?)),
            found => Err(ErrorKind::Rank { op: "to_nalgebra_vector", expected: "rank 1", found }.into()),
        }
    }
}

impl<'a, T: Element> View<'a, T> {
    /// The elements of a matrix; no copy.
    ///
    /// ```
    /// use lunette::View;
    /// let matrix = nalgebra::DMatrix::from_row_slice(2, 2, &[1, 2, 3, 4]);
    /// assert_eq!(View::from_nalgebra(&matrix)?.to_vec(), [1, 2, 3, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// Never for a matrix that exists; the signature is that of all views of slices.
    pub fn from_nalgebra(matrix: &'a DMatrix<T>) -> Result<Self> {
        Self::from_slice_in(matrix.as_slice(), [matrix.nrows(), matrix.ncols()], Order::F)
    }
}
