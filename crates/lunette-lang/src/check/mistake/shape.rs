//! Mistakes of shapes: E0401 to E0410.

use crate::check::describe::{shape_of, with_shape};
use crate::check::shape::{Clash, can_stretch};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::types::Type;
use crate::words;

/// A mistake of shapes that do not fit.
#[derive(Clone, Debug)]
pub(in crate::check) enum ShapeMistake {
    /// Operands that do not broadcast.
    Broadcast {
        op: &'static str,
        clash: Clash,
        left: (Type, Span),
        right: (Type, Span),
        span: Span,
        origins: Vec<(Span, String)>,
    },
    /// Index tensors that do not broadcast.
    Picks { clash: Clash, span: Span },
    /// A value that does not fit the region it is stored into.
    Region { value: Type, region: (Type, Span), span: Span },
    /// A value of another shape than the tensor that is stored to as a whole.
    Whole { value: Type, place: (Type, Span), span: Span, text: String, origins: Vec<(Span, String)> },
    /// Something else than a scalar into one element.
    OneElement { value: Type, place: (Type, Span), span: Span, entry: String },
    /// A compound store that would change the shape.
    Compound { op: &'static str, value: Type, region: (Type, Span), span: Span, cure: Option<String> },
    /// Rows of a list that are not alike.
    Ragged { path: Vec<usize>, expected: Vec<usize>, found: Vec<usize>, span: Span, first: Span },
    /// A literal with more or fewer values than its shape has.
    ValueCount { shape: Vec<usize>, expected: usize, found: usize, span: Span, shape_span: Span },
    /// A size below 0.
    NegativeSize { size: i64, span: Span },
    /// A loop that does not get on.
    LoopStep { span: Span },
}

impl From<ShapeMistake> for Diagnostic {
    fn from(mistake: ShapeMistake) -> Self {
        use ShapeMistake as M;
        match mistake {
            M::Broadcast { op, clash: Clash { axis, left: l, right: r }, left, right, span, origins } => {
                let (a, b) = (shape_of(&left.0), shape_of(&right.0));
                let headline = format!("`{op}`: {a} and {b} do not broadcast: axis {axis} is {l} and {r}");
                let diagnostic = Self::error("E0401", headline, span, "").label(left.1, a).label(right.1, b);
                origins
                    .into_iter()
                    .fold(diagnostic, |d, (span, text)| d.label(span, text))
                    .help("sizes are aligned from the end, and must be equal or 1")
            }
            M::Picks { clash: Clash { axis, left, right }, span } => {
                let headline =
                    format!("the index tensors do not broadcast: axis {axis} is {left} and {right}");
                Self::error("E0402", headline, span, "").help("sizes must be equal or 1")
            }
            M::Region { value, region: (region, place), span } => {
                let (value, region) = (shape_of(&value), shape_of(&region));
                let headline = format!("a value of {value} does not fit the region of {region}");
                Self::error("E0403", headline, span, value)
                    .label(place, format!("the region has {region}"))
                    .help("it must broadcast to the region, or equal it once all axes of size 1 are removed")
            }
            M::Whole { value, place: (ty, place), span, text, origins } => {
                let diagnostic = whole(&value, (&ty, place), span, &text);
                origins.into_iter().fold(diagnostic, |d, (span, text)| d.label(span, text))
            }
            M::OneElement { value, place: (ty, place), span, entry } => {
                let headline = format!("one element takes a scalar, found {}", with_shape(&value));
                Self::error("E0405", headline, span, format!("of type `{value}`"))
                    .label(place, format!("a scalar of dtype {ty}"))
                    .help(format!("take one of its entries: `{entry}`"))
            }
            M::Compound { op, value, region: (region, place), span, cure } => {
                let (value, region) = (shape_of(&value), shape_of(&region));
                let headline = format!("`{op}`: a value of {value} cannot be stretched to {region}");
                let diagnostic = Self::error("E0406", headline, span, value).label(place, region);
                match cure {
                    Some(cure) => diagnostic.help(format!("an index drops leading axes of size 1: `{cure}`")),
                    None => {
                        diagnostic.help("it must have as many axes or fewer, with sizes that are equal or 1")
                    }
                }
            }
            M::Ragged { path, expected, found, span, first } => {
                ragged(&path, [&expected, &found], [span, first])
            }
            M::ValueCount { shape, expected, found, span, shape_span } => {
                let shape = words::shape(&shape);
                let headline = format!("shape {shape} needs {expected} values, found {found}");
                Self::error("E0408", headline, span, format!("{found} values"))
                    .label(shape_span, format!("{expected} values"))
                    .help(words::value_count(expected, found))
            }
            M::NegativeSize { size, span } => {
                Self::error("E0409", format!("a size cannot be negative, and this is {size}"), span, "")
                    .help("write 0 or more; -1 is found by `reshape` alone")
            }
            M::LoopStep { span } => {
                Self::error("E0410", "a loop with step 0 would never end", span, "step 0")
                    .help("take a step above 0, or below 0 to count down")
            }
        }
    }
}

fn whole(value: &Type, (ty, place): (&Type, Span), span: Span, text: &str) -> Diagnostic {
    let headline = match value {
        Type::Scalar(dtype) => {
            format!("a whole store into {} needs a tensor, found a scalar {dtype}", shape_of(ty))
        }
        _ => format!("a whole store needs identical shapes: {} into {}", shape_of(value), shape_of(ty)),
    };
    let diagnostic =
        Diagnostic::error("E0404", headline, span, with_shape(value)).label(place, with_shape(ty));
    match value {
        Type::Scalar(_) => diagnostic.help(format!("fill it: `{text}[...] <- …`")),
        _ if stretches(value, ty) => {
            diagnostic.help(format!("an index lets values broadcast: `{text}[...] <- …`"))
        }
        _ => diagnostic.help(format!("`{text} = …` gives the name a new value, of any shape of its rank")),
    }
}

/// Whether a value broadcasts to a place.
fn stretches(value: &Type, place: &Type) -> bool {
    matches!((value.sizes(), place.sizes()), (Some(value), Some(place)) if can_stretch(&value, &place))
}

fn ragged(path: &[usize], [expected, found]: [&[usize]; 2], [span, first]: [Span; 2]) -> Diagnostic {
    let row = match path {
        [row] => row.to_string(),
        _ => words::shape(path),
    };
    let describe = |shape: &[usize]| match shape {
        [] => "one value".to_owned(),
        [1] => "1 value".to_owned(),
        [len] => format!("{len} values"),
        _ => format!("shape {}", words::shape(shape)),
    };
    let cure = match (expected, found) {
        ([expected], [found]) => words::value_count(*expected, *found),
        _ => format!("give every row {}", describe(expected)),
    };
    let (expected, found) = (describe(expected), describe(found));
    Diagnostic::error(
        "E0407",
        format!("row {row} has {found}, the rows before it have {expected}"),
        span,
        found,
    )
    .label(first, expected)
    .help(cure)
}
