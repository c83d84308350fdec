//! Compiled functions, and what a call of one does to the machine.

use std::sync::Arc;

use lunette::DynTensor;

use super::failure::{Mistake, Stop};
use super::machine::{Code, Machine, Passed};
use super::register::{Kept, with_dtype};
use super::slot::{Home, ObjectRef};
use crate::source::Span;
use crate::types::Type;
use crate::value::{FunValue, Value};

/// How many functions may wait for each other.
const DEPTH_LIMIT: usize = 10_000;

/// How much of the thread's stack must be left for a call: expressions nest as deep as the parser allows, and then call
/// the library.
const RED_ZONE_BYTES: usize = 512 << 10;

/// How much more stack there is where it is not.
const STACK_STEP_BYTES: usize = 4 << 20;

/// A function that can be called.
pub(super) struct Function {
    pub(super) name: Arc<str>,
    /// Where captures and arguments are put.
    pub(super) params: Vec<Home>,
    /// How much of both stacks a call needs.
    pub(super) registers: usize,
    pub(super) objects: usize,
    /// Leaves the result where [`Kept::taken`] finds it, or in `given`.
    pub(super) body: Code<()>,
    pub(super) result: Type,
}

/// The frame of a caller.
struct Saved {
    base: usize,
    object_base: usize,
    top: usize,
    object_top: usize,
}

/// Runs something with enough stack, more than the thread has if need be.
#[inline]
pub(super) fn with_stack<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE_BYTES, STACK_STEP_BYTES, work)
}

impl<'a> Machine<'a> {
    /// Calls a function; `place` puts the arguments into its frame, which has become the current one.
    #[inline]
    pub(super) fn call(
        &mut self,
        function: &'a Function,
        span: Span,
        place: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.poll(span)?;
        if self.calls.len() >= DEPTH_LIMIT {
            return Err(self.fail(Mistake::TooDeep { limit: DEPTH_LIMIT }, span));
        }
        let saved = self.enter(function, span);
        let outcome = place(self).and_then(|()| with_stack(|| (function.body)(self)));
        self.leave(function, &saved);
        match outcome {
            Ok(()) | Err(Stop::Return) => Ok(()),
            Err(stop) => Err(self.stopped_in(function, stop, span)),
        }
    }

    #[inline]
    fn enter(&mut self, function: &'a Function, span: Span) -> Saved {
        let saved = Saved {
            base: self.base,
            object_base: self.object_base,
            top: self.top,
            object_top: self.object_top,
        };
        (self.base, self.object_base) = (self.top, self.object_top);
        (self.top, self.object_top) = (self.base + function.registers, self.object_base + function.objects);
        if self.registers.len() < self.top {
            self.registers.resize(self.top, 0);
        }
        if self.objects.len() < self.object_top {
            self.objects.grow(self.object_top);
        }
        self.calls.push((function, span));
        saved
    }

    #[inline]
    fn leave(&mut self, function: &Function, saved: &Saved) {
        self.objects.clear(self.object_base, function.objects);
        self.calls.pop();
        Saved {
            base: self.base,
            object_base: self.object_base,
            top: self.top,
            object_top: self.object_top,
        } = *saved;
    }

    #[cold]
    fn stopped_in(&mut self, function: &Function, stop: Stop, span: Span) -> Stop {
        match stop {
            Stop::Break | Stop::Continue => self.internal("a loop was left by a function", span),
            _ => {
                if let Some(trouble) = &mut self.trouble {
                    trouble.trail.push(&function.name, span);
                }
                stop
            }
        }
    }

    /// Calls a function with the last `count` pending arguments.
    pub(super) fn call_pending(
        &mut self,
        function: &'a Function,
        count: usize,
        span: Span,
    ) -> Result<(), Stop> {
        let start = self.pending.len() - count;
        let called = self.call(function, span, |machine| machine.place_pending(function, start, span));
        self.pending.truncate(start);
        called
    }

    /// Calls a function value with the last `count` pending arguments.
    pub(super) fn call_value(&mut self, callee: &FunValue, count: usize, span: Span) -> Result<(), Stop> {
        let start = self.pending.len() - count;
        let called = callee.function.and_then(|function| self.functions.get(function.0 as usize));
        let Some(function) = called else {
            return Err(self.internal("a function that is called does not exist", span));
        };
        let captures: Vec<Passed> = callee.captures.iter().cloned().map(Passed::Value).collect();
        let added = captures.len();
        self.pending.splice(start..start, captures);
        self.call_pending(function, count + added, span)
    }

    /// Moves the pending arguments from `start` on into the current frame.
    fn place_pending(&mut self, function: &Function, start: usize, span: Span) -> Result<(), Stop> {
        if self.pending.len() - start != function.params.len() {
            return Err(self.internal("a function has another number of parameters", span));
        }
        for (k, &home) in function.params.iter().enumerate() {
            let passed = std::mem::replace(&mut self.pending[start + k], Passed::Bits(0));
            self.place_one(home, passed, span)?;
        }
        Ok(())
    }

    fn place_one(&mut self, home: Home, passed: Passed, span: Span) -> Result<(), Stop> {
        match (home, passed) {
            (Home::Register(slot, _), Passed::Bits(bits)) => self.set_bits(slot, bits),
            (Home::Register(slot, dtype), Passed::Value(value)) => {
                let bits = with_dtype!(dtype, T => T::of_value(&value).map(T::in_register));
                let bits = bits.ok_or_else(|| self.internal("an argument has another dtype", span))?;
                self.set_bits(slot, bits);
            }
            (Home::Object { object, .. } | Home::Boxed { object, .. }, Passed::At(at)) => {
                if let ObjectRef::Param(slot) = object {
                    self.set_bits(slot, at as u64);
                }
            }
            (Home::Boxed { .. }, Passed::Value(Value::Scalar(scalar))) => {
                let boxed = DynTensor::scalar_of(scalar).map_err(|error| self.library_failed(error, span))?;
                self.bind_object(home, Value::Tensor(boxed));
            }
            (Home::Object { .. } | Home::Boxed { .. }, Passed::Value(value)) => self.bind_object(home, value),
            (Home::Register(..), Passed::At(_))
            | (Home::Object { .. } | Home::Boxed { .. }, Passed::Bits(_)) => {
                return Err(self.internal("an argument is no such value", span));
            }
        }
        Ok(())
    }

    /// The result that a function of this type has left, as a value.
    pub(super) fn taken(&mut self, ty: &Type, span: Span) -> Result<Value, Stop> {
        let value = match ty {
            Type::Scalar(dtype) => with_dtype!(*dtype, T => T::taken(self).map(T::into_value)),
            Type::Tuple(fields) if fields.is_empty() => Some(Value::nothing()),
            _ => self.given.take(),
        };
        value.ok_or_else(|| self.internal("a function gave no value", span))
    }
}
