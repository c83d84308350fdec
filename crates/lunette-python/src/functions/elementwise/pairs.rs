//! Functions of two operands, of which one may be a Python number.

use std::borrow::Cow;

use lunette::{BinaryOp, DynTensor, Weak, promote_weak};
use pyo3::prelude::*;

use super::{binary, binary_or_into, tensor_of};
use crate::arg::{Arg, Parent, Side};
use crate::error::Result;
use crate::functions::registry::functions;
use crate::tensor::{Made, New};
use crate::work::{Cost, work};

macro_rules! pairs {
    ($($(#[doc = $doc:literal])* $name:ident = $Op:ident;)*) => {
        $(
            $(#[doc = $doc])*
            #[pyfunction]
            #[pyo3(signature = (x1, x2, /, out=None), text_signature = "(x1, x2, /, *, out=None)")]
            fn $name<'py>(
                py: Python<'py>,
                x1: Side<'_>,
                x2: Side<'_>,
                out: Option<Parent<'_, 'py>>,
            ) -> Result<Made<'py>> {
                binary_or_into(py, BinaryOp::$Op, [&x1, &x2], out)
            }
        )*

        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            functions!(module: divmod, heaviside, $($name),*)
        }
    };
}

/// The quotients of each pair rounded down, and what they leave: `floor_divide` and `remainder` in one.
///
/// >>> xp.divmod(xp.asarray([7, -7]), 3)
/// (Tensor([ 2, -3]), Tensor([1, 2]))
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
fn divmod(py: Python<'_>, x1: Side<'_>, x2: Side<'_>) -> Result<(New, New)> {
    let halves = [BinaryOp::FloorDivide, BinaryOp::Remainder].map(|op| binary(py, op, &x1, &x2));
    let [quotient, remainder] = halves;
    Ok((quotient?, remainder?))
}

/// The step from 0 to 1: 0 where `x1` is below zero, 1 where it is above, `x2` where it is zero; NaN stays.
///
/// >>> xp.heaviside(xp.asarray([-1.5, 0.0, 2.0]), 0.5)
/// Tensor([0.0, 0.5, 1.0])
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
fn heaviside(py: Python<'_>, x1: Side<'_>, x2: Side<'_>) -> Result<New> {
    // The two become one tensor, as the operands of a sum do.
    let [x1, x2] = Side::pair(BinaryOp::Add, &x1, &x2)?;
    let elements = Arg::together(x1, x2);
    let x1 = match (x1, x2) {
        (Arg::Number(Weak(number)), Arg::Tensor(beside)) => {
            Cow::Owned(DynTensor::full_of(promote_weak(number.dtype(), beside.dtype()), (), number)?)
        }
        _ => tensor_of(x1)?,
    };
    work(py, elements, Cost::Linear, || x1.heaviside(x2.operand())).map(New)
}

