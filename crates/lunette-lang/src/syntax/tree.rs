//! The tree that the parser makes: what was written, nothing decided yet.

use std::collections::BTreeSet;
use std::sync::Arc;

use lunette::DType;

use crate::source::Span;
use crate::stack::with_room;

/// A whole text.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The statements in the order of the text.
    pub statements: Vec<Stmt>,
    /// The names in statements that could not be read: what these would have declared is not known.
    pub unread: BTreeSet<Arc<str>>,
}

impl Drop for Module {
    /// Long chains are deep trees, which take more stack than a thread may have.
    fn drop(&mut self) {
        with_room(|| self.statements.clear());
    }
}

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: Arc<str>,
    /// Where.
    pub span: Span,
}

/// Statements in braces. The value of a block is its last statement where that is an expression without `;`.
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Stmt>,
    /// From brace to brace.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where, without the end of line.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields stand in the notation above each kind")]
pub enum StmtKind {
    /// `let [mut] a[: T], b[: T] = x, y`; several names may take one tuple apart.
    Let(Let),
    /// `place <- value`, `place += value` and so on. The parser takes any expression for the place.
    Store { place: Expr, op: StoreOp, op_span: Span, value: Expr },
    /// `name = value`. The parser takes any expression on the left; the checker says what is wrong with others.
    Rebind { target: Expr, equals: Span, value: Expr },
    /// An expression for its value or for what it does; `ended` if a `;` follows, which a prompt takes as a wish not to see its value.
    Expr { expr: Expr, ended: bool },
    /// `fun name(…) -> T { … }`.
    Fun(Arc<Fun>),
    /// `for (i from a to b step s) { … }`.
    ForRange { name: Ident, from: Expr, to: Expr, step: Option<Expr>, body: Block },
    /// `for (x in tensor) { … }`, `for (i in range) { … }`.
    ForIn { name: Ident, over: Expr, body: Block },
    /// `while c { … }`.
    While { condition: Expr, body: Block },
    /// `{ … }` at the start of a statement.
    Block(Block),
    /// `return`, `return x`.
    Return(Option<Expr>),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `module "lib/stats" as stats`, `module lib.stats as stats` (then the path is `lib/stats`).
    Module { path: Arc<str>, path_span: Span, alias: Ident },
    /// Something that could not be read; a diagnostic was made.
    Error,
}

/// A `let`.
#[derive(Clone, Debug)]
pub struct Let {
    /// Where `mut` stands; it covers all names.
    pub mutable: Option<Span>,
    /// The names with their types, at least one.
    pub names: Vec<(Ident, Option<TypeExpr>)>,
    /// As many values as names, or one tuple for several.
    pub values: Vec<Expr>,
}

/// What a store does with the old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreOp {
    /// `<-`
    Plain,
    /// `+=` and so on; only arithmetic and bit operators.
    Compound(BinaryOp),
}

/// A function with a name.
#[derive(Clone, Debug)]
pub struct Fun {
    /// Its name.
    pub name: Ident,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The type of its result, if written.
    pub result: Option<TypeExpr>,
    /// What it does.
    pub body: Block,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// `p`, `mut p` or `mut &p`.
    pub mode: ParamMode,
    /// Its name.
    pub name: Ident,
    /// Its type, if written.
    pub ty: Option<TypeExpr>,
    /// The value that it has when none is given; a constant.
    pub default: Option<Expr>,
    /// The whole parameter.
    pub span: Span,
}

/// How a parameter takes its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamMode {
    /// `p`: acts as a copy, cannot be stored to.
    Plain,
    /// `mut p`: a copy of its own.
    Mut,
    /// `mut &p`: the caller's memory.
    Ref,
    /// `&p` without `mut`: read, so that the checker can say what is missing.
    ConstRef,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields stand in the notation above each kind")]
