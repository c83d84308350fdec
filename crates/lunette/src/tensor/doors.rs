//! Operations chosen at run time, for front ends whose operators and operands are data: other languages, and programs
//! that read formulas.

use super::operand::{Operand, Term, Values};
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

impl Operand<Dyn> for Weak {
    type Output = Dyn;

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
    elementwise::binary(op, left.term().0, right.term().0).map(Tensor::wrap)
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
    elementwise::binary_in_place(op, &target.handle, right.term().0)
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
    elementwise::choose(&mask.handle, yes.term().0, no.term().0).map(Tensor::wrap)
}
