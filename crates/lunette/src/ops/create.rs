//! Tensors from nothing: constants, sequences, identity matrices, functions of the index.

use crate::buffer::Buffer;
use crate::dtype::{Complex64, DType, DTypeKind, Element, Scalar, WIDER_DTYPE, dispatch};
use crate::error::{Access, ErrorKind, Result};
use crate::kernels::{fill, generate};
use crate::layout::{Dims, Layout, Order, checked_len};
use crate::tensor::Handle;

/// A tensor in which every element is `value`, converted by the rule of stores.
pub(crate) fn full(op: &'static str, dtype: DType, shape: &[usize], value: Scalar) -> Result<Handle> {
    full_over(op, dtype, Layout::contiguous_for(op, shape, Order::C)?, value)
}

/// A tensor of rank 0 in memory of its own. There is one element, so there is nothing to plan.
#[inline]
pub(crate) fn scalar(value: Scalar) -> Handle {
    Handle::fresh(Buffer::of_scalar(value), Layout::first_element(), value.dtype())
}

/// As [`full`], in the order asked for.
pub(crate) fn full_in(
    op: &'static str,
    dtype: DType,
    shape: &[usize],
    value: Scalar,
    order: Order,
) -> Result<Handle> {
    full_over(op, dtype, Layout::contiguous_for(op, shape, order)?, value)
}

/// As [`full`], over a layout without gaps.
fn full_over(op: &'static str, dtype: DType, layout: Layout, value: Scalar) -> Result<Handle> {
    let value = value.try_cast_for(op, dtype)?;
    let buffer = Buffer::zeroed(op, layout.shape(), dtype)?;
    let made = Handle::fresh(buffer, layout, dtype);
    if value != Scalar::from(false).cast(dtype) || has_minus_sign(value) {
        let lock = made.buffer.lock(op, Access::Write)?;
        fill::fill(lock.target(op, &made.layout, dtype)?, value);
        drop(lock);
    }
    Ok(made)
}

/// Whether a part has a minus sign: -0.0 compares equal to the zero that fresh memory holds, and is not the same.
fn has_minus_sign(value: Scalar) -> bool {
    let Complex64 { re, im } = complex(value);
    re.is_sign_negative() || im.is_sign_negative()
}

/// A tensor whose element at each flat row-major position is `f(position)`.
pub(crate) fn from_flat_fn<T: Element>(
    op: &'static str,
    shape: &[usize],
    f: impl FnMut(usize) -> T,
) -> Result<Handle> {
    let layout = Layout::contiguous_for(op, shape, Order::C)?;
    let buffer = generate::from_fn(op, layout.len(), f)?;
    Ok(Handle::fresh(buffer, layout, T::DTYPE))
}

/// A tensor whose element at each index is `f(index)`; the indices come in the order of the elements in memory.
pub(crate) fn from_fn<T: Element>(
    op: &'static str,
    shape: &[usize],
    order: Order,
    mut f: impl FnMut(&[usize]) -> T,
) -> Result<Handle> {
    let layout = Layout::contiguous_for(op, shape, order)?;
    let mut index = Dims::from_elem(0, shape.len());
    let buffer = generate::from_fn(op, layout.len(), |position| {
        if position != 0 {
            let axes = index.iter_mut().zip(shape);
            match order {
                Order::C => advance(axes.rev()),
                Order::F => advance(axes),
            }
        }
        f(&index)
    })?;
    Ok(Handle::fresh(buffer, layout, T::DTYPE))
}

/// As [`from_fn`], of scalars that are converted by the rule of stores; after one that does not fit none is asked for.
pub(crate) fn from_scalars(
    op: &'static str,
    dtype: DType,
    shape: &[usize],
    f: &mut dyn FnMut(&[usize]) -> Scalar,
) -> Result<Handle> {
    let mut failed = None;
    let made = dispatch!(dtype, T => from_fn(op, shape, Order::C, |index| {
        if failed.is_some() {
            return T::default();
        }
        f(index).try_cast_for(op, dtype).and_then(T::try_from).unwrap_or_else(|error| {
            failed = Some(error);
            T::default()
        })
    }))?;
    failed.map_or(Ok(made), Err)
}

