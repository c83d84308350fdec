//! What numbers and strings say.

use lunette::{DType, DTypeKind, Scalar};

use super::mistake::Lexical;

/// A number that has been read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer without a sign; it saturates.
    Int { magnitude: u128, suffix: Option<DType> },
    /// A float.
    Float { value: f64, suffix: Option<DType> },
    /// An imaginary number.
    Imaginary(f64),
}

/// Reads the text of a number token, suffix included.
pub fn number(text: &str) -> Result<Number, Lexical> {
    // Most numbers are nothing but digits.
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Number::Int { magnitude: magnitude(text, 10), suffix: None });
    }
    match text.get(..2) {
        Some("0x") => radix(text, 16),
        Some("0b") => radix(text, 2),
        Some("0X" | "0B" | "0o" | "0O") => Err(Lexical::NumberPrefix { prefix: text[..2].to_owned() }),
        _ => decimal(text),
    }
}

/// `0xff`, `0b1010u8`.
fn radix(text: &str, radix: u32) -> Result<Number, Lexical> {
    let body = &text[2..];
    let run = body.find(|c: char| c != '_' && !c.is_digit(radix)).unwrap_or(body.len());
    let (digits, suffix) = body.split_at(without_underscores(body, run));
    if let Some(digit) = suffix.chars().next().filter(char::is_ascii_digit) {
        return Err(Lexical::NumberDigit { digit, radix });
    }
    if digits.is_empty() {
        return Err(Lexical::NumberWithoutDigits { text: text.to_owned() });
    }
    check_underscores(digits, radix)?;
    match Suffix::read(text, suffix)? {
        Suffix::None => Ok(Number::Int { magnitude: magnitude(digits, radix), suffix: None }),
        Suffix::Dtype(dtype) if is_integer(dtype) => {
            Ok(Number::Int { magnitude: magnitude(digits, radix), suffix: Some(dtype) })
        }
        _ => Err(Lexical::SuffixOfRadix { suffix: suffix.to_owned() }),
    }
}

fn decimal(text: &str) -> Result<Number, Lexical> {
    let (digits, suffix) = text.split_at(digits_end(text));
    check_underscores(digits, 10)?;
    let float_form = digits.contains(['.', 'e', 'E']);
    let float = |suffix| Ok(Number::Float { value: float(digits, suffix)?, suffix });
    match Suffix::read(text, suffix)? {
        Suffix::None if float_form => float(None),
        Suffix::None => Ok(Number::Int { magnitude: magnitude(digits, 10), suffix: None }),
        Suffix::Imaginary => Ok(Number::Imaginary(self::float(digits, None)?)),
        Suffix::Dtype(dtype) if !is_integer(dtype) => float(Some(dtype)),
        Suffix::Dtype(_) if float_form => Err(Lexical::SuffixOfFloat { suffix: suffix.to_owned() }),
        Suffix::Dtype(dtype) => Ok(Number::Int { magnitude: magnitude(digits, 10), suffix: Some(dtype) }),
    }
}

/// Where the digits of a decimal number end, point and exponent included, and its suffix begins.
pub fn digits_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let run = |from: usize| {
        let end = bytes.iter().skip(from).position(|b| !b.is_ascii_digit() && *b != b'_');
        without_underscores(text, end.map_or(bytes.len(), |k| from + k))
    };
    let mut end = run(0);
    if bytes.get(end) == Some(&b'.') && digit(end + 1) {
        end = run(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if digit(end + 1 + signed) {
            end = run(end + 1 + signed);
        }
    }
    end
}

/// The end of the digits, if they seem to end here: underscores at the end belong to what follows.
fn without_underscores(text: &str, end: usize) -> usize {
    text.get(..end).map_or(end, |digits| digits.trim_end_matches('_').len())
}

/// What may stand after the digits.
enum Suffix {
    None,
    Imaginary,
    Dtype(DType),
}

impl Suffix {
    fn read(number: &str, suffix: &str) -> Result<Self, Lexical> {
        let named = |dtype: &DType| {
            dtype.name() == suffix && !matches!(dtype.kind(), DTypeKind::Bool | DTypeKind::Complex)
        };
        match suffix {
            "" => Ok(Self::None),
            "j" => Ok(Self::Imaginary),
            "f" => Ok(Self::Dtype(DType::F32)),
            "L" => Ok(Self::Dtype(DType::I64)),
            _ => DType::ALL.iter().find(|dtype| named(dtype)).map(|dtype| Self::Dtype(*dtype)).ok_or_else(
                || Lexical::NumberSuffix { number: number.to_owned(), suffix: suffix.to_owned() },
            ),
        }
    }
}

