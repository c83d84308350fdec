//! What is left of a tensor without its NaN, on its way into a reduction.

use smallvec::SmallVec;

use super::domain::compute_dtype;
use super::evaluate::evaluate;
use super::operand::unsupported;
use super::slabs::Slabs;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::kernels::elementwise::{Binary, Program, Slot, Ternary, Unary};
use crate::ops::reduce::Reducible;
use crate::tensor::Handle;

/// What stands for the elements.
#[derive(Clone, Copy)]
pub(crate) enum Numbers<'a> {
    /// They themselves, and this in place of NaN.
    Filled(Scalar),
    /// Whether they are numbers.
    Present,
    /// The squares of their distances from these, as `f64`; nothing in place of NaN.
    SquaresFrom(&'a Handle),
}

/// What `reduce` makes of them; no more than a few blocks are in memory at a time.
pub(crate) fn reduce_numbers(
    op: &'static str,
    x: &Handle,
    numbers: Numbers<'_>,
    reduce: impl FnOnce(&dyn Reducible) -> Result<Handle>,
) -> Result<Handle> {
    let (program, leaves, dtype) = compile(op, x, numbers)?;
    reduce(&Slabs::new(op, &leaves, &program, dtype)?)
}

/// The elements of floats or complex numbers as a new tensor, with `filler` in place of NaN.
pub(crate) fn filled_numbers(op: &'static str, x: &Handle, filler: Scalar) -> Result<Handle> {
    let (program, leaves, dtype) = compile(op, x, Numbers::Filled(filler))?;
    evaluate(op, &leaves, &program, dtype)
}

/// The program, what it reads, and the dtype of its result.
fn compile<'a>(
    op: &'static str,
    x: &'a Handle,
    numbers: Numbers<'a>,
) -> Result<(Program, SmallVec<[&'a Handle; 2]>, DType)> {
    let mut program = Program::default();
    let mut leaves: SmallVec<[&Handle; 2]> = SmallVec::from_slice(&[x]);
    let compute = match numbers {
        Numbers::SquaresFrom(_) if x.dtype.is_complex() => DType::Complex128,
        Numbers::SquaresFrom(_) => DType::F64,
        _ => compute_dtype(x.dtype),
    };
    let values = program.leaf(compute);
    let is_nan = one(op, &mut program, Unary::IsNan, values, (compute, DType::Bool))?;
    let dtype = match numbers {
        Numbers::Filled(filler) => {
            let filler = program.constant(filler.cast(compute));
            program.step(Ternary::Where.on(compute), &[is_nan, filler, values], compute, 1);
            x.dtype
        }
        Numbers::Present => {
            one(op, &mut program, Unary::Not, is_nan, (DType::Bool, DType::Bool))?;
            DType::Bool
        }
        Numbers::SquaresFrom(centre) => {
            leaves.push(centre);
            let centre = program.leaf(compute);
            let mut square = |part: Option<Unary>| -> Result<Slot> {
                let mut from = two(op, &mut program, Binary::Subtract, [values, centre], compute)?;
                if let Some(part) = part {
                    from = one(op, &mut program, part, from, (compute, DType::F64))?;
                }
                two(op, &mut program, Binary::Multiply, [from, from], DType::F64)
            };
            let squares = match compute.is_complex() {
                false => square(None)?,
                true => {
                    let parts = [square(Some(Unary::RealPart))?, square(Some(Unary::ImaginaryPart))?];
                    two(op, &mut program, Binary::Add, parts, DType::F64)?
                }
            };
            let nothing = program.constant(Scalar::from(0.0));
            program.step(Ternary::Where.on(DType::F64), &[is_nan, nothing, squares], DType::F64, 1);
            DType::F64
        }
    };
    Ok((program, leaves, dtype))
}

/// Adds a step of one operand.
fn one(
    op: &'static str,
    program: &mut Program,
    operator: Unary,
    slot: Slot,
    (dtype, out): (DType, DType),
) -> Result<Slot> {
    let run = operator.on(dtype).ok_or_else(|| missing(op, dtype))?;
    Ok(program.step(run, &[slot], out, 1))
}

/// Adds a step of two operands that gives their own dtype.
fn two(
    op: &'static str,
    program: &mut Program,
    operator: Binary,
    slots: [Slot; 2],
    dtype: DType,
) -> Result<Slot> {
    let run = operator.on(dtype).ok_or_else(|| missing(op, dtype))?;
    Ok(program.step(run, &slots, dtype, 1))
}

fn missing(op: &'static str, dtype: DType) -> crate::Error {
    unsupported(op, dtype, "`cast` to a dtype that has it first")
}
