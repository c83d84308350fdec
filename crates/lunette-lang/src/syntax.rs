//! From text to tree, and back: tokens, the tree, the parser, the formatter.

mod brackets;
mod dump;
mod lexer;
mod literal;
mod mistake;
mod parser;
mod spelling;
mod token;
pub mod tree;

pub use dump::dump;
pub use parser::{DEPTH_LIMIT, is_complete, parse, parse_expression};
