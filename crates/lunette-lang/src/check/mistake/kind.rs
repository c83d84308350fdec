//! Mistakes of types and dtypes: E03.

use lunette::DType;

use crate::check::describe::{noun, with_shape};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree::IntValue;
use crate::types::Type;

/// A mistake of a type or a dtype.
#[derive(Clone, Debug)]
pub(in crate::check) enum KindMistake {
    /// A literal that its dtype cannot hold.
    LiteralTooLarge { value: IntValue, dtype: DType, wider: Option<DType>, span: Span, text: String },
    /// A constant expression of unsuffixed integers that `i32` cannot hold; without its value if nothing holds it.
    ConstantTooLarge { value: Option<i128>, wider: Option<DType>, span: Span },
    /// A value of another type than the one asked for; `asked` is where, with what is to say about it.
    Expected { wanted: String, found: Type, span: Span, asked: Option<(Span, String)>, cure: Option<String> },
    /// Something that cannot be stored: a string, a tuple.
    NotStored { wanted: &'static str, found: Type, span: Span },
    /// Another function than the one that a name has, where its type is not written.
    OtherFunction { span: Span, asked: Option<(Span, String)> },
    /// A number that does not fit the dtype of what it stands beside, or goes into.
    DoesNotFit { value: String, dtype: DType, span: Span, beside: Option<Span>, role: Role },
    /// An operator that has no meaning for these types.
    Operands {
        op: &'static str,
        left: (Type, Span),
        right: (Type, Span),
        span: Span,
        cure: Option<&'static str>,
    },
    /// An operator that has no meaning for this type.
    Operand { op: &'static str, ty: Type, span: Span },
    /// The library says why an operator has no meaning; with the whole expression.
    Refused { op: &'static str, words: String, span: Span, parts: Vec<(Span, String)>, cure: String },
    /// A condition that is no single bool.
    Condition { what: &'static str, ty: Type, span: Span, text: String },
    /// Something else than a single bool beside `and`, `or`, `not`.
    Logic { op: &'static str, ty: Type, span: Span, text: String },
    /// Branches that give different types.
    Branches { first: (Type, Span), second: (Type, Span), what: &'static str },
    /// An `if` without `else` where a value is needed.
    NoElse { span: Span },
    /// A complex number into something real.
    ComplexToReal { from: DType, to: DType, span: Span },
    /// A compound store whose result is of a higher kind than its place.
    CompoundKind { op: &'static str, place: DType, result: DType, span: Span, help: Vec<String> },
}

/// What a number that does not fit was to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Role {
    /// The operand beside another, whose dtype it takes.
    Operand,
    /// A value for something that has a dtype: a name, an element, a result.
    Content,
}

impl From<KindMistake> for Diagnostic {
    fn from(mistake: KindMistake) -> Self {
        use KindMistake as M;
        match mistake {
            M::LiteralTooLarge { value, dtype, wider, span, text } => {
                too_large(value, dtype, wider, (span, &text))
            }
            M::ConstantTooLarge { value, wider, span } => constant_too_large(value, wider, span),
            M::NotStored { wanted, found, span } => {
                let headline = format!("expected {wanted}, found {}", noun(&found));
                Self::error("E0302", headline, span, format!("of type `{found}`"))
                    .help("numbers and bools are stored with `<-`; a name is given any other value with `=`")
            }
            M::OtherFunction { span, asked } => {
                let headline = "expected the one function that the name has, found another";
                let diagnostic = Self::error("E0302", headline, span, "another function");
                asked
                    .into_iter()
                    .fold(diagnostic, |d, (span, _)| {
                        d.label(span, "has one function, whose type is not known")
                    })
                    .help("say which functions the name takes: `let mut f: fun(i32) -> i32 = …`")
            }
            M::Expected { wanted, found, span, asked, cure } => {
                let headline = format!("expected {wanted}, found {}", with_shape(&found));
                let label = format!("of type `{found}`");
                asked
                    .into_iter()
                    .fold(Self::error("E0302", headline, span, label), |d, (span, text)| d.label(span, text))
                    .help(cure.unwrap_or_else(|| format!("write a value of type `{wanted}` here")))
            }
            M::DoesNotFit { value, dtype, span, beside, role } => {
                let headline = format!("{dtype} cannot hold {value}");
                let diagnostic = Self::error("E0303", headline, span, format!("does not fit {dtype}"));
                beside
                    .into_iter()
                    .fold(diagnostic, |d, span| d.label(span, format!("of dtype {dtype}")))
                    .help(fitting(&value, dtype, role))
            }
            M::Operands { op, left, right, span, cure } => {
                let headline =
                    format!("`{op}` has no meaning for {} and {}", named(&left.0), named(&right.0));
                let diagnostic = Self::error("E0304", headline, span, "")
                    .label(left.1, format!("`{}`", left.0))
                    .label(right.1, format!("`{}`", right.0));
                diagnostic.help(cure.unwrap_or("operators work on numbers, bools and tensors of them"))
            }
            M::Operand { op, ty, span } => {
                Self::error("E0304", format!("`{op}` has no meaning for {}", named(&ty)), span, "")
                    .help(format!("`{op}` stands before numbers and tensors; a field of a tuple is `t[0]`"))
            }
            M::Refused { op, words, span, parts, cure } => {
                let diagnostic = Self::error("E0305", format!("`{op}`: {words}"), span, "");
                let diagnostic = parts.into_iter().fold(diagnostic, |d, (span, text)| d.label(span, text));
                match op {
                    "^" => diagnostic.help("a power is written `a ** b`"),
                    _ => diagnostic.help(cure),
                }
            }
            M::Condition { what, ty, span, text } => condition(what, &ty, span, &text),
            M::Logic { op, ty, span, text } => logic(op, &ty, span, &text),
            M::Branches { first, second, what } => {
                if let (Type::Closure(_), Type::Closure(_)) = (&first.0, &second.0) {
                    let headline = format!("{what} give different functions, whose types are not known");
                    return Self::error("E0308", headline, second.1, "another function")
                        .label(first.1, "a function")
                        .help("say which type they have: `let f: fun(i32) -> i32 = …`");
                }
                let headline = format!(
                    "{what} give different types: {} and {}",
                    with_shape(&first.0),
                    with_shape(&second.0)
                );
                Self::error("E0308", headline, second.1, format!("`{}`", second.0))
                    .label(first.1, format!("`{}`", first.0))
                    .help(format!("let both give the same type{}", conversion(&first.0, &second.0)))
            }
            M::NoElse { span } => {
                let headline = "an `if` that gives a value needs an `else`";
                Self::error("E0309", headline, span, "gives nothing when the condition is false")
                    .help("add `else { … }`")
            }
            M::ComplexToReal { from, to, span } => {
                let headline = format!("{from} does not fit {to}");
                Self::error("E0310", headline, span, format!("of dtype {from}"))
                    .help(format!("take the real part first: `cast<{to}>(…)` or `real(…)`"))
            }
            M::CompoundKind { op, place, result, span, help } => {
                let headline = format!("`{op}` would give {result}, which {place} cannot keep");
                let diagnostic = Self::error("E0311", headline, span, format!("makes the result {result}"));
                help.into_iter().fold(diagnostic, Self::help)
            }
        }
    }
}

/// What to do with a number that a dtype cannot hold.
fn fitting(value: &str, dtype: DType, role: Role) -> String {
    let is_integer = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    match (role, is_integer) {
        (Role::Operand, true) => {
            format!("write a suffix to widen the other side: `{value}i64`, `{value}f64`")
        }
        (Role::Operand, false) => "make the other side a float first: `cast<f64>(…)`".to_owned(),
        (Role::Content, _) if !dtype.is_integer() => {
            format!("choose a wider dtype than {dtype} for it; `cast<{dtype}>({value})` is infinite")
        }
        (Role::Content, true) => {
            format!(
                "choose a wider dtype than {dtype} for it, or keep the low bits: `cast<{dtype}>({value}L)`"
            )
        }
        (Role::Content, false) => {
            format!("choose a float dtype for it, or cut the value: `cast<{dtype}>({value})`")
        }
    }
}

/// "a string", "a scalar `i32`".
pub(super) fn named(ty: &Type) -> String {
    match ty {
        Type::Scalar(_) | Type::Tensor(_) | Type::Tuple(_) => format!("{} `{ty}`", noun(ty)),
        _ => noun(ty).to_owned(),
    }
}

fn too_large(value: IntValue, dtype: DType, wider: Option<DType>, (span, text): (Span, &str)) -> Diagnostic {
    let sign = if value.negative { "-" } else { "" };
    let number = match value.magnitude {
        // Beyond that nothing is counted.
        u128::MAX => "this integer".to_owned(),
        magnitude => format!("{sign}{magnitude}"),
    };
    let diagnostic = Diagnostic::error("E0301", format!("{number} does not fit {dtype}"), span, "");
    // A literal without a suffix gets one, and stays as it is written.
    let plain = text.strip_prefix("0x").or(text.strip_prefix("0b")).unwrap_or(text);
    let is_plain = plain.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_') && plain != text;
    let suffixed = if is_plain { text } else { &number };
    match wider {
        Some(DType::I64) => diagnostic.help(format!("write `{suffixed}L`, which is an i64")),
        Some(wide) => diagnostic.help(format!("write `{suffixed}{wide}`")),
        None if value.magnitude == u128::MAX => {
            diagnostic.help("no integer dtype holds it; a float has an exponent: `1e40`")
        }
        None => diagnostic.help(format!("no integer dtype holds it; as a float it is `{number}.0`")),
    }
}

fn constant_too_large(value: Option<i128>, wider: Option<DType>, span: Span) -> Diagnostic {
    let headline = match value {
        Some(value) => format!("{value} does not fit i32"),
        None => "the result does not fit any integer dtype".to_owned(),
    };
    let diagnostic = Diagnostic::error("E0301", headline, span, "computed from unsuffixed integers");
    diagnostic.help(match wider {
        Some(DType::I64) => "give one of the numbers the suffix `L`, which makes it an i64".to_owned(),
        Some(wide) => format!("give one of the numbers the suffix `{wide}`"),
        None => "no integer dtype holds it: write one of the numbers as a float".to_owned(),
    })
}

fn condition(what: &str, ty: &Type, span: Span, text: &str) -> Diagnostic {
    let headline = format!("{what} is one bool, found {}", with_shape(ty));
    let diagnostic = Diagnostic::error("E0306", headline, span, format!("of type `{ty}`"));
    match ty {
        Type::Tensor(_) => diagnostic.help(format!("ask `any({text})` or `all({text})`")),
        Type::Scalar(_) => diagnostic.help(format!("compare: `{text} != 0`")),
        Type::String => diagnostic.help(format!("compare: `{text} != \"\"`")),
        Type::Tuple(_) => diagnostic.help(format!("take one of its fields: `{text}[0]`")),
        _ => diagnostic.help("a condition is `true`, `false` or a comparison: `x > 0`"),
    }
}

/// How values of two types come to have one.
pub(super) fn conversion(first: &Type, second: &Type) -> &'static str {
    match (first, second) {
        (Type::String, _) | (_, Type::String) => ": `str` makes a string of any value",
        _ if first.dtype().is_some() && first.rank() == second.rank() => ": `cast` converts",
        _ => "",
    }
}

fn logic(op: &str, ty: &Type, span: Span, text: &str) -> Diagnostic {
    let headline = format!("`{op}` takes single bools, found {}", with_shape(ty));
    let diagnostic = Diagnostic::error("E0307", headline, span, format!("of type `{ty}`"));
    match (op, ty) {
        (_, Type::Tensor(_)) => {
            let sign = match op {
                "and" => "&",
                "or" => "|",
                _ => "~",
            };
            diagnostic.help(format!("ask `any({text})` or `all({text})`; `{sign}` works on whole tensors"))
        }
        (_, Type::Scalar(_)) => diagnostic.help("compare with 0: `… != 0`"),
        (_, Type::Tuple(_)) => diagnostic.help(format!("take one of its fields: `{text}[0]`")),
        _ => diagnostic.help("write a comparison: `x > 0`"),
    }
}
