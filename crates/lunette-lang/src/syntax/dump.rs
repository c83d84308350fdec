//! The tree as one line of text for each statement, without places: two texts with the same dump say the same.

use std::fmt::Write;

use super::spelling::Joined;
use super::tree::{
    Block, Call, Else, Expr, ExprKind, Module, Param, ParamMode, Range, Stmt, StmtKind, TypeExpr,
};
use crate::stack::with_room;

/// Writes the tree in prefix form, one statement to a line.
///
/// ```
/// use lunette_lang::source::{FileId, Source};
/// use lunette_lang::syntax::{dump, parse};
///
/// let source = Source::new(FileId(0), "-", "x[1:] <- 2 * y");
/// assert_eq!(dump(&parse(&source).0), "(<- (index x (: 1 _)) (* 2 y))\n");
/// ```
pub fn dump(module: &Module) -> String {
    with_room(|| {
        let mut text = String::new();
        for stmt in &module.statements {
            statement(&mut text, stmt);
            text.push('\n');
        }
        text
    })
}

/// Writes to a string, which cannot fail.
macro_rules! put {
    ($out:expr, $($format:tt)*) => {
        let _ = write!($out, $($format)*);
    };
}

fn statement(out: &mut String, stmt: &Stmt) {
    match &stmt.kind {
        StmtKind::Let(binding) => {
            put!(out, "(let{}", if binding.mutable.is_some() { " mut" } else { "" });
            for (name, ty) in &binding.names {
                put!(out, " {}", name.name);
                annotation(out, ty.as_ref());
            }
            out.push_str(" =");
            rest(out, &binding.values);
        }
        StmtKind::Store { place, op, value, .. } => {
            put!(out, "({op}");
            rest(out, [place, value]);
        }
        StmtKind::Rebind { target, value, .. } => node(out, "=", [target, value]),
        StmtKind::Expr { expr, ended: false } => expression(out, expr),
        StmtKind::Expr { expr, ended: true } => node(out, ";", [expr]),
        StmtKind::Fun(fun) => {
            put!(out, "(fun {} ", fun.name.name);
            function(out, &fun.params, fun.result.as_ref(), &fun.body);
        }
        StmtKind::ForRange { name, from, to, step, body } => {
            put!(out, "(for {} from", name.name);
            spaced(out, [from, to].into_iter().chain(step));
            out.push(' ');
            block(out, body);
            out.push(')');
        }
        StmtKind::ForIn { name, over, body } => {
            put!(out, "(for {} in", name.name);
            spaced(out, [over]);
            out.push(' ');
            block(out, body);
            out.push(')');
        }
        StmtKind::While { condition, body } => {
            out.push_str("(while");
            spaced(out, [condition]);
            out.push(' ');
            block(out, body);
            out.push(')');
        }
        StmtKind::Block(body) => block(out, body),
        StmtKind::Return(value) => node(out, "return", value),
        StmtKind::Break => out.push_str("(break)"),
        StmtKind::Continue => out.push_str("(continue)"),
        StmtKind::Module { path, alias, .. } => {
            put!(out, "(module {path:?} {})", alias.name);
        }
        StmtKind::Error => out.push_str("(error)"),
    }
}

