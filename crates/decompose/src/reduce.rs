//! Matrices brought to two diagonals by reflections.
//!
//! Each step takes one pass over what is left of the matrix: it subtracts what the last reflection changes, and multiplies
//! by the next one, while an element is in a register. Rows are padded to whole cache lines, and vectors by zeros, so that
//! every loop begins and ends at one.

pub(crate) mod bidiagonal;
pub(crate) mod tridiagonal;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::householder::{
    apply_block_householder_sequence_on_the_left_in_place_scratch as apply_scratch,
    apply_block_householder_sequence_on_the_left_in_place_with_conj as apply, make_householder_in_place,
    upgrade_householder_factor,
};
use faer::linalg::qr::no_pivoting::factor::recommended_block_size;
use faer::reborrow::ReborrowMut;
use faer::traits::ComplexField;
use faer::{ColMut, Conj, Mat, MatMut, MatRef, Par};
use pulp::Simd;

use crate::conquer::Real;
use crate::share::join;

/// The bytes of a cache line.
const LINE_BYTES: usize = 64;

/// Bytes at which columns should not follow each other: many of them would share a few places of the cache.
const PAGE_BYTES: usize = 4096;

/// How many threads share a pass: more of them would wait longer for each other than they work.
const MOST_THREADS: usize = 4;

/// The threads that share a pass.
fn few(par: Par) -> Par {
    if par.degree() > MOST_THREADS { Par::rayon(MOST_THREADS) } else { par }
}

/// A real type, and its vectors.
pub(crate) trait Lanes: Real {
    /// How many elements fill a cache line.
    const LINE: usize = LINE_BYTES / size_of::<Self>();
    const ZERO: Self;
    const ONE: Self;
    const HALF: Self;
    type Vector<S: Simd>: Copy;
    fn vectors<S: Simd>(elements: &[Self]) -> &[Self::Vector<S>];
    fn vectors_mut<S: Simd>(elements: &mut [Self]) -> &mut [Self::Vector<S>];
    fn splat<S: Simd>(simd: S, x: Self) -> Self::Vector<S>;
    /// `a · b + c`.
    fn fused<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>, c: Self::Vector<S>)
    -> Self::Vector<S>;
    fn total<S: Simd>(simd: S, x: Self::Vector<S>) -> Self;
}

macro_rules! lanes {
    ($($T:ty, $V:ident, $vectors:ident, $vectors_mut:ident, $splat:ident, $mul_add:ident, $total:ident;)*) => { $(
        impl Lanes for $T {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const HALF: Self = 0.5;
            type Vector<S: Simd> = S::$V;
            #[inline(always)]
            fn vectors<S: Simd>(elements: &[Self]) -> &[S::$V] {
                S::$vectors(elements).0
            }
            #[inline(always)]
            fn vectors_mut<S: Simd>(elements: &mut [Self]) -> &mut [S::$V] {
                S::$vectors_mut(elements).0
            }
            #[inline(always)]
            fn splat<S: Simd>(simd: S, x: Self) -> S::$V {
                simd.$splat(x)
            }
            #[inline(always)]
            fn fused<S: Simd>(simd: S, a: S::$V, b: S::$V, c: S::$V) -> S::$V {
                simd.$mul_add(a, b, c)
            }
            #[inline(always)]
            fn total<S: Simd>(simd: S, x: S::$V) -> Self {
                simd.$total(x)
            }
        }
    )* };
}

lanes! {
    f32, f32s, as_simd_f32s, as_mut_simd_f32s, splat_f32s, mul_add_e_f32s, reduce_sum_f32s;
    f64, f64s, as_simd_f64s, as_mut_simd_f64s, splat_f64s, mul_add_e_f64s, reduce_sum_f64s;
}

/// A matrix, column by column, each of which begins at a cache line and is padded by zeros.
pub(crate) struct Columns<T> {
    data: Vec<T>,
    /// The place of the first element that lies at the beginning of a cache line.
    first: usize,
    rows: usize,
    count: usize,
    stride: usize,
}

impl<T: Lanes> Columns<T> {
    pub(crate) fn zeros(rows: usize, count: usize) -> Self {
        let mut stride = rows.next_multiple_of(T::LINE);
        if (stride * size_of::<T>()).is_multiple_of(PAGE_BYTES) {
            stride += T::LINE;
        }
        let data = vec![T::ZERO; stride * count + T::LINE];
        let first = data.as_ptr().align_offset(LINE_BYTES).min(T::LINE);
        Self { data, first, rows, count, stride }
    }

