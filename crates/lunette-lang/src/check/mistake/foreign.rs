//! Names that other languages have, and what is written here.

use lunette::DType;

use crate::builtins;
use crate::check::names::number;

/// Names, and the cure for whoever writes one of them.
const FOREIGN: &[(&[&str], &str)] = &[
    (&["True", "TRUE"], "write `true`"),
    (&["False", "FALSE"], "write `false`"),
    (
        &["None", "null", "nil", "nothing", "undefined"],
        "there is no empty value: an argument that is not needed is left out",
    ),
    (&["newaxis"], "a new axis is written `NewAxis`"),
    (&["Ellipsis"], "the axes that are left over are `Fill`"),
    (&["end"], "the last entry is `x[-1]`, and a range to the end leaves its end out: `x[1:]`"),
    (&["pass"], "an empty block is written `{ }`"),
    (&["quit"], "the prompt is left with `:quit`; a program ends with its last line, or with `exit(0)`"),
    (
        &["array", "asarray", "list", "Array", "Tensor", "Vector", "Matrix"],
        "a tensor is written `[1, 2, 3]`, or `tensor((3,), {1, 2, 3})`",
    ),
    (&["append", "push", "extend"], "a tensor does not grow: `concat((x, [v]))` is a longer one"),
    (
        &["size", "length", "numel", "count"],
        "`len(x)` counts the elements, and `shape(x)` has a size for each axis",
    ),
    (&["ndim", "dim", "ndims"], "the number of axes is `rank(x)`"),
    (&["type", "typeof", "isinstance"], "`dtype(x)`, `rank(x)` and `shape(x)` tell what a tensor is"),
    (&["astype", "to", "convert"], "write `cast<f32>(x)`"),
    (&["int", "integer"], "write `cast<i32>(x)`, or `number<i64>(text)` for the number in a text"),
    (&["float", "double"], "write `cast<f64>(x)`, or `number(text)` for the number in a text"),
    (&["string", "String", "to_string", "toString", "repr", "format"], "write `str(x)`"),
    (&["println", "printf", "disp", "echo", "puts", "console", "fprintf"], "write `print(x)`"),
    (&["strip", "chomp"], "white space at the ends of a text is cut off by `trim(text)`"),
    (&["uppercase", "toupper", "toUpperCase"], "write `upper(text)`"),
    (&["lowercase", "tolower", "toLowerCase"], "write `lower(text)`"),
    (&["startswith", "startsWith"], "write `starts_with(text, part)`"),
    (&["endswith", "endsWith"], "write `ends_with(text, part)`"),
    (&["indexOf", "findfirst"], "write `find(text, part)`"),
    (&["substr", "SubString"], "write `substring(text, start, stop)`"),
    (&["isdigit", "isnumeric", "isdecimal"], "whether a text is a number says `is_number(text)`"),
    (&["ln"], "the natural logarithm is `log(x)`"),
    (&["e"], "write `exp(1.0)`"),
    (&["NaN", "Nan", "NAN", "NA"], "write `nan`"),
    (&["Inf", "Infinity", "INFINITY", "infinity"], "write `inf`"),
    (
        &["input", "readline"],
        "a line of standard input is `read_line()`; the program's arguments are `argument(0)` and so on",
    ),
    (&["dot"], "products of vectors and matrices are `a @ b`"),
    (&["norm"], "the norm of a vector is `vector_norm(x)`, that of a matrix `matrix_norm(x)`"),
    (&["inverse"], "write `inv(x)`"),
    (&["rand"], "write `random((2, 3))`, or `random()` for one number"),
    (&["randn"], "write `normal(shape = (2, 3))`, or `normal()` for one number"),
    (&["randint", "randi"], "write `integers(0, 10, (2, 3))`"),
    (
        &["range", "xrange"],
        "integers are counted with `for (i from 0 to 10)`, and `arange(10)` is a tensor of them",
    ),
    (&["enumerate", "eachindex"], "count the entries: `for (i from 0 to len(x)) { … }`, and take `x[i]`"),
    (&["zip"], "count the entries: `for (i from 0 to len(x)) { … }`, and take `x[i]` and `y[i]`"),
    (&["each", "foreach", "forEach"], "go over the entries: `for (a in x) { … }`"),
    (&["reduce", "foldl", "accumulate"], "write `fold(x, start, lambda(before, a) { … })`"),
    (&["filter"], "what a condition holds for is `x[x > 0]`"),
    (&["sorted"], "write `sort(x)`"),
    (&["reversed", "reverse", "fliplr", "flipud"], "write `flip(x)`, with `axis = 0` for one axis"),
    (&["power"], "write `x ** y`"),
    (&["mod", "modulo", "rem"], "the remainder is written `a % b`"),
    (&["cat", "concatenate", "vcat"], "write `concat((a, b), axis = 0)`"),
    (&["unsqueeze"], "write `expand_dims(x, 0)`, or `x[NewAxis]`"),
    (&["view"], "a view is a reference, `&x[…]`; another shape is `reshape(x, (2, 3))`"),
    (&["tolist", "to_list"], "leave it out: a tensor is a value as it is"),
];

