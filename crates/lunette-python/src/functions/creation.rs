//! Creation functions.

use lunette::{
    DType, DynTensor, Endpoint, Order, Scalar, Tensor, meshgrid as grid_xy, meshgrid_ij as grid_ij,
};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple};

use crate::arg::{OrderArg, Shape, TensorArg, Tensors, flag, saturated};
use crate::device::DeviceArg;
use crate::dtype::DTypeArg;
use crate::error::{Result, type_error, value_error};
use crate::functions::scalars::{Number, size};
use crate::tensor::New;
use crate::work::{Cost, work};

/// A new tensor of `shape` whose elements are all alike, made by `make`.
fn made(
    py: Python<'_>,
    shape: &Shape,
    make: impl FnOnce(&[usize]) -> lunette::Result<DynTensor> + Send,
) -> Result<New> {
    let sizes = shape.sizes()?;
    let elements = sizes.iter().fold(1, |product: usize, size| product.saturating_mul(*size));
    work(py, elements, Cost::Linear, || make(&sizes)).map(New)
}

/// The dtype of a new tensor, which may stand behind the shape, as NumPy's users write it.
#[inline]
fn dtype_among(
    name: &str,
    shape: &Shape,
    more: &Bound<'_, PyTuple>,
    named: Option<DTypeArg>,
) -> Result<Option<DTypeArg>> {
    if more.is_empty() { Ok(named) } else { dtype_behind(name, shape, more, named) }
}

/// [`dtype_among`] where something stands behind the shape: what else is often written there are more sizes.
#[cold]
fn dtype_behind(
    name: &str,
    shape: &Shape,
    more: &Bound<'_, PyTuple>,
    named: Option<DTypeArg>,
) -> Result<Option<DTypeArg>> {
    if let Ok(sizes) = more.extract::<Vec<i64>>() {
        let all: Vec<String> = shape.0.iter().chain(&sizes).map(i64::to_string).collect();
        let all = all.join(", ");
        return Err(type_error(format!(
            "{name}: the sizes of several axes are one tuple: `{name}(({all}))`"
        )));
    }
    match (more.len(), named) {
        (1, None) => Ok(Some(more.get_item(0)?.extract()?)),
        _ => Err(type_error(format!("{name}: a shape and a dtype are all that can stand there"))),
    }
}

/// A tensor like `x` filled with one value.
fn alike(py: Python<'_>, x: &DynTensor, dtype: Option<DTypeArg>, value: Scalar) -> Result<New> {
    let dtype = dtype.map_or(x.dtype(), |dtype| dtype.0);
    work(py, x.len(), Cost::Linear, || DynTensor::full_of(dtype, x.shape(), value)).map(New)
}

/// Tensors whose elements are all alike: the function of the library that makes them, and the element.
macro_rules! of_shape {
    ($($(#[doc = $doc:literal])* $name:ident = $make:ident, $element:literal;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (shape, *more, dtype=None, device=None, order=OrderArg::C),
               text_signature = "(shape, *, dtype=None, device=None, order='C')")]
        fn $name(
            shape: Shape,
            more: &Bound<'_, PyTuple>,
            dtype: Option<DTypeArg>,
            device: Option<DeviceArg>,
            order: OrderArg,
        ) -> Result<New> {
            let _ = device;
            let dtype = dtype_among(stringify!($name), &shape, more, dtype)?;
            let dtype = dtype.map_or(DType::F64, |dtype| dtype.0);
            made(more.py(), &shape, |sizes| match order.0 {
                Order::C => DynTensor::$make(dtype, sizes),
                Order::F => DynTensor::full_of_in(dtype, sizes, $element, Order::F),
            })
        }
    )* };
}

of_shape! {
    /// Zeros of a shape, row-major, or column-major for `order="F"`.
    ///
    /// >>> xp.zeros((2, 3)).shape
    /// (2, 3)
    /// >>> xp.zeros((2, 3), order="F").flags.f_contiguous
    /// True
    zeros = zeros_of, false;

    /// Ones of a shape.
    ///
    /// >>> xp.ones(3, dtype=xp.int32).dtype
    /// lunette.int32
    ones = ones_of, true;

    /// A tensor that is going to be overwritten; it holds zeros.
    ///
    /// >>> xp.empty((2, 0)).size
    /// 0
    empty = empty_of, false;
}

