//! Closures over the elements of borrowed views.

use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::Element;
use crate::error::Result;
use crate::layout::{Dims, broadcast_shapes_for, resolve_axis};
use crate::ops::lists;
use crate::tensor::Tensor;

impl<T: Element> View<'_, T> {
    /// What the closure makes of every element, as a new row-major tensor.
    ///
    /// # Errors
    /// If there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(v.map(|x| f64::from(x) / 2.0)?, tensor![[0.5, 1.0], [1.5, 2.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "mapv")]
    pub fn map<U: Element>(&self, f: impl FnMut(T) -> U) -> Result<Tensor<U>> {
        lists::check_room::<U>("map", self.len())?;
        let values: Vec<U> = match self.as_slice() {
            Some(slice) => slice.iter().copied().map(f).collect(),
            None => self.iter().copied().map(f).collect(),
        };
        Tensor::from_vec(values, self.shape())
    }

    /// What the closure makes of the elements of two views, which broadcast.
    ///
    /// # Errors
    /// If the shapes do not broadcast, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4], [2, 2])?;
    /// let weights = View::from_slice(&[1, 10], [2])?;
    /// assert_eq!(v.zip_with(&weights, |x, w| x * w)?, tensor![[1, 20], [3, 40]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn zip_with<B: Element, U: Element>(
        &self,
        other: &View<'_, B>,
        mut f: impl FnMut(T, B) -> U,
    ) -> Result<Tensor<U>> {
        let op = "zip_with";
        let shape = broadcast_shapes_for(op, &[self.shape(), other.shape()])?;
        let (left, right) = (self.broadcast_to_for(op, &shape)?, other.broadcast_to_for(op, &shape)?);
        lists::check_room::<U>(op, left.len())?;
        let values: Vec<U> = match (left.as_slice(), right.as_slice()) {
            (Some(a), Some(b)) => a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect(),
            _ => left.iter().zip(right.iter()).map(|(&a, &b)| f(a, b)).collect(),
        };
        Tensor::from_vec(values, &shape)
    }

    /// What the closure makes of a start value and all elements, one after the other, in row-major order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[3, 9, 4], [3])?;
    /// assert_eq!(v.fold(0, |longest, x| longest.max(x)), 9);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn fold<A>(&self, start: A, mut f: impl FnMut(A, T) -> A) -> A {
        match self.as_slice() {
            Some(slice) => slice.iter().fold(start, |sum, &value| f(sum, value)),
            None => self.iter().fold(start, |sum, &value| f(sum, value)),
        }
    }
}

impl<T: Element> View<'_, T> {
    /// What the closure makes of each lane along an axis, as a new tensor without that axis.
    ///
    /// # Errors
    /// If the axis does not exist, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.map_axis(1, |row| row[0] * row[2])?, tensor![3, 24]);
    /// assert_eq!(v.map_axis(0, |column| column.len() as i64)?, tensor![2_i64, 2, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "apply_along_axis")]
    pub fn map_axis<U: Element>(&self, axis: i64, f: impl FnMut(View<'_, T>) -> U) -> Result<Tensor<U>> {
        let op = "map_axis";
        let mut shape = Dims::from_slice(self.shape());
        shape.remove(resolve_axis(op, axis, self.rank())?);
        let lanes = self.lanes(axis)?;
        lists::check_room::<U>(op, lanes.len())?;
        Tensor::from_vec(lanes.map(f).collect(), &shape)
    }

    /// What the closure makes of a start value and the elements of each lane along an axis, one after the other, as a new
    /// tensor without that axis.
    ///
    /// # Errors
    /// As [`map_axis`](Self::map_axis).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.fold_axis(1, 0, |digits, x| 10 * digits + x)?, tensor![123, 456]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn fold_axis<A: Element>(
        &self,
        axis: i64,
        start: A,
        mut f: impl FnMut(A, T) -> A,
    ) -> Result<Tensor<A>> {
        self.map_axis(axis, |lane| lane.fold(start, &mut f)).map_err(|error| error.called("fold_axis"))
    }
}

