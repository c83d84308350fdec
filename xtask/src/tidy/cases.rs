//! Every case of the specification has a test that carries its id, or waits on a list with its reason.
//!
//! `tests/cases.txt` names the cases, one a line: `S0.13 what it says`. A test carries an id at the head of its name:
//! `fn s0_13_all_integers_give_a_scalar`, `fn t8_…`; several ids may follow each other (`fn s2_4_s2_5_…`). So does a
//! case of the language's suite: `// ---- S0.13 S0.14 what it shows`.
//! `tests/cases-waiting.txt` lists what later work will prove. A case that waits and has a test is a mistake too, so
//! the list can only shrink.

use std::collections::BTreeMap;

use super::{File, Problem, find};

const CASES: &str = "tests/cases.txt";
const WAITING: &str = "tests/cases-waiting.txt";
const SUITE: &str = "tests/suite/";

/// What stands before the name of a case of the suite.
const SUITE_CASE: &str = "// ---- ";

pub fn check(files: &[File], problems: &mut Vec<Problem>) {
    let cases = listed(files, CASES, problems);
    let waiting = listed(files, WAITING, problems);
    let tested = tested(files);
    for (id, line) in in_order(&cases) {
        if !tested.contains_key(id) && !waiting.contains_key(id) {
            let message = format!(
                "{id} has no test `fn {}_…`, no case in {SUITE}, and does not wait in {WAITING}",
                test_prefix(id)
            );
            problems.push(Problem::new(CASES, line, message));
        }
    }
    for (id, line) in in_order(&waiting) {
        if !cases.contains_key(id) {
            problems.push(Problem::new(WAITING, line, format!("{id} is no case of {CASES}")));
        }
        if let Some(place) = tested.get(id) {
            problems.push(Problem::new(
                WAITING,
                line,
                format!("{id} has a test in {place}: take it off the list"),
            ));
        }
    }
    for (id, place) in &tested {
        if !cases.contains_key(id) {
            problems.push(Problem::new(
                place.clone(),
                0,
                format!("a test names {id}, which is no case of {CASES}"),
            ));
        }
    }
}

/// The ids that a list names, each with its line.
fn listed(files: &[File], path: &str, problems: &mut Vec<Problem>) -> BTreeMap<String, usize> {
    let mut ids = BTreeMap::new();
    let Some(file) = find(files, path) else {
        problems.push(Problem::new(path, 0, "is missing"));
        return ids;
    };
    for (number, line) in file.lines().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let (id, words) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if words.trim().is_empty() {
            problems.push(Problem::new(path, number, format!("{id} stands without words")));
        }
        if ids.insert(id.to_owned(), number).is_some() {
            problems.push(Problem::new(path, number, format!("{id} is listed twice")));
        }
    }
    ids
}

/// The ids in the order of the list.
fn in_order(ids: &BTreeMap<String, usize>) -> Vec<(&String, usize)> {
    let mut ids: Vec<_> = ids.iter().map(|(id, line)| (id, *line)).collect();
    ids.sort_by_key(|(_, line)| *line);
    ids
}

/// The ids that tests carry in their names, each with a file that has one.
fn tested(files: &[File]) -> BTreeMap<String, String> {
    let mut ids = in_suite(files);
    for file in files.iter().filter(|file| file.is_rust()) {
        let mut attributes = false;
        for (_, line) in file.lines() {
            let line = line.trim();
            if line.starts_with("#[test]") {
                attributes = true;
            } else if let Some(name) = line.strip_prefix("fn ").filter(|_| attributes) {
                ids.extend(ids_of(name).into_iter().map(|id| (id, file.path.clone())));
                attributes = false;
            }
        }
    }
    ids
}

/// The ids that cases of the language's suite carry in their names.
fn in_suite(files: &[File]) -> BTreeMap<String, String> {
    let mut ids = BTreeMap::new();
    for file in files.iter().filter(|file| file.path.starts_with(SUITE)) {
        for name in file.lines().filter_map(|(_, line)| line.strip_prefix(SUITE_CASE)) {
            ids.extend(suite_ids_of(name).map(|id| (id.to_owned(), file.path.clone())));
        }
    }
    ids
}