/// One value everywhere; the dtype is that of the value, unless it is named.
///
/// >>> xp.full((2,), 7).dtype, xp.full((2,), 7.5).dtype
/// (lunette.int64, lunette.float64)
#[pyfunction]
#[pyo3(signature = (shape, fill_value, dtype=None, *, device=None, order=OrderArg::C),
       text_signature = "(shape, fill_value, *, dtype=None, device=None, order='C')")]
fn full(
    shape: Shape,
    fill_value: &Bound<'_, PyAny>,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
    order: OrderArg,
) -> Result<New> {
    let _ = device;
    let value = Number::of(fill_value, dtype.map_or(DType::I64, |dtype| dtype.0))?.0;
    let dtype = dtype.map_or(value.dtype(), |dtype| dtype.0);
    made(fill_value.py(), &shape, |sizes| DynTensor::full_of_in(dtype, sizes, value, order.0))
}

/// Zeros in the shape and the dtype of another tensor.
///
/// >>> xp.zeros_like(xp.asarray([1, 2])).dtype
/// lunette.int64
#[pyfunction]
#[pyo3(signature = (x, /, dtype=None, *, device=None), text_signature = "(x, /, *, dtype=None, device=None)")]
fn zeros_like(
    py: Python<'_>,
    x: TensorArg<'_>,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    let _ = device;
    alike(py, x.0, dtype, Scalar::Bool(false))
}

/// Ones in the shape and the dtype of another tensor.
///
/// >>> xp.ones_like(xp.asarray([1.5, 2]), dtype=xp.bool).dtype
/// lunette.bool
#[pyfunction]
#[pyo3(signature = (x, /, dtype=None, *, device=None), text_signature = "(x, /, *, dtype=None, device=None)")]
fn ones_like(
    py: Python<'_>,
    x: TensorArg<'_>,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    let _ = device;
    alike(py, x.0, dtype, Scalar::Bool(true))
}

/// A tensor in the shape and the dtype of another that is going to be overwritten; it holds zeros.
///
/// >>> xp.empty_like(xp.zeros((2, 3))).shape
/// (2, 3)
#[pyfunction]
#[pyo3(signature = (x, /, dtype=None, *, device=None), text_signature = "(x, /, *, dtype=None, device=None)")]
fn empty_like(
    py: Python<'_>,
    x: TensorArg<'_>,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    zeros_like(py, x, dtype, device)
}

/// One value everywhere, in the shape and the dtype of another tensor.
///
/// >>> int(xp.full_like(xp.asarray([1, 2]), 9)[0])
/// 9
#[pyfunction]
#[pyo3(signature = (x, /, fill_value, dtype=None, *, device=None),
       text_signature = "(x, /, fill_value, *, dtype=None, device=None)")]
fn full_like(
    x: TensorArg<'_>,
    fill_value: &Bound<'_, PyAny>,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    let (_, x) = (device, x.0);
    let value = Number::of(fill_value, dtype.map_or(x.dtype(), |dtype| dtype.0))?.0;
    alike(fill_value.py(), x, dtype, value)
}

/// `start`, `start + step`, … up to but without `stop`; with one argument that is `stop`, from 0. The three are real, also
/// where complex numbers are asked for.
///
/// >>> xp.arange(2, 8, 3).shape
/// (2,)
/// >>> xp.arange(3.5).dtype
/// lunette.float64
#[pyfunction]
#[pyo3(signature = (start, /, stop=None, step=None, dtype=None, *, device=None),
       text_signature = "(start, /, stop=None, step=1, *, dtype=None, device=None)")]
