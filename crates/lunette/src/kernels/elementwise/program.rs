//! What is computed for every element: a few steps, each a loop over a block.

#![expect(unsafe_code, reason = "its steps reach elements through raw pointers")]

use smallvec::SmallVec;

use super::MOST_LEAVES;
use super::chunk::{Arg, Loop, Rows};
use super::taboo::Taboo;
use crate::dtype::{DType, Scalar};
use crate::kernels::cast::{CastRow, cast_row};

/// Where a step finds an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// One of the regions that the program reads.
    Leaf(u8),
    /// One of its constants.
    Constant(u8),
    /// The result of an earlier step.
    Temp(u8),
}

/// What has to be looked for before a program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    pub(crate) leaf: usize,
    pub(crate) taboo: Taboo,
    /// The operation that has no answer, and the dtype in which it would be computed: what the error tells.
    pub(crate) op: &'static str,
    pub(crate) dtype: DType,
}

/// What a step does.
#[derive(Clone, Copy)]
enum Code {
    Loop(Loop),
    Cast(CastRow),
}

/// One loop of a program.
#[derive(Clone, Copy)]
struct Step {
    code: Code,
    args: [Option<Slot>; 3],
    /// Where the result goes; the last step's goes to the output instead.
    to: u8,
}

/// What is computed for every element of the output.
///
/// # Invariants
/// 1. Every slot that a step reads exists, and holds elements of the dtype that the step's loop expects.
/// 2. The result of a step is used by one later step, and by no other; the last step gives the output.
#[derive(Default)]
pub(crate) struct Program {
    /// The dtype as which each leaf is read.
    leaves: SmallVec<[DType; 4]>,
    /// What whoever runs the program has to look for first, under the locks of the run.
    checks: SmallVec<[Check; 1]>,
    constants: SmallVec<[Scalar; 2]>,
    steps: SmallVec<[Step; 2]>,
    /// The dtype of the last step.
    dtype: Option<DType>,
    /// Which temporaries hold a result that is still to be used.
    busy: SmallVec<[bool; 8]>,
    largest_item: usize,
    weight: usize,
}

impl Program {
    /// A region to be read, cast to `dtype` on the way.
    pub(crate) fn leaf(&mut self, dtype: DType) -> Slot {
        self.leaves.push(dtype);
        self.largest_item = self.largest_item.max(dtype.item_size());
        Slot::Leaf(self.leaves.len() as u8 - 1)
    }

    /// Says what must not be among the elements of a slot that is a leaf.
    pub(crate) fn forbid(&mut self, slot: Slot, taboo: Taboo, op: &'static str, dtype: DType) {
        if let Slot::Leaf(leaf) = slot {
            self.checks.push(Check { leaf: usize::from(leaf), taboo, op, dtype });
        }
    }

    /// What has to be looked for before the program runs.
    pub(crate) fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// One value for all elements.
    pub(crate) fn constant(&mut self, value: Scalar) -> Slot {
        self.constants.push(value);
        Slot::Constant(self.constants.len() as u8 - 1)
    }

    /// A loop over slots whose elements are of the dtype that it was made for; `weight` tells how many times longer
    /// it takes than an addition.
    pub(crate) fn step(&mut self, run: Loop, args: &[Slot], out: DType, weight: usize) -> Slot {
        self.push(Code::Loop(run), args, out, weight)
    }

    /// The same values in another dtype.
    pub(crate) fn cast(&mut self, arg: Slot, from: DType, to: DType) -> Slot {
        self.push(Code::Cast(cast_row(from, to)), &[arg], to, 1)
    }

    fn push(&mut self, code: Code, args: &[Slot], out: DType, weight: usize) -> Slot {
        let to = self.free_temp();
        let mut slots = [None; 3];
        for (slot, &arg) in slots.iter_mut().zip(args) {
            *slot = Some(arg);
            if let Slot::Temp(temp) = arg {
                self.busy[usize::from(temp)] = false;
            }
        }
        self.steps.push(Step { code, args: slots, to });
        self.dtype = Some(out);
        self.largest_item = self.largest_item.max(out.item_size());
        self.weight += weight;
        Slot::Temp(to)
    }

    fn free_temp(&mut self) -> u8 {
        let free = self.busy.iter().position(|busy| !busy).unwrap_or_else(|| {
            self.busy.push(false);
            self.busy.len() - 1
        });
        self.busy[free] = true;
        free as u8
    }

    /// Runs all steps over `len` contiguous elements; `place` tells where constants and temporaries lie.
    ///
    /// # Safety
    /// The leaves and the constants are as the loops expect them (invariant 1); every temporary has room for the results of
    /// a step, apart from all others, and so has `dst`, which may be a leaf of the same item size that moves.
    #[inline]
    pub(super) unsafe fn run(
        &self,
        dst: *mut u8,
        leaves: &[Arg; MOST_LEAVES],
        len: usize,
        place: impl Fn(Slot) -> *mut u8,
    ) {
        for (k, step) in self.steps.iter().enumerate() {
            let is_last = k + 1 == self.steps.len();
            let to = if is_last { dst } else { place(Slot::Temp(step.to)) };
            let args = step.args.map(|slot| match slot {
                None => Arg::NONE,
                Some(Slot::Leaf(leaf)) => leaves[usize::from(leaf)],
                Some(slot @ Slot::Constant(_)) => Arg::still(place(slot)),
                Some(slot @ Slot::Temp(_)) => Arg::moving(place(slot)),
            });
            // SAFETY: the caller's promise; a temporary is never the destination of a step that reads it (`push`).
            unsafe {
                match step.code {
                    Code::Loop(run) => run(to, &args, Rows::one(len)),
                    Code::Cast(cast) => cast(args[0].start(), isize::from(args[0].moves()), to, 1, len),
                }
            }
        }
    }

    /// The dtype as which each leaf is read.
    pub(super) fn leaves(&self) -> &[DType] {
        &self.leaves
    }

    pub(super) fn constants(&self) -> &[Scalar] {
        &self.constants
    }

    /// How many temporaries there are at most; the last step needs none.
    pub(super) fn temps(&self) -> usize {
        if self.steps.len() > 1 { self.busy.len() } else { 0 }
    }

    /// The largest item that a leaf or a step has, in bytes.
    pub(super) fn largest_item(&self) -> usize {
        self.largest_item.max(1)
    }

    /// How many times longer than an addition the whole takes.
    pub(crate) fn weight(&self) -> usize {
        self.weight.max(1)
    }

    /// The dtype of the result; a program without steps has none.
    pub(crate) fn dtype(&self) -> Option<DType> {
        self.dtype
    }
}