/// Libraries whose names stand before those of their functions elsewhere.
const PREFIXES: &[&str] =
    &["np", "numpy", "jnp", "jax", "torch", "tf", "math", "Math", "cmath", "scipy", "linalg", "console"];

/// What to write in place of a name that another language has.
pub(super) fn cure(name: &str) -> Option<&'static str> {
    listed(name).or_else(|| {
        is_prefix(name).then_some("built-in functions have no prefix: `zeros((2, 3))`, `sqrt(x)`")
    })
}

fn listed(name: &str) -> Option<&'static str> {
    FOREIGN.iter().find(|(names, _)| names.contains(&name)).map(|(_, cure)| *cure)
}

/// What to write in place of a dtype's name in NumPy.
pub(super) fn dtype_cure(name: &str) -> Option<String> {
    let dtype = DType::ALL.iter().find(|dtype| dtype.numpy_name() == name)?;
    Some(format!("the dtype is called `{dtype}`: `cast<{dtype}>(x)`, `dtype = {dtype}`"))
}

/// Whether a name is that of another language's library.
pub(in crate::check) fn is_prefix(name: &str) -> bool {
    PREFIXES.contains(&name)
}

/// What to write in place of a member of another language's library.
pub(super) fn member_cure(library: &str, member: &str) -> Option<String> {
    if let Some(cure) = listed(library) {
        return Some(cure.to_owned());
    }
    match builtins::find(member) {
        Some(_) => Some(format!("built-in functions have no prefix: `{member}(…)`")),
        None if number(member).is_some() => Some(format!("it has no prefix: `{member}`")),
        None => dtype_cure(member).or_else(|| cure(member).map(ToOwned::to_owned)),
    }
}

#[cfg(test)]
mod tests {
    use super::{FOREIGN, PREFIXES, member_cure};

    #[test]
    fn no_name_of_another_language_is_one_of_ours() {
        let names = FOREIGN.iter().flat_map(|(names, _)| *names);
        for name in names.chain(PREFIXES) {
            assert!(crate::builtins::find(name).is_none(), "`{name}` is built in");
        }
    }

    #[test]
    fn members_of_libraries_have_cures_of_their_own() {
        for (member, cure) in [
            ("zeros", "`zeros(…)`"),
            ("pi", "`pi`"),
            ("float32", "`cast<f32>(x)`"),
            ("newaxis", "`NewAxis`"),
            ("norm", "`vector_norm(x)`"),
        ] {
            assert!(member_cure("np", member).is_some_and(|found| found.contains(cure)), "{member}");
        }
        assert!(member_cure("console", "log").is_some_and(|found| found.contains("print")));
        assert!(member_cure("np", "nope").is_none());
    }
}
