//! What a tensor says of itself.

use lunette::layout::Strides;
use lunette::{DType, DynTensor};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::flags::PyFlags;
use super::{New, PyTensor, view_of};
use crate::device::CPU;
use crate::error::{Result, value_error};
use crate::work::{Cost, work};

#[pymethods]
impl PyTensor {
    /// The device that holds the elements: `"cpu"`.
    ///
    /// >>> xp.zeros(2).device
    /// 'cpu'
    #[getter]
    fn device<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        intern!(py, CPU)
    }

    /// The sizes of the axes.
    ///
    /// >>> xp.zeros((2, 3)).shape
    /// (2, 3)
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let shape =
            self.shape.get_or_try_init(py, || PyTuple::new(py, self.inner().shape()).map(Bound::unbind));
        shape.map(|shape| shape.bind(py).clone())
    }

    /// The number of elements.
    ///
    /// >>> xp.zeros((2, 3)).size
    /// 6
    #[getter]
    fn size(&self) -> usize {
        self.inner().len()
    }

    /// How many bytes lie between neighbours along each axis.
    ///
    /// >>> xp.zeros((2, 3)).strides
    /// (24, 8)
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner().byte_strides())
    }

    /// How many elements of the memory lie before the first one of this tensor.
    ///
    /// >>> xp.zeros((2, 3))[1, 1:].offset
    /// 4
    #[getter]
    fn offset(&self) -> usize {
        self.inner().offset()
    }

    /// The bytes of one element.
    ///
    /// >>> xp.zeros(2).itemsize
    /// 8
    #[getter]
    fn itemsize(&self) -> usize {
        self.inner().item_size()
    }

    /// The bytes of all elements.
    ///
    /// >>> xp.zeros((2, 3)).nbytes
    /// 48
    #[getter]
    fn nbytes(&self) -> usize {
        self.inner().nbytes()
    }

    /// The bytes of the object, and of the memory that it owns: what `sys.getsizeof` tells.
    fn __sizeof__(&self) -> usize {
        let tensor = self.inner();
        let owned = if tensor.flags().owns_data { tensor.nbytes() } else { 0 };
        size_of::<Self>() + size_of::<[usize; 2]>() + owned
    }

    /// Contiguity, ownership and writability.
    ///
    /// >>> xp.zeros((2, 3)).T.flags.f_contiguous
    /// True
    #[getter]
    fn flags(&self) -> PyFlags {
        PyFlags(self.inner().flags())
    }

    /// The object whose memory this is a view of; `None` if it has memory of its own.
    ///
    /// >>> x = xp.zeros((2, 3))
    /// >>> x[0].base is x, x.base
    /// (True, None)
    #[getter]
    fn base(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.base.as_ref().map(|base| base.clone_ref(py))
    }

    /// The transpose of a matrix; a view.
    ///
    /// >>> xp.zeros((2, 3)).T.shape
    /// (3, 2)
    #[getter(T)]
    fn transposed<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, Self>> {
        let tensor = slf.get().inner();
        match tensor.rank() {
            2 => view_of(slf, tensor.transpose()),
            rank => Err(value_error(format!(
                "`T` needs a matrix, found {rank} axes; `mT` transposes the last two, `permute_dims` any"
            ))),
        }
    }

    /// The transpose of every matrix in a stack of them: the last two axes are exchanged; a view.
    ///
    /// >>> xp.zeros((4, 2, 3)).mT.shape
    /// (4, 3, 2)
    #[getter(mT)]
    fn matrices_transposed<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, Self>> {
        let tensor = slf.get().inner();
        match tensor.rank() {
            rank @ 0..2 => Err(value_error(format!("`mT` needs at least two axes, found {rank}"))),
            _ => view_of(slf, tensor.swapaxes(-2, -1)?),
        }
    }

    /// The real parts; a view of complex numbers, and the tensor itself if it is real.
    ///
    /// >>> x = xp.asarray([1 + 2j])
    /// >>> x.real[0] = 5
    /// >>> x
    /// Tensor([5.0+2.0j])
    #[getter]
    fn real<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, Self>> {
        match part(slf.get().inner(), 0)? {
            Some(part) => view_of(slf, part),
            None => Ok(slf.clone()),
        }
    }

    /// The imaginary parts; a view of complex numbers, and zeros beside real ones.
    ///
    /// >>> xp.asarray([1 + 2j]).imag
    /// Tensor([2.0])
    #[getter]
    fn imag<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, Self>> {
        let (py, tensor) = (slf.py(), slf.get().inner());
        match part(tensor, 1)? {
            Some(part) => view_of(slf, part),
            None => {
                // Bools have no parts, but a question for them is no mistake: `hasattr` asks it.
                let zeros = work(py, tensor.len(), Cost::Linear, || match tensor.dtype() {
                    DType::Bool => DynTensor::zeros_of(DType::Bool, tensor.shape()),
                    _ => tensor.imag(),
                })?;
                Ok(New(zeros).into_pyobject(py)?)
            }
        }
    }
}

/// The first or second half of every complex number, as a view; none of real numbers.
fn part(tensor: &DynTensor, which: usize) -> Result<Option<DynTensor>> {
    let dtype = match tensor.dtype() {
        DType::Complex64 => DType::F32,
        DType::Complex128 => DType::F64,
        _ => return Ok(None),
    };
    // Strides of axes that lead nowhere may be any number, so they wrap.
    let doubled: Strides = tensor.strides().iter().map(|stride| stride.wrapping_mul(2)).collect();
    let offset = tensor.offset().wrapping_mul(2).wrapping_add(which);
    let part = DynTensor::from_parts(tensor.buffer(), dtype, tensor.shape(), &doubled, offset)?;
    Ok(Some(if tensor.is_writable() { part } else { part.as_read_only() }))
}