fn arange(
    py: Python<'_>,
    start: &Bound<'_, PyAny>,
    stop: Option<&Bound<'_, PyAny>>,
    step: Option<&Bound<'_, PyAny>>,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    let _ = device;
    // Among fractions an integer is one too, however long it is.
    let is_fraction = |part: &Bound<'_, PyAny>| part.is_instance_of::<PyFloat>();
    let of_fractions = match &dtype {
        Some(dtype) => !dtype.0.is_integer(),
        None => [Some(start), stop, step].into_iter().flatten().any(is_fraction),
    };
    let number = |part| Number::of(part, if of_fractions { DType::F64 } else { DType::I64 });
    let (start, stop) = match stop {
        Some(stop) => (number(start)?.0, number(stop)?.0),
        None => (Scalar::I64(0), number(start)?.0),
    };
    let step = step.map_or(Ok(Scalar::I64(1)), |step| number(step).map(|step| step.0))?;
    let parts = [start, stop, step];
    let fractions = parts.iter().any(|part| part.dtype().is_float() || part.dtype().is_complex());
    let own = match (fractions, parts.iter().any(|part| part.dtype() == DType::U64)) {
        (true, _) => DType::F64,
        (false, true) => DType::U64,
        (false, false) => DType::I64,
    };
    let dtype = dtype.map_or(own, |dtype| dtype.0);
    let elements = entries(parts);
    work(py, elements, Cost::Linear, || {
        // Complex numbers have no order, but those of a line have one.
        match dtype.is_complex() {
            true => DynTensor::arange_of(DType::F64, parts[0], parts[1], parts[2])?.try_cast_to(dtype),
            false => DynTensor::arange_of(dtype, parts[0], parts[1], parts[2]),
        }
    })
    .map(New)
}

/// About how many entries a sequence has.
fn entries(parts: [Scalar; 3]) -> usize {
    let [start, stop, step] = parts.map(|part| f64::try_from(part.cast(DType::F64)).unwrap_or(0.0));
    ((stop - start) / step).max(0.0) as usize
}

/// `num` evenly spaced values from `start` to `stop`.
///
/// >>> xp.linspace(0, 1, 5).shape
/// (5,)
/// >>> float(xp.linspace(0, 1, 4, endpoint=False)[1])
/// 0.25
#[pyfunction]
#[pyo3(signature = (start, stop, /, num=50, *, dtype=None, device=None, endpoint=true),
       text_signature = "(start, stop, /, num, *, dtype=None, device=None, endpoint=True)")]
fn linspace(
    py: Python<'_>,
    start: &Bound<'_, PyAny>,
    stop: &Bound<'_, PyAny>,
    num: i64,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
    #[pyo3(from_py_with = flag)] endpoint: bool,
) -> Result<New> {
    let _ = device;
    // Values between them are floats, and so are integers that nothing else holds.
    let (start, stop) = (Number::of(start, DType::F64)?, Number::of(stop, DType::F64)?);
    let complex = start.0.dtype().is_complex() || stop.0.dtype().is_complex();
    let own = if complex { DType::Complex128 } else { DType::F64 };
    let (dtype, num) = (dtype.map_or(own, |dtype| dtype.0), size(num)?);
    let endpoint = if endpoint { Endpoint::Included } else { Endpoint::Excluded };
    work(py, num, Cost::Linear, || DynTensor::linspace_of(dtype, start.0, stop.0, num, endpoint)).map(New)
}

/// Ones on the diagonal `k` above the main one, zeros elsewhere.
///
/// >>> xp.eye(2, 3, k=1).shape
/// (2, 3)
#[pyfunction]
#[pyo3(signature = (n_rows, n_cols=None, /, *, k=0, dtype=None, device=None))]
fn eye(
    py: Python<'_>,
    n_rows: i64,
    n_cols: Option<i64>,
    #[pyo3(from_py_with = saturated)] k: i64,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    let _ = device;
    matrix(py, [n_rows, n_cols.unwrap_or(n_rows)], dtype, |dtype, rows, columns| {
        DynTensor::eye_of(dtype, rows, columns, k)
    })
}

/// The elements on and below the diagonal `k`, zeros above.
///
/// >>> int(xp.tril(xp.asarray([[1, 2], [3, 4]]))[0, 1])
/// 0
#[pyfunction]
#[pyo3(signature = (x, /, k=0), text_signature = "(x, /, *, k=0)")]
fn tril(py: Python<'_>, x: TensorArg<'_>, #[pyo3(from_py_with = saturated)] k: i64) -> Result<New> {
    let tensor = x.0;
    work(py, tensor.len(), Cost::Linear, || tensor.tril(k)).map(New)
}

