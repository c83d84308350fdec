#![expect(
    clippy::reversed_empty_ranges,
    reason = "negative ends count from the end, and empty ranges are tried too"
)]

use proptest::prelude::*;

use super::{End, IndexRange, Walk};
use crate::index::{IntoItem, Item};

/// The entries of a range, one by one; `None` for an error.
fn entries(range: IndexRange, len: usize) -> Option<Vec<i64>> {
    let taken = range.entries("test", 0, len).ok()?;
    Some((0..taken.len as i64).map(|i| taken.start as i64 + i * taken.step as i64).collect())
}

/// Rows: a range, the length of the axis, the entries.
fn check(rows: &[(IndexRange, usize, &[i64])]) {
    for &(range, len, expected) in rows {
        assert_eq!(entries(range, len).as_deref(), Some(expected), "{range:?} of {len}");
    }
}

/// Rows: a range, the length of the axis, the words of the error.
fn check_errors(rows: &[(IndexRange, usize, &str)]) {
    for &(range, len, words) in rows {
        let error = range.entries("test", 0, len).expect_err(&format!("{range:?} of {len}"));
        assert!(error.is_index());
        // Every error about an end of a range has the same cure.
        let cure =
            if words.starts_with("range") { "; `.cutting()` ends a range where its axis ends" } else { "" };
        assert_eq!(error.to_string(), format!("test: {words}{cure}"), "{range:?} of {len}");
    }
}

/// What a Rust value becomes in `s![]`.
fn rust<'a>(value: impl IntoItem<'a>) -> IndexRange {
    match value.into_item() {
        Item::Range(range) => range,
        other => panic!("{other:?} is no range"),
    }
}

fn slice(start: impl Into<Option<i64>>, stop: impl Into<Option<i64>>, step: i64) -> IndexRange {
    IndexRange::slice(start.into(), stop.into(), step)
}

#[test]
fn rust_ranges_keep_their_meaning() {
    check(&[
        (rust(..), 3, &[0, 1, 2]),
        (rust(1..3), 4, &[1, 2]),
        (rust(1u8..=3), 4, &[1, 2, 3]),
        (rust(1usize..), 4, &[1, 2, 3]),
        (rust(..2i128), 4, &[0, 1]),
        (rust(..=2i16), 4, &[0, 1, 2]),
        (rust(-2..), 4, &[2, 3]),
        (rust(..-1), 4, &[0, 1, 2]),
        (rust(-3..=-2), 4, &[1, 2]),
        (rust(0..=-1), 4, &[0, 1, 2, 3]),
        (rust(1..1), 4, &[]),
        (rust(1..=1), 4, &[1]),
        (rust(3..1), 4, &[]),
        (rust(3..=1), 4, &[]),
        (rust(4..), 4, &[]),
    ]);
}

#[test]
fn a_spent_inclusive_range_is_empty() {
    let mut range = 1..=1;
    range.next();
    check(&[(rust(range), 4, &[])]);
}

#[test]
fn numbers_too_large_for_i64_are_out_of_range() {
    check_errors(&[
        (
            rust(u64::MAX..),
            2,
            "range start 9223372036854775807 or more is out of range for axis 0 of length 2 (allowed: -2 to 2)",
        ),
        (
            rust(..i128::MIN),
            2,
            "range stop -9223372036854775808 or less is out of range for axis 0 of length 2 (allowed: -2 to 2)",
        ),
    ]);
}

#[test]
fn steps_of_a_range_start_at_its_end_when_negative() {
    check(&[
        (rust((1..3, -1)), 4, &[2, 1]),
        (rust((.., 2)), 5, &[0, 2, 4]),
        (rust((.., -2)), 5, &[4, 2, 0]),
        (rust((1..=5, -2i8)), 7, &[5, 3, 1]),
        (rust((-3.., -1)), 5, &[4, 3, 2]),
        (rust((5..1, -1)), 7, &[]),
        (rust((.., i64::MIN)), 3, &[2]),
        (rust((.., i64::MAX)), 3, &[0]),
        (rust((.., i128::MAX)), 3, &[0]),
    ]);
}

