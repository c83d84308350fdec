//! Calls of built-in functions: the table says the type.

use lunette::Scalar;

use super::Written;
use crate::builtins::{Argument, Builtin, Mistake, ParamKind};
use crate::check::Checker;
use crate::check::constant::shape_value;
use crate::check::expr::shared;
use crate::check::mistake::CallMistake;
use crate::check::operator::argument;
use crate::check::typed::{Memory, Typed, tuple_constant};
use crate::program::ExprKind as Kind;
use crate::source::Span;
use crate::syntax::tree::{Arg, Expr, ExprKind, TypeExpr, TypeKind};
use crate::types::Type;
use crate::value::Value;
use crate::words;

/// Functions whose views of writable memory are writable: what they make of a value of its own is one too.
const KEEP_WRITABLE: &[&str] =
    &["transpose", "permute", "reshape", "squeeze", "expand_dims", "flip", "diagonal", "ravel", "swapaxes", "moveaxis"];

impl Checker<'_> {
    /// A call of a built-in function.
    pub(in crate::check) fn call_builtin(
        &mut self,
        builtin: &'static Builtin,
        written: Written<'_>,
        expected: Option<&Type>,
    ) -> Typed {
        if builtin.name == "tensor"
            && let Some(typed) = self.tensor_call(builtin, written, expected)
        {
            return typed;
        }
        let Some(args) = self.bind_builtin(builtin, None, written) else {
            return Typed::unknown(written.span);
        };
        self.builtin_result(builtin, args, written)
    }

    /// The arguments of a function that gives a view of a place, and the type of that view.
    pub(in crate::check) fn builtin_args(
        &mut self,
        builtin: &'static Builtin,
        first: Option<Typed>,
        args: &[Arg],
        span: Span,
    ) -> Option<(Vec<Option<Typed>>, Type)> {
        let written = Written { receiver: None, args, types: &[], span };
        let args = self.bind_builtin(builtin, first, written)?;
        let known: Vec<Option<Argument>> = args.iter().map(|arg| arg.as_ref().map(argument)).collect();
        match builtin.infer(&known) {
            Ok(inferred) => Some((args, inferred.ty)),
            Err(mistake) => {
                self.refused_call(builtin, &mistake, &args, span);
                None
            }
        }
    }

    /// The result of a call whose arguments are at their parameters.
    pub(super) fn builtin_result(
        &mut self,
        builtin: &'static Builtin,
        args: Vec<Option<Typed>>,
        written: Written<'_>,
    ) -> Typed {
        let span = written.span;
        let refers = builtin.params.iter().any(|param| param.kind == ParamKind::Place);
        let (_, stores) = shared(&args.iter().flatten().cloned().collect::<Vec<_>>());
        let unknown = Typed { stores: stores || refers, ..Typed::unknown(span) };
        if args.iter().flatten().any(Typed::is_silent) {
            return unknown;
        }
        let Some(mut args) = self.with_callback(builtin, args) else { return unknown };
        let known: Vec<Option<Argument>> = args.iter().map(|arg| arg.as_ref().map(argument)).collect();
        let inferred = match builtin.infer(&known) {
            Ok(inferred) => inferred,
            Err(mistake) => {
                self.refused_call(builtin, &mistake, &args, span);
                return unknown;
            }
        };
        for (param, value) in inferred.constants {
            if let Some(Some(arg)) = args.get_mut(param) {
                *arg = Typed::constant(value, arg.span);
            }
        }
        let constant = described(builtin, args.first().and_then(Option::as_ref));
        let memory = result_memory(builtin, &args, &inferred.ty);
        let args = args.into_iter().map(|arg| arg.map(|arg| arg.expr)).collect();
        let typed = Typed::fresh(Kind::Builtin { builtin, args }, inferred.ty, span);
        Typed { constant, memory, stores: stores || refers, ..typed }
    }

    /// A function argument gets the types that it will be called with.
    fn with_callback(
        &mut self,
        builtin: &'static Builtin,
        mut args: Vec<Option<Typed>>,
    ) -> Option<Vec<Option<Typed>>> {
        let known: Vec<Option<Argument>> = args.iter().map(|arg| arg.as_ref().map(argument)).collect();
        let Some(callback) = builtin.callback(&known) else { return Some(args) };
        let function = args.get_mut(callback.param).and_then(Option::take);
        if let Some(function) = function {
            let specialised = match function.ty() {
                Type::Closure(_) => self.specialised(function, &callback.params, None)?.0,
                _ => function,
            };
            if let Some(arg) = args.get_mut(callback.param) {
                *arg = Some(specialised);
            }
        }
        Some(args)
    }

    /// Every argument at its parameter; `first`, if it is given, at the first one.
    fn bind_builtin(
        &mut self,
        builtin: &'static Builtin,
        first: Option<Typed>,
        written: Written<'_>,
    ) -> Option<Vec<Option<Typed>>> {
        let mut args: Vec<Option<Typed>> = vec![None; builtin.params.len()];
        let mut rest: Vec<Typed> = Vec::new();
        let rest_at = builtin.takes_rest().then(|| builtin.params.len().saturating_sub(1));
        let mut position = 0;
        let mut wrong = false;
        if let (Some(first), Some(arg)) = (first, args.first_mut()) {
            *arg = Some(first);
            position = 1;
        }
        let all: Vec<_> = written.all().collect();
        for (name, expr) in all {
            let param = match name {
                Some(name) => builtin.param(&name.name).ok_or_else(|| CallMistake::UnknownParam {
                    function: builtin.name.into(),
                    name: name.name.clone(),
                    span: name.span,
                    signature: builtin.signature(),
                }),
                None if rest_at.is_some_and(|at| position >= at) => Ok(builtin.params.len() - 1),
                None if position < builtin.params.len() => Ok(position),
                None => Err(CallMistake::TooMany {
                    function: builtin.name.into(),
                    wanted: builtin.params.len(),
                    span: expr.span,
                    signature: builtin.signature(),
                }),
            };
            position += usize::from(name.is_none());
            let param = match param {
                Ok(param) => param,
                Err(mistake) => {
                    self.report(mistake);
                    self.expr(expr, None);
                    wrong = true;
                    continue;
                }
            };
            let typed = self.builtin_arg(builtin, param, expr);
            if typed.stores {
                args.iter_mut().for_each(|before| *before = before.take().map(Typed::settled));
                rest = rest.into_iter().map(Typed::settled).collect();
            }
            if rest_at == Some(param) {
                rest.push(typed);
            } else if let Some(Some(before)) = args.get(param) {
                let (name, first) = (builtin.params[param].name.into(), before.span);
                self.report(CallMistake::Twice { name, span: typed.span, first });
                wrong = true;
            } else {
                args[param] = Some(typed);
            }
        }
        self.type_argument(builtin, written.types, &mut args)?;
        if let Some(arg) = rest_at.and_then(|at| args.get_mut(at)) {
            *arg = Some(gathered(rest, written.span));
        }
        (!wrong).then_some(args)
    }

    /// An argument as its parameter wants it.
    fn builtin_arg(&mut self, builtin: &'static Builtin, param: usize, expr: &Expr) -> Typed {
        let param = builtin.params.get(param);
        let is_place = param.is_some_and(|param| param.kind == ParamKind::Place);
        let name = param.map_or("", |param| param.name);
        match &expr.kind {
            ExprKind::Ref(inner) if is_place => self.reference_argument(inner, expr.span),
            ExprKind::Ref(inner) => {
                let (span, declared) = (expr.span, None);
                self.report(CallMistake::ReferenceForValue { span, param: name.into(), declared });
                self.expr(inner, None);
                Typed::unknown(span)
            }
            _ if is_place => {
                let value = self.value(expr);
                if !value.is_silent() {
                    let text = self.written(expr.span);
                    let (param, span) = (name.into(), expr.span);
                    self.report(CallMistake::ValueForReference { span, param, text });
                }
                Typed::unknown(expr.span)
            }
            _ => self.value(expr),
        }
    }

    /// `<f32>` after the name of the function.
    fn type_argument(
        &mut self,
        builtin: &'static Builtin,
        types: &[TypeExpr],
        args: &mut [Option<Typed>],
    ) -> Option<()> {
        let Some(first) = types.first() else { return Some(()) };
        let Some(param) = builtin.type_param().filter(|_| types.len() == 1) else {
            self.report(CallMistake::Types { function: builtin.name.into(), span: first.span });
            return None;
        };
        let TypeKind::Scalar(dtype) = first.kind else {
            if !matches!(first.kind, TypeKind::Error) {
                self.report(CallMistake::TypeKind { span: first.span });
            }
            return None;
        };
        if let Some(Some(before)) = args.get(param) {
            let (name, first_span) = (builtin.params[param].name.into(), before.span);
            self.report(CallMistake::Twice { name, span: first.span, first: first_span });
            return None;
        }
        if let Some(arg) = args.get_mut(param) {
            *arg = Some(Typed::constant(Value::DType(dtype), first.span));
        }
        Some(())
    }

    /// Reports what the table says about a call.
    fn refused_call(
        &mut self,
        builtin: &'static Builtin,
        mistake: &Mistake,
        args: &[Option<Typed>],
        span: Span,
    ) {
        let at = mistake.param().and_then(|param| args.get(param)).and_then(Option::as_ref);
        let (words, cure) = (words::in_language(&mistake.to_string()), mistake.cure().map(ToOwned::to_owned));
        let span = at.map_or(span, |arg| arg.span);
        self.report(CallMistake::BuiltIn { words, span, cure, signature: builtin.signature() });
    }

    /// Reports what the table says about a built-in function that is used as a value.
    pub(in crate::check) fn refused_builtin(&mut self, builtin: &'static Builtin, mistake: &Mistake, span: Span) {
        self.refused_call(builtin, mistake, &[], span);
    }
}

