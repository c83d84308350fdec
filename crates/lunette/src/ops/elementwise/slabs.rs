//! Reductions of what a program computes: a slab of it at a time, reduced while it is in the cache.

use std::sync::{Mutex, PoisonError};

use smallvec::SmallVec;

use super::binary::{BinaryOp, binary};
use super::evaluate::{Stretched, common_shape, evaluate, result_layout, sources_of, stretch};
use super::operand::Operand;
use super::unary::{UnaryOp, unary};
use crate::buffer::{Buffer, LockList, lock_list};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, Result};
use crate::index::Axes;
use crate::kernels::elementwise::{self, Program};
use crate::kernels::reduce::{self, Reduction, Request};
use crate::layout::{Dims, Entries, Layout, Order};
use crate::nest::threads;
use crate::ops::reduce::{KeepDims, Over, Reducible, truth};
use crate::ops::{create, lists, store};
use crate::tensor::{Handle, Value};

/// The bytes of a slab: it stays in the second cache between its making and its reduction.
const SLAB_BYTES: usize = 1 << 18;

/// Results of slabs that are more than this part of all elements are not worth it.
const LEAST_SHRINKING: usize = 4;

/// The result of a program on tensors that broadcast together, not yet computed.
pub(super) struct Slabs<'a> {
    leaves: &'a [&'a Handle],
    program: &'a Program,
    dtype: DType,
    shape: Dims,
    layouts: Stretched,
}

impl<'a> Slabs<'a> {
    /// # Errors
    /// If the shapes do not broadcast.
    pub(super) fn new(
        op: &'static str,
        leaves: &'a [&'a Handle],
        program: &'a Program,
        dtype: DType,
    ) -> Result<Self> {
        let shape = common_shape(op, leaves)?;
        let layouts = stretch(op, leaves, &shape)?;
        Ok(Self { leaves, program, dtype, shape, layouts })
    }

    /// One slab computed and reduced.
    fn reduce_one(
        &self,
        op: &'static str,
        locks: &LockList<'_>,
        slab: &[Entries],
        reduced: &[bool],
        request: &Request<'_>,
    ) -> Result<Buffer> {
        let mut layouts = Stretched::new();
        for layout in &self.layouts {
            layouts.push(cut_out(op, layout, slab)?);
        }
        let shape: Dims = slab.iter().map(|entries| entries.len).collect();
        let layout = result_layout(op, &shape, &layouts)?;
        let sources = sources_of(op, self.leaves, &layouts, locks)?;
        let made = elementwise::to_fresh(op, &layout, self.dtype, &sources, self.program)?;
        let lock = made.lock(op, Access::Read)?;
        reduce::reduce(op, &lock.source(op, &layout, self.dtype)?, reduced, request)
    }

    /// The results of all slabs, which are reduced along the same axes once more.
    fn partial_results(
        &self,
        op: &'static str,
        grid: &Grid,
        over: &Over,
        request: &Request<'_>,
    ) -> Result<Handle> {
        let locks = lock_list(op, self.leaves.iter().map(|leaf| (&leaf.buffer, Access::Read)))?;
        let done: Mutex<Vec<(usize, Result<Buffer>)>> = Mutex::new(Vec::new());
        let run = |k: usize| {
            let result = self.reduce_one(op, &locks, &grid.slab(k), &over.reduced, request);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((k, result));
        };
        match threads::pieces(grid.bytes) {
            1 => (0..grid.count).for_each(run),
            _ => threads::share(grid.count, run),
        }
        let zero = Scalar::from(false).cast(request.result);
        let partial = create::full(op, request.result, &grid.results(&over.reduced), zero)?;
        for (k, result) in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
            let region = grid.region(k, &over.reduced);
            let shape: Dims = region.iter().map(|entries| entries.len).collect();
            let value = Handle::fresh(result?, Layout::contiguous_for(op, &shape, Order::C)?, request.result);
            let place = Handle { layout: cut_out(op, &partial.layout, &region)?, ..partial.clone() };
            store::store_whole(op, &place, &Value::of(&value))?;
        }
        Ok(partial)
    }
}

impl Reducible for Slabs<'_> {
    fn dtype(&self) -> DType {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn reduced(&self, op: &'static str, over: &Over, request: &Request<'_>) -> Result<Buffer> {
        let grid = Grid::new(self.dtype, &result_layout(op, &self.shape, &self.layouts)?);
        let partials: usize = grid.results(&over.reduced).iter().product();
        let shrinks = grid.repeats(&over.reduced) == 1 || partials <= grid.len / LEAST_SHRINKING;
        let Some(combine) = combination(request.reduction).filter(|_| grid.count > 1 && shrinks) else {
            return evaluate(op, self.leaves, self.program, self.dtype)?.reduced(op, over, request);
        };
        // Between the slabs and the result, totals keep the precision in which they were added up or multiplied.
        let is_total = matches!(request.reduction, Reduction::Sum | Reduction::Product);
        let between = match request.result {
            result if is_total && result.is_complex() => DType::Complex128,
            result if is_total && result.is_float() => DType::F64,
            result => result,
        };
        let first = Request { result: between, post: None, ..*request };
        let partial = self.partial_results(op, &grid, over, &first)?;
        if request.reduction == Reduction::Product && !is_in_range(op, &partial)? {
            // A slab can overflow where the product of all before it would have kept it small.
            return evaluate(op, self.leaves, self.program, self.dtype)?.reduced(op, over, request);
        }
        let last = Request { reduction: combine, read_as: between, ..*request };
        partial.reduced(op, over, &last)
    }
}