fn is_integer(dtype: DType) -> bool {
    matches!(dtype.kind(), DTypeKind::Signed | DTypeKind::Unsigned)
}

/// Underscores stand between digits only.
fn check_underscores(digits: &str, radix: u32) -> Result<(), Lexical> {
    let bytes = digits.as_bytes();
    let digit =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(|&b| char::from(b).is_digit(radix));
    let wrong = digits.match_indices('_').any(|(at, _)| !digit(at.checked_sub(1)) || !digit(Some(at + 1)));
    if wrong { Err(Lexical::Underscore { digits: digits.to_owned() }) } else { Ok(()) }
}

fn magnitude(digits: &str, radix: u32) -> u128 {
    let values = digits.chars().filter_map(|c| c.to_digit(radix));
    values.fold(0u128, |sum, digit| sum.saturating_mul(radix.into()).saturating_add(digit.into()))
}

/// The value of a float, rounded once: straight to f32 where that is its dtype.
fn float(digits: &str, suffix: Option<DType>) -> Result<f64, Lexical> {
    let plain = digits.replace('_', "");
    let value = match suffix {
        Some(DType::F32) => plain.parse::<f32>().map(f64::from),
        _ => plain.parse::<f64>(),
    };
    let dtype = suffix.unwrap_or(DType::F64);
    // What the lexer takes for digits is what Rust reads as a float, so the only way to fail is to be too large.
    match value {
        Ok(value) if is_finite_in(value, dtype) => Ok(value),
        _ => Err(Lexical::FloatTooLarge { digits: digits.to_owned(), dtype }),
    }
}

/// Whether a float stays finite when it is rounded to its dtype: halves end long before `f64` does.
fn is_finite_in(value: f64, dtype: DType) -> bool {
    match Scalar::F64(value).cast(dtype).cast(DType::F64) {
        Scalar::F64(rounded) => rounded.is_finite(),
        _ => false,
    }
}

/// One piece of the inside of a string.
enum Piece {
    /// A character, after its escape has been read.
    Char(char),
    /// An escape that says nothing.
    Wrong(Lexical),
}

/// The value of a string token. Escapes that are wrong, which the lexer notes, are left out.
pub fn string(token: &str) -> String {
    pieces(inside(token))
        .filter_map(|(_, piece)| if let Piece::Char(c) = piece { Some(c) } else { None })
        .collect()
}

/// The wrong escapes of a string token, with the bytes from its start where each begins and ends.
pub fn wrong_escapes(token: &str) -> Vec<(std::ops::Range<usize>, Lexical)> {
    let quote = token.chars().next().map_or(0, char::len_utf8);
    let wrong = |(range, piece): (std::ops::Range<usize>, Piece)| match piece {
        Piece::Wrong(mistake) => Some((range.start + quote..range.end + quote, mistake)),
        Piece::Char(_) => None,
    };
    pieces(inside(token)).filter_map(wrong).collect()
}

/// The token without its quotes; the last may be missing.
fn inside(token: &str) -> &str {
    let mut chars = token.chars();
    chars.next();
    let rest = chars.as_str();
    rest.strip_suffix(['"', '\'', '”', '’']).unwrap_or(rest)
}

fn pieces(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, Piece)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = text.len() - rest.len();
        let mut chars = rest.chars();
        let first = chars.next()?;
        let piece = if first == '\\' { escape(&mut chars) } else { Piece::Char(first) };
        rest = chars.as_str();
        Some((start..text.len() - rest.len(), piece))
    })
}

/// Reads what follows a backslash.
fn escape(chars: &mut std::str::Chars<'_>) -> Piece {
    match chars.next() {
        Some('n') => Piece::Char('\n'),
        Some('t') => Piece::Char('\t'),
        Some('r') => Piece::Char('\r'),
        Some('0') => Piece::Char('\0'),
        Some(same @ ('\\' | '"')) => Piece::Char(same),
        Some('u') => unicode(chars),
        found => Piece::Wrong(Lexical::Escape { found }),
    }
}

/// Reads `{1F600}` after `\u`.
fn unicode(chars: &mut std::str::Chars<'_>) -> Piece {
    let text = chars.as_str();
    let digits = text.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(digits, _)| digits);
    let hex = digits
        .filter(|digits| (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit()));
    let Some(hex) = hex else { return Piece::Wrong(Lexical::UnicodeEscape { digits: None }) };
    *chars = text[hex.len() + 2..].chars();
    let value = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
    value.map_or_else(|| Piece::Wrong(Lexical::UnicodeEscape { digits: Some(hex.to_owned()) }), Piece::Char)
}
