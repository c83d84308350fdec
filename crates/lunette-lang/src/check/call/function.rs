//! Calls of the program's own functions: arguments and parameters.

use std::sync::Arc;

use super::Written;
use crate::check::Checker;
use crate::check::annotation::Wanted;
use crate::check::block::Checked;
use crate::check::closure::{Closure, Code};
use crate::check::instance::{Caller, InstanceKey};
use crate::check::mistake::CallMistake;
use crate::check::signature;
use crate::check::typed::{Typed, cut_short};
use crate::diagnostic::CallSite;
use crate::program::{Block, ClosureId, Expr as ProgramExpr, ExprKind as Kind, Place};
use crate::source::Span;
use crate::suggest::closest;
use crate::syntax::tree::{Expr, ExprKind, Ident, Param, ParamMode};
use crate::types::{FunType, Type};

/// The arguments of a call.
struct Bound {
    /// One for each parameter.
    args: Vec<Typed>,
    /// The parameters in the order in which their arguments are written.
    order: Vec<usize>,
}

impl Bound {
    /// A call one of whose arguments never gives a value: those written before it are evaluated.
    fn cut_short(&self, captures: &[Typed], span: Span) -> Typed {
        let written = self.order.iter().filter_map(|&param| self.args.get(param));
        cut_short(captures.iter().chain(written), span).unwrap_or_else(|| Typed::unknown(span))
    }
}

