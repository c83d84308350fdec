//! The parallel form of each iterator, under the same name with `par_` before it.
//!
//! What takes the view itself (`into_lanes` and the like) gives an iterator that rayon's `into_par_iter` takes.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::buffer::{IndexedIter, IndexedIterMut, Iter, IterMut, Par, View, ViewMut, Views, ViewsMut};
use crate::dtype::Element;
use crate::error::Result;
use crate::index::IntoShape;
use crate::layout::broadcast_shapes_for;
use crate::ops::lists;
use crate::tensor::Tensor;

impl<'a, T: Element> View<'a, T> {
    /// The parallel form of [`iter`](Self::iter).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use rayon::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.par_iter().sum::<i32>(), 21);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn par_iter(&self) -> Par<Iter<'a, T>> {
        self.iter().into_par_iter()
    }

    /// The parallel form of [`indexed_iter`](Self::indexed_iter).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use rayon::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// let on_diagonal = v.par_indexed_iter().filter(|(index, _)| index[0] == index[1]);
    /// assert_eq!(on_diagonal.map(|(_, &x)| x).sum::<i32>(), 6);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn par_indexed_iter(&self) -> Par<IndexedIter<'a, T>> {
        self.indexed_iter().into_par_iter()
    }
}

impl<T: Element> View<'_, T> {
    /// The parallel form of [`map`](Self::map): what the closure makes of every element, as a new row-major tensor.
    ///
    /// It runs on rayon's threads, those of the pool that the caller is in; the workers of this library run no code of
    /// others.
    ///
    /// # Errors
    /// If there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(v.par_map(|x| f64::from(x) / 2.0)?, tensor![[0.5, 1.0], [1.5, 2.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn par_map<U: Element>(&self, f: impl Fn(T) -> U + Sync + Send) -> Result<Tensor<U>> {
        lists::check_room::<U>("par_map", self.len())?;
        let values: Vec<U> = match self.as_slice() {
            Some(slice) => slice.into_par_iter().map(|&x| f(x)).collect(),
            None => self.par_iter().map(|&x| f(x)).collect(),
        };
        Tensor::from_vec(values, self.shape())
    }

    /// The parallel form of [`zip_with`](Self::zip_with): what the closure makes of the elements of two views, which
    /// broadcast. It runs where [`par_map`](Self::par_map) does.
    ///
    /// # Errors
    /// If the shapes do not broadcast, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4], [2, 2])?;
    /// let weights = View::from_slice(&[1, 10], [2])?;
    /// assert_eq!(v.par_zip_with(&weights, |x, w| x * w)?, tensor![[1, 20], [3, 40]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn par_zip_with<B: Element, U: Element>(
        &self,
        other: &View<'_, B>,
        f: impl Fn(T, B) -> U + Sync + Send,
    ) -> Result<Tensor<U>> {
        let op = "par_zip_with";
        let shape = broadcast_shapes_for(op, &[self.shape(), other.shape()])?;
        let (left, right) = (self.broadcast_to_for(op, &shape)?, other.broadcast_to_for(op, &shape)?);
        lists::check_room::<U>(op, left.len())?;
        let pairs = left.par_iter().zip(right.par_iter());
        Tensor::from_vec(pairs.map(|(&a, &b)| f(a, b)).collect(), &shape)
    }
}

impl<T: Element> ViewMut<'_, T> {
    /// The parallel form of [`iter_mut`](Self::iter_mut).
    ///
    /// ```
    /// use lunette::ViewMut;
    /// use rayon::prelude::*;
    /// # fn main() -> lunette::Result<()> {
    /// let mut data = vec![1; 1000];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [10, 100])?;
    /// v.par_iter_mut().for_each(|x| *x += 1);
    /// assert_eq!(data, vec![2; 1000]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn par_iter_mut(&mut self) -> Par<IterMut<'_, T>> {
        self.iter_mut().into_par_iter()
    }

    /// The parallel form of [`indexed_iter_mut`](Self::indexed_iter_mut).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use rayon::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.par_indexed_iter_mut().for_each(|(index, x)| *x = (10 * index[0] + index[1]) as i32);
    /// assert_eq!(data, [0, 1, 2, 10, 11, 12]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn par_indexed_iter_mut(&mut self) -> Par<IndexedIterMut<'_, T>> {
        self.indexed_iter_mut().into_par_iter()
    }
}

/// Rows: a method, the serial one whose iterator it runs in parallel, and for an example on a shape of [2, 3]:
/// arguments, and how many parts they give. The type comes with the name of its constructor.
macro_rules! parallel {
    ($Type:ty: $Self:ty, $make:literal;
        $($method:ident = $serial:ident($($arg:ident: $Arg:ty),*) -> $Iterator:ty, $call:literal => $count:literal;)*) => {
        impl<'a, T: Element> $Type { $(
            #[doc = concat!("The parallel form of [`", stringify!($serial), "`](Self::", stringify!($serial), ").")]
            #[doc = "\n\n# Errors\nAs there.\n\n```\nuse lunette::prelude::*;\nuse rayon::prelude::*;"]
            #[doc = concat!("let mut data = [1, 2, 3, 4, 5, 6];\nlet mut v = ", $make, "(&mut data, [2, 3])?;")]
            #[doc = concat!("let parts = v.", stringify!($method), "(", $call, ")?;")]
            #[doc = concat!("assert_eq!(parts.count(), ", $count, ");\n# Ok::<(), lunette::Error>(())\n```")]
            pub fn $method(self: $Self, $($arg: $Arg),*) -> Result<Par<$Iterator>> {
                Ok(self.$serial($($arg),*)?.into_par_iter())
            }
        )* }
    };
}

parallel! { View<'a, T>: &Self, "View::from_slice";
    par_axis_iter = axis_iter(axis: i64) -> Views<'a, T>, "0" => 2;
    par_lanes = lanes(axis: i64) -> Views<'a, T>, "0" => 3;
    par_windows = windows(shape: impl IntoShape) -> Views<'a, T>, "[2, 2]" => 2;
    par_chunks = chunks(shape: impl IntoShape) -> Views<'a, T>, "[1, 2]" => 4;
    par_axis_chunks = axis_chunks(axis: i64, size: usize) -> Views<'a, T>, "1, 2" => 2;
}

parallel! { ViewMut<'a, T>: &mut Self, "ViewMut::from_slice_mut";
    par_axis_iter_mut = axis_iter_mut(axis: i64) -> ViewsMut<'_, T>, "0" => 2;
    par_lanes_mut = lanes_mut(axis: i64) -> ViewsMut<'_, T>, "0" => 3;
    par_chunks_mut = chunks_mut(shape: impl IntoShape) -> ViewsMut<'_, T>, "[1, 2]" => 4;
    par_axis_chunks_mut = axis_chunks_mut(axis: i64, size: usize) -> ViewsMut<'_, T>, "1, 2" => 2;
}
