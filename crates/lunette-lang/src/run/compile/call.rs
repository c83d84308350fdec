//! Calls of functions of the program.

use lunette::DType;

use super::effects::may_bind;
use super::{Compiler, internal};
use crate::program::{Expr, ExprKind, FunctionId};
use crate::run::arithmetic::Number;
use crate::run::failure::Stop;
use crate::run::machine::{Code, Machine, Passed};
use crate::run::register::{Kept, with_dtype};
use crate::run::slot::{Home, ObjectRef};
use crate::source::Span;
use crate::types::Type;
use crate::value::Value;

/// An argument that is going to be evaluated.
enum Argument {
    Bits(Code<u64>),
    /// A variable that stays where it is.
    Place(ObjectRef),
    Value(Code<Value>),
}

impl Compiler<'_> {
    /// A call for its scalar.
    pub(super) fn call_scalar<T: Number>(
        &mut self,
        function: FunctionId,
        args: &[Expr],
        span: Span,
    ) -> Code<T> {
        self.invoke(function, args, span, move |machine| match T::taken(machine) {
            Some(value) => Ok(value),
            None => Err(machine.internal("a function gave no value", span)),
        })
    }

    /// A call for its value.
    pub(super) fn call_value(
        &mut self,
        function: FunctionId,
        args: &[Expr],
        (ty, span): (&Type, Span),
    ) -> Code<Value> {
        let ty = ty.clone();
        self.invoke(function, args, span, move |machine| machine.taken(&ty, span))
    }

    /// A call for what it does.
    pub(super) fn call_effect(&mut self, function: FunctionId, args: &[Expr], span: Span) -> Code<()> {
        self.invoke(function, args, span, |machine| {
            machine.given = None;
            Ok(())
        })
    }

    /// A call of a function value.
    pub(super) fn call_of_value(
        &mut self,
        callee: &Expr,
        args: &[Expr],
        (ty, span): (&Type, Span),
    ) -> Code<Value> {
        let (callee, args, ty) = (self.value(callee), self.values(args), ty.clone());
        Box::new(move |machine| {
            let Value::Fun(callee) = callee(machine)? else {
                return Err(machine.internal("what is called is no function", span));
            };
            let start = machine.pending.len();
            for arg in &args {
                let value = arg(machine);
                let value = pass(machine, value, start)?;
                machine.pending.push(Passed::Value(value));
            }
            machine.call_value(&callee, args.len(), span)?;
            machine.taken(&ty, span)
        })
    }

    fn invoke<R: 'static>(
        &mut self,
        function: FunctionId,
        args: &[Expr],
        span: Span,
        finish: impl Fn(&mut Machine<'_>) -> Result<R, Stop> + Send + Sync + 'static,
    ) -> Code<R> {
        let id = function.0 as usize;
        let Some(homes) = self.frames.get(id).map(|frame| frame.homes.clone()) else {
            return internal("a function that is called does not exist", span);
        };
        let mut codes: Vec<Argument> = Vec::with_capacity(args.len());
        for (k, arg) in args.iter().enumerate() {
            let later = args.get(k + 1..).unwrap_or_default();
            codes.push(self.argument(arg, homes.get(k).copied(), later));
        }
        match scalars(codes) {
            Ok(codes) => {
                let slots: Vec<usize> = homes.iter().take(args.len()).filter_map(register).collect();
                match <[Code<u64>; 1]>::try_from(codes) {
                    Ok([one]) => call_with_one(id, one, span, finish),
                    Err(codes) => call_with_scalars(id, codes.into_iter().zip(slots).collect(), span, finish),
                }
            }
            Err(codes) => call_with_any(id, codes, span, finish),
        }
    }

    fn argument(&mut self, arg: &Expr, home: Option<Home>, later: &[Expr]) -> Argument {
        match (home, &arg.ty) {
            (Some(Home::Register(..)), Type::Scalar(dtype)) => Argument::Bits(self.bits(arg, *dtype)),
            (Some(Home::Object { .. } | Home::Boxed { .. }), _) => match self.passed_in_place(arg, later) {
                Some(object) => Argument::Place(object),
                None => Argument::Value(self.value(arg)),
            },
            _ => Argument::Value(self.value(arg)),
        }
    }

    /// A variable whose object can stay where it is during the call: nobody gives the variable another one before the
    /// call is over, because the arguments after it do not.
    fn passed_in_place(&self, arg: &Expr, later: &[Expr]) -> Option<ObjectRef> {
        let variable = match &arg.kind {
            ExprKind::Variable(variable) if !matches!(arg.ty, Type::Scalar(_)) => *variable,
            ExprKind::View(place) if place.steps.is_empty() => place.root,
            _ => return None,
        };
        match later.iter().any(may_bind) {
            true => None,
            false => self.home(variable)?.object(),
        }
    }

    fn bits(&mut self, arg: &Expr, dtype: DType) -> Code<u64> {
        with_dtype!(dtype, T => {
            let code = self.scalar::<T>(arg);
            Box::new(move |machine| Ok(code(machine)?.in_register()))
        })
    }
}

