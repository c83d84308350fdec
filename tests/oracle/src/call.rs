//! Calls of functions as `compute.py` writes them.

use lunette::{DynTensor, Result, where_};
use serde::Deserialize;

use crate::case::{Step, Tensor, through};

/// A function by its name, its tensors, and what else it takes.
#[derive(Deserialize)]
pub struct Call {
    pub call: String,
    pub args: Vec<Arg>,
}

/// A tensor and the views on it.
#[derive(Deserialize)]
pub struct Arg {
    base: Tensor,
    views: Vec<Step>,
}

impl Call {
    /// The result; none if no function has the name.
    pub fn run(&self) -> Result<Option<DynTensor>> {
        let args: Vec<DynTensor> =
            self.args.iter().map(|arg| through(&arg.base.build()?, &arg.views)).collect::<Result<_>>()?;
        match &args[..] {
            [x] => unary(&self.call, x),
            [x, y] => binary(&self.call, x, y),
            [x, y, z] => ternary(&self.call, x, y, z),
            _ => Ok(None),
        }
    }
}

/// Matches a name with the methods that have it; `$args` are what they take, in parentheses.
macro_rules! methods {
    ($name:expr, $x:ident $args:tt; $($method:ident)*) => {
        match $name {
            $(stringify!($method) => Ok(Some($x.$method $args?.into_dyn())),)*
            _ => Ok(None),
        }
    };
}

fn unary(name: &str, x: &DynTensor) -> Result<Option<DynTensor>> {
    methods! { name, x();
        negative abs sign square sqrt reciprocal exp exp2 expm1 log log1p log2 log10 sin cos tan asin acos atan sinh cosh
        tanh asinh acosh atanh floor ceil trunc round bitwise_invert logical_not isnan isinf isfinite signbit conj real
        imag
    }
}

fn binary(name: &str, x: &DynTensor, y: &DynTensor) -> Result<Option<DynTensor>> {
    methods! { name, x(y);
        add subtract multiply divide floor_divide remainder pow atan2 hypot logaddexp maximum minimum copysign nextafter
        equal not_equal less less_equal greater greater_equal bitwise_and bitwise_or bitwise_xor bitwise_left_shift
        bitwise_right_shift logical_and logical_or logical_xor matmul
    }
}

fn ternary(name: &str, x: &DynTensor, y: &DynTensor, z: &DynTensor) -> Result<Option<DynTensor>> {
    match name {
        "where" => Ok(Some(where_(x, y, z)?)),
        "clip" => Ok(Some(x.clip(y, z)?)),
        _ => Ok(None),
    }
}
