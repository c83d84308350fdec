//! What the library makes of arguments like these: it is run on stand-ins, and remembered.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use lunette::{DType, DynTensor, Error, Scalar};

use super::args::as_scalar;
use super::context::{Dry, Failure};
use super::infer::{Argument, Mistake};
use super::probe::Probe;
use super::row::{Builtin, Param, ParamKind};
use crate::syntax::tree::RangeNotation;
use crate::types::Type;
use crate::value::{RangeValue, Value};
use crate::words;

/// Up to this many elements a call whose sizes are all known is simply run to see the sizes of its result.
const MOST_ELEMENTS: usize = 256;

/// So many outcomes are remembered; a program that needs more is not one that somebody wrote.
const MOST_OUTCOMES: usize = 1 << 14;

/// Sizes that stand for those that are not known: the first axis has this one, the second the next. They are small
/// enough for eight axes, and where a known size is the same by chance, it is forgotten.
const MARK: usize = 211;

/// What stands for an argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum StandIn {
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
    Str(Arc<str>),
    Tuple(Vec<StandIn>),
    Range,
    NewAxis,
    Fill,
}

/// How large stand-ins are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// Every axis has the row's extent, and counts are 1.
    Miniature,
    /// Every axis has the size that is known, and counts are the constants.
    Full,
    /// The same, with a mark for each size that is not known.
    Marked,
}

thread_local! {
    static OUTCOMES: RefCell<HashMap<(usize, Vec<StandIn>), Result<Type, Mistake>>> = RefCell::default();
}

/// The type of the result for miniatures of the arguments; its sizes mean nothing.
pub(super) fn of_miniatures(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let stand_ins = stand_ins(probe, Scale::Miniature).ok_or_else(|| {
        Mistake::Value(format!("{}: the type of the result is not known before it runs", probe.row().name))
    })?;
    remembered(probe.row(), stand_ins).map_err(|mistake| provoked(probe).unwrap_or(mistake))
}

/// The type of the result with all its sizes, where the arguments are all known and small; else nothing.
///
/// # Errors
/// If the shapes do not fit. Other errors may come from the ones that stand for the elements, and say nothing.
pub(super) fn of_sizes(probe: &Probe<'_>) -> Result<Option<Type>, Mistake> {
    let Some(stand_ins) = stand_ins(probe, Scale::Full) else { return Ok(None) };
    if stand_ins.iter().map(StandIn::elements).fold(0, usize::saturating_add) > MOST_ELEMENTS {
        return Ok(None);
    }
    match remembered(probe.row(), stand_ins) {
        Ok(ty) => Ok(Some(ty)),
        Err(mistake @ Mistake::Shape(_)) => Err(mistake),
        Err(_) => Ok(None),
    }
}

/// The type of a view, with all its sizes where those of the arguments are all known, however large.
///
/// # Errors
/// If the shapes do not fit.
pub(super) fn of_stretched(probe: &Probe<'_>) -> Result<Option<Type>, Mistake> {
    stretched(probe, Scale::Full)
}

/// The type of a view whose axes are those of the arguments in another order, with what is known of their sizes.
///
/// # Errors
/// If the axes do not fit.
pub(super) fn of_marked(probe: &Probe<'_>) -> Result<Option<Type>, Mistake> {
    let Some(ty) = stretched(probe, Scale::Marked)? else { return Ok(None) };
    let marks = MARK..MARK + probe.rank(0).unwrap_or(0);
    let (Some(dtype), Some(sizes)) = (ty.dtype(), ty.sizes()) else { return Ok(None) };
    Ok(Some(Type::shaped(dtype, sizes.into_iter().map(|size| size.filter(|size| !marks.contains(size))))))
}

fn stretched(probe: &Probe<'_>, scale: Scale) -> Result<Option<Type>, Mistake> {
    match run_stretched(probe, scale) {
        Some(Err(mistake @ Mistake::Shape(_))) => Err(mistake),
        outcome => Ok(outcome.and_then(Result::ok)),
    }
}

/// The mistake in the words of the library, for arguments of which a rule has found that their shapes do not fit. The
/// tensors are single elements stretched to their shapes: the library finds the mistake before it touches them.
pub(super) fn provoked(probe: &Probe<'_>) -> Option<Mistake> {
    run_stretched(probe, Scale::Full)?.err()
}

fn run_stretched(probe: &Probe<'_>, scale: Scale) -> Option<Result<Type, Mistake>> {
    let values: Vec<Option<Value>> =
        stand_ins(probe, scale)?.iter().map(StandIn::stretched).collect::<Result<_, _>>().ok()?;
    let row = probe.row();
    let outcome = row.call(&mut Dry::new(), &values);
    Some(outcome.map(|value| value.ty()).map_err(|failure| mistake(row, failure)))
}

fn remembered(row: &'static Builtin, stand_ins: Vec<StandIn>) -> Result<Type, Mistake> {
    let key = (std::ptr::from_ref(row).addr(), stand_ins);
    if let Some(outcome) = OUTCOMES.with_borrow(|outcomes| outcomes.get(&key).cloned()) {
        return outcome;
    }
    let outcome = run(row, &key.1);
    OUTCOMES.with_borrow_mut(|outcomes| {
        if outcomes.len() >= MOST_OUTCOMES {
            outcomes.clear();
        }
        outcomes.insert(key, outcome.clone());
    });
    outcome
}

