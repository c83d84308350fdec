//! Functions that are generic over the element type, written as for one.

use lunette::prelude::*;
use lunette::{Complex32, Complex64, Integer, Result, bf16, f16};

/// All that Rust's operators do with numbers, and iterators that add them up.
fn arithmetic<T: Numeric>(six: T, two: T) -> [T; 8] {
    let mut changed = six;
    changed += two;
    changed -= T::ONE;
    changed *= two;
    changed /= two;
    let list = [six, two, T::ONE];
    [
        six + two,
        six - two,
        six * two,
        six / two,
        changed,
        list.iter().sum(),
        list.into_iter().product(),
        T::add(six, two), // through the trait of the operator
    ]
}

#[test]
fn numbers_of_every_dtype() {
    fn check<T: Numeric>() {
        let made = arithmetic(T::cast_from(6), T::cast_from(2));
        assert_eq!(made, [8, 4, 12, 3, 7, 9, 12, 8].map(|x| T::cast_from(x)), "{}", T::DTYPE);
        assert_eq!(T::cast_from(3) % T::cast_from(2), T::ONE);
        assert!(T::ONE.to_string().starts_with('1'));
    }
    check::<i8>();
    check::<i16>();
    check::<i32>();
    check::<i64>();
    check::<u8>();
    check::<u16>();
    check::<u32>();
    check::<u64>();
    check::<f16>();
    check::<bf16>();
    check::<f32>();
    check::<f64>();
    check::<Complex32>();
    check::<Complex64>();
}

#[test]
fn integers_have_bits_and_order() {
    fn gcd<T: Integer>(a: T, b: T) -> T {
        if b == T::ZERO { a } else { gcd(b, a % b) }
    }
    fn ones<T: Integer>(x: T) -> u32 {
        (0..7).map(|bit| u32::from((x >> bit) & T::ONE == T::ONE)).sum()
    }
    assert_eq!((gcd(54_u8, 24), gcd(54_i64, 24)), (6, 6));
    assert_eq!((ones(0b1011_i8), ones(!0_u8), ones(1_u64 << 3 | 2)), (3, 7, 2));
}

#[test]
fn floats_have_the_functions_of_floats() {
    fn check<T: Float>(tolerance: f64) {
        let close = |found: T, expected: f64| {
            let found = f64::cast_from(found);
            assert!((found - expected).abs() <= tolerance, "{}: {found} and {expected}", T::DTYPE);
        };
        let x = T::cast_from(0.5);
        close(x.sqrt(), 0.5_f64.sqrt());
        close(x.exp().ln(), 0.5);
        close(-x.sin() + x.cos().powi(2), -0.5_f64.sin() + 0.5_f64.cos().powi(2));
        close((-x).abs().max(x / T::cast_from(4)), 0.5);
        close(T::PI(), std::f64::consts::PI);
        assert!(x < T::ONE && x > -x && x.is_finite() && T::NAN.is_nan() && -T::INFINITY < x);
        assert!(T::INFINITY.is_infinite() && T::epsilon() < x);
    }
    check::<f16>(3e-3);
    check::<bf16>(3e-2);
    check::<f32>(1e-6);
    check::<f64>(1e-15);
}

/// Kinds of results go together: the mean of squares has a root, and is again what it is.
fn rms<T: Numeric>(x: &Tensor<T>) -> Result<T::Float> {
    x.square()?.mean(..)?.sqrt()?.item()
}

fn normalised<T: Float>(row: &mut ViewMut<'_, T>) -> Result<()> {
    let (mean, std) = (row.mean_all()?, row.std_all(0.0)?);
    row.map_in_place(|x| (x - mean) / std.max(T::epsilon()));
    Ok(())
}

fn root<T: Float>(x: T) -> T {
    x.sqrt()
}

/// The spread of complex numbers is a real float, and so is that of integers.
fn root_of_spread<T: Numeric>(x: &Tensor<T>) -> Result<<T::Float as Element>::Real> {
    x.std_all(0.0).map(root)
}

#[test]
fn results_of_generic_functions() -> Result<()> {
    assert_eq!(rms(&tensor![1_i32, 7])?, 5.0);
    assert_eq!(rms(&tensor![3.0_f32, 3.0])?, 3.0_f32);
    let x = tensor![[1.0_f32, 3.0], [5.0, 5.0]];
    for mut row in x.write()?.axis_iter_mut(0)? {
        normalised(&mut row)?;
    }
    assert_eq!(x, tensor![[-1.0_f32, 1.0], [0.0, 0.0]]);
    assert_eq!(root_of_spread(&tensor![1_i32, 9])?, 2.0);
    assert_eq!(root_of_spread(&tensor![Complex32::new(0.0, 1.0), Complex32::new(0.0, 9.0)])?, 2.0_f32);
    Ok(())
}

#[test]
fn wrapping_functions_compute_as_tensors_do() -> Result<()> {
    fn check<T: Numeric>(a: T, b: T) -> Result<()> {
        let (x, y) = (Tensor::from([a]), Tensor::from([b]));
        assert_eq!(x.add(&y)?.item()?, a.wrapping_add(b));
        assert_eq!(x.subtract(&y)?.item()?, a.wrapping_sub(b));
        assert_eq!(x.multiply(&y)?.item()?, a.wrapping_mul(b));
        Ok(())
    }
    check(200_u8, 100)?;
    check(i64::MIN, -1)?;
    check(f16::from_f32(60000.0), f16::from_f32(60000.0))
}
