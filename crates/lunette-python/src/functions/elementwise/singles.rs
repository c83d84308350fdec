//! Functions of one operand.

use lunette::{DynTensor, Tensor};
use pyo3::prelude::*;

use super::{check_out, tensor_of, written};
use crate::arg::{Arg, Parent};
use crate::error::Result;
use crate::functions::registry::functions;
use crate::functions::results::placed;
use crate::tensor::{Made, New};
use crate::work::{Cost, work};

/// Operations of the library's table, which can be written into a tensor that exists.
macro_rules! singles {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => {
        $(
            $(#[doc = $doc])*
            #[pyfunction]
            #[pyo3(signature = (x, /, out=None), text_signature = "(x, /, *, out=None)")]
            fn $name<'py>(py: Python<'py>, x: Arg<'_>, out: Option<Parent<'_, 'py>>) -> Result<Made<'py>> {
                let x = tensor_of(x)?;
                match out {
                    None => work(py, x.len(), Cost::Linear, || x.$name().map(Tensor::into_dyn)).map(New).map(Made::New),
                    Some(out) => {
                        let of_none = || DynTensor::zeros_of(x.dtype(), [0])?.$name().map(Tensor::into_dyn);
                        check_out(stringify!($name), &[x.dtype()], out, of_none)?;
                        written(py, out, |out| x.lazy().$name().eval_into(out))
                    }
                }
            }
        )*

        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            functions!(module: round, modf, isposinf, isneginf, isreal, iscomplex, angle, sinc, $($name),*)
        }
    };
}

/// Operations that are made of others.
macro_rules! composed {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (x, /))]
        fn $name(py: Python<'_>, x: Arg<'_>) -> Result<New> {
            let x = tensor_of(x)?;
            work(py, x.len(), Cost::Linear, || x.$name().map(Tensor::into_dyn)).map(New)
        }
    )* };
}

/// The nearest whole number to each element, or number of so many decimals; halves go to the even one.
///
/// >>> xp.round(xp.asarray([0.5, 1.5, -1.2]))
/// Tensor([ 0.0,  2.0, -1.0])
/// >>> xp.round(xp.asarray([1.25, 17.5]), -1)
/// Tensor([ 0.0, 20.0])
#[pyfunction]
#[pyo3(signature = (x, /, decimals=0, *, out=None))]
fn round<'py>(py: Python<'py>, x: Arg<'_>, decimals: i32, out: Option<Parent<'_, 'py>>) -> Result<Made<'py>> {
    rounded(py, &*tensor_of(x)?, decimals, out)
}

/// The fraction and the whole number of each element, both with its sign.
///
/// >>> xp.modf(xp.asarray([3.5, -1.25]))
/// (Tensor([ 0.50, -0.25]), Tensor([ 3.0, -1.0]))
#[pyfunction]
#[pyo3(signature = (x, /))]
fn modf(py: Python<'_>, x: Arg<'_>) -> Result<(New, New)> {
    let x = tensor_of(x)?;
    let (fraction, whole) = work(py, x.len(), Cost::Linear, || x.modf())?;
    Ok((New(fraction), New(whole)))
}

/// The elements rounded to so many decimals; integers stay integers.
pub fn rounded<'py>(
    py: Python<'py>,
    x: &DynTensor,
    decimals: i32,
    out: Option<Parent<'_, 'py>>,
) -> Result<Made<'py>> {
    let made = work(py, x.len(), Cost::Linear, || x.round_to(decimals))?;
    placed(py, "round", made, out)
}