    /// A matrix of one column, for each of several vectors.
    fn vector(rows: usize) -> Self {
        Self::zeros(rows, 1)
    }

    /// All columns, with what they are padded by.
    fn all_mut(&mut self) -> &mut [T] {
        &mut self.data[self.first..][..self.stride * self.count]
    }

    pub(crate) fn matrix_mut(&mut self) -> MatMut<'_, T> {
        let (rows, count, stride) = (self.rows, self.count, self.stride);
        MatMut::from_column_major_slice_with_stride_mut(self.all_mut(), rows, count, stride)
    }

    /// The columns, without what they are padded by.
    fn each_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        let (rows, stride) = (self.rows, self.stride);
        self.all_mut().chunks_exact_mut(stride).map(move |column| &mut column[..rows])
    }

    /// All columns, with what they are padded by.
    fn all(&self) -> &[T] {
        &self.data[self.first..][..self.stride * self.count]
    }

    pub(crate) fn matrix(&self) -> MatRef<'_, T> {
        MatRef::from_column_major_slice_with_stride(self.all(), self.rows, self.count, self.stride)
    }
}

/// A reflection `1 - v vᵀ · inverse`, where the first element of `v` is 1.
struct Reflection<T> {
    /// What the first element of the vector becomes; the others become 0.
    first: T,
    tau: T,
    inverse: T,
    /// What the other elements were multiplied by; infinite if nothing is reflected.
    factor: T,
}

/// The reflection that leaves nothing of a vector but its first element; the others are overwritten by its `v`.
fn reflection<T: Lanes>(vector: &mut [T]) -> Reflection<T> {
    let (head, tail) = vector.split_at_mut(1);
    let mut first = head[0];
    let info = make_householder_in_place(&mut first, ColMut::from_slice_mut(tail));
    head[0] = first;
    Reflection { first, tau: info.tau, inverse: T::ONE / info.tau, factor: info.head_with_beta_inv }
}

/// A sequence of reflections, which are applied in blocks.
pub(crate) struct Reflections<T> {
    basis: Columns<T>,
    /// Where the first vector begins: each of the others does one row further down.
    below: usize,
    taus: Vec<T>,
}

impl<T: Lanes> Reflections<T> {
    /// Reflections whose vectors lie below a diagonal of a matrix.
    fn new(basis: Columns<T>, below: usize, taus: Vec<T>) -> Self {
        Self { basis, below, taus }
    }

    /// Applies them, the last one first.
    pub(crate) fn apply(&self, matrix: MatMut<'_, T>, par: Par) {
        let (rows, count) = (self.basis.rows - self.below, self.taus.len());
        if count == 0 || matrix.ncols() == 0 {
            return;
        }
        let basis = self.basis.matrix().submatrix(self.below, 0, rows, count);
        apply_reflections(basis, self.factors().as_ref(), matrix.subrows_mut(self.below, rows), par);
    }

    /// What the vectors of each block are multiplied by. Who wants values only never asks.
    fn factors(&self) -> Mat<T> {
        let (basis, count) = (&self.basis, self.taus.len());
        let block = recommended_block_size::<T>(basis.rows, count);
        let mut factors = Mat::zeros(block, count);
        for first in (0..count).step_by(block) {
            let len = block.min(count - first);
            let mut factor = factors.as_mut().submatrix_mut(0, first, len, len);
            for (k, &tau) in self.taus[first..first + len].iter().enumerate() {
                factor[(k, k)] = tau;
            }
            let start = self.below + first;
            let vectors = basis.matrix().submatrix(start, first, basis.rows - start, len);
            upgrade_householder_factor(factor.rb_mut(), vectors, len, 1, Par::Seq);
        }
        factors
    }
}

/// Applies reflections in blocks, the last one first; each thread does it to columns of its own.
pub(crate) fn apply_reflections<T: ComplexField>(
    basis: MatRef<'_, T>,
    factors: MatRef<'_, T>,
    columns: MatMut<'_, T>,
    par: Par,
) {
    if par.degree() > 1 && columns.ncols() > 1 {
        let half = columns.ncols() / 2;
        let (first, second) = columns.split_at_col_mut(half);
        join(
            par,
            |par| apply_reflections(basis, factors, first, par),
            |par| apply_reflections(basis, factors, second, par),
        );
        return;
    }
    let scratch = apply_scratch::<T>(basis.nrows(), factors.nrows(), columns.ncols());
    apply(basis, factors, Conj::No, columns, Par::Seq, MemStack::new(&mut MemBuffer::new(scratch)));
}
