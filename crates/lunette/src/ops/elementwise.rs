//! Elementwise operations: which loop for which dtypes, where the result goes, and the run.

mod binary;
mod choose;
mod compare;
mod domain;
mod evaluate;
mod lazy;
mod named;
mod numbers;
mod operand;
mod round;
mod short;
mod slabs;
mod small;
mod softmax;
mod unary;

pub use self::binary::BinaryOp;
pub(crate) use self::binary::{binary, binary_in_place, binary_into, binary_owned, binary_scalar};
pub(crate) use self::choose::{choose, clip, select};
pub(crate) use self::lazy::Expression;
pub(crate) use self::named::{End, angle, heaviside, is_infinity, is_on_the_line, modf, sinc};
pub(crate) use self::numbers::{Numbers, filled_numbers, reduce_numbers};
pub(crate) use self::operand::Operand;
pub(crate) use self::round::round_to;
pub(crate) use self::softmax::{Share, logsumexp, softmax};
pub(crate) use self::unary::{UnaryOp, unary, unary_into, unary_owned};
