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
