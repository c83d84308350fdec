//! Random calls: what is inferred is what runs.

use std::collections::HashMap;

use lunette::DynTensor;

use super::super::context::Dry;
use super::generate::arguments;
use super::random::Rng;
use super::{Argument, Builtin, Failure, Fuse, Mistake, ParamKind, all};
use crate::types::Type;
use crate::value::Value;

/// How many calls of each function are tried.
const CALLS: u64 = 300;

/// Functions that are called with functions, never come back, need files or input, or a matrix of covariances.
fn is_special(row: &Builtin) -> bool {
    const NAMES: [&str; 7] =
        ["error", "exit", "load", "save", "read_line", "read_text", "multivariate_normal"];
    NAMES.contains(&row.name) || row.params.iter().any(|param| param.kind == ParamKind::Fun)
}

/// What a checker could know of an argument: some sizes, and constants where they decide.
fn known(row: &Builtin, k: usize, value: &Value, rng: &mut Rng) -> Argument {
    let constant = (row.params[k].decides || rng.once_in(2)).then(|| value.clone());
    let is_tensor = |value: &Value| matches!(value, Value::Tensor(_));
    let constant = constant.filter(|value| !is_tensor(value));
    Argument { ty: blurred(&value.ty(), rng), constant, weak: false }
}

fn blurred(ty: &Type, rng: &mut Rng) -> Type {
    match ty {
        Type::Tensor(tensor) => match rng.below(3) {
            0 => Type::tensor(tensor.dtype, tensor.rank),
            1 => {
                let sizes = ty.sizes().unwrap_or_default();
                Type::shaped(tensor.dtype, sizes.into_iter().map(|size| size.filter(|_| rng.once_in(2))))
            }
            _ => ty.clone(),
        },
        Type::Tuple(fields) => Type::Tuple(fields.iter().map(|ty| blurred(ty, rng)).collect()),
        other => other.clone(),
    }
}

/// Whether a value is what its type promises.
fn keeps(value: &Value, ty: &Type) -> bool {
    match (value.ty(), ty) {
        (Type::Tensor(found), Type::Tensor(promised)) => {
            let sizes = promised.shape.iter().flat_map(|sizes| sizes.iter());
            let mut sizes = sizes.zip(found.shape.iter().flat_map(|sizes| sizes.iter()));
            found.dtype == promised.dtype
                && found.rank == promised.rank
                && sizes.all(|(promised, found)| promised.is_none() || promised == found)
        }
        (Type::Tuple(_), Type::Tuple(promised)) => match value {
            Value::Tuple(fields) => {
                fields.len() == promised.len()
                    && fields.iter().zip(promised.iter()).all(|(v, ty)| keeps(v, ty))
            }
            _ => false,
        },
        (found, promised) => found == *promised,
    }
}

