//! Statements and blocks.

use std::sync::Arc;

use super::operators::{Infix, store_op};
use super::{Context, Parser};
use crate::syntax::mistake::{BindingSlip, BlockSlip, ExpressionSlip, FunctionSlip, Grammar, Wanted};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{Block, Expr, ExprKind, Stmt, StmtKind};

impl Parser<'_> {
    /// All statements of the text.
    pub(super) fn module(&mut self) -> Vec<Stmt> {
        let mut statements = Vec::new();
        loop {
            self.statements(&mut statements);
            if self.at(TokenKind::End) {
                return statements;
            }
            // Only a closing bracket that nothing opened stops the statements before the end.
            self.stray_closer();
        }
    }

    /// Statements up to a closing bracket or the end.
    fn statements(&mut self, statements: &mut Vec<Stmt>) {
        loop {
            while self.eat(TokenKind::Semicolon) {}
            if self.at(TokenKind::End) || self.kind().is_closer() {
                return;
            }
            let before = self.position;
            self.deep_statement &= self.depth > 0;
            statements.extend(self.deeper(Self::statement));
            self.ensure_progress(before);
        }
    }

    /// `{ … }`, the block of what is named. Line ends count inside, whatever stands around.
    pub(super) fn block(&mut self, of: &'static str) -> Block {
        if !self.at(TokenKind::LeftBrace) {
            return self.no_block(of);
        }
        let start = self.span();
        let opened = self.open_bracket(Context { lines: true, open_ranges: false });
        let mut statements = Vec::new();
        loop {
            self.statements(&mut statements);
            let stray = self.kind().is_closer() && self.partners.of(self.position).is_none();
            if self.at(TokenKind::RightBrace) || !stray {
                break;
            }
            self.stray_closer();
        }
        self.close_bracket(&opened);
        Block { statements, span: self.since(start) }
    }

    /// Says that a bracket closes nothing, unless it is the end of a block whose beginning was missed.
    fn stray_closer(&mut self) {
        match self.hushed_stray.checked_sub(1).filter(|_| self.at(TokenKind::RightBrace)) {
            Some(left) => self.hushed_stray = left,
            None => self.report(Grammar::Stray { bracket: self.kind().text() }.at(self.span())),
        }
        self.bump();
    }

    /// Says that a block is missing.
    fn no_block(&mut self, of: &'static str) -> Block {
        let span = self.here();
        match self.kind() {
            // One slip of a header is enough to say how it is written.
            TokenKind::Colon if self.damaged => self.note_damage(),
            TokenKind::Colon => self.report(BlockSlip::ColonBlock.at(span)),
            TokenKind::Assign | TokenKind::Gives if of == "the function" => {
                self.report(FunctionSlip::FunctionBody { lambda: false }.at(span));
            }
            _ => {
                let mistake = Grammar::Expected { wanted: Wanted::Block(of), found: self.found() }.at(span);
                self.report_missing(mistake);
                self.hushed_stray += 1;
            }
        }
        if self.context.lines {
            self.skip_statement();
        }
        Block { statements: Vec::new(), span }
    }

    /// One statement with its end.
    fn statement(&mut self) -> Stmt {
        let (start, first) = (self.span(), self.position);
        let word = self.kind();
        let around = std::mem::replace(&mut self.statement_start, first);
        let damage_around = std::mem::take(&mut self.damaged);
        let kind = self.statement_kind();
        let span = self.since(start);
        let ended = self.end_statement(word);
        self.note_unread(first);
        self.statement_start = around;
        self.damaged = damage_around;
        let kind = match kind {
            StmtKind::Expr { expr, .. } => StmtKind::Expr { expr, ended },
            other => other,
        };
        Stmt { kind, span }
    }

    /// Notes the names of a statement with a mistake, from its first token on: it could have declared them.
    fn note_unread(&mut self, first: usize) {
        let tokens = self.tokens.get(first..self.position).unwrap_or_default();
        let Some(start) = tokens.first() else { return };
        let lexical: Vec<u32> = self.lexical.range(start.start..self.token(0).start).copied().collect();
        if self.damaged || !lexical.is_empty() {
            // A string without an end has swallowed the rest of its line.
            let holds_names = |token: &&Token| {
                let is_open = self.open_strings.binary_search(&token.start).is_ok();
                token.kind == TokenKind::Name || is_open
            };
            let is_sign = |c: char| !(c.is_alphanumeric() || c == '_');
            let words = tokens.iter().filter(holds_names).flat_map(|token| self.text(*token).split(is_sign));
            let names: Vec<Arc<str>> = words.map(Arc::from).collect();
            self.unread.extend(names);
        }
        for start in lexical {
            self.lexical.remove(&start);
        }
    }

    fn statement_kind(&mut self) -> StmtKind {
        use TokenKind as K;
        match self.kind() {
            K::Let => self.let_statement(),
            K::Fun => self.fun_statement(),
            K::For => self.for_statement(),
            K::While => self.while_statement(),
            K::Return => self.return_statement(),
            K::Break => self.word_statement(StmtKind::Break),
            K::Continue => self.word_statement(StmtKind::Continue),
            K::Module => self.module_statement(),
            K::LeftBrace => self.block_statement(),
            K::If => StmtKind::Expr { expr: self.deeper_expr(Self::if_expr), ended: false },
            K::Else => self.stray_else(),
            kind if self.leading_operator(kind) => self.no_statement(),
            K::Name | K::DType(_) => self.foreign_statement().unwrap_or_else(|| self.expression_statement()),
            _ => self.expression_statement(),
        }
    }

    fn word_statement(&mut self, kind: StmtKind) -> StmtKind {
        self.bump();
        kind
    }

    /// `{ … }`, which is no list of values here.
    fn block_statement(&mut self) -> StmtKind {
        if self.looks_like_list() {
            self.report(BlockSlip::BlockIsNoList.at(self.span()));
            self.pass();
            return StmtKind::Error;
        }
        StmtKind::Block(self.block("this statement"))
    }

    /// Whether the first thing in these braces ends with a comma.
    fn looks_like_list(&self) -> bool {
        matches!(self.next_kind(), TokenKind::Number | TokenKind::Name)
            && self.token(2).kind == TokenKind::Comma
            && self.partners.of(self.position).is_some()
    }

    fn return_statement(&mut self) -> StmtKind {
        self.bump();
        let ends = self.line_ended() || matches!(self.kind(), TokenKind::Semicolon | TokenKind::RightBrace);
        StmtKind::Return(if ends { None } else { Some(self.expr()) })
    }

    /// An expression, a store or a rebinding.
    fn expression_statement(&mut self) -> StmtKind {
        let expr = self.deeper_expr(Self::range);
        let expr = self.foreign_store(expr);
        if self.line_ended() {
            return StmtKind::Expr { expr, ended: false };
        }
        let op_span = self.span();
        match self.kind() {
            TokenKind::Assign => {
                self.bump();
                StmtKind::Rebind { target: expr, equals: op_span, value: self.value() }
            }
            TokenKind::Comma => self.several_targets(expr),
            kind => match store_op(kind) {
                Some(op) => {
                    self.bump();
                    StmtKind::Store { place: expr, op, op_span, value: self.stored_value() }
                }
                None => StmtKind::Expr { expr, ended: false },
            },
        }
    }

    /// The right of a store, which takes no reference.
    fn stored_value(&mut self) -> Expr {
        if self.at(TokenKind::Ampersand) {
            self.report(BindingSlip::StoreOfReference.at(self.span()));
        }
        self.value()
    }

    /// `a, b = b, a`, or a tuple without parentheses.
    fn several_targets(&mut self, first: Expr) -> StmtKind {
        let targets = first.span.to(self.span());
        let rest = self.tokens.iter().skip(self.position);
        let mut rest = rest.take_while(|token| !token.starts_line && token.kind != TokenKind::Semicolon);
        if !rest.any(|token| token.kind == TokenKind::Assign || store_op(token.kind).is_some()) {
            return StmtKind::Expr { expr: first, ended: false };
        }
        self.report(BindingSlip::SeveralTargets.at(targets));
        self.no_statement()
    }

    /// Takes the end of a statement: a `;`, a line end or the end of the block. Returns whether it was a `;`.
    fn end_statement(&mut self, word: TokenKind) -> bool {
        let moved = self.position > self.statement_start;
        let over =
            self.at(TokenKind::End) || self.at(TokenKind::RightBrace) || (moved && self.token(0).starts_line);
        if !over && !self.at(TokenKind::Semicolon) {
            let word = (word == TokenKind::If && self.operator_follows()).then_some("if");
            self.report_after_statement(word);
            self.skip_statement();
        }
        self.eat(TokenKind::Semicolon)
    }

    fn operator_follows(&self) -> bool {
        Infix::of(self.kind()).is_some() || matches!(self.kind(), TokenKind::Dot | TokenKind::LeftBracket)
    }

    /// `else` at the start of a statement.
    fn stray_else(&mut self) -> StmtKind {
        let is_open = self.open.iter().any(|&open| self.partners.of(open).is_none());
        let slip = match self.next_kind() {
            TokenKind::Colon => BlockSlip::ColonBlock,
            _ if is_open => {
                self.hushed_unclosed += 1;
                BlockSlip::ElseInOpenBlock
            }
            _ => BlockSlip::ElseWithoutIf,
        };
        self.report(slip.at(self.span()));
        self.bump();
        if self.at(TokenKind::LeftBrace) {
            self.block("`else`");
        } else {
            self.skip_statement();
        }
        StmtKind::Error
    }

    /// An operator at the start of a line, which was meant to go on with the line before.
    fn leading_operator(&mut self, kind: TokenKind) -> bool {
        let prefix = matches!(kind, TokenKind::Minus | TokenKind::Ampersand);
        let leads = Infix::of(kind).is_some() && !prefix && self.position > 0;
        if leads && kind == TokenKind::Plus && self.touches(kind) {
            self.report(BindingSlip::Increment { sign: kind.text() }.at(self.span()));
        } else if leads {
            self.report(ExpressionSlip::LeadingOperator { sign: kind.text() }.at(self.span()));
        }
        leads
    }

    /// A statement that cannot be read further; a mistake was reported.
    pub(super) fn no_statement(&mut self) -> StmtKind {
        self.skip_statement();
        StmtKind::Error
    }

    /// Whether this expression could not be read, so that nothing more is said about it.
    pub(super) fn is_error(expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Error)
    }
}
