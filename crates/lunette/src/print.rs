//! The three printers: a literal of the language, the library's `Display`, and the grid.
//!
//! All of them read a [`Page`]: a shape, a dtype, and a function that gives the element at an index. They know nothing
//! of tensors, so that tensors and borrowed views print alike.
//!
//! ```
//! use lunette::print::Page;
//! use lunette::{DType, Scalar};
//!
//! let cell = |index: &[usize]| Scalar::I32((3 * index[0] + index[1]) as i32);
//! let page = Page::new(&[2, 3], DType::I32, &cell);
//! assert_eq!(page.to_string(), "Tensor([[0, 1, 2],\n        [3, 4, 5]])");
//! assert_eq!(page.literal().to_string(), "tensor((2,3), {0,1,2,3,4,5})");
//! assert_eq!(page.grid().to_string(), "[[   0    1    2]\n [   3    4    5]]");
//! ```

mod cut;
mod debug;
mod display;
mod excerpt;
mod grid;
mod literal;
mod number;
mod page;
mod survey;

#[cfg(test)]
mod tests;

use std::fmt;

pub use self::debug::debug;
pub(crate) use self::display::extent;
pub(crate) use self::excerpt::{Excerpt, Extent};
pub use self::page::Page;
use crate::dtype::{DType, Scalar};

/// Which of the three printers writes a scalar.
///
/// ```
/// use lunette::print::{Style, scalar};
/// assert_eq!(scalar(5i64.into(), Style::Literal).to_string(), "5i64");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// A literal that the language reads back to the same value and dtype: `5i64`.
    Literal,
    /// The library's plain form: `5`. Width, precision and `+` of the format string count.
    Display,
    /// One cell of the grid: `   5`.
    Grid,
}

/// One scalar in the style of one of the printers.
///
/// ```
/// use lunette::Scalar;
/// use lunette::print::{Style, scalar};
///
/// let half = Scalar::F32(0.5);
/// assert_eq!(scalar(half, Style::Literal).to_string(), "0.5f32");
/// assert_eq!(scalar(half, Style::Display).to_string(), "0.5");
/// assert_eq!(scalar(half, Style::Grid).to_string(), "   0.5000");
/// assert_eq!(format!("{:+.2}", scalar(half, Style::Display)), "+0.50");
/// ```
pub fn scalar(value: Scalar, style: Style) -> impl fmt::Display {
    fmt::from_fn(move |f| match style {
        Style::Literal => literal::write_scalar(f, value),
        Style::Display => display::write_scalar(f, value),
        Style::Grid => grid::write_cell(f, value),
    })
}

/// What stands for a tensor whose elements cannot be read right now, because somebody is writing them.
///
/// ```
/// use lunette::{DType, print};
/// assert_eq!(print::unreadable(&[2, 3], DType::F32).to_string(), "Tensor(..., shape=[2, 3], dtype=f32)");
/// ```
pub fn unreadable(shape: &[usize], dtype: DType) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "Tensor(..., shape={shape:?}, dtype={dtype})"))
}
