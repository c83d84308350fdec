//! What may stand in [`s!`](crate::s): Rust's integers and ranges, the unit items, lists, tensors.

use std::ops::{Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use super::{Fill, IndexRange, IndexTensor, Item, NewAxis};
use crate::tensor::{Dyn, Kind, Tensor};

/// A value that can stand in [`s!`](crate::s) as an index item.
///
/// ```
/// use lunette::index::{IntoItem, Item};
/// assert!(matches!((-1).into_item(), Item::At(-1)));
/// assert!(matches!((1..3).into_item(), Item::Range(_)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an index item",
    label = "not an index item",
    note = "index items are integers, ranges like `1..3`, steps like `(1..7, 2)` or `(.., -1)`, `NewAxis`, `Fill`, \
            `span(a, b)`, lists of entries like `&[2, 0]` or of bools, `Vec`s, lists `&[Item]`, and tensors of integers or \
            bools",
    note = "items stand side by side, without brackets of their own; to pick a list of entries, write `&[2, 0]`"
)]
pub trait IntoItem<'a> {
    /// The item that this value means.
    fn into_item(self) -> Item<'a>;
}

/// A range of integers, as the first half of `(range, step)` or with its step.
///
/// ```
/// use lunette::IndexRange;
/// use lunette::index::IntoRange;
/// assert_eq!((..).into_range(), IndexRange::FULL);
/// assert_eq!((.., -1).into_range(), IndexRange::FULL.stepped(-1));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range that a step could go with",
    label = "expected a range",
    note = "a pair in an index is `(range, step)`: `(1..7, 2)` takes every second entry, `(.., -1)` runs backwards"
)]
pub trait IntoRange {
    /// The range; Rust's own have step 1.
    fn into_range(self) -> IndexRange;

    /// The range, cut where its axis ends: [`IndexRange::cutting`] for Rust's own ranges.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![0, 1, 2, 3, 4];
    /// assert!(x.load(s![3..99]).unwrap_err().to_string().ends_with("`.cutting()` ends a range where its axis ends"));
    /// assert_eq!(x.load(s![(3..99).cutting()])?, tensor![3, 4]);
    /// assert_eq!(x.load(s![((1..99).cutting(), 2)])?, tensor![1, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    fn cutting(self) -> IndexRange
    where
        Self: Sized,
    {
        self.into_range().cutting()
    }
}

/// Rust's integer types, in an index.
///
/// ```
/// use lunette::index::IndexInteger;
/// assert_eq!((7u8.saturate(), u128::MAX.saturate()), (7, i64::MAX));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer that could be part of an index",
    label = "expected an integer",
    note = "indices, range ends and steps are integers of any type; negative ones count from the end"
)]
pub trait IndexInteger: Copy {
    /// The number as an `i64`; larger ones become `i64::MAX` or `i64::MIN`, which lie outside of every axis.
    fn saturate(self) -> i64;

    /// A list of them as it is, if they are `i64`.
    #[doc(hidden)]
    #[inline]
    fn as_ints(_list: &[Self]) -> Option<&[i64]> {
        None
    }
}

/// The tensors that can be an index: of integers, of bools, or of a dtype known at run time.
///
/// ```
/// use lunette::index::IndexKind;
/// use lunette::prelude::*;
/// fn rows<K: IndexKind>(x: &Tensor<f64>, which: &Tensor<K>) -> lunette::Result<Tensor<f64>> {
///     x.load(s![which])
/// }
/// let x = tensor![0.5, 1.5, 2.5];
/// assert_eq!(rows(&x, &tensor![2, 0])?, tensor![2.5, 0.5]);
/// assert_eq!(rows(&x, &tensor![true, false, true])?, tensor![0.5, 2.5]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a tensor of `{Self}` cannot be an index",
    label = "neither integers nor bools",
    note = "a tensor of integers picks entries, a tensor of bools is a mask; convert others with `cast`"
)]
pub trait IndexKind: Kind {}

