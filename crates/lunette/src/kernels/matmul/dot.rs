//! The product of two vectors: sums as accurate as pairwise ones, at the speed of the memory.

use std::ops::Range;
use std::sync::OnceLock;

use super::{Factor, Product};
use crate::dtype::Numeric;
use crate::kernels::ahead::{AHEAD, fetch_lines};
use crate::kernels::isa::{self, Isa, Task};
use crate::nest::threads::share;

/// Elements that are summed in lanes; longer sums are made of halves.
const BLOCK: usize = 4096;

/// As [`BLOCK`], of vectors that are summed in an eighth of the lanes: no chain of additions is longer.
const STRIDED_BLOCK: usize = BLOCK / 8;

/// Elements that one thread sums at a time. Longer sums are made of such parts on one thread too, so that they do not
/// depend on the number of threads, nor on who watches.
const SHARE: usize = 1 << 16;

/// The sum of products of a row and a column, written to the one element of the result.
///
/// # Safety
/// The product keeps its promises, and has one row and one column.
pub(super) unsafe fn run<T: Factor>(product: &Product<T>, parts: usize) {
    let Product { depth, dst, a, b, .. } = *product;
    let whole = Vectors { a: a.start, a_step: a.column, b: b.start, b_step: b.row, len: depth };
    let sum = match depth <= SHARE {
        true => isa::run(Dot(whole)),
        false => in_parts(whole, parts),
    };
    // SAFETY: the caller's promise.
    unsafe { dst.start.write(sum) };
}

/// Parts whose sums are remembered at a time: enough for all threads, and no more memory for longer vectors, which may be
/// longer than memory if they are one element again and again.
const REMEMBERED: usize = 1 << 12;

/// The sum of the sums of parts of [`SHARE`] elements.
fn in_parts<T: Factor>(whole: Vectors<T>, threads: usize) -> T {
    sum_of_parts(&whole, 0..whole.len.div_ceil(SHARE), threads)
}

/// The sum of some of these sums: of their halves, as [`pairwise`] adds them, down to as many as are remembered.
fn sum_of_parts<T: Factor>(whole: &Vectors<T>, parts: Range<usize>, threads: usize) -> T {
    if parts.len() > REMEMBERED {
        let middle = parts.start + parts.len() / 2;
        let left = sum_of_parts(whole, parts.start..middle, threads);
        return T::wrapping_add(left, sum_of_parts(whole, middle..parts.end, threads));
    }
    let sums: Vec<OnceLock<T>> = parts.clone().map(|_| OnceLock::new()).collect();
    let sum = |k: usize| {
        let from = (parts.start + k) * SHARE;
        let part = whole.part(from, SHARE.min(whole.len - from));
        let _ = sums[k].set(isa::run(Dot(part)));
    };
    match threads {
        1 => (0..parts.len()).for_each(sum),
        _ => share(parts.len(), sum),
    }
    let sums: Vec<T> = sums.into_iter().map(|sum| sum.into_inner().unwrap_or(T::ZERO)).collect();
    pairwise(&sums)
}

fn pairwise<T: Numeric>(values: &[T]) -> T {
    match values {
        [] => T::ZERO,
        [value] => *value,
        _ => {
            let (left, right) = values.split_at(values.len() / 2);
            T::wrapping_add(pairwise(left), pairwise(right))
        }
    }
}

/// Two vectors of elements that may be read.
#[derive(Clone, Copy)]
pub(super) struct Vectors<T> {
    pub(super) a: *const T,
    pub(super) a_step: isize,
    pub(super) b: *const T,
    pub(super) b_step: isize,
    pub(super) len: usize,
}

// SAFETY: the elements are only read, and the maker promised that they may be, by any thread.
unsafe impl<T: Sync> Sync for Vectors<T> {}

impl<T> Vectors<T> {
    #[inline(always)]
    fn part(&self, from: usize, len: usize) -> Self {
        Self {
            a: self.a.wrapping_offset(from as isize * self.a_step),
            b: self.b.wrapping_offset(from as isize * self.b_step),
            len,
            ..*self
        }
    }
}

struct Dot<T>(Vectors<T>);

impl<T: Numeric> Task for Dot<T> {
    type Output = T;

    #[inline(always)]
    fn run(self, _: Isa) -> T {
        // SAFETY: whoever made the vectors promised that their elements may be read.
        unsafe { sum(&self.0) }
    }
}

/// The sum of products, in halves down to blocks.
///
/// # Safety
/// All elements may be read.
#[inline(always)]
pub(super) unsafe fn sum<T: Numeric>(vectors: &Vectors<T>) -> T {
    let block = if (vectors.a_step, vectors.b_step) == (1, 1) { BLOCK } else { STRIDED_BLOCK };
    // SAFETY: the caller's promise.
    let [sum] = unsafe { in_halves(vectors, vectors.len, block) };
    sum
}

/// `R` sums over a block of elements at a time. A trait and no closure: its functions are sure to be compiled for the
/// instruction set of whoever calls them.
pub(super) trait Blocks<T, const R: usize> {
    /// The sums over `len` elements from `from` on.
    ///
    /// # Safety
    /// All these elements may be read.
    unsafe fn sums(&self, from: usize, len: usize) -> [T; R];
}

