//! Products of tensors.

use super::operand::Factor;
use super::{Dyn, Kind, Tensor};
use crate::dtype::DType;
use crate::error::Result;
use crate::index::IntoInts;
use crate::ops::{einsum as ops_einsum, matmul, multi_dot as ops_multi_dot, products};

impl<K: Kind> Tensor<K> {
    /// The matrix product, in the dtype that both promote to.
    ///
    /// The last two axes are matrices, the axes before them a batch that broadcasts. A vector on the left is a row and
    /// on the right a column, and loses that axis again. Integers wrap, bools are combined by or and and, complex
    /// numbers are not conjugated. Operands may have any strides; only a dtype that has to be converted costs a copy.
    ///
    /// # Errors
    /// If an operand has rank 0, the sizes that are summed over differ, or the batches do not broadcast.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.matmul(&x)?, tensor![[7, 10], [15, 22]]);
    /// assert_eq!(x.matmul(&tensor![1.0_f64, 0.5])?, tensor![2.0, 5.0]);
    /// assert_eq!(tensor![1, 2].matmul(&tensor![3, 4])?, Tensor::scalar(11)?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "dot")]
    pub fn matmul<F: Factor<K>>(&self, other: F) -> Result<Tensor<F::Output>> {
        other.with_tensor(|other| matmul::matmul("matmul", &self.handle, &other.handle).map(Tensor::wrap))
    }

    /// As [`matmul`](Self::matmul), written into `out`, which may be a view and may share memory with the operands.
    ///
    /// # Errors
    /// As [`matmul`](Self::matmul), if `out` does not have the shape of the product, cannot be written, or its dtype
    /// cannot hold a value of the product.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// x.matmul_into(&x, &x)?;
    /// assert_eq!(x, tensor![[7.0, 10.0], [15.0, 22.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn matmul_into<R: Kind, O: Kind>(&self, other: &Tensor<R>, out: &Tensor<O>) -> Result<()> {
        matmul::matmul_into("matmul_into", &self.handle, &other.handle, &out.handle)
    }

    /// The sum of products along one axis, of the conjugate of this tensor and of the other; the other axes broadcast.
    ///
    /// # Errors
    /// If the axis is out of range, its sizes differ, or the other axes do not broadcast.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.vecdot(&tensor![1, 10], -1)?, tensor![21, 43]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "vdot")]
    #[doc(alias = "inner")]
    pub fn vecdot<F: Factor<K>>(&self, other: F, axis: i64) -> Result<Tensor<F::Output>> {
        self.beside("vecdot", other, |a, b| products::vecdot(a, b, axis))
    }

    /// The sum over the last `count` axes of this tensor and the first `count` axes of the other; 0 gives all products.
    ///
    /// # Errors
    /// If one of the tensors has fewer axes, or the sizes that are summed over differ.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let (x, y) = (Tensor::<f64>::ones([2, 3, 4])?, Tensor::<f64>::ones([3, 4, 5])?);
    /// assert_eq!(x.tensordot(&y, 2)?, Tensor::full([2, 5], 12.0)?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn tensordot<F: Factor<K>>(&self, other: F, count: usize) -> Result<Tensor<F::Output>> {
        self.beside("tensordot", other, |a, b| {
            let fewer = if a.layout.rank() < b.layout.rank() { &a.layout } else { &b.layout };
            if count > fewer.rank() {
                let cure = "sum over no more axes than each tensor has";
                return Err(fewer.wrong_count("tensordot", "axes", [count, fewer.rank()], cure));
            }
            let rank = a.layout.rank();
            let last: Vec<i64> = (rank - count..rank).map(|axis| axis as i64).collect();
            let first: Vec<i64> = (0..count as i64).collect();
            products::tensordot(a, b, &last, &first)
        })
    }

    /// The sum over pairs of axes: the first of `axes` with the first of `other_axes`, and so on.
    ///
    /// # Errors
    /// If the lists differ in length, an axis is out of range or named twice, or the sizes of a pair differ.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.tensordot_axes(&x, 0, 1)?, tensor![[7, 15], [10, 22]]);
    /// assert_eq!(x.tensordot_axes(&x, [0, 1], [0, 1])?.item()?, 30);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn tensordot_axes<F: Factor<K>>(
        &self,
        other: F,
        axes: impl IntoInts,
        other_axes: impl IntoInts,
    ) -> Result<Tensor<F::Output>> {
        let (left, right) = (axes.into_ints(), other_axes.into_ints());
        self.beside("tensordot_axes", other, |a, b| products::tensordot(a, b, &left, &right))
    }

    /// All products of an element of this vector and an element of the other, as a matrix.
    ///
    /// # Errors
    /// Unless both have rank 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2].outer(&tensor![3, 4, 5])?, tensor![[3, 4, 5], [6, 8, 10]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn outer<F: Factor<K>>(&self, other: F) -> Result<Tensor<F::Output>> {
        self.beside("outer", other, |a, b| products::outer("outer", a, b))
    }

    /// The Kronecker product: every element of this tensor times all of the other, as blocks side by side.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 10].kron(&tensor![1, 2, 3])?, tensor![1, 2, 3, 10, 20, 30]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the result is too large.
    pub fn kron<F: Factor<K>>(&self, other: F) -> Result<Tensor<F::Output>> {
        self.beside("kron", other, |a, b| products::kron("kron", a, b))
    }

    /// The cross product of vectors of three elements along one axis; the other axes broadcast.
    ///
    /// # Errors
    /// If the axis is out of range or does not have size 3, or the other axes do not broadcast.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 0, 0].cross(&tensor![0, 1, 0], -1)?, tensor![0, 0, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn cross<F: Factor<K>>(&self, other: F, axis: i64) -> Result<Tensor<F::Output>> {
        self.beside("cross", other, |a, b| products::cross("cross", a, b, axis))
    }

    /// The sum of the diagonal `offset` of the last two axes, in the dtype of sums.
    ///
    /// # Errors
    /// If there are fewer than two axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1_u8, 2], [3, 4]];
    /// assert_eq!((x.trace(0)?.item()?, x.trace(1)?.item()?, x.trace(9)?.item()?), (5, 2, 0));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn trace(&self, offset: i64) -> Result<Tensor<K::Sum>> {
        products::trace("trace", &self.handle, offset, self.dtype().as_sum()).map(Tensor::wrap)
    }

    /// As [`trace`](Self::trace), taken and returned as another dtype.
    ///
    /// # Errors
    /// As [`trace`](Self::trace), for bool, and for the sum of complex numbers as a real dtype.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].trace_to(DType::F32, 0)?.item()?, Scalar::F32(5.0));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn trace_to(&self, dtype: DType, offset: i64) -> Result<Tensor<Dyn>> {
        products::trace("trace_to", &self.handle, offset, dtype).map(Tensor::wrap)
    }

    /// A view with the last two axes swapped.
    ///
    /// # Errors
    /// If there are fewer than two axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<f32>::zeros([5, 2, 3])?.matrix_transpose()?.shape(), [5, 3, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn matrix_transpose(&self) -> Result<Self> {
        products::matrix_transpose("matrix_transpose", &self.handle).map(Self::wrap)
    }

    /// Matrices that have the vectors of the last axis as their diagonal `offset`, and zeros elsewhere.
    ///
    /// # Errors
    /// If the tensor has rank 0.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]].diag_embed(0)?;
    /// assert_eq!(x, tensor![[[1, 0], [0, 2]], [[3, 0], [0, 4]]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn diag_embed(&self, offset: i64) -> Result<Self> {
        products::diag_embed(&self.handle, offset).map(Self::wrap)
    }
}

