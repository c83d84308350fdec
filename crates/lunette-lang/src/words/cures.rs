//! What to do about the library's errors, in the words of the language: one line for each kind.

use lunette::{DType, Error, ErrorKind};

use super::{shape, sized};

/// A cure for what the library says.
pub fn cure_of(error: &Error) -> String {
    let kind = error.kind();
    match kind {
        _ if error.is_io() => of_files(kind),
        _ if error.is_index() => of_indices(kind),
        _ if error.is_shape() => of_shapes(kind),
        _ if error.is_dtype() => of_dtypes(kind),
        _ if error.is_matrix() => of_matrices(kind).to_owned(),
        _ => of_the_rest(kind),
    }
}

fn of_indices(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::IndexOutOfRange { len, .. } | ErrorKind::PositionOutOfRange { len, .. } => entries(*len),
        ErrorKind::RangeEnd { max: ..0, .. } => "leave out both ends: `x[:]`".to_owned(),
        ErrorKind::RangeEnd { max, .. } => {
            format!("let it lie from 0 to {max}, or leave it out: an open end is that of the axis")
        }
        ErrorKind::TooManyItems { items, shape, .. } => leave_out(items.saturating_sub(shape.len()), "item"),
        ErrorKind::TooFewItems { shape, .. } => {
            format!("write {}, one for each axis", sized(shape.len(), "integer"))
        }
        ErrorKind::TwoFills { .. } => "`:` is one whole axis".to_owned(),
        ErrorKind::StepZero { axis: Some(_), .. } => {
            "write a step of 1 for every entry, of -1 for backwards".to_owned()
        }
        ErrorKind::StepZero { axis: None, .. } => "take a step above 0, or below 0 to count down".to_owned(),
        ErrorKind::MaskShape { covered, .. } => {
            format!("make a mask of shape {}, by comparing the tensor itself: `x[x > 0]`", shape(covered))
        }
        ErrorKind::IndexDType { .. } => "make integers of it: `cast<i64>(…)`".to_owned(),
        _ => "leave out the `&`, or refer to a range: `&x[0:2]`".to_owned(),
    }
}

/// Which entries there are.
fn entries(len: usize) -> String {
    match len {
        0 => "ask first whether there are entries: `if (len(x) > 0) { … }`".to_owned(),
        1 => "the only entry is 0".to_owned(),
        _ => format!("entries are counted from 0 to {}, or from -1, the last, down to -{len}", len - 1),
    }
}

