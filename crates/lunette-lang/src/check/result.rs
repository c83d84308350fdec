//! The body of a function, and what it gives.

use std::collections::HashMap;
use std::sync::Arc;

use super::Checker;
use super::annotation::Wanted;
use super::block::{Checked, Want};
use super::closure::Closure;
use super::expr::peeled;
use super::frame::{Frame, Returned, Work};
use super::instance::{Caller, InstanceKey, Pass};
use super::join::common_type;
use super::mistake::{FunctionMistake, NameMistake, Origin};
use super::names::NewVariable;
use super::scope::{Info, storage};
use super::typed::{Memory, Typed, holds_memory, is_silent};
use super::walk::Changes;
use crate::builtins::{Argument, Builtin};
use crate::program::{
    Body, ClosureId, Expr as ProgramExpr, ExprKind as Kind, Function, FunctionId, LocalId, Slot, Stmt,
    StmtKind, Storage, Variable,
};
use crate::source::Span;
use crate::syntax::tree::{self, Block, Expr, Param, ParamMode};
use crate::types::Type;

impl Checker<'_> {
    /// Checks the body of a function for the types of its arguments, and adds it to the program.
    pub(super) fn body(
        &mut self,
        key: &InstanceKey,
        closure: &Arc<Closure>,
        (function, assumed): (FunctionId, Option<Type>),
    ) -> Pass {
        let Some(block) = closure.code.body() else { return Pass { result: Type::Unknown, converts: false } };
        let work = self.work(key, closure, assumed);
        let Changes { referring, referred, .. } = Changes::of(block);
        let frame = Frame {
            work: Some(work),
            referring,
            referred,
            uncalled: key.args.iter().any(is_silent),
            ..Frame::outermost(closure.scope, closure.moment)
        };
        let outer = std::mem::replace(&mut self.frame, frame);
        let rebound = std::mem::take(&mut self.rebound);
        self.captures_and_params(closure, &key.args);
        let copies = match key.caller {
            Caller::Named => Vec::new(),
            Caller::Value => self.copied_params(closure),
        };
        let (mut checked, pass) = self.given_body(block, closure);
        checked.statements.splice(0..0, copies);
        self.rebound = rebound;
        let frame = std::mem::replace(&mut self.frame, outer);
        let locals = frame.locals.iter().map(super::slot).collect();
        let done = Function {
            id: function,
            name: closure.name.clone(),
            span: closure.code.span(),
            captures: closure.captures.len(),
            params: closure.code.params().len(),
            body: Body { locals, block: checked.into_block() },
            result: pass.result.clone(),
        };
        self.functions.insert(function, Arc::new(done));
        pass
    }

    /// What is known of the result before the body is checked.
    fn work(&mut self, key: &InstanceKey, closure: &Closure, assumed: Option<Type>) -> Work {
        let written = closure.code.result().map(|written| (self.annotation(written), written.span));
        let asked = key.result.clone().map(|result| (Wanted::Type(result), closure.code.span()));
        let declared = written.or(asked);
        let wanted = declared.as_ref().and_then(|(wanted, _)| wanted.whole().cloned()).or(assumed);
        Work { wanted, declared, returned: Vec::new() }
    }

    /// The first locals of a function.
    fn captures_and_params(&mut self, closure: &Closure, args: &[Type]) {
        for capture in &closure.captures {
            self.frame.add_local(Info {
                name: capture.name.clone(),
                ty: capture.ty.clone(),
                mutable: false,
                storage: storage(&capture.ty),
                declared: capture.declared,
                origin: Origin::Capture,
                constant: capture.constant.clone(),
                memory: Memory::Borrowed,
                lent: !self.frame.referred.contains(&capture.name),
                key: capture.key,
                scope: closure.scope,
                moment: closure.moment,
            });
        }
        self.frame.blocks.push(closure.names.clone());
        self.frame.blocks.push(HashMap::new());
        for (k, param) in closure.code.params().iter().enumerate() {
            self.param(closure, param, args.get(k).cloned().unwrap_or(Type::Unknown));
        }
    }

    fn param(&mut self, closure: &Closure, param: &Param, given: Type) {
        let name = &param.name;
        if let Some(first) = closure.code.params().iter().find(|other| other.name.name == name.name)
            && first.name.span != name.span
        {
            let (first, span) = (first.name.span, name.span);
            let name = name.name.clone();
            self.report(NameMistake::DeclaredTwice { noun: "parameters", name, span, first });
        }
        if param.mode == ParamMode::ConstRef {
            let (name, span) = (name.name.clone(), param.span);
            self.report(FunctionMistake::ConstantReference { name, span });
        }
        let written = param.ty.as_ref().map(|ty| self.annotation(ty));
        let ty = match written {
            Some(Wanted::Type(ty)) => ty,
            _ => given,
        };
        let memory = if param.mode == ParamMode::Mut { Memory::Own } else { Memory::Borrowed };
        let mutable = matches!(param.mode, ParamMode::Mut | ParamMode::Ref);
        let boxed = param.mode == ParamMode::Ref && matches!(ty, Type::Scalar(_));
        let new = NewVariable { ty, mutable, origin: Origin::Parameter, constant: None, memory };
        let variable = self.declare(name, new);
        if let Some(info) = self.info_mut(variable).filter(|_| boxed) {
            info.storage = Storage::Boxed;
        }
    }

    /// Gives each `mut` parameter a copy of what the caller has.
    fn copied_params(&self, closure: &Closure) -> Vec<Stmt> {
        let first = closure.captures.len();
        let params = closure.code.params().iter().zip(self.frame.locals.iter().enumerate().skip(first));
        let copied = params
            .filter(|(param, (_, info))| param.mode == ParamMode::Mut && holds_memory(&info.ty))
            .map(|(param, (k, info))| {
                let (variable, span) = (Variable::Local(LocalId(k as u32)), param.span);
                let expr = |kind| ProgramExpr { kind, ty: info.ty.clone(), span };
                let value = expr(Kind::Copy(Box::new(expr(Kind::Variable(variable)))));
                Stmt { kind: StmtKind::Bind { variable, value }, span }
            });
        copied.collect()
    }

    /// The statements of a function, with its value brought to the type of the result.
    fn given_body(&mut self, block: &Block, closure: &Closure) -> (Checked, Pass) {
        let wanted = self.frame.work.as_ref().and_then(|work| work.wanted.clone());
        let declared = self.frame.work.as_ref().and_then(|work| work.declared.clone());
        let want = match &wanted {
            Some(ty) if *ty == Type::nothing() => Want::Nothing,
            Some(ty) => Want::Maybe(Some(ty)),
            None => Want::Maybe(None),
        };
        let mut checked = self.block(block, want);
        match (checked.value.take(), &wanted) {
            // What was not read could have been the value.
            (Some(value), _) if self.broken && *value.ty() == Type::nothing() => {
                checked.push_expr(value, block.span);
            }
            (Some(value), _) => checked.value = Some(self.given(value)),
            (None, _) if self.broken => {}
            (None, Some(ty)) if !checked.diverges && *ty != Type::nothing() && !is_silent(ty) => {
                let (name, wanted, span) = (closure.name.clone(), ty.to_string(), end_of(block));
                let asked = declared.as_ref().map_or(span, |(_, span)| *span);
                self.report(FunctionMistake::NoValue { name, wanted, span, asked });
            }
            (None, _) if !checked.diverges => self.note_returned(&Typed::nothing(end_of(block))),
            (None, _) => {}
        }
        let whole = declared.as_ref().and_then(|(wanted, _)| wanted.whole().cloned());
        let pass = match (whole, wanted) {
            (Some(result), _) => Pass { result, converts: false },
            (None, None) if self.broken && checked.value.is_none() && !checked.diverges => {
                self.unread_result()
            }
            (None, None) => self.joined_result(),
            (None, Some(assumed)) => {
                let Pass { result, .. } = self.joined_result();
                Pass { result: if is_silent(&result) { assumed } else { result }, converts: false }
            }
        };
        (checked, pass)
    }

    /// The same of a function that comes to its end without a value, which may not have been read.
    fn unread_result(&mut self) -> Pass {
        match self.joined_result() {
            Pass { result: Type::Never, .. } => Pass { result: Type::Unknown, converts: false },
            pass => pass,
        }
    }

    /// The type that all returned values have in common.
    fn joined_result(&mut self) -> Pass {
        let returned = self.frame.work.as_ref().map(|work| work.returned.clone()).unwrap_or_default();
        let mut common: Option<Returned> = None;
        for value in &returned {
            common = match common {
                None => Some(value.clone()),
                Some(first) => match common_type((&first.ty, first.weak), (&value.ty, value.weak)) {
                    Some(ty) => Some(Returned { ty, weak: first.weak && value.weak, ..first }),
                    // What was not read could have been a value.
                    None if self.broken && [&first.ty, &value.ty].contains(&&Type::nothing()) => {
                        return Pass { result: Type::Unknown, converts: false };
                    }
                    None => {
                        let (first, second) = ((first.ty, first.span), (value.ty.clone(), value.span));
                        self.report(FunctionMistake::Results { first, second });
                        return Pass { result: Type::Unknown, converts: false };
                    }
                },
            };
        }
        // A function that never comes to an end gives nothing, whatever is asked for.
        let result = common.map_or(Type::Never, |common| common.ty);
        let converts =
            returned.iter().any(|value| !is_silent(&value.ty) && value.ty.erased() != result.erased());
        Pass { result, converts }
    }

    fn note_returned(&mut self, value: &Typed) {
        let returned = Returned { ty: value.ty().clone(), weak: value.weak, span: value.span };
        if let Some(work) = self.frame.work.as_mut() {
            work.returned.push(returned);
        }
    }

    /// A value that the function gives, as the type of the result.
    fn given(&mut self, value: Typed) -> Typed {
        let work = self.frame.work.as_ref();
        let (wanted, declared) =
            work.map(|work| (work.wanted.clone(), work.declared.clone())).unwrap_or_default();
        let value = match declared {
            Some((wanted, span)) => {
                let asked = Some((span, "the type of the result".to_owned()));
                self.coerce(value, &wanted, asked)
            }
            None => value,
        };
        self.note_returned(&value);
        let value = match &wanted {
            Some(ty) => self.joined(value, ty),
            None => value,
        };
        self.given_away(value)
    }

    /// A value that leaves the function: in memory that nobody else has then.
    fn given_away(&self, value: Typed) -> Typed {
        let value = match value.memory {
            Memory::Fresh => value,
            // Variables of this call have no use for it any more.
            Memory::Own if !matches!(value.ty(), Type::Tuple(_)) => Typed { memory: Memory::Fresh, ..value },
            Memory::Changing if self.is_own(&value.expr) => Typed { memory: Memory::Fresh, ..value },
            _ => value.owned(),
        };
        self.without_copies(value)
    }

    /// Whether an expression is a mutable variable of this call, to whose memory nobody else refers.
    fn is_own(&self, expr: &ProgramExpr) -> bool {
        match expr.kind {
            Kind::Variable(variable @ Variable::Local(_)) => {
                self.info(variable).is_some_and(|info| info.mutable && info.memory == Memory::Own)
            }
            _ => false,
        }
    }

    /// A tuple of variables that the call has no use for any more needs no copies of them, unless one stands there twice.
    fn without_copies(&self, mut value: Typed) -> Typed {
        let Kind::Tuple(fields) = &mut value.expr.kind else { return value };
        if value.stores {
            return value;
        }
        let copied = |field: &ProgramExpr| match &field.kind {
            Kind::Copy(inner) if self.is_own(inner) => match inner.kind {
                Kind::Variable(variable) => Some(variable),
                _ => None,
            },
            _ => None,
        };
        let variables: Vec<Option<Variable>> = fields.iter().map(copied).collect();
        for (k, variable) in variables.iter().enumerate() {
            let once = variable.is_some() && variables.iter().filter(|other| *other == variable).count() == 1;
            if let Some(field) = fields.get_mut(k).filter(|_| once)
                && let Kind::Copy(inner) = &field.kind
            {
                *field = ProgramExpr::clone(inner);
            }
        }
        value
    }

    /// `return`, `return x`.
    pub(super) fn return_statement(&mut self, value: Option<&Expr>, span: Span, checked: &mut Checked) {
        let Some(work) = &self.frame.work else {
            // The head of its function may not have been read.
            if !self.broken {
                self.report(FunctionMistake::ReturnOutside { span });
            }
            value.into_iter().for_each(|value| drop(self.value(value)));
            return;
        };
        let wanted = work.wanted.clone();
        let typed = match value {
            Some(value) => self.value_for(value, wanted.as_ref()),
            None => Typed::nothing(span),
        };
        if typed.is_never() {
            return checked.push_expr(typed, span);
        }
        checked.stores |= typed.stores;
        checked.diverges = true;
        let typed = self.given(typed);
        let value = value.map(|_| typed.expr);
        checked.push(StmtKind::Return(value), span);
    }

    /// The default of a parameter, which is a constant; nothing if there is none. It is checked once: a default may call
    /// functions with defaults of their own.
    pub(super) fn default_value(
        &mut self,
        (id, closure): (ClosureId, &Closure),
        param: &Param,
    ) -> Option<Typed> {
        let written = param.default.as_ref()?;
        let key = (id, written.span);
        if let Some((value, mistake)) = self.defaults.get(&key).cloned() {
            // Where it was found first may have been passed over.
            mistake.into_iter().for_each(|mistake| self.report.add(mistake));
            return Some(value);
        }
        let before = self.report.len();
        let value = self.checked_default(closure, param, written);
        let mistake = self.report.first_error_since(before).cloned();
        self.defaults.insert(key, (value.clone(), mistake));
        Some(value)
    }

    fn checked_default(&mut self, closure: &Closure, param: &Param, written: &Expr) -> Typed {
        if let tree::ExprKind::Name(name) = &peeled(written).kind
            && closure.code.params().iter().any(|other| other.name.name == *name)
        {
            let name = param.name.name.clone();
            self.report(FunctionMistake::Default { name, span: written.span });
            return Typed::unknown(written.span);
        }
        let frame = Frame::outermost(closure.scope, closure.moment);
        let outer = std::mem::replace(&mut self.frame, frame);
        self.frame.work = Some(Work { wanted: None, declared: None, returned: Vec::new() });
        self.frame.blocks.push(closure.names.clone());
        let wanted = param.ty.as_ref().map(|ty| self.annotation(ty));
        let value = self.value_wanted(written, wanted.as_ref());
        self.frame = outer;
        let name = param.name.name.clone();
        if param.mode == ParamMode::Ref {
            self.report(FunctionMistake::ReferenceDefault { name, span: written.span });
            return Typed::unknown(written.span);
        }
        let value = match wanted {
            Some(wanted) => self.coerce(value, &wanted, None),
            None => value,
        };
        if value.constant.is_none() && !value.is_silent() {
            self.report(FunctionMistake::Default { name, span: written.span });
            return Typed::unknown(written.span);
        }
        Typed { weak: false, ..value }.owned()
    }

    /// A built-in function as a function of the program.
    pub(super) fn builtin_body(
        &mut self,
        builtin: &'static Builtin,
        key: &InstanceKey,
        (function, span): (FunctionId, Span),
    ) -> Pass {
        let values = at_parameters(builtin, &key.args, span);
        let known = |value: &ProgramExpr| Argument { ty: value.ty.clone(), constant: None, weak: false };
        let args: Vec<Option<Argument>> = values.iter().map(|value| value.as_ref().map(known)).collect();
        let result = match builtin.infer(&args) {
            Ok(inferred) => inferred.ty,
            Err(mistake) => {
                self.refused_builtin(builtin, &mistake, span);
                Type::Unknown
            }
        };
        let call = ProgramExpr { kind: Kind::Builtin { builtin, args: values }, ty: result.clone(), span };
        let value = match builtin.shares {
            true => ProgramExpr { kind: Kind::Copy(Box::new(call)), ty: result.clone(), span },
            false => call,
        };
        let name: Arc<str> = Arc::from(builtin.name);
        let slot =
            |ty: &Type| Slot { name: name.clone(), ty: ty.clone(), storage: storage(ty), mutable: false };
        let block = crate::program::Block { statements: Vec::new(), value: Some(Box::new(value)) };
        let body = Body { locals: key.args.iter().map(slot).collect(), block };
        let (captures, params) = (0, key.args.len());
        let done = Function { id: function, name, span, captures, params, body, result: result.clone() };
        self.functions.insert(function, Arc::new(done));
        Pass { result, converts: false }
    }
}

/// The closing brace.
fn end_of(block: &Block) -> Span {
    Span { start: block.span.end.saturating_sub(1), ..block.span }
}

/// The variables of a function that only calls a built-in one, each at its parameter; the last may take all the rest.
fn at_parameters(builtin: &Builtin, types: &[Type], span: Span) -> Vec<Option<ProgramExpr>> {
    let local = |(k, ty): (usize, &Type)| {
        let kind = Kind::Variable(Variable::Local(LocalId(k as u32)));
        ProgramExpr { kind, ty: ty.clone(), span }
    };
    let mut locals = types.iter().enumerate().map(local);
    let single = builtin.params.len() - usize::from(builtin.takes_rest());
    let mut values: Vec<Option<ProgramExpr>> = locals.by_ref().take(single).map(Some).collect();
    values.resize_with(single, || None);
    if builtin.takes_rest() {
        let rest: Vec<ProgramExpr> = locals.collect();
        let ty = Type::Tuple(rest.iter().map(|value| value.ty.clone()).collect());
        values.push(Some(ProgramExpr { kind: Kind::Tuple(rest), ty, span }));
    }
    values
}
