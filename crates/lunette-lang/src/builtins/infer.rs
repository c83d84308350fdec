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
        /// What to write, where it is known.
        cure: Option<String>,
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
    DType(Refusal),
    /// The library says that the shapes, ranks or axes do not fit.
    Shape(Refusal),
    /// Any other reason for which the call fails whenever it runs.
    Value(Refusal),
}

/// Why a call fails, in the words of the library.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The number of the parameter whose argument is at fault, where it is one alone.
    pub param: Option<usize>,
    /// What is wrong.
    pub words: String,
    /// What to write, where it is known.
    pub cure: Option<String>,
}

impl Mistake {
    /// Shapes do not fit.
    pub(super) fn shape(param: impl Into<Option<usize>>, words: impl Into<String>) -> Self {
        Self::Shape(Refusal { param: param.into(), words: words.into(), cure: None })
    }

    /// The function is not there for the dtype of an argument.
    pub(super) fn dtype(param: usize, words: impl Into<String>) -> Self {
        Self::DType(Refusal { param: Some(param), words: words.into(), cure: None })
    }

    /// A value is one that never works.
    pub(super) fn value(param: impl Into<Option<usize>>, words: impl Into<String>) -> Self {
        Self::Value(Refusal { param: param.into(), words: words.into(), cure: None })
    }

    /// An argument is of another type than the parameter takes.
    pub(super) fn ty(param: usize, words: impl Into<String>) -> Self {
        Self::Type { param, words: words.into(), cure: None }
    }

    /// The same with what to write instead, if there is something.
    pub(super) fn cured(mut self, by: Option<String>) -> Self {
        match &mut self {
            _ if by.is_none() => {}
            Self::NotConstant { cure, .. } => *cure = by.unwrap_or_default(),
            Self::Type { cure, .. } => *cure = by,
            Self::DType(refusal) | Self::Shape(refusal) | Self::Value(refusal) => refusal.cure = by,
            Self::Missing { .. } => {}
        }
        self
    }

    /// The same, with the argument of this parameter at fault.
    pub(super) fn at(mut self, at: usize) -> Self {
        if let Self::DType(refusal) | Self::Shape(refusal) | Self::Value(refusal) = &mut self {
            refusal.param = Some(at);
        }
        self
    }

    /// The number of the parameter whose argument is at fault, where it is one alone.
    pub fn param(&self) -> Option<usize> {
        match self {
            Self::Missing { param, .. } | Self::Type { param, .. } | Self::NotConstant { param, .. } => {
                Some(*param)
            }
            Self::DType(refusal) | Self::Shape(refusal) | Self::Value(refusal) => refusal.param,
        }
    }

    /// What to write instead, where it is not part of the words.
    pub fn cure(&self) -> Option<&str> {
        match self {
            Self::NotConstant { cure, .. } => Some(cure),
            Self::Type { cure, .. } => cure.as_deref(),
            Self::DType(refusal) | Self::Shape(refusal) | Self::Value(refusal) => refusal.cure.as_deref(),
            Self::Missing { .. } => None,
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { words, .. } | Self::Type { words, .. } | Self::NotConstant { words, .. } => {
                f.write_str(words)
            }
            Self::DType(refusal) | Self::Shape(refusal) | Self::Value(refusal) => f.write_str(&refusal.words),
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
        let inferred = probe.check().and_then(|()| inferred(&probe, args));
        inferred.map_err(|mistake| {
            let meant = twin_meant(&probe, &mistake);
            mistake.cured(meant)
        })
    }

    /// Whether a call could be right of whose arguments some have a type that is not known, as where nobody calls the
    /// function that it stands in.
    ///
    /// # Errors
    /// If an argument is missing, or one whose type is known is of another than its parameter takes.
    pub fn check_known(&'static self, args: &[Option<Argument>]) -> Result<(), Mistake> {
        Probe::new(self, args).check_known()
    }

    /// What the function argument of a call will be called with; none for functions that take none.
    pub fn callback(&'static self, args: &[Option<Argument>]) -> Option<Callback> {
        let probe = Probe::new(self, args);
        let (rule, param) = (self.callback?, probe.function_param()?);
        // A number that does not fit is a mistake of the call, and `infer` will say so.
        let constants = weak::settle(&probe).unwrap_or_default();
        let params = match settled(args, &constants) {
            Some(args) => rule(&Probe::new(self, &args)),
            None => rule(&probe),
        };
        Some(Callback { param, params })
    }
}

fn inferred(probe: &Probe<'_>, args: &[Option<Argument>]) -> Result<Inferred, Mistake> {
    let constants = weak::settle(probe)?;
    let ty = match settled(args, &constants) {
        Some(args) => result(&Probe::new(probe.row(), &args))?,
        None => result(probe)?,
    };
    Ok(Inferred { ty, constants })
}

/// `max(a, b)` of two operands where `maximum` is meant: the second is no axis, or the first has none.
fn twin_meant(probe: &Probe<'_>, mistake: &Mistake) -> Option<String> {
    let (twin, axis) = (probe.row().twin?, probe.param("axis")?);
    let is_operand = matches!(mistake, Mistake::Type { .. }) || probe.rank(0) == Some(0);
    let is_meant = mistake.param() == Some(axis) && is_operand && probe.dtype(axis).is_some();
    is_meant.then(|| format!("of two values, element by element: `{twin}(x, y)`"))
}

/// The arguments with these constants in place of what they were; none where nothing changes.
fn settled(args: &[Option<Argument>], constants: &[(usize, Value)]) -> Option<Vec<Option<Argument>>> {
    let mut settled = (!constants.is_empty()).then(|| args.to_vec())?;
    for (k, value) in constants {
        if let Some(arg) = settled.get_mut(*k) {
            *arg = Some(Argument { ty: value.ty(), constant: Some(value.clone()), weak: false });
        }
    }
    Some(settled)
}

fn result(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let row = probe.row();
    let ty = match row.rule {
        Rule::Own(rule) => rule(probe)?,
        Rule::Run => outcome::of_miniatures(probe)?.erased(),
    };
    (row.sizes)(probe, ty)
}
