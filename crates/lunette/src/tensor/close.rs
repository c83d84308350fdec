//! Comparisons up to a tolerance.

use super::{Kind, Tensor};
use crate::error::Result;
use crate::ops::close::{self, Tolerance};

impl<K: Kind> Tensor<K> {
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
    pub fn isclose<L: Kind>(&self, other: &Tensor<L>, tolerance: Tolerance) -> Result<Tensor<bool>> {
        close::isclose("isclose", &self.handle, &other.handle, tolerance).map(Tensor::wrap)
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
    pub fn allclose<L: Kind>(&self, other: &Tensor<L>, tolerance: Tolerance) -> Result<bool> {
        let all = close::allclose("allclose", &self.handle, &other.handle, tolerance)?;
        Tensor::<bool>::wrap(all).item()
    }
}
