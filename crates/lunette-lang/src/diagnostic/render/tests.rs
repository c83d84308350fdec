//! Rendered diagnostics, character by character.

use super::{Style, json, text};
use crate::diagnostic::{CallSite, Diagnostic};
use crate::source::{Source, Sources, Span};

/// A text with the places that `find` names.
struct Given {
    sources: Sources,
    files: Vec<Source>,
}

impl Given {
    fn new(files: &[(&str, &str)]) -> Self {
        let mut sources = Sources::default();
        let files = files.iter().map(|(name, text)| sources.add(*name, *text)).collect();
        Self { sources, files }
    }

    /// The first place of a piece of text in a file.
    fn find(&self, file: usize, piece: &str) -> Span {
        let source = &self.files[file];
        let start = source.text.find(piece).unwrap();
        Span { file: source.id, start: start as u32, end: (start + piece.len()) as u32 }
    }

    #[track_caller]
    fn check(&self, diagnostic: &Diagnostic, plain: &str, terminal: &str) {
        assert_eq!(text(diagnostic, &self.sources, Style::Plain), plain.trim_start_matches('\n'));
        let coloured = text(diagnostic, &self.sources, Style::Coloured);
        assert_eq!(without_colours(&coloured), terminal.trim_start_matches('\n'));
    }
}

/// The text without what colours it.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(|part| part.split_once('m').map_or("", |(_, rest)| rest)).collect::<String>()
}

#[test]
fn labels_of_one_text_share_a_picture() {
    let given = Given::new(&[("main.lun", "let a = [1, 2]\n\nlet b = 1\nb[0] <- a + 2\n")]);
    let diagnostic =
        Diagnostic::error("E0203", "`b` cannot be stored to", given.find(0, "b[0]"), "stored to here")
            .label(given.find(0, "b"), "made here, without `mut`")
            .label(given.find(0, "a + 2"), "the value")
            .help("write `let mut b`");
    given.check(
        &diagnostic,
        "
main.lun:4:1: error[E0203]: `b` cannot be stored to
    4 | b[0] <- a + 2
      | ^^^^ stored to here
main.lun:3:5: note: made here, without `mut`
    3 | let b = 1
      |     -
main.lun:4:9: note: the value
    4 | b[0] <- a + 2
      |         -----
help: write `let mut b`
",
        "
error[E0203]: `b` cannot be stored to
   ╭─ main.lun:4:1
 3 │ let b = 1
   │     - made here, without `mut`
 4 │ b[0] <- a + 2
   │ ^^^^    ----- the value
   │ ╰─ stored to here
   help: write `let mut b`
",
    );
}

#[test]
fn other_texts_and_calls_are_named() {
    let given =
        Given::new(&[("main.lun", "module lib as lib\n\n\nlib.f(1)\n"), ("lib.lun", "fun f(x) { x + y }\n")]);
    let call = CallSite { function: "f".to_owned(), span: given.find(0, "lib.f(1)") };
    let diagnostic = Diagnostic::error("E0201", "there is no `y`", given.find(1, "y"), "")
        .label(given.find(0, "lib"), "imported here")
        .calls([call]);
    given.check(
        &diagnostic,
        "
lib.lun:1:16: error[E0201]: there is no `y`
    1 | fun f(x) { x + y }
      |                ^
main.lun:1:8: note: imported here
    1 | module lib as lib
      |        ---
main.lun:4:1: note: in `f`, called here
",
        "
error[E0201]: there is no `y`
   ╭─ lib.lun:1:16
 1 │ fun f(x) { x + y }
   │                ^
   ├─ main.lun:1:8
 1 │ module lib as lib
   │        --- imported here
   in `f`, called at main.lun:4:1
",
    );
}

#[test]
fn marks_stand_under_tabs_wide_and_long_text() {
    let given = Given::new(&[("w.lun", "\tlet 表 = \"\u{1b}[31m\"\n")]);
    let diagnostic = Diagnostic::warning("W0001", "unused", given.find(0, "\"\u{1b}[31m\""), "here");
    given.check(
        &diagnostic,
        "
w.lun:1:10: warning[W0001]: unused
    1 |     let 表 = \"\u{fffd}[31m\"
      |              ^^^^^^^ here
",
        "
warning[W0001]: unused
   ╭─ w.lun:1:10
 1 │     let 表 = \"\u{fffd}[31m\"
   │              ^^^^^^^ here
",
    );
    let long = format!("{}bad{}\n", "x ".repeat(200), " y".repeat(200));
    let given = Given::new(&[("long.lun", &long)]);
    let diagnostic = Diagnostic::error("E0101", "no", given.find(0, "bad"), "");
    let shown = text(&diagnostic, &given.sources, Style::Plain);
    assert!(shown.lines().all(|line| line.chars().count() < 160), "{shown}");
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(
        lines[1].find("bad").map(|at| lines[1][..at].chars().count()),
        lines[2].find("^^^"),
        "{shown}"
    );
}

