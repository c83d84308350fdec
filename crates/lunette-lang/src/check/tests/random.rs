//! Texts of the suite with pieces lost, doubled and swapped: whatever comes, the checker ends, and says why there is no
//! program. `LUNETTE_CASES` sets the number of texts, `LUNETTE_SEED` the seed.

use std::path::{Path, PathBuf};

use super::super::{Environment, Input, InputKind, NoModules, check};
use crate::diagnostic::Severity;
use crate::source::Sources;
use crate::syntax;

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The cases of all files below a folder, without the marks of what is expected.
fn cases(folder: &Path, found: &mut Vec<String>) {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            cases(&path, found);
        } else if path.extension().is_some_and(|end| end == "lun") {
            let text = std::fs::read_to_string(&path).unwrap().replace(['«', '»', '‹', '›'], "");
            found.extend(
                text.split("// ---- ")
                    .skip(1)
                    .map(|case| case.split_once('\n').map_or(String::new(), |(_, body)| body.to_owned())),
            );
        }
    }
}

/// Words, numbers and signs, each a piece.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

fn changed(text: &str, other: &str, dice: &mut Dice) -> String {
    let (mut words, others) = (pieces(text), pieces(other));
    for _ in 0..=dice.roll(3) {
        let at = dice.roll(words.len());
        match dice.roll(5) {
            _ if words.is_empty() => {}
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[at]),
            2 => {
                let with = dice.roll(words.len());
                words.swap(at, with);
            }
            3 if !others.is_empty() => words[at] = others[dice.roll(others.len())],
            _ if !others.is_empty() => words.insert(at, others[dice.roll(others.len())]),
            _ => {}
        }
    }
    words.concat()
}

/// Checks a text, after another one in the same session.
fn ends_well(texts: [&str; 2]) {
    let (mut environment, mut sources) = (Environment::default(), Sources::default());
    for text in texts {
        let source = sources.add("random", text);
        let (tree, diagnostics) = syntax::parse(&source);
        let broken = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        let cancel = &lunette::Cancel::new();
        let input = Input { source: &source, tree: &tree, kind: InputKind::Prompt, broken, cancel };
        let outcome = check(&mut environment, &mut sources, &NoModules, &input);
        let has_errors = outcome.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        match outcome.program {
            None => assert!(broken || has_errors, "no program, and nobody says why:\n{text}"),
            Some(program) => {
                assert!(!broken && !has_errors);
                assert!(!format!("{program:?}").contains("Unknown"), "a type is not known:\n{text}");
            }
        }
    }
}

#[test]
fn changed_texts_end_well() {
    let (cases_wanted, seed) = (setting("LUNETTE_CASES", 1500), setting("LUNETTE_SEED", 20_261_117));
    println!("{cases_wanted} texts, seed {seed}");
    let mut texts = Vec::new();
    cases(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite"), &mut texts);
    assert!(!texts.is_empty());
    let mut dice = Dice(seed);
    for _ in 0..cases_wanted {
        let (first, second) = (dice.roll(texts.len()), dice.roll(texts.len()));
        let text = changed(&texts[first], &texts[second], &mut dice);
        let written = text.clone();
        let ended = std::panic::catch_unwind(|| ends_well([&text, &texts[second]]));
        assert!(ended.is_ok(), "seed {seed}:\n{written}");
    }
}
