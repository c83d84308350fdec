//! Parts of a view, one after the other: entries of an axis, lanes, windows, chunks.

use std::iter::FusedIterator;
use std::marker::PhantomData;

use rayon::iter::IntoParallelIterator;

use super::iter::iterators;
use super::par::{Par, SplitAt};
use super::raw::Raw;
use super::walk::{Place, Walk};
use super::{View, ViewMut};
use crate::dtype::Element;
use crate::error::{ErrorKind, Result};
use crate::index::IntoShape;
use crate::layout::{Axes, Dims, resolve_axis, window_places};

/// Parts of a view, in row-major order of their places; [`axis_iter`](View::axis_iter), [`lanes`](View::lanes),
/// [`windows`](View::windows) and [`chunks`](View::chunks) give it.
///
/// ```
/// use lunette::prelude::*;
/// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
/// let rows = v.axis_iter(0)?;
/// assert_eq!(rows.len(), 2);
/// assert_eq!(rows.rev().next().unwrap().to_vec(), [4, 5, 6]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone)]
pub struct Views<'a, T: Element> {
    core: Tiles<T>,
    borrow: PhantomData<&'a T>,
}

/// Parts of a view, to write; no two of them reach the same element.
///
/// ```
/// use lunette::prelude::*;
/// let mut data = [1, 2, 3, 4, 5, 6];
/// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
/// let rows: Vec<ViewMut<i32>> = v.axis_iter_mut(0)?.collect(); // all of them at once
/// assert_eq!(rows.len(), 2);
/// # Ok::<(), lunette::Error>(())
/// ```
pub struct ViewsMut<'a, T: Element> {
    core: Tiles<T>,
    borrow: PhantomData<&'a mut T>,
}

// SAFETY: a shared borrow of elements, which are `Sync`.
unsafe impl<T: Element> Send for Views<'_, T> {}
// SAFETY: a shared `Views` can only be cloned.
unsafe impl<T: Element> Sync for Views<'_, T> {}
// SAFETY: the elements are the iterator's alone, and `Send`.
unsafe impl<T: Element> Send for ViewsMut<'_, T> {}
// SAFETY: a shared `ViewsMut` can only tell its length.
unsafe impl<T: Element> Sync for ViewsMut<'_, T> {}

impl<'a, T: Element> View<'a, T> {
    /// The parts at each entry of an axis, which goes: the rows of a matrix for axis 0, its columns for axis 1.
    ///
    /// ```
    /// use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// let sums: Vec<i32> = v.axis_iter(0)?.map(|row| row.iter().sum()).collect();
    /// assert_eq!(sums, [6, 15]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If there is no such axis.
    #[doc(alias = "outer_iter")]
    pub fn axis_iter(&self, axis: i64) -> Result<Views<'a, T>> {
        Ok(Views::new(Tiles::entries("axis_iter", &self.raw, axis)?))
    }

    /// The lines of elements along an axis, each of rank 1: the columns of a matrix for axis 0, its rows for axis 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// let columns: Vec<Vec<i32>> = v.lanes(0)?.map(|lane| lane.to_vec()).collect();
    /// assert_eq!(columns, [[1, 4], [2, 5], [3, 6]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such axis.
    #[doc(alias = "rows")]
    #[doc(alias = "columns")]
    pub fn lanes(&self, axis: i64) -> Result<Views<'a, T>> {
        Ok(Views::new(Tiles::lanes("lanes", &self.raw, axis)?))
    }

    /// All parts of the given shape, one entry apart.
    ///
    /// ```
    /// use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// let sums: Vec<i32> = v.windows([2, 2])?.map(|w| w.iter().sum()).collect();
    /// assert_eq!(sums, [12, 16]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the shape has another rank, a size of 0, or one that is larger than its axis.
    pub fn windows(&self, shape: impl IntoShape) -> Result<Views<'a, T>> {
        Ok(Views::new(Tiles::windows("windows", &self.raw, &shape.into_shape())?))
    }

    /// The parts of the given shape side by side; those at the ends of the axes are smaller where the sizes do not
    /// divide.
    ///
    /// ```
    /// use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// let parts: Vec<_> = v.chunks([2, 2])?.map(|part| part.to_vec()).collect();
    /// assert_eq!(parts, [vec![1, 2, 4, 5], vec![3, 6]]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the shape has another rank, or a size of 0.
    pub fn chunks(&self, shape: impl IntoShape) -> Result<Views<'a, T>> {
        Ok(Views::new(Tiles::chunks("chunks", &self.raw, &shape.into_shape())?))
    }

    /// The parts of `size` entries of an axis side by side; the last one is smaller where `size` does not divide.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// let widths: Vec<usize> = v.axis_chunks(1, 2)?.map(|part| part.shape()[1]).collect();
    /// assert_eq!(widths, [2, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such axis, or `size` is 0.
    pub fn axis_chunks(&self, axis: i64, size: usize) -> Result<Views<'a, T>> {
        Ok(Views::new(Tiles::axis_chunks("axis_chunks", &self.raw, axis, size)?))
    }
}

