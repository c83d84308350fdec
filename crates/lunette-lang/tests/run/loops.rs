//! Loops that count, also at the ends of their types.

use crate::world::{failure, prints};

#[test]
fn loops_end_at_the_ends_of_their_types() {
    prints(
        "let mut n = 0
        for (i from 120i8 to 127i8) { n += 1 }
        for (i from 120i8 to 127i8 step 100i8) { n += 100 }
        for (i from -120i8 to -128i8 step -1i8) { n += 10000 }
        for (i from 250u8 to 255u8 step 3u8) { n += 1000000 }
        print(n)
        let mut last = 0L
        for (i from 9223372036854775800L to 9223372036854775807L step 5L) { last <- i }
        print(last)
        for (i from 9223372036854775807L to -9223372036854775807L step -9223372036854775807L) { print(i) }",
        &["2080107", "9223372036854775805i64", "9223372036854775807i64", "0"],
    );
}

#[test]
fn loops_that_do_nothing() {
    prints(
        "for (i from 5 to 5) { print(i) }
        for (i from 5 to 2) { print(i) }
        for (i from 2 to 5 step -1) { print(i) }
        for (x in zeros((0,))) { print(x) }
        for (x in zeros((0, 3))) { print(x) }
        while false { print(0) }
        print(1)",
        &["1"],
    );
}

#[test]
fn a_step_of_zero_is_an_error() {
    let said = failure("fun zero() { 0 }\nfor (i from 0 to 5 step zero()) { print(i) }");
    assert_eq!(said.code, "E0711");
}

#[test]
fn break_and_continue_leave_the_right_loop() {
    prints(
        "fun find(x: tensor<i32, 2>, what: i32) -> i32 {
            let mut looked = 0
            for (row in x) {
                for (v in row) {
                    if (v < 0) { continue }
                    looked += 1
                    if (v == what) { return looked }
                    if (v == 99) { break }
                }
            }
            -looked
        }
        print(find([[1, -2, 3], [4, 99, 6]], 4), find([[1, 99, 2]], 2))
        let mut i = 0
        while true {
            i += 1
            if (i % 2 == 0) { continue }
            if (i > 6) { break }
            print(i)
        }",
        &["3 -2", "1", "3", "5"],
    );
}

#[test]
fn rows_are_copies() {
    prints(
        "let mut x = [[1, 2], [3, 4]]
        for (row in x) {
            x[1] <- 9
            print(row)
        }
        for (v in [1.5, 2.5]) { print(v) }
        for (v in [1j, 2j]) { print(v) }",
        &["tensor((2,), {1,2})", "tensor((2,), {3,4})", "1.5", "2.5", "0.0+1.0j", "0.0+2.0j"],
    );
}

#[test]
fn values_of_conditions_and_blocks() {
    prints(
        "fun pick(k: i32) {
            let x = if (k == 0) { [1, 2] } else { if (k == 1) { return [0, 0] } else { [3, 4] } }
            x * 2
        }
        print(pick(0), pick(1), pick(2))
        let s = if (1 < 2 and 2 < 3 and not false) { \"yes\" } else { \"no\" }
        print(s)
        let mut calls = 0
        fun say(x: bool) { print(\"asked\"); x }
        print(false and say(true), true or say(true), true and say(false))",
        &["tensor((2,), {2,4}) tensor((2,), {0,0}) tensor((2,), {6,8})", "yes", "asked", "false true false"],
    );
}
