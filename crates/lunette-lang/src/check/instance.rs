//! Functions for the types of their arguments: each is checked once for each list of types.
//!
//! A function without a declared result has to be checked before its call has a type. Where functions call each other in
//! a circle, the first pass takes what a recursive call gives for not known, so that the branches that do not recurse
//! say the type; further passes check everything with what the pass before has found, until nothing changes. Only the
//! function with which the circle was entered repeats passes: the others are checked once in each of them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Checker;
use super::closure::{Closure, Code};
use super::mistake::{FunctionMistake, NameMistake};
use super::scope::{Info, Key, Moment, ScopeId};
use crate::diagnostic::CallSite;
use crate::program::{ClosureId, FunctionId};
use crate::source::Span;
use crate::types::Type;

/// So many lists of types a function can be checked for.
const MOST_INSTANCES: usize = 256;

/// So many passes find the types of a circle of functions, or there are none to be found.
const MOST_PASSES: usize = 8;

/// A function with the types of its arguments; the type of the result, where somebody asks for one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct InstanceKey {
    pub(super) closure: ClosureId,
    pub(super) args: Vec<Type>,
    pub(super) result: Option<Type>,
    pub(super) caller: Caller,
}

/// Who calls an instance: that decides who makes the copies that `mut` parameters get (R23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Caller {
    /// Calls that name the function: they know which arguments are in memory of their own, and copy the others.
    Named,
    /// Calls of a function value, which know nothing of parameters: the function itself copies.
    Value,
}

/// A function that can be called. What it gives is always in memory of its own.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) function: FunctionId,
    pub(super) result: Type,
}

/// What a function reads from the outermost level, and which functions it calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// The last of the names that it reads.
    read: Option<Read>,
    /// All of the names that it reads.
    pub(super) reads: HashSet<Key>,
    pub(super) calls: Vec<FunctionId>,
}

#[derive(Clone, Debug)]
struct Read {
    scope: ScopeId,
    moment: Moment,
    name: Arc<str>,
    declared: Span,
}

/// A call at the outermost level: what the function reads must be there by then.
#[derive(Clone, Debug)]
struct EarlyCall {
    function: FunctionId,
    name: Arc<str>,
    scope: ScopeId,
    moment: Moment,
    span: Span,
}

/// The instances that are being checked.
#[derive(Debug, Default)]
pub(super) struct Progress {
    active: Vec<Active>,
    /// The numbers that have been given, also to those that will be checked again.
    numbers: HashMap<InstanceKey, FunctionId>,
    /// The results that were found in passes so far.
    assumed: HashMap<InstanceKey, Type>,
    /// Those that have been checked as a part of a circle that is not closed yet.
    provisional: Vec<InstanceKey>,
    /// Whether a result was not what had been assumed, in this pass.
    unstable: bool,
    /// Those with a declared result, which nobody waits for.
    deferred: Vec<(InstanceKey, Vec<CallSite>)>,
    early: Vec<EarlyCall>,
}

#[derive(Debug)]
struct Active {
    key: InstanceKey,
    function: FunctionId,
    /// Whether it has been called while it is checked.
    recursed: bool,
    /// The outermost instance that has been called from here while it is checked.
    lowest: usize,
}

/// What one pass over a function has found.
pub(super) struct Pass {
    pub(super) result: Type,
    /// Whether values have to be converted to that type.
    pub(super) converts: bool,
}