impl Checker<'_> {
    /// A call of a function by its name.
    pub(super) fn call_function(&mut self, id: ClosureId, at: Span, written: Written<'_>) -> Typed {
        let Some(closure) = self.env.closure(id).cloned() else { return self.only_args(written) };
        let captures = self.captured(&closure, at);
        self.call_with((id, &closure), captures, written)
    }

    /// A call of a function of which the captures are known.
    pub(super) fn call_with(
        &mut self,
        (id, closure): (ClosureId, &Arc<Closure>),
        captures: Vec<Typed>,
        written: Written<'_>,
    ) -> Typed {
        if let Code::Builtin(builtin, _) = closure.code {
            return self.call_builtin(builtin, written, None);
        }
        if let Some(first) = written.types.first() {
            self.report(CallMistake::Types { function: closure.name.clone(), span: first.span });
        }
        let Some(bound) = self.bound_args((id, closure), written) else {
            return Typed::unknown(written.span);
        };
        let refers = closure.code.params().iter().any(|param| param.mode == ParamMode::Ref);
        let stores = refers || bound.args.iter().any(|arg| arg.stores);
        if bound.args.iter().any(Typed::is_never) {
            return bound.cut_short(&captures, written.span);
        }
        if bound.args.iter().any(Typed::is_silent) {
            // The types of the arguments are not known; that of the result may be.
            let result = self.declared_result(closure).unwrap_or(Type::Unknown);
            let unknown = Typed::unknown(written.span);
            return Typed { stores, expr: ProgramExpr { ty: result, ..unknown.expr }, ..unknown };
        }
        let types = bound.args.iter().map(|arg| arg.ty().erased()).collect();
        let site = CallSite { function: closure.name.to_string(), span: written.span };
        let key = InstanceKey { closure: id, args: types, result: None, caller: Caller::Named };
        if self.frame.work.is_none() {
            self.outermost_call = Some((closure.name.clone(), written.span));
        }
        let Some(instance) = self.instance(key, site) else {
            return Typed { stores, ..Typed::unknown(written.span) };
        };
        self.note_early_call(instance.function, &closure.name, written.span);
        let mut checked = Checked { statements: Vec::new(), value: None, diverges: false, stores };
        let Bound { args, order } = bound;
        let mut args: Vec<Option<Typed>> = args.into_iter().map(Some).collect();
        self.in_text_order(&mut args, &order, &mut checked);
        let args = args.into_iter().flatten().map(|arg| arg.expr);
        let args = captures.into_iter().map(|capture| capture.expr).chain(args).collect();
        let kind = Kind::Call { function: instance.function, args };
        let typed = Typed::fresh(kind, instance.result, written.span);
        Typed { stores, ..after(checked, typed) }
    }

    /// Arguments are evaluated in the order of their parameters. Where the text has them in another order, those for which
    /// that makes a difference are computed first, in the order of the text.
    pub(super) fn in_text_order(
        &mut self,
        args: &mut [Option<Typed>],
        order: &[usize],
        checked: &mut Checked,
    ) {
        if order.is_sorted() {
            return;
        }
        for &param in order {
            let Some(Some(arg)) = args.get(param) else { continue };
            if self.is_same_later(&arg.expr) {
                continue;
            }
            let value = arg.clone();
            let is_view = matches!(value.expr.kind, Kind::View(_));
            let mut expr = self.kept(value.clone(), checked);
            if let (true, Kind::Variable(root)) = (is_view, &expr.kind) {
                let place = Place { root: *root, steps: Vec::new(), ty: expr.ty.clone(), span: expr.span };
                expr.kind = Kind::View(Box::new(place));
            }
            if let Some(arg) = args.get_mut(param) {
                *arg = Some(Typed { expr, ..value });
            }
        }
    }

    /// Whether computing it earlier or later makes no difference.
    fn is_same_later(&self, expr: &ProgramExpr) -> bool {
        // A mutable name may be given another value in between: a reference to it is to what it had (R25).
        let is_fixed = |variable| self.info(variable).is_some_and(|info| !info.mutable);
        match &expr.kind {
            Kind::Constant(_) => true,
            Kind::Variable(variable) => is_fixed(*variable),
            Kind::View(place) => place.steps.is_empty() && is_fixed(place.root),
            _ => false,
        }
    }

    /// Every argument at its parameter, defaults where none is written.
    fn bound_args(
        &mut self,
        (id, closure): (ClosureId, &Arc<Closure>),
        written: Written<'_>,
    ) -> Option<Bound> {
        let params = closure.code.params();
        let places = self.places(closure, written)?;
        let mut args: Vec<Option<Typed>> = vec![None; params.len()];
        for &(place, expr) in &places {
            let Some(param) = params.get(place) else { continue };
            let arg = self.argument_for(param, expr, written);
            // What this one stores must not be seen in those before it.
            if arg.stores {
                args.iter_mut().for_each(|before| *before = before.take().map(Typed::settled));
            }
            args[place] = Some(arg);
        }
        let refers = params.iter().any(|param| param.mode == ParamMode::Ref);
        // What was not read could have been the other arguments too.
        let unread = self.broken && args.iter().flatten().any(Typed::is_silent);
        let mut complete = Vec::with_capacity(params.len());
        let mut missing = false;
        for (param, arg) in params.iter().zip(args) {
            match arg.or_else(|| self.default_value((id, closure), param)) {
                Some(arg) if refers && param.mode != ParamMode::Ref => complete.push(arg.settled()),
                Some(arg) => complete.push(arg),
                None if unread => missing = true,
                None => {
                    missing = true;
                    self.report(CallMistake::Missing {
                        function: closure.name.clone(),
                        param: param.name.name.clone(),
                        span: written.span,
                        signature: signature::of(closure),
                    });
                }
            }
        }
        let order = places.into_iter().map(|(place, _)| place).collect();
        (!missing).then_some(Bound { args: complete, order })
    }

    /// The number of the parameter for each argument, in the order of the text.
    fn places<'t>(&mut self, closure: &Arc<Closure>, written: Written<'t>) -> Option<Vec<(usize, &'t Expr)>> {
        let mut places: Vec<(usize, &'t Expr)> = Vec::new();
        let mut wrong = false;
        for (k, (name, expr)) in written.all().enumerate() {
            match place(closure, (k, name), expr, &places) {
                Ok(place) => places.push((place, expr)),
                Err(mistake) => {
                    // One argument too many is enough to say it.
                    let too_many = matches!(mistake, CallMistake::TooMany { .. });
                    self.report(mistake);
                    wrong = true;
                    if too_many {
                        break;
                    }
                }
            }
        }
        if wrong {
            self.only_args(written);
            return None;
        }
        Some(places)
    }

    /// An argument as its parameter wants it.
    fn argument_for(&mut self, param: &Param, expr: &Expr, written: Written<'_>) -> Typed {
        let name = &param.name.name;
        let wanted = param.ty.as_ref().map(|ty| self.annotation(ty));
        let typed = match (&expr.kind, param.mode) {
            (ExprKind::Ref(inner), ParamMode::Ref) => self.reference_argument(inner, expr.span),
            (ExprKind::Ref(inner), _) => {
                let declared = Some(param.span);
                self.report(CallMistake::ReferenceForValue {
                    span: expr.span,
                    param: name.clone(),
                    declared,
                    view: None,
                });
                self.expr(inner, None);
                Typed::unknown(expr.span)
            }
            (_, ParamMode::Ref) => self.value_for_reference(name.clone(), expr, written),
            _ => self.value_wanted(expr, wanted.as_ref()),
        };
        let typed = match (wanted, &param.ty) {
            // A reference keeps its dtype: a converted copy would not be the caller's memory.
            (Some(wanted), Some(ty)) => {
                let asked = Some((ty.span, "asked for here".to_owned()));
                match param.mode {
                    ParamMode::Ref => self.same_type(typed, &wanted, asked),
                    _ => self.coerce(typed, &wanted, asked),
                }
            }
            _ => typed,
        };
        if param.mode == ParamMode::Mut { typed.owned() } else { typed }
    }

    /// A call of a value of which only parameters and result are known.
    pub(super) fn call_fun(&mut self, fun: &FunType, callee: Typed, written: Written<'_>) -> Typed {
        let args: Vec<&Expr> = written.all().map(|(_, arg)| arg).collect();
        if let Some(name) = written.args.iter().find_map(|arg| arg.name.as_ref()) {
            let ty = Type::Fun(Arc::new(fun.clone()));
            self.report(CallMistake::NamedForValue { span: name.span, ty });
            return self.only_args(written);
        }
        if args.len() != fun.params.len() {
            self.report(wrong_count(fun, &args, written.span));
            return self.only_args(written);
        }
        let mut stores = callee.stores;
        let mut typed: Vec<Typed> = Vec::with_capacity(args.len());
        for (arg, ty) in args.into_iter().zip(&fun.params) {
            let value = self.value_for(arg, Some(ty));
            let value = self.coerce(value, &Wanted::Type(ty.clone()), None);
            if value.stores {
                typed = typed.into_iter().map(Typed::settled).collect();
            }
            stores |= value.stores;
            typed.push(value);
        }
        if let Some(silent) = cut_short(std::iter::once(&callee).chain(&typed), written.span) {
            return Typed { stores, ..silent };
        }
        let args = typed.into_iter().map(|arg| arg.expr).collect();
        let kind = Kind::CallValue { callee: Box::new(callee.expr), args };
        Typed { stores, ..Typed::fresh(kind, fun.result.clone(), written.span) }
    }
}

