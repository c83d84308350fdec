//! From random bits to numbers of a distribution.

use super::Sample;
use super::gauss::{minus_ln, pair_f32, pair_f64};
use super::philox::{Group, NUMBERS, WORDS};
use super::words::Words;
use crate::dtype::Element;
use crate::kernels::random::Stream;

const TO_FRACTION: f64 = 1.0 / (1_u64 << 53) as f64;
const TO_FRACTION_F32: f32 = 1.0 / (1_u32 << 24) as f32;

/// Numbers from `low` up to `low + width`, at most `most`.
pub(crate) struct Uniform<T> {
    pub(crate) low: T,
    pub(crate) width: T,
    /// Sums are rounded, and may round up to the end that does not belong to the interval.
    pub(crate) most: T,
}

impl Sample for Uniform<f64> {
    type Out = f64;
    const PER_GROUP: usize = WORDS;

    #[inline(always)]
    fn sample(&self, group: &Group, out: &mut [f64; NUMBERS]) {
        for (out, word) in out.iter_mut().zip(group.words()) {
            let number = self.low + self.width * ((word >> 11) as f64 * TO_FRACTION);
            *out = if number < self.most { number } else { self.most };
        }
    }
}

impl Sample for Uniform<f32> {
    type Out = f32;
    const PER_GROUP: usize = NUMBERS;

    #[inline(always)]
    fn sample(&self, group: &Group, out: &mut [f32; NUMBERS]) {
        for (out, number) in out.iter_mut().zip(group.numbers()) {
            let number = self.low + self.width * ((number >> 8) as f32 * TO_FRACTION_F32);
            *out = if number < self.most { number } else { self.most };
        }
    }
}

/// Normal numbers.
pub(crate) struct Normal<T> {
    pub(crate) mean: T,
    pub(crate) std: T,
}

impl Sample for Normal<f64> {
    type Out = f64;
    const PER_GROUP: usize = WORDS;

    #[inline(always)]
    fn sample(&self, group: &Group, out: &mut [f64; NUMBERS]) {
        const HALF: usize = WORDS / 2;
        let words = group.words();
        for k in 0..HALF {
            let (x, y) = pair_f64(words[k], words[HALF + k]);
            out[k] = self.mean + self.std * x;
            out[HALF + k] = self.mean + self.std * y;
        }
    }
}

impl Sample for Normal<f32> {
    type Out = f32;
    const PER_GROUP: usize = NUMBERS;

    #[inline(always)]
    fn sample(&self, group: &Group, out: &mut [f32; NUMBERS]) {
        const HALF: usize = NUMBERS / 2;
        let numbers = group.numbers();
        for k in 0..HALF {
            let (x, y) = pair_f32(numbers[k], numbers[HALF + k]);
            out[k] = self.mean + self.std * x;
            out[HALF + k] = self.mean + self.std * y;
        }
    }
}

/// Waiting times of mean `scale`.
pub(crate) struct Exponential {
    pub(crate) scale: f64,
}

impl Sample for Exponential {
    type Out = f64;
    const PER_GROUP: usize = WORDS;

    #[inline(always)]
    fn sample(&self, group: &Group, out: &mut [f64; NUMBERS]) {
        for (out, word) in out.iter_mut().zip(group.words()) {
            *out = self.scale * minus_ln(word);
        }
    }
}

/// True with a probability of `chances` in 2^53.
pub(crate) struct Bernoulli {
    pub(crate) chances: u64,
}

impl Sample for Bernoulli {
    type Out = bool;
    const PER_GROUP: usize = WORDS;

    #[inline(always)]
    fn sample(&self, group: &Group, out: &mut [bool; NUMBERS]) {
        for (out, word) in out.iter_mut().zip(group.words()) {
            *out = word >> 11 < self.chances;
        }
    }
}

/// Integers from `low` on, `count` of them equally likely; 0 stands for all 2^64.
pub(crate) struct Integers<T> {
    low: T,
    count: u64,
    /// Products below this are drawn again: they make some integers likelier than others (Lemire, 2019).
    least: u64,
    /// Where the words of those that are drawn again come from.
    again: Stream,
}

impl<T: Element> Integers<T> {
    pub(crate) fn new(low: T, count: u64, again: Stream) -> Self {
        let least = if count == 0 { 0 } else { count.wrapping_neg() % count };
        Self { low, count, least, again }
    }

    /// Draws again, from a stream that belongs to the word which was no good.
    #[cold]
    fn draw_again(&self, word: u64) -> u64 {
        Words::new(self.again.sibling(word)).below(self.count)
    }
}

/// Integers as bits: those of both signs are the same once sums wrap round.
pub(crate) trait Bits: Element {
    fn plus(self, distance: u64) -> Self;
}

impl Bits for i64 {
    #[inline(always)]
    fn plus(self, distance: u64) -> Self {
        self.wrapping_add(distance as Self)
    }
}

impl Bits for u64 {
    #[inline(always)]
    fn plus(self, distance: u64) -> Self {
        self.wrapping_add(distance)
    }
}

impl<T: Bits> Sample for Integers<T> {
    type Out = T;
    const PER_GROUP: usize = WORDS;

    #[inline(always)]
    fn sample(&self, group: &Group, out: &mut [T; NUMBERS]) {
        for (out, word) in out.iter_mut().zip(group.words()) {
            let product = u128::from(word) * u128::from(self.count);
            let distance = match (self.count, product as u64) {
                (0, _) => word,
                (_, low) if low < self.least => self.draw_again(word),
                _ => (product >> 64) as u64,
            };
            *out = self.low.plus(distance);
        }
    }
}
