//! arange, linspace, logspace, geomspace.

use lunette::prelude::*;
use lunette::{Integer, Result};

/// Asserts that `arange` gives what counting gives, for ends near 0 and near both limits of the type.
fn check_integers<T: Integer + TryFrom<i128>>() -> Result<()> {
    let value = |number: i128| T::try_from(number).ok();
    let (low, high) = (T::MIN.to_i128(), T::MAX.to_i128());
    let near = |center: i128| center - 7..=center + 7;
    let ends: Vec<T> = near(0).chain(near(low)).chain(near(high)).filter_map(value).collect();
    for (&start, &stop) in ends.iter().flat_map(|start| ends.iter().map(move |stop| (start, stop))) {
        let distance = (stop.to_i128() - start.to_i128()).abs();
        for step in [1, 2, 3, 5, -1, -2, -5, low, high, distance / 3 + 1, -(distance / 3 + 1)] {
            let Some(step) = value(step).filter(|_| step != 0 && distance / step.abs().max(1) < 100) else {
                continue;
            };
            let (first, last, by) = (start.to_i128(), stop.to_i128(), step.to_i128());
            let counted =
                (0..).map(|i| first + i * by).take_while(|&n| if by > 0 { n < last } else { n > last });
            let expected: Vec<T> = counted.filter_map(value).collect();
            let made = Tensor::arange(start, stop, step)?;
            assert_eq!(made.to_vec()?, expected, "{first}, {last}, {by} in {}", T::DTYPE);
        }
    }
    Ok(())
}

#[test]
fn arange_counts_in_every_integer_type() -> Result<()> {
    check_integers::<i8>()?;
    check_integers::<i16>()?;
    check_integers::<i32>()?;
    check_integers::<i64>()?;
    check_integers::<u8>()?;
    check_integers::<u16>()?;
    check_integers::<u32>()?;
    check_integers::<u64>()
}

