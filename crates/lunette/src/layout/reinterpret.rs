//! The same bytes under items of another size.

use super::{Dims, Layout, Strides};
use crate::error::{ErrorKind, Result};

impl Layout {
    /// The layout of the same bytes when items of `from` bytes are read as items of `to` bytes.
    ///
    /// The last axis gets longer or shorter by the ratio of the sizes.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// let halves = x.reinterpret(4, 2)?;
    /// assert_eq!((halves.shape(), halves.strides()), (&[2, 6][..], &[6, 1][..]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If neither size is a multiple of the other; if the sizes differ and there is no last axis of step 1; if larger
    /// items do not divide the last axis, another step or the offset; or if the result is too large.
    pub fn reinterpret(&self, from: usize, to: usize) -> Result<Self> {
        self.reinterpret_for("reinterpret", from, to)
    }

    /// [`reinterpret`](Self::reinterpret) for the operation `op`, which errors name.
    pub(crate) fn reinterpret_for(&self, op: &'static str, from: usize, to: usize) -> Result<Self> {
        if from == to {
            return Ok(self.clone());
        }
        let Some((&last, outer)) = self.shape().split_last() else {
            return Err(ErrorKind::Rank { op, expected: "at least one axis", found: 0 }.into());
        };
        if last > 1 && self.strides()[outer.len()] != 1 && !self.is_empty() {
            return Err(refuse(op, from, to, "the last axis must be contiguous"));
        }
        match (from.checked_rem(to), to.checked_rem(from)) {
            (Some(0), Some(_)) => self.with_smaller_items(op, last, from / to),
            (Some(_), Some(0)) => self.with_larger_items(op, last, to / from).unwrap_or_else(|| {
                Err(refuse(op, from, to, "larger items must divide axis, steps and offset"))
            }),
            _ => Err(refuse(op, from, to, "one item size must be a multiple of the other")),
        }
    }

    fn with_smaller_items(&self, op: &'static str, last: usize, ratio: usize) -> Result<Self> {
        let grown = |n: usize| n.checked_mul(ratio).filter(|&n| n <= isize::MAX as usize);
        let too_large = || ErrorKind::TooLarge { op, dims: self.dims() };
        // Saturated steps that matter are refused by the constructor, others are as arbitrary as before.
        let step = isize::try_from(ratio).unwrap_or(isize::MAX);
        let strides: Strides = self.strides().iter().map(|stride| stride.saturating_mul(step)).collect();
        let last = grown(last).ok_or_else(too_large)?;
        self.with_last(op, last, strides, grown(self.offset).ok_or_else(too_large)?)
    }

    /// `None` where larger items do not fit.
    fn with_larger_items(&self, op: &'static str, last: usize, ratio: usize) -> Option<Result<Self>> {
        let step = isize::try_from(ratio).ok()?;
        let outer = self.rank() - 1;
        let fits = self.shape()[..outer].iter().zip(self.strides()).all(|(&n, s)| n == 1 || s % step == 0);
        let empty = self.is_empty();
        if !last.is_multiple_of(ratio) || !(empty || fits && self.offset.is_multiple_of(ratio)) {
            return None;
        }
        let strides = self.strides().iter().map(|stride| stride / step).collect();
        Some(self.with_last(op, last / ratio, strides, self.offset / ratio))
    }

    fn with_last(&self, op: &'static str, last: usize, mut strides: Strides, offset: usize) -> Result<Self> {
        let mut shape: Dims = self.dims();
        if let (Some(size), Some(stride)) = (shape.last_mut(), strides.last_mut()) {
            (*size, *stride) = (last, 1);
        }
        Self::new_for(op, &shape, &strides, offset)
    }
}

#[cold]
fn refuse(op: &'static str, from: usize, to: usize, allowed: &'static str) -> crate::Error {
    let found = format!("{from} bytes as {to}");
    ErrorKind::Argument { op, name: "item size", found, allowed }.into()
}
