//! Random arguments for every kind of parameter. Not every call succeeds; enough of them do.

use std::sync::Arc;

use lunette::{DType, DynTensor, Scalar};

use super::random::Rng;
use super::{Builtin, Param, ParamKind};
use crate::program::FunctionId;
use crate::syntax::tree::RangeNotation;
use crate::value::{FunValue, RangeValue, Value};

const DTYPES: [DType; 9] = [
    DType::F64,
    DType::F64,
    DType::I32,
    DType::I64,
    DType::F32,
    DType::Bool,
    DType::U8,
    DType::Complex128,
    DType::BF16,
];
const INTEGERS: [DType; 3] = [DType::I32, DType::I64, DType::U8];

/// What the tensors of one call have in common.
pub(super) struct Theme {
    shape: Vec<usize>,
    dtype: DType,
}

impl Theme {
    fn new(rng: &mut Rng) -> Self {
        let sizes =
            |rng: &mut Rng, rank: usize| (0..rank).map(|_| rng.within(1, 4) as usize).collect::<Vec<_>>();
        let shape = match rng.below(8) {
            0 => Vec::new(),
            1 | 2 => sizes(rng, 1),
            3 => sizes(rng, 2),
            4 => vec![3, 3],
            5 => vec![rng.below(3); 2],
            6 => [sizes(rng, 1), vec![2, 2]].concat(),
            _ => sizes(rng, 3),
        };
        Self { shape, dtype: *rng.pick(&DTYPES) }
    }

    /// A dtype that may stand beside the others.
    fn dtype(&self, rng: &mut Rng) -> DType {
        if rng.once_in(3) { *rng.pick(&DTYPES) } else { self.dtype }
    }

    /// A shape that may stand beside the others.
    fn related(&self, rng: &mut Rng) -> Vec<usize> {
        let mut shape = self.shape.clone();
        match rng.below(6) {
            0..=2 => {}
            3 => shape = shape.split_off(rng.below(shape.len() + 1)),
            4 => shape.reverse(),
            _ => shape.iter_mut().for_each(|size| *size = if rng.once_in(2) { 1 } else { *size }),
        }
        shape
    }
}

/// One argument for each parameter.
pub(super) fn arguments(row: &Builtin, rng: &mut Rng) -> Vec<Option<Value>> {
    let theme = Theme::new(rng);
    let mut args = Vec::new();
    for (k, param) in row.params.iter().enumerate() {
        let absent = param.default.is_some() && rng.once_in(2);
        args.push(if absent { None } else { Some(argument(row, k, &theme, rng)) });
    }
    args
}

fn argument(row: &Builtin, k: usize, theme: &Theme, rng: &mut Rng) -> Value {
    let (param, rank) = (&row.params[k], theme.shape.len() as i64);
    match param.kind {
        ParamKind::Operand | ParamKind::Tensor | ParamKind::Place => {
            let shape = if k == 0 { theme.shape.clone() } else { theme.related(rng) };
            let dtype = if param.name == "mask" { DType::Bool } else { theme.dtype(rng) };
            tensor(dtype, &shape, rng)
        }
        ParamKind::Index => {
            let shape = theme.related(rng);
            filled(*rng.pick(&INTEGERS), &shape, || Scalar::I64(0))
        }
        ParamKind::Tensors => {
            let count = 1 + rng.below(3);
            Value::tuple((0..count).map(|_| tensor(theme.dtype, &theme.related(rng), rng)))
        }
        ParamKind::Scalar => Value::Scalar(Scalar::I64(rng.within(0, 5)).cast(theme.dtype(rng))),
        ParamKind::Int => int(rng.within(0, 4)),
        ParamKind::Ints => numbers(rng, theme.shape.len(), 3),
        ParamKind::Float => Value::Scalar(Scalar::F64(rng.within(0, 4) as f64 / 2.0)),
        ParamKind::Floats => tensor(DType::F64, &[2][rng.below(2)..], rng),
        ParamKind::Bool => Value::Scalar(Scalar::Bool(rng.once_in(2))),
        ParamKind::Axis => int(rng.within(-rank, (rank - 1).max(0))),
        ParamKind::Axes => axes(rng, theme.shape.len()),
        ParamKind::Shape => shape(row, theme, rng),
        ParamKind::DType => Value::DType(*rng.pick(&DTYPES)),
        ParamKind::Text => Value::Str((*rng.pick(words(param))).into()),
        ParamKind::Items => items(theme, rng),
        ParamKind::Any => any(row, theme, rng),
        ParamKind::Rest => Value::tuple((0..2).map(|_| tensor(DType::F64, &[3, 3], rng))),
        ParamKind::Fun => {
            let function = Some(FunctionId(0));
            Value::Fun(Arc::new(FunValue { name: "f".into(), function, captures: Vec::new() }))
        }
    }
}

fn int(n: i64) -> Value {
    Value::Scalar(Scalar::I32(n as i32))
}

