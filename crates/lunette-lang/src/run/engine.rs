//! What stays between the inputs of a session: functions, and the values of globals.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use lunette::random::Generator;
use lunette::{Cancel, Error};

use super::World;
use super::compile::{Compiler, Layouts};
use super::failure::{Stop, Trail, broken, partly_written, stopped};
use super::function::Function;
use super::machine::{Code, Machine};
use super::objects::Objects;
use super::register::{Kept, with_dtype};
use super::slot::{Frame, Home};
use crate::diagnostic::Diagnostic;
use crate::program::{FunctionId, GlobalId, Program, Slot};
use crate::source::{FileId, Span};
use crate::stack::with_room;
use crate::types::Type;
use crate::value::Value;

/// Runs the programs of a session, one after the other.
pub struct Engine {
    functions: Vec<Function>,
    frames: Vec<Frame>,
    globals: Frame,
    registers: Vec<u64>,
    objects: Objects,
    bound: Vec<bool>,
    generator: Generator,
}

/// What a program has become for an engine: code that runs any number of times.
pub struct Compiled {
    main: Code<()>,
    frame: Frame,
    result: Option<Type>,
}

/// Why a program did not come to its end.
#[derive(Clone, Debug)]
pub struct Failed {
    /// What is to be said about it.
    pub diagnostic: Diagnostic,
    /// Whether somebody asked it to stop.
    pub interrupted: bool,
    /// The code with which the program has ended itself, if it has.
    pub exit: Option<u8>,
}

