//! Documents of statements.

use super::comments::Builder;
use super::document::{Doc, Shape, Trailing, concat, group, text};
use crate::syntax::tree::{Block, Expr, Ident, Let, Param, ParamMode, Stmt, StmtKind, TypeExpr};

impl<'a> Builder<'a> {
    /// A statement, without the comments behind it.
    pub(super) fn statement(&mut self, statement: &Stmt) -> Doc<'a> {
        match &statement.kind {
            StmtKind::Let(binding) => self.binding(binding),
            StmtKind::Store { place, op, value, .. } => self.assignment(place, &op.to_string(), value),
            StmtKind::Rebind { target, value, .. } => self.assignment(target, "=", value),
            StmtKind::Expr { expr, ended } => {
                let doc = self.expr(expr);
                concat([doc, text(if *ended { ";" } else { "" })])
            }
            StmtKind::Fun(fun) => {
                let name = text(format!("fun {}", fun.name.name));
                let rest = self.function(&fun.params, fun.result.as_ref(), &fun.body, fun.name.span.end);
                group(concat([name, rest]))
            }
            StmtKind::ForRange { name, from, to, step, body } => {
                self.counted(name, [Some(from), Some(to), step.as_ref()], body)
            }
            StmtKind::ForIn { name, over, body } => {
                let head = text(format!("for ({} in ", name.name));
                let over = self.expr(over);
                let body = self.block(body);
                group(concat([head, over, text(") "), body]))
            }
            StmtKind::While { condition, body } => {
                let condition = self.expr(condition);
                let body = self.block(body);
                group(concat([text("while "), condition, text(" "), body]))
            }
            StmtKind::Block(block) => group(self.block(block)),
            StmtKind::Return(Some(value)) => {
                let value = self.expr(value);
                concat([text("return "), value])
            }
            StmtKind::Return(None) => text("return"),
            StmtKind::Break => text("break"),
            StmtKind::Continue => text("continue"),
            StmtKind::Module { path, path_span, alias } => {
                let quoted = self.slice(path_span.start, path_span.end);
                let path = if quoted.starts_with('"') { quoted.to_owned() } else { path.replace('/', ".") };
                text(format!("module {path} as {}", alias.name))
            }
            // A text with mistakes is not formatted.
            StmtKind::Error => text(""),
        }
    }

    /// `let mut a: T, b = x, y`.
    fn binding(&mut self, binding: &Let) -> Doc<'a> {
        let mut head = String::from(if binding.mutable.is_some() { "let mut " } else { "let " });
        for (k, (name, ty)) in binding.names.iter().enumerate() {
            head.push_str(if k == 0 { "" } else { ", " });
            head.push_str(&name.name);
            push_annotation(&mut head, ty.as_ref());
        }
        head.push_str(" = ");
        let mut docs = vec![text(head)];
        for (k, value) in binding.values.iter().enumerate() {
            docs.extend((k > 0).then(|| text(", ")));
            docs.push(self.expr(value));
        }
        concat(docs)
    }

    /// `place <- value`.
    fn assignment(&mut self, place: &Expr, sign: &str, value: &Expr) -> Doc<'a> {
        let place = self.expr(place);
        let value = self.expr(value);
        concat([place, text(format!(" {sign} ")), value])
    }

    /// `for (i from a to b step s) { … }`.
    fn counted(&mut self, name: &Ident, parts: [Option<&Expr>; 3], body: &Block) -> Doc<'a> {
        let mut docs = vec![text(format!("for ({}", name.name))];
        for (word, part) in [" from ", " to ", " step "].into_iter().zip(parts) {
            if let Some(part) = part {
                docs.push(text(word));
                docs.push(self.expr(part));
            }
        }
        docs.push(text(") "));
        docs.push(self.block(body));
        group(concat(docs))
    }

    /// Parameters, result and body of a function, which stand after `start`.
    pub(super) fn function(
        &mut self,
        params: &[Param],
        result: Option<&TypeExpr>,
        body: &Block,
        start: u32,
    ) -> Doc<'a> {
        let last = params.last().map_or(start, |param| param.span.end);
        let close = self.slice(last, body.span.start).find(')').map_or(last, |at| last + at as u32);
        let items = self.items(params, |param| param.span, Self::param);
        let params = self.list(("(", ")"), items, close, Trailing::Broken, Shape::Column);
        let result = text(result.map_or_else(String::new, |result| format!(" -> {result}")));
        let body = self.block(body);
        concat([params, result, text(" "), body])
    }

    /// `mut &a: T = 1`.
    fn param(&mut self, param: &Param) -> Doc<'a> {
        let mode = match param.mode {
            ParamMode::Plain => "",
            ParamMode::Mut => "mut ",
            ParamMode::Ref => "mut &",
            ParamMode::ConstRef => "&",
        };
        let mut head = format!("{mode}{}", param.name.name);
        push_annotation(&mut head, param.ty.as_ref());
        match &param.default {
            Some(default) => {
                let default = self.expr(default);
                concat([text(head), text(" = "), default])
            }
            None => text(head),
        }
    }
}

/// `: T`.
fn push_annotation(head: &mut String, ty: Option<&TypeExpr>) {
    if let Some(ty) = ty {
        head.push_str(": ");
        head.push_str(&ty.to_string());
    }
}
