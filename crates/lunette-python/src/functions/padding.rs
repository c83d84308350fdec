//! Larger tensors, with something around the elements.

use lunette::{DType, DynTensor, Pad, Scalar};
use pyo3::prelude::*;

use crate::arg::{TensorArg, number_of};
use crate::error::{Result, type_error, value_error};
use crate::exchange::asarray::convert;
use crate::functions::registry::functions;
use crate::tensor::New;
use crate::work::{Cost, work};

/// Numbers before and after each axis.
type Ends<T> = Vec<(T, T)>;

/// A larger tensor, with entries before and after each axis.
///
/// The widths are an integer for all, a pair for all axes, or a pair for each axis, and so are all other numbers. The modes
/// are "constant" with `constant_values`, "edge", "reflect", "symmetric" and "wrap"; "linear_ramp", in equal steps to
/// `end_values`; "mean", "median", "maximum" and "minimum", each that of the axis, or of the `stat_length` entries next to
/// its ends.
///
/// >>> xp.pad(xp.asarray([1, 2, 3]), (1, 2), constant_values=(8, 9))
/// Tensor([8, 1, 2, 3, 9, 9])
/// >>> xp.pad(xp.asarray([1, 2, 3]), 2, mode="reflect")
/// Tensor([3, 2, 1, 2, 3, 2, 1])
/// >>> xp.pad(xp.asarray([4.0, 6.0]), 2, mode="linear_ramp")
/// Tensor([0.0, 2.0, 4.0, 6.0, 3.0, 0.0])
/// >>> xp.pad(xp.asarray([1, 5, 4]), 1, mode="maximum", stat_length=1)
/// Tensor([1, 1, 5, 4, 4])
#[pyfunction]
#[pyo3(
    signature = (x, pad_width, /, mode="constant", *, constant_values=None, end_values=None, stat_length=None)
)]
fn pad(
    py: Python<'_>,
    x: TensorArg<'_>,
    pad_width: &Bound<'_, PyAny>,
    mode: &str,
    constant_values: Option<Bound<'_, PyAny>>,
    end_values: Option<Bound<'_, PyAny>>,
    stat_length: Option<Bound<'_, PyAny>>,
) -> Result<New> {
    let (x, plain) = (x.0, mode_of(mode, Scalar::I64(0))?);
    check_option(mode, "constant_values", &constant_values, &["constant"])?;
    check_option(mode, "end_values", &end_values, &["linear_ramp"])?;
    check_option(mode, "stat_length", &stat_length, &["mean", "median", "maximum", "minimum"])?;
    let widths = counts("pad_width", pad_width, x.rank())?;
    let elements = padded(x.shape(), &widths);
    if let Some(values) = constant_values.or(end_values) {
        let of = |value| mode_of(mode, value);
        return match number_of(values.as_borrowed())? {
            Some(value) => {
                let mode = of(value)?;
                work(py, elements, Cost::Linear, || x.pad(&widths, mode)).map(New)
            }
            None => {
                let values = for_ends("its values", &values, x.rank())?;
                let modes = values
                    .into_iter()
                    .map(|(before, after)| Ok((of(before)?, of(after)?)))
                    .collect::<Result<Ends<_>>>()?;
                work(py, elements, Cost::Linear, || pad_end_by_end(x, &widths, &modes)).map(New)
            }
        };
    }
    let lengths = stat_length.map(|lengths| counts("stat_length", &lengths, x.rank())).transpose()?;
    work(py, elements, Cost::Linear, || match &lengths {
        Some(lengths) => x.pad_with(&widths, plain, lengths),
        None => x.pad(&widths, plain),
    })
    .map(New)
}

/// Refuses an argument that means nothing in a mode.
fn check_option(mode: &str, name: &str, given: &Option<Bound<'_, PyAny>>, modes: &[&str]) -> Result<()> {
    if given.is_none() || modes.contains(&mode) {
        return Ok(());
    }
    let modes: Vec<String> = modes.iter().map(|mode| format!("mode={mode:?}")).collect();
    let modes = modes.join(", ");
    Err(value_error(format!(
        "pad: `{name}` is for {modes}, and means nothing in mode={mode:?}: leave it out"
    )))
}

/// Pads one end of one axis after the other: those of an axis reach over what was put around the axes before it.
fn pad_end_by_end(
    x: &DynTensor,
    widths: &[(usize, usize)],
    modes: &[(Pad, Pad)],
) -> lunette::Result<DynTensor> {
    let mut made = x.clone();
    for (axis, (&(before, after), &(first, last))) in widths.iter().zip(modes).enumerate() {
        for (width, mode) in [((before, 0), first), ((0, after), last)] {
            let mut only = vec![(0, 0); x.rank()];
            only[axis] = width;
            made = made.pad(&only, mode)?;
        }
    }
    Ok(made)
}

/// Two integers for each axis, none of them negative.
fn counts(name: &str, object: &Bound<'_, PyAny>, rank: usize) -> Result<Ends<usize>> {
    let count = |number: Scalar| match number.cast(DType::I64) {
        _ if !number.dtype().is_integer() => {
            Err(type_error(format!("pad: `{name}` has integers, found {number}")))
        }
        Scalar::I64(count) if count >= 0 => Ok(count as usize),
        _ if number.dtype() == DType::U64 => {
            Err(value_error(format!("pad: `{name}` is too large, found {number}")))
        }
        _ => Err(value_error(format!("pad: `{name}` cannot be negative, found {number}"))),
    };
    let ends = for_ends(&format!("`{name}`"), object, rank)?;
    ends.into_iter().map(|(before, after)| Ok((count(before)?, count(after)?))).collect()
}

/// A number for each end of each axis, of one that is for all, a pair for all axes, or a pair for each: whatever broadcasts
/// so.
fn for_ends(what: &str, object: &Bound<'_, PyAny>, rank: usize) -> Result<Ends<Scalar>> {
    let found = convert(object)?.into_tensor();
    let Ok(ends) = found.broadcast_to([rank, 2]) else {
        let shape = found.shape();
        return Err(value_error(format!(
            "pad: {what} are one number, a pair, or a pair for each of {rank} axes, found numbers of shape {shape:?}"
        )));
    };
    let at = |axis: usize, end: i64| ends.get([axis as i64, end]);
    (0..rank).map(|axis| Ok((at(axis, 0)?, at(axis, 1)?))).collect()
}

/// How many elements there are with those that are added.
fn padded(shape: &[usize], widths: &[(usize, usize)]) -> usize {
    let sizes = shape.iter().zip(widths);
    let size =
        |size: usize, (before, after): (usize, usize)| size.saturating_add(before).saturating_add(after);
    sizes.fold(1, |all: usize, (&old, &added)| all.saturating_mul(size(old, added)))
}

fn mode_of(name: &str, value: Scalar) -> Result<Pad> {
    let modes = Pad::named(value);
    modes.iter().find(|(known, _)| *known == name).map(|&(_, mode)| mode).ok_or_else(|| {
        let known: Vec<String> = modes.iter().map(|(known, _)| format!("{known:?}")).collect();
        value_error(format!("pad: `mode` is one of {}, found {name:?}", known.join(", ")))
    })
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: pad)
}
