//! Philox 4x32 with ten rounds (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011).
//!
//! A block cipher in all but name: four words of random bits are a function of a counter of four words and of a key.
//! It needs nothing but products of 32 bits by 32, which vector instructions have; the variant of 64 bits needs
//! products that they do not have.

/// How many blocks are computed side by side.
const LANES: usize = 16;

/// How many numbers of 32 bits a group has.
pub(super) const NUMBERS: usize = 4 * LANES;

/// How many numbers of 64 bits a group has.
pub(super) const WORDS: usize = NUMBERS / 2;

const ROUNDS: usize = 10;
const FACTORS: [u64; 2] = [0xd251_1f53, 0xcd9e_8d57];
const KEY_STEPS: [u32; 2] = [0x9e37_79b9, 0xbb67_ae85];
const LOW: u64 = 0xffff_ffff;

/// An endless sequence of groups of random bits: which one, and how far it has been used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stream {
    key: u64,
    /// The upper half of the counter.
    id: u64,
    /// The first group that nobody has used.
    next: u64,
}

/// The random bits of consecutive blocks: the first words of all of them, then the second words, and so on.
///
/// Each entry is a number of 32 bits.
pub(crate) struct Group([[u64; LANES]; 4]);

impl Stream {
    pub(crate) fn new(key: u64) -> Self {
        Self { key, id: 0, next: 0 }
    }

    /// All that it is.
    pub(crate) fn state(self) -> [u64; 3] {
        [self.key, self.id, self.next]
    }

    /// The stream that had this state. Every state is that of one.
    pub(crate) fn from_state([key, id, next]: [u64; 3]) -> Self {
        Self { key, id, next }
    }

    /// Moves on by some groups.
    pub(super) fn skip(&mut self, groups: u64) {
        self.next = self.next.wrapping_add(groups);
    }

    /// A stream that has nothing to do with this one, for all that anybody can tell; takes one group.
    pub(crate) fn split(&mut self) -> Self {
        let words = self.group(0).words();
        self.skip(1);
        Self { key: words[0], id: words[1], next: 0 }
    }

    /// One of many streams from the beginning: the one `distance` away.
    pub(super) fn sibling(self, distance: u64) -> Self {
        Self { id: self.id.wrapping_add(distance), next: 0, ..self }
    }

    /// The group that is `distance` away.
    #[inline(always)]
    pub(super) fn group(&self, distance: u64) -> Group {
        let first = self.next.wrapping_add(distance).wrapping_mul(LANES as u64);
        let blocks: [u64; LANES] = std::array::from_fn(|lane| first.wrapping_add(lane as u64));
        let ids = [self.id; LANES];
        let counter = [blocks.map(low), blocks.map(high), ids.map(low), ids.map(high)];
        Group(rounds(counter, [self.key as u32, (self.key >> 32) as u32]))
    }
}

#[inline(always)]
fn low(word: u64) -> u64 {
    word & LOW
}

#[inline(always)]
fn high(word: u64) -> u64 {
    word >> 32
}

#[inline(always)]
fn rounds(mut counter: [[u64; LANES]; 4], mut key: [u32; 2]) -> [[u64; LANES]; 4] {
    for _ in 0..ROUNDS {
        let keys = key.map(u64::from);
        let [a, b, c, d] = &mut counter;
        for lane in 0..LANES {
            // The masks change nothing. They tell the compiler that these are products of 32 bits by 32.
            let first = (a[lane] & LOW) * FACTORS[0];
            let second = (c[lane] & LOW) * FACTORS[1];
            a[lane] = (second >> 32) ^ b[lane] ^ keys[0];
            b[lane] = second & LOW;
            c[lane] = (first >> 32) ^ d[lane] ^ keys[1];
            d[lane] = first & LOW;
        }
        key = [key[0].wrapping_add(KEY_STEPS[0]), key[1].wrapping_add(KEY_STEPS[1])];
    }
    counter
}

impl Group {
    /// The bits as numbers of 64.
    #[inline(always)]
    pub(super) fn words(&self) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        for lane in 0..LANES {
            words[lane] = self.0[0][lane] | self.0[1][lane] << 32;
            words[LANES + lane] = self.0[2][lane] | self.0[3][lane] << 32;
        }
        words
    }

    /// The bits as numbers of 32.
    #[inline(always)]
    pub(super) fn numbers(&self) -> [u32; NUMBERS] {
        let mut numbers = [0; NUMBERS];
        for (part, lanes) in self.0.iter().enumerate() {
            for lane in 0..LANES {
                numbers[part * LANES + lane] = lanes[lane] as u32;
            }
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::{LANES, rounds};

    /// The answers that the authors of Philox published.
    #[test]
    fn published_answers() {
        let check = |counter: [u64; 4], key: [u32; 2], answer: [u64; 4]| {
            let found = rounds(counter.map(|word| [word; LANES]), key);
            assert_eq!(found.map(|lanes| lanes[7]), answer);
        };
        check([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        check([0xffff_ffff; 4], [0xffff_ffff; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        check(
            [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
            [0xa409_3822, 0x299f_31d0],
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
        );
    }
}
