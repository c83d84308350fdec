//! Products of matrices, vectors and batches of them.

use std::borrow::Cow;

use super::cast::{self, to_dtype};
use super::store;
use crate::buffer::{Buffer, lock_all};
use crate::dtype::promote;
use crate::error::{Access, ErrorKind, Result};
use crate::kernels::matmul::{product, product_to_fresh, work_dtype};
use crate::layout::{Dims, Layout, Order, broadcast_batches_for};
use crate::tensor::Handle;

/// The shapes of a product: all three as batches of matrices, and the result as the caller sees it.
struct Shapes {
    a: Dims,
    b: Dims,
    /// With the axes of size 1 that vectors have been given.
    full: Dims,
    /// Without them.
    result: Dims,
}

/// The product, in the dtype that both promote to.
pub(crate) fn matmul(op: &'static str, a: &Handle, b: &Handle) -> Result<Handle> {
    if let Some(product) = of_matrices(op, a, b)? {
        return Ok(product);
    }
    let shapes = shapes(op, a.shape(), b.shape())?;
    let dtype = promote(a.dtype, b.dtype);
    let work = work_dtype(dtype);
    let made = multiply(op, &to_dtype(op, a, work)?, &to_dtype(op, b, work)?, &shapes)?;
    if work == dtype { Ok(made) } else { cast::cast(op, &made, dtype) }
}

/// The product, written into `out`, which may share memory with the operands.
pub(crate) fn matmul_into(op: &'static str, a: &Handle, b: &Handle, out: &Handle) -> Result<()> {
    out.check_writable(op)?;
    let shapes = shapes(op, a.shape(), b.shape())?;
    if *shapes.result != *out.shape() {
        let (expected, found) = (shapes.result, out.layout.dims());
        let cure = "the destination must have the shape of the product";
        return Err(ErrorKind::ShapeMismatch { op, expected, found, cure }.into());
    }
    let dtype = promote(a.dtype, b.dtype);
    let direct = dtype == out.dtype && work_dtype(dtype) == dtype;
    if !direct {
        dtype.check_store(op, out.dtype)?;
        return store::copy_into(op, out, &matmul(op, a, b)?);
    }
    let (a, b) = (to_dtype(op, a, dtype)?, to_dtype(op, b, dtype)?);
    // The result's axes of size 1 can be put back anywhere.
    let Some(full) = out.layout.reshape(&shapes.full) else {
        return store::copy_into(op, out, &multiply(op, &a, &b, &shapes)?);
    };
    let [of_a, of_b] = operands(op, &a, &b, &shapes)?;
    let wanted = [(&out.buffer, Access::Write), (&a.buffer, Access::Read), (&b.buffer, Access::Read)];
    let locks = lock_all(op, wanted)?;
    let [to, from_a, from_b] = locks.each();
    product(
        op,
        to.target(op, &full, dtype)?,
        from_a.source(op, &of_a, dtype)?,
        from_b.source(op, &of_b, dtype)?,
    )
}

/// The product of operands of one dtype, in which the kernels can work.
fn multiply(op: &'static str, a: &Handle, b: &Handle, shapes: &Shapes) -> Result<Handle> {
    let result = Layout::contiguous_for(op, &shapes.result, Order::C)?;
    let [of_a, of_b] = operands(op, a, b, shapes)?;
    let (of_a, of_b, full) = match one_matrix(&of_a, &of_b, &shapes.full) {
        Some((rows, matrix)) => {
            let sizes = [rows.shape()[0], matrix.shape()[1]];
            (rows, matrix, Layout::contiguous_for(op, &sizes, Order::C)?)
        }
        None => (of_a, of_b, Layout::contiguous_for(op, &shapes.full, Order::C)?),
    };
    let buffer = multiply_as(op, [(a, &of_a), (b, &of_b)], &full)?;
    Ok(Handle::fresh(buffer, result, a.dtype))
}

/// The product of two matrices or vectors, if they are of one dtype, in which the kernels can work: nothing has to be
/// converted or stretched.
fn of_matrices(op: &'static str, a: &Handle, b: &Handle) -> Result<Option<Handle>> {
    let (of_a, of_b) = (as_matrix(op, a, 0)?, as_matrix(op, b, 1)?);
    let (Some(of_a), Some(of_b)) = (of_a, of_b) else { return Ok(None) };
    let (&[rows, depth], &[summed, columns]) = (of_a.shape(), of_b.shape()) else { return Ok(None) };
    if depth != summed || a.dtype != b.dtype || work_dtype(a.dtype) != a.dtype {
        return Ok(None);
    }
    let full = Layout::contiguous_for(op, &[rows, columns], Order::C)?;
    let buffer = multiply_as(op, [(a, &of_a), (b, &of_b)], &full)?;
    let result = match (a.layout.rank(), b.layout.rank()) {
        (2, 2) => full,
        (2, _) => Layout::contiguous_for(op, &[rows], Order::C)?,
        (_, 2) => Layout::contiguous_for(op, &[columns], Order::C)?,
        _ => Layout::contiguous_for(op, &[], Order::C)?,
    };
    Ok(Some(Handle::fresh(buffer, result, a.dtype)))
}

