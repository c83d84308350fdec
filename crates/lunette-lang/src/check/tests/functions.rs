//! Functions: generic, recursive, as values.

use super::{Session, ty, wrong};
use crate::check::{InputKind, NoModules};

#[test]
fn results_are_found() {
    for (text, expected) in [
        ("fun f(x) { x + 1 }\nf(2.5f)", "f32"),
        ("fun f(n) { if (n <= 1) { 1 } else { n * f(n - 1) } }\nf(5L)", "i64"),
        ("fun f(n) { if (n <= 1) { 1 } else { f(n - 1) / 2 } }\nf(5)", "f64"),
        (
            "fun even(n) { if (n == 0) { true } else { odd(n - 1) } }\nfun odd(n) { if (n == 0) { false } else { even(n - 1) } }\neven(4)",
            "bool",
        ),
        ("fun f(n) { if (n > 3) { return 1 }\n2.5 }\nf(1)", "f64"),
        ("fun f(x: f64) -> f64 { x }\nf(3)", "f64"),
        ("fun f(x, y = 2, z = 3.5) { x + y + z }\nf(1, z = 4.5)", "f64"),
        ("fun f(x: tensor<f32>) { rank(x) }\nf(zeros((2, 2), dtype = f32))", "i64"),
        ("let k = 2.5\nlet f = lambda(x) { x * k }\nf(3)", "f64"),
        ("fun apply(f, x) { f(x) }\napply(lambda(a) { a + 0.5 }, 1)", "f64"),
        ("fun apply(f: fun(i32) -> f64, x: i32) { f(x) }\napply(lambda(a) { a / 2 }, 1)", "f64"),
        ("let f = sqrt\nf(4)", "f64"),
        ("map([1, 2], lambda(a) { a * 0.5 })", "tensor<f64, 1> of shape (2,)"),
        (
            "fun outer(n) { fun inner(k) { if (k == 0) { n } else { inner(k - 1) } }\ninner(3) }\nouter(2.5)",
            "f64",
        ),
        ("let x = [3, 1, 2]\nx.sort().sum()", "i64"),
    ] {
        assert_eq!(ty(text), expected, "{text}");
    }
}

#[test]
fn calls_that_are_wrong() {
    wrong("fun f(a, b) { a + b }\nf(1)", &["2:1 E0502"]);
    wrong("fun f(a) { a }\nf(1, 2)", &["2:6 E0503"]);
    wrong("fun f(a) { a }\nf(b = 2)", &["2:3 E0504"]);
    wrong("fun f(a) { a }\nf(1, a = 2)", &["2:10 E0505"]);
    wrong("fun f(a: i32) { a }\nf(2.5)", &["2:3 E0302"]);
    wrong("fun f(mut &a) { a <- 1 }\nlet n = 1\nf(&n)", &["3:3 E0225"]);
    wrong("fun f(mut &a) { a <- 1 }\nlet mut n = 1\nf(n)", &["3:3 E0509"]);
    wrong("fun f(a) { a }\nlet mut n = 1\nf(&n)", &["3:3 E0508"]);
    wrong("fun f(n) { f(n - 1) }\nf(1)", &["1:5 E0528"]);
    wrong("fun f() -> i32 { let a = 1\n}\nf()", &["2:1 E0526"]);
    wrong("fun f(c) { if (c) { return 1 }\n\"a\" }\nf(true)", &["2:1 E0527"]);
    wrong("return 1", &["1:1 E0524"]);
    wrong("break", &["1:1 E0525"]);
    wrong("let mut n = 1\nfun f() { n }\nf()", &["2:11 E0205"]);
    wrong("fun f() { k }\nlet k = 1\nf()", &["1:11 E0202"]);
    wrong("f()\nlet k = 1\nfun f() { k }", &["1:1 E0203"]);
}

#[test]
fn functions_that_nobody_calls_are_looked_at() {
    wrong("fun f(a) { a + unknown_name }", &["1:16 E0201"]);
    wrong("fun f(a) { a <- 1 }", &["1:12 E0211"]);
    wrong("fun f(a: i32) { a + \"x\" }", &["1:17 E0304"]);
    wrong("fun f(a) { a + 1 }", &[]);
    wrong("let f = lambda(a) { b }", &["1:21 E0201"]);
}

