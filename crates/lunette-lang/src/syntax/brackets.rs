//! Which bracket closes which, decided for the whole text before it is parsed.
//!
//! A closing bracket closes the nearest open bracket of its kind; brackets that were opened after that one stay open. A
//! line that begins with a word such as `let` is in no parentheses or square brackets: those before it stay open, too.
//! So the parser knows, at an opening bracket, whether to look for a missing comma or for a missing bracket, and where
//! to go on after a mistake.

use super::token::{Token, TokenKind};

/// For each token that is a bracket the number of its partner.
#[derive(Debug)]
pub struct Partners(Vec<Option<u32>>);

impl Partners {
    /// Finds the partners of all brackets.
    pub fn find(tokens: &[Token]) -> Self {
        let mut partners = vec![None; tokens.len()];
        let mut open: Vec<(usize, TokenKind)> = Vec::new();
        // How many of each kind are open, so that a stray closing bracket is known without a search.
        let mut counts = [0usize; 3];
        for (at, token) in tokens.iter().enumerate() {
            if token.starts_line && token.kind.begins_only_statement() {
                while let Some((_, closer)) = open.pop_if(|(_, closer)| *closer != TokenKind::RightBrace) {
                    counts[family(closer)] -= 1;
                }
            }
            if let Some(closer) = token.kind.closer() {
                open.push((at, closer));
                counts[family(closer)] += 1;
            } else if token.kind.is_closer() && counts[family(token.kind)] > 0 {
                while let Some((opener, closer)) = open.pop() {
                    counts[family(closer)] -= 1;
                    if closer == token.kind {
                        partners[at] = Some(opener as u32);
                        partners[opener] = Some(at as u32);
                        break;
                    }
                }
            }
        }
        Self(partners)
    }

    /// The number of the token that closes, or opens, the bracket of that number.
    pub fn of(&self, at: usize) -> Option<usize> {
        self.0.get(at).copied().flatten().map(|partner| partner as usize)
    }
}

const fn family(closer: TokenKind) -> usize {
    match closer {
        TokenKind::RightParen => 0,
        TokenKind::RightBracket => 1,
        _ => 2,
    }
}
