//! Further distributions.

use super::Generator;
use crate::error::Result;
use crate::index::IntoShape;
use crate::ops::random;
use crate::tensor::Tensor;

impl Generator {
    /// True with probability `p`.
    ///
    /// # Errors
    /// If `p` is not in 0..=1, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let heads = Generator::new(0).bernoulli(0.5, 1000)?.to_vec()?;
    /// assert!((400..600).contains(&heads.iter().filter(|&&head| head).count()));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn bernoulli(&mut self, p: f64, shape: impl IntoShape) -> Result<Tensor<bool>> {
        random::bernoulli("bernoulli", p, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// Exponentially distributed waiting times, `scale` long on average.
    ///
    /// # Errors
    /// If `scale` is negative or not finite, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let x = Generator::new(0).exponential(2.0, 100)?;
    /// assert!(x.to_vec()?.iter().all(|&x| x >= 0.0));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn exponential(&mut self, scale: f64, shape: impl IntoShape) -> Result<Tensor<f64>> {
        random::exponential("exponential", scale, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// The gamma distribution of this form `k` and this scale; its mean is `k * scale`.
    ///
    /// # Errors
    /// If `k` or `scale` is not finite and greater than 0, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// assert_eq!(Generator::new(0).gamma(2.0, 1.5, [3, 2])?.shape(), [3, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn gamma(&mut self, k: f64, scale: f64, shape: impl IntoShape) -> Result<Tensor<f64>> {
        random::gamma("gamma", [k, scale], &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// The beta distribution, on 0..=1; its mean is `a / (a + b)`.
    ///
    /// # Errors
    /// If `a` or `b` is not finite and greater than 0, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let x = Generator::new(0).beta(0.5, 2.0, 100)?;
    /// assert!(x.to_vec()?.iter().all(|x| (0.0..=1.0).contains(x)));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn beta(&mut self, a: f64, b: f64, shape: impl IntoShape) -> Result<Tensor<f64>> {
        random::beta("beta", [a, b], &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// How many of `n` tries succeed, each with probability `p`.
    ///
    /// # Errors
    /// If `p` is not in 0..=1, `n` does not fit an `i64`, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let x = Generator::new(0).binomial(10, 0.3, 100)?;
    /// assert!(x.to_vec()?.iter().all(|x| (0..=10).contains(x)));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn binomial(&mut self, n: u64, p: f64, shape: impl IntoShape) -> Result<Tensor<i64>> {
        random::binomial("binomial", n, p, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// How often something happens that happens `lambda` times on average, independently.
    ///
    /// # Errors
    /// If `lambda` is negative, not finite or too large, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// assert!(Generator::new(0).poisson(4.0, 100)?.to_vec()?.iter().all(|&x| x >= 0));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn poisson(&mut self, lambda: f64, shape: impl IntoShape) -> Result<Tensor<i64>> {
        random::poisson("poisson", lambda, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// How often each outcome comes in `n` tries, on a last axis as long as the list of weights; they say how likely
    /// the outcomes are beside each other, and need not add up to 1.
    ///
    /// # Errors
    /// If a weight is negative or not finite, all are 0, `n` does not fit an `i64`, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let x = Generator::new(0).multinomial(20, &[0.2, 0.3, 0.5], 4)?;
    /// assert_eq!(x.shape(), [4, 3]);
    /// assert_eq!(x.to_vec()?[..3].iter().sum::<i64>(), 20);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn multinomial(&mut self, n: u64, weights: &[f64], shape: impl IntoShape) -> Result<Tensor<i64>> {
        random::multinomial("multinomial", n, weights, &shape.into_shape(), &mut self.stream)
            .map(Tensor::wrap)
    }
}
