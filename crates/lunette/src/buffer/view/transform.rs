//! The same elements in another shape or order: views of views.

use super::{View, ViewMut};
use crate::dtype::Element;
use crate::error::{ErrorKind, RangeEnd, Result};
use crate::index::{Item, entry_of, resolve_view};
use crate::layout::{Dims, Layout, infer_shape, resolve_axis};

/// Rows: the name on [`View`], the names on [`ViewMut`] (borrowed, and for as long as the data lives), the arguments
/// and the function of layouts.
macro_rules! transforms {
    ($($(#[$doc:meta])* $read:ident, $write:ident, $into:ident($($arg:ident: $Arg:ty),*) = $function:path;)*) => {
        impl<'a, T: Element> View<'a, T> { $(
            $(#[$doc])*
            pub fn $read(&self, $($arg: $Arg),*) -> Result<Self> {
                // SAFETY: the functions of the table lead to some of the elements that the layout they get reaches.
                unsafe { self.relaid(|layout| $function(stringify!($read), layout, $($arg.as_ref()),*)) }
            }
        )* }

        impl<'a, T: Element> ViewMut<'a, T> { $(
            #[doc = concat!("[`View::", stringify!($read), "`], to write.\n\n# Errors\nAs there.")]
            pub fn $write(&mut self, $($arg: $Arg),*) -> Result<ViewMut<'_, T>> {
                self.as_view_mut().$into($($arg),*)
            }

            #[doc = concat!("[`View::", stringify!($read), "`], to write for as long as the data lives.\n\n# Errors\nAs there.")]
            pub fn $into(self, $($arg: $Arg),*) -> Result<Self> {
                // SAFETY: the functions of the table lead to some of the elements that the layout they get reaches,
                // and give none of them a second index.
                unsafe { self.relaid(|layout| $function(stringify!($read), layout, $($arg.as_ref()),*)) }
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
    view, view_mut, into_view_mut(index: &[Item<'_>]) = view;

    /// The axes in another order: axis `k` of the result is axis `axes[k]` of this view.
    ///
    /// # Errors
    /// If `axes` does not name every axis once.
    permute, permute_mut, into_permute(axes: impl AsRef<[i64]>) = permute;

    /// The view without its axes of size 1.
    ///
    /// # Errors
    /// Never; the other forms of `squeeze` can fail.
    squeeze, squeeze_mut, into_squeeze() = squeeze;

    /// The view without some axes of size 1.
    ///
    /// # Errors
    /// If an axis is out of range, named twice, or has another size than 1.
    squeeze_axes, squeeze_axes_mut, into_squeeze_axes(axes: impl AsRef<[i64]>) = squeeze_axes;

    /// The view with new axes of size 1, at these positions of the result.
    ///
    /// # Errors
    /// If a position is out of range or named twice, or the rank grows above the limit.
    expand_dims, expand_dims_mut, into_expand_dims(axes: impl AsRef<[i64]>) = expand_dims;

    /// The view with the entries of some axes in the opposite order.
    ///
    /// # Errors
    /// If an axis is out of range or named twice.
    flip, flip_mut, into_flip(axes: impl AsRef<[i64]>) = flip;

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
    reshape, reshape_mut, into_reshape(shape: impl AsRef<[i64]>) = reshape;
}

fn view(op: &'static str, layout: &Layout, index: &[Item<'_>]) -> Result<Layout> {
    resolve_view(op, index, layout)
}

fn permute(op: &'static str, layout: &Layout, axes: &[i64]) -> Result<Layout> {
    layout.permute(op, axes)
}

fn squeeze(op: &'static str, layout: &Layout) -> Result<Layout> {
    layout.squeeze(op, None)
}

fn squeeze_axes(op: &'static str, layout: &Layout, axes: &[i64]) -> Result<Layout> {
    layout.squeeze(op, Some(axes))
}

fn expand_dims(op: &'static str, layout: &Layout, axes: &[i64]) -> Result<Layout> {
    layout.expand_dims(op, axes)
}

fn flip(op: &'static str, layout: &Layout, axes: &[i64]) -> Result<Layout> {
    layout.flip(op, Some(axes))
}

fn reshape(op: &'static str, layout: &Layout, to: &[i64]) -> Result<Layout> {
    let to = infer_shape(layout.shape(), to)?;
    layout.reshape(&to).ok_or_else(|| {
        let (from, strides) = (Dims::from_slice(layout.shape()), layout.strides().to_vec());
        ErrorKind::ReshapeCopy { op, from, strides, to }.into()
    })
}

impl<'a, T: Element> View<'a, T> {
    /// The view with all axes in the opposite order.
    pub fn transpose(&self) -> Self {
        // SAFETY: the same elements.
        unsafe { Self::of(self.raw.transposed()) }
    }

    /// The diagonal of two axes, which become one axis at the end; `offset` counts diagonals from the main one.
    ///
    /// # Errors
    /// If an axis is out of range, or both are the same.
    pub fn diagonal(&self, offset: i64, axis1: i64, axis2: i64) -> Result<Self> {
        // SAFETY: a diagonal holds some of the elements.
        unsafe { self.relaid(|layout| layout.diagonal("diagonal", offset, axis1, axis2)) }
    }

    /// The view stretched to a shape: axes of size 1 repeat their entry. No copy.
    ///
    /// # Errors
    /// If the shape has fewer axes, or an axis that is neither equal nor stretched from 1.
    pub fn broadcast_to(&self, shape: impl AsRef<[usize]>) -> Result<Self> {
        // SAFETY: the same elements, some of them at several indices, which a shared view may do.
        unsafe { self.relaid(|layout| layout.broadcast_to("broadcast_to", shape.as_ref())) }
    }

    /// The part at one entry of an axis, which goes; negative numbers count from the end.
    ///
    /// # Errors
    /// If the axis or the entry does not exist.
    pub fn index_axis(&self, axis: i64, index: i64) -> Result<Self> {
        let (axis, index) = entry("index_axis", self.shape(), axis, index)?;
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
    pub fn transpose_mut(&mut self) -> ViewMut<'_, T> {
        self.as_view_mut().into_transpose()
    }

    /// [`View::transpose`], to write for as long as the data lives.
    pub fn into_transpose(self) -> Self {
        // SAFETY: the same elements, each at one index, and this view is gone.
        unsafe { Self::of(self.raw.transposed()) }
    }

    /// [`View::diagonal`], to write.
    ///
    /// # Errors
    /// As there.
    pub fn diagonal_mut(&mut self, offset: i64, axis1: i64, axis2: i64) -> Result<ViewMut<'_, T>> {
        self.as_view_mut().into_diagonal(offset, axis1, axis2)
    }

    /// [`View::diagonal`], to write for as long as the data lives.
    ///
    /// # Errors
    /// As there.
    pub fn into_diagonal(self, offset: i64, axis1: i64, axis2: i64) -> Result<Self> {
        // SAFETY: a diagonal holds some of the elements, each once.
        unsafe { self.relaid(|layout| layout.diagonal("diagonal", offset, axis1, axis2)) }
    }

    /// [`View::index_axis`], to write.
    ///
    /// # Errors
    /// As there.
    pub fn index_axis_mut(&mut self, axis: i64, index: i64) -> Result<ViewMut<'_, T>> {
        self.as_view_mut().into_index_axis(axis, index)
    }

    /// [`View::index_axis`], to write for as long as the data lives.
    ///
    /// # Errors
    /// As there.
    pub fn into_index_axis(self, axis: i64, index: i64) -> Result<Self> {
        let (axis, index) = entry("index_axis", self.shape(), axis, index)?;
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

/// The axis and the entry that two numbers mean.
fn entry(op: &'static str, shape: &[usize], axis: i64, index: i64) -> Result<(usize, usize)> {
    let axis = resolve_axis(op, axis, shape.len())?;
    Ok((axis, entry_of(op, axis, index, shape[axis])?))
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
            Err(ErrorKind::RangeEnd { op, axis, end: RangeEnd::Start, value: index, len, max }.into())
        }
    }
}
