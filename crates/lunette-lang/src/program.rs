//! The checked program: every name is a slot, every expression has a type, every conversion and copy is written out.
//!
//! Whoever runs it looks up no names and tests no types. What the checker promises:
//!
//! 1. Operands of scalar operators have the dtype in which the operator works (`Convert` where they had another).
//! 2. A `Copy` stands wherever a value could otherwise be seen to change, and nowhere else; all other expressions may
//!    share memory with the places they read.
//! 3. Weak constants have been converted: no constant is weak here.
//! 4. Indices that pick one element are `i64` scalars.
//! 5. Types hold: the value of an expression is what its type says, and its sizes are those that the type knows.

use std::sync::Arc;

use lunette::Scalar;

use crate::builtins::Builtin;
use crate::source::Span;
use crate::stack::with_room;
use crate::syntax::tree::{BinaryOp, LogicOp, RangeNotation, UnaryOp};
use crate::types::Type;
use crate::value::Value;

/// A function instance: a function with the types of its arguments. Counted through a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

/// A function or lambda as written, not yet specialised. Counted through a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClosureId(pub u32);

/// A variable of the outermost level, of a module or of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobalId(pub u32);

/// A variable of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

/// What one input adds to a session: checked, and ready to run.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The instances that are new, in the order of their numbers.
    pub functions: Vec<Arc<Function>>,
    /// The globals that are new, in the order of their numbers.
    pub globals: Vec<Slot>,
    /// The statements of the outermost level, those of newly imported modules first.
    pub main: Body,
    /// The type of the value of the last statement, if it is an expression: what a prompt shows.
    pub result: Option<Type>,
}

impl Drop for Program {
    /// Long chains are deep trees, which take more stack than a thread may have.
    fn drop(&mut self) {
        with_room(|| {
            self.functions.clear();
            self.main = Body::default();
        });
    }
}

/// Statements with the variables that they use.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The variables; parameters come first.
    pub locals: Vec<Slot>,
    /// The statements, and the value at the end.
    pub block: Block,
}

/// One function for one list of argument types.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its number.
    pub id: FunctionId,
    /// Its name, `lambda` without one.
    pub name: Arc<str>,
    /// Where it is declared.
    pub span: Span,
    /// How many of the first locals are what it has captured, and how many after them are its parameters.
    pub captures: usize,
    /// The number of parameters.
    pub params: usize,
    /// What it does. The block's value is the result.
    pub body: Body,
    /// The type of the result.
    pub result: Type,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its name, for messages and for the prompt.
    pub name: Arc<str>,
    /// The type of its values.
    pub ty: Type,
    /// How it is kept.
    pub storage: Storage,
    /// Whether it can be stored to.
    pub mutable: bool,
}

/// How a variable is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// A scalar of at most 64 bits, in a register.
    Scalar,
    /// Any other value.
    Object,
    /// A scalar that somebody refers to: a tensor of rank 0.
    Boxed,
}

/// Which variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// One of this call.
    Local(LocalId),
    /// One of the outermost level.
    Global(GlobalId),
}

/// Statements one after the other, then a value.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Stmt>,
    /// The value; `()` if there is none.
    pub value: Option<Box<Expr>>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it is written.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the parts that the words above each kind name")]
pub enum StmtKind {
    /// Gives a variable its first value, or rebinds it (`name = value`): earlier references keep the old memory.
    /// For a boxed variable the value is a scalar, which gets a box of its own, or a [`ExprKind::View`].
    Bind { variable: Variable, value: Expr },
    /// Takes a tuple apart.
    BindTuple { variables: Vec<Variable>, value: Expr },
    /// `place <- value`, `place += value`. `op_span` is where `<-` or `+=` stands: what a division by zero points at.
    /// The value may have another dtype than the place; it is converted as R16 says.
    Store { place: Place, op: Option<BinaryOp>, op_span: Span, value: Expr },
    /// Evaluates and forgets.
    Expr(Expr),
    /// Counts from `from` to before `to`, or to it where it is `included`; the three have the dtype of the variable.
    ForRange { variable: Variable, from: Expr, to: Expr, included: bool, step: Option<Expr>, body: Block },
    /// Goes over the entries of the first axis: copies, scalars where the tensor has rank 1. Or over the numbers of a range.
    ForIn { variable: Variable, over: Expr, body: Block },
    /// Repeats while the condition holds.
    While { condition: Expr, body: Block },
    /// Leaves the function with a value.
    Return(Option<Expr>),
    /// Leaves the innermost loop.
    Break,
    /// Goes on with the next round of the innermost loop.
    Continue,
}

/// What can be stored to and referred to: a variable, then a part of it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The variable.
    pub root: Variable,
    /// Each is a view of what came before; only the last one of a store may hold tensors (picks).
    pub steps: Vec<PlaceStep>,
    /// The type of what is there: a scalar, or a tensor.
    pub ty: Type,
    /// Where it is written.
    pub span: Span,
}

