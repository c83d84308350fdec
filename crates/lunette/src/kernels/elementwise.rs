//! Elementwise programs: any number of regions of one shape in, one region out.
//!
//! The nest orders the loops; `tile` cuts its two innermost axes into blocks that stay in the first cache; what is not
//! contiguous there is gathered, what has another dtype is cast, and the steps of the program run as loops over
//! contiguous blocks. One loop for each operator and dtype is all the code there is, and chains of operators never
//! reach memory in between.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

mod chunk;
mod flat;
mod operators;
mod program;
mod short;
mod table;
mod taboo;
mod tile;

#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

pub(crate) use self::chunk::{Loop, Rows};
pub(crate) use self::flat::{Flat, flat, flat_into, flat_values};
pub(crate) use self::program::{Check, Program, Slot};
pub(crate) use self::short::{is_short, short};
pub(crate) use self::table::{Binary, Ternary, Unary};
pub(crate) use self::taboo::Taboo;
use self::tile::{Job, Sink};
use super::copy::{Meeting, meeting};
use crate::buffer::{Buffer, Fresh, Source, Target};
use crate::dtype::DType;
use crate::error::Result;
use crate::layout::Layout;
use crate::nest::{Nest, threads};

/// How many regions a program can read.
pub(crate) const MOST_LEAVES: usize = 15;

/// What the program makes of `leaves`, in new memory of the given dense layout.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn to_fresh(
    op: &'static str,
    layout: &Layout,
    dtype: DType,
    leaves: &[Source<'_>],
    program: &Program,
) -> Result<Buffer> {
    let mut fresh = Fresh::new(op, layout.shape(), dtype)?;
    // SAFETY: the program writes every element of the layout, which is all of the memory, and reads none of it,
    // because it is new.
    unsafe {
        let target = fresh.target(op, layout)?;
        run(&Sink::Write(target), layout, leaves, program);
        Ok(fresh.assume_init())
    }
}

/// Whether [`into`] can write `dst` while it reads `src`: they are apart, or the same elements in the same places.
pub(crate) fn can_share(dst: &Target<'_>, src: &Source<'_>) -> bool {
    dst.layout().is_empty() || matches!(meeting(dst, src), Meeting::Apart | Meeting::Same)
}

/// Writes what the program makes of `leaves`, each of which [`can_share`] with `dst`, into `dst`.
pub(crate) fn into(dst: Target<'_>, leaves: &[Source<'_>], program: &Program) {
    run(&Sink::Write(dst), dst.layout(), leaves, program);
}

/// Whether the program, whose result is bool, gives true for any element of `layout`'s shape.
pub(crate) fn any(layout: &Layout, leaves: &[Source<'_>], program: &Program) -> bool {
    let found = AtomicBool::new(false);
    run(&Sink::Any(&found), layout, leaves, program);
    found.into_inner()
}

/// Runs a program over regions of one shape; `layout` gives the order of the loops.
fn run(sink: &Sink<'_>, layout: &Layout, leaves: &[Source<'_>], program: &Program) {
    // What the pointers below rely on: a walk along other shapes would leave the regions, and a program without steps
    // would leave the output as it was, which for new memory is nothing at all.
    assert!(leaves.len() <= MOST_LEAVES && leaves.len() == program.leaves().len());
    assert!(leaves.iter().all(|leaf| leaf.shape() == layout.shape()) && program.dtype().is_some());
    match leaves.len() {
        0 => run_nest::<1>(sink, layout, leaves, program),
        1 => run_nest::<2>(sink, layout, leaves, program),
        2 => run_nest::<3>(sink, layout, leaves, program),
        3 => run_nest::<4>(sink, layout, leaves, program),
        4..=7 => run_nest::<8>(sink, layout, leaves, program),
        _ => run_nest::<16>(sink, layout, leaves, program),
    }
}

/// Runs a program over a nest of `N` operands: the output, the leaves, and shadows of the output up to `N`.
fn run_nest<const N: usize>(sink: &Sink<'_>, layout: &Layout, leaves: &[Source<'_>], program: &Program) {
    let strides = |k: usize| match k.checked_sub(1).and_then(|leaf| leaves.get(leaf)) {
        Some(leaf) => leaf.layout().strides(),
        None => layout.strides(),
    };
    let nest: Nest<N> = Nest::new(layout.shape(), std::array::from_fn(strides));
    if nest.len() == 0 {
        return;
    }
    let job = Job::new(&nest, sink, leaves, program);
    let item_bytes: usize = leaves.iter().map(|leaf| leaf.dtype().item_size()).sum();
    let bytes = nest.len().saturating_mul(item_bytes + job.output_item()).saturating_mul(program.weight());
    // SAFETY: the nest walks through exactly the elements of the regions, and parts of it that run at the same time
    // write different ones, because an output reaches no element twice.
    threads::share_nest(&nest, bytes, |part| unsafe { job.run(part) });
}
