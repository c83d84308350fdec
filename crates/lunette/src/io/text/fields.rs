//! A line as fields: comments cut, delimiters found, quotes taken off.

use std::ops::Range;

use super::Delimiter;

/// Why a line has no fields.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A quote that nothing closes on its line; the column of its field, from 0.
    Unclosed(usize),
    /// There is no memory for the places of so many fields.
    TooMany(usize),
}

/// The line up to the first comment; signs in quotes begin none.
pub(super) fn without_comment<'a>(line: &'a [u8], comments: &[String]) -> &'a [u8] {
    let begins = |at: usize| comments.iter().any(|comment| line[at..].starts_with(comment.as_bytes()));
    let end = outside_quotes(line).map(|(at, _)| at).find(|&at| begins(at));
    &line[..end.unwrap_or(line.len())]
}

/// What stands between the numbers of this line.
pub(super) fn detect(line: &[u8]) -> Delimiter {
    // A comma comes last: it is the decimal point of those who separate by semicolons or tabs.
    let signs = [b';', b'\t', b','];
    let found = signs.into_iter().find(|sign| outside_quotes(line).any(|(_, byte)| byte == *sign));
    found.map_or(Delimiter::Spaces, Delimiter::Sign)
}

/// The bytes that are not in quotes, with their places.
fn outside_quotes(line: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let mut is_quoted = false;
    line.iter().copied().enumerate().filter(move |&(_, byte)| {
        is_quoted ^= byte == b'"';
        !is_quoted
    })
}

/// Whether a field begins as numbers do: with a digit, after a sign, a currency or a decimal point at most.
pub(super) fn begins_data(field: &str) -> bool {
    let rest = field.trim_start_matches(['+', '-', '\u{2212}', '(']);
    rest.starts_with(is_currency) || rest.strip_prefix('.').unwrap_or(rest).starts_with(char::is_numeric)
}

/// Unicode's category `Sc`, where the signs in use are.
fn is_currency(sign: char) -> bool {
    let ascii_and_latin = matches!(sign, '$' | '\u{a2}'..='\u{a5}');
    let wide = matches!(sign, '\u{ff04}' | '\u{ffe0}' | '\u{ffe1}' | '\u{ffe5}' | '\u{ffe6}');
    ascii_and_latin || wide || matches!(sign, '\u{20a0}'..='\u{20cf}')
}

/// Puts the places of the first fields, as many as are wanted at most, in `fields`, without the blanks around them and
/// without quotes.
///
/// # Errors
/// If a quote is not closed, or there is no memory.
pub(super) fn split(
    line: &[u8],
    delimiter: Delimiter,
    wanted: usize,
    fields: &mut Vec<Range<usize>>,
) -> Result<(), Fault> {
    fields.clear();
    let splitter =
        Splitter { line, sign: if let Delimiter::Sign(sign) = delimiter { Some(sign) } else { None } };
    let mut at = splitter.after_blanks(0);
    // Behind a sign there is a field even if nothing is left, behind blanks there is none.
    while fields.len() < wanted && (at < line.len() || splitter.sign.is_some()) {
        let (field, end) = splitter.field(at).ok_or(Fault::Unclosed(fields.len()))?;
        fields.try_reserve(1).map_err(|_| Fault::TooMany(fields.len() + 1))?;
        fields.push(field);
        if splitter.sign.is_some() && end >= line.len() {
            break;
        }
        at = splitter.after_blanks(end + usize::from(splitter.sign.is_some()));
    }
    Ok(())
}

/// A line and the sign between its fields; blanks are if there is none.
struct Splitter<'a> {
    line: &'a [u8],
    sign: Option<u8>,
}