/// The elements on and above the diagonal `k`, zeros below.
///
/// >>> int(xp.triu(xp.asarray([[1, 2], [3, 4]]))[1, 0])
/// 0
#[pyfunction]
#[pyo3(signature = (x, /, k=0), text_signature = "(x, /, *, k=0)")]
fn triu(py: Python<'_>, x: TensorArg<'_>, #[pyo3(from_py_with = saturated)] k: i64) -> Result<New> {
    let tensor = x.0;
    work(py, tensor.len(), Cost::Linear, || tensor.triu(k)).map(New)
}

/// The rows and the columns of the elements of a matrix of `n` rows on and below the diagonal `k`.
///
/// >>> xp.asarray([[1, 2], [3, 4]])[xp.tril_indices(2)]
/// Tensor([1, 3, 4])
#[pyfunction]
#[pyo3(signature = (n, /, k=0, m=None))]
fn tril_indices(
    py: Python<'_>,
    n: i64,
    #[pyo3(from_py_with = saturated)] k: i64,
    m: Option<i64>,
) -> Result<(New, New)> {
    triangle(py, [n, m.unwrap_or(n)], |rows, columns| Tensor::tril_indices(rows, columns, k))
}

/// The rows and the columns of the elements of a matrix of `n` rows on and above the diagonal `k`.
///
/// >>> xp.asarray([[1, 2], [3, 4]])[xp.triu_indices(2)]
/// Tensor([1, 2, 4])
#[pyfunction]
#[pyo3(signature = (n, /, k=0, m=None))]
fn triu_indices(
    py: Python<'_>,
    n: i64,
    #[pyo3(from_py_with = saturated)] k: i64,
    m: Option<i64>,
) -> Result<(New, New)> {
    triangle(py, [n, m.unwrap_or(n)], |rows, columns| Tensor::triu_indices(rows, columns, k))
}

/// The indices of a part of a matrix of these sizes.
fn triangle(
    py: Python<'_>,
    [rows, columns]: [i64; 2],
    make: impl FnOnce(usize, usize) -> lunette::Result<[Tensor<i64>; 2]> + Send,
) -> Result<(New, New)> {
    let (rows, columns) = (size(rows)?, size(columns)?);
    let [rows, columns] =
        work(py, rows.saturating_mul(columns), Cost::Linear, || make(rows, columns))?.map(Tensor::into_dyn);
    Ok((New(rows), New(columns)))
}

/// The index of every element of a shape: entry `k` along the first axis holds the indices along axis `k`.
///
/// >>> xp.indices((2, 3)).shape
/// (2, 2, 3)
#[pyfunction]
#[pyo3(signature = (dimensions, /))]
fn indices(py: Python<'_>, dimensions: Shape) -> Result<New> {
    let shape = dimensions.sizes()?;
    let elements = shape.iter().fold(shape.len(), |all, &size| all.saturating_mul(size));
    work(py, elements, Cost::Linear, || Tensor::indices(shape).map(Tensor::into_dyn)).map(New)
}

/// Grids of coordinates: one for each of the tensors of one axis, all of one shape.
///
/// >>> rows, columns = xp.meshgrid(xp.asarray([1, 2, 3]), xp.asarray([10, 20]))
/// >>> rows.shape
/// (2, 3)
#[pyfunction]
#[pyo3(signature = (*arrays, indexing="xy"))]
fn meshgrid<'py>(py: Python<'py>, arrays: Tensors<'py>, indexing: &str) -> Result<Bound<'py, PyTuple>> {
    let make = match indexing {
        "xy" => grid_xy,
        "ij" => grid_ij,
        other => return Err(value_error(format!("`indexing` is \"xy\" or \"ij\", found {other:?}"))),
    };
    let axes = arrays.inner();
    let each = axes.iter().fold(1, |product: usize, axis| product.saturating_mul(axis.len()));
    let grids = work(py, each.saturating_mul(axes.len()), Cost::Linear, || make(&axes))?;
    Ok(PyTuple::new(py, grids.into_iter().map(New))?)
}

