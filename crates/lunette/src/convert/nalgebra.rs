//! nalgebra: matrices and vectors in and out. They are column-major, and so are the tensors made from them.

use nalgebra::{DMatrix, DVector, Dim, IsContiguous, Matrix, RawStorage, SMatrix};

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

    /// A matrix whose sizes are in the type as a column-major tensor; a copy. A fixed vector is a matrix of one column.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_nalgebra_fixed(&nalgebra::Matrix2x3::new(1, 2, 3, 4, 5, 6))?;
    /// assert_eq!(x, tensor![[1, 2, 3], [4, 5, 6]]);
    /// let column = Tensor::from_nalgebra_fixed(&nalgebra::Vector2::new(1, 2))?;
    /// assert_eq!(column.squeeze(1)?, tensor![1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the system has no memory.
    pub fn from_nalgebra_fixed<const R: usize, const C: usize>(matrix: &SMatrix<T, R, C>) -> Result<Self> {
        Self::from_vec_in(matrix.as_slice().to_vec(), [R, C], Order::F)
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
        let op = "to_nalgebra";
        match *self.shape() {
            // The row-major order of the transpose is the column-major order of the matrix.
            [rows, columns] => Ok(DMatrix::from_vec(rows, columns, self.transpose().to_vec_for(op)?)),
            _ => Err(ErrorKind::Rank { op, expected: "rank 2", found: self.rank() }.into()),
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
        let op = "to_nalgebra_vector";
        match self.rank() {
            1 => Ok(DVector::from_vec(self.to_vec_for(op)?)),
            found => Err(ErrorKind::Rank { op, expected: "rank 1", found }.into()),
        }
    }
}

/// A tensor of rank 1, without a copy.
///
/// ```
/// use lunette::prelude::*;
/// let x = Tensor::from(nalgebra::DVector::from_vec(vec![1, 2, 3]));
/// assert_eq!(x, tensor![1, 2, 3]);
/// ```
impl<T: Element> From<DVector<T>> for Tensor<T> {
    fn from(vector: DVector<T>) -> Self {
        Vec::from(vector.data).into()
    }
}

impl<'a, T: Element> View<'a, T> {
    /// The elements of a matrix or vector that lie in one piece, its sizes known at run time or in the type; no copy.
    /// The rank is 2, of a vector too.
    ///
    /// ```
    /// use lunette::View;
    /// let matrix = nalgebra::DMatrix::from_row_slice(2, 2, &[1, 2, 3, 4]);
    /// assert_eq!(View::from_nalgebra(&matrix)?.to_vec(), [1, 2, 3, 4]);
    /// let fixed = nalgebra::Matrix2::new(1, 2, 3, 4);
    /// assert_eq!(View::from_nalgebra(&fixed)?.to_vec(), [1, 2, 3, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// Never for a matrix that exists; the signature is that of all views of slices.
    pub fn from_nalgebra<R: Dim, C: Dim, S>(matrix: &'a Matrix<T, R, C, S>) -> Result<Self>
    where
        S: RawStorage<T, R, C> + IsContiguous,
    {
        Self::from_slice_in(matrix.as_slice(), [matrix.nrows(), matrix.ncols()], Order::F)
    }
}
