//! What stands for the arguments of a call that has not run yet.

use lunette::{DType, DynTensor, Error, Scalar};

use super::args::as_scalar;
use super::infer::Argument;
use super::probe::Probe;
use super::row::{Param, ParamKind};
use super::sizes::resolved;
use crate::syntax::tree::RangeNotation;
use crate::types::Type;
use crate::value::{RangeValue, Text, Value};

/// Sizes that stand for those that are not known: the first axis has this one, the second the next. They are small
/// enough for eight axes, and where a known size is the same by chance, it is forgotten.
pub(super) const MARK: usize = 211;

/// What stands for an argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum StandIn {
    Absent,
    /// A tensor of ones, or of zeros where it names entries; a scalar where it has no axes.
    Tensor {
        dtype: DType,
        dims: Vec<usize>,
        ones: bool,
    },
    Int(i64),
    /// The bits of a float.
    Float(u64),
    Bool(bool),
    DType(DType),
    Str(Text),
    Tuple(Vec<StandIn>),
    Range,
    NewAxis,
    Fill,
}

/// How large stand-ins are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// Every axis has the row's extent, and counts are 1.
    Miniature,
    /// Every axis has the size that is known, and counts are the constants.
    Full,
    /// The same, with a mark for each size that is not known.
    Marked,
}

/// The stand-ins for all arguments; nothing where one has none at this scale.
pub(super) fn stand_ins(probe: &Probe<'_>, scale: Scale) -> Option<Vec<StandIn>> {
    let longer = Longer { extent: probe.row().extent, axis: longer_axis(probe) };
    probe
        .pairs()
        .map(|(_, param, arg)| match arg {
            None => Some(StandIn::Absent),
            Some(arg) => stand_in(param, arg, scale, longer),
        })
        .collect()
}

/// The axis of miniatures that is longer than 1, where 1 is too small for the function.
#[derive(Clone, Copy)]
struct Longer {
    extent: usize,
    axis: i64,
}

impl Longer {
    fn dims(self, rank: usize) -> Vec<usize> {
        let mut dims = vec![1; rank];
        // A vector beside a tensor of more axes lies along the one that is named.
        let axis = resolved(self.axis, rank).or((rank == 1).then_some(0));
        if let Some(size) = axis.and_then(|axis| dims.get_mut(axis)) {
            *size = self.extent;
        }
        dims
    }
}

/// The axis along which a function works: the one that is named, the last of several, else the last of all.
fn longer_axis(probe: &Probe<'_>) -> i64 {
    let Some(k) = probe.param("axis").or_else(|| probe.param("axes")) else { return -1 };
    match (probe.arg(k), probe.ints(k)) {
        (None, _) => -1,
        (Some(_), Some(axes)) => axes.last().copied().unwrap_or(-1),
        (Some(arg), None) => match of_axes(&arg.ty) {
            StandIn::Tuple(axes) => axes.len() as i64 - 1,
            _ => 0,
        },
    }
}

fn stand_in(param: &Param, arg: &Argument, scale: Scale, longer: Longer) -> Option<StandIn> {
    use ParamKind as P;
    let constant = arg.constant.as_ref();
    match param.kind {
        P::Operand | P::Tensor | P::Tensors | P::Floats | P::Place | P::Rest | P::Scalar => {
            of_type(&arg.ty, scale, longer, true)
        }
        P::Items => of_type(&arg.ty, scale, longer, false),
        P::Index => match constant {
            Some(constant) if scale == Scale::Full => of_constant(constant),
            _ => of_type(&arg.ty, scale, longer, false),
        },
        P::Any => match (constant, scale) {
            (Some(constant), _) => of_constant(constant),
            (None, Scale::Miniature) => of_type(&arg.ty, scale, longer, true),
            (None, _) => None,
        },
        P::Axis | P::Axes => match constant {
            Some(constant) => of_constant(constant),
            None => (scale == Scale::Miniature).then(|| of_axes(&arg.ty)),
        },
        P::Int | P::Ints | P::Shape => match (scale, constant) {
            (Scale::Miniature, _) => of_numbers(&arg.ty, param.probe),
            (_, constant) => constant.and_then(of_constant),
        },
        P::Float => match (constant, scale) {
            (Some(constant), _) if !(param.vague && scale == Scale::Miniature) => of_constant(constant),
            (_, Scale::Miniature) => Some(StandIn::Float((param.probe as f64).to_bits())),
            _ => None,
        },
        P::Bool | P::Text | P::DType => match constant {
            Some(constant) => of_constant(constant),
            None => (scale == Scale::Miniature && param.default.is_some()).then_some(StandIn::Absent),
        },
        P::Fun => None,
    }
}

