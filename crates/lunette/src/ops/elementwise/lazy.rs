//! Chains of operations that are computed block by block: no value in between reaches memory.

use smallvec::SmallVec;

use super::binary::{self, BinaryOp, binary};
use super::compare;
use super::evaluate::{evaluate, evaluate_into};
use super::operand::{Operand, common_dtype};
use super::slabs::Slabs;
use super::unary::{self, UnaryOp, unary};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::kernels::elementwise::{MOST_LEAVES, Program, Slot};
use crate::layout::Order;
use crate::ops::reduce::Reducible;
use crate::ops::{create, load, store};
use crate::tensor::{Handle, Value};

/// Longer chains are cut: what fits the first cache is a few temporaries.
const MOST_STEPS: usize = 48;

/// An expression in postfix order: operands come before the operation that takes them.
#[derive(Clone)]
pub(crate) struct Expression {
    nodes: Vec<Node>,
}

#[derive(Clone)]
enum Node {
    Tensor(Handle),
    Scalar(Scalar),
    Weak(Scalar),
    Unary(UnaryOp),
    Binary(BinaryOp),
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

    /// The value as a new tensor.
    pub(crate) fn evaluate(&self) -> Result<Handle> {
        match Fused::compile(self)? {
            Some(fused) => evaluate("eval", &fused.leaves, &fused.program, fused.dtype),
            None => self.one_by_one(),
        }
    }

