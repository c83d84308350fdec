//! Chains are as long as one likes: neither checking nor running nor forgetting them runs out of stack.

use crate::world::{failure, prints};

const MANY: usize = 10_000;

#[test]
fn long_chains_run() {
    let sum = format!("let mut n = 1\nprint(n{})", " + n".repeat(MANY));
    prints(&sum, &["10001"]);
    prints(&format!("fun f(n: i64) -> i64 {{ n{} }}\nprint(f(1L))", " + n".repeat(MANY)), &["10001"]);
    prints(&format!("print(1{})", " + 1".repeat(MANY)), &["10001"]);
    prints(&format!("let mut t = true\nprint(t{})", " and t".repeat(MANY)), &["true"]);
    prints(&format!("let mut t = false\nprint(t{})", " or t".repeat(MANY)), &["false"]);
    prints(&format!("let mut t = true\nif t{} {{ print(1) }}", " and t".repeat(MANY)), &["1"]);
    prints(&format!("let x = [1, 2]\nprint(x{})", " + x".repeat(MANY)), &["tensor((2,), {10001,20002})"]);
    prints(&format!("let mut s = \"a\"\nprint(len(s{}))", " + s".repeat(MANY)), &["10001"]);
}

#[test]
fn long_chains_of_calls_and_members_run() {
    prints(&format!("print([[1, 2]]{})", ".T".repeat(2_000)), &["tensor((1,2), {1,2})"]);
    prints(&format!("print([1, 2]{})", ".abs()".repeat(2_000)), &["tensor((2,), {1,2})"]);
    let branches = " else if n == 2 { 2 }".repeat(2_000);
    prints(&format!("let mut n = 1\nprint(if n == 0 {{ 0 }}{branches} else {{ 3 }})"), &["3"]);
}

/// The place of a failure at the far end of a chain is told.
#[test]
fn a_failure_in_a_long_chain_is_told() {
    let said = failure(&format!("let mut z = 0\nprint(1 div z{})", " + z".repeat(MANY)));
    assert_eq!(said.code, "E0703");
}
