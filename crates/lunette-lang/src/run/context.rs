//! What built-in functions may ask of a running program, and what that asks of the world.

use std::sync::Arc;

use lunette::random::Generator;

use super::failure::Stop;
use super::machine::{Machine, Passed};
use crate::builtins::{Context, Failure};
use crate::types::Type;
use crate::value::{FunValue, Value};

/// The world outside of a running program.
pub trait World {
    /// Takes what the program prints, line ends included.
    fn print(&mut self, text: &str);

    /// Seconds since some moment before the program started.
    fn clock(&self) -> f64;

    /// What the program was called with.
    fn arguments(&self) -> &[Arc<str>];
}

impl Context for Machine<'_> {
    fn print(&mut self, text: &str) {
        self.world.print(text);
    }

    fn generator(&mut self) -> &mut Generator {
        self.generator
    }

    fn clock(&self) -> f64 {
        self.world.clock()
    }

    fn arguments(&self) -> &[Arc<str>] {
        self.world.arguments()
    }

    fn result_type(&self, function: &FunValue) -> Type {
        let called = function.function.and_then(|function| self.functions.get(function.0 as usize));
        called.map_or(Type::Unknown, |function| function.result.clone())
    }

    fn call(&mut self, function: &FunValue, args: Vec<Value>) -> Result<Value, Failure> {
        let (count, span) = (args.len(), self.calling);
        self.pending.extend(args.into_iter().map(Passed::Value));
        let ty = self.result_type(function);
        let called = self.call_value(function, count, span).and_then(|()| self.taken(&ty, span));
        called.map_err(|stop| {
            debug_assert!(matches!(stop, Stop::Failed | Stop::Interrupted));
            Failure::Call
        })
    }
}