/// The ids at the head of a case's name: `S0.13 T8 R7 scalar` has S0.13 and T8. Rules (`R7`) may stand among them.
fn suite_ids_of(name: &str) -> impl Iterator<Item = &str> {
    let is_id = |word: &&str| match letter_and_number(word.split('.').next().unwrap_or_default()) {
        Some(('S', _)) => word.contains('.'),
        Some(('T' | 'B' | 'R', number)) => word.len() == number.len() + 1,
        _ => false,
    };
    name.split_whitespace().take_while(is_id).filter(|id| !id.starts_with('R'))
}

/// The ids at the head of a function's name: `s0_13_s0_14_scalar(…` has S0.13 and S0.14.
fn ids_of(name: &str) -> Vec<String> {
    let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let mut words = name.split('_').peekable();
    let mut ids = Vec::new();
    while let Some((letter, number)) = words.next().and_then(letter_and_number) {
        match letter {
            't' | 'b' => ids.push(format!("{}{number}", letter.to_ascii_uppercase())),
            's' => match words.next() {
                Some(word) if is_number(word.strip_prefix('x').unwrap_or(word)) => {
                    ids.push(format!("S{number}.{word}"));
                }
                _ => break,
            },
            _ => break,
        }
    }
    ids
}

fn letter_and_number(word: &str) -> Option<(char, &str)> {
    let letter = word.chars().next()?;
    let number = word.strip_prefix(letter)?;
    is_number(number).then_some((letter, number))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn test_prefix(id: &str) -> String {
    id.to_lowercase().replace('.', "_")
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::{check, ids_of, suite_ids_of};

    #[test]
    fn ids_stand_at_the_head_of_a_name() {
        let check = |name, ids: &[&str]| assert_eq!(ids_of(name), ids, "{name}");
        check("s0_13_scalar() {", &["S0.13"]);
        check("s0_x1_store(", &["S0.x1"]);
        check("s2_4_s2_5_t8_b3_many", &["S2.4", "S2.5", "T8", "B3"]);
        check("t8_reshape", &["T8"]);
        check("shape_t8", &[]);
        check("s_curve", &[]);
        check("b16_to_b32", &["B16"]);
    }

    #[test]
    fn ids_stand_at_the_head_of_a_case_of_the_suite() {
        let check = |name, ids: &[&str]| assert_eq!(suite_ids_of(name).collect::<Vec<_>>(), ids, "{name}");
        check("S0.13 a scalar", &["S0.13"]);
        check("S0.x1 R20 T8 a store of S0.2", &["S0.x1", "T8"]);
        check("R7 an index", &[]);
        check("T shape of T8", &[]);
        check("S3 is a page", &[]);
    }

    #[test]
    fn a_case_is_tested_or_waits_but_not_both() {
        let count = |waiting: &str, test: &str| {
            let files = [
                file("tests/cases.txt", "# the cases\nT1 one\nT2 two\n"),
                file("tests/cases-waiting.txt", waiting),
                file("crates/a/tests/t.rs", test),
            ];
            let mut problems = Vec::new();
            check(&files, &mut problems);
            problems.len()
        };
        assert_eq!(count("T2 waits for two", "#[test]\nfn t1_one() {}"), 0);
        assert_eq!(count("", "#[test]\nfn t1_one() {}"), 1);
        assert_eq!(count("T1 waits\nT2 waits", "#[test]\nfn t1_one() {}"), 1);
        assert_eq!(count("T2 waits", "fn t1_one() {}"), 1);
        assert_eq!(count("T2", "#[test]\nfn t1_one() {}"), 1);
        assert_eq!(count("T2 waits\nT3 waits", "#[test]\nfn t1_one() {}"), 1);
        assert_eq!(count("T2 waits", "#[test]\nfn t1_t4_one() {}"), 1);
    }

    #[test]
    fn a_case_of_the_suite_is_a_test() {
        let count = |suite: &str| {
            let files = [
                file("tests/cases.txt", "T1 one\n"),
                file("tests/cases-waiting.txt", ""),
                file("tests/suite/a/b.lun", suite),
            ];
            let mut problems = Vec::new();
            check(&files, &mut problems);
            problems.len()
        };
        assert_eq!(count("// ---- T1 one\nprint(1) // = 1\n"), 0);
        assert_eq!(count("// ---- T1 T2 one\n"), 1);
        assert_eq!(count("// T1 one\n"), 1);
    }
}
