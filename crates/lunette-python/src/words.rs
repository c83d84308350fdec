//! The library's errors in Python's words: operations are called as they are called here, and cures are ones that
//! Python has.

use lunette::DType;

use crate::dtype::name_of as name_of_dtype;

/// Ends of names that tell Rust's functions apart, where Python has one function with more arguments.
const ENDS: [&str; 6] = ["_of", "_with", "_in", "_into", "_keepdims", "_initial"];

/// Operations that have another name here.
const OPERATIONS: [(&str, &str); 25] = [
    ("try_cast", "astype"),
    ("try_cast_to", "astype"),
    ("cast_to", "astype"),
    ("sum_to", "sum"),
    ("prod_to", "prod"),
    ("cumulative_sum_to", "cumulative_sum"),
    ("cumulative_prod_to", "cumulative_prod"),
    ("trace_to", "trace"),
    ("round_to", "round"),
    ("permute", "permute_dims"),
    ("broadcast_tensors", "broadcast_arrays"),
    ("vander_increasing", "vander"),
    ("repeat_each", "repeat"),
    ("tensordot_axes", "tensordot"),
    ("cholesky_upper", "cholesky"),
    ("pinv_each", "pinv"),
    ("matrix_rank_each", "matrix_rank"),
    ("split_at_positions", "split"),
    ("histogram_weighted", "histogram"),
    ("density", "histogram"),
    ("gradient_over", "gradient"),
    ("trapezoid_over", "trapezoid"),
    ("unique_along", "unique"),
    ("choice_below", "choice"),
    ("reinterpret", "view"),
];

/// Cures as the library names them, and as they are written here.
const CURES: [(&str, &str); 7] = [
    (
        "`cast` one of the two, or `store` what is to be cut",
        "`astype` one of the two, or write `x[...] = value`",
    ),
    // `astype` itself drops no imaginary part.
    ("take the real part with `cast` first", "take the real part with `lunette.real` first"),
    ("`cast`", "`astype`"),
    ("index it with `get`", "index it first"),
    ("or along all: `..`", "or along all: `axis=None`"),
    ("use `load`, which copies", "copy it"),
    ("`axes`", "`axis`"),
];

/// Parameters that have another name here, by the operation.
const PARAMETERS: [(&str, &str, &str); 11] = [
    ("gamma", "`k`", "`shape`"),
    ("gamma", "`k, scale`", "`shape, scale`"),
    ("poisson", "`lambda`", "`lam`"),
    ("normal", "`mean, std`", "`loc, scale`"),
    ("choice", "`shape`", "`size`"),
    ("choice", "`weights`", "`p`"),
    ("choice", "weights", "`p`"),
    ("multinomial", "`weights`", "`pvals`"),
    ("multinomial", "weights", "`pvals`"),
    ("percentile", "`p`", "`q`"),
    ("nanpercentile", "`p`", "`q`"),
];

/// The words of an error.
pub fn of_library(error: &lunette::Error) -> String {
    let text = error.to_string();
    let text = match text.split_once(": ") {
        Some((operation, rest)) => {
            let here = name_of(operation);
            format!("{here}: {}", with_parameters(here, rest))
        }
        None => text,
    };
    // What stands in files is not ours to rewrite.
    if error.is_io() {
        return text;
    }
    with_dtypes(&CURES.iter().fold(text, |text, (cure, here)| text.replace(cure, here)))
}

/// The text with the names of parameters that they have here.
fn with_parameters(operation: &str, text: &str) -> String {
    let here = PARAMETERS.iter().filter(|(of, ..)| *of == operation);
    here.fold(text.to_owned(), |text, (_, name, here)| text.replace(name, here))
}

/// The text with the standard's names of dtypes in the place of the library's.
fn with_dtypes(text: &str) -> String {
    let mut named = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_alphanumeric()) {
        let (between, words) = rest.split_at(start);
        let is_in_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let (word, after) = words.split_at(words.find(|letter| !is_in_word(letter)).unwrap_or(words.len()));
        let dtype = DType::ALL.into_iter().find(|dtype| dtype.name() == word);
        named.push_str(between);
        named.push_str(match dtype {
            Some(dtype) => name_of_dtype(dtype),
            None => word,
        });
        rest = after;
    }
    named + rest
}

/// What an operation is called here.
fn name_of(operation: &str) -> &str {
    let other = OPERATIONS.iter().find(|(name, _)| *name == operation);
    let plain = || ENDS.iter().find_map(|end| operation.strip_suffix(end)).map(name_of);
    other.map(|(_, here)| *here).or_else(plain).unwrap_or(operation)
}
