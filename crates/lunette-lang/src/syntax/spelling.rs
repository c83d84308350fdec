//! How operators, ranges and types are written.

use std::fmt;

use super::tree::{BinaryOp, LogicOp, RangeNotation, StoreOp, TypeExpr, TypeKind, UnaryOp};

impl UnaryOp {
    /// How it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Negative => "-",
            Self::Invert => "~",
            Self::Not => "not",
        }
    }
}

impl BinaryOp {
    /// How it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::FloorDiv => "div",
            Self::Rem => "%",
            Self::Pow => "**",
            Self::Matmul => "@",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

impl LogicOp {
    /// How it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
        }
    }
}

impl RangeNotation {
    /// How it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Colon => ":",
            Self::Inclusive => "..",
            Self::Exclusive => "...",
        }
    }
}

/// As it is written: `<-`, `+=`, `div=`.
impl fmt::Display for StoreOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain => f.write_str("<-"),
            Self::Compound(op) => write!(f, "{}=", op.text()),
        }
    }
}

/// As it is written in the house form: `tensor<f64, 2>`, `(i32,)`, `fun(i32) -> f64`.
impl fmt::Display for TypeExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TypeKind::Scalar(dtype) => write!(f, "{dtype}"),
            TypeKind::String => f.write_str("string"),
            TypeKind::Range => f.write_str("range"),
            TypeKind::Tensor { dtype, rank: Some(rank) } => write!(f, "tensor<{dtype}, {rank}>"),
            TypeKind::Tensor { dtype, rank: None } => write!(f, "tensor<{dtype}>"),
            TypeKind::Tuple(types) if types.len() == 1 => write!(f, "({},)", Joined(types)),
            TypeKind::Tuple(types) => write!(f, "({})", Joined(types)),
            TypeKind::Fun { params, result: Some(result) } => {
                write!(f, "fun({}) -> {result}", Joined(params))
            }
            TypeKind::Fun { params, result: None } => write!(f, "fun({})", Joined(params)),
            TypeKind::Error => f.write_str("<error>"),
        }
    }
}

/// Types with commas between.
pub(super) struct Joined<'a>(pub(super) &'a [TypeExpr]);

impl fmt::Display for Joined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, ty) in self.0.iter().enumerate() {
            let comma = if k == 0 { "" } else { ", " };
            write!(f, "{comma}{ty}")?;
        }
        Ok(())
    }
}