impl Engine {
    /// An engine without globals and functions; random numbers start from this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            functions: Vec::new(),
            frames: Vec::new(),
            globals: Frame::default(),
            registers: Vec::new(),
            objects: Objects::default(),
            bound: Vec::new(),
            generator: Generator::new(seed),
        }
    }

    /// Runs what the checker made of one input, and gives the value of its last expression if it has one.
    ///
    /// Globals that got their values before a failure keep them.
    ///
    /// # Errors
    /// If the program fails, is stopped by `cancel`, or makes the engine itself fail.
    pub fn run(
        &mut self,
        program: &Program,
        world: &mut dyn World,
        cancel: &Cancel,
    ) -> Result<Option<Value>, Box<Failed>> {
        let compiled = self.compile(program)?;
        self.run_compiled(&compiled, world, cancel)
    }

    /// Takes in the globals and functions of a program, and compiles its statements.
    ///
    /// # Errors
    /// If the program makes the engine itself fail.
    pub fn compile(&mut self, program: &Program) -> Result<Compiled, Box<Failed>> {
        unpanicked(|| self.add(program)).map_err(|words| failed(broken(&words)))
    }

    /// Runs what this engine has compiled.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_compiled(
        &mut self,
        compiled: &Compiled,
        world: &mut dyn World,
        cancel: &Cancel,
    ) -> Result<Option<Value>, Box<Failed>> {
        let (registers, objects) = (self.globals.registers, self.globals.objects);
        let mut machine = self.machine(&compiled.frame, world, cancel);
        let ran = guarded(&mut machine, &compiled.main, cancel);
        let value = match (&ran, &compiled.result) {
            (Ok(()), Some(ty)) => machine.taken(ty, nowhere()).map(Some),
            (Ok(()), None) => Ok(None),
            _ => Err(Stop::Failed),
        };
        let trouble = machine.trouble.take();
        let (calling, storing) = (machine.calling, machine.storing);
        // An operation that was cancelled has left its calls by unwinding, and taken none of them off.
        let waiting = Trail::of(machine.calls.iter().rev().map(|(function, span)| (&*function.name, *span)));
        let (kept, values, bound) = (
            std::mem::take(&mut machine.registers),
            std::mem::take(&mut machine.objects),
            std::mem::take(&mut machine.bound),
        );
        (self.registers, self.objects, self.bound) = (kept, values, bound);
        self.registers.truncate(registers);
        self.objects.truncate(objects);
        self.objects.close_all();
        match (ran, value) {
            (Ok(()), Ok(value)) => Ok(value),
            (Err(Ended::Interrupted), _) => {
                let diagnostic = match trouble {
                    Some(trouble) => trouble.into_diagnostic(),
                    None => stopped(storing.unwrap_or(calling), waiting),
                };
                let diagnostic = if storing.is_some() { partly_written(diagnostic) } else { diagnostic };
                Err(Box::new(Failed { diagnostic, interrupted: true, exit: None }))
            }
            (Err(Ended::Panicked(words)), _) => Err(failed(broken(&words))),
            _ => Err(match trouble {
                Some(trouble) => {
                    let exit = trouble.mistake.exit_code();
                    Box::new(Failed { exit, ..*failed(trouble.into_diagnostic()) })
                }
                None => failed(broken("the program stopped without a word")),
            }),
        }
    }

    /// The value of a global; none if it has got none.
    pub fn global(&self, id: GlobalId) -> Option<Value> {
        if !self.is_bound(id) {
            return None;
        }
        match *self.globals.homes.get(id.0 as usize)? {
            Home::Register(slot, dtype) => {
                let bits = *self.registers.get(slot.at())?;
                Some(with_dtype!(dtype, T => T::of_register(bits).into_value()))
            }
            Home::Object { own, .. } | Home::Boxed { own, .. } => self.objects.closed(own.at()).cloned(),
        }
    }

    /// Takes the value of a global away: it counts as one that has never got one.
    pub fn unbind(&mut self, id: GlobalId) {
        if !self.is_bound(id) {
            return;
        }
        if let Some(bound) = self.bound.get_mut(id.0 as usize) {
            *bound = false;
        }
        if let Some(Home::Object { own, .. } | Home::Boxed { own, .. }) =
            self.globals.homes.get(id.0 as usize)
        {
            self.objects.clear(own.at(), 1);
        }
    }

    /// Takes in the next global, which has no value yet.
    pub fn declare(&mut self, slot: &Slot) -> GlobalId {
        let id = GlobalId(u32::try_from(self.globals.homes.len()).unwrap_or(u32::MAX));
        self.globals.add_globals(std::slice::from_ref(slot));
        self.bound.resize(self.globals.homes.len(), false);
        self.registers.resize(self.globals.registers, 0);
        self.objects.grow(self.globals.objects);
        id
    }

    /// Gives a global a value, which is of its type.
    pub fn bind(&mut self, id: GlobalId, value: Value) {
        let at = id.0 as usize;
        let (Some(home), Some(bound)) = (self.globals.homes.get(at), self.bound.get_mut(at)) else { return };
        match *home {
            Home::Register(slot, dtype) => {
                let bits = with_dtype!(dtype, T => T::of_value(&value).map(T::in_register));
                *bound = bits.is_some();
                self.registers[slot.at()] = bits.unwrap_or(0);
            }
            Home::Object { own, .. } | Home::Boxed { own, .. } => {
                *bound = true;
                self.objects.put(own.at(), value);
            }
        }
    }

    /// Random numbers start from this seed again.
    pub fn seed(&mut self, seed: u64) {
        self.generator = Generator::new(seed);
    }

    /// Whether a global has a value.
    pub fn is_bound(&self, id: GlobalId) -> bool {
        self.bound.get(id.0 as usize).is_some_and(|&bound| bound)
    }

    /// The type of what a function gives.
    pub fn result_type(&self, id: FunctionId) -> Option<&Type> {
        self.functions.get(id.0 as usize).map(|function| &function.result)
    }

    /// Takes in globals and functions, and compiles the statements.
    fn add(&mut self, program: &Program) -> Compiled {
        self.globals.add_globals(&program.globals);
        self.bound.resize(self.globals.homes.len(), false);
        for function in &program.functions {
            let id = function.id.0 as usize;
            let frame = Frame::of(&function.body.locals, function.captures + function.params);
            if self.frames.len() <= id {
                self.frames.resize_with(id + 1, Frame::default);
            }
            self.frames[id] = frame;
        }
        let layouts = Layouts { globals: &self.globals.homes, frames: &self.frames };
        for function in &program.functions {
            let id = function.id.0 as usize;
            let compiled = Compiler::function(function, layouts);
            while self.functions.len() <= id {
                self.functions.push(missing());
            }
            self.functions[id] = compiled;
        }
        let frame = Frame::of(&program.main.locals, 0);
        let result = program.result.clone().unwrap_or_else(Type::nothing);
        let main = Compiler::main(&program.main, &frame, &result, layouts);
        Compiled { main, frame, result: program.result.clone() }
    }

    fn machine<'a>(&'a mut self, frame: &Frame, world: &'a mut dyn World, cancel: &'a Cancel) -> Machine<'a> {
        let (base, object_base) = (self.globals.registers, self.globals.objects);
        let (top, object_top) = (base + frame.registers, object_base + frame.objects);
        let (mut registers, mut objects) =
            (std::mem::take(&mut self.registers), std::mem::take(&mut self.objects));
        registers.resize(top, 0);
        objects.grow(object_top);
        Machine {
            registers,
            objects,
            base,
            object_base,
            top,
            object_top,
            pending: Vec::new(),
            given_bits: 0,
            given: None,
            calls: Vec::new(),
            functions: &self.functions,
            cancel,
            world,
            generator: &mut self.generator,
            trouble: None,
            calling: nowhere(),
            storing: None,
            bound: std::mem::take(&mut self.bound),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        with_room(|| self.functions.clear());
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // Code lies in other code as deep as chains are long.
        let main = std::mem::replace(&mut self.main, Box::new(|_| Ok(())));
        with_room(move || drop(main));
    }
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiled").field("result", &self.result).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("functions", &self.functions.len()).finish_non_exhaustive()
    }
}