/// The sum of products that the subscripts describe, as Einstein wrote it.
///
/// Each operand has a letter for each axis. Axes of one letter run together, those that the result does not name are
/// summed over: `"ij,jk->ik"` is the matrix product, `"ii->i"` the diagonal, `"ij->"` the sum. Without an arrow the
/// result has the letters that stand once, in alphabetical order. `...` stands for all axes that have no letter, and
/// broadcasts. More than two operands are contracted in pairs, in the order that takes the fewest multiplications.
///
/// # Errors
/// If the text cannot be read, does not fit the operands, or gives one letter to axes of different sizes.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2], [3, 4]];
/// assert_eq!(einsum("ij,jk->ik", &[&x, &x])?, x.matmul(&x)?);
/// assert_eq!(einsum("ii", &[&x])?.item()?, 5);
/// assert_eq!(einsum("...j->...", &[&x])?, tensor![3, 7]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn einsum<K: Kind>(subscripts: &str, operands: &[&Tensor<K>]) -> Result<Tensor<K>> {
    let handles: Vec<_> = operands.iter().map(|operand| &operand.handle).collect();
    ops_einsum::einsum(subscripts, &handles).map(Tensor::wrap).map_err(|error| error.called("einsum"))
}

/// The matrix product of two or more matrices, multiplied in the order that takes the fewest multiplications. The first
/// may be a vector, which is a row, and the last, which is a column; that axis goes again.
///
/// # Errors
/// If there are fewer than two factors, one has another rank, or neighbours do not multiply.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::multi_dot;
/// let (x, v) = (tensor![[1, 2], [3, 4]], tensor![1, 10]);
/// assert_eq!(multi_dot(&[&v, &x, &x, &v])?, v.matmul(&x)?.matmul(&x)?.matmul(&v)?);
/// # Ok::<(), lunette::Error>(())
/// ```
#[doc(alias = "chain_matmul")]
pub fn multi_dot<K: Kind>(factors: &[&Tensor<K>]) -> Result<Tensor<K>> {
    let factors: Vec<_> = factors.iter().map(|factor| &factor.handle).collect();
    ops_multi_dot::multi_dot("multi_dot", &factors).map(Tensor::wrap)
}
