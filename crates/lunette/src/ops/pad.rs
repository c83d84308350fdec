//! Larger tensors, with something around the elements.

use super::elementwise::{BinaryOp, Expression, Operand, UnaryOp, unary};
use super::quantile::{self, Interpolation, Nan, Unit, Wanted};
use super::rearrange::{part, reshape_to};
use super::reduce::{self, KeepDims};
use super::{cast, create, lists, pick, store};
use crate::dtype::{DType, Scalar};
use crate::error::{ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::reduce::Reduction;
use crate::layout::{Dims, Entries, Order, checked_len};
use crate::tensor::Handle;

/// What stands around a padded tensor.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![1, 2, 3];
/// assert_eq!(x.pad(&[(2, 1)], Pad::Edge)?, tensor![1, 1, 1, 2, 3, 3]);
/// assert_eq!(x.pad(&[(1, 0)], Pad::Constant(9.into()))?, tensor![9, 1, 2, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Pad {
    /// One value.
    Constant(Scalar),
    /// The nearest entry: `a a [a b c] c c`.
    Edge,
    /// The entries mirrored, without the edge: `c b [a b c] b a`.
    Reflect,
    /// The entries mirrored, with the edge: `b a [a b c] c b`.
    Symmetric,
    /// The entries from the other end: `b c [a b c] a b`.
    Wrap,
    /// In equal steps from the edge to one value, which stands at the far ends; integers are rounded down.
    LinearRamp(Scalar),
    /// The mean along the axis; of integers it is rounded, halves to the even one.
    Mean,
    /// The greatest entry along the axis; complex numbers have none.
    Maximum,
    /// The least entry along the axis; complex numbers have none.
    Minimum,
    /// The median along the axis, rounded as the mean; complex numbers have none.
    Median,
}

impl Pad {
    /// All modes by their names, the usual one first; those that take a value take this one.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let modes = Pad::named(9.into());
    /// let found = modes.iter().find(|(name, _)| *name == "constant");
    /// assert_eq!(found.map(|&(_, mode)| mode), Some(Pad::Constant(9.into())));
    /// ```
    pub fn named(value: Scalar) -> Vec<(&'static str, Self)> {
        vec![
            ("constant", Self::Constant(value)),
            ("edge", Self::Edge),
            ("reflect", Self::Reflect),
            ("symmetric", Self::Symmetric),
            ("wrap", Self::Wrap),
            ("linear_ramp", Self::LinearRamp(value)),
            ("mean", Self::Mean),
            ("median", Self::Median),
            ("maximum", Self::Maximum),
            ("minimum", Self::Minimum),
        ]
    }
}

/// How many entries stand before and after each axis.
type Widths<'a> = &'a [(usize, usize)];

/// A larger tensor with `widths[k]` entries before and after each axis.
pub(crate) fn pad(x: &Handle, widths: Widths<'_>, mode: Pad) -> Result<Handle> {
    padded("pad", x, widths, mode, None)
}

/// As [`pad`], with numbers of the `lengths[k]` entries next to the ends of each axis.
pub(crate) fn pad_with(x: &Handle, widths: Widths<'_>, mode: Pad, lengths: Widths<'_>) -> Result<Handle> {
    let op = "pad_with";
    let wrong = |found, allowed| Err(ErrorKind::Argument { op, name: "lengths", found, allowed }.into());
    if !matches!(mode, Pad::Mean | Pad::Maximum | Pad::Minimum | Pad::Median) {
        let found = format!("given in the mode {mode:?}");
        return wrong(found, "only means, medians and extremes are of a number of entries");
    }
    if lengths.len() != x.layout.rank() {
        let cure = "give the numbers of entries at both ends of each axis";
        return Err(x.layout.wrong_count(op, "pairs of lengths", [x.layout.rank(), lengths.len()], cure));
    }
    if lengths.iter().any(|&(first, last)| first == 0 || last == 0) {
        return wrong("0".to_owned(), "there must be at least one entry to look at");
    }
    padded(op, x, widths, mode, Some(lengths))
}

