//! The form for debugging: everything that makes a tensor what it is.

use std::fmt::{self, Write};

use super::excerpt::Extent;
use super::page::{Page, Sheet};
use super::{Style, scalar};
use crate::dtype::{DType, Scalar};
use crate::layout::Layout;

/// What `{:?}` shows of a tensor or view: its dtype, shape, strides and offset, and its values where they can be read.
///
/// Values are summarised as `Display` does it; `{:.2?}` sets the number of decimals, and `{:#?}` puts each field and
/// each row on a line of its own.
///
/// ```
/// use lunette::layout::{Layout, Order};
/// use lunette::print::{Page, debug};
/// use lunette::{DType, Scalar};
///
/// let layout = Layout::contiguous(&[2, 3], Order::C)?;
/// let cell = |index: &[usize]| Scalar::I32((3 * index[0] + index[1]) as i32);
/// let page = Page::new(layout.shape(), DType::I32, &cell);
/// assert_eq!(
///     format!("{:?}", debug("Tensor", DType::I32, &layout, Some(page))),
///     "Tensor<i32> { shape: [2, 3], strides: [3, 1], offset: 0, values: [[0, 1, 2], [3, 4, 5]] }"
/// );
/// assert_eq!(
///     format!("{:?}", debug("Tensor", DType::I32, &layout, None)),
///     "Tensor<i32> { shape: [2, 3], strides: [3, 1], offset: 0, .. }"
/// );
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn debug<'a>(
    name: &'a str,
    dtype: DType,
    layout: &'a Layout,
    values: Option<Page<'a>>,
) -> impl fmt::Debug + 'a {
    fmt::from_fn(move |f| {
        let mut fields = f.debug_struct(&format!("{name}<{dtype}>"));
        // As arguments of their own the lists stay on one line, also in `{:#?}`.
        fields.field("shape", &format_args!("{:?}", layout.shape()));
        fields.field("strides", &format_args!("{:?}", layout.strides()));
        fields.field("offset", &format_args!("{}", layout.offset()));
        match &values {
            Some(page) => fields.field("values", &fmt::from_fn(|f| write_values(f, page))).finish(),
            None => fields.finish_non_exhaustive(),
        }
    })
}

fn write_values(f: &mut fmt::Formatter<'_>, page: &Page<'_>) -> fmt::Result {
    if page.is_empty() {
        return f.write_str("[]");
    }
    let (rank, precision) = (page.shape.len(), f.precision());
    page.walk(&Extent::Summary.cuts(page.shape), &mut Lists { f, rank, precision })
}

struct Lists<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    rank: usize,
    precision: Option<usize>,
}

impl Sheet for Lists<'_, '_> {
    fn cell(&mut self, value: Scalar) -> fmt::Result {
        let text = scalar(value, Style::Display);
        match self.precision {
            Some(decimals) => write!(self.f, "{text:.decimals$}"),
            None => write!(self.f, "{text}"),
        }
    }

    fn open(&mut self) -> fmt::Result {
        self.f.write_str("[")
    }

    fn between(&mut self, axis: usize) -> fmt::Result {
        if self.f.alternate() && axis + 1 < self.rank {
            self.f.write_str(",\n")?;
            (0..=axis).try_for_each(|_| self.f.write_char(' '))
        } else {
            self.f.write_str(", ")
        }
    }

    fn gap(&mut self, _axis: usize) -> fmt::Result {
        self.f.write_str("...")
    }

    fn close(&mut self) -> fmt::Result {
        self.f.write_str("]")
    }
}