impl IndexInteger for i64 {
    #[inline]
    fn saturate(self) -> i64 {
        self
    }

    #[inline]
    fn as_ints(list: &[Self]) -> Option<&[i64]> {
        Some(list)
    }
}

macro_rules! others {
    ($($T:ty),*) => { $(
        impl IndexInteger for $T {
            #[inline]
            fn saturate(self) -> i64 {
                i64::try_from(self).unwrap_or(if self > 0 { i64::MAX } else { i64::MIN })
            }
        }
    )* };
}

others!(i8, i16, i32, i128, isize, u8, u16, u32, u64, u128, usize);

macro_rules! integers {
    ($($T:ty),*) => { $(
        impl<'a> IntoItem<'a> for $T {
            #[inline]
            fn into_item(self) -> Item<'a> {
                Item::At(self.saturate())
            }
        }
    )* };
}

integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

macro_rules! ranges {
    ($($R:ident),*) => { $(
        impl<T: IndexInteger> IntoRange for $R<T> {
            #[inline]
            fn into_range(self) -> IndexRange {
                from_bounds(&self)
            }
        }

        impl<'a, T: IndexInteger> IntoItem<'a> for $R<T> {
            #[inline]
            fn into_item(self) -> Item<'a> {
                Item::Range(from_bounds(&self))
            }
        }
    )* };
}

ranges!(Range, RangeInclusive, RangeFrom, RangeTo, RangeToInclusive);

/// Any of Rust's ranges. Going by its bounds, an inclusive range that was iterated to its end is empty.
#[inline]
fn from_bounds<T: IndexInteger>(range: &impl RangeBounds<T>) -> IndexRange {
    let start = match range.start_bound() {
        Bound::Included(start) | Bound::Excluded(start) => Some(start.saturate()),
        Bound::Unbounded => None,
    };
    match range.end_bound() {
        Bound::Included(last) => IndexRange::inclusive(start, last.saturate()),
        Bound::Excluded(stop) => IndexRange::slice(start, Some(stop.saturate()), 1),
        Bound::Unbounded => IndexRange::slice(start, None, 1),
    }
}

impl IntoRange for RangeFull {
    #[inline]
    fn into_range(self) -> IndexRange {
        IndexRange::FULL
    }
}

/// A range and its step, `(1..7, 2)`.
impl<R: IntoRange, S: IndexInteger> IntoRange for (R, S) {
    #[inline]
    fn into_range(self) -> IndexRange {
        self.0.into_range().stepped(self.1.saturate())
    }
}

/// Itself; a step that goes with it replaces its own.
impl IntoRange for IndexRange {
    #[inline]
    fn into_range(self) -> IndexRange {
        self
    }
}

impl<'a> IntoItem<'a> for RangeFull {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::Range(IndexRange::FULL)
    }
}

impl<'a, R: IntoRange, S: IndexInteger> IntoItem<'a> for (R, S) {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::Range(self.into_range())
    }
}

impl<'a> IntoItem<'a> for IndexRange {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::Range(self)
    }
}

impl<'a> IntoItem<'a> for NewAxis {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::NewAxis
    }
}

impl<'a> IntoItem<'a> for Fill {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::Fill
    }
}

impl<'a> IntoItem<'a> for Item<'a> {
    #[inline]
    fn into_item(self) -> Item<'a> {
        self
    }
}

impl<'a> IntoItem<'a> for &'a Item<'_> {
    #[inline]
    fn into_item(self) -> Item<'a> {
        self.reborrow()
    }
}

impl<'a> IntoItem<'a> for &'a [Item<'_>] {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::Items(self)
    }
}

impl<'a> IntoItem<'a> for &'a Vec<Item<'_>> {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::Items(self)
    }
}

impl<'a, const N: usize> IntoItem<'a> for &'a [Item<'_>; N] {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::Items(self)
    }
}

// Lists of integers of any type. Written out: the compiler shows them where something else stands in an index.