/// The next index, the axes coming fastest first; wraps to zeros after the last.
fn advance<'a>(fastest_first: impl Iterator<Item = (&'a mut usize, &'a usize)>) {
    for (entry, &size) in fastest_first {
        *entry += 1;
        if *entry < size {
            return;
        }
        *entry = 0;
    }
}

/// `start`, `start + step`, … up to but without `stop`.
pub(crate) fn arange(op: &'static str, dtype: DType, [start, stop, step]: [Scalar; 3]) -> Result<Handle> {
    match dtype.kind() {
        DTypeKind::Signed | DTypeKind::Unsigned => {
            let parts = [start, stop, step].map(without_fraction);
            if parts.iter().any(|part| part.dtype().is_float()) {
                // Fractions decide how many there are, also where integers are asked for.
                return super::cast::try_cast(op, &arange(op, DType::F64, parts)?, dtype);
            }
            let [start, stop, step] = parts;
            arange_integers(op, dtype, [whole(op, start)?, whole(op, stop)?, whole(op, step)?])
        }
        DTypeKind::Float => {
            let (start, stop) = (real(op, "start", start)?, real(op, "stop", stop)?);
            arange_floats(op, dtype, [start, stop, real(op, "step", step)?])
        }
        DTypeKind::Bool | DTypeKind::Complex => {
            Err(ErrorKind::Unsupported { op, dtype, cure: "use an integer or a float dtype" }.into())
        }
    }
}

fn arange_integers(op: &'static str, dtype: DType, [start, stop, step]: [i128; 3]) -> Result<Handle> {
    let span = match step.signum() {
        0 => return Err(ErrorKind::StepZero { op, axis: None }.into()),
        1 => stop - start,
        _ => start - stop,
    };
    let entries = span.max(0) as u128;
    let len = sequence_len(op, entries.div_ceil(step.unsigned_abs()))?;
    // The others lie between the first and the last: the cast cuts nothing. Only entries must fit, `stop` is none.
    for i in (len > 0).then(|| [0, len - 1]).into_iter().flatten() {
        wide(start + i as i128 * step).try_cast_or(op, dtype, WIDER_DTYPE)?;
    }
    dispatch!(dtype, T => from_flat_fn(op, &[len], |i| T::cast_from((start + i as i128 * step) as i64)))
}

fn arange_floats(op: &'static str, dtype: DType, [start, stop, step]: [f64; 3]) -> Result<Handle> {
    if step == 0.0 {
        return Err(ErrorKind::StepZero { op, axis: None }.into());
    }
    // A distance beyond all floats is halved with everything else, which changes no digit of numbers that large.
    let (scale, back) = if (stop - start).is_finite() { (1.0, 1.0) } else { (0.5, 2.0) };
    let [start, stop, step] = [start, stop, step].map(|number| number * scale);
    // The distance is finite and not 0 where the step could have become 0: the quotient is no NaN, and an infinite one is
    // too long below.
    let entries = ((stop - start) / step).ceil();
    let len = sequence_len(op, entries.max(0.0) as u128)?;
    dispatch!(dtype, T => from_flat_fn(op, &[len], |i| T::cast_from((start + i as f64 * step) * back)))
}

/// The length of a sequence, if memory could hold it.
fn sequence_len(op: &'static str, entries: u128) -> Result<usize> {
    checked_len(op, &[usize::try_from(entries).unwrap_or(usize::MAX)])
}

/// Whether the last value of an interval belongs to it.
///
/// ```
/// use lunette::prelude::*;
/// let half_open = Tensor::linspace_with(0.0, 1.0, 4, Endpoint::Excluded)?;
/// assert_eq!(half_open, tensor![0.0, 0.25, 0.5, 0.75]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Endpoint {
    /// The last value is `stop`.
    #[default]
    Included,
    /// The values stop one step before `stop`.
    Excluded,
}

