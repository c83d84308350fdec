//! Products other than that of matrices, each laid out as one.

use super::elementwise::{BinaryOp, Expression, Operand, UnaryOp, binary, unary};
use super::matmul::matmul;
use super::reduce::{self, KeepDims, Reducible};
use super::{cast, join, load, rearrange, store};
use crate::dtype::{DType, promote};
use crate::error::{ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::matmul::work_dtype;
use crate::kernels::reduce::Reduction;
use crate::layout::{Dims, Layout, Order, broadcast_shapes_for, resolve_axes, resolve_axis};
use crate::tensor::Handle;

/// Vectors up to this length are multiplied and added up element by element: a product of matrices for each would be
/// mostly calls.
const SHORT: usize = 32;

/// The sum over the last axis, in the dtype that it has; of bools whether one is true.
pub(crate) fn sum_last_axis(op: &'static str, x: &dyn Reducible) -> Result<Handle> {
    let last = Axes::List([-1].as_slice().into());
    match x.dtype() {
        DType::Bool => reduce::truth(op, x, &last, KeepDims::No, Reduction::Any),
        dtype => reduce::sum(op, x, &last, KeepDims::No, dtype),
    }
}

/// The products of elements, stretched to each other.
pub(super) fn multiply_each(a: &Handle, b: &Handle) -> Result<Handle> {
    binary(BinaryOp::Multiply, Operand::Tensor(a), Operand::Tensor(b))
}

/// The complex conjugate; the tensor itself where there is nothing to conjugate.
pub(super) fn conjugate(x: &Handle) -> Result<Handle> {
    if x.dtype.is_complex() { unary(UnaryOp::Conj, x) } else { Ok(x.clone()) }
}

/// The cross product of the vectors of three elements along `axis`; the other axes stretch to each other.
pub(crate) fn cross(op: &'static str, a: &Handle, b: &Handle, axis: i64) -> Result<Handle> {
    let last = |x: &Handle| -> Result<Handle> {
        let size = x.shape()[resolve_axis(op, axis, x.layout.rank())?];
        if size != 3 {
            let allowed = "the vectors must have three elements";
            return Err(
                ErrorKind::Argument { op, name: "axis", found: format!("of size {size}"), allowed }.into()
            );
        }
        Ok(x.with_layout(x.layout.move_axis_for(op, &[axis], &[-1])?))
    };
    let (left, right) = (last(a)?, last(b)?);
    // Axes counted from the end of both are the same ones, so that the shapes as they are tell whether they fit.
    match axis < 0 || a.layout.rank() == b.layout.rank() {
        true => broadcast_shapes_for(op, &[a.shape(), b.shape()])?,
        false => broadcast_shapes_for(op, &[left.shape(), right.shape()])?,
    };
    let (a, b) = (left, right);
    let part = |x: &Handle, k: usize| -> Result<Handle> {
        Ok(x.with_layout(x.layout.index_axis(op, x.layout.rank() - 1, k % 3)?))
    };
    let mut parts = Vec::with_capacity(3);
    for k in 0..3 {
        let positive = multiply_each(&part(&a, k + 1)?, &part(&b, k + 2)?)?;
        let negative = multiply_each(&part(&a, k + 2)?, &part(&b, k + 1)?)?;
        parts.push(binary(BinaryOp::Subtract, Operand::Tensor(&positive), Operand::Tensor(&negative))?);
    }
    join::stack(&parts.iter().collect::<Vec<_>>(), axis)
}

/// The sum over `axis` of the conjugate of `a` times `b`; the other axes stretch to each other.
pub(crate) fn vecdot(a: &Handle, b: &Handle, axis: i64) -> Result<Handle> {
    let op = "vecdot";
    let last =
        |x: &Handle| -> Result<Handle> { Ok(x.with_layout(x.layout.move_axis_for(op, &[axis], &[-1])?)) };
    let (left, right) = (last(a)?, last(b)?);
    let (k, n) = (left.shape().last(), right.shape().last());
    if k != n {
        let axes = [a, b].map(|x| resolve_axis(op, axis, x.layout.rank()).unwrap_or(0));
        return Err(ErrorKind::Contraction { op, left: a.layout.dims(), right: b.layout.dims(), axes }.into());
    }
    let dtype = promote(left.dtype, right.dtype);
    if k.is_some_and(|&len| len <= SHORT) && work_dtype(dtype) == dtype {
        let conjugate = Expression::of(Operand::Tensor(&left));
        let conjugate = if left.dtype.is_complex() { conjugate.unary(UnaryOp::Conj) } else { conjugate };
        let products = conjugate.binary(BinaryOp::Multiply, Expression::of(Operand::Tensor(&right)));
        return products.reduce(op, |products| sum_last_axis(op, products));
    }
    let row = conjugate(&left)?;
    let row = row.with_layout(row.layout.expand_dims_for(op, &[-2])?);
    let column = right.with_layout(right.layout.expand_dims_for(op, &[-1])?);
    let made = matmul(op, &row, &column)?;
    let batch = &made.shape()[..made.layout.rank() - 2];
    rearrange::in_shape(op, made.clone(), batch)
}

/// The sum over pairs of axes, one of `a` and one of `b`; what is left of `a` comes before what is left of `b`.
pub(crate) fn tensordot(a: &Handle, b: &Handle, axes_a: &[i64], axes_b: &[i64]) -> Result<Handle> {
    let op = "tensordot";
    if axes_a.len() != axes_b.len() {
        let cure = "name as many axes of one tensor as of the other";
        return Err(b.layout.wrong_count(op, "axes", [axes_a.len(), axes_b.len()], cure));
    }
    let summed_a = resolve_axes(op, axes_a, a.layout.rank())?;
    let summed_b = resolve_axes(op, axes_b, b.layout.rank())?;
    for (&i, &j) in summed_a.iter().zip(&summed_b) {
        if a.shape()[i] != b.shape()[j] {
            let (left, right) = (a.layout.dims(), b.layout.dims());
            return Err(ErrorKind::Contraction { op, left, right, axes: [i, j] }.into());
        }
    }
    let free = |x: &Handle, summed: &[usize]| -> Vec<usize> {
        (0..x.layout.rank()).filter(|axis| !summed.contains(axis)).collect()
    };
    let (free_a, free_b) = (free(a, &summed_a), free(b, &summed_b));
    let sizes = free_a.iter().map(|&k| a.shape()[k]).chain(free_b.iter().map(|&k| b.shape()[k]));
    let shape: Dims = sizes.collect();
    Layout::contiguous_for(op, &shape, Order::C)?;
    if summed_a.is_empty() {
        // A sum would begin with 0, and a product that is -0 would be lost in it.
        let ones = std::iter::repeat_n(1, b.layout.rank());
        let spread: Dims = a.shape().iter().copied().chain(ones).collect();
        return multiply_each(&rearrange::reshape_to(op, a, &spread)?, b);
    }
    let left = as_matrix(op, a, &free_a, &summed_a)?;
    let right = as_matrix(op, b, &summed_b, &free_b)?;
    rearrange::in_shape(op, matmul(op, &left, &right)?, &shape)
}

/// The tensor as a matrix: some axes are its rows, the others its columns. A view where strides can express it.
pub(super) fn as_matrix(op: &'static str, x: &Handle, rows: &[usize], columns: &[usize]) -> Result<Handle> {
    let order: Vec<i64> = rows.iter().chain(columns).map(|&axis| axis as i64).collect();
    let turned = x.with_layout(x.layout.permute_for(op, &order)?);
    let size = |axes: &[usize]| axes.iter().map(|&axis| x.shape()[axis]).product();
    rearrange::reshape_to(op, &turned, &[size(rows), size(columns)])
}

/// All products of an element of one vector and an element of the other.
pub(crate) fn outer(op: &'static str, a: &Handle, b: &Handle) -> Result<Handle> {
    for x in [a, b] {
        if x.layout.rank() != 1 {
            return Err(ErrorKind::Rank { op, expected: "two vectors", found: x.layout.rank() }.into());
        }
    }
    tensordot(a, b, &[], &[])
}

/// The Kronecker product: every element of `a` times all of `b`.
pub(crate) fn kron(op: &'static str, a: &Handle, b: &Handle) -> Result<Handle> {
    let rank = a.layout.rank().max(b.layout.rank());
    let padded = |x: &Handle| -> Dims {
        let new = rank - x.layout.rank();
        std::iter::repeat_n(1, new).chain(x.shape().iter().copied()).collect()
    };
    let (of_a, of_b) = (padded(a), padded(b));
    // Where a size is larger than can be counted the largest one stands for it, which is refused with all of the shape.
    let shape: Dims = of_a.iter().zip(&of_b).map(|(&m, &n)| m.saturating_mul(n)).collect();
    Layout::contiguous_for(op, &shape, Order::C)?;
    let spread = |x: &Handle, sizes: &Dims, place: usize| -> Result<Handle> {
        let pairs: Dims =
            sizes.iter().flat_map(|&size| if place == 0 { [size, 1] } else { [1, size] }).collect();
        rearrange::reshape_to(op, x, &pairs)
    };
    let made = multiply_each(&spread(a, &of_a, 0)?, &spread(b, &of_b, 1)?)?;
    let made = if made.layout.is_c_contiguous() { made } else { load::copy(op, &made, Order::C)? };
    rearrange::in_shape(op, made, &shape)
}

/// The sum of a diagonal of the last two axes.
pub(crate) fn trace(op: &'static str, x: &Handle, offset: i64, dtype: DType) -> Result<Handle> {
    check_matrix(op, x)?;
    reduce::check_total(op, x, dtype)?;
    let diagonal = x.with_layout(x.layout.diagonal_for(op, offset, -2, -1)?);
    let diagonal = if dtype == x.dtype { diagonal } else { cast::cast(op, &diagonal, dtype)? };
    sum_last_axis(op, &diagonal)
}

/// Matrices with the last axis as their diagonal, zeros elsewhere.
pub(crate) fn diag_embed(x: &Handle, offset: i64) -> Result<Handle> {
    let op = "diag_embed";
    let Some((&len, batch)) = x.shape().split_last() else {
        return Err(ErrorKind::Rank { op, expected: "at least one axis", found: 0 }.into());
    };
    // A size that cannot be counted is refused as the largest one is, with the shape that was asked for.
    let size = len.saturating_add(usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX));
    let shape: Dims = batch.iter().copied().chain([size, size]).collect();
    let made = Handle::zeros(op, x.dtype, &shape, Order::C)?;
    store::copy_into(op, &made.with_layout(made.layout.diagonal_for(op, offset, -2, -1)?), x)?;
    Ok(made)
}

/// The last two axes swapped.
pub(crate) fn matrix_transpose(op: &'static str, x: &Handle) -> Result<Handle> {
    check_matrix(op, x)?;
    Ok(x.with_layout(x.layout.swap_axes_for(op, -2, -1)?))
}

/// Two axes are needed.
pub(crate) fn check_matrix(op: &'static str, x: &Handle) -> Result<()> {
    match x.layout.rank() {
        found @ 0..2 => Err(ErrorKind::Rank { op, expected: "at least two axes", found }.into()),
        _ => Ok(()),
    }
}
