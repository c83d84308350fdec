//! Distributions that are known by their names.

use lunette::Tensor;
use pyo3::prelude::*;

use super::PyGenerator;
use crate::arg::{Shape, TensorArg};
use crate::error::Result;
use crate::tensor::New;

#[pymethods]
impl PyGenerator {
    /// Floats whose logarithms are normal with this mean and standard deviation.
    ///
    /// >>> xp.random.Generator(7).lognormal(0.0, 1.0, size=3).shape
    /// (3,)
    #[pyo3(signature = (mean=0.0, sigma=1.0, size=None))]
    fn lognormal(&self, py: Python<'_>, mean: f64, sigma: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.lognormal(mean, sigma, shape).map(Tensor::into_dyn))
    }

    /// Floats of the Laplace distribution, on both sides of `loc`.
    ///
    /// >>> xp.random.Generator(7).laplace(size=3).shape
    /// (3,)
    #[pyo3(signature = (loc=0.0, scale=1.0, size=None))]
    fn laplace(&self, py: Python<'_>, loc: f64, scale: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.laplace(loc, scale, shape).map(Tensor::into_dyn))
    }

    /// Floats of the logistic distribution around `loc`.
    ///
    /// >>> xp.random.Generator(7).logistic(size=3).shape
    /// (3,)
    #[pyo3(signature = (loc=0.0, scale=1.0, size=None))]
    fn logistic(&self, py: Python<'_>, loc: f64, scale: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.logistic(loc, scale, shape).map(Tensor::into_dyn))
    }

    /// Floats of the Gumbel distribution, of greatest numbers.
    ///
    /// >>> xp.random.Generator(7).gumbel(size=3).shape
    /// (3,)
    #[pyo3(signature = (loc=0.0, scale=1.0, size=None))]
    fn gumbel(&self, py: Python<'_>, loc: f64, scale: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.gumbel(loc, scale, shape).map(Tensor::into_dyn))
    }

    /// Floats of the Cauchy distribution around 0, which has neither mean nor variance.
    ///
    /// >>> xp.random.Generator(7).standard_cauchy(size=3).shape
    /// (3,)
    #[pyo3(signature = (size=None))]
    fn standard_cauchy(&self, py: Python<'_>, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.standard_cauchy(shape).map(Tensor::into_dyn))
    }

    /// Floats of the Weibull distribution of the form `a`.
    ///
    /// >>> xp.random.Generator(7).weibull(1.5, size=3).shape
    /// (3,)
    #[pyo3(signature = (a, size=None))]
    fn weibull(&self, py: Python<'_>, a: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.weibull(a, shape).map(Tensor::into_dyn))
    }

    /// Floats of the Pareto distribution of the form `a` that begins at 0.
    ///
    /// >>> xp.random.Generator(7).pareto(3.0, size=3).shape
    /// (3,)
    #[pyo3(signature = (a, size=None))]
    fn pareto(&self, py: Python<'_>, a: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.pareto(a, shape).map(Tensor::into_dyn))
    }

    /// Sums of `df` squares of normal numbers.
    ///
    /// >>> xp.random.Generator(7).chisquare(3.0, size=3).shape
    /// (3,)
    #[pyo3(signature = (df, size=None))]
    fn chisquare(&self, py: Python<'_>, df: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.chisquare(df, shape).map(Tensor::into_dyn))
    }

    /// Floats of Student's distribution with `df` degrees of freedom.
    ///
    /// >>> xp.random.Generator(7).standard_t(5.0, size=3).shape
    /// (3,)
    #[pyo3(signature = (df, size=None))]
    fn standard_t(&self, py: Python<'_>, df: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.standard_t(df, shape).map(Tensor::into_dyn))
    }

    /// Floats from `left` to `right`, the more likely the nearer they are to `mode`.
    ///
    /// >>> xp.random.Generator(7).triangular(1.0, 2.0, 4.0, size=3).shape
    /// (3,)
    #[pyo3(signature = (left, mode, right, size=None))]
    fn triangular(
        &self,
        py: Python<'_>,
        left: f64,
        mode: f64,
        right: f64,
        size: Option<Shape>,
    ) -> Result<New> {
        self.draw(py, size, |random, shape| random.triangular(left, mode, right, shape).map(Tensor::into_dyn))
    }

    /// How many tries it takes until one succeeds, each with the probability `p`.
    ///
    /// >>> xp.random.Generator(7).geometric(0.5, size=3).shape
    /// (3,)
    #[pyo3(signature = (p, size=None))]
    fn geometric(&self, py: Python<'_>, p: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.geometric(p, shape).map(Tensor::into_dyn))
    }

    /// Shares that add up to 1, on a last axis; their means are in proportion to `alpha`.
    ///
    /// >>> xp.random.Generator(7).dirichlet(xp.asarray([1.0, 2.0]), size=3).shape
    /// (3, 2)
    #[pyo3(signature = (alpha, size=None))]
    fn dirichlet(&self, py: Python<'_>, alpha: TensorArg<'_>, size: Option<Shape>) -> Result<New> {
        let alpha = alpha.0.cast::<f64>()?.to_vec()?;
        self.draw_beside(py, size, alpha.len(), |random, shape| {
            random.dirichlet(&alpha, shape).map(Tensor::into_dyn)
        })
    }

    /// Normal vectors, on a last axis, with this mean and this matrix of covariances.
    ///
    /// >>> mean, cov = xp.asarray([1.0, 2.0]), xp.asarray([[2.0, 1.0], [1.0, 2.0]])
    /// >>> xp.random.Generator(7).multivariate_normal(mean, cov, size=3).shape
    /// (3, 2)
    #[pyo3(signature = (mean, cov, size=None))]
    fn multivariate_normal(
        &self,
        py: Python<'_>,
        mean: TensorArg<'_>,
        cov: TensorArg<'_>,
        size: Option<Shape>,
    ) -> Result<New> {
        let (mean, cov) = (mean.0, cov.0);
        self.draw_beside(py, size, mean.len(), |random, shape| {
            random.multivariate_normal(mean, cov, shape).map(Tensor::into_dyn)
        })
    }
}
