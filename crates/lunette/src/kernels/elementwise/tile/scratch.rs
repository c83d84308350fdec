//! The memory that a run needs beside its operands.

#![expect(unsafe_code, reason = "it writes constants to memory that holds nothing yet")]

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;

use smallvec::SmallVec;

use super::super::program::Program;
use super::shape::{Tiling, Way};
use super::{Job, MOST_LEAVES, PIECE};
use crate::kernels::fill::bytes_of;

/// A piece of memory as aligned as any element, and as the widest register.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "it is room, and reached through pointers")] [u8; 64]);

/// So much lies on the stack.
const INLINE_LINES: usize = 16;

/// The largest item, in bytes.
const LARGEST: usize = 16;

/// Memory for gathered operands, constants, temporaries and results, each at a place of its own.
pub(super) struct Scratch {
    /// In cells, because pointers to one place are used while others are made.
    lines: SmallVec<[UnsafeCell<MaybeUninit<Line>>; INLINE_LINES]>,
    /// In lines from the start.
    leaves: [usize; MOST_LEAVES],
    constants: usize,
    temps: usize,
    temp_lines: usize,
    output: usize,
    staging: usize,
}

impl Scratch {
    pub(super) fn new<const N: usize>(job: &Job<'_>, tiling: &Tiling<N>) -> Self {
        let tile = tiling.size.elements();
        let used = &tiling.ways[..=job.leaves.len()];
        let mut end = 0;
        let mut room = |bytes: usize| {
            let start = end;
            end += bytes.div_ceil(size_of::<Line>());
            start
        };
        let mut leaves = [0; MOST_LEAVES];
        for (k, leaf) in job.leaves.iter().enumerate() {
            leaves[k] = match used[k + 1] {
                Way::Direct => 0,
                Way::Still => room(leaf.seen.item_size()),
                Way::Gather => room(tile * leaf.seen.item_size()),
            };
        }
        let constants = room(job.program.constants().len() * LARGEST);
        let temp_bytes = tile * job.program.largest_item();
        let temps = room(job.program.temps() * temp_bytes.next_multiple_of(size_of::<Line>()));
        let output = room(match used[0] {
            Way::Gather => tile * job.output.seen.item_size(),
            _ if tiling.bypasses => PIECE,
            _ => 0,
        });
        let casts = job.leaves.iter().any(super::Operand::is_cast) || job.output.is_cast();
        let staging = room(if casts { tile * LARGEST } else { 0 });
        let mut lines = SmallVec::with_capacity(end);
        // SAFETY: there is room for `end` lines, and a line that may hold nothing needs no writing.
        unsafe { lines.set_len(end) };
        let temp_lines = temp_bytes.div_ceil(size_of::<Line>());
        Self { lines, leaves, constants, temps, temp_lines, output, staging }
    }

    /// Where the gathered elements of a leaf lie, or the one at which it stands still.
    pub(super) fn leaf(&self, k: usize) -> *mut u8 {
        self.line(self.leaves[k])
    }

    /// Where a constant lies.
    pub(super) fn constant(&self, k: u8) -> *mut u8 {
        self.line(self.constants).wrapping_add(usize::from(k) * LARGEST)
    }

    pub(super) fn temp(&self, k: u8) -> *mut u8 {
        self.line(self.temps + usize::from(k) * self.temp_lines)
    }

    /// Where results lie that are not written in place.
    pub(super) fn output(&self) -> *mut u8 {
        self.line(self.output)
    }

    /// Where elements lie on their way between two dtypes.
    pub(super) fn staging(&self) -> *mut u8 {
        self.line(self.staging)
    }

    fn line(&self, line: usize) -> *mut u8 {
        self.lines.as_ptr().wrapping_add(line).cast_mut().cast()
    }

    /// Writes every constant.
    pub(super) fn put_constants(&self, program: &Program) {
        for (k, value) in program.constants().iter().enumerate() {
            // SAFETY: a constant has room for the largest item, which is as large and as aligned as its bytes, followed
            // by zeros.
            unsafe { self.constant(k as u8).cast::<[u64; 2]>().write(bytes_of(value)) };
        }
    }
}