fn of_shapes(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::RankLimit { .. } => "join several axes into one with `reshape`".to_owned(),
        ErrorKind::Broadcast { .. } => {
            "sizes are aligned from the end, and must be equal or 1: `x[:, NewAxis]` adds an axis of size 1"
                .to_owned()
        }
        ErrorKind::BroadcastTo { axis: Some(_), .. } => {
            "only an axis of size 1 stretches: take one entry of it with a range, `x[0:1]`, or `tile` it"
                .to_owned()
        }
        ErrorKind::BroadcastTo { from, axis: None, .. } if from.contains(&1) => {
            "drop axes of size 1: `squeeze(x)`".to_owned()
        }
        ErrorKind::BroadcastTo { axis: None, .. } => {
            "broadcasting drops no axis: name a shape with as many, or take one entry with an index: `x[0]`"
                .to_owned()
        }
        ErrorKind::ShapeMismatch { expected, .. } => {
            format!("give it shape {}; into `x[...]` smaller values broadcast", shape(expected))
        }
        ErrorKind::PartMismatch { expected, .. } => {
            format!("give all parts shape {}, but for the axis along which they are joined", shape(expected))
        }
        ErrorKind::Contraction { axes: [i, j], .. } => format!(
            "make axis {i} of the first as long as axis {j} of the second: `transpose` turns a matrix"
        ),
        ErrorKind::Subscript { .. } => "give axes of different sizes different letters".to_owned(),
        ErrorKind::NotSquare { shape, .. } => {
            let size = shape.iter().rev().take(2).min().copied().unwrap_or(0);
            format!("take a square part: `x[0:{size}, 0:{size}]`; `pinv` and `lstsq` take any matrix")
        }
        ErrorKind::StoreShape { region, value, .. } if region.is_empty() => {
            format!("take one of its elements: `v[{}]`", vec!["0"; value.len()].join(", "))
        }
        ErrorKind::StoreShape { region, .. } => {
            format!("give it shape {}, or one that broadcasts to it", shape(region))
        }
        ErrorKind::ElementCount { expected, found, .. } => value_count(*expected, *found),
        ErrorKind::TooManyValues { expected, .. } => {
            format!("leave out all but {}", sized(*expected, "value"))
        }
        ErrorKind::Reshape { from, .. } => format!(
            "choose sizes whose product is {}; one of them may be -1 and is found then",
            from.iter().fold(1_usize, |len, &size| len.saturating_mul(size))
        ),
        ErrorKind::ReshapeInfer { .. } => "write all sizes but one".to_owned(),
        ErrorKind::ReshapeCopy { .. } => "leave out the `&` to take a copy".to_owned(),
        ErrorKind::Ragged { .. } => "write rows of one length".to_owned(),
        ErrorKind::AxisOutOfRange { rank: 0, .. } => "leave out the axis: a scalar has none".to_owned(),
        ErrorKind::AxisOutOfRange { rank, .. } => {
            format!("axes are counted from 0 to {}, or from -1, the last, down to -{rank}", rank - 1)
        }
        ErrorKind::AxisRepeated { axis, .. } => format!("name axis {axis} once"),
        ErrorKind::AxisCount { expected, noun, .. } => format!("give {expected} {noun}, one for each axis"),
        ErrorKind::AxisNotOne { .. } => {
            "name an axis of size 1, or take one entry of this one with an index".to_owned()
        }
        ErrorKind::NotOneElement { .. } => {
            "take one element with an index, or the first with `value(x)`".to_owned()
        }
        ErrorKind::Empty { .. } => "ask first whether there are elements: `if (len(x) > 0) { … }`".to_owned(),
        _ => "give it other axes first: `reshape`, `x[NewAxis]`, or an index that drops some".to_owned(),
    }
}

/// How many values to add, or to leave out.
pub fn value_count(expected: usize, found: usize) -> String {
    match expected.checked_sub(found) {
        Some(missing) => format!("write {} more", sized(missing, "value")),
        None => leave_out(found - expected, "value"),
    }
}

/// "leave out 2 items".
pub fn leave_out(count: usize, noun: &str) -> String {
    format!("leave out {}", sized(count, noun))
}

fn of_dtypes(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::DTypeMismatch { expected, .. } => format!("convert it: `cast<{expected}>(…)`"),
        ErrorKind::Unsupported { dtype, cure, .. } => of_domain(*dtype, cure).to_owned(),
        ErrorKind::Domain { words, .. } if words.contains("zero") => {
            "ask first whether it is 0; divided by `/` integers become floats, which have an infinity"
                .to_owned()
        }
        ErrorKind::Domain { words, .. } if words.contains("power") => {
            "make the base a float: `cast<f64>(x) ** …`".to_owned()
        }
        ErrorKind::Domain { words, .. } if words.contains("shift") => {
            "shift the other way: `<<` to the left, `>>` to the right".to_owned()
        }
        ErrorKind::Domain { .. } => "convert it first: `cast<f64>(…)`".to_owned(),
        ErrorKind::Unrepresentable { to, .. } => {
            format!("bring it within what {to} holds: `cast<{to}>(…)`, or `clip(…)`")
        }
        ErrorKind::WouldCut { left, .. } => {
            format!("convert the right side: `cast<{left}>(…)`; a plain `<-` cuts by itself")
        }
        ErrorKind::ComplexToReal { .. } => "take the real part: `real(…)`".to_owned(),
        _ => "dtypes are bool, i8 to i64, u8 to u64, f16, bf16, f32, f64, complex64, complex128".to_owned(),
    }
}

