//! Many elements to one: sums, products, means, variances, extremes, truth.

use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::arg::{self, Extreme};
use super::cast::cast;
use super::create::full;
use crate::buffer::Buffer;
use crate::dtype::{Complex64, DType, Scalar};
use crate::error::{Access, ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::reduce::{self, Reduction, Request};
use crate::layout::{self, Dims, Layout, resolve_axes};
use crate::tensor::Handle;

/// Whether reduced axes stay, with size 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeepDims {
    No,
    Yes,
}

/// What can be reduced: a tensor, or an expression that is never in memory as a whole.
pub(crate) trait Reducible {
    fn dtype(&self) -> DType;

    fn shape(&self) -> &[usize];

    /// The results in row-major order; there are elements to reduce.
    fn reduced(&self, op: &'static str, over: &Over, request: &Request<'_>) -> Result<Buffer>;

    /// The positions of the first extremes along an axis, or of the first one in row-major order of all; the results
    /// are row-major, in any shape, and there are elements to choose from.
    fn positions(&self, op: &'static str, axis: Option<usize>, extreme: Extreme) -> Result<Handle>;
}

impl Reducible for Handle {
    fn dtype(&self) -> DType {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    fn reduced(&self, op: &'static str, over: &Over, request: &Request<'_>) -> Result<Buffer> {
        let lock = self.buffer.lock(op, Access::Read)?;
        reduce::reduce(op, &lock.source(op, &self.layout, self.dtype)?, &over.reduced, request)
    }

    fn positions(&self, op: &'static str, axis: Option<usize>, extreme: Extreme) -> Result<Handle> {
        arg::positions(op, self, axis, extreme)
    }
}

/// Which axes of a tensor are reduced, and what is left.
pub(crate) struct Over {
    pub(crate) reduced: SmallVec<[bool; 8]>,
    /// The shape of the result.
    pub(crate) shape: Dims,
    /// Elements to a result.
    pub(crate) len: usize,
}

impl Over {
    pub(crate) fn new(op: &'static str, x: &dyn Reducible, axes: &Axes, keep: KeepDims) -> Result<Self> {
        let mut reduced = SmallVec::from_elem(*axes == Axes::All, x.shape().len());
        if let Axes::List(list) = axes {
            for axis in resolve_axes(op, list, x.shape().len())? {
                reduced[axis] = true;
            }
        }
        let (mut shape, mut len) = (Dims::new(), 1);
        for (&size, &reduced) in x.shape().iter().zip(&reduced) {
            match (reduced, keep) {
                (true, KeepDims::Yes) => shape.push(1),
                (true, KeepDims::No) => {}
                (false, _) => shape.push(size),
            }
            len *= if reduced { size } else { 1 };
        }
        Ok(Self { reduced, shape, len })
    }

