//! Numbers one after the other, in the narrowest dtype that holds all of them.

use lunette::{Complex64, DType, DynTensor, Scalar, Tensor};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

use crate::arg::number_for;
use crate::error::Result;

/// Whether a value was a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Yes,
    No,
}

/// The numbers so far.
pub enum Collected {
    /// None yet, and room for how many.
    Nothing(usize),
    Bools(Vec<bool>),
    Integers(Vec<i64>),
    /// None is negative, and one is beyond int64.
    Unsigned(Vec<u64>),
    Floats(Vec<f64>),
    Complex(Vec<Complex64>),
}

impl Collected {
    /// Nothing yet, with room for `count` numbers once their kind is known.
    pub fn of(count: usize) -> Self {
        // Rows that lie about their lengths must not take all memory at once.
        Self::Nothing(count.min(1 << 20))
    }

    /// Adds a number that is going to have a dtype; what is none is left.
    #[inline]
    pub fn push(&mut self, object: Borrowed<'_, '_, PyAny>, dtype: DType) -> Result<Kept> {
        if let Self::Floats(values) = self
            && let Ok(value) = object.cast_exact::<PyFloat>()
        {
            add(values, value.value())?;
            return Ok(Kept::Yes);
        }
        self.push_any(object, dtype)
    }

    /// As [`push`](Self::push); apart, so that rows of floats go through little code.
    #[inline(never)]
    fn push_any(&mut self, object: Borrowed<'_, '_, PyAny>, dtype: DType) -> Result<Kept> {
        if let Self::Integers(values) = self
            && object.is_exact_instance_of::<PyInt>()
            && let Ok(value) = object.extract()
        {
            add(values, value)?;
            return Ok(Kept::Yes);
        }
        // Among floats an integer is one, however large it is.
        let is_inexact = matches!(self, Self::Floats(_) | Self::Complex(_));
        match number_for(object, if is_inexact { DType::F64 } else { dtype })? {
            Some(number) => {
                self.push_number(number)?;
                Ok(Kept::Yes)
            }
            None => Ok(Kept::No),
        }
    }

    fn push_number(&mut self, number: Scalar) -> Result<()> {
        self.widen(number)?;
        match (self, number) {
            (Self::Bools(values), Scalar::Bool(value)) => add(values, value),
            (Self::Integers(values), number) => {
                add(values, number.cast(DType::I64).try_into().unwrap_or_default())
            }
            (Self::Unsigned(values), number) => {
                add(values, number.cast(DType::U64).try_into().unwrap_or_default())
            }
            (Self::Floats(values), number) => {
                add(values, number.cast(DType::F64).try_into().unwrap_or(f64::NAN))
            }
            (Self::Complex(values), number) => {
                add(values, number.cast(DType::Complex128).try_into().unwrap_or_default())
            }
            (Self::Nothing(_) | Self::Bools(_), _) => Ok(()),
        }
    }

    /// Makes this the narrowest kind that holds what is there and one number more.
    fn widen(&mut self, number: Scalar) -> Result<()> {
        let here = std::mem::replace(self, Self::Nothing(0));
        *self = match (here, number) {
            (Self::Nothing(room), _) => Self::starting_with(number, room),
            (here @ Self::Bools(_), Scalar::Bool(_)) => here,
            (here @ (Self::Bools(_) | Self::Integers(_)), Scalar::U64(_)) => here.into_unsigned()?,
            (here @ Self::Bools(_), Scalar::I64(_)) => here.into_integers()?,
            (here @ Self::Integers(_), Scalar::Bool(_) | Scalar::I64(_)) => here,
            (Self::Unsigned(values), Scalar::I64(value)) if value < 0 => {
                Self::Unsigned(values).into_floats()?
            }
            (here @ Self::Unsigned(_), Scalar::Bool(_) | Scalar::I64(_) | Scalar::U64(_)) => here,
            (here @ Self::Complex(_), _) => here,
            (here, Scalar::Complex128(_)) => here.into_complex()?,
            (here @ Self::Floats(_), _) => here,
            (here, _) => here.into_floats()?,
        };
        Ok(())
    }

    fn starting_with(number: Scalar, room: usize) -> Self {
        match number {
            Scalar::Bool(_) => Self::Bools(Vec::with_capacity(room)),
            Scalar::I64(_) => Self::Integers(Vec::with_capacity(room)),
            Scalar::U64(_) => Self::Unsigned(Vec::with_capacity(room)),
            Scalar::Complex128(_) => Self::Complex(Vec::with_capacity(room)),
            _ => Self::Floats(Vec::with_capacity(room)),
        }
    }

    fn into_integers(self) -> Result<Self> {
        match self {
            Self::Bools(values) => turned(values, i64::from).map(Self::Integers),
            other => Ok(other),
        }
    }

    /// uint64 if nothing is negative, otherwise floats, as uint64 and int64 promote.
    fn into_unsigned(self) -> Result<Self> {
        match self.into_integers()? {
            Self::Integers(values) if values.iter().all(|value| *value >= 0) => {
                turned(values, i64::cast_unsigned).map(Self::Unsigned)
            }
            other => other.into_floats(),
        }
    }

    fn into_floats(self) -> Result<Self> {
        match self.into_integers()? {
            Self::Integers(values) => turned(values, |value| value as f64).map(Self::Floats),
            Self::Unsigned(values) => turned(values, |value| value as f64).map(Self::Floats),
            other => Ok(other),
        }
    }

    fn into_complex(self) -> Result<Self> {
        match self.into_floats()? {
            Self::Floats(values) => turned(values, Complex64::from).map(Self::Complex),
            other => Ok(other),
        }
    }

    /// The numbers as a tensor of this shape; of no numbers, of floats.
    pub fn into_tensor(self, shape: &[usize]) -> lunette::Result<DynTensor> {
        match self {
            Self::Nothing(_) => DynTensor::zeros_of(DType::F64, shape),
            Self::Bools(values) => Ok(Tensor::from_vec(values, shape)?.into_dyn()),
            Self::Integers(values) => Ok(Tensor::from_vec(values, shape)?.into_dyn()),
            Self::Unsigned(values) => Ok(Tensor::from_vec(values, shape)?.into_dyn()),
            Self::Floats(values) => Ok(Tensor::from_vec(values, shape)?.into_dyn()),
            Self::Complex(values) => Ok(Tensor::from_vec(values, shape)?.into_dyn()),
        }
    }
}

/// Adds a value, if there is memory for it.
#[inline(always)]
fn add<T>(values: &mut Vec<T>, value: T) -> Result<()> {
    if values.len() == values.capacity() {
        make_room(values, 1)?;
    }
    values.push(value);
    Ok(())
}

/// The values as others.
fn turned<T, U>(values: Vec<T>, turn: impl Fn(T) -> U) -> Result<Vec<U>> {
    let mut others = Vec::new();
    make_room(&mut others, values.capacity())?;
    others.extend(values.into_iter().map(turn));
    Ok(others)
}

/// Room for so many more. Others may give any number of values: they get an error where memory ends, and not an end of the
/// process.
#[cold]
fn make_room<T>(values: &mut Vec<T>, more: usize) -> Result<()> {
    let here = values.len();
    let refused = |_| PyMemoryError::new_err(format!("no memory for more than {here} numbers"));
    Ok(values.try_reserve(more).map_err(refused)?)
}
