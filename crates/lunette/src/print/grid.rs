//! The grid: columns of fixed width, no commas, a line for each row.

use std::fmt;
use std::iter::once;

use super::cut::{self, Cut};
use super::excerpt::Extent;
use super::number::{Cell, Digits, not_finite, scientific};
use super::page::{Page, Sheet};
use crate::dtype::{DType, Scalar};

/// As many entries of an axis are shown at most; of a longer one the head, dots in the tenth place, and the tail.
const MOST: usize = 10;
const HEAD: usize = 5;
const TAIL: usize = 4;

/// The width of a float, unless one of them is wider.
const FLOAT: usize = 9;

/// Floats from here on are hard to read without an exponent, and those that would be all zeros cannot be read at all.
const HUGE: f64 = 1e8;
const TINY: f64 = 0.00005;

/// Writes a page as a grid: columns stand under each other, as wide as the kind of the elements wants and as the widest
/// of them needs.
pub(super) fn write(f: &mut fmt::Formatter<'_>, page: &Page<'_>) -> fmt::Result {
    if page.is_empty() {
        return f.write_str("[]");
    }
    let cuts = Extent::Grid.cuts(page.shape);
    let mut ruler = Ruler { widest: 0 };
    page.walk(&cuts, &mut ruler)?;
    let (rank, width, bools) = (page.shape.len(), ruler.widest, page.dtype == DType::Bool);
    page.walk(&cuts, &mut Lines { f, rank, width, bools })
}

/// The entries that the grid shows of each axis; of a high rank no more than a page holds, inner axes first.
pub(super) fn cuts(shape: &[usize]) -> Vec<Cut> {
    let cut = |size: usize| if size > MOST { Cut::ends(size, HEAD, TAIL) } else { Cut::whole(size) };
    cut::within_room(shape, |size| once(cut(size)).chain(cut::edges(size)))
}

/// Writes one element at its width.
pub(super) fn write_cell(f: &mut fmt::Formatter<'_>, value: Scalar) -> fmt::Result {
    f.write_str(&text_of(value))
}

/// One element at the width of its kind, or wider.
fn text_of(value: Scalar) -> String {
    match Cell::new(value, Digits::Exact) {
        Cell::Bool(value) => format!("{value:<5}"),
        Cell::Int(integer) if value.dtype() == DType::U8 => format!("{integer:3}"),
        Cell::Int(integer) => format!("{integer:4}"),
        Cell::Real(value) => format!("{:>FLOAT$}", real(value, 4)),
        Cell::Complex(re, im) => {
            let sign = if im.is_sign_negative() && !im.is_nan() { '-' } else { '+' };
            format!("{:>FLOAT$}{sign}{}j", real(re, 4), real(im.abs(), 4))
        }
    }
}

/// A number with so many decimals; a negative number gives one of them for its sign, and an exponent takes one more.
fn real(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return not_finite(value).to_owned();
    }
    let (size, decimals) = (value.abs(), if value < 0.0 { decimals - 1 } else { decimals });
    if size >= HUGE || (size < TINY && size > 0.0) {
        let (mantissa, exponent) = scientific(value, Some(decimals - 1));
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs());
    }
    format!("{value:.decimals$}")
}

/// The walk that finds the width.
struct Ruler {
    widest: usize,
}

impl Sheet for Ruler {
    fn cell(&mut self, value: Scalar) -> fmt::Result {
        self.widest = self.widest.max(text_of(value).len());
        Ok(())
    }
}

/// The walk that writes.
struct Lines<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    rank: usize,
    width: usize,
    bools: bool,
}

impl Sheet for Lines<'_, '_> {
    fn cell(&mut self, value: Scalar) -> fmt::Result {
        write!(self.f, "{:>width$}", text_of(value), width = self.width)
    }

    fn open(&mut self) -> fmt::Result {
        self.f.write_str("[")
    }

    fn between(&mut self, axis: usize) -> fmt::Result {
        if axis + 1 == self.rank {
            self.f.write_str(" ")
        } else {
            write!(self.f, "\n{:indent$}", "", indent = axis + 1)
        }
    }

    /// Dots at the width of an element, in a row of them as well as in place of rows.
    fn gap(&mut self, _axis: usize) -> fmt::Result {
        match self.bools {
            true => self.f.write_str(" ... "),
            false => write!(self.f, "{:>width$}", "...", width = self.width),
        }
    }

    fn close(&mut self) -> fmt::Result {
        self.f.write_str("]")
    }
}
