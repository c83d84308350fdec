//! Products of matrices, and of batches of them.
//!
//! Matrices of floats are multiplied by `gemm`, those that fit the second cache by panels of our own, integers by a blocked
//! kernel of our own, a matrix by a vector or two vectors by loops that keep up with the memory, and tiny matrices as one
//! does it on paper. The threads are our own in all cases: a product is cut into blocks, and each block is multiplied by
//! one thread.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

mod complex;
mod dot;
mod floats;
mod integers;
mod matvec;
mod panels;
mod share;
mod tiny;

use super::copy::{span, transfer};
use super::fill;
use crate::buffer::{Buffer, Fresh, Source, Target, check_room};
use crate::dtype::{Complex32, Complex64, DType, Numeric, Scalar};
use crate::error::{ErrorKind, Result};
use crate::layout::{Dims, Layout, Order};
use crate::nest::{Nest, threads};

/// A matrix in memory: where it starts, and how far apart rows and columns are, in elements.
#[derive(Clone, Copy)]
struct Matrix<T> {
    /// Written through only where it is the result of a [`Product`].
    start: *mut T,
    row: isize,
    column: isize,
}

/// `dst = a · b`, where `a` is `rows` x `depth` and `b` is `depth` x `columns`; no size is 0.
///
/// Whoever makes one promises that all elements of the three matrices may be used as the formula asks, that those of
/// `dst` are nobody else's and no part of the others, and that no two indices of `dst` meet.
#[derive(Clone, Copy)]
struct Product<T> {
    rows: usize,
    columns: usize,
    depth: usize,
    dst: Matrix<T>,
    a: Matrix<T>,
    b: Matrix<T>,
}

// SAFETY: the pointers are used as the maker promised; threads that share a product write disjoint parts of `dst`.
unsafe impl<T: Send + Sync> Sync for Product<T> {}

impl<T> Matrix<T> {
    fn transposed(self) -> Self {
        Self { row: self.column, column: self.row, ..self }
    }

    /// The matrix that starts at this row and column.
    fn from(self, row: usize, column: usize) -> Self {
        let steps = row as isize * self.row + column as isize * self.column;
        Self { start: self.start.wrapping_offset(steps), ..self }
    }

    fn moved_by(self, elements: isize) -> Self {
        Self { start: self.start.wrapping_offset(elements), ..self }
    }

    /// The element at a row and column.
    #[inline(always)]
    fn at(&self, row: usize, column: usize) -> *mut T {
        self.start.wrapping_offset(row as isize * self.row + column as isize * self.column)
    }
}

impl<T> Product<T> {
    /// The same product, read as `dstᵀ = bᵀ · aᵀ`.
    fn transposed(self) -> Self {
        Self {
            rows: self.columns,
            columns: self.rows,
            depth: self.depth,
            dst: self.dst.transposed(),
            a: self.b.transposed(),
            b: self.a.transposed(),
        }
    }

