//! Searching sorted elements, telling sets apart: all on the codes of elements.

#![expect(unsafe_code, reason = "codes are made of elements through raw pointers")]

use super::isa::{self, Isa, Task};
use super::sort::code::{Code, Coding, dispatch_code, encoder};
use super::sort::rows::{Place, Rows};
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::nest::threads;

mod unique;

pub(crate) use self::unique::{Distinct, distinct, groups};

/// Queries that are searched for side by side: their loads wait together instead of one after the other.
const BATCH: usize = 16;

/// Queries are encoded in blocks of this many.
const BLOCK: usize = 256;

/// Searching for a query takes about as long as moving so many bytes.
const WORK: usize = 256;

/// What is to be found out about each query.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Question {
    /// How many elements are less.
    Less,
    /// How many elements are less or equal.
    LessOrEqual,
    /// Whether an element is equal; NaN equals nothing. The answer is a bool, the others are `i64`.
    Contains,
    /// Whether no element is equal.
    Lacks,
}

impl Question {
    /// The dtype of the answers.
    pub(crate) fn answer_dtype(self) -> DType {
        match self {
            Self::Less | Self::LessOrEqual => DType::I64,
            Self::Contains | Self::Lacks => DType::Bool,
        }
    }
}

/// The answer for each query, row-major; `sorted` and `queries` have one dtype.
///
/// # Errors
/// If their dtypes differ, or there is no memory.
pub(crate) fn search(
    op: &'static str,
    sorted: Source<'_>,
    queries: Source<'_>,
    question: Question,
) -> Result<Buffer> {
    if sorted.dtype() != queries.dtype() {
        let (expected, found) = (sorted.dtype(), queries.dtype());
        return Err(ErrorKind::DTypeMismatch { op, expected, found }.into());
    }
    let (sorted, queries) = (Rows::new(op, sorted)?, Rows::new(op, queries)?);
    dispatch_code!(sorted.dtype(), K => {
        let sorted = codes::<K>(op, &sorted)?;
        answer(op, &sorted, &queries, question)
    })
}

/// The codes of all elements, in order.
fn codes<K: Code>(op: &'static str, rows: &Rows<'_>) -> Result<Vec<K>> {
    let len = rows.total();
    let mut codes: Vec<K> = Vec::new();
    let no_room = |_| ErrorKind::OutOfMemory { op, bytes: len.saturating_mul(size_of::<K>()) };
    codes.try_reserve_exact(len).map_err(no_room)?;
    // SAFETY: the rows follow each other, and there is room for the codes of all elements, which are all written.
    unsafe {
        encoder(rows.dtype())(rows.start, codes.as_mut_ptr().cast(), len, Coding::RANK);
        codes.set_len(len);
    }
    Ok(codes)
}

fn answer<K: Code>(op: &'static str, sorted: &[K], queries: &Rows<'_>, question: Question) -> Result<Buffer> {
    let (total, dtype) = (queries.total(), queries.dtype());
    let mut fresh = Fresh::new(op, queries.shape(), question.answer_dtype())?;
    let answers = Place(fresh.start());
    let encode = encoder(dtype);
    let item = dtype.item_size();
    let pieces = threads::pieces(total.saturating_mul(WORK)).min(total.div_ceil(BLOCK));
    threads::share(pieces, |piece| {
        let bound = |piece: usize| (total as u128 * piece as u128 / pieces as u128) as usize;
        let mut block = [K::default(); BLOCK];
        let mut found = [0; BLOCK];
        for start in (bound(piece)..bound(piece + 1)).step_by(BLOCK) {
            let len = BLOCK.min(bound(piece + 1) - start);
            // SAFETY: the queries from `start` on are `len` or more, the block has room for them, and the answers of a
            // piece are its own.
            unsafe {
                encode(queries.start.add(start * item), block.as_mut_ptr().cast(), len, Coding::RANK);
                isa::run(Search { sorted, queries: &block, found: &mut found, question });
                for (k, (&code, &place)) in block.iter().zip(&found).enumerate().take(len) {
                    let equal = || sorted.get(place) == Some(&code) && !code.is_nan(dtype);
                    match question {
                        Question::Less | Question::LessOrEqual => {
                            answers.at(8 * (start + k)).cast::<i64>().write(place as i64);
                        }
                        Question::Contains => answers.at(start + k).cast::<bool>().write(equal()),
                        Question::Lacks => answers.at(start + k).cast::<bool>().write(!equal()),
                    }
                }
            }
        }
    });
    // SAFETY: the pieces together have answered every query.
    Ok(unsafe { fresh.assume_init() })
}

/// Finds the places of a block of queries by halving, without a branch that depends on them.
struct Search<'a, K> {
    sorted: &'a [K],
    queries: &'a [K; BLOCK],
    found: &'a mut [usize; BLOCK],
    question: Question,
}

impl<K: Code> Task for Search<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        if self.question == Question::LessOrEqual {
            self.halve(|entry, query| entry <= query);
        } else {
            self.halve(|entry, query| entry < query);
        }
    }
}

impl<K: Code> Search<'_, K> {
    #[inline(always)]
    fn halve(self, before: impl Fn(K, K) -> bool) {
        let Self { sorted, queries, found, .. } = self;
        if sorted.is_empty() {
            return found.fill(0);
        }
        for (queries, found) in queries.chunks_exact(BATCH).zip(found.chunks_exact_mut(BATCH)) {
            let mut places = [0usize; BATCH];
            let mut left = sorted.len();
            while left > 1 {
                let half = left / 2;
                for (place, &query) in places.iter_mut().zip(queries) {
                    // SAFETY: `place + left` never passes the end, so `place + half` does not.
                    let entry = unsafe { *sorted.get_unchecked(*place + half - 1) };
                    *place += if before(entry, query) { half } else { 0 };
                }
                left -= half;
            }
            for ((found, &place), &query) in found.iter_mut().zip(&places).zip(queries) {
                *found = place + usize::from(before(sorted[place], query));
            }
        }
    }
}