/// What to do where an operation is not defined for a dtype, by the word that tells the library's cures apart.
fn of_domain(dtype: DType, words: &str) -> &'static str {
    let cures = [
        ("use `fft`", "use `fft(…)`, or `fftn(…)` for several axes; the real part is `real(…)`"),
        ("use `ifft`", "use `ifft(…)`; the real part is `real(…)`"),
        ("the sum would be cut", cut_sum(dtype)),
        ("the limit would be cut", "convert the tensor to a dtype that holds the limit: `cast<f64>(…)`"),
        ("order", "take `real(…)`, `imag(…)` or `abs(…)` first"),
        ("`real`", "take `real(…)`, `imag(…)` or `abs(…)` first"),
        ("the parts", "take `real(…)`, `imag(…)` or `abs(…)` first"),
        ("`angle`", "take `angle(…)` first"),
        ("use an integer dtype", "name an integer dtype: `dtype = i64`"),
        ("ask for an integer", "name an integer dtype: `dtype = i64`"),
        ("an integer or a float", "name a dtype of numbers: `dtype = i64`, `dtype = f64`"),
        ("use a float", "name a float dtype: `dtype = f64`"),
        ("another float", "name a float dtype: `dtype = f64`"),
        ("to a float", "make floats of it first: `cast<f64>(…)`"),
        ("is a bool", "convert it: `cast<bool>(…)`"),
        ("memory of bools", "convert it with `cast`, which copies"),
        ("bools", "make integers of it first: `cast<i32>(…)`"),
        ("integers", "make integers of it first: `cast<i32>(…)`"),
    ];
    let known = cures.into_iter().find(|(word, _)| words.contains(word));
    known.map_or("convert it first: `cast<f64>(…)`", |(_, cure)| cure)
}

/// What to do about a value of this dtype that is added to elements that cannot hold the sum.
fn cut_sum(dtype: DType) -> &'static str {
    match dtype.is_complex() {
        true => "let the tensor be of complex numbers, or add the real part: `real(…)`",
        false => "cut the value to the tensor's dtype with `cast`, or let the tensor be of floats",
    }
}

fn of_matrices(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Singular { .. } => "`pinv(a)` and `lstsq(a, b)` take such a matrix",
        ErrorKind::NotPositiveDefinite { .. } => {
            "the matrix must be symmetric and have eigenvalues above 0: look at `eigvalsh(a)`"
        }
        ErrorKind::NotFinite { .. } => "look for the elements with `~isfinite(a)`",
        _ => "scale the matrix so that its elements are near 1, or compute in f64",
    }
}

fn of_the_rest(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::TooLarge { .. } => "choose smaller sizes".to_owned(),
        ErrorKind::OutOfMemory { .. } => "choose smaller sizes, or work on the data part by part".to_owned(),
        ErrorKind::ReadOnly { .. } => "store into a copy: `let mut own = copy(x)`".to_owned(),
        ErrorKind::Busy { .. } => "let whoever uses the memory finish first".to_owned(),
        ErrorKind::Cancelled { .. } => "run it again".to_owned(),
        ErrorKind::OutOfBounds { len: Some(len), .. } => {
            format!("choose a shape and strides that stay within the {}", sized(*len, "element"))
        }
        ErrorKind::OutOfBounds { .. } => "choose a smaller shape or smaller strides".to_owned(),
        ErrorKind::Misaligned { .. } => "copy it first: `copy(x)`".to_owned(),
        ErrorKind::InvalidBool { .. } => "compare instead: `x != 0`".to_owned(),
        ErrorKind::Argument { name, .. } => format!("choose another `{name}`"),
        _ => "look at the values: `print(…)`".to_owned(),
    }
}

fn of_files(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::FileMember { found, .. } => match found.first() {
            Some(name) => format!("name one that is there: `name = \"{name}\"`"),
            None => "see that the file holds a tensor".to_owned(),
        },
        ErrorKind::FileFormat { .. } | ErrorKind::FileDType { .. } => {
            "write the file again, with `save` or as npy from another program".to_owned()
        }
        _ => "see that the path is right and that you may read and write there".to_owned(),
    }
}
