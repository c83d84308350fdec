//! Tensors as text: `Display`, `Debug`, and the two other printers.

use std::fmt;

use super::{Handle, Kind, Tensor};
use crate::buffer::look;
use crate::dtype::{Element, Scalar, dispatch};
use crate::error::Result;
use crate::ops::lists;
use crate::print::{self, Excerpt, Extent, Page};

impl<K: Kind> Tensor<K> {
    /// The literal that the language reads back to the same value and dtype: `tensor((2,), {1,2})`.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].literal().to_string(), "tensor((2,2), {1,2,3,4})");
    /// ```
    ///
    /// Where the values cannot be read, because a guard is writing them or no memory holds so many, the text is the
    /// outline that `Display` shows then, and no literal: [`to_literal`](Self::to_literal) is an error instead.
    pub fn literal(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(|f| on_page(&self.handle, Extent::Whole, f, |page, f| write!(f, "{}", page.literal())))
    }

    /// [`literal`](Self::literal) as a string.
    ///
    /// # Errors
    /// If a write guard on the memory lives, another thread is writing it and this one holds a guard, or there is no
    /// memory for the elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2];
    /// assert_eq!(x.to_literal()?, "tensor((2,), {1,2})");
    /// let guard = x.write()?;
    /// assert!(x.to_literal().unwrap_err().is_busy());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn to_literal(&self) -> Result<String> {
        with_page(&self.handle, Extent::Whole, |page| Ok(page?.literal().to_string()))
    }

    /// The tensor as a grid of columns without commas.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![0.0, 1.0].grid().to_string(), "[   0.0000    1.0000]");
    /// ```
    pub fn grid(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(|f| on_page(&self.handle, Extent::Grid, f, |page, f| write!(f, "{}", page.grid())))
    }
}

/// `Tensor([[1, 2],` and so on: right-aligned, summarised above 1000 elements.
///
/// `{:.2}` sets the decimals, `{:8}` the least width of an element, `{:e}` asks for exponents, `{:#}` prints every
/// element.
///
/// ```
/// use lunette::prelude::*;
/// assert_eq!(format!("{}", tensor![[1, 9], [4, 5]]), "Tensor([[1, 9],\n        [4, 5]])");
/// assert_eq!(format!("{:.1}", tensor![0.25, 1.0]), "Tensor([0.2, 1.0])");
/// ```
impl<K: Kind> fmt::Display for Tensor<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_page(&self.handle, print::extent(f), f, |page, f| fmt::Display::fmt(&page, f))
    }
}

/// As `Display`, every number with an exponent; `{:.2e}` sets the decimals.
///
/// ```
/// use lunette::prelude::*;
/// assert_eq!(format!("{:e}", tensor![1500.0, 0.25]), "Tensor([1.5e+03, 2.5e-01])");
/// assert_eq!(format!("{:.2e}", tensor![1500, 7]), "Tensor([1.50e+03, 7.00e+00])");
/// ```
impl<K: Kind> fmt::LowerExp for Tensor<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_page(&self.handle, print::extent(f), f, |page, f| fmt::LowerExp::fmt(&page, f))
    }
}

/// The dtype, shape, strides and offset, and the values where nobody is writing them.
impl<K: Kind> fmt::Debug for Tensor<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dtype, layout) = (self.dtype(), self.layout());
        with_page(&self.handle, Extent::Summary, |page| {
            fmt::Debug::fmt(&print::debug("Tensor", dtype, layout, page.ok()), f)
        })
    }
}

/// Prints the values, or, where somebody is writing them, the outline alone.
fn on_page(
    handle: &Handle,
    extent: Extent,
    f: &mut fmt::Formatter<'_>,
    write: impl FnOnce(Page<'_>, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    with_page(handle, extent, |page| match page {
        Ok(page) => write(page, f),
        Err(_) => write!(f, "{}", print::unreadable(handle.shape(), handle.dtype)),
    })
}

/// The values that a printer shows, whatever their dtype.
type Cells = Box<dyn Fn(&[usize]) -> Scalar>;

/// Hands the values that a printer shows to it; an error where they cannot be read.
fn with_page<R>(handle: &Handle, extent: Extent, show: impl FnOnce(Result<Page<'_>>) -> R) -> R {
    let cells: Result<Cells> = dispatch!(handle.dtype, T => {
        excerpt::<T>(handle, extent).map(|excerpt| -> Cells {
            Box::new(move |index| excerpt.get(index).unwrap_or_default().into())
        })
    });
    match cells {
        Ok(cell) => show(Ok(Page::new(handle.shape(), handle.dtype, &*cell))),
        Err(error) => show(Err(error)),
    }
}

/// Copies what is shown while the memory is locked. Text is written after that: writing it may run code of the user,
/// and may take its time, while others go on.
fn excerpt<T: Element>(handle: &Handle, extent: Extent) -> Result<Excerpt<T>> {
    let op = "print";
    lists::check_room::<T>(op, Excerpt::<T>::len(handle.shape(), extent))?;
    look::<T, _, 1>(op, [(&handle.buffer, &handle.layout)], |[view]| {
        Excerpt::new(handle.shape(), extent, |index| view[index])
    })
}
