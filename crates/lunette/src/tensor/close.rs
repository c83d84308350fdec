//! Comparisons of whole tensors, and up to a tolerance.

use super::operand::Lend;
use super::{Kind, Tensor};
use crate::error::Result;
use crate::ops::close::{self, Tolerance};

impl<K: Kind> Tensor<K> {
    /// Whether the other tensor has the same shape and all elements are equal; NaN equals nothing.
    ///
    /// Dtypes may differ, and integers are compared exactly, whatever theirs are. `==` also asks for one dtype.
    ///
    /// # Errors
    /// If a write guard on either memory lives.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2];
    /// assert!(x.array_equal(&tensor![1.0, 2.0])?);
    /// assert!(!x.array_equal(&tensor![[1, 2]])?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn array_equal<L: Lend>(&self, other: L) -> Result<bool> {
        other.with_tensor(|other| close::array_equal("array_equal", &self.handle, &other.handle))
    }

    /// Whether the shapes broadcast and all elements are equal then; NaN equals nothing.
    ///
    /// # Errors
    /// As [`array_equal`](Self::array_equal).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2];
    /// assert!(x.array_equiv(&tensor![[1, 2], [1, 2]])?);
    /// assert!(!x.array_equiv(&tensor![1, 2, 3])?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn array_equiv<L: Lend>(&self, other: L) -> Result<bool> {
        other.with_tensor(|other| close::array_equiv("array_equiv", &self.handle, &other.handle))
    }

    /// Where elements are equal to those of the other tensor up to a tolerance; the shapes broadcast.
    ///
    /// Infinities are equal to themselves only. The second tensor is the reference: see [`Tolerance`].
    ///
    /// # Errors
    /// If the shapes do not broadcast.
    ///
    /// ```
    /// use lunette::Tolerance;
    /// use lunette::prelude::*;
    /// let x = tensor![0.1_f64 + 0.2, 0.4];
    /// assert_eq!(x.isclose(&tensor![0.3_f64, 0.5], Tolerance::default())?, tensor![true, false]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn isclose<L: Lend>(&self, other: L, tolerance: Tolerance) -> Result<Tensor<bool>> {
        self.beside("isclose", other, |a, b| close::isclose("isclose", a, b, tolerance))
    }

    /// Whether all elements are equal to those of the other tensor up to a tolerance; the shapes broadcast.
    ///
    /// # Errors
    /// As [`isclose`](Self::isclose).
    ///
    /// ```
    /// use lunette::Tolerance;
    /// use lunette::prelude::*;
    /// let tolerance = Tolerance { rtol: 0.0, atol: 0.5, equal_nan: false };
    /// assert!(tensor![1, 2, 3].allclose(&tensor![1.5_f64, 1.5, 3.0], tolerance)?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn allclose<L: Lend>(&self, other: L, tolerance: Tolerance) -> Result<bool> {
        let all: Tensor<bool> =
            self.beside("allclose", other, |a, b| close::allclose("allclose", a, b, tolerance))?;
        all.item()
    }
}