impl Splitter<'_> {
    fn is_blank(&self, byte: u8) -> bool {
        matches!(byte, b' ' | b'\t') && Some(byte) != self.sign
    }

    fn is_delimiter(&self, byte: u8) -> bool {
        self.sign.map_or_else(|| self.is_blank(byte), |sign| byte == sign)
    }

    fn after_blanks(&self, at: usize) -> usize {
        let rest = self.line.get(at..).unwrap_or_default();
        at + rest.iter().take_while(|&&byte| self.is_blank(byte)).count()
    }

    /// The field that begins here, and the place of the delimiter behind it; nothing if its quote is not closed.
    fn field(&self, start: usize) -> Option<(Range<usize>, usize)> {
        if self.line.get(start) != Some(&b'"') {
            return Some(self.plain(start, start));
        }
        let close = self.closing_quote(start + 1)?;
        let after = self.after_blanks(close + 1);
        match self.line.get(after) {
            None => Some((start + 1..close, after)),
            Some(&byte) if self.is_delimiter(byte) => Some((start + 1..close, after)),
            // With blanks between fields the next one has begun.
            Some(_) if self.sign.is_none() && after > close + 1 => Some((start + 1..close, close + 1)),
            // More behind the quotes: no number, and shown as it stands.
            Some(_) => Some(self.plain(start, close + 1)),
        }
    }

    /// The field up to the first delimiter from `from` on.
    fn plain(&self, start: usize, from: usize) -> (Range<usize>, usize) {
        let rest = &self.line[from.min(self.line.len())..];
        let end = from + rest.iter().position(|&byte| self.is_delimiter(byte)).unwrap_or(rest.len());
        let field = &self.line[start.min(end)..end];
        let blanks = field.iter().rev().take_while(|&&byte| self.is_blank(byte)).count();
        (start.min(end)..end - blanks, end)
    }

    /// Where the next quote is that is not written twice.
    fn closing_quote(&self, mut at: usize) -> Option<usize> {
        loop {
            at += self.line.get(at..)?.iter().position(|&byte| byte == b'"')?;
            if self.line.get(at + 1) != Some(&b'"') {
                return Some(at);
            }
            at += 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Delimiter, Fault, begins_data, detect, split, without_comment};

    #[track_caller]
    fn check(line: &str, delimiter: Delimiter, expected: &[&str]) {
        let mut fields = Vec::new();
        split(line.as_bytes(), delimiter, usize::MAX, &mut fields).unwrap();
        let found: Vec<&str> = fields.into_iter().map(|field| &line[field]).collect();
        assert_eq!(found, expected, "{line:?}");
    }

    #[test]
    fn lines_are_split() {
        let comma = Delimiter::Sign(b',');
        check("1,2,3", comma, &["1", "2", "3"]);
        check(" 1 ,\t2\t,3 ", comma, &["1", "2", "3"]);
        check("1,,", comma, &["1", "", ""]);
        check(",1", comma, &["", "1"]);
        check("1", comma, &["1"]);
        check("", comma, &[""]);
        check("\"1.5\", \"2,5\" ,3", comma, &["1.5", "2,5", "3"]);
        check("\"a\"\"b\",\"\"", comma, &["a\"\"b", ""]);
        check("\"1\"2,3", comma, &["\"1\"2", "3"]);
        check("1 \t 2", Delimiter::Spaces, &["1", "2"]);
        check("  1 2  ", Delimiter::Spaces, &["1", "2"]);
        check("\"1 2\" 3", Delimiter::Spaces, &["1 2", "3"]);
        check("\"1\"2 3", Delimiter::Spaces, &["\"1\"2", "3"]);
        check("", Delimiter::Spaces, &[]);
        check("1\t\t 3", Delimiter::Sign(b'\t'), &["1", "", "3"]);
        check("\t1", Delimiter::Sign(b'\t'), &["", "1"]);
        check("1 2", Delimiter::Sign(b' '), &["1", "2"]);
    }

    #[test]
    fn open_quotes_are_found() {
        let mut fields = Vec::new();
        for line in ["1,\"2", "1,\"2\"\"", "1,\""] {
            let split = split(line.as_bytes(), Delimiter::Sign(b','), usize::MAX, &mut fields);
            assert_eq!(split, Err(Fault::Unclosed(1)), "{line}");
        }
    }

    #[test]
    fn no_more_fields_than_are_wanted() {
        let mut fields = Vec::new();
        for (line, delimiter) in [("1,2,\"3", Delimiter::Sign(b',')), ("1 2 \"3", Delimiter::Spaces)] {
            split(line.as_bytes(), delimiter, 2, &mut fields).unwrap();
            assert_eq!(fields, [0..1, 2..3], "{line}");
        }
    }

    #[test]
    fn delimiters_are_seen() {
        for (line, expected) in [
            ("1,2", Delimiter::Sign(b',')),
            ("1,5;2,5", Delimiter::Sign(b';')),
            ("1,5\t2,5", Delimiter::Sign(b'\t')),
            ("1 2", Delimiter::Spaces),
            ("\"a;b\",2", Delimiter::Sign(b',')),
            ("", Delimiter::Spaces),
        ] {
            assert_eq!(detect(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn data_are_told_from_names() {
        for field in [
            "0x10",
            "1'000",
            "+5a",
            "-.5x",
            ".5.",
            "$5",
            "-$5",
            "\u{20ac} 5",
            "(5",
            "\u{2212}5",
            "\u{ff15}",
            "2020-01-01",
        ] {
            assert!(begins_data(field), "{field}");
        }
        for field in
            ["", "x", "x1", "-", "+a", ".", "..5", "# 5", "US$", "% of 5", "(cm)", "n/a", "height, 1m"]
        {
            assert!(!begins_data(field), "{field}");
        }
    }

    #[test]
    fn comments_are_cut() {
        let signs = ["#".to_owned(), "//".to_owned()];
        for (line, expected) in
            [("1 # 2", "1 "), ("1/2//3", "1/2"), ("\"#\",1", "\"#\",1"), ("#", ""), ("1", "1")]
        {
            assert_eq!(without_comment(line.as_bytes(), &signs), expected.as_bytes(), "{line}");
        }
        assert_eq!(without_comment(b"#1", &[]), b"#1");
    }
}
