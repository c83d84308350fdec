//! Places: what can be stored to and referred to (R13).

use std::sync::Arc;

use super::Checker;
use super::expr::peeled;
use super::mistake::{IndexMistake, NameMistake, PlaceMistake, ReferenceMistake};
use super::names::number;
use super::scope::{Info, Symbol};
use super::typed::{Found, Typed, cut_short, is_silent};
use crate::builtins::{self, Builtin};
use crate::program::{Expr as ProgramExpr, ExprKind as Kind, Item, Place, PlaceStep, Variable};
use crate::source::Span;
use crate::syntax::tree::{Arg, Expr, ExprKind, Index};
use crate::types::Type;

/// What a place is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To store to it; `settle` if the value stores something before the place is used.
    Store { settle: bool },
    /// To refer to it.
    Reference,
}

/// A place that has been checked.
#[derive(Clone, Debug)]
pub(super) struct CheckedPlace {
    pub(super) place: Place,
    /// The variable that it is a part of.
    pub(super) root: Info,
    /// The types before each step.
    types: Vec<Type>,
    /// Where entries are picked, if they are.
    picks: Option<Span>,
    pub(super) stores: bool,
}

impl CheckedPlace {
    /// The value of the place, which may share its memory.
    pub(super) fn into_value(self) -> ProgramExpr {
        let Place { root, steps, ty, span } = self.place;
        let mut types = self.types.into_iter().chain([ty]);
        let first = types.next().unwrap_or(Type::Unknown);
        let mut value = ProgramExpr { kind: Kind::Variable(root), ty: first, span };
        for (step, ty) in steps.into_iter().zip(types) {
            let base = value;
            let kind = match step {
                PlaceStep::Index(items, _) => Kind::Load { base: Box::new(base), items },
                PlaceStep::Transform(builtin, mut args, _) => {
                    if let Some(first) = args.first_mut() {
                        *first = Some(base);
                    }
                    Kind::Builtin { builtin, args }
                }
            };
            value = ProgramExpr { kind, ty, span };
        }
        value
    }

    /// What is evaluated to find the place, in order.
    pub(super) fn operands(&self) -> Vec<Typed> {
        let mut exprs: Vec<&ProgramExpr> = Vec::new();
        for step in &self.place.steps {
            match step {
                PlaceStep::Index(items, _) => items.iter().for_each(|item| match item {
                    Item::At(expr) | Item::Value(expr) | Item::Tensor(expr) | Item::Tuple(expr) => {
                        exprs.push(expr);
                    }
                    Item::Range(range) => {
                        let parts = [&range.start, &range.end, &range.step, &range.every];
                        exprs.extend(parts.into_iter().flatten());
                    }
                    Item::NewAxis | Item::Fill => {}
                }),
                PlaceStep::Transform(_, args, _) => exprs.extend(args.iter().flatten()),
            }
        }
        let stores = self.stores;
        let typed = |expr: &ProgramExpr| {
            let ProgramExpr { kind, ty, span } = expr.clone();
            Typed { stores, ..Typed::fresh(kind, ty, span) }
        };
        exprs.into_iter().map(typed).collect()
    }

    /// What stands for the place where something gives no value while it is found, or what comes after it.
    pub(super) fn cut_short(&self, silent: &Typed) -> Option<Typed> {
        let operands = self.operands();
        cut_short(operands.iter().chain([silent]), self.place.span)
    }

    /// Whether something else than integers alone leads to it: one element takes a value with axes of size 1 then (R14).
    pub(super) fn has_fill(&self) -> bool {
        let is_fill = |item: &Item| match item {
            Item::Fill => true,
            Item::Value(expr) => expr.ty == Type::Fill,
            Item::Tuple(expr) => matches!(&expr.ty, Type::Tuple(fields) if fields.contains(&Type::Fill)),
            _ => false,
        };
        matches!(self.place.steps.last(), Some(PlaceStep::Index(items, _)) if items.iter().any(is_fill))
    }

    fn step(&mut self, step: PlaceStep, ty: Type, span: Span) {
        let before = std::mem::replace(&mut self.place.ty, ty);
        self.types.push(before);
        self.place.steps.push(step);
        self.place.span = span;
    }
}

