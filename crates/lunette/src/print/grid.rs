//! The grid: columns of fixed width, no commas, a line for each row.

use std::fmt;

use super::cut::Cut;
use super::excerpt::Extent;
use super::number::{Cell, Digits, not_finite};
use super::page::{Page, Sheet};
use crate::dtype::{DType, Scalar};

/// As many entries of an axis are shown at most; of a longer one the head, dots in the tenth place, and the tail.
const MOST: usize = 10;
const HEAD: usize = 5;
const TAIL: usize = 4;

/// The width of a float; wider ones push the rest of their row to the right.
const FLOAT: usize = 9;

/// Writes a page as a grid.
pub(super) fn write(f: &mut fmt::Formatter<'_>, page: &Page<'_>) -> fmt::Result {
    if page.is_empty() {
        return f.write_str("[]");
    }
    page.walk(&Extent::Grid.cuts(page.shape), &mut Lines { f, dtype: page.dtype, rank: page.shape.len() })
}

/// The entries that the grid shows of each axis.
pub(super) fn cuts(shape: &[usize]) -> Vec<Cut> {
    let cut = |&size: &usize| if size > MOST { Cut::ends(size, HEAD, TAIL) } else { Cut::whole(size) };
    shape.iter().map(cut).collect()
}

/// Writes one element at its width.
pub(super) fn write_cell(f: &mut fmt::Formatter<'_>, value: Scalar) -> fmt::Result {
    match Cell::new(value, Digits::Exact) {
        Cell::Bool(value) => write!(f, "{value:<5}"),
        Cell::Int(integer) if value.dtype() == DType::U8 => write!(f, "{integer:3}"),
        Cell::Int(integer) => write!(f, "{integer:4}"),
        Cell::Real(value) => write_real(f, value),
        Cell::Complex(re, im) => {
            write_real(f, re)?;
            if im.is_finite() {
                write!(f, "{im:+.4}j")
            } else {
                let sign = if im < 0.0 { "" } else { "+" };
                write!(f, "{sign}{}j", not_finite(im))
            }
        }
    }
}

/// A negative number gives one decimal for its sign.
fn write_real(f: &mut fmt::Formatter<'_>, value: f64) -> fmt::Result {
    if !value.is_finite() {
        write!(f, "{:>FLOAT$}", not_finite(value))
    } else if value >= 0.0 {
        write!(f, "{value:FLOAT$.4}")
    } else {
        write!(f, "{value:FLOAT$.3}")
    }
}

struct Lines<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    dtype: DType,
    rank: usize,
}

impl Sheet for Lines<'_, '_> {
    fn cell(&mut self, value: Scalar) -> fmt::Result {
        write_cell(self.f, value)
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
        match self.dtype {
            DType::Bool => self.f.write_str(" ... "),
            DType::F16 | DType::BF16 | DType::F32 | DType::F64 => write!(self.f, "{:>FLOAT$}", "..."),
            DType::U8 | DType::Complex64 | DType::Complex128 => self.f.write_str("..."),
            _ => self.f.write_str(" ..."),
        }
    }

    fn close(&mut self) -> fmt::Result {
        self.f.write_str("]")
    }
}
