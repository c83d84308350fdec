//! The table of elementwise operations: one row makes the methods of tensors and those of lazy expressions.
//!
//! A row is the method's name, the name of its `_into` form, the operation, the kind of the result, what it is, and an
//! example. What stands behind the macro's name is handed to it before the rows.

/// Calls a macro with all operations of two operands.
macro_rules! binary_table {
    ($methods:ident $($head:tt)*) => {
        $methods! {
            $($head)*
            add add_into Add -> R::Output,
                "`self + right`; integers wrap round, bools give \"or\"",
                "assert_eq!(tensor![[1], [2]].add(&tensor![10, 20])?, tensor![[11, 21], [12, 22]]);";
            subtract subtract_into Subtract -> R::Output,
                "`self - right`; integers wrap round",
                "assert_eq!(tensor![1, 2].subtract(3)?, tensor![-2, -1]);";
            multiply multiply_into Multiply -> R::Output,
                "`self * right`; integers wrap round, bools give \"and\"",
                "assert_eq!(tensor![1.5, 2.0].multiply(&tensor![2, 4])?, tensor![3.0, 8.0]);";
            divide divide_into Divide -> <R::Output as Kind>::Float,
                "The true quotient: integers give `f64`",
                "assert_eq!(tensor![1, 2].divide(&tensor![2, 4])?, tensor![0.5, 0.5]);";
            floor_divide floor_divide_into FloorDivide -> R::Output,
                "The quotient rounded down; of a finite float and an infinite one it is a zero, as the Array API says",
                "assert_eq!(tensor![7, -7].floor_divide(2)?, tensor![3, -4]);";
            remainder remainder_into Remainder -> R::Output,
                "What `floor_divide` leaves, with the sign of `right`, as Python's `%`",
                "assert_eq!(tensor![7, -7].remainder(3)?, tensor![1, 2]);";
            fmod fmod_into CutRemainder -> R::Output,
                "What a quotient cut toward zero leaves, with the sign of `self`, as C's `fmod` and Rust's `%`",
                "assert_eq!(tensor![7, -7].fmod(3)?, tensor![1, -1]);";
            gcd gcd_into Gcd -> R::Output,
                "The greatest common divisor of integers; that of a number and 0 is the number without its sign, \
                 which wraps round for the least number of a signed dtype",
                "assert_eq!(tensor![12, -18, 0].gcd(8)?, tensor![4, 2, 8]);";
            lcm lcm_into Lcm -> R::Output,
                "The least common multiple of integers; 0 if one is 0",
                "assert_eq!(tensor![4, -6, 0].lcm(10)?, tensor![20, 30, 0]);";
            pow pow_into Pow -> R::Output,
                "`self` to the power of `right`; integers wrap round, and have no negative powers",
                "assert_eq!(tensor![2, 3].pow(&tensor![10, 2])?, tensor![1024, 9]);";
            atan2 atan2_into Atan2 -> <R::Output as Kind>::Float,
                "The angle of the point (`right`, `self`), from -π to π",
                "assert_eq!(tensor![0.0].atan2(-1.0)?, tensor![std::f64::consts::PI]);";
            hypot hypot_into Hypot -> <R::Output as Kind>::Float,
                "The length of the vector (`self`, `right`), without overflow on the way",
                "assert_eq!(tensor![3.0].hypot(4.0)?, tensor![5.0]);";
            logaddexp logaddexp_into LogAddExp -> <R::Output as Kind>::Float,
                "`log(exp(self) + exp(right))`, without overflow on the way",
                "assert_eq!(tensor![f64::NEG_INFINITY].logaddexp(3.0)?, tensor![3.0]);";
            maximum maximum_into Maximum -> R::Output,
                "The greater of two; NaN wins over every number",
                "assert_eq!(tensor![1, 5].maximum(3)?, tensor![3, 5]);";
            minimum minimum_into Minimum -> R::Output,
                "The less of two; NaN wins over every number",
                "assert_eq!(tensor![1, 5].minimum(3)?, tensor![1, 3]);";
            fmax fmax_into Fmax -> R::Output,
                "The greater of two; every number wins over NaN",
                "assert_eq!(tensor![1.0, f64::NAN].fmax(0.5)?, tensor![1.0, 0.5]);";
            fmin fmin_into Fmin -> R::Output,
                "The less of two; every number wins over NaN",
                "assert_eq!(tensor![1.0, f64::NAN].fmin(0.5)?, tensor![0.5, 0.5]);";
            copysign copysign_into CopySign -> <R::Output as Kind>::Float,
                "The magnitude of `self` with the sign of `right`",
                "assert_eq!(tensor![1.0, -2.0].copysign(-0.0)?, tensor![-1.0, -2.0]);";
            nextafter nextafter_into NextAfter -> <R::Output as Kind>::Float,
                "The next float on the way from `self` to `right`",
                "assert_eq!(tensor![1.0].nextafter(2.0)?, tensor![1.0 + f64::EPSILON]);";
            equal equal_into Equal -> bool,
                "Whether both are equal; NaN equals nothing",
                "assert_eq!(tensor![1, 2].equal(&tensor![1, 3])?, tensor![true, false]);";
            not_equal not_equal_into NotEqual -> bool,
                "Whether both differ; NaN differs from everything",
                "assert_eq!(tensor![1, 2].not_equal(1)?, tensor![false, true]);";
            less less_into Less -> bool,
                "Whether `self` is less",
                "assert_eq!(tensor![1, 2].less(2)?, tensor![true, false]);";
            less_equal less_equal_into LessEqual -> bool,
                "Whether `self` is less or equal",
                "assert_eq!(tensor![1, 2, 3].less_equal(2)?, tensor![true, true, false]);";
            greater greater_into Greater -> bool,
                "Whether `self` is greater",
                "let x = tensor![1, 5, 3];\nassert_eq!(x.load(s![&x.greater(2)?])?, tensor![5, 3]);";
            greater_equal greater_equal_into GreaterEqual -> bool,
                "Whether `self` is greater or equal",
                "assert_eq!(tensor![1, 2, 3].greater_equal(2)?, tensor![false, true, true]);";
            bitwise_and bitwise_and_into BitwiseAnd -> R::Output,
                "The bits that both have",
                "assert_eq!(tensor![6, 5].bitwise_and(3)?, tensor![2, 1]);";
            bitwise_or bitwise_or_into BitwiseOr -> R::Output,
                "The bits that one has",
                "assert_eq!(tensor![6, 5].bitwise_or(3)?, tensor![7, 7]);";
            bitwise_xor bitwise_xor_into BitwiseXor -> R::Output,
                "The bits that just one has",
                "assert_eq!(tensor![6, 5].bitwise_xor(3)?, tensor![5, 6]);";
            bitwise_left_shift bitwise_left_shift_into LeftShift -> R::Output,
                "Bits moved up; past the width nothing is left",
                "assert_eq!(tensor![1, 3].bitwise_left_shift(2)?, tensor![4, 12]);";
            bitwise_right_shift bitwise_right_shift_into RightShift -> R::Output,
                "Bits moved down, the sign filling up: a division by a power of two, rounded down",
                "assert_eq!(tensor![4, -3].bitwise_right_shift(1)?, tensor![2, -2]);";
            logical_and logical_and_into LogicalAnd -> bool,
                "Whether both are true, or not zero",
                "assert_eq!(tensor![2, 0].logical_and(1)?, tensor![true, false]);";
            logical_or logical_or_into LogicalOr -> bool,
                "Whether one is true, or not zero",
                "assert_eq!(tensor![2, 0].logical_or(0)?, tensor![true, false]);";
            logical_xor logical_xor_into LogicalXor -> bool,
                "Whether just one is true, or not zero",
                "assert_eq!(tensor![2, 0].logical_xor(1)?, tensor![false, true]);";
        }
    };
}

