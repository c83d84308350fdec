//! What stands in a cell, and what is painted behind it.

use lunette::print::{Style, scalar};
use lunette::{Complex64, DType, Scalar};

/// Longer numbers are rounded: a table is for looking at.
const WIDEST: usize = 10;

/// The colour of the greatest numbers; it is readable on light and on dark pages.
const COLOUR: &str = "86,140,220";

/// The range of the numbers that are shown; none where nothing is painted.
pub struct Heat(Option<(f64, f64)>);

impl Heat {
    /// The range of the finite ones among real numbers.
    pub fn of<'a>(values: impl Iterator<Item = &'a Scalar>, wanted: bool) -> Self {
        let range = values.filter_map(|value| magnitude(*value)).fold(None, |range, value| {
            let (low, high) = range.unwrap_or((value, value));
            Some((value.min(low), value.max(high)))
        });
        Self(range.filter(|(low, high)| wanted && low < high))
    }

    /// The style of a cell: the greater the number, the deeper the colour.
    pub fn style(&self, value: Scalar) -> String {
        match (self.0, magnitude(value)) {
            (Some((low, high)), Some(value)) => {
                // Halved, so that no difference of finite numbers is infinite.
                let depth = (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
                format!(";background:rgba({COLOUR},{:.2})", 0.75 * depth)
            }
            _ => String::new(),
        }
    }
}

/// The number behind a real and finite value.
fn magnitude(value: Scalar) -> Option<f64> {
    if value.dtype().is_complex() {
        return None;
    }
    f64::try_from(value.cast(DType::F64)).ok().filter(|value| value.is_finite())
}

/// The value, rounded where it is long. Digits, letters and signs only: there is nothing to escape.
pub fn text(value: Scalar) -> String {
    match value {
        Scalar::Complex64(value) => complex(Complex64::new(value.re.into(), value.im.into())),
        Scalar::Complex128(value) => complex(value),
        Scalar::F64(value) => float(value),
        value => scalar(value, Style::Display).to_string(),
    }
}

fn complex(value: Complex64) -> String {
    let imaginary = float(value.im);
    let sign = if imaginary.starts_with('-') { "" } else { "+" };
    format!("{}{sign}{imaginary}j", float(value.re))
}

fn float(value: f64) -> String {
    let whole = scalar(Scalar::F64(value), Style::Display).to_string();
    if whole.len() <= WIDEST {
        return whole;
    }
    match value.abs() {
        1e-3..1e6 => format!("{value:.5}"),
        _ => format!("{value:.4e}"),
    }
}