impl<'a, I: IndexInteger> IntoItem<'a> for &[I] {
    fn into_item(self) -> Item<'a> {
        picks(self)
    }
}

impl<'a, I: IndexInteger, const N: usize> IntoItem<'a> for &[I; N] {
    fn into_item(self) -> Item<'a> {
        picks(self)
    }
}

impl<'a, I: IndexInteger> IntoItem<'a> for &Vec<I> {
    fn into_item(self) -> Item<'a> {
        picks(self)
    }
}

impl<'a, I: IndexInteger> IntoItem<'a> for Vec<I> {
    fn into_item(self) -> Item<'a> {
        picks(&self)
    }
}

/// The entries that integers name, as a tensor of them would.
fn picks<I: IndexInteger>(entries: &[I]) -> Item<'static> {
    Item::Tensor(entries.into_indices())
}

/// The entries that `take` takes: a tensor of integers of any dtype, or a list of integers of any type.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![10, 20, 30];
/// assert_eq!(x.take(&[2, 0], 0)?, x.take(&tensor![2, 0], 0)?);
/// assert_eq!(x.take(vec![-1_isize], 0)?, tensor![30]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name entries of an axis",
    label = "write a list of integers like `&[2, 0]`, or a tensor of them"
)]
pub trait IntoIndices<'a> {
    /// The entries as a tensor.
    fn into_indices(self) -> IndexTensor<'a>;
}

impl<'a, K: IndexKind> IntoIndices<'a> for &'a Tensor<K> {
    #[inline]
    fn into_indices(self) -> IndexTensor<'a> {
        IndexTensor::borrowed(self)
    }
}

impl<'a, I: IndexInteger> IntoIndices<'a> for &[I] {
    fn into_indices(self) -> IndexTensor<'a> {
        let entries: Vec<i64> = self.iter().map(|entry| entry.saturate()).collect();
        IndexTensor::owned(Tensor::from(entries))
    }
}

/// Other lists of integers.
macro_rules! lists {
    ($([$($parameters:tt)*] $List:ty;)*) => { $(
        impl<'a, I: IndexInteger, $($parameters)*> IntoIndices<'a> for $List {
            fn into_indices(self) -> IndexTensor<'a> {
                self[..].into_indices()
            }
        }
    )* };
}

lists! {
    [const N: usize] [I; N];
    [const N: usize] &[I; N];
    [] Vec<I>;
    [] &Vec<I>;
}

// Lists of bools: masks over one axis.

impl<'a> IntoItem<'a> for &[bool] {
    fn into_item(self) -> Item<'a> {
        self.to_vec().into_item()
    }
}

impl<'a, const N: usize> IntoItem<'a> for &[bool; N] {
    fn into_item(self) -> Item<'a> {
        self.to_vec().into_item()
    }
}

impl<'a> IntoItem<'a> for &Vec<bool> {
    fn into_item(self) -> Item<'a> {
        self.clone().into_item()
    }
}

impl<'a> IntoItem<'a> for Vec<bool> {
    fn into_item(self) -> Item<'a> {
        Item::Tensor(IndexTensor::owned(Tensor::from(self)))
    }
}

macro_rules! index_kinds {
    ($($K:ty),*) => { $(
        impl IndexKind for $K {}
    )* };
}

index_kinds!(bool, i8, i16, i32, i64, u8, u16, u32, u64, Dyn);

impl<'a, K: IndexKind> IntoItem<'a> for &'a Tensor<K> {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::Tensor(IndexTensor::borrowed(self))
    }
}

impl<'a, K: IndexKind> IntoItem<'a> for &'a &Tensor<K> {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::Tensor(IndexTensor::borrowed(self))
    }
}

impl<'a, K: IndexKind> IntoItem<'a> for Tensor<K> {
    #[inline]
    fn into_item(self) -> Item<'a> {
        Item::Tensor(IndexTensor::owned(self))
    }
}

#[cfg(test)]
mod tests;
