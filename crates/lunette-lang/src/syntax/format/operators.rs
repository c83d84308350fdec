//! Documents of operators and of chains of calls, which may be broken over lines.

use super::comments::Builder;
use super::document::{Doc, concat, group_unless, text};
use super::lists::type_arguments;
use crate::syntax::parser::{binary_power, logic_power};
use crate::syntax::tree::{Expr, ExprKind, UnaryOp};

/// The parts of an expression that joins two operands.
struct Joint<'t> {
    sign: &'static str,
    power: u8,
    left: &'t Expr,
    right: &'t Expr,
}

fn joint(expr: &Expr) -> Option<Joint<'_>> {
    match &expr.kind {
        ExprKind::Binary { op, left, right, .. } => {
            Some(Joint { sign: op.text(), power: binary_power(*op), left, right })
        }
        ExprKind::Logic { op, left, right } => {
            Some(Joint { sign: op.text(), power: logic_power(*op), left, right })
        }
        _ => None,
    }
}

impl<'a> Builder<'a> {
    /// `-x`, `not x`.
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Doc<'a> {
        let operand = self.expr(operand);
        let sign = if op == UnaryOp::Not { "not " } else { op.text() };
        concat([text(sign), operand])
    }

    /// `a + b - c`: operators that bind alike, broken together, after the operators.
    pub(super) fn chain(&mut self, expr: &Expr) -> Doc<'a> {
        let mut joints = Vec::new();
        let mut first = expr;
        while let Some(next) = joint(first) {
            if joints.last().is_some_and(|last: &Joint<'_>| last.power != next.power) {
                break;
            }
            first = next.left;
            joints.push(next);
        }
        let mut docs = vec![self.expr(first)];
        let mut rest = Vec::new();
        let mut broken = false;
        for joint in joints.iter().rev() {
            let notes = self.notes_before(joint.right.span.start);
            broken |= !notes.is_empty();
            rest.push(text(format!(" {}", joint.sign)));
            rest.extend(notes.into_iter().map(Doc::Note));
            rest.push(Doc::Break(" "));
            rest.push(self.expr(joint.right));
        }
        docs.push(concat(rest).indented());
        group_unless(broken, concat(docs))
    }

    /// `x.f(a).g(b)[0]`: where several members are called, or one stands under a comment, the members can begin lines.
    pub(super) fn links(&mut self, expr: &Expr) -> Doc<'a> {
        let mut links = Vec::new();
        let mut base = expr;
        while let Some(inner) = linked(base) {
            links.push(base);
            base = inner;
        }
        links.reverse();
        let calls =
            links.windows(2).filter(|pair| is_member(pair[0]) && matches!(pair[1].kind, ExprKind::Call(_)));
        let several = calls.count() > 1;
        let mut first = vec![self.expr(base)];
        let members = links.iter().position(|link| is_member(link)).unwrap_or(links.len());
        first.extend(links.drain(..members).map(|link| self.link(link)));
        let parts: Vec<_> = links
            .into_iter()
            .map(|link| (self.notes_before(link_start(link)), is_member(link), self.link(link)))
            .collect();
        let mut notes = parts.iter().flat_map(|(notes, ..)| notes);
        let breaks = several || notes.clone().any(|note| note.own_line);
        let broken = notes.next().is_some();
        if !breaks {
            let docs =
                parts.into_iter().flat_map(|(notes, _, link)| self.hung(notes).into_iter().chain([link]));
            return concat(first.into_iter().chain(docs));
        }
        let docs = parts.into_iter().flat_map(|(notes, is_member, link)| {
            let line = is_member.then_some(Doc::Break(""));
            notes.into_iter().map(Doc::Note).chain(line).chain([link])
        });
        group_unless(broken, concat(first.into_iter().chain([concat(docs).indented()])))
    }

    /// What a link adds to what stands before it.
    fn link(&mut self, link: &Expr) -> Doc<'a> {
        match &link.kind {
            ExprKind::Call(call) => {
                let args = self.arguments(call, link.span);
                concat([text(type_arguments(call)), args])
            }
            ExprKind::Index(index) => self.brackets(index),
            ExprKind::Member { name, .. } => text(format!(".{}", name.name)),
            _ => text(""),
        }
    }
}

/// Where the comments before a link end: only a member has a place of its own to begin a line.
fn link_start(link: &Expr) -> u32 {
    match &link.kind {
        ExprKind::Member { name, .. } => name.span.start,
        _ => 0,
    }
}

fn is_member(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Member { .. })
}

/// What a call, an index or a member is of.
fn linked(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Call(call) => Some(&call.callee),
        ExprKind::Index(index) => Some(&index.base),
        ExprKind::Member { base, .. } => Some(base),
        _ => None,
    }
}
