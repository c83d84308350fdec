//! What tensors compute, of borrowed elements, where they are: nothing is copied, and results have memory of their own.

use crate::buffer::{View, with_lent};
use crate::dtype::Element;
use crate::error::Result;
use crate::index::IntoAxes;
use crate::tensor::{Handle, PromoteKind, Tensor};

impl<T: Element> View<'_, T> {
    /// Runs `work`, whose result has memory of its own, on a tensor that reads the elements where they are.
    pub(super) fn lent<R>(&self, work: impl FnOnce(&Tensor<T>) -> R) -> R {
        with_lent(self, |buffer, layout| work(&Tensor::wrap(Handle::lent(buffer.clone(), layout, T::DTYPE))))
    }

    /// [`Tensor::matmul`] of the elements and of those of another view; what fails there fails here.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(v.matmul(&v.transpose())?, tensor![[5, 11], [11, 25]]);
    /// assert_eq!(v.matmul(&View::from_slice(&[1.0_f64, 0.5], [2])?)?, tensor![2.0, 5.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "dot")]
    pub fn matmul<U: Element>(&self, other: &View<'_, U>) -> Result<Tensor<<T as PromoteKind<U>>::Output>>
    where
        T: PromoteKind<U>,
    {
        self.lent(|x| other.lent(|y| x.matmul(y)))
    }
}

/// Rows: reductions of tensors, with their forms that keep the axes; the arguments after the axes, the kind of the
/// result, and for an example on [[1, 2, 3], [4, 5, 6]]: the arguments, and the result along axis 0.
macro_rules! reductions {
    ($($name:ident, $keepdims:ident($($arg:ident: $Arg:ty)?) -> $Out:ty, $call:literal => $result:literal;)*) => {
        impl<T: Element> View<'_, T> { $(
            #[doc = concat!("[`Tensor::", stringify!($name), "`] of the elements, where they are; what fails there fails here.")]
            #[doc = "\n```\nuse lunette::prelude::*;\nlet v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;"]
            #[doc = concat!("assert_eq!(v.", stringify!($name), "(", $call, ")?, tensor!", $result, ");")]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            pub fn $name(&self, axes: impl IntoAxes $(, $arg: $Arg)?) -> Result<Tensor<$Out>> {
                self.lent(|x| x.$name(axes $(, $arg)?))
            }

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), with the reduced axes kept, of size 1.")]
            #[doc = "\n```\nuse lunette::prelude::*;\nlet v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;"]
            #[doc = concat!("assert_eq!(v.", stringify!($keepdims), "(", $call, ")?, tensor![", $result, "]);")]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            pub fn $keepdims(&self, axes: impl IntoAxes $(, $arg: $Arg)?) -> Result<Tensor<$Out>> {
                self.lent(|x| x.$keepdims(axes $(, $arg)?))
            }
        )* }
    };
}

reductions! {
    sum, sum_keepdims() -> T::Sum, "0" => "[5_i64, 7, 9]";
    prod, prod_keepdims() -> T::Sum, "0" => "[4_i64, 10, 18]";
    mean, mean_keepdims() -> T::Float, "0" => "[2.5, 3.5, 4.5]";
    var, var_keepdims(correction: f64) -> <T::Float as Element>::Real, "0, 0.0" => "[2.25, 2.25, 2.25]";
    std, std_keepdims(correction: f64) -> <T::Float as Element>::Real, "0, 0.0" => "[1.5, 1.5, 1.5]";
    min, min_keepdims() -> T, "0" => "[1, 2, 3]";
    max, max_keepdims() -> T, "0" => "[4, 5, 6]";
    ptp, ptp_keepdims() -> T, "0" => "[3, 3, 3]";
    argmin, argmin_keepdims() -> i64, "0" => "[0_i64, 0, 0]";
    argmax, argmax_keepdims() -> i64, "0" => "[1_i64, 1, 1]";
    all, all_keepdims() -> bool, "0" => "[true, true, true]";
    any, any_keepdims() -> bool, "0" => "[true, true, true]";
    count_nonzero, count_nonzero_keepdims() -> i64, "0" => "[2_i64, 2, 2]";
}
