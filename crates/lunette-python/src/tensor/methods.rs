//! Further methods by NumPy's names; each is the function of the same name.

use lunette::{BinaryOp, binary};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{Made, New, PyTensor};
use crate::arg::{Arg, Parent, Positions, Shape, Side, TensorArg, saturated};
use crate::dtype::DTypeArg;
use crate::error::Result;
use crate::functions::elementwise::rounded;
use crate::functions::products::product;
use crate::work::{Cost, work};

#[pymethods]
impl PyTensor {
    /// The product with another tensor: of numbers, vectors or matrices, or over the last axis of this one and the last
    /// but one of the other.
    ///
    /// >>> xp.asarray([1, 2]).dot(xp.asarray([3, 4]))
    /// Tensor(11)
    #[pyo3(signature = (other, /))]
    fn dot(&self, py: Python<'_>, other: Arg<'_>) -> Result<New> {
        let x = self.inner();
        let Arg::Tensor(y) = other else {
            return work(py, x.len(), Cost::Linear, || binary(BinaryOp::Multiply, x, other.operand()))
                .map(New);
        };
        let made = match (x.rank(), y.rank()) {
            (0, _) | (_, 0) => work(py, x.len().max(y.len()), Cost::Linear, || x.multiply(y)),
            (_, 1 | 2) => product(py, x, y),
            _ => work(py, x.len().max(y.len()), Cost::Heavy, || x.tensordot_axes(y, -1, -2)),
        };
        made.map(New)
    }

