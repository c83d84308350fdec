//! Tokens: the words and signs of the language.

use lunette::DType;

/// Makes the enum of tokens from the list of those whose text is fixed, and the functions between both.
macro_rules! tokens {
    (keywords { $($word:ident $word_text:literal,)* } signs { $($sign:ident $sign_text:literal,)* }) => {
        /// What a token is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum TokenKind {
            $(#[doc = concat!("`", $word_text, "`")] $word,)*
            $(#[doc = concat!("`", $sign_text, "`")] $sign,)*
            /// A name, also one of the words that are keywords in their places only.
            Name,
            /// The name of a dtype, which is reserved.
            DType(DType),
            /// A number with its suffix, right or wrong.
            Number,
            /// A string with its quotes.
            Str,
            /// Something that no token begins with; a mistake was noted.
            Unknown,
            /// The end of the text.
            End,
        }

        impl TokenKind {
            /// How the keywords are written.
            pub const KEYWORDS: &'static [&'static str] = &[$($word_text),*];

            /// The keyword that is written so.
            pub fn keyword(text: &str) -> Option<Self> {
                match text {
                    $($word_text => Some(Self::$word),)*
                    _ => None,
                }
            }

            /// The sign that is written so.
            pub fn sign(text: &str) -> Option<Self> {
                match text {
                    $($sign_text => Some(Self::$sign),)*
                    _ => None,
                }
            }

            /// How a keyword or a sign is written.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$word => $word_text,)*
                    $(Self::$sign => $sign_text,)*
                    Self::Name | Self::DType(_) | Self::Number | Self::Str | Self::Unknown | Self::End => "",
                }
            }

            /// Whether this is a keyword.
            pub const fn is_keyword(self) -> bool {
                matches!(self, $(Self::$word)|*)
            }
        }
    };
}

tokens! {
    keywords {
        Let "let", Mut "mut", Fun "fun", If "if", Else "else", For "for", While "while", Return "return",
        Break "break", Continue "continue", Lambda "lambda", Module "module", And "and", Or "or", Not "not",
        FloorDiv "div", True "true", False "false", NewAxis "NewAxis", Fill "Fill",
    }
    signs {
        LeftParen "(", RightParen ")", LeftBracket "[", RightBracket "]", LeftBrace "{", RightBrace "}",
        Comma ",", Semicolon ";", Colon ":", Dot ".", DotDot "..", DotDotDot "...", Gives "->",
        Store "<-", Assign "=", AddAssign "+=", SubAssign "-=", MulAssign "*=", DivAssign "/=", RemAssign "%=",
        PowAssign "**=", FloorDivAssign "div=", BitAndAssign "&=", BitOrAssign "|=", BitXorAssign "^=",
        Equal "==", NotEqual "!=", Less "<", LessEqual "<=", Greater ">", GreaterEqual ">=",
        Plus "+", Minus "-", Star "*", Slash "/", Percent "%", Power "**", At "@",
        Ampersand "&", Bar "|", Caret "^", Tilde "~", ShiftLeft "<<", ShiftRight ">>",
        // What other languages write; known so that the cure can be named.
        AndAnd "&&", BarBar "||", Bang "!",
    }
}

impl TokenKind {
    /// The token of a word: a keyword, a dtype or a name.
    pub fn word(text: &str) -> Self {
        Self::keyword(text).or_else(|| dtype_named(text).map(Self::DType)).unwrap_or(Self::Name)
    }

    /// The bracket that closes this one.
    pub const fn closer(self) -> Option<Self> {
        match self {
            Self::LeftParen => Some(Self::RightParen),
            Self::LeftBracket => Some(Self::RightBracket),
            Self::LeftBrace => Some(Self::RightBrace),
            _ => None,
        }
    }

    /// Whether this closes a bracket.
    pub const fn is_closer(self) -> bool {
        matches!(self, Self::RightParen | Self::RightBracket | Self::RightBrace)
    }

    /// Whether a statement, and no expression, begins with this word.
    pub const fn begins_only_statement(self) -> bool {
        use TokenKind::{Break, Continue, For, Let, Module, Return, While};
        matches!(self, Let | For | While | Return | Break | Continue | Module)
    }

    /// Whether an operand can begin with this, the whole axis `*` left out.
    pub const fn begins_operand(self) -> bool {
        use TokenKind as K;
        matches!(
            self,
            K::Name | K::DType(_) | K::Number | K::Str | K::True | K::False | K::NewAxis | K::Fill | K::If
        ) || matches!(self, K::Lambda | K::Not | K::Minus | K::Tilde | K::Ampersand | K::Bang | K::Unknown)
            || matches!(self, K::LeftParen | K::LeftBracket | K::LeftBrace)
    }
}

/// The dtype of that name. NumPy's names are not reserved, so they are not looked at.
fn dtype_named(text: &str) -> Option<DType> {
    DType::ALL.into_iter().find(|dtype| dtype.name() == text)
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// Whether it is the first token of its line.
    pub starts_line: bool,
}

/// A comment from its `//` to the end of the line, the end itself and spaces before it not included.
#[derive(Clone, Copy, Debug)]
pub struct Comment {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// Whether nothing but spaces stands before it on its line.
    pub own_line: bool,
}