/// `num` values from `base ** start` to `base ** stop`, evenly spaced on a log scale.
///
/// >>> float(xp.logspace(0, 2, 3)[2])
/// 100.0
#[pyfunction]
#[pyo3(signature = (start, stop, /, num=50, *, base=10.0, dtype=None, device=None))]
fn logspace(
    py: Python<'_>,
    start: f64,
    stop: f64,
    num: i64,
    base: f64,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    let _ = device;
    let (dtype, num) = (dtype.map_or(DType::F64, |dtype| dtype.0), size(num)?);
    work(py, num, Cost::Linear, || DynTensor::logspace_of(dtype, start, stop, num, base)).map(New)
}

/// `num` values from `start` to `stop`, each the same multiple of the one before.
///
/// >>> float(xp.geomspace(1, 100, 3)[1])
/// 10.0
#[pyfunction]
#[pyo3(signature = (start, stop, /, num=50, *, dtype=None, device=None))]
fn geomspace(
    py: Python<'_>,
    start: f64,
    stop: f64,
    num: i64,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    let _ = device;
    let (dtype, num) = (dtype.map_or(DType::F64, |dtype| dtype.0), size(num)?);
    work(py, num, Cost::Linear, || DynTensor::geomspace_of(dtype, start, stop, num)).map(New)
}

/// Ones on and below the diagonal `k`, zeros above.
///
/// >>> xp.tri(2, 3).shape
/// (2, 3)
#[pyfunction]
#[pyo3(signature = (n_rows, n_cols=None, /, *, k=0, dtype=None, device=None))]
fn tri(
    py: Python<'_>,
    n_rows: i64,
    n_cols: Option<i64>,
    #[pyo3(from_py_with = saturated)] k: i64,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    let _ = device;
    matrix(py, [n_rows, n_cols.unwrap_or(n_rows)], dtype, |dtype, rows, columns| {
        DynTensor::tri_of(dtype, rows, columns, k)
    })
}

/// A matrix of these sizes, of `f64` unless another dtype is asked for.
fn matrix(
    py: Python<'_>,
    [rows, columns]: [i64; 2],
    dtype: Option<DTypeArg>,
    make: impl FnOnce(DType, usize, usize) -> lunette::Result<DynTensor> + Send,
) -> Result<New> {
    let (rows, columns) = (size(rows)?, size(columns)?);
    let dtype = dtype.map_or(DType::F64, |dtype| dtype.0);
    work(py, rows.saturating_mul(columns), Cost::Linear, || make(dtype, rows, columns)).map(New)
}

/// The identity matrix of `n` rows.
///
/// >>> xp.identity(2).shape
/// (2, 2)
#[pyfunction]
#[pyo3(signature = (n, /, *, dtype=None, device=None))]
fn identity(py: Python<'_>, n: i64, dtype: Option<DTypeArg>, device: Option<DeviceArg>) -> Result<New> {
    eye(py, n, None, 0, dtype, device)
}

/// A matrix with `x` on its diagonal `k`; of a matrix, a copy of that diagonal.
///
/// >>> xp.diag(xp.asarray([1, 2])).shape
/// (2, 2)
#[pyfunction]
#[pyo3(signature = (x, /, k=0), text_signature = "(x, /, *, k=0)")]
fn diag(py: Python<'_>, x: TensorArg<'_>, #[pyo3(from_py_with = saturated)] k: i64) -> Result<New> {
    let tensor = x.0;
    let elements = tensor.len().saturating_mul(tensor.len());
    work(py, elements, Cost::Linear, || tensor.diag(k)).map(New)
}

macro_rules! register_all {
    ($module:ident: $($name:ident)*) => { $($module.add_function(wrap_pyfunction!($name, $module)?)?;)* };
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_all! {
        module: arange diag empty empty_like eye full full_like geomspace identity indices linspace logspace meshgrid
        ones ones_like tri tril tril_indices triu triu_indices zeros zeros_like
    }
    Ok(())
}
