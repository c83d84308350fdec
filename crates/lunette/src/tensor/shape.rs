//! Other shapes: views of the same memory wherever strides can express them, copies otherwise.

use super::{Kind, Tensor};
use crate::error::Result;
use crate::index::{IntoAxes, IntoInts, IntoRange, IntoShape, index_axis, slice_axis};
use crate::layout::Layout;
use crate::ops::pad::{self, Pad};
use crate::ops::{join, rearrange};

impl<K: Kind> Tensor<K> {
    /// A view through another layout that reaches no element twice if this one does not.
    fn through(&self, layout: Layout) -> Self {
        Self::wrap(self.handle.with_layout(layout))
    }

    /// A view through a layout that may reach elements twice, and is read-only then.
    fn through_overlapping(&self, layout: Layout) -> Self {
        Self::wrap(self.handle.with_overlapping_layout(layout))
    }

    /// The same elements in row-major order in a new shape; one size may be -1 and is worked out.
    ///
    /// A view where strides allow it, a copy otherwise.
    ///
    /// # Errors
    /// If the element counts differ, or more than one size is -1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::arange(0, 12, 1)?;
    /// let y = x.reshape([3, -1])?;
    /// assert_eq!((y.shape(), y.shares_memory(&x)), (&[3, 4][..], true));
    /// assert!(!y.transpose().reshape(-1)?.shares_memory(&x));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "resize")]
    #[doc(alias = "into_shape")]
    #[doc(alias = "to_shape")]
    #[doc(alias = "view_as")]
    pub fn reshape(&self, shape: impl IntoInts) -> Result<Self> {
        rearrange::reshape(&self.handle, &shape.into_ints()).map(Self::wrap)
    }

    /// As [`reshape`](Self::reshape), but never a copy.
    ///
    /// # Errors
    /// If no strides express the new shape.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert!(x.reshape_view(4).is_ok() && x.transpose().reshape_view(4).is_err());
    /// ```
    pub fn reshape_view(&self, shape: impl IntoInts) -> Result<Self> {
        rearrange::reshape_view(&self.handle, &shape.into_ints()).map(Self::wrap)
    }

    /// All elements in row-major order along one axis; a view where strides allow it.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].transpose().ravel()?, tensor![1, 3, 2, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "flat")]
    pub fn ravel(&self) -> Result<Self> {
        self.ravel_for("ravel")
    }

    /// All elements along one axis, for the operation `op`.
    pub(super) fn ravel_for(&self, op: &'static str) -> Result<Self> {
        rearrange::reshape_to(op, &self.handle, &[self.len()]).map(Self::wrap)
    }