/// What stands for a value of which the type is known.
fn of_type(ty: &Type, scale: Scale, longer: Longer, ones: bool) -> Option<StandIn> {
    match ty {
        Type::Tuple(fields) => fields
            .iter()
            .map(|ty| of_type(ty, scale, longer, ones))
            .collect::<Option<_>>()
            .map(StandIn::Tuple),
        Type::String => Some(StandIn::Str("".into())),
        Type::DType => Some(StandIn::DType(DType::F64)),
        Type::Range => Some(StandIn::Range),
        Type::NewAxis => Some(StandIn::NewAxis),
        Type::Fill => Some(StandIn::Fill),
        _ => {
            let dims = match scale {
                Scale::Miniature => longer.dims(ty.rank()?),
                Scale::Full => ty.sizes()?.into_iter().collect::<Option<_>>()?,
                Scale::Marked => (MARK..).zip(ty.sizes()?).map(|(mark, size)| size.unwrap_or(mark)).collect(),
            };
            let dtype = ty.dtype()?;
            // A mask picks; an index tensor names the first entry.
            Some(StandIn::Tensor { dtype, dims, ones: ones || dtype == DType::Bool })
        }
    }
}

/// Different axes in place of those that a type has room for.
fn of_axes(ty: &Type) -> StandIn {
    match ty {
        Type::Tuple(fields) => StandIn::Tuple((0..).map(StandIn::Int).take(fields.len()).collect()),
        _ => StandIn::Int(0),
    }
}

/// A number in place of each integer of a type.
fn of_numbers(ty: &Type, number: i64) -> Option<StandIn> {
    match ty {
        Type::Tuple(fields) => Some(StandIn::Tuple(vec![StandIn::Int(number); fields.len()])),
        _ => Some(StandIn::Int(number)),
    }
}

fn of_constant(value: &Value) -> Option<StandIn> {
    match value {
        Value::Tuple(fields) => fields.iter().map(of_constant).collect::<Option<_>>().map(StandIn::Tuple),
        Value::Str(text) => Some(StandIn::Str(text.clone())),
        Value::DType(dtype) => Some(StandIn::DType(*dtype)),
        other => match as_scalar(other)? {
            Scalar::Bool(flag) => Some(StandIn::Bool(flag)),
            scalar => of_number(scalar),
        },
    }
}

fn of_number(scalar: Scalar) -> Option<StandIn> {
    match (scalar.try_cast(DType::I64), scalar.cast(DType::F64)) {
        (Ok(Scalar::I64(int)), _) if scalar.dtype().is_integer() => Some(StandIn::Int(int)),
        (_, Scalar::F64(float)) if scalar.dtype().is_float() => Some(StandIn::Float(float.to_bits())),
        _ => None,
    }
}

impl StandIn {
    /// About how many elements a call works on because of it.
    pub(super) fn elements(&self) -> usize {
        match self {
            Self::Tensor { dims, .. } => dims.iter().copied().fold(1, usize::saturating_mul).max(1),
            Self::Int(int) => usize::try_from(*int).unwrap_or(1).max(1),
            // A tuple of integers is a shape, mostly.
            Self::Tuple(fields) => fields.iter().map(Self::elements).fold(1, usize::saturating_mul),
            _ => 1,
        }
    }

    /// The value to pass, none where the default counts.
    pub(super) fn value(&self) -> Result<Option<Value>, Error> {
        self.filled(|dtype, dims, fill| DynTensor::full_of(dtype, dims, fill))
    }

    /// As [`value`](Self::value), without memory for the elements.
    pub(super) fn stretched(&self) -> Result<Option<Value>, Error> {
        self.filled(|dtype, dims, fill| DynTensor::full_of(dtype, (), fill)?.broadcast_to(dims))
    }

    fn filled(&self, make: Make) -> Result<Option<Value>, Error> {
        Ok(Some(match self {
            Self::Absent => return Ok(None),
            Self::Tensor { dtype, dims, ones } if dims.is_empty() => {
                Value::Scalar(Scalar::from(*ones).cast(*dtype))
            }
            Self::Tensor { dtype, dims, ones } => {
                Value::Tensor(make(*dtype, dims, Scalar::from(*ones).cast(*dtype))?)
            }
            Self::Int(int) => Value::Scalar(Scalar::I64(*int)),
            Self::Float(bits) => Value::Scalar(Scalar::F64(f64::from_bits(*bits))),
            Self::Bool(flag) => Value::Scalar(Scalar::Bool(*flag)),
            Self::DType(dtype) => Value::DType(*dtype),
            Self::Str(text) => Value::Str(text.clone()),
            Self::Tuple(fields) => {
                let fields: Result<Option<Vec<Value>>, Error> =
                    fields.iter().map(|f| f.filled(make)).collect();
                Value::Tuple(fields?.unwrap_or_default().into())
            }
            Self::Range => Value::Range(whole_axis()),
            Self::NewAxis => Value::NewAxis,
            Self::Fill => Value::Fill,
        }))
    }
}

/// Makes a tensor that is full of one value.
type Make = fn(DType, &[usize], Scalar) -> Result<DynTensor, Error>;

fn whole_axis() -> RangeValue {
    RangeValue { notation: RangeNotation::Colon, start: None, end: None, step: None, every: None }
}