impl<'a, T: Element> ViewMut<'a, T> {
    /// The parts at each entry of an axis, which goes, to write; see [`View::axis_iter`].
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// for (i, mut row) in v.axis_iter_mut(0)?.enumerate() {
    ///     row.fill(i as i32)?;
    /// }
    /// assert_eq!(data, [0, 0, 0, 1, 1, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such axis.
    pub fn axis_iter_mut(&mut self, axis: i64) -> Result<ViewsMut<'_, T>> {
        self.as_view_mut().into_axis_iter(axis)
    }

    /// The same, for as long as the data lives.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// let last = v.into_axis_iter(0)?.last().unwrap();
    /// assert_eq!(last.to_vec(), [4, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such axis.
    pub fn into_axis_iter(self, axis: i64) -> Result<ViewsMut<'a, T>> {
        Ok(ViewsMut::new(Tiles::entries("axis_iter", &self.raw, axis)?))
    }

    /// The lines of elements along an axis, each of rank 1, to write; see [`View::lanes`].
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.lanes_mut(0)?.for_each(|mut lane| lane[[0]] = lane[[1]]);
    /// assert_eq!(data, [4, 5, 6, 4, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such axis.
    pub fn lanes_mut(&mut self, axis: i64) -> Result<ViewsMut<'_, T>> {
        self.as_view_mut().into_lanes(axis)
    }

    /// The same, for as long as the data lives.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// assert_eq!(v.into_lanes(1)?.len(), 2);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such axis.
    pub fn into_lanes(self, axis: i64) -> Result<ViewsMut<'a, T>> {
        Ok(ViewsMut::new(Tiles::lanes("lanes", &self.raw, axis)?))
    }

    /// The parts of the given shape side by side, to write; see [`View::chunks`].
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.chunks_mut([2, 2])?.next().unwrap().fill(0)?;
    /// assert_eq!(data, [0, 0, 3, 0, 0, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the shape has another rank, or a size of 0.
    pub fn chunks_mut(&mut self, shape: impl IntoShape) -> Result<ViewsMut<'_, T>> {
        self.as_view_mut().into_chunks(shape)
    }

    /// The same, for as long as the data lives.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// assert_eq!(v.into_chunks([1, 2])?.len(), 4);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the shape has another rank, or a size of 0.
    pub fn into_chunks(self, shape: impl IntoShape) -> Result<ViewsMut<'a, T>> {
        Ok(ViewsMut::new(Tiles::chunks("chunks", &self.raw, &shape.into_shape())?))
    }

    /// The parts of `size` entries of an axis side by side, to write; see [`View::axis_chunks`].
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.axis_chunks_mut(1, 2)?.last().unwrap().fill(0)?;
    /// assert_eq!(data, [1, 2, 0, 4, 5, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such axis, or `size` is 0.
    pub fn axis_chunks_mut(&mut self, axis: i64, size: usize) -> Result<ViewsMut<'_, T>> {
        self.as_view_mut().into_axis_chunks(axis, size)
    }

    /// The same, for as long as the data lives.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// assert_eq!(v.into_axis_chunks(1, 2)?.len(), 2);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such axis, or `size` is 0.
    pub fn into_axis_chunks(self, axis: i64, size: usize) -> Result<ViewsMut<'a, T>> {
        Ok(ViewsMut::new(Tiles::axis_chunks("axis_chunks", &self.raw, axis, size)?))
    }
}

impl<'a, T: Element> Views<'a, T> {
    fn new(core: Tiles<T>) -> Self {
        Self { core, borrow: PhantomData }
    }

    /// # Safety
    /// The part came out of `core`.
    #[inline]
    unsafe fn give(part: Raw<T>) -> View<'a, T> {
        // SAFETY: `core` cuts parts out of the view, whose elements may be read for `'a`.
        unsafe { View::of(part) }
    }
}

impl<'a, T: Element> ViewsMut<'a, T> {
    /// `core` is not one of windows: no two of its tiles have an index in common.
    fn new(core: Tiles<T>) -> Self {
        Self { core, borrow: PhantomData }
    }

    /// # Safety
    /// The part came out of `core`, and was not given before.
    #[inline]
    unsafe fn give(part: Raw<T>) -> ViewMut<'a, T> {
        // SAFETY: `core` gives each tile once, no two tiles have an index in common, different indices are different
        // elements (invariant 2 of `ViewMut`), and the elements are the iterator's alone for `'a`, because it was
        // made from a view that is gone.
        unsafe { ViewMut::of(part) }
    }
}

iterators! {
    Views gives View<'a, T>;
    ViewsMut gives ViewMut<'a, T>;
}

/// Parts of one shape, cut out at the places of a walk.
#[derive(Clone)]
struct Tiles<T> {
    /// The part at the first place.
    tile: Raw<T>,
    walk: Walk,
    /// The shape of the whole, when tiles lie side by side and the last ones may have to be cut.
    whole: Option<Dims>,
}

impl<T: Copy> Tiles<T> {
    fn entries(op: &'static str, raw: &Raw<T>, axis: i64) -> Result<Self> {
        let axis = resolve_axis(op, axis, raw.axes().rank())?;
        Ok(Self::new(raw, raw.axes().without(axis), raw.axes().only(axis)))
    }

