//! What the printers read, and the walk through it.

use std::fmt;

use super::cut::Cut;
use super::display::{self, Notation};
use super::{grid, literal};
use crate::dtype::{DType, Scalar};
use crate::layout::{Dims, MAX_RANK};
use crate::nest::cancel::Pace;

/// A shape, a dtype, and a function that gives the element at an index: all that a printer needs to know.
///
/// `Display` is the library's form. `{:.2}` sets the number of decimals, `{:8}` the least width of an element, `{:+}`
/// writes the sign of positive numbers too, `{:#}` shows every element however many there are, and `{:e}` asks for the
/// exponent form. Without `#`, a page of more than 1000 elements shows the first and last three entries of long axes.
///
/// Elements are read up to three times, so the function should give the same answer each time.
///
/// ```
/// use lunette::print::Page;
/// use lunette::{DType, Scalar};
/// let cell = |index: &[usize]| Scalar::F64(index[0] as f64);
/// let page = Page::new(&[2], DType::F64, &cell);
/// assert_eq!(format!("{page:.2}"), "Tensor([0.00, 1.00])");
/// ```
#[derive(Clone, Copy)]
pub struct Page<'a> {
    pub(super) shape: &'a [usize],
    pub(super) dtype: DType,
    cell: &'a dyn Fn(&[usize]) -> Scalar,
}

impl fmt::Debug for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("dtype", &self.dtype).field("shape", &self.shape).finish_non_exhaustive()
    }
}

impl<'a> Page<'a> {
    /// A page whose element at each index of `shape` is what `cell` gives; its scalars have the dtype `dtype`.
    ///
    /// With more than [`MAX_RANK`] axes its text is an outline.
    ///
    /// ```
    /// use lunette::print::Page;
    /// use lunette::{DType, Scalar};
    /// let cell = |index: &[usize]| Scalar::F64(index[0] as f64);
    /// let page = Page::new(&[2], DType::F64, &cell);
    /// assert_eq!(page.literal().to_string(), "tensor((2,), {0.0,1.0})");
    /// ```
    pub fn new(shape: &'a [usize], dtype: DType, cell: &'a dyn Fn(&[usize]) -> Scalar) -> Self {
        Self { shape, dtype, cell }
    }

    /// A literal of the language that reads back to the same value and dtype; never summarised.
    ///
    /// - `tensor((2,3), {6,7,8,9,10,11})` for i32, f64 and bool; every other dtype, and every empty tensor, names
    ///   its dtype: `tensor<i64>((2,), {1,2})`, `tensor<f64>((0,3), {})`.
    /// - An integer that is too large for an unsuffixed literal has its suffix, also between the braces:
    ///   `tensor<i64>((2,), {1,5000000000i64})`.
    /// - Floats are Rust's `{:?}` with the shortest digits of their own precision, and `nan`, `inf`, `-inf`.
    /// - Complex numbers are sums, `1.0-2.0j`. Where a sum would lose something (a part that is not finite, the sign of
    ///   a zero) they are calls: `complex(-0.0,inf)`.
    /// - Rank 0 is its scalar, with a suffix where the dtype needs one: `5`, `5i64`, `2.5f32`. A scalar that has no
    ///   literal (complex64, a NaN that is not f64) is a tensor of shape `()`: `tensor<f32>((), {nan})`.
    ///
    /// ```
    /// use lunette::print::Page;
    /// use lunette::{DType, Scalar};
    /// let cell = |index: &[usize]| Scalar::F64(index[0] as f64);
    /// let page = Page::new(&[2], DType::F64, &cell);
    /// assert_eq!(page.literal().to_string(), "tensor((2,), {0.0,1.0})");
    /// ```
    pub fn literal(self) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| self.write_by(f, literal::write))
    }

    /// The grid: no commas, rows on lines of their own, floats 9 wide with 4 decimals (3 when negative), integers 4
    /// wide, u8 3 wide, bools 5 wide, and all of them wider where one needs it; of an axis with more than 10 entries the
    /// first 5 and the last 4, and of a high rank no more than 1000 elements, inner axes first. Floats from 1e8 on, and those that 4 decimals would make 0, have an exponent.
    ///
    /// ```
    /// use lunette::print::Page;
    /// use lunette::{DType, Scalar};
    /// let cell = |index: &[usize]| Scalar::F64(index[0] as f64);
    /// let page = Page::new(&[2], DType::F64, &cell);
    /// assert_eq!(page.grid().to_string(), "[   0.0000    1.0000]");
    /// ```
    pub fn grid(self) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| self.write_by(f, grid::write))
    }

    /// The text of one printer, whose walk goes as deep as there are axes; no tensor has more than [`MAX_RANK`] of them.
    fn write_by(
        &self,
        f: &mut fmt::Formatter<'_>,
        write: impl FnOnce(&mut fmt::Formatter<'_>, &Self) -> fmt::Result,
    ) -> fmt::Result {
        match self.shape.len() {
            ..=MAX_RANK => write(f, self),
            rank => write!(f, "Tensor(..., {rank} axes, dtype={})", self.dtype),
        }
    }

    /// Whether there is no element at all.
    pub(super) fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// Shows `sheet` the entries that `cuts` leaves, in row-major order.
    ///
    /// Between any two cells or gaps that follow each other, `between` is called exactly once.
    pub(super) fn walk(&self, cuts: &[Cut], sheet: &mut dyn Sheet) -> fmt::Result {
        let mut index = Dims::from_elem(0, self.shape.len());
        self.walk_axis(cuts, &mut index, 0, (sheet, &mut Pace::default()))
    }

    /// The entries of `axis` below the entries of the outer axes that `index` already holds.
    fn walk_axis(
        &self,
        cuts: &[Cut],
        index: &mut Dims,
        axis: usize,
        (sheet, pace): (&mut dyn Sheet, &mut Pace),
    ) -> fmt::Result {
        let Some(cut) = cuts.get(axis) else {
            pace.step();
            return sheet.cell((self.cell)(index));
        };
        sheet.open()?;
        for (nth, entry) in cut.entries().enumerate() {
            if nth > 0 {
                sheet.between(axis)?;
            }
            match entry {
                Some(at) => {
                    index[axis] = at;
                    self.walk_axis(cuts, index, axis + 1, (&mut *sheet, &mut *pace))?;
                }
                None => sheet.gap(axis)?,
            }
        }
        sheet.close()
    }
}

/// What a printer does at each step of a walk.
pub(super) trait Sheet {
    /// One element.
    fn cell(&mut self, value: Scalar) -> fmt::Result;

    /// Before the entries of an axis.
    fn open(&mut self) -> fmt::Result {
        Ok(())
    }

    /// Between two entries of `axis`.
    fn between(&mut self, _axis: usize) -> fmt::Result {
        Ok(())
    }

    /// In place of the entries of `axis` that are left out.
    fn gap(&mut self, _axis: usize) -> fmt::Result {
        Ok(())
    }

    /// After the entries of an axis.
    fn close(&mut self) -> fmt::Result {
        Ok(())
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_by(f, |f, page| display::write(f, page, Notation::Best))
    }
}

impl fmt::LowerExp for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_by(f, |f, page| display::write(f, page, Notation::Exponent))
    }
}
