//! Functions as values: with what they have captured, and with the types that are asked for.

use std::collections::HashMap;
use std::sync::Arc;

use super::Written;
use super::function::after;
use crate::builtins::Builtin;
use crate::check::Checker;
use crate::check::annotation::Wanted;
use crate::check::block::Checked;
use crate::check::closure::{Closure, Code};
use crate::check::convert::Asked;
use crate::check::expr::shared;
use crate::check::instance::{Caller, InstanceKey};
use crate::check::mistake::FunctionMistake;
use crate::check::scope::Moment;
use crate::check::typed::{Memory, Typed};
use crate::diagnostic::CallSite;
use crate::program::{ClosureId, Expr as ProgramExpr, ExprKind as Kind, Variable};
use crate::source::Span;
use crate::syntax::tree::ParamMode;
use crate::types::{FunType, Type};

impl Checker<'_> {
    /// What a function has captured, read where it is used.
    pub(super) fn captured(&mut self, closure: &Closure, span: Span) -> Vec<Typed> {
        let variables: Vec<Option<Variable>> = closure
            .captures
            .iter()
            .map(|capture| self.frame.keys.get(&capture.key).copied().map(Variable::Local))
            .collect();
        variables
            .into_iter()
            .map(|variable| match variable {
                Some(variable) => self.read(variable, span),
                None => Typed::unknown(span),
            })
            .collect()
    }

    /// A function with a name, as a value.
    pub(in crate::check) fn function_value(&mut self, id: ClosureId, span: Span) -> Typed {
        let Some(closure) = self.env.closure(id).cloned() else { return Typed::unknown(span) };
        let captures = self.captured(&closure, span);
        self.closure_value(id, captures, span)
    }

    /// A function and its captures as a value.
    pub(in crate::check) fn closure_value(&self, id: ClosureId, captures: Vec<Typed>, span: Span) -> Typed {
        let captures: Vec<Typed> = captures.into_iter().map(Typed::settled).collect();
        let (memory, stores) = shared(&captures);
        let captures = captures.into_iter().map(|capture| capture.expr).collect();
        let name = self.env.closure(id).map_or_else(|| Arc::from("lambda"), |closure| closure.name.clone());
        let typed = Typed::fresh(Kind::Closure { name, captures }, Type::Closure(id), span);
        // Who holds the function holds its captures, and nobody stores to them.
        Typed { memory: memory.max(Memory::Own), stores, ..typed }
    }

    /// A built-in function as a value.
    pub(in crate::check) fn builtin_value(&mut self, builtin: &'static Builtin, span: Span) -> Typed {
        let next = ClosureId(self.env.closures.len() as u32);
        let id = *self.env.built_in.entry(builtin.name).or_insert(next);
        if id == next {
            self.env.closures.push(Arc::new(Closure {
                name: Arc::from(builtin.name),
                code: Code::Builtin(builtin, span),
                scope: self.frame.scope,
                moment: Moment(0),
                captures: Vec::new(),
                names: HashMap::new(),
            }));
        }
        self.closure_value(id, Vec::new(), span)
    }

    /// A call of a value that is known to be one particular function.
    pub(super) fn call_closure(&mut self, id: ClosureId, callee: Typed, written: Written<'_>) -> Typed {
        let Some(closure) = self.env.closure(id).cloned() else { return self.only_args(written) };
        let mut checked =
            Checked { statements: Vec::new(), value: None, diverges: false, stores: callee.stores };
        let captures = self.fields(&closure, callee, &mut checked);
        let result = self.call_with((id, &closure), captures, written);
        let stores = result.stores || checked.stores;
        Typed { stores, ..after(checked, result) }
    }

    /// The captures that a function value holds.
    fn fields(&mut self, closure: &Closure, callee: Typed, checked: &mut Checked) -> Vec<Typed> {
        let (span, memory) = (callee.span, callee.memory);
        let whole = match callee.expr.kind {
            Kind::Closure { captures, .. } => {
                let made = |expr| Typed { memory, ..typed(expr, span) };
                return captures.into_iter().map(made).collect();
            }
            Kind::Variable(_) => callee.expr,
            // Computed once, whether something is captured or not: it may do something.
            _ => self.kept(callee, checked),
        };
        let field = |(index, ty): (usize, Type)| {
            let kind = Kind::Field { tuple: Box::new(whole.clone()), index };
            Typed { memory, ..Typed::fresh(kind, ty, span) }
        };
        let types = closure.captures.iter().map(|capture| capture.ty.clone());
        types.enumerate().map(field).collect()
    }

    /// A function value as a function of known parameters and result.
    pub(in crate::check) fn coerce_function(&mut self, value: Typed, fun: &FunType, asked: Asked) -> Typed {
        let (span, result) = (value.span, fun.result.clone());
        match self.specialised(value, &fun.params, Some(&result)) {
            Some((typed, found)) if found.erased() == result.erased() => typed,
            Some((typed, found)) => {
                let declared = asked.map_or(span, |(span, _)| span);
                self.report(FunctionMistake::FunType { wanted: result, found, span, declared });
                Typed { stores: typed.stores, ..Typed::unknown(span) }
            }
            None => Typed::unknown(span),
        }
    }

    /// A function value for arguments of known types, with the type of its result.
    pub(in crate::check) fn specialised(
        &mut self,
        value: Typed,
        params: &[Type],
        result: Option<&Type>,
    ) -> Option<(Typed, Type)> {
        let (Type::Closure(id), span) = (value.ty().clone(), value.span) else { return None };
        let closure = self.env.closure(id).cloned()?;
        self.check_params(&closure, params, span)?;
        let args = params.iter().map(Type::erased).collect();
        let copies = closure.code.params().iter().any(|param| param.mode == ParamMode::Mut);
        let caller = if copies { Caller::Value } else { Caller::Named };
        let key = InstanceKey { closure: id, args, result: result.map(Type::erased), caller };
        let site = CallSite { function: closure.name.to_string(), span };
        let instance = self.instance(key, site)?;
        self.note_early_call(instance.function, &closure.name, span);
        let (memory, stores) = (value.memory, value.stores);
        let mut checked = Checked { statements: Vec::new(), value: None, diverges: false, stores };
        let captures = self.fields(&closure, value, &mut checked);
        let captures = captures.into_iter().map(|capture| capture.expr).collect();
        let found = instance.result;
        let fun = FunType { params: params.to_vec(), result: result.unwrap_or(&found).clone() };
        let kind = Kind::Fun { function: instance.function, captures };
        let typed = Typed { memory, stores, ..Typed::fresh(kind, Type::Fun(Arc::new(fun)), span) };
        Some((after(checked, typed), found))
    }

    /// Whether a function takes arguments of these types.
    fn check_params(&mut self, closure: &Closure, types: &[Type], span: Span) -> Option<()> {
        let (params, declared) = (closure.code.params(), closure.code.span());
        if let Code::Builtin(builtin, _) = closure.code {
            let (wanted, found) = (types.len(), builtin.params.len());
            if wanted > found && !builtin.takes_rest() {
                self.report(FunctionMistake::FunParams { wanted, found, span, declared: span });
                return None;
            }
            return Some(());
        }
        if let Some(param) = params.iter().find(|param| param.mode == ParamMode::Ref) {
            let name = param.name.name.clone();
            self.report(FunctionMistake::FunReference { name, span, declared });
            return None;
        }
        if params.len() != types.len() {
            let (wanted, found) = (types.len(), params.len());
            self.report(FunctionMistake::FunParams { wanted, found, span, declared });
            return None;
        }
        for (param, ty) in params.iter().zip(types) {
            let Some(written) = &param.ty else { continue };
            let wanted = self.annotation(written);
            let given = typed(ProgramExpr { kind: Kind::Tuple(Vec::new()), ty: ty.clone(), span }, span);
            let asked = Some((written.span, "the parameter's type".to_owned()));
            if self.same_type(given, &wanted, asked).is_silent() && !crate::check::typed::is_silent(ty) {
                return None;
            }
        }
        Some(())
    }

    /// The value, if it has the very type that is asked for.
    pub(super) fn same_type(&mut self, value: Typed, wanted: &Wanted, asked: Asked) -> Typed {
        let differs = match (value.ty(), wanted) {
            (Type::Scalar(found), Wanted::Type(Type::Scalar(dtype)) | Wanted::AnyRank(dtype)) => {
                found != dtype
            }
            _ => false,
        };
        if differs { self.unlike(value, wanted, asked) } else { self.coerce(value, wanted, asked) }
    }
}

fn typed(expr: ProgramExpr, span: Span) -> Typed {
    Typed { span, ..Typed::fresh(expr.kind, expr.ty, expr.span) }
}
