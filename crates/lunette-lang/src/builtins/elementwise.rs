//! Element by element: arithmetic, powers, angles, rounding, parts of numbers.

use super::chain::{binary, unary};
use super::params::{LEFT, RIGHT, X};
use super::row::{Builtin, Family, Fuse, Native, Param, ParamKind};
use super::sizes;
use crate::value::Value;

const DECIMALS: Param = Param::new("decimals", ParamKind::Int);

pub(super) static ROWS: &[Builtin] = &[
    binary!(Elementwise, add).doc(
        "The sum of two, `x + y`; integers wrap round, bools give \"or\".",
        "add([[1], [2]], [10, 20]) // tensor((2,2), {11,21,12,22})",
    ),
    binary!(Elementwise, subtract).doc(
        "The difference of two, `x - y`; integers wrap round.",
        "subtract([1, 2], 3) // tensor((2,), {-2,-1})",
    ),
    binary!(Elementwise, multiply).doc(
        "The product of two, `x * y`; integers wrap round, bools give \"and\".",
        "multiply([1.5, 2.0], [2, 4]) // tensor((2,), {3.0,8.0})",
    ),
    binary!(Elementwise, divide).doc(
        "The true quotient, `x / y`: integers give f64.",
        "divide([1, 2], [2, 4]) // tensor((2,), {0.5,0.5})",
    ),
    binary!(Elementwise, floor_divide).doc(
        "The quotient rounded down, `x div y`. An integer divided by zero is an error.",
        "floor_divide([7, -7], 2) // tensor((2,), {3,-4})",
    ),
    binary!(Elementwise, remainder).doc(
        "What `div` leaves, `x % y`, with the sign of `y`.",
        "remainder([7, -7], 3) // tensor((2,), {1,2})",
    ),
    binary!(Elementwise, fmod).doc(
        "What a quotient cut toward zero leaves, with the sign of `x`.",
        "fmod([7, -7], 3) // tensor((2,), {1,-1})",
    ),
    Builtin::new(Family::Elementwise, "divmod", &[LEFT, RIGHT], |_, args| {
        let right = args.tensor(1)?;
        let (quotient, left_over) = args.tensor(0)?.divmod(&right)?;
        Value::all_of(vec![quotient, left_over])
    })
    .doc(
        "The quotient rounded down and what it leaves, `x div y` and `x % y`, as a tuple.",
        "divmod([7, -7], 3) // (tensor((2,), {2,-3}),tensor((2,), {1,2}))",
    )
    .sized(sizes::tried),
    binary!(Elementwise, gcd).doc(
        "The greatest common divisor of integers; that of a number and 0 is the number without its sign.",
        "gcd([12, -18, 0], 8) // tensor((3,), {4,2,8})",
    ),
    binary!(Elementwise, lcm).doc(
        "The least common multiple of integers; 0 if one is 0.",
        "lcm([4, -6, 0], 10) // tensor((3,), {20,30,0})",
    ),
    binary!(Elementwise, pow).doc(
        "The power of two, `x ** y`; integers wrap round, and have no negative powers.",
        "pow([2, 3], [10, 2]) // tensor((2,), {1024,9})",
    ),
    binary!(Elementwise, atan2).doc(
        "The angle of the point (`y`, `x`): of which `x` is the height; from -pi to pi.",
        "atan2(0.0, -1.0) == pi // true",
    ),
    binary!(Elementwise, hypot).doc(
        "The length of the vector (`x`, `y`), without overflow on the way.",
        "hypot(3.0, [4.0, 0.0]) // tensor((2,), {5.0,3.0})",
    ),
    binary!(Elementwise, logaddexp)
        .doc("`log(exp(x) + exp(y))`, without overflow on the way.", "logaddexp(-inf, 3.0) // 3.0"),
    binary!(Elementwise, maximum)
        .native(Native::Maximum)
        .doc("The greater of two; NaN wins over every number.", "maximum([1, 5], 3) // tensor((2,), {3,5})"),
    binary!(Elementwise, minimum)
        .native(Native::Minimum)
        .doc("The less of two; NaN wins over every number.", "minimum([1, 5], 3) // tensor((2,), {1,3})"),
    binary!(Elementwise, fmax).doc(
        "The greater of two; every number wins over NaN.",
        "fmax([1.0, nan], 0.5) // tensor((2,), {1.0,0.5})",
    ),
    binary!(Elementwise, fmin).doc(
        "The less of two; every number wins over NaN.",
        "fmin([1.0, nan], 0.5) // tensor((2,), {0.5,0.5})",
    ),
    binary!(Elementwise, copysign).doc(
        "The magnitude of `x` with the sign of `y`.",
        "copysign([1.0, -2.0], -0.0) // tensor((2,), {-1.0,-2.0})",
    ),
    binary!(Elementwise, nextafter)
        .doc("The next float on the way from `x` to `y`.", "nextafter(1.0, 2.0) // 1.0000000000000002"),
    unary!(Elementwise, negative).doc(
        "The number with the other sign, `-x`; integers wrap round.",
        "negative([1, -2]) // tensor((2,), {-1,2})",
    ),
    unary!(Elementwise, abs).native(Native::Abs).doc(
        "The absolute value; of a complex number its length.",
        "abs([-1.5, 2.0]) // tensor((2,), {1.5,2.0})",
    ),
    unary!(Elementwise, sign).doc("-1, 0 or 1; NaN stays.", "sign([-3, 0, 2]) // tensor((3,), {-1,0,1})"),
    unary!(Elementwise, square).doc("The square.", "square([3, -2]) // tensor((2,), {9,4})"),
    unary!(Elementwise, sqrt).native(Native::Sqrt).doc(
        "The square root; NaN for negative numbers. Integers give f64.",
        "sqrt([4, 9]) // tensor((2,), {2.0,3.0})",
    ),
    unary!(Elementwise, reciprocal)
        .doc("One divided by it, `1 / x`.", "reciprocal([4.0, 0.5]) // tensor((2,), {0.25,2.0})"),
    unary!(Elementwise, exp).doc("`e` to the power of it.", "exp(0.0) // 1.0"),
    unary!(Elementwise, exp2).doc("2 to the power of it.", "exp2([3.0, -1.0]) // tensor((2,), {8.0,0.5})"),
    unary!(Elementwise, expm1).doc("`exp(x) - 1`, accurate near 0.", "expm1(1e-20) // 1e-20"),
    unary!(Elementwise, log).doc("The natural logarithm.", "log(1.0) // 0.0"),
    unary!(Elementwise, log1p)
        .doc("The natural logarithm of `1 + x`, accurate near 0.", "log1p(1e-20) // 1e-20"),
    unary!(Elementwise, log2).doc("The logarithm to the base 2.", "log2([8, 2]) // tensor((2,), {3.0,1.0})"),
    unary!(Elementwise, log10).doc("The logarithm to the base 10.", "log10(1000.0) // 3.0"),
    unary!(Elementwise, sin).doc("The sine of an angle in radians.", "sin(0.0) // 0.0"),
    unary!(Elementwise, cos).doc("The cosine of an angle in radians.", "cos(0.0) // 1.0"),
    unary!(Elementwise, tan).doc("The tangent of an angle in radians.", "tan(0.0) // 0.0"),
    unary!(Elementwise, asin).doc("The angle whose sine it is.", "asin(0.0) // 0.0"),
    unary!(Elementwise, acos).doc("The angle whose cosine it is.", "acos(1.0) // 0.0"),
    unary!(Elementwise, atan).doc("The angle whose tangent it is.", "atan(0.0) // 0.0"),
    unary!(Elementwise, sinh).doc("The hyperbolic sine.", "sinh(0.0) // 0.0"),
    unary!(Elementwise, cosh).doc("The hyperbolic cosine.", "cosh(0.0) // 1.0"),
    unary!(Elementwise, tanh).doc("The hyperbolic tangent.", "tanh([0.0, 99.0]) // tensor((2,), {0.0,1.0})"),
    unary!(Elementwise, asinh).doc("The inverse of the hyperbolic sine.", "asinh(0.0) // 0.0"),
    unary!(Elementwise, acosh).doc("The inverse of the hyperbolic cosine.", "acosh(1.0) // 0.0"),
    unary!(Elementwise, atanh).doc("The inverse of the hyperbolic tangent.", "atanh(0.0) // 0.0"),
    unary!(Elementwise, erf).doc(
        "The error function: the share of a normal distribution within `x` times the root of 2 standard deviations.",
        "erf([0.0, 9.0]) // tensor((2,), {0.0,1.0})",
    ),
    unary!(Elementwise, erfc).doc("`1 - erf(x)`, accurate where that is small.", "erfc([0.0, 30.0]) // tensor((2,), {1.0,0.0})"),
    Builtin::new(Family::Elementwise, "tgamma", &[X], |_, args| Value::of(args.tensor(0)?.gamma()?))
        .doc(
            "The gamma function, which is `(x - 1)!` for whole numbers; `gamma` draws from a distribution.",
            "tgamma([1.0, 5.0]) // tensor((2,), {1.0,24.0})",
        )
        .sized(sizes::first),
    unary!(Elementwise, lgamma).doc(
        "The logarithm of the gamma function's absolute value, also where that overflows.",
        "lgamma([1.0, 2.0]) // tensor((2,), {0.0,0.0})",
    ),
    unary!(Elementwise, sigmoid).aliases(&["expit"]).doc(
        "`1 / (1 + exp(-x))`, without overflow on the way.",
        "sigmoid([0.0, 1000.0]) // tensor((2,), {0.5,1.0})",
    ),
    unary!(Elementwise, cbrt)
        .doc("The cube root, with the sign of the number.", "cbrt([27.0, -8.0]) // tensor((2,), {3.0,-2.0})"),
    Builtin::new(Family::Elementwise, "angle", &[X], |_, args| Value::of(args.tensor(0)?.angle()?))
        .doc(
            "The angle of a number in the complex plane, from -pi to pi; that of a real number is 0 or pi.",
            "angle([2.0, -2.0]) == [0.0, pi] // tensor((2,), {true,true})",
        )
        .sized(sizes::first),
    Builtin::new(Family::Elementwise, "sinc", &[X], |_, args| Value::of(args.tensor(0)?.sinc()?))
        .doc(
            "`sin(pi * x) / (pi * x)`, and 1 at 0.",
            "sinc([0.0, 0.5]) == [1.0, 2.0 / pi] // tensor((2,), {true,true})",
        )
        .sized(sizes::first),
    Builtin::new(Family::Elementwise, "heaviside", &[LEFT, RIGHT], |_, args| {
        Value::of(args.tensor(0)?.heaviside(&args.tensor(1)?)?)
    })
    .doc(
        "0 below zero, 1 above, and `y` at zero; NaN stays.",
        "heaviside([-1.5, 0.0, 2.0], 0.5) // tensor((3,), {0.0,0.5,1.0})",
    )
    .sized(sizes::tried),
    Builtin::new(Family::Elementwise, "modf", &[X], |_, args| {
        let (fraction, whole) = args.tensor(0)?.modf()?;
        Value::all_of(vec![fraction, whole])
    })
    .doc(
        "The fraction and the whole number of each number, both with its sign, as a tuple.",
        "modf([3.5, -1.25]) // (tensor((2,), {0.5,-0.25}),tensor((2,), {3.0,-1.0}))",
    )
    .sized(sizes::tried),
    unary!(Elementwise, deg2rad)
        .doc("An angle in degrees as one in radians.", "deg2rad(180.0) == pi // true"),
    unary!(Elementwise, rad2deg).doc("An angle in radians as one in degrees.", "rad2deg(pi) // 180.0"),
    unary!(Elementwise, floor)
        .native(Native::Floor)
        .doc("The greatest whole number not above.", "floor([1.5, -1.5]) // tensor((2,), {1.0,-2.0})"),
    unary!(Elementwise, ceil)
        .native(Native::Ceil)
        .doc("The least whole number not below.", "ceil([1.5, -1.5]) // tensor((2,), {2.0,-1.0})"),
    unary!(Elementwise, trunc)
        .native(Native::Trunc)
        .doc("The whole number cut toward zero.", "trunc([1.5, -1.5]) // tensor((2,), {1.0,-1.0})"),
    unary!(Elementwise, round).native(Native::Round).doc(
        "The nearest whole number, halves to the even one.",
        "round([0.5, 1.5, -1.2]) // tensor((3,), {0.0,2.0,-1.0})",
    ),
    Builtin::new(Family::Elementwise, "round_to", &[X, DECIMALS], |_, args| {
        let decimals = args.int(1)?.clamp(i32::MIN.into(), i32::MAX.into());
        Value::of(args.tensor(0)?.round_to(decimals as i32)?)
    })
    .doc(
        "The nearest number of so many decimals, halves to the even one; -1 rounds to tens. Integers are rounded exactly.",
        "round_to([0.125, -3.14159], 2) // tensor((2,), {0.12,-3.14})\nround_to([25, 35], -1) // tensor((2,), {20,40})",
    )
    .sized(sizes::first),
    unary!(Elementwise, conj)
        .doc("The conjugate; real numbers stay.", "conj([1 + 2j]) // tensor<complex128>((1,), {1.0-2.0j})"),
    unary!(Elementwise, real).doc("The real part.", "real([1 + 2j, 3j]) // tensor((2,), {1.0,0.0})"),
    unary!(Elementwise, imag)
        .doc("The imaginary part; of real numbers 0.", "imag([1 + 2j, 3j]) // tensor((2,), {2.0,3.0})"),
];