singles! {
    /// The negative of each element; integers wrap round.
    ///
    /// >>> xp.negative(xp.asarray([1, -2]))
    /// Tensor([-1,  2])
    negative;

    /// Each element as it is, in a new tensor.
    ///
    /// >>> xp.positive(xp.asarray([1, -2]))
    /// Tensor([ 1, -2])
    positive;

    /// The absolute value of each element; of a complex number its length.
    ///
    /// >>> xp.abs(xp.asarray([-1.5, 2.0]))
    /// Tensor([1.5, 2.0])
    abs;

    /// -1, 0 or 1 by the sign of each element; of a complex number its direction.
    ///
    /// >>> xp.sign(xp.asarray([-3, 0, 2]))
    /// Tensor([-1,  0,  1])
    sign;

    /// The square of each element.
    ///
    /// >>> xp.square(xp.asarray([3, -2]))
    /// Tensor([9, 4])
    square;

    /// The square root of each element; NaN for negative real numbers.
    ///
    /// >>> xp.sqrt(xp.asarray([4.0, 9.0]))
    /// Tensor([2.0, 3.0])
    sqrt;

    /// The cube root of each element, of negative ones too.
    ///
    /// >>> xp.cbrt(xp.asarray([27.0, -8.0]))
    /// Tensor([ 3.0, -2.0])
    cbrt;

    /// The error function of each element.
    ///
    /// >>> xp.erf(xp.asarray([0.0, 9.0]))
    /// Tensor([0.0, 1.0])
    erf;

    /// `1 - erf(x)` for each element, accurate where that is small.
    ///
    /// >>> xp.erfc(xp.asarray([0.0, 30.0]))
    /// Tensor([1.0, 0.0])
    erfc;

    /// The gamma function of each element, which is `(x - 1)!` for whole numbers.
    ///
    /// >>> xp.gamma(xp.asarray([1.0, 5.0]))
    /// Tensor([ 1.0, 24.0])
    gamma;

    /// The logarithm of the gamma function's absolute value, also where that overflows.
    ///
    /// >>> xp.lgamma(xp.asarray([1.0, 2.0]))
    /// Tensor([0.0, 0.0])
    lgamma;

    /// `1 / (1 + exp(-x))` for each element, without overflow on the way.
    ///
    /// >>> xp.sigmoid(xp.asarray([0.0, 1000.0]))
    /// Tensor([0.5, 1.0])
    sigmoid;

    /// `1 / x` for each element.
    ///
    /// >>> xp.reciprocal(xp.asarray([4.0, 0.5]))
    /// Tensor([0.25, 2.00])
    reciprocal;

    /// e to the power of each element.
    ///
    /// >>> xp.exp(xp.asarray([0.0, 1.0]))
    /// Tensor([1.00000000, 2.71828183])
    exp;

    /// 2 to the power of each element.
    ///
    /// >>> xp.exp2(xp.asarray([3.0, -1.0]))
    /// Tensor([8.0, 0.5])
    exp2;

    /// `exp(x) - 1` for each element, accurate near 0.
    ///
    /// >>> xp.expm1(xp.asarray([0.0, 1e-20]))
    /// Tensor([0.0e+00, 1.0e-20])
    expm1;

    /// The natural logarithm of each element.
    ///
    /// >>> xp.log(xp.asarray([1.0, 10.0]))
    /// Tensor([0.00000000, 2.30258509])
    log;

    /// The natural logarithm of `1 + x` for each element, accurate near 0.
    ///
    /// >>> xp.log1p(xp.asarray([0.0, 1e-20]))
    /// Tensor([0.0e+00, 1.0e-20])
    log1p;

    /// The logarithm of each element to the base 2.
    ///
    /// >>> xp.log2(xp.asarray([8.0, 2.0]))
    /// Tensor([3.0, 1.0])
    log2;

    /// The logarithm of each element to the base 10.
    ///
    /// >>> xp.log10(xp.asarray([1000.0, 1.0]))
    /// Tensor([3.0, 0.0])
    log10;

    /// The sine of each angle in radians.
    ///
    /// >>> xp.sin(xp.asarray([0.0, 1.0]))
    /// Tensor([0.00000000, 0.84147098])
    sin;

    /// The cosine of each angle in radians.
    ///
    /// >>> xp.cos(xp.asarray([0.0, 1.0]))
    /// Tensor([1.00000000, 0.54030231])
    cos;

    /// The tangent of each angle in radians.
    ///
    /// >>> xp.tan(xp.asarray([0.0, 1.0]))
    /// Tensor([0.00000000, 1.55740772])
    tan;

    /// The angle in radians whose sine each element is.
    ///
    /// >>> xp.asin(xp.asarray([0.0, 1.0]))
    /// Tensor([0.00000000, 1.57079633])
    asin;

    /// The angle in radians whose cosine each element is.
    ///
    /// >>> xp.acos(xp.asarray([0.0, 1.0]))
    /// Tensor([1.57079633, 0.00000000])
    acos;

    /// The angle in radians whose tangent each element is.
    ///
    /// >>> xp.atan(xp.asarray([0.0, 1.0]))
    /// Tensor([0.00000000, 0.78539816])
    atan;

    /// Each angle in degrees as one in radians.
    ///
    /// >>> xp.deg2rad(xp.asarray([0.0, 180.0]))
    /// Tensor([0.00000000, 3.14159265])
    deg2rad;

    /// Each angle in radians as one in degrees.
    ///
    /// >>> xp.rad2deg(xp.asarray([0.0, xp.pi]))
    /// Tensor([  0.0, 180.0])
    rad2deg;

    /// The hyperbolic sine of each element.
    ///
    /// >>> xp.sinh(xp.asarray([0.0, 1.0]))
    /// Tensor([0.00000000, 1.17520119])
    sinh;

    /// The hyperbolic cosine of each element.
    ///
    /// >>> xp.cosh(xp.asarray([0.0, 1.0]))
    /// Tensor([1.00000000, 1.54308063])
    cosh;

    /// The hyperbolic tangent of each element.
    ///
    /// >>> xp.tanh(xp.asarray([0.0, 1.0]))
    /// Tensor([0.00000000, 0.76159416])
    tanh;

    /// The inverse of the hyperbolic sine, for each element.
    ///
    /// >>> xp.asinh(xp.asarray([0.0, 1.0]))
    /// Tensor([0.00000000, 0.88137359])
    asinh;

    /// The inverse of the hyperbolic cosine, for each element.
    ///
    /// >>> xp.acosh(xp.asarray([1.0, 2.0]))
    /// Tensor([0.0000000, 1.3169579])
    acosh;

    /// The inverse of the hyperbolic tangent, for each element.
    ///
    /// >>> xp.atanh(xp.asarray([0.0, 0.5]))
    /// Tensor([0.00000000, 0.54930614])
    atanh;

    /// The greatest whole number not above each element.
    ///
    /// >>> xp.floor(xp.asarray([1.5, -1.5]))
    /// Tensor([ 1.0, -2.0])
    floor;

    /// The least whole number not below each element.
    ///
    /// >>> xp.ceil(xp.asarray([1.5, -1.5]))
    /// Tensor([ 2.0, -1.0])
    ceil;

    /// The whole number of each element, cut toward zero.
    ///
    /// >>> xp.trunc(xp.asarray([1.5, -1.5]))
    /// Tensor([ 1.0, -1.0])
    trunc;

    /// Each element with all bits changed; of a bool the other one.
    ///
    /// >>> xp.bitwise_invert(xp.asarray([0, 5]))
    /// Tensor([-1, -6])
    bitwise_invert;

    /// Whether each element is false, or zero.
    ///
    /// >>> xp.logical_not(xp.asarray([True, False]))
    /// Tensor([false,  true])
    logical_not;

    /// Whether each element is not a number.
    ///
    /// >>> xp.isnan(xp.asarray([1.0, xp.nan]))
    /// Tensor([false,  true])
    isnan;

    /// Whether each element is infinite.
    ///
    /// >>> xp.isinf(xp.asarray([1.0, xp.inf]))
    /// Tensor([false,  true])
    isinf;

    /// Whether each element is neither infinite nor NaN.
    ///
    /// >>> xp.isfinite(xp.asarray([1.0, xp.nan]))
    /// Tensor([ true, false])
    isfinite;

    /// Whether the sign of each element is minus, of zeros and NaN too.
    ///
    /// >>> xp.signbit(xp.asarray([0.0, -0.0]))
    /// Tensor([false,  true])
    signbit;

    /// The conjugate of each element; real numbers stay.
    ///
    /// >>> xp.conj(xp.asarray([1 + 2j]))
    /// Tensor([1.0-2.0j])
    conj;

    /// The real part of each element.
    ///
    /// >>> xp.real(xp.asarray([1 + 2j]))
    /// Tensor([1.0])
    real;

    /// The imaginary part of each element; of real numbers 0.
    ///
    /// >>> xp.imag(xp.asarray([1 + 2j]))
    /// Tensor([2.0])
    imag;
}