#[test]
fn stretches_over_lines_and_at_the_end() {
    let given = Given::new(&[("m.lun", "f(1,\n  2,\n  3)\nlet")]);
    let diagnostic =
        Diagnostic::error("E0501", "too many", given.find(0, "f(1,\n  2,\n  3)"), "three of them");
    given.check(
        &diagnostic,
        "
m.lun:1:1: error[E0501]: too many
    1 | f(1,
      | ^^^^ three of them
",
        "
error[E0501]: too many
   ╭─ m.lun:1:1
 1 │ f(1,
   │ ^^^^
   ⋮
 3 │   3)
   │   ^^ three of them
",
    );
    let end = given.find(0, "let").after();
    let diagnostic = Diagnostic::error("E0102", "a name is missing", end, "expected here");
    given.check(
        &diagnostic,
        "
m.lun:4:4: error[E0102]: a name is missing
    4 | let
      |    ^ expected here
",
        "
error[E0102]: a name is missing
   ╭─ m.lun:4:4
 4 │ let
   │    ^ expected here
",
    );
}

#[test]
fn marks_inside_of_marks() {
    let given = Given::new(&[("n.lun", "sum(a + b)\n")]);
    let diagnostic = Diagnostic::error("E0401", "shapes differ", given.find(0, "+"), "added here")
        .label(given.find(0, "a"), "(2,)")
        .label(given.find(0, "b"), "(3,)")
        .label(given.find(0, "sum(a + b)"), "in this call");
    let coloured = without_colours(&text(&diagnostic, &given.sources, Style::Coloured));
    let expected = "error[E0401]: shapes differ
   ╭─ n.lun:1:7
 1 │ sum(a + b)
   │ ------^---
   │ │   │ │ ╰─ (3,)
   │ │   │ ╰─ added here
   │ │   ╰─ (2,)
   │ ╰─ in this call
";
    assert_eq!(coloured, expected);
}

#[test]
fn long_ways_are_shortened() {
    let given = Given::new(&[("r.lun", "f(1)\ng(2)\nh(3)\n")]);
    let call = |name: &str| CallSite { function: name.to_owned(), span: given.find(0, name) };
    let same = Diagnostic::error("E0708", "too deep", given.find(0, "f"), "").calls(vec![call("f"); 300]);
    let plain = text(&same, &given.sources, Style::Plain);
    assert!(plain.ends_with("r.lun:1:1: note: in `f`, called here, 300 times\n"), "{plain}");
    let turns = (0..300).map(|k| call(if k % 2 == 0 { "g" } else { "h" }));
    let turns = Diagnostic::error("E0708", "too deep", given.find(0, "f"), "").calls(turns);
    assert_eq!(text(&turns, &given.sources, Style::Plain).matches("called here").count(), 300);
    let screen = text(&turns, &given.sources, Style::Coloured);
    assert_eq!((screen.matches("called at").count(), screen.matches("… 288 more calls").count()), (12, 1));
}

#[test]
fn json_names_lines_and_columns() {
    let given = Given::new(&[("ä.lun", "let ö = \"x\n")]);
    let call = CallSite { function: "g".to_owned(), span: given.find(0, "ö") };
    let diagnostic = Diagnostic::error("E0103", "no end: \"x", given.find(0, "\"x"), "it\tstarts")
        .help("a\\b")
        .calls([call]);
    let expected = r#"[
  {"code": "E0103", "severity": "error", "message": "no end: \"x", "labels": [{"path": "ä.lun", "line": 1, "column": 9, "end": {"line": 1, "column": 11}, "text": "it\tstarts"}], "help": ["a\\b"], "calls": [{"function": "g", "path": "ä.lun", "line": 1, "column": 5}]}
]
"#;
    assert_eq!(json(&[diagnostic], &given.sources), expected);
    assert_eq!(json(&[], &given.sources), "[]\n");
}

/// Many mistakes on one long line take time in proportion to their number, not to its square.
#[test]
fn many_mistakes_on_one_line_cost_little() {
    let names: Vec<String> = (0..20_000).map(|k| format!("nothing{k}")).collect();
    let line = names.join("; ");
    let mut sources = Sources::default();
    let source = sources.add("main.lun", line.as_str());
    let mut start = 0;
    let started = std::time::Instant::now();
    for (k, name) in names.iter().enumerate() {
        let (from, until) = (start as u32, (start + name.len()) as u32);
        start += name.len() + 2;
        let span = Span { file: source.id, start: from, end: until };
        let diagnostic = Diagnostic::error("E0201", "it is not there", span, "not known");
        for style in [Style::Plain, Style::Coloured] {
            let shown = without_colours(&text(&diagnostic, &sources, style));
            assert!(
                shown.contains(&format!("main.lun:1:{}", from + 1)) && shown.contains(name),
                "{k}: {shown}"
            );
        }
        assert!(json(&[diagnostic], &sources).contains(&format!("\"column\": {}", until + 1)));
    }
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

/// A long line is cut around its mark, wherever that is.
#[test]
fn marks_of_long_lines_stay_under_what_they_mark() {
    for (before, after) in [(0, 9_000), (100, 9_000), (5_000, 5_000), (9_000, 0), (4_000, 20)] {
        let line = format!("{}mark{}", "é ".repeat(before / 3), " b".repeat(after / 2));
        let given = Given::new(&[("main.lun", &line)]);
        let diagnostic = Diagnostic::error("E0201", "it is not there", given.find(0, "mark"), "here");
        let shown = text(&diagnostic, &given.sources, Style::Plain);
        let lines: Vec<Vec<char>> = shown.lines().map(|line| line.chars().collect()).collect();
        let at = lines[2].iter().position(|&c| c == '^').unwrap();
        assert_eq!(lines[1][at..at + 4].iter().collect::<String>(), "mark", "{shown}");
        assert!(lines[1].len() < 160, "{shown}");
    }
}
