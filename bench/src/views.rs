//! Views and what they cost: copies, stores, casts, picking by index, and small calls.

mod cast;
mod copy;
mod pick;
mod small;
mod store;

use crate::MakeRow;

/// Every row of the family, in the order of the results.
pub fn rows() -> Vec<MakeRow> {
    [copy::ROWS, store::ROWS, cast::ROWS, pick::ROWS, small::ROWS].concat()
}

/// What a bench does with an error: the work is right by construction.
const WORKS: &str = "the work of this row is legal";

/// Ascending numbers that repeat before they lose precision. Written, so that the pages exist.
fn numbers<T>(len: usize, convert: impl Fn(u16) -> T) -> Vec<T> {
    (0..len).map(|position| convert((position % 1013) as u16)).collect()
}

/// Positions below `limit` in an order that no prefetcher knows, always the same.
fn scattered(len: usize, limit: usize) -> Vec<i64> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..len).map(|_| (next() % limit as u64) as i64).collect()
}

/// What NumPy's side of a row prepares to have the same positions as [`scattered`].
fn numpy_scattered(name: &str, len: usize, limit: usize) -> String {
    format!("{name} = np.random.default_rng(1).integers(0, {limit}, {len})")
}