#[test]
fn python_slices_run_down_from_their_start() {
    check(&[
        (slice(None, None, -1), 3, &[2, 1, 0]),
        (slice(3, 0, -1), 4, &[3, 2, 1]),
        (slice(3, 0, -2), 4, &[3, 1]),
        (slice(-1, -3, -1), 4, &[3, 2]),
        (slice(1, None, -1), 4, &[1, 0]),
        (slice(None, 1, -1), 4, &[3, 2]),
        (slice(0, 3, -1), 4, &[]),
        (slice(2, 2, -1), 4, &[]),
        (slice(None, None, i64::MIN), 4, &[3]),
        (slice(0, 4, 3), 4, &[0, 3]),
    ]);
}

#[test]
fn open_ends_are_legal_on_every_axis() {
    check(&[
        (rust(..), 0, &[]),
        (slice(None, None, -1), 0, &[]),
        (slice(None, None, 3), 0, &[]),
        (rust((.., -2)), 0, &[]),
        (rust(0..), 0, &[]),
        (rust(..0), 0, &[]),
        (rust(..), 1, &[0]),
        (slice(None, None, -1), 1, &[0]),
        (rust((.., -2)), 1, &[0]),
        (rust(1..), 1, &[]),
        (rust(-1..), 1, &[0]),
        (rust(..-1), 1, &[]),
        (slice(0, None, -1), 1, &[0]),
        (slice(-1, None, -1), 1, &[0]),
    ]);
}

#[test]
fn ends_outside_of_the_axis_are_errors() {
    check_errors(&[
        (rust(3..), 2, "range start 3 is out of range for axis 0 of length 2 (allowed: -2 to 2)"),
        (rust(-3..), 2, "range start -3 is out of range for axis 0 of length 2 (allowed: -2 to 2)"),
        (rust(..3), 2, "range stop 3 is out of range for axis 0 of length 2 (allowed: -2 to 2)"),
        (rust(..-3), 2, "range stop -3 is out of range for axis 0 of length 2 (allowed: -2 to 2)"),
        (rust(..=-3), 2, "range last entry -3 is out of range for axis 0 of length 2 (allowed: -2 to 1)"),
        (slice(2, None, -1), 2, "range start 2 is out of range for axis 0 of length 2 (allowed: -2 to 1)"),
        (slice(None, 2, -1), 2, "range stop 2 is out of range for axis 0 of length 2 (allowed: -2 to 1)"),
        (slice(None, -3, -1), 2, "range stop -3 is out of range for axis 0 of length 2 (allowed: -2 to 1)"),
        (rust((3.., 1)), 2, "range start 3 is out of range for axis 0 of length 2 (allowed: -2 to 2)"),
        (rust((3.., -1)), 2, "range start 3 is out of range for axis 0 of length 2 (allowed: -2 to 2)"),
        (rust(1..), 0, "range start 1 is out of range for axis 0 of length 0 (allowed: 0 to 0)"),
        (
            rust(..=0),
            0,
            "range last entry 0 is out of range for axis 0 of length 0 (an axis without entries takes only open ends)",
        ),
        (
            slice(0, None, -1),
            0,
            "range start 0 is out of range for axis 0 of length 0 (an axis without entries takes only open ends)",
        ),
    ]);
}

#[test]
fn b1_the_number_of_entries_is_rounded_up() {
    check(&[(slice(None, None, 3), 5, &[0, 3]), (rust((.., 3)), 5, &[0, 3]), (rust((.., -3)), 5, &[4, 1])]);
}

#[test]
fn b2_a_negative_step_starts_at_the_last_entry() {
    check(&[(rust((.., -2)), 4, &[3, 1]), (slice(None, None, -2), 4, &[3, 1])]);
}