fn expression(out: &mut String, expr: &Expr) {
    match &expr.kind {
        ExprKind::Int { value, suffix } => {
            let sign = if value.negative { "-" } else { "" };
            put!(out, "{sign}{}{}", value.magnitude, suffix.map_or("", |dtype| dtype.name()));
        }
        ExprKind::Float { value, suffix } => {
            put!(out, "{value:?}{}", suffix.map_or("", |dtype| dtype.name()));
        }
        ExprKind::Imaginary(value) => {
            put!(out, "{value:?}j");
        }
        ExprKind::Bool(value) => {
            put!(out, "{value}");
        }
        ExprKind::Str(value) => {
            put!(out, "{value:?}");
        }
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::DType(dtype) => out.push_str(dtype.name()),
        ExprKind::Tuple(items) => node(out, "tuple", items),
        ExprKind::Paren(inner) => node(out, "paren", [&**inner]),
        ExprKind::List(items) => node(out, "list", items),
        ExprKind::Braces(items) => node(out, "braces", items),
        ExprKind::Range(parts) => range(out, parts),
        ExprKind::Whole => out.push('*'),
        ExprKind::NewAxis => out.push_str("NewAxis"),
        ExprKind::Fill => out.push_str("Fill"),
        ExprKind::Unary { op, operand } => node(out, op.text(), [&**operand]),
        ExprKind::Binary { op, left, right, .. } => node(out, op.text(), [&**left, &**right]),
        ExprKind::Logic { op, left, right } => node(out, op.text(), [&**left, &**right]),
        ExprKind::Call(called) => call(out, called),
        ExprKind::Index(index) => {
            let word = if index.element { "element" } else { "index" };
            node(out, word, std::iter::once(&index.base).chain(&index.items));
        }
        ExprKind::Member { base, name } => {
            out.push_str("(.");
            spaced(out, [&**base]);
            put!(out, " {})", name.name);
        }
        ExprKind::Ref(place) => node(out, "&", [&**place]),
        ExprKind::If(parts) => {
            out.push_str("(if");
            spaced(out, [&parts.condition]);
            out.push(' ');
            block(out, &parts.then);
            otherwise(out, parts.otherwise.as_ref());
            out.push(')');
        }
        ExprKind::Lambda(lambda) => {
            out.push_str("(lambda ");
            function(out, &lambda.params, lambda.result.as_ref(), &lambda.body);
        }
        ExprKind::Error => out.push_str("(error)"),
    }
}

/// `(word a b)`.
fn node<'a>(out: &mut String, word: &str, parts: impl IntoIterator<Item = &'a Expr>) {
    out.push('(');
    out.push_str(word);
    rest(out, parts);
}

/// ` a b)`.
fn rest<'a>(out: &mut String, parts: impl IntoIterator<Item = &'a Expr>) {
    spaced(out, parts);
    out.push(')');
}

/// ` a b`.
fn spaced<'a>(out: &mut String, parts: impl IntoIterator<Item = &'a Expr>) {
    for part in parts {
        out.push(' ');
        expression(out, part);
    }
}

fn range(out: &mut String, range: &Range) {
    out.push('(');
    out.push_str(range.notation.text());
    let step = range.step.as_ref().map(Some);
    for part in [range.start.as_ref(), range.end.as_ref()].into_iter().chain(step) {
        match part {
            Some(part) => spaced(out, [part]),
            None => out.push_str(" _"),
        }
    }
    out.push(')');
}

fn call(out: &mut String, call: &Call) {
    out.push_str("(call");
    spaced(out, [&call.callee]);
    if !call.types.is_empty() {
        put!(out, " <{}>", Joined(&call.types));
    }
    for arg in &call.args {
        match &arg.name {
            Some(name) => {
                put!(out, " (= {}", name.name);
                rest(out, [&arg.value]);
            }
            None => spaced(out, [&arg.value]),
        }
    }
    out.push(')');
}

fn otherwise(out: &mut String, otherwise: Option<&Else>) {
    match otherwise {
        Some(Else::Block(body)) => {
            out.push(' ');
            block(out, body);
        }
        Some(Else::If(expr)) => spaced(out, [expr]),
        None => {}
    }
}

/// The rest of a function after its name.
fn function(out: &mut String, params: &[Param], result: Option<&TypeExpr>, body: &Block) {
    out.push('(');
    for (k, param) in params.iter().enumerate() {
        out.push_str(if k == 0 { "" } else { " " });
        out.push_str(match param.mode {
            ParamMode::Plain => "",
            ParamMode::Mut => "mut ",
            ParamMode::Ref => "mut &",
            ParamMode::ConstRef => "&",
        });
        out.push_str(&param.name.name);
        annotation(out, param.ty.as_ref());
        if let Some(default) = &param.default {
            out.push('=');
            expression(out, default);
        }
    }
    out.push_str(") ");
    if let Some(result) = result {
        put!(out, "-> {result} ");
    }
    block(out, body);
    out.push(')');
}

fn annotation(out: &mut String, ty: Option<&TypeExpr>) {
    if let Some(ty) = ty {
        put!(out, ":{ty}");
    }
}

/// `{a b}`.
fn block(out: &mut String, block: &Block) {
    out.push('{');
    for (k, stmt) in block.statements.iter().enumerate() {
        out.push_str(if k == 0 { "" } else { " " });
        statement(out, stmt);
    }
    out.push('}');
}
