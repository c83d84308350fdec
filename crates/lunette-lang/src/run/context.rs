//! What built-in functions may ask of a running program, and what that asks of the world.

use std::sync::Arc;

use lunette::DynTensor;
use lunette::random::Generator;

use super::failure::Stop;
use super::machine::{Machine, Passed};
use crate::builtins::{Context, Failure, Wanted};
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

    /// The tensor in a file: what `load` gives. The language itself opens no files, and a world may have none, as this one.
    ///
    /// # Errors
    /// Why there is none, in words that name the file.
    fn load_tensor(&mut self, wanted: Wanted<'_>) -> Result<DynTensor, String> {
        let path = wanted.path;
        Err(format!("`{path}` cannot be read: there are no files here"))
    }

    /// Writes a tensor into a file: what `save` does.
    ///
    /// # Errors
    /// Why it is not written, in words that name the file; then what was there before is there still.
    fn save_tensor(&mut self, path: &str, tensor: &DynTensor) -> Result<(), String> {
        let _ = tensor;
        Err(format!("`{path}` cannot be written: there are no files here"))
    }

    /// The next line of the program's input, without its end; none where there are no more: what `read_line` gives. A
    /// world may have no input, as this one.
    ///
    /// # Errors
    /// Why it cannot be read; any words will do where the session's [`Cancel`](lunette::Cancel) has ended the waiting.
    fn read_line(&mut self) -> Result<Option<String>, String> {
        Err("no line can be read: there is no input here".to_owned())
    }

    /// The text in a file, or what is left of the program's input where no file is named: what `read_text` gives.
    ///
    /// # Errors
    /// Why there is none, in words that name the file.
    fn read_text(&mut self, path: Option<&str>) -> Result<String, String> {
        match path {
            Some(path) => Err(format!("`{path}` cannot be read: there are no files here")),
            None => Err("no text can be read: there is no input here".to_owned()),
        }
    }
}

impl Machine<'_> {
    /// Why there is no input: somebody who asks the program to stop may let the world give up waiting.
    fn not_read(&self, words: String) -> Failure {
        if self.cancel.is_cancelled() { Failure::Call } else { Failure::Words(words) }
    }
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

    fn load_tensor(&mut self, wanted: Wanted<'_>) -> Result<DynTensor, Failure> {
        self.world.load_tensor(wanted).map_err(Failure::Words)
    }

    fn save_tensor(&mut self, path: &str, tensor: &DynTensor) -> Result<(), Failure> {
        self.world.save_tensor(path, tensor).map_err(Failure::Words)
    }

    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let read = self.world.read_line();
        read.map_err(|words| self.not_read(words))
    }

    fn read_text(&mut self, path: Option<&str>) -> Result<String, Failure> {
        let read = self.world.read_text(path);
        read.map_err(|words| self.not_read(words))
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