#[test]
fn b4_an_inclusive_end_is_an_entry() {
    check_errors(&[(
        rust(0..=3),
        3,
        "range last entry 3 is out of range for axis 0 of length 3 (allowed: -3 to 2)",
    )]);
}

#[test]
fn a_step_of_zero_is_an_error() {
    let words = "the step on axis 0 is 0; use 1 for every entry, -1 for backwards";
    check_errors(&[(slice(None, None, 0), 3, words), (rust((.., 0)), 3, words), (rust((.., 0)), 0, words)]);
}

#[test]
fn cutting_moves_ends_to_the_axis_as_python_does() {
    // What `list(range(n))[start:stop:step]` gives.
    check(&[
        (slice(2, 100, 1).cutting(), 4, &[2, 3]),
        (slice(-100, 2, 1).cutting(), 4, &[0, 1]),
        (slice(100, None, 1).cutting(), 4, &[]),
        (slice(-100, 100, 3).cutting(), 4, &[0, 3]),
        (slice(100, None, -1).cutting(), 4, &[3, 2, 1, 0]),
        (slice(100, -100, -2).cutting(), 4, &[3, 1]),
        (slice(-100, None, -1).cutting(), 4, &[]),
        (slice(None, 100, -1).cutting(), 4, &[]),
        (slice(0, 1, -1).cutting(), 0, &[]),
        (slice(i64::MIN, i64::MAX, i64::MAX).cutting(), 4, &[0]),
        (slice(i64::MAX, i64::MIN, i64::MIN).cutting(), 4, &[3]),
    ]);
}

/// Walks the range entry by entry, in numbers that cannot overflow.
fn oracle(range: IndexRange, len: usize) -> Option<Vec<i64>> {
    let n = len as i128;
    let down = range.step < 0 && range.walk == Walk::Slice;
    let counted = |end: i64, max: i128| {
        let end = if end < 0 { end as i128 + n } else { end as i128 };
        if range.cut { Some(end) } else { Some(end).filter(|end| (0..=max).contains(end)) }
    };
    let max = if down { n - 1 } else { n };
    let start = range.start.map_or(Some(if down { n - 1 } else { 0 }), |start| counted(start, max))?;
    let stop = match range.end {
        End::Open => Some(if down { -1 } else { n }),
        End::Before(stop) => counted(stop, max),
        End::Through(last) => counted(last, n - 1).map(|last| last + 1),
    }?;
    let every = range.step.unsigned_abs() as usize;
    if every == 0 {
        return None;
    }
    let inside = |i: &i64| if down { (*i as i128) <= start } else { (*i as i128) >= start };
    let before_stop = |i: &i64| if down { (*i as i128) > stop } else { (*i as i128) < stop };
    let mut taken: Vec<i64> = (0..len as i64).filter(inside).filter(before_stop).collect();
    if range.step < 0 {
        taken.reverse();
    }
    Some(taken.into_iter().step_by(every).collect())
}

fn numbers() -> impl Strategy<Value = i64> {
    prop_oneof![12 => -9i64..=9, 1 => any::<i64>(), 1 => Just(i64::MIN), 1 => Just(i64::MAX)]
}

fn ranges() -> impl Strategy<Value = IndexRange> {
    let end = prop_oneof![Just(End::Open), numbers().prop_map(End::Before), numbers().prop_map(End::Through)];
    (proptest::option::of(numbers()), end, numbers(), any::<bool>(), any::<bool>()).prop_map(
        |(start, end, step, python, cut)| {
            let range = match end {
                End::Open => IndexRange::slice(start, None, step),
                End::Before(stop) => IndexRange::slice(start, Some(stop), step),
                End::Through(last) => IndexRange::inclusive(start, last),
            };
            let range = if python { range } else { range.stepped(step) };
            if cut { range.cutting() } else { range }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn ranges_take_what_counting_takes(range in ranges(), len in 0usize..8) {
        prop_assert_eq!(entries(range, len), oracle(range, len));
    }
}