fn tensors(value: &Value) -> Vec<&DynTensor> {
    match value {
        Value::Tensor(tensor) => vec![tensor],
        Value::Tuple(fields) => fields.iter().flat_map(tensors).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn what_is_inferred_is_what_runs() {
    let mut wrong = Vec::new();
    for row in all().filter(|row| !is_special(row)) {
        let outcomes: Vec<_> = (0..CALLS).map(|seed| agrees(row, seed)).collect();
        match outcomes.iter().find_map(|outcome| outcome.as_ref().err()) {
            Some(words) => wrong.push(words.clone()),
            None if !outcomes.contains(&Ok(true)) => {
                wrong.push(format!("{}: no random call succeeds", row.name))
            }
            None => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Infers and runs one random call: whether it runs, or how both differ.
fn agrees(row: &'static Builtin, seed: u64) -> Result<bool, String> {
    let rng = &mut Rng::new(seed);
    let args = arguments(row, rng);
    let known: Vec<Option<Argument>> =
        args.iter().enumerate().map(|(k, arg)| arg.as_ref().map(|arg| known(row, k, arg, rng))).collect();
    let inferred = row.infer(&known);
    let Ok(value) = row.call(&mut Dry::new(), &args) else { return Ok(false) };
    let call = format!("seed {seed}: {}({args:?}) known as {known:?}", row.name);
    match inferred {
        Ok(inferred) if keeps(&value, &inferred.ty) => {}
        Ok(inferred) => return Err(format!("{call} gives {value:?}, inferred {:?}", inferred.ty)),
        Err(Mistake::NotConstant { .. }) if matches!(row.name, "squeeze" | "unstack") => {}
        Err(mistake) => return Err(format!("{call} gives {value:?}, inferred: {mistake}")),
    }
    match !row.shares && shares_memory(&value, &args) {
        true => Err(format!("{call} shares memory")),
        false => Ok(true),
    }
}

/// Whether a value is in memory of an argument.
pub(super) fn shares_memory(value: &Value, args: &[Option<Value>]) -> bool {
    let shared = |x: &DynTensor| args.iter().flatten().flat_map(tensors).any(|y| x.shares_memory(y));
    tensors(value).into_iter().any(shared)
}

#[test]
fn wrong_shapes_are_found_before_running() {
    let mut found: HashMap<&str, usize> = HashMap::new();
    for row in all().filter(|row| !is_special(row)) {
        for seed in 0..CALLS {
            let args = arguments(row, &mut Rng::new(seed));
            let all_known = |arg: &Option<Value>| {
                let constant = |value: &Value| Some(value.clone()).filter(|v| !matches!(v, Value::Tensor(_)));
                arg.as_ref().map(|arg| Argument { ty: arg.ty(), constant: constant(arg), weak: false })
            };
            let inferred = row.infer(&args.iter().map(all_known).collect::<Vec<_>>());
            if let Err(Failure::Library(error)) = row.call(&mut Dry::new(), &args)
                && error.is_shape()
                && matches!(row.fuse, Fuse::Binary(_) | Fuse::Reduction(_))
            {
                assert!(
                    inferred.is_err(),
                    "seed {seed}: {} of {args:?} fails when it runs: {error}",
                    row.name
                );
                *found.entry(row.name).or_default() += 1;
            }
        }
    }
    assert!(found.get("add").is_some_and(|&count| count > 0), "no random call of `add` has wrong shapes");
}

#[test]
fn views_show_what_calls_give() {
    for row in all().filter(|row| row.view.is_some()) {
        let Some(view) = row.view else { continue };
        let mut seen = 0;
        for seed in 0..CALLS {
            let args = arguments(row, &mut Rng::new(seed));
            let (Some(Value::Tensor(x)), Ok(value)) = (args[0].clone(), row.call(&mut Dry::new(), &args))
            else {
                continue;
            };
            let Ok(viewed) = view(&super::Args::new(row, &args)) else { continue };
            assert!(viewed.is_empty() || viewed.shares_memory(&x), "seed {seed}: {}", row.name);
            let viewed = Value::of::<_, Failure>(viewed).unwrap();
            assert!(viewed.same(&value).unwrap(), "seed {seed}: {}", row.name);
            seen += 1;
        }
        assert!(seen > 0, "{}", row.name);
    }
}

#[test]
fn chains_compute_what_calls_give() {
    let lazy = |value: &Option<Value>| match value {
        Some(Value::Tensor(tensor)) => tensor.lazy(),
        Some(Value::Scalar(scalar)) => lunette::Lazy::scalar(*scalar),
        other => panic!("{other:?}"),
    };
    for row in all() {
        for seed in 0..CALLS {
            let mut args = arguments(row, &mut Rng::new(seed));
            let chained = match row.fuse {
                Fuse::No => continue,
                Fuse::Unary(f) => f(lazy(&args[0])).eval(),
                Fuse::Binary(f) => f(lazy(&args[0]), lazy(&args[1])).eval(),
                Fuse::Reduction(f) => {
                    args.iter_mut().skip(3).for_each(|arg| *arg = None);
                    let read = super::Args::new(row, &args);
                    f(&lazy(&args[0]), read.axes(1).unwrap(), read.flag(2).unwrap())
                }
            };
            let called = row.call(&mut Dry::new(), &args);
            match (chained, called) {
                (Ok(chained), Ok(called)) => {
                    let chained = Value::of::<_, Failure>(chained).unwrap();
                    let same = chained.to_string() == called.to_string();
                    assert!(same, "seed {seed}: {} {args:?} {chained} {called}", row.name);
                }
                (Err(_), Err(_)) => {}
                (chained, called) => panic!("seed {seed}: {} {chained:?} {called:?}", row.name),
            }
        }
    }
}