impl Checker<'_> {
    /// The instance of a function for these types; nothing, and a mistake, if there can be none.
    pub(super) fn instance(&mut self, key: InstanceKey, site: CallSite) -> Option<Instance> {
        if let Some(known) = self.env.instances.get(&key).cloned() {
            self.note_call(known.function);
            return Some(known);
        }
        if let Some(depth) = self.progress.active.iter().position(|active| active.key == key) {
            return self.recursive_call(depth, &key);
        }
        let closure = self.env.closure(key.closure)?.clone();
        self.has_room(&closure, &key, site.span)?;
        let function = self.number(&key);
        self.note_call(function);
        let calls = self.calls_to(&closure, site);
        if let Some(result) = self.declared_result(&closure) {
            let instance = Instance { function, result };
            self.env.instances.insert(key.clone(), instance.clone());
            self.progress.deferred.push((key, calls));
            return Some(instance);
        }
        let outer = std::mem::replace(&mut self.calls, calls);
        let instance = self.check_instance(key, &closure, function);
        self.calls = outer;
        Some(instance)
    }

    /// The type of the result, where it is written and leaves nothing open.
    pub(super) fn declared_result(&mut self, closure: &Closure) -> Option<Type> {
        let wanted = self.annotation(closure.code.result()?);
        wanted.whole().cloned()
    }

    /// The calls that lead into a function. A mistake in one whose types are all written has nothing to do with them.
    fn calls_to(&self, closure: &Closure, site: CallSite) -> Vec<CallSite> {
        let is_generic = closure.code.params().iter().any(|param| param.ty.is_none());
        match is_generic {
            true => self.calls.iter().cloned().chain([site]).collect(),
            false => Vec::new(),
        }
    }

    /// A call of a function that is being checked.
    fn recursive_call(&mut self, depth: usize, key: &InstanceKey) -> Option<Instance> {
        let result = self.progress.assumed.get(key).cloned().unwrap_or(Type::Unknown);
        let innermost = self.progress.active.last_mut()?;
        innermost.lowest = innermost.lowest.min(depth);
        let active = self.progress.active.get_mut(depth)?;
        active.recursed = true;
        let function = active.function;
        self.note_call(function);
        Some(Instance { function, result })
    }

    fn has_room(&mut self, closure: &Closure, key: &InstanceKey, span: Span) -> Option<()> {
        let (name, declared) = (closure.name.clone(), closure.code.span());
        if !self.stack.has_room_for_function() {
            self.report(FunctionMistake::CallsTooDeep { name, declared, span });
            return None;
        }
        if self.progress.numbers.contains_key(key) {
            return Some(());
        }
        let count = self.env.instance_counts.entry(key.closure).or_insert(0);
        *count += 1;
        if *count <= MOST_INSTANCES {
            return Some(());
        }
        self.report(FunctionMistake::TooManyInstances { name, limit: MOST_INSTANCES, declared, span });
        None
    }

    fn number(&mut self, key: &InstanceKey) -> FunctionId {
        if let Some(&function) = self.progress.numbers.get(key) {
            return function;
        }
        let function = FunctionId(self.env.reaches.len() as u32);
        self.env.reaches.push(Reach::default());
        self.progress.numbers.insert(key.clone(), function);
        function
    }

    /// Checks a function until its result is what was assumed.
    fn check_instance(&mut self, key: InstanceKey, closure: &Arc<Closure>, function: FunctionId) -> Instance {
        let depth = self.progress.active.len();
        let lowest = usize::MAX;
        self.progress.active.push(Active { key: key.clone(), function, recursed: false, lowest });
        let outer_unstable = std::mem::replace(&mut self.progress.unstable, false);
        let (mark, provisional) = (self.report.mark(), self.progress.provisional.len());
        let (uncalled, deferred) = (self.uncalled.len(), self.progress.deferred.len());
        let mut passes = 0;
        let result = loop {
            passes += 1;
            let found = self.pass(&key, closure, function);
            self.compare(&key, found, passes);
            let failed = self.report.has_errors_since(mark);
            let is_part = self.progress.active.last().is_some_and(|active| active.lowest < depth);
            let result = self.progress.assumed.get(&key).cloned().unwrap_or(Type::Unknown);
            if is_part || failed || !self.progress.unstable {
                break result;
            }
            if passes == MOST_PASSES {
                break Type::Unknown;
            }
            self.uncalled.truncate(uncalled);
            self.take_back_instances(provisional, deferred);
            self.progress.unstable = false;
        };
        let checked = self.functions.get(&function).filter(|_| result == Type::nothing()).cloned();
        let given = checked.as_ref().and_then(|function| function.body.block.value.as_ref());
        if given.is_some_and(|value| !self.says_nothing(value)) {
            self.env.giving.insert(function);
        }
        let recursed = self.progress.active.last().is_some_and(|active| active.recursed);
        if recursed
            && result == Type::Unknown
            && !self.broken
            && !self.report.has_errors_since(mark)
            && passes > 1
        {
            let (name, span) = (closure.name.clone(), closure.code.span());
            self.report(FunctionMistake::Recursion { name, span });
        }
        self.close(Instance { function, result }, key, (depth, provisional, outer_unstable))
    }

    /// Keeps what a pass has found, and whether it differs from what the pass assumed.
    fn compare(&mut self, key: &InstanceKey, found: Pass, passes: usize) {
        let recursed = self.progress.active.last().is_some_and(|active| active.recursed);
        // The branches that do not recurse say no more than the dtype and rank: the others may give other sizes.
        let result = if recursed || passes > 2 { found.result.erased() } else { found.result };
        let assumed = self.progress.assumed.insert(key.clone(), result.clone());
        if (recursed || found.converts) && assumed.as_ref() != Some(&result) {
            self.progress.unstable = true;
        }
    }

    /// The instance is done, unless the circle that it belongs to is checked again.
    fn close(
        &mut self,
        instance: Instance,
        key: InstanceKey,
        (depth, provisional, outer_unstable): (usize, usize, bool),
    ) -> Instance {
        let lowest = self.progress.active.pop().map_or(usize::MAX, |active| active.lowest);
        if lowest < depth {
            self.progress.provisional.push(key.clone());
            self.progress.unstable |= outer_unstable;
            if let Some(parent) = self.progress.active.last_mut() {
                parent.lowest = parent.lowest.min(lowest);
            }
        } else {
            self.progress.provisional.truncate(provisional);
            self.progress.unstable = outer_unstable;
        }
        self.env.instances.insert(key, instance.clone());
        instance
    }

    /// Forgets the instances of a pass that is repeated.
    fn take_back_instances(&mut self, provisional: usize, deferred: usize) {
        let provisional = self.progress.provisional.split_off(provisional);
        let deferred = self.progress.deferred.split_off(deferred).into_iter().map(|(key, _)| key);
        for key in provisional.into_iter().chain(deferred) {
            self.env.instances.remove(&key);
        }
    }

    /// Checks the functions that nobody has waited for, and whether all had been declared when they were called.
    pub(super) fn finish_instances(&mut self) {
        while let Some((key, calls)) = self.progress.deferred.pop() {
            let Some(closure) = self.env.closure(key.closure).cloned() else { continue };
            let Some(&function) = self.progress.numbers.get(&key) else { continue };
            self.calls = calls;
            let active = Active { key: key.clone(), function, recursed: false, lowest: usize::MAX };
            self.progress.active.push(active);
            self.pass(&key, &closure, function);
            self.progress.active.pop();
        }
        self.calls.clear();
        self.check_early_calls();
    }

    /// One pass over a function.
    fn pass(&mut self, key: &InstanceKey, closure: &Arc<Closure>, function: FunctionId) -> Pass {
        if let Some(reach) = self.env.reaches.get_mut(function.0 as usize) {
            *reach = Reach::default();
        }
        match closure.code {
            Code::Builtin(builtin, span) => self.builtin_body(builtin, key, (function, span)),
            _ => {
                let assumed = self.progress.assumed.get(key).cloned();
                self.body(key, closure, (function, assumed))
            }
        }
    }

    /// Where the lambda stands whose body is being checked, if it is one.
    pub(super) fn current_lambda(&self) -> Option<Span> {
        let active = self.progress.active.last()?;
        match self.env.closure(active.key.closure)?.code {
            Code::Lambda(_, span) => Some(span),
            _ => None,
        }
    }

    /// The function that is being checked, if that is because it calls itself with other types.
    pub(super) fn recursive_function(&self) -> Option<Arc<str>> {
        let (innermost, outer) = self.progress.active.split_last()?;
        let again = outer.iter().any(|active| active.key.closure == innermost.key.closure);
        self.env.closure(innermost.key.closure).filter(|_| again).map(|closure| closure.name.clone())
    }

    /// Notes that the function being checked calls another.
    fn note_call(&mut self, function: FunctionId) {
        self.reach().into_iter().for_each(|reach| reach.calls.push(function));
    }

    /// What the function being checked has been seen to read and call.
    fn reach(&mut self) -> Option<&mut Reach> {
        let reader = self.progress.active.last()?.function;
        self.env.reaches.get_mut(reader.0 as usize)
    }

    /// Notes that the function being checked reads a variable of the outermost level, of any text.
    pub(super) fn note_global(&mut self, key: Key) {
        self.reach().into_iter().for_each(|reach| reach.reads.extend([key]));
    }

    /// Notes that the function being checked reads a name of the outermost level.
    pub(super) fn note_read(&mut self, info: &Info) {
        self.note_global(info.key);
        let Some(reach) = self.reach() else { return };
        if reach.read.as_ref().is_none_or(|read| read.moment < info.moment) {
            let (scope, moment, declared) = (info.scope, info.moment, info.declared);
            reach.read = Some(Read { scope, moment, name: info.name.clone(), declared });
        }
    }

    /// Notes a call at the outermost level.
    pub(super) fn note_early_call(&mut self, function: FunctionId, name: &Arc<str>, span: Span) {
        if self.frame.work.is_none() {
            let (scope, moment, name) = (self.frame.scope, self.frame.moment, name.clone());
            self.progress.early.push(EarlyCall { function, name, scope, moment, span });
        }
    }

    /// What a function reads must have its value when the function is called.
    fn check_early_calls(&mut self) {
        let mut last: HashMap<ScopeId, Moment> = HashMap::new();
        for read in self.env.reaches.iter().filter_map(|reach| reach.read.as_ref()) {
            let known = last.entry(read.scope).or_insert(read.moment);
            *known = (*known).max(read.moment);
        }
        for call in std::mem::take(&mut self.progress.early) {
            if last.get(&call.scope).is_none_or(|last| *last < call.moment) {
                continue;
            }
            if let Some(read) = self.too_early(&call) {
                let (function, span) = (call.name, call.span);
                let (name, declared) = (read.name, read.declared);
                self.report(NameMistake::CalledTooEarly { function, span, name, declared });
            }
        }
    }

    /// A name that a called function reads, directly or not, and that gets its value after the call.
    fn too_early(&self, call: &EarlyCall) -> Option<Read> {
        let mut seen = HashSet::from([call.function]);
        let mut open = vec![call.function];
        while let Some(function) = open.pop() {
            let reach = self.env.reaches.get(function.0 as usize)?;
            let late = |read: &&Read| read.scope == call.scope && read.moment >= call.moment;
            if let Some(read) = reach.read.as_ref().filter(late) {
                return Some(read.clone());
            }
            open.extend(reach.calls.iter().copied().filter(|called| seen.insert(*called)));
        }
        None
    }
}
