//! An expression as one program.

use smallvec::SmallVec;

use super::super::binary::{self, BinaryOp};
use super::super::domain::{Domain, compute_dtype};
use super::super::operand::{Operand, common_dtype};
use super::super::unary::{self, UnaryOp};
use super::super::{choose, compare};
use super::{Expression, Node, pop};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::kernels::elementwise::{MOST_LEAVES, Program, Slot, Ternary};
use crate::tensor::Handle;

/// Longer chains are cut: what fits the first cache is a few temporaries.
const MOST_STEPS: usize = 48;

/// An expression as one program.
pub(super) struct Fused<'a> {
    pub(super) program: Program,
    pub(super) leaves: SmallVec<[&'a Handle; 4]>,
    /// The dtype as which each leaf is read.
    seen: SmallVec<[DType; 4]>,
    pub(super) dtype: DType,
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
    pub(super) fn compile(expression: &'a Expression) -> Result<Option<Self>> {
        let nodes = &expression.nodes;
        let steps = nodes.iter().filter(|node| node.is_operation()).count();
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
                Node::Choose => {
                    let (no, yes, mask) = (pop(&mut stack), pop(&mut stack), pop(&mut stack));
                    Some(fused.choose(mask, yes, no)?)
                }
                Node::Clip(limits) => {
                    let high = limits.high.then(|| pop(&mut stack));
                    let low = limits.low.then(|| pop(&mut stack));
                    let x = pop(&mut stack);
                    fused.clip(x, low, high)?
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
        let slot = self.slot(op.name(), part, [dtype, compute])?;
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
            let slots = [self.slot(op.name(), a, [dtypes[0]; 2])?, self.slot(op.name(), b, [dtypes[1]; 2])?];
            let slot = compare::append(op, &mut self.program, slots, dtypes)?;
            return Ok(slot.map(|slot| Part::Computed(slot, DType::Bool, DType::Bool)));
        }
        compare::check_weak(op, &a.as_operand(), &b.as_operand())?;
        let dtype = op.admit(common_dtype(&a.as_operand(), &b.as_operand()))?;
        match b {
            // Whether a computed divisor is zero can only be told once it is computed.
            Part::Computed(..) if op.looks_first(dtype) => return Ok(None),
            Part::Computed(..) => {}
            Part::Operand(b) if binary::is_square(op, &a.as_operand(), &b) => {
                return self.unary(UnaryOp::Square, a);
            }
            Part::Operand(b) => binary::check_second(op, &b, dtype)?,
        }
        let compute = op.compute(dtype);
        let dtypes = [dtype, compute];
        let slots = [self.slot(op.name(), a, dtypes)?, self.slot(op.name(), b, dtypes)?];
        let (slot, result) = binary::append(op, &mut self.program, slots, dtype)?;
        let seen = if result == DType::Bool { DType::Bool } else { compute };
        Ok(Some(Part::Computed(slot, seen, result)))
    }

    fn choose(&mut self, mask: Part<'a>, yes: Part<'a>, no: Part<'a>) -> Result<Part<'a>> {
        let op = "where";
        let dtype = common_dtype(&yes.as_operand(), &no.as_operand());
        let compute = compute_dtype(dtype);
        let (truth, dtypes) = ([DType::Bool; 2], [dtype, compute]);
        let slots = [self.slot(op, mask, truth)?, self.slot(op, yes, dtypes)?, self.slot(op, no, dtypes)?];
        let slot = self.program.step(Ternary::Where.on(compute), &slots, compute, 1);
        Ok(Part::Computed(slot, compute, dtype))
    }

    fn clip(
        &mut self,
        x: Part<'a>,
        low: Option<Part<'a>>,
        high: Option<Part<'a>>,
    ) -> Result<Option<Part<'a>>> {
        let op = "clip";
        let dtype = Domain::Ordered.admit(op, x.dtype())?;
        for limit in [low, high].into_iter().flatten() {
            // A limit of other integers is cut to what the values can be first, which takes steps of its own.
            if choose::is_cut(op, &limit.as_operand(), dtype)? {
                return Ok(None);
            }
        }
        let compute = compute_dtype(dtype);
        let mut held = x;
        for (limit, bound) in [(high, BinaryOp::Minimum), (low, BinaryOp::Maximum)] {
            let Some(limit) = limit else { continue };
            let slots = [self.slot(op, held, [dtype, compute])?, self.slot(op, limit, [dtype, compute])?];
            let (slot, _) = binary::append(bound, &mut self.program, slots, dtype)?;
            held = Part::Computed(slot, compute, dtype);
        }
        Ok(Some(held))
    }

    /// Puts a part into the program, which stands for elements of `dtype` and computes them as `compute`.
    fn slot(&mut self, op: &'static str, part: Part<'a>, [dtype, compute]: [DType; 2]) -> Result<Slot> {
        match part {
            Part::Computed(slot, seen, _) if seen == compute => Ok(slot),
            Part::Computed(slot, seen, _) => Ok(self.program.cast(slot, seen, compute)),
            Part::Operand(Operand::Tensor(handle)) => {
                let known = |(leaf, seen): (&&Handle, &DType)| *seen == compute && leaf.is_same_as(handle);
                if let Some(k) = self.leaves.iter().zip(&self.seen).position(known) {
                    return Ok(Slot::Leaf(k as u8));
                }
                self.leaves.push(handle);
                self.seen.push(compute);
                Ok(self.program.leaf(compute))
            }
            Part::Operand(operand) => operand.slot(op, &mut self.program, dtype, compute),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A weak base takes the dtype of its exponent, also where the power is a square.
    #[test]
    fn squares_of_weak_numbers_have_the_dtype_of_the_exponent() -> Result<()> {
        let number = |operand: Operand<'_>| Expression::of(operand);
        let exponent = || number(Operand::Scalar(Scalar::F32(2.0)));
        let weak = number(Operand::Weak(Scalar::F64(1.5))).binary(BinaryOp::Pow, exponent());
        assert_eq!(weak.evaluate()?.dtype, DType::F32);
        let strong = number(Operand::Scalar(Scalar::F32(1.5))).binary(BinaryOp::Pow, exponent());
        assert_eq!(strong.evaluate()?.dtype, DType::F32);
        Ok(())
    }
}