/// Calls a macro with all operations of one operand.
macro_rules! unary_table {
    ($methods:ident $($head:tt)*) => {
        $methods! {
            $($head)*
            negative negative_into Negative -> K,
                "`-self`; integers wrap round",
                "assert_eq!(tensor![1, -2].negative()?, tensor![-1, 2]);";
            positive positive_into Positive -> K,
                "`+self`: the same numbers, a copy",
                "assert_eq!(tensor![1, -2].positive()?, tensor![1, -2]);";
            abs abs_into Abs -> K::Real,
                "The absolute value; of a complex number its length",
                "assert_eq!(tensor![-1.5, 2.0].abs()?, tensor![1.5, 2.0]);";
            sign sign_into Sign -> K,
                "-1, 0 or 1; NaN stays",
                "assert_eq!(tensor![-3, 0, 2].sign()?, tensor![-1, 0, 1]);";
            square square_into Square -> K,
                "The square",
                "assert_eq!(tensor![3, -2].square()?, tensor![9, 4]);";
            sqrt sqrt_into Sqrt -> K::Float,
                "The square root; NaN for negative numbers",
                "assert_eq!(tensor![4, 9].sqrt()?, tensor![2.0, 3.0]);";
            reciprocal reciprocal_into Reciprocal -> K::Float,
                "`1 / self`",
                "assert_eq!(tensor![4.0, 0.5].reciprocal()?, tensor![0.25, 2.0]);";
            exp exp_into Exp -> K::Float,
                "`e` to the power of it",
                "assert_eq!(tensor![0.0].exp()?, tensor![1.0]);";
            exp2 exp2_into Exp2 -> K::Float,
                "2 to the power of it",
                "assert_eq!(tensor![3.0].exp2()?, tensor![8.0]);";
            expm1 expm1_into Expm1 -> K::Float,
                "`exp(x) - 1`, accurate near 0",
                "assert_eq!(tensor![1e-20].expm1()?, tensor![1e-20]);";
            log log_into Log -> K::Float,
                "The natural logarithm",
                "assert_eq!(tensor![1.0].log()?, tensor![0.0]);";
            log1p log1p_into Log1p -> K::Float,
                "The natural logarithm of `1 + x`, accurate near 0",
                "assert_eq!(tensor![1e-20].log1p()?, tensor![1e-20]);";
            log2 log2_into Log2 -> K::Float,
                "The logarithm to the base 2",
                "assert_eq!(tensor![8, 2].log2()?, tensor![3.0, 1.0]);";
            log10 log10_into Log10 -> K::Float,
                "The logarithm to the base 10",
                "assert_eq!(tensor![1000.0].log10()?, tensor![3.0]);";
            sin sin_into Sin -> K::Float,
                "The sine of an angle in radians",
                "assert_eq!(tensor![0.0].sin()?, tensor![0.0]);";
            cos cos_into Cos -> K::Float,
                "The cosine of an angle in radians",
                "assert_eq!(tensor![0.0].cos()?, tensor![1.0]);";
            tan tan_into Tan -> K::Float,
                "The tangent of an angle in radians",
                "assert_eq!(tensor![0.0].tan()?, tensor![0.0]);";
            asin asin_into Asin -> K::Float,
                "The angle whose sine it is",
                "assert_eq!(tensor![0.0].asin()?, tensor![0.0]);";
            acos acos_into Acos -> K::Float,
                "The angle whose cosine it is",
                "assert_eq!(tensor![1.0].acos()?, tensor![0.0]);";
            atan atan_into Atan -> K::Float,
                "The angle whose tangent it is",
                "assert_eq!(tensor![0.0].atan()?, tensor![0.0]);";
            sinh sinh_into Sinh -> K::Float,
                "The hyperbolic sine",
                "assert_eq!(tensor![0.0].sinh()?, tensor![0.0]);";
            cosh cosh_into Cosh -> K::Float,
                "The hyperbolic cosine",
                "assert_eq!(tensor![0.0].cosh()?, tensor![1.0]);";
            tanh tanh_into Tanh -> K::Float,
                "The hyperbolic tangent",
                "assert_eq!(tensor![0.0, 99.0].tanh()?, tensor![0.0, 1.0]);";
            asinh asinh_into Asinh -> K::Float,
                "The inverse of the hyperbolic sine",
                "assert_eq!(tensor![0.0].asinh()?, tensor![0.0]);";
            acosh acosh_into Acosh -> K::Float,
                "The inverse of the hyperbolic cosine",
                "assert_eq!(tensor![1.0].acosh()?, tensor![0.0]);";
            atanh atanh_into Atanh -> K::Float,
                "The inverse of the hyperbolic tangent",
                "assert_eq!(tensor![0.0].atanh()?, tensor![0.0]);";
            erf erf_into Erf -> K::Float,
                "The error function: the share of a normal distribution within `x` times √2 standard deviations",
                "assert_eq!(tensor![0.0, 9.0].erf()?, tensor![0.0, 1.0]);";
            erfc erfc_into Erfc -> K::Float,
                "`1 - erf(x)`, accurate where that is small",
                "assert_eq!(tensor![0.0, 30.0].erfc()?, tensor![1.0, 0.0]);";
            gamma gamma_into Gamma -> K::Float,
                "The gamma function, which is `(x - 1)!` for whole numbers; within 6 units in the last place",
                "assert_eq!(tensor![1.0, 5.0].gamma()?, tensor![1.0, 24.0]);";
            lgamma lgamma_into Lgamma -> K::Float,
                "The logarithm of the gamma function's absolute value, also where that overflows",
                "assert_eq!(tensor![1.0, 2.0].lgamma()?, tensor![0.0, 0.0]);";
            sigmoid sigmoid_into Sigmoid -> K::Float,
                "`1 / (1 + exp(-x))`, without overflow on the way",
                "assert_eq!(tensor![0.0, 1000.0].sigmoid()?, tensor![0.5, 1.0]);";
            cbrt cbrt_into Cbrt -> K::Float,
                "The cube root, with the sign of the number",
                "assert_eq!(tensor![27.0, -8.0].cbrt()?, tensor![3.0, -2.0]);";
            deg2rad deg2rad_into Deg2Rad -> K::Float,
                "An angle in degrees as one in radians",
                "assert_eq!(tensor![180.0].deg2rad()?, tensor![std::f64::consts::PI]);";
            rad2deg rad2deg_into Rad2Deg -> K::Float,
                "An angle in radians as one in degrees",
                "assert_eq!(tensor![std::f64::consts::PI].rad2deg()?, tensor![180.0]);";
            floor floor_into Floor -> K,
                "The greatest whole number not above",
                "assert_eq!(tensor![1.5, -1.5].floor()?, tensor![1.0, -2.0]);";
            ceil ceil_into Ceil -> K,
                "The least whole number not below",
                "assert_eq!(tensor![1.5, -1.5].ceil()?, tensor![2.0, -1.0]);";
            trunc trunc_into Trunc -> K,
                "The whole number cut toward zero",
                "assert_eq!(tensor![1.5, -1.5].trunc()?, tensor![1.0, -1.0]);";
            round round_into Round -> K,
                "The nearest whole number, halves to the even one",
                "assert_eq!(tensor![0.5, 1.5, -1.2].round()?, tensor![0.0, 2.0, -1.0]);";
            bitwise_invert bitwise_invert_into BitwiseInvert -> K,
                "All bits changed; of a bool the other one",
                "assert_eq!(tensor![0, 5].bitwise_invert()?, tensor![-1, -6]);";
            logical_not logical_not_into LogicalNot -> bool,
                "Whether it is false, or zero",
                "assert_eq!(tensor![0, 5].logical_not()?, tensor![true, false]);";
            isnan isnan_into IsNan -> bool,
                "Whether it is not a number",
                "assert_eq!(tensor![1.0, f64::NAN].isnan()?, tensor![false, true]);";
            isinf isinf_into IsInf -> bool,
                "Whether it is infinite",
                "assert_eq!(tensor![1.0, f64::INFINITY].isinf()?, tensor![false, true]);";
            isfinite isfinite_into IsFinite -> bool,
                "Whether it is neither infinite nor NaN",
                "assert_eq!(tensor![1.0, f64::NAN].isfinite()?, tensor![true, false]);";
            signbit signbit_into SignBit -> bool,
                "Whether the sign is minus, of zeros and NaN too",
                "assert_eq!(tensor![0.0, -0.0].signbit()?, tensor![false, true]);";
            conj conj_into Conj -> K,
                "The conjugate; real numbers stay",
                "assert_eq!(tensor![1, 2].conj()?, tensor![1, 2]);";
            real real_into Real -> K::Real,
                "The real part",
                "assert_eq!(tensor![lunette::Complex64::new(1.0, 2.0)].real()?, tensor![1.0]);";
            imag imag_into Imag -> K::Real,
                "The imaginary part; of real numbers 0",
                "assert_eq!(tensor![lunette::Complex64::new(1.0, 2.0)].imag()?, tensor![2.0]);";
        }
    };
}

pub(in crate::tensor) use {binary_table, unary_table};
