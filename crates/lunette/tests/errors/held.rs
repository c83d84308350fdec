//! Values that a dtype cannot hold are refused before anything is written (R16, R18).

use lunette::prelude::*;
use lunette::{Result, f16};

/// The error of a store into halves, which have to be what they were.
#[track_caller]
fn refused<T>(h: &Tensor<f16>, made: Result<T>, op: &str, value: &str) {
    let words = format!("{op}: f16 cannot hold {value}: `cast` converts without this check");
    assert_eq!(made.map(drop).unwrap_err().to_string(), words);
    assert_eq!(*h, Tensor::<f16>::zeros([3]).unwrap(), "{op} has written");
}

#[test]
fn integers_beyond_the_range_of_halves() -> Result<()> {
    let h = Tensor::<f16>::zeros([3])?;
    refused(&h, h.store(s![0], 70000), "store", "70000");
    refused(&h, h.store(s![..], tensor![1_i64, 100000, -70000]), "store", "100000");
    refused(&h, h.store(s![..], tensor![1_u16, 65519, 65520]), "store", "65520");
    refused(&h, h.store(s![&tensor![true, false, true]], tensor![5, -65520]), "store", "-65520");
    refused(&h, h.fill(65535_u16), "fill", "65535");
    refused(&h, h.set(0, u64::MAX), "set", "18446744073709551615");
    refused(&h, tensor![1, 70000].try_cast::<f16>(), "try_cast", "70000");
    let (a, b) = (tensor![40000, 1, 1], tensor![30000, 1, 1]);
    refused(&h, a.add_into(&b, &h), "add_into", "70000");
    let made = DynTensor::full_of(DType::F16, [2], 70000);
    assert_eq!(
        made.unwrap_err().to_string(),
        "full_of: f16 cannot hold 70000: `cast` converts without this check"
    );
    Ok(())
}

#[test]
fn numbers_that_are_rounded_to_halves() -> Result<()> {
    let (most, infinite) = (f16::MAX, f16::INFINITY);
    let h = Tensor::<f16>::zeros([3])?;
    h.store(s![..], tensor![65519, -65519, 3])?;
    assert_eq!(h, tensor![most, -most, f16::from_f32(3.0)]);
    // Floats round, and a plain cast rounds everything.
    h.store(s![0], 70000.0)?;
    assert_eq!(h.get(0)?, infinite);
    assert_eq!(tensor![70000, u16::MAX.into()].cast::<f16>()?, tensor![infinite, infinite]);
    assert_eq!(tensor![u64::MAX].try_cast::<lunette::bf16>()?, tensor![u64::MAX].cast()?);
    Ok(())
}

#[test]
fn numbers_beside_halves_are_rounded_as_in_numpy() -> Result<()> {
    let one = tensor![f16::ONE].into_dyn();
    assert_eq!(one.add(100000)?, tensor![f16::INFINITY].into_dyn());
    assert_eq!(one.divide(100000)?, tensor![f16::ZERO].into_dyn());
    assert_eq!(one.less(65520)?, tensor![true]);
    // The sum of a half and an `i32` is an `f64`, and floats round where they are stored.
    let h = tensor![f16::ONE].into_dyn();
    lunette::binary_in_place(lunette::BinaryOp::Add, &h, tensor![70000])?;
    assert_eq!(h, tensor![f16::INFINITY].into_dyn());
    Ok(())
}
