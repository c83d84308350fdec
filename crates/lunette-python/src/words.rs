//! The library's errors in Python's words: operations are called as they are called here, and cures are ones that
//! Python has.

/// Ends of names that tell Rust's functions apart, where Python has one function with more arguments.
const ENDS: [&str; 2] = ["_of", "_with"];

/// Operations that have another name here.
const OPERATIONS: [(&str, &str); 5] = [
    ("try_cast_to", "astype"),
    ("cast_to", "astype"),
    ("sum_to", "sum"),
    ("prod_to", "prod"),
    ("trace_to", "trace"),
];

/// Cures as the library names them, and as they are written here.
const CURES: [(&str, &str); 6] = [
    (
        "`cast` one of the two, or `store` what is to be cut",
        "`astype` one of the two, or write `x[...] = value`",
    ),
    ("`cast`", "`astype`"),
    ("index it with `get`", "index it first"),
    ("or along all: `..`", "or along all: `axis=None`"),
    ("use `load`, which copies", "copy it"),
    ("`axes`", "`axis`"),
];

/// The words of an error.
pub fn of_library(error: &lunette::Error) -> String {
    let text = error.to_string();
    let text = match text.split_once(": ") {
        Some((operation, rest)) => format!("{}: {rest}", name_of(operation)),
        None => text,
    };
    // What stands in files is not ours to rewrite.
    if error.is_io() {
        return text;
    }
    CURES.iter().fold(text, |text, (cure, here)| text.replace(cure, here))
}

/// What an operation is called here.
fn name_of(operation: &str) -> &str {
    let other = OPERATIONS.iter().find(|(name, _)| *name == operation);
    let plain = || ENDS.iter().find_map(|end| operation.strip_suffix(end));
    other.map(|(_, here)| *here).or_else(plain).unwrap_or(operation)
}
