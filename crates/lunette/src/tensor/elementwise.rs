//! Elementwise methods. Operands broadcast, dtypes are promoted as NumPy does, and results are new tensors whose
//! memory order follows the operands; the `_into` forms write into a tensor that exists.

mod table;

pub(super) use self::table::{binary_table, unary_table};
use super::operand::Operand;
use super::{Kind, Tensor};
use crate::error::Result;
use crate::ops::elementwise::{self, BinaryOp, End, UnaryOp};

macro_rules! binary_methods {
    ($($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        #[doc = concat!($what, ", element by element; the operands broadcast.")]
        ///
        /// # Errors
        /// If the shapes do not broadcast, the operation has no meaning for the dtypes or for a value of theirs, a
        /// guard on the memory lives, or there is no memory.
        ///
        /// ```
        /// use lunette::prelude::*;
        #[doc = $example]
        /// # Ok::<(), lunette::Error>(())
        /// ```
        pub fn $name<R: Operand<K>>(&self, right: R) -> Result<Tensor<$Out>> {
            let left = elementwise::Operand::Tensor(&self.handle);
            right.with_term(|right| elementwise::binary(BinaryOp::$Op, left, right.0).map(Tensor::wrap))
        }

        #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") written into `out`, which may")]
        /// be a view, and may share memory with the operands: they act as if they had been read first. A result of
        /// another dtype is converted as a store converts.
        ///
        /// # Errors
        /// As for the operation, and if `out` has another shape or cannot be written; then nothing is written.
        ///
        /// ```
        /// use lunette::prelude::*;
        /// # let x = tensor![6, 3];
        /// # let y = tensor![2, 1];
        #[doc = concat!("let out = x.", stringify!($name), "(&y)?;")]
        #[doc = concat!("x.", stringify!($into), "(&y, &out)?;")]
        #[doc = concat!("assert_eq!(out, x.", stringify!($name), "(&y)?);")]
        /// # Ok::<(), lunette::Error>(())
        /// ```
        pub fn $into<R: Operand<K>, L: Kind>(&self, right: R, out: &Tensor<L>) -> Result<()> {
            let left = elementwise::Operand::Tensor(&self.handle);
            right
                .with_term(|right| elementwise::binary_into(BinaryOp::$Op, left, right.0, &out.handle))
                .map_err(|error| error.called(stringify!($into)))
        }
    )* };
}

macro_rules! unary_methods {
    ($($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        #[doc = concat!($what, ", element by element.")]
        ///
        /// # Errors
        /// If the operation has no meaning for the dtype, a guard on the memory lives, or there is no memory.
        ///
        /// ```
        /// use lunette::prelude::*;
        #[doc = $example]
        /// # Ok::<(), lunette::Error>(())
        /// ```
        pub fn $name(&self) -> Result<Tensor<$Out>> {
            elementwise::unary(UnaryOp::$Op, &self.handle).map(Tensor::wrap)
        }

        #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") written into `out`, which may")]
        /// be a view, and may be this tensor itself.
        ///
        /// # Errors
        /// As for the operation, and if `out` has another shape or cannot be written; then nothing is written.
        ///
        /// ```
        /// use lunette::prelude::*;
        /// # let x = tensor![1, 1];
        #[doc = concat!("let out = x.", stringify!($name), "()?;")]
        #[doc = concat!("x.", stringify!($into), "(&out)?;")]
        #[doc = concat!("assert_eq!(out, x.", stringify!($name), "()?);")]
        /// # Ok::<(), lunette::Error>(())
        /// ```
        pub fn $into<L: Kind>(&self, out: &Tensor<L>) -> Result<()> {
            elementwise::unary_into(UnaryOp::$Op, &self.handle, &out.handle)
                .map_err(|error| error.called(stringify!($into)))
        }
    )* };
}

impl<K: Kind> Tensor<K> {
    /// The quotient rounded down and what it leaves: [`floor_divide`](Self::floor_divide) and
    /// [`remainder`](Self::remainder), as Python's `divmod`.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![7, -7].divmod(3)?, (tensor![2, -3], tensor![1, 2]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[expect(clippy::type_complexity, reason = "two tensors of the kind that holds both operands")]
    pub fn divmod<R: Operand<K>>(&self, right: R) -> Result<(Tensor<R::Output>, Tensor<R::Output>)> {
        let left = elementwise::Operand::Tensor(&self.handle);
        right.with_term(|right| {
            let quotient = elementwise::binary(BinaryOp::FloorDivide, left, right.0)?;
            let left_over = elementwise::binary(BinaryOp::Remainder, left, right.0)?;
            Ok((Tensor::wrap(quotient), Tensor::wrap(left_over)))
        })
    }

