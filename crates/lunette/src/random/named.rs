//! Distributions that are known by their names.

use super::Generator;
use crate::error::Result;
use crate::index::IntoShape;
use crate::ops::random::{self, Named};
use crate::tensor::Tensor;

/// Methods of distributions of one number. A row: what it is, its name and parameters, and how it is asked for.
macro_rules! named {
    ($($(#[$doc:meta])* $name:ident($($param:ident),*) $example:literal = $of:expr;)*) => {
        impl Generator { $(
            $(#[$doc])*
            ///
            /// # Errors
            /// If a parameter is not finite or outside of what the distribution allows, or there is no memory.
            ///
            /// ```
            /// use lunette::random::Generator;
            #[doc = $example]
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $name(&mut self, $($param: f64,)* shape: impl IntoShape) -> Result<Tensor<f64>> {
                random::named(stringify!($name), $of, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
            }
        )* }
    };
}

named! {
    /// Numbers whose logarithms are normal with this mean and standard deviation.
    lognormal(mean, sigma) "assert!(Generator::new(0).lognormal(0.0, 1.0, 9)?.to_vec()?.iter().all(|&x| x > 0.0));" =
        Named::LogNormal([mean, sigma]);
    /// The Laplace distribution, on both sides of `loc`; its variance is `2 * scale²`.
    laplace(loc, scale) "assert_eq!(Generator::new(0).laplace(0.0, 1.0, [3, 2])?.shape(), [3, 2]);" =
        Named::Laplace([loc, scale]);
    /// The logistic distribution around `loc`; its variance is `π² scale² / 3`.
    logistic(loc, scale) "assert_eq!(Generator::new(0).logistic(0.0, 1.0, [3, 2])?.shape(), [3, 2]);" =
        Named::Logistic([loc, scale]);
    /// The Gumbel distribution, of greatest numbers; its mean is `loc + 0.5772 * scale`.
    gumbel(loc, scale) "assert_eq!(Generator::new(0).gumbel(0.0, 1.0, [3, 2])?.shape(), [3, 2]);" =
        Named::Gumbel([loc, scale]);
    /// The Cauchy distribution around 0, which has neither mean nor variance.
    standard_cauchy() "assert_eq!(Generator::new(0).standard_cauchy([3, 2])?.shape(), [3, 2]);" = Named::StandardCauchy;
    /// The Weibull distribution of the form `a`, with scale 1.
    weibull(a) "assert!(Generator::new(0).weibull(1.5, 9)?.to_vec()?.iter().all(|&x| x >= 0.0));" = Named::Weibull(a);
    /// The Pareto distribution of the form `a` that begins at 0, which is also called Lomax's.
    pareto(a) "assert!(Generator::new(0).pareto(3.0, 9)?.to_vec()?.iter().all(|&x| x >= 0.0));" = Named::Pareto(a);
    /// Sums of `df` squares of normal numbers; the mean is `df`.
    chisquare(df) "assert!(Generator::new(0).chisquare(3.0, 9)?.to_vec()?.iter().all(|&x| x >= 0.0));" =
        Named::ChiSquare(df);
    /// Student's distribution with `df` degrees of freedom.
    standard_t(df) "assert_eq!(Generator::new(0).standard_t(5.0, [3, 2])?.shape(), [3, 2]);" = Named::StandardT(df);
    /// Numbers from `left` to `right`, the more likely the nearer they are to `mode`.
    triangular(left, mode, right)
        "assert!(Generator::new(0).triangular(1.0, 2.0, 4.0, 9)?.to_vec()?.iter().all(|x| (1.0..=4.0).contains(x)));" =
        Named::Triangular([left, mode, right]);
}

impl Generator {
    /// How many tries it takes until one succeeds, each with probability `p`; at least 1.
    ///
    /// # Errors
    /// If `p` is not greater than 0 and at most 1, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// assert_eq!(Generator::new(0).geometric(1.0, 3)?.to_vec()?, [1, 1, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn geometric(&mut self, p: f64, shape: impl IntoShape) -> Result<Tensor<i64>> {
        random::geometric("geometric", p, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// Shares that add up to 1, on a last axis as long as `alpha`; their means are in proportion to it.
    ///
    /// # Errors
    /// If `alpha` is empty or has a number that is not finite and greater than 0, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let x = Generator::new(0).dirichlet(&[1.0, 2.0, 3.0], 4)?;
    /// assert_eq!(x.shape(), [4, 3]);
    /// assert!((x.sum(1)?.get(0)? - 1.0).abs() < 1e-12);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn dirichlet(&mut self, alpha: &[f64], shape: impl IntoShape) -> Result<Tensor<f64>> {
        random::dirichlet("dirichlet", alpha, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }
}
