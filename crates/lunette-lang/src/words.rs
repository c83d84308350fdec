//! The library's errors in the words of the language.
//!
//! The library writes shapes as Rust does and names cures that Rust has. A program of the language sees `(2,3)` where
//! the library says `[2, 3]`, and is not told about methods that it cannot call.

mod cures;

use std::fmt::Write as _;
use std::io::ErrorKind::NotFound;

use lunette::error::FileDeed;
use lunette::{Error, ErrorKind};

pub use self::cures::{cure_of, leave_out, value_count};

/// What the library says, without the name of the operation, in the language's notation.
pub fn of_library(error: &Error) -> String {
    match error.kind() {
        ErrorKind::RangeEnd { .. } => in_language(before(&without_operation(error), ';')),
        ErrorKind::ShapeMismatch { expected, found, .. } => {
            format!("expected shape {}, found {}", shape(expected), shape(found))
        }
        ErrorKind::BroadcastTo { from, to, axis: None, .. } => {
            format!("shape {} has more axes than {}", shape(from), shape(to))
        }
        ErrorKind::ReshapeCopy { from, strides, to, .. } => {
            let (from, strides, to) = (shape(from), tuple(strides), shape(to));
            format!(
                "no view of shape {from} with strides {strides} has shape {to}: leave out the `&` to take a copy"
            )
        }
        ErrorKind::NotViewable { item, .. } => {
            format!("{item} picks entries, which copies: no reference can be made of it")
        }
        ErrorKind::ReadOnly { .. } => {
            in_language(before(&without_operation(error), ':')) + ": store into a copy"
        }
        ErrorKind::NotOneElement { shape: found, .. } => {
            format!("a tensor of shape {} does not hold exactly one element", shape(found))
        }
        ErrorKind::FileMember { name: None, found, .. } => {
            let cure = found.first().map(|name| format!("; write `name = \"{name}\"`"));
            without_operation(error) + &cure.unwrap_or_default()
        }
        ErrorKind::File { path: Some(path), deed, cause, .. } if cause.kind() == NotFound => match deed {
            FileDeed::Create => {
                format!("`{path}` cannot be made: there is no folder for it, and `save` makes none")
            }
            _ => format!(
                "there is no file `{path}`: a path begins in the folder that the program was started in"
            ),
        },
        ErrorKind::FileFormat { words, .. } => {
            let said = without_operation(error);
            said.strip_suffix(words.as_str()).map_or(said.clone(), |head| head.to_owned() + &of_text(words))
        }
        // What stands in files is not ours to rewrite.
        _ if error.is_io() => without_operation(error),
        _ => in_language(&without_operation(error))
            .replace("along all: `..`", "along all where none is named")
            .replace("`indices` is `None`", "`index` is `:`")
            .replace("`None`", "`:`"),
    }
}

/// What the library says about a table as text, whose reader has options that `load` has not.
fn of_text(words: &str) -> String {
    const CURES: [(&str, &str); 6] = [
        (", name the delimiter, or skip the lines before the table", ", or put a `#` before what is no row"),
        (
            "mend it, leave the line or the column out, or name the delimiter",
            "mend it, or put a `#` before the line; other signs than commas, semicolons, tabs and spaces are replaced first: \
             `numbers(replace(read_text(path), \"|\", \" \"))`",
        ),
        (", or say that commas stand between numbers", ": `numbers(replace(read_text(path), \",\", \".\"))`"),
        (", or ask for NaN where a number is missing", ", or `nan` where one is missing"),
        (", which has a NaN for missing numbers", ", with `nan` where one is missing"),
        ("read it as a matrix", "load it with rank 2: `tensor<f64, 2>`"),
    ];
    // What stands in the file comes first and is not ours to rewrite.
    let cure = CURES.iter().find_map(|(library, language)| Some((words.strip_suffix(library)?, language)));
    cure.map_or_else(|| words.to_owned(), |(head, language)| format!("{head}{language}"))
}

/// An index that is larger than every length, so that no axis has to be looked at.
pub fn index_too_large(index: u64) -> String {
    format!("index {index} is out of range: nothing has so many entries")
}

