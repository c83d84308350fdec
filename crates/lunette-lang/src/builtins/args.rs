//! The arguments of a call, read as what the function wants.

use std::str::FromStr;
use std::sync::Arc;

use lunette::index::{Axes, IntoAxes};
use lunette::{DType, DynTensor, Scalar};

use super::context::Failure;
use super::row::Builtin;
use crate::value::{FunValue, Text, Value};

/// The arguments of a call: one for each parameter, `None` where the default counts.
pub struct Args<'a> {
    row: &'static Builtin,
    values: &'a [Option<Value>],
}

impl<'a> Args<'a> {
    /// The arguments of a call of this function.
    pub fn new(row: &'static Builtin, values: &'a [Option<Value>]) -> Self {
        Self { row, values }
    }

    /// The argument, if one was given.
    pub(super) fn get(&self, k: usize) -> Option<&'a Value> {
        self.values.get(k).and_then(Option::as_ref)
    }

    /// The argument, which the checker has seen to be there.
    pub(super) fn value(&self, k: usize) -> Result<&'a Value, Failure> {
        self.get(k).ok_or_else(|| self.wrong(k, "an argument"))
    }

    /// The error for an argument that is something else.
    #[cold]
    pub(super) fn wrong(&self, k: usize, expected: &str) -> Failure {
        let name = self.row.params.get(k).map_or("", |param| param.name);
        Failure::words(format!("{}: `{name}` needs {expected}", self.row.name))
    }

    /// The error for an argument that is no integer, or one that is larger than any count or axis.
    #[cold]
    fn no_integer(&self, k: usize, expected: &str) -> Failure {
        match self.get(k).and_then(too_large) {
            Some(found) => self.wrong(k, &format!("integers up to {}, found {found}", i64::MAX)),
            None => self.wrong(k, expected),
        }
    }

    /// A tensor; a scalar becomes one of rank 0.
    pub(super) fn tensor(&self, k: usize) -> Result<DynTensor, Failure> {
        as_tensor(self.value(k)?).unwrap_or_else(|| Err(self.wrong(k, "a tensor")))
    }

    /// A tensor that may be left out.
    pub(super) fn opt_tensor(&self, k: usize) -> Result<Option<DynTensor>, Failure> {
        self.get(k).map(|_| self.tensor(k)).transpose()
    }

    /// Several tensors.
    pub(super) fn tensors(&self, k: usize) -> Result<Vec<DynTensor>, Failure> {
        let Value::Tuple(fields) = self.value(k)? else {
            return Err(self.wrong(k, "a tuple of tensors"));
        };
        fields
            .iter()
            .map(|field| as_tensor(field).unwrap_or_else(|| Err(self.wrong(k, "a tuple of tensors"))))
            .collect()
    }

    /// A scalar.
    pub(super) fn scalar(&self, k: usize) -> Result<Scalar, Failure> {
        as_scalar(self.value(k)?).ok_or_else(|| self.wrong(k, "a scalar"))
    }

    /// A scalar that may be left out.
    pub(super) fn opt_scalar(&self, k: usize) -> Result<Option<Scalar>, Failure> {
        self.get(k).map(|_| self.scalar(k)).transpose()
    }

    /// An integer.
    pub(super) fn int(&self, k: usize) -> Result<i64, Failure> {
        as_int(self.value(k)?).ok_or_else(|| self.no_integer(k, "an integer"))
    }

    /// An integer, or what counts where none is given.
    pub(super) fn int_or(&self, k: usize, default: i64) -> Result<i64, Failure> {
        self.get(k).map_or(Ok(default), |_| self.int(k))
    }

    /// A number of things.
    pub(super) fn count(&self, k: usize) -> Result<usize, Failure> {
        self.not_negative(k, self.int(k)?, "0 or more")
    }

    /// A number of things, or what counts where none is given.
    pub(super) fn count_or(&self, k: usize, default: usize) -> Result<usize, Failure> {
        self.get(k).map_or(Ok(default), |_| self.count(k))
    }

    /// One integer or several.
    pub(super) fn ints(&self, k: usize) -> Result<Vec<i64>, Failure> {
        as_ints(self.value(k)?).ok_or_else(|| self.no_integer(k, "an integer or a tuple of integers"))
    }

    /// A shape.
    pub(super) fn shape(&self, k: usize) -> Result<Vec<usize>, Failure> {
        let sizes = self.ints(k)?;
        sizes.iter().map(|&size| self.not_negative(k, size, "sizes of 0 or more")).collect()
    }

    fn not_negative(&self, k: usize, found: i64, expected: &str) -> Result<usize, Failure> {
        usize::try_from(found).map_err(|_| self.wrong(k, &format!("{expected}, found {found}")))
    }

    /// A real number.
    pub(super) fn float(&self, k: usize) -> Result<f64, Failure> {
        match self.scalar(k)?.cast(DType::Complex128) {
            Scalar::Complex128(value) => Ok(value.re),
            _ => Err(self.wrong(k, "a number")),
        }
    }

    /// A real number, or what counts where none is given.
    pub(super) fn float_or(&self, k: usize, default: f64) -> Result<f64, Failure> {
        self.get(k).map_or(Ok(default), |_| self.float(k))
    }

    /// Real numbers: one, or the elements of a tensor.
    pub(super) fn floats(&self, k: usize) -> Result<Vec<f64>, Failure> {
        let numbers = self.tensor(k)?.ravel()?.cast::<f64>()?;
        Ok(numbers.to_vec()?)
    }

    /// True or false, or what counts where nothing is given.
    pub(super) fn flag_or(&self, k: usize, default: bool) -> Result<bool, Failure> {
        match self.get(k) {
            None => Ok(default),
            Some(Value::Scalar(Scalar::Bool(flag))) => Ok(*flag),
            Some(_) => Err(self.wrong(k, "`true` or `false`")),
        }
    }

    /// True or false, false where nothing is given.
    pub(super) fn flag(&self, k: usize) -> Result<bool, Failure> {
        self.flag_or(k, false)
    }

    /// Axes, all of them where none are given.
    pub(super) fn axes(&self, k: usize) -> Result<Axes, Failure> {
        self.get(k).map_or(Ok(Axes::All), |_| Ok(self.ints(k)?.into_axes()))
    }

    /// A dtype, if one was given.
    pub(super) fn dtype(&self, k: usize) -> Result<Option<DType>, Failure> {
        match self.get(k) {
            None => Ok(None),
            Some(Value::DType(dtype)) => Ok(Some(*dtype)),
            Some(Value::Str(name)) => Ok(Some(DType::from_str(name)?)),
            Some(_) => Err(self.wrong(k, "a dtype")),
        }
    }

    /// A text, or what counts where none is given.
    pub(super) fn text_or(&self, k: usize, default: &'static str) -> Result<&'a str, Failure> {
        match self.get(k) {
            None => Ok(default),
            Some(Value::Str(text)) => Ok(text),
            Some(_) => Err(self.wrong(k, "a string")),
        }
    }

    /// A string with what it knows about itself.
    pub(super) fn text(&self, k: usize) -> Result<&'a Text, Failure> {
        match self.value(k)? {
            Value::Str(text) => Ok(text),
            _ => Err(self.wrong(k, "a string")),
        }
    }

    /// One of several words.
    pub(super) fn word<T: Copy>(&self, k: usize, words: &[(&'static str, T)]) -> Result<T, Failure> {
        let default = words.first().map_or("", |(word, _)| word);
        let text = self.text_or(k, default)?;
        words.iter().find(|(word, _)| *word == text).map(|&(_, meaning)| meaning).ok_or_else(|| {
            let all: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            self.wrong(k, &format!("one of {}, found \"{text}\"", all.join(", ")))
        })
    }

    /// A function of the program.
    pub(super) fn function(&self, k: usize) -> Result<&'a Arc<FunValue>, Failure> {
        match self.value(k)? {
            Value::Fun(function) => Ok(function),
            _ => Err(self.wrong(k, "a function")),
        }
    }
}