fn padded(
    op: &'static str,
    x: &Handle,
    widths: Widths<'_>,
    mode: Pad,
    lengths: Option<Widths<'_>>,
) -> Result<Handle> {
    let padded = padded_shape(op, x, widths)?;
    if let Pad::Constant(value) = mode {
        let made = create::full(op, x.dtype, &padded, value)?;
        store::copy_into(op, &inner(op, &made, x, widths, 0)?, x)?;
        return Ok(made);
    }
    if x.shape().iter().zip(widths).any(|(&size, &(before, after))| size == 0 && before + after > 0) {
        return Err(ErrorKind::Empty { op, shape: x.shape().into() }.into());
    }
    match mode {
        Pad::Edge | Pad::Reflect | Pad::Symmetric | Pad::Wrap => with_entries(op, x, widths, mode),
        _ => with_numbers(op, x, (widths, &padded), mode, lengths),
    }
}

fn padded_shape(op: &'static str, x: &Handle, widths: Widths<'_>) -> Result<Dims> {
    if widths.len() != x.layout.rank() {
        let cure = "give the widths before and after each axis";
        return Err(x.layout.wrong_count(op, "pairs of widths", [x.layout.rank(), widths.len()], cure));
    }
    let mut padded = Dims::new();
    for (&size, &(before, after)) in x.shape().iter().zip(widths) {
        let total = size.checked_add(before).and_then(|n| n.checked_add(after));
        padded.push(total.ok_or_else(|| ErrorKind::Argument {
            op,
            name: "widths",
            found: format!("{before} and {after} around an axis of length {size}"),
            allowed: "the padded axis has more entries than can be counted",
        })?);
    }
    checked_len(op, &padded)?;
    Ok(padded)
}

/// A view of the part of a padded tensor in which, from an axis on, the elements of `x` stand.
fn inner(op: &'static str, made: &Handle, x: &Handle, widths: Widths<'_>, from: usize) -> Result<Handle> {
    let mut inner = made.layout.clone();
    for (axis, (&len, &(start, _))) in x.shape().iter().zip(widths).enumerate().skip(from) {
        inner = inner.slice_axis(op, axis, Entries { start, len, step: 1 })?;
    }
    Ok(made.with_layout(inner))
}

/// Pads with entries of the tensor itself.
fn with_entries(op: &'static str, x: &Handle, widths: Widths<'_>, mode: Pad) -> Result<Handle> {
    let mut entries = Vec::with_capacity(widths.len());
    for (axis, (&size, &(before, after))) in x.shape().iter().zip(widths).enumerate() {
        let padded = before + size + after;
        let from = |i: usize| source_entry(i as i128 - before as i128, size as i128, mode) as usize;
        let mut list = lists::with_room(op, padded)?;
        list.extend((0..padded).map(from));
        entries.push((axis, list));
    }
    pick::take_entries(op, x, &entries)
}

/// Which entry of an axis of `size` stands at `position`, counted from its first entry and maybe outside.
fn source_entry(position: i128, size: i128, mode: Pad) -> i128 {
    match mode {
        Pad::Wrap => position.rem_euclid(size),
        Pad::Symmetric => {
            let around = position.rem_euclid(2 * size);
            around.min(2 * size - 1 - around)
        }
        Pad::Reflect if size > 1 => {
            let around = position.rem_euclid(2 * size - 2);
            around.min(2 * size - 2 - around)
        }
        _ => position.clamp(0, size - 1),
    }
}

