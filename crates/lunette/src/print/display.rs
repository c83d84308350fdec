//! The library's form: `Tensor([[1, 9, 3],` over `[4, 5, 6]])`.

use std::fmt::{self, Alignment, Write};

use super::cut::Cut;
use super::excerpt::Extent;
use super::number::{Cell, Digits, Form};
use super::page::{Page, Sheet};
use super::survey::Survey;
use crate::dtype::Scalar;

/// What stands before the elements; continuation lines are indented by its length.
const OPENING: &str = "Tensor(";

/// A row that would pass this column goes on in the next line.
const LINE: usize = 100;

/// Who chooses between fixed and exponent notation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    /// The numbers do: whatever is read best.
    Best,
    /// The caller did, with `{:e}`.
    Exponent,
}

/// Writes a page in the library's form.
pub(super) fn write(f: &mut fmt::Formatter<'_>, page: &Page<'_>, notation: Notation) -> fmt::Result {
    if page.is_empty() {
        return write!(f, "{OPENING}[], shape={:?}, dtype={})", page.shape, page.dtype);
    }
    let cuts = extent(f).cuts(page.shape);
    let look = Look::of_page(f, page, &cuts, notation)?;
    f.write_str(OPENING)?;
    let rank = page.shape.len();
    page.walk(&cuts, &mut Rows { f, look, rank, column: OPENING.len(), text: String::new() })?;
    if cuts.iter().any(Cut::has_gap) {
        write!(f, ", shape={:?}", page.shape)?;
    }
    f.write_str(")")
}

/// What the format string says of how much is shown: `{:#}` asks for everything.
pub(crate) fn extent(f: &fmt::Formatter<'_>) -> Extent {
    if f.alternate() { Extent::Whole } else { Extent::Summary }
}

/// Writes one scalar in the library's form.
pub(super) fn write_scalar(f: &mut fmt::Formatter<'_>, value: Scalar) -> fmt::Result {
    let look = Look::of_scalar(f);
    let mut text = String::new();
    look.write(&mut text, value)?;
    look.pad(f, &text)
}

/// How the elements of one page look: settled before the first of them is written.
struct Look {
    notation: Notation,
    form: Form,
    digits: Digits,
    /// `{:+}`.
    plus: bool,
    /// The width of every element.
    width: usize,
    align: Alignment,
    fill: char,
    /// `{:08}`: zeros between the sign and the digits.
    zeros: bool,
}

impl Look {
    /// What the format string says, for a number that stands alone.
    fn of_scalar(f: &fmt::Formatter<'_>) -> Self {
        let (form, digits) = match f.precision() {
            Some(decimals) => (Form::Fixed { decimals }, Digits::Exact),
            None => (Form::Plain, Digits::Shortest),
        };
        Self {
            notation: Notation::Best,
            form,
            digits,
            plus: f.sign_plus(),
            width: f.width().unwrap_or(0),
            align: f.align().unwrap_or(Alignment::Right),
            fill: f.fill(),
            zeros: f.sign_aware_zero_pad(),
        }
    }

    /// One form and one width for all elements that `cuts` leaves.
    fn of_page(
        f: &fmt::Formatter<'_>,
        page: &Page<'_>,
        cuts: &[Cut],
        notation: Notation,
    ) -> Result<Self, fmt::Error> {
        let mut look = Self { notation, ..Self::of_scalar(f) };
        let alone = page.shape.is_empty() || f.precision().is_some();
        if notation == Notation::Exponent || !alone {
            let mut reader = Reader { survey: Survey::new(), look: &look };
            page.walk(cuts, &mut reader)?;
            let survey = reader.survey;
            look.form = match notation {
                Notation::Best => survey.best_form(),
                Notation::Exponent => survey.exponent_form(f.precision()),
            };
        }
        let mut ruler = Ruler { look: &look, widest: look.width, text: String::new() };
        page.walk(cuts, &mut ruler)?;
        look.width = ruler.widest;
        Ok(look)
    }

    /// What is written of an element: an integer is a real number where an exponent was asked for.
    fn cell(&self, value: Scalar) -> Cell {
        match Cell::new(value, self.digits) {
            Cell::Int(value) if self.notation == Notation::Exponent => Cell::Real(value as f64),
            cell => cell,
        }
    }

