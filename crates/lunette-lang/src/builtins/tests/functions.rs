//! Functions that call functions.

use std::sync::Arc;

use lunette::random::Generator;
use lunette::{DType, DynTensor, Scalar};

use super::super::args::as_scalar;
use super::super::context::{Dry, Wanted};
use super::calls::shares_memory;
use super::generate::arguments;
use super::random::Rng;
use super::{Argument, Context, Failure, Mistake, all, find};
use crate::program::FunctionId;
use crate::types::{FunType, Type};
use crate::value::{FunValue, Value};

/// A world whose functions add up their arguments, as `f64`; of tensors they give a copy of the first.
struct Adding(Dry);

impl Context for Adding {
    fn print(&mut self, _: &str) {}

    fn generator(&mut self) -> &mut Generator {
        self.0.generator()
    }

    fn clock(&self) -> f64 {
        0.0
    }

    fn arguments(&self) -> &[Arc<str>] {
        &[]
    }

    fn load_tensor(&mut self, wanted: Wanted<'_>) -> Result<DynTensor, Failure> {
        self.0.load_tensor(wanted)
    }

    fn save_tensor(&mut self, path: &str, tensor: &DynTensor) -> Result<(), Failure> {
        self.0.save_tensor(path, tensor)
    }

    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        self.0.read_line()
    }

    fn read_text(&mut self, path: Option<&str>) -> Result<String, Failure> {
        self.0.read_text(path)
    }

    fn result_type(&self, _: &FunValue) -> Type {
        Type::Scalar(DType::F64)
    }

    fn call(&mut self, _: &FunValue, args: Vec<Value>) -> Result<Value, Failure> {
        if let Some(first @ Value::Tensor(_)) = args.first() {
            return Ok(first.deep_copy()?);
        }
        let number = |value: &Value| match as_scalar(value).unwrap().cast(DType::F64) {
            Scalar::F64(number) => number,
            other => panic!("{other}"),
        };
        Ok(Value::Scalar(Scalar::F64(args.iter().map(number).sum())))
    }
}

fn tensor(shape: &[usize], values: &[i64]) -> Value {
    let x = lunette::Tensor::from_vec(values.to_vec(), shape).unwrap();
    Value::Tensor(x.into_dyn())
}

fn number(x: f64) -> Value {
    Value::Scalar(Scalar::F64(x))
}

/// Infers with a function that gives `result`, runs with one that adds up.
#[track_caller]
fn check(name: &str, args: &[Value], called_with: &[&str], printed: &str) {
    let row = find(name).unwrap();
    let argument = |value: &Value| {
        let constant = Some(value.clone()).filter(|value| !matches!(value, Value::Tensor(_)));
        Some(Argument { ty: value.ty(), constant, weak: false })
    };
    let mut known: Vec<Option<Argument>> = args.iter().map(argument).collect();
    known.push(Some(Argument { ty: Type::Unknown, constant: None, weak: false }));
    let callback = row.callback(&known).unwrap();
    assert_eq!(callback.param, args.len());
    assert_eq!(callback.params.iter().map(Type::to_string).collect::<Vec<_>>(), called_with, "{name}");
    let ty = Type::Fun(Arc::new(FunType { params: callback.params, result: Type::Scalar(DType::F64) }));
    known[args.len()] = Some(Argument { ty, constant: None, weak: false });
    let inferred = row.infer(&known).unwrap();

    let function = FunValue { name: "f".into(), function: Some(FunctionId(0)), captures: Vec::new() };
    let mut values: Vec<Option<Value>> = args.iter().cloned().map(Some).collect();
    values.push(Some(Value::Fun(Arc::new(function))));
    let value = row.call(&mut Adding(Dry::new()), &values).unwrap();
    assert_eq!((value.to_string().as_str(), value.ty()), (printed, inferred.ty), "{name}");
}

#[test]
fn functions_are_called_for_each_element() {
    let x = tensor(&[2, 2], &[1, 2, 3, 4]);
    check("map", std::slice::from_ref(&x), &["i64"], "tensor((2,2), {1.0,2.0,3.0,4.0})");
    check(
        "zip_with",
        &[x.clone(), tensor(&[2], &[10, 20])],
        &["i64", "i64"],
        "tensor((2,2), {11.0,22.0,13.0,24.0})",
    );
    check("fold", &[x, number(0.5)], &["f64", "i64"], "10.5");
    let sizes = Value::tuple([2_i64, 3].map(|n| Value::Scalar(n.into())));
    check("from_fn", &[sizes], &["i64", "i64"], "tensor((2,3), {0.0,1.0,2.0,1.0,2.0,3.0})");
}

#[test]
fn without_elements_the_dtype_is_that_of_the_function() {
    check("map", &[tensor(&[0, 2], &[])], &["i64"], "tensor<f64>((0,2), {})");
    check("fold", &[tensor(&[0], &[]), number(7.0)], &["f64", "i64"], "7.0");
}

/// A function of the program gives memory of its own; what comes of calling none must be as good.
#[test]
fn results_are_in_memory_of_their_own() {
    for row in all().filter(|row| row.callback.is_some() && !row.shares) {
        let mut seen = 0;
        for seed in 0..300 {
            let args = arguments(row, &mut Rng::new(seed));
            let Ok(value) = row.call(&mut Adding(Dry::new()), &args) else { continue };
            assert!(!shares_memory(&value, &args), "seed {seed}: {} of {args:?}", row.name);
            seen += 1;
        }
        assert!(seen > 0, "no random call of {} succeeds", row.name);
    }
}

#[test]
fn results_must_be_scalars_and_fold_what_it_started_with() {
    let fun = |result: Type| {
        let ty = Type::Fun(Arc::new(FunType { params: vec![Type::Scalar(DType::I64)], result }));
        Some(Argument { ty, constant: None, weak: false })
    };
    let x = || Some(Argument { ty: Type::tensor(DType::I64, 1), constant: None, weak: false });
    let mistake = find("map").unwrap().infer(&[x(), fun(Type::String)]).unwrap_err();
    assert_eq!(mistake.to_string(), "map: `f` must give a scalar, and gives string");
    let start = Some(Argument { ty: Type::Scalar(DType::I64), constant: None, weak: false });
    let mistake = find("fold").unwrap().infer(&[x(), start, fun(Type::Scalar(DType::F64))]).unwrap_err();
    assert!(matches!(mistake, Mistake::Type { param: 2, .. }), "{mistake}");
}

#[test]
fn an_unsuffixed_start_takes_the_dtype_of_the_elements() {
    let zero = Value::Scalar(Scalar::I32(0));
    let known = [
        Some(Argument { ty: Type::tensor(DType::F32, 1), constant: None, weak: false }),
        Some(Argument { ty: zero.ty(), constant: Some(zero), weak: true }),
        None,
    ];
    let callback = find("fold").unwrap().callback(&known).unwrap();
    assert_eq!(callback.params, [Type::Scalar(DType::F32), Type::Scalar(DType::F32)]);
}
