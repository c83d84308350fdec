//! Operations chosen at run time, for front ends whose operators and operands are data: other languages, and programs
//! that read formulas.

use super::choose::Limit;
use super::operand::{Lasting, Operand, Term, Values, lasting_operands};
use super::{Dyn, DynTensor, Kind, Tensor};
use crate::dtype::Scalar;
use crate::error::Result;
use crate::ops::elementwise::{self, BinaryOp};

/// A number that takes the dtype of the tensor beside it, if that can hold its kind (R28).
///
/// ```
/// use lunette::prelude::*;
/// use lunette::{BinaryOp, Weak, binary};
/// let x = tensor![1.0_f32, 2.0].into_dyn();
/// let half = binary(BinaryOp::Divide, Weak(Scalar::I64(1)), &x)?;
/// assert_eq!(half.into_typed::<f32>()?, tensor![1.0_f32, 0.5]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weak(pub Scalar);

/// A tensor or a number, whichever the caller of a front end has given; `None` is no limit of `clip`.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::{AnyOperand, Weak};
/// let x = tensor![1, 5].into_dyn();
/// let number = AnyOperand::Number(Weak(Scalar::I64(3)));
/// assert_eq!(x.add(number)?, tensor![4, 8].into_dyn());
/// assert_eq!(x.add(AnyOperand::Tensor(&x))?, tensor![2, 10].into_dyn());
/// assert_eq!(x.clip(None::<AnyOperand>, Some(number))?, tensor![1, 3].into_dyn());
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum AnyOperand<'a> {
    /// A tensor of the caller.
    Tensor(&'a DynTensor),
    /// A number, which takes the dtype of the tensor beside it.
    Number(Weak),
}

impl Lasting<Dyn> for AnyOperand<'_> {
    type Output = Dyn;

    #[inline]
    fn term(&self) -> Term<'_> {
        match self {
            Self::Tensor(tensor) => Term(elementwise::Operand::Tensor(&tensor.handle)),
            Self::Number(number) => number.term(),
        }
    }
}

impl Values<Dyn> for AnyOperand<'_> {
    fn values(&self) -> Term<'_> {
        self.term()
    }
}

impl Limit<Dyn> for Option<AnyOperand<'_>> {
    fn limit(&self) -> Option<Term<'_>> {
        self.as_ref().map(Lasting::term)
    }
}

lasting_operands! {
    [] Dyn, Weak;
    [] Dyn, AnyOperand<'_>;
}

impl Lasting<Dyn> for Weak {
    type Output = Dyn;

    #[inline]
    fn term(&self) -> Term<'_> {
        Term(elementwise::Operand::Weak(self.0))
    }
}

impl Values<Dyn> for Weak {
    fn values(&self) -> Term<'_> {
        self.term()
    }
}

/// The result of an operation that is known by its name, on two operands of which any may be a number.
///
/// Two weak numbers are taken with the dtypes that they have.
///
/// # Errors
/// As the method of the operation's name.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::{BinaryOp, Weak, binary};
/// let x = tensor![0, 1, 2].into_dyn();
/// let y = binary(BinaryOp::Subtract, Weak(Scalar::I64(1)), &x)?;
/// assert_eq!(y.into_typed::<i32>()?, tensor![1, 0, -1]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn binary(op: BinaryOp, left: impl Operand<Dyn>, right: impl Operand<Dyn>) -> Result<DynTensor> {
    left.with_term(|left| right.with_term(|right| elementwise::binary(op, left.0, right.0).map(Tensor::wrap)))
}

/// As [`binary`], written into `out`, which may be a view and may share memory with the operands.
///
/// # Errors
/// As [`binary`], and if `out` has another shape, cannot be written, or cannot hold a value of the result; then nothing
/// is written.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::{BinaryOp, Weak, binary_into};
/// let x = tensor![0.0, 1.0, 2.0].into_dyn();
/// binary_into(BinaryOp::Subtract, Weak(Scalar::I64(1)), &x, &x)?;
/// assert_eq!(x.into_typed::<f64>()?, tensor![1.0, 0.0, -1.0]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn binary_into(
    op: BinaryOp,
    left: impl Operand<Dyn>,
    right: impl Operand<Dyn>,
    out: &DynTensor,
) -> Result<()> {
    left.with_term(|left| right.with_term(|right| elementwise::binary_into(op, left.0, right.0, &out.handle)))
}

/// The only element of the result of [`binary`]: operands are numbers, or tensors of one element.
///
/// Of two numbers it is computed without a tensor.
///
/// # Errors
/// As [`binary`], and if the result has more elements than one, or none.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::{BinaryOp, Weak, binary_scalar};
/// let sum = binary_scalar(BinaryOp::Add, Scalar::F32(1.5), Weak(Scalar::I64(2)))?;
/// assert_eq!(sum, Scalar::F32(3.5));
/// let less = binary_scalar(BinaryOp::Less, &tensor![[2]].into_dyn(), Weak(Scalar::I64(3)))?;
/// assert_eq!(less, Scalar::Bool(true));
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn binary_scalar(op: BinaryOp, left: impl Operand<Dyn>, right: impl Operand<Dyn>) -> Result<Scalar> {
    left.with_term(|left| right.with_term(|right| elementwise::binary_scalar(op, left.0, right.0)))
}

/// The result of an operation that is known by its name, written over its first operand: `target op= right`.
///
/// # Errors
/// As [`binary`]; also if the target's dtype or shape is not the result's, or it cannot be written.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::{BinaryOp, Weak, binary_in_place};
/// let x = tensor![1, 2, 3].into_dyn();
/// binary_in_place(BinaryOp::Multiply, &x, Weak(Scalar::I64(2)))?;
/// assert_eq!(x.into_typed::<i32>()?, tensor![2, 4, 6]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn binary_in_place(op: BinaryOp, target: &DynTensor, right: impl Operand<Dyn>) -> Result<()> {
    right.with_term(|right| elementwise::binary_in_place(op, &target.handle, right.0))
}

/// One of two operands, of which any may be a number, as a mask says.
///
/// # Errors
/// As [`where_`](crate::where_).
///
/// ```
/// use lunette::prelude::*;
/// use lunette::{Weak, choose};
/// let x = tensor![1.5, -2.0].into_dyn();
/// let positive = choose(&tensor![true, false], &x, Weak(Scalar::I64(0)))?;
/// assert_eq!(positive.into_typed::<f64>()?, tensor![1.5, 0.0]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn choose<M: Kind>(mask: &Tensor<M>, yes: impl Operand<Dyn>, no: impl Operand<Dyn>) -> Result<DynTensor> {
    yes.with_term(|yes| no.with_term(|no| elementwise::choose(&mask.handle, yes.0, no.0).map(Tensor::wrap)))
}