fn run(row: &'static Builtin, stand_ins: &[StandIn]) -> Result<Type, Mistake> {
    let values: Vec<Option<Value>> = stand_ins
        .iter()
        .map(StandIn::value)
        .collect::<Result<_, _>>()
        .map_err(|error| mistake(row, error.into()))?;
    row.call(&mut Dry::new(), &values).map(|value| value.ty()).map_err(|failure| mistake(row, failure))
}

fn mistake(row: &Builtin, failure: Failure) -> Mistake {
    let words = row.words_of(&failure);
    match failure {
        Failure::Library(error) if error.is_dtype() => Mistake::DType(words),
        Failure::Library(error) if error.is_shape() || error.is_index() => Mistake::Shape(words),
        _ => Mistake::Value(words),
    }
}

impl Builtin {
    /// The words of a failure, after the name that the function has in the language.
    pub fn words_of(&self, failure: &Failure) -> String {
        match failure {
            Failure::Library(error) => format!("{}: {}", self.name, words::of_library(error)),
            other => other.to_string(),
        }
    }
}

/// The stand-ins for all arguments; nothing where one has none at this scale.
fn stand_ins(probe: &Probe<'_>, scale: Scale) -> Option<Vec<StandIn>> {
    let extent = probe.row().extent;
    probe
        .pairs()
        .map(|(_, param, arg)| match arg {
            None => Some(StandIn::Absent),
            Some(arg) => stand_in(param, arg, scale, extent),
        })
        .collect()
}

fn stand_in(param: &Param, arg: &Argument, scale: Scale, extent: usize) -> Option<StandIn> {
    use ParamKind as P;
    let constant = arg.constant.as_ref();
    match param.kind {
        P::Operand | P::Tensor | P::Tensors | P::Floats | P::Place | P::Rest | P::Scalar => {
            of_type(&arg.ty, scale, extent, true)
        }
        P::Items => of_type(&arg.ty, scale, extent, false),
        P::Index => match constant {
            Some(constant) if scale == Scale::Full => of_constant(constant),
            _ => of_type(&arg.ty, scale, extent, false),
        },
        P::Any => match scale {
            Scale::Miniature => of_type(&arg.ty, scale, extent, true),
            _ => constant.and_then(of_constant),
        },
        P::Axis | P::Axes => match constant {
            Some(constant) => of_constant(constant),
            None => (scale == Scale::Miniature).then_some(StandIn::Int(0)),
        },
        P::Int | P::Ints | P::Shape => match (scale, constant) {
            (Scale::Miniature, _) => of_numbers(&arg.ty, param.probe),
            (_, constant) => constant.and_then(of_constant),
        },
        P::Float => match (constant, scale) {
            (Some(constant), _) => of_constant(constant),
            (None, Scale::Miniature) => Some(StandIn::Float((param.probe as f64).to_bits())),
            (None, _) => None,
        },
        P::Bool | P::Text | P::DType => match constant {
            Some(constant) => of_constant(constant),
            None => (scale == Scale::Miniature && param.default.is_some()).then_some(StandIn::Absent),
        },
        P::Fun => None,
    }
}

/// What stands for a value of which the type is known.
fn of_type(ty: &Type, scale: Scale, extent: usize, ones: bool) -> Option<StandIn> {
    match ty {
        Type::Tuple(fields) => fields
            .iter()
            .map(|ty| of_type(ty, scale, extent, ones))
            .collect::<Option<_>>()
            .map(StandIn::Tuple),
        Type::String => Some(StandIn::Str("".into())),
        Type::DType => Some(StandIn::DType(DType::F64)),
        Type::Range => Some(StandIn::Range),
        Type::NewAxis => Some(StandIn::NewAxis),
        Type::Fill => Some(StandIn::Fill),
        _ => {
            let dims = match scale {
                Scale::Miniature => vec![extent; ty.rank()?],
                Scale::Full => ty.sizes()?.into_iter().collect::<Option<_>>()?,
                Scale::Marked => (MARK..).zip(ty.sizes()?).map(|(mark, size)| size.unwrap_or(mark)).collect(),
            };
            let dtype = ty.dtype()?;
            // A mask picks; an index tensor names the first entry.
            Some(StandIn::Tensor { dtype, dims, ones: ones || dtype == DType::Bool })
        }
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
    fn elements(&self) -> usize {
        match self {
            Self::Tensor { dims, .. } => dims.iter().copied().fold(1, usize::saturating_mul),
            Self::Int(int) => usize::try_from(*int).unwrap_or(1),
            // A tuple of integers is a shape, mostly.
            Self::Tuple(fields) => fields.iter().map(Self::elements).fold(1, usize::saturating_mul),
            _ => 1,
        }
    }

    fn value(&self) -> Result<Option<Value>, Error> {
        self.filled(&|dtype, dims, fill| DynTensor::full_of(dtype, dims, fill))
    }

    /// As [`value`](Self::value), without memory for the elements.
    fn stretched(&self) -> Result<Option<Value>, Error> {
        self.filled(&|dtype, dims, fill| DynTensor::full_of(dtype, (), fill)?.broadcast_to(dims))
    }

    fn filled(
        &self,
        make: &dyn Fn(DType, &[usize], Scalar) -> Result<DynTensor, Error>,
    ) -> Result<Option<Value>, Error> {
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

fn whole_axis() -> RangeValue {
    RangeValue { notation: RangeNotation::Colon, start: None, end: None, step: None, every: None }
}
