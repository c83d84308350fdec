//! The core items that every notation lowers to (R6).

use std::fmt;
use std::slice;

use smallvec::SmallVec;

use super::{IndexInteger, IndexKind, IndexRange};
use crate::tensor::{Handle, Tensor};

/// One item of an index: what to take from an axis, or where to put a new one.
///
/// Items are made with [`s!`](crate::s), or by name where an index is put together at run time.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// let mut index = vec![Item::At(1)];
/// index.push(Item::NewAxis);
/// assert_eq!(x.view(&index)?.shape(), [1, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone)]
pub enum Item<'a> {
    /// One entry, counted from the end if negative; the axis goes.
    At(i64),
    /// A range of entries; the axis stays, also at size 0 and 1.
    Range(IndexRange),
    /// A new axis of size 1; consumes nothing.
    NewAxis,
    /// As many whole axes as are left, maybe none.
    Fill,
    /// The entries that a tensor of integers names, or those where a tensor of bools is true.
    Tensor(IndexTensor<'a>),
    /// A run-time list of items, as if they were written here one by one.
    Items(&'a [Item<'a>]),
}

// An index lives on the stack of its caller: it should stay a handful of words.
const _: () = assert!(size_of::<Item<'_>>() <= 48);

impl<'a> Item<'a> {
    /// A tensor of integers or bools as an item, whatever its kind.
    pub(crate) fn of_handle(handle: &'a Handle) -> Self {
        Self::Tensor(IndexTensor(Held::Borrowed(handle)))
    }

    /// The same item, borrowed: never copies an index tensor's handle.
    ///
    /// ```
    /// use lunette::index::IntoItem;
    /// use lunette::prelude::*;
    /// let picks = vec![Item::At(0), tensor![true, false].into_item()];
    /// let same: Vec<Item> = picks.iter().map(Item::reborrow).collect();
    /// assert_eq!(format!("{same:?}"), format!("{picks:?}"));
    /// ```
    pub fn reborrow(&'a self) -> Item<'a> {
        match self {
            Self::At(index) => Item::At(*index),
            Self::Range(range) => Item::Range(*range),
            Self::NewAxis => Item::NewAxis,
            Self::Fill => Item::Fill,
            Self::Tensor(tensor) => Item::Tensor(IndexTensor::of(tensor.handle())),
            Self::Items(list) => Item::Items(list),
        }
    }

    /// The items as values that borrow nothing, with lists spliced in; index tensors still share their memory.
    ///
    /// ```
    /// use lunette::index::{Item, NewAxis};
    /// use lunette::s;
    /// fn stored() -> Vec<Item<'static>> {
    ///     let columns = vec![Item::At(1), Item::NewAxis];
    ///     Item::own(s![.., &columns])
    /// }
    /// assert_eq!(stored().len(), 3);
    /// ```
    pub fn own(items: &[Item<'_>]) -> Vec<Item<'static>> {
        let own_one = |item: &Item<'_>| match item {
            Item::At(index) => Some(Item::At(*index)),
            Item::Range(range) => Some(Item::Range(*range)),
            Item::NewAxis => Some(Item::NewAxis),
            Item::Fill => Some(Item::Fill),
            Item::Tensor(tensor) => {
                Some(Item::Tensor(IndexTensor(Held::Owned(Box::new(tensor.handle().clone())))))
            }
            // `Flat` has opened it.
            Item::Items(_) => None,
        };
        Flat::new(items).filter_map(own_one).collect()
    }
}

/// The item that inserts an axis of size 1, for use in [`s!`](crate::s).
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(x.view(s![.., NewAxis, ..])?.shape(), [2, 1, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(alias = "newaxis")]
pub struct NewAxis;

/// The item that stands for as many whole axes as are left, for use in [`s!`](crate::s).
///
/// ```
/// use lunette::prelude::*;
/// let x = Tensor::<f64>::zeros([1, 2, 3, 4])?;
/// assert_eq!(x.view(s![0, Fill, 2])?.shape(), [2, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(alias = "Ellipsis")]
#[doc(alias = "...")]
pub struct Fill;

/// The range from `a` to before `b`, or the one entry `a` when both are the same number.
///
/// The numbers passed are compared, not the entries they mean: `span(1, -2)` is always a range.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[0, 1, 2], [3, 4, 5], [6, 7, 8]];
/// assert_eq!(x.view(s![span(1, 2)])?.shape(), [1, 3]);
/// assert_eq!(x.view(s![span(1, 1)])?.shape(), [3]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn span(a: impl IndexInteger, b: impl IndexInteger) -> Item<'static> {
    let (a, b) = (a.saturate(), b.saturate());
    if a == b { Item::At(a) } else { Item::Range(IndexRange::slice(Some(a), Some(b), 1)) }
}

/// A tensor of integers or bools as an index, borrowed or owned.
///
/// ```
/// use lunette::index::IndexTensor;
/// use lunette::prelude::*;
/// let picks = tensor![2, 0];
/// let item = Item::Tensor(IndexTensor::borrowed(&picks));
/// assert_eq!(tensor![1, 2, 3].load(&[item])?, tensor![3, 1]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone)]
pub struct IndexTensor<'a>(Held<'a>);

#[derive(Clone)]
enum Held<'a> {
    Borrowed(&'a Handle),
    Owned(Box<Handle>),
}

impl<'a> IndexTensor<'a> {
    /// A borrowed tensor as an index.
    ///
    /// ```
    /// use lunette::index::IndexTensor;
    /// use lunette::prelude::*;
    /// let mask = tensor![true, false];
    /// assert_eq!(format!("{:?}", IndexTensor::borrowed(&mask)), "Tensor<bool>[2]");
    /// ```
    #[inline]
    pub fn borrowed<K: IndexKind>(tensor: &'a Tensor<K>) -> Self {
        Self::of(&tensor.handle)
    }

    /// A tensor's parts as an index; the dtype is checked where the index is resolved.
    #[inline]
    pub(crate) fn of(handle: &'a Handle) -> Self {
        Self(Held::Borrowed(handle))
    }

    /// The tensor's parts, whoever holds them.
    pub(crate) fn handle(&self) -> &Handle {
        match &self.0 {
            Held::Borrowed(handle) => handle,
            Held::Owned(handle) => handle,
        }
    }
}

impl IndexTensor<'static> {
    /// A tensor that is kept in the item; it goes on sharing its memory.
    ///
    /// ```
    /// use lunette::index::IndexTensor;
    /// use lunette::prelude::*;
    /// let item: Item<'static> = Item::Tensor(IndexTensor::owned(tensor![2, 0]));
    /// assert_eq!(tensor![1, 2, 3].load(&[item])?, tensor![3, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn owned<K: IndexKind>(tensor: Tensor<K>) -> Self {
        Self(Held::Owned(Box::new(tensor.handle)))
    }
}