/// The layout of a matrix, or that of a vector as one that is made a matrix by a new axis; none of other ranks.
fn as_matrix<'x>(op: &'static str, x: &'x Handle, new_axis: i64) -> Result<Option<Cow<'x, Layout>>> {
    Ok(match x.layout.rank() {
        1 => Some(Cow::Owned(x.layout.expand_dims_for(op, &[new_axis])?)),
        2 => Some(Cow::Borrowed(&x.layout)),
        _ => None,
    })
}

/// The product of operands, by layouts that are batches of matrices, in new memory.
fn multiply_as(
    op: &'static str,
    [(a, of_a), (b, of_b)]: [(&Handle, &Layout); 2],
    full: &Layout,
) -> Result<Buffer> {
    let locks = lock_all(op, [(&a.buffer, Access::Read), (&b.buffer, Access::Read)])?;
    let [from_a, from_b] = locks.each();
    let (from_a, from_b) = (from_a.source(op, of_a, a.dtype)?, from_b.source(op, of_b, b.dtype)?);
    product_to_fresh(op, full, from_a, from_b)
}

/// A batch by one matrix as one product: the rows of the whole batch, if they are evenly spaced, by the matrix.
fn one_matrix(a: &Layout, b: &Layout, full: &[usize]) -> Option<(Layout, Layout)> {
    let batch = full.len() - 2;
    let is_one = b.strides()[..batch].iter().zip(full).all(|(&stride, &size)| stride == 0 || size == 1);
    if batch == 0 || !is_one || a.is_empty() || b.is_empty() {
        return None;
    }
    let (rows, depth, columns) = (full[batch], a.shape()[batch + 1], full[batch + 1]);
    let all = full[..batch].iter().try_fold(rows, |all, &size| all.checked_mul(size))?;
    let matrix = Layout::new_for("", &[depth, columns], &b.strides()[batch..], b.offset()).ok()?;
    Some((a.reshape(&[all, depth])?, matrix))
}

/// The operands' layouts as batches of matrices, stretched to the batch of the result.
fn operands(op: &'static str, a: &Handle, b: &Handle, shapes: &Shapes) -> Result<[Layout; 2]> {
    let matrix = |x: &Handle, new_axis: i64| match x.layout.rank() {
        1 => x.layout.expand_dims_for(op, &[new_axis]),
        _ => Ok(x.layout.clone()),
    };
    Ok([matrix(a, 0)?.broadcast_to_for(op, &shapes.a)?, matrix(b, 1)?.broadcast_to_for(op, &shapes.b)?])
}

/// The shapes of a product, by the rules of the Array API: a vector on the left is a row, on the right a column, and
/// the axes before the last two are stretched to each other.
fn shapes(op: &'static str, a: &[usize], b: &[usize]) -> Result<Shapes> {
    if a.is_empty() || b.is_empty() {
        return Err(ErrorKind::Rank { op, expected: "at least one axis", found: 0 }.into());
    }
    let (rows, columns) = (&a[a.len().saturating_sub(2)..], &b[b.len().saturating_sub(2)..]);
    let axes = [a.len() - 1, b.len() - columns.len()];
    let (depth, summed) = (a[axes[0]], b[axes[1]]);
    if depth != summed {
        return Err(ErrorKind::Contraction { op, left: a.into(), right: b.into(), axes }.into());
    }
    let rows = &rows[..rows.len() - 1];
    let columns = &columns[1..];
    let batch = broadcast_batches_for(op, [a, b])?;
    let join =
        |parts: [&[usize]; 2]| -> Dims { batch.iter().chain(parts.into_iter().flatten()).copied().collect() };
    let row = if rows.is_empty() { &[1] } else { rows };
    let column = if columns.is_empty() { &[1] } else { columns };
    Ok(Shapes {
        a: join([row, &[depth]]),
        b: join([&[depth], column]),
        full: join([row, column]),
        result: join([rows, columns]),
    })
}