/// One number, or so many.
fn numbers(rng: &mut Rng, count: usize, most: i64) -> Value {
    match rng.once_in(3) {
        true => int(rng.within(0, most)),
        false => Value::tuple((0..count).map(|_| int(rng.within(0, most)))),
    }
}

/// One axis, or several different ones in any order, counted from either end.
fn axes(rng: &mut Rng, rank: usize) -> Value {
    let mut axes: Vec<i64> = (0..rank as i64).collect();
    for k in (1..axes.len()).rev() {
        axes.swap(k, rng.below(k + 1));
    }
    let from_end = |axis: i64, rng: &mut Rng| if rng.once_in(3) { axis - rank as i64 } else { axis };
    match rng.below(3) {
        0 => int(from_end(axes.first().copied().unwrap_or(0), rng)),
        1 => Value::tuple(axes.into_iter().map(|axis| int(from_end(axis, rng)))),
        _ => {
            axes.truncate(rng.below(rank + 1));
            Value::tuple(axes.into_iter().map(|axis| int(from_end(axis, rng))))
        }
    }
}

fn shape(row: &Builtin, theme: &Theme, rng: &mut Rng) -> Value {
    let mut sizes: Vec<i64> = theme.shape.iter().map(|&size| size as i64).collect();
    match row.name {
        "reshape" if rng.once_in(2) => return int(-1),
        "reshape" => {
            sizes.reverse();
            sizes.push(1);
            if rng.once_in(2) {
                sizes[0] = -1;
            }
        }
        "broadcast_to" => sizes.insert(0, 2),
        "tensor" => {}
        "windows" => sizes.iter_mut().for_each(|size| *size = rng.within(1, 2)),
        _ => return numbers(rng, theme.shape.len(), 3),
    }
    Value::tuple(sizes.into_iter().map(int))
}

fn words(param: &Param) -> &'static [&'static str] {
    match param.name {
        "order" => &["C", "F"],
        "norm" => &["backward", "ortho", "forward"],
        "mode" => &[
            "full",
            "same",
            "valid",
            "constant",
            "edge",
            "wrap",
            "reduced",
            "complete",
            "reflect",
            "linear_ramp",
            "mean",
        ],
        "method" => &["linear", "lower", "hazen"],
        "side" => &["left", "right"],
        "indexing" => &["ij", "xy"],
        "subscripts" => &["ij,jk->ik", "ij,ij->", "ii,jk->jki", "ij,kl"],
        _ => &["", "text", "2.5"],
    }
}

fn items(theme: &Theme, rng: &mut Rng) -> Value {
    let count = rng.below(theme.shape.len() + 1);
    let whole =
        RangeValue { notation: RangeNotation::Colon, start: None, end: None, step: None, every: None };
    Value::tuple(theme.shape.iter().take(count).map(|&size| match rng.below(6) {
        0 => int(0),
        1 => Value::Range(RangeValue { end: Some(rng.below(size + 1) as i64), ..whole }),
        2 => filled(DType::Bool, &[size], || Scalar::Bool(rng.once_in(2))),
        3 => Value::Range(whole),
        _ => filled(DType::I64, &[2], || Scalar::I64(rng.below(size) as i64)),
    }))
}

fn any(row: &Builtin, theme: &Theme, rng: &mut Rng) -> Value {
    let pair = |rng: &mut Rng| Value::tuple([int(rng.within(0, 2)), int(rng.within(0, 1))]);
    match (row.name, rng.below(3)) {
        ("pad", 0) => int(1),
        ("pad", 1) => pair(rng),
        ("pad", _) => Value::tuple(theme.shape.iter().map(|_| pair(rng))),
        ("tensordot", 0) => int(rng.within(0, 2)),
        ("tensordot", _) => Value::tuple([int(0), int(rng.within(0, 1))]),
        ("matrix_norm", 0) => Value::Str("nuc".into()),
        ("matrix_norm", _) => int(*rng.pick(&[1, -1, 2, -2])),
        ("join", _) => Value::tuple((0..rng.below(3)).map(|_| Value::Str("a".into()))),
        _ => tensor(theme.dtype, &theme.shape, rng),
    }
}

/// A tensor of small numbers, the diagonals of matrices larger so that they have inverses; a scalar for rank 0.
fn tensor(dtype: DType, shape: &[usize], rng: &mut Rng) -> Value {
    let columns = shape.last().copied().unwrap_or(1);
    let mut k = 0;
    filled(dtype, shape, || {
        let on_diagonal = shape.len() > 1 && (k / columns) % columns == k % columns;
        k += 1;
        Scalar::I64(rng.within(0, 3) + if on_diagonal { 9 } else { 0 })
    })
}

fn filled(dtype: DType, shape: &[usize], mut next: impl FnMut() -> Scalar) -> Value {
    let x = DynTensor::from_fn_of(dtype, shape, |_| next().cast(dtype)).unwrap();
    Value::of::<_, lunette::Error>(x).unwrap()
}
