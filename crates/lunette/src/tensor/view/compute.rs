//! What tensors compute, of borrowed elements, where they are: the same methods for all that shows elements.
//!
//! Each row of the tables is a method of tensors, which gets the elements lent ([`Show::lent`]). Its example runs for views
//! and stands in the documents of the other types too, whose methods are the same line.

mod elements;
#[cfg(feature = "fft")]
mod fft;
mod linalg;
mod order;
mod rearrange;
mod reduce;
mod scan;
mod series;

#[cfg(test)]
pub(super) use self::reduce::reduction_table;
use super::lend::Show;
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::Element;
use crate::error::Result;
use crate::tensor::elementwise::{binary_table, unary_table};
use crate::tensor::operand::{Factor, Operand};
use crate::tensor::{Kind, Tensor};

/// Calls a macro for each type that shows elements: the type, whether its examples run, and the lines that make `v` of
/// [[1, 2, 3], [4, 5, 6]] and of [1, 1].
macro_rules! each_type {
    ($methods:ident $($rows:tt)*) => {
        $methods! { @type View<'_, K>, all(),
            "let v = View::from_slice(&[1_i32, 2, 3, 4, 5, 6], [2, 3])?;",
            "let v = View::from_slice(&[1, 1], [2])?;" $($rows)* }
        $methods! { @type ViewMut<'_, K>, not(doctest),
            "let mut data = [1_i32, 2, 3, 4, 5, 6];\nlet v = ViewMut::from_slice_mut(&mut data, [2, 3])?;",
            "let mut data = [1, 1];\nlet v = ViewMut::from_slice_mut(&mut data, [2])?;" $($rows)* }
        $methods! { @type ReadGuard<K>, not(doctest),
            "let x = tensor![[1_i32, 2, 3], [4, 5, 6]];\nlet v = x.read()?;",
            "let x = tensor![1, 1];\nlet v = x.read()?;" $($rows)* }
        $methods! { @type WriteGuard<K>, not(doctest),
            "let x = tensor![[1_i32, 2, 3], [4, 5, 6]];\nlet v = x.write()?;",
            "let x = tensor![1, 1];\nlet v = x.write()?;" $($rows)* }
    };
}
use each_type;

/// Rows: methods of tensors, each with an example.
macro_rules! computed {
    (@type $Type:ty, $runs:meta, $numbers:literal, $ones:literal $(
        fn $name:ident $(<$($life:lifetime,)? $($G:ident: $Bound:path),*>)? ($($arg:ident: $Arg:ty),*) -> $Out:ty
        $(where $($Bounded:ty: $More:path),+)?, $example:literal;
    )*) => {
        impl<K: Element> $Type { $(
            #[doc = concat!("[`Tensor::", stringify!($name), "`] of the elements, where they are; what fails there fails here.")]
            #[cfg_attr($runs, doc = "\n```\nuse lunette::prelude::*;")]
            #[cfg_attr($runs, doc = $numbers)]
            #[cfg_attr($runs, doc = $example)]
            #[cfg_attr($runs, doc = "# Ok::<(), lunette::Error>(())\n```")]
            pub fn $name $(<$($life,)? $($G: $Bound),*>)? (&self $(, $arg: $Arg)*) -> Result<$Out>
            $(where $($Bounded: $More),+)?
            {
                self.lent(|x| x.$name($($arg),*))
            }
        )* }
    };
    ($($rows:tt)*) => {
        each_type! { computed $($rows)* }
    };
}
use computed;

macro_rules! binary_methods {
    ($runs:meta, $numbers:literal $($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        #[doc = concat!("[`Tensor::", stringify!($name), "`] of the elements, where they are; what fails there fails here.")]
        #[cfg_attr($runs, doc = "\n```\nuse lunette::prelude::*;")]
        #[cfg_attr($runs, doc = $numbers)]
        #[cfg_attr($runs, doc = "let tensor = tensor![[1, 2, 3], [4, 5, 6]];")]
        #[cfg_attr($runs, doc = concat!("assert_eq!(v.", stringify!($name), "(&v)?, tensor.", stringify!($name), "(&tensor)?);"))]
        #[cfg_attr($runs, doc = concat!("assert_eq!(v.", stringify!($name), "(&tensor)?, tensor.", stringify!($name), "(&v)?);"))]
        #[cfg_attr($runs, doc = "# Ok::<(), lunette::Error>(())\n```")]
        pub fn $name<R: Operand<K>>(&self, right: R) -> Result<Tensor<$Out>> {
            self.lent(|x| x.$name(right))
        }
    )* };
}

macro_rules! unary_methods {
    ($runs:meta, $ones:literal $($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        #[doc = concat!("[`Tensor::", stringify!($name), "`] of the elements, where they are; what fails there fails here.")]
        #[cfg_attr($runs, doc = "\n```\nuse lunette::prelude::*;")]
        #[cfg_attr($runs, doc = $ones)]
        #[cfg_attr($runs, doc = concat!("assert_eq!(v.", stringify!($name), "()?, tensor![1, 1].", stringify!($name), "()?);"))]
        #[cfg_attr($runs, doc = "# Ok::<(), lunette::Error>(())\n```")]
        pub fn $name(&self) -> Result<Tensor<$Out>> {
            self.lent(|x| x.$name())
        }
    )* };
}

/// The methods of the tables that tensors and lazy expressions have too, and one whose example runs for every type.
macro_rules! elementwise {
    (@type $Type:ty, $runs:meta, $numbers:literal, $ones:literal) => {
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

            binary_table! { binary_methods $runs, $numbers }
            unary_table! { unary_methods $runs, $ones }
        }
    };
}

each_type! { elementwise }
