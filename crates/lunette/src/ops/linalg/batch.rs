//! Batches of matrices as vectors of their elements, and who works on which.

use std::cell::Cell;

use lunette_decompose::Threads;
use rayon::prelude::*;

use super::field::Field;
use crate::buffer::{Buffer, check_room};
use crate::dtype::{DType, Element};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::{Dims, Layout, Order, checked_len};
use crate::nest::cancel::{self, Watch};
use crate::nest::{caches, threads};
use crate::ops::products::{check_matrix, matrix_transpose};
use crate::ops::{cast, lists, rearrange, store};
use crate::tensor::Handle;

/// Below so many multiplications one thread is as fast as several.
const WORTH_SHARING: usize = 1 << 20;

/// From so many multiplications on, a matrix may take a tenth of a second: as long as whoever stops it should wait.
const WORTH_LEAVING: usize = 1 << 26;

/// Of matrices with as many rows and columns `faer` packs parts, in memory as large as the last cache for each operand: every
/// thread takes it once, without asking, and keeps it.
const PACKED: usize = 32;

/// So many threads may come to pack parts of one matrix.
const MOST_PACKING: usize = 4;

thread_local! {
    /// For how many threads this one has asked for memory to pack in.
    static PACKING: Cell<usize> = const { Cell::new(0) };
}

/// The sizes of a tensor whose last two axes are matrices.
#[derive(Clone)]
pub(super) struct Batch {
    pub(super) dims: Dims,
    pub(super) count: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// How many products of matrices the work on each comes to.
    products: usize,
    /// How many bytes the work on each takes besides.
    room_bytes: usize,
}

