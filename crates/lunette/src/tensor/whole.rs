//! Reductions of all elements to one plain number, where the others give tensors.

use super::{Kind, Lazy, Tensor};
use crate::error::Result;

/// The only element of a result; errors are those of `op`.
fn plain<K: Kind>(op: &'static str, made: Result<Tensor<K>>) -> Result<K::Value> {
    made.and_then(|made| made.item()).map_err(|error| error.called(op))
}

/// As [`plain`], of positions and numbers of elements.
fn count(op: &'static str, made: Result<Tensor<i64>>) -> Result<usize> {
    plain(op, made).map(|count| count as usize)
}

/// Rows: the method and what it gives, the reduction it is and how its result is read, what it is, and an example on
/// `x`, which the type's own line makes of [[1, 2, 3], [4, 5, 6]].
macro_rules! whole_methods {
    ($Type:ty, $setup:literal { $(
        $name:ident($($arg:ident: $Arg:ty)?) -> $Out:ty = $of:ident as $read:ident, $what:literal, $example:literal;
    )* }) => {
        impl<K: Kind> $Type { $(
            #[doc = concat!($what, ", as a plain number: [`", stringify!($of), "`](Self::", stringify!($of), ") along all axes.")]
            ///
            /// Of a [`DynTensor`](crate::DynTensor) it is a [`Scalar`](crate::Scalar), unless it is a position, a number of
            /// elements or a truth.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($of), "`](Self::", stringify!($of), ").")]
            ///
            /// ```
            /// use lunette::prelude::*;
            #[doc = $setup]
            #[doc = $example]
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $name(&self $(, $arg: $Arg)?) -> Result<$Out> {
                $read(stringify!($name), self.$of(.. $(, $arg)?))
            }
        )* }
    };
}

/// Calls a macro with the rows that tensors and expressions have in common.
macro_rules! both {
    ($($Type:ty, $setup:literal;)*) => { $(
        whole_methods! { $Type, $setup {
            sum_all() -> <K::Sum as Kind>::Value = sum as plain,
                "The sum of all elements", "assert_eq!(x.sum_all()?, 21);";
            prod_all() -> <K::Sum as Kind>::Value = prod as plain,
                "The product of all elements", "assert_eq!(x.prod_all()?, 720);";
            mean_all() -> <K::Float as Kind>::Value = mean as plain,
                "The mean of all elements", "assert_eq!(x.mean_all()?, 3.5);";
            var_all(correction: f64) -> <<K::Float as Kind>::Real as Kind>::Value = var as plain,
                "The variance of all elements", "assert_eq!(x.var_all(1.0)?, 3.5);";
            std_all(correction: f64) -> <<K::Float as Kind>::Real as Kind>::Value = std as plain,
                "The standard deviation of all elements", "assert_eq!(x.std_all(1.0)?, 3.5_f64.sqrt());";
            min_all() -> K::Value = min as plain,
                "The least of all elements", "assert_eq!(x.min_all()?, 1);";
            max_all() -> K::Value = max as plain,
                "The greatest of all elements", "assert_eq!(x.max_all()?, 6);";
            argmin_all() -> usize = argmin as count,
                "The row-major position of the first of the least elements", "assert_eq!(x.argmin_all()?, 0);";
            argmax_all() -> usize = argmax as count,
                "The row-major position of the first of the greatest elements", "assert_eq!(x.argmax_all()?, 5);";
            all_true() -> bool = all as plain,
                "Whether all elements are true, or not 0", "assert!(x.all_true()?);";
            any_true() -> bool = any as plain,
                "Whether any element is true, or not 0", "assert!(x.any_true()?);";
            count_true() -> usize = count_nonzero as count,
                "How many elements are true, or not 0", "assert_eq!(x.count_true()?, 6);";
        } }
    )* };
}

both! {
    Tensor<K>, "let x = tensor![[1_i32, 2, 3], [4, 5, 6]];";
    Lazy<K>, "let x = tensor![[0_i32, 1, 2], [3, 4, 5]].lazy() + 1;";
}

whole_methods! { Tensor<K>, "let x = tensor![[1_i32, 2, 3], [4, 5, 6]];" {
    ptp_all() -> K::Value = ptp as plain,
        "The range of all elements", "assert_eq!(x.ptp_all()?, 5);";
    median_all() -> <K::Float as Kind>::Value = median as plain,
        "The median of all elements", "assert_eq!(x.median_all()?, 3.5);";
} }
