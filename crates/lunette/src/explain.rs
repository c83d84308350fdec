//! Pictures of what an index takes.
//!
//! An [`Explanation`] is made from a tensor, or from a [`Layout`] alone, and an index. It knows for each element of the
//! result which cell of the source it is, and draws that: as text for a terminal, or as SVG for a document.
//!
//! ```
//! use lunette::prelude::*;
//! let x = tensor![[1, 2, 3], [4, 5, 6]];
//! println!("{}", x.explain(s![.., 1])?);
//! # let text = x.explain(s![.., 1])?.to_string();
//! # assert!(text.starts_with("    0   1   2\n0   ·  [0]  ·\n1   ·  [1]  ·\n"), "{text}");
//! # Ok::<(), lunette::Error>(())
//! ```
//!
//! ```text
//!     0   1   2
//! 0   ·  [0]  ·
//! 1   ·  [1]  ·
//!
//! axis 0  all 2         stays, size 2
//! axis 1  entry 1 of 3  goes
//!
//! result  shape [2], strides [3], offset 1
//!         a view: it can share memory, no copy is needed
//!
//! memory   0   1   2   3   4   5
//!          ·  [0]  ·   ·  [1]  ·
//! ```

mod excerpt;
mod facts;
mod picture;
mod selection;
mod svg;
mod text;

use std::fmt;

use self::selection::{Selection, unravel};
pub use self::text::TextStyle;
use crate::error::{ErrorKind, ReadOnlyReason, Result};
use crate::index::{Item, resolve_view};
use crate::layout::{Dims, Layout, Order, broadcast_shapes, store_layout};
use crate::ops::store::are_integers;
use crate::tensor::{Kind, Tensor};

/// What an index takes from a tensor, element by element.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// let explanation = x.explain(s![.., (.., -2)])?;
/// assert_eq!(explanation.shape(), [2, 2]);
/// assert_eq!(explanation.cell(1).as_deref(), Some(&[0, 0][..])); // the second element is x[0, 0]
/// assert_eq!(explanation.positions(&[1, 2]), [2]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explanation {
    title: String,
    source: Layout,
    selection: Selection,
    /// The layout of the result where strides express it.
    view: Option<Layout>,
    store: Option<Store>,
    /// Whether integers alone lead to what is taken: one element takes no value with axes then (R14).
    by_integers: bool,
    /// Whether shapes are written `(2,3)`.
    tuples: bool,
}

/// What is stored to the region.
#[derive(Clone, Debug)]
struct Store {
    shape: Dims,
    fit: Fit,
    /// The value in the shape of the region; offsets are row-major numbers of the value's elements.
    layout: Layout,
}

/// How a value fits a region (R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    Fills,
    Same,
    Stretches,
    Squeezes,
}

const OP: &str = "explain";

impl Explanation {
    /// What an index takes from any tensor of this layout.
    ///
    /// Nothing is read but the index tensors among the items, and nothing walks over the elements, so that a picture of
    /// a huge tensor costs no more than that of a small one.
    ///
    /// ```
    /// use lunette::explain::Explanation;
    /// use lunette::prelude::*;
    /// use lunette::Layout;
    /// let columns = Layout::contiguous(&[1 << 20, 1 << 20], Order::F)?;
    /// let explanation = Explanation::new(&columns, s![7, ..])?;
    /// assert_eq!(explanation.view().map(Layout::strides), Some(&[1 << 20][..]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the index does not fit the layout, as with [`load`](Tensor::load).
    pub fn new(source: &Layout, items: &[Item<'_>]) -> Result<Self> {
        let selection = Selection::new(OP, items, source)?;
        let view = match selection.has_picks() {
            true => None,
            false => Some(resolve_view(OP, items, source)?),
        };
        let (title, source) = (String::new(), source.clone());
        let by_integers = are_integers(items);
        Ok(Self { title, source, selection, view, store: None, by_integers, tuples: false })
    }

    /// The same with a title above the picture, as a rule the index as it was written.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let explanation = tensor![1, 2, 3].explain(s![1..])?.titled("x[1:]");
    /// assert!(explanation.to_string().starts_with("x[1:]\n"));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The same with shapes and strides written as tuples, `(2,3)`, as the language writes them.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let explanation = tensor![1, 2, 3].explain(s![1..])?.with_tuples();
    /// assert!(explanation.to_string().contains("shape (2,), strides (1,)"));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[must_use]
    pub fn with_tuples(self) -> Self {
        Self { tuples: true, ..self }
    }

    /// The picture of a store: the numbers on the cells are then those of the value's elements that they get.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let explanation = x.explain(s![.., 1..])?.storing(&[2, 1])?;
    /// assert_eq!((explanation.stored(0), explanation.stored(3)), (Some(0), Some(1)));
    /// assert!(x.explain(s![0])?.storing(&[2]).unwrap_err().is_shape());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a value of this shape does not fit what the index takes, or the layout reaches an element twice, so that it
    /// cannot be stored to.
    pub fn storing(self, value: &[usize]) -> Result<Self> {
        if self.source.overlaps_itself().is_possible() {
            return Err(ErrorKind::ReadOnly { op: OP, reason: ReadOnlyReason::Overlapping }.into());
        }
        let counted = Layout::contiguous_for(OP, value, Order::C)?;
        let is_one = self.shape().is_empty() && value.iter().all(|&size| size == 1);
        let layout = match is_one && !self.by_integers {
            true => Layout::contiguous_for(OP, &[], Order::C)?,
            false => store_layout(OP, self.shape(), &counted)?,
        };
        let fit = self.fit_of(value);
        let store = Some(Store { shape: Dims::from_slice(value), fit, layout });
        Ok(Self { store, ..self })
    }

    fn fit_of(&self, value: &[usize]) -> Fit {
        let leading = value.iter().take_while(|&&size| size == 1).count();
        match &value[leading..] {
            _ if value == self.shape() => Fit::Same,
            [] => Fit::Fills,
            rest => match broadcast_shapes(&[rest, self.shape()]) {
                Ok(common) if common[..] == *self.shape() => Fit::Stretches,
                _ => Fit::Squeezes,
            },
        }
    }

    /// The layout of the tensor that is indexed.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2, 3].explain(s![0])?.source().shape(), [3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn source(&self) -> &Layout {
        &self.source
    }

