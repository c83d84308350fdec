//! Every method of tensors that reads is there for what shows elements too, or has a reason not to be.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What views and guards do without, and why.
const ABSENT: &[(&str, &str)] = &[
    ("zeros ones full empty zeros_in ones_in full_in empty_in scalar", "it makes tensors"),
    ("arange from_range linspace linspace_with logspace geomspace eye eye_with tri", "it makes tensors"),
    ("from_fn from_fn_in from_flat_fn from_vec from_vec_in from_values", "it makes tensors"),
    ("fftfreq rfftfreq fftfreq_of rfftfreq_of", "it makes tensors"),
    ("read write into_vec into_elements into_tensor", "the elements are here"),
    ("copy copy_in to_contiguous flatten", "called `to_tensor`; `ravel` borrows where it can"),
    ("byte_strides item_size nbytes offset flags is_writable is_view", "of memory, not of elements"),
    ("base as_ptr buffer shares_memory as_read_only as_strided reinterpret reinterpret_to", "of memory"),
    ("reshape_view", "`reshape` of a view never copies"),
    ("permute_dims matrix_transpose atleast_1d atleast_2d atleast_3d", "geometry under another name"),
    ("unstack split split_at_positions", "`axis_iter`, `axis_chunks` and `split_at`"),
    ("put put_along_axis scatter store_orthogonal store_where fill_diagonal", "stores of tensors"),
    ("matmul_into", "it writes into a tensor, whose memory may be the operands'"),
    ("literal to_literal grid", "`to_tensor` prints so"),
    ("density", "of histograms"),
];

/// The forms of a method that stand beside it in the row of a table.
const FORMS: &[&str] = &["_into", "_keepdims", "_with", "_initial"];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name)
}

fn sources(folder: PathBuf, found: &mut Vec<PathBuf>, skipped: &[&str]) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_skipped = skipped.iter().any(|name| path.ends_with(name));
        match path.is_dir() {
            _ if is_skipped => {}
            true => sources(path, found, skipped),
            false => found.push(path),
        }
    }
}

/// The names of methods that stand in the files: behind the words that functions begin with, and in the rows of tables.
fn names(files: &[PathBuf], functions: &[&str]) -> BTreeSet<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = BTreeSet::new();
    for file in files {
        // Functions outside of an `impl` are no methods, and those that begin with a `$` have their names in rows.
        let text = std::fs::read_to_string(file).unwrap();
        for line in text.lines().filter_map(|line| line.strip_prefix("    ")).map(str::trim_start) {
            let named = |start: &&str| line.strip_prefix(*start).filter(|rest| !rest.starts_with('$'));
            let function = functions.iter().find_map(named);
            let mut words = function.unwrap_or(line).split(|c| !is_word(c)).filter(|word| !word.is_empty());
            let (Some(first), second) = (words.next(), words.next()) else { continue };
            let form = second.and_then(|second| second.strip_prefix(first));
            // Whole reductions have rows of their own kind: `sum_all() -> … = sum as plain,`.
            let is_row = form.is_some_and(|form| FORMS.contains(&form))
                || [" as plain,", " as count,"].iter().any(|end| line.ends_with(end));
            if function.is_some() || (is_row && !line.starts_with("//")) {
                names.insert(first.to_owned());
            }
        }
    }
    names
}

#[test]
fn views_compute_what_tensors_compute() {
    let (mut tensors, mut views) = (Vec::new(), vec![folder("tensor/elementwise/table.rs")]);
    let skipped =
        ["view", "view.rs", "lazy", "lazy.rs", "operand.rs", "create", "tests", "nested.rs", "value.rs"];
    sources(folder("tensor"), &mut tensors, &skipped);
    sources(folder("tensor/view"), &mut views, &["tests", "tests.rs"]);
    sources(folder("buffer/view"), &mut views, &["tests.rs"]);
    sources(folder("buffer/guard"), &mut views, &[]);
    views.extend([folder("buffer/view.rs"), folder("buffer/guard.rs")]);
    let (tensors, views) = (names(&tensors, &["pub fn "]), names(&views, &["pub fn ", "fn "]));
    for known in
        ["sort", "sum", "nanmean", "sqrt", "add", "quantile", "cumulative_sum", "solve", "fft", "sum_all"]
    {
        assert!(tensors.contains(known), "the sources are not read as they should be: {known}");
    }
    let absent: BTreeSet<&str> = ABSENT.iter().flat_map(|(names, _)| names.split(' ')).collect();
    let missing: Vec<&String> =
        tensors.iter().filter(|name| !views.contains(*name) && !absent.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "no method of views and no reason: {missing:?}");
    let stale: Vec<&&str> =
        absent.iter().filter(|name| views.contains(**name) || !tensors.contains(**name)).collect();
    assert!(stale.is_empty(), "a reason for nothing: {stale:?}");
}
