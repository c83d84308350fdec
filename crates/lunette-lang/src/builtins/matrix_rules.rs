//! Rules for the sizes of products and of what is made of square matrices.

use lunette::DynTensor;

use super::infer::Mistake;
use super::outcome;
use super::probe::{Probe, Size};
use super::sizes::{self, broadcast_sizes};
use crate::types::Type;
use crate::words;

/// A matrix product: the last axis of the first and the last but one of the second go.
pub(super) fn product(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let (Some(left), Some(right)) = (probe.sizes(0), probe.sizes(1)) else { return Ok(ty) };
    let ((rows, inner), (other, columns)) = (last_two(&left, false), last_two(&right, true));
    let wrong = || {
        let shapes = (words::sizes(&left), words::sizes(&right));
        let words = format!("matmul: shapes {} and {} do not multiply", shapes.0, shapes.1);
        outcome::provoked(probe).unwrap_or(Mistake::shape(None, words))
    };
    if matches!((inner, other), (Some(a), Some(b)) if a != b) {
        return Err(wrong());
    }
    let batch = |sizes: &[Size]| sizes[..sizes.len().saturating_sub(2)].to_vec();
    let mut sizes = broadcast_sizes(&batch(&left), &batch(&right)).map_err(|_| wrong())?;
    sizes.extend((left.len() > 1).then_some(rows));
    sizes.extend((right.len() > 1).then_some(columns));
    Ok(sizes::sized(ty, Some(sizes)))
}

/// The last two sizes; a vector is a row, or a column.
fn last_two(sizes: &[Size], column: bool) -> (Size, Size) {
    match *sizes {
        [.., rows, columns] => (rows, columns),
        [only] if column => (only, Some(1)),
        [only] => (Some(1), only),
        [] => (Some(1), Some(1)),
    }
}

/// Matrices of the same sizes, which are square.
pub(super) fn square(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    is_square(probe)?;
    sizes::first(probe, ty)
}

/// Square matrices, of floats where the power is known to be one of the inverse.
pub(super) fn power(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    if let (Some(dtype), Some(n @ ..0)) = (probe.dtype(0), probe.int(1)) {
        outcome::of_dtype(probe, 0, DynTensor::ones_of(dtype, [1, 1]).and_then(|x| x.matrix_power(n)))?;
    }
    square(probe, ty)
}

/// One number for each square matrix.
pub(super) fn square_to_one(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    is_square(probe)?;
    one_each(probe, ty)
}

/// One number for each matrix.
pub(super) fn one_each(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let sizes = probe.sizes(0).map(|mut sizes| {
        sizes.truncate(sizes.len().saturating_sub(2));
        sizes
    });
    Ok(sizes::sized(ty, sizes))
}

/// What the library gives for tensors of these sizes, but for the residuals: how many there are is a matter of values.
pub(super) fn least_squares(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    Ok(match sizes::tried(probe, ty)? {
        Type::Tuple(fields) => {
            let sized = |(k, field): (usize, &Type)| if k == 1 { field.erased() } else { field.clone() };
            Type::Tuple(fields.iter().enumerate().map(sized).collect())
        }
        other => other,
    })
}

fn is_square(probe: &Probe<'_>) -> Result<(), Mistake> {
    let sizes = probe.sizes(0).unwrap_or_default();
    match sizes[..] {
        [.., Some(rows), Some(columns)] if rows != columns => {
            Err(outcome::provoked(probe).unwrap_or_else(|| {
                let (name, shape) = (probe.row().name, words::sizes(&sizes));
                Mistake::shape(None, format!("{name}: the matrices of shape {shape} are not square"))
            }))
        }
        _ => Ok(()),
    }
}