    /// The angle of each number in the complex plane, from -π to π; that of a real number is 0 or π.
    ///
    /// # Errors
    /// If a guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::Complex64;
    /// use lunette::prelude::*;
    /// use std::f64::consts::PI;
    /// let x = tensor![Complex64::new(0.0, 2.0), Complex64::new(-1.0, 0.0)];
    /// assert_eq!(x.angle()?, tensor![PI / 2.0, PI]);
    /// assert_eq!(tensor![3, -3].angle()?, tensor![0.0, PI]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "arg")]
    #[doc(alias = "phase")]
    pub fn angle(&self) -> Result<Tensor<<K::Float as Kind>::Real>> {
        elementwise::angle(&self.handle).map(Tensor::wrap)
    }

    /// `sin(πx) / (πx)` of each number, and 1 of 0.
    ///
    /// # Errors
    /// If a guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![0.0, 0.5].sinc()?, tensor![1.0, 2.0 / std::f64::consts::PI]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn sinc(&self) -> Result<Tensor<K::Float>> {
        elementwise::sinc(&self.handle).map(Tensor::wrap)
    }

    /// The nearest number of so many decimals, halves to the even one; a negative number rounds to tens, hundreds and so on.
    ///
    /// Integers are rounded exactly.
    ///
    /// # Errors
    /// For bools.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![0.125, -3.14159].round_to(2)?, tensor![0.12, -3.14]);
    /// assert_eq!(tensor![25, 35, -14].round_to(-1)?, tensor![20, 40, -10]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn round_to(&self, decimals: i32) -> Result<Self> {
        elementwise::round_to(&self.handle, decimals).map(Self::wrap)
    }

    /// The step from 0 to 1: 0 below zero, 1 above, and at zero what `at_zero` says, which broadcasts; NaN stays.
    ///
    /// # Errors
    /// If the shapes do not broadcast, a dtype is complex, a guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![-1.5, 0.0, 2.0].heaviside(0.5)?, tensor![0.0, 0.5, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "step")]
    pub fn heaviside<R: Operand<K>>(&self, at_zero: R) -> Result<Tensor<<R::Output as Kind>::Float>> {
        at_zero.with_term(|at_zero| elementwise::heaviside(&self.handle, at_zero.0).map(Tensor::wrap))
    }

    /// Whether each number is the positive infinity.
    ///
    /// # Errors
    /// If the dtype is complex, or a guard on the memory lives.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![f64::INFINITY, f64::NEG_INFINITY, 1.0];
    /// assert_eq!(x.isposinf()?, tensor![true, false, false]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn isposinf(&self) -> Result<Tensor<bool>> {
        elementwise::is_infinity("isposinf", &self.handle, End::Above).map(Tensor::wrap)
    }

    /// Whether each number is the negative infinity.
    ///
    /// # Errors
    /// As [`isposinf`](Self::isposinf).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![f64::INFINITY, f64::NEG_INFINITY, 1.0];
    /// assert_eq!(x.isneginf()?, tensor![false, true, false]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn isneginf(&self) -> Result<Tensor<bool>> {
        elementwise::is_infinity("isneginf", &self.handle, End::Below).map(Tensor::wrap)
    }

    /// Whether the imaginary part of each number is 0, as that of every real number is.
    ///
    /// # Errors
    /// If a guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::Complex64;
    /// use lunette::prelude::*;
    /// let x = tensor![Complex64::new(1.0, 0.0), Complex64::new(1.0, 2.0)];
    /// assert_eq!(x.isreal()?, tensor![true, false]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn isreal(&self) -> Result<Tensor<bool>> {
        elementwise::is_on_the_line("isreal", &self.handle, true).map(Tensor::wrap)
    }

    /// Whether the imaginary part of each number is another than 0.
    ///
    /// # Errors
    /// As [`isreal`](Self::isreal).
    ///
    /// ```
    /// use lunette::Complex64;
    /// use lunette::prelude::*;
    /// let x = tensor![Complex64::new(1.0, 0.0), Complex64::new(1.0, 2.0)];
    /// assert_eq!(x.iscomplex()?, tensor![false, true]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn iscomplex(&self) -> Result<Tensor<bool>> {
        elementwise::is_on_the_line("iscomplex", &self.handle, false).map(Tensor::wrap)
    }

    /// The fraction and the whole number of each number, both with its sign.
    ///
    /// # Errors
    /// If the dtype is complex, a guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3.5, -1.25].modf()?, (tensor![0.5, -0.25], tensor![3.0, -1.0]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[expect(clippy::type_complexity, reason = "two tensors of the kind of floats")]
    pub fn modf(&self) -> Result<(Tensor<K::Float>, Tensor<K::Float>)> {
        let [fraction, whole] = elementwise::modf(&self.handle)?;
        Ok((Tensor::wrap(fraction), Tensor::wrap(whole)))
    }

    binary_table! { binary_methods }
    unary_table! { unary_methods }
}
