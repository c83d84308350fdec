//! Fewer, longer axes for loops: neighbours that one stride walks through become one axis.

use super::{Dims, Layout, Strides};

impl Layout {
    /// The sizes and steps of the fewest axes that go through the same elements in the same order: axes of size 1
    /// dropped, neighbours merged, none exchanged. An empty layout is one axis of size 0, a single element none.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let x = Layout::contiguous("example", &[2, 1, 3, 4], Order::C)?;
    /// let (shape, strides) = x.coalesce();
    /// assert_eq!((&shape[..], &strides[..]), (&[24][..], &[1][..]));
    /// # Ok(())
    /// # }
    /// ```
    pub fn coalesce(&self) -> (Dims, Strides) {
        let (shape, [strides]) = merge(self.shape(), [self]);
        (shape, strides)
    }
}

/// The same for layouts of one shape that are walked together: only what all of them can merge is merged.
///
/// `None` when the shapes differ, or there is no layout.
pub fn coalesce_together<const N: usize>(layouts: [&Layout; N]) -> Option<(Dims, [Strides; N])> {
    let shape = layouts.first()?.shape();
    layouts.iter().all(|layout| layout.shape() == shape).then(|| merge(shape, layouts))
}

fn merge<const N: usize>(shape: &[usize], layouts: [&Layout; N]) -> (Dims, [Strides; N]) {
    if shape.contains(&0) {
        return (Dims::from_slice(&[0]), std::array::from_fn(|_| Strides::from_slice(&[0])));
    }
    let mut merged = Dims::new();
    let mut strides: [Strides; N] = std::array::from_fn(|_| Strides::new());
    for (axis, &size) in shape.iter().enumerate().filter(|&(_, &size)| size != 1) {
        // The open axis goes on when, in every layout, one step of it is `size` steps of the next one.
        let goes_on = layouts.iter().zip(&strides).all(|(layout, strides)| {
            strides
                .last()
                .is_some_and(|&step| layout.strides()[axis].checked_mul(size as isize) == Some(step))
        });
        match merged.last_mut() {
            Some(last) if goes_on => {
                *last *= size; // At most the element count (invariant 2).
                for strides in &mut strides {
                    strides.pop();
                }
            }
            _ => merged.push(size),
        }
        for (strides, layout) in strides.iter_mut().zip(layouts) {
            strides.push(layout.strides()[axis]);
        }
    }
    (merged, strides)
}
