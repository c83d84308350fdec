//! Counting elements: histograms, occurrences of integers, bins.

use std::ops::Range;

use super::{Kind, Tensor};
use crate::error::Result;
use crate::ops::histogram;

/// The bins of a histogram, as [`IntoBins`] makes them.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::IntoBins;
/// let bins = (2, 0.0..1.0).into_bins();
/// assert_eq!(tensor![0.1, 0.2, 0.9].histogram(bins)?.counts, tensor![2_i64, 1]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Debug)]
pub struct Bins<'a>(histogram::Bins<'a>);

/// What [`Tensor::histogram`] takes for bins: `10` of equal width between the least and the greatest element,
/// `(10, 0.0..1.0)` of equal width in a range, or a vector of edges in ascending order.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![0.1, 0.2, 0.9];
/// assert_eq!(x.histogram((2, 0.0..1.0))?.counts, tensor![2_i64, 1]);
/// assert_eq!(x.histogram(&tensor![0.0, 0.15, 1.0])?.counts, tensor![1_i64, 2]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` describes no bins",
    label = "write a number of bins, `(number, from..to)`, or a vector of edges"
)]
pub trait IntoBins<'a> {
    /// The bins.
    fn into_bins(self) -> Bins<'a>;
}

impl<'a> IntoBins<'a> for Bins<'a> {
    fn into_bins(self) -> Self {
        self
    }
}

impl<'a> IntoBins<'a> for usize {
    fn into_bins(self) -> Bins<'a> {
        Bins(histogram::Bins::Count(self))
    }
}

impl<'a> IntoBins<'a> for (usize, Range<f64>) {
    fn into_bins(self) -> Bins<'a> {
        Bins(histogram::Bins::Within(self.0, self.1.start, self.1.end))
    }
}

impl<'a, K: Kind> IntoBins<'a> for &'a Tensor<K> {
    fn into_bins(self) -> Bins<'a> {
        Bins(histogram::Bins::Edges(&self.handle))
    }
}

/// What [`Tensor::histogram`] finds.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::Histogram;
/// let Histogram { counts, edges } = tensor![1, 2, 1, 5].histogram(2)?;
/// assert_eq!((counts, edges), (tensor![3_i64, 1], tensor![1.0, 3.0, 5.0]));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Histogram<W: Kind> {
    /// How many elements, or what weight, fell into each bin.
    pub counts: Tensor<W>,
    /// Where the bins start, and where the last one ends.
    pub edges: Tensor<f64>,
}

impl<W: Kind> Histogram<W> {
    /// The counts divided by the widths of the bins and by their sum, so that their integral is 1; NaN where nothing was
    /// counted.
    ///
    /// # Errors
    /// If there is not one edge more than there are counts.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let found = tensor![1.0, 2.0, 2.5, 5.0].histogram(2)?;
    /// assert_eq!(found.density()?, tensor![0.375, 0.125]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn density(&self) -> Result<Tensor<f64>> {
        histogram::density("density", &self.counts.handle, &self.edges.handle).map(Tensor::wrap)
    }
}

impl<K: Kind> Tensor<K> {
    /// How many elements fall into each bin; a bin has its lower edge, the last one its upper edge too.
    ///
    /// Elements outside of all bins, and NaN where a range or edges are given, are not counted.
    ///
    /// # Errors
    /// If there is no bin, edges do not ascend, the range is not finite, or the elements are complex.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1.0, 2.0, 1.5, 5.0];
    /// assert_eq!(x.histogram(4)?.counts, tensor![2_i64, 1, 0, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn histogram<'b>(&self, bins: impl IntoBins<'b>) -> Result<Histogram<i64>> {
        let found = histogram::histogram("histogram", &self.handle, &bins.into_bins().0, None)?;
        Ok(Histogram { counts: Tensor::wrap(found.counts), edges: Tensor::wrap(found.edges) })
    }

    /// The sum of the weights of the elements that fall into each bin of a [`histogram`](Self::histogram).
    ///
    /// # Errors
    /// As for [`histogram`](Self::histogram), and if the weights have another shape or are complex.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 5];
    /// assert_eq!(x.histogram_weighted(2, &tensor![0.5, 2.0, 1.0])?.counts, tensor![2.5, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn histogram_weighted<'b, W: Kind>(
        &self,
        bins: impl IntoBins<'b>,
        weights: &Tensor<W>,
    ) -> Result<Histogram<f64>> {
        let (op, bins) = ("histogram_weighted", bins.into_bins().0);
        let found = histogram::histogram(op, &self.handle, &bins, Some(&weights.handle))?;
        Ok(Histogram { counts: Tensor::wrap(found.counts), edges: Tensor::wrap(found.edges) })
    }

    /// How often each integer from 0 to the greatest element comes in this vector; at least `minlength` entries.
    ///
    /// # Errors
    /// If the rank is not 1, the elements are no integers, or one is negative.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 3, 1].bincount(0)?, tensor![0_i64, 2, 0, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn bincount(&self, minlength: usize) -> Result<Tensor<i64>> {
        histogram::bincount("bincount", &self.handle, None, minlength).map(Tensor::wrap)
    }

    /// The sum of the weights of each integer from 0 to the greatest element of this vector; at least `minlength`
    /// entries.
    ///
    /// # Errors
    /// As for [`bincount`](Self::bincount), and if the weights have another shape or are complex.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let weights = tensor![0.5, 1.0, 2.0];
    /// assert_eq!(tensor![1, 3, 1].bincount_weighted(&weights, 0)?, tensor![0.0, 2.5, 0.0, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn bincount_weighted<W: Kind>(&self, weights: &Tensor<W>, minlength: usize) -> Result<Tensor<f64>> {
        let weights = Some(&weights.handle);
        histogram::bincount("bincount_weighted", &self.handle, weights, minlength).map(Tensor::wrap)
    }

    /// For each element the number of the bin between the entries of `edges` that it falls into; 0 before the first.
    ///
    /// With ascending edges bin `i` has its lower edge and not its upper one, or the other way round if `right` is true.
    /// Edges may descend too.
    ///
    /// # Errors
    /// If the edges have another rank than 1, go up and down, or are complex.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let edges = tensor![0.0, 1.0, 2.5];
    /// assert_eq!(tensor![-1.0, 1.0, 7.0].digitize(&edges, false)?, tensor![0_i64, 2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn digitize<E: Kind>(&self, edges: &Tensor<E>, right: bool) -> Result<Tensor<i64>> {
        histogram::digitize("digitize", &self.handle, &edges.handle, right).map(Tensor::wrap)
    }
}