impl Checker<'_> {
    /// The place that an expression is; a mistake, if it is none.
    pub(super) fn place(&mut self, expr: &Expr, purpose: Purpose) -> Found<CheckedPlace> {
        let span = expr.span;
        match &peeled(expr).kind {
            ExprKind::Name(name) => {
                self.named_place(name, peeled(expr).span, purpose).ok_or_else(|| unknown(span))
            }
            ExprKind::Index(index) => {
                // What has no parts to store to would be no better if it were mutable.
                let wanted = if self.is_whole(&index.base) { Purpose::Reference } else { purpose };
                let base = self.place(&index.base, wanted)?;
                self.indexed_place(base, index, purpose, span)
            }
            ExprKind::Call(call) => match (&call.callee.kind, &call.args[..]) {
                (ExprKind::Member { base, name }, args) if self.names_module(base).is_none() => {
                    self.transformed(&name.name, base, (args, span), purpose)
                }
                (ExprKind::Name(name), [first, args @ ..]) if first.name.is_none() => {
                    self.transformed(name, &first.value, (args, span), purpose)
                }
                _ => self.no_place(expr, purpose),
            },
            ExprKind::Member { base, name } => match self.names_module(base) {
                Some((module, _)) => {
                    self.member_place(module, &name.name, purpose, span);
                    Err(unknown(span))
                }
                None => self.transformed(&name.name, base, (&[], span), purpose),
            },
            ExprKind::Error => Err(unknown(span)),
            _ => self.no_place(expr, purpose),
        }
    }

    /// Whether a name stands for a value that can be stored to only as a whole.
    fn is_whole(&self, base: &Expr) -> bool {
        let ExprKind::Name(name) = &peeled(base).kind else { return false };
        let Some(Symbol::Variable(variable)) = self.resolve(name) else { return false };
        self.info(variable).is_some_and(|info| matches!(info.ty, Type::Tuple(_) | Type::String))
    }

    fn no_place(&mut self, expr: &Expr, purpose: Purpose) -> Found<CheckedPlace> {
        // What is wrong inside of it is worth knowing too.
        match cut_short([&self.expr(expr, None)], expr.span) {
            Some(silent) => Err(Box::new(silent)),
            None => self.no_place_at(expr.span, None, purpose),
        }
    }

    /// A name as a place.
    pub(super) fn named_place(
        &mut self,
        name: &Arc<str>,
        span: Span,
        purpose: Purpose,
    ) -> Option<CheckedPlace> {
        let variable = self.variable(name, span, purpose)?;
        let root = self.info(variable)?.clone();
        if purpose != Purpose::Reference && !root.mutable {
            let (origin, declared) = (root.origin, root.declared);
            self.report(PlaceMistake::Immutable { name: name.clone(), span, origin, declared });
            return None;
        }
        let place = Place { root: variable, steps: Vec::new(), ty: root.ty.clone(), span };
        Some(CheckedPlace { place, root, types: Vec::new(), picks: None, stores: false })
    }

    /// The variable that a name stands for, or a mistake.
    pub(super) fn variable(&mut self, name: &Arc<str>, span: Span, purpose: Purpose) -> Option<Variable> {
        let (what, declared) = match self.resolve(name) {
            Some(Symbol::Variable(variable @ Variable::Global(_))) if self.frame.work.is_some() => {
                let info = self.info(variable)?.clone();
                if !info.mutable {
                    self.note_read(&info);
                    return Some(variable);
                }
                let (name, declared) = (info.name, info.declared);
                self.report(NameMistake::MutableOutside { name, span, declared });
                return None;
            }
            Some(Symbol::Variable(variable)) => return Some(variable),
            Some(Symbol::OutOfSight(declared)) => {
                self.report(NameMistake::MutableOutside { name: name.clone(), span, declared });
                return None;
            }
            Some(Symbol::Function(id)) => ("a function", self.env.closure(id).map(|f| f.code.span())),
            Some(Symbol::Module(_)) => ("a module", None),
            None if number(name).is_some() => ("a constant", None),
            None if builtins::find(name).is_some() => ("a built-in function", None),
            None => {
                self.unknown_name(name, span);
                return None;
            }
        };
        match purpose {
            Purpose::Reference => self.no_place_for_reference(span, None),
            Purpose::Store { .. } => {
                self.report(PlaceMistake::NoVariable { name: name.clone(), span, what, declared });
            }
        }
        None
    }

    /// Brackets after a place.
    fn indexed_place(
        &mut self,
        mut base: CheckedPlace,
        index: &Index,
        purpose: Purpose,
        span: Span,
    ) -> Found<CheckedPlace> {
        if let Some(span) = base.picks {
            self.report(IndexMistake::PickNotLast { span });
            return Err(unknown(span));
        }
        let settle = purpose == Purpose::Store { settle: true };
        let Some(tensor) = base.place.ty.as_tensor() else {
            self.not_indexable(&base, (purpose, span));
            return Err(unknown(span));
        };
        let indexed = match self.index((&tensor, base.place.span), index, settle) {
            Ok(indexed) => indexed,
            Err(silent) => return Err(base.cut_short(&silent).map_or(silent, Box::new)),
        };
        if let (Some(span), Purpose::Reference) = (indexed.picks, purpose) {
            self.report(IndexMistake::PickReference { span });
            return Err(unknown(span));
        }
        base.stores |= indexed.stores;
        // To a store it makes a difference whether something else than integers leads to one element.
        let is_plain = purpose == Purpose::Reference || indexed.items.is_empty();
        if indexed.takes_all_of_scalar(&tensor) && is_plain {
            base.place.span = span;
            return Ok(base);
        }
        base.picks = indexed.picks;
        base.step(PlaceStep::Index(indexed.items, index.brackets), indexed.ty, span);
        if purpose != Purpose::Reference {
            self.keep_boxed(&base.place);
        }
        Ok(base)
    }

    /// Reports brackets after a place that has no entries.
    fn not_indexable(&mut self, base: &CheckedPlace, (purpose, span): (Purpose, Span)) {
        match base.place.ty.clone() {
            ty if is_silent(&ty) => {}
            ty @ Type::Tuple(_) => match purpose {
                Purpose::Reference => self.report(ReferenceMistake::Kind { span, ty }),
                Purpose::Store { .. } => {
                    self.report(PlaceMistake::TupleField { span, name: base.root.name.clone() });
                }
            },
            ty => self.report(IndexMistake::NotIndexable { ty, span: base.place.span }),
        }
    }

    /// `transpose(place)` and other functions that give views of places.
    fn transformed(
        &mut self,
        name: &Arc<str>,
        base: &Expr,
        (args, span): (&[Arg], Span),
        purpose: Purpose,
    ) -> Found<CheckedPlace> {
        let shadowed = matches!(self.resolve(name), Some(Symbol::Function(_)));
        let builtin = builtins::find(name).filter(|builtin| builtin.view.is_some() && !shadowed);
        let Some(builtin) = builtin else {
            let is_function = shadowed || builtins::find(name).is_some();
            return self.no_place_at(span, is_function.then(|| name.clone()), purpose);
        };
        if purpose != Purpose::Reference {
            return self.no_place_at(span, Some(builtin.name.into()), purpose);
        }
        let mut place = self.place(base, purpose)?;
        let Some((args, ty)) = self.transform_args(builtin, &place, args, span) else {
            return Err(unknown(span));
        };
        if let Some(silent) = cut_short(args.iter().flatten(), span) {
            return Err(place.cut_short(&silent).map_or_else(|| unknown(span), Box::new));
        }
        place.stores |= args.iter().flatten().any(|arg| arg.stores);
        let args = args.into_iter().map(|arg| arg.map(|arg| arg.expr)).collect();
        place.step(PlaceStep::Transform(builtin, args, span), ty, span);
        Ok(place)
    }

    fn no_place_at(
        &mut self,
        span: Span,
        function: Option<Arc<str>>,
        purpose: Purpose,
    ) -> Found<CheckedPlace> {
        match (purpose, function) {
            (Purpose::Reference, function) => self.no_place_for_reference(span, function),
            (_, Some(function)) => {
                let has_view = builtins::find(&function).is_some_and(|builtin| builtin.view.is_some());
                self.report(PlaceMistake::ThroughFunction { span, function, has_view });
            }
            (_, None) => self.report(PlaceMistake::NoPlace { span }),
        }
        Err(unknown(span))
    }

    pub(super) fn no_place_for_reference(&mut self, span: Span, function: Option<Arc<str>>) {
        let text = self.written(span);
        self.report(ReferenceMistake::NoPlace { span, text, function });
    }

    /// The type of a view of a place, with the arguments of the function after the first.
    fn transform_args(
        &mut self,
        builtin: &'static Builtin,
        place: &CheckedPlace,
        args: &[Arg],
        span: Span,
    ) -> Option<(Vec<Option<Typed>>, Type)> {
        let first = Typed::fresh(Kind::Variable(place.place.root), place.place.ty.clone(), place.place.span);
        let (mut args, ty) = self.builtin_args(builtin, Some(first), args, span)?;
        // The place stands for it.
        if let Some(first) = args.first_mut() {
            *first = None;
        }
        Some((args, ty))
    }
}

/// What stands for a place that is wrong.
fn unknown(span: Span) -> Box<Typed> {
    Box::new(Typed::unknown(span))
}
