//! Loops.

use lunette::{DType, DynTensor, Integer, Item};

use super::statement::bind_value;
use super::{Compiler, internal};
use crate::program::{Block, Expr, Variable};
use crate::run::arithmetic::Number;
use crate::run::failure::{Mistake, Stop};
use crate::run::machine::{Code, Machine};
use crate::run::register::{Kept, with_dtype};
use crate::run::slot::{Home, Slot};
use crate::source::Span;
use crate::types::Type;
use crate::value::{Numbers, Value};

impl Compiler<'_> {
    pub(super) fn while_loop(&mut self, condition: &Expr, body: &Block) -> Code<()> {
        let (condition, body) = (self.condition(condition), self.block_effect(body));
        Box::new(move |machine| {
            while condition(machine)? {
                if turn(machine, &body)? == Turn::Leave {
                    break;
                }
            }
            Ok(())
        })
    }

    /// A loop that counts; the parts are start, end and step, and the end may be included.
    pub(super) fn for_range(
        &mut self,
        variable: Variable,
        (parts, included): ([Option<&Expr>; 3], bool),
        body: &Block,
        span: Span,
    ) -> Code<()> {
        let (Some(Home::Register(slot, dtype)), [Some(from), Some(to), step]) = (self.home(variable), parts)
        else {
            return internal("a loop does not count", span);
        };
        let step_span = step.map_or(span, |step| step.span);
        macro_rules! counting {
            ($($D:ident $T:ty),*) => {
                match dtype {
                    $(DType::$D => {
                        let step = step.map(|step| self.scalar::<$T>(step));
                        let (from, to) = (self.scalar::<$T>(from), self.scalar::<$T>(to));
                        let parts = ([Some(from), Some(to), step], included);
                        count::<$T>(slot, parts, self.block_effect(body), step_span)
                    })*
                    _ => internal("a loop counts by integers", span),
                }
            };
        }
        counting!(I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64)
    }

    /// A loop over the first axis of a tensor, or over the numbers of a range.
    pub(super) fn for_in(&mut self, variable: Variable, over: &Expr, body: &Block) -> Code<()> {
        let span = over.span;
        let Some(home) = self.home(variable) else { return internal("a variable does not exist", span) };
        if let (Home::Register(slot, DType::I64), Type::Range) = (home, &over.ty) {
            let (code, body) = (self.value(over), self.block_effect(body));
            return over_numbers(slot, code, body, span);
        }
        let (code, body) = (self.tensor(over), self.block_effect(body));
        match (home, &over.ty) {
            (Home::Register(slot, dtype), Type::Tensor(_)) => {
                with_dtype!(dtype, T => over_elements::<T>(slot, code, body, span))
            }
            _ => over_rows(home, code, body, span),
        }
    }
}

/// Whether a loop goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    GoOn,
    Leave,
}

/// One round of a loop.
#[inline(always)]
fn turn(machine: &mut Machine<'_>, body: &Code<()>) -> Result<Turn, Stop> {
    if machine.cancel.is_cancelled() {
        return Err(Stop::Interrupted);
    }
    match body(machine) {
        Ok(()) | Err(Stop::Continue) => Ok(Turn::GoOn),
        Err(Stop::Break) => Ok(Turn::Leave),
        Err(other) => Err(other),
    }
}

/// Counts from start to before end. The number of rounds is known before the first, so nothing overflows at the ends
/// of the type.
fn count<T: Number + Integer>(
    slot: Slot,
    ([from, to, step], included): ([Option<Code<T>>; 3], bool),
    body: Code<()>,
    step_span: Span,
) -> Code<()> {
    let (Some(from), Some(to)) = (from, to) else { return Box::new(|_| Ok(())) };
    Box::new(move |machine| {
        let (mut value, end) = (from(machine)?, to(machine)?);
        let step = step.as_ref().map_or(Ok(T::ONE), |step| step(machine))?;
        let Some(rounds) = rounds(value.to_i128(), end.to_i128() + i128::from(included), step.to_i128())
        else {
            return Err(machine.fail(Mistake::StepZero, step_span));
        };
        for _ in 0..rounds {
            machine.set_bits(slot, value.in_register());
            if turn(machine, &body)? == Turn::Leave {
                break;
            }
            // It wraps only after the last round.
            value = T::wrapping_add(value, step);
        }
        Ok(())
    })
}

/// How many steps lie between two numbers; none if the step is 0.
fn rounds(from: i128, to: i128, step: i128) -> Option<u64> {
    let way = if step > 0 { to - from } else { from - to };
    match (step, way) {
        (0, _) => None,
        (_, ..=0) => Some(0),
        // At most 2^64: the ends are integers of 64 bits. Nobody counts so far.
        (_, way) => Some(u64::try_from((way as u128).div_ceil(step.unsigned_abs())).unwrap_or(u64::MAX)),
    }
}

/// A loop over the numbers of a range.
fn over_numbers(slot: Slot, over: Code<Value>, body: Code<()>, span: Span) -> Code<()> {
    Box::new(move |machine| {
        let Value::Range(range) = over(machine)? else {
            return Err(machine.internal("a range is none", span));
        };
        let Some(Numbers { mut first, step, count }) = range.numbers() else {
            let is_open = range.start.is_none() || range.end.is_none();
            let open = || Mistake::OpenRange { range: range.to_string() };
            return Err(machine.fail(if is_open { open() } else { Mistake::StepZero }, span));
        };
        for _ in 0..count {
            machine.set_bits(slot, first.in_register());
            if turn(machine, &body)? == Turn::Leave {
                break;
            }
            // It wraps only after the last round.
            first = first.wrapping_add(step);
        }
        Ok(())
    })
}

/// A loop over the elements of a vector.
fn over_elements<T: Kept>(slot: Slot, over: Code<DynTensor>, body: Code<()>, span: Span) -> Code<()> {
    Box::new(move |machine| {
        let tensor = over(machine)?;
        let len = tensor.shape().first().copied().unwrap_or(0);
        let Ok(elements) = tensor.into_elements() else {
            return Err(machine.internal("a vector cannot be opened", span));
        };
        for k in 0..len as i64 {
            let Some(value) = elements.get::<T, 1>([k]) else {
                return Err(machine.internal("an element cannot be read", span));
            };
            machine.set_bits(slot, value.in_register());
            if turn(machine, &body)? == Turn::Leave {
                break;
            }
        }
        Ok(())
    })
}

/// A loop over the rows of a tensor, each a copy.
fn over_rows(home: Home, over: Code<DynTensor>, body: Code<()>, span: Span) -> Code<()> {
    Box::new(move |machine| {
        let tensor = over(machine)?;
        let len = tensor.shape().first().copied().unwrap_or(0);
        for k in 0..len as i64 {
            let row = tensor.load(&[Item::At(k)]).and_then(Value::of);
            let row = row.map_err(|error| machine.library_failed(error, span))?;
            bind_value(machine, home, row, span)?;
            if turn(machine, &body)? == Turn::Leave {
                break;
            }
        }
        Ok(())
    })
}
