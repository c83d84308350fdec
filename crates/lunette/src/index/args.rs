//! What callers may write for a shape, a list of axes, or an index: one trait for each, lowered once.

use std::ops::RangeFull;

use smallvec::SmallVec;

use super::IndexInteger;
use crate::layout::Dims;

/// A list of signed integers; up to eight without an allocation.
///
/// ```
/// use lunette::index::{Ints, IntoInts};
/// let ints: Ints = [1u8, 2].into_ints();
/// assert_eq!(&ints[..], [1, 2]);
/// ```
pub type Ints = SmallVec<[i64; 8]>;

/// A shape: `3`, `[2, 3]`, `(2, 3)`, `&dims`, `vec![2, 3]`, and `[]` or `()` for rank 0.
///
/// Tuples have up to six sizes, lists any number.
///
/// ```
/// use lunette::prelude::*;
/// assert_eq!(Tensor::<f64>::zeros([2, 3])?.shape(), [2, 3]);
/// assert_eq!(Tensor::<f64>::zeros((2, 3))?.shape(), [2, 3]);
/// assert_eq!(Tensor::<f64>::zeros(4)?.shape(), [4]);
/// assert_eq!(Tensor::<f64>::zeros(vec![1; 5])?.rank(), 5);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no shape",
    label = "a shape is a size or a list of sizes: `3`, `[2, 3]`, `&dims[..]`, all `usize`"
)]
pub trait IntoShape {
    /// The sizes of the axes.
    fn into_shape(self) -> Dims;
}

impl IntoShape for usize {
    fn into_shape(self) -> Dims {
        Dims::from_slice(&[self])
    }
}

impl IntoShape for () {
    fn into_shape(self) -> Dims {
        Dims::new()
    }
}

/// Rows: the names of the sizes of a tuple, and a type for each.
macro_rules! tuples {
    ($(($($size:ident: $I:ident),*);)*) => { $(
        impl IntoShape for ($(tuples!(@ $size usize),)*) {
            fn into_shape(self) -> Dims {
                let ($($size,)*) = self;
                Dims::from_slice(&[$($size),*])
            }
        }

        impl<$($I: IndexInteger),*> IntoInts for ($($I,)*) {
            #[inline]
            fn into_ints(self) -> Ints {
                self.with_ints(Ints::from_slice)
            }

            #[inline]
            fn with_ints<R>(self, work: impl FnOnce(&[i64]) -> R) -> R {
                let ($($size,)*) = self;
                work(&[$($size.saturate()),*])
            }
        }
    )* };
    (@ $size:ident $T:ty) => { $T };
}

tuples! {
    (a: A);
    (a: A, b: B);
    (a: A, b: B, c: C);
    (a: A, b: B, c: C, d: D);
    (a: A, b: B, c: C, d: D, e: E);
    (a: A, b: B, c: C, d: D, e: E, f: F);
}

impl IntoShape for Dims {
    fn into_shape(self) -> Dims {
        self
    }
}

impl IntoShape for Vec<usize> {
    fn into_shape(self) -> Dims {
        Dims::from_vec(self)
    }
}

impl<const N: usize> IntoShape for [usize; N] {
    fn into_shape(self) -> Dims {
        Dims::from_slice(&self)
    }
}

impl<T: AsRef<[usize]> + ?Sized> IntoShape for &T {
    fn into_shape(self) -> Dims {
        Dims::from_slice(self.as_ref())
    }
}

/// A list of integers of any Rust integer type: an index, sizes with one `-1`, positions.
///
/// The empty list is `()`: nothing in `[]` would tell the compiler which type its integers have.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(x.get([1, -1])?, 6);
/// let index: Vec<usize> = vec![0, 2];
/// assert_eq!(x.get(&index)?, 3);
/// assert_eq!(x.reshape([3, -1])?.shape(), [3, 2]);
/// assert_eq!(x.reshape((3, -1))?.get((0, 1))?, 2);
/// assert_eq!(tensor![7].reshape(())?.get(())?, 7);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of integers",
    label = "write an integer or a list of them: `0`, `[1, -1]`, `&index[..]`, or `()` for none"
)]
pub trait IntoInts: Sized {
    /// The integers.
    fn into_ints(self) -> Ints;