impl<T: Element> ViewMut<'_, T> {
    /// Calls the closure with every element, to be changed, and the element of another view at the same place; the other
    /// view is stretched to this one's shape.
    ///
    /// # Errors
    /// If it cannot be stretched; then the closure is not called.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 2])?;
    /// v.zip_mut_with(&View::from_slice(&[10, 20], [2])?, |x, y| *x += y)?;
    /// assert_eq!(data, [11, 22, 13, 24]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn zip_mut_with<B: Element>(
        &mut self,
        other: &View<'_, B>,
        mut f: impl FnMut(&mut T, &B),
    ) -> Result<()> {
        let other = other.broadcast_to_for("zip_mut_with", self.shape())?;
        match (self.as_slice_mut(), other.as_slice()) {
            (Some(slice), Some(other)) => slice.iter_mut().zip(other).for_each(|(a, b)| f(a, b)),
            _ => self.iter_mut().zip(other.iter()).for_each(|(a, b)| f(a, b)),
        }
        Ok(())
    }
}

/// The closures of [`View`] for what holds one, each with the lines that make `v` of [[1, 2], [3, 4]].
macro_rules! closures {
    ($Type:ty, $setup:literal) => {
        impl<T: Element> $Type {
            #[doc = "[`View::map`] of the elements; what fails there fails here."]
            #[doc = "\n```\nuse lunette::prelude::*;"]
            #[doc = $setup]
            #[doc = "assert_eq!(v.map(|x| x * 10)?, tensor![[10, 20], [30, 40]]);"]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            pub fn map<U: Element>(&self, f: impl FnMut(T) -> U) -> Result<Tensor<U>> {
                self.as_view().map(f)
            }

            #[doc = "[`View::zip_with`] of the elements and another view; what fails there fails here."]
            #[doc = "\n```\nuse lunette::prelude::*;"]
            #[doc = $setup]
            #[doc = "assert_eq!(v.zip_with(&v.transpose(), |x, y| x - y)?, tensor![[0, -1], [1, 0]]);"]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            pub fn zip_with<B: Element, U: Element>(
                &self,
                other: &View<'_, B>,
                f: impl FnMut(T, B) -> U,
            ) -> Result<Tensor<U>> {
                self.as_view().zip_with(other, f)
            }

            #[doc = "[`View::fold`] of the elements."]
            #[doc = "\n```\nuse lunette::prelude::*;"]
            #[doc = $setup]
            #[doc = "assert_eq!(v.fold(0, |sum, x| 10 * sum + x), 1234);"]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            pub fn fold<A>(&self, start: A, f: impl FnMut(A, T) -> A) -> A {
                self.as_view().fold(start, f)
            }

            #[doc = "[`View::map_axis`] of the elements; what fails there fails here."]
            #[doc = "\n```\nuse lunette::prelude::*;"]
            #[doc = $setup]
            #[doc = "assert_eq!(v.map_axis(0, |column| column[1] - column[0])?, tensor![2, 2]);"]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            pub fn map_axis<U: Element>(
                &self,
                axis: i64,
                f: impl FnMut(View<'_, T>) -> U,
            ) -> Result<Tensor<U>> {
                self.as_view().map_axis(axis, f)
            }

            #[doc = "[`View::fold_axis`] of the elements; what fails there fails here."]
            #[doc = "\n```\nuse lunette::prelude::*;"]
            #[doc = $setup]
            #[doc = "assert_eq!(v.fold_axis(1, 0, |sum, x| 10 * sum + x)?, tensor![12, 34]);"]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            pub fn fold_axis<A: Element>(
                &self,
                axis: i64,
                start: A,
                f: impl FnMut(A, T) -> A,
            ) -> Result<Tensor<A>> {
                self.as_view().fold_axis(axis, start, f)
            }
        }
    };
}

closures!(
    ViewMut<'_, T>,
    "let mut data = [1, 2, 3, 4];\nlet v = ViewMut::from_slice_mut(&mut data, [2, 2])?;"
);
closures!(ReadGuard<T>, "let x = tensor![[1, 2], [3, 4]];\nlet v = x.read()?;");
closures!(WriteGuard<T>, "let x = tensor![[1, 2], [3, 4]];\nlet v = x.write()?;");

impl<T: Element> WriteGuard<T> {
    /// [`ViewMut::zip_mut_with`] of the elements and another view; what fails there fails here.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// x.write()?.zip_mut_with(&View::from_slice(&[10, 20], [2])?, |x, y| *x += y)?;
    /// assert_eq!(x, tensor![[11, 22], [13, 24]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn zip_mut_with<B: Element>(&mut self, other: &View<'_, B>, f: impl FnMut(&mut T, &B)) -> Result<()> {
        self.as_view_mut().zip_mut_with(other, f)
    }
}