fn register(home: &Home) -> Option<usize> {
    match home {
        Home::Register(slot, _) => Some(slot.at()),
        _ => None,
    }
}

/// The arguments, if all of them are scalars.
fn scalars(codes: Vec<Argument>) -> Result<Vec<Code<u64>>, Vec<Argument>> {
    if !codes.iter().all(|code| matches!(code, Argument::Bits(_))) {
        return Err(codes);
    }
    let bits = |code| match code {
        Argument::Bits(code) => Some(code),
        _ => None,
    };
    Ok(codes.into_iter().filter_map(bits).collect())
}

/// A call with one scalar, whose register is the first.
fn call_with_one<R: 'static>(
    id: usize,
    arg: Code<u64>,
    span: Span,
    finish: impl Fn(&mut Machine<'_>) -> Result<R, Stop> + Send + Sync + 'static,
) -> Code<R> {
    Box::new(move |machine| {
        let bits = arg(machine)?;
        let function = &machine.functions[id];
        machine.call(function, span, |machine| {
            let at = machine.base;
            machine.registers[at] = bits;
            Ok(())
        })?;
        finish(machine)
    })
}

/// A call with scalars, each with its register.
fn call_with_scalars<R: 'static>(
    id: usize,
    args: Vec<(Code<u64>, usize)>,
    span: Span,
    finish: impl Fn(&mut Machine<'_>) -> Result<R, Stop> + Send + Sync + 'static,
) -> Code<R> {
    /// So many arguments wait on the thread's stack.
    const FEW: usize = 6;
    if args.len() > FEW {
        let args = args.into_iter().map(|(code, _)| Argument::Bits(code)).collect();
        return call_with_any(id, args, span, finish);
    }
    Box::new(move |machine| {
        let mut values = [0; FEW];
        for (value, (arg, _)) in values.iter_mut().zip(&args) {
            *value = arg(machine)?;
        }
        let function = &machine.functions[id];
        machine.call(function, span, |machine| {
            for (value, (_, slot)) in values.iter().zip(&args) {
                let at = machine.base + slot;
                machine.registers[at] = *value;
            }
            Ok(())
        })?;
        finish(machine)
    })
}

/// A call with any arguments.
fn call_with_any<R: 'static>(
    id: usize,
    args: Vec<Argument>,
    span: Span,
    finish: impl Fn(&mut Machine<'_>) -> Result<R, Stop> + Send + Sync + 'static,
) -> Code<R> {
    Box::new(move |machine| {
        let start = machine.pending.len();
        for arg in &args {
            let passed = match arg {
                Argument::Bits(code) => code(machine).map(Passed::Bits),
                Argument::Place(object) => Ok(Passed::At(machine.place(*object))),
                Argument::Value(code) => code(machine).map(Passed::Value),
            };
            let passed = pass(machine, passed, start)?;
            machine.pending.push(passed);
        }
        let function = &machine.functions[id];
        machine.call_pending(function, args.len(), span)?;
        finish(machine)
    })
}

/// An evaluated argument; if there is none, those before it are let go.
fn pass<V>(machine: &mut Machine<'_>, value: Result<V, Stop>, start: usize) -> Result<V, Stop> {
    if value.is_err() {
        machine.pending.truncate(start);
    }
    value
}