    /// What `work` makes of the integers; lists whose length is in the type never leave the stack.
    #[inline]
    fn with_ints<R>(self, work: impl FnOnce(&[i64]) -> R) -> R {
        work(&self.into_ints())
    }
}

impl<I: IndexInteger> IntoInts for I {
    #[inline]
    fn into_ints(self) -> Ints {
        let mut ints = Ints::new();
        ints.push(self.saturate());
        ints
    }
}

impl IntoInts for () {
    #[inline]
    fn into_ints(self) -> Ints {
        Ints::new()
    }
}

impl<I: IndexInteger, const N: usize> IntoInts for [I; N] {
    #[inline]
    fn into_ints(self) -> Ints {
        self.iter().map(|i| i.saturate()).collect()
    }

    #[inline]
    fn with_ints<R>(self, work: impl FnOnce(&[i64]) -> R) -> R {
        work(&self.map(IndexInteger::saturate))
    }
}

impl<I: IndexInteger> IntoInts for Vec<I> {
    fn into_ints(self) -> Ints {
        self.as_slice().into_ints()
    }

    #[inline]
    fn with_ints<R>(self, work: impl FnOnce(&[i64]) -> R) -> R {
        self.as_slice().with_ints(work)
    }
}

impl<I: IndexInteger> IntoInts for &[I] {
    fn into_ints(self) -> Ints {
        self.iter().map(|i| i.saturate()).collect()
    }

    #[inline]
    fn with_ints<R>(self, work: impl FnOnce(&[i64]) -> R) -> R {
        match I::as_ints(self) {
            Some(ints) => work(ints),
            None => work(&self.into_ints()),
        }
    }
}

impl<I: IndexInteger> IntoInts for &Vec<I> {
    fn into_ints(self) -> Ints {
        self.as_slice().into_ints()
    }

    #[inline]
    fn with_ints<R>(self, work: impl FnOnce(&[i64]) -> R) -> R {
        self.as_slice().with_ints(work)
    }
}

impl<I: IndexInteger, const N: usize> IntoInts for &[I; N] {
    fn into_ints(self) -> Ints {
        self.as_slice().into_ints()
    }
}

impl IntoInts for Ints {
    fn into_ints(self) -> Ints {
        self
    }
}

impl IntoInts for Dims {
    fn into_ints(self) -> Ints {
        self.as_slice().into_ints()
    }
}

impl IntoInts for &Dims {
    fn into_ints(self) -> Ints {
        self.as_slice().into_ints()
    }
}

/// Which axes an operation acts on: all of them, or a list.
///
/// ```
/// use lunette::index::{Axes, IntoAxes};
/// assert_eq!((..).into_axes(), Axes::All);
/// assert!(matches!([0, -1].into_axes(), Axes::List(axes) if axes[..] == [0, -1]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Axes {
    /// Every axis.
    All,
    /// These axes; negative ones count from the end.
    List(Ints),
}

impl Axes {
    /// The axes as layouts take them: none for all.
    pub(crate) fn list(&self) -> Option<&[i64]> {
        match self {
            Self::All => None,
            Self::List(list) => Some(list),
        }
    }
}

/// Axes as callers write them: `..` for all, `0`, `-1`, `[0, 2]`.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2], [3, 4]];
/// assert_eq!(x.flip(..)?, tensor![[4, 3], [2, 1]]);
/// assert_eq!(x.flip(-1)?, tensor![[2, 1], [4, 3]]);
/// assert_eq!(x.flip([0, 1])?, x.flip(..)?);
/// # Ok::<(), lunette::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no axes",
    label = "write `..` for all axes, an axis such as `-1`, or a list such as `[0, 2]`"
)]
pub trait IntoAxes {
    /// The axes.
    fn into_axes(self) -> Axes;
}

impl<L: IntoInts> IntoAxes for L {
    fn into_axes(self) -> Axes {
        Axes::List(self.into_ints())
    }
}

impl IntoAxes for RangeFull {
    fn into_axes(self) -> Axes {
        Axes::All
    }
}

impl IntoAxes for Axes {
    fn into_axes(self) -> Axes {
        self
    }
}