    /// The part of the product that gives these rows and columns of the result.
    fn block(self, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> Self {
        Self {
            rows: rows.len(),
            columns: columns.len(),
            depth: self.depth,
            dst: self.dst.from(rows.start, columns.start),
            a: self.a.from(rows.start, 0),
            b: self.b.from(0, columns.start),
        }
    }

    /// The same product of other matrices of a batch.
    fn moved_by(self, [dst, a, b]: [isize; 3]) -> Self {
        Self { dst: self.dst.moved_by(dst), a: self.a.moved_by(a), b: self.b.moved_by(b), ..self }
    }
}

/// An element type that matrices are multiplied in; the others are converted to one of these.
trait Factor: Numeric {
    /// Multiplies matrices on this thread.
    ///
    /// # Safety
    /// The product keeps its promises.
    unsafe fn multiply(product: &Product<Self>);
}

macro_rules! factors {
    ($($T:ty => $multiply:path,)*) => { $(
        impl Factor for $T {
            unsafe fn multiply(product: &Product<Self>) {
                // SAFETY: the caller's promise.
                unsafe { $multiply(product) }
            }
        }
    )* };
}

factors! {
    f32 => panels::multiply,
    f64 => panels::multiply,
    Complex32 => complex::multiply,
    Complex64 => complex::multiply,
    u32 => integers::multiply,
    u64 => integers::multiply,
}

/// The dtype in which products of this dtype are computed: converting to it, multiplying, and converting back gives
/// what the dtype's own arithmetic gives, or better.
pub(crate) fn work_dtype(dtype: DType) -> DType {
    match dtype {
        // A sum of products of zeros and ones is 0 exactly if no product is 1.
        DType::Bool | DType::F16 | DType::BF16 => DType::F32,
        // The low bits of sums and products depend on the low bits alone.
        DType::I8 | DType::I16 | DType::U8 | DType::U16 => DType::I32,
        other => other,
    }
}

/// Multiplies matrices: the last two axes are rows and columns, the axes before them a batch, the same in all three.
///
/// A result that may have elements in common with the operands is made aside and copied.
///
/// # Errors
/// If the shapes or dtypes do not fit, the dtype is no [`work_dtype`], or there is no memory for a result aside.
pub(crate) fn product(op: &'static str, dst: Target<'_>, a: Source<'_>, b: Source<'_>) -> Result<()> {
    let (batch, [rows, columns, depth]) = sizes(op, dst.shape(), a.shape(), b.shape())?;
    if dst.layout().is_empty() {
        return Ok(());
    }
    if depth == 0 {
        fill::fill(dst, Scalar::from(false).cast(dst.dtype()));
        return Ok(());
    }
    for found in [a.dtype(), b.dtype()] {
        if found != dst.dtype() {
            return Err(ErrorKind::DTypeMismatch { op, expected: dst.dtype(), found }.into());
        }
    }
    let to = span(dst.as_source());
    if [a, b].into_iter().map(span).any(|from| to.start < from.end && from.start < to.end) {
        let layout = Layout::contiguous_for(op, dst.shape(), Order::C)?;
        let mut fresh = Fresh::new(op, dst.shape(), dst.dtype())?;
        // SAFETY: a product writes every element of its result before it is read.
        let aside = unsafe { fresh.target(op, &layout)? };
        product(op, aside, a, b)?;
        return transfer(op, dst, aside.as_source());
    }
    check_packing(op, [rows, columns, depth], dst.dtype())?;
    let layouts = [dst.layout(), a.layout(), b.layout()];
    let nest = Nest::new(batch, layouts.map(|layout| &layout.strides()[..batch.len()]));
    macro_rules! run {
        ($T:ty) => {{
            let matrix = |start: *mut u8, layout: &Layout| {
                let [row, column] = [2, 1].map(|k| layout.strides()[layout.rank() - k]);
                Matrix { start: start.cast::<$T>(), row, column }
            };
            let product = Product {
                rows,
                columns,
                depth,
                dst: matrix(dst.start(), layouts[0]),
                a: matrix(a.start().cast_mut(), layouts[1]),
                b: matrix(b.start().cast_mut(), layouts[2]),
            };
            // SAFETY: regions were checked against their memory, so all matrices of the batch lie in it; a target may
            // be written, reaches no element twice, and has been found to share none with the operands.
            unsafe { share::run_batch(&nest, &product) }
        }};
    }
    match dst.dtype() {
        DType::F32 => run!(f32),
        DType::F64 => run!(f64),
        DType::Complex64 => run!(Complex32),
        DType::Complex128 => run!(Complex64),
        DType::I32 | DType::U32 => run!(u32),
        DType::I64 | DType::U64 => run!(u64),
        dtype => {
            let cure = "convert to the dtype that products are computed in";
            return Err(ErrorKind::Unsupported { op, dtype, cure }.into());
        }
    }
    Ok(())
}

/// Products of fewer multiplications pack little, and take less time than it takes to ask.
const PACKED: usize = 1 << 21;

/// What `gemm` packs of a first operand on each thread, at most: as much as the second cache holds.
const PACKED_ROWS_BYTES: usize = 2 << 20;

/// What it packs of a second operand, at most: as much as a last cache holds.
const PACKED_COLUMNS_BYTES: usize = 32 << 20;

/// With more threads each has a part of the columns only.
const MOST_PACKING: usize = 4;

/// Checks that there is room for the copies of its operands that each thread packs: `gemm` takes it without asking.
///
/// # Errors
/// If there is not.
fn check_packing(op: &'static str, [rows, columns, depth]: [usize; 3], dtype: DType) -> Result<()> {
    // Integers are multiplied where they lie.
    let is_brief = rows.saturating_mul(columns).saturating_mul(depth) < PACKED;
    if dtype.is_integer() || rows.min(columns) == 1 || is_brief {
        return Ok(());
    }
    let of_columns =
        depth.saturating_mul(columns).saturating_mul(dtype.item_size()).min(PACKED_COLUMNS_BYTES);
    check_room(
        op,
        of_columns.saturating_add(PACKED_ROWS_BYTES).saturating_mul(threads::threads().min(MOST_PACKING)),
    )
}

/// [`product`] into new memory of this layout, which is contiguous.
///
/// # Errors
/// As for [`product`], and if there is no memory.
pub(crate) fn product_to_fresh(
    op: &'static str,
    layout: &Layout,
    a: Source<'_>,
    b: Source<'_>,
) -> Result<Buffer> {
    let mut fresh = Fresh::new(op, layout.shape(), a.dtype())?;
    // SAFETY: a product writes every element of its result and reads only the operands, which new memory is no part of.
    unsafe {
        product(op, fresh.target(op, layout)?, a, b)?;
        Ok(fresh.assume_init())
    }
}

/// The batch, and rows, columns and depth of its products.
fn sizes<'s>(
    op: &'static str,
    dst: &'s [usize],
    a: &[usize],
    b: &[usize],
) -> Result<(&'s [usize], [usize; 3])> {
    if let ([batch @ .., rows, columns], [of_a @ .., m, k], [of_b @ .., depth, n]) = (dst, a, b)
        && batch == of_a
        && batch == of_b
        && (m, n, k) == (rows, columns, depth)
    {
        return Ok((batch, [*rows, *columns, *depth]));
    }
    let (left, right) = (Dims::from_slice(a), Dims::from_slice(b));
    let axes = [left.len().wrapping_sub(1), right.len().wrapping_sub(2)];
    Err(ErrorKind::Contraction { op, left, right, axes }.into())
}
