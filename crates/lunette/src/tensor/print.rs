//! Tensors as text: `Display`, `Debug`, and the two other printers.

use std::fmt;

use super::{Handle, Kind, Tensor};
use crate::dtype::{Element, dispatch};
use crate::print::{self, Page};

impl<K: Kind> Tensor<K> {
    /// The literal that the language reads back to the same value and dtype: `tensor((2,), {1,2})`.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].literal().to_string(), "tensor((2,2), {1,2,3,4})");
    /// ```
    pub fn literal(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(|f| on_page(&self.handle, f, |page, f| write!(f, "{}", page.literal())))
    }

    /// The tensor as a grid of columns without commas.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![0.0, 1.0].grid().to_string(), "[   0.0000    1.0000]");
    /// ```
    pub fn grid(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(|f| on_page(&self.handle, f, |page, f| write!(f, "{}", page.grid())))
    }
}

/// `Tensor([[1, 2],` and so on: right-aligned, summarised above 1000 elements.
///
/// `{:.2}` sets the decimals, `{:8}` the least width of an element, `{:#}` prints every element.
///
/// ```
/// use lunette::prelude::*;
/// assert_eq!(format!("{}", tensor![[1, 9], [4, 5]]), "Tensor([[1, 9],\n        [4, 5]])");
/// assert_eq!(format!("{:.1}", tensor![0.25, 1.0]), "Tensor([0.2, 1.0])");
/// ```
impl<K: Kind> fmt::Display for Tensor<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_page(&self.handle, f, |page, f| fmt::Display::fmt(&page, f))
    }
}

/// The dtype, shape, strides and offset, and the values where nobody is writing them.
impl<K: Kind> fmt::Debug for Tensor<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dtype, layout) = (self.dtype(), self.layout());
        let mut shown = None;
        let read = dispatch!(dtype, T => with_values::<T, _>(&self.handle, |page| {
            shown = Some(fmt::Debug::fmt(&print::debug("Tensor", dtype, layout, Some(page)), f));
        }));
        match (read, shown) {
            (true, Some(result)) => result,
            _ => fmt::Debug::fmt(&print::debug("Tensor", dtype, layout, None), f),
        }
    }
}

/// Prints the values, or, where somebody is writing them, the outline alone.
fn on_page(
    handle: &Handle,
    f: &mut fmt::Formatter<'_>,
    write: impl FnOnce(Page<'_>, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    let (mut result, mut write) = (Ok(()), Some(write));
    let read = dispatch!(handle.dtype, T => with_values::<T, _>(handle, |page| {
        if let Some(write) = write.take() {
            result = write(page, f);
        }
    }));
    if read { result } else { write!(f, "{}", print::unreadable(handle.shape(), handle.dtype)) }
}

/// Hands the values to `show`; false where a guard is in the way.
fn with_values<T: Element, F: FnOnce(Page<'_>)>(handle: &Handle, show: F) -> bool {
    let Ok(guard) = Tensor::<T>::wrap(handle.clone()).read() else { return false };
    let view = guard.as_view();
    let cell = |index: &[usize]| view[index].into();
    show(Page::new(handle.shape(), handle.dtype, &cell));
    true
}
