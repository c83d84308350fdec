//! Calls of built-in functions.

use lunette::index::{Axes, IntoAxes};

use super::Compiler;
use super::effects::may_store;
use super::scalar::unwrapped;
use crate::builtins::{Builtin, Fuse};
use crate::program::Expr;
use crate::run::arithmetic::Number;
use crate::run::failure::Stop;
use crate::run::machine::{Code, Machine};
use crate::run::register::Kept;
use crate::source::Span;
use crate::value::Value;

impl Compiler<'_> {
    /// A call for its value.
    pub(super) fn builtin_value(
        &mut self,
        expr: &Expr,
        builtin: &'static Builtin,
        args: &[Option<Expr>],
    ) -> Code<Value> {
        if let Some(chain) = self.chain(expr).filter(|chain| chain.len() > 1) {
            return Box::new(move |machine| {
                let leaves = chain.leaves(machine)?;
                chain.eval(machine, &leaves)
            });
        }
        match self.reduction(builtin, args, expr.span) {
            Some(code) => code,
            None => self.plain_call(builtin, args, expr.span),
        }
    }

    /// A call for its scalar.
    pub(super) fn builtin_scalar<T: Number>(
        &mut self,
        builtin: &'static Builtin,
        args: &[Option<Expr>],
        span: Span,
    ) -> Code<T> {
        if let Some(code) = self.native(builtin, args, span) {
            return code;
        }
        let value = match self.reduction(builtin, args, span) {
            Some(code) => code,
            None => self.plain_call(builtin, args, span),
        };
        unwrapped(value, span)
    }

    fn plain_call(&mut self, builtin: &'static Builtin, args: &[Option<Expr>], span: Span) -> Code<Value> {
        let (args, places) = (self.arguments(args), places_of(args));
        Box::new(move |machine| {
            let args = evaluate(&args, machine)?;
            machine.call_builtin(builtin, &args, (span, &places))
        })
    }

    fn arguments(&mut self, args: &[Option<Expr>]) -> Vec<Option<Code<Value>>> {
        args.iter().map(|arg| arg.as_ref().map(|arg| self.value(arg))).collect()
    }

    /// A reduction of a chain, which then never lies in memory as a whole.
    fn reduction(
        &mut self,
        builtin: &'static Builtin,
        args: &[Option<Expr>],
        span: Span,
    ) -> Option<Code<Value>> {
        let Fuse::Reduction(reduce) = builtin.fuse else { return None };
        let (Some(Some(first)), axis, keepdims) =
            (args.first(), builtin.param("axis")?, builtin.param("keepdims")?)
        else {
            return None;
        };
        let others = args.iter().enumerate().skip(1).filter(|(k, _)| *k != axis && *k != keepdims);
        let stores = args.iter().skip(1).flatten().any(may_store);
        if stores || others.into_iter().any(|(_, arg)| arg.is_some()) {
            return None;
        }
        let chain = self.chain(first)?;
        let rest = self.arguments(args.get(1..)?);
        Some(Box::new(move |machine| {
            let leaves = chain.leaves(machine)?;
            let mut args = evaluate(&rest, machine)?;
            args.insert(0, None);
            if let (Some(axes), Some(keep)) = (axes_of(args.get(axis)), flag_of(args.get(keepdims)))
                && let Ok(value) = reduce(&chain.lazy(&leaves), axes, keep).and_then(Value::of)
            {
                return Ok(value);
            }
            // One by one, the function that fails is known, and so is what it says.
            args[0] = Some(chain.one_by_one(machine, &leaves)?);
            machine.call_builtin(builtin, &args, (span, &[]))
        }))
    }
}

fn places_of(args: &[Option<Expr>]) -> Vec<Option<Span>> {
    args.iter().map(|arg| arg.as_ref().map(|arg| arg.span)).collect()
}

/// Evaluates arguments from left to right.
fn evaluate(args: &[Option<Code<Value>>], machine: &mut Machine<'_>) -> Result<Vec<Option<Value>>, Stop> {
    args.iter().map(|arg| arg.as_ref().map(|arg| arg(machine)).transpose()).collect()
}

/// The axes of a reduction; none if the argument is something else.
fn axes_of(axis: Option<&Option<Value>>) -> Option<Axes> {
    match axis.and_then(Option::as_ref) {
        None => Some(Axes::All),
        Some(Value::Tuple(fields)) => {
            fields.iter().map(int_of).collect::<Option<Vec<i64>>>().map(IntoAxes::into_axes)
        }
        Some(value) => int_of(value).map(IntoAxes::into_axes),
    }
}

fn int_of(value: &Value) -> Option<i64> {
    match value {
        Value::Scalar(scalar) if scalar.dtype().is_integer() => {
            i64::try_from(scalar.try_cast(lunette::DType::I64).ok()?).ok()
        }
        _ => None,
    }
}

fn flag_of(flag: Option<&Option<Value>>) -> Option<bool> {
    match flag.and_then(Option::as_ref) {
        None => Some(false),
        Some(value) => bool::of_value(value),
    }
}
