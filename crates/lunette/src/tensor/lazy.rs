//! Expressions that are computed when asked for, block by block.

mod choose;
mod reduce;

use std::marker::PhantomData;
use std::ops;

pub use self::choose::{LazyChoice, LazyLimit};
use super::elementwise::{binary_table, unary_table};
use super::operand::{Lasting, every_operand, sealed};
use super::{Dyn, Kind, PromoteKind, Tensor};
use crate::dtype::{Complex32, Complex64, Element, Scalar, bf16, f16};
use crate::error::Result;
use crate::ops::elementwise::{self, BinaryOp, Expression, UnaryOp};

/// An expression of elementwise operations, computed by [`eval`](Self::eval), or by a reduction such as
/// [`sum`](Self::sum).
///
/// It is evaluated in blocks that stay in the first cache, on several threads, so that nothing in between reaches
/// memory. It holds handles: the values that count are those at the time of `eval`. Mistakes (shapes that do not
/// broadcast, dtypes without an operation) are reported by `eval`. Values of `f16` and `bf16` are computed in `f32`
/// and rounded once, at the end.
///
/// ```
/// use lunette::prelude::*;
/// let (a, b, c) = (tensor![1.0_f64, 2.0], tensor![3.0_f64, 4.0], tensor![[10.0_f64], [20.0]]);
/// let y = (a.lazy() * &b + &c).sqrt().eval()?;
/// assert_eq!(y.shape(), [2, 2]);
/// assert_eq!(y.get([0, 0])?, 13.0_f64.sqrt());
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is computed before `eval` or a reduction"]
pub struct Lazy<K: Kind> {
    pub(super) expression: Expression,
    kind: PhantomData<fn() -> K>,
}

/// What can stand beside a `Lazy<K>`: another one, a tensor, or a scalar.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![1, 2, 3];
/// assert_eq!((x.lazy() * 2 + &x + x.lazy()).eval()?, tensor![4, 8, 12]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub trait LazyOperand<K: Kind>: sealed::Sealed {
    /// The kind that holds the values of both.
    type Output: Kind;

    /// The operand as an expression.
    #[doc(hidden)]
    fn expression(self) -> Part;
}

/// A part of an expression.
#[derive(Debug)]
#[doc(hidden)]
pub struct Part(Expression);

/// Every operand of tensors is one of expressions.
macro_rules! operands {
    ($([$($parameters:tt)*] $K:ty, $Operand:ty;)*) => { $(
        impl<$($parameters)*> LazyOperand<$K> for $Operand {
            type Output = <Self as Lasting<$K>>::Output;

            fn expression(self) -> Part {
                Part(Expression::of(Lasting::<$K>::term(&self).0))
            }
        }
    )* };
}

every_operand! { operands }

impl<K: PromoteKind<L>, L: Kind> LazyOperand<K> for Lazy<L> {
    type Output = K::Output;

    fn expression(self) -> Part {
        Part(self.expression)
    }
}

impl<K: Kind> Tensor<K> {
    /// The start of an expression that is computed as a whole, when `eval` asks for it.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1.0, 4.0];
    /// assert_eq!((x.lazy().sqrt() * 10.0).eval()?, tensor![10.0, 20.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn lazy(&self) -> Lazy<K> {
        Lazy::wrap(Expression::of(elementwise::Operand::Tensor(&self.handle)))
    }
}

macro_rules! binary_methods {
    ($($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        #[doc = concat!($what, ": [`Tensor::", stringify!($name), "`] once it is evaluated.")]
        ///
        /// ```
        /// use lunette::prelude::*;
        /// let x = tensor![1, 2];
        #[doc = concat!("assert_eq!(x.lazy().", stringify!($name), "(&x).eval()?, x.", stringify!($name), "(&x)?);")]
        /// # Ok::<(), lunette::Error>(())
        /// ```
        pub fn $name<R: LazyOperand<K>>(self, right: R) -> Lazy<$Out> {
            Lazy::wrap(self.expression.binary(BinaryOp::$Op, right.expression().0))
        }
    )* };
}

macro_rules! unary_methods {
    ($($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        #[doc = concat!($what, ": [`Tensor::", stringify!($name), "`] once it is evaluated.")]
        ///
        /// ```
        /// use lunette::prelude::*;
        /// let x = tensor![1, 1];
        #[doc = concat!("assert_eq!(x.lazy().", stringify!($name), "().eval()?, x.", stringify!($name), "()?);")]
        /// # Ok::<(), lunette::Error>(())
        /// ```
        pub fn $name(self) -> Lazy<$Out> {
            Lazy::wrap(self.expression.unary(UnaryOp::$Op))
        }
    )* };
}

