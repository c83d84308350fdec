//! softmax and its kin: against their definitions, on views, and where exponentials overflow.

use lunette::prelude::*;
use lunette::{Result, f16};

/// The logarithm of the sum of exponentials, as it is written.
fn plain(x: &[f64]) -> f64 {
    x.iter().map(|x| x.exp()).sum::<f64>().ln()
}

#[track_caller]
fn near(found: &Tensor<f64>, expected: &Tensor<f64>) {
    assert_eq!(found.shape(), expected.shape());
    let distance = found.subtract(expected).unwrap().abs().unwrap().max(..).unwrap().item().unwrap();
    assert!(distance < 1e-14, "{found} is not {expected}");
}

#[test]
fn rows_and_columns_of_views() -> Result<()> {
    let whole = Tensor::from_fn([4, 6], |at| ((at[0] * 7 + at[1] * 3) % 5) as f64 - 2.0)?;
    for x in [whole.clone(), whole.transpose(), whole.view(s![(.., -1), (.., 2)])?] {
        let (rows, columns) = (x.shape()[0], x.shape()[1]);
        let row = |r: usize| (0..columns).map(|c| x.get([r as i64, c as i64]).unwrap()).collect::<Vec<f64>>();
        let expected = Tensor::from_vec((0..rows).map(|r| plain(&row(r))).collect(), rows)?;
        near(&x.logsumexp(1)?, &expected);
        near(&x.logsumexp_keepdims(-1)?, &expected.reshape([rows, 1])?);
        let all: Vec<f64> = (0..rows).flat_map(row).collect();
        near(&x.logsumexp(..)?, &Tensor::scalar(plain(&all))?);
        let shares = x.exp()?.divide(&x.exp()?.sum_keepdims(1)?)?;
        near(&x.softmax(1)?, &shares);
        near(&x.log_softmax(1)?, &shares.log()?);
        near(&x.softmax([0, 1])?.sum(..)?, &Tensor::scalar(1.0)?);
    }
    Ok(())
}

#[test]
fn nothing_overflows() -> Result<()> {
    assert_eq!(tensor![1e308_f64, 1e308].logsumexp(0)?.item()?, 1e308);
    assert_eq!(tensor![-1e308_f64, 0.0].log_softmax(0)?, tensor![-1e308, 0.0]);
    assert_eq!(tensor![f16::from_f32(60000.0), f16::ZERO].softmax(0)?, tensor![f16::ONE, f16::ZERO]);
    assert_eq!(tensor![1000, 0].softmax(0)?, tensor![1.0, 0.0]);
    Ok(())
}

#[test]
fn infinities_and_nothing() -> Result<()> {
    let inf = f64::INFINITY;
    assert_eq!(tensor![-inf, -inf].logsumexp(0)?.item()?, -inf);
    assert_eq!(tensor![inf, 1.0].logsumexp(0)?.item()?, inf);
    assert!(tensor![f64::NAN, 1.0].logsumexp(0)?.item()?.is_nan());
    assert_eq!(tensor![-inf, 0.0].softmax(0)?, tensor![0.0, 1.0]);
    assert_eq!(tensor![-inf, 0.0].log_softmax(0)?, tensor![-inf, 0.0]);
    assert!(tensor![inf, 0.0].softmax(0)?.get(0)?.is_nan());
    let empty = Tensor::<f64>::zeros([2, 0])?;
    assert_eq!(empty.logsumexp(1)?, tensor![-inf, -inf]);
    assert_eq!(empty.softmax(1)?.shape(), [2, 0]);
    assert_eq!(empty.logsumexp(0)?.shape(), [0]);
    Ok(())
}

#[test]
fn mistakes() {
    let error = tensor![1.0].softmax(1).unwrap_err();
    assert!(error.to_string().starts_with("softmax: "), "{error}");
    assert!(tensor![1.0].logsumexp([0, 0]).unwrap_err().to_string().starts_with("logsumexp: "));
    assert!(tensor![lunette::Complex64::new(0.0, 1.0)].log_softmax(0).unwrap_err().is_dtype());
}
