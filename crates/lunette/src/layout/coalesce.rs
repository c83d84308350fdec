//! Fewer, longer axes for loops: neighbours that one stride walks through become one axis.

use super::{Axes, Dims, Layout, Strides};

impl Layout {
    /// The sizes and steps of the fewest axes that go through the same elements in the same order: axes of size 1
    /// dropped, neighbours merged, none exchanged. An empty layout is one axis of size 0, a single element none.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let x = Layout::contiguous(&[2, 1, 3, 4], Order::C)?;
    /// let (shape, strides) = x.coalesce();
    /// assert_eq!((&shape[..], &strides[..]), (&[24][..], &[1][..]));
    /// # Ok(())
    /// # }
    /// ```
    pub fn coalesce(&self) -> (Dims, Strides) {
        if self.is_empty() {
            return (Dims::from_slice(&[0]), Strides::from_slice(&[0]));
        }
        self.axes.coalesced().iter().unzip()
    }
}

impl Axes {
    /// The fewest axes that go through the same elements in the same order: axes of size 1 dropped, neighbours merged.
    pub(crate) fn coalesced(&self) -> Self {
        let mut merged = Self::new();
        let mut open: Option<(usize, isize)> = None;
        for (size, stride) in self.iter().filter(|&(size, _)| size != 1) {
            open = Some(match open {
                // Wrapping: an empty layout's strides may be anything.
                Some((n, s)) if s == stride.wrapping_mul(size as isize) => (n * size, stride),
                Some((n, s)) => {
                    merged.push(n, s);
                    (size, stride)
                }
                None => (size, stride),
            });
        }
        if let Some((n, s)) = open {
            merged.push(n, s);
        }
        merged
    }
}
