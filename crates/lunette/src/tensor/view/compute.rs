//! What tensors compute, of borrowed elements, where they are: the same methods for all that shows elements.

use super::lend::Show;
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::Element;
use crate::error::Result;
use crate::index::IntoAxes;
use crate::tensor::elementwise::{binary_table, unary_table};
use crate::tensor::operand::{Factor, Operand};
use crate::tensor::{Kind, Tensor};

/// Calls a macro with the reductions of tensors and their forms that keep the axes; rows: the arguments after the axes,
/// the kind of the result, and for an example on [[1, 2, 3], [4, 5, 6]]: the arguments, and the result along axis 0.
macro_rules! reduction_table {
    ($methods:ident $($head:tt)*) => {
        $methods! {
            $($head)*
            sum, sum_keepdims() -> K::Sum, "0" => "[5_i64, 7, 9]";
            prod, prod_keepdims() -> K::Sum, "0" => "[4_i64, 10, 18]";
            mean, mean_keepdims() -> K::Float, "0" => "[2.5, 3.5, 4.5]";
            var, var_keepdims(correction: f64) -> <K::Float as Element>::Real, "0, 0.0" => "[2.25, 2.25, 2.25]";
            std, std_keepdims(correction: f64) -> <K::Float as Element>::Real, "0, 0.0" => "[1.5, 1.5, 1.5]";
            min, min_keepdims() -> K, "0" => "[1, 2, 3]";
            max, max_keepdims() -> K, "0" => "[4, 5, 6]";
            ptp, ptp_keepdims() -> K, "0" => "[3, 3, 3]";
            argmin, argmin_keepdims() -> i64, "0" => "[0_i64, 0, 0]";
            argmax, argmax_keepdims() -> i64, "0" => "[1_i64, 1, 1]";
            all, all_keepdims() -> bool, "0" => "[true, true, true]";
            any, any_keepdims() -> bool, "0" => "[true, true, true]";
            count_nonzero, count_nonzero_keepdims() -> i64, "0" => "[2_i64, 2, 2]";
        }
    };
}
#[cfg(test)]
pub(super) use reduction_table;

/// Each method with the lines that make `v` of [[1, 2, 3], [4, 5, 6]].
macro_rules! reduction_methods {
    ($numbers:literal $($name:ident, $keepdims:ident($($arg:ident: $Arg:ty)?) -> $Out:ty, $call:literal => $result:literal;)*) => { $(
        #[doc = concat!("[`Tensor::", stringify!($name), "`] of the elements, where they are; what fails there fails here.")]
        #[doc = "\n```\nuse lunette::prelude::*;"]
        #[doc = $numbers]
        #[doc = concat!("assert_eq!(v.", stringify!($name), "(", $call, ")?, tensor!", $result, ");")]
        #[doc = "# Ok::<(), lunette::Error>(())\n```"]
        pub fn $name(&self, axes: impl IntoAxes $(, $arg: $Arg)?) -> Result<Tensor<$Out>> {
            self.lent(|x| x.$name(axes $(, $arg)?))
        }

        #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), with the reduced axes kept, of size 1.")]
        #[doc = "\n```\nuse lunette::prelude::*;"]
        #[doc = $numbers]
        #[doc = concat!("assert_eq!(v.", stringify!($keepdims), "(", $call, ")?, tensor![", $result, "]);")]
        #[doc = "# Ok::<(), lunette::Error>(())\n```"]
        pub fn $keepdims(&self, axes: impl IntoAxes $(, $arg: $Arg)?) -> Result<Tensor<$Out>> {
            self.lent(|x| x.$keepdims(axes $(, $arg)?))
        }
    )* };
}

/// Each method with the lines that make `v` of [[1, 2, 3], [4, 5, 6]].
macro_rules! binary_methods {
    ($numbers:literal $($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        #[doc = concat!("[`Tensor::", stringify!($name), "`] of the elements, where they are; what fails there fails here.")]
        #[doc = "\n```\nuse lunette::prelude::*;"]
        #[doc = $numbers]
        #[doc = "let tensor = tensor![[1, 2, 3], [4, 5, 6]];"]
        #[doc = concat!("assert_eq!(v.", stringify!($name), "(&v)?, tensor.", stringify!($name), "(&tensor)?);")]
        #[doc = concat!("assert_eq!(v.", stringify!($name), "(&tensor)?, tensor.", stringify!($name), "(&v)?);")]
        #[doc = "# Ok::<(), lunette::Error>(())\n```"]
        pub fn $name<R: Operand<K>>(&self, right: R) -> Result<Tensor<$Out>> {
            self.lent(|x| x.$name(right))
        }
    )* };
}

/// Each method with the lines that make `v` of [1, 1].
macro_rules! unary_methods {
    ($ones:literal $($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        #[doc = concat!("[`Tensor::", stringify!($name), "`] of the elements, where they are; what fails there fails here.")]
        #[doc = "\n```\nuse lunette::prelude::*;"]
        #[doc = $ones]
        #[doc = concat!("assert_eq!(v.", stringify!($name), "()?, tensor![1, 1].", stringify!($name), "()?);")]
        #[doc = "# Ok::<(), lunette::Error>(())\n```"]
        pub fn $name(&self) -> Result<Tensor<$Out>> {
            self.lent(|x| x.$name())
        }
    )* };
}

/// Rows: what shows elements, and the lines that make `v` of [[1, 2, 3], [4, 5, 6]] and of [1, 1].
macro_rules! computing {
    ($($Type:ty, $numbers:literal, $ones:literal;)*) => { $(
        impl<K: Element> $Type {
            #[doc = "[`Tensor::matmul`] of the elements, where they are, and those of a view or a tensor; what fails there"]
            #[doc = "fails here."]
            #[doc = "\n```\nuse lunette::prelude::*;"]
            #[doc = $numbers]
            #[doc = "assert_eq!(v.matmul(&v.transpose())?, tensor![[14, 32], [32, 77]]);"]
            #[doc = "assert_eq!(v.matmul(&tensor![1.0, 0.5, 0.0])?, tensor![2.0, 6.5]);"]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            #[doc(alias = "dot")]
            pub fn matmul<F: Factor<K>>(&self, other: F) -> Result<Tensor<F::Output>> {
                self.lent(|x| x.matmul(other))
            }

            reduction_table! { reduction_methods $numbers }
            binary_table! { binary_methods $numbers }
            unary_table! { unary_methods $ones }
        }
    )* };
}

computing! {
    View<'_, K>,
        "let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;",
        "let v = View::from_slice(&[1, 1], [2])?;";
    ViewMut<'_, K>,
        "let mut data = [1, 2, 3, 4, 5, 6];\nlet v = ViewMut::from_slice_mut(&mut data, [2, 3])?;",
        "let mut data = [1, 1];\nlet v = ViewMut::from_slice_mut(&mut data, [2])?;";
    ReadGuard<K>,
        "let x = tensor![[1, 2, 3], [4, 5, 6]];\nlet v = x.read()?;",
        "let x = tensor![1, 1];\nlet v = x.read()?;";
    WriteGuard<K>,
        "let x = tensor![[1, 2, 3], [4, 5, 6]];\nlet v = x.write()?;",
        "let x = tensor![1, 1];\nlet v = x.write()?;";
}
