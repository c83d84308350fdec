//! What the tests of the kernels share: random geometry, and an oracle that walks index by index.

#![expect(unsafe_code, reason = "it reads what a source shows")]

use crate::Element;
use crate::buffer::{Buffer, Lock};
use crate::layout::{Dims, Layout, Order, Strides};

/// Random numbers that are the same in every run.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: isize, high: isize) -> isize {
        low + self.below((high - low + 1) as usize) as isize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Up to `rank` sizes whose product stays near `len`; now and then one is 0 or 1.
    pub(crate) fn shape(&mut self, rank: usize, len: usize) -> Dims {
        let rank = self.below(rank + 1);
        let mut left = len;
        let mut shape: Dims = (0..rank)
            .map(|_| {
                let size = match self.below(8) {
                    0 => 1,
                    1 => 1 + self.below(4),
                    _ => 1 + self.below(left.min(90)),
                };
                left = (left / size).max(1);
                size
            })
            .collect();
        if rank > 0 && self.chance(4) {
            shape[rank - 1 - self.below(rank)] = 0;
        }
        shape
    }

    /// Strides for `shape` in which no two indices meet, in a random order of axes, with gaps and turned axes;
    /// the second value is the offset that keeps every element at 0 or above, the third the number of elements needed.
    pub(crate) fn strides(&mut self, shape: &[usize], spread: bool) -> (Strides, usize, usize) {
        let mut order: Vec<usize> = (0..shape.len()).collect();
        for k in (1..order.len()).rev() {
            if self.chance(40) {
                order.swap(k, self.below(k + 1));
            }
        }
        let mut strides = Strides::from_elem(0, shape.len());
        let mut step = 1isize;
        for &axis in order.iter().rev() {
            if spread && self.chance(25) {
                step *= self.between(1, 4);
            }
            strides[axis] = if self.chance(25) { -step } else { step };
            step *= shape[axis].max(1) as isize;
            if spread && self.chance(20) {
                step += self.between(0, 5);
            }
        }
        let (offset, len) = extent(shape, &strides);
        (strides, offset, len)
    }
}

/// How far below the start a layout reaches, and how many elements it spans.
pub(crate) fn extent(shape: &[usize], strides: &[isize]) -> (usize, usize) {
    if shape.contains(&0) {
        return (0, 0);
    }
    let (mut low, mut high) = (0isize, 0isize);
    for (&size, &stride) in shape.iter().zip(strides) {
        let reach = (size as isize - 1) * stride;
        if reach < 0 { low += reach } else { high += reach }
    }
    ((-low) as usize, (high - low + 1) as usize)
}

/// Every index of a shape, in row-major order.
pub(crate) fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &size in shape {
        all = all.into_iter().flat_map(|index| (0..size).map(move |k| [&index[..], &[k]].concat())).collect();
    }
    all
}

/// The element that an index means.
pub(crate) fn at(offset: usize, strides: &[isize], index: &[usize]) -> usize {
    let moved: isize = index.iter().zip(strides).map(|(&k, &stride)| k as isize * stride).sum();
    (offset as isize + moved) as usize
}

/// All elements of a buffer that is locked.
pub(crate) fn elements<T: Element>(buffer: &Buffer, lock: &Lock<'_>) -> Vec<T> {
    let layout = Layout::contiguous_for("test", &[buffer.len_bytes() / size_of::<T>()], Order::C).unwrap();
    let source = lock.source("test", &layout, T::DTYPE).unwrap();
    let mut elements = vec![T::default(); layout.len()];
    // SAFETY: the source's elements may be read, one after the other, and the vector has room for as many.
    unsafe { elements.as_mut_ptr().copy_from_nonoverlapping(source.start().cast(), layout.len()) };
    elements
}
