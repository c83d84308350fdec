//! Rows that can stand anywhere in a chain of elementwise operations.

/// A row of two operands that broadcast: the library's method of that name.
macro_rules! binary {
    ($Family:ident, $name:ident) => {
        Builtin::new(Family::$Family, stringify!($name), &[LEFT, RIGHT], |_, args| {
            let right = args.tensor(1)?;
            Value::of(args.tensor(0)?.$name(&right)?)
        })
        .sized(sizes::broadcast)
        .fused(Fuse::Binary(|left, right| left.$name(right).into_dyn()))
    };
}

/// A row of one operand: the library's method of that name.
macro_rules! unary {
    ($Family:ident, $name:ident) => {
        Builtin::new(Family::$Family, stringify!($name), &[X], |_, args| Value::of(args.tensor(0)?.$name()?))
            .sized(sizes::first)
            .fused(Fuse::Unary(|x| x.$name().into_dyn()))
    };
}

pub(super) use {binary, unary};
