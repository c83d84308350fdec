//! The machine that compiled code runs on: two stacks, and what belongs to one run.

use lunette::random::Generator;
use lunette::{Cancel, DynTensor, Element, Error};

use super::World;
use super::failure::{Mistake, Stop, Trail, Trouble};
use super::function::Function;
use super::index::Bracket;
use super::objects::Objects;
use super::slot::{Home, ObjectRef, Slot};
use crate::builtins::{Builtin, Failure};
use crate::source::Span;
use crate::value::Value;
use crate::words;

/// Compiled code: what it computes, or why it does not.
pub(super) type Code<T> = Box<dyn Fn(&mut Machine<'_>) -> Result<T, Stop> + Send + Sync>;

/// The state of a running program.
///
/// Variables lie on two stacks: scalars as 64 bits, everything else as objects; globals at the bottom, then the frame
/// of each call.
pub(super) struct Machine<'a> {
    pub(super) registers: Vec<u64>,
    pub(super) objects: Objects,
    /// Where the frame of the current call starts on both stacks.
    pub(super) base: usize,
    pub(super) object_base: usize,
    /// Where it ends.
    pub(super) top: usize,
    pub(super) object_top: usize,
    /// Arguments that wait until all of a call are there.
    pub(super) pending: Vec<Passed>,
    /// The result of the function that has just ended: one of both.
    pub(super) given_bits: u64,
    pub(super) given: Option<Value>,
    /// The calls that are at work, the innermost last: what is told where one is left by unwinding.
    pub(super) calls: Vec<(&'a Function, Span)>,
    pub(super) functions: &'a [Function],
    pub(super) cancel: &'a Cancel,
    pub(super) world: &'a mut dyn World,
    pub(super) generator: &'a mut Generator,
    pub(super) trouble: Option<Box<Trouble>>,
    /// Where the built-in function stands that is at work: what it calls back is called there.
    pub(super) calling: Span,
    /// The store that the library is writing just now.
    pub(super) storing: Option<Span>,
    /// Which globals have got a value.
    pub(super) bound: Vec<bool>,
}

/// An argument on its way into a call.
#[derive(Clone, Debug)]
pub(super) enum Passed {
    /// A scalar for a register.
    Bits(u64),
    /// An object that stays where it is, on the stack of objects.
    At(usize),
    /// Any other value.
    Value(Value),
}

impl<'a> Machine<'a> {
    #[inline(always)]
    pub(super) fn bits(&self, slot: Slot) -> u64 {
        self.registers[slot.from(self.base)]
    }

    #[inline(always)]
    pub(super) fn set_bits(&mut self, slot: Slot, bits: u64) {
        let at = slot.from(self.base);
        self.registers[at] = bits;
    }

    /// Where an object lies.
    #[inline(always)]
    pub(super) fn place(&self, object: ObjectRef) -> usize {
        match object {
            ObjectRef::Own(slot) => slot.from(self.object_base),
            ObjectRef::Param(slot) => self.bits(slot) as usize,
        }
    }

    /// Gives an object variable a value; a parameter has its own from now on.
    pub(super) fn bind_object(&mut self, home: Home, value: Value) {
        let (Home::Object { object, own } | Home::Boxed { object, own }) = home else { return };
        let at = own.from(self.object_base);
        self.objects.put(at, value);
        if let ObjectRef::Param(slot) = object {
            self.set_bits(slot, at as u64);
        }
    }

    /// The value of an object variable.
    pub(super) fn object(&mut self, object: ObjectRef, span: Span) -> Result<Value, Stop> {
        let at = self.place(object);
        match self.objects.get(at) {
            Some(value) => Ok(value.clone()),
            None => Err(self.internal("a variable has no value", span)),
        }
    }

    /// The tensor of an object variable.
    pub(super) fn tensor(&mut self, object: ObjectRef, span: Span) -> Result<DynTensor, Stop> {
        let at = self.place(object);
        match self.objects.tensor(at) {
            Some(tensor) => Ok(tensor.clone()),
            None => Err(self.internal("a variable holds no tensor", span)),
        }
    }

    /// One element, where the tensor was not open or the index is at fault.
    #[cold]
    #[inline(never)]
    pub(super) fn element_slowly<T: Element, const N: usize>(
        &mut self,
        at: usize,
        index: [i64; N],
        bracket: &Bracket,
    ) -> Result<T, Stop> {
        if self.objects.open(at)
            && let Some(value) = self.objects.element(at, index)
        {
            return Ok(value);
        }
        let Some(tensor) = self.objects.tensor(at) else {
            return Err(self.internal("a variable holds no tensor", bracket.span));
        };
        let (rank, got) = (tensor.rank(), tensor.get(index));
        match got.and_then(T::try_from) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.index_failed(error, bracket, rank)),
        }
    }

    /// Writes one element, where the tensor was not open, cannot be written, or the index is at fault.
    #[cold]
    #[inline(never)]
    pub(super) fn set_element_slowly<T: Element, const N: usize>(
        &mut self,
        at: usize,
        index: [i64; N],
        value: T,
        bracket: &Bracket,
    ) -> Result<(), Stop> {
        if self.objects.open(at) && self.objects.set_element(at, index, value) {
            return Ok(());
        }
        let Some(tensor) = self.objects.tensor(at) else {
            return Err(self.internal("a variable holds no tensor", bracket.span));
        };
        let (rank, set) = (tensor.rank(), tensor.set(index, value));
        set.map_err(|error| self.index_failed(error, bracket, rank))
    }

    /// Calls a built-in function, whose arguments stand at `places`.
    pub(super) fn call_builtin(
        &mut self,
        builtin: &'static Builtin,
        args: &[Option<Value>],
        (span, places): (Span, &[Option<Span>]),
    ) -> Result<Value, Stop> {
        self.calling = span;
        let value = builtin.call(self, args).map_err(|failure| {
            let stop = self.builtin_failed(failure, (builtin, span));
            self.note_shapes(args, places);
            stop
        })?;
        self.poll(span)?;
        Ok(value)
    }

    /// Stops here if somebody has asked the program to stop.
    #[inline]
    pub(super) fn poll(&mut self, span: Span) -> Result<(), Stop> {
        if self.cancel.is_cancelled() { Err(self.interrupted(span)) } else { Ok(()) }
    }

    /// Keeps where the program was stopped.
    #[cold]
    pub(super) fn interrupted(&mut self, span: Span) -> Stop {
        if self.trouble.is_none() {
            let (notes, trail) = (Vec::new(), Trail::default());
            self.trouble = Some(Box::new(Trouble { mistake: Mistake::Stopped, span, notes, trail }));
        }
        Stop::Interrupted
    }

    /// Names the shapes of operands that do not fit together, where they stand.
    #[cold]
    fn note_shapes(&mut self, args: &[Option<Value>], places: &[Option<Span>]) {
        let Some(trouble) = self.trouble.as_deref_mut().filter(|trouble| trouble.mistake.is_about_shapes())
        else {
            return;
        };
        let shapes: Vec<(Span, String)> = args
            .iter()
            .zip(places)
            .filter_map(|(arg, place)| match (arg, place) {
                (Some(Value::Tensor(tensor)), Some(place)) => {
                    Some((*place, format!("of shape {}", words::shape(tensor.shape()))))
                }
                _ => None,
            })
            .collect();
        // One alone has nothing that it does not fit.
        if shapes.len() > 1 {
            trouble.notes = shapes;
        }
    }

    /// Keeps a mistake.
    #[cold]
    #[inline(never)]
    pub(super) fn fail(&mut self, mistake: Mistake, span: Span) -> Stop {
        if let Mistake::Library(error) = &mistake
            && error.is_cancelled()
        {
            return self.interrupted(span);
        }
        let trouble = Trouble { mistake, span, notes: Vec::new(), trail: Trail::default() };
        self.trouble = Some(Box::new(trouble));
        Stop::Failed
    }

    /// Keeps what the library says.
    #[cold]
    #[inline(never)]
    pub(super) fn library_failed(&mut self, error: Error, span: Span) -> Stop {
        self.fail(Mistake::Library(error), span)
    }

    /// Keeps what the library says about an index, at the item that it is about.
    #[cold]
    pub(super) fn index_failed(&mut self, error: Error, bracket: &Bracket, rank: usize) -> Stop {
        let span = bracket.at_fault(&error, rank);
        self.library_failed(bracket.told(error), span)
    }

    /// Keeps what a built-in function says.
    #[cold]
    pub(super) fn builtin_failed(&mut self, failure: Failure, (by, span): (&'static Builtin, Span)) -> Stop {
        match failure {
            Failure::Library(error) => self.library_failed(error, span),
            Failure::Words(words) => self.fail(Mistake::Words { words, by }, span),
            Failure::Exit(code) => self.fail(Mistake::Exit { code }, span),
            // Somebody inside has already said what.
            Failure::Call => match self.trouble.as_ref().map(|trouble| &trouble.mistake) {
                Some(Mistake::Stopped) => Stop::Interrupted,
                Some(_) => Stop::Failed,
                None if self.cancel.is_cancelled() => self.interrupted(span),
                None => self.internal("a function that was called failed without a word", span),
            },
        }
    }

    /// Keeps a mistake of ours.
    #[cold]
    #[inline(never)]
    pub(super) fn internal(&mut self, what: &'static str, span: Span) -> Stop {
        self.fail(Mistake::Internal(what), span)
    }
}
