//! `if`, `while`, `for`, `module`.

use std::sync::Arc;

use super::{Context, Parser};
use crate::source::Span;
use crate::syntax::literal;
use crate::syntax::mistake::{BlockSlip, FunctionSlip, Wanted};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Block, Else, Expr, ExprKind, Ident, If, StmtKind};

/// What a `for` goes over.
enum Course {
    Range { from: Expr, to: Expr, step: Option<Expr> },
    In(Expr),
}

/// What stands after a branch.
enum Otherwise {
    /// `else { … }`.
    Block(Block),
    /// Another branch: the `if` is still to be read.
    If,
}

impl Parser<'_> {
    /// `if (c) { … } else { … }`; the word is here, or one that means it.
    pub(super) fn if_expr(&mut self) -> Expr {
        let start = self.span();
        self.bump();
        let condition = self.condition();
        let then = self.block("`if`");
        let mut branches = vec![(start, condition, then)];
        let mut last = self.otherwise();
        while let Some(Otherwise::If) = last {
            let start = self.span();
            self.bump();
            let condition = self.condition();
            branches.push((start, condition, self.block("`if`")));
            last = self.otherwise();
        }
        let otherwise = last.and_then(|last| match last {
            Otherwise::Block(block) => Some(Else::Block(block)),
            Otherwise::If => None,
        });
        self.nested_ifs(branches, otherwise)
    }

    /// Branches that follow each other, from the last to the first: each is what stands after the `else` before it.
    fn nested_ifs(&mut self, branches: Vec<(Span, Expr, Block)>, otherwise: Option<Else>) -> Expr {
        let (mut otherwise, mut whole) = (otherwise, None);
        for (start, condition, then) in branches.into_iter().rev() {
            if let Some(inner) = whole.take() {
                otherwise = Some(Else::If(inner));
            }
            let branch = If { condition, then, otherwise: otherwise.take() };
            let expr = Expr { kind: ExprKind::If(Box::new(branch)), span: self.since(start) };
            whole = Some(self.wrap(expr));
        }
        whole.unwrap_or_else(|| self.error_expr(self.here()))
    }

    /// `else { … }`, or the place of the `if` after `else`.
    fn otherwise(&mut self) -> Option<Otherwise> {
        if !self.at(TokenKind::Else) {
            return self.elif();
        }
        if self.line_ended() {
            self.report(BlockSlip::ElseOnNewLine.at(self.span()));
        }
        self.bump();
        if self.at(TokenKind::If) {
            return Some(Otherwise::If);
        }
        Some(Otherwise::Block(self.block("`else`")))
    }

    /// `} elif (c) {`
    fn elif(&mut self) -> Option<Otherwise> {
        let word = self.text(self.token(0));
        if self.line_ended() || !self.at(TokenKind::Name) || !matches!(word, "elif" | "elseif" | "elsif") {
            return None;
        }
        self.report(BlockSlip::Elif { word: word.to_owned() }.at(self.span()));
        Some(Otherwise::If)
    }

    /// `while c { … }`.
    pub(super) fn while_statement(&mut self) -> StmtKind {
        self.bump();
        let condition = self.condition();
        StmtKind::While { condition, body: self.block("`while`") }
    }

    /// `for (i from a to b step s) { … }`, `for (x in tensor) { … }`.
    pub(super) fn for_statement(&mut self) -> StmtKind {
        self.bump();
        let (name, course) = if self.at(TokenKind::LeftParen) {
            let before = self.mistakes.len();
            let opened = self.open_bracket(Context { lines: false, open_ranges: false });
            let header = self.for_header();
            self.close_bracket(&opened);
            // `for (a, b) in x { }`: the header has been told.
            if self.mistakes.len() > before && self.at_word("in") && !self.line_ended() {
                self.leave_header();
            }
            header
        } else {
            self.bare_for_header()
        };
        let body = self.block("`for`");
        match course {
            Course::Range { from, to, step } => StmtKind::ForRange { name, from, to, step, body },
            Course::In(over) => StmtKind::ForIn { name, over, body },
        }
    }

    /// A header without its parentheses. What else is wrong with it is said instead of that.
    fn bare_for_header(&mut self) -> (Ident, Course) {
        let (here, before) = (self.here(), self.mistakes.len());
        if self.line_ended() {
            self.report(BlockSlip::ForWithoutParens { header: "i from 0 to n".to_owned() }.at(here));
            return (self.no_name(), Course::In(self.error_expr(here)));
        }
        let (name, course) = self.for_header();
        if self.mistakes.len() == before {
            let text = |expr: &Expr| self.source.slice(expr.span);
            let course = match &course {
                Course::Range { from, to, step: None } => format!("from {} to {}", text(from), text(to)),
                Course::Range { from, to, step: Some(step) } => {
                    format!("from {} to {} step {}", text(from), text(to), text(step))
                }
                Course::In(over) => match range_call(over).as_deref() {
                    Some([to]) => format!("from 0 to {}", text(to)),
                    Some([from, to]) => format!("from {} to {}", text(from), text(to)),
                    Some([from, to, step]) => {
                        format!("from {} to {} step {}", text(from), text(to), text(step))
                    }
                    _ => format!("in {}", text(over)),
                },
            };
            let slip = BlockSlip::ForWithoutParens { header: format!("{} {course}", name.name) };
            self.report_before(slip.at(here));
        }
        (name, course)
    }

    fn for_header(&mut self) -> (Ident, Course) {
        if matches!(self.kind(), TokenKind::Let | TokenKind::Semicolon) {
            return self.no_header(BlockSlip::ForOfC);
        }
        let names = self.names_here();
        if let [first, second, ..] = names[..] {
            let (first, second, count) = (first.to_owned(), second.to_owned(), names.len());
            return self.no_header(BlockSlip::ForNames { first, second, count });
        }
        let Some(name) = self.ident("a variable") else { return self.no_header(BlockSlip::ForOfC) };
        if self.eat_word("from") {
            let course = self.counted();
            (name, course)
        } else if self.eat_word("in") {
            // Without parentheses a `:` begins the block of another language.
            let over = if self.context.lines { self.condition() } else { self.expr() };
            // `for i in 0..3`, as other languages count.
            if self.context.lines && matches!(self.kind(), TokenKind::DotDot | TokenKind::DotDotDot) {
                self.bump();
                let to = self.condition();
                return (name, Course::Range { from: over, to, step: None });
            }
            if self.at_word("to") {
                return (name, self.no_header(BlockSlip::ForInTo).1);
            }
            (name, Course::In(over))
        } else {
            (name, self.no_header(BlockSlip::ForOfC).1)
        }
    }

    /// The names of `a, b in x` and `(a, b) in x`, which other languages take apart here.
    fn names_here(&self) -> Vec<&str> {
        let from = usize::from(self.at(TokenKind::LeftParen));
        let mut names = Vec::new();
        for at in (from..).step_by(2).take_while(|&at| self.token(at).kind == TokenKind::Name) {
            names.push(self.text(self.token(at)));
            if self.token(at + 1).kind != TokenKind::Comma {
                break;
            }
        }
        names
    }

    /// `a to b step s`.
    fn counted(&mut self) -> Course {
        let from = self.expr();
        if let (ExprKind::Range(_), false) = (&from.kind, self.at_word("to")) {
            return self.no_header(BlockSlip::ForFromRange).1;
        }
        let to = if self.eat_word("to") {
            self.expr()
        } else {
            self.report_missing_word("to");
            return Course::Range { from, to: self.error_expr(self.here()), step: None };
        };
        if self.at(TokenKind::Name) && !self.at_word("step") {
            return self.no_header(BlockSlip::ForStep { word: self.text(self.token(0)).to_owned() }).1;
        }
        let step = if self.eat_word("step") { Some(self.expr()) } else { None };
        Course::Range { from, to, step }
    }

    fn report_missing_word(&mut self, word: &'static str) {
        self.report_expected(Wanted::Text(word));
        self.leave_header();
    }

    /// A header that is not understood; the block after it still is.
    fn no_header(&mut self, slip: BlockSlip) -> (Ident, Course) {
        self.report(slip.at(self.here()));
        self.leave_header();
        (self.no_name(), Course::In(self.error_expr(self.here())))
    }

    /// Goes to the parenthesis that closes the header, or to the block.
    fn leave_header(&mut self) {
        if !self.context.lines {
            return self.leave();
        }
        while !self.at(TokenKind::LeftBrace) && !self.line_ended() {
            self.pass();
        }
    }

    /// `module "lib/stats" as stats`, `module lib.stats as stats`.
    pub(super) fn module_statement(&mut self) -> StmtKind {
        self.bump();
        let path_span = self.span();
        let path: Arc<str> = match self.kind() {
            // Its end and its name are in there.
            TokenKind::Str if self.at_open_string() => {
                self.bump();
                return self.no_statement();
            }
            TokenKind::Str => {
                let token = self.bump();
                Arc::from(literal::string(self.text(token)))
            }
            TokenKind::Name => {
                let path = self.dotted_path();
                self.slashed_path(path, path_span)
            }
            _ => {
                self.report_expected(Wanted::Other("the path of a module", "module \"lib/stats\" as stats"));
                return self.no_statement();
            }
        };
        let path_span = self.since(path_span);
        let Some(alias) = self.alias(&path) else { return self.no_statement() };
        StmtKind::Module { path, path_span, alias }
    }

    /// `lib.stats`, which is the path `lib/stats`.
    fn dotted_path(&mut self) -> String {
        let first = self.bump();
        let mut path = self.text(first).to_owned();
        while !self.line_ended() && self.at(TokenKind::Dot) && self.next_kind() == TokenKind::Name {
            self.bump();
            let part = self.bump();
            path.push('/');
            path.push_str(self.text(part));
        }
        path
    }

    /// `lib/stats`, which stands in quotes, or with dots.
    fn slashed_path(&mut self, mut path: String, start: Span) -> Arc<str> {
        let before = path.len();
        while !self.line_ended() && self.at(TokenKind::Slash) && self.next_kind() == TokenKind::Name {
            self.bump();
            path.push('/');
            path.push_str(&self.dotted_path());
        }
        let path: Arc<str> = Arc::from(path);
        if path.len() > before {
            let slip = FunctionSlip::ModuleSlash { path: path.clone() };
            self.report(slip.at(self.since(start)));
        }
        path
    }

    /// `as name`.
    fn alias(&mut self, path: &str) -> Option<Ident> {
        if !self.line_ended() && self.eat_word("as") {
            return self.ident("a module");
        }
        let name = path.rsplit('/').next().unwrap_or("name").to_owned();
        self.report(FunctionSlip::ModuleWithoutName { name }.at(self.here()));
        None
    }
}

/// The numbers of `range(…)`, with which other languages count.
fn range_call(over: &Expr) -> Option<Vec<&Expr>> {
    let ExprKind::Call(call) = &over.kind else { return None };
    let is_range = matches!(&call.callee.kind, ExprKind::Name(name) if &**name == "range");
    let plain = call.args.iter().all(|arg| arg.name.is_none());
    (is_range && plain).then(|| call.args.iter().map(|arg| &arg.value).collect())
}
