//! The rule that every public item of the library shows an example; `cargo test --doc` runs them.

use super::{File, Problem};

const LIBRARY: &str = "crates/lunette/src/";

/// Items that are public for the compiler only, because their modules are private.
const UNREACHABLE: &[&str] = &["Code", "Decode", "Sealed", "SplitAt"];

pub fn check(files: &[File], problems: &mut Vec<Problem>) {
    let library = files.iter().filter(|file| file.path.starts_with(LIBRARY));
    for file in library.filter(|file| file.is_rust() && !file.is_test()) {
        check_file(file, problems);
    }
}

fn check_file(file: &File, problems: &mut Vec<Problem>) {
    let lines: Vec<&str> = file.text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let introduction = introduction(&lines[..index]);
        let holds = |text: &str| introduction.iter().any(|line| line.contains(text));
        let name = public_item(line).or_else(|| exported_macro(line).filter(|_| holds("#[macro_export]")));
        if let Some(name) = name.filter(|_| !holds("```") && !holds("#[doc(hidden)]")) {
            problems.push(Problem::new(
                &file.path,
                index + 1,
                format!("`{name}` is public and shows no example"),
            ));
        }
    }
}

/// The comments and attributes right above an item.
fn introduction<'a>(above: &'a [&'a str]) -> &'a [&'a str] {
    let is_other_code = |line: &str| !line.starts_with("//") && line.ends_with(['{', '}', ';']);
    let ends = |line: &&str| line.trim().is_empty() || is_other_code(line.trim());
    let start = above.iter().rposition(ends).map_or(0, |end| end + 1);
    &above[start..]
}

/// The name of the public item that begins on this line. What a macro makes is left out: the macro's rows, or the
/// items that its links name, show the examples.
fn public_item(line: &str) -> Option<&str> {
    let mut words = line.trim_start().strip_prefix("pub ")?.split_whitespace();
    let kind = words.find(|word| !matches!(*word, "const" | "unsafe" | "async"))?;
    let rest = words.next().filter(|_| matches!(kind, "fn" | "struct" | "enum" | "trait" | "type"))?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (!name.is_empty() && !UNREACHABLE.contains(&name)).then_some(name)
}

fn exported_macro(line: &str) -> Option<&str> {
    line.strip_prefix("macro_rules! ")?.split_whitespace().next()
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::check;

    fn count(text: &str) -> usize {
        let mut problems = Vec::new();
        check(&[file("crates/lunette/src/a.rs", text)], &mut problems);
        problems.len()
    }

    #[test]
    fn public_items_without_an_example_are_found() {
        let example = "/// ```\n/// f();\n/// ```\n";
        assert_eq!(count("/// One.\npub fn f() {}"), 1);
        assert_eq!(count("/// One.\n#[inline]\npub const fn f<T>(x: T) {}\n\n/// Two.\npub struct S;"), 2);
        assert_eq!(count(&format!("{example}#[inline]\npub fn f() {{}}\n/// Two.\npub enum E {{}}")), 1);
        assert_eq!(count(&format!("{example}// Why.\n#[must_use]\npub trait T {{}}")), 0);
        assert_eq!(count("/// One.\n#[macro_export]\nmacro_rules! m {"), 1);
        assert_eq!(count("pub(crate) fn f() {}\nfn g() {}\npub const N: usize = 1;\nmacro_rules! m {"), 0);
        assert_eq!(count("#[doc(hidden)]\npub fn f() {}\npub fn $method(&self) {}\npub trait Sealed {}"), 0);
    }
}
