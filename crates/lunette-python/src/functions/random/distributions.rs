//! Distributions.

use lunette::Tensor;
use pyo3::prelude::*;

use super::PyGenerator;
use crate::arg::{Shape, TensorArg};
use crate::error::Result;
use crate::tensor::New;

#[pymethods]
impl PyGenerator {
    /// Whether something happened that happens with the probability `p`.
    ///
    /// >>> xp.random.Generator(7).bernoulli(0.5, size=3).dtype
    /// lunette.bool
    #[pyo3(signature = (p=0.5, size=None))]
    fn bernoulli(&self, py: Python<'_>, p: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.bernoulli(p, shape).map(Tensor::into_dyn))
    }

    /// Floats of the exponential distribution with this mean.
    ///
    /// >>> xp.random.Generator(7).exponential(2.0, size=3).shape
    /// (3,)
    #[pyo3(signature = (scale=1.0, size=None))]
    fn exponential(&self, py: Python<'_>, scale: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.exponential(scale, shape).map(Tensor::into_dyn))
    }

    /// Floats of the gamma distribution.
    ///
    /// >>> xp.random.Generator(7).gamma(2.0, size=3).shape
    /// (3,)
    #[pyo3(signature = (shape, scale=1.0, size=None))]
    fn gamma(&self, py: Python<'_>, shape: f64, scale: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, sizes| random.gamma(shape, scale, sizes).map(Tensor::into_dyn))
    }

    /// Floats of the beta distribution, from 0 to 1.
    ///
    /// >>> xp.random.Generator(7).beta(2.0, 3.0, size=3).shape
    /// (3,)
    #[pyo3(signature = (a, b, size=None))]
    fn beta(&self, py: Python<'_>, a: f64, b: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.beta(a, b, shape).map(Tensor::into_dyn))
    }

    /// How many of `n` trials succeed, each with the probability `p`.
    ///
    /// >>> xp.random.Generator(7).binomial(10, 0.5, size=3).dtype
    /// lunette.int64
    #[pyo3(signature = (n, p, size=None))]
    fn binomial(&self, py: Python<'_>, n: u64, p: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.binomial(n, p, shape).map(Tensor::into_dyn))
    }

    /// How many events happen of which there are `lam` on average.
    ///
    /// >>> xp.random.Generator(7).poisson(4.0, size=3).dtype
    /// lunette.int64
    #[pyo3(signature = (lam=1.0, size=None))]
    fn poisson(&self, py: Python<'_>, lam: f64, size: Option<Shape>) -> Result<New> {
        self.draw(py, size, |random, shape| random.poisson(lam, shape).map(Tensor::into_dyn))
    }

    /// How many of `n` trials end in each way, which have these probabilities; the ways are the last axis.
    ///
    /// >>> xp.random.Generator(7).multinomial(10, xp.asarray([0.2, 0.8]), size=3).shape
    /// (3, 2)
    #[pyo3(signature = (n, pvals, size=None))]
    fn multinomial(&self, py: Python<'_>, n: u64, pvals: TensorArg<'_>, size: Option<Shape>) -> Result<New> {
        let weights = pvals.0.cast::<f64>()?.to_vec()?;
        self.draw_beside(py, size, weights.len(), |random, shape| {
            random.multinomial(n, &weights, shape).map(Tensor::into_dyn)
        })
    }
}
