//! The language's form: text that reads back to the same value and dtype.

use std::fmt::{self, Write};

use super::excerpt::Extent;
use super::number::{Cell, Digits, Form};
use super::page::{Page, Sheet};
use crate::dtype::{DType, Scalar};

/// Writes a page as a literal.
pub(super) fn write(f: &mut fmt::Formatter<'_>, page: &Page<'_>) -> fmt::Result {
    if page.shape.is_empty() {
        return page.walk(&[], &mut Alone { f });
    }
    let named = page.is_empty() || !is_default(page.dtype);
    open(f, page.shape, named.then_some(page.dtype))?;
    if !page.is_empty() {
        page.walk(&Extent::Whole.cuts(page.shape), &mut Values { f, text: String::new() })?;
    }
    f.write_str("})")
}

/// Writes one scalar as a literal.
pub(super) fn write_scalar(f: &mut fmt::Formatter<'_>, value: Scalar) -> fmt::Result {
    let mut text = String::new();
    write_value(&mut text, value)?;
    let dtype = value.dtype();
    match Cell::new(value, Digits::Shortest) {
        _ if is_default(dtype) || dtype == DType::Complex128 => f.write_str(&text),
        // Behind an integer that needed it the suffix stands already.
        Cell::Int(_) if text.ends_with(dtype.name()) => f.write_str(&text),
        Cell::Int(_) => write!(f, "{text}{dtype}"),
        Cell::Real(real) if real.is_finite() => write!(f, "{text}{dtype}"),
        _ => {
            open(f, &[], Some(dtype))?;
            write!(f, "{text}}})")
        }
    }
}

/// The dtypes that unsuffixed literals have.
fn is_default(dtype: DType) -> bool {
    matches!(dtype, DType::Bool | DType::I32 | DType::F64)
}

/// Everything before the first value.
fn open(f: &mut fmt::Formatter<'_>, shape: &[usize], dtype: Option<DType>) -> fmt::Result {
    f.write_str("tensor")?;
    if let Some(dtype) = dtype {
        write!(f, "<{dtype}>")?;
    }
    f.write_str("(")?;
    write_shape(f, shape)?;
    f.write_str(", {")
}

/// A shape as a tuple of the language: `(2,3)`, `(3,)`, `()`.
fn write_shape(f: &mut fmt::Formatter<'_>, shape: &[usize]) -> fmt::Result {
    f.write_str("(")?;
    for (axis, size) in shape.iter().enumerate() {
        let comma = if axis == 0 { "" } else { "," };
        write!(f, "{comma}{size}")?;
    }
    f.write_str(if shape.len() == 1 { ",)" } else { ")" })
}

/// Appends a value as it stands between braces, where the dtype is known.
fn write_value(out: &mut String, value: Scalar) -> fmt::Result {
    match Cell::new(value, Digits::Shortest) {
        Cell::Bool(value) => write!(out, "{value}"),
        Cell::Int(integer) if i32::try_from(integer).is_ok() => write!(out, "{integer}"),
        Cell::Int(integer) => write!(out, "{integer}{}", value.dtype()),
        Cell::Real(real) => write_real(out, real),
        Cell::Complex(re, im) => write_complex(out, re, im),
    }
}

fn write_real(out: &mut String, value: f64) -> fmt::Result {
    Form::Plain.write(out, value, Digits::Shortest)
}

/// A sum of a real and an imaginary literal where adding gives back both parts, else a call.
///
/// The real literal is (re, 0) and the imaginary one (0, |im|). Adding or subtracting them loses the sign of a zero in
/// some places, and an infinite imaginary part has no literal.
fn write_complex(out: &mut String, re: f64, im: f64) -> fmt::Result {
    let signed_zero = |part: f64| part == 0.0 && part.is_sign_negative();
    let plain = re.is_finite() && im.is_finite() && !signed_zero(re) && !signed_zero(im);
    if !plain {
        out.push_str("complex(");
        write_real(out, re)?;
        out.push(',');
        write_real(out, im)?;
        out.push(')');
        return Ok(());
    }
    write_real(out, re)?;
    if im >= 0.0 {
        out.push('+');
    }
    write_real(out, im)?;
    out.push('j');
    Ok(())
}

/// The one value of rank 0.
struct Alone<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
}

impl Sheet for Alone<'_, '_> {
    fn cell(&mut self, value: Scalar) -> fmt::Result {
        write_scalar(self.f, value)
    }
}

/// The values between the braces, in row-major order.
struct Values<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    text: String,
}

impl Sheet for Values<'_, '_> {
    fn cell(&mut self, value: Scalar) -> fmt::Result {
        self.text.clear();
        write_value(&mut self.text, value)?;
        self.f.write_str(&self.text)
    }

    fn between(&mut self, _axis: usize) -> fmt::Result {
        self.f.write_str(",")
    }
}