    /// A copy of all elements in row-major order along one axis; [`ravel`](Self::ravel) copies only where it must.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// let flat = x.flatten()?;
    /// assert!(flat == tensor![1, 2, 3, 4] && !flat.shares_memory(&x));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn flatten(&self) -> Result<Self> {
        rearrange::flatten(&self.handle).map(Self::wrap)
    }

    /// The tensor itself where its elements lie one after the other in row-major order, a row-major copy otherwise.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert!(x.to_contiguous()?.shares_memory(&x));
    /// assert!(x.transpose().to_contiguous()?.flags().c_contiguous);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "ascontiguousarray")]
    #[doc(alias = "contiguous")]
    #[doc(alias = "as_standard_layout")]
    pub fn to_contiguous(&self) -> Result<Self> {
        if self.handle.layout.is_c_contiguous() {
            return Ok(self.clone());
        }
        self.copy().map_err(|error| error.called("to_contiguous"))
    }

    /// A view with the axes in reverse order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3]].transpose(), tensor![[1], [2], [3]]);
    /// ```
    #[doc(alias = "t")]
    pub fn transpose(&self) -> Self {
        self.through(self.handle.layout.transpose())
    }

    /// [`transpose`](Self::transpose) by NumPy's short name.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3]].t(), tensor![[1], [2], [3]]);
    /// ```
    #[doc(alias = "T")]
    pub fn t(&self) -> Self {
        self.transpose()
    }

    /// A view with the axes in the order given.
    ///
    /// # Errors
    /// Unless every axis is named exactly once.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<u8>::zeros([2, 3, 4])?.permute([2, 0, 1])?.shape(), [4, 2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "permute_dims")]
    #[doc(alias = "transpose")]
    #[doc(alias = "permuted_axes")]
    pub fn permute(&self, axes: impl IntoInts) -> Result<Self> {
        Ok(self.through(self.handle.layout.permute_for("permute", &axes.into_ints())?))
    }

    /// A view with two axes exchanged.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<u8>::zeros([2, 3, 4])?.swapaxes(0, -1)?.shape(), [4, 3, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "swap_axes")]
    pub fn swapaxes(&self, first: i64, second: i64) -> Result<Self> {
        Ok(self.through(self.handle.layout.swap_axes_for("swapaxes", first, second)?))
    }

    /// A view with axes moved to new places, the others keeping their order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<u8>::zeros([2, 3, 4])?;
    /// assert_eq!(x.moveaxis(0, -1)?.shape(), [3, 4, 2]);
    /// assert_eq!(x.moveaxis([0, 1], [1, 0])?.shape(), [3, 2, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "move_axis")]
    #[doc(alias = "movedim")]
    pub fn moveaxis(&self, source: impl IntoInts, destination: impl IntoInts) -> Result<Self> {
        let (source, destination) = (source.into_ints(), destination.into_ints());
        Ok(self.through(self.handle.layout.move_axis_for("moveaxis", &source, &destination)?))
    }

    /// A view without the axes named, which must have size 1; `..` removes all axes of size 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<u8>::zeros([1, 3, 1])?;
    /// assert_eq!(x.squeeze(..)?.shape(), [3]);
    /// assert_eq!(x.squeeze(-1)?.shape(), [1, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "remove_axis")]
    pub fn squeeze(&self, axes: impl IntoAxes) -> Result<Self> {
        let axes = axes.into_axes();
        Ok(self.through(self.handle.layout.squeeze_for("squeeze", axes.list())?))
    }

    /// A view with new axes of size 1 at these positions of the result.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2, 3].expand_dims([0, -1])?.shape(), [1, 3, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "newaxis")]
    #[doc(alias = "unsqueeze")]
    #[doc(alias = "insert_axis")]
    pub fn expand_dims(&self, positions: impl IntoInts) -> Result<Self> {
        Ok(self.through(self.handle.layout.expand_dims_for("expand_dims", &positions.into_ints())?))
    }

    /// A view with at least one axis: a tensor of rank 0 becomes a vector of one entry.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::scalar(7)?.atleast_1d()?, tensor![7]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn atleast_1d(&self) -> Result<Self> {
        self.raised("atleast_1d", if self.rank() == 0 { &[0] } else { &[] })
    }

    /// A view with at least two axes: a vector becomes a row.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2].atleast_2d()?, tensor![[1, 2]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn atleast_2d(&self) -> Result<Self> {
        self.raised(
            "atleast_2d",
            match self.rank() {
                0 => &[0, 1],
                1 => &[0],
                _ => &[],
            },
        )
    }

    /// A view with at least three axes: a matrix gets a last axis of size 1, a vector is the row of such a matrix.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2].atleast_3d()?.shape(), [1, 2, 1]);
    /// assert_eq!(tensor![[1, 2]].atleast_3d()?.shape(), [1, 2, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn atleast_3d(&self) -> Result<Self> {
        self.raised("atleast_3d", join::new_axes_of_three(self.rank()))
    }

    /// A view with new axes of size 1.
    fn raised(&self, op: &'static str, axes: &[i64]) -> Result<Self> {
        Ok(self.through(self.handle.layout.expand_dims_for(op, axes)?))
    }

    /// A view stretched to a larger shape: axes of size 1 repeat, without a copy. Read-only where it repeats.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1], [2]].broadcast_to([2, 3])?;
    /// assert_eq!(x, tensor![[1, 1, 1], [2, 2, 2]]);
    /// assert!(x.set([0, 0], 5).unwrap_err().is_read_only());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "expand")]
    #[doc(alias = "broadcast")]
    pub fn broadcast_to(&self, shape: impl IntoShape) -> Result<Self> {
        Ok(self
            .through_overlapping(self.handle.layout.broadcast_to_for("broadcast_to", &shape.into_shape())?))
    }

    /// A view with the entries of the axes in reverse order; `..` reverses all axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.flip(0)?, tensor![[3, 4], [1, 2]]);
    /// assert_eq!(x.flip(..)?, tensor![[4, 3], [2, 1]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "fliplr")]
    #[doc(alias = "flipud")]
    #[doc(alias = "reverse")]
    #[doc(alias = "invert_axis")]
    pub fn flip(&self, axes: impl IntoAxes) -> Result<Self> {
        let axes = axes.into_axes();
        Ok(self.through(self.handle.layout.flip_for("flip", axes.list())?))
    }

    /// A view of the main diagonal of a matrix.
    ///
    /// # Errors
    /// Unless the rank is 2: `diagonal_of` names the two axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_flat_fn([3, 3], |i| i as i32)?;
    /// x.diagonal()?.fill(99)?;
    /// assert_eq!(x, tensor![[99, 1, 2], [3, 99, 5], [6, 7, 99]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn diagonal(&self) -> Result<Self> {
        Ok(self.through(self.handle.layout.main_diagonal("diagonal")?))
    }

    /// A view of the diagonal `offset` above the main one of two axes; it becomes the last axis.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_flat_fn([2, 3, 3], |i| i as i32)?;
    /// assert_eq!(x.diagonal_of(1, 1, 2)?, tensor![[1, 5], [10, 14]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "diagonal")]
    pub fn diagonal_of(&self, offset: i64, axis1: i64, axis2: i64) -> Result<Self> {
        Ok(self.through(self.handle.layout.diagonal_for("diagonal_of", offset, axis1, axis2)?))
    }

    /// A view of every window of the given sizes, one size for each axis named; the window axes come last.
    ///
    /// Windows overlap, so the view is read-only.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3, 4];
    /// assert_eq!(x.windows(2, 0)?, tensor![[1, 2], [2, 3], [3, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "sliding_window_view")]
    #[doc(alias = "unfold")]
    pub fn windows(&self, sizes: impl IntoShape, axes: impl IntoAxes) -> Result<Self> {
        let (sizes, axes) = (sizes.into_shape(), axes.into_axes());
        Ok(self.through_overlapping(self.handle.layout.windows_for("windows", &sizes, axes.list())?))
    }

    /// A view with any strides over the same memory, counted from this tensor's first element.
    ///
    /// # Errors
    /// If it would reach outside of the buffer. Where indices meet, the view is read-only.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::arange(0, 8, 1)?;
    /// let rows = x.as_strided([5, 3], &[1, 1])?;
    /// assert_eq!(rows.load(s![4])?, tensor![4, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "stride_tricks")]
    pub fn as_strided(&self, shape: impl IntoShape, strides: &[isize]) -> Result<Self> {
        let op = "as_strided";
        let layout = Layout::new_for(op, &shape.into_shape(), strides, self.offset())?;
        self.handle.with_any_layout(op, layout).map(Self::wrap)
    }

    /// The entries moved by `shifts` along the axes, those that leave at one end entering at the other; a copy.
    ///
    /// With `..` for the axes the elements move in row-major order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.roll(1, -1)?, tensor![[3, 1, 2], [6, 4, 5]]);
    /// assert_eq!(x.roll(1, ..)?, tensor![[6, 1, 2], [3, 4, 5]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn roll(&self, shifts: impl IntoInts, axes: impl IntoAxes) -> Result<Self> {
        rearrange::roll(&self.handle, &shifts.into_ints(), &axes.into_axes()).map(Self::wrap)
    }

    /// A view turned by quarter turns in the plane of two axes, from the first towards the second.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].rot90(1, [0, 1])?, tensor![[2, 4], [1, 3]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn rot90(&self, quarters: i64, axes: [i64; 2]) -> Result<Self> {
        rearrange::rot90(&self.handle, quarters, axes).map(Self::wrap)
    }

    /// The whole tensor again and again along each axis; a copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2].tile([2, 2])?, tensor![[1, 2, 1, 2], [1, 2, 1, 2]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn tile(&self, repetitions: impl IntoShape) -> Result<Self> {
        rearrange::tile(&self.handle, &repetitions.into_shape()).map(Self::wrap)
    }

    /// Every entry of an axis `times` in a row, or with `None` every element; a copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2].repeat(2, 0)?, tensor![1, 1, 2, 2]);
    /// assert_eq!(tensor![[1], [2]].repeat(2, None)?, tensor![1, 1, 2, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn repeat(&self, times: usize, axis: impl Into<Option<i64>>) -> Result<Self> {
        match axis.into() {
            Some(axis) => rearrange::repeat(&self.handle, times, axis),
            None => rearrange::repeat(&self.ravel_for("repeat")?.handle, times, 0),
        }
        .map(Self::wrap)
    }

    /// Each entry of an axis, or with `None` each element, its own number of times in a row; a copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2, 3].repeat_each(&[2, 0, 1], 0)?, tensor![1, 1, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "repeat")]
    pub fn repeat_each(&self, times: &[usize], axis: impl Into<Option<i64>>) -> Result<Self> {
        match axis.into() {
            Some(axis) => rearrange::repeat_each(&self.handle, times, axis),
            None => rearrange::repeat_each(&self.ravel_for("repeat_each")?.handle, times, 0),
        }
        .map(Self::wrap)
    }

    /// A larger tensor with entries added before and after each axis; a copy.
    ///
    /// # Errors
    /// If there is not one pair of widths for each axis, or the result is too large; if an axis without entries is to get
    /// some, but from [`Pad::Constant`]; if the value does not fit the dtype; if complex numbers would have to be ordered.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3];
    /// assert_eq!(x.pad(&[(1, 2)], Pad::Constant(0.into()))?, tensor![0, 1, 2, 3, 0, 0]);
    /// assert_eq!(x.pad(&[(2, 1)], Pad::Reflect)?, tensor![3, 2, 1, 2, 3, 2]);
    /// assert_eq!(x.pad(&[(1, 3)], Pad::LinearRamp(0.into()))?, tensor![0, 1, 2, 3, 2, 1, 0]);
    /// assert_eq!(x.pad(&[(1, 1)], Pad::Mean)?, tensor![2, 1, 2, 3, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "np.pad")]
    pub fn pad(&self, widths: &[(usize, usize)], mode: Pad) -> Result<Self> {
        pad::pad(&self.handle, widths, mode).map(Self::wrap)
    }

    /// As [`pad`](Self::pad) with means, medians or extremes, each of the `lengths[k]` entries next to the end where it
    /// stands; an axis of fewer has all of them looked at.
    ///
    /// # Errors
    /// As [`pad`](Self::pad), and if there is not one pair of lengths for each axis, one is 0, or the mode is another.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 5, 2, 4];
    /// assert_eq!(x.pad_with(&[(1, 1)], Pad::Maximum, &[(1, 2)])?, tensor![1, 1, 5, 2, 4, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "np.pad")]
    pub fn pad_with(&self, widths: &[(usize, usize)], mode: Pad, lengths: &[(usize, usize)]) -> Result<Self> {
        pad::pad_with(&self.handle, widths, mode, lengths).map(Self::wrap)
    }

    /// A view of one entry of an axis, without that axis; negative numbers count from the end.
    ///
    /// # Errors
    /// If the axis or the entry does not exist.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.index_axis(1, -1)?.fill(0)?;
    /// assert_eq!(x, tensor![[1, 2, 0], [4, 5, 0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "select")]
    pub fn index_axis(&self, axis: i64, index: i64) -> Result<Self> {
        Ok(self.through(index_axis("index_axis", &self.handle.layout, axis, index)?))
    }

    /// A view of the entries of an axis that a range takes, with that axis; ends may be negative, and a step goes with the
    /// range as in an index.
    ///
    /// # Errors
    /// If the axis does not exist, or the range leaves it: [`cutting`](IntoRange::cutting) ends it where the axis ends.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.slice_axis(1, 1..)?, tensor![[2, 3], [5, 6]]);
    /// assert_eq!(x.slice_axis(0, (.., -1))?, tensor![[4, 5, 6], [1, 2, 3]]);
    /// assert_eq!(x.slice_axis(-1, (..9).cutting().stepped(-2))?, tensor![[3, 1], [6, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "narrow")]
    pub fn slice_axis(&self, axis: i64, range: impl IntoRange) -> Result<Self> {
        Ok(self.through(slice_axis("slice_axis", &self.handle.layout, axis, range)?))
    }

    /// The sub-tensors along an axis, as views without it.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let rows = tensor![[1, 2], [3, 4]].unstack(0)?;
    /// assert_eq!(rows[1], tensor![3, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn unstack(&self, axis: i64) -> Result<Vec<Self>> {
        Ok(Self::wrap_all(join::unstack(&self.handle, axis)?))
    }

    /// `sections` parts along an axis, as views; where the size is no multiple, the first parts are longer by one.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let parts = tensor![1, 2, 3, 4, 5].split(2, 0)?;
    /// assert_eq!((parts[0].len(), parts[1].len()), (3, 2));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "array_split")]
    #[doc(alias = "chunk")]
    pub fn split(&self, sections: usize, axis: i64) -> Result<Vec<Self>> {
        Ok(Self::wrap_all(join::split(&self.handle, sections, axis)?))
    }

    /// The parts between cut positions along an axis, as views; negative positions count from the end.
    ///
    /// Positions come first, as in NumPy's `split`; [`View::split_at`](crate::View::split_at) names the axis first, and
    /// cuts once.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let parts = tensor![1, 2, 3, 4, 5].split_at_positions([1, -1], 0)?;
    /// assert_eq!(parts[1], tensor![2, 3, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "array_split")]
    #[doc(alias = "split_at")]
    pub fn split_at_positions(&self, positions: impl IntoInts, axis: i64) -> Result<Vec<Self>> {
        Ok(Self::wrap_all(join::split_at_positions(&self.handle, &positions.into_ints(), axis)?))
    }
}
