//! What must not depend on neighbours, strides or common dtypes.

use lunette::prelude::*;
use lunette::random::Generator;
use lunette::{Complex64, Result, set_threads};

#[test]
fn sines_do_not_depend_on_their_neighbours() -> Result<()> {
    for huge in [1e6_f32, 1e30, f32::INFINITY] {
        let a = Tensor::from_flat_fn(32, |k| if k == 31 { huge } else { 0.1 + 0.37 * k as f32 })?;
        let part = a.load(s![..31])?;
        assert_eq!(a.sin()?.load(s![..31])?, part.sin()?);
        assert_eq!(a.cos()?.load(s![..31])?, part.cos()?);
        assert_eq!(a.tan()?.load(s![..31])?, part.tan()?);
        let wide: Tensor<f64> = a.cast()?;
        assert_eq!(wide.sin()?.load(s![..31])?, wide.load(s![..31])?.sin()?);
    }
    let x = Tensor::from_flat_fn([40, 50], |k| if k % 7 == 0 { 1e18 } else { k as f64 })?;
    assert_eq!(x.transpose().cos()?, x.transpose().copy()?.cos()?);
    Ok(())
}

#[test]
fn dot_products_do_not_depend_on_threads() -> Result<()> {
    for len in [65_536, 3 * 65_536, 5 * 65_536 + 17, 1_000_001] {
        let [a, b] = [1, 2].map(|seed| Generator::new(seed).normal(0.0, 1.0, len).unwrap());
        let dot = |threads: usize| -> Result<f64> {
            set_threads(threads);
            a.matmul(&b)?.item()
        };
        let one = dot(1)?;
        assert_eq!(one.to_bits(), dot(2)?.to_bits(), "{len}");
        assert_eq!(one.to_bits(), dot(3)?.to_bits(), "{len}");
        set_threads(1);
        let watched: Tensor<f64> = lunette::Cancel::new().run(|| a.matmul(&b))?;
        assert_eq!(one.to_bits(), watched.item()?.to_bits(), "{len}");
        set_threads(0);
    }
    Ok(())
}

#[test]
fn integers_that_do_not_fit_have_an_ordinary_answer_in_comparisons() -> Result<()> {
    let x = tensor![1_u8, 255].into_dyn();
    let yes = tensor![true, true];
    let no = tensor![false, false];
    for (found, expected) in [
        (x.less(300)?, &yes),
        (x.less_equal(300)?, &yes),
        (x.greater(300)?, &no),
        (x.greater_equal(300)?, &no),
        (x.equal(300)?, &no),
        (x.not_equal(300)?, &yes),
        (x.less(-1)?, &no),
        (x.greater(-1)?, &yes),
        (x.equal(-1)?, &no),
        (x.less(Scalar::U64(u64::MAX))?, &yes),
        (x.lazy().less(300).eval()?, &yes),
        (x.lazy().add(0).less(300).eval()?, &yes),
        (tensor![i64::MIN, i64::MAX].into_dyn().less(u64::MAX)?, &yes),
        (tensor![0, u64::MAX].into_dyn().greater(i64::MIN)?, &yes),
    ] {
        assert_eq!(&found, expected);
    }
    assert_eq!(x.less(2)?, tensor![true, false]);
    assert!(x.add(300).unwrap_err().is_dtype() || x.add(300).is_err());
    let out = Tensor::<bool>::zeros([2])?;
    x.less_into(300, &out)?;
    assert_eq!(out, yes);
    Ok(())
}

