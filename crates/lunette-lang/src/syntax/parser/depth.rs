//! How deep a tree may be.
//!
//! `depth` counts the levels around what is being read: brackets, blocks, operators before their operand. `height` counts
//! the levels inside what has been read of the current level. A chain such as `a + b + c` is read by a loop and nests
//! nothing for a reader, yet each operator wraps what stands before it, so the height grows; depth and height together
//! are what a walk over the tree will need.

use super::Parser;
use crate::syntax::mistake::Grammar;
use crate::syntax::tree::Expr;

/// How deep a text may nest, in levels. A pair of brackets or braces is two of them: itself, and what stands inside.
pub const DEPTH_LIMIT: u32 = 256;

/// The longest chain, and with it the deepest tree that the parser makes.
pub const CHAIN_LIMIT: u32 = 12_000;

impl Parser<'_> {
    /// Reads something one level deeper; nothing if that is too deep.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEPTH_LIMIT {
            self.too_deep();
            return None;
        }
        let around = std::mem::take(&mut self.height);
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        self.height = around.max(self.height + 1);
        Some(result)
    }

    /// Reads an expression one level deeper.
    pub(super) fn deeper_expr(&mut self, read: impl FnOnce(&mut Self) -> Expr) -> Expr {
        self.deeper(read).unwrap_or_else(|| self.error_expr(self.here()))
    }

    /// Puts what has been read of this level one level deeper, as an operator does that follows it.
    pub(super) fn wrap(&mut self, expr: Expr) -> Expr {
        self.height += 1;
        if self.depth + self.height <= CHAIN_LIMIT {
            return expr;
        }
        self.height = 0;
        self.too_much(Grammar::TooLong { limit: CHAIN_LIMIT });
        self.error_expr(expr.span)
    }

    /// Says that this is too deep, once for each statement of the text, and leaves the brackets or the statement.
    fn too_deep(&mut self) {
        // Signs and words make levels too: brackets are named where there are many.
        let brackets = Some(self.open.len()).filter(|&open| open >= DEPTH_LIMIT as usize / 4);
        self.too_much(Grammar::TooDeep { brackets });
    }

    fn too_much(&mut self, mistake: Grammar) {
        if !std::mem::replace(&mut self.deep_statement, true) {
            self.report(mistake.at(self.span()));
        }
        self.leave();
    }
}
