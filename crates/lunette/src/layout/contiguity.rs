//! Which layouts fill one segment, and layouts that do so in a wanted order of axes.

use super::{Axes, AxisList, Layout, Order};

/// A layout that is one piece of memory; only such layouts have one.
#[derive(Clone, Copy)]
pub(crate) struct Dense<'l> {
    layout: &'l Layout,
    len: usize,
    order: Order,
    /// Whether the axes are those of fresh memory, steps of single entries included.
    is_fresh: bool,
}

impl<'l> Dense<'l> {
    #[inline]
    pub(crate) fn layout(self) -> &'l Layout {
        self.layout
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn order(self) -> Order {
        self.order
    }

    /// The piece that `layout` is, if it has the very same axes.
    #[inline(always)]
    pub(crate) fn like(self, layout: &'l Layout) -> Option<Self> {
        (self.layout.axes == layout.axes).then_some(Self { layout, ..self })
    }

    /// Whether the piece is some number of times the shape of `part`, side by side, so that `part` broadcasts to it.
    pub(crate) fn repeats(self, part: Self) -> bool {
        let (shape, row) = (self.layout.shape(), part.layout.shape());
        let leading = row.iter().take_while(|&&size| size == 1).count();
        row.len() <= shape.len()
            // One by one: a comparison of two slices is a call.
            && row[leading..].iter().rev().zip(shape.iter().rev()).all(|(size, other)| size == other)
            && (part.len == 1 || (self.order, part.order) == (Order::C, Order::C))
    }

    /// The layout of fresh memory of the same shape and order.
    #[inline(always)]
    pub(crate) fn fresh_layout(self) -> Layout {
        let axes = match self.is_fresh {
            true => self.layout.axes.clone(),
            false => Axes::contiguous(self.layout.shape(), self.order),
        };
        Layout::trusted(axes, 0)
    }
}

impl Layout {
    /// Whether the elements lie one after the other in row-major order.
    ///
    /// Axes of size 1 do not count whatever their stride, and an empty layout is contiguous in both orders.
    ///
    /// ```
    /// use lunette::layout::Layout;
    /// # fn main() -> lunette::Result<()> {
    /// let column = Layout::new(&[3, 1], &[1, 999], 0)?;
    /// assert!(column.is_c_contiguous() && column.is_f_contiguous());
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn is_c_contiguous(&self) -> bool {
        follows(self.axes.iter().rev()) || self.is_empty()
    }

    /// Whether the elements lie one after the other in column-major order; see [`is_c_contiguous`].
    ///
    /// [`is_c_contiguous`]: Self::is_c_contiguous
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// assert!(Layout::contiguous(&[2, 3], Order::F)?.is_f_contiguous());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn is_f_contiguous(&self) -> bool {
        follows(self.axes.iter()) || self.is_empty()
    }

    /// The one piece of memory that the layout is, if it is row-major or else column-major.
    #[inline(always)]
    pub(crate) fn dense(&self) -> Option<Dense<'_>> {
        match self.axes.len_if_fresh() {
            Some(len) => Some(Dense { layout: self, len, order: Order::C, is_fresh: true }),
            None => self.dense_otherwise(),
        }
    }

    #[inline(never)]
    fn dense_otherwise(&self) -> Option<Dense<'_>> {
        let order = if self.is_c_contiguous() {
            Order::C
        } else if self.is_f_contiguous() {
            Order::F
        } else {
            return None;
        };
        Some(Dense { layout: self, len: self.len(), order, is_fresh: false })
    }

    /// Whether the elements fill one segment without a gap, each once, in whatever order and direction of axes.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let turned = Layout::contiguous(&[2, 3, 4], Order::C)?.permute(&[1, 2, 0])?;
    /// assert!(turned.is_contiguous() && !turned.is_c_contiguous() && !turned.is_f_contiguous());
    /// # Ok(())
    /// # }
    /// ```
    pub fn is_contiguous(&self) -> bool {
        if self.is_c_contiguous() {
            return true;
        }
        let mut expected = 1;
        self.axes_slowest_first().iter().rev().all(|&axis| {
            let fits = self.strides()[axis].unsigned_abs() == expected;
            expected *= self.shape()[axis];
            fits
        })
    }

    /// The layout of fresh memory of the same shape whose axes lie in the same order ("K order").
    ///
    /// Where the order cannot be told, on axes of size 1 or of equal steps, it is row-major. Steps are positive.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?.transpose().flip(None)?;
    /// assert_eq!((x.strides(), x.contiguous_like().strides()), (&[-1, -3][..], &[1, 3][..]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn contiguous_like(&self) -> Self {
        let mut axes = Axes::contiguous(self.shape(), Order::C);
        if !self.is_c_contiguous() {
            let (shape, strides) = axes.both_mut();
            let mut step = 1;
            for &axis in self.axes_slowest_first().iter().rev() {
                strides[axis] = step;
                step *= shape[axis] as isize;
            }
        }
        Self::trusted(axes, 0)
    }

    /// The axes of size above 1, by falling size of their steps; equal ones in their own order.
    fn axes_slowest_first(&self) -> AxisList {
        let mut axes: AxisList = (0..self.rank()).filter(|&axis| self.shape()[axis] != 1).collect();
        axes.sort_by_key(|&axis| std::cmp::Reverse(self.strides()[axis].unsigned_abs()));
        axes
    }
}

/// Whether each axis, from the fastest on, steps over exactly the axes before it.
#[inline]
fn follows(mut axes: impl Iterator<Item = (usize, isize)>) -> bool {
    let mut expected = 1isize;
    axes.all(|(size, stride)| {
        let fits = size == 1 || stride == expected;
        // Wrapping: a zero size makes the layout empty, and then the answer is not used.
        expected = expected.wrapping_mul(size as isize);
        fits
    })
}