#[test]
fn signed_and_unsigned_numbers_are_compared_exactly() -> Result<()> {
    let near = 1_i64 << 53;
    let signed = [-1, 0, near, near + 1, i64::MAX, i64::MIN];
    let unsigned = [0, 1, near as u64, near as u64 + 1, i64::MAX as u64, u64::MAX, i64::MAX as u64 + 1];
    let a = Tensor::from_flat_fn([signed.len(), 1], |k| signed[k])?;
    let b = Tensor::from_flat_fn(unsigned.len(), |k| unsigned[k])?;
    type Method = fn(&DynTensor, &DynTensor) -> Result<Tensor<bool>>;
    type Rule = fn(i128, i128) -> bool;
    let methods: [(Method, Rule); 6] = [
        (|a, b| a.equal(b), |a, b| a == b),
        (|a, b| a.not_equal(b), |a, b| a != b),
        (|a, b| a.less(b), |a, b| a < b),
        (|a, b| a.less_equal(b), |a, b| a <= b),
        (|a, b| a.lazy().greater(b).eval(), |a, b| a > b),
        (|a, b| a.greater_equal(b), |a, b| a >= b),
    ];
    let (a, b) = (a.into_dyn(), b.into_dyn());
    for (k, (method, expected)) in methods.into_iter().enumerate() {
        let (found, turned) = (method(&a, &b)?, method(&b, &a)?);
        for (i, &s) in signed.iter().enumerate() {
            for (j, &u) in unsigned.iter().enumerate() {
                let (s, u) = (i128::from(s), i128::from(u));
                assert_eq!(found.get([i, j])?, expected(s, u), "{k}: {s} {u}");
                assert_eq!(turned.get([i, j])?, expected(u, s), "{k}: {u} {s}");
            }
        }
    }
    Ok(())
}

#[test]
fn sets_of_the_other_sign_are_searched_exactly() -> Result<()> {
    let (a, b) = (tensor![(1_i64 << 53) + 1, -1, 7], tensor![1_u64 << 53, u64::MAX, 7]);
    assert_eq!(a.isin(&b, false)?, tensor![false, false, true]);
    assert_eq!(b.isin(&a, true)?, tensor![true, true, false]);
    let sorted = tensor![-5_i64, 1 << 53, (1 << 53) + 1, i64::MAX];
    let values = tensor![0_u64, (1 << 53) + 1, i64::MAX as u64, u64::MAX];
    assert_eq!(sorted.searchsorted(&values, lunette::Side::Left)?, tensor![1_i64, 2, 3, 4]);
    assert_eq!(sorted.searchsorted(&values, lunette::Side::Right)?, tensor![1_i64, 3, 4, 4]);
    let sorted = tensor![0_u64, 1 << 53, (1 << 53) + 1, u64::MAX];
    let values = tensor![-1_i64, 0, (1 << 53) + 1, i64::MAX];
    assert_eq!(sorted.searchsorted(&values, lunette::Side::Left)?, tensor![0_i64, 0, 2, 3]);
    assert_eq!(sorted.searchsorted(&values, lunette::Side::Right)?, tensor![0_i64, 1, 3, 3]);
    Ok(())
}

#[test]
fn results_keep_the_order_of_their_operand() -> Result<()> {
    let x = tensor![[1, 2, 3], [4, 5, 6]].copy_in(Order::F)?;
    let unsigned: Tensor<u8> = x.cast()?;
    let unsigned = unsigned.copy_in(Order::F)?;
    assert_eq!(x.floor()?.strides(), [1, 2]);
    assert_eq!(x.round()?.strides(), [1, 2]);
    assert_eq!(x.conj()?.strides(), [1, 2]);
    assert_eq!(x.imag()?.strides(), [1, 2]);
    assert_eq!(x.isnan()?.strides(), [1, 2]);
    assert_eq!(unsigned.abs()?.strides(), [1, 2]);
    assert_eq!(x.add(&x)?.strides(), [1, 2]);
    assert_eq!(x.multiply(2)?.strides(), [1, 2]);
    assert_eq!(x.floor()?, x);
    let turned = Tensor::from_flat_fn([3, 1, 4, 2], |k| k as i64)?.permute([2, 1, 3, 0])?;
    assert_eq!(turned.floor()?, turned);
    assert_eq!(turned.floor()?.strides(), turned.negative()?.strides());
    Ok(())
}

#[test]
fn compound_assignment_does_not_cut() {
    type Compound = fn();
    let refused: [Compound; 5] = [
        || {
            let mut x = tensor![1_i32, 2];
            x += &tensor![0.7_f64, 0.7];
        },
        || {
            let mut x = tensor![1.0_f64];
            x *= &tensor![Complex64::new(0.0, 1.0)];
        },
        || {
            let mut x = tensor![true];
            x += &tensor![1];
        },
        || {
            let mut x = tensor![1_i32].into_dyn();
            x -= 0.5;
        },
        || {
            let mut x = tensor![1_u64];
            x += &tensor![1_i64];
        },
    ];
    for compound in refused {
        let panic = std::panic::catch_unwind(compound).expect_err("it would have been cut");
        let words = panic.downcast_ref::<String>().map(String::as_str).unwrap_or_default();
        assert!(words.contains("cut"), "{words}");
    }
    let mut x = tensor![1.5_f32];
    x += &tensor![1_i32];
    x *= &tensor![2.0_f64];
    assert_eq!(x, tensor![5.0_f32]);
    let mut x = tensor![7_i16];
    x += &tensor![1_i64];
    assert_eq!(x, tensor![8_i16]);
}

