//! Batches of matrices as vectors of their elements, and who works on which.

use lunette_decompose::Threads;
use rayon::prelude::*;

use super::field::Field;
use crate::buffer::Buffer;
use crate::dtype::{DType, Element};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::{Dims, Layout, Order};
use crate::nest::cancel::Watch;
use crate::nest::threads;
use crate::ops::products::{check_matrix, matrix_transpose};
use crate::ops::{cast, lists, rearrange, store};
use crate::tensor::Handle;

/// Below so many multiplications one thread is as fast as several.
const WORTH_SHARING: usize = 1 << 20;

/// The sizes of a tensor whose last two axes are matrices.
#[derive(Clone)]
pub(super) struct Batch {
    pub(super) dims: Dims,
    pub(super) count: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Batch {
    /// # Errors
    /// If there are fewer than two axes.
    pub(super) fn of(op: &'static str, x: &Handle) -> Result<Self> {
        check_matrix(op, x)?;
        let (dims, sizes) = x.shape().split_at(x.layout.rank() - 2);
        let count = if x.layout.is_empty() { count(dims) } else { x.layout.len() / (sizes[0] * sizes[1]) };
        Ok(Self { dims: dims.into(), count, rows: sizes[0], columns: sizes[1] })
    }

    /// # Errors
    /// If there are fewer than two axes, or the last two differ in size.
    pub(super) fn square(op: &'static str, x: &Handle) -> Result<Self> {
        let batch = Self::of(op, x)?;
        match batch.rows == batch.columns {
            true => Ok(batch),
            false => Err(ErrorKind::NotSquare { op, shape: x.layout.dims() }.into()),
        }
    }

    /// The elements of one matrix.
    pub(super) fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// The shape of a result with these sizes in place of rows and columns.
    pub(super) fn shape(&self, sizes: &[usize]) -> Dims {
        self.dims.iter().chain(sizes).copied().collect()
    }

    /// The index in the batch of its `k`-th matrix.
    pub(super) fn index(&self, mut k: usize) -> Dims {
        let mut index = self.dims.clone();
        for (place, &size) in index.iter_mut().zip(&self.dims).rev() {
            *place = k % size;
            k /= size;
        }
        index
    }

    /// What `work` makes of every matrix, whose elements it may overwrite.
    ///
    /// Many small matrices are shared among the threads, in a large one all of them help.
    pub(super) fn each<T: Field, O: Send>(
        &self,
        op: &'static str,
        data: &mut [T],
        work: impl Fn(usize, &mut [T], Threads) -> Result<O> + Sync,
    ) -> Result<Vec<O>> {
        let watch = Watch::new();
        let watched = |k: usize, matrix: &mut [T], threads: Threads| match watch.stopped_by() {
            Some(_) => Err(ErrorKind::Cancelled { op }.into()),
            None => work(k, matrix, threads),
        };
        let size = self.size();
        if size == 0 {
            // Matrices without elements take no memory: there can be more of them than memory holds results.
            let mut made = lists::with_room(op, self.count)?;
            for k in 0..self.count {
                made.push(watched(k, &mut [], Threads::One)?);
            }
            return Ok(made);
        }
        let each = size.saturating_mul(self.rows.min(self.columns));
        if each.saturating_mul(self.count) < WORTH_SHARING || !threads::may_share() {
            let matrices = data.chunks_exact_mut(size).enumerate();
            return matrices.map(|(k, matrix)| watched(k, matrix, Threads::One)).collect();
        }
        threads::install(|| match each < WORTH_SHARING && self.count > 1 {
            true => {
                let matrices = data.par_chunks_exact_mut(size).enumerate();
                matrices.map(|(k, matrix)| watched(k, matrix, Threads::One)).collect()
            }
            false => {
                let matrices = data.chunks_exact_mut(size).enumerate();
                matrices.map(|(k, matrix)| watched(k, matrix, Threads::Pool)).collect()
            }
        })
    }

    /// Refuses matrices on which an iteration might not end.
    pub(super) fn check_finite<T: Field>(&self, op: &'static str, data: &[T]) -> Result<()> {
        match data.iter().position(|value| !value.is_finite()) {
            None => Ok(()),
            Some(at) => Err(ErrorKind::NotFinite { op, batch: self.index(at / self.size()) }.into()),
        }
    }

    /// The error of an iteration that did not end.
    #[cold]
    pub(super) fn no_convergence(&self, op: &'static str, k: usize) -> Error {
        ErrorKind::NoConvergence { op, batch: self.index(k) }.into()
    }
}

/// The number of matrices in a batch that may hold sizes of 0.
fn count(dims: &[usize]) -> usize {
    if dims.contains(&0) { 0 } else { dims.iter().product() }
}

/// The elements of all matrices, each column by column.
pub(super) fn columns<T: Field>(op: &'static str, x: &Handle) -> Result<Vec<T>> {
    rows(op, &matrix_transpose(op, x)?)
}

/// The elements in row-major order.
pub(super) fn rows<T: Element>(op: &'static str, x: &Handle) -> Result<Vec<T>> {
    lists::check_room::<T>(op, x.layout.len())?;
    let layout = Layout::contiguous_for(op, x.shape(), Order::C)?;
    let vector = Handle::fresh(Buffer::from_vec(vec![T::default(); x.layout.len()]), layout, T::DTYPE);
    store::copy_into(op, &vector, x)?;
    // Nobody else has the buffer, so it gives its vector back.
    Ok(vector.buffer.into_vec().unwrap_or_default())
}

/// A tensor of these elements, row-major, in this dtype.
pub(super) fn from_rows<T: Element>(
    op: &'static str,
    parts: Vec<Vec<T>>,
    shape: &[usize],
    dtype: DType,
) -> Result<Handle> {
    let layout = Layout::contiguous_for(op, shape, Order::C)?;
    let made = Handle::fresh(Buffer::from_vec(join(parts)), layout, T::DTYPE);
    if dtype == T::DTYPE { Ok(made) } else { cast::cast(op, &made, dtype) }
}

/// A tensor of matrices that are given column by column; `shape` is the result's.
pub(super) fn from_columns<T: Element>(
    op: &'static str,
    parts: Vec<Vec<T>>,
    shape: &[usize],
    dtype: DType,
) -> Result<Handle> {
    let mut turned = Dims::from_slice(shape);
    let rank = turned.len();
    turned.swap(rank - 2, rank - 1);
    let made = from_rows(op, parts, &turned, T::DTYPE)?;
    if turned[rank - 1] == 1 || turned[rank - 2] == 1 {
        let made = rearrange::in_shape(op, made, shape)?;
        return if dtype == T::DTYPE { Ok(made) } else { cast::cast(op, &made, dtype) };
    }
    cast::cast(op, &matrix_transpose(op, &made)?, dtype)
}

fn join<T: Copy>(mut parts: Vec<Vec<T>>) -> Vec<T> {
    if parts.len() == 1 { parts.swap_remove(0) } else { parts.concat() }
}

/// Leaves the real parts on the diagonal of a matrix that equals its adjoint: its elements equal their own conjugates.
pub(super) fn make_diagonal_real<T: Field>(matrix: &mut [T], n: usize) {
    for diagonal in matrix.iter_mut().step_by(n + 1) {
        *diagonal = <T as Element>::cast_from(diagonal.real_part());
    }
}
