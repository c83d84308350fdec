//! Elementwise functions.

use lunette::{DynTensor, where_};

use super::options::Options;
use super::{Answer, forms, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    if let Some(form) = with.given::<String>("form") {
        return forms::call(&form, name, args, with);
    }
    match args {
        [x] => unary(name, x),
        [x, y] => binary(name, x, y),
        [x, y, z] => ternary(name, x, y, z),
        _ => Ok(None),
    }
}

/// Matches a name with the methods that have it; `$args` are what they take, in parentheses.
macro_rules! methods {
    ($name:expr, $x:ident $args:tt; $($method:ident)*) => {
        match $name {
            $(stringify!($method) => results!($x.$method $args?),)*
            _ => Ok(None),
        }
    };
}

fn unary(name: &str, x: &DynTensor) -> Answer {
    methods! { name, x();
        negative positive abs sign square sqrt reciprocal exp exp2 expm1 log log1p log2 log10 sin cos tan asin acos atan sinh cosh
        tanh asinh acosh atanh erf erfc gamma lgamma sigmoid cbrt deg2rad rad2deg floor ceil trunc round bitwise_invert logical_not isnan isinf isfinite signbit conj real
        imag
    }
}

fn binary(name: &str, x: &DynTensor, y: &DynTensor) -> Answer {
    methods! { name, x(y);
        add subtract multiply divide floor_divide remainder fmod gcd lcm pow atan2 hypot logaddexp maximum minimum fmax fmin copysign nextafter
        equal not_equal less less_equal greater greater_equal bitwise_and bitwise_or bitwise_xor bitwise_left_shift
        bitwise_right_shift logical_and logical_or logical_xor
    }
}

fn ternary(name: &str, x: &DynTensor, y: &DynTensor, z: &DynTensor) -> Answer {
    match name {
        "where" => results!(where_(x, y, z)?),
        "clip" => results!(x.clip(y, z)?),
        _ => Ok(None),
    }
}
