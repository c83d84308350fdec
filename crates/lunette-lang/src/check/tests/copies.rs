//! Where a copy is made: wherever somebody could see a value change, and nowhere else (R13, R22, R23).

use super::Session;

/// How many copies a text makes.
fn copies(text: &str) -> usize {
    let program = Session::default().program(text);
    format!("{program:?}").matches("Copy(").count()
}

#[test]
fn values_are_copied_where_it_can_be_seen() {
    for (text, expected) in [
        ("let a = zeros(3)\nlet b = a", 0),
        ("let mut a = zeros(3)\nlet b = a", 1),
        ("let a = zeros(3)\nlet mut b = a", 1),
        ("let mut a = zeros(3) + 1.0", 0),
        ("let mut a = zeros(4).reshape((2, 2))", 0),
        ("let mut a = zeros(3)\nlet b = a[0:2]", 1),
        ("let a = zeros(3)\nlet b = a[0:2]", 0),
        ("let mut a = zeros(3)\nlet b = a[[0, 1]]", 0),
        ("let mut a = zeros(3)\nlet b = a + 1.0", 0),
        ("let mut a = zeros(3)\nlet t = (a, 5)", 1),
        ("let mut a = zeros(3)\nlet n = a[0]", 0),
        ("let mut a = zeros(3)\nlet mut b = &a", 0),
        ("let mut a = zeros((2, 2))\nlet t = transpose(a)", 1),
        ("let mut a = zeros(3)\nlet f = lambda(i) { a[i] }", 1),
        ("let mut a = zeros(3)\nfor (x in a) { print(x) }", 0),
        ("let mut a = zeros(3)\nfor (x in a) { a[0] <- x }", 1),
    ] {
        assert_eq!(copies(text), expected, "{text}");
    }
}

#[test]
fn functions_give_memory_of_their_own() {
    for (text, expected) in [
        ("fun f(x) { x }\nf(zeros(3))", 1),
        ("fun f(x) { x + 1.0 }\nf(zeros(3))", 0),
        ("fun f(n) { let y = zeros(n); y }\nf(3)", 0),
        ("fun f(n) { let mut y = zeros(n); y[0] <- 1.0; y }\nf(3)", 0),
        ("fun f(n) { let mut y = zeros(n); let mut z = ones(n); (y, z) }\nf(3)", 0),
        ("fun f(n) { let mut y = zeros(n); (y, y) }\nf(3)", 2),
        ("let k = zeros(3)\nfun f() { k }\nf()", 1),
        ("fun f(mut &x) { x }\nlet mut a = zeros(3)\nf(&a)", 1),
        ("fun f(mut x) { x[0] <- 1.0; x }\nlet a = zeros(3)\nf(a)", 1),
    ] {
        assert_eq!(copies(text), expected, "{text}");
    }
}

#[test]
fn what_is_evaluated_first_does_not_see_later_stores() {
    let f = "fun f(mut &x) { x[0] <- 9.0; 1.0 }\nfun g(y, mut &x) { x[0] <- y[0] }\nfun h(mut &y, mut &x) { y <- x }\nlet mut a = zeros(3)\nlet mut b = ones(3)\n";
    for (text, expected) in
        [("a + f(&a)", 1), ("f(&a) + a", 0), ("g(a, &a)", 1), ("h(&b, &a)", 0), ("print(a, f(&a))", 1)]
    {
        assert_eq!(copies(&format!("{f}{text}")), expected, "{text}");
    }
}