#[test]
fn limits_are_not_cut() -> Result<()> {
    let x = tensor![1, 5, 9];
    assert!(x.clip(tensor![2.5_f64], ..).unwrap_err().is_dtype());
    assert!(x.into_dyn().clip(0.5, ..).unwrap_err().is_dtype());
    let x = tensor![1, 5, 9];
    assert_eq!(x.clip(tensor![-1_i64 << 40], tensor![1_i64 << 40])?, x);
    assert_eq!(x.clip(tensor![1_i64 << 40], ..)?, Tensor::full([3], i32::MAX)?);
    assert_eq!(x.clip(tensor![2_u8], tensor![7_u64])?, tensor![2, 5, 7]);
    assert_eq!(x.clip(.., ..)?, x);
    let y = tensor![1.5_f32, f32::NAN, -3.0];
    assert_eq!(y.clip(tensor![0_i32], ..)?.load(s![(.., 2)])?, tensor![1.5_f32, 0.0]);
    assert!(y.clip(.., 1.0)?.get(1)?.is_nan());
    assert_eq!(x.copy_in(Order::F)?.clip(.., ..)?, x);
    Ok(())
}

#[test]
fn powers_to_the_exponent_2_are_squares() -> Result<()> {
    let x = Tensor::<f64>::linspace(-3.0, 7.0, 1000)?;
    let x = concat(&[&x, &tensor![f64::NAN, f64::NEG_INFINITY, -0.0, 1e-200, 1e200]], 0)?;
    let squares = x.square()?;
    // As text NaN is NaN, and -0 is not 0.
    let same = |found: &Tensor<f64>| found.literal().to_string() == squares.literal().to_string();
    let out = x.copy()?;
    x.pow_into(2.0, &out)?;
    assert!(same(&out) && same(&x.pow(2.0)?) && same(&x.lazy().pow(2.0).eval()?));
    assert!(same(&x.to_dyn().pow(2)?.into_typed()?));
    // Of a wider exponent the power is wider, and of integers nothing is a float.
    let narrow = tensor![1.1_f32, 3.0];
    assert_eq!(narrow.pow(&tensor![2.0_f64])?, narrow.cast::<f64>()?.pow(2.0)?);
    assert_eq!(tensor![-3, 4].pow(2)?, tensor![9, 16]);
    Ok(())
}

#[test]
fn parts_of_complex_numbers_are_rounded_by_themselves() -> Result<()> {
    let number = |re: f64, im: f64| Complex64::new(re, im);
    let x = tensor![
        [number(f64::NAN, 123.456), number(f64::INFINITY, 1.26)],
        [number(-0.04, 2.5), number(17.0, -8.0)]
    ];
    let shown = |x: &Tensor<Complex64>| -> Result<Vec<String>> {
        Ok(x.to_vec()?.iter().map(|z| format!("{:?} {:?}", z.re, z.im)).collect())
    };
    assert_eq!(shown(&x.round_to(1)?)?, ["NaN 123.5", "inf 1.3", "-0.0 2.5", "17.0 -8.0"]);
    assert_eq!(shown(&x.round_to(-1)?)?, ["NaN 120.0", "inf 0.0", "-0.0 0.0", "20.0 -10.0"]);
    let turned = x.transpose().round_to(1)?;
    assert_eq!(shown(&turned)?, ["NaN 123.5", "-0.0 2.5", "inf 1.3", "17.0 -8.0"]);
    Ok(())
}

#[test]
fn quotients_of_integers_by_any_number_are_floats() -> Result<()> {
    let x = tensor![1_i64, -4].into_dyn();
    let quotients = x.divide(1_u64 << 63)?.into_typed::<f64>()?;
    assert_eq!(quotients.to_vec()?, [1.0 / (1_u64 << 63) as f64, -4.0 / (1_u64 << 63) as f64]);
    Ok(())
}