/// A part of a place.
#[derive(Clone, Debug)]
pub enum PlaceStep {
    /// Square brackets.
    Index(Vec<Item>, Span),
    /// `transpose`, `permute`, `reshape`, … : a function that gives a view. There is an entry for each parameter, the
    /// first of them empty: the place stands there.
    Transform(&'static Builtin, Vec<Option<Expr>>, Span),
}

/// An item of an index.
#[derive(Clone, Debug)]
pub enum Item {
    /// One entry, an `i64`; the axis goes.
    At(Expr),
    /// A range whose parts are `i64`; boxed, because most items are not.
    Range(Box<RangeExpr>),
    /// A value of type range; one of `NewAxis` or `Fill` where computing it does something.
    Value(Expr),
    /// `NewAxis`.
    NewAxis,
    /// `Fill`.
    Fill,
    /// A tensor of integers or bools; a bool scalar too.
    Tensor(Expr),
    /// A tuple whose fields are items of the types that its type says.
    Tuple(Expr),
}

/// A range as written, its parts `i64` scalars.
#[derive(Clone, Debug)]
pub struct RangeExpr {
    /// Which notation.
    pub notation: RangeNotation,
    /// The first part.
    pub start: Option<Expr>,
    /// The second part.
    pub end: Option<Expr>,
    /// The third part of `a:b:s`.
    pub step: Option<Expr>,
    /// The step of `{range, step}`.
    pub every: Option<Expr>,
    /// Where it is written.
    pub span: Span,
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Type,
    /// Where it is written; for an operator the place of the operator itself, which is what a failure points at.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the parts that the words above each kind name")]
pub enum ExprKind {
    /// A value that is known.
    Constant(Constant),
    /// The value of a variable. A boxed one gives its scalar.
    Variable(Variable),
    /// The memory of a place: `&place`. The value is a tensor, of rank 0 where the type is a scalar.
    View(Box<Place>),
    /// A tensor with memory of its own; also tuples and functions with all that is in them.
    Copy(Box<Expr>),
    /// A scalar converted to the dtype of this expression, without loss of its kind (R26). A `u64` becomes an `i64` in
    /// indices only, and fails there where it is too large.
    Convert(Box<Expr>),
    /// `-x`, `~x`, `not x` of a scalar of the same dtype.
    Unary { op: UnaryOp, operand: Box<Expr> },
    /// An operator of two scalars of one dtype; the type of this expression is that of the result.
    Binary { op: BinaryOp, left: Box<Expr>, right: Box<Expr> },
    /// `==` and `!=` of strings, tuples and dtypes.
    Same { equal: bool, left: Box<Expr>, right: Box<Expr> },
    /// `+` of two strings: one after the other.
    Joined { left: Box<Expr>, right: Box<Expr> },
    /// `and`, `or`: the right side is evaluated only where it matters.
    Logic { op: LogicOp, left: Box<Expr>, right: Box<Expr> },
    /// The part of a tensor that an index takes; a scalar where every item is an entry. It may share memory with the
    /// tensor where it has no picks: a `Copy` around it makes it a load.
    Load { base: Box<Expr>, items: Vec<Item> },
    /// `(a, b)`.
    Tuple(Vec<Expr>),
    /// A field of a tuple.
    Field { tuple: Box<Expr>, index: usize },
    /// A field of a tuple whose fields all have the type of this expression; the index is an `i64`.
    FieldAt { tuple: Box<Expr>, index: Box<Expr> },
    /// A range as a value.
    Range(Box<RangeExpr>),
    /// `{range, step}` of a range that is known only when running, and must have no step of its own; `every` is an `i64`.
    Stepped { range: Box<Expr>, every: Box<Expr> },
    /// Scalars of the dtype of this expression in row-major order: list literals, and `tensor(shape, {…})` of a known
    /// shape.
    TensorLiteral { shape: Vec<usize>, elements: Vec<Expr> },
    /// A function of the table; one entry for each parameter, `None` where the default counts.
    Builtin { builtin: &'static Builtin, args: Vec<Option<Expr>> },
    /// A call of an instance. Arguments of `mut &p` parameters are [`ExprKind::View`]s.
    Call { function: FunctionId, args: Vec<Expr> },
    /// A call of a function value.
    CallValue { callee: Box<Expr>, args: Vec<Expr> },
    /// A function as a value, with what it captures.
    Fun { function: FunctionId, captures: Vec<Expr> },
    /// A function whose arguments have no types yet, of type [`Type::Closure`]: its name and what it captures. Calls of
    /// it are `Call`s whose first arguments are the captures, which are its fields.
    Closure { name: Arc<str>, captures: Vec<Expr> },
    /// `if`, as an expression or a statement.
    If { condition: Box<Expr>, then: Box<Block>, otherwise: Option<Box<Block>> },
    /// `{ … }`.
    Block(Block),
}

/// A value that is known. Most are scalars, which need no memory of their own; expressions stay small.
#[derive(Clone, Debug)]
pub enum Constant {
    /// A scalar.
    Scalar(Scalar),
    /// Any other value.
    Other(Box<Value>),
}

impl Constant {
    /// The value.
    pub fn value(&self) -> Value {
        match self {
            Self::Scalar(scalar) => Value::Scalar(*scalar),
            Self::Other(value) => Value::clone(value),
        }
    }
}

impl From<Value> for Constant {
    fn from(value: Value) -> Self {
        match value {
            Value::Scalar(scalar) => Self::Scalar(scalar),
            other => Self::Other(Box::new(other)),
        }
    }
}
