//! Reductions of what a program computes: a slab of it at a time, reduced while it is in the cache.

mod grid;
mod positions;
mod spread;

use std::sync::{Mutex, PoisonError};

use self::grid::Grid;
use super::binary::{BinaryOp, binary};
use super::evaluate::{Stretched, check_values, common_shape, evaluate, result_layout, sources_of, stretch};
use super::operand::Operand;
use super::unary::{UnaryOp, unary};
use crate::buffer::{Buffer, LockList, lock_list};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, Result};
use crate::index::Axes;
use crate::kernels::elementwise::{self, Program};
use crate::kernels::reduce::{Reduction, Request};
use crate::layout::{Dims, Entries, Layout, Order};
use crate::nest::threads;
use crate::ops::arg::Extreme;
use crate::ops::reduce::{KeepDims, Over, Reducible, truth};
use crate::ops::{create, lists, store};
use crate::tensor::{Handle, Value};

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

    /// How the result is cut, and the order in which it would lie in memory.
    fn grid(&self, op: &'static str) -> Result<(Grid, Layout)> {
        let layout = result_layout(op, &self.shape, &self.layouts)?;
        Ok((Grid::new(self.dtype, &layout), layout))
    }

    /// The whole result, for reductions that slabs do not help.
    fn whole(&self, op: &'static str) -> Result<Handle> {
        evaluate(op, self.leaves, self.program, self.dtype)
    }

    /// What `work` makes of each slab while it is in the cache, in the order of the slabs.
    fn each<O: Send>(
        &self,
        op: &'static str,
        grid: &Grid,
        work: impl Fn(usize, &Handle) -> Result<O> + Sync,
    ) -> Result<Vec<O>> {
        let locks = lock_list(op, self.leaves.iter().map(|leaf| (&leaf.buffer, Access::Read)))?;
        check_values(op, self.leaves, self.program, &locks)?;
        // What has to be copied before it is looked at is copied once, and not by every slab.
        sources_of(op, self.leaves, &self.layouts, &locks)?;
        let done: Mutex<Vec<(usize, Result<O>)>> = Mutex::new(Vec::new());
        let run = |k: usize| {
            let result = self.slab(op, &locks, &grid.slab(k)).and_then(|slab| work(k, &slab));
            done.lock().unwrap_or_else(PoisonError::into_inner).push((k, result));
        };
        match threads::pieces(grid.bytes) {
            1 => (0..grid.count).for_each(run),
            _ => threads::share(grid.count, run),
        }
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(k, _)| *k);
        done.into_iter().map(|(_, result)| result).collect()
    }

    /// One slab, computed.
    fn slab(&self, op: &'static str, locks: &LockList<'_>, slab: &[Entries]) -> Result<Handle> {
        let mut layouts = Stretched::new();
        for layout in &self.layouts {
            layouts.push(cut_out(op, layout, slab)?);
        }
        let shape: Dims = slab.iter().map(|entries| entries.len).collect();
        let layout = result_layout(op, &shape, &layouts)?;
        let sources = sources_of(op, self.leaves, &layouts, locks)?;
        let made = elementwise::to_fresh(op, &layout, self.dtype, &sources, self.program)?;
        Ok(Handle::fresh(made, layout, self.dtype))
    }

    /// The results of all slabs, which are reduced along the same axes once more.
    fn partial_results(
        &self,
        op: &'static str,
        grid: &Grid,
        over: &Over,
        request: &Request<'_>,
    ) -> Result<Handle> {
        let parts = self.each(op, grid, |_, slab| slab.reduced(op, over, request))?;
        gathered(op, grid, &over.reduced, request.result, parts)
    }
}

/// The results of slabs as one tensor, each at its place.
fn gathered(
    op: &'static str,
    grid: &Grid,
    reduced: &[bool],
    dtype: DType,
    parts: Vec<Buffer>,
) -> Result<Handle> {
    let zero = Scalar::from(false).cast(dtype);
    let partial = create::full(op, dtype, &grid.results(reduced), zero)?;
    for (k, part) in parts.into_iter().enumerate() {
        let region = grid.region(k, reduced);
        let shape: Dims = region.iter().map(|entries| entries.len).collect();
        let value = Handle::fresh(part, Layout::contiguous_for(op, &shape, Order::C)?, dtype);
        let place = Handle { layout: cut_out(op, &partial.layout, &region)?, ..partial.clone() };
        store::store_whole(op, &place, &Value::of(&value))?;
    }
    Ok(partial)
}

impl Reducible for Slabs<'_> {
    fn dtype(&self) -> DType {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn reduced(&self, op: &'static str, over: &Over, request: &Request<'_>) -> Result<Buffer> {
        let (grid, _) = self.grid(op)?;
        if !grid.is_worth_it(&over.reduced) {
            return self.whole(op)?.reduced(op, over, request);
        }
        if request.reduction == Reduction::Squares {
            return match spread::squares(self, op, &grid, over, request)? {
                Some(squares) => Ok(squares),
                None => self.whole(op)?.reduced(op, over, request),
            };
        }
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
            return self.whole(op)?.reduced(op, over, request);
        }
        let last = Request { reduction: combination(request.reduction), read_as: between, ..*request };
        partial.reduced(op, over, &last)
    }

    fn positions(&self, op: &'static str, axis: Option<usize>, extreme: Extreme) -> Result<Handle> {
        match positions::of_slabs(self, op, axis, extreme)? {
            Some(found) => Ok(found),
            None => self.whole(op)?.positions(op, axis, extreme),
        }
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

/// How results of slabs become one.
fn combination(reduction: Reduction) -> Reduction {
    if reduction == Reduction::Count { Reduction::Sum } else { reduction }
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
