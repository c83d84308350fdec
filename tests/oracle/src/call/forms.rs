//! Elementwise functions in their other forms: into a tensor that exists, lazy, as Rust's operators, beside a number.

use lunette::{DynTensor, Order, Result};

use super::options::Options;
use super::{Answer, results};

/// The result of a form of a function; none if the function does not have it.
pub fn call(form: &str, name: &str, args: &[DynTensor], with: &Options) -> Answer {
    match (form, args) {
        ("into", [x]) => unary_into(name, x),
        ("into", [x, y]) => binary_into(name, x, y),
        ("lazy", [x]) => unary_lazy(name, x),
        ("lazy", [x, y]) => binary_lazy(name, x, y),
        ("lazy", [x, y, z]) => ternary_lazy(name, x, y, z),
        ("operator", [x, y]) => operator(name, x, y),
        ("assign", [x, y]) => assign(name, x, y),
        ("weak", [x]) => match with.scalar("scalar") {
            lunette::Scalar::I64(number) => beside(name, x, number),
            lunette::Scalar::F64(number) => beside(name, x, number),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

fn ternary_lazy(name: &str, x: &DynTensor, y: &DynTensor, z: &DynTensor) -> Answer {
    match name {
        "where" => results!(x.lazy().where_(y, z.lazy()).eval()?),
        "clip" => results!(x.lazy().clip(y, z.lazy()).eval()?),
        _ => Ok(None),
    }
}

/// A tensor like the result, in another order and full of something else.
fn room(like: &DynTensor) -> Result<DynTensor> {
    DynTensor::ones_of(like.dtype(), like.shape())?.copy_in(Order::F)
}

/// Matches a name with the methods that have it; the second writes into a tensor, for which `$into_args` ends.
macro_rules! into_methods {
    ($name:expr, $x:ident $args:tt, $out:ident $into_args:tt; $($method:ident $into:ident)*) => {
        match $name {
            $(stringify!($method) => {
                let $out = room(&$x.$method $args?.into_dyn())?;
                $x.$into $into_args?;
                results!($out)
            })*
            _ => Ok(None),
        }
    };
}

fn unary_into(name: &str, x: &DynTensor) -> Answer {
    into_methods! { name, x(), out(&out);
        negative negative_into positive positive_into abs abs_into sign sign_into square square_into sqrt sqrt_into
        reciprocal reciprocal_into exp exp_into exp2 exp2_into expm1 expm1_into log log_into log1p log1p_into
        log2 log2_into log10 log10_into sin sin_into cos cos_into tan tan_into asin asin_into acos acos_into
        atan atan_into sinh sinh_into cosh cosh_into tanh tanh_into asinh asinh_into acosh acosh_into
        atanh atanh_into erf erf_into erfc erfc_into gamma gamma_into lgamma lgamma_into sigmoid sigmoid_into cbrt cbrt_into deg2rad deg2rad_into rad2deg rad2deg_into floor floor_into ceil ceil_into trunc trunc_into round round_into
        bitwise_invert bitwise_invert_into logical_not logical_not_into isnan isnan_into isinf isinf_into
        isfinite isfinite_into signbit signbit_into conj conj_into real real_into imag imag_into
    }
}

fn binary_into(name: &str, x: &DynTensor, y: &DynTensor) -> Answer {
    into_methods! { name, x(y), out(y, &out);
        add add_into subtract subtract_into multiply multiply_into divide divide_into
        floor_divide floor_divide_into remainder remainder_into fmod fmod_into gcd gcd_into lcm lcm_into pow pow_into atan2 atan2_into hypot hypot_into
        logaddexp logaddexp_into maximum maximum_into minimum minimum_into fmax fmax_into fmin fmin_into copysign copysign_into
        nextafter nextafter_into equal equal_into not_equal not_equal_into less less_into
        less_equal less_equal_into greater greater_into greater_equal greater_equal_into
        bitwise_and bitwise_and_into bitwise_or bitwise_or_into bitwise_xor bitwise_xor_into
        bitwise_left_shift bitwise_left_shift_into bitwise_right_shift bitwise_right_shift_into
        logical_and logical_and_into logical_or logical_or_into logical_xor logical_xor_into
    }
}

/// Matches a name with the methods of expressions that have it; another step comes before it, so that there are two.
macro_rules! lazy_methods {
    ($name:expr, $x:ident $args:tt; $($method:ident)*) => {
        match $name {
            $(stringify!($method) => results!($x.lazy().$method $args.eval()?),)*
            _ => Ok(None),
        }
    };
}

fn unary_lazy(name: &str, x: &DynTensor) -> Answer {
    lazy_methods! { name, x();
        negative positive abs sign square sqrt reciprocal exp exp2 expm1 log log1p log2 log10 sin cos tan asin acos atan
        sinh cosh tanh asinh acosh atanh erf erfc gamma lgamma sigmoid cbrt deg2rad rad2deg floor ceil trunc round bitwise_invert logical_not isnan isinf isfinite signbit
        conj real imag
    }
}

fn binary_lazy(name: &str, x: &DynTensor, y: &DynTensor) -> Answer {
    lazy_methods! { name, x(y);
        add subtract multiply divide floor_divide remainder fmod gcd lcm pow atan2 hypot logaddexp maximum minimum fmax fmin
        copysign nextafter
        equal not_equal less less_equal greater greater_equal bitwise_and bitwise_or bitwise_xor bitwise_left_shift
        bitwise_right_shift logical_and logical_or logical_xor
    }
}

fn operator(name: &str, x: &DynTensor, y: &DynTensor) -> Answer {
    results!(match name {
        "add" => x + y,
        "subtract" => x - y,
        "multiply" => x * y,
        "cut_divide" => x / y,
        "cut_remainder" => x % y,
        "bitwise_and" => x & y,
        "bitwise_or" => x | y,
        "bitwise_xor" => x ^ y,
        "bitwise_left_shift" => x << y,
        "bitwise_right_shift" => x >> y,
        _ => return Ok(None),
    })
}

fn assign(name: &str, x: &DynTensor, y: &DynTensor) -> Answer {
    let mut x = x.copy()?;
    match name {
        "add" => x += y,
        "subtract" => x -= y,
        "multiply" => x *= y,
        "cut_divide" => x /= y,
        "cut_remainder" => x %= y,
        "bitwise_and" => x &= y,
        "bitwise_or" => x |= y,
        "bitwise_xor" => x ^= y,
        "bitwise_left_shift" => x <<= y,
        "bitwise_right_shift" => x >>= y,
        _ => return Ok(None),
    }
    results!(x)
}

fn beside<S: lunette::tensor::Operand<lunette::Dyn, Output = lunette::Dyn> + Copy>(
    name: &str,
    x: &DynTensor,
    number: S,
) -> Answer {
    macro_rules! methods {
        ($($method:ident)*) => {
            match name {
                $(stringify!($method) => results!(x.$method(number)?),)*
                _ => Ok(None),
            }
        };
    }
    methods! {
        add subtract multiply divide floor_divide remainder fmod gcd lcm pow atan2 hypot logaddexp maximum minimum fmax fmin
        copysign equal
        not_equal less less_equal greater greater_equal bitwise_and bitwise_or bitwise_xor
    }
}
