//! Bytes read as decisions.

/// The bytes of one fuzz input; when they are used up, every decision is 0.
pub struct Input<'a> {
    bytes: &'a [u8],
}

impl<'a> Input<'a> {
    /// The decisions that these bytes make.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Whether all bytes are used up.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
        self.bytes = rest;
        *first
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    /// An integer: mostly close to zero, sometimes at the limits of its type.
    pub fn int(&mut self) -> i64 {
        match self.byte() {
            0xFF => i64::MAX,
            0xFE => i64::MIN,
            0xFD => i64::MAX / 2,
            0xFC => i64::from(i32::MAX) + 1,
            byte => i64::from(byte as i8) / 8,
        }
    }

    /// A size: mostly small, sometimes too large for anything.
    pub fn size(&mut self) -> usize {
        match self.byte() {
            0xFF => usize::MAX,
            0xFE => isize::MAX as usize,
            0xFD => 1 << 32,
            byte => usize::from(byte) % 6,
        }
    }

    /// A list of up to `most` decisions.
    pub fn list<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let len = self.below(most + 1);
        (0..len).map(|_| one(self)).collect()
    }
}