/// Whether products of slabs can be multiplied in any order: none has overflowed, or come near zero.
fn is_in_range(op: &'static str, partial: &Handle) -> Result<bool> {
    if partial.dtype.is_integer() {
        return Ok(true);
    }
    let size = unary(UnaryOp::Abs, partial)?;
    let (size, least) = (Operand::Tensor(&size), Operand::Scalar(Scalar::from(f64::MIN_POSITIVE)));
    let is_large = binary(BinaryOp::GreaterEqual, size, least)?;
    let is_finite = unary(UnaryOp::IsFinite, partial)?;
    let both = binary(BinaryOp::LogicalAnd, Operand::Tensor(&is_large), Operand::Tensor(&is_finite))?;
    let all = truth(op, &both, &Axes::All, KeepDims::No, Reduction::All)?;
    Ok(lists::read::<bool>(op, &all)? == [true])
}

/// How results of slabs become one; none where they cannot.
fn combination(reduction: Reduction) -> Option<Reduction> {
    match reduction {
        Reduction::Count => Some(Reduction::Sum),
        Reduction::Squares => None,
        same => Some(same),
    }
}

/// The part of a layout that a slab is, with as many axes.
fn cut_out(op: &'static str, layout: &Layout, slab: &[Entries]) -> Result<Layout> {
    let mut cut = layout.clone();
    for (axis, &entries) in slab.iter().enumerate() {
        if entries.len != layout.shape()[axis] {
            cut = cut.slice_axis(op, axis, entries)?;
        }
    }
    Ok(cut)
}

/// How a shape is cut into slabs: single entries of the outer axes, runs of one axis, and the inner axes whole.
struct Grid {
    shape: Dims,
    /// The entries of a slab along each axis, but for the last slab along it.
    steps: Dims,
    count: usize,
    len: usize,
    bytes: usize,
}

impl Grid {
    /// The grid for results that lie in memory like `layout`.
    fn new(dtype: DType, layout: &Layout) -> Self {
        let mut axes: SmallVec<[usize; 8]> = (0..layout.rank()).collect();
        axes.sort_by_key(|&axis| layout.strides()[axis].unsigned_abs());
        let mut room = SLAB_BYTES / dtype.item_size();
        let mut steps = layout.dims();
        for axis in axes {
            steps[axis] = steps[axis].min(room).max(1);
            room /= layout.shape()[axis].max(1);
        }
        let shape = layout.dims();
        let count = shape.iter().zip(&steps).map(|(&size, &step)| size.div_ceil(step)).product();
        Self { shape, steps, count, len: layout.len(), bytes: layout.len().saturating_mul(dtype.item_size()) }
    }

    /// How many slabs there are along an axis.
    fn along(&self, axis: usize) -> usize {
        self.shape[axis].div_ceil(self.steps[axis])
    }

    /// How many slabs give parts of the same result.
    fn repeats(&self, reduced: &[bool]) -> usize {
        (0..reduced.len()).filter(|&axis| reduced[axis]).map(|axis| self.along(axis)).product()
    }

    /// The place of a slab in the grid.
    fn place(&self, mut k: usize) -> Dims {
        let mut place = Dims::from_elem(0, self.shape.len());
        for axis in (0..place.len()).rev() {
            place[axis] = k % self.along(axis);
            k /= self.along(axis);
        }
        place
    }

    /// The entries along an axis of the slab that has this place along it.
    fn entries(&self, axis: usize, place: usize) -> Entries {
        let start = place * self.steps[axis];
        Entries { start, step: 1, len: self.steps[axis].min(self.shape[axis] - start) }
    }

    /// The entries of slab `k` along every axis.
    fn slab(&self, k: usize) -> SmallVec<[Entries; 8]> {
        let place = self.place(k);
        (0..place.len()).map(|axis| self.entries(axis, place[axis])).collect()
    }

    /// The shape of the results of all slabs.
    fn results(&self, reduced: &[bool]) -> Dims {
        let size = |axis: usize| if reduced[axis] { self.along(axis) } else { self.shape[axis] };
        (0..self.shape.len()).map(size).collect()
    }

    /// Which of those are the results of slab `k`.
    fn region(&self, k: usize, reduced: &[bool]) -> SmallVec<[Entries; 8]> {
        let place = self.place(k);
        let one = |axis: usize| Entries { start: place[axis], step: 1, len: 1 };
        let entries = |axis: usize| if reduced[axis] { one(axis) } else { self.entries(axis, place[axis]) };
        (0..place.len()).map(entries).collect()
    }
}