/// Why the code of a program came back early.
enum Ended {
    Failed,
    Interrupted,
    Panicked(String),
}

impl From<Error> for Ended {
    /// Only cancelling gives an error of the library here.
    fn from(_: Error) -> Self {
        Self::Interrupted
    }
}

/// Runs code so that nothing gets out: neither a cancelled operation nor a mistake of ours.
fn guarded(machine: &mut Machine<'_>, main: &Code<()>, cancel: &Cancel) -> Result<(), Ended> {
    let run = || {
        cancel.run(|| match main(machine) {
            Ok(()) | Err(Stop::Return) => Ok(()),
            Err(Stop::Interrupted) => Err(Ended::Interrupted),
            Err(Stop::Failed | Stop::Break | Stop::Continue) => Err(Ended::Failed),
        })
    };
    // What is left of the machine are stacks of values, which are whole whatever happened.
    unpanicked(run).unwrap_or_else(|words| Err(Ended::Panicked(words)))
}

/// What `work` gives, or the words of its panic.
pub(crate) fn unpanicked<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    // Whoever calls this uses nothing that the work has left half done.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| words_of(&*payload))
}

fn words_of(payload: &(dyn std::any::Any + Send)) -> String {
    let words = payload.downcast_ref::<&str>().copied();
    words
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
        .to_owned()
}

fn failed(diagnostic: Diagnostic) -> Box<Failed> {
    Box::new(Failed { diagnostic, interrupted: false, exit: None })
}

/// What stands for a function that was never given.
fn missing() -> Function {
    Function {
        name: Arc::from("?"),
        params: Vec::new(),
        registers: 0,
        objects: 0,
        body: Box::new(|machine| Err(machine.internal("a function does not exist", nowhere()))),
        result: Type::Unknown,
    }
}

fn nowhere() -> Span {
    Span { file: FileId(0), start: 0, end: 0 }
}
