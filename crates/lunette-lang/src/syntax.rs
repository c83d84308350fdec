//! From text to tree, and back.
//!
//! [`parse`] reads a text into a [`tree`] and reports all mistakes; [`format`](format()) writes it in the house form.
//! [`dump`] shows what was read, [`highlight`](highlight()) what each part of a text is, [`declarations`] which names it
//! declares, and [`is_complete`] whether a prompt has to ask for another line. No text makes any of them panic, nests deeper than [`DEPTH_LIMIT`], or makes
//! the tree deeper than [`CHAIN_LIMIT`].

mod brackets;
mod dump;
mod format;
mod highlight;
mod lexer;
mod literal;
mod mistake;
mod outline;
mod parser;
mod spelling;
mod token;
pub mod tree;

pub use dump::dump;
pub use format::{LINE_WIDTH, format};
pub use highlight::{Class, Piece, highlight};
pub(crate) use lexer::lex;
pub use outline::{Declared, DeclaredKind, comment_above, declaration, declarations, documented, member_of};
pub use parser::{CHAIN_LIMIT, DEPTH_LIMIT, is_complete, parse, parse_expression};
pub(crate) use token::TokenKind;

/// The words that are no names: those of the language, not those of dtypes.
pub const KEYWORDS: &[&str] = TokenKind::KEYWORDS;
