//! Unsuffixed numbers (R28).

use lunette::{DType, Scalar};

use super::*;
use crate::types::Type;
use crate::value::Value;

fn strong(ty: Type) -> Option<Argument> {
    Some(Argument { ty, constant: None, weak: false })
}

fn weak(value: impl Into<Scalar>) -> Option<Argument> {
    let value = Value::Scalar(value.into());
    Some(Argument { ty: value.ty(), constant: Some(value), weak: true })
}

#[track_caller]
fn check(name: &str, args: &[Option<Argument>], result: DType) {
    let inferred = find(name).unwrap().infer(args).unwrap();
    assert_eq!(inferred.ty.dtype(), Some(result), "{name} {args:?}");
}

#[test]
fn numbers_take_the_dtype_beside_them() {
    let tensor = |dtype| strong(Type::tensor(dtype, 1));
    check("add", &[tensor(DType::U8), weak(2)], DType::U8);
    check("add", &[weak(2), tensor(DType::F32)], DType::F32);
    check("multiply", &[tensor(DType::F16), weak(0.5)], DType::F16);
    check("multiply", &[tensor(DType::I8), weak(0.5)], DType::F64);
    check("add", &[tensor(DType::Bool), weak(1)], DType::I32);
    check("where", &[tensor(DType::Bool), tensor(DType::U8), weak(0)], DType::U8);
    check("where", &[tensor(DType::Bool), weak(1), weak(0)], DType::I32);
    check("clip", &[tensor(DType::F32), weak(0), weak(1)], DType::F32);
    check("add", &[strong(Type::Scalar(DType::U8)), tensor(DType::I16)], DType::I16);
}

#[test]
fn the_number_to_pass_is_told() {
    let inferred = find("add").unwrap().infer(&[strong(Type::tensor(DType::U8, 1)), weak(2)]).unwrap();
    assert!(matches!(inferred.constants[..], [(1, Value::Scalar(Scalar::U8(2)))]));
    let inferred = find("add").unwrap().infer(&[strong(Type::tensor(DType::I32, 1)), weak(2)]).unwrap();
    assert!(inferred.constants.is_empty());
}

#[test]
fn what_does_not_fit_is_a_mistake_in_arithmetic_and_an_answer_in_comparisons() {
    let args = [strong(Type::tensor(DType::U8, 1)), weak(300)];
    let mistake = find("add").unwrap().infer(&args).unwrap_err();
    assert_eq!(mistake.to_string(), "add: 300 does not fit u8");
    check("less", &args, DType::Bool);
    assert!(find("less").unwrap().infer(&args).unwrap().constants.is_empty());
}
