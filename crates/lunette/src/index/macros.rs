//! `s![…]`.

/// An index: items for the axes of a tensor, in axis order, as `&[Item; N]`.
///
/// What can stand in it, and what each item takes, is in the table of [`index`](crate::index). Axes without an item
/// are taken whole.
///
/// ```
/// use lunette::index::{Fill, Item, NewAxis, span};
/// use lunette::s;
///
/// let whole_rows_backwards = s![(.., -1), ..];
/// assert_eq!(whole_rows_backwards.len(), 2);
///
/// // Lists made at run time are spliced in, so that generic code need not know the rank.
/// let leading = vec![Item::At(0); 3];
/// let index = s![&leading, NewAxis, Fill, span(1, 4)];
/// assert_eq!(index.len(), 4);
/// ```
#[macro_export]
macro_rules! s {
    ($($item:expr),* $(,)?) => {
        &[$($crate::index::IntoItem::into_item($item)),*] as &[$crate::index::Item<'_>; _]
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "items of an index are separated by commas; a range is written `1..3`, a step `(1..7, 2)` or `(.., -1)`"
        )
    };
}
