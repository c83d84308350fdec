//! The type of a call before anything runs: the library is asked, on miniatures of the arguments.

use std::fmt;

use super::probe::Probe;
use super::row::{Builtin, Rule};
use super::{outcome, weak};
use crate::types::Type;
use crate::value::Value;

/// What the checker knows of an argument.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Its type.
    pub ty: Type,
    /// Its value, where it is a constant.
    pub constant: Option<Value>,
    /// Whether it is an unsuffixed number, which takes the dtype of what stands beside it (R28).
    pub weak: bool,
}

/// What is known of a call.
#[derive(Clone, Debug)]
pub struct Inferred {
    /// The type of the result.
    pub ty: Type,
    /// Weak constants in the dtype that they take: the number of the parameter, and the value to pass there.
    pub constants: Vec<(usize, Value)>,
}

/// What a function parameter is called with.
#[derive(Clone, Debug)]
pub struct Callback {
    /// The number of the parameter that takes the function.
    pub param: usize,
    /// The types of the arguments that it is called with.
    pub params: Vec<Type>,
}

/// What is wrong with a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Mistake {
    /// An argument is missing.
    Missing {
        /// The number of the parameter.
        param: usize,
        /// The function and its parameter.
        words: String,
    },
    /// An argument is of a type that the parameter does not take.
    Type {
        /// The number of the parameter.
        param: usize,
        /// Both types.
        words: String,
    },
    /// An argument decides the type of the result and is no constant.
    NotConstant {
        /// The number of the parameter.
        param: usize,
        /// The function and its parameter.
        words: String,
        /// What to write.
        cure: String,
    },
    /// The library has no such operation for these dtypes.
    DType(String),
    /// The library says that the shapes, ranks or axes do not fit.
    Shape(String),
    /// Any other reason for which the call fails whenever it runs.
    Value(String),
}

impl Mistake {
    /// The number of the parameter whose argument is at fault, where it is one alone.
    pub fn param(&self) -> Option<usize> {
        match self {
            Self::Missing { param, .. } | Self::Type { param, .. } | Self::NotConstant { param, .. } => {
                Some(*param)
            }
            Self::DType(_) | Self::Shape(_) | Self::Value(_) => None,
        }
    }

    /// What to write instead, where it is not part of the words.
    pub fn cure(&self) -> Option<&str> {
        match self {
            Self::NotConstant { cure, .. } => Some(cure),
            _ => None,
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { words, .. }
            | Self::Type { words, .. }
            | Self::NotConstant { words, .. }
            | Self::DType(words)
            | Self::Shape(words)
            | Self::Value(words) => f.write_str(words),
        }
    }
}

impl Builtin {
    /// The type of the result for these arguments: one for each parameter, `None` where the default counts.
    ///
    /// A function argument has a type with parameters and result ([`Type::Fun`]): [`callback`](Self::callback) says
    /// which arguments it will get.
    ///
    /// # Errors
    /// If the call would fail whatever the values of its arguments are, or if its type is not known before it runs.
    pub fn infer(&'static self, args: &[Option<Argument>]) -> Result<Inferred, Mistake> {
        let probe = Probe::new(self, args);
        if probe.is_unknown() {
            return Ok(Inferred { ty: Type::Unknown, constants: Vec::new() });
        }
        probe.check()?;
        let constants = weak::settle(&probe)?;
        if constants.is_empty() {
            return Ok(Inferred { ty: result(&probe)?, constants });
        }
        let mut settled = args.to_vec();
        for (k, value) in &constants {
            settled[*k] = Some(Argument { ty: value.ty(), constant: Some(value.clone()), weak: false });
        }
        Ok(Inferred { ty: result(&Probe::new(self, &settled))?, constants })
    }

    /// What the function argument of a call will be called with; none for functions that take none.
    ///
    /// # Errors
    /// If the other arguments do not say it.
    pub fn callback(&'static self, args: &[Option<Argument>]) -> Result<Option<Callback>, Mistake> {
        let Some(callback) = self.callback else { return Ok(None) };
        let probe = Probe::new(self, args);
        let param = probe.function_param();
        Ok(param.map(|param| Ok(Callback { param, params: callback(&probe)? })).transpose()?)
    }
}

fn result(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let row = probe.row();
    let ty = match row.rule {
        Rule::Own(rule) => rule(probe)?,
        Rule::Run => outcome::of_miniatures(probe)?.erased(),
    };
    (row.sizes)(probe, ty)
}