    /// Appends the text of an element, not yet padded.
    fn write(&self, out: &mut String, value: Scalar) -> fmt::Result {
        match self.cell(value) {
            Cell::Bool(value) => write!(out, "{value}"),
            Cell::Int(value) if self.plus => write!(out, "{value:+}"),
            Cell::Int(value) => write!(out, "{value}"),
            Cell::Real(value) => {
                if self.plus && value.is_sign_positive() && !value.is_nan() {
                    out.push('+');
                }
                self.form.write(out, value, self.digits)
            }
            Cell::Complex(re, im) => {
                self.write(out, Scalar::F64(re))?;
                // The imaginary part is a summand, so that its sign is always there.
                if im.is_sign_positive() || im.is_nan() {
                    out.push('+');
                }
                self.form.write(out, im, self.digits)?;
                out.push('j');
                Ok(())
            }
        }
    }

    /// Writes `text` at the common width.
    fn pad(&self, f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
        let missing = self.width.saturating_sub(text.len());
        if self.zeros && !text.contains(|c: char| c.is_ascii_alphabetic() && c != 'e') {
            let digits = text.trim_start_matches(['+', '-']);
            f.write_str(&text[..text.len() - digits.len()])?;
            repeat(f, '0', missing)?;
            return f.write_str(digits);
        }
        let before = match self.align {
            Alignment::Left => 0,
            Alignment::Center => missing / 2,
            Alignment::Right => missing,
        };
        repeat(f, self.fill, before)?;
        f.write_str(text)?;
        repeat(f, self.fill, missing - before)
    }
}

/// The walk that chooses the form.
struct Reader<'a> {
    survey: Survey,
    look: &'a Look,
}

impl Sheet for Reader<'_> {
    fn cell(&mut self, value: Scalar) -> fmt::Result {
        match self.look.cell(value) {
            Cell::Bool(_) | Cell::Int(_) => {}
            Cell::Real(value) => self.survey.see(value),
            Cell::Complex(re, im) => {
                self.survey.see(re);
                self.survey.see(im);
            }
        }
        Ok(())
    }
}

/// The walk that finds the width.
struct Ruler<'a> {
    look: &'a Look,
    widest: usize,
    text: String,
}

impl Sheet for Ruler<'_> {
    fn cell(&mut self, value: Scalar) -> fmt::Result {
        self.text.clear();
        self.look.write(&mut self.text, value)?;
        self.widest = self.widest.max(self.text.len());
        Ok(())
    }
}

/// The walk that writes.
struct Rows<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    look: Look,
    rank: usize,
    /// How much of the line is used.
    column: usize,
    text: String,
}

impl Rows<'_, '_> {
    fn put(&mut self, text: &str) -> fmt::Result {
        self.column = self.column.saturating_add(text.len());
        self.f.write_str(text)
    }

    /// Goes on below the first bracket of the given depth.
    fn new_line(&mut self, depth: usize) -> fmt::Result {
        self.column = OPENING.len() + depth;
        self.f.write_char('\n')?;
        repeat(self.f, ' ', self.column)
    }
}

impl Sheet for Rows<'_, '_> {
    fn cell(&mut self, value: Scalar) -> fmt::Result {
        self.text.clear();
        self.look.write(&mut self.text, value)?;
        self.column = self.column.saturating_add(self.look.width);
        self.look.pad(self.f, &self.text)
    }

    fn open(&mut self) -> fmt::Result {
        self.put("[")
    }

    fn between(&mut self, axis: usize) -> fmt::Result {
        self.put(",")?;
        let below = self.rank - axis - 1;
        if below > 0 {
            if below > 1 {
                self.f.write_char('\n')?;
            }
            return self.new_line(axis + 1);
        }
        // Room for the space, the element, and the comma or bracket behind it.
        let next = self.column.saturating_add(self.look.width).saturating_add(2);
        if next > LINE { self.new_line(self.rank) } else { self.put(" ") }
    }

    fn gap(&mut self, _axis: usize) -> fmt::Result {
        self.put("...")
    }

    fn close(&mut self) -> fmt::Result {
        self.put("]")
    }
}

fn repeat(f: &mut fmt::Formatter<'_>, character: char, times: usize) -> fmt::Result {
    (0..times).try_for_each(|_| f.write_char(character))
}
