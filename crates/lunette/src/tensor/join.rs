//! Functions of several tensors.

use super::{Handle, Kind, Tensor};
use crate::error::Result;
use crate::layout::broadcast_shapes_for;
use crate::ops::join;

/// The tensors one after the other along an existing axis, or with `None` all their elements in one row; a copy. Dtypes
/// known at run time are promoted.
///
/// # Errors
/// If ranks, or sizes off the axis, differ.
///
/// ```
/// use lunette::prelude::*;
/// let (a, b) = (tensor![[1, 2]], tensor![[3, 4], [5, 6]]);
/// assert_eq!(concat(&[&a, &b], 0)?, tensor![[1, 2], [3, 4], [5, 6]]);
/// assert_eq!(concat(&[&a, &b], None)?, tensor![1, 2, 3, 4, 5, 6]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[doc(alias = "concatenate")]
#[doc(alias = "cat")]
pub fn concat<K: Kind>(tensors: &[&Tensor<K>], axis: impl Into<Option<i64>>) -> Result<Tensor<K>> {
    if let Some(axis) = axis.into() {
        return join::concat(&handles(tensors), axis).map(Tensor::wrap);
    }
    let rows = tensors.iter().map(|tensor| tensor.ravel_for("concat")).collect::<Result<Vec<_>>>()?;
    join::concat(&handles(&rows.iter().collect::<Vec<_>>()), 0).map(Tensor::wrap)
}

/// The tensors, which have equal shapes, side by side along a new axis at this place of the result; a copy.
///
/// ```
/// use lunette::prelude::*;
/// let (a, b) = (tensor![1, 2], tensor![3, 4]);
/// assert_eq!(stack(&[&a, &b], -1)?, tensor![[1, 3], [2, 4]]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn stack<K: Kind>(tensors: &[&Tensor<K>], axis: i64) -> Result<Tensor<K>> {
    join::stack(&handles(tensors), axis).map(Tensor::wrap)
}

/// The tensors side by side: one after the other along the second axis, vectors along the only one they have; a copy.
///
/// # Errors
/// As [`concat()`].
///
/// ```
/// use lunette::prelude::*;
/// assert_eq!(hstack(&[&tensor![1, 2], &tensor![3]])?, tensor![1, 2, 3]);
/// assert_eq!(hstack(&[&tensor![[1], [2]], &tensor![[3], [4]]])?, tensor![[1, 3], [2, 4]]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn hstack<K: Kind>(tensors: &[&Tensor<K>]) -> Result<Tensor<K>> {
    join::hstack(&handles(tensors)).map(Tensor::wrap)
}

/// The tensors one above the other: one after the other along the first axis, vectors as rows; a copy.
///
/// # Errors
/// As [`concat()`].
///
/// ```
/// use lunette::prelude::*;
/// assert_eq!(vstack(&[&tensor![1, 2], &tensor![3, 4]])?, tensor![[1, 2], [3, 4]]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[doc(alias = "row_stack")]
pub fn vstack<K: Kind>(tensors: &[&Tensor<K>]) -> Result<Tensor<K>> {
    join::vstack(&handles(tensors)).map(Tensor::wrap)
}

/// The tensors side by side as columns: vectors stand upright, and what has two axes follows along the second; a copy.
///
/// # Errors
/// As [`concat()`].
///
/// ```
/// use lunette::prelude::*;
/// use lunette::column_stack;
/// let (x, y) = (tensor![1, 2], tensor![3, 4]);
/// assert_eq!(column_stack(&[&x, &y])?, tensor![[1, 3], [2, 4]]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn column_stack<K: Kind>(tensors: &[&Tensor<K>]) -> Result<Tensor<K>> {
    join::column_stack(&handles(tensors)).map(Tensor::wrap)
}

/// The tensors one behind the other: along the third axis, matrices as its layers and vectors as rows of layers; a copy.
///
/// # Errors
/// As [`concat()`].
///
/// ```
/// use lunette::prelude::*;
/// use lunette::dstack;
/// let (x, y) = (tensor![[1, 2]], tensor![[3, 4]]);
/// assert_eq!(dstack(&[&x, &y])?, tensor![[[1, 3], [2, 4]]]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn dstack<K: Kind>(tensors: &[&Tensor<K>]) -> Result<Tensor<K>> {
    join::dstack(&handles(tensors)).map(Tensor::wrap)
}

/// Coordinates of a grid over axes of rank 1, as copies: one tensor for each. As pictures are addressed, the first goes
/// along the columns of the grid and the second along the rows, as in NumPy and the standard; [`meshgrid_ij`] leaves
/// axes where they are.
///
/// ```
/// use lunette::prelude::*;
/// let (x, y) = (tensor![1, 2, 3], tensor![10, 20]);
/// let grids = meshgrid(&[&x, &y])?;
/// assert_eq!(grids[0], tensor![[1, 2, 3], [1, 2, 3]]);
/// assert_eq!(grids[1], tensor![[10, 10, 10], [20, 20, 20]]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn meshgrid<K: Kind>(axes: &[&Tensor<K>]) -> Result<Vec<Tensor<K>>> {
    Ok(Tensor::wrap_all(join::meshgrid(&handles(axes), true)?))
}

/// As [`meshgrid`], with axis `k` of the grid going along axis `k`: NumPy's `indexing='ij'`.
///
/// ```
/// use lunette::prelude::*;
/// let grid = meshgrid_ij(&[&tensor![1, 2], &tensor![10, 20, 30]])?;
/// assert_eq!(grid[0], tensor![[1, 1, 1], [2, 2, 2]]);
/// assert_eq!(grid[1], tensor![[10, 20, 30], [10, 20, 30]]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[doc(alias = "mgrid")]
pub fn meshgrid_ij<K: Kind>(axes: &[&Tensor<K>]) -> Result<Vec<Tensor<K>>> {
    Ok(Tensor::wrap_all(join::meshgrid(&handles(axes), false)?))
}

/// Views of all tensors stretched to one shape; read-only where they repeat.
///
/// # Errors
/// If the shapes do not broadcast.
///
/// ```
/// use lunette::prelude::*;
/// let both = broadcast_tensors(&[&tensor![[1], [2]], &tensor![[5, 6, 7]]])?;
/// assert_eq!(both[0].shape(), [2, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn broadcast_tensors<K: Kind>(tensors: &[&Tensor<K>]) -> Result<Vec<Tensor<K>>> {
    let shapes: Vec<&[usize]> = tensors.iter().map(|tensor| tensor.shape()).collect();
    let shape = broadcast_shapes_for("broadcast_tensors", &shapes)?;
    tensors.iter().map(|tensor| tensor.broadcast_to(&shape)).collect()
}

/// The standard's name for [`broadcast_tensors`].
///
/// # Errors
/// As [`broadcast_tensors`].
///
/// ```
/// use lunette::prelude::*;
/// let both = broadcast_arrays(&[&tensor![[1], [2]], &tensor![5, 6, 7]])?;
/// assert_eq!(both[1], tensor![[5, 6, 7], [5, 6, 7]]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn broadcast_arrays<K: Kind>(tensors: &[&Tensor<K>]) -> Result<Vec<Tensor<K>>> {
    broadcast_tensors(tensors)
}

fn handles<'a, K: Kind>(tensors: &[&'a Tensor<K>]) -> Vec<&'a Handle> {
    tensors.iter().map(|tensor| &tensor.handle).collect()
}
