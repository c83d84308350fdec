//! From text to tree, and back: tokens, the tree, the parser, the formatter.

pub mod tree;
