//! Sums, products, means, variances, extremes and truth of random views.

use lunette::prelude::*;
use lunette::{Complex64, Result};

use crate::views::{Axes, Rng, close, complex, float, groups, indices, integer, shapes, tolerance};

/// Small numbers, exact in every dtype.
fn small(rng: &mut Rng) -> Scalar {
    let re = rng.below(9) as f64 - 3.0;
    let im = rng.below(5) as f64 - 2.0;
    if rng.chance(50) {
        Scalar::from(Complex64::new(re, im))
    } else {
        Scalar::from(Complex64::new(re.abs(), 0.0))
    }
}

/// Small numbers, now and then a NaN or an infinity.
fn special(rng: &mut Rng) -> Scalar {
    match rng.below(60) {
        0 => Scalar::from(f64::NAN),
        1 => Scalar::from(f64::INFINITY),
        2 => Scalar::from(f64::NEG_INFINITY),
        _ => small(rng),
    }
}

type Method = fn(&DynTensor, Axes) -> Result<DynTensor>;

/// Compares a reduction, and its `keepdims` form, with what `expected` makes of each result's elements.
#[track_caller]
fn check(
    name: &str,
    x: &DynTensor,
    (axes, reduced): &(Axes, Vec<bool>),
    methods: [Method; 2],
    expected: impl Fn(&[Scalar]) -> Complex64,
) {
    let name = format!("{name} of {} {:?} strides {:?} over {axes:?}", x.dtype(), x.shape(), x.strides());
    let groups = groups(x, reduced);
    let (dropped, kept) = shapes(x, reduced);
    for (method, shape) in methods.into_iter().zip([dropped, kept]) {
        let found = method(x, axes.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(found.shape(), shape, "{name}");
        assert!(found.flags().c_contiguous && !found.is_view(), "{name}");
        for (index, group) in indices(&shape).iter().zip(&groups) {
            let found = found.get(index).unwrap();
            close(&name, complex(found), expected(group), tolerance(found.dtype()));
        }
    }
}

fn sum_of(group: &[Scalar]) -> Complex64 {
    group.iter().fold(Complex64::new(0.0, 0.0), |sum, &value| sum + complex(value))
}

/// For each seed, and each dtype, a view and some axes.
fn each(seeds: u64, value: impl Fn(&mut Rng) -> Scalar, test: impl Fn(&DynTensor, &(Axes, Vec<bool>))) {
    for seed in 0..seeds {
        for dtype in DType::ALL {
            let mut rng = Rng::new(seed << 8 | dtype as u64);
            let x = rng.view(dtype, &value).unwrap();
            let axes = rng.axes(x.rank());
            test(&x, &axes);
        }
    }
}

#[test]
fn sums_and_means_are_those_of_the_elements() {
    each(40, small, |x, axes| {
        check("sum", x, axes, [|x, a| x.sum(a), |x, a| x.sum_keepdims(a)], sum_of);
        check("mean", x, axes, [|x, a| x.mean(a), |x, a| x.mean_keepdims(a)], |group| match group.len() {
            0 => Complex64::new(f64::NAN, if x.dtype().is_complex() { f64::NAN } else { 0.0 }),
            len => sum_of(group) / len as f64,
        });
    });
}

#[test]
fn products_are_those_of_the_elements() {
    // Powers of two and zeros, few enough to be exact.
    let powers = |rng: &mut Rng| match rng.below(100) {
        0 => Scalar::from(0),
        1..8 => Scalar::from(2),
        8..12 => Scalar::from(-1),
        12 => Scalar::from(Complex64::new(0.0, 1.0)),
        _ => Scalar::from(1),
    };
    each(25, powers, |x, axes| {
        check("prod", x, axes, [|x, a| x.prod(a), |x, a| x.prod_keepdims(a)], |group| {
            if x.dtype().is_integer() {
                let wrapped = group.iter().fold(1_i64, |p, &v| p.wrapping_mul(integer(v)));
                return complex(Scalar::from(wrapped).cast(x.dtype().as_sum()));
            }
            let product = group.iter().fold(Complex64::new(1.0, 0.0), |p, &v| p * complex(v));
            complex(Scalar::from(product).cast(x.dtype().as_sum()))
        });
    });
}

#[test]
fn variances_are_those_of_the_elements() {
    each(25, small, |x, axes| {
        let correction = f64::from(u8::from(x.len() % 2 == 0));
        let expected = |group: &[Scalar]| {
            let mean = sum_of(group) / group.len() as f64;
            let squares: f64 = group.iter().map(|&value| (complex(value) - mean).norm_sqr()).sum();
            let divisor = group.len() as f64 - correction;
            if divisor > 0.0 { squares / divisor } else { f64::NAN }
        };
        let var: [Method; 2] = match correction {
            0.0 => [|x, a| x.var(a, 0.0), |x, a| x.var_keepdims(a, 0.0)],
            _ => [|x, a| x.var(a, 1.0), |x, a| x.var_keepdims(a, 1.0)],
        };
        let std: [Method; 2] = match correction {
            0.0 => [|x, a| x.std(a, 0.0), |x, a| x.std_keepdims(a, 0.0)],
            _ => [|x, a| x.std(a, 1.0), |x, a| x.std_keepdims(a, 1.0)],
        };
        check("var", x, axes, var, |group| expected(group).into());
        check("std", x, axes, std, |group| expected(group).sqrt().into());
    });
}

#[test]
fn extremes_are_those_of_the_elements_and_nan_wins() {
    each(40, special, |x, axes| {
        let len: usize = x.shape().iter().zip(&axes.1).filter(|(_, r)| **r).map(|(&size, _)| size).product();
        if x.dtype().is_complex() {
            assert!(x.min(axes.0.clone()).unwrap_err().is_dtype());
            return;
        }
        if len == 0 {
            let error = x.max(axes.0.clone()).unwrap_err();
            assert!(error.is_shape() && error.to_string().contains("has no element to give"), "{error}");
            return;
        }
        let choose = |better: fn(f64, f64) -> bool| {
            move |group: &[Scalar]| {
                let values = group.iter().map(|&value| float(value));
                let best = values.reduce(|a, b| if b.is_nan() || better(b, a) { b } else { a });
                Complex64::from(best.unwrap())
            }
        };
        let exact = |method: [Method; 2], name: &str, better: fn(f64, f64) -> bool| {
            check(name, x, axes, method, choose(better));
            assert_eq!(method[0](x, axes.0.clone()).unwrap().dtype(), x.dtype());
        };
        exact([|x, a| x.min(a), |x, a| x.min_keepdims(a)], "min", |b, a| b < a);
        exact([|x, a| x.max(a), |x, a| x.max_keepdims(a)], "max", |b, a| b > a);
    });
}

#[test]
fn truth_is_that_of_the_elements() {
    let sparse = |rng: &mut Rng| match rng.below(40) {
        0 => small(rng),
        1 => Scalar::from(f64::NAN),
        2 => Scalar::from(-0.0),
        3 => Scalar::from(Complex64::new(0.0, 1.0)),
        _ => Scalar::from(0),
    };
    let dense = |rng: &mut Rng| if rng.chance(2) { Scalar::from(0) } else { Scalar::from(1) };
    let test = |x: &DynTensor, axes: &(Axes, Vec<bool>)| {
        let count = |group: &[Scalar]| {
            group.iter().filter(|value| value.cast(DType::Bool) == Scalar::from(true)).count()
        };
        let truth = |yes: bool| Complex64::from(f64::from(u8::from(yes)));
        check(
            "any",
            x,
            axes,
            [|x, a| Ok(x.any(a)?.into_dyn()), |x, a| Ok(x.any_keepdims(a)?.into_dyn())],
            |g| truth(count(g) > 0),
        );
        check(
            "all",
            x,
            axes,
            [|x, a| Ok(x.all(a)?.into_dyn()), |x, a| Ok(x.all_keepdims(a)?.into_dyn())],
            |g| truth(count(g) == g.len()),
        );
        let counts: [Method; 2] =
            [|x, a| Ok(x.count_nonzero(a)?.into_dyn()), |x, a| Ok(x.count_nonzero_keepdims(a)?.into_dyn())];
        check("count_nonzero", x, axes, counts, |g| Complex64::from(count(g) as f64));
    };
    each(15, sparse, test);
    each(15, dense, test);
}

#[test]
fn nothing_has_a_sum_and_a_product() -> Result<()> {
    let x = Tensor::<f32>::zeros([2, 0])?;
    assert_eq!(x.sum(1)?, tensor![0_f32, 0.0]);
    assert!(x.sum(..)?.item()?.is_sign_positive());
    assert_eq!(x.prod(1)?, tensor![1_f32, 1.0]);
    assert_eq!((x.all(..)?.item()?, x.any(..)?.item()?), (true, false));
    assert!(x.mean(1)?.to_vec()?.iter().all(|mean| mean.is_nan()));
    assert!(x.var(.., 0.0)?.item()?.is_nan());
    assert_eq!(x.sum(0)?.shape(), [0]);
    assert_eq!(x.max(0)?.shape(), [0]);
    assert_eq!(x.max(1).unwrap_err().to_string(), "max: a tensor of shape [2, 0] has no element to give");
    Ok(())
}

#[test]
fn signs_of_zero_and_infinities_survive() -> Result<()> {
    for len in [1, 7, 100, 5000] {
        let x = Tensor::<f64>::full([len], -0.0)?;
        assert!(x.sum(..)?.item()?.is_sign_negative(), "{len}");
        assert!(x.cast::<f32>()?.sum(..)?.item()?.is_sign_negative(), "{len}");
        let x = Tensor::<f64>::full([len], f64::INFINITY)?;
        assert_eq!(x.sum(..)?.item()?, f64::INFINITY);
        x.set([0], f64::NEG_INFINITY)?;
        assert_eq!(x.sum(..)?.item()?.is_nan(), len > 1);
    }
    Ok(())
}

#[test]
fn integers_wrap_and_other_dtypes_can_be_asked_for() -> Result<()> {
    let x = tensor![i64::MAX, 1];
    assert_eq!(x.sum(..)?.item()?, i64::MIN);
    assert_eq!(tensor![u64::MAX, 2].sum(..)?.item()?, 1);
    assert_eq!(tensor![-1_i8, -1].sum_as::<u8>(..)?.item()?, 254);
    assert_eq!(tensor![0.6, 0.6].sum_as::<i32>(..)?.item()?, 0);
    assert_eq!(tensor![1, 2].sum_as::<Complex64>(..)?.item()?, Complex64::new(3.0, 0.0));
    assert_eq!(tensor![1, 2].sum_to(DType::F16, ..)?.item()?, Scalar::from(lunette::f16::from_f32(3.0)));
    assert_eq!(tensor![-3.5, 2.0].prod_as::<u8>(..)?.item()?, 0);
    assert_eq!(tensor![300.0, -1.0].prod_as::<i8>(..)?.item()?, -127);
    assert_eq!(tensor![3_u64, u64::MAX].prod(..)?.item()?, 3_u64.wrapping_mul(u64::MAX));
    let text = |error: lunette::Error| error.to_string();
    assert_eq!(
        text(tensor![1].sum_as::<bool>(..).unwrap_err()),
        "sum_as: not defined for dtype bool: a bool holds no total: ask for an integer, or use `any`, `all` or \
         `count_nonzero`"
    );
    let z = Tensor::scalar(Complex64::new(1.0, 1.0))?;
    assert!(z.sum_as::<f64>(..).unwrap_err().is_dtype());
    assert_eq!(
        text(z.max(..).unwrap_err()),
        "max: not defined for dtype complex128: complex numbers have no order: take their absolute values, or one \
         of their parts"
    );
    assert_eq!(
        text(tensor![1].sum(1).unwrap_err()),
        "sum: axis 1 is out of range for rank 1 (allowed: -1 to 0)"
    );
    assert_eq!(text(tensor![1].sum([0, -1]).unwrap_err()), "sum: axis 0 is named twice");
    Ok(())
}
