use super::{DType, DTypeKind, Element, Float, Integer, Numeric, Scalar, bf16, dispatch, f16};

#[test]
fn names_parse_back() {
    for (place, dtype) in DType::ALL.into_iter().enumerate() {
        assert_eq!(dtype as usize, place);
        assert_eq!(dtype.name().parse::<DType>().unwrap(), dtype);
        assert_eq!(dtype.numpy_name().parse::<DType>().unwrap(), dtype);
        assert_eq!(dtype.to_string(), dtype.name());
    }
    assert_eq!(format!("{:>6}|{:<6}|", DType::F32, DType::I8), "   f32|i8    |");
    let error = "float".parse::<DType>().unwrap_err();
    assert!(error.is_dtype());
    assert_eq!(
        error.to_string(),
        "`float` is no dtype: bool, i8 to i64, u8 to u64, f16, bf16, f32, f64, complex64 and complex128 are"
    );
}

#[test]
fn sizes_and_alignments() {
    let sizes = DType::ALL.map(DType::item_size);
    assert_eq!(sizes, [1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16]);
    for dtype in DType::ALL {
        // Half of a complex number: its alignment is that of its parts.
        let parts = if dtype.is_complex() { 2 } else { 1 };
        assert_eq!(dtype.alignment() * parts, dtype.item_size());
    }
}

#[test]
fn kinds() {
    for dtype in DType::ALL {
        let first = match dtype.kind() {
            DTypeKind::Bool | DTypeKind::Float if dtype == DType::BF16 => "bf",
            DTypeKind::Bool => "bool",
            DTypeKind::Signed => "i",
            DTypeKind::Unsigned => "u",
            DTypeKind::Float => "f",
            DTypeKind::Complex => "complex",
        };
        assert!(dtype.name().starts_with(first));
        assert_eq!(dtype.is_integer(), matches!(first, "i" | "u"));
        assert_eq!(dtype.is_float(), matches!(first, "f" | "bf"));
        assert_eq!(dtype.is_complex(), first == "complex");
    }
}

#[test]
fn dispatch_names_the_element_type() {
    for dtype in DType::ALL {
        assert_eq!(dispatch!(dtype, T => T::DTYPE), dtype);
        let one = dispatch!(dtype, numeric T => Some(Scalar::from(T::ONE)), other => {
            assert_eq!(other, DType::Bool);
            None
        });
        assert_eq!(one, Some(Scalar::Bool(true).cast(dtype)).filter(|_| dtype != DType::Bool));
    }
}

#[test]
fn arithmetic_wraps_and_rounds() {
    assert_eq!(Numeric::wrapping_add(250_u8, 10), 4);
    assert_eq!(Numeric::wrapping_sub(i64::MIN, 1), i64::MAX);
    assert_eq!(Numeric::wrapping_mul(i8::MIN, -1), i8::MIN);
    assert_eq!(f16::wrapping_add(f16::from_f32(2048.0), f16::ONE), f16::from_f32(2048.0));
    for dtype in DType::ALL {
        dispatch!(dtype, numeric T => {
            assert_eq!(T::wrapping_sub(T::ONE, T::ONE), T::ZERO);
            assert_eq!(T::wrapping_mul(T::wrapping_add(T::ONE, T::ONE), T::ONE), T::cast_from(2));
        }, _other => ());
    }
}

#[test]
fn ends_and_special_values() {
    fn integer<T: Integer>() {
        assert!(T::wrapping_add(T::MAX, T::ONE) == T::MIN && T::MIN < T::MAX);
        assert_eq!(T::cast_from(T::MIN.to_i128() as i64), T::MIN);
        assert_eq!(T::cast_from(T::MAX.to_i128() as u64), T::MAX);
    }
    fn float<T: Float>() {
        assert!(T::NAN.is_nan() && !T::NAN.is_finite() && !T::INFINITY.is_nan() && !T::INFINITY.is_finite());
        assert!(T::ONE.is_finite() && T::ONE < T::INFINITY);
    }
    integer::<i8>();
    integer::<i16>();
    integer::<i32>();
    integer::<i64>();
    integer::<u8>();
    integer::<u16>();
    integer::<u32>();
    integer::<u64>();
    float::<f16>();
    float::<bf16>();
    float::<f32>();
    float::<f64>();
}
