//! Whether the prompt asks for another line, and what it colours.

use lunette_lang::syntax::{Class, highlight, is_complete};

#[test]
fn texts_that_go_on() {
    let texts = [
        "(",
        "f(1,",
        "[1, 2",
        "{",
        "x[",
        "tensor((2,), {1,",
        "let x =",
        "a +",
        "a and",
        "not",
        "-",
        "a <-",
        "a +=",
        "a ==",
        "let x = 1,",
        "if (c) {",
        "if (c)",
        "if c",
        "if",
        "if c { a } else",
        "while c {",
        "while c",
        "fun f(x)",
        "fun f(x) {\n  a",
        "fun f(",
        "for (i from 0 to 3)",
        "for (",
        "let f = lambda(x)",
        "f(lambda(x) {\n  x",
        "f(a, // note",
        "a + // note",
        "f(a)(",
        "a +\n",
        "x.f(",
        "[[1, 2],\n",
        "a *",
    ];
    for text in texts {
        assert!(!is_complete(text), "{text:?} goes on");
    }
}

#[test]
fn texts_that_are_over() {
    let texts = [
        "",
        "a",
        "a // +",
        "f(1)",
        "let x = 1",
        "if c { a }",
        "fun f() {}",
        "x[1:]",
        "\"(\"",
        "// (",
        "a\n\n",
        "return",
        // A mistake that no further line can cure is shown at once.
        "f(1))",
        "print(\"abc",
        "(1]",
        "let x = 1 2 (",
        "x[1:2:3:4",
        "a $ (",
        "let 5 = (",
        "x.",
        "1.",
        "let",
        "x :=",
    ];
    for text in texts {
        assert!(is_complete(text), "{text:?} is over");
    }
}

/// The classes of a text as letters, one for each part.
fn classes(text: &str) -> String {
    let letter = |class: Class| match class {
        Class::Keyword => 'k',
        Class::Name => 'n',
        Class::Function => 'f',
        Class::Number => '1',
        Class::String => 's',
        Class::Comment => 'c',
        Class::Operator => 'o',
        Class::DType => 'd',
        Class::Unknown => '?',
    };
    highlight(text).into_iter().map(|piece| letter(piece.class)).collect()
}

#[test]
fn classes_of_parts() {
    let rows = [
        ("let mut x = 3 // note", "kkno1c"),
        ("print(\"a\", x)", "fosono"),
        ("fun f(a: f64) -> i32 {}", "kfonodoodoo"),
        ("cast<i32>(x)", "fodoono"),
        ("x.sum(axis = 0)", "nofono1o"),
        ("a < b", "non"),
        ("for (i from 0 to n step 2) {}", "konk1knk1ooo"),
        ("for (from from to to step) {}", "konknknooo"),
        ("for (x in t) { in = 1 }", "konknoono1o"),
        ("from = to", "non"),
        ("module lib.stats as s", "knonkn"),
        ("module \"a\" as as", "kskn"),
        ("true NewAxis Fill nan", "111n"),
        ("a and not b div c", "nkknkn"),
        ("#!/usr/bin/env lunette\na", "cn"),
        ("# text", "c"),
        ("a $ b", "n?n"),
        ("\"open", "s"),
        ("f(", "fo"),
        ("12i7", "1"),
    ];
    for (text, expected) in rows {
        assert_eq!(classes(text), expected, "{text}");
    }
}

#[test]
fn parts_cover_all_but_space() {
    let text = "let x = [1, 2] // é\nprint(x) −\t'é'\r\n/* no */ y";
    let mut rest = text.to_owned();
    for piece in highlight(text).into_iter().rev() {
        rest.replace_range(piece.start as usize..piece.end as usize, "");
    }
    assert_eq!(rest.replace("/* no */", "").trim(), "", "{rest:?}");
}