fn as_tensor(value: &Value) -> Option<Result<DynTensor, Failure>> {
    match value {
        Value::Tensor(tensor) => Some(Ok(tensor.clone())),
        Value::Scalar(scalar) => Some(DynTensor::scalar_of(*scalar).map_err(Failure::from)),
        _ => None,
    }
}

/// The scalar that a value is, or that a tensor of rank 0 holds.
pub(super) fn as_scalar(value: &Value) -> Option<Scalar> {
    match value {
        Value::Scalar(scalar) => Some(*scalar),
        Value::Tensor(tensor) if tensor.rank() == 0 => tensor.item().ok(),
        _ => None,
    }
}

/// The integer that a value is.
pub(super) fn as_int(value: &Value) -> Option<i64> {
    let scalar = as_scalar(value)?;
    match scalar.try_cast(DType::I64) {
        Ok(Scalar::I64(int)) if scalar.dtype().is_integer() => Some(int),
        _ => None,
    }
}

/// The first integer among those of a value that `i64` cannot hold.
pub(super) fn too_large(value: &Value) -> Option<u64> {
    let beyond = |value: u64| i64::try_from(value).is_err().then_some(value);
    match value {
        Value::Scalar(Scalar::U64(value)) => beyond(*value),
        Value::Tensor(tensor) if tensor.dtype() == DType::U64 => {
            tensor.cast::<u64>().ok()?.to_vec().ok()?.into_iter().find_map(beyond)
        }
        Value::Tuple(fields) => fields.iter().find_map(too_large),
        _ => None,
    }
}

/// The integers that a value is: one, a tuple of them, a vector of them.
pub(super) fn as_ints(value: &Value) -> Option<Vec<i64>> {
    match value {
        Value::Tuple(fields) => fields.iter().map(as_int).collect(),
        Value::Tensor(tensor) if tensor.rank() == 1 && tensor.dtype().is_integer() => {
            tensor.try_cast::<i64>().and_then(|ints| ints.to_vec()).ok()
        }
        one => as_int(one).map(|int| vec![int]),
    }
}
