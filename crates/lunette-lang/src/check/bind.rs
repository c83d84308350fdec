//! `let`, and giving names new values with `=`.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::Checker;
use super::annotation::Wanted;
use super::block::Checked;
use super::constant::is_plain;
use super::convert::Asked;
use super::expr::peeled;
use super::mistake::{CallMistake, NameMistake, Origin, PlaceMistake, ReferenceMistake};
use super::names::NewVariable;
use super::place::Purpose;
use super::scope::{Info, Symbol};
use super::typed::{Memory, Typed, cut_short, is_silent};
use super::walk::Changes;
use crate::builtins;
use crate::program::{Expr as ProgramExpr, ExprKind as Kind, GlobalId, Stmt, StmtKind, Storage, Variable};
use crate::source::Span;
use crate::syntax::tree::{self, Expr, ExprKind, Ident, Let, RangeNotation, TypeExpr};
use crate::types::Type;

impl Checker<'_> {
    /// `let a, b = x, y`.
    pub(super) fn binding(&mut self, binding: &Let, span: Span, checked: &mut Checked) {
        let mutable = binding.mutable.is_some();
        let Let { names, values, .. } = binding;
        self.check_distinct(names);
        match (&names[..], &values[..]) {
            (names, values) if names.len() == values.len() => {
                let values: Vec<Typed> = names
                    .iter()
                    .zip(values)
                    .map(|((name, ty), value)| self.bound_value((name, ty.as_ref()), value, mutable))
                    .collect();
                if let Some(silent) = cut_short(&values, span) {
                    checked.push_expr(silent, span);
                }
                for (((name, _), value), written) in names.iter().zip(values).zip(&binding.values) {
                    let variable = self.bind(name, value, mutable, (span, checked));
                    if is_reference(written) {
                        self.info_mut(variable).into_iter().for_each(|info| info.lent = false);
                    }
                }
            }
            ([_, ..], [value]) => self.take_apart(names, value, mutable, (span, checked)),
            // The parser has said that there are too few or too many.
            _ => {
                values.iter().for_each(|value| drop(self.value(value)));
                self.declare_unknown(names, mutable);
            }
        }
    }

    /// Of two names that are the same the first could never be read; `_` is meant for nobody.
    fn check_distinct(&mut self, names: &[(Ident, Option<TypeExpr>)]) {
        let mut firsts: HashMap<&str, Span> = HashMap::new();
        for (name, _) in names.iter().filter(|(name, _)| &*name.name != "_") {
            let first = *firsts.entry(&name.name).or_insert(name.span);
            if first != name.span {
                let (span, name) = (name.span, name.name.clone());
                self.report(NameMistake::DeclaredTwice { noun: "names", name, span, first });
            }
        }
    }

    /// The value of one name, in memory that suits it.
    fn bound_value(&mut self, (name, ty): (&Ident, Option<&TypeExpr>), value: &Expr, mutable: bool) -> Typed {
        let wanted = ty.map(|ty| self.annotation(ty));
        let typed = match &value.kind {
            ExprKind::Ref(inner) => self.bound_reference(name, inner, value.span, mutable),
            _ => self.value_wanted(value, wanted.as_ref()),
        };
        let typed = match wanted {
            Some(wanted) => {
                let asked = ty.map(|ty| (ty.span, "asked for here".to_owned()));
                self.coerce(typed, &wanted, asked)
            }
            None => typed,
        };
        match mutable {
            _ if matches!(typed.expr.kind, Kind::View(_)) => typed,
            // Who refers to a name can ask whose memory it is in.
            false if self.frame.referred.contains(&name.name) && !is_reference(value) => typed.owned(),
            true => typed.owned(),
            false => typed.settled(),
        }
    }

    /// A reference on the right of `let`: what is mutable stays it, and what is not too (R21).
    fn bound_reference(&mut self, name: &Ident, inner: &Expr, span: Span, mutable: bool) -> Typed {
        let reference = match self.reference(inner, span) {
            Ok(reference) => reference,
            Err(silent) => return *silent,
        };
        match (reference.root.mutable, mutable) {
            (true, false) => {
                let Info { name: root, declared, .. } = reference.root;
                let names = name.span;
                self.report(ReferenceMistake::MutableIntoLet { names, name: root, place: span, declared });
                Typed::unknown(span)
            }
            (false, true) => {
                self.immutable_reference(&reference, "`let mut`");
                Typed::unknown(span)
            }
            _ => reference.typed,
        }
    }

    /// Declares a name and gives it its first value.
    fn bind(
        &mut self,
        name: &Ident,
        value: Typed,
        mutable: bool,
        (span, checked): (Span, &mut Checked),
    ) -> Variable {
        checked.stores |= value.stores;
        let is_view = matches!(value.expr.kind, Kind::View(_));
        let new = NewVariable {
            ty: value.ty().clone(),
            mutable,
            origin: Origin::Let,
            constant: value.constant.clone().filter(|_| !mutable),
            memory: self.kept_memory(&name.name, &value, mutable),
        };
        let boxed = is_view && matches!(value.ty(), Type::Scalar(_));
        let lent = !mutable && value.is_lent();
        let variable = self.declare(name, new);
        if let Some(info) = self.info_mut(variable) {
            info.storage = if boxed { Storage::Boxed } else { info.storage };
            info.lent = lent;
        }
        if !value.is_silent() {
            checked.push(StmtKind::Bind { variable, value: value.expr }, span);
        }
        variable
    }

    /// Whose memory a new variable holds: that of a value of its own, or of what it refers to.
    fn kept_memory(&self, name: &Arc<str>, value: &Typed, mutable: bool) -> Memory {
        let own = match &value.expr.kind {
            // Another name has it too, and may give it away beside this one.
            Kind::View(_) => Memory::Borrowed,
            _ if mutable => Memory::Own,
            _ => value.memory.max(Memory::Own),
        };
        if self.frame.referring.contains(name) { Memory::Borrowed } else { own }
    }

    /// `let a, b = pair`.
    fn take_apart(
        &mut self,
        names: &[(Ident, Option<TypeExpr>)],
        value: &Expr,
        mutable: bool,
        (span, checked): (Span, &mut Checked),
    ) {
        let typed = self.value(value);
        let typed = if mutable { typed.owned() } else { typed.settled() };
        checked.stores |= typed.stores;
        let fields = match typed.ty() {
            Type::Tuple(fields) if fields.len() == names.len() => fields.clone(),
            ty => {
                if !is_silent(ty) {
                    let (ty, value) = (ty.clone(), typed.span);
                    let span = all_names(names);
                    self.report(CallMistake::NamesAndFields { wanted: names.len(), ty, value, span });
                }
                if let Some(silent) = cut_short([&typed], span) {
                    checked.push_expr(silent, span);
                }
                return self.declare_unknown(names, mutable);
            }
        };
        if names.iter().any(|(_, ty)| ty.is_some()) {
            return self.take_apart_as(names, typed, mutable, (span, checked));
        }
        let memory = if mutable { Memory::Own } else { typed.memory.max(Memory::Own) };
        let lent = !mutable && typed.is_lent();
        let mut constants = match &typed.constant {
            Some(crate::value::Value::Tuple(values)) if !mutable => values.to_vec(),
            _ => Vec::new(),
        }
        .into_iter();
        let variables = names
            .iter()
            .zip(fields.iter())
            .map(|((name, _), ty)| {
                let constant = constants.next();
                let new = NewVariable { ty: ty.clone(), mutable, origin: Origin::Let, constant, memory };
                let variable = self.declare(name, new);
                self.info_mut(variable).into_iter().for_each(|info| info.lent = lent);
                variable
            })
            .collect();
        if !typed.is_silent() {
            checked.push(StmtKind::BindTuple { variables, value: typed.expr }, span);
        }
    }

    /// A tuple taken apart field by field, because some have annotations.
    fn take_apart_as(
        &mut self,
        names: &[(Ident, Option<TypeExpr>)],
        tuple: Typed,
        mutable: bool,
        (span, checked): (Span, &mut Checked),
    ) {
        let Type::Tuple(fields) = tuple.ty().clone() else { return };
        let memory = tuple.memory.max(Memory::Own);
        let (at, constant) = (tuple.span, tuple.constant.clone().filter(is_plain));
        let whole = self.kept(tuple, checked);
        let mut values = Vec::new();
        for (index, ((_, ty), field)) in names.iter().zip(fields.iter()).enumerate() {
            let kind = Kind::Field { tuple: Box::new(whole.clone()), index };
            let constant = match &constant {
                Some(crate::value::Value::Tuple(values)) => values.get(index).cloned(),
                _ => None,
            };
            let value = Typed { memory, constant, ..Typed::fresh(kind, field.clone(), at) };
            let value = match ty {
                Some(ty) => {
                    let wanted = self.annotation(ty);
                    self.coerce(value, &wanted, Some((ty.span, "asked for here".to_owned())))
                }
                None => value,
            };
            values.push(if mutable { value.owned() } else { value });
        }
        for ((name, _), value) in names.iter().zip(values) {
            self.bind(name, value, mutable, (span, checked));
        }
    }

    /// A value that is used several times, in a variable without a name.
    pub(super) fn kept(&mut self, value: Typed, checked: &mut Checked) -> ProgramExpr {
        let (ty, span) = (value.ty().clone(), value.expr.span);
        let variable = Variable::Local(self.temporary(ty.clone(), span));
        let boxed = matches!(value.expr.kind, Kind::View(_)) && matches!(ty, Type::Scalar(_));
        if let Some(info) = self.info_mut(variable).filter(|_| boxed) {
            info.storage = Storage::Boxed;
        }
        checked.push(StmtKind::Bind { variable, value: value.expr }, span);
        ProgramExpr { kind: Kind::Variable(variable), ty, span }
    }

    /// Names whose values are wrong: they make no further mistakes.
    fn declare_unknown(&mut self, names: &[(Ident, Option<TypeExpr>)], mutable: bool) {
        for (name, _) in names {
            let new = NewVariable::immutable(Type::Unknown, Origin::Let, Memory::Own);
            self.declare(name, NewVariable { mutable, ..new });
        }
    }

    /// `name = value` (R25).
    pub(super) fn rebinding(
        &mut self,
        target: &Expr,
        equals: Span,
        value: &Expr,
        (span, checked): (Span, &mut Checked),
    ) {
        let name = match &peeled(target).kind {
            ExprKind::Name(name) => name,
            ExprKind::Index(_) => {
                let place = self.written(target.span);
                return self.report(PlaceMistake::RebindPart { equals, place });
            }
            ExprKind::Member { base, name } if self.names_module(base).is_some() => {
                if let Some((module, _)) = self.names_module(base) {
                    let settle = Purpose::Store { settle: false };
                    self.member_place(module, &name.name, settle, target.span);
                }
                return;
            }
            ExprKind::Error => return,
            _ => {
                let (span, cure) = (target.span, self.meant_by_rebinding(peeled(target)));
                return self.report(PlaceMistake::RebindValue { span, cure });
            }
        };
        let variable = self.rebound_variable(name, target.span);
        let ty = variable.and_then(|variable| self.info(variable)).map(|info| info.ty.erased());
        let typed = match &value.kind {
            ExprKind::Ref(inner) => self.rebound_reference(inner, value.span),
            _ => self.value_for(value, ty.as_ref()),
        };
        checked.stores |= typed.stores;
        if let Some(variable) = variable
            && let Some(info) = self.info(variable).cloned()
        {
            self.rebind((variable, &info), typed, (span, checked));
        }
    }

    /// What other languages write with `=`: `x: int = 3`, `f(x) = x + 1`.
    fn meant_by_rebinding(&self, target: &Expr) -> Option<String> {
        match &target.kind {
            ExprKind::Range(range) => match (&range.start, range.notation) {
                (Some(Expr { kind: ExprKind::Name(name), .. }), RangeNotation::Colon) => {
                    Some(format!("a new name needs `let`: `let {name} = …`, or `let {name}: f64 = …`"))
                }
                _ => None,
            },
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Name(name) if self.resolve(name).is_none() && builtins::find(name).is_none() => {
                    Some(format!("a function is written `fun {} {{ … }}`", self.written(target.span)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The variable that is given a new value.
    pub(super) fn rebound_variable(&mut self, name: &Arc<str>, span: Span) -> Option<Variable> {
        if self.resolve(name).is_none()
            && super::names::number(name).is_none()
            && builtins::find(name).is_none()
        {
            // Said once: whoever forgot the `let` goes on to use the name.
            if !self.broken && self.unread.insert(name.clone()) {
                let similar = self.similar(name);
                self.report(PlaceMistake::RebindUnknown { name: name.clone(), span, similar });
            }
            return None;
        }
        let variable = self.variable(name, span, Purpose::Store { settle: false })?;
        let info = self.info(variable)?;
        if info.mutable {
            return Some(variable);
        }
        let (origin, declared) = (info.origin, info.declared);
        self.report(PlaceMistake::Immutable { name: name.clone(), span, origin, declared });
        None
    }

    fn rebound_reference(&mut self, inner: &Expr, span: Span) -> Typed {
        match self.reference(inner, span) {
            Ok(reference) if reference.root.mutable => reference.typed,
            Ok(reference) => {
                self.immutable_reference(&reference, "a mutable name");
                Typed::unknown(span)
            }
            Err(silent) => *silent,
        }
    }

    fn rebind(
        &mut self,
        (variable, info): (Variable, &Info),
        value: Typed,
        (span, checked): (Span, &mut Checked),
    ) {
        let ty = info.ty.erased();
        let asked: Asked = Some((info.declared, format!("`{}` is of type `{ty}`", info.name)));
        let is_view = matches!(value.expr.kind, Kind::View(_));
        let value = match value.ty() {
            // A name keeps its dtype: only unsuffixed numbers take it by themselves.
            Type::Scalar(_) if !value.weak && *value.ty() != ty && !is_silent(&ty) => {
                self.unlike(value, &Wanted::Type(ty), asked)
            }
            _ => self.coerce(value, &Wanted::Type(ty), asked),
        };
        let value = if is_view { value } else { value.owned() };
        if let Some(silent) = cut_short([&value], span) {
            return checked.push_expr(silent, span);
        }
        if is_silent(&info.ty) {
            return;
        }
        let boxed = is_view && matches!(value.ty(), Type::Scalar(_));
        if let Some(info) = self.info_mut(variable).filter(|_| boxed) {
            info.storage = Storage::Boxed;
        }
        self.rebind_type(variable, value.ty().clone());
        checked.push(StmtKind::Bind { variable, value: value.expr }, span);
    }

    /// Scalars of earlier inputs that this one refers to, or takes parts of, move into boxes first.
    pub(super) fn box_referred(&mut self, statements: &[tree::Stmt], moved: &mut Vec<Stmt>) {
        let Changes { referred, partly_stored, .. } = Changes::of_all(statements);
        let names: BTreeSet<Arc<str>> = referred.into_iter().chain(partly_stored).collect();
        for name in names {
            let Some(Symbol::Variable(variable @ Variable::Global(_))) = self.resolve(&name) else {
                continue;
            };
            let Some(info) = self.info(variable).cloned() else { continue };
            let is_boxed = info.storage == Storage::Boxed;
            if !info.mutable || is_boxed || !matches!(info.ty, Type::Scalar(_)) {
                continue;
            }
            let span = info.declared;
            let value = ProgramExpr { kind: Kind::Variable(variable), ty: info.ty.clone(), span };
            let key = self.env.new_key();
            self.env.globals.push(Info { storage: Storage::Boxed, key, ..info });
            let variable = Variable::Global(GlobalId(self.env.globals.len() as u32 - 1));
            self.name(name, Symbol::Variable(variable));
            moved.push(Stmt { kind: StmtKind::Bind { variable, value }, span });
        }
    }
}

fn is_reference(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Ref(_))
}

/// From the first name to the last.
fn all_names(names: &[(Ident, Option<TypeExpr>)]) -> Span {
    let spans = names.iter().map(|(name, _)| name.span);
    spans.reduce(Span::to).unwrap_or(Span { file: crate::source::FileId(0), start: 0, end: 0 })
}
