//! Chains of elementwise functions, computed in one pass over their operands.

use lunette::{Dyn, DynTensor, Lazy, Scalar};

use super::Compiler;
use super::effects::may_store;
use crate::builtins::{Builtin, Fuse};
use crate::program::{Expr, ExprKind};
use crate::run::failure::Stop;
use crate::run::machine::{Code, Machine};
use crate::source::Span;
use crate::types::Type;
use crate::value::Value;

/// So many functions inside of each other are computed in one pass; what is deeper is computed before.
const DEEPEST: usize = 64;

/// A chain: what is evaluated before it, and what is done with that.
pub(super) struct Chain {
    leaves: Vec<(Code<Value>, Span)>,
    root: Node,
}

/// A part of a chain.
enum Node {
    /// The leaf of this number.
    Leaf(usize),
    Unary(fn(Lazy<Dyn>) -> Lazy<Dyn>, Box<Node>, Step),
    Binary(fn(Lazy<Dyn>, Lazy<Dyn>) -> Lazy<Dyn>, Box<[Node; 2]>, Step),
}

/// A function of a chain, for running it alone.
#[derive(Clone, Copy)]
struct Step {
    builtin: &'static Builtin,
    span: Span,
    operands: [Option<Span>; 2],
}

/// A value that a chain starts from.
pub(super) enum Leaf {
    Tensor(DynTensor),
    Scalar(Scalar),
}

impl Compiler<'_> {
    /// The chain that an expression is; none if it is no elementwise function.
    pub(super) fn chain(&mut self, expr: &Expr) -> Option<Chain> {
        let mut leaves = Vec::new();
        let root = self.node(expr, &mut leaves, 0)?;
        Some(Chain { leaves, root })
    }

    fn node(&mut self, expr: &Expr, leaves: &mut Vec<(Code<Value>, Span)>, depth: usize) -> Option<Node> {
        if depth == DEEPEST {
            return None;
        }
        let ExprKind::Builtin { builtin, args } = &expr.kind else { return None };
        let place = |k: usize| args.get(k).and_then(Option::as_ref).map(|arg| arg.span);
        let step = Step { builtin, span: expr.span, operands: [place(0), place(1)] };
        if !matches!(expr.ty, Type::Tensor(_)) {
            return None;
        }
        match (builtin.fuse, args.as_slice()) {
            (Fuse::Unary(fuse), [Some(x), rest @ ..]) if none_of(rest) => {
                Some(Node::Unary(fuse, Box::new(self.node_or_leaf(x, leaves, depth)), step))
            }
            (Fuse::Binary(fuse), [Some(x), Some(y), rest @ ..]) if none_of(rest) => {
                // What the right side stores must not be seen on the left, which is computed before it then (R13).
                let left =
                    if may_store(y) { self.leaf(x, leaves) } else { self.node_or_leaf(x, leaves, depth) };
                let operands = [left, self.node_or_leaf(y, leaves, depth)];
                Some(Node::Binary(fuse, Box::new(operands), step))
            }
            _ => None,
        }
    }

    fn node_or_leaf(&mut self, expr: &Expr, leaves: &mut Vec<(Code<Value>, Span)>, depth: usize) -> Node {
        self.node(expr, leaves, depth + 1).unwrap_or_else(|| self.leaf(expr, leaves))
    }

    fn leaf(&mut self, expr: &Expr, leaves: &mut Vec<(Code<Value>, Span)>) -> Node {
        leaves.push((self.value(expr), expr.span));
        Node::Leaf(leaves.len() - 1)
    }
}

fn none_of(args: &[Option<Expr>]) -> bool {
    args.iter().all(Option::is_none)
}

impl Chain {
    /// How many functions the chain has.
    pub(super) fn len(&self) -> usize {
        self.root.count()
    }

    /// Evaluates what the chain starts from, from left to right.
    pub(super) fn leaves(&self, machine: &mut Machine<'_>) -> Result<Vec<Leaf>, Stop> {
        let mut leaves = Vec::with_capacity(self.leaves.len());
        for (code, span) in &self.leaves {
            leaves.push(match code(machine)? {
                Value::Tensor(tensor) => Leaf::Tensor(tensor),
                Value::Scalar(scalar) => Leaf::Scalar(scalar),
                _ => return Err(machine.internal("an operand is no tensor", *span)),
            });
        }
        Ok(leaves)
    }

    /// The chain as an expression of the library.
    pub(super) fn lazy(&self, leaves: &[Leaf]) -> Lazy<Dyn> {
        self.root.lazy(leaves)
    }

    /// Computes the chain.
    pub(super) fn eval(&self, machine: &mut Machine<'_>, leaves: &[Leaf]) -> Result<Value, Stop> {
        match self.lazy(leaves).eval().and_then(Value::of) {
            Ok(value) => Ok(value),
            // One by one, the function that fails is known, and so is what it says.
            Err(_) => self.one_by_one(machine, leaves),
        }
    }

    /// Computes the chain function by function.
    pub(super) fn one_by_one(&self, machine: &mut Machine<'_>, leaves: &[Leaf]) -> Result<Value, Stop> {
        self.root.run(machine, leaves)
    }
}

impl Leaf {
    pub(super) fn shape(&self) -> &[usize] {
        match self {
            Self::Tensor(tensor) => tensor.shape(),
            Self::Scalar(_) => &[],
        }
    }
}

impl Node {
    fn count(&self) -> usize {
        match self {
            Self::Leaf(_) => 0,
            Self::Unary(_, operand, _) => 1 + operand.count(),
            Self::Binary(_, operands, _) => 1 + operands.iter().map(Self::count).sum::<usize>(),
        }
    }

    fn lazy(&self, leaves: &[Leaf]) -> Lazy<Dyn> {
        match self {
            Self::Leaf(k) => match leaves.get(*k) {
                Some(Leaf::Tensor(tensor)) => tensor.lazy(),
                Some(Leaf::Scalar(scalar)) => Lazy::scalar(*scalar),
                None => Lazy::scalar(false),
            },
            Self::Unary(fuse, operand, _) => fuse(operand.lazy(leaves)),
            Self::Binary(fuse, operands, _) => fuse(operands[0].lazy(leaves), operands[1].lazy(leaves)),
        }
    }

    fn run(&self, machine: &mut Machine<'_>, leaves: &[Leaf]) -> Result<Value, Stop> {
        let (step, args) = match self {
            Self::Leaf(k) => {
                return Ok(match leaves.get(*k) {
                    Some(Leaf::Tensor(tensor)) => Value::Tensor(tensor.clone()),
                    Some(Leaf::Scalar(scalar)) => Value::Scalar(*scalar),
                    None => Value::nothing(),
                });
            }
            Self::Unary(_, operand, step) => (step, vec![operand.run(machine, leaves)?]),
            Self::Binary(_, operands, step) => {
                (step, vec![operands[0].run(machine, leaves)?, operands[1].run(machine, leaves)?])
            }
        };
        let count = step.builtin.params.len();
        let mut args: Vec<Option<Value>> = args.into_iter().map(Some).collect();
        args.resize(count.max(args.len()), None);
        machine.call_builtin(step.builtin, &args, (step.span, &step.operands))
    }
}
