//! Memory that the crate makes: aligned, initialised, recycled.

use lunette::prelude::*;
use lunette::{Complex32, Complex64, Element, Result, bf16, buffer, concat, f16, stack};

use crate::address;

/// Everything that makes new memory, in one element type.
fn everything<T: Element>(shape: &[usize]) -> Result<Vec<(&'static str, Tensor<T>)>> {
    let zeros = Tensor::<T>::zeros(shape)?;
    let first = Tensor::<i64>::zeros(1)?;
    Ok(vec![
        ("ones", Tensor::ones(shape)?),
        ("full", Tensor::full(shape, T::cast_from(3))?),
        ("empty", Tensor::empty(shape)?),
        ("zeros_in", Tensor::zeros_in(shape, Order::F)?),
        ("from_fn", Tensor::from_fn(shape, |index| T::cast_from(index[0] as i64))?),
        ("from_flat_fn", Tensor::from_flat_fn(shape, |i| T::cast_from(i as i64))?),
        ("eye", Tensor::eye_with(shape[0], shape[1], 0)?),
        ("tri", Tensor::tri(shape[0], shape[1], 0)?),
        ("zeros_like", zeros.zeros_like()?),
        ("ones_like", zeros.ones_like()?),
        ("full_like", zeros.full_like(1)?),
        ("copy", zeros.transpose().copy()?),
        ("copy_in", zeros.copy_in(Order::F)?),
        ("load", zeros.load(s![.., (.., -1)])?),
        ("load of a pick", zeros.load(s![&first])?),
        ("take", zeros.take(&first, 0)?),
        ("cast", zeros.cast::<f64>()?.cast::<T>()?),
        ("concat", concat(&[&zeros, &zeros], 0)?),
        ("stack", stack(&[&zeros, &zeros], 1)?),
        ("tile", zeros.tile([2, 2])?),
        ("repeat", zeros.repeat(2, 1)?),
        ("roll", zeros.roll(1, 0)?),
        ("pad", zeros.pad(&[(1, 1), (0, 2)], Pad::Edge)?),
        ("pad_constant", zeros.pad(&[(1, 1), (0, 2)], Pad::Constant(1.into()))?),
        ("tril", zeros.tril(0)?),
        ("reshape", zeros.transpose().reshape(-1)?),
        ("zeros", zeros),
    ])
}

fn check_alignment<T: Element>() -> Result<()> {
    // One element, small tensors beside their header, just above, and large enough to be recycled.
    for shape in [[1, 1], [2, 3], [4, 5], [9, 33], [130, 700]] {
        for (name, x) in everything::<T>(&shape)? {
            assert_eq!(address(&x) % buffer::ALIGNMENT, 0, "{name} of {} in {shape:?}", T::DTYPE);
        }
    }
    Ok(())
}

#[test]
fn all_new_memory_is_aligned_to_64_bytes() -> Result<()> {
    assert_eq!(buffer::ALIGNMENT, 64);
    check_alignment::<bool>()?;
    check_alignment::<i8>()?;
    check_alignment::<i16>()?;
    check_alignment::<u32>()?;
    check_alignment::<i64>()?;
    check_alignment::<f16>()?;
    check_alignment::<bf16>()?;
    check_alignment::<f32>()?;
    check_alignment::<f64>()?;
    check_alignment::<Complex32>()?;
    check_alignment::<Complex64>()
}

#[test]
fn sequences_are_aligned_too() -> Result<()> {
    for len in [1, 7, 40, 5000] {
        let (line, steps) = (Tensor::linspace(0.0, 1.0, len)?, Tensor::arange(0, len as i32, 1)?);
        let hits = steps.nonzero()?;
        assert_eq!((address(&line) % 64, address(&steps) % 64, address(&hits[0]) % 64), (0, 0, 0), "{len}");
        assert_eq!(address(&Tensor::from_nested(vec![vec![1_u8; len]; 3])?) % 64, 0);
    }
    Ok(())
}

#[test]
fn recycled_memory_is_clean() -> Result<()> {
    for len in [100, 20_000, 300_000] {
        for _ in 0..4 {
            drop(Tensor::full([len], u64::MAX)?);
            assert!(Tensor::<u64>::zeros([len])?.to_vec()?.iter().all(|&value| value == 0), "{len}");
            drop(Tensor::full([len], u64::MAX)?);
            assert!(Tensor::<bool>::empty([8 * len])?.to_vec()?.iter().all(|&value| !value), "{len}");
        }
    }
    Ok(())
}

#[test]
fn recycling_stays_below_its_limit() -> Result<()> {
    for _ in 0..40 {
        drop(Tensor::<u8>::zeros([1 << 20])?);
        drop(Tensor::<u8>::ones([3 << 20])?);
        assert!(buffer::recycled_bytes() <= buffer::recycling_limit());
    }
    Ok(())
}
