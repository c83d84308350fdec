//! Random numbers: one generator, the same numbers for the same seed and any number of threads.
//!
//! Uniform and normal numbers, integers, permutations and choices are the same on every machine. Distributions that go through
//! logarithms and powers of the system (gamma, beta, binomial, poisson, multinomial) may differ in the last digit, and so,
//! rarely, in a count.
//!
//! ```
//! use lunette::prelude::*;
//! use lunette::random::Generator;
//!
//! let mut random = Generator::new(42);
//! let x = random.normal(0.0, 1.0, [1000, 3])?; // Tensor<f64>
//! let dice = random.integers(1, 7, 100)?; // Tensor<i32>
//! let same = Generator::new(42).normal(0.0, 1.0, [1000, 3])?;
//! assert_eq!(x, same);
//! assert!(dice.less(7)?.to_vec()?.iter().all(|&is_less| is_less));
//! # Ok::<(), lunette::Error>(())
//! ```

mod distributions;
#[cfg(feature = "linalg")]
mod multivariate;
mod named;
mod order;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use crate::dtype::{DType, Element, Float, Integer};
use crate::error::Result;
use crate::index::IntoShape;
use crate::kernels::random::Stream;
pub use crate::ops::random::ChoiceOptions;
use crate::ops::{lists, random};
use crate::tensor::{DynTensor, Tensor};

/// A generator of random tensors.
///
/// It is Philox 4x32-10: every number is a function of the seed and of its position, so the numbers do not depend on
/// how many threads make them. Each call goes on where the last one ended. It is not made for secrets.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::random::Generator;
/// let mut random = Generator::new(7);
/// let (first, second) = (random.uniform(0.0, 1.0, 3)?, random.uniform(0.0, 1.0, 3)?);
/// assert_ne!(first, second);
/// assert_eq!(Generator::new(7).uniform(0.0, 1.0, 3)?, first);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    stream: Stream,
}

impl Generator {
    /// The generator of this seed, at its beginning.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// assert_eq!(Generator::new(3), Generator::new(3));
    /// assert_ne!(Generator::new(3), Generator::new(4));
    /// ```
    pub fn new(seed: u64) -> Self {
        Self { stream: Stream::new(seed) }
    }

    /// A generator whose seed the system makes: other numbers in every run, and of every generator.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let dice = Generator::from_entropy().integers(1, 7, 3)?; // nobody can foresee them
    /// assert_eq!(dice.shape(), [3]);
    /// assert_ne!(Generator::from_entropy(), Generator::from_entropy());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "from_os_rng")]
    #[doc(alias = "default_rng")]
    pub fn from_entropy() -> Self {
        // Each state is keyed by the system's own randomness.
        Self::new(RandomState::new().build_hasher().finish())
    }

