//! Values of a running program that are not plain scalars in registers.

mod print;
mod text;

use std::sync::Arc;

use lunette::{DType, DynTensor, IndexRange, Kind, Scalar, Tensor};

pub(crate) use self::text::Growing;
pub use self::text::Text;
use crate::program::FunctionId;
use crate::syntax::tree::RangeNotation;
use crate::types::Type;

/// A value; cheap to clone. A tensor's clone shares its memory: who needs a copy makes one.
#[derive(Clone, Debug)]
pub enum Value {
    /// A scalar of any dtype.
    Scalar(Scalar),
    /// A tensor; of rank 0 only where a variable is referred to (`&`).
    Tensor(DynTensor),
    /// A string.
    Str(Text),
    /// A tuple; `()` is what an expression without a value gives.
    Tuple(Arc<[Value]>),
    /// A range.
    Range(RangeValue),
    /// `NewAxis`.
    NewAxis,
    /// `Fill`.
    Fill,
    /// A dtype.
    DType(DType),
    /// A function with what it has captured.
    Fun(Arc<FunValue>),
}

/// A range that has been evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeValue {
    /// Which notation, so that it prints as it was written.
    pub notation: RangeNotation,
    /// The first part.
    pub start: Option<i64>,
    /// The second part.
    pub end: Option<i64>,
    /// The third part of `a:b:s`.
    pub step: Option<i64>,
    /// The step of `{range, step}`.
    pub every: Option<i64>,
}

/// A function as a value.
#[derive(Clone, Debug)]
pub struct FunValue {
    /// What it is called in messages.
    pub name: Arc<str>,
    /// The instance that is run; none while the types of the arguments are open.
    pub function: Option<FunctionId>,
    /// What comes before the arguments.
    pub captures: Vec<Value>,
}

impl Value {
    /// What an expression without a value gives.
    pub fn nothing() -> Self {
        Self::Tuple(Arc::from([]))
    }

    /// A tensor as a value: a scalar where it has rank 0.
    ///
    /// # Errors
    /// If the one element cannot be read because somebody writes it.
    pub fn of<K: Kind, E: From<lunette::Error>>(tensor: Tensor<K>) -> Result<Self, E> {
        match tensor.rank() {
            0 => Ok(Self::Scalar(tensor.item()?.into())),
            _ => Ok(Self::Tensor(tensor.into_dyn())),
        }
    }

    /// Several tensors as a tuple.
    ///
    /// # Errors
    /// As [`Value::of`].
    pub fn all_of<K: Kind, E: From<lunette::Error>>(tensors: Vec<Tensor<K>>) -> Result<Self, E> {
        tensors.into_iter().map(Self::of).collect::<Result<Vec<_>, E>>().map(Self::tuple)
    }

    /// Several values as a tuple.
    pub fn tuple(fields: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(fields.into_iter().collect())
    }

    /// The same in memory that no other value has, whatever it is made of.
    ///
    /// # Errors
    /// If there is no memory for it, or a tensor cannot be read because somebody writes it.
    pub fn deep_copy(&self) -> lunette::Result<Self> {
        Ok(match self {
            Self::Tensor(tensor) => Self::Tensor(tensor.copy()?),
            Self::Tuple(fields) => {
                Self::tuple(fields.iter().map(Self::deep_copy).collect::<lunette::Result<Vec<_>>>()?)
            }
            Self::Fun(function) if !function.captures.is_empty() => {
                let captures =
                    function.captures.iter().map(Self::deep_copy).collect::<lunette::Result<_>>()?;
                let (name, function) = (function.name.clone(), function.function);
                Self::Fun(Arc::new(FunValue { name, function, captures }))
            }
            other => other.clone(),
        })
    }

    /// The type of the value, with all sizes; that of a function is not known.
    pub fn ty(&self) -> Type {
        match self {
            Self::Scalar(scalar) => Type::Scalar(scalar.dtype()),
            Self::Tensor(tensor) => Type::shaped(tensor.dtype(), tensor.shape().iter().copied().map(Some)),
            Self::Str(_) => Type::String,
            Self::Tuple(fields) => Type::Tuple(fields.iter().map(Self::ty).collect()),
            Self::Range(_) => Type::Range,
            Self::NewAxis => Type::NewAxis,
            Self::Fill => Type::Fill,
            Self::DType(_) => Type::DType,
            Self::Fun(_) => Type::Unknown,
        }
    }

