//! Precedence, from `or` up to `**`.

use crate::syntax::token::TokenKind;
use crate::syntax::tree::{BinaryOp, LogicOp, StoreOp};

/// How tightly operators bind; more binds tighter. Ranges bind less than all of them, calls and indices more.
pub(super) mod power {
    pub(in crate::syntax) const OR: u8 = 1;
    pub(in crate::syntax) const AND: u8 = 2;
    pub(in crate::syntax) const NOT: u8 = 3;
    pub(in crate::syntax) const COMPARE: u8 = 4;
    pub(in crate::syntax) const BIT_OR: u8 = 5;
    pub(in crate::syntax) const BIT_XOR: u8 = 6;
    pub(in crate::syntax) const BIT_AND: u8 = 7;
    pub(in crate::syntax) const SHIFT: u8 = 8;
    pub(in crate::syntax) const ADD: u8 = 9;
    pub(in crate::syntax) const MUL: u8 = 10;
    pub(in crate::syntax) const UNARY: u8 = 11;
    pub(in crate::syntax) const POW: u8 = 12;
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infix {
    Binary(BinaryOp),
    Logic(LogicOp),
}

impl Infix {
    /// The operator that this token is, and whether it is one of another language that means it.
    pub(super) fn of(kind: TokenKind) -> Option<Self> {
        use TokenKind as K;
        let binary = match kind {
            K::Or | K::BarBar => return Some(Self::Logic(LogicOp::Or)),
            K::And | K::AndAnd => return Some(Self::Logic(LogicOp::And)),
            K::Equal => BinaryOp::Eq,
            K::NotEqual => BinaryOp::Ne,
            K::Less => BinaryOp::Lt,
            K::LessEqual => BinaryOp::Le,
            K::Greater => BinaryOp::Gt,
            K::GreaterEqual => BinaryOp::Ge,
            K::Bar => BinaryOp::BitOr,
            K::Caret => BinaryOp::BitXor,
            K::Ampersand => BinaryOp::BitAnd,
            K::ShiftLeft => BinaryOp::Shl,
            K::ShiftRight => BinaryOp::Shr,
            K::Plus => BinaryOp::Add,
            K::Minus => BinaryOp::Sub,
            K::Star => BinaryOp::Mul,
            K::Slash => BinaryOp::Div,
            K::FloorDiv => BinaryOp::FloorDiv,
            K::Percent => BinaryOp::Rem,
            K::At => BinaryOp::Matmul,
            K::Power => BinaryOp::Pow,
            _ => return None,
        };
        Some(Self::Binary(binary))
    }

    /// How tightly it binds.
    pub(super) fn power(self) -> u8 {
        match self {
            Self::Logic(op) => logic_power(op),
            Self::Binary(op) => binary_power(op),
        }
    }

    /// How tightly an operator must bind to belong to the right operand.
    pub(super) fn right_power(self) -> u8 {
        match self {
            Self::Binary(BinaryOp::Pow) => power::POW,
            other => other.power() + 1,
        }
    }

    pub(super) fn is_comparison(self) -> bool {
        self.power() == power::COMPARE
    }
}

/// How tightly `and` and `or` bind.
pub(in crate::syntax) fn logic_power(op: LogicOp) -> u8 {
    match op {
        LogicOp::And => power::AND,
        LogicOp::Or => power::OR,
    }
}

/// How tightly an operator of two operands binds.
pub(in crate::syntax) fn binary_power(op: BinaryOp) -> u8 {
    use BinaryOp as B;
    match op {
        B::Eq | B::Ne | B::Lt | B::Le | B::Gt | B::Ge => power::COMPARE,
        B::BitOr => power::BIT_OR,
        B::BitXor => power::BIT_XOR,
        B::BitAnd => power::BIT_AND,
        B::Shl | B::Shr => power::SHIFT,
        B::Add | B::Sub => power::ADD,
        B::Mul | B::Div | B::FloorDiv | B::Rem | B::Matmul => power::MUL,
        B::Pow => power::POW,
    }
}

/// The store that this token is.
pub(super) fn store_op(kind: TokenKind) -> Option<StoreOp> {
    use TokenKind as K;
    let op = match kind {
        K::Store => return Some(StoreOp::Plain),
        K::AddAssign => BinaryOp::Add,
        K::SubAssign => BinaryOp::Sub,
        K::MulAssign => BinaryOp::Mul,
        K::DivAssign => BinaryOp::Div,
        K::RemAssign => BinaryOp::Rem,
        K::PowAssign => BinaryOp::Pow,
        K::FloorDivAssign => BinaryOp::FloorDiv,
        K::BitAndAssign => BinaryOp::BitAnd,
        K::BitOrAssign => BinaryOp::BitOr,
        K::BitXorAssign => BinaryOp::BitXor,
        _ => return None,
    };
    Some(StoreOp::Compound(op))
}