#[test]
fn arange_runs_down_in_unsigned_dtypes_too() -> Result<()> {
    for dtype in [DType::U8, DType::U16, DType::U32, DType::U64] {
        let down = DynTensor::arange_of(dtype, 10, 0, -3)?;
        assert_eq!(down.cast::<i32>()?, tensor![10, 7, 4, 1], "{dtype}");
    }
    let top = DynTensor::arange_of(DType::U64, u64::MAX, u64::MAX - 3, -2)?;
    assert_eq!(top.into_typed::<u64>()?, tensor![u64::MAX, u64::MAX - 2]);
    assert!(DynTensor::arange_of(DType::U8, 0, 300, 1).unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn arange_needs_a_dtype_that_holds_its_entries_not_its_end() -> Result<()> {
    let bytes = DynTensor::arange_of(DType::U8, 0, 256, 51)?;
    assert_eq!(bytes.into_typed::<u8>()?, tensor![0_u8, 51, 102, 153, 204, 255]);
    assert_eq!(DynTensor::arange_of(DType::I8, 126, 128, 1)?.into_typed::<i8>()?, tensor![126_i8, 127]);
    assert_eq!(DynTensor::arange_of(DType::U16, 2, -1, -1)?.into_typed::<u16>()?, tensor![2_u16, 1, 0]);
    assert_eq!(DynTensor::arange_of(DType::I8, -100, 200, 1000)?.into_typed::<i8>()?, tensor![-100_i8]);
    assert!(DynTensor::arange_of(DType::U8, 300, 300, 1)?.is_empty());
    for (start, stop, step) in [(0, 257, 1), (-1, 5, 1), (2, -2, -1), (256, 257, 1)] {
        let error = DynTensor::arange_of(DType::U8, start, stop, step).unwrap_err();
        assert!(error.is_dtype() && error.to_string().contains("u8 cannot hold"), "{error}");
    }
    Ok(())
}

#[test]
fn fractions_decide_how_many_integers_there_are() -> Result<()> {
    let check = |start: Scalar, stop: Scalar, step: Scalar, expected: &[i32]| -> Result<()> {
        let made = DynTensor::arange_of(DType::I32, start, stop, step)?;
        assert_eq!(made.into_typed::<i32>()?.to_vec()?, expected, "{start}, {stop}, {step}");
        Ok(())
    };
    check(0.into(), 2.5.into(), 1.into(), &[0, 1, 2])?;
    check(0.5.into(), 3.into(), 1.into(), &[0, 1, 2])?;
    check(0.into(), 2.into(), 0.5.into(), &[0, 0, 1, 1])?;
    check(0.0.into(), 3.0.into(), 1.0.into(), &[0, 1, 2])?;
    // Beside floats without a fraction integers keep every digit.
    let start = (1_i64 << 53) + 1;
    let made = DynTensor::arange_of(DType::I64, start, start + 2, 1.0)?;
    assert_eq!(made.into_typed::<i64>()?, tensor![start, start + 1]);
    let made = DynTensor::arange_of(DType::U64, u64::MAX - 2, u64::MAX, 1.0)?;
    assert_eq!(made.into_typed::<u64>()?, tensor![u64::MAX - 2, u64::MAX - 1]);
    assert!(DynTensor::arange_of(DType::I32, 0, f64::NAN, 1).is_err());
    Ok(())
}

#[test]
fn arange_of_floats_has_ceil_entries_at_multiples_of_the_step() -> Result<()> {
    for (start, stop, step) in [
        (0.0_f64, 1.0, 0.25),
        (0.0, 1.1, 0.25),
        (1.0, 0.0, -0.5),
        (5.0, 5.0, 1.0),
        (0.0, 1.0, -1.0),
        (-2.0, 2.0, 1.5),
    ] {
        let len = ((stop - start) / step).ceil().max(0.0) as usize;
        let expected: Vec<f64> = (0..len).map(|i| start + i as f64 * step).collect();
        assert_eq!(Tensor::arange(start, stop, step)?.to_vec()?, expected);
        for dtype in [DType::F16, DType::BF16, DType::F32] {
            let narrow = DynTensor::arange_of(dtype, start, stop, step)?;
            assert_eq!(narrow.cast::<f64>()?.to_vec()?, expected, "{dtype}");
        }
    }
    Ok(())
}

#[test]
fn arange_counts_over_distances_that_no_float_holds() -> Result<()> {
    let x = Tensor::arange(-1e308, 1e308, 1e307)?;
    assert_eq!((x.len(), x.get(0)?, x.get(10)?), (20, -1e308, 0.0));
    assert!((x.get(19)? / 9e307 - 1.0_f64).abs() < 1e-15);
    let down = Tensor::arange(1.5e308, -1.5e308, -1e308)?;
    assert_eq!((down.len(), down.get(2)?), (3, -5e307));
    assert!(Tensor::arange(-1e308, 1e308, 1e-320).unwrap_err().is_memory());
    Ok(())
}

#[test]
fn arange_refuses_what_has_no_end_and_no_order() {
    let refused = [
        Tensor::arange(0, 5, 0).unwrap_err(),
        Tensor::arange(0.0, 5.0, 0.0).unwrap_err(),
        Tensor::arange(0.0, 5.0, -0.0).unwrap_err(),
        Tensor::arange(0.0, f64::INFINITY, 1.0).unwrap_err(),
        Tensor::arange(f64::NAN, 5.0, 1.0).unwrap_err(),
        Tensor::arange(0.0, 5.0, f64::NAN).unwrap_err(),
        Tensor::arange(false, true, true).unwrap_err(),
        Tensor::arange(lunette::Complex64::ZERO, lunette::Complex64::ONE, lunette::Complex64::ONE)
            .unwrap_err(),
    ];
    refused.iter().for_each(|error| assert!(error.to_string().starts_with("arange: "), "{error}"));
    assert!(Tensor::arange(0_u64, u64::MAX, 1).unwrap_err().is_memory());
    assert!(Tensor::arange(i64::MIN, i64::MAX, 1).unwrap_err().is_memory());
    assert!(Tensor::arange(0.0, 1e300, 1e-300).unwrap_err().is_memory());
}

#[test]
fn linspace_is_even_and_reaches_its_ends_exactly() -> Result<()> {
    for num in [0, 1, 2, 3, 10, 49, 1000] {
        for (start, stop) in [(0.0_f64, 1.0_f64), (-3.0, 7.3), (2.0, 2.0), (1e-3, -1e9)] {
            let closed = Tensor::linspace(start, stop, num)?.to_vec()?;
            let open = Tensor::linspace_with(start, stop, num, Endpoint::Excluded)?.to_vec()?;
            assert_eq!((closed.len(), open.len()), (num, num));
            let close = |found: f64, expected: f64| (found - expected).abs() <= 1e-12 * (stop - start).abs();
            for i in 0..num {
                let share = |parts: usize| start + (stop - start) * i as f64 / parts.max(1) as f64;
                assert!(
                    close(closed[i], share(num - 1)) && close(open[i], share(num)),
                    "{start} to {stop}: {i} of {num}"
                );
            }
            assert!(closed.first().is_none_or(|&first| first == start));
            assert!(num < 2 || closed[num - 1] == stop, "B7: the end belongs to it");
        }
    }
    Ok(())
}

#[test]
fn linspace_in_other_dtypes() -> Result<()> {
    assert_eq!(Tensor::linspace(0, 10, 4)?, tensor![0, 3, 6, 10], "integers are rounded down");
    assert_eq!(Tensor::linspace(0, -10, 4)?, tensor![0, -4, -7, -10], "down, not toward zero");
    assert_eq!(Tensor::linspace(0_f32, 1.0, 3)?, tensor![0_f32, 0.5, 1.0]);
    let turn = |re, im| lunette::Complex64::new(re, im);
    assert_eq!(Tensor::linspace(turn(0.0, 1.0), turn(1.0, -1.0), 3)?.get(1)?, turn(0.5, 0.0));
    let half = DynTensor::linspace_of(DType::F16, 0, 3, 3, Endpoint::Excluded)?;
    assert_eq!(half.cast::<f64>()?, tensor![0.0, 1.0, 2.0]);
    assert!(Tensor::linspace(false, true, 2).unwrap_err().is_dtype());
    assert!(Tensor::linspace(f64::NAN, 1.0, 2).is_err());
    Ok(())
}

#[test]
fn ends_far_apart_do_not_overflow_on_the_way() -> Result<()> {
    let values = Tensor::linspace(f64::MIN, f64::MAX, 5)?.to_vec()?;
    assert!(values.iter().all(|value| value.is_finite()) && values.is_sorted(), "{values:?}");
    assert_eq!((values[0], values[2], values[4]), (f64::MIN, 0.0, f64::MAX));
    Ok(())
}

#[test]
fn logarithmic_spaces_multiply() -> Result<()> {
    let close = |found: &[f64], expected: &[f64]| {
        found.len() == expected.len()
            && found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs())
    };
    assert!(close(&Tensor::<f64>::logspace(0.0, 3.0, 4, 10.0)?.to_vec()?, &[1.0, 10.0, 100.0, 1000.0]));
    assert!(close(&Tensor::<f64>::logspace(3.0, 0.0, 4, 2.0)?.to_vec()?, &[8.0, 4.0, 2.0, 1.0]));
    assert!(close(
        &Tensor::<f64>::geomspace(1.0, 256.0, 9)?.to_vec()?,
        &[1., 2., 4., 8., 16., 32., 64., 128., 256.]
    ));
    assert!(close(&Tensor::<f64>::geomspace(-1000.0, -1.0, 4)?.to_vec()?, &[-1000.0, -100.0, -10.0, -1.0]));
    assert_eq!(Tensor::<f64>::geomspace(5.0, 7.0, 1)?, tensor![5.0], "one value: the start, as NumPy");
    assert_eq!(Tensor::<f64>::geomspace(5.0, 7.0, 0)?.shape(), [0]);
    assert_eq!(Tensor::<i32>::logspace(0.0, 3.0, 4, 2.0)?, tensor![1, 2, 4, 8]);
    for (start, stop) in [(0.0, 1.0), (1.0, 0.0), (-1.0, 1.0), (1.0, -1.0)] {
        assert!(Tensor::<f64>::geomspace(start, stop, 3).is_err(), "{start} to {stop}");
    }
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(Tensor::<f64>::geomspace(bad, bad, 3).is_err(), "{bad}");
        assert!(Tensor::<i32>::geomspace(1.0, bad, 3).is_err(), "{bad}");
        assert!(Tensor::<f64>::logspace(bad, 1.0, 3, 10.0).is_err(), "{bad}");
        assert!(Tensor::<f64>::logspace(0.0, bad, 3, 10.0).is_err(), "{bad}");
        assert!(Tensor::<f64>::logspace(0.0, 1.0, 3, bad).is_err(), "{bad}");
    }
    Ok(())
}

