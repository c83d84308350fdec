//! The tables beside this file.

use lunette_lang::diagnostic::Severity;
use lunette_lang::syntax::{dump, format, parse};

use crate::source;

/// A text and what comes of it.
struct Case<'a> {
    text: &'a str,
    expected: &'a str,
}

/// Reads a table: cases begin with `----`, headings with `====`.
fn cases(table: &str) -> Vec<Case<'_>> {
    let sections = table.split("==== ").filter_map(|section| section.split_once('\n'));
    let blocks = sections.flat_map(|(_, section)| section.split("----\n").skip(1));
    blocks
        .map(|block| {
            let (text, expected) =
                block.split_once("\n=>\n").expect("a case has a text, `=>` and what comes of it");
            Case { text, expected }
        })
        .collect()
}

/// Compares all cases of a table, so that one run shows all that differ.
fn check(table: &str, least: usize, outcome: impl Fn(&str) -> String) {
    let cases = cases(table);
    assert!(cases.len() >= least, "only {} cases were found", cases.len());
    let mut wrong = String::new();
    for Case { text, expected } in cases {
        let found = outcome(text);
        if found != expected {
            wrong += &format!("----\n{text}\n=>\n{found}instead of\n{expected}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn dumps() {
    check(include_str!("dumps.txt"), 240, |text| {
        let (module, mistakes) = parse(&source(text));
        assert!(mistakes.is_empty(), "{text:?} has mistakes: {mistakes:#?}");
        dump(&module)
    });
}

#[test]
fn mistakes() {
    check(include_str!("mistakes.txt"), 220, crate::mistakes);
}

#[test]
fn formatted() {
    check(include_str!("formatted.txt"), 90, |text| format(&source(text)).expect("no mistakes"));
}

/// The dumps' texts and the formatted ones are formatted to texts that say the same, and stay as they are.
#[test]
fn formatting_keeps_what_is_said() {
    for table in [include_str!("dumps.txt"), include_str!("formatted.txt")] {
        for Case { text, .. } in cases(table) {
            let once = format(&source(text)).expect("no mistakes");
            assert_eq!(dump(&parse(&source(&once)).0), dump(&parse(&source(text)).0), "{text}");
            assert_eq!(format(&source(&once)).expect("no mistakes"), once, "{text}");
        }
    }
}

#[test]
fn a_text_with_mistakes_is_not_formatted() {
    let mistakes = format(&source("let x = (")).expect_err("a bracket is open");
    assert_eq!(mistakes.len(), 1);
    assert!(format(&source("let x = a//b")).is_ok(), "a warning does not matter");
}

/// Every code of this room has a case in `mistakes.txt`, but for what is too deep, which would be long.
#[test]
fn every_code_has_a_case() {
    let rooms = [
        include_str!("../../src/syntax/mistake/form.rs"),
        include_str!("../../src/syntax/mistake/grammar.rs"),
        include_str!("../../src/syntax/mistake/lexical.rs"),
        include_str!("../../src/syntax/mistake/slip/binding.rs"),
        include_str!("../../src/syntax/mistake/slip/block.rs"),
        include_str!("../../src/syntax/mistake/slip/expression.rs"),
        include_str!("../../src/syntax/mistake/slip/function.rs"),
    ];
    let table = include_str!("mistakes.txt");
    let mut codes = 0;
    for code in
        rooms.iter().flat_map(|room| room.split('"')).filter(|text| is_code(text) && **text != *"E0127")
    {
        codes += 1;
        assert!(table.contains(&format!(" {code} ")), "{code} has no case");
    }
    assert!(codes > 70, "only {codes} codes were found");
}

fn is_code(text: &str) -> bool {
    text.len() == 5 && text.starts_with(['E', 'W']) && text[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// The texts that have mistakes have errors, but for those that have warnings.
#[test]
fn warnings_do_not_stop() {
    for Case { text, expected } in cases(include_str!("mistakes.txt")) {
        let errors = parse(&source(text)).1.iter().any(|mistake| mistake.severity == Severity::Error);
        assert_eq!(errors, expected.contains(" E0"), "{text}");
    }
}
