//! Ranges: `a:b:s`, `a..b`, `a...b`. They bind less than every operator and do not nest.

use super::Parser;
use super::operators::power;
use crate::source::Span;
use crate::syntax::mistake::Form;
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Expr, ExprKind, Range, RangeNotation};

impl Parser<'_> {
    /// An expression that may be a range.
    pub(super) fn range(&mut self) -> Expr {
        let start_span = self.span();
        let start = if self.notation().is_some() { None } else { Some(self.binary(power::OR)) };
        let notation = self.notation().filter(|_| start.is_none() || !self.line_ended());
        match (start, notation) {
            (start, Some(notation)) if !self.is_walrus() => {
                let first = start.as_ref().map_or(start_span, |start| start.span);
                let range = self.range_after(start, notation);
                self.check_parts(&range, first);
                let span = self.since(first);
                self.wrap(Expr { kind: ExprKind::Range(Box::new(range)), span })
            }
            (Some(start), _) => start,
            (None, _) => self.postfix(),
        }
    }

    fn notation(&self) -> Option<RangeNotation> {
        match self.kind() {
            TokenKind::Colon => Some(RangeNotation::Colon),
            TokenKind::DotDot => Some(RangeNotation::Inclusive),
            TokenKind::DotDotDot => Some(RangeNotation::Exclusive),
            _ => None,
        }
    }

    /// The rest of a range whose first part has been read.
    fn range_after(&mut self, start: Option<Expr>, notation: RangeNotation) -> Range {
        self.bump();
        let end = self.part();
        let with_step = notation == RangeNotation::Colon && self.at(TokenKind::Colon) && !self.line_ended();
        let step = if with_step {
            self.bump();
            self.part()
        } else {
            None
        };
        if self.notation().is_some() && !self.line_ended() {
            self.report(Form::RangeParts.at(self.span()));
            while self.notation().is_some() && !self.line_ended() {
                self.bump();
                self.part();
            }
        }
        Range { notation, start, end, step }
    }

    /// A part of a range, if it is written. A line end is the end of the range, where it ends statements.
    fn part(&mut self) -> Option<Expr> {
        let written = self.kind().begins_operand() && !self.line_ended();
        written.then(|| self.deeper_expr(|parser| parser.binary(power::OR)))
    }

    /// Parts are left out in an index or a tuple only.
    fn check_parts(&mut self, range: &Range, first: Span) {
        let whole = range.start.is_some() && range.end.is_some();
        if !whole && !self.context.open_ranges {
            self.report(Form::OpenRange.at(self.since(first)));
        }
    }
}