    fn lanes(op: &'static str, raw: &Raw<T>, axis: i64) -> Result<Self> {
        let axis = resolve_axis(op, axis, raw.axes().rank())?;
        Ok(Self::new(raw, raw.axes().only(axis), raw.axes().without(axis)))
    }

    fn windows(op: &'static str, raw: &Raw<T>, shape: &[usize]) -> Result<Self> {
        check_tile(op, raw, shape)?;
        let mut counts = Dims::new();
        for (axis, (&len, &size)) in raw.axes().shape().iter().zip(shape).enumerate() {
            counts.push(window_places(op, axis, len, size)?);
        }
        let places = raw.axes().resized(|k, _| counts[k]);
        Ok(Self::new(raw, raw.axes().resized(|k, _| shape[k]), places))
    }

    fn chunks(op: &'static str, raw: &Raw<T>, shape: &[usize]) -> Result<Self> {
        check_tile(op, raw, shape)?;
        if shape.contains(&0) {
            let (found, allowed) = (format!("{shape:?}"), "each size must be at least 1");
            return Err(ErrorKind::Argument { op, name: "shape", found, allowed }.into());
        }
        // A chunk that is larger than its axis is cut; its step, of which there is none, may then overflow.
        let places = (raw.axes().iter().zip(shape))
            .map(|((size, stride), &n)| (size.div_ceil(n), stride.wrapping_mul(n as isize)))
            .collect();
        let tile = raw.axes().resized(|k, size| shape[k].min(size));
        let whole = Some(Dims::from_slice(raw.axes().shape()));
        Ok(Self { whole, ..Self::new(raw, tile, places) })
    }

    fn axis_chunks(op: &'static str, raw: &Raw<T>, axis: i64, size: usize) -> Result<Self> {
        let axis = resolve_axis(op, axis, raw.axes().rank())?;
        if size == 0 {
            let (found, allowed) = ("0".into(), "it must be at least 1");
            return Err(ErrorKind::Argument { op, name: "size", found, allowed }.into());
        }
        // A chunk has all entries of the other axes, also where there are none.
        let places = (raw.axes().iter().enumerate())
            .map(|(k, (len, stride))| match k == axis {
                true => (len.div_ceil(size), stride.wrapping_mul(size as isize)),
                false => (1, 0),
            })
            .collect();
        let tile = raw.axes().resized(|k, len| if k == axis { size.min(len) } else { len });
        let whole = Some(Dims::from_slice(raw.axes().shape()));
        Ok(Self { whole, ..Self::new(raw, tile, places) })
    }

    fn new(raw: &Raw<T>, tile: Axes, places: Axes) -> Self {
        // Nothing is promised about the steps of an empty layout: its parts all stay where it is.
        let empty = tile.shape().contains(&0);
        let places = if empty { Axes::with_step(places.shape(), 0) } else { places };
        let walk = Walk::new(places);
        // Without places there are no tiles; those of an empty view may even reach out of the memory.
        let tile = if walk.len() == 0 { raw.clone() } else { raw.part(tile, 0) };
        Self { tile, walk, whole: None }
    }

    /// The tile at a place, cut where the whole ends.
    #[inline]
    fn at(&self, place: Place) -> Raw<T> {
        match &self.whole {
            None => self.tile.moved(place.offset),
            Some(whole) => self.tile.part(self.cut(whole, place), place.offset),
        }
    }

    fn cut(&self, whole: &Dims, place: Place) -> Axes {
        let outer = self.walk.outer().index_at(place.line);
        self.tile.axes().resized(|k, size| {
            let at = outer.get(k).map_or(place.at, |&at| at);
            size.min(whole[k] - at * size)
        })
    }

    fn len(&self) -> usize {
        self.walk.len()
    }

    #[inline]
    fn next(&mut self) -> Option<Raw<T>> {
        self.walk.next().map(|place| self.at(place))
    }

    #[inline]
    fn next_back(&mut self) -> Option<Raw<T>> {
        self.walk.next_back().map(|place| self.at(place))
    }

    fn skip(&mut self, n: usize) {
        self.walk.skip(n);
    }

    fn skip_back(&mut self, n: usize) {
        self.walk.skip_back(n);
    }

    fn split_at(self, n: usize) -> (Self, Self) {
        let (head, tail) = self.walk.split_at(n);
        let copy = Self { tile: self.tile.clone(), walk: head, whole: self.whole.clone() };
        (copy, Self { walk: tail, ..self })
    }

    #[inline]
    fn fold<A>(mut self, init: A, mut visit: impl FnMut(A, Raw<T>) -> A) -> A {
        let mut acc = init;
        while let Some(part) = self.next() {
            acc = visit(acc, part);
        }
        acc
    }
}

/// Checks that a window or chunk has as many axes as the view.
fn check_tile<T>(op: &'static str, raw: &Raw<T>, shape: &[usize]) -> Result<()> {
    match [raw.layout.rank(), shape.len()] {
        [rank, sizes] if rank == sizes => Ok(()),
        counts => Err(raw.layout.wrong_count(op, "sizes", counts, "give one size for each axis")),
    }
}