impl<T: Numeric> Blocks<T, 1> for Vectors<T> {
    #[inline(always)]
    unsafe fn sums(&self, from: usize, len: usize) -> [T; 1] {
        // SAFETY: the caller's promise.
        [unsafe { block(&self.part(from, len)) }]
    }
}

/// `R` sums over `len` elements at a time, made of the sums of blocks: each is the sum of its halves.
///
/// # Safety
/// All elements may be read.
#[inline(always)]
pub(super) unsafe fn in_halves<T: Numeric, const R: usize>(
    blocks: &impl Blocks<T, R>,
    len: usize,
    block: usize,
) -> [T; R] {
    // SAFETY: the caller's promise.
    unsafe {
        if len <= block {
            return blocks.sums(0, len);
        }
        // Sums of 1, 2, 4, … blocks that wait for one of their size, as in a binary counter: halves without recursion,
        // which could not be inlined.
        let mut waiting = [[T::ZERO; R]; usize::BITS as usize];
        let count = len.div_ceil(block);
        for k in 0..count {
            let mut sums = blocks.sums(k * block, block.min(len - k * block));
            let full = (k + 1).trailing_zeros() as usize;
            for &others in &waiting[..full] {
                sums = add_each(others, sums);
            }
            waiting[full] = sums;
        }
        let left = (0..usize::BITS as usize).filter(|&bit| count >> bit & 1 == 1);
        left.map(|bit| waiting[bit]).reduce(|small, large| add_each(large, small)).unwrap_or([T::ZERO; R])
    }
}

#[inline(always)]
fn add_each<T: Numeric, const R: usize>(a: [T; R], b: [T; R]) -> [T; R] {
    std::array::from_fn(|row| T::wrapping_add(a[row], b[row]))
}

/// # Safety
/// As for [`sum`].
#[inline(always)]
unsafe fn block<T: Numeric>(v: &Vectors<T>) -> T {
    // SAFETY: the caller's promise.
    unsafe {
        match (v.a_step, v.b_step) {
            (1, 1) if size_of::<T>() <= 8 => lanes::<T, 64>(v),
            (1, 1) => lanes::<T, 16>(v),
            _ => strided(v),
        }
    }
}

/// The sum in `N` lanes, for vectors of unit steps.
///
/// # Safety
/// As for [`sum`].
#[inline(always)]
unsafe fn lanes<T: Numeric, const N: usize>(v: &Vectors<T>) -> T {
    let mut sums = [T::ZERO; N];
    let whole = v.len / N * N;
    let mut k = 0;
    // SAFETY: the caller's promise.
    unsafe {
        while k < whole {
            for side in [v.a, v.b] {
                fetch_lines(side.wrapping_add(k).cast::<u8>().wrapping_add(AHEAD), N * size_of::<T>());
            }
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum = T::wrapping_add(
                    *sum,
                    T::wrapping_mul(v.a.add(k + lane).read(), v.b.add(k + lane).read()),
                );
            }
            k += N;
        }
        let mut few = [T::ZERO; 8];
        while k + 8 <= v.len {
            for (lane, sum) in few.iter_mut().enumerate() {
                *sum = T::wrapping_add(
                    *sum,
                    T::wrapping_mul(v.a.add(k + lane).read(), v.b.add(k + lane).read()),
                );
            }
            k += 8;
        }
        for (lane, k) in (k..v.len).enumerate() {
            few[lane] = T::wrapping_add(few[lane], T::wrapping_mul(v.a.add(k).read(), v.b.add(k).read()));
        }
        if whole == 0 { fold(few) } else { T::wrapping_add(fold(sums), fold(few)) }
    }
}

/// # Safety
/// As for [`sum`].
#[inline(always)]
unsafe fn strided<T: Numeric>(v: &Vectors<T>) -> T {
    let mut sums = [T::ZERO; 8];
    for k in 0..v.len {
        let at = k as isize;
        // SAFETY: the caller's promise.
        let term =
            unsafe { T::wrapping_mul(v.a.offset(at * v.a_step).read(), v.b.offset(at * v.b_step).read()) };
        sums[k % 8] = T::wrapping_add(sums[k % 8], term);
    }
    fold(sums)
}

/// The sum of all lanes, by halves; their number is a power of two.
#[inline(always)]
pub(super) fn fold<T: Numeric, const N: usize>(mut sums: [T; N]) -> T {
    let mut half = N / 2;
    while half > 0 {
        for lane in 0..half {
            sums[lane] = T::wrapping_add(sums[lane], sums[lane + half]);
        }
        half /= 2;
    }
    sums[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums in groups are the sums of all at once, bit by bit.
    #[test]
    fn long_vectors_are_added_as_if_all_sums_were_remembered() {
        let value = 0.1_f64;
        let len = (REMEMBERED + 3) * SHARE - 7;
        let whole = Vectors { a: &raw const value, a_step: 0, b: &raw const value, b_step: 0, len };
        let count = len.div_ceil(SHARE);
        let [part, last] = [SHARE, len - (count - 1) * SHARE].map(|len| isa::run(Dot(whole.part(0, len))));
        let mut sums = vec![part; count];
        sums[count - 1] = last;
        assert_eq!(in_parts(whole, 2).to_bits(), pairwise(&sums).to_bits());
    }
}
