//! The one table of built-in functions: for the checker, for running, for documentation and completion.
//!
//! A function is a row: its name and parameters, what it does, what it says about itself. The type of a call is found by
//! running the very same function on miniatures of its arguments (`outcome`), so that the library is the only book of
//! rules; sizes, where they are known, come from small rules (`sizes`). Adding a function is adding a row to a family.

mod args;
mod blame;
mod context;
mod docs;
mod infer;
mod outcome;
mod params;
mod probe;
mod row;
mod sizes;
mod stand_in;
mod weak;

mod bits;
mod chain;
mod compare;
mod convert;
mod create;
mod describe;
mod elementwise;
mod files;
mod fourier;
mod functions;
mod items;
mod join;
mod join_rules;
mod language;
mod matrices;
mod matrix_rules;
mod named;
mod numerals;
mod pick;
mod products;
mod random;
mod reduce;
mod sets;
mod shape;
mod shape_rules;
mod sort;
mod statistics;
mod text;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use self::args::Args;
#[cfg(test)]
pub(crate) use self::context::Dry;
pub use self::context::{Context, Failure, Wanted};
pub use self::docs::{closest, members, names};
pub use self::infer::{Argument, Callback, Inferred, Mistake, Refusal};
pub use self::items::item_list;
pub use self::row::{Builtin, Family, Fuse, Native, Param, ParamKind};
pub use self::weak::{weak_dtype, weak_scalar};
use crate::syntax::tree::{BinaryOp, UnaryOp};

/// The tables, family by family.
static TABLES: &[&[Builtin]] = &[
    language::ROWS,
    text::ROWS,
    numerals::ROWS,
    files::ROWS,
    describe::ROWS,
    create::ROWS,
    elementwise::ROWS,
    convert::ROWS,
    compare::ROWS,
    bits::ROWS,
    reduce::ROWS,
    statistics::ROWS,
    shape::ROWS,
    join::ROWS,
    pick::ROWS,
    sort::ROWS,
    sets::ROWS,
    functions::ROWS,
    products::ROWS,
    matrices::ROWS,
    fourier::ROWS,
    random::ROWS,
    named::ROWS,
];

static BY_NAME: LazyLock<HashMap<&'static str, &'static Builtin>> = LazyLock::new(|| {
    all()
        .flat_map(|row| std::iter::once(&row.name).chain(row.aliases).map(move |name| (*name, row)))
        .collect()
});

/// Every function, family by family.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    TABLES.iter().copied().flatten()
}

/// The functions of a family.
pub fn family(family: Family) -> impl Iterator<Item = &'static Builtin> {
    all().filter(move |row| row.family == family)
}

/// The function of this name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    BY_NAME.get(name).copied()
}

/// The name of the function that an operator of two tensors is.
pub const fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "subtract",
        BinaryOp::Mul => "multiply",
        BinaryOp::Div => "divide",
        BinaryOp::FloorDiv => "floor_divide",
        BinaryOp::Rem => "remainder",
        BinaryOp::Pow => "pow",
        BinaryOp::Matmul => "matmul",
        BinaryOp::BitAnd => "bitwise_and",
        BinaryOp::BitOr => "bitwise_or",
        BinaryOp::BitXor => "bitwise_xor",
        BinaryOp::Shl => "bitwise_left_shift",
        BinaryOp::Shr => "bitwise_right_shift",
        BinaryOp::Eq => "equal",
        BinaryOp::Ne => "not_equal",
        BinaryOp::Lt => "less",
        BinaryOp::Le => "less_equal",
        BinaryOp::Gt => "greater",
        BinaryOp::Ge => "greater_equal",
    }
}

/// The name of the function that an operator of one tensor is.
pub const fn unary_name(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negative => "negative",
        UnaryOp::Invert => "bitwise_invert",
        UnaryOp::Not => "logical_not",
    }
}

/// The function that an operator of two tensors is.
pub fn binary(op: BinaryOp) -> Option<&'static Builtin> {
    find(binary_name(op))
}

/// The function that an operator of one tensor is.
pub fn unary(op: UnaryOp) -> Option<&'static Builtin> {
    find(unary_name(op))
}

#[cfg(test)]
mod tests;
