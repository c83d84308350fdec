//! Distributions by their names: means and variances, the same numbers whatever the threads, and wrong parameters.

use std::f64::consts::PI;

use lunette::prelude::*;
use lunette::random::Generator;
use lunette::{Result, set_threads};

type Draw = fn(&mut Generator, usize) -> Result<Tensor<f64>>;

/// Name, how it is drawn, mean and variance.
const ROWS: &[(&str, Draw, f64, f64)] = &[
    ("lognormal", |g, n| g.lognormal(0.5, 0.25, n), 1.701_112, 0.186_632),
    ("laplace", |g, n| g.laplace(1.0, 2.0, n), 1.0, 8.0),
    ("logistic", |g, n| g.logistic(-1.0, 0.5, n), -1.0, PI * PI / 12.0),
    ("gumbel", |g, n| g.gumbel(2.0, 3.0, n), 2.0 + 3.0 * 0.577_215_664_9, PI * PI * 1.5),
    ("weibull", |g, n| g.weibull(2.0, n), 0.886_226_9, 1.0 - PI / 4.0),
    ("pareto", |g, n| g.pareto(9.0, n), 0.125, 9.0 / (64.0 * 7.0)),
    ("chisquare", |g, n| g.chisquare(5.0, n), 5.0, 10.0),
    ("standard_t", |g, n| g.standard_t(12.0, n), 0.0, 1.2),
    ("triangular", |g, n| g.triangular(0.0, 1.0, 5.0, n), 2.0, 7.0 / 6.0),
    ("geometric", |g, n| g.geometric(0.25, n)?.cast::<f64>(), 4.0, 12.0),
];

#[test]
fn means_and_variances() -> Result<()> {
    for (name, draw, mean, variance) in ROWS {
        let x = draw(&mut Generator::new(17), 200_000)?;
        let (found, spread) = (x.mean(..)?.item()?, x.var(.., 0.0)?.item()?);
        assert!(
            (found - mean).abs() < 5.0 * (variance / 200_000.0).sqrt(),
            "{name}: mean {found}, not {mean}"
        );
        assert!((spread / variance - 1.0).abs() < 0.08, "{name}: variance {spread}, not {variance}");
    }
    let median = Generator::new(17).standard_cauchy(100_000)?.abs()?.median(..)?.item()?;
    assert!((median - 1.0).abs() < 0.03, "half of all lie within 1, not {median}");
    Ok(())
}

#[test]
fn the_number_of_threads_changes_nothing() -> Result<()> {
    for (name, draw, ..) in ROWS {
        set_threads(1);
        let one = draw(&mut Generator::new(3), 50_000);
        set_threads(4);
        assert_eq!(one?, draw(&mut Generator::new(3), 50_000)?, "{name}");
    }
    set_threads(0);
    Ok(())
}

#[test]
fn shares_add_up() -> Result<()> {
    for alpha in [&[1.0, 2.0, 5.0][..], &[1e-3, 1e-3], &[4.0]] {
        let x = Generator::new(2).dirichlet(alpha, [100, 50])?;
        assert_eq!(x.shape(), [100, 50, alpha.len()]);
        assert!(x.sum(-1)?.subtract(1.0)?.abs()?.max(..)?.item()? < 1e-12);
        let total: f64 = alpha.iter().sum();
        let means = x.mean([0, 1])?.to_vec()?;
        for (mean, number) in means.iter().zip(alpha) {
            assert!((mean - number / total).abs() < 0.04, "{alpha:?}: {means:?}");
        }
    }
    Ok(())
}

#[test]
fn vectors_have_their_covariances() -> Result<()> {
    let (mean, cov) = (tensor![1.0, -2.0, 0.0], tensor![[2.0, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 0.0]]);
    let x = Generator::new(8).multivariate_normal(&mean, &cov, 100_000)?;
    let apart = |a: &Tensor<f64>, b: &Tensor<f64>| -> Result<f64> { (a - b).abs()?.max(..)?.item() };
    assert!(apart(&x.mean(0)?, &mean)? < 0.03);
    let centred = &x - &x.mean_keepdims(0)?;
    let found = centred.transpose().matmul(&centred)? / 100_000.0;
    assert!(apart(&found, &cov)? < 0.05, "{found}");
    assert_eq!(Generator::new(8).multivariate_normal(&mean, &cov, [])?.shape(), [3]);
    Ok(())
}

#[test]
fn parameters_that_mean_nothing() {
    let g = &mut Generator::new(0);
    let errors = [
        g.lognormal(f64::NAN, 1.0, 1).unwrap_err(),
        g.laplace(0.0, -1.0, 1).unwrap_err(),
        g.weibull(0.0, 1).unwrap_err(),
        g.pareto(f64::INFINITY, 1).unwrap_err(),
        g.chisquare(-1.0, 1).unwrap_err(),
        g.triangular(0.0, 2.0, 1.0, 1).unwrap_err(),
        g.triangular(1.0, 1.0, 1.0, 1).unwrap_err(),
        g.geometric(0.0, 1).unwrap_err(),
        g.dirichlet(&[], 1).unwrap_err(),
        g.dirichlet(&[1e308, 1e308], 1).unwrap_err(),
        g.triangular(-1e308, 0.0, 1e308, 1).unwrap_err(),
        g.multivariate_normal(&tensor![0.0], &tensor![[1.0, 0.0]], 1).unwrap_err(),
        g.multivariate_normal(&tensor![0.0, 0.0], &tensor![[1.0, 2.0], [0.0, 1.0]], 1).unwrap_err(),
        g.multivariate_normal(&tensor![0.0, 0.0], &tensor![[1.0, 2.0], [2.0, 1.0]], 1).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error.kind(), lunette::ErrorKind::Argument { .. }), "{error}");
        let words = error.to_string();
        assert!(words.contains(" must ") || words.starts_with("multivariate_normal: "), "{words}");
    }
    assert_eq!(g.gumbel(3.0, 0.0, 2).unwrap(), tensor![3.0, 3.0]);
}

/// What stands between its ends relative to their distance is the same for every triangle of one form.
#[test]
fn triangles_of_any_size() -> Result<()> {
    for size in [1e-300, 1e-200, 1.0, 1e200, 1.7e308] {
        let x = Generator::new(5).triangular(0.0, size, size, 20_000)?;
        assert!(x.min(..)?.item()? > 0.0 && x.max(..)?.item()? <= size, "{size}");
        let mean = (&x / size).mean(..)?.item()?;
        assert!((mean - 2.0 / 3.0).abs() < 0.01, "{size}: {mean}");
    }
    let narrow = Generator::new(5).triangular(1.0, 1.0, 1.0 + f64::EPSILON, 100)?;
    assert!(narrow.min(..)?.item()? >= 1.0 && narrow.max(..)?.item()? <= 1.0 + f64::EPSILON);
    Ok(())
}

#[test]
fn tries_of_small_probabilities() -> Result<()> {
    for p in [2e-6, 5e-7, 1e-12, 1e-17] {
        let tries = Generator::new(6).geometric(p, 100_000)?;
        assert!(tries.min(..)?.item()? >= 1);
        let mean = tries.cast::<f64>()?.mean(..)?.item()? * p;
        assert!((mean - 1.0).abs() < 0.02, "{p}: {mean}");
    }
    // The number of tries does not fit, and is the largest that does.
    assert_eq!(Generator::new(6).geometric(f64::MIN_POSITIVE, 2)?, tensor![i64::MAX, i64::MAX]);
    Ok(())
}
