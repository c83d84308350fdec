//! Closures over the elements of typed tensors. While one runs its tensors are read as by a guard: others may read
//! them too, and anyone who tries to write gets an error.

use super::Tensor;
use crate::buffer::View;
use crate::dtype::Element;
use crate::error::{Error, Result};

impl<T: Element> Tensor<T> {
    /// What the closure makes of every element, as a new row-major tensor.
    ///
    /// While it runs the memory is held as by [`read`](Self::read): others read it too, and an operation inside of the
    /// closure that would have to wait for another thread is [`is_busy`](crate::Error::is_busy) instead.
    ///
    /// # Errors
    /// If a write guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.map(|v| f64::from(v) / 2.0)?, tensor![[0.5, 1.0], [1.5, 2.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "vectorize")]
    #[track_caller]
    pub fn map<U: Element>(&self, f: impl FnMut(T) -> U) -> Result<Tensor<U>> {
        let called = |error: Error| error.called("map");
        self.read().map_err(called)?.map(f).map_err(called)
    }

    /// The parallel form of [`map`](Self::map): the closure runs on rayon's threads, those of the pool that the caller is in.
    ///
    /// The memory is held as by [`read`](Self::read) until all of them are done.
    ///
    /// # Errors
    /// As [`map`](Self::map).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_range(0..10_000)?.reshape([100, 100])?;
    /// assert_eq!(x.par_map(|v| v % 7)?, x.map(|v| v % 7)?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[track_caller]
    pub fn par_map<U: Element>(&self, f: impl Fn(T) -> U + Sync + Send) -> Result<Tensor<U>> {
        let called = |error: Error| error.called("par_map");
        self.read().map_err(called)?.as_view().par_map(f).map_err(called)
    }

    /// The parallel form of [`zip_with`](Self::zip_with); the closure runs where that of [`par_map`](Self::par_map) does.
    ///
    /// # Errors
    /// As [`zip_with`](Self::zip_with).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let weights = tensor![1, 10];
    /// assert_eq!(tensor![[1, 2], [3, 4]].par_zip_with(&weights, |a, w| a * w)?, tensor![[1, 20], [3, 40]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[track_caller]
    pub fn par_zip_with<B: Element, U: Element>(
        &self,
        other: &Tensor<B>,
        f: impl Fn(T, B) -> U + Sync + Send,
    ) -> Result<Tensor<U>> {
        let called = |error: Error| error.called("par_zip_with");
        let (left, right) = (self.read().map_err(called)?, other.read().map_err(called)?);
        left.as_view().par_zip_with(&right.as_view(), f).map_err(called)
    }

    /// Replaces every element by what the closure makes of it; the others that share the memory see it too.
    ///
    /// While the closure runs the memory is held as by a write guard: it cannot use this tensor.
    ///
    /// # Errors
    /// If a guard on the memory lives, or the tensor is read-only; then nothing is replaced.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// x.view(s![1])?.map_in_place(|v| v * v)?;
    /// assert_eq!(x, tensor![[1, 2], [9, 16]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "mapv_inplace")]
    #[track_caller]
    pub fn map_in_place(&self, f: impl FnMut(T) -> T) -> Result<()> {
        self.write().map_err(|error| error.called("map_in_place"))?.as_view_mut().map_in_place(f);
        Ok(())
    }

    /// What the closure makes of the elements of two tensors, which broadcast. Both are held as by [`map`](Self::map).
    ///
    /// # Errors
    /// If the shapes do not broadcast, a write guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let weights = tensor![1, 10];
    /// assert_eq!(tensor![[1, 2], [3, 4]].zip_with(&weights, |a, w| a * w)?, tensor![[1, 20], [3, 40]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "frompyfunc")]
    #[track_caller]
    pub fn zip_with<B: Element, U: Element>(
        &self,
        other: &Tensor<B>,
        f: impl FnMut(T, B) -> U,
    ) -> Result<Tensor<U>> {
        let called = |error: Error| error.called("zip_with");
        let (left, right) = (self.read().map_err(called)?, other.read().map_err(called)?);
        left.zip_with(&right.as_view(), f).map_err(called)
    }

    /// What the closure makes of a start value and all elements, one after the other, in row-major order. The memory is
    /// held as by [`map`](Self::map).
    ///
    /// # Errors
    /// If a write guard on the memory lives.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let longest = tensor![3, 9, 4].fold(0, |longest, v| longest.max(v))?;
    /// assert_eq!(longest, 9);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "reduce")]
    #[track_caller]
    pub fn fold<A>(&self, start: A, f: impl FnMut(A, T) -> A) -> Result<A> {
        Ok(self.read().map_err(|error| error.called("fold"))?.fold(start, f))
    }

    /// What the closure makes of each lane along an axis, as a new tensor without that axis. The memory is held as by
    /// [`map`](Self::map).
    ///
    /// # Errors
    /// If the axis does not exist, a write guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.map_axis(1, |row| row[0] * row[2])?, tensor![3, 24]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "apply_along_axis")]
    #[track_caller]
    pub fn map_axis<U: Element>(&self, axis: i64, f: impl FnMut(View<'_, T>) -> U) -> Result<Tensor<U>> {
        let called = |error: Error| error.called("map_axis");
        self.read().map_err(called)?.map_axis(axis, f).map_err(called)
    }

    /// What the closure makes of a start value and the elements of each lane along an axis, one after the other, as a new
    /// tensor without that axis. The memory is held as by [`map`](Self::map).
    ///
    /// # Errors
    /// As [`map_axis`](Self::map_axis).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.fold_axis(0, 0, |digits, v| 10 * digits + v)?, tensor![14, 25, 36]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[track_caller]
    pub fn fold_axis<A: Element>(&self, axis: i64, start: A, f: impl FnMut(A, T) -> A) -> Result<Tensor<A>> {
        self.read().map_err(|error| error.called("fold_axis"))?.fold_axis(axis, start, f)
    }

    /// Calls the closure with every element, to be changed, and the element of another tensor at the same place; the other
    /// one is stretched to this one's shape.
    ///
    /// # Errors
    /// If it cannot be stretched, the two share memory, a guard on the memory lives, or this tensor is read-only; then the
    /// closure is not called.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// x.zip_mut_with(&tensor![10, 20], |v, w| *v += w)?;
    /// assert_eq!(x, tensor![[11, 22], [13, 24]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[track_caller]
    pub fn zip_mut_with<B: Element>(&self, other: &Tensor<B>, f: impl FnMut(&mut T, &B)) -> Result<()> {
        let called = |error: Error| error.called("zip_mut_with");
        let other = other.read().map_err(called)?;
        self.write().map_err(called)?.zip_mut_with(&other.as_view(), f)
    }
}
