//! Expressions: references, operators by precedence.

use super::Parser;
use super::operators::{Infix, power, store_op};
use crate::source::Span;
use crate::syntax::mistake::{Aim, BindingSlip, ExpressionSlip, Form, FunctionSlip, Wanted};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Expr, ExprKind, IntValue, UnaryOp};

/// What has been compared on one level of an expression.
enum Compared {
    /// Two operands, by the operator that stands there.
    Once(Span),
    /// More than two, which was reported.
    Chained,
}

impl Parser<'_> {
    /// An expression, or a reference `&place`: the right of a `let` or a rebind, an argument.
    pub(super) fn value(&mut self) -> Expr {
        if !self.at(TokenKind::Ampersand) {
            return self.expr();
        }
        let start = self.bump();
        let span = self.span_of(start);
        let place = self.deeper_expr(Self::postfix);
        let expr = Expr { span: span.to(place.span), kind: ExprKind::Ref(Box::new(place)) };
        if !self.line_ended() && Infix::of(self.kind()).is_some() {
            self.reference_as_operand(expr)
        } else {
            self.after_expr(expr)
        }
    }

    /// `&x + 1`: says so and reads on.
    fn reference_as_operand(&mut self, reference: Expr) -> Expr {
        self.report_reference(reference.span, Aim::Value);
        self.bump();
        let right = self.deeper_expr(Self::expr);
        self.error_expr(reference.span.to(right.span))
    }

    /// An expression.
    pub(super) fn expr(&mut self) -> Expr {
        let expr = self.deeper_expr(Self::range);
        self.after_expr(expr)
    }

    /// The condition of an `if` or a `while`: no range, so that a `:` after it is a slip of its own.
    pub(super) fn condition(&mut self) -> Expr {
        if self.at(TokenKind::LeftBrace) {
            self.report_expected(Wanted::Other("a condition", "if (x > 0) { … }"));
            return self.error_expr(self.here());
        }
        let expr = self.deeper_expr(|parser| parser.binary(power::OR));
        self.after_expr(expr)
    }

    /// What cannot follow an expression and is meant as its part: `<-`, `=` and compound stores.
    fn after_expr(&mut self, left: Expr) -> Expr {
        if self.line_ended() {
            return left;
        }
        let left = self.foreign_store(left);
        let kind = self.kind();
        if kind == TokenKind::Assign && self.touches(TokenKind::Greater) {
            return self.arrow_function(left);
        }
        let slip = match kind {
            TokenKind::Store => ExpressionSlip::StoreInExpression,
            TokenKind::Assign => ExpressionSlip::AssignInExpression,
            _ if store_op(kind).is_some() => ExpressionSlip::CompoundInExpression { sign: kind.text() },
            _ => return left,
        };
        self.report(slip.at(self.span()));
        self.bump();
        let right = self.deeper_expr(|parser| parser.binary(power::OR));
        self.error_expr(left.span.to(right.span))
    }

    /// `x => x + 1`
    fn arrow_function(&mut self, params: Expr) -> Expr {
        let span = self.span().to(self.span_of(self.token(1)));
        self.report(FunctionSlip::FunctionBody { lambda: true }.at(span));
        self.bump();
        self.bump();
        let body = self.deeper_expr(|parser| parser.binary(power::OR));
        self.error_expr(params.span.to(body.span))
    }

    /// Operands and operators that bind at least as tightly as `least`.
    pub(super) fn binary(&mut self, least: u8) -> Expr {
        let mut left = self.prefix(least);
        let mut compared = None;
        loop {
            let infix = Infix::of(self.kind()).filter(|_| !self.line_ended());
            let Some(infix) = infix.filter(|infix| infix.power() >= least) else { return left };
            // An operator in the place of the operand was reported; it joins nothing.
            let missing = Self::is_error(&left) && self.reported_at == Some(self.position);
            if missing || self.at_foreign_store() {
                return left;
            }
            let operator = self.span();
            let foreign = self.check_infix(infix, &mut compared);
            self.bump();
            let right = self.deeper_expr(|parser| parser.binary(infix.right_power()));
            left = match foreign {
                // What it would be is not known: `&&` can have been meant for tensors.
                true => self.error_expr(left.span.to(right.span)),
                false => self.join(infix, operator, left, right),
            };
        }
    }

    fn join(&mut self, infix: Infix, op_span: Span, left: Expr, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = match infix {
            Infix::Binary(op) => ExprKind::Binary { op, op_span, left, right },
            Infix::Logic(op) => ExprKind::Logic { op, left, right },
        };
        self.wrap(Expr { kind, span })
    }

    /// Operators of other languages, which are reported, and comparisons of comparisons. A long chain of them is one slip.
    fn check_infix(&mut self, infix: Infix, compared: &mut Option<Compared>) -> bool {
        let span = self.span();
        if let Some(slip) = self.foreign_operator() {
            self.report(slip.at(span));
            return true;
        }
        match self.kind() {
            _ if infix.is_comparison() => match *compared {
                None => *compared = Some(Compared::Once(span)),
                Some(Compared::Once(first)) => {
                    self.report(ExpressionSlip::ChainedComparison { first }.at(span));
                    *compared = Some(Compared::Chained);
                }
                Some(Compared::Chained) => {}
            },
            _ => {}
        }
        false
    }

    /// `&&`, `||`, `<>`, `===`, `++`, `|>`: of those of two signs the second is here afterwards.
    fn foreign_operator(&mut self) -> Option<ExpressionSlip> {
        let comparison = |sign, meant| Some(ExpressionSlip::ForeignComparison { sign, meant });
        let foreign = |sign, cure| Some(ExpressionSlip::ForeignOperator { sign, cure });
        let found = match self.kind() {
            TokenKind::AndAnd => return Some(ExpressionSlip::LogicSign { sign: "&&", word: "and" }),
            TokenKind::BarBar => return Some(ExpressionSlip::LogicSign { sign: "||", word: "or" }),
            TokenKind::Plus if self.touches(TokenKind::Plus) => {
                foreign("++", "texts are joined by `a + b`, tensors by `concat((a, b))`")
            }
            TokenKind::Bar if self.touches(TokenKind::Greater) => {
                foreign("|>", "a function takes a value as `f(x)`, or behind it as `x.f()`")
            }
            TokenKind::Less if self.touches(TokenKind::Greater) => comparison("<>", "!="),
            TokenKind::Equal if self.touches(TokenKind::Assign) => comparison("===", "=="),
            TokenKind::NotEqual if self.touches(TokenKind::Assign) => comparison("!==", "!="),
            _ => None,
        };
        if found.is_some() {
            self.bump();
        }
        found
    }

    /// An operand with the operators before it.
    fn prefix(&mut self, least: u8) -> Expr {
        let span = self.span();
        match self.kind() {
            TokenKind::Minus => self.unary(UnaryOp::Negative, power::UNARY),
            TokenKind::Tilde => self.unary(UnaryOp::Invert, power::UNARY),
            TokenKind::Not => {
                if least > power::NOT {
                    self.report(ExpressionSlip::NotAsOperand.at(span));
                }
                self.unary(UnaryOp::Not, power::NOT)
            }
            TokenKind::Bang => {
                self.report(ExpressionSlip::LogicSign { sign: "!", word: "not" }.at(span));
                let operand = self.unary(UnaryOp::Not, power::UNARY);
                // Whether bools or tensors of them were meant is not known.
                self.error_expr(operand.span)
            }
            TokenKind::Plus => {
                self.report(match self.touches(TokenKind::Plus) {
                    true => BindingSlip::Increment { sign: "+" }.at(span),
                    false => ExpressionSlip::UnaryPlus.at(span),
                });
                while self.eat(TokenKind::Plus) {}
                self.deeper_expr(|parser| parser.binary(power::UNARY))
            }
            TokenKind::Ampersand => {
                self.bump();
                let place = self.deeper_expr(|parser| parser.binary(power::UNARY));
                let span = span.to(place.span);
                let aim = match place.kind {
                    _ if self.line_ended() || store_op(self.kind()).is_none() => Aim::Value,
                    ExprKind::Call(_) | ExprKind::Member { .. } => Aim::StoreThrough,
                    _ => Aim::Store,
                };
                self.report_reference(span, aim);
                self.error_expr(span)
            }
            _ => self.postfix(),
        }
    }

    fn report_reference(&mut self, span: Span, aim: Aim) {
        let place = self.source.slice(span).trim_start_matches('&').trim_start().to_owned();
        self.report(Form::Reference { place, aim }.at(span));
    }

    fn unary(&mut self, op: UnaryOp, least: u8) -> Expr {
        let sign = self.bump();
        let operand = self.deeper_expr(|parser| parser.binary(least));
        let span = self.span_of(sign).to(operand.span);
        match (op, operand.kind) {
            // `-128i8` is one literal, so that the least integer of each dtype can be written.
            (UnaryOp::Negative, ExprKind::Int { value: IntValue { magnitude, negative: false }, suffix }) => {
                let value = IntValue { magnitude, negative: true };
                Expr { kind: ExprKind::Int { value, suffix }, span }
            }
            (_, kind) => {
                let operand = Box::new(Expr { kind, span: operand.span });
                Expr { kind: ExprKind::Unary { op, operand }, span }
            }
        }
    }
}