#[test]
fn integers_that_do_not_fit_are_refused() -> Result<()> {
    for (name, made) in [
        ("logspace", Tensor::<u8>::logspace(0.0, 5.0, 6, 10.0).map(Tensor::into_dyn)),
        ("logspace of NaN", Tensor::<i32>::logspace(0.0, 1.0, 3, -1.0).map(Tensor::into_dyn)),
        ("linspace", DynTensor::linspace_of(DType::U8, 0, 300, 4, Endpoint::Included)),
        ("linspace below", DynTensor::linspace_of(DType::U8, -1, 3, 4, Endpoint::Included)),
        ("geomspace", Tensor::<i8>::geomspace(1.0, 1000.0, 4).map(Tensor::into_dyn)),
    ] {
        let error = made.unwrap_err();
        assert!(matches!(error.kind(), lunette::ErrorKind::Unrepresentable { .. }), "{name}: {error}");
    }
    assert_eq!(Tensor::<u8>::logspace(0.0, 2.0, 3, 10.0)?.to_vec()?, [1, 10, 100]);
    assert_eq!(Tensor::<i8>::geomspace(-1.0, -100.0, 3)?.to_vec()?, [-1, -10, -100]);
    assert_eq!(Tensor::<u8>::linspace(0, 255, 2)?.to_vec()?, [0, 255]);
    Ok(())
}

#[test]
fn integers_beyond_floats_are_spaced_exactly() -> Result<()> {
    assert_eq!(Tensor::linspace(0, i64::MAX, 2)?.to_vec()?, [0, i64::MAX]);
    assert_eq!(Tensor::linspace(i64::MIN, i64::MAX, 3)?.to_vec()?, [i64::MIN, -1, i64::MAX]);
    assert_eq!(Tensor::linspace(u64::MAX, 0, 4)?.to_vec()?, [u64::MAX, u64::MAX / 3 * 2, u64::MAX / 3, 0]);
    let half_open = Tensor::linspace_with(1 << 60, (1 << 60) + 8, 4, Endpoint::Excluded)?;
    assert_eq!(half_open.to_vec()?, [0_i64, 2, 4, 6].map(|k| (1 << 60) + k));
    assert_eq!(Tensor::linspace(i64::MAX, i64::MAX, 1)?.to_vec()?, [i64::MAX]);
    Ok(())
}