/// Pads with numbers that are computed, axis after axis: those beside one follow from what stands beside the others
/// already.
fn with_numbers(
    op: &'static str,
    x: &Handle,
    (widths, padded): (Widths<'_>, &[usize]),
    mode: Pad,
    lengths: Option<Widths<'_>>,
) -> Result<Handle> {
    if let Pad::LinearRamp(end) = mode {
        end.try_cast_for(op, x.dtype)?;
    }
    let made = Handle::zeros(op, x.dtype, padded, Order::C)?;
    store::copy_into(op, &inner(op, &made, x, widths, 0)?, x)?;
    for (axis, &(before, after)) in
        widths.iter().enumerate().filter(|(_, (before, after))| before + after > 0)
    {
        let (region, last) = (inner(op, &made, x, widths, axis + 1)?, before + x.shape()[axis]);
        let (left, right) =
            (part(op, &region, axis, 0..before)?, part(op, &region, axis, last..last + after)?);
        if let Pad::LinearRamp(end) = mode {
            ramp(op, &left, &part(op, &region, axis, before..before + 1)?, end, axis)?;
            let layout = right.layout.flip_for(op, Some(&[axis as i64]))?;
            ramp(op, &right.with_layout(layout), &part(op, &region, axis, last - 1..last)?, end, axis)?;
        } else {
            let size = x.shape()[axis];
            let looked_at = lengths.map_or((size, size), |lengths| lengths[axis]);
            let (first, behind) = (looked_at.0.min(size), looked_at.1.min(size));
            let value = summary(op, &part(op, &region, axis, before..before + first)?, mode, axis)?;
            store::copy_into(op, &left, &value)?;
            // Of all entries it is the same number.
            let value = match first + behind < 2 * size {
                true => summary(op, &part(op, &region, axis, last - behind..last)?, mode, axis)?,
                false => value,
            };
            store::copy_into(op, &right, &value)?;
        }
    }
    Ok(made)
}

/// Writes equal steps from `end`, which comes first, towards an edge of one entry, which comes no more.
fn ramp(op: &'static str, out: &Handle, edge: &Handle, end: Scalar, axis: usize) -> Result<()> {
    let count = out.shape()[axis];
    let work = if out.dtype.is_complex() { DType::Complex128 } else { DType::F64 };
    let mut along = Dims::from_elem(1, out.layout.rank());
    along[axis] = count;
    let steps = reshape_to(op, &create::from_flat_fn(op, &[count], |k| k as f64)?, &along)?;
    let (edge, number) =
        (cast::to_dtype(op, edge, work)?, |value: Scalar| Expression::of(Operand::Scalar(value)));
    let made = Expression::of(Operand::Tensor(&edge))
        .binary(BinaryOp::Subtract, number(end.cast(work)))
        .binary(BinaryOp::Divide, number(Scalar::F64(count as f64)))
        .binary(BinaryOp::Multiply, Expression::of(Operand::Tensor(&steps)))
        .binary(BinaryOp::Add, number(end.cast(work)))
        .evaluate_for(op)?;
    let made = if out.dtype.is_integer() { unary(UnaryOp::Floor, &made)? } else { made };
    store::copy_into(op, out, &cast::to_dtype(op, &made, out.dtype)?)
}

/// The one number, in the tensor's dtype, that stands for all entries of an axis, which stays with size 1.
fn summary(op: &'static str, x: &Handle, mode: Pad, axis: usize) -> Result<Handle> {
    let (axes, keep) = (Axes::List([axis as i64].into_iter().collect()), KeepDims::Yes);
    let found = match mode {
        Pad::Maximum => reduce::extreme(op, x, &axes, keep, Reduction::Greatest)?,
        Pad::Minimum => reduce::extreme(op, x, &axes, keep, Reduction::Least)?,
        Pad::Median => {
            let options = quantile::Options { keep, method: Interpolation::Linear, nan: Nan::Counts };
            quantile::quantile(op, x, Wanted::one(&0.5, Unit::Part), &axes, options)?
        }
        _ => reduce::mean(op, x, &axes, keep)?,
    };
    let found =
        if x.dtype.is_integer() && found.dtype != x.dtype { unary(UnaryOp::Round, &found)? } else { found };
    cast::to_dtype(op, &found, x.dtype)
}

#[cfg(test)]
mod tests {
    use super::{Pad, Scalar};

    #[test]
    fn every_mode_has_a_name() {
        let value = Scalar::I64(1);
        let modes = Pad::named(value);
        // A mode that is missing here does not compile.
        let place = |mode: &Pad| match mode {
            Pad::Constant(_) => 0,
            Pad::Edge => 1,
            Pad::Reflect => 2,
            Pad::Symmetric => 3,
            Pad::Wrap => 4,
            Pad::LinearRamp(_) => 5,
            Pad::Mean => 6,
            Pad::Median => 7,
            Pad::Maximum => 8,
            Pad::Minimum => 9,
        };
        assert!(modes.iter().map(|(_, mode)| place(mode)).eq(0..10));
    }
}