    /// Where the generator is: three numbers to store, from which [`from_state`](Self::from_state) goes on.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let mut random = Generator::new(3);
    /// random.uniform(0.0, 1.0, 100)?;
    /// let stored = random.state();
    /// let next = random.uniform(0.0, 1.0, 5)?;
    /// assert_eq!(Generator::from_state(stored).uniform(0.0, 1.0, 5)?, next);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn state(&self) -> [u64; 3] {
        self.stream.state()
    }

    /// The generator that had this [`state`](Self::state); any three numbers are the state of one.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let child = Generator::new(3).split();
    /// assert_eq!(Generator::from_state(child.state()), child);
    /// ```
    pub fn from_state(state: [u64; 3]) -> Self {
        Self { stream: Stream::from_state(state) }
    }

    /// Another generator, whose numbers have nothing to do with those of this one: for a thread, or for a part of a
    /// program whose numbers should not depend on what other parts draw.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let mut random = Generator::new(3);
    /// let (a, b) = (random.split(), random.split());
    /// assert_ne!(a, b);
    /// assert_eq!(Generator::new(3).split(), a);
    /// ```
    pub fn split(&mut self) -> Self {
        Self { stream: self.stream.split() }
    }

    /// Several generators by [`split`](Self::split).
    ///
    /// # Errors
    /// If there is no memory for so many.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// assert_eq!(Generator::new(3).spawn(4)?.len(), 4);
    /// assert!(Generator::new(3).spawn(usize::MAX).is_err());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn spawn(&mut self, count: usize) -> Result<Vec<Self>> {
        let mut generators = lists::with_room("spawn", count)?;
        generators.extend((0..count).map(|_| self.split()));
        Ok(generators)
    }

    /// Numbers from `low` up to but without `high`, all equally likely.
    ///
    /// # Errors
    /// If `low` is greater than `high`, one of them or their distance is not finite, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let x = Generator::new(0).uniform(-1_f32, 1.0, [4, 4])?;
    /// assert!(x.to_vec()?.iter().all(|x| (-1.0..1.0).contains(x)));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn uniform<T: Float>(&mut self, low: T, high: T, shape: impl IntoShape) -> Result<Tensor<T>> {
        let ends = [low, high].map(f64::cast_from);
        random::uniform("uniform", T::DTYPE, ends, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// [`uniform`](Self::uniform) in a float dtype known at run time.
    ///
    /// # Errors
    /// As for [`uniform`](Self::uniform), and if the dtype is no float.
    ///
    /// ```
    /// use lunette::{DType, random::Generator};
    /// assert_eq!(Generator::new(0).uniform_of(DType::F16, 0.0, 1.0, 3)?.dtype(), DType::F16);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn uniform_of(
        &mut self,
        dtype: DType,
        low: f64,
        high: f64,
        shape: impl IntoShape,
    ) -> Result<DynTensor> {
        random::uniform("uniform_of", dtype, [low, high], &shape.into_shape(), &mut self.stream)
            .map(Tensor::wrap)
    }

    /// Normal numbers: `std` is the standard deviation, the square root of the variance.
    ///
    /// # Errors
    /// If `mean` or `std` is not finite, `std` is negative, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let x = Generator::new(0).normal(10.0, 2.0, 1000)?.to_vec()?;
    /// let mean = x.iter().sum::<f64>() / 1000.0;
    /// assert!((mean - 10.0).abs() < 0.3);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn normal<T: Float>(&mut self, mean: T, std: T, shape: impl IntoShape) -> Result<Tensor<T>> {
        let moments = [mean, std].map(f64::cast_from);
        random::normal("normal", T::DTYPE, moments, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// [`normal`](Self::normal) in a float dtype known at run time.
    ///
    /// # Errors
    /// As for [`normal`](Self::normal), and if the dtype is no float.
    ///
    /// ```
    /// use lunette::{DType, random::Generator};
    /// assert_eq!(Generator::new(0).normal_of(DType::F32, 0.0, 1.0, [2, 2])?.shape(), [2, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn normal_of(
        &mut self,
        dtype: DType,
        mean: f64,
        std: f64,
        shape: impl IntoShape,
    ) -> Result<DynTensor> {
        random::normal("normal_of", dtype, [mean, std], &shape.into_shape(), &mut self.stream)
            .map(Tensor::wrap)
    }

    /// Integers from `low` up to but without `high`, all equally likely, without any bias.
    ///
    /// # Errors
    /// If `low` is not less than `high`, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let dice = Generator::new(0).integers(1_u8, 7, 1000)?;
    /// assert!(dice.to_vec()?.iter().all(|x| (1..=6).contains(x)));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn integers<T: Integer>(&mut self, low: T, high: T, shape: impl IntoShape) -> Result<Tensor<T>> {
        let ends = (low.to_i128(), high.to_i128(), false);
        random::integers("integers", T::DTYPE, ends, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// As [`integers`](Self::integers), `high` included.
    ///
    /// # Errors
    /// If `low` is greater than `high`, or there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// assert_eq!(Generator::new(0).integers_inclusive(0, u64::MAX, [2, 3])?.len(), 6);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn integers_inclusive<T: Integer>(
        &mut self,
        low: T,
        high: T,
        shape: impl IntoShape,
    ) -> Result<Tensor<T>> {
        let (op, ends) = ("integers_inclusive", (low.to_i128(), high.to_i128(), true));
        random::integers(op, T::DTYPE, ends, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }

    /// [`integers`](Self::integers) in an integer dtype known at run time.
    ///
    /// # Errors
    /// As for [`integers`](Self::integers), if the dtype is no integer, or it cannot hold them.
    ///
    /// ```
    /// use lunette::{DType, random::Generator};
    /// assert_eq!(Generator::new(0).integers_of(DType::I16, -5, 5, 3)?.dtype(), DType::I16);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn integers_of(
        &mut self,
        dtype: DType,
        low: i64,
        high: i64,
        shape: impl IntoShape,
    ) -> Result<DynTensor> {
        let ends = (i128::from(low), i128::from(high), false);
        random::integers("integers_of", dtype, ends, &shape.into_shape(), &mut self.stream).map(Tensor::wrap)
    }
}
