//! What a text declares, and where: for whoever looks a name up without checking the text.

use super::parser::parse;
use super::tree::{Arg, Block, Else, Expr, ExprKind, Ident, If, Module, Param, Stmt, StmtKind};
use crate::source::{Source, Span};
use crate::stack::with_room;

/// A name that is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name, where it is declared.
    pub name: Ident,
    /// The block in which it can be seen.
    pub scope: Span,
    /// The byte from which on it can be seen there: a variable is not known in its own value.
    pub seen_from: u32,
    /// What it is declared as.
    pub kind: DeclaredKind,
}

impl Declared {
    /// Whether it can be seen at a byte: there, or where it is declared.
    pub fn is_seen_at(&self, at: u32) -> bool {
        let name = self.name.span;
        self.scope.start <= at
            && at <= self.scope.end
            && (self.seen_from <= at || (name.start <= at && at <= name.end))
    }
}

/// What a name is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredKind {
    /// A function, which can be seen in all of its scope; where its head is, without its body.
    Function {
        /// From `fun` to before the brace.
        head: Span,
    },
    /// A variable, a parameter or the counter of a loop, which can be seen from its declaration on.
    Variable,
    /// A module.
    Module,
}

/// Every name that a text declares, in the order of the text.
///
/// ```
/// use lunette_lang::source::{FileId, Source};
/// use lunette_lang::syntax::{declarations, parse};
///
/// let source = Source::new(FileId(0), "-", "fun twice(x) { 2 * x }\nlet y = twice(1)");
/// let names: Vec<String> = declarations(&source, &parse(&source).0).iter().map(|it| it.name.name.to_string()).collect();
/// assert_eq!(names, ["twice", "x", "y"]);
/// ```
pub fn declarations(source: &Source, module: &Module) -> Vec<Declared> {
    let whole = Span { file: source.id, start: 0, end: u32::try_from(source.text.len()).unwrap_or(u32::MAX) };
    let mut outline = Outline { scope: whole, found: Vec::new() };
    with_room(|| outline.statements(&module.statements));
    outline.found
}

/// The declaration that a name at a byte of the text means: the last one before it in the innermost block that has one.
pub fn declaration<'d>(declared: &'d [Declared], name: &str, at: u32) -> Option<&'d Declared> {
    let seen = declared.iter().filter(|it| &*it.name.name == name && it.is_seen_at(at));
    seen.max_by_key(|it| (it.scope.start, it.name.span.start))
}

/// What a text before a word ends with if the word is a member of it: all before a single `.`, not before that of `0..n`.
///
/// ```
/// use lunette_lang::syntax::member_of;
///
/// assert_eq!(member_of("print(stats."), Some("print(stats"));
/// assert_eq!((member_of("x[0.."), member_of("x")), (None, None));
/// ```
pub fn member_of(before: &str) -> Option<&str> {
    before.strip_suffix('.').filter(|receiver| !receiver.ends_with('.'))
}

/// The comment right above a byte's line, without its slashes; empty where there is none.
///
/// ```
/// use lunette_lang::source::{FileId, Source};
/// use lunette_lang::syntax::comment_above;
///
/// let source = Source::new(FileId(0), "-", "// Twice\n// as much.\nfun twice(x) { 2 * x }");
/// assert_eq!(comment_above(&source, 21), "Twice\nas much.");
/// ```
pub fn comment_above(source: &Source, at: u32) -> String {
    let mut line = source.line_column(at).line.saturating_sub(1);
    let mut lines = Vec::new();
    while line > 0
        && let Some(comment) = source.line(line).1.trim().strip_prefix("//")
    {
        lines.push(comment.strip_prefix(' ').unwrap_or(comment));
        line -= 1;
    }
    lines.reverse();
    lines.join("\n")
}

/// The functions of the outermost level of a text: where each name stands, the function as it is written without what it
/// does, and the comment above it.
pub fn documented(source: &Source) -> Vec<(Span, String, String)> {
    let declared = declarations(source, &parse(source).0);
    let outermost = declared.into_iter().filter(|it| it.scope.start == 0);
    outermost
        .filter_map(|it| match it.kind {
            DeclaredKind::Function { head } => {
                let comment = comment_above(source, head.start);
                Some((it.name.span, source.slice(head).trim_end().to_owned(), comment))
            }
            _ => None,
        })
        .collect()
}

struct Outline {
    /// The block that is being read.
    scope: Span,
    found: Vec<Declared>,
}

impl Outline {
    fn declare(&mut self, name: &Ident, kind: DeclaredKind) {
        let seen_from = match kind {
            DeclaredKind::Function { .. } => self.scope.start,
            DeclaredKind::Variable | DeclaredKind::Module => name.span.start,
        };
        self.declare_from(seen_from, name, kind);
    }

    fn declare_from(&mut self, seen_from: u32, name: &Ident, kind: DeclaredKind) {
        self.found.push(Declared { name: name.clone(), scope: self.scope, seen_from, kind });
    }