    /// Refuses to choose from no elements.
    pub(crate) fn check_not_empty(&self, op: &'static str, x: &dyn Reducible) -> Result<()> {
        match self.len {
            0 => Err(ErrorKind::Empty { op, shape: x.shape().into() }.into()),
            _ => Ok(()),
        }
    }
}

/// The sum of elements cast to `dtype`.
pub(crate) fn sum(
    op: &'static str,
    x: &dyn Reducible,
    axes: &Axes,
    keep: KeepDims,
    dtype: DType,
) -> Result<Handle> {
    check_total(op, x, dtype)?;
    let over = Over::new(op, x, axes, keep)?;
    run(op, x, &over, &total(Reduction::Sum, x, dtype), Scalar::from(false))
}

/// The product of elements cast to `dtype`.
pub(crate) fn prod(
    op: &'static str,
    x: &dyn Reducible,
    axes: &Axes,
    keep: KeepDims,
    dtype: DType,
) -> Result<Handle> {
    check_total(op, x, dtype)?;
    let over = Over::new(op, x, axes, keep)?;
    run(op, x, &over, &total(Reduction::Product, x, dtype), Scalar::from(true))
}

/// The product as any dtype that a caller asks for.
pub(crate) fn prod_to(
    op: &'static str,
    x: &Handle,
    axes: &Axes,
    keep: KeepDims,
    dtype: DType,
) -> Result<Handle> {
    // Floats saturate as the integers they become, not as the widest, in which products are taken.
    let cut = dtype.is_integer() && x.dtype.is_float();
    let x = if cut { cast(op, x, dtype)? } else { x.clone() };
    prod(op, &x, axes, keep, dtype)
}

/// The mean.
pub(crate) fn mean(op: &'static str, x: &dyn Reducible, axes: &Axes, keep: KeepDims) -> Result<Handle> {
    let over = Over::new(op, x, axes, keep)?;
    let count = over.len as f64;
    let divide = |sums: &mut [f64]| sums.iter_mut().for_each(|sum| *sum /= count);
    let request = Request { post: Some(&divide), ..total(Reduction::Sum, x, x.dtype().as_float()) };
    run(op, x, &over, &request, nan(request.result))
}

/// The least sum of squares to which squares that are smaller than normal numbers add nothing that counts.
pub(crate) const LEAST_SQUARES: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// The root of the sum of the squares of real numbers, or of their sum if they are squares already, as `dtype`; and whether
/// one of the sums is infinite or has lost digits near zero.
#[cfg_attr(not(feature = "linalg"), expect(dead_code, reason = "norms are linear algebra"))]
pub(crate) fn root(
    op: &'static str,
    x: &dyn Reducible,
    over: &Over,
    reduction: Reduction,
    dtype: DType,
) -> Result<(Handle, bool)> {
    let left_range = AtomicBool::new(false);
    let root = |sums: &mut [f64]| {
        let mut found = false;
        for sum in sums {
            found |= (*sum < LEAST_SQUARES) | (*sum == f64::INFINITY);
            *sum = sum.sqrt();
        }
        if found {
            left_range.store(true, Ordering::Relaxed);
        }
    };
    let request = Request { reduction, read_as: x.dtype().as_float(), result: dtype, post: Some(&root) };
    let made = run(op, x, over, &request, Scalar::from(false))?;
    Ok((made, left_range.into_inner()))
}

/// Not a number, in all parts that numbers of a dtype have.
fn nan(dtype: DType) -> Scalar {
    match dtype.is_complex() {
        true => Scalar::from(Complex64::new(f64::NAN, f64::NAN)),
        false => Scalar::from(f64::NAN),
    }
}

/// What is made of the sum of squared deviations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spread {
    Variance,
    Deviation,
}

impl Spread {
    /// The spread of `count` numbers whose squared deviations sum up to `squares`.
    pub(crate) fn of(self, squares: f64, count: usize, correction: f64) -> f64 {
        let divisor = count as f64 - correction;
        let variance = if count > 0 && divisor > 0.0 { squares / divisor } else { f64::NAN };
        if self == Self::Deviation { variance.sqrt() } else { variance }
    }
}

/// The variance or its root; the sum of squares is divided by the count less `correction`.
pub(crate) fn spread(
    op: &'static str,
    x: &dyn Reducible,
    axes: &Axes,
    keep: KeepDims,
    (spread, correction): (Spread, f64),
) -> Result<Handle> {
    let over = Over::new(op, x, axes, keep)?;
    let finish = |squares: &mut [f64]| {
        squares.iter_mut().for_each(|value| *value = spread.of(*value, over.len, correction));
    };
    let (dtype, nan) = (x.dtype().as_float().as_real(), Scalar::from(f64::NAN));
    let request = Request {
        reduction: Reduction::Squares,
        read_as: x.dtype().as_float(),
        result: dtype,
        post: Some(&finish),
    };
    if !x.dtype().is_complex() || x.shape().contains(&0) {
        return run(op, x, &over, &request, nan);
    }
    // The squares of both parts, side by side, and then their sum.
    let mut shape = over.shape.clone();
    let parts = Request { result: DType::Complex128, post: None, ..request };
    let buffer = x.reduced(op, &over, &parts)?;
    shape.push(2);
    let squares = Handle::fresh(buffer, Layout::contiguous_for(op, &shape, layout::Order::C)?, DType::F64);
    let mut last = SmallVec::from_elem(false, shape.len());
    last[over.shape.len()] = true;
    let sum = Request { reduction: Reduction::Sum, read_as: DType::F64, ..request };
    run(op, &squares, &Over { reduced: last, shape: over.shape.clone(), len: 2 }, &sum, nan)
}

/// The least or the greatest element; a NaN if there is one.
pub(crate) fn extreme(
    op: &'static str,
    x: &dyn Reducible,
    axes: &Axes,
    keep: KeepDims,
    reduction: Reduction,
) -> Result<Handle> {
    check_order(op, x.dtype())?;
    let over = Over::new(op, x, axes, keep)?;
    over.check_not_empty(op, x)?;
    let request = Request { reduction, read_as: x.dtype(), result: x.dtype(), post: None };
    run(op, x, &over, &request, Scalar::from(false))
}

/// Whether all or any elements are not zero.
pub(crate) fn truth(
    op: &'static str,
    x: &dyn Reducible,
    axes: &Axes,
    keep: KeepDims,
    reduction: Reduction,
) -> Result<Handle> {
    let over = Over::new(op, x, axes, keep)?;
    let request = Request { reduction, read_as: DType::Bool, result: DType::Bool, post: None };
    run(op, x, &over, &request, Scalar::from(reduction == Reduction::All))
}

/// How many elements are not zero.
pub(crate) fn count_nonzero(
    op: &'static str,
    x: &dyn Reducible,
    axes: &Axes,
    keep: KeepDims,
) -> Result<Handle> {
    let over = Over::new(op, x, axes, keep)?;
    let request =
        Request { reduction: Reduction::Count, read_as: DType::Bool, result: DType::I64, post: None };
    run(op, x, &over, &request, Scalar::from(false))
}

/// Refuses to order complex numbers.
pub(crate) fn check_order(op: &'static str, dtype: DType) -> Result<()> {
    let cure = "complex numbers have no order: take their absolute values, or one of their parts";
    match dtype.is_complex() {
        true => Err(ErrorKind::Unsupported { op, dtype, cure }.into()),
        false => Ok(()),
    }
}

/// Refuses totals that would lose imaginary parts, or everything but zero and one.
pub(crate) fn check_total(op: &'static str, x: &dyn Reducible, dtype: DType) -> Result<()> {
    if dtype == DType::Bool {
        let cure = "a bool holds no total: ask for an integer, or use `any`, `all` or `count_nonzero`";
        return Err(ErrorKind::Unsupported { op, dtype, cure }.into());
    }
    x.dtype().check_store(op, dtype)
}

/// A total as `dtype`. What is real is added up as real numbers.
fn total(reduction: Reduction, x: &dyn Reducible, dtype: DType) -> Request<'static> {
    // Narrow integers are read as they are: the low bits of a wider sum are those of a sum of low bits.
    let widened = dtype.is_integer() && !x.dtype().is_float() && x.dtype().as_sum() == dtype.as_sum();
    let read_as = match x.dtype().is_complex() {
        true => dtype,
        false if widened => x.dtype(),
        false => dtype.as_real(),
    };
    Request { reduction, read_as, result: dtype, post: None }
}

/// The result of a reduction; `of_nothing` stands where there is nothing to reduce.
fn run(
    op: &'static str,
    x: &dyn Reducible,
    over: &Over,
    request: &Request<'_>,
    of_nothing: Scalar,
) -> Result<Handle> {
    let dtype = request.result;
    if x.shape().contains(&0) {
        return full(op, dtype, &over.shape, of_nothing.cast(dtype));
    }
    let layout = Layout::contiguous_for(op, &over.shape, layout::Order::C)?;
    Ok(Handle::fresh(x.reduced(op, over, request)?, layout, dtype))
}
