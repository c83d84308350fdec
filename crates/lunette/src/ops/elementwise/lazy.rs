//! Chains of operations that are computed block by block: no value in between reaches memory.

mod fused;

use self::fused::Fused;
use super::binary::{BinaryOp, binary};
use super::choose::{choose, clip};
use super::evaluate::{evaluate, evaluate_into};
use super::operand::Operand;
use super::slabs::Slabs;
use super::unary::{UnaryOp, unary};
use crate::dtype::Scalar;
use crate::error::Result;
use crate::layout::Order;
use crate::ops::reduce::Reducible;
use crate::ops::{create, load, store};
use crate::tensor::{Handle, Value};

/// An expression in postfix order: operands come before the operation that takes them.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
enum Node {
    Tensor(Handle),
    Scalar(Scalar),
    Weak(Scalar),
    Unary(UnaryOp),
    Binary(BinaryOp),
    /// A mask, what stands where it is true, and what stands elsewhere.
    Choose,
    /// Values, then the limits that there are.
    Clip(Limits),
}

/// Which limits values are held between.
#[derive(Clone, Copy, Debug)]
struct Limits {
    low: bool,
    high: bool,
}

impl Node {
    fn is_operation(&self) -> bool {
        !matches!(self, Self::Tensor(_) | Self::Scalar(_) | Self::Weak(_))
    }
}

impl Expression {
    /// An expression that is one operand.
    pub(crate) fn of(operand: Operand<'_>) -> Self {
        let node = match operand {
            Operand::Tensor(handle) => Node::Tensor(handle.clone()),
            Operand::Scalar(value) => Node::Scalar(value),
            Operand::Weak(value) => Node::Weak(value),
        };
        Self { nodes: vec![node] }
    }

    /// The expression with an operation of one operand after it.
    pub(crate) fn unary(mut self, op: UnaryOp) -> Self {
        self.nodes.push(Node::Unary(op));
        self
    }

    /// Two expressions with an operation of both after them.
    pub(crate) fn binary(mut self, op: BinaryOp, right: Self) -> Self {
        self.nodes.extend(right.nodes);
        self.nodes.push(Node::Binary(op));
        self
    }

    /// The mask with a choice between two expressions after it.
    pub(crate) fn choose(mut self, yes: Self, no: Self) -> Self {
        self.nodes.extend(yes.nodes);
        self.nodes.extend(no.nodes);
        self.nodes.push(Node::Choose);
        self
    }

    /// The expression held between limits.
    pub(crate) fn clip(mut self, low: Option<Self>, high: Option<Self>) -> Self {
        let limits = Limits { low: low.is_some(), high: high.is_some() };
        self.nodes.extend([low, high].into_iter().flatten().flat_map(|limit| limit.nodes));
        self.nodes.push(Node::Clip(limits));
        self
    }

    /// The value as a new tensor.
    pub(crate) fn evaluate(&self) -> Result<Handle> {
        match Fused::compile(self)? {
            Some(fused) => evaluate("eval", &fused.leaves, &fused.program, fused.dtype),
            None => self.one_by_one("eval"),
        }
    }

    /// As [`evaluate`](Self::evaluate), with errors of the operation that is made of the expression.
    pub(crate) fn evaluate_for(&self, op: &'static str) -> Result<Handle> {
        self.evaluate().map_err(|error| error.called(op))
    }

    /// The value, written into `out`, as if all operands had been read first.
    pub(crate) fn evaluate_into(&self, out: &Handle) -> Result<()> {
        match Fused::compile(self)? {
            Some(fused) => evaluate_into("eval_into", &fused.leaves, &fused.program, fused.dtype, out),
            None => {
                let result = self.one_by_one("eval_into")?;
                out.check_writable("eval_into")?;
                store::check_same_shape("eval_into", out.shape(), result.shape())?;
                store::store_whole("eval_into", out, &Value::of(&result))
            }
        }
    }

    /// What `reduce` makes of the value, of which no more than a few blocks are in memory at a time.
    pub(crate) fn reduce(
        &self,
        op: &'static str,
        reduce: impl FnOnce(&dyn Reducible) -> Result<Handle>,
    ) -> Result<Handle> {
        match Fused::compile(self)? {
            Some(fused) => reduce(&Slabs::new(op, &fused.leaves, &fused.program, fused.dtype)?),
            None => reduce(&self.one_by_one(op)?),
        }
    }

    /// The value, one operation after the other: for what cannot be fused.
    fn one_by_one(&self, op: &'static str) -> Result<Handle> {
        let mut stack: Vec<Held> = Vec::new();
        for node in &self.nodes {
            let held = match node {
                Node::Tensor(handle) => Held::Tensor(handle.clone()),
                Node::Scalar(value) => Held::Scalar(*value),
                Node::Weak(value) => Held::Weak(*value),
                Node::Unary(step) => Held::Tensor(unary(*step, &pop(&mut stack).into_handle(op)?)?),
                Node::Binary(step) => {
                    let (b, a) = (pop(&mut stack), pop(&mut stack));
                    Held::Tensor(binary(*step, a.operand(), b.operand())?)
                }
                Node::Choose => {
                    let (no, yes, mask) = (pop(&mut stack), pop(&mut stack), pop(&mut stack));
                    Held::Tensor(choose(&mask.into_handle(op)?, yes.operand(), no.operand())?)
                }
                Node::Clip(limits) => {
                    let high = limits.high.then(|| pop(&mut stack));
                    let low = limits.low.then(|| pop(&mut stack));
                    let x = pop(&mut stack).into_handle(op)?;
                    Held::Tensor(clip(&x, low.as_ref().map(Held::operand), high.as_ref().map(Held::operand))?)
                }
            };
            stack.push(held);
        }
        let made = self.nodes.len() > 1;
        let handle = pop(&mut stack).into_handle(op)?;
        if made { Ok(handle) } else { load::copy(op, &handle, Order::C) }
    }
}

/// A value on the stack of [`Expression::one_by_one`].
enum Held {
    Tensor(Handle),
    Scalar(Scalar),
    Weak(Scalar),
}

impl Held {
    fn operand(&self) -> Operand<'_> {
        match self {
            Self::Tensor(handle) => Operand::Tensor(handle),
            Self::Scalar(value) => Operand::Scalar(*value),
            Self::Weak(value) => Operand::Weak(*value),
        }
    }

    fn into_handle(self, op: &'static str) -> Result<Handle> {
        match self {
            Self::Tensor(handle) => Ok(handle),
            Self::Scalar(value) | Self::Weak(value) => create::full(op, value.dtype(), &[], value),
        }
    }
}

/// The value that the builders of expressions put there: every operation comes after its operands.
fn pop<T>(stack: &mut Vec<T>) -> T {
    stack.pop().expect("an expression is in postfix order")
}