    /// Reads something that stands in a scope of its own.
    fn inside(&mut self, scope: Span, read: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.scope, scope);
        read(self);
        self.scope = outer;
    }

    fn statements(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn block(&mut self, block: &Block) {
        self.inside(block.span, |outline| outline.statements(&block.statements));
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Let(binding) => {
                self.exprs(&binding.values);
                for (name, _) in &binding.names {
                    self.declare_from(statement.span.end, name, DeclaredKind::Variable);
                }
            }
            StmtKind::Store { place: a, value: b, .. } | StmtKind::Rebind { target: a, value: b, .. } => {
                self.expr(a);
                self.expr(b);
            }
            StmtKind::Expr { expr, .. } | StmtKind::Return(Some(expr)) => self.expr(expr),
            StmtKind::Fun(fun) => {
                let head = Span { end: fun.body.span.start, ..statement.span };
                self.declare(&fun.name, DeclaredKind::Function { head });
                self.function(&fun.params, &fun.body, statement.span);
            }
            StmtKind::ForRange { name, from, to, step, body } => {
                [Some(from), Some(to), step.as_ref()].into_iter().flatten().for_each(|part| self.expr(part));
                self.round(name, body, statement.span);
            }
            StmtKind::ForIn { name, over, body } => {
                self.expr(over);
                self.round(name, body, statement.span);
            }
            StmtKind::While { condition, body } => {
                self.expr(condition);
                self.block(body);
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::Module { alias, .. } => self.declare(alias, DeclaredKind::Module),
            StmtKind::Return(None) | StmtKind::Break | StmtKind::Continue | StmtKind::Error => {}
        }
    }

    /// The body of a loop, in which its counter can be seen.
    fn round(&mut self, name: &Ident, body: &Block, span: Span) {
        self.inside(span, |outline| {
            outline.declare(name, DeclaredKind::Variable);
            outline.block(body);
        });
    }

    fn function(&mut self, params: &[Param], body: &Block, span: Span) {
        self.inside(span, |outline| {
            params.iter().for_each(|param| outline.declare(&param.name, DeclaredKind::Variable));
            outline.block(body);
        });
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    /// Only what holds blocks declares names.
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Braces(items) => self.exprs(items),
            ExprKind::Paren(inner) | ExprKind::Ref(inner) => self.expr(inner),
            ExprKind::Unary { operand: inner, .. } | ExprKind::Member { base: inner, .. } => self.expr(inner),
            ExprKind::Range(range) => {
                self.exprs([&range.start, &range.end, &range.step].into_iter().flatten());
            }
            ExprKind::Binary { left, right, .. } | ExprKind::Logic { left, right, .. } => {
                self.exprs([&**left, &**right]);
            }
            ExprKind::Call(call) => {
                self.expr(&call.callee);
                self.exprs(call.args.iter().map(|Arg { value, .. }| value));
            }
            ExprKind::Index(index) => {
                self.expr(&index.base);
                self.exprs(&index.items);
            }
            ExprKind::If(branch) => self.branch(branch),
            ExprKind::Lambda(lambda) => self.function(&lambda.params, &lambda.body, expr.span),
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Imaginary(_)
            | ExprKind::Bool(_)
            | ExprKind::Str(_)
            | ExprKind::Name(_)
            | ExprKind::DType(_)
            | ExprKind::Whole
            | ExprKind::NewAxis
            | ExprKind::Fill
            | ExprKind::Error => {}
        }
    }

    fn branch(&mut self, branch: &If) {
        self.expr(&branch.condition);
        self.block(&branch.then);
        match &branch.otherwise {
            Some(Else::Block(block)) => self.block(block),
            Some(Else::If(expr)) => self.expr(expr),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{declaration, declarations};
    use crate::source::{FileId, Source};
    use crate::syntax::parse;

    /// In the text `^` stands before the declaration and `?` before the use that means it.
    fn check(marked: &str) {
        let text = marked.replace(['^', '?'], "");
        let expected = marked.replace('?', "").find('^').unwrap() as u32;
        let at = marked.replace('^', "").find('?').unwrap();
        let name: String = text[at..].chars().take_while(|c| c.is_alphanumeric()).collect();
        let source = Source::new(FileId(0), "-", text.as_str());
        let (module, mistakes) = parse(&source);
        assert!(mistakes.is_empty(), "{text}: {mistakes:?}");
        let declared = declarations(&source, &module);
        let found = declaration(&declared, &name, at as u32).map(|found| found.name.span.start);
        assert_eq!(found, Some(expected), "{marked}");
    }

    #[test]
    fn names_mean_the_nearest_declaration() {
        check("let ^a = 1\nprint(?a)");
        check("let a = 1\nlet ^a = 2\nprint(?a)\nlet a = 3");
        check("let ^a = 1\nlet a = ?a + 1");
        check("let a = 1\nlet ?^a = a + 1");
        check("let ^a = 1\n{ let a = 2 }\nprint(?a)");
        check("let a = 1\n{ let ^a = 2; print(?a) }");
        check("print(?f(1))\nfun ^f(x) { x }");
        check("let x = 1\nfun f(^x) { ?x }");
        check("let x = 1\nfun f(^x) { if true { ?x } else { 2 } }");
        check("let f = lambda(^u, v) { ?u + v }");
        check("for (^i in 0:3) { print([1, ?i]) }");
        check("for (^i from 0 to 3 step 1) { x[(?i, 0)] <- 2 }");
        check("module lib.stats as ^s\nprint(?s.mean(1))");
    }
}
