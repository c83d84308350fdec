//! Texts that cannot stand in the tables: line ends of other systems, invisible characters, values of strings.

use lunette_lang::syntax::tree::{ExprKind, StmtKind};
use lunette_lang::syntax::{dump, parse, parse_expression};

use crate::{mistakes, source};

fn dumped(text: &str) -> String {
    let (module, mistakes) = parse(&source(text));
    assert!(mistakes.is_empty(), "{text:?}: {mistakes:#?}");
    dump(&module).trim_end().replace('\n', " / ")
}

#[test]
fn line_ends_and_invisible_characters() {
    let rows = [
        ("a\r\nb\r\n", "a / b"),
        ("a // note\r\nb", "a / b"),
        ("(a,\r\nb)", "(tuple a b)"),
        ("\u{feff}a", "a"),
        ("\u{feff}#!/bin/x\na", "a"),
        ("a\tb".replace('\t', "\t+\t").as_str(), "(+ a b)"),
        ("a\u{a0}+\u{2003}b", "(+ a b)"),
        ("", ""),
        ("\n\n \t\n", ""),
        ("naïve_Größe + Δ2", "(+ naïve_Größe Δ2)"),
    ]
    .map(|(text, dump)| (text.to_owned(), dump));
    for (text, expected) in rows {
        assert_eq!(dumped(&text), expected, "{text:?}");
    }
    assert_eq!(lunette_lang::syntax::format(&source("a\r\n\r\n\r\nb // c \r\n")).unwrap(), "a\n\nb // c\n");
    assert_eq!(lunette_lang::syntax::format(&source("\u{feff}a")).unwrap(), "a\n");
}

#[test]
fn characters_that_cannot_be_seen_are_named() {
    assert_eq!(
        mistakes("a \0 b"),
        "1:3-4 E0101 the character U+0000 means nothing here\n  help: it cannot be seen: delete it\n"
    );
    assert!(mistakes("a\u{200b}").contains("U+200B"));
}

/// The value of the string that a text is.
fn string(text: &str) -> String {
    match parse_expression(&source(text)) {
        (expr, mistakes) if mistakes.is_empty() => match expr.kind {
            ExprKind::Str(value) => value.to_string(),
            other => panic!("{text} is {other:?}"),
        },
        (_, mistakes) => panic!("{text}: {mistakes:?}"),
    }
}

#[test]
fn values_of_strings() {
    assert_eq!(string(r#""""#), "");
    assert_eq!(string(r#""a\n\t\r\0\\\"b""#), "a\n\t\r\0\\\"b");
    assert_eq!(string(r#""\u{41}\u{1F600}\u{0}""#), "A\u{1F600}\0");
    assert_eq!(string("\"// é '\t\""), "// é '\t");
}

#[test]
fn expressions_alone() {
    let kind = |text: &str| parse_expression(&source(text)).0.kind;
    assert!(matches!(kind("&x[0]"), ExprKind::Ref(_)));
    assert!(matches!(kind("x[1:]; "), ExprKind::Index(_)));
    assert!(matches!(kind("{1, 2}"), ExprKind::Braces(_)));
    assert_eq!(parse_expression(&source("x y")).1.len(), 1);
    assert_eq!(parse_expression(&source("")).1.len(), 1);
}

#[test]
fn places_of_statements_and_expressions() {
    let text = "let x = 1;\n  x[0] <- f(x) // note\n";
    let source = source(text);
    let (module, _) = parse(&source);
    let spans: Vec<&str> = module.statements.iter().map(|statement| source.slice(statement.span)).collect();
    assert_eq!(spans, ["let x = 1", "x[0] <- f(x)"]);
    let StmtKind::Store { place, value, op_span, .. } = &module.statements[1].kind else { panic!("a store") };
    assert_eq!([place.span, *op_span, value.span].map(|span| source.slice(span)), ["x[0]", "<-", "f(x)"]);
}

#[test]
fn long_lists_cost_time_in_proportion() {
    let numbers = "1, ".repeat(200_000);
    let text = format!("let x = tensor((200000,), {{{numbers}}})");
    let started = std::time::Instant::now();
    let formatted = lunette_lang::syntax::format(&source(&text)).unwrap();
    assert!(formatted.lines().all(|line| line.len() <= 100));
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
