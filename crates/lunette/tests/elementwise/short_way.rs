//! Small calls take a short way; whatever the lengths, it gives what an element by element calculation gives.

use std::fmt::Debug;

use lunette::prelude::*;
use lunette::{BinaryOp, Complex64, Element, Weak, binary, binary_scalar};

use super::Result;

/// Longer than a chunk of a loop, so that every shorter rest behind one occurs.
const LENGTHS: std::ops::RangeInclusive<usize> = 0..=70;

/// The elements of a dtype that can be told apart, subtracted, and made from small numbers.
trait Number: Element {
    fn of(k: usize) -> Self;
    fn less(self, other: Self) -> Self;
}

macro_rules! numbers {
    ($($T:ty: $of:expr, $less:expr;)*) => { $(
        impl Number for $T {
            fn of(k: usize) -> Self {
                $of(k)
            }

            fn less(self, other: Self) -> Self {
                $less(self, other)
            }
        }
    )* };
}

numbers! {
    u8: |k| (k * 7 % 251) as u8, u8::wrapping_sub;
    i16: |k| ((k * 37) as i16).wrapping_sub(999), i16::wrapping_sub;
    f32: |k| k as f32 / 4.0, |a: f32, b| a - b;
    f64: |k| k as f64 / 8.0, |a: f64, b| a - b;
    Complex64: |k| Complex64::new(k as f64, -2.0), |a: Complex64, b| a - b;
}

fn numbers<T: Number>(len: usize, first: usize) -> Vec<T> {
    (0..len).map(|k| T::of(k * 3 + first)).collect()
}

fn check_row<T: Number>(rows: usize, len: usize) -> Result<()> {
    let (many, few) = (numbers::<T>(rows * len, 5), numbers::<T>(len, 1000));
    let (whole, row) = (Tensor::from_vec(many.clone(), [rows, len])?, Tensor::from_vec(few.clone(), len)?);
    let at = |k: usize| (many[k], few[k % len]);
    let after: Vec<T> = (0..rows * len).map(|k| at(k).0.less(at(k).1)).collect();
    let before: Vec<T> = (0..rows * len).map(|k| at(k).1.less(at(k).0)).collect();
    let told = format!("{rows} rows of {len} {}", T::DTYPE);
    for row in [row.clone(), row.reshape([1, len])?] {
        let found = [whole.subtract(&row)?, row.subtract(&whole)?];
        assert_eq!(found.each_ref().map(|x| x.shape().to_vec()), [[rows, len]; 2], "{told}");
        assert_eq!(found[0].to_vec()?, after, "{told}, row behind");
        assert_eq!(found[1].to_vec()?, before, "{told}, row before");
    }
    Ok(())
}

fn check_all_rows<T: Number>() -> Result<()> {
    for rows in [0, 1, 2, 3, 10] {
        for len in LENGTHS {
            check_row::<T>(rows, len)?;
        }
    }
    // At the end of what goes the short way, and behind it.
    for (rows, len) in [(128, 128), (1639, 10), (1638, 10), (2, 8192), (2, 8193), (4000, 3)] {
        check_row::<T>(rows, len)?;
    }
    Ok(())
}

#[test]
fn a_row_beside_rows() -> Result<()> {
    check_all_rows::<u8>()?;
    check_all_rows::<i16>()?;
    check_all_rows::<f32>()?;
    check_all_rows::<f64>()?;
    check_all_rows::<Complex64>()
}

fn check_value<T: Number>(len: usize) -> Result<()> {
    let (many, value) = (numbers::<T>(len, 5), T::of(1003));
    let x = Tensor::from_vec(many.clone(), len)?;
    let after: Vec<T> = many.iter().map(|&element| element.less(value)).collect();
    let before: Vec<T> = many.iter().map(|&element| value.less(element)).collect();
    let told = format!("{len} {}", T::DTYPE);
    let one = Tensor::scalar(value)?;
    assert_eq!(x.subtract(value)?.to_vec()?, after, "{told}, a value behind");
    assert_eq!(x.subtract(&one)?.to_vec()?, after, "{told}, one element behind");
    assert_eq!(one.subtract(&x)?.to_vec()?, before, "{told}, one element before");
    assert_eq!(one.reshape([1])?.subtract(&x)?.to_vec()?, before, "{told}, a row of one before");
    let out = Tensor::<T>::zeros(len)?;
    x.subtract_into(value, &out)?;
    assert_eq!(out.to_vec()?, after, "{told}, into another");
    x.subtract_into(value, &x)?;
    assert_eq!(x.to_vec()?, after, "{told}, into itself");
    Ok(())
}

#[test]
fn a_value_beside_elements() -> Result<()> {
    for len in LENGTHS.chain([128, 129, 5000, 16_384, 16_385]) {
        check_value::<u8>(len)?;
        check_value::<i16>(len)?;
        check_value::<f32>(len)?;
        check_value::<f64>(len)?;
        check_value::<Complex64>(len)?;
    }
    Ok(())
}