/// All further arguments as one tuple.
fn gathered(rest: Vec<Typed>, span: Span) -> Typed {
    let (memory, stores) = shared(&rest);
    let constant = tuple_constant(&rest);
    let ty = Type::Tuple(rest.iter().map(|arg| arg.ty().clone()).collect());
    let kind = Kind::Tuple(rest.into_iter().map(|arg| arg.expr).collect());
    Typed { constant, memory, stores, ..Typed::fresh(kind, ty, span) }
}

/// Whose memory the result of a function is in.
fn result_memory(builtin: &Builtin, args: &[Option<Typed>], ty: &Type) -> Memory {
    if !builtin.shares {
        return Memory::Fresh;
    }
    let memory = args.iter().flatten().map(|arg| arg.memory).max().unwrap_or(Memory::Fresh);
    let keeps = KEEP_WRITABLE.contains(&builtin.name) && matches!(ty, Type::Tensor(_));
    if keeps { memory } else { memory.max(Memory::Own) }
}

/// What a function that describes a tensor says, where the type says it already.
fn described(builtin: &Builtin, first: Option<&Typed>) -> Option<Value> {
    let ty = first?.ty();
    match builtin.name {
        "shape" => shape_value(ty),
        "rank" => Some(Value::Scalar(Scalar::I64(ty.rank()? as i64))),
        "dtype" => ty.dtype().map(Value::DType),
        "len" => {
            let sizes: Option<Vec<usize>> = ty.sizes()?.into_iter().collect();
            let count = sizes?.into_iter().try_fold(1_usize, usize::checked_mul)?;
            Some(Value::Scalar(Scalar::I64(i64::try_from(count).ok()?)))
        }
        _ => None,
    }
}
