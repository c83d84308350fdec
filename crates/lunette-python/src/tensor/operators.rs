//! Python's operators.
//!
//! What is beside a tensor is a tensor or a number. For anything else the answer is `NotImplemented`, so that the other
//! side gets its turn.
#![expect(unsafe_op_in_unsafe_fn, reason = "inside of a table, the compiler takes what PyO3 writes for ours")]

use lunette::{BinaryOp, DynTensor, Scalar, Weak, binary, binary_in_place, binary_scalar};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyList, PyNotImplemented, PyTuple};

use super::{New, PyTensor, element};
use crate::arg::{Arg, Side, weak_number};
use crate::error::{Result, type_error};
use crate::functions::products::product;
use crate::work::{Cost, work};

/// Rows: the operator's method, the one for a tensor on the right, the one that writes into the left, the operation.
macro_rules! operators {
    ($($method:ident $reflected:ident $in_place:ident $Op:ident;)*) => { $(
        #[pymethods]
        impl PyTensor {
            fn $method<'py>(&self, other: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
                self.operated(BinaryOp::$Op, other, Place::Left)
            }

            fn $reflected<'py>(&self, other: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
                self.operated(BinaryOp::$Op, other, Place::Right)
            }

            fn $in_place(&self, py: Python<'_>, other: Side<'_>) -> Result<()> {
                operate_in_place(py, BinaryOp::$Op, self.inner(), &other)
            }
        }
    )* };
}

operators! {
    __add__ __radd__ __iadd__ Add;
    __sub__ __rsub__ __isub__ Subtract;
    __mul__ __rmul__ __imul__ Multiply;
    __truediv__ __rtruediv__ __itruediv__ Divide;
    __floordiv__ __rfloordiv__ __ifloordiv__ FloorDivide;
    __mod__ __rmod__ __imod__ Remainder;
    __and__ __rand__ __iand__ BitwiseAnd;
    __or__ __ror__ __ior__ BitwiseOr;
    __xor__ __rxor__ __ixor__ BitwiseXor;
    __lshift__ __rlshift__ __ilshift__ LeftShift;
    __rshift__ __rrshift__ __irshift__ RightShift;
}

/// Powers, whose third argument tensors have no answer for.
#[pymethods]
impl PyTensor {
    fn __pow__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        modulo: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        match modulo {
            None => self.operated(BinaryOp::Pow, other, Place::Left),
            Some(_) => Ok(not_implemented(other.py())),
        }
    }

    fn __rpow__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        modulo: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        match modulo {
            None => self.operated(BinaryOp::Pow, other, Place::Right),
            Some(_) => Ok(not_implemented(other.py())),
        }
    }

    fn __ipow__(&self, py: Python<'_>, other: Side<'_>, _modulo: Option<&Bound<'_, PyAny>>) -> Result<()> {
        operate_in_place(py, BinaryOp::Pow, self.inner(), &other)
    }
}

/// Quotients with their remainders.
#[pymethods]
impl PyTensor {
    fn __divmod__<'py>(&self, other: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
        self.with_operand(BinaryOp::FloorDivide, other, |py, x, other| divided(py, x, other))
    }

    fn __rdivmod__<'py>(&self, other: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
        self.with_operand(BinaryOp::FloorDivide, other, |py, x, other| divided(py, other, x))
    }
}

/// Products of matrices, which take tensors only.
#[pymethods]
impl PyTensor {
    fn __matmul__<'py>(&self, other: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
        match other.cast::<Self>() {
            Ok(other) => result(other.py(), product(other.py(), self.inner(), other.get().inner())?),
            Err(_) => of_others(other),
        }
    }

    fn __rmatmul__<'py>(&self, other: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
        match other.cast::<Self>() {
            Ok(other) => result(other.py(), product(other.py(), other.get().inner(), self.inner())?),
            Err(_) => of_others(other),
        }
    }

    fn __imatmul__(&self, other: &Bound<'_, Self>) -> Result<()> {
        let (py, target) = (other.py(), self.inner());
        let product = product(py, target, other.get().inner())?;
        if product.dtype() != target.dtype() {
            return Err(type_error("`@=` keeps the dtype of the tensor, and the product has another one"));
        }
        work(py, target.len(), Cost::Linear, || target.assign(&product))
    }
}

/// Operators of one operand, and comparisons.
#[pymethods]
impl PyTensor {
    fn __neg__(&self, py: Python<'_>) -> Result<New> {
        work(py, self.inner().len(), Cost::Linear, || self.inner().negative()).map(New)
    }

    fn __pos__(&self, py: Python<'_>) -> Result<New> {
        work(py, self.inner().len(), Cost::Linear, || self.inner().positive()).map(New)
    }

    fn __abs__(&self, py: Python<'_>) -> Result<New> {
        work(py, self.inner().len(), Cost::Linear, || self.inner().abs()).map(New)
    }

    fn __invert__(&self, py: Python<'_>) -> Result<New> {
        work(py, self.inner().len(), Cost::Linear, || self.inner().bitwise_invert()).map(New)
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> Result<Bound<'py, PyAny>> {
        let op = match op {
            CompareOp::Lt => BinaryOp::Less,
            CompareOp::Le => BinaryOp::LessEqual,
            CompareOp::Eq => BinaryOp::Equal,
            CompareOp::Ne => BinaryOp::NotEqual,
            CompareOp::Gt => BinaryOp::Greater,
            CompareOp::Ge => BinaryOp::GreaterEqual,
        };
        self.operated(op, other, Place::Left)
    }

