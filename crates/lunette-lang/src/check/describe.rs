//! Types in the words of messages.

use crate::types::{TensorType, Type};
use crate::words;

/// What a value of the type is, with its article: "a string".
pub(super) fn noun(ty: &Type) -> &'static str {
    match ty {
        Type::Scalar(_) => "a scalar",
        Type::Tensor(_) => "a tensor",
        Type::String => "a string",
        Type::DType => "a dtype",
        Type::Range => "a range",
        Type::NewAxis => "`NewAxis`",
        Type::Fill => "`Fill`",
        Type::Tuple(fields) if fields.is_empty() => "nothing",
        Type::Tuple(_) => "a tuple",
        Type::Fun(_) | Type::Closure(_) => "a function",
        Type::Module(_) => "a module",
        Type::Never | Type::Unknown => "a value",
    }
}

/// The type with what is known of its shape: "tensor<i32, 2> of shape (2,3)".
pub(super) fn with_shape(ty: &Type) -> String {
    match ty {
        Type::Tensor(TensorType { shape: Some(sizes), .. }) => {
            format!("{ty} of shape {}", words::sizes(sizes))
        }
        Type::Tuple(fields) if fields.is_empty() => "nothing".to_owned(),
        _ => ty.to_string(),
    }
}

/// What is known of the shape of a scalar or tensor, or its type where that is nothing.
pub(super) fn shape_of(ty: &Type) -> String {
    match (ty.sizes(), ty) {
        (Some(_), Type::Scalar(dtype)) => format!("a scalar of dtype {dtype}"),
        (Some(sizes), _) if sizes.iter().any(Option::is_some) => format!("shape {}", words::sizes(&sizes)),
        _ => ty.to_string(),
    }
}

/// A number as the language writes it, without its dtype.
pub(super) fn number(scalar: lunette::Scalar) -> String {
    scalar.to_string().replace("NaN", "nan")
}
