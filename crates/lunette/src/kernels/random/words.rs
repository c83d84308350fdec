//! Random words one at a time, for distributions that need one does not know how many.

use std::convert::Infallible;

use rand_core::TryRng;

use super::gauss::minus_ln;
use super::philox::{Stream, WORDS};

/// A stream's words in their order.
pub(crate) struct Words {
    stream: Stream,
    words: [u64; WORDS],
    used: usize,
}

impl Words {
    pub(crate) fn new(stream: Stream) -> Self {
        Self { stream, words: [0; WORDS], used: WORDS }
    }

    pub(crate) fn next(&mut self) -> u64 {
        if self.used == WORDS {
            self.words = self.stream.group(0).words();
            self.stream.skip(1);
            self.used = 0;
        }
        self.used += 1;
        self.words[self.used - 1]
    }

    /// A number in 0..1.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// How long one waits for what happens once in a unit of time.
    pub(crate) fn waiting_time(&mut self) -> f64 {
        minus_ln(self.next())
    }

    /// A number below `end`, which is not 0, all of them equally likely (Lemire, 2019).
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        let mut product = u128::from(self.next()) * u128::from(end);
        if (product as u64) < end {
            let least = end.wrapping_neg() % end;
            while (product as u64) < least {
                product = u128::from(self.next()) * u128::from(end);
            }
        }
        (product >> 64) as u64
    }
}

impl TryRng for Words {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.next().to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
}
