//! Numbers as text: which digits, and in which notation.

use std::fmt::{self, Write};

use half::{bf16, f16};

use crate::dtype::Scalar;

/// A scalar reduced to the four shapes that text has.
#[derive(Clone, Copy)]
pub(super) enum Cell {
    Bool(bool),
    Int(i128),
    Real(f64),
    Complex(f64, f64),
}

/// What the `f64` that stands for a number of lower precision means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    /// The shortest decimal that reads back to the number: an `f32` of 0.1 is 0.1.
    Shortest,
    /// The number itself: an `f32` of 0.1 is 0.100000001490116.
    Exact,
}

impl Cell {
    pub(super) fn new(value: Scalar, digits: Digits) -> Self {
        let single = |v: f32| if digits == Digits::Exact { f64::from(v) } else { shortest_f32(v) };
        match value {
            Scalar::Bool(v) => Self::Bool(v),
            Scalar::I8(v) => Self::Int(v.into()),
            Scalar::I16(v) => Self::Int(v.into()),
            Scalar::I32(v) => Self::Int(v.into()),
            Scalar::I64(v) => Self::Int(v.into()),
            Scalar::U8(v) => Self::Int(v.into()),
            Scalar::U16(v) => Self::Int(v.into()),
            Scalar::U32(v) => Self::Int(v.into()),
            Scalar::U64(v) => Self::Int(v.into()),
            Scalar::F16(v) if digits == Digits::Exact => Self::Real(v.into()),
            Scalar::BF16(v) if digits == Digits::Exact => Self::Real(v.into()),
            Scalar::F16(v) => Self::Real(shortest_half(v.into(), |decimal| f16::from_f64(decimal) == v)),
            Scalar::BF16(v) => Self::Real(shortest_half(v.into(), |decimal| bf16::from_f64(decimal) == v)),
            Scalar::F32(v) => Self::Real(single(v)),
            Scalar::F64(v) => Self::Real(v),
            Scalar::Complex64(v) => Self::Complex(single(v.re), single(v.im)),
            Scalar::Complex128(v) => Self::Complex(v.re, v.im),
        }
    }
}

/// The `f64` with the same shortest digits as `value`: at most nine of them, and an `f64` keeps fifteen.
fn shortest_f32(value: f32) -> f64 {
    format!("{value:e}").parse().unwrap_or(f64::from(value))
}

/// The `f64` with the fewest digits that `same` takes for `value`; five are enough for f16, four for bf16.
fn shortest_half(value: f64, same: impl Fn(f64) -> bool) -> f64 {
    let rounded = |decimals: usize| format!("{value:.decimals$e}").parse().unwrap_or(value);
    (0..=4).map(rounded).find(|&decimal| same(decimal)).unwrap_or(value)
}

/// How the real numbers of a page are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Each for itself, as Rust's `{:?}` does: `0.5`, `1e16`.
    Plain,
    /// With this many decimals.
    Fixed { decimals: usize },
    /// With this many decimals before an exponent of at least this many digits: `1.50e+03`.
    Exponent { decimals: usize, places: usize },
}

impl Form {
    /// Appends `value`; what lies behind its shortest digits is zeros when `digits` says so.
    pub(super) fn write(self, out: &mut String, value: f64, digits: Digits) -> fmt::Result {
        if !value.is_finite() {
            out.push_str(not_finite(value));
            return Ok(());
        }
        match self {
            Self::Plain => write!(out, "{value:?}"),
            Self::Fixed { decimals } => {
                let start = out.len();
                write!(out, "{value}")?;
                if !extend_decimals(out, start, decimals, digits) {
                    out.truncate(start);
                    write!(out, "{value:.decimals$}")?;
                }
                Ok(())
            }
            Self::Exponent { decimals, places } => {
                let start = out.len();
                let (mantissa, exponent) = scientific(value, None);
                out.push_str(&mantissa);
                let exponent = if extend_decimals(out, start, decimals, digits) {
                    exponent
                } else {
                    let (mantissa, exponent) = scientific(value, Some(decimals));
                    out.truncate(start);
                    out.push_str(&mantissa);
                    exponent
                };
                let sign = if exponent < 0 { '-' } else { '+' };
                write!(out, "e{sign}{:0places$}", exponent.unsigned_abs())
            }
        }
    }
}

/// Adds zeros to the number that begins at `start` until it has that many decimals, at least one; false, and nothing done, when it
/// has more already or when the digits that follow are not to be taken for zeros.
fn extend_decimals(out: &mut String, start: usize, decimals: usize, digits: Digits) -> bool {
    let present = out[start..].find('.').map_or(0, |point| out.len() - start - point - 1);
    if digits == Digits::Exact || present > decimals {
        return false;
    }
    if present == 0 {
        out.push('.');
    }
    out.extend(std::iter::repeat_n('0', decimals - present));
    true
}

/// `nan`, `inf` or `-inf`: the names the language has for them.
pub(super) fn not_finite(value: f64) -> &'static str {
    if value.is_nan() {
        "nan"
    } else if value > 0.0 {
        "inf"
    } else {
        "-inf"
    }
}

/// The mantissa of a finite number, its shortest digits or that many decimals, and its exponent of ten.
pub(super) fn scientific(value: f64, decimals: Option<usize>) -> (String, i32) {
    let text = match decimals {
        None => format!("{value:e}"),
        Some(decimals) => format!("{value:.decimals$e}"),
    };
    match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa.to_owned(), exponent.parse().unwrap_or(0)),
        None => (text, 0),
    }
}
