//! Every public method of the library's tensors is a function of the language, or has a reason not to be.

use std::collections::BTreeSet;
use std::path::Path;

use super::find;

/// Forms of other methods: what they say by a name, the language says by a parameter.
const FORMS: [&str; 12] = [
    "_keepdims",
    "_into",
    "_in",
    "_of",
    "_to",
    "_as",
    "_with",
    "_initial",
    "_weighted",
    "_descending",
    "_upper",
    "_axes",
];

/// What the language does without, and why.
const ABSENT: &[(&str, &str)] = &[
    (
        "view store get set",
        "syntax: `&x[i]`, `x[i] <- v`; `x[i]` is the library's `load`, whose name files have",
    ),
    ("assign", "syntax: `x <- v`"),
    ("as_ptr", "addresses are for Rust"),
    (
        "binary binary_in_place binary_into binary_scalar choose",
        "operators known by their names are for other front ends; `where` chooses",
    ),
    ("sum_to_keepdims prod_to_keepdims", "`sum` and `prod` with `keepdims`"),
    ("matrix_rank_each pinv_each", "`rtol` is one number"),
    ("lazy eval eval_into", "chains are fused by themselves"),
    ("read to_vec into_vec", "elements of Rust"),
    ("into_dyn to_dyn into_typed dims", "types of Rust"),
    (
        "layout buffer base flags as_read_only from_parts from_layout",
        "`is_contiguous`, `is_view`, `is_writable` say it",
    ),
    (
        "from_vec from_vec_in from_values from_flat_fn from_range from_literal from_repeated from_nested",
        "`tensor`, `from_fn`, `arange`",
    ),
    ("scalar scalar_of", "a scalar is a tensor of rank 0"),
    ("where_", "called `where`"),
    ("zeros_of_in full_of_in", "`zeros` and `full` with `dtype` and `order`"),
    ("meshgrid_ij", "`meshgrid` with `indexing = \"ij\"`"),
    ("astype broadcast_arrays permute_dims", "other names of `cast`, `broadcast_tensors`, `permute`"),
    ("floor_div true_div positive", "syntax: `a div b`, `a / b`, `x`"),
    ("nanpercentile", "`nanquantile` of a hundredth"),
    ("delete_range", "what stays of `x` is `concat([x[:1], x[3:]])`"),
    ("from_slice map_in_place to_literal", "`tensor`, `x <- map(f, x)`, `literal`"),
    (
        "map_axis fold_axis zip_mut_with par_map par_zip_with",
        "closures over lanes of Rust, and on its threads",
    ),
    ("repeat_each searchsorted_by", "`repeat` and `searchsorted` take the vector"),
    ("index_axis slice_axis", "syntax: `&x[:, i]`; ranks are known before a program runs"),
    ("split_at_positions", "called `split_at`"),
    ("choice_below", "`choice` of a number"),
    ("gradient_over trapezoid_over", "`gradient` and `trapezoid` with `at`"),
    ("unique_along", "`unique_all` and its kin with `axis`"),
    ("density", "`histogram` with `density = true`"),
    ("reshape_view", "`&reshape(x, shape)`"),
    ("new from_entropy state from_state spawn", "the session has one generator, which `seed` replaces"),
    ("integers_inclusive", "`integers` with `inclusive = true`"),
    ("vander_increasing", "`vander` with `increasing = true`"),
];

/// The names of methods and functions that stand in a file of the library, those that tables make included.
fn names_in(text: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = Vec::new();
    for line in text.lines().map(str::trim_start) {
        if let Some(rest) = line.strip_prefix("pub fn ") {
            names.extend(Some(word(rest)).filter(|name| !name.is_empty()));
            continue;
        }
        // A row of a table: the name, then the name of its other form.
        let (first, mut rest) = (word(line), line.split([' ', ',', '(']).filter(|part| !part.is_empty()));
        let second = rest.nth(1).map(word).unwrap_or_default();
        let is_form = second.strip_prefix(&first).is_some_and(|form| FORMS.contains(&form));
        if !first.is_empty() && is_form && !line.starts_with("//") {
            names.push(first);
        }
    }
    names
}

fn library_names() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lunette/src");
    let mut names = BTreeSet::new();
    let mut folders = vec![root.join("tensor"), root.join("random")];
    let mut files = vec![root.join("tensor.rs"), root.join("random.rs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // Borrowed views and single elements are for loops of Rust.
            match path.is_dir() {
                true if path.ends_with("view") => {}
                true => folders.push(path),
                false if path.ends_with("elements.rs") || path.ends_with("view.rs") => {}
                false => files.push(path),
            }
        }
    }
    for file in files {
        names.extend(names_in(&std::fs::read_to_string(file).unwrap()));
    }
    names
}

fn is_there(name: &str) -> bool {
    find(name).is_some()
        || FORMS.iter().any(|form| name.strip_suffix(form).is_some_and(|base| find(base).is_some()))
}

#[test]
fn everything_the_library_can_do_is_a_row() {
    let library = library_names();
    for known in ["sum", "sqrt", "add", "nanmean", "fft", "cumulative_sum", "normal", "svd", "reshape"] {
        assert!(library.contains(known), "the sources are not read as they should be: {known}");
    }
    let absent: BTreeSet<&str> = ABSENT.iter().flat_map(|(names, _)| names.split(' ')).collect();
    let missing: Vec<&String> =
        library.iter().filter(|name| !is_there(name) && !absent.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "no row and no reason: {missing:?}");
    let stale: Vec<&&str> =
        absent.iter().filter(|name| is_there(name) || !library.contains(**name)).collect();
    assert!(stale.is_empty(), "a reason for nothing: {stale:?}");
}