pairs! {
    /// The sum `x1 + x2` of each pair of elements; integers wrap round.
    ///
    /// >>> xp.add(xp.asarray([1, 2]), 10)
    /// Tensor([11, 12])
    add = Add;

    /// The difference `x1 - x2` of each pair of elements; integers wrap round.
    ///
    /// >>> xp.subtract(xp.asarray([1, 2]), 10)
    /// Tensor([-9, -8])
    subtract = Subtract;

    /// The product `x1 * x2` of each pair of elements; integers wrap round.
    ///
    /// >>> xp.multiply(xp.asarray([1, 2]), 10)
    /// Tensor([10, 20])
    multiply = Multiply;

    /// The true quotient `x1 / x2` of each pair of elements; integers give floats.
    ///
    /// >>> xp.divide(xp.asarray([1, 3]), 2)
    /// Tensor([0.5, 1.5])
    divide = Divide;

    /// The quotient of each pair of elements, rounded down, as Python's `//`.
    ///
    /// >>> xp.floor_divide(xp.asarray([7, -7]), 2)
    /// Tensor([ 3, -4])
    floor_divide = FloorDivide;

    /// What `floor_divide` leaves of each pair, with the sign of `x2`, as Python's `%`.
    ///
    /// >>> xp.remainder(xp.asarray([7, -7]), 3)
    /// Tensor([1, 2])
    remainder = Remainder;

    /// What division cut toward zero leaves of each pair, with the sign of `x1`, as C's `fmod`.
    ///
    /// >>> xp.fmod(xp.asarray([7, -7]), 3)
    /// Tensor([ 1, -1])
    fmod = CutRemainder;

    /// The greatest integer that divides both of each pair.
    ///
    /// >>> xp.gcd(xp.asarray([12, 7]), 18)
    /// Tensor([6, 1])
    gcd = Gcd;

    /// The least integer that both of each pair divide.
    ///
    /// >>> xp.lcm(xp.asarray([4, 7]), 6)
    /// Tensor([12, 42])
    lcm = Lcm;

    /// The greater of each pair, and where one is NaN the other.
    ///
    /// >>> xp.fmax(xp.asarray([1.0, xp.nan]), 0.5)
    /// Tensor([1.0, 0.5])
    fmax = Fmax;

    /// The less of each pair, and where one is NaN the other.
    ///
    /// >>> xp.fmin(xp.asarray([1.0, xp.nan]), 0.5)
    /// Tensor([0.5, 0.5])
    fmin = Fmin;

    /// `x1` to the power of `x2`, for each pair of elements.
    ///
    /// >>> xp.pow(xp.asarray([2, 3]), 3)
    /// Tensor([ 8, 27])
    pow = Pow;

    /// The angle of the point (`x2`, `x1`), from -π to π.
    ///
    /// >>> xp.atan2(xp.asarray([0.0, 1.0]), xp.asarray([-1.0, 0.0]))
    /// Tensor([3.14159265, 1.57079633])
    atan2 = Atan2;

    /// The length of the vector (`x1`, `x2`), without overflow on the way.
    ///
    /// >>> xp.hypot(xp.asarray([3.0, 5.0]), xp.asarray([4.0, 12.0]))
    /// Tensor([ 5.0, 13.0])
    hypot = Hypot;

    /// `log(exp(x1) + exp(x2))`, without overflow on the way.
    ///
    /// >>> xp.logaddexp(xp.asarray([1000.0]), -1000.0)
    /// Tensor([1000.0])
    logaddexp = LogAddExp;

    /// The greater element of each pair; NaN wins over every number.
    ///
    /// >>> xp.maximum(xp.asarray([1, 5]), 3)
    /// Tensor([3, 5])
    maximum = Maximum;

    /// The less element of each pair; NaN wins over every number.
    ///
    /// >>> xp.minimum(xp.asarray([1, 5]), 3)
    /// Tensor([1, 3])
    minimum = Minimum;

    /// The magnitude of `x1` with the sign of `x2`.
    ///
    /// >>> xp.copysign(xp.asarray([1.0, -2.0]), -0.0)
    /// Tensor([-1.0, -2.0])
    copysign = CopySign;

    /// The next float on the way from `x1` to `x2`.
    ///
    /// >>> xp.nextafter(xp.asarray([1.0]), 2.0) - 1.0 == xp.finfo(xp.float64).eps
    /// Tensor([true])
    nextafter = NextAfter;

    /// Whether the elements of each pair are equal; NaN equals nothing.
    ///
    /// >>> xp.equal(xp.asarray([1, 2]), xp.asarray([1, 3]))
    /// Tensor([ true, false])
    equal = Equal;

    /// Whether the elements of each pair differ; NaN differs from everything.
    ///
    /// >>> xp.not_equal(xp.asarray([1, 2]), 1)
    /// Tensor([false,  true])
    not_equal = NotEqual;

    /// Whether `x1` is less than `x2`, for each pair of elements.
    ///
    /// >>> xp.less(xp.asarray([1, 2, 3]), 2)
    /// Tensor([ true, false, false])
    less = Less;

    /// Whether `x1` is less than `x2` or equal to it, for each pair of elements.
    ///
    /// >>> xp.less_equal(xp.asarray([1, 2, 3]), 2)
    /// Tensor([ true,  true, false])
    less_equal = LessEqual;

    /// Whether `x1` is greater than `x2`, for each pair of elements.
    ///
    /// >>> xp.greater(xp.asarray([1, 2, 3]), 2)
    /// Tensor([false, false,  true])
    greater = Greater;

    /// Whether `x1` is greater than `x2` or equal to it, for each pair of elements.
    ///
    /// >>> xp.greater_equal(xp.asarray([1, 2, 3]), 2)
    /// Tensor([false,  true,  true])
    greater_equal = GreaterEqual;

    /// The bits that both elements of each pair have; of bools whether both are true.
    ///
    /// >>> xp.bitwise_and(xp.asarray([6, 5]), 3)
    /// Tensor([2, 1])
    bitwise_and = BitwiseAnd;

    /// The bits that an element of each pair has; of bools whether one is true.
    ///
    /// >>> xp.bitwise_or(xp.asarray([6, 5]), 3)
    /// Tensor([7, 7])
    bitwise_or = BitwiseOr;

    /// The bits that just one element of each pair has; of bools whether just one is true.
    ///
    /// >>> xp.bitwise_xor(xp.asarray([6, 5]), 3)
    /// Tensor([5, 6])
    bitwise_xor = BitwiseXor;

    /// The bits of `x1` moved up by `x2` places; past the width nothing is left.
    ///
    /// >>> xp.bitwise_left_shift(xp.asarray([1, 3]), 2)
    /// Tensor([ 4, 12])
    bitwise_left_shift = LeftShift;

    /// The bits of `x1` moved down by `x2` places, the sign filling up.
    ///
    /// >>> xp.bitwise_right_shift(xp.asarray([4, -3]), 1)
    /// Tensor([ 2, -2])
    bitwise_right_shift = RightShift;

    /// Whether both elements of each pair are true, or not zero.
    ///
    /// >>> xp.logical_and(xp.asarray([True, False]), True)
    /// Tensor([ true, false])
    logical_and = LogicalAnd;

    /// Whether an element of each pair is true, or not zero.
    ///
    /// >>> xp.logical_or(xp.asarray([True, False]), False)
    /// Tensor([ true, false])
    logical_or = LogicalOr;

    /// Whether just one element of each pair is true, or not zero.
    ///
    /// >>> xp.logical_xor(xp.asarray([True, False]), True)
    /// Tensor([false,  true])
    logical_xor = LogicalXor;
}
