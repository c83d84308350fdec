//! Ranges of entries, and which entries they take from an axis (R7, R8).

use crate::error::{Error, ErrorKind, RangeEnd, Result};
use crate::layout::Entries;

/// A range of the entries of an axis, its ends counted from the axis' end where they are negative.
///
/// Rust's ranges become one by themselves in [`s!`](crate::s); front ends with other notations use the constructors.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::IndexRange;
/// let x = tensor![0, 1, 2, 3, 4];
/// let down = IndexRange::slice(Some(3), Some(0), -2); // Python's 3:0:-2
/// assert_eq!(x.load(s![down])?, tensor![3, 1]);
/// let backwards = IndexRange::slice(Some(1), Some(4), 1).stepped(-2); // every second of 1, 2, 3 from the end
/// assert_eq!(x.load(s![backwards])?, tensor![3, 1]);
/// assert!(x.load(s![..9]).is_err());
/// assert_eq!(x.load(s![IndexRange::slice(Some(3), Some(9), 1).cutting()])?, tensor![3, 4]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexRange {
    start: Option<i64>,
    end: End,
    step: i64,
    walk: Walk,
    cut: bool,
}

/// Where a range ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// With the axis.
    Open,
    /// Before this entry.
    Before(i64),
    /// With this entry.
    Through(i64),
}

/// What a negative step means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walk {
    /// Python's `a:b:s`: run down from a, stop before b.
    Slice,
    /// `{range, s}`: take the range, then every s-th entry from its end.
    EveryOf,
}

impl IndexRange {
    /// The whole axis.
    ///
    /// ```
    /// use lunette::IndexRange;
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.load(s![IndexRange::FULL, 0])?, x.load(s![.., 0])?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub const FULL: Self = Self::slice(None, None, 1);