pub enum ExprKind {
    /// An integer: its digits as a number, and its suffix. `-128i8` is one literal: the sign is inside then.
    Int { value: IntValue, suffix: Option<DType> },
    /// A float, and its suffix.
    Float { value: f64, suffix: Option<DType> },
    /// An imaginary number, `2.5j`.
    Imaginary(f64),
    /// `true`, `false`.
    Bool(bool),
    /// A string, with its escapes read.
    Str(Arc<str>),
    /// A name.
    Name(Arc<str>),
    /// A dtype as a value: `f32`, as in `zeros((2, 3), dtype = f32)`.
    DType(DType),
    /// `(a, b)`, `(a,)`, `()`.
    Tuple(Vec<Expr>),
    /// `(a)`; kept for the formatter.
    Paren(Box<Expr>),
    /// `[a, b]`, also nested.
    List(Vec<Expr>),
    /// `{a, b}`: the values of `tensor`, or `{range, step}` in an index.
    Braces(Vec<Expr>),
    /// `a:b:s`, `a..b`, `a...b`; a bare `:`, `..`, `...` too.
    Range(Box<Range>),
    /// `*` where an item is expected: one whole axis.
    Whole,
    /// `NewAxis`.
    NewAxis,
    /// `Fill`.
    Fill,
    /// `-x`, `~x`, `not x`.
    Unary { op: UnaryOp, operand: Box<Expr> },
    /// `a + b` and so on, comparisons included.
    Binary { op: BinaryOp, op_span: Span, left: Box<Expr>, right: Box<Expr> },
    /// `a and b`, `a or b`.
    Logic { op: LogicOp, left: Box<Expr>, right: Box<Expr> },
    /// `f(a, name = b)`, `f<T>(a)`; a method call is a call of a [`ExprKind::Member`].
    Call(Box<Call>),
    /// `x[a, b]`.
    Index(Box<Index>),
    /// `x.name`.
    Member { base: Box<Expr>, name: Ident },
    /// `&place`.
    Ref(Box<Expr>),
    /// `if (c) { a } else { b }`.
    If(Box<If>),
    /// `lambda(a, b) { a + b }`.
    Lambda(Arc<Lambda>),
    /// Something that could not be read; a diagnostic was made.
    Error,
}

/// The value of an integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntValue {
    /// Its magnitude; saturates, and then no dtype holds it.
    pub magnitude: u128,
    /// Whether a minus sign belongs to the literal.
    pub negative: bool,
}

/// A range as written.
#[derive(Clone, Debug)]
pub struct Range {
    /// Which notation.
    pub notation: RangeNotation,
    /// The first part, if written.
    pub start: Option<Expr>,
    /// The second part, if written.
    pub end: Option<Expr>,
    /// The third part of `a:b:s`, if written.
    pub step: Option<Expr>,
}

/// The notations of ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeNotation {
    /// `a:b:s`, the end not included.
    Colon,
    /// `a..b`, the end included.
    Inclusive,
    /// `a...b`, the end not included.
    Exclusive,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called: a name, a member, or any expression.
    pub callee: Expr,
    /// `<i64>`.
    pub types: Vec<TypeExpr>,
    /// The arguments as written.
    pub args: Vec<Arg>,
}

/// An argument.
#[derive(Clone, Debug)]
pub struct Arg {
    /// `name =`.
    pub name: Option<Ident>,
    /// Its value.
    pub value: Expr,
}

/// Square brackets after an expression.
#[derive(Clone, Debug)]
pub struct Index {
    /// What is indexed.
    pub base: Expr,
    /// The items. One item that is a tuple is spread by the checker.
    pub items: Vec<Expr>,
    /// From bracket to bracket; of `x.[[1L; 1L]]` the inner ones.
    pub brackets: Span,
    /// `x.[[1L; 1L]]`: one element, F#'s way; the items are those of the inner brackets.
    pub element: bool,
}

/// `if`.
#[derive(Clone, Debug)]
pub struct If {
    /// The condition.
    pub condition: Expr,
    /// What is done when it holds.
    pub then: Block,
    /// What is done otherwise: a block, or another `if`.
    pub otherwise: Option<Else>,
}

/// What stands after `else`.
#[derive(Clone, Debug)]
pub enum Else {
    /// A block.
    Block(Block),
    /// Another `if`, an [`ExprKind::If`].
    If(Expr),
}

/// A function without a name.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// Its parameters.
    pub params: Vec<Param>,
    /// The type of its result, if written.
    pub result: Option<TypeExpr>,
    /// What it does.
    pub body: Block,
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Negative,
    /// `~`
    Invert,
    /// `not`, on scalars.
    Not,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is the operator of that name")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// `/`, true division.
    Div,
    /// `div`, rounded down.
    FloorDiv,
    Rem,
    Pow,
    /// `@`
    Matmul,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// `and`, `or`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is the word of that name")]
pub enum LogicOp {
    And,
    Or,
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// What it is.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// The kinds of types.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields stand in the notation above each kind")]
pub enum TypeKind {
    /// `i32`, `f64`, `bool`, `complex128`.
    Scalar(DType),
    /// `string`.
    String,
    /// `range`.
    Range,
    /// `(i32, f32)`.
    Tuple(Vec<TypeExpr>),
    /// `tensor<f32, 2>`, `tensor<f32>` (any rank).
    Tensor { dtype: DType, rank: Option<usize> },
    /// `fun(i32) -> i32`.
    Fun { params: Vec<TypeExpr>, result: Option<Box<TypeExpr>> },
    /// Something that could not be read; a diagnostic was made.
    Error,
}
