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
    /// let x = Layout::contiguous("example", &[4, 5], Order::C)?;
    /// let windows = x.windows("example", &[3, 2], None)?;
    /// assert_eq!((windows.shape(), windows.strides()), (&[2, 4, 3, 2][..], &[5, 1, 5, 1][..]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If a window is longer than its axis, the lists differ in length, an axis is out of range, or the result has
    /// too many axes or elements.
    pub fn windows(&self, op: &'static str, sizes: &[usize], axes: Option<&[i64]>) -> Result<Self> {
        let axes = self.window_axes(op, sizes, axes)?;
        let mut windows = self.axes.clone();
        for (&size, axis) in sizes.iter().zip(axes) {
            let count = &mut windows.both_mut().0[axis];
            let places = count.checked_sub(size).and_then(|left| left.checked_add(1));
            *count = places.ok_or_else(|| {
                let found = format!("{size} on axis {axis} of length {count}");
                let allowed = "a window is at most as long as its axis";
                ErrorKind::Argument { op, name: "window", found, allowed }
            })?;
            windows.push(size, self.strides()[axis]);
        }
        self.with_windows(op, windows)
    }

    fn window_axes(&self, op: &'static str, sizes: &[usize], axes: Option<&[i64]>) -> Result<AxisList> {
        let expected = axes.map_or(self.rank(), <[i64]>::len);
        if sizes.len() != expected {
            return Err(ErrorKind::AxisCount { op, expected, found: sizes.len() }.into());
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