/// `num` evenly spaced values from `start` to `stop`; integers are rounded down.
pub(crate) fn linspace(
    op: &'static str,
    dtype: DType,
    [start, stop]: [Scalar; 2],
    num: usize,
    endpoint: Endpoint,
) -> Result<Handle> {
    if dtype.kind() == DTypeKind::Complex {
        let (start, stop) = (complex(start), complex(stop));
        let re = evenly(start.re, stop.re, num, endpoint);
        let im = evenly(start.im, stop.im, num, endpoint);
        return dispatch!(dtype, T => from_flat_fn(op, &[num], |i| T::cast_from(Complex64::new(re(i), im(i)))));
    }
    let integers = [dtype, start.dtype(), stop.dtype()].iter().all(|dtype| dtype.is_integer());
    if integers && (is_beyond_floats(start) || is_beyond_floats(stop)) {
        let (start, stop) = (integer(op, dtype, start)?, integer(op, dtype, stop)?);
        let steps = steps(num, endpoint).max(1) as i128;
        // The quotient and the rest apart: the product with all of the distance might not fit.
        let (each, rest) = ((stop - start).div_euclid(steps), (stop - start).rem_euclid(steps));
        let at = |i: usize| start + each * i as i128 + rest * i as i128 / steps;
        // The entries lie between the ends, which fit the dtype: the cast cuts nothing.
        return dispatch!(dtype, T => from_flat_fn(op, &[num], |i| T::cast_from(at(i) as i64)));
    }
    let (start, stop) = (real(op, "start", start)?, real(op, "stop", stop)?);
    spaced(op, dtype, num, evenly(start, stop, num, endpoint))
}

/// Whether it is an integer whose neighbours `f64` cannot tell apart.
fn is_beyond_floats(value: Scalar) -> bool {
    let exact = 1_u64 << f64::MANTISSA_DIGITS;
    match value {
        Scalar::I64(value) => value.unsigned_abs() > exact,
        Scalar::U64(value) => value > exact,
        _ => false,
    }
}

/// The steps between the first of `num` values and `stop`.
fn steps(num: usize, endpoint: Endpoint) -> usize {
    if endpoint == Endpoint::Included { num.saturating_sub(1) } else { num }
}

/// `num` values from `base ** start` to `base ** stop`, evenly spaced on a log scale.
pub(crate) fn logspace(
    op: &'static str,
    dtype: DType,
    [start, stop]: [f64; 2],
    num: usize,
    base: f64,
) -> Result<Handle> {
    for (name, value) in [("start", start), ("stop", stop), ("base", base)] {
        check_finite(op, name, value)?;
    }
    let exponent = evenly(start, stop, num, Endpoint::Included);
    spaced(op, dtype, num, |i| base.powf(exponent(i)))
}

/// `num` values from `start` to `stop`, each the same multiple of the one before.
pub(crate) fn geomspace(
    op: &'static str,
    dtype: DType,
    [start, stop]: [f64; 2],
    num: usize,
) -> Result<Handle> {
    check_finite(op, "start", start)?;
    check_finite(op, "stop", stop)?;
    if start == 0.0 || stop == 0.0 || (start < 0.0) != (stop < 0.0) {
        let found = format!("{start:?} to {stop:?}");
        let allowed = "both ends must be non-zero and of one sign";
        return Err(ErrorKind::Argument { op, name: "start, stop", found, allowed }.into());
    }
    let exponent = evenly(start.abs().log10(), stop.abs().log10(), num, Endpoint::Included);
    spaced(op, dtype, num, |i| match i {
        0 => start,
        _ if i + 1 == num => stop,
        _ => 10f64.powf(exponent(i)).copysign(start),
    })
}

/// The function that gives the `i`-th of `num` evenly spaced values; the ends are exact.
///
/// Everything that is the same for all of them is computed once, and nothing in the function jumps, so that loops over it
/// become vectors.
fn evenly(start: f64, stop: f64, num: usize, endpoint: Endpoint) -> impl Fn(usize) -> f64 {
    let steps = steps(num, endpoint);
    let step = (stop - start) / steps as f64;
    // The distance of ends that are far apart may be no number.
    let in_steps = (stop - start).is_finite();
    move |i| {
        let inner = if in_steps {
            i as f64 * step + start
        } else {
            let share = i as f64 / steps as f64;
            start * (1.0 - share) + stop * share
        };
        let not_first = if i == steps { stop } else { inner };
        if i == 0 { start } else { not_first }
    }
}

