//! Expressions that are computed as a whole.

use lunette::prelude::*;

use super::Result;
use super::random::{Rng, views};

#[test]
fn a_lazy_chain_gives_what_its_operations_give() -> Result<()> {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let [a, b, c] = views::<f64, 3>(&mut rng);
        let lazy = ((a.lazy() * &b + &c) - 0.5).maximum(&a).eval()?;
        let eager = (&(&(&a * &b) + &c) - 0.5).maximum(&a)?;
        assert_eq!(lazy, eager, "seed {seed}");
        let compared = (a.lazy() - &b).less(c.lazy() * 2.0).eval()?;
        assert_eq!(compared, (&a - &b).less(&(&c * 2.0))?, "seed {seed}");
    }
    Ok(())
}

#[test]
fn dtypes_change_on_the_way() -> Result<()> {
    let (i, f) = (tensor![1, 2, 3], tensor![0.5_f32, 0.25, 0.125]);
    let y: Tensor<f64> = (i.lazy() * 2 + &i).multiply(&f).eval()?;
    assert_eq!(y, tensor![1.5, 1.5, 1.125]);
    let d = i.to_dyn();
    assert_eq!((d.lazy() * 2).eval()?.dtype(), DType::I32);
    assert_eq!((d.lazy() / 2 + 0.5).eval()?.dtype(), DType::F64);
    assert_eq!((1_i32 - i.lazy()).eval()?, tensor![0, -1, -2]);
    Ok(())
}

#[test]
fn values_are_those_at_the_time_of_eval() -> Result<()> {
    let x = tensor![1, 2];
    let doubled = x.lazy() * 2;
    x.set([0], 10)?;
    assert_eq!(doubled.eval()?, tensor![20, 4]);
    doubled.eval_into(&x)?;
    assert_eq!(x, tensor![20, 4]);
    x.view(s![..1])?.lazy().add(&x.view(s![1..])?).eval_into(&x.view(s![1..])?)?;
    assert_eq!(x, tensor![20, 24]);
    Ok(())
}

#[test]
fn mistakes_are_told_by_eval() -> Result<()> {
    let x = tensor![4, 6];
    assert!((x.lazy() / 0).eval().unwrap_err().is_dtype());
    assert!((x.lazy() / (x.lazy() - &x)).eval().unwrap_err().is_dtype());
    assert_eq!((x.lazy() / (x.lazy() - 2)).eval()?, tensor![2, 1]);
    assert!((x.lazy() + &tensor![1, 2, 3]).eval().unwrap_err().is_shape());
    Ok(())
}

#[test]
fn long_chains_and_lone_operands() -> Result<()> {
    let x = tensor![1.0, 2.0];
    let mut sum = x.lazy();
    for _ in 0..300 {
        sum = sum + &x;
    }
    assert_eq!(sum.eval()?, tensor![301.0, 602.0]);
    let tensors: Vec<Tensor<f64>> =
        (0..40).map(|k| Tensor::full([3], f64::from(k))).collect::<Result<_>>()?;
    let mut sum = tensors[0].lazy();
    for tensor in &tensors[1..] {
        sum = sum + tensor;
    }
    assert_eq!(sum.eval()?, tensor![780.0, 780.0, 780.0]);
    let copy = x.lazy().eval()?;
    assert_eq!(copy, x);
    assert!(!copy.shares_memory(&x));
    Ok(())
}

#[test]
fn choices_and_limits_are_those_of_tensors() -> Result<()> {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let [a, b, c] = views::<f64, 3>(&mut rng);
        let mask = a.lazy().less(&b);
        let eager = a.less(&b)?;
        let chosen = mask.clone().where_(a.lazy() * 2.0, &c).eval()?;
        assert_eq!(chosen, where_(&eager, &(&a * 2.0), &c)?, "seed {seed}");
        assert_eq!(mask.clone().where_(0.5, &c).eval()?, where_(&eager, 0.5, &c)?, "seed {seed}");
        assert_eq!((mask.where_(&a, 0.5) + &b).eval()?, &where_(&eager, &a, 0.5)? + &b, "seed {seed}");
        let clipped = (a.lazy() + &b).clip(-1.0, c.lazy().abs()).eval()?;
        assert_eq!(clipped, (&a + &b).clip(-1.0, &c.abs()?)?, "seed {seed}");
        assert_eq!((a.lazy() + &b).clip(&c, ..).eval()?, (&a + &b).clip(&c, ..)?, "seed {seed}");
        let [i, j, k] = views::<i32, 3>(&mut rng);
        assert_eq!(i.lazy().where_(&j, k.lazy()).eval()?, where_(&i, &j, &k)?, "seed {seed}");
        // Limits of other integers do not cut the values.
        let wide = j.cast::<i64>()?.multiply(1_i64 << 40)?;
        let eager = (&i * 2).clip(.., &wide)?;
        assert_eq!((i.lazy() * 2).clip(.., &wide).eval()?, eager, "seed {seed}");
        assert_eq!((i.lazy() * 2).clip(.., wide.lazy() * 1).eval()?, eager, "seed {seed}");
    }
    Ok(())
}

#[test]
fn choices_and_limits_have_the_dtypes_of_tensors() -> Result<()> {
    let x = tensor![1_u8, 0, 3];
    let wider: Tensor<f64> = x.lazy().where_(&x, tensor![0.5, 1.5, 2.5].lazy()).eval()?;
    assert_eq!(wider, tensor![1.0, 1.5, 3.0]);
    let halves = x.cast::<lunette::f16>()?;
    let chosen = (halves.lazy() * &halves).where_(&halves, halves.lazy() + &halves).eval()?;
    assert_eq!(chosen, halves);
    let d = x.to_dyn();
    assert_eq!(d.lazy().where_(7, &d).eval()?.into_typed::<u8>()?, tensor![7_u8, 0, 7]);
    assert_eq!(d.lazy().clip(1, 2).eval()?.into_typed::<u8>()?, tensor![1_u8, 1, 2]);
    assert_eq!(x.lazy().clip(.., ..).eval()?, x);
    assert!(d.lazy().clip(0.5, ..).eval().unwrap_err().is_dtype());
    assert!(x.lazy().where_(&x, &tensor![1_u8, 2]).eval().unwrap_err().is_shape());
    Ok(())
}

#[test]
fn expressions_stand_on_the_right_of_operators() -> Result<()> {
    let (a, b) = (tensor![6.0_f64, 8.0], tensor![2.0_f64, 4.0]);
    assert_eq!((&a - b.lazy() * 2.0).eval()?, tensor![2.0, 0.0]);
    assert_eq!((a.copy()? / (b.lazy() + 1.0)).eval()?, tensor![2.0, 1.6]);
    assert_eq!((2.0 * (b.lazy() + &a)).eval()?, tensor![16.0, 24.0]);
    let whole = tensor![1_i32, 2];
    let promoted: Tensor<f64> = (&whole + b.lazy()).eval()?;
    assert_eq!(promoted, tensor![3.0, 6.0]);
    assert_eq!(
        (&whole.to_dyn() << (whole.lazy() + 1).into_dyn()).eval()?.into_typed::<i32>()?,
        tensor![4, 16]
    );
    Ok(())
}