#[expect(clippy::should_implement_trait, reason = "the operators are there too, and do the same")]
impl<K: Kind> Lazy<K> {
    pub(super) fn wrap(expression: Expression) -> Self {
        Self { expression, kind: PhantomData }
    }

    /// The same expression with its dtype known at run time.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::Lazy;
    /// let x = tensor![1, 2].into_dyn();
    /// let compared: Lazy<Dyn> = x.lazy().less(2).into_dyn();
    /// assert_eq!(compared.eval()?.dtype(), DType::Bool);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn into_dyn(self) -> Lazy<Dyn> {
        Lazy::wrap(self.expression)
    }

    /// Computes the expression into a new tensor.
    ///
    /// # Errors
    /// If shapes do not broadcast, an operation has no meaning for its dtypes or values, a write guard on an operand
    /// lives, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let (a, b) = (tensor![1, 2], tensor![1, 2, 3]);
    /// assert_eq!((a.lazy() + &a).eval()?, tensor![2, 4]);
    /// assert!((a.lazy() + &b).eval().unwrap_err().is_shape());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn eval(&self) -> Result<Tensor<K>> {
        self.expression.evaluate().map(Tensor::wrap)
    }

    /// Computes the expression into `out`, which may be a view, and may be one of the operands: they act as if they
    /// had been read first.
    ///
    /// # Errors
    /// As for [`eval`](Self::eval), and if `out` has another shape or cannot be written; then nothing is written.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1.0, 2.0];
    /// (x.lazy() * &x + 1.0).eval_into(&x)?;
    /// assert_eq!(x, tensor![2.0, 5.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn eval_into<L: Kind>(&self, out: &Tensor<L>) -> Result<()> {
        self.expression.evaluate_into(&out.handle)
    }

    binary_table! { binary_methods }
    unary_table! { unary_methods }
}

impl Lazy<Dyn> {
    /// One value as an expression, which can stand on the left of operations too; its dtype counts.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::Lazy;
    /// let x = tensor![1, 2].into_dyn();
    /// assert_eq!(Lazy::scalar(3).pow(&x).eval()?, tensor![3, 9].into_dyn());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn scalar(value: impl Into<Scalar>) -> Self {
        Self::wrap(Expression::of(elementwise::Operand::Scalar(value.into())))
    }
}

macro_rules! lazy_operators {
    ($($Trait:ident $method:ident => $Op:ident;)*) => { $(
        impl<K: Kind, R: LazyOperand<K>> ops::$Trait<R> for Lazy<K> {
            type Output = Lazy<R::Output>;

            fn $method(self, right: R) -> Self::Output {
                Lazy::wrap(self.expression.binary(BinaryOp::$Op, right.expression().0))
            }
        }

        lazy_operators! { @left $Trait $method $Op
            bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex32 Complex64
        }
    )* };
    (@left $Trait:ident $method:ident $Op:ident $($S:ty)*) => { $(
        lazy_operators! { @left $Trait $method $Op $S, $S }
        lazy_operators! { @left $Trait $method $Op $S, Dyn }
    )* };
    (@left $Trait:ident $method:ident $Op:ident $S:ty, $K:ty) => {
        impl ops::$Trait<Lazy<$K>> for $S {
            type Output = Lazy<$K>;

            fn $method(self, right: Lazy<$K>) -> Lazy<$K> {
                let left = LazyOperand::<$K>::expression(self);
                Lazy::wrap(left.0.binary(BinaryOp::$Op, right.expression))
            }
        }
    };
}

lazy_operators! {
    Add add => Add;
    Sub sub => Subtract;
    Mul mul => Multiply;
    Div div => CutDivide;
    Rem rem => CutRemainder;
    BitAnd bitand => BitwiseAnd;
    BitOr bitor => BitwiseOr;
    BitXor bitxor => BitwiseXor;
    Shl shl => LeftShift;
    Shr shr => RightShift;
}

impl<K: Kind> ops::Neg for Lazy<K> {
    type Output = Self;

    fn neg(self) -> Self {
        Self::wrap(self.expression.unary(UnaryOp::Negative))
    }
}

impl<K: Kind> ops::Not for Lazy<K> {
    type Output = Self;

    fn not(self) -> Self {
        Self::wrap(self.expression.unary(UnaryOp::BitwiseInvert))
    }
}