#[test]
fn what_no_argument_makes_right_is_found_without_a_call() {
    let builtin = |text: &str, expected: &[&str]| wrong(&format!("fun f(a, g) {{ {text} }}"), expected);
    builtin("reshape(a)", &["1:15 E0510"]);
    builtin("a.reshape()", &["1:15 E0510"]);
    builtin("reshape(a, \"x\")", &["1:26 E0510"]);
    builtin("sum(a, 1, true, 2, 3)", &["1:34 E0503"]);
    builtin("sum(a, nothing = 1)", &["1:22 E0504"]);
    builtin("a.reshpe(1)", &["1:17 E0425"]);
    builtin("a.nothing", &["1:17 E0425"]);
    builtin("a.sum", &["1:17 E0426"]);
    builtin("let b = sqrt(a)\nb.nothing()", &["2:3 E0425"]);
    builtin("map(a, lambda(x) { y })", &["1:34 E0201"]);
    // Each of these is right for some argument.
    for right in [
        "a.g(1)",
        "[1, 2].g()",
        "g(a, 1, 2, 3)",
        "map(a, g)",
        "map(a, lambda(x) { x })",
        "a.map(sqrt)",
        "a.shape",
        "a.sum()",
        "reshape(a, g)",
        "reshape(a, (g, 2))",
        "if (rank(a) == 1) { a[0] } else { a[0, 0] }",
        "a[g].sum(axis = 0) + \"x\"",
        "print(a, g, \"x\")",
        "where(a, 1, g)",
    ] {
        builtin(right, &[]);
    }
    // A mistake is told once, and not again by what stands around it.
    builtin("reshape(nothing)", &["1:23 E0201"]);
    builtin("nothing.nobody()", &["1:15 E0201"]);
}

#[test]
fn mistakes_in_generic_functions_name_the_call() {
    let text = "fun f(a) { a + \"x\" }\nfun g(a) { f(a) }\ng(1)\ng(2.5)";
    let outcome = Session::default().check(text, InputKind::File, &NoModules);
    let calls: Vec<Vec<&str>> = outcome
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.calls.iter().map(|call| call.function.as_str()).collect())
        .collect();
    assert_eq!(calls, [["f", "g"]]);
}

#[test]
fn specialisation_ends() {
    let text =
        "fun f(g, n) { if (n == 0) { 0 } else { f(lambda(x) { g(x) }, n - 1) } }\nf(lambda(x) { x }, 3)";
    assert_eq!(Session::default().mistakes(text, &NoModules), ["1:40 E0529"]);
}

#[test]
fn types_and_constants_that_double_end_too() {
    wrong("fun f(n, x) { if (n == 0) { 0 } else { f(n - 1, (x, x)) } }\nf(3, 1)", &["1:49 E0331"]);
    let mut text = "let a0 = \"ab\"\n".to_owned();
    for k in 0..60 {
        text += &format!("let a{} = a{k} + a{k}\n", k + 1);
    }
    wrong(&text, &[]);
}

#[test]
fn deep_chains_of_functions_end_in_words() {
    let mut text = String::new();
    for k in 0..4000 {
        text += &format!("fun chain{k}(x) {{ chain{}(x) }}\n", k + 1);
    }
    text += "fun chain4000(x) { x }\nchain0(1)";
    let mistakes = Session::default().mistakes(&text, &NoModules);
    assert!(mistakes.is_empty() || mistakes.iter().all(|mistake| mistake.ends_with("E0530")), "{mistakes:?}");
}

/// Every element and every default is checked once; checked twice on each level, these would never come to an end.
#[test]
fn checking_does_not_double_with_every_level() {
    let nested = format!("let x = {}[1]{}", "[[1], -".repeat(40), "]".repeat(40));
    assert_eq!(Session::default().mistakes(&nested, &NoModules), ["1:288 E0321"]);
    let mut defaults = "fun g0(x = 1) { x }\n".to_owned();
    for k in 1..=40 {
        defaults += &format!("fun g{k}(x = g{0}(), y = g{0}()) {{ x }}\n", k - 1);
    }
    let mistakes = Session::default().mistakes(&(defaults + "print(g40())"), &NoModules);
    assert_eq!(mistakes, ["2:12 E0522", "2:22 E0522"]);
}
