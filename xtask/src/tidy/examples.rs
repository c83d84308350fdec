//! The rule that every public item of the library shows an example; `cargo test --doc` runs them.

use super::{File, Problem};

const LIBRARY: &str = "crates/lunette/src/";

/// Items that are public for the compiler only, because their modules are private.
const UNREACHABLE: &[&str] = &["Code", "Decode", "Sealed", "SplitAt"];

/// How a macro hands the documents of its rows on to the items that it makes.
const FROM_ROWS: &[&str] = &["$(#[$", "$example", "$doc"];

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
        let is_shown = match name {
            Some(name) if name.starts_with('$') => FROM_ROWS.iter().any(|text| holds(text)),
            _ => false,
        };
        if let Some(name) = name.filter(|_| !is_shown && !holds("```") && !holds("#[doc(hidden)]")) {
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
    // The last two end a line of a macro, before what it repeats and after it.
    let is_other_code = |line: &str| {
        !line.starts_with("//")
            && (line.ends_with(['{', '}', ';']) || line.ends_with("$(") || line.starts_with(")*"))
    };
    let ends = |line: &&str| line.trim().is_empty() || is_other_code(line.trim());
    let start = above.iter().rposition(ends).map_or(0, |end| end + 1);
    &above[start..]
}

/// The name of the public item that begins on this line; one that a macro makes has a name with `$`.
fn public_item(line: &str) -> Option<&str> {
    let mut words = line.trim_start().strip_prefix("pub ")?.split_whitespace().peekable();
    let is_constant = words.peek() == Some(&"const");
    let kind = words.find(|word| !matches!(*word, "const" | "unsafe" | "async"))?;
    let rest = match kind {
        "fn" | "struct" | "enum" | "trait" | "type" => words.next()?,
        constant if is_constant && constant.ends_with(':') => constant,
        _ => return None,
    };
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next()?;
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
        assert_eq!(count("/// One.\npub const N: usize = 1;\n/// Two.\npub const fn f() {}"), 2);
        assert_eq!(count("pub(crate) fn f() {}\nfn g() {}\nmacro_rules! m {"), 0);
        assert_eq!(count("#[doc(hidden)]\npub fn f() {}\npub trait Sealed {}"), 0);
    }

    #[test]
    fn what_macros_make_shows_examples_too() {
        let made = |introduction: &str| {
            count(&format!("impl X {{ $(\n{introduction}pub fn $method(&self) {{}}\n)* }}"))
        };
        assert_eq!(made("#[doc = concat!(\"As `\", stringify!($method), \"`.\")]\n"), 1);
        assert_eq!(made("$(#[$doc])*\n"), 0);
        assert_eq!(made("#[doc = $example]\n#[inline]\n"), 0);
        assert_eq!(made("#[doc = \"```\\nf();\\n```\"]\n"), 0);
    }
}