    /// The sum of a diagonal of two axes, in `dtype` if one is named.
    ///
    /// >>> xp.asarray([[1, 2], [3, 4]]).trace()
    /// Tensor(5)
    #[pyo3(signature = (offset=0, axis1=0, axis2=1, dtype=None))]
    fn trace(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = saturated)] offset: i64,
        axis1: i64,
        axis2: i64,
        dtype: Option<DTypeArg>,
    ) -> Result<New> {
        let diagonal = self.inner().diagonal_of(offset, axis1, axis2);
        let diagonal = diagonal.map_err(|error| error.called("trace"))?;
        work(py, diagonal.len(), Cost::Linear, || {
            let total = match dtype {
                None => diagonal.sum(-1),
                Some(dtype) => diagonal.sum_to(dtype.0, -1),
            };
            total.map_err(|error| error.called("trace"))
        })
        .map(New)
    }

    /// The conjugates; real numbers stay.
    ///
    /// >>> xp.asarray([1 + 2j]).conj()
    /// Tensor([1.0-2.0j])
    fn conj(&self, py: Python<'_>) -> Result<New> {
        work(py, self.inner().len(), Cost::Linear, || self.inner().conj()).map(New)
    }

    /// The conjugates, as `conj`.
    ///
    /// >>> xp.asarray([1 + 2j]).conjugate()
    /// Tensor([1.0-2.0j])
    fn conjugate(&self, py: Python<'_>) -> Result<New> {
        self.conj(py)
    }

    /// The nearest whole numbers, or numbers of so many decimals; halves go to the even one.
    ///
    /// >>> xp.asarray([1.25, 2.5]).round(1)
    /// Tensor([1.2, 2.5])
    #[pyo3(signature = (decimals=0, out=None))]
    fn round<'py>(&self, py: Python<'py>, decimals: i32, out: Option<Parent<'_, 'py>>) -> Result<Made<'py>> {
        rounded(py, self.inner(), decimals, out)
    }

    /// Sorts along an axis, in place; NaN comes last.
    ///
    /// >>> x = xp.asarray([3, 1, 2])
    /// >>> x.sort()
    /// >>> x
    /// Tensor([1, 2, 3])
    #[pyo3(signature = (axis=-1), text_signature = "($self, axis=-1)")]
    fn sort(&self, py: Python<'_>, axis: i64) -> Result<()> {
        let x = self.inner();
        work(py, x.len(), Cost::Sorting, || x.assign(&x.sort(axis)?))
    }

    /// Where the elements along an axis stand in ascending order; those that are equal keep their order.
    ///
    /// >>> xp.asarray([3, 1, 2]).argsort()
    /// Tensor([1, 2, 0])
    #[pyo3(signature = (axis=Some(-1)), text_signature = "($self, axis=-1)")]
    fn argsort(&self, py: Python<'_>, axis: Option<i64>) -> Result<New> {
        crate::functions::argsort(py, TensorArg(self.inner()), axis, false, true)
    }

    /// Puts the elements along an axis in such an order, in place, that those at the positions `kth` are where a sort would
    /// put them.
    ///
    /// >>> x = xp.asarray([3, 1, 2])
    /// >>> x.partition(1)
    /// >>> x[1]
    /// Tensor(2)
    #[pyo3(signature = (kth, axis=-1), text_signature = "($self, kth, axis=-1)")]
    fn partition(&self, py: Python<'_>, kth: Shape, axis: i64) -> Result<()> {
        let x = self.inner();
        work(py, x.len(), Cost::Sorting, || x.assign(&x.partition(kth.0, axis)?))
    }

    /// Where values go in this sorted vector, so that the order is kept.
    ///
    /// >>> xp.asarray([1, 3, 5]).searchsorted(4)
    /// Tensor(2)
    #[pyo3(signature = (v, side="left", sorter=None))]
    fn searchsorted(
        &self,
        py: Python<'_>,
        v: Side<'_>,
        side: &str,
        sorter: Option<TensorArg<'_>>,
    ) -> Result<New> {
        crate::functions::searchsorted(py, TensorArg(self.inner()), v, side, sorter)
    }

    /// Writes values at positions counted in row-major order, in place.
    ///
    /// >>> x = xp.zeros((2, 2), dtype=xp.int64)
    /// >>> x.put([1, -1], [7, 8])
    /// >>> x
    /// Tensor([[0, 7],
    ///         [0, 8]])
    #[pyo3(signature = (indices, values, /))]
    fn put(&self, py: Python<'_>, indices: Positions<'_>, values: &Bound<'_, PyAny>) -> Result<()> {
        crate::functions::put(py, TensorArg(self.inner()), indices, values)
    }

    /// The indices of the elements that are not zero, one tensor for each axis.
    ///
    /// >>> xp.asarray([0, 5, 7]).nonzero()
    /// (Tensor([1, 2]),)
    fn nonzero<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        let found = work(py, self.inner().len(), Cost::Linear, || self.inner().nonzero())?;
        Ok(PyTuple::new(py, found.into_iter().map(|axis| New(axis.into_dyn())).collect::<Vec<_>>())?)
    }

    /// The entries of an axis that the indices name, or of all elements in row-major order.
    ///
    /// >>> xp.asarray([[1, 2], [3, 4]]).take(xp.asarray([1]), axis=1)
    /// Tensor([[2],
    ///         [4]])
    #[pyo3(signature = (indices, axis=None))]
    fn take(&self, py: Python<'_>, indices: Positions<'_>, axis: Option<i64>) -> Result<New> {
        let (x, indices) = (self.inner(), &*indices.0);
        work(py, x.len().max(indices.len()), Cost::Linear, || match axis {
            Some(axis) => x.take(indices, axis),
            None => x.ravel()?.take(indices, 0),
        })
        .map(New)
    }

    /// Every entry of an axis so many times in a row, or every element.
    ///
    /// >>> xp.asarray([1, 2]).repeat(2)
    /// Tensor([1, 1, 2, 2])
    #[pyo3(signature = (repeats, axis=None))]
    fn repeat(&self, py: Python<'_>, repeats: usize, axis: Option<i64>) -> Result<New> {
        let elements = self.inner().len().saturating_mul(repeats);
        work(py, elements, Cost::Linear, || self.inner().repeat(repeats, axis)).map(New)
    }

    /// The values held between two limits; `None` is no limit.
    ///
    /// >>> xp.asarray([-2, 0, 5]).clip(-1, 3)
    /// Tensor([-1,  0,  3])
    #[pyo3(signature = (min=None, max=None, out=None))]
    fn clip<'py>(
        &self,
        py: Python<'py>,
        min: Option<Side<'_>>,
        max: Option<Side<'_>>,
        out: Option<Parent<'_, 'py>>,
    ) -> Result<Made<'py>> {
        crate::functions::elementwise::clip(py, TensorArg(self.inner()), min, max, out)
    }
}
