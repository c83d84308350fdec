//! What is known of a value before the program runs.

use std::fmt;
use std::sync::Arc;

use lunette::DType;

use crate::program::ClosureId;
use crate::source::FileId;

/// The type of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Of an expression that does not come back: `error("…")`, `return`. Fits everywhere.
    Never,
    /// A scalar, which is also what a tensor of rank 0 is.
    Scalar(DType),
    /// A string.
    String,
    /// A dtype: `f32`, `dtype(x)`.
    DType,
    /// A range, with or without a step; one whole axis too.
    Range,
    /// `NewAxis`, in an index tuple.
    NewAxis,
    /// `Fill`, in an index tuple.
    Fill,
    /// A tuple; `()` is what an expression without a value gives.
    Tuple(Arc<[Type]>),
    /// A tensor of rank 1 or more.
    Tensor(TensorType),
    /// A function of which only parameters and result are known: `fun(i32) -> i32`.
    Fun(Arc<FunType>),
    /// One particular function or lambda; it is checked at each call with the types of the arguments.
    Closure(ClosureId),
    /// A module that has been imported.
    Module(FileId),
    /// Not known because of a mistake that has been reported; fits everywhere and makes no further mistakes.
    Unknown,
}

/// The type of a tensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// The dtype.
    pub dtype: DType,
    /// The number of axes; 0 only where a scalar is looked at as a tensor.
    pub rank: usize,
    /// The sizes, as many as axes, where they are known; `None` where nothing is.
    pub shape: Option<Arc<[Option<usize>]>>,
}

/// The type of a function value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunType {
    /// The types of the parameters.
    pub params: Vec<Type>,
    /// The type of the result.
    pub result: Type,
}

impl Type {
    /// The type of an expression without a value.
    pub fn nothing() -> Self {
        Self::Tuple(Arc::from([]))
    }

    /// A tensor of any sizes; a scalar for rank 0.
    pub fn tensor(dtype: DType, rank: usize) -> Self {
        match rank {
            0 => Self::Scalar(dtype),
            _ => Self::Tensor(TensorType { dtype, rank, shape: None }),
        }
    }

    /// A tensor with what is known of its sizes; a scalar for rank 0.
    pub fn shaped(dtype: DType, shape: impl IntoIterator<Item = Option<usize>>) -> Self {
        let shape: Arc<[Option<usize>]> = shape.into_iter().collect();
        let (rank, known) = (shape.len(), shape.iter().any(Option::is_some));
        match rank {
            0 => Self::Scalar(dtype),
            _ => Self::Tensor(TensorType { dtype, rank, shape: known.then_some(shape) }),
        }
    }

    /// The type of a scalar or tensor as that of a tensor: a scalar has no axes.
    pub fn as_tensor(&self) -> Option<TensorType> {
        match self {
            Self::Scalar(dtype) => Some(TensorType { dtype: *dtype, rank: 0, shape: None }),
            Self::Tensor(tensor) => Some(tensor.clone()),
            _ => None,
        }
    }

    /// The dtype of a scalar or tensor.
    pub fn dtype(&self) -> Option<DType> {
        match self {
            Self::Scalar(dtype) => Some(*dtype),
            Self::Tensor(tensor) => Some(tensor.dtype),
            _ => None,
        }
    }

    /// The rank of a scalar or tensor.
    pub fn rank(&self) -> Option<usize> {
        match self {
            Self::Scalar(_) => Some(0),
            Self::Tensor(tensor) => Some(tensor.rank),
            _ => None,
        }
    }

    /// What is known of the sizes of a scalar or tensor, one for each axis.
    pub fn sizes(&self) -> Option<Vec<Option<usize>>> {
        match self {
            Self::Scalar(_) => Some(Vec::new()),
            Self::Tensor(TensorType { rank, shape, .. }) => {
                Some(shape.as_ref().map_or_else(|| vec![None; *rank], |shape| shape.to_vec()))
            }
            _ => None,
        }
    }

    /// The same type with nothing known of sizes: what functions are specialised by.
    #[must_use]
    pub fn erased(&self) -> Self {
        match self {
            Self::Tensor(tensor) => Self::tensor(tensor.dtype, tensor.rank),
            Self::Tuple(fields) => Self::Tuple(fields.iter().map(Self::erased).collect()),
            other => other.clone(),
        }
    }
}

/// As the language writes types; shapes are left out.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never => f.write_str("never"),
            Self::Scalar(dtype) => write!(f, "{dtype}"),
            Self::String => f.write_str("string"),
            Self::DType => f.write_str("dtype"),
            Self::Range => f.write_str("range"),
            Self::NewAxis => f.write_str("NewAxis"),
            Self::Fill => f.write_str("Fill"),
            Self::Tuple(fields) => write_tuple(f, fields),
            Self::Tensor(tensor) => write!(f, "tensor<{}, {}>", tensor.dtype, tensor.rank),
            Self::Fun(fun) => {
                f.write_str("fun")?;
                write_list(f, &fun.params, "")?;
                write!(f, " -> {}", fun.result)
            }
            Self::Closure(_) => f.write_str("function"),
            Self::Module(_) => f.write_str("module"),
            Self::Unknown => f.write_str("?"),
        }
    }
}

fn write_tuple(f: &mut fmt::Formatter<'_>, fields: &[Type]) -> fmt::Result {
    write_list(f, fields, if fields.len() == 1 { "," } else { "" })
}

fn write_list(f: &mut fmt::Formatter<'_>, types: &[Type], end: &str) -> fmt::Result {
    f.write_str("(")?;
    for (k, ty) in types.iter().enumerate() {
        write!(f, "{}{ty}", if k > 0 { ", " } else { "" })?;
    }
    write!(f, "{end})")
}