    /// Whether `==` holds between two strings, tuples, dtypes or ranges; of tensors in tuples, whether dtype, shape and
    /// all elements are equal.
    ///
    /// # Errors
    /// If a tensor cannot be read because somebody writes it.
    pub fn same(&self, other: &Self) -> Result<bool, lunette::Error> {
        Ok(match (self, other) {
            (Self::Scalar(a), Self::Scalar(b)) if a.dtype() == b.dtype() => a == b,
            (Self::Scalar(a), Self::Scalar(b)) => DynTensor::scalar_of(*a)?.equal(*b)?.item()?,
            (Self::Tensor(a), Self::Tensor(b)) => {
                a.dtype() == b.dtype() && a.shape() == b.shape() && a.equal(b)?.all(..)?.item()?
            }
            (Self::Str(a), Self::Str(b)) => a == b,
            (Self::Tuple(a), Self::Tuple(b)) if a.len() == b.len() => {
                for (a, b) in a.iter().zip(b.iter()) {
                    if !a.same(b)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Self::Range(a), Self::Range(b)) => a == b,
            (Self::NewAxis, Self::NewAxis) | (Self::Fill, Self::Fill) => true,
            (Self::DType(a), Self::DType(b)) => a == b,
            _ => false,
        })
    }
}

/// The numbers that a range goes through, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The first, if there are any.
    pub first: i64,
    /// How far it is from each to the next.
    pub step: i64,
    /// How many there are.
    pub count: u64,
}

impl RangeValue {
    /// The numbers of the range; none where an end is missing, or where the step is 0. Outside of an index there is no axis
    /// whose end negative numbers could be counted from: they are numbers like the others.
    pub fn numbers(&self) -> Option<Numbers> {
        let (first, end) = (i128::from(self.start?), i128::from(self.end?));
        let end = end + i128::from(self.notation == RangeNotation::Inclusive);
        let step = i128::from(self.step.or(self.every).unwrap_or(1));
        let way = match self.every {
            Some(_) => end - first,
            None => (end - first) * step.signum(),
        };
        // At most 2^64: the ends are numbers of 64 bits.
        let way = u128::try_from(way).unwrap_or(0);
        let count = if step == 0 { return None } else { way.div_ceil(step.unsigned_abs()) };
        // Every entry from the end of the range (R8).
        let first = if self.every.is_some_and(|every| every < 0) && count > 0 { end - 1 } else { first };
        Some(Numbers {
            first: first as i64,
            step: step as i64,
            count: u64::try_from(count).unwrap_or(u64::MAX),
        })
    }

    /// The range as an item of the library: the one place where the notations are told apart (R8, R9).
    pub fn to_index(&self) -> IndexRange {
        let Self { notation, start, end, step, every } = *self;
        let range = match (notation, end) {
            (RangeNotation::Inclusive, Some(last)) => IndexRange::inclusive(start, last),
            _ => IndexRange::slice(start, end, step.unwrap_or(1)),
        };
        every.map_or(range, |every| range.stepped(every))
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbers, RangeValue};
    use crate::syntax::tree::RangeNotation::{self, Colon, Exclusive, Inclusive};

    fn check(notation: RangeNotation, parts: [Option<i64>; 4], expected: Option<&[i64]>) {
        let [start, end, step, every] = parts;
        let range = RangeValue { notation, start, end, step, every };
        let numbers = |numbers: Numbers| -> Vec<i64> {
            (0..numbers.count).map(|k| numbers.first + numbers.step * k as i64).collect()
        };
        assert_eq!(range.numbers().map(numbers).as_deref(), expected, "{range}");
    }

    #[test]
    fn numbers_of_ranges() {
        check(Colon, [Some(0), Some(3), None, None], Some(&[0, 1, 2]));
        check(Colon, [Some(1), Some(8), Some(3), None], Some(&[1, 4, 7]));
        check(Colon, [Some(3), Some(0), Some(-1), None], Some(&[3, 2, 1]));
        check(Colon, [Some(3), Some(0), None, None], Some(&[]));
        check(Colon, [Some(-2), Some(1), None, None], Some(&[-2, -1, 0]));
        check(Inclusive, [Some(1), Some(3), None, None], Some(&[1, 2, 3]));
        check(Inclusive, [Some(i64::MAX), Some(i64::MAX), None, None], Some(&[i64::MAX]));
        check(Exclusive, [Some(1), Some(3), None, None], Some(&[1, 2]));
        check(Exclusive, [Some(1), Some(3), None, Some(-1)], Some(&[2, 1]));
        check(Inclusive, [Some(0), Some(4), None, Some(2)], Some(&[0, 2, 4]));
        check(Colon, [Some(0), Some(3), Some(0), None], None);
        check(Colon, [None, Some(3), None, None], None);
        check(Colon, [Some(0), None, None, None], None);
    }
}