    /// The value, written into `out`, as if all operands had been read first.
    pub(crate) fn evaluate_into(&self, out: &Handle) -> Result<()> {
        match Fused::compile(self)? {
            Some(fused) => evaluate_into("eval_into", &fused.leaves, &fused.program, fused.dtype, out),
            None => {
                let result = self.one_by_one()?;
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
            None => reduce(&self.one_by_one()?),
        }
    }

    /// The value, one operation after the other: for what cannot be fused.
    fn one_by_one(&self) -> Result<Handle> {
        let mut stack: Vec<Held> = Vec::new();
        for node in &self.nodes {
            let held = match node {
                Node::Tensor(handle) => Held::Tensor(handle.clone()),
                Node::Scalar(value) => Held::Scalar(*value),
                Node::Weak(value) => Held::Weak(*value),
                Node::Unary(op) => Held::Tensor(unary(*op, &pop(&mut stack).into_handle()?)?),
                Node::Binary(op) => {
                    let (b, a) = (pop(&mut stack), pop(&mut stack));
                    Held::Tensor(binary(*op, a.operand(), b.operand())?)
                }
            };
            stack.push(held);
        }
        let made = self.nodes.len() > 1;
        let handle = pop(&mut stack).into_handle()?;
        if made { Ok(handle) } else { load::copy("eval", &handle, Order::C) }
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

    fn into_handle(self) -> Result<Handle> {
        match self {
            Self::Tensor(handle) => Ok(handle),
            Self::Scalar(value) | Self::Weak(value) => create::full("eval", value.dtype(), &[], value),
        }
    }
}

/// The value that the builders of expressions put there: every operation comes after its operands.
fn pop<T>(stack: &mut Vec<T>) -> T {
    stack.pop().expect("an expression is in postfix order")
}

/// An expression as one program.
struct Fused<'a> {
    program: Program,
    leaves: SmallVec<[&'a Handle; 4]>,
    /// The dtype as which each leaf is read.
    seen: SmallVec<[DType; 4]>,
    dtype: DType,
}

/// A value on the stack of the compiler.
#[derive(Clone, Copy)]
enum Part<'a> {
    /// Not yet in the program.
    Operand(Operand<'a>),
    /// The result of a step: where it is, the dtype in which it was computed, and the dtype that it has.
    Computed(Slot, DType, DType),
}

impl<'a> Fused<'a> {
    /// The program of an expression; none if it cannot be one.
    fn compile(expression: &'a Expression) -> Result<Option<Self>> {
        let nodes = &expression.nodes;
        let steps = nodes.iter().filter(|node| matches!(node, Node::Unary(_) | Node::Binary(_))).count();
        if steps == 0 || steps > MOST_STEPS {
            return Ok(None);
        }
        let mut fused = Self {
            program: Program::default(),
            leaves: SmallVec::new(),
            seen: SmallVec::new(),
            dtype: DType::Bool,
        };
        let mut stack: Vec<Part<'a>> = Vec::new();
        for node in nodes {
            let part = match node {
                Node::Tensor(handle) => Some(Part::Operand(Operand::Tensor(handle))),
                Node::Scalar(value) => Some(Part::Operand(Operand::Scalar(*value))),
                Node::Weak(value) => Some(Part::Operand(Operand::Weak(*value))),
                Node::Unary(op) => {
                    let part = pop(&mut stack);
                    fused.unary(*op, part)?
                }
                Node::Binary(op) => {
                    let (b, a) = (pop(&mut stack), pop(&mut stack));
                    fused.binary(*op, a, b)?
                }
            };
            match part {
                Some(part) => stack.push(part),
                None => return Ok(None),
            }
        }
        match pop(&mut stack) {
            Part::Computed(_, _, dtype) if fused.leaves.len() <= MOST_LEAVES => {
                Ok(Some(Self { dtype, ..fused }))
            }
            _ => Ok(None),
        }
    }

    fn unary(&mut self, op: UnaryOp, part: Part<'a>) -> Result<Option<Part<'a>>> {
        let dtype = op.admit(part.dtype())?;
        if op.is_copy(dtype) && dtype == part.dtype() {
            return Ok(Some(part));
        }
        let compute = op.compute(dtype);
        let slot = self.slot(op.name(), part, compute)?;
        let Some((slot, seen)) = unary::append(op, &mut self.program, slot, dtype)? else { return Ok(None) };
        Ok(Some(Part::Computed(slot, seen, op.result(dtype))))
    }

    fn binary(&mut self, op: BinaryOp, a: Part<'a>, b: Part<'a>) -> Result<Option<Part<'a>>> {
        let (op, a, b) = settled(op, a, b);
        let dtypes = [a.dtype(), b.dtype()];
        if compare::is_mixed(op, dtypes) {
            // A step reads the signed side twice, which only leaves can be.
            let (Part::Operand(Operand::Tensor(_)), Part::Operand(Operand::Tensor(_))) = (a, b) else {
                return Ok(None);
            };
            let slots = [self.slot(op.name(), a, dtypes[0])?, self.slot(op.name(), b, dtypes[1])?];
            let slot = compare::append(op, &mut self.program, slots, dtypes)?;
            return Ok(slot.map(|slot| Part::Computed(slot, DType::Bool, DType::Bool)));
        }
        compare::check_weak(op, &a.as_operand(), &b.as_operand())?;
        let dtype = op.admit(common_dtype(&a.as_operand(), &b.as_operand()))?;
        match b {
            // Whether a computed divisor is zero can only be told once it is computed.
            Part::Computed(..) if op.looks_first(dtype) => return Ok(None),
            Part::Computed(..) => {}
            Part::Operand(b) => binary::check_second(op, &b, dtype)?,
        }
        let compute = op.compute(dtype);
        let slots = [self.slot(op.name(), a, compute)?, self.slot(op.name(), b, compute)?];
        let (slot, result) = binary::append(op, &mut self.program, slots, dtype)?;
        let seen = if result == DType::Bool { DType::Bool } else { compute };
        Ok(Some(Part::Computed(slot, seen, result)))
    }

    /// Puts a part into the program, as elements of `dtype`.
    fn slot(&mut self, op: &'static str, part: Part<'a>, dtype: DType) -> Result<Slot> {
        match part {
            Part::Computed(slot, seen, _) if seen == dtype => Ok(slot),
            Part::Computed(slot, seen, _) => Ok(self.program.cast(slot, seen, dtype)),
            Part::Operand(Operand::Tensor(handle)) => {
                let known = |(leaf, seen): (&&Handle, &DType)| *seen == dtype && leaf.is_same_as(handle);
                if let Some(k) = self.leaves.iter().zip(&self.seen).position(known) {
                    return Ok(Slot::Leaf(k as u8));
                }
                self.leaves.push(handle);
                self.seen.push(dtype);
                Ok(self.program.leaf(dtype))
            }
            Part::Operand(operand) => operand.slot(op, &mut self.program, dtype),
        }
    }
}

/// [`compare::settle`] for parts.
fn settled<'a>(op: BinaryOp, a: Part<'a>, b: Part<'a>) -> (BinaryOp, Part<'a>, Part<'a>) {
    match (a, b) {
        (Part::Operand(left), Part::Operand(right)) => {
            let (op, left, right) = compare::settle(op, left, right);
            (op, Part::Operand(left), Part::Operand(right))
        }
        (Part::Computed(_, _, dtype), Part::Operand(right)) => {
            let (op, right) = compare::beside_value(op, right, dtype);
            (op, a, Part::Operand(right))
        }
        (Part::Operand(left), Part::Computed(_, _, dtype)) if compare::applies(op, &left, dtype) => {
            let (op, left) = compare::beside_value(op.turned(), left, dtype);
            (op, b, Part::Operand(left))
        }
        _ => (op, a, b),
    }
}

impl<'a> Part<'a> {
    fn dtype(&self) -> DType {
        match self {
            Self::Operand(operand) => operand.dtype(),
            Self::Computed(_, _, dtype) => *dtype,
        }
    }

    /// The part as an operand whose dtype counts as this one's does.
    fn as_operand(&self) -> Operand<'a> {
        match self {
            Self::Operand(operand) => *operand,
            Self::Computed(_, _, dtype) => Operand::Scalar(Scalar::Bool(false).cast(*dtype)),
        }
    }
}