    /// The shape of the result.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2, 3].explain(s![NewAxis, &[0, 0]])?.shape(), [1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        &self.selection.shape
    }

    /// The layout of the result as a view; none where only a copy can hold it.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.explain(s![.., 1])?.view().map(|view| view.offset()), Some(1));
    /// assert!(x.explain(s![&[0, 1]])?.view().is_none());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn view(&self) -> Option<&Layout> {
        self.view.as_ref()
    }

    /// Whether strides express the result, so that it can share memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3];
    /// assert!(x.explain(s![1..])?.is_view() && !x.explain(s![&tensor![true, false, true]])?.is_view());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn is_view(&self) -> bool {
        self.view.is_some()
    }

    /// The index of the source that a position of the result means; positions count in row-major order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let explanation = tensor![[1, 2], [3, 4]].explain(s![&[1, 0], 0])?;
    /// assert_eq!(explanation.cell(0).as_deref(), Some(&[1, 0][..]));
    /// assert_eq!(explanation.cell(2), None);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn cell(&self, position: usize) -> Option<Dims> {
        self.selection.cell(position)
    }

    /// The indices of the source in the order of the result.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let explanation = tensor![1, 2, 3].explain(s![(.., -2)])?;
    /// assert_eq!(explanation.cells().map(|cell| cell[0]).collect::<Vec<_>>(), [2, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = Dims> {
        (0..self.selection.len()).filter_map(|position| self.cell(position))
    }

    /// The positions of the result at which an index of the source stands, in ascending order; more than one only where
    /// an index tensor names it several times.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let explanation = tensor![1, 2, 3].explain(s![&[2, 0, 2]])?;
    /// assert_eq!((explanation.positions(&[2]), explanation.positions(&[1])), (vec![0, 2], vec![]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn positions(&self, cell: &[usize]) -> Vec<usize> {
        self.selection.positions(cell).collect()
    }

    /// The element of the stored value that a position of the region gets, by its row-major number; none without a
    /// [store](Self::storing).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let fill = tensor![1, 2, 3].explain(s![1..])?.storing(&[])?;
    /// assert_eq!((fill.stored(0), fill.stored(1), fill.stored(2)), (Some(0), Some(0), None));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn stored(&self, position: usize) -> Option<usize> {
        let store = self.store.as_ref()?;
        (position < self.selection.len())
            .then(|| unravel(position, self.shape()))
            .and_then(|index| store.layout.offset_of(&index))
    }

    /// The picture and the facts as text.
    ///
    /// ```
    /// use lunette::explain::TextStyle;
    /// use lunette::prelude::*;
    /// let explanation = tensor![1, 2, 3].explain(s![1..])?;
    /// assert!(explanation.to_text(TextStyle::plain()).contains("·  [0] [1]"));
    /// assert!(explanation.to_text(TextStyle::coloured()).contains("\x1b["));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn to_text(&self, style: TextStyle) -> String {
        text::draw(self, style)
    }

    /// The picture and the facts as an SVG document, readable on light and on dark pages.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let svg = tensor![1, 2, 3].explain(s![1..])?.titled("x[1:] & more").to_svg();
    /// assert!(svg.starts_with("<svg ") && svg.contains("x[1:] &amp; more"));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn to_svg(&self) -> String {
        svg::draw(std::slice::from_ref(self))
    }

    /// The pictures of a chain of indices, `x[1:][0]`, as one SVG document: the first at the top, a line between two.
    ///
    /// ```
    /// use lunette::Explanation;
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4], [5, 6]];
    /// let first = x.explain(s![1..])?.titled("x[1:]");
    /// let second = x.view(s![1..])?.explain(s![0])?.titled("x[1:][0]");
    /// let svg = Explanation::chain_to_svg(&[first, second]);
    /// assert!(svg.contains(">x[1:]</text>") && svg.contains(">x[1:][0]</text>"));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn chain_to_svg(steps: &[Self]) -> String {
        svg::draw(steps)
    }

    /// What is written on a cell that the index takes.
    fn label(&self, cell: &[usize]) -> Option<String> {
        let mut positions = self.selection.positions(cell);
        let count = positions.len();
        if self.store.is_some() {
            // Where a cell is written several times, the last value stays.
            return positions
                .last()
                .and_then(|position| self.stored(position))
                .map(|element| element.to_string());
        }
        let first = positions.next()?;
        Some(match (positions.next(), count) {
            (None, _) => first.to_string(),
            (Some(second), 2) => format!("{first},{second}"),
            (Some(second), _) => format!("{first},{second},…"),
        })
    }
}

/// The plain text of [`to_text`](Explanation::to_text).
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(TextStyle::plain()))
    }
}

impl<K: Kind> Tensor<K> {
    /// A picture of what an index takes from this tensor.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let explanation = x.explain(s![0..2, 1])?;
    /// assert_eq!(explanation.view(), Some(x.view(s![0..2, 1])?.layout()));
    /// println!("{explanation}");
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the index does not fit, as with [`load`](Self::load).
    pub fn explain(&self, items: &[Item<'_>]) -> Result<Explanation> {
        Explanation::new(&self.handle.layout, items)
    }
}
