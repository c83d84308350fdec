//! The same elements in another shape or order: views of views.

use super::{View, ViewMut};
use crate::dtype::Element;
use crate::error::{ErrorKind, RangeEnd, Result};
use crate::index::{IntoAxes, IntoInts, IntoRange, IntoShape, Item, entry_along, resolve_view, slice_axis};
use crate::layout::{Layout, infer_shape, resolve_axis};

/// Rows: the name on [`View`], the names on [`ViewMut`] (borrowed, and for as long as the data lives), the arguments,
/// the function of layouts, and for examples on a shape of [2, 3]: arguments, and the shape they lead to.
macro_rules! transforms {
    ($($(#[$doc:meta])* $read:ident, $write:ident, $into:ident($($arg:ident: $Arg:ty),*) = $function:path,
        $call:literal => $shape:literal;)*) => {
        impl<'a, T: Element> View<'a, T> { $(
            $(#[$doc])*
            pub fn $read(&self, $($arg: $Arg),*) -> Result<Self> {
                // SAFETY: the functions of the table lead to some of the elements that the layout they get reaches.
                unsafe { self.relaid(|layout| $function(stringify!($read), layout, $($arg),*)) }
            }
        )* }

        impl<'a, T: Element> ViewMut<'a, T> { $(
            #[doc = concat!("[`View::", stringify!($read), "`], to write.\n\n# Errors\nAs there.")]
            #[doc = "\n```\nuse lunette::prelude::*;\nlet mut data = [1, 2, 3, 4, 5, 6];"]
            #[doc = "let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;"]
            #[doc = concat!("let mut part = v.", stringify!($write), "(", $call, ")?;")]
            #[doc = concat!("assert_eq!(part.shape(), ", $shape, ");\npart.fill(0)?;\nassert!(data.contains(&0));")]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            pub fn $write(&mut self, $($arg: $Arg),*) -> Result<ViewMut<'_, T>> {
                self.as_view_mut().$into($($arg),*)
            }

            #[doc = concat!("[`View::", stringify!($read), "`], to write for as long as the data lives.\n\n# Errors\nAs there.")]
            #[doc = "\n```\nuse lunette::prelude::*;\nlet mut data = [1, 2, 3, 4, 5, 6];"]
            #[doc = concat!("let part = ViewMut::from_slice_mut(&mut data, [2, 3])?.", stringify!($into), "(", $call, ")?;")]
            #[doc = concat!("assert_eq!(part.shape(), ", $shape, ");\n# Ok::<(), lunette::Error>(())\n```")]
            pub fn $into(self, $($arg: $Arg),*) -> Result<Self> {
                // SAFETY: the functions of the table lead to some of the elements that the layout they get reaches,
                // and give none of them a second index.
                unsafe { self.relaid(|layout| $function(stringify!($read), layout, $($arg),*)) }
            }
        )* }
    };
}

transforms! {
    /// The part that an index takes; no copy.
    ///
    /// ```
    /// use lunette::{View, s};
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.view(s![.., (.., -1)])?.to_vec(), [3, 2, 1, 6, 5, 4]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the index does not fit the shape, or picks entries that no strides describe.
    view, view_mut, into_view_mut(index: &[Item<'_>]) = view, "s![.., 1]" => "[2]";

    /// The axes in another order: axis `k` of the result is axis `axes[k]` of this view.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[0; 24], [2, 3, 4])?;
    /// assert_eq!(v.permute([2, 0, 1])?.shape(), [4, 2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If `axes` does not name every axis once.
    permute, permute_mut, into_permute(axes: impl IntoInts) = permute, "[1, 0]" => "[3, 2]";

    /// Two axes exchanged.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[0; 24], [2, 3, 4])?;
    /// assert_eq!(v.swapaxes(0, -1)?.shape(), [4, 3, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an axis is out of range.
    swapaxes, swapaxes_mut, into_swapaxes(first: i64, second: i64) = swapaxes, "0, 1" => "[3, 2]";

    /// Axes moved to new places, the others keeping their order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[0; 24], [2, 3, 4])?;
    /// assert_eq!(v.moveaxis(0, -1)?.shape(), [3, 4, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an axis is out of range or named twice, or there are not as many places as axes.
    moveaxis, moveaxis_mut, into_moveaxis(source: impl IntoInts, destination: impl IntoInts) = moveaxis, "0, -1" => "[3, 2]";

    /// The view without the axes named, which must have size 1; `..` removes all axes of size 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3], [1, 3, 1])?;
    /// assert_eq!(v.squeeze(..)?.shape(), [3]);
    /// assert_eq!(v.squeeze(-1)?.shape(), [1, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an axis is out of range, named twice, or has another size than 1.
    squeeze, squeeze_mut, into_squeeze(axes: impl IntoAxes) = squeeze, ".." => "[2, 3]";

    /// The view with new axes of size 1, at these positions of the result.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3], 3)?;
    /// assert_eq!(v.expand_dims([0, -1])?.shape(), [1, 3, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a position is out of range or named twice, or the rank grows above the limit.
    expand_dims, expand_dims_mut, into_expand_dims(positions: impl IntoInts) = expand_dims, "0" => "[1, 2, 3]";

    /// The view with the entries of the axes in the opposite order; `..` turns all axes around.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.flip(-1)?.to_vec(), [3, 2, 1, 6, 5, 4]);
    /// assert_eq!(v.flip(..)?.to_vec(), [6, 5, 4, 3, 2, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an axis is out of range or named twice.
    flip, flip_mut, into_flip(axes: impl IntoAxes) = flip, "0" => "[2, 3]";

    /// The same elements, in row-major order of the indices, in another shape; one size may be -1. Never copies.
    ///
    /// ```
    /// use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.reshape([3, -1])?.shape(), [3, 2]);
    /// assert!(v.transpose().reshape([6]).is_err());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the element counts differ, or no strides express the shape.
    reshape, reshape_mut, into_reshape(shape: impl IntoInts) = reshape, "[3, -1]" => "[3, 2]";

    /// The main diagonal of a matrix.
    ///
    /// ```
    /// use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.diagonal()?.to_vec(), [1, 5]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Unless the rank is 2: [`diagonal_of`](Self::diagonal_of) names the two axes.
    diagonal, diagonal_mut, into_diagonal() = diagonal, "" => "[2]";

    /// The diagonal `offset` above the main one of two axes; it becomes the last axis.
    ///
    /// ```
    /// use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.diagonal_of(1, 0, 1)?.to_vec(), [2, 6]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If an axis is out of range, or both are the same.
    diagonal_of, diagonal_of_mut, into_diagonal_of(offset: i64, axis1: i64, axis2: i64) = diagonal_of, "1, 0, 1" => "[2]";

    /// The entries of one axis that a range takes; the axis stays.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.slice_axis(-1, 1..)?.to_vec(), [2, 3, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the axis does not exist, or the range leaves it.
    slice_axis, slice_axis_mut, into_slice_axis(axis: i64, range: impl IntoRange) = slice_axis, "1, ..2" => "[2, 2]";
}

fn view(op: &'static str, layout: &Layout, index: &[Item<'_>]) -> Result<Layout> {
    resolve_view(op, index, layout)
}

fn permute(op: &'static str, layout: &Layout, axes: impl IntoInts) -> Result<Layout> {
    layout.permute_for(op, &axes.into_ints())
}

fn swapaxes(op: &'static str, layout: &Layout, first: i64, second: i64) -> Result<Layout> {
    layout.swap_axes_for(op, first, second)
}

fn moveaxis(
    op: &'static str,
    layout: &Layout,
    source: impl IntoInts,
    destination: impl IntoInts,
) -> Result<Layout> {
    layout.move_axis_for(op, &source.into_ints(), &destination.into_ints())
}

fn squeeze(op: &'static str, layout: &Layout, axes: impl IntoAxes) -> Result<Layout> {
    layout.squeeze_for(op, axes.into_axes().list())
}

fn expand_dims(op: &'static str, layout: &Layout, positions: impl IntoInts) -> Result<Layout> {
    layout.expand_dims_for(op, &positions.into_ints())
}

fn flip(op: &'static str, layout: &Layout, axes: impl IntoAxes) -> Result<Layout> {
    layout.flip_for(op, axes.into_axes().list())
}

fn reshape(op: &'static str, layout: &Layout, shape: impl IntoInts) -> Result<Layout> {
    let to = infer_shape(op, layout.shape(), &shape.into_ints())?;
    layout.reshape_for(op, &to, "views never copy; `to_tensor` makes a copy, which has every shape")
}

fn diagonal(op: &'static str, layout: &Layout) -> Result<Layout> {
    layout.main_diagonal(op)
}

fn diagonal_of(op: &'static str, layout: &Layout, offset: i64, axis1: i64, axis2: i64) -> Result<Layout> {
    layout.diagonal_for(op, offset, axis1, axis2)
}

impl<'a, T: Element> View<'a, T> {
    /// The view with all axes in the opposite order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.transpose().to_vec(), [1, 4, 2, 5, 3, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "t")]
    pub fn transpose(&self) -> Self {
        // SAFETY: the same elements.
        unsafe { Self::of(self.raw.transposed()) }
    }

    /// The view stretched to a shape: axes of size 1 repeat their entry. No copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2], [2, 1])?;
    /// assert_eq!(v.broadcast_to([2, 3])?.to_vec(), [1, 1, 1, 2, 2, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the shape has fewer axes, or an axis that is neither equal nor stretched from 1.
    pub fn broadcast_to(&self, shape: impl IntoShape) -> Result<Self> {
        self.broadcast_to_for("broadcast_to", &shape.into_shape())
    }

    /// [`broadcast_to`](Self::broadcast_to) for the operation `op`, which errors name.
    pub(crate) fn broadcast_to_for(&self, op: &'static str, shape: &[usize]) -> Result<Self> {
        // SAFETY: the same elements, some of them at several indices, which a shared view may do.
        unsafe { self.relaid(|layout| layout.broadcast_to_for(op, shape)) }
    }

    /// The part at one entry of an axis, which goes; negative numbers count from the end.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.index_axis(0, -1)?.to_vec(), [4, 5, 6]);
    /// assert_eq!(v.index_axis(1, 0)?.to_vec(), [1, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the axis or the entry does not exist.
    pub fn index_axis(&self, axis: i64, index: i64) -> Result<Self> {
        let (axis, index) = entry_along("index_axis", self.shape(), axis, index)?;
        // SAFETY: the entry exists, so its elements are among those of this view.
        Ok(unsafe { Self::of(self.raw.index_axis(axis, index)) })
    }

    /// The parts before and from one entry of an axis on; negative numbers count from the end.
    ///
    /// ```
    /// use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// let (left, right) = v.split_at(1, 2)?;
    /// assert_eq!((left.to_vec(), right.to_vec()), (vec![1, 2, 4, 5], vec![3, 6]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the axis does not exist, or `index` is larger than it.
    pub fn split_at(&self, axis: i64, index: i64) -> Result<(Self, Self)> {
        let (axis, index) = cut("split_at", self.shape(), axis, index)?;
        let (head, tail) = self.raw.split_at(axis, index);
        // SAFETY: both parts hold elements of this view.
        Ok(unsafe { (Self::of(head), Self::of(tail)) })
    }
}

impl<'a, T: Element> ViewMut<'a, T> {
    /// [`View::transpose`], to write.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.transpose_mut()[[2, 0]] = 30;
    /// assert_eq!(data[2], 30);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn transpose_mut(&mut self) -> ViewMut<'_, T> {
        self.as_view_mut().into_transpose()
    }

    /// [`View::transpose`], to write for as long as the data lives.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// assert_eq!(v.into_transpose().shape(), [3, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn into_transpose(self) -> Self {
        // SAFETY: the same elements, each at one index, and this view is gone.
        unsafe { Self::of(self.raw.transposed()) }
    }

    /// [`View::index_axis`], to write.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.index_axis_mut(1, 0)?.fill(0)?;
    /// assert_eq!(data, [0, 2, 3, 0, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn index_axis_mut(&mut self, axis: i64, index: i64) -> Result<ViewMut<'_, T>> {
        self.as_view_mut().into_index_axis(axis, index)
    }

    /// [`View::index_axis`], to write for as long as the data lives.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// let row = v.into_index_axis(0, -1)?.into_slice().unwrap();
    /// assert_eq!(row, [4, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn into_index_axis(self, axis: i64, index: i64) -> Result<Self> {
        let (axis, index) = entry_along("index_axis", self.shape(), axis, index)?;
        // SAFETY: the entry exists, so its elements are among those of this view, which is gone.
        Ok(unsafe { Self::of(self.raw.index_axis(axis, index)) })
    }

    /// [`View::split_at`], both parts to write.
    ///
    /// ```
    /// use lunette::ViewMut;
    /// # fn main() -> lunette::Result<()> {
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// let (mut left, right) = v.split_at_mut(1, 1)?;
    /// left[[1, 0]] = right[[1, 1]] * 10;
    /// assert_eq!(data, [1, 2, 3, 60, 5, 6]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn split_at_mut(&mut self, axis: i64, index: i64) -> Result<(ViewMut<'_, T>, ViewMut<'_, T>)> {
        self.as_view_mut().into_split_at(axis, index)
    }

    /// [`View::split_at`], both parts to write for as long as the data lives.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// let (mut head, tail) = v.into_split_at(0, 1)?;
    /// head.assign(&tail.as_view())?;
    /// assert_eq!(data, [4, 5, 6, 4, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn into_split_at(self, axis: i64, index: i64) -> Result<(Self, Self)> {
        let (axis, index) = cut("split_at", self.shape(), axis, index)?;
        let (head, tail) = self.raw.split_at(axis, index);
        // SAFETY: no index of this view is in both parts, so they have no element in common (invariant 2), and this
        // view is gone.
        Ok(unsafe { (Self::of(head), Self::of(tail)) })
    }
}

/// The axis and the place between two entries, or at an end, that two numbers mean.
fn cut(op: &'static str, shape: &[usize], axis: i64, index: i64) -> Result<(usize, usize)> {
    let axis = resolve_axis(op, axis, shape.len())?;
    let len = shape[axis];
    let place = if index < 0 { index.saturating_add(len as i64) } else { index };
    match usize::try_from(place) {
        Ok(place) if place <= len => Ok((axis, place)),
        _ => {
            let max = len as i64;
            Err(ErrorKind::RangeEnd { op, axis, end: RangeEnd::Cut, value: index, len, max }.into())
        }
    }
}
