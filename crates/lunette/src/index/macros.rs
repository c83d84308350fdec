//! `s![…]`.

/// An index: items for the axes of a tensor, in axis order, as `&[Item; N]`.
///
/// What can stand in it, and what each item takes, is in the table of [`index`](crate::index). Axes without an item
/// are taken whole.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[0, 1, 2], [3, 4, 5], [6, 7, 8]];
/// assert_eq!(x.load(s![1, -1])?.item()?, 5);
/// assert_eq!(x.load(s![(.., 2), (.., -1)])?, tensor![[2, 1, 0], [8, 7, 6]]);
/// assert_eq!(x.load(s![&tensor![2, 0], 1..])?, tensor![[7, 8], [1, 2]]);
///
/// // Lists made at run time are spliced in, so that generic code need not know the rank.
/// let leading = vec![Item::At(0); x.rank() - 1];
/// assert_eq!(x.load(s![&leading, 1..])?, tensor![1, 2]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[macro_export]
macro_rules! s {
    ($($item:expr),* $(,)?) => {
        &[$(
            #[allow(clippy::reversed_empty_ranges, reason = "the -1 of `1..-1` counts from the end")]
            $crate::index::IntoItem::into_item($item)
        ),*] as &[$crate::index::Item<'_>; _]
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "items of an index are separated by commas; a range is written `1..3`, a step `(1..7, 2)` or `(.., -1)`"
        )
    };
}
