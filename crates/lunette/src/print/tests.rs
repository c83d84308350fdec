//! Exact texts of all printers; names and comments carry the ids of the cases in the semantics they prove.

mod debug;
mod display;
mod documents;
mod grid;
mod literal;

use crate::dtype::{DType, Element, Scalar};
use crate::print::Page;

/// Calls `look` with a page of these elements in row-major order.
fn with_page<T: Element, R>(shape: &[usize], values: &[T], look: impl FnOnce(Page<'_>) -> R) -> R {
    let cell = |index: &[usize]| -> Scalar {
        let flat = index.iter().zip(shape).fold(0, |flat, (&at, &size)| {
            assert!(at < size, "index {index:?} lies outside of {shape:?}");
            flat * size + at
        });
        values[flat].into()
    };
    look(Page::new(shape, T::DTYPE, &cell))
}

/// The integers from 0 on, as many as `shape` holds.
fn count(shape: &[usize]) -> Vec<i32> {
    (0..).take(shape.iter().product()).collect()
}

/// Values whose text is awkward in one way or another.
const AWKWARD: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.1,
    1e16,
    1e-7,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    123_456_789.125,
];

#[test]
fn a_page_of_any_rank_has_a_text() {
    let one = |_: &[usize]| Scalar::I32(1);
    let shape = vec![1; 1_000_000];
    let page = Page::new(&shape, DType::I32, &one);
    for text in [page.to_string(), page.grid().to_string(), page.literal().to_string()] {
        assert!(text.contains("1000000 axes"), "{}", &text[..text.len().min(100)]);
    }
}
