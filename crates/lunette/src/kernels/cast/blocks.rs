//! Casts in blocks: load to lanes, cast the lanes, store from lanes.

#![expect(unsafe_code, reason = "kernels go through raw pointers")]

use std::any::TypeId;
use std::mem::MaybeUninit;

use super::lane::CastLane;
use super::lanes::{Lanes, cast_lanes};
use crate::dtype::{DType, Odd};

/// Lanes in a block: two blocks of the widest take 4 KiB, a small part of the first cache.
pub(super) const BLOCK: usize = 256;

/// Lanes at a time where strides make memory slow: reading, casting and writing overlap over short
/// stretches only.
const STRIDED: usize = 64;

/// Room for a block of any lanes.
#[repr(align(64))]
pub(super) struct Block(MaybeUninit<[u64; BLOCK]>);

impl Block {
    pub(super) fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

/// One side's elements, or how they are turned into lanes or back.
struct Side<F> {
    convert: F,
    item_size: usize,
    direct: bool,
}

/// What a pair of types does with a block. Not generic, so that there is one loop over blocks for all pairs.
pub(super) struct Stages {
    load: Side<unsafe fn(*const u8, isize, *mut u8, usize)>,
    /// None where the lanes of both sides are the same.
    cast: Option<unsafe fn(*const u8, *mut u8, usize)>,
    store: Side<unsafe fn(*const u8, *mut u8, isize, usize)>,
}

impl Stages {
    #[inline(always)]
    pub(super) fn new<S: Lanes, D: Lanes>() -> Self
    where
        S::In: CastLane<D::Out>,
    {
        Self {
            load: Side {
                convert: if D::DTYPE == DType::Bool { S::load_truth } else { S::load },
                item_size: size_of::<S>(),
                direct: S::DIRECT,
            },
            cast: if same_lanes::<S::In, D::Out>() { None } else { Some(cast_lanes::<S::In, D::Out>) },
            store: Side { convert: D::store, item_size: size_of::<D>(), direct: D::DIRECT },
        }
    }

    /// Casts a row.
    ///
    /// # Safety
    /// As for [`super::CastRow`], with the types that the stages were made for.
    pub(super) unsafe fn run(&self, src: (*const u8, isize), dst: (*mut u8, isize), len: usize) {
        let (mut loaded, mut casted) = (Block::new(), Block::new());
        let (direct_src, direct_dst) = (self.load.direct && src.1 == 1, self.store.direct && dst.1 == 1);
        let step = if src.1 == 1 && dst.1 == 1 { BLOCK } else { STRIDED };
        for start in (0..len).step_by(step) {
            let n = step.min(len - start);
            let at = |stride: isize, item_size: usize| start as isize * stride * item_size as isize;
            // SAFETY: the caller promised the elements, the blocks have room for `n` lanes of any type, and
            // the functions are those of the types.
            unsafe {
                let src = (src.0.offset(at(src.1, self.load.item_size)), src.1);
                let dst = (dst.0.offset(at(dst.1, self.store.item_size)), dst.1);
                let mut lanes = src.0;
                if !direct_src {
                    let room = if self.cast.is_none() && direct_dst { dst.0 } else { loaded.as_mut_ptr() };
                    (self.load.convert)(src.0, src.1, room, n);
                    lanes = room;
                }
                if let Some(cast) = self.cast {
                    let room = if direct_dst { dst.0 } else { casted.as_mut_ptr() };
                    cast(lanes, room, n);
                    lanes = room;
                }
                if !direct_dst {
                    (self.store.convert)(lanes, dst.0, dst.1, n);
                }
            }
        }
    }
}

/// Whether lanes of the two types have the same bits for the same value.
#[inline(always)]
fn same_lanes<A: 'static, B: 'static>() -> bool {
    let (a, b) = (TypeId::of::<A>(), TypeId::of::<B>());
    a == b || (a == TypeId::of::<f32>() && b == TypeId::of::<Odd>())
}