    /// Python's `start:stop:step`: with a negative step it runs down from `start` and stops before `stop`; ends left
    /// out mean the whole axis.
    ///
    /// ```
    /// use lunette::IndexRange;
    /// use lunette::prelude::*;
    /// let x = tensor![0, 1, 2, 3, 4];
    /// assert_eq!(x.load(s![IndexRange::slice(Some(3), Some(0), -1)])?, tensor![3, 2, 1]);
    /// assert_eq!(x.load(s![IndexRange::slice(None, None, 2)])?, tensor![0, 2, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub const fn slice(start: Option<i64>, stop: Option<i64>, step: i64) -> Self {
        let end = match stop {
            Some(stop) => End::Before(stop),
            None => End::Open,
        };
        Self { start, end, step, walk: Walk::Slice, cut: false }
    }

    /// From `start`, or the first entry, through `last`.
    ///
    /// ```
    /// use lunette::IndexRange;
    /// use lunette::prelude::*;
    /// let x = tensor![0, 1, 2, 3, 4];
    /// assert_eq!(x.load(s![IndexRange::inclusive(Some(1), -2)])?, tensor![1, 2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub const fn inclusive(start: Option<i64>, last: i64) -> Self {
        Self { start, end: End::Through(last), step: 1, walk: Walk::Slice, cut: false }
    }

    /// Every `step`-th entry of the range; from the range's end backwards when `step` is negative.
    ///
    /// In `s![]` it is written `(range, step)`. It takes the ends of the range and replaces a step that it had.
    ///
    /// ```
    /// use lunette::IndexRange;
    /// use lunette::prelude::*;
    /// let x = tensor![0, 1, 2, 3, 4];
    /// assert_eq!(x.load(s![IndexRange::inclusive(None, 2).stepped(-1)])?, tensor![2, 1, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn stepped(self, step: i64) -> Self {
        Self { step, walk: Walk::EveryOf, ..self }
    }

    /// The range with ends outside of the axis moved to the nearest entry, as Python's slices do.
    ///
    /// Without this an end outside of the axis is an error.
    ///
    /// ```
    /// use lunette::IndexRange;
    /// use lunette::prelude::*;
    /// let x = tensor![0, 1, 2, 3, 4];
    /// let far = IndexRange::slice(Some(3), Some(99), 1);
    /// assert!(x.load(s![far]).unwrap_err().is_index());
    /// assert_eq!(x.load(s![far.cutting()])?, tensor![3, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn cutting(self) -> Self {
        Self { cut: true, ..self }
    }

    /// The entries taken from an axis of length `len`.
    ///
    /// Inlined together with what step 1 needs: a result that is passed through memory costs as much as all the rest.
    #[inline(always)]
    pub(crate) fn entries(&self, op: &'static str, axis: usize, len: usize) -> Result<Entries> {
        let place = Place { op, axis, len, cut: self.cut };
        if self.step == 1 {
            return self.ascending(place);
        }
        // Taken apart and put together again, so that the common case above stays in registers.
        let Entries { start, len, step } = self.stepping(place)?;
        Ok(Entries { start, len, step })
    }

    /// The entries at a step other than 1.
    #[inline(never)]
    fn stepping(&self, place: Place) -> Result<Entries> {
        match self.step {
            0 => Err(ErrorKind::StepZero { op: place.op, axis: Some(place.axis) }.into()),
            ..0 if self.walk == Walk::Slice => self.descending(place),
            step => Ok(every(self.ascending(place)?, step)),
        }
    }

    /// The entries from start to stop, one by one.
    #[inline(always)]
    fn ascending(&self, place: Place) -> Result<Entries> {
        let len = place.len as i64;
        let start = match self.start {
            None => 0,
            Some(start) => place.end(RangeEnd::Start, start, 0, len)?,
        };
        let stop = match self.end {
            End::Open => len,
            End::Before(stop) => place.end(RangeEnd::Stop, stop, 0, len)?,
            End::Through(last) => place.end(RangeEnd::Last, last, -1, len - 1)? + 1,
        };
        Ok(if stop > start {
            Entries { start: start as usize, len: (stop - start) as usize, step: 1 }
        } else {
            NONE
        })
    }

    /// Python's walk with a negative step.
    fn descending(&self, place: Place) -> Result<Entries> {
        let last = place.len as i64 - 1;
        let start = match self.start {
            None => last,
            Some(start) => place.end(RangeEnd::Start, start, -1, last)?,
        };
        let stop = match self.end {
            End::Open => -1,
            // `Through` is never met here: `inclusive` has step 1, and other steps come by `stepped`.
            End::Before(stop) | End::Through(stop) => place.end(RangeEnd::Stop, stop, -1, last)?,
        };
        if start <= stop {
            return Ok(NONE);
        }
        // Every step-th of the entries stop + 1 to start, from their upper end.
        let whole = Entries { start: (stop + 1) as usize, len: (start - stop) as usize, step: 1 };
        Ok(every(whole, self.step))
    }
}

/// No entries: they begin nowhere, so that an offset is not moved for their sake.
const NONE: Entries = Entries { start: 0, len: 0, step: 1 };

/// Every `step`-th of consecutive entries, from their end if the step is negative; `step` is not 0.
///
/// There are ceil(len / |step|) of them. A step that is never taken is replaced by 1, so that steps of any size do no
/// harm to strides.
fn every(whole: Entries, step: i64) -> Entries {
    let Some(rest) = whole.len.checked_sub(1) else {
        return NONE;
    };
    let taken = (rest as u64 / step.unsigned_abs()) as usize;
    Entries {
        start: if step < 0 { whole.start + rest } else { whole.start },
        len: taken + 1,
        step: if taken > 0 { step as isize } else { 1 },
    }
}

/// The axis that a range is for.
#[derive(Clone, Copy)]
struct Place {
    op: &'static str,
    axis: usize,
    len: usize,
    cut: bool,
}

impl Place {
    /// A written end, counted from the start of the axis, between 0 and `max`; cut to `min..=max` for Python.
    #[inline(always)]
    fn end(&self, end: RangeEnd, value: i64, min: i64, max: i64) -> Result<i64> {
        let counted = if value < 0 { value + self.len as i64 } else { value };
        if (0..=max).contains(&counted) {
            Ok(counted)
        } else if self.cut {
            Ok(if counted < 0 { min } else { max })
        } else {
            Err(self.outside(end, value, max))
        }
    }

    #[cold]
    fn outside(&self, end: RangeEnd, value: i64, max: i64) -> Error {
        let &Self { op, axis, len, .. } = self;
        ErrorKind::RangeEnd { op, axis, end, value, len, max }.into()
    }
}

#[cfg(test)]
mod tests;