/// So many of something: "1 value", "2 values".
pub fn sized(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// So many axes.
pub fn axes(count: usize) -> String {
    format!("{count} {}", if count == 1 { "axis" } else { "axes" })
}

/// A shape as the language writes it: `(2,3)`, `(3,)`, `()`.
pub fn shape(sizes: &[usize]) -> String {
    list(sizes.iter())
}

/// What is known of a shape, `?` where a size is not.
pub fn sizes(sizes: &[Option<usize>]) -> String {
    list(sizes.iter().map(|size| size.map_or_else(|| "?".to_owned(), |size| size.to_string())))
}

/// Numbers as a tuple: `(2,-3)`.
pub fn tuple(numbers: &[isize]) -> String {
    list(numbers.iter())
}

fn list<T: std::fmt::Display>(items: impl ExactSizeIterator<Item = T>) -> String {
    let end = if items.len() == 1 { ",)" } else { ")" };
    let mut text = String::from("(");
    for (k, item) in items.enumerate() {
        // Writing into a string cannot fail.
        let _ = write!(text, "{}{item}", if k > 0 { "," } else { "" });
    }
    text + end
}

/// The text without `add: ` in front.
fn without_operation(error: &Error) -> String {
    let text = error.to_string();
    let is_name = |head: &str| head.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match text.split_once(": ") {
        Some((head, rest)) if is_name(head) => rest.to_owned(),
        _ => text,
    }
}

fn before(text: &str, end: char) -> &str {
    text.split(end).next().unwrap_or(text).trim_end()
}

/// Text in which lists of numbers, `[2, 3]`, are written as tuples, `(2,3)`.
pub fn in_language(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let (head, tail) = rest.split_at(start);
        result.push_str(head);
        match tail.find(']').and_then(|end| numbers(&tail[1..end]).map(|list| (end, list))) {
            Some((end, list)) => {
                result.push_str(&list);
                rest = &tail[end + 1..];
            }
            None => {
                result.push('[');
                rest = &tail[1..];
            }
        }
    }
    result + rest
}

/// `2, 3` as a tuple, if it is a list of integers.
fn numbers(inside: &str) -> Option<String> {
    if inside.is_empty() {
        return Some("()".to_owned());
    }
    let parts: Option<Vec<i128>> = inside.split(", ").map(|part| part.parse().ok()).collect();
    Some(list(parts?.into_iter()))
}

#[cfg(test)]
mod tests {
    use lunette::prelude::*;

    use super::*;

    #[test]
    fn lists_of_numbers_become_tuples() {
        for (rust, language) in [
            ("shapes [3] and [4, 5] differ", "shapes (3,) and (4,5) differ"),
            ("a scalar [] is left", "a scalar () is left"),
            ("strides [-1, 2]", "strides (-1,2)"),
            ("x[i] and [a, b] stay", "x[i] and [a, b] stay"),
            ("an open [ bracket", "an open [ bracket"),
        ] {
            assert_eq!(in_language(rust), language);
        }
    }

    #[test]
    fn errors_lose_what_belongs_to_rust() {
        let x = tensor![[1, 2, 3], [4, 5, 6]];
        let words = |error: Error| of_library(&error);
        assert_eq!(
            words(x.view(s![2]).unwrap_err()),
            "index 2 is out of range for axis 0 of length 2 (allowed: -2 to 1)"
        );
        assert_eq!(
            words(x.view(s![..3]).unwrap_err()),
            "range stop 3 is out of range for axis 0 of length 2 (allowed: -2 to 2)"
        );
        assert_eq!(words(x.assign(tensor![1]).unwrap_err()), "expected shape (2,3), found (1,)");
        assert_eq!(
            words(x.add(tensor![1, 2]).unwrap_err()),
            "shapes (2,3) and (2,) do not broadcast: axis 1 is 3 and 2, and broadcasting needs equal sizes or 1"
        );
    }
    #[test]
    fn cures_work_for_what_they_are_told_of() {
        let x = tensor![[1, 2, 3], [4, 5, 6]];
        let cure = |error: Error| cure_of(&error);
        assert!(cure(x.broadcast_to([3]).unwrap_err()).ends_with("`x[0]`"));
        assert!(cure(x.view(s![..1]).unwrap().broadcast_to([3]).unwrap_err()).ends_with("`squeeze(x)`"));
        assert!(cure(x.store(s![0, 0], &x).unwrap_err()).ends_with("`v[0, 0]`"));
    }
}
