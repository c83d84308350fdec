//! Searching sorted elements, telling sets apart: all on the codes of elements.

#![expect(unsafe_code, reason = "codes are made of elements through raw pointers")]

use super::cast::cast_row;
use super::isa::{self, Isa, Task};
use super::sort::code::{Code, Coding, dispatch_code, encoder};
use super::sort::rows::{Place, Rows};
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::nest::threads;

mod unique;

pub(crate) use self::unique::{groups, row_groups};

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

    /// Writes the answer for query `k`: before `place` lie the elements that are less (or equal), and `equal` tells
    /// whether the one there is equal.
    ///
    /// # Safety
    /// There are answers for that many queries, and this thread is alone with this one.
    #[inline(always)]
    unsafe fn put(self, answers: Place<u8>, k: usize, place: usize, equal: impl FnOnce() -> bool) {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Less | Self::LessOrEqual => answers.at(8 * k).cast::<i64>().write(place as i64),
                Self::Contains => answers.at(k).cast::<bool>().write(equal()),
                Self::Lacks => answers.at(k).cast::<bool>().write(!equal()),
            }
        }
    }
}

/// The answer for each query, row-major; `sorted` is a vector.
///
/// Where there are few queries, `sorted` may be of another dtype than they, and at any steps: only the elements that
/// are looked at are cast, and encoded.
///
/// # Errors
/// If the dtypes differ though there are many queries, or there is no memory.
pub(crate) fn search(
    op: &'static str,
    sorted: Source<'_>,
    queries: Source<'_>,
    question: Question,
) -> Result<Buffer> {
    let dtype = queries.dtype();
    if are_few(queries.layout().len(), sorted.layout().len()) && sorted.layout().rank() == 1 {
        let queries = Rows::new(op, queries)?;
        return dispatch_code!(dtype, K => answer_few::<K>(op, &sorted, &queries, question));
    }
    if sorted.dtype() != dtype {
        return Err(ErrorKind::DTypeMismatch { op, expected: sorted.dtype(), found: dtype }.into());
    }
    let (sorted, queries) = (Rows::new(op, sorted)?, Rows::new(op, queries)?);
    dispatch_code!(dtype, K => {
        let sorted = codes::<K>(op, &sorted)?;
        answer(op, &sorted, &queries, question)
    })
}

/// Whether it takes longer to encode all elements than to look at those that the queries meet.
pub(crate) fn are_few(queries: usize, elements: usize) -> bool {
    let looks = elements.checked_ilog2().map_or(1, |log| log as usize + 1);
    queries.saturating_mul(looks).saturating_mul(4) < elements
}

/// Answers queries one by one, looking at elements where they lie.
fn answer_few<K: Code>(
    op: &'static str,
    sorted: &Source<'_>,
    queries: &Rows<'_>,
    question: Question,
) -> Result<Buffer> {
    let (dtype, len) = (queries.dtype(), sorted.layout().len());
    let (encode, load) = (encoder(dtype), cast_row(sorted.dtype(), dtype));
    let stride = sorted.layout().strides()[0];
    let code_of = |element: *const u8| -> K {
        let mut code = K::default();
        // SAFETY: the element is one of the queries' dtype, and there is room for its code.
        unsafe { encode(element, std::ptr::from_mut(&mut code).cast(), 1, Coding::RANK) };
        code
    };
    let entry = |k: usize| -> K {
        let mut element = [0_u64; 2];
        let room = element.as_mut_ptr().cast::<u8>();
        let offset = k as isize * stride * sorted.dtype().item_size() as isize;
        // SAFETY: `k` is below the length of the vector, and two words hold any element.
        unsafe { load(sorted.start().offset(offset), 1, room, 1, 1) };
        code_of(room)
    };
    let mut fresh = Fresh::new(op, queries.shape(), question.answer_dtype())?;
    let answers = Place(fresh.start());
    for k in 0..queries.total() {
        let query = code_of(queries.start.wrapping_add(k * dtype.item_size()));
        let (mut from, mut to) = (0, len);
        while from < to {
            let middle = from + (to - from) / 2;
            let found = entry(middle);
            let before = if question == Question::LessOrEqual { found <= query } else { found < query };
            if before { from = middle + 1 } else { to = middle }
        }
        let equal = || from < len && entry(from) == query && !query.is_nan(dtype);
        // SAFETY: each query has its answer.
        unsafe { question.put(answers, k, from, equal) };
    }
    // SAFETY: every query has been answered.
    Ok(unsafe { fresh.assume_init() })
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
                    question.put(answers, start + k, place, equal);
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