impl Batch {
    /// # Errors
    /// If there are fewer than two axes.
    pub(super) fn of(op: &'static str, x: &Handle) -> Result<Self> {
        check_matrix(op, x)?;
        let (dims, sizes) = x.shape().split_at(x.layout.rank() - 2);
        let count = if x.layout.is_empty() { count(dims) } else { x.layout.len() / (sizes[0] * sizes[1]) };
        Ok(Self { dims: dims.into(), count, rows: sizes[0], columns: sizes[1], products: 1, room_bytes: 0 })
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

    /// The same, for work that comes to about so many products of each matrix.
    pub(super) fn of_products(self, products: usize) -> Self {
        Self { products, ..self }
    }

    /// The elements of one matrix.
    pub(super) fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// The shape of a result with these sizes in place of rows and columns.
    pub(super) fn shape(&self, sizes: &[usize]) -> Dims {
        self.dims.iter().chain(sizes).copied().collect()
    }

    /// Checks that there is room for factors of these sizes, and for a copy of one matrix: decompositions take it without
    /// asking. Of matrices without elements the factors can be larger than all that is.
    ///
    /// # Errors
    /// If they are too large for a tensor, or for the memory.
    pub(super) fn check_room<T>(&self, op: &'static str, factors: &[[usize; 2]]) -> Result<()> {
        let mut total = self.size();
        for sizes in factors {
            total = total.saturating_add(checked_len(op, &self.shape(sizes))?);
        }
        lists::check_room::<T>(op, total)
    }

    /// The same, if there is room for the work on one matrix: so many copies of it, and so many square ones of its smaller
    /// side. Whoever does the work asks once more: what is left can depend on the thread.
    ///
    /// # Errors
    /// If they are too large for the memory.
    pub(super) fn check_work<T>(&self, op: &'static str, copies: usize, squares: usize) -> Result<Self> {
        let size = self.rows.min(self.columns);
        let squares = size.saturating_mul(size).saturating_mul(squares);
        let entries = self.size().saturating_mul(copies).saturating_add(squares);
        lists::check_room::<T>(op, entries)?;
        Ok(Self { room_bytes: entries.saturating_mul(size_of::<T>()), ..self.clone() })
    }

    /// The index in the batch of its `k`-th matrix.
    fn index(&self, mut k: usize) -> Dims {
        let mut index = self.dims.clone();
        for (place, &size) in index.iter_mut().zip(&self.dims).rev() {
            *place = k % size;
            k /= size;
        }
        index
    }

    /// About how many multiplications one matrix takes.
    fn work(&self) -> usize {
        self.size().saturating_mul(self.rows.min(self.columns)).saturating_mul(self.products)
    }

    /// What `work` makes of every matrix, whose elements it may overwrite.
    ///
    /// The elements are `work`'s own, and so is all that it captures: where somebody may stop it, and one matrix takes
    /// long, another thread does it, and the caller need not wait for the end.
    pub(super) fn each<T: Field, O: Send + 'static>(
        &self,
        op: &'static str,
        mut data: Vec<T>,
        work: impl Fn(&mut [T], Turn<'_>) -> Result<O> + Send + Sync + 'static,
    ) -> Result<Vec<O>> {
        let batch = self.clone();
        self.shared(move |sharing, watch| batch.run(op, &mut data, (sharing, watch), work))
    }

    /// The elements as `work` leaves them; as [`each`](Self::each).
    pub(super) fn overwritten<T: Field>(
        &self,
        op: &'static str,
        mut data: Vec<T>,
        work: impl Fn(&mut [T], Turn<'_>) -> Result<()> + Send + Sync + 'static,
    ) -> Result<Vec<T>> {
        // Of matrices without elements there can be more than anybody can go through.
        if self.size() == 0 {
            return Ok(data);
        }
        let batch = self.clone();
        self.shared(move |sharing, watch| {
            batch.run(op, &mut data, (sharing, watch), work)?;
            Ok(data)
        })
    }

    /// What `work` leaves in the part of `out` that belongs to each matrix, all of which are as long; no result has a
    /// memory of its own, which for small matrices takes longer to get than to fill.
    pub(super) fn each_into<T: Field>(
        &self,
        op: &'static str,
        mut data: Vec<T>,
        mut out: Vec<T>,
        work: impl Fn(&mut [T], &mut [T], Turn<'_>) -> Result<()> + Send + Sync + 'static,
    ) -> Result<Vec<T>> {
        let batch = self.clone();
        self.shared(move |sharing, watch| {
            let sharing = sharing.here();
            let (size, part) = (batch.size(), out.len().checked_div(batch.count).unwrap_or(0));
            let one = |(k, (matrix, out)): (usize, (&mut [T], &mut [T]))| {
                work(matrix, out, batch.turn::<T>(op, k, (sharing, watch))?)
            };
            if size == 0 && part == 0 {
                return Ok(out);
            }
            if size == 0 || part == 0 {
                // There is nothing to read, or nothing to write but a mistake to be found.
                for k in 0..batch.count {
                    let matrix = &mut data[k * size..(k + 1) * size];
                    one((k, (matrix, &mut out[k * part..(k + 1) * part])))?;
                }
                return Ok(out);
            }
            match sharing {
                Sharing::Matrices => {
                    let pairs = data.par_chunks_exact_mut(size).zip(out.par_chunks_exact_mut(part));
                    pairs.enumerate().try_for_each(one)?;
                }
                _ => data
                    .chunks_exact_mut(size)
                    .zip(out.chunks_exact_mut(part))
                    .enumerate()
                    .try_for_each(one)?,
            }
            Ok(out)
        })
    }

    /// Runs work on the threads that it is worth.
    fn shared<R: Send + 'static>(
        &self,
        run: impl FnOnce(Sharing, &Watch) -> Result<R> + Send + 'static,
    ) -> Result<R> {
        let sharing = self.sharing();
        let may_last = cancel::is_watched() && self.work() >= WORTH_LEAVING;
        match sharing {
            _ if may_last => threads::install_or_leave(move |watch: &Watch| run(sharing, watch)),
            Sharing::None => run(sharing, &Watch::new()),
            _ => {
                let watch = Watch::new();
                threads::install(|| run(sharing, &watch))
            }
        }
    }

    /// Which threads do the work.
    fn sharing(&self) -> Sharing {
        let is_little = self.work().saturating_mul(self.count) < WORTH_SHARING;
        match self.work() < WORTH_SHARING && self.count > 1 {
            _ if is_little || !threads::may_share() => Sharing::None,
            true => Sharing::Matrices,
            false => Sharing::EachMatrix,
        }
    }

    /// The turn of a matrix.
    ///
    /// # Errors
    /// If somebody has stopped the work on all of them.
    fn turn<T>(&self, op: &'static str, k: usize, (sharing, watch): (Sharing, &Watch)) -> Result<Turn<'_>> {
        if watch.stopped_by().is_some() {
            return Err(ErrorKind::Cancelled { op }.into());
        }
        let of_one = self.size().saturating_mul(2 * size_of::<T>()).max(self.room_bytes);
        let threads = if sharing == Sharing::EachMatrix { Threads::Pool } else { Threads::One };
        let packing = if threads == Threads::Pool { threads::threads().min(MOST_PACKING) } else { 1 };
        if self.rows.min(self.columns) < PACKED || PACKING.get() >= packing {
            check_room(op, of_one)?;
        } else {
            check_room(op, of_one.saturating_add(packing.saturating_mul(2 * caches::last_of_machine())))?;
            PACKING.set(packing);
        }
        Ok(Turn { batch: self, k, threads })
    }

    fn run<T: Field, O: Send>(
        &self,
        op: &'static str,
        data: &mut [T],
        (sharing, watch): (Sharing, &Watch),
        work: impl Fn(&mut [T], Turn<'_>) -> Result<O> + Sync,
    ) -> Result<Vec<O>> {
        let sharing = sharing.here();
        let one = |(k, matrix): (usize, &mut [T])| work(matrix, self.turn::<T>(op, k, (sharing, watch))?);
        let size = self.size();
        if size == 0 {
            // Matrices without elements take no memory: there can be more of them than memory holds results.
            let mut made = lists::with_room(op, self.count)?;
            for k in 0..self.count {
                made.push(one((k, &mut []))?);
            }
            return Ok(made);
        }
        match sharing {
            Sharing::Matrices => data.par_chunks_exact_mut(size).enumerate().map(one).collect(),
            _ => data.chunks_exact_mut(size).enumerate().map(one).collect(),
        }
    }

    /// Refuses matrices on which an iteration might not end.
    pub(super) fn check_finite<T: Field>(&self, op: &'static str, data: &[T]) -> Result<()> {
        match data.iter().position(|value| !value.is_finite()) {
            None => Ok(()),
            Some(at) => Err(ErrorKind::NotFinite { op, batch: self.index(at / self.size()) }.into()),
        }
    }
}

/// The error about a right-hand side, a vector or matrices, that has not as many rows as the matrix.
#[cold]
pub(super) fn rows_differ(op: &'static str, right: &Handle, rows: usize) -> Error {
    let (found, mut expected) = (right.layout.dims(), right.layout.dims());
    let axis = expected.len().saturating_sub(2);
    expected[axis] = rows;
    let cure = "the right-hand side has a row for each row of the matrix";
    ErrorKind::ShapeMismatch { op, expected, found, cure }.into()
}

/// Which threads work on a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    /// One works on all matrices.
    None,
    /// Each works on matrices of its own.
    Matrices,
    /// All work on one matrix after the other.
    EachMatrix,
}

impl Sharing {
    /// The same on a worker, and none elsewhere: where there was no thread to be had, `rayon` would ask for its own ones, and
    /// panic.
    fn here(self) -> Self {
        if rayon::current_thread_index().is_some() { self } else { Self::None }
    }
}

/// The turn of one matrix of a batch.
pub(super) struct Turn<'a> {
    batch: &'a Batch,
    /// Which one it is.
    pub(super) k: usize,
    /// Who works on it.
    pub(super) threads: Threads,
}

impl Turn<'_> {
    /// Its index in the batch.
    pub(super) fn index(&self) -> Dims {
        self.batch.index(self.k)
    }

    /// The error of a pivot that is exactly 0.
    #[cold]
    pub(super) fn singular(&self, op: &'static str, pivot: usize) -> Error {
        ErrorKind::Singular { op, batch: self.index(), pivot }.into()
    }

    /// The error of a pivot that is not positive.
    #[cold]
    pub(super) fn not_positive(&self, op: &'static str, pivot: usize) -> Error {
        ErrorKind::NotPositiveDefinite { op, batch: self.index(), pivot }.into()
    }

    /// The error of an iteration that did not end.
    #[cold]
    pub(super) fn no_convergence(&self, op: &'static str) -> Error {
        ErrorKind::NoConvergence { op, batch: self.index() }.into()
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

/// Makes zeros of what lies above the diagonal of a matrix.
pub(super) fn clear_upper_half<T: Field>(matrix: &mut [T], n: usize) {
    for (j, column) in matrix.chunks_exact_mut(n.max(1)).enumerate() {
        column[..j].fill(T::ZERO);
    }
}
