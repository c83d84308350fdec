//! Names that other languages have, and what is written here.

/// Names, and the cure for whoever writes one of them.
const FOREIGN: &[(&[&str], &str)] = &[
    (&["True", "TRUE"], "write `true`"),
    (&["False", "FALSE"], "write `false`"),
    (
        &["None", "null", "nil", "undefined"],
        "there is no empty value: an argument that is not needed is left out",
    ),
    (
        &["np", "numpy", "jnp", "torch", "tf", "math", "Math", "jax"],
        "built-in functions have no prefix: `zeros((2, 3))`, `sqrt(x)`",
    ),
    (
        &["array", "asarray", "list", "Array", "Tensor"],
        "a tensor is written `[1, 2, 3]`, or `tensor((3,), {1, 2, 3})`",
    ),
    (&["append", "push", "extend"], "a tensor does not grow: `concat((x, [v]))` is a longer one"),
    (&["size", "numel", "count"], "`len(x)` counts the elements, and `shape(x)` has a size for each axis"),
    (&["ndim", "dim", "ndims"], "the number of axes is `rank(x)`"),
    (&["astype", "to", "convert"], "write `cast<f32>(x)`"),
    (&["int", "integer"], "write `cast<i32>(x)`, or `number(text)` for the number in a text"),
    (&["float", "double"], "write `cast<f64>(x)`, or `number(text)` for the number in a text"),
    (&["string", "String", "to_string", "toString", "repr", "format"], "write `str(x)`"),
    (&["ln"], "the natural logarithm is `log(x)`"),
    (&["e"], "write `exp(1.0)`"),
    (&["input", "readline"], "a program reads its arguments: `argument(0)`"),
    (&["dot"], "products of vectors and matrices are `a @ b`"),
    (&["inverse"], "write `inv(x)`"),
];

/// What to write in place of a name that another language has.
pub(super) fn cure(name: &str) -> Option<&'static str> {
    FOREIGN.iter().find(|(names, _)| names.contains(&name)).map(|(_, cure)| *cure)
}

#[cfg(test)]
mod tests {
    use super::FOREIGN;

    #[test]
    fn no_name_of_another_language_is_one_of_ours() {
        for name in FOREIGN.iter().flat_map(|(names, _)| *names) {
            assert!(crate::builtins::find(name).is_none(), "`{name}` is built in");
        }
    }
}
