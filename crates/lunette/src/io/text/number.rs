//! Numbers of every dtype from text and to text.

use std::fmt::Write;

use crate::dtype::{Complex32, Complex64, DType, Element, bf16, f16};
use crate::print::{self, Style};

/// An element that can stand in a table.
pub(super) trait Number: Element {
    /// What a missing field is, if there is anything for it.
    const MISSING: Option<Self>;

    /// The number that the text is, if it is one.
    fn parse(text: &str) -> Option<Self>;

    /// Appends the fewest digits that read back to the number.
    fn write(self, out: &mut String);
}

macro_rules! integers {
    ($($T:ident)*) => { $(
        impl Number for $T {
            const MISSING: Option<Self> = None;

            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn write(self, out: &mut String) {
                append(out, format_args!("{self}"));
            }
        }
    )* };
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! floats {
    ($($T:ident)*) => { $(
        impl Number for $T {
            const MISSING: Option<Self> = Some($T::NAN);

            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn write(self, out: &mut String) {
                if self.is_nan() {
                    out.push_str("nan");
                } else {
                    append(out, format_args!("{self:?}"));
                }
            }
        }
    )* };
}

floats! { f32 f64 }

macro_rules! halves {
    ($($T:ident)*) => { $(
        impl Number for $T {
            const MISSING: Option<Self> = Some($T::NAN);

            fn parse(text: &str) -> Option<Self> {
                f64::parse(text).map($T::from_f64)
            }

            fn write(self, out: &mut String) {
                append(out, format_args!("{}", print::scalar(self.into(), Style::Display)));
            }
        }
    )* };
}

halves! { f16 bf16 }

macro_rules! complexes {
    ($($T:ident of $Real:ident)*) => { $(
        impl Number for $T {
            const MISSING: Option<Self> = Some($T::new($Real::NAN, 0.0));

            fn parse(text: &str) -> Option<Self> {
                let (re, im) = parts(text)?;
                let part = |text| if text == "" { Some(0.0) } else { $Real::parse(text) };
                if re.is_empty() && im.is_empty() { None } else { Some($T::new(part(re)?, part(im)?)) }
            }

            fn write(self, out: &mut String) {
                Number::write(self.re, out);
                // A NaN has a sign as well, which says nothing.
                if self.im.is_nan() || self.im.is_sign_positive() {
                    out.push('+');
                }
                Number::write(self.im, out);
                out.push('j');
            }
        }
    )* };
}

complexes! { Complex32 of f32 Complex64 of f64 }

impl Number for bool {
    const MISSING: Option<Self> = None;

    fn parse(text: &str) -> Option<Self> {
        match text {
            "1" => Some(true),
            "0" => Some(false),
            _ => truth(text),
        }
    }

    fn write(self, out: &mut String) {
        append(out, format_args!("{self}"));
    }
}

/// What a text says that is nothing but a bool, as numbers are not.
pub(super) fn truth(text: &str) -> Option<bool> {
    match text {
        _ if text.eq_ignore_ascii_case("true") => Some(true),
        _ if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

/// The real and the imaginary part of a complex number as Python writes it, `1.5-2j` or `(1.5-2j)`, without the
/// unit; either can be empty.
fn parts(text: &str) -> Option<(&str, &str)> {
    let bare = match text.strip_prefix('(') {
        Some(opened) => opened.strip_suffix(')')?.trim_ascii(),
        None => text,
    };
    let Some(bare) = bare.strip_suffix(['j', 'J']) else { return Some((bare, "")) };
    // The last sign that is neither the first byte nor that of an exponent.
    let bytes = bare.as_bytes();
    let is_between = |at: &usize| matches!(bytes[*at], b'+' | b'-') && !matches!(bytes[at - 1], b'e' | b'E');
    let at = (1..bytes.len()).rev().find(is_between).unwrap_or(0);
    Some(bare.split_at(at))
}

fn append(out: &mut String, text: std::fmt::Arguments<'_>) {
    // A `String` takes everything.
    let _ = out.write_fmt(text);
}

/// Why the text is no number of the dtype, and what to do about it.
pub(super) fn reason(text: &str, dtype: DType) -> String {
    if text.is_empty() {
        let cure = match dtype.is_float() || dtype.is_complex() {
            true => "write a number there, or ask for NaN where a number is missing",
            false => "write a number there, or read it as f64, which has a NaN for missing numbers",
        };
        return format!("there is nothing: {cure}");
    }
    let shown = shown(text);
    if dtype.is_integer() && text.parse::<i128>().is_ok() {
        format!("`{shown}` does not fit {dtype}: ask for a wider dtype")
    } else if dtype.is_integer() && f64::parse(text).is_some() {
        format!("`{shown}` is no integer, and {dtype} is asked for: read it as f64, and cast it")
    } else if Complex64::parse(text).is_some() && !dtype.is_complex() && f64::parse(text).is_none() {
        format!("`{shown}` is complex, and {dtype} is asked for: read it as complex128")
    } else if dtype == DType::Bool {
        format!("`{shown}` is no bool: those are `true`, `false`, `1` and `0`")
    } else if bool::parse(text).is_some() {
        format!("`{shown}` is a bool, and {dtype} is asked for: read it as bool, and cast it")
    } else if f64::parse(&text.replacen(',', ".", 1)).is_some() {
        format!(
            "`{shown}` is no number: write it with a decimal point, or say that commas stand between numbers"
        )
    } else {
        format!("`{shown}` is no number: mend it, leave the line or the column out, or name the delimiter")
    }
}

/// The text, or how it begins.
fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Complex32, Complex64, Number, bf16, f16, reason};
    use crate::dtype::DType;

    #[track_caller]
    fn both<T: Number>(value: T, expected: &str) {
        let mut text = String::new();
        value.write(&mut text);
        assert_eq!(text, expected);
        let again = T::parse(&text).unwrap();
        assert_eq!(format!("{again:?}"), format!("{value:?}"), "{text}");
    }

    #[test]
    fn numbers_go_there_and_back() {
        both(u64::MAX, "18446744073709551615");
        both(i64::MIN, "-9223372036854775808");
        both(0.1_f64, "0.1");
        both(-0.0_f64, "-0.0");
        both(5e-324_f64, "5e-324");
        both(0.1_f32, "0.1");
        both(f16::from_f32(0.1), "0.1");
        both(bf16::from_f32(3.0e38), "3e38");
        both(f64::NEG_INFINITY, "-inf");
        both(f64::NAN, "nan");
        both(Complex64::new(1.5, -0.0), "1.5-0.0j");
        both(Complex64::new(f64::NEG_INFINITY, f64::NAN), "-inf+nanj");
        both(Complex32::new(1e-20, 2e20), "1e-20+2e20j");
        both(true, "true");
    }

    #[test]
    fn complex_numbers_are_read() {
        let row = |text: &str| Complex64::parse(text).map(|value| (value.re, value.im));
        assert_eq!(row("(1+2j)"), Some((1.0, 2.0)));
        assert_eq!(row("-1e-3-2E+4j"), Some((-1e-3, -2e4)));
        assert_eq!(row("2j"), Some((0.0, 2.0)));
        assert_eq!(row("-2j"), Some((0.0, -2.0)));
        assert_eq!(row("7"), Some((7.0, 0.0)));
        for wrong in ["", "j", "1+", "1+j2", "(1+2j", "1+2", "1 + 2j", "()", "+j", "e+j"] {
            assert_eq!(row(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn reasons_have_cures() {
        let row = |text, dtype, words: &str| {
            assert!(reason(text, dtype).contains(words), "{}", reason(text, dtype))
        };
        row("", DType::F64, "there is nothing: write a number there, or ask for NaN");
        row("300", DType::U8, "`300` does not fit u8");
        row("1.5", DType::I32, "`1.5` is no integer");
        row("1j", DType::F32, "read it as complex128");
        row("yes", DType::Bool, "is no bool");
        row("1,5", DType::F64, "decimal point");
        row("True", DType::F64, "`True` is a bool, and f64 is asked for: read it as bool, and cast it");
        row(&"x".repeat(1000), DType::F64, "xxx…` is no number");
    }
}
