//! Random order and random choice.

use super::{ChoiceOptions, Generator};
use crate::error::Result;
use crate::index::IntoShape;
use crate::ops::random;
use crate::tensor::{Kind, Tensor};

impl Generator {
    /// The integers from 0 up to but without `n`, in random order; all orders are equally likely.
    ///
    /// # Errors
    /// If there is no memory.
    ///
    /// ```
    /// use lunette::random::Generator;
    /// let mut order = Generator::new(0).permutation(5)?.to_vec()?;
    /// order.sort();
    /// assert_eq!(order, [0, 1, 2, 3, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn permutation(&mut self, n: usize) -> Result<Tensor<i64>> {
        random::permutation("permutation", n, &mut self.stream).map(Tensor::wrap)
    }

    /// A copy with the entries of an axis in random order; an entry goes as a whole.
    ///
    /// # Errors
    /// If the axis is out of range, a write guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::random::Generator;
    /// let x = tensor![[1, 2], [3, 4], [5, 6]];
    /// let y = Generator::new(0).permutation_of(&x, 0)?;
    /// assert_eq!(y.get([0, 1])?, y.get([0, 0])? + 1);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn permutation_of<K: Kind>(&mut self, x: &Tensor<K>, axis: i64) -> Result<Tensor<K>> {
        let op = "permutation_of";
        let made = random::permutation_of(op, &x.handle, axis, &mut self.stream);
        made.map(Tensor::wrap).map_err(|error| error.called(op))
    }

    /// Brings the entries of an axis into random order, in place.
    ///
    /// # Errors
    /// As for [`permutation_of`](Self::permutation_of), and if the tensor cannot be written.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::random::Generator;
    /// let x = tensor![1, 2, 3, 4];
    /// Generator::new(0).shuffle(&x, 0)?;
    /// assert_eq!(x.to_vec()?.iter().sum::<i32>(), 10);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn shuffle<K: Kind>(&mut self, x: &Tensor<K>, axis: i64) -> Result<()> {
        let op = "shuffle";
        random::shuffle(op, &x.handle, axis, &mut self.stream).map_err(|error| error.called(op))
    }

    /// Entries of the first axis chosen at random, each as often as it comes; that axis becomes those of `shape`.
    ///
    /// # Errors
    /// If there is no entry to choose, the tensor has rank 0, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::random::Generator;
    /// let x = Generator::new(0).choice(&tensor![2, 3, 5], [4, 4])?;
    /// assert!(x.to_vec()?.iter().all(|x| [2, 3, 5].contains(x)));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn choice<K: Kind>(&mut self, x: &Tensor<K>, shape: impl IntoShape) -> Result<Tensor<K>> {
        let (op, shape, options) = ("choice", shape.into_shape(), ChoiceOptions::default());
        let made = random::choice(op, &x.handle, &shape, options, &mut self.stream);
        made.map(Tensor::wrap).map_err(|error| error.called(op))
    }

    /// [`choice`](Self::choice) with weights, without replacement, or along another axis.
    ///
    /// # Errors
    /// As for [`choice`](Self::choice), if the axis is out of range, there are not as many weights as entries, a weight
    /// is negative or not finite, all are 0, or more entries are wanted than can be chosen without replacement.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::random::{ChoiceOptions, Generator};
    /// let options = ChoiceOptions { replace: false, axis: 1, ..Default::default() };
    /// let x = Generator::new(0).choice_with(&tensor![[1, 2, 3], [4, 5, 6]], 2, options)?;
    /// assert_eq!(x.shape(), [2, 2]);
    /// assert_eq!(x.get([1, 0])? - x.get([0, 0])?, 3);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn choice_with<K: Kind>(
        &mut self,
        x: &Tensor<K>,
        shape: impl IntoShape,
        options: ChoiceOptions<'_>,
    ) -> Result<Tensor<K>> {
        let op = "choice_with";
        let made = random::choice(op, &x.handle, &shape.into_shape(), options, &mut self.stream);
        made.map(Tensor::wrap).map_err(|error| error.called(op))
    }

    /// [`choice_with`](Self::choice_with) of the integers from 0 up to but without `n`, which are not listed for it.
    ///
    /// # Errors
    /// As for [`choice_with`](Self::choice_with), and if `n` does not fit an `i64`.
    ///
    /// ```
    /// use lunette::random::{ChoiceOptions, Generator};
    /// let once = ChoiceOptions { replace: false, ..Default::default() };
    /// let x = Generator::new(0).choice_below(1_000_000_000_000, [2, 3], once)?;
    /// assert_eq!((x.shape(), x.unique_values()?.len()), (&[2, 3][..], 6));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn choice_below(
        &mut self,
        n: usize,
        shape: impl IntoShape,
        options: ChoiceOptions<'_>,
    ) -> Result<Tensor<i64>> {
        random::choice_below("choice_below", n, &shape.into_shape(), options, &mut self.stream)
            .map(Tensor::wrap)
    }
}
