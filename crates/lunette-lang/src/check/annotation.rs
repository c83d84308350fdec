//! Types as they are written.

use std::fmt;

use lunette::DType;

use super::Checker;
use super::mistake::ValueMistake;
use crate::syntax::tree::{TypeExpr, TypeKind};
use crate::types::{FunType, Type};

/// A type that is asked for; a rank may be left open.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wanted {
    /// All is said.
    Type(Type),
    /// `tensor<f32>`: a tensor of any rank.
    AnyRank(DType),
    /// A tuple in which something is left open.
    Tuple(Vec<Wanted>),
}

impl Wanted {
    /// The type, if nothing is left open.
    pub(super) fn whole(&self) -> Option<&Type> {
        match self {
            Self::Type(ty) => Some(ty),
            _ => None,
        }
    }

    /// A type that says as much as is asked for: literals lean towards it.
    pub(super) fn hint(&self) -> Type {
        match self {
            Self::Type(ty) => ty.clone(),
            Self::AnyRank(dtype) => Type::tensor(*dtype, 1),
            Self::Tuple(fields) => Type::Tuple(fields.iter().map(Self::hint).collect()),
        }
    }
}

/// As the language writes types.
impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(ty) if *ty == Type::nothing() => f.write_str("nothing"),
            Self::Type(ty) => write!(f, "{ty}"),
            Self::AnyRank(dtype) => write!(f, "tensor<{dtype}>"),
            Self::Tuple(fields) => {
                let fields: Vec<String> = fields.iter().map(ToString::to_string).collect();
                write!(f, "({})", fields.join(", "))
            }
        }
    }
}

impl Checker<'_> {
    /// The type that an annotation asks for.
    pub(super) fn annotation(&mut self, written: &TypeExpr) -> Wanted {
        match &written.kind {
            TypeKind::Scalar(dtype) => Wanted::Type(Type::Scalar(*dtype)),
            TypeKind::String => Wanted::Type(Type::String),
            TypeKind::Range => Wanted::Type(Type::Range),
            TypeKind::Tensor { dtype, rank: Some(rank) } => Wanted::Type(Type::tensor(*dtype, *rank)),
            TypeKind::Tensor { dtype, rank: None } => Wanted::AnyRank(*dtype),
            TypeKind::Tuple(fields) => {
                let fields: Vec<Wanted> = fields.iter().map(|field| self.annotation(field)).collect();
                let whole: Option<Vec<Type>> = fields.iter().map(|field| field.whole().cloned()).collect();
                match whole {
                    Some(types) => Wanted::Type(Type::Tuple(types.into())),
                    None => Wanted::Tuple(fields),
                }
            }
            TypeKind::Fun { params, result } => {
                let params = params.iter().map(|param| self.whole_annotation(param)).collect();
                let result =
                    result.as_ref().map_or_else(Type::nothing, |result| self.whole_annotation(result));
                Wanted::Type(Type::Fun(FunType { params, result }.into()))
            }
            TypeKind::Error => Wanted::Type(Type::Unknown),
        }
    }

    /// The type of an annotation that must leave nothing open.
    pub(super) fn whole_annotation(&mut self, written: &TypeExpr) -> Type {
        match self.annotation(written) {
            Wanted::Type(ty) => ty,
            _ => {
                self.report(ValueMistake::Annotation {
                    words: "the rank of a tensor must be written here",
                    span: written.span,
                    cure: "write it after the dtype: `tensor<f32, 2>`",
                });
                Type::Unknown
            }
        }
    }
}