composed! {
    /// Whether each element is the positive infinity.
    ///
    /// >>> xp.isposinf(xp.asarray([xp.inf, -xp.inf, 1.0]))
    /// Tensor([ true, false, false])
    isposinf;

    /// Whether each element is the negative infinity.
    ///
    /// >>> xp.isneginf(xp.asarray([xp.inf, -xp.inf, 1.0]))
    /// Tensor([false,  true, false])
    isneginf;

    /// Whether the imaginary part of each element is 0, as that of every real number is.
    ///
    /// >>> xp.isreal(xp.asarray([1 + 0j, 2j]))
    /// Tensor([ true, false])
    isreal;

    /// Whether the imaginary part of each element is another than 0.
    ///
    /// >>> xp.iscomplex(xp.asarray([1 + 0j, 2j]))
    /// Tensor([false,  true])
    iscomplex;

    /// The angle of each number in the complex plane in radians, from -π to π; of a real number 0 or π.
    ///
    /// >>> xp.angle(xp.asarray([2j, -1.0]))
    /// Tensor([1.57079633, 3.14159265])
    angle;

    /// `sin(pi * x) / (pi * x)` for each element, and 1 for 0.
    ///
    /// >>> xp.sinc(xp.asarray([0.0, 0.5]))
    /// Tensor([1.00000000, 0.63661977])
    sinc;
}
