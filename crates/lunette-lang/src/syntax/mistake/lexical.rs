//! Mistakes inside a token.

use lunette::DType;

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A mistake inside a token.
#[derive(Clone, Debug, PartialEq)]
pub enum Lexical {
    /// A character that nothing begins with.
    Character { found: char },
    /// A character that looks like a sign of the language.
    LookAlike { found: char, sign: &'static str },
    /// A string without its closing quote.
    OpenString,
    /// A string in other quotes.
    Quotes { quote: char },
    /// `x'`
    Transposed,
    /// A backslash with something that is no escape after it.
    Escape { found: Option<char> },
    /// `\u` without braces, or with a number that is no character.
    UnicodeEscape { digits: Option<String> },
    /// `# …`
    HashComment,
    /// `/* … */`
    BlockComment,
    /// Letters after a number that are no suffix.
    NumberSuffix { number: String, suffix: String },
    /// `1.5i32`
    SuffixOfFloat { suffix: String },
    /// `0b1f32`
    SuffixOfRadix { suffix: String },
    /// `0o17`, `0XFF`
    NumberPrefix { prefix: String },
    /// `0x` and no digit.
    NumberWithoutDigits { text: String },
    /// `0b12`
    NumberDigit { digit: char, radix: u32 },
    /// `1__0`, `1_.5`
    Underscore { digits: String },
    /// `1e999`
    FloatTooLarge { digits: String, dtype: DType },
}

const SUFFIXES: &str = "suffixes are i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64, `f` for f32, `L` for i64 and \
                        `j` for imaginary numbers";

impl Lexical {
    /// What the user sees.
    pub fn at(&self, span: Span) -> Diagnostic {
        let error = |code, message: String, label: &str| Diagnostic::error(code, message, span, label);
        match self {
            Self::Character { found } => unknown_character(*found, span),
            Self::LookAlike { found, sign } => {
                error("E0102", format!("`{found}` looks like `{sign}` and is another character"), "")
                    .help(format!("write `{sign}`"))
            }
            Self::OpenString => {
                error("E0103", "this string has no end".to_owned(), "the line ends inside the string")
                    .help("close it with `\"` on the same line; a line break inside is written `\\n`")
            }
            Self::Quotes { quote } => error("E0104", format!("a string does not begin with `{quote}`"), "")
                .help("strings are written \"like this\""),
            Self::Transposed => error("E0104", "a quote behind a value means nothing".to_owned(), "")
                .help("the transposed of a matrix is `x.T`"),
            Self::Escape { found } => wrong_escape(*found, span),
            Self::UnicodeEscape { digits } => wrong_unicode(digits.as_deref(), span),
            Self::HashComment => error("E0107", "`#` does not start a comment, `//` does".to_owned(), "")
                .help("comments end with their line"),
            Self::BlockComment => error("E0108", "`/*` does not start a comment, `//` does".to_owned(), "")
                .help("comments end with their line"),
            Self::NumberSuffix { number, suffix } => {
                error("E0109", format!("`{suffix}` is no suffix of a number, in `{number}`"), "")
                    .help(SUFFIXES)
            }
            Self::SuffixOfFloat { suffix } => error(
                "E0110",
                format!("a number with a point or an exponent is no integer, as `{suffix}` says"),
                "",
            )
            .help("leave out the suffix, or the point and the exponent"),
            Self::SuffixOfRadix { suffix } => {
                error("E0110", format!("hexadecimal and binary numbers are integers, `{suffix}` is not"), "")
                    .help("take an integer suffix, or write the number in decimal digits")
            }
            Self::NumberPrefix { prefix } => wrong_prefix(prefix, span),
            Self::NumberWithoutDigits { text } => error("E0111", format!("`{text}` has no digits"), "")
                .help("write digits behind it: `0xff`, `0b101`"),
            Self::NumberDigit { digit, radix } => {
                let name = if *radix == 2 { "binary" } else { "hexadecimal" };
                let digits = if *radix == 2 { "0 and 1" } else { "0 to 9 and a to f" };
                error("E0111", format!("`{digit}` is no {name} digit"), "")
                    .help(format!("{name} digits are {digits}"))
            }
            Self::Underscore { digits } => {
                error("E0112", format!("in `{digits}` an underscore does not stand between two digits"), "")
                    .help("leave it out, or write one between two digits: `1_000`")
            }
            Self::FloatTooLarge { digits, dtype } => {
                let digits = if digits.len() > 40 { "this number" } else { digits };
                error("E0113", format!("{digits} is too large for {dtype}"), "")
                    .help("infinity is written `inf`")
            }
        }
    }
}

fn unknown_character(found: char, span: Span) -> Diagnostic {
    let visible = !found.is_control() && !matches!(found, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    let name =
        if visible { format!("`{found}`") } else { format!("the character U+{:04X}", u32::from(found)) };
    let error = Diagnostic::error("E0101", format!("{name} means nothing here"), span, "");
    match found {
        '?' => error.help("a choice is written `if (c) { a } else { b }`"),
        '\\' => error
            .help("a line goes on after an operator, after `,` and inside brackets")
            .help("equations are solved by `solve(a, b)`"),
        _ if !visible => error.help("it cannot be seen: delete it"),
        _ => error.help("leave it out; in a text it can stand: \"…\""),
    }
}

fn wrong_escape(found: Option<char>, span: Span) -> Diagnostic {
    let message = match found {
        Some(found) => format!("`\\{}` is no escape", found.escape_debug()),
        None => "a backslash at the end of a string escapes nothing".to_owned(),
    };
    let escapes = "escapes are \\n \\t \\r \\0 \\\\ \\\" and \\u{1F600}";
    Diagnostic::error("E0105", message, span, "").help(match found {
        Some('x') => "a character is written by its number as `\\u{41}`",
        Some('\'') => "`'` needs no backslash",
        _ => escapes,
    })
}

fn wrong_unicode(digits: Option<&str>, span: Span) -> Diagnostic {
    let message = match digits {
        Some(digits) => format!("there is no character U+{}", digits.to_uppercase()),
        None => "`\\u` wants one to six hexadecimal digits in braces".to_owned(),
    };
    let help = if digits.is_some() {
        "characters go up to U+10FFFF, without U+D800 to U+DFFF"
    } else {
        "write `\\u{41}`"
    };
    Diagnostic::error("E0106", message, span, "").help(help)
}

fn wrong_prefix(prefix: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error("E0111", format!("no number begins with `{prefix}`"), span, "");
    match prefix {
        "0X" | "0B" => error.help(format!("write `{}`", prefix.to_lowercase())),
        _ => error.help("numbers are decimal, hexadecimal (`0xff`) or binary (`0b101`)"),
    }
}
