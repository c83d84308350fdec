//! Polynomials, as vectors of coefficients of which the highest comes first.

use super::{Kind, PromoteKind, Tensor};
use crate::error::Result;
use crate::ops::polynomial::{self, Powers};

/// The kind of coefficients that fit points: places have the powers of `i64`, and quotients are floats.
#[cfg(feature = "linalg")]
type Fitted<X, Y> = <<Whole<X> as PromoteKind<Y>>::Output as Kind>::Float;
/// The kind that holds values of a kind and integers.
type Whole<X> = <X as PromoteKind<i64>>::Output;

impl<K: Kind> Tensor<K> {
    /// The values at the places `x` of the polynomial whose coefficients this vector holds, the highest first.
    ///
    /// The result has the shape of `x` and the dtype that holds both; integers wrap.
    ///
    /// # Errors
    /// If this has another rank than 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// // x² - 3x + 2
    /// assert_eq!(tensor![1, -3, 2].polyval(&tensor![0, 1, 2, 3])?, tensor![2, 0, 0, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "horner")]
    pub fn polyval<X: Kind>(&self, x: &Tensor<X>) -> Result<Tensor<K::Output>>
    where
        K: PromoteKind<X>,
    {
        polynomial::polyval("polyval", &self.handle, &x.handle).map(Tensor::wrap)
    }

    /// The coefficients, the highest first, of the polynomial of this degree that comes nearest to the points with these
    /// places and the values `y`, by least squares. Values with two axes are fitted column by column.
    ///
    /// # Errors
    /// If this has another rank than 1 or no elements, `y` has not a value for each place, or an element is not finite.
    ///
    /// ```
    /// use lunette::Tolerance;
    /// use lunette::prelude::*;
    /// let (x, y) = (tensor![0.0_f64, 1.0, 2.0, 3.0], tensor![1.0_f64, 3.0, 5.0, 7.0]);
    /// assert!(x.polyfit(&y, 1)?.allclose(&tensor![2.0_f64, 1.0], Tolerance::default())?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[cfg(feature = "linalg")]
    pub fn polyfit<Y: Kind>(&self, y: &Tensor<Y>, degree: usize) -> Result<Tensor<Fitted<K, Y>>>
    where
        K: PromoteKind<i64>,
        Whole<K>: PromoteKind<Y>,
    {
        polynomial::polyfit("polyfit", &self.handle, &y.handle, degree, None).map(Tensor::wrap)
    }

    /// As [`polyfit`](Self::polyfit), of points whose distances count as much as their weights.
    ///
    /// # Errors
    /// As [`polyfit`](Self::polyfit), and if there is not a real weight for each point.
    ///
    /// ```
    /// use lunette::Tolerance;
    /// use lunette::prelude::*;
    /// let (x, y) = (tensor![0.0_f64, 1.0, 2.0], tensor![1.0_f64, 3.0, 99.0]);
    /// let line = x.polyfit_weighted(&y, 1, &tensor![1.0_f64, 1.0, 0.0])?;
    /// assert!(line.allclose(&tensor![2.0_f64, 1.0], Tolerance::default())?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[cfg(feature = "linalg")]
    pub fn polyfit_weighted<Y: Kind, W: Kind>(
        &self,
        y: &Tensor<Y>,
        degree: usize,
        weights: &Tensor<W>,
    ) -> Result<Tensor<Fitted<K, Y>>>
    where
        K: PromoteKind<i64>,
        Whole<K>: PromoteKind<Y>,
    {
        let weights = Some(&weights.handle);
        polynomial::polyfit("polyfit_weighted", &self.handle, &y.handle, degree, weights).map(Tensor::wrap)
    }

    /// The roots of the polynomial whose coefficients this vector holds, the highest first: complex numbers in no special
    /// order, as many as its degree says.
    ///
    /// # Errors
    /// If this has another rank than 1, or an element is not finite.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let roots = tensor![1.0_f64, -3.0, 2.0].roots()?;
    /// let product = roots.get(0)? * roots.get(1)?;
    /// assert!((product.re - 2.0).abs() < 1e-12 && product.im == 0.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[cfg(feature = "linalg")]
    pub fn roots(&self) -> Result<Tensor<K::Complex>> {
        polynomial::roots("roots", &self.handle).map(Tensor::wrap).map_err(|error| error.called("roots"))
    }

    /// The coefficients of the derivative of the polynomial whose coefficients this vector holds, the highest first.
    ///
    /// # Errors
    /// If this has another rank than 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1_i64, -3, 2].polyder()?, tensor![2_i64, -3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn polyder(&self) -> Result<Tensor<Whole<K>>>
    where
        K: PromoteKind<i64>,
    {
        polynomial::polyder("polyder", &self.handle).map(Tensor::wrap)
    }

    /// The coefficients of the integral from 0 of the polynomial whose coefficients this vector holds, the highest first.
    ///
    /// # Errors
    /// If this has another rank than 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![6_i64, 2].polyint()?, tensor![3.0, 2.0, 0.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn polyint(&self) -> Result<Tensor<<Whole<K> as Kind>::Float>>
    where
        K: PromoteKind<i64>,
    {
        polynomial::polyint("polyint", &self.handle).map(Tensor::wrap)
    }

    /// The powers of each element of this vector from the highest, `columns - 1`, down to 0, a row for each element;
    /// integers have those of `i64`, which wrap.
    ///
    /// # Errors
    /// If this has another rank than 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![2, 3].vander(3)?, tensor![[4_i64, 2, 1], [9, 3, 1]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "vandermonde")]
    pub fn vander(&self, columns: usize) -> Result<Tensor<Whole<K>>>
    where
        K: PromoteKind<i64>,
    {
        polynomial::vander("vander", &self.handle, columns, Powers::Falling).map(Tensor::wrap)
    }

    /// As [`vander`](Self::vander), with the powers from 0 up.
    ///
    /// # Errors
    /// As [`vander`](Self::vander).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![2, 3].vander_increasing(3)?, tensor![[1_i64, 2, 4], [1, 3, 9]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn vander_increasing(&self, columns: usize) -> Result<Tensor<Whole<K>>>
    where
        K: PromoteKind<i64>,
    {
        polynomial::vander("vander_increasing", &self.handle, columns, Powers::Rising).map(Tensor::wrap)
    }
}