/// A one-axis tensor of `num` real values; integers are rounded down, as NumPy does.
fn spaced(op: &'static str, dtype: DType, num: usize, at: impl Fn(usize) -> f64) -> Result<Handle> {
    match dtype.kind() {
        DTypeKind::Bool => {
            Err(ErrorKind::Unsupported { op, dtype, cure: "use an integer or a float dtype" }.into())
        }
        DTypeKind::Signed | DTypeKind::Unsigned => {
            dispatch!(dtype, T => integers_below::<T>(op, num, at))
        }
        _ => dispatch!(dtype, T => from_flat_fn(op, &[num], |i| T::cast_from(at(i)))),
    }
}

/// The integers not above the values, each of which must fit its dtype.
fn integers_below<T: Element>(op: &'static str, num: usize, at: impl Fn(usize) -> f64) -> Result<Handle> {
    let mut outside = None;
    let made = from_flat_fn(op, &[num], |i| {
        let value = at(i).floor();
        if !T::holds(value) {
            outside.get_or_insert(value);
        }
        T::cast_from(value)
    })?;
    match outside {
        None => Ok(made),
        Some(value) => {
            let (value, to) = (Scalar::from(value).to_string(), T::DTYPE);
            Err(ErrorKind::Unrepresentable { op, value, to, cure: WIDER_DTYPE }.into())
        }
    }
}

/// Ones on the diagonal `offset` above the main one, zeros elsewhere.
pub(crate) fn eye(op: &'static str, dtype: DType, shape: [usize; 2], offset: i64) -> Result<Handle> {
    let made = Handle::zeros(op, dtype, &shape, Order::C)?;
    let diagonal = made.with_layout(made.layout.diagonal_for(op, offset, 0, 1)?);
    super::store::fill(op, &diagonal, Scalar::from(true).cast(dtype))?;
    Ok(made)
}

/// Ones on and below the diagonal `offset`, zeros above.
pub(crate) fn tri(op: &'static str, dtype: DType, shape: [usize; 2], offset: i64) -> Result<Handle> {
    let below = |index: &[usize]| index[1] as i128 <= index[0] as i128 + i128::from(offset);
    dispatch!(dtype, T => from_fn(op, &shape, Order::C, |index| T::cast_from(below(index))))
}

/// The value as an integer that the dtype can hold.
fn integer(op: &'static str, dtype: DType, value: Scalar) -> Result<i128> {
    match value.try_cast_or(op, dtype, WIDER_DTYPE)?.cast(DType::U64) {
        Scalar::U64(bits) if dtype == DType::U64 => Ok(i128::from(bits)),
        other => match other.cast(DType::I64) {
            Scalar::I64(value) => Ok(i128::from(value)),
            _ => Ok(0),
        },
    }
}

/// The value as an integer of any size.
fn whole(op: &'static str, value: Scalar) -> Result<i128> {
    integer(op, if value.dtype() == DType::U64 { DType::U64 } else { DType::I64 }, value)
}

/// The integer that a float without a fraction is, if some dtype holds it; integers beside it then lose no digit.
fn without_fraction(value: Scalar) -> Scalar {
    let is_float = value.dtype().is_float();
    let whole = [DType::I64, DType::U64].into_iter().filter(|_| is_float).find_map(|dtype| {
        let whole = value.try_cast(dtype).ok()?;
        (whole.cast(DType::F64) == value.cast(DType::F64)).then_some(whole)
    });
    whole.unwrap_or(value)
}

/// The number in a dtype of 64 bits that holds it.
fn wide(number: i128) -> Scalar {
    if number < 0 { Scalar::I64(number as i64) } else { Scalar::U64(number as u64) }
}

/// The value as a complex number.
fn complex(value: Scalar) -> Complex64 {
    match value.cast(DType::Complex128) {
        Scalar::Complex128(value) => value,
        _ => Complex64::default(),
    }
}

/// The value as an `f64`, for dtypes that lie on a line.
fn real(op: &'static str, name: &'static str, value: Scalar) -> Result<f64> {
    match value.try_cast_for(op, DType::F64)? {
        Scalar::F64(value) if value.is_finite() => Ok(value),
        other => Err(not_finite(op, name, complex(other).re)),
    }
}

fn check_finite(op: &'static str, name: &'static str, value: f64) -> Result<()> {
    if value.is_finite() { Ok(()) } else { Err(not_finite(op, name, value)) }
}

fn not_finite(op: &'static str, name: &'static str, found: f64) -> crate::Error {
    ErrorKind::Argument { op, name, found: format!("{found:?}"), allowed: "it must be finite" }.into()
}
