//! Texts that would make a tree too deep: a mistake, never a stack that overflows. Test threads have a small stack.

use lunette_lang::syntax::{CHAIN_LIMIT, DEPTH_LIMIT, dump, format, is_complete, parse};

use crate::source;

const MANY: usize = 5_000;

/// Texts that repeat something often.
fn texts() -> Vec<String> {
    let around = |open: &str, inside: &str, close: &str| {
        format!("{}{inside}{}", open.repeat(MANY), close.repeat(MANY))
    };
    let mut texts: Vec<String> = [
        " + a",
        " ** a",
        " and a",
        " < a",
        "[0]",
        ".b",
        "()",
        " : a",
        "(",
        "[",
        "x[",
        "f(",
        "{",
        "-",
        "not ",
        "&",
        "& ",
        "+",
        "!",
        ":",
        "...",
        ".",
        ",",
        ";",
        ")",
        "}",
        "<(",
        "<tensor<",
        "if x { ",
        "lambda(x) { ",
        "for (i in ",
        "fun f(a = ",
        "let x = ",
        "x := ",
        "x = ",
        "x <- ",
        "if x {} elif ",
        "else if (b) { 2 } ",
        "let f = fun(",
        "x + {let ",
        "f(x[-(",
        "\"",
        "def f(",
        "while ",
        "return ",
        "a, ",
        "x << ",
        "[1; ",
        "{1, ",
        "(a, ",
    ]
    .iter()
    .flat_map(|piece| [format!("a{}", piece.repeat(MANY)), format!("let a = {}", piece.repeat(MANY))])
    .collect();
    texts.extend([
        around("(", "1", ")"),
        around("[", "1", "]"),
        around("f(", "1", ")"),
        around("x[", "1", "]"),
        around("{", "", "}"),
        around("if (x) { ", "1", " }"),
        around("let y = lambda(x) { ", "1", " }"),
        around("fun f() {\n", "1", "\n}"),
        format!("let x: {} = 1", around("(", "i32", ",)")),
        format!("let x: {}i32 = 1", "fun() -> ".repeat(MANY)),
        format!("f<{}", "(i32, ".repeat(MANY)),
        format!("if (a) {{ 1 }}{}", " else if (b) {\n 2\n}".repeat(MANY)),
    ]);
    texts
}

#[test]
fn no_text_is_too_deep_to_be_read() {
    for text in texts() {
        let (module, _) = parse(&source(&text));
        let _ = (dump(&module), is_complete(&text));
    }
}

/// How many brackets of a dump are open at once, which is about how deep its tree is.
fn depth(dump: &str) -> usize {
    let step = |(open, most): (usize, usize), c: char| match c {
        '(' | '{' => (open + 1, most.max(open + 1)),
        ')' | '}' => (open.saturating_sub(1), most),
        _ => (open, most),
    };
    dump.chars().fold((0, 0), step).1
}

/// Whether a text is read without a word about its depth.
fn is_shallow(text: &str) -> bool {
    parse(&source(text)).1.iter().all(|mistake| mistake.code != "E0127")
}

/// The deepest text of each kind that is read, how deep its tree is, and that one level more is too much.
#[test]
fn trees_are_as_deep_as_is_said() {
    let (chain, depth_limit) = (CHAIN_LIMIT as usize, DEPTH_LIMIT as usize);
    for (open, close, most, levels) in [
        ("", " + a", chain - 3, chain - 2),
        ("", " and a", chain - 3, chain - 2),
        ("", "[0]", chain - 4, chain - 3),
        ("", ".b", chain - 2, chain - 1),
        ("", "()", chain - 3, chain - 2),
        // What is read by recursion counts as nesting: the right side of a power, an operator before its operand.
        ("", " ** a", depth_limit - 2, depth_limit - 1),
        ("-", "", depth_limit - 2, depth_limit - 1),
        ("not ", "", depth_limit - 2, depth_limit - 1),
        ("(", ")", depth_limit / 2 - 1, depth_limit / 2),
        ("[", "]", depth_limit / 2 - 1, depth_limit / 2),
        ("f(", ")", depth_limit / 2 - 1, depth_limit / 2),
        ("x[", "]", depth_limit / 2 - 1, depth_limit / 2),
        ("if (x) { ", " } else { a }", depth_limit / 3 - 1, 2 * (depth_limit / 3) - 1),
    ] {
        let text = |count: usize| format!("let x = {}a{}", open.repeat(count), close.repeat(count));
        assert!(is_shallow(&text(most)) && !is_shallow(&text(most + 1)), "{open}…{close}: {most} levels");
        assert_eq!(depth(&dump(&parse(&source(&text(most))).0)), levels, "{open}…{close}");
        let cut = depth(&dump(&parse(&source(&text(2 * chain))).0));
        assert!(cut < chain, "{open}…{close}: {cut} levels are left of a text that is too deep");
    }
}

/// No text makes a deeper tree than the longest chain, whatever is wrong with it.
#[test]
fn no_tree_is_deeper_than_a_chain() {
    for text in texts() {
        let depth = depth(&dump(&parse(&source(&text)).0));
        assert!(depth < CHAIN_LIMIT as usize, "{depth} levels: {}", &text[..40]);
    }
}

#[test]
fn what_is_too_deep_is_said_once() {
    for text in [
        format!("let x = a{}\nlet y = 1", " + a".repeat(CHAIN_LIMIT as usize)),
        format!("let x = {}1{}\nlet y = 1", "(".repeat(MANY), ")".repeat(MANY)),
        format!("if (a) {{ 1 }}{}\nlet y = 1", " else if (b) { 2 }".repeat(CHAIN_LIMIT as usize)),
    ] {
        let (module, mistakes) = parse(&source(&text));
        let codes: Vec<&str> = mistakes.iter().map(|mistake| mistake.code).collect();
        assert_eq!(codes, ["E0127"]);
        assert_eq!(module.statements.len(), 2, "the next statement is read");
    }
}

#[test]
fn what_is_deep_enough_for_everybody_is_read_and_formatted() {
    let texts = [
        format!("let x = a{}", " + a".repeat(10_000)),
        format!("let x = a{}", " and a".repeat(10_000)),
        format!("let x = a{}", ".T".repeat(10_000)),
        format!("let x = {}1{}", "(".repeat(100), ")".repeat(100)),
        format!("if (a) {{ 1 }}{}", " else if (b) { 2 }".repeat(2_000)),
        format!("let x = a{}", "[0]".repeat(2_000)),
        format!("{}1{}", "if (x) { ".repeat(50), " }".repeat(50)),
    ];
    for text in texts {
        assert_eq!(crate::mistakes(&text), "", "{}", &text[..40]);
        let formatted = format(&source(&text)).unwrap();
        assert_eq!(dump(&parse(&source(&formatted)).0), dump(&parse(&source(&text)).0));
    }
}

#[test]
fn many_statements_and_items_are_no_depth() {
    for text in ["x\n".repeat(MANY), format!("[{}]", "1, ".repeat(MANY)), "f(x) + 1;".repeat(MANY)] {
        assert_eq!(crate::mistakes(&text), "");
    }
}
