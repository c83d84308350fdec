//! Calls of built-in functions: the table says the type.

use lunette::{DType, Scalar};

use super::Written;
use super::function::after;
use crate::builtins::{Argument, Builtin, ParamKind};
use crate::check::Checker;
use crate::check::block::Checked;
use crate::check::expr::shared;
use crate::check::mistake::CallMistake;
use crate::check::operator::argument;
use crate::check::typed::{Memory, Typed, cut_short, holds_memory, known, tuple_constant};
use crate::program::ExprKind as Kind;
use crate::source::Span;
use crate::suggest::closest;
use crate::syntax::tree::{Arg, Expr, ExprKind, Ident, TypeExpr, TypeKind};
use crate::types::Type;
use crate::value::Value;

impl Checker<'_> {
    /// A call of a built-in function.
    pub(in crate::check) fn call_builtin(
        &mut self,
        builtin: &'static Builtin,
        written: Written<'_>,
        expected: Option<&Type>,
    ) -> Typed {
        // A wrong type has been reported, and it could have decided what the arguments mean.
        if written.types.iter().any(|ty| matches!(ty.kind, TypeKind::Error)) {
            return self.only_args(written);
        }
        if builtin.name == "tensor"
            && let Some(typed) = self.tensor_call(builtin, written, expected)
        {
            return typed;
        }
        let mark = self.report.mark();
        let Some((mut args, order)) = self.bind_builtin(builtin, None, written) else {
            return Typed::unknown(written.span);
        };
        if args.iter().flatten().any(|arg| self.is_open(arg, mark)) {
            let known: Vec<Option<Argument>> = args.iter().map(|arg| arg.as_ref().map(argument)).collect();
            if let Err(mistake) = builtin.check_known(&known) {
                self.refused_call(builtin, &mistake, &args, written.span);
            }
        }
        let stores = args.iter().flatten().any(|arg| arg.stores);
        let in_order = order.iter().filter_map(|&param| args.get(param)?.as_ref());
        if let Some(silent) = cut_short(in_order, written.span) {
            return Typed { stores, ..silent };
        }
        let mut checked = Checked { statements: Vec::new(), value: None, diverges: false, stores };
        self.in_text_order(&mut args, &order, &mut checked);
        if builtin.name == "load"
            && let Some((dtype, rank)) = expected.and_then(|ty| ty.dtype().zip(ty.rank()))
        {
            leave_to_annotation(builtin, &mut args, (dtype, rank), written.span);
        }
        let result = self.builtin_result(builtin, args, written);
        after(checked, result)
    }

    /// The arguments of a function that gives a view of a place, and the type of that view.
    pub(in crate::check) fn builtin_args(
        &mut self,
        builtin: &'static Builtin,
        first: Option<Typed>,
        args: &[Arg],
        span: Span,
    ) -> Option<(Vec<Option<Typed>>, Type)> {
        let written = Written { receiver: None, method: None, args, types: &[], span };
        let (mut args, order) = self.bind_builtin(builtin, first, written)?;
        if args.iter().flatten().any(Typed::is_never) {
            let in_order = order.iter().filter_map(|&param| args.get(param)?.as_ref());
            return Some((vec![None, cut_short(in_order, span)], Type::Never));
        }
        let known: Vec<Option<Argument>> = args.iter().map(|arg| arg.as_ref().map(argument)).collect();
        match builtin.infer(&known) {
            Ok(inferred) => {
                self.first_in_text_order(&mut args, &order);
                Some((args, inferred.ty))
            }
            Err(mistake) => {
                self.refused_call(builtin, &mistake, &args, span);
                None
            }
        }
    }

    /// The arguments behind the place: the first of them to be evaluated computes those for which the order of the text
    /// makes a difference.
    fn first_in_text_order(&mut self, args: &mut [Option<Typed>], order: &[usize]) {
        let mut checked = Checked { statements: Vec::new(), value: None, diverges: false, stores: false };
        self.in_text_order(args, order, &mut checked);
        if let Some(first) = args.iter_mut().skip(1).flatten().next() {
            *first = after(checked, first.clone());
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
        let stores = args.iter().flatten().any(|arg| arg.stores);
        let unknown = Typed { stores: stores || refers, ..Typed::unknown(span) };
        if let Some(silent) = cut_short(args.iter().flatten(), span) {
            return Typed { stores: unknown.stores, ..silent };
        }
        let Some(mut args) = self.with_callback(builtin, args) else { return unknown };
        let known_args: Vec<Option<Argument>> = args.iter().map(|arg| arg.as_ref().map(argument)).collect();
        let inferred = match builtin.infer(&known_args) {
            Ok(inferred) => inferred,
            Err(mistake) => {
                self.refused_call(builtin, &mistake, &args, span);
                return unknown;
            }
        };
        for (param, value) in inferred.constants {
            if let Some(Some(arg)) = args.get_mut(param) {
                *arg = known(value, [&*arg], arg.span);
            }
        }
        if let Some(value) = builtin.known.and_then(|rule| rule(&known_args)) {
            let weak = builtin.keeps_weak && args.iter().flatten().all(|arg| arg.weak);
            return Typed { weak, ..known(value, args.iter().flatten(), span) };
        }
        if builtin.asks_memory {
            args = self.with_left_out_copies(args);
        }
        let memory = result_memory(builtin, &args, &inferred.ty);
        let args = args.into_iter().map(|arg| arg.map(|arg| arg.expr)).collect();
        let typed = Typed::fresh(Kind::Builtin { builtin, args }, inferred.ty, span);
        Typed { memory, stores: stores || refers, ..typed }
    }

    /// Arguments in the memory that they would have if every value that acts as a copy were one (R22). A name that is given
    /// twice is in the same memory twice.
    fn with_left_out_copies(&self, args: Vec<Option<Typed>>) -> Vec<Option<Typed>> {
        let variable = |arg: &Option<Typed>| match arg.as_ref()?.expr.kind {
            Kind::Variable(variable) => Some(variable),
            _ => None,
        };
        let variables: Vec<_> = args.iter().filter_map(variable).collect();
        let is_twice = matches!(variables[..], [first, second] if first == second);
        let copied = |arg: Typed| {
            let lent = match arg.expr.kind {
                Kind::Variable(variable) => self.info(variable).is_some_and(|info| info.lent) && !is_twice,
                _ => arg.is_lent(),
            };
            arg.copied_if(lent)
        };
        args.into_iter().map(|arg| arg.map(copied)).collect()
    }

    /// A function argument gets the types that it will be called with.
    fn with_callback(
        &mut self,
        builtin: &'static Builtin,
        mut args: Vec<Option<Typed>>,
    ) -> Option<Vec<Option<Typed>>> {
        if builtin.params.iter().all(|param| param.kind != ParamKind::Fun) {
            return Some(args);
        }
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

    /// Every argument at its parameter; `first`, if it is given, at the first one. With them the parameters in the order in
    /// which their arguments are written.
    fn bind_builtin(
        &mut self,
        builtin: &'static Builtin,
        first: Option<Typed>,
        written: Written<'_>,
    ) -> Option<(Vec<Option<Typed>>, Vec<usize>)> {
        let mut binding = Binding::new(builtin, first);
        let mut order = Vec::new();
        for (name, expr) in written.all() {
            let param = match binding.param(name, expr) {
                Ok(param) => param,
                Err(mistake) => {
                    // One argument too many is enough to say it.
                    let too_many = matches!(mistake, CallMistake::TooMany { .. });
                    if !too_many || !std::mem::replace(&mut binding.too_many, true) {
                        self.report(mistake);
                    }
                    self.expr(expr, None);
                    binding.wrong = true;
                    continue;
                }
            };
            let typed = self.builtin_arg((builtin, param), expr, written);
            order.push(param);
            if let Err(mistake) = binding.put(param, typed) {
                self.report(mistake);
            }
        }
        let wrong = binding.wrong;
        let mut args = binding.finish(written.span);
        self.type_argument(builtin, written.types, &mut args)?;
        // What takes all the rest is one argument.
        order.dedup();
        (!wrong).then_some((args, order))
    }

    /// An argument as its parameter wants it.
    fn builtin_arg(
        &mut self,
        (builtin, place): (&'static Builtin, usize),
        expr: &Expr,
        written: Written<'_>,
    ) -> Typed {
        let param = builtin.params.get(place);
        let is_place = param.is_some_and(|param| param.kind == ParamKind::Place);
        let name = param.map_or("", |param| param.name);
        match &expr.kind {
            ExprKind::Ref(inner) if is_place => self.reference_argument(inner, expr.span),
            ExprKind::Ref(inner) => {
                let (span, declared) = (expr.span, None);
                let gives_view = builtin.view.is_some() && place == 0;
                let view = gives_view.then(|| format!("&{}({}, …)", builtin.name, self.written(inner.span)));
                self.report(CallMistake::ReferenceForValue { span, param: name.into(), declared, view });
                self.expr(inner, None);
                Typed::unknown(span)
            }
            _ if is_place => self.value_for_reference(name.into(), expr, written),
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
}

/// Arguments on their way to the parameters of a row.
struct Binding {
    builtin: &'static Builtin,
    args: Vec<Option<Typed>>,
    /// What goes into the last parameter, if that takes all the rest.
    rest: Option<Vec<Typed>>,
    /// The parameter of the next argument without a name.
    next: usize,
    wrong: bool,
    /// Whether there was an argument for which there is no parameter.
    too_many: bool,
}

impl Binding {
    fn new(builtin: &'static Builtin, first: Option<Typed>) -> Self {
        let next = usize::from(first.is_some());
        let mut args: Vec<Option<Typed>> = first.into_iter().map(Some).collect();
        args.resize_with(builtin.params.len().max(next), || None);
        let rest = builtin.takes_rest().then(Vec::new);
        Self { builtin, args, rest, next, wrong: false, too_many: false }
    }

    /// The last parameter, if that takes all the rest.
    fn rest_param(&self) -> Option<usize> {
        self.rest.as_ref().and_then(|_| self.builtin.params.len().checked_sub(1))
    }

    /// The parameter of an argument.
    fn param(&mut self, name: Option<&Ident>, expr: &Expr) -> Result<usize, CallMistake> {
        let builtin = self.builtin;
        if let Some(name) = name {
            return builtin.param(&name.name).ok_or_else(|| unknown_param(builtin, name));
        }
        let place = self.next.min(self.rest_param().unwrap_or(usize::MAX));
        self.next += 1;
        if place < builtin.params.len() {
            return Ok(place);
        }
        let (function, wanted, signature) = (builtin.name.into(), builtin.params.len(), builtin.signature());
        let cure = match builtin.param("shape") {
            _ if builtin.name == "tensor" => Some("the values stand in braces: `tensor((3,), {1, 2, 3})`"),
            Some(_) => Some("a shape is one argument, a tuple: `(2, 3)`"),
            None => match builtin.name {
                "round" => Some("to two digits a number is rounded by `round(x * 100) / 100`"),
                "transpose" => Some("axes are put in another order by `permute(x, (1, 0))`"),
                _ => None,
            },
        };
        Err(CallMistake::TooMany { function, wanted, span: expr.span, signature, cure })
    }

    /// Puts an argument to its parameter. What it stores must not be seen in those before it.
    fn put(&mut self, param: usize, typed: Typed) -> Result<(), CallMistake> {
        if typed.stores {
            self.args.iter_mut().for_each(|before| *before = before.take().map(Typed::settled));
            self.rest = self.rest.take().map(|rest| rest.into_iter().map(Typed::settled).collect());
        }
        if self.rest_param() == Some(param) {
            self.rest.iter_mut().for_each(|rest| rest.push(typed.clone()));
            return Ok(());
        }
        let name = self.builtin.params.get(param).map_or("", |param| param.name);
        match self.args.get_mut(param) {
            Some(Some(before)) => {
                self.wrong = true;
                Err(CallMistake::Twice { name: name.into(), span: typed.span, first: before.span })
            }
            Some(place) => {
                *place = Some(typed);
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn finish(mut self, span: Span) -> Vec<Option<Typed>> {
        if let (Some(param), Some(rest)) = (self.rest_param(), self.rest.take())
            && let Some(place) = self.args.get_mut(param)
        {
            *place = Some(gathered(rest, span));
        }
        self.args
    }
}

/// The mistake of a name that no parameter has.
#[cold]
fn unknown_param(builtin: &Builtin, name: &Ident) -> CallMistake {
    let names = builtin.params.iter().map(|param| param.name);
    // What other libraries call it.
    let foreign = matches!(&*name.name, "dim" | "axes").then_some("axis");
    let foreign = foreign.filter(|axis| builtin.param(axis).is_some());
    CallMistake::UnknownParam {
        function: builtin.name.into(),
        name: name.name.clone(),
        span: name.span,
        signature: builtin.signature(),
        similar: closest(&name.name, names).or(foreign).map(ToOwned::to_owned),
    }
}

/// All further arguments as one tuple.
fn gathered(rest: Vec<Typed>, span: Span) -> Typed {
    if rest.iter().any(Typed::is_never) {
        return cut_short(&rest, span).unwrap_or_else(|| Typed::unknown(span));
    }
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
    let holding = args.iter().flatten().filter(|arg| holds_memory(arg.ty()));
    let memory = holding.map(|arg| arg.memory).max().unwrap_or(Memory::Fresh);
    let keeps = builtin.keeps_writable && matches!(ty, Type::Tensor(_));
    if keeps { memory } else { memory.max(Memory::Own) }
}

/// Fills in what `load` was not told and its annotation says: the dtype and the rank of the file.
fn leave_to_annotation(
    builtin: &Builtin,
    args: &mut [Option<Typed>],
    (dtype, rank): (DType, usize),
    span: Span,
) {
    let rank = Value::Scalar(Scalar::I64(rank as i64));
    for (param, value) in [(builtin.type_param(), Value::DType(dtype)), (builtin.param("rank"), rank)] {
        if let Some(arg @ None) = param.and_then(|param| args.get_mut(param)) {
            *arg = Some(Typed::constant(value, span));
        }
    }
}