/// A result that is small lies beside its header; it has the order of the operands, and memory of its own.
#[test]
fn results_keep_the_order_and_own_their_memory() -> Result<()> {
    let columns = Tensor::from_vec(numbers::<f64>(12, 1), [3, 4])?.transpose();
    let doubled = columns.add(&columns)?;
    assert_eq!((doubled.strides(), doubled.is_view()), (&[1, 4][..], false));
    let row = Tensor::from_vec(numbers::<f64>(3, 7), 3)?;
    for (i, j) in (0..4).flat_map(|i| (0..3).map(move |j| (i, j))) {
        let expected = columns.get([i, j])? + row.get([j])?;
        assert_eq!(columns.add(&row)?.get([i, j])?, expected, "[{i}, {j}]");
    }
    doubled.set([0, 0], 99.0)?;
    assert_eq!(columns.get([0, 0])?, f64::of(1));
    Ok(())
}

/// The short way refuses what the long way refuses, in the same words.
#[test]
fn both_ways_refuse_alike() -> Result<()> {
    for len in [4, 200, 20_000] {
        let (x, zeros) = (Tensor::<i32>::ones([2, len])?, Tensor::<i32>::zeros(len)?);
        let found = x.floor_divide(&zeros).unwrap_err().to_string();
        assert_eq!(found, "floor_divide: integers cannot be divided by zero (dtype i32)");
        let guard = x.write()?;
        assert!(x.add(&zeros).is_err() && zeros.add(&x).is_err() && x.add(&x).is_err() && x.add(1).is_err());
        drop(guard);
        let other = Tensor::<i32>::ones(len + 1)?;
        assert!(x.add(&other).unwrap_err().is_shape());
        assert_eq!(x.add(&zeros)?.shape(), [2, len]);
    }
    Ok(())
}

const OPS: [BinaryOp; 34] = {
    use BinaryOp::*;
    [
        Add,
        Subtract,
        Multiply,
        Divide,
        FloorDivide,
        Remainder,
        CutDivide,
        CutRemainder,
        Gcd,
        Lcm,
        Pow,
        Atan2,
        Hypot,
        LogAddExp,
        Maximum,
        Minimum,
        Fmax,
        Fmin,
        CopySign,
        NextAfter,
        Equal,
        NotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        BitwiseAnd,
        BitwiseOr,
        BitwiseXor,
        LeftShift,
        RightShift,
        LogicalAnd,
        LogicalOr,
        LogicalXor,
    ]
};

/// The same answer, or the same refusal in the same words; NaN is NaN.
fn same_answer(op: BinaryOp, found: Result<Scalar>, expected: Result<DynTensor>, of: [&dyn Debug; 2]) {
    let expected = expected.and_then(|tensor| tensor.item());
    // As most are: words take longer than all the rest.
    if matches!((&found, &expected), (Ok(found), Ok(expected)) if found == expected) {
        return;
    }
    let told = |value: Result<Scalar>| match value {
        Ok(value) => format!("{} {value}", value.dtype()),
        Err(error) => error.to_string(),
    };
    assert_eq!(told(found), told(expected), "{op:?} of {of:?}");
}

#[test]
fn single_numbers_give_what_tensors_of_one_element_give() -> Result<()> {
    let numbers = [0.0, 3.0, -2.0, 200.0, 0.5, f64::NAN].map(Scalar::F64);
    let weak = [Scalar::I64(0), Scalar::I64(-1), Scalar::I64(300), Scalar::U64(u64::MAX), Scalar::F64(2.5)];
    let weak = [&weak[..], &[Scalar::Bool(true), Scalar::Complex128(Complex64::new(1.0, 2.0))]].concat();
    let dtypes = DType::ALL;
    for op in OPS {
        for dtype in dtypes {
            for left in numbers.map(|number| number.cast(dtype)) {
                let tensor = DynTensor::from(left);
                for right in dtypes.iter().flat_map(|&dtype| [0, 2, 4].map(|k| numbers[k].cast(dtype))) {
                    let expected = binary(op, &tensor, DynTensor::from(right));
                    same_answer(op, binary_scalar(op, left, right), expected, [&left, &right]);
                }
                for right in weak.iter().copied().map(Weak) {
                    let of: [&dyn Debug; 2] = [&left, &right];
                    same_answer(op, binary_scalar(op, left, right), binary(op, &tensor, right), of);
                    same_answer(op, binary_scalar(op, right, left), binary(op, right, &tensor), of);
                    same_answer(op, binary_scalar(op, &tensor, right), binary(op, &tensor, right), of);
                }
            }
        }
    }
    let pair = tensor![1, 2].into_dyn();
    assert!(binary_scalar(BinaryOp::Add, &pair, Weak(Scalar::I64(1))).unwrap_err().is_shape());
    Ok(())
}
