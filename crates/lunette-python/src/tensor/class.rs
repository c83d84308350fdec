//! What makes a tensor an array of the standard, copies and conversions.

use lunette::{DynTensor, Order};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{New, PyTensor, view_of};
use crate::arg::{OrderArg, flag, optional_flag};
use crate::device::DeviceArg;
use crate::dtype::DTypeArg;
use crate::error::{Result, value_error};
use crate::exchange::asarray::asarray;
use crate::functions::data_types;
use crate::work::{Cost, work};

#[pymethods]
impl PyTensor {
    /// `lunette.array(values)`, as NumPy's users write it: `asarray`, which copies unless it is told not to.
    #[new]
    #[pyo3(signature = (obj, /, dtype=None, *, device=None, copy=true, order=None))]
    fn new<'py>(
        obj: &Bound<'py, PyAny>,
        dtype: Option<DTypeArg>,
        device: Option<DeviceArg>,
        #[pyo3(from_py_with = optional_flag)] copy: Option<bool>,
        order: Option<OrderArg>,
    ) -> Result<Bound<'py, Self>> {
        asarray(obj, dtype, device, copy, order)
    }

    /// NumPy's arrays leave operators with tensors to the tensors.
    #[classattr]
    #[pyo3(name = "__array_priority__")]
    const ARRAY_PRIORITY: f64 = 1000.0;

    /// NumPy's own functions do not take tensors: `None` says so, and makes its operators give way.
    #[classattr]
    #[pyo3(name = "__array_ufunc__")]
    fn array_ufunc(py: Python<'_>) -> Py<PyAny> {
        py.None()
    }

    /// The tensor on a device: itself, because there is one device.
    ///
    /// >>> x = xp.zeros(2)
    /// >>> x.to_device("cpu") is x
    /// True
    #[pyo3(signature = (device, /, *, stream=None))]
    fn to_device<'py>(
        slf: &Bound<'py, Self>,
        device: DeviceArg,
        stream: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, Self>> {
        let DeviceArg = device;
        match stream {
            None => Ok(slf.clone()),
            Some(_) => Err(value_error("the device \"cpu\" has no streams: leave `stream` out")),
        }
    }

    /// A copy in memory of its own, row-major, or column-major for `order="F"`.
    ///
    /// >>> x = xp.asarray([1, 2])
    /// >>> y = x.copy()
    /// >>> y[0] = 9
    /// >>> x
    /// Tensor([1, 2])
    #[pyo3(signature = (order=OrderArg::C), text_signature = "($self, order='C')")]
    fn copy(&self, py: Python<'_>, order: OrderArg) -> Result<New> {
        copied(py, self.inner(), order.0).map(New)
    }

    fn __copy__(&self, py: Python<'_>) -> Result<New> {
        copied(py, self.inner(), Order::C).map(New)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> Result<New> {
        copied(py, self.inner(), Order::C).map(New)
    }

    /// The elements converted to a dtype; with `copy=False` the tensor itself where it has the dtype already.
    ///
    /// >>> xp.asarray([1.5, -1.5]).astype(xp.int32)
    /// Tensor([ 1, -1])
    #[pyo3(signature = (dtype, /, *, copy=true, device=None))]
    fn astype<'py>(
        slf: &Bound<'py, Self>,
        dtype: DTypeArg,
        #[pyo3(from_py_with = flag)] copy: bool,
        device: Option<DeviceArg>,
    ) -> Result<Bound<'py, Self>> {
        data_types::astype(slf, dtype, copy, device)
    }

    /// A view of all of it; with a dtype of the same width, of the same bytes read as that.
    ///
    /// >>> x = xp.asarray([1.0])
    /// >>> x.view(xp.int64)
    /// Tensor([4607182418800017408])
    #[pyo3(signature = (dtype=None))]
    fn view<'py>(slf: &Bound<'py, Self>, dtype: Option<DTypeArg>) -> Result<Bound<'py, Self>> {
        let tensor = slf.get().inner();
        match dtype {
            None => view_of(slf, tensor.view(&[])?),
            Some(DTypeArg(dtype)) => view_of(slf, tensor.reinterpret_to(dtype)?),
        }
    }
}

fn copied(py: Python<'_>, tensor: &DynTensor, order: Order) -> Result<DynTensor> {
    work(py, tensor.len(), Cost::Linear, || tensor.copy_in(order))
}
