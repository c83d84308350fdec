//! Windows over axes, at every place.

use super::{Axes, AxisList, Layout, checked_len, resolve_axis};
use crate::error::{ErrorKind, Result};

impl Layout {
    /// The layout of all windows of some sizes: an axis of size `n` gets the `n - w + 1` places of a window of size
    /// `w`, and new axes at the end walk inside of the window.
    ///
    /// Without `axes` there is one size for each axis; an axis may be named more than once.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let x = Layout::contiguous(&[4, 5], Order::C)?;
    /// let windows = x.windows(&[3, 2], None)?;
    /// assert_eq!((windows.shape(), windows.strides()), (&[2, 4, 3, 2][..], &[5, 1, 5, 1][..]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If a window is of size 0 or longer than its axis, the lists differ in length, an axis is out of range, or the result has
    /// too many axes or elements.
    pub fn windows(&self, sizes: &[usize], axes: Option<&[i64]>) -> Result<Self> {
        self.windows_for("windows", sizes, axes)
    }

    /// [`windows`](Self::windows) for the operation `op`, which errors name.
    pub(crate) fn windows_for(
        &self,
        op: &'static str,
        sizes: &[usize],
        axes: Option<&[i64]>,
    ) -> Result<Self> {
        let axes = self.window_axes(op, sizes, axes)?;
        let mut windows = self.axes.clone();
        for (&size, axis) in sizes.iter().zip(axes) {
            let count = &mut windows.both_mut().0[axis];
            *count = window_places(op, axis, *count, size)?;
            windows.push(size, self.strides()[axis]);
        }
        self.with_windows(op, windows)
    }

    fn window_axes(&self, op: &'static str, sizes: &[usize], axes: Option<&[i64]>) -> Result<AxisList> {
        let expected = axes.map_or(self.rank(), <[i64]>::len);
        if sizes.len() != expected {
            let cure = "give one size for each axis";
            return Err(self.wrong_count(op, "window sizes", [expected, sizes.len()], cure));
        }
        match axes {
            Some(axes) => axes.iter().map(|&axis| resolve_axis(op, axis, self.rank())).collect(),
            None => Ok((0..self.rank()).collect()),
        }
    }

    /// No window reaches further than the axes it came from, so only the count of axes and elements is checked.
    fn with_windows(&self, op: &'static str, axes: Axes) -> Result<Self> {
        checked_len(op, axes.shape())?;
        Ok(Self::trusted(axes, self.offset))
    }
}

/// At how many places of an axis a window can stand.
///
/// # Errors
/// If there is none, or if the window is of size 0, which would stand between the entries.
pub(crate) fn window_places(op: &'static str, axis: usize, len: usize, size: usize) -> Result<usize> {
    if (1..=len).contains(&size) {
        return Ok(len - size + 1);
    }
    let found = format!("{size} on axis {axis} of length {len}");
    let allowed = "a window has at least one entry, and at most as many as its axis";
    Err(ErrorKind::Argument { op, name: "window", found, allowed }.into())
}
