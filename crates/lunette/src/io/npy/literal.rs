//! The small part of Python's notation that headers are written in: a dict of strings, integers, truth values and tuples.

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Literal {
    Text(String),
    /// A number from 0 on; larger ones than fit end at the limit, which no shape passes.
    Size(usize),
    Truth(bool),
    Nothing,
    /// A tuple, or a list.
    Sequence(Vec<Literal>),
}

/// Values inside of values inside of values: more than any header has.
const DEEPEST: usize = 16;

/// The entries of a dict, in the order in which they are written.
///
/// # Errors
/// What is expected, and where.
pub(super) fn parse_dict(text: &[u8]) -> Result<Vec<(String, Literal)>, String> {
    let mut parser = Parser { text, at: 0 };
    let mut entries = Vec::new();
    parser.expect(b'{', "a dict, `{…}`")?;
    while !parser.take(b'}') {
        let Literal::Text(key) = parser.value(0)? else { return Err(parser.wrong("a key in quotes")) };
        parser.expect(b':', "`:` after a key")?;
        entries.push((key, parser.value(0)?));
        if !parser.take(b',') && parser.peek() != Some(b'}') {
            return Err(parser.wrong("`,` or `}` after an entry"));
        }
    }
    match parser.peek() {
        None => Ok(entries),
        Some(_) => Err(parser.wrong("nothing after the dict")),
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == 0x0b) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Steps over a byte, if it is the next.
    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8, what: &str) -> Result<(), String> {
        if self.take(byte) { Ok(()) } else { Err(self.wrong(what)) }
    }

    fn wrong(&self, expected: &str) -> String {
        format!("its header should have {expected} at byte {}", self.at)
    }

    fn value(&mut self, depth: usize) -> Result<Literal, String> {
        if depth > DEEPEST {
            return Err(self.wrong("fewer values inside of values"));
        }
        match self.peek() {
            Some(quote @ (b'\'' | b'"')) => self.text_until(quote),
            Some(b'(') => self.sequence(b')', depth),
            Some(b'[') => self.sequence(b']', depth),
            Some(b'0'..=b'9') => Ok(self.size()),
            Some(byte) if byte.is_ascii_alphabetic() => self.word(),
            _ => Err(self.wrong("a value")),
        }
    }

    /// A string; in front of its quotes nothing stands, as in all headers there are.
    fn text_until(&mut self, quote: u8) -> Result<Literal, String> {
        let start = self.at;
        let mut bytes = Vec::new();
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            self.at += 1;
            match byte {
                byte if byte == quote => {
                    return Ok(Literal::Text(String::from_utf8_lossy(&bytes).into_owned()));
                }
                // The names of fields can hold quotes; what else can be escaped means nothing to us.
                b'\\' => {
                    bytes.extend(self.text.get(self.at));
                    self.at += 1;
                }
                byte => bytes.push(byte),
            }
        }
        self.at = start;
        Err(self.wrong("the end of the string that begins"))
    }

    /// A number; Python 2 wrote `3L` for large ones.
    fn size(&mut self) -> Literal {
        let mut size = 0_usize;
        while let Some(digit) = self.text.get(self.at).filter(|byte| byte.is_ascii_digit()) {
            size = size.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            self.at += 1;
        }
        self.at += usize::from(self.text.get(self.at) == Some(&b'L'));
        Literal::Size(size)
    }

    fn word(&mut self) -> Result<Literal, String> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let literal = match rest.get(..len) {
            Some(b"True") => Literal::Truth(true),
            Some(b"False") => Literal::Truth(false),
            Some(b"None") => Literal::Nothing,
            _ => return Err(self.wrong("a value")),
        };
        self.at += len;
        Ok(literal)
    }

    /// A tuple or list; one value in parentheses without a comma is that value.
    fn sequence(&mut self, end: u8, depth: usize) -> Result<Literal, String> {
        self.at += 1;
        let mut values = Vec::new();
        let mut has_comma = false;
        while !self.take(end) {
            values.push(self.value(depth + 1)?);
            let comma = self.take(b',');
            has_comma |= comma;
            if !comma && self.peek() != Some(end) {
                return Err(self.wrong(&format!("`,` or `{}` after a value", char::from(end))));
            }
        }
        match values.pop() {
            Some(only) if values.is_empty() && !has_comma && end == b')' => Ok(only),
            Some(last) => {
                values.push(last);
                Ok(Literal::Sequence(values))
            }
            None => Ok(Literal::Sequence(values)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Literal, parse_dict};

    fn value(text: &str) -> Result<Literal, String> {
        let mut entries = parse_dict(format!("{{'a':{text}}}").as_bytes())?;
        Ok(entries.pop().expect("there is one").1)
    }

    #[test]
    fn values() {
        let sizes = |sizes: &[usize]| Literal::Sequence(sizes.iter().copied().map(Literal::Size).collect());
        for (text, expected) in [
            ("'<f8'", Literal::Text("<f8".into())),
            (r#""it's""#, Literal::Text("it's".into())),
            (r"'it\'s'", Literal::Text("it's".into())),
            ("()", sizes(&[])),
            ("(4,)", sizes(&[4])),
            ("( 4 , )", sizes(&[4])),
            ("(4)", Literal::Size(4)),
            ("[4]", sizes(&[4])),
            ("(2,3)", sizes(&[2, 3])),
            ("(2L, 3L,)", sizes(&[2, 3])),
            ("True", Literal::Truth(true)),
            ("False", Literal::Truth(false)),
            ("None", Literal::Nothing),
            ("99999999999999999999999999", Literal::Size(usize::MAX)),
            (
                "[('x', '<i4')]",
                Literal::Sequence(vec![Literal::Sequence(vec![
                    Literal::Text("x".into()),
                    Literal::Text("<i4".into()),
                ])]),
            ),
        ] {
            assert_eq!(value(text).as_ref(), Ok(&expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_value() {
        for text in [
            "",
            "-1",
            "1.5",
            "true",
            "Truex",
            "(1",
            "(,)",
            "(1 2)",
            "[1)",
            "'a",
            "'a\\",
            "{}",
            "__import__('os')",
        ] {
            assert!(value(text).is_err(), "{text}");
        }
        assert!(value(&"(".repeat(100_000)).unwrap_err().contains("fewer values"));
    }

    #[test]
    fn dicts() {
        let count = |text: &str| parse_dict(text.as_bytes()).map(|entries| entries.len()).ok();
        assert_eq!(count("{}"), Some(0));
        assert_eq!(count(" { 'a' : 1 ,\"b\":2, } \n\0".trim_end_matches('\0')), Some(2));
        for text in ["", "1", "{", "{'a'}", "{'a':}", "{'a':1", "{'a':1 'b':2}", "{1:1}", "{} x", "{,}"] {
            assert_eq!(count(text), None, "{text}");
        }
    }
}
