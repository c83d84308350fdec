//! Cutting an axis into parts that lie side by side.

use super::{Layout, resolve_axis};
use crate::error::{ErrorKind, RangeEnd, Result};

impl Layout {
    /// The parts before and from entry `index` of an axis.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// let (left, right) = x.split_at(1, 2)?;
    /// assert_eq!((left.shape(), right.shape(), right.offset()), (&[2, 2][..], &[2, 1][..], 2));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the axis is out of range, or `index` is above its size.
    pub fn split_at(&self, axis: i64, index: usize) -> Result<(Self, Self)> {
        self.split_at_for("split_at", axis, index)
    }

    /// [`split_at`](Self::split_at) for the operation `op`, which errors name.
    pub(crate) fn split_at_for(&self, op: &'static str, axis: i64, index: usize) -> Result<(Self, Self)> {
        let axis = resolve_axis(op, axis, self.rank())?;
        let size = self.shape()[axis];
        if index > size {
            let index = i64::try_from(index).unwrap_or(i64::MAX);
            return Err(cut_out_of_range(op, axis, index, size).into());
        }
        Ok((self.part(axis, 0, index), self.part(axis, index, size - index)))
    }

    /// The parts between cuts at the given entries, one more than there are cuts; negative cuts count from the end.
    ///
    /// A cut before the one that precedes it gives an empty part, as in NumPy; one outside of the axis is an error,
    /// because nothing is cut off in silence.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// let sizes: Vec<usize> = x.split_indices(1, &[1, -1])?.iter().map(|part| part.len()).collect();
    /// assert_eq!(sizes, [2, 2, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the axis or a cut is out of range.
    pub fn split_indices(&self, axis: i64, cuts: &[i64]) -> Result<Vec<Self>> {
        self.split_indices_for("split_indices", axis, cuts)
    }

    /// [`split_indices`](Self::split_indices) for the operation `op`, which errors name.
    pub(crate) fn split_indices_for(&self, op: &'static str, axis: i64, cuts: &[i64]) -> Result<Vec<Self>> {
        let axis = resolve_axis(op, axis, self.rank())?;
        let size = self.shape()[axis];
        let mut parts = Vec::with_capacity(cuts.len() + 1);
        let mut start = 0;
        for &cut in cuts {
            let from_start = if cut < 0 { cut as i128 + size as i128 } else { cut as i128 };
            let stop = usize::try_from(from_start).ok().filter(|&stop| stop <= size);
            let stop = stop.ok_or_else(|| cut_out_of_range(op, axis, cut, size))?;
            parts.push(self.part(axis, start, stop.saturating_sub(start)));
            start = stop;
        }
        parts.push(self.part(axis, start, size - start));
        Ok(parts)
    }

    /// A number of parts of equal length or, where the axis does not divide, the first ones longer by one entry.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let x = Layout::contiguous(&[7], Order::C)?;
    /// let sizes: Vec<usize> = x.split_sections(0, 3)?.map(|part| part.len()).collect();
    /// assert_eq!(sizes, [3, 2, 2]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the axis is out of range or `sections` is 0.
    pub fn split_sections(
        &self,
        axis: i64,
        sections: usize,
    ) -> Result<impl ExactSizeIterator<Item = Self> + DoubleEndedIterator> {
        self.split_sections_for("split_sections", axis, sections)
    }

    /// [`split_sections`](Self::split_sections) for the operation `op`, which errors name.
    pub(crate) fn split_sections_for(
        &self,
        op: &'static str,
        axis: i64,
        sections: usize,
    ) -> Result<impl ExactSizeIterator<Item = Self> + DoubleEndedIterator> {
        let axis = resolve_axis(op, axis, self.rank())?;
        let size = self.shape()[axis];
        let (len, longer) = match size.checked_div(sections) {
            Some(len) => (len, size % sections),
            None => {
                let (name, found) = ("sections", "0".to_owned());
                return Err(ErrorKind::Argument { op, name, found, allowed: "at least one part" }.into());
            }
        };
        Ok((0..sections)
            .map(move |i| self.part(axis, i * len + i.min(longer), len + usize::from(i < longer))))
    }

    /// `len` entries of an axis from `start` on; the caller knows that they exist.
    fn part(&self, axis: usize, start: usize, len: usize) -> Self {
        let mut part = self.clone();
        part.axes.both_mut().0[axis] = len;
        if !part.is_empty() {
            part.offset = part.offset.wrapping_add_signed(self.strides()[axis] * start as isize);
        }
        part
    }
}

#[cold]
fn cut_out_of_range(op: &'static str, axis: usize, value: i64, len: usize) -> ErrorKind {
    // Sizes fit `isize` (invariant 2).
    ErrorKind::RangeEnd { op, axis, end: RangeEnd::Cut, value, len, max: len as i64 }
}