/// What is wrong with the number of arguments of a function value.
fn wrong_count(fun: &FunType, args: &[&Expr], span: Span) -> CallMistake {
    let (function, signature) = (Arc::from("the function"), Type::Fun(Arc::new(fun.clone())).to_string());
    let (wanted, found) = (fun.params.len(), args.len());
    match args.get(wanted) {
        Some(first) => {
            let span = first.span;
            CallMistake::TooMany { function, wanted, span, signature, cure: None }
        }
        None => CallMistake::TooFew { function, wanted, found, span, signature },
    }
}

/// The number of the parameter that the `k`-th argument is for.
fn place(
    closure: &Closure,
    (k, name): (usize, Option<&Ident>),
    expr: &Expr,
    taken: &[(usize, &Expr)],
) -> Result<usize, CallMistake> {
    let (params, function) = (closure.code.params(), closure.name.clone());
    let found = match name {
        None => Some(k).filter(|&k| k < params.len()),
        Some(name) => params.iter().position(|param| param.name.name == name.name),
    };
    let signature = || signature::of(closure);
    let Some(place) = found else {
        return Err(match name {
            Some(Ident { name, span }) => CallMistake::UnknownParam {
                function,
                name: name.clone(),
                span: *span,
                signature: signature(),
                similar: closest(name, params.iter().map(|param| &*param.name.name)).map(ToOwned::to_owned),
            },
            None => {
                let (wanted, span) = (params.len(), expr.span);
                CallMistake::TooMany { function, wanted, span, signature: signature(), cure: None }
            }
        });
    };
    match taken.iter().find(|(other, _)| *other == place) {
        Some((_, first)) => {
            let name = params.get(place).map_or(function, |param| param.name.name.clone());
            Err(CallMistake::Twice { name, span: expr.span, first: first.span })
        }
        None => Ok(place),
    }
}

/// An expression that is computed after some statements.
pub(super) fn after(checked: Checked, typed: Typed) -> Typed {
    if checked.statements.is_empty() {
        return typed;
    }
    let (ty, span) = (typed.ty().clone(), typed.expr.span);
    let block = Block { statements: checked.statements, value: Some(Box::new(typed.expr)) };
    Typed { expr: ProgramExpr { kind: Kind::Block(block), ty, span }, ..typed }
}