impl fmt::Debug for IndexTensor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let handle = self.handle();
        write!(f, "Tensor<{}>{:?}", handle.dtype, handle.layout.shape())
    }
}

/// How many lists inside of lists `Debug` opens: nothing keeps a caller from nesting them deeper than the stack is.
const SHOWN_LEVELS: usize = 4;

/// As the items are written by name; lists in lists in lists end in `…`.
impl fmt::Debug for Item<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(self, SHOWN_LEVELS, f)
    }
}

fn show(item: &Item<'_>, levels: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match item {
        Item::At(index) => f.debug_tuple("At").field(index).finish(),
        Item::Range(range) => f.debug_tuple("Range").field(range).finish(),
        Item::NewAxis => f.write_str("NewAxis"),
        Item::Fill => f.write_str("Fill"),
        Item::Tensor(tensor) => f.debug_tuple("Tensor").field(tensor).finish(),
        Item::Items(_) if levels == 0 => f.write_str("Items(…)"),
        Item::Items(list) => {
            let items = list.iter().map(|item| fmt::from_fn(move |f| show(item, levels - 1, f)));
            let list = fmt::from_fn(|f| f.debug_list().entries(items.clone()).finish());
            f.debug_tuple("Items").field(&list).finish()
        }
    }
}

/// The items one by one, with lists spliced in, however deep they are.
#[derive(Clone)]
pub(crate) struct Flat<'a> {
    now: slice::Iter<'a, Item<'a>>,
    outer: SmallVec<[slice::Iter<'a, Item<'a>>; 2]>,
}

impl<'a> Flat<'a> {
    #[inline]
    pub(crate) fn new(items: &'a [Item<'a>]) -> Self {
        Self { now: items.iter(), outer: SmallVec::new() }
    }
}

impl<'a> Iterator for Flat<'a> {
    type Item = &'a Item<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.now.next() {
                Some(Item::Items(list)) => self.outer.push(std::mem::replace(&mut self.now, list.iter())),
                Some(item) => return Some(item),
                None => self.now = self.outer.pop()?,
            }
        }
    }
}