    /// Whether an element equals the value.
    fn __contains__(&self, value: &Bound<'_, PyAny>) -> Result<bool> {
        let (py, tensor) = (value.py(), self.inner());
        let Some(side) = Side::of(value.as_borrowed())? else {
            // Refused by name, or equal to no element.
            return of_others(value).map(|_| false);
        };
        let value = side.beside(BinaryOp::Equal, Some(tensor.dtype()))?;
        let found = work(py, tensor.len().max(value.len()), Cost::Linear, || {
            binary(BinaryOp::Equal, tensor, value.operand())?.any(..)?.item()
        })?;
        Ok(found)
    }
}

/// On which side of an operator a tensor stands.
#[derive(Clone, Copy)]
enum Place {
    Left,
    Right,
}

impl PyTensor {
    /// The result of an operator.
    #[inline]
    fn operated<'py>(
        &self,
        op: BinaryOp,
        other: &Bound<'py, PyAny>,
        place: Place,
    ) -> Result<Bound<'py, PyAny>> {
        if let Some(value) = self.content.untouched()
            && let Some(result) = of_element(op, value, other, place)
        {
            return result;
        }
        // Each operand is moved once: whole ones that were just written take longer to move than to compute with.
        self.with_operand(op, other, |py, x, other| match place {
            Place::Left => operate(py, op, x, other),
            Place::Right => operate(py, op, other, x),
        })
    }

    /// What `work` makes of the tensor and an operand, or `NotImplemented` where that is a thing of others.
    #[inline]
    fn with_operand<'py>(
        &self,
        op: BinaryOp,
        other: &Bound<'py, PyAny>,
        work: impl FnOnce(Python<'py>, Arg<'_>, Arg<'_>) -> Result<Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        let x = self.inner();
        match Side::of(other.as_borrowed())? {
            Some(Side::Plain(operand)) => work(other.py(), Arg::Tensor(x), operand),
            Some(side) => work(other.py(), Arg::Tensor(x), side.beside(op, Some(x.dtype()))?),
            None => of_others(other),
        }
    }
}

/// The result for an element without memory beside another one or a number; none of anything else.
#[inline(never)]
fn of_element<'py>(
    op: BinaryOp,
    value: Scalar,
    other: &Bound<'py, PyAny>,
    place: Place,
) -> Option<Result<Bound<'py, PyAny>>> {
    let beside = Single::of(other)?;
    let compute = || match place {
        Place::Left => Single::Element(value).operate(op, beside),
        Place::Right => beside.operate(op, Single::Element(value)),
    };
    let py = other.py();
    Some(match work(py, 1, Cost::Linear, compute) {
        Ok(result) => element(py, result).map(Bound::into_any).map_err(Into::into),
        Err(error) => Err(error),
    })
}

/// An operand that is one number, for which no memory has been made.
#[derive(Clone, Copy)]
enum Single {
    Element(Scalar),
    Number(Weak),
}

impl Single {
    /// None of anything else, and of numbers that are rare.
    #[inline]
    fn of(object: &Bound<'_, PyAny>) -> Option<Self> {
        if let Ok(tensor) = object.cast::<PyTensor>() {
            return tensor.get().content.untouched().map(Self::Element);
        }
        match weak_number(object.as_borrowed()) {
            Ok(Some(number)) => Some(Self::Number(Weak(number))),
            _ => None,
        }
    }

    #[inline]
    fn operate(self, op: BinaryOp, right: Self) -> lunette::Result<Scalar> {
        match (self, right) {
            (Self::Element(left), Self::Element(right)) => binary_scalar(op, left, right),
            (Self::Element(left), Self::Number(right)) => binary_scalar(op, left, right),
            (Self::Number(left), Self::Element(right)) => binary_scalar(op, left, right),
            (Self::Number(left), Self::Number(right)) => binary_scalar(op, left, right),
        }
    }
}

/// The answer for a thing of others. Those whose own answer would be wrong, or about something else, are refused here:
/// NumPy's arrays, which have left the operator to the tensor, and lists, which are equal to nothing.
fn of_others<'py>(other: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let is_list = other.is_instance_of::<PyList>() || other.is_instance_of::<PyTuple>();
    if is_list || other.hasattr("__array_interface__")? {
        let class = other.get_type();
        return Err(type_error(format!(
            "operators take tensors and numbers, not {}: `lunette.asarray` makes a tensor of it",
            class.fully_qualified_name()?
        )));
    }
    Ok(not_implemented(other.py()))
}

fn not_implemented(py: Python<'_>) -> Bound<'_, PyAny> {
    PyNotImplemented::get(py).to_owned().into_any()
}

fn result(py: Python<'_>, tensor: DynTensor) -> Result<Bound<'_, PyAny>> {
    Ok(New(tensor).into_pyobject(py)?.into_any())
}

#[inline]
fn operate<'py>(py: Python<'py>, op: BinaryOp, left: Arg<'_>, right: Arg<'_>) -> Result<Bound<'py, PyAny>> {
    let elements = Arg::together(left, right);
    result(py, work(py, elements, Cost::Linear, || binary(op, left.operand(), right.operand()))?)
}

fn operate_in_place(py: Python<'_>, op: BinaryOp, target: &DynTensor, right: &Side<'_>) -> Result<()> {
    let right = right.beside(op, Some(target.dtype()))?;
    work(py, target.len(), Cost::Linear, || binary_in_place(op, target, right.operand()))
}

fn divided<'py>(py: Python<'py>, left: Arg<'_>, right: Arg<'_>) -> Result<Bound<'py, PyAny>> {
    let quotient = operate(py, BinaryOp::FloorDivide, left, right)?;
    let remainder = operate(py, BinaryOp::Remainder, left, right)?;
    Ok(PyTuple::new(py, [quotient, remainder])?.into_any())
}
