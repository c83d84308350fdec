//! Branches and loops.

use std::collections::BTreeSet;
use std::sync::Arc;

use lunette::{DType, Scalar};

use super::Checker;
use super::block::{Checked, Want};
use super::join::common_type;
use super::mistake::{KindMistake, Origin, ShapeMistake, ValueMistake};
use super::names::NewVariable;
use super::scope::Symbol;
use super::shape::either;
use super::typed::{Memory, Typed, cut_short, is_silent};
use super::walk::{Changes, asks_type, free_uses, free_uses_in};
use crate::program::{Block, ExprKind, StmtKind, Variable};
use crate::source::Span;
use crate::syntax::tree::{self, Else, Expr, Ident, If};
use crate::types::Type;

/// The body of a loop that has been checked.
struct Rounds {
    variable: Option<Variable>,
    body: Checked,
    /// Whether a `break` leaves it.
    broken: bool,
}

/// What variables were before they were rebound, so that branches can begin alike.
pub(super) type Rebound = Vec<(Variable, Type)>;

impl Checker<'_> {
    /// `if` as an expression.
    pub(super) fn if_value(&mut self, branch: &If, expected: Option<&Type>, span: Span) -> Typed {
        self.if_expr(branch, Want::Value(expected), span)
    }

    /// `if`, whoever wants its value.
    pub(super) fn if_expr(&mut self, branch: &If, want: Want<'_>, span: Span) -> Typed {
        let condition = self.condition(&branch.condition, "a condition");
        let outer = std::mem::take(&mut self.rebound);
        let known = condition.scalar();
        // A function without types is checked for each list of them, and asks for those that a block is meant for.
        let by_type = self.frame.work.is_some() && asks_type(&branch.condition);
        let reached = (known != Some(Scalar::Bool(false)), by_type);
        let then = self.chosen_block(reached, &branch.then, want);
        let after_then = self.take_back();
        let reached = (known != Some(Scalar::Bool(true)), by_type);
        let otherwise = branch.otherwise.as_ref().map(|otherwise| match otherwise {
            Else::Block(block) => (self.chosen_block(reached, block, want), block.span),
            Else::If(expr) => (self.chosen_else_if(reached, expr, want), expr.span),
        });
        self.meet(outer, after_then, (then.diverges, otherwise.as_ref().is_some_and(|(o, _)| o.diverges)));
        let stores = condition.stores || then.stores || otherwise.as_ref().is_some_and(|(o, _)| o.stores);
        if condition.is_never() {
            return condition;
        }
        let typed = match (otherwise, want) {
            // What was not read could have been the other block.
            (None, Want::Value(_)) if self.broken => Typed::unknown(span),
            (None, Want::Value(_)) => {
                self.report(KindMistake::NoElse { span });
                Typed::unknown(span)
            }
            (None, _) if by_type && known == Some(Scalar::Bool(true)) && then.diverges => {
                let blocks = (condition, then.into_block(), Some(Checked::unreached().into_block()));
                branches(blocks, Type::Never, (Memory::Fresh, span))
            }
            (None, _) => {
                let then = then.without_value().into_block();
                branches((condition, then, None), Type::nothing(), (Memory::Fresh, span))
            }
            (Some(otherwise), _) => self.both(condition, [(then, branch.then.span), otherwise], want, span),
        };
        self.chosen_end |= by_type && known.is_some() && typed.is_never();
        Typed { stores, ..typed }
    }

    /// A block that constants may keep from running; where the types of a call do, only its names are looked at.
    fn chosen_block(
        &mut self,
        (reached, by_type): (bool, bool),
        block: &tree::Block,
        want: Want<'_>,
    ) -> Checked {
        if by_type && !reached {
            return self.skipped(free_uses(&block.statements));
        }
        self.reached_block(reached, |checker| checker.block(block, want))
    }

    /// The same for another `if` after an `else`.
    fn chosen_else_if(&mut self, (reached, by_type): (bool, bool), expr: &Expr, want: Want<'_>) -> Checked {
        if by_type && !reached {
            return self.skipped(free_uses_in(expr));
        }
        self.reached_block(reached, |checker| checker.else_if(expr, want))
    }

    /// `else if`: a block of which the second `if` is all.
    fn else_if(&mut self, expr: &Expr, want: Want<'_>) -> Checked {
        let typed = match &expr.kind {
            tree::ExprKind::If(branch) => self.if_expr(branch, want, expr.span),
            _ => self.expr(expr, None),
        };
        let (stores, diverges) = (typed.stores, *typed.ty() == Type::Never);
        let checked = Checked { statements: Vec::new(), value: Some(typed), diverges, stores };
        match checked.ty() == Type::nothing() || diverges {
            true => checked.without_value(),
            false => checked,
        }
    }

    /// Two branches and the type they have in common.
    fn both(
        &mut self,
        condition: Typed,
        [(then, then_span), (otherwise, else_span)]: [(Checked, Span); 2],
        want: Want<'_>,
        span: Span,
    ) -> Typed {
        let (a, b) = (then.ty(), otherwise.ty());
        if a == Type::Never && b == Type::Never {
            let blocks = (condition, then.into_block(), Some(otherwise.into_block()));
            return branches(blocks, Type::Never, (Memory::Fresh, span));
        }
        let nothing = Type::nothing();
        if matches!(want, Want::Nothing) || (matches!(want, Want::Maybe(_)) && (a == nothing || b == nothing))
        {
            let blocks = [then, otherwise].map(|block| block.without_value().into_block());
            let [then, otherwise] = blocks;
            return branches((condition, then, Some(otherwise)), nothing, (Memory::Fresh, span));
        }
        let gives = |block: &Checked, at: Span| block.value.as_ref().map_or(at, |value| value.span);
        let (a_span, b_span) = (gives(&then, then_span), gives(&otherwise, else_span));
        let weak = |block: &Checked| block.value.as_ref().is_some_and(|value| value.weak);
        let Some(ty) = common_type((&a, weak(&then)), (&b, weak(&otherwise))) else {
            self.report_branches((a, a_span), (b, b_span));
            return Typed::unknown(span);
        };
        let [then, otherwise] = [then, otherwise].map(|block| self.branch(block, &ty));
        let memory = [&then, &otherwise].into_iter().map(|(_, memory)| *memory).max();
        let blocks = (condition, then.0, Some(otherwise.0));
        branches(blocks, ty, (memory.unwrap_or(Memory::Fresh), span))
    }

    fn report_branches(&mut self, first: (Type, Span), second: (Type, Span)) {
        let nothing = Type::nothing();
        let without = [&first, &second].into_iter().find(|(ty, _)| *ty == nothing).map(|(_, span)| *span);
        match without {
            Some(span) => self.report(ValueMistake::NoValue { span }),
            None => self.report(KindMistake::Branches { first, second, what: "the branches" }),
        }
    }

    /// A branch whose value is brought to the common type.
    fn branch(&mut self, mut block: Checked, ty: &Type) -> (Block, Memory) {
        let value = block.value.take().map(|value| self.joined(value, ty));
        let memory = value.as_ref().map_or(Memory::Fresh, |value| value.memory);
        block.value = value;
        (block.into_block(), memory)
    }

    /// Checks something that the program may pass over: of what it rebinds, only the sizes are known afterwards that are
    /// the same either way. `ends` says of what was checked whether the program goes on after it, and whether it always
    /// comes to it.
    pub(super) fn passed_over<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> T,
        ends: impl FnOnce(&T) -> (bool, bool),
    ) -> T {
        let outer = std::mem::take(&mut self.rebound);
        let result = work(self);
        let after = self.take_back();
        self.meet(outer, after, ends(&result));
        result
    }

    /// Undoes what rebinding has changed of types since the branch began: the types that the variables had at its end.
    fn take_back(&mut self) -> Rebound {
        let before = std::mem::take(&mut self.rebound);
        let mut after = Rebound::new();
        for (variable, ty) in before.into_iter().rev() {
            let Some(info) = self.info_mut(variable) else { continue };
            let now = std::mem::replace(&mut info.ty, ty);
            // The first one found is the last one bound.
            if after.iter().all(|(other, _)| *other != variable) {
                after.push((variable, now));
            }
        }
        after
    }

    /// After both branches: of a variable that one of them has rebound, only the sizes are known that both agree on.
    fn meet(&mut self, outer: Rebound, after_then: Rebound, (then_ends, else_ends): (bool, bool)) {
        let in_else = std::mem::replace(&mut self.rebound, outer);
        let mut after_then = after_then;
        for (variable, before) in &in_else {
            if after_then.iter().all(|(other, _)| other != variable) {
                after_then.push((*variable, before.clone()));
            }
        }
        self.rebound.extend(in_else);
        for (variable, after_then) in after_then {
            let Some(now) = self.info(variable).map(|info| info.ty.clone()) else { continue };
            let ty = match (then_ends, else_ends) {
                (true, _) => now,
                (_, true) => after_then,
                _ => meeting(&after_then, &now),
            };
            self.rebind_type(variable, ty);
        }
    }

    /// A variable has another type from here on: its sizes have changed.
    pub(super) fn rebind_type(&mut self, variable: Variable, ty: Type) {
        if let Some(info) = self.info_mut(variable) {
            let before = std::mem::replace(&mut info.ty, ty);
            self.rebound.push((variable, before));
        }
    }

    /// `for (i from a to b step s)`, `for (i in a:b:s)`, and with the end included `for (i in a..b)`.
    pub(super) fn counting_loop(
        &mut self,
        name: &Ident,
        (parts, included): ([Option<&Expr>; 3], bool),
        body: &tree::Block,
        (span, checked): (Span, &mut Checked),
    ) {
        let parts = parts.map(|part| part.map(|part| self.operand(part)));
        let silent = cut_short(parts.iter().flatten(), span);
        let (dtype, parts) = self.counters(parts);
        checked.stores |= parts.iter().flatten().any(|part| part.stores);
        let ty = dtype.map_or(Type::Unknown, Type::Scalar);
        let new = NewVariable::immutable(ty, Origin::Loop, Memory::Own);
        let Rounds { variable, body, .. } = self.loop_body(Some((name, new)), body, checked);
        if let Some(silent) = silent {
            return checked.push_expr(silent, span);
        }
        let [from, to, step] = parts.map(|part| part.map(|part| part.expr));
        if let (Some(variable), Some(from), Some(to)) = (variable, from, to) {
            checked.push(
                StmtKind::ForRange { variable, from, to, included, step, body: body.into_block() },
                span,
            );
        }
    }

    /// What a loop counts with, in one integer dtype.
    fn counters(&mut self, parts: [Option<Typed>; 3]) -> (Option<DType>, [Option<Typed>; 3]) {
        let mut common: Option<(Type, bool)> = None;
        for part in parts.iter().flatten() {
            match part.ty() {
                _ if part.is_silent() => return (None, parts),
                Type::Scalar(dtype) if dtype.is_integer() => {}
                _ => {
                    self.report(ValueMistake::Counter { ty: part.ty().clone(), span: part.span });
                    return (None, parts);
                }
            }
            common = match common {
                None => Some((part.ty().clone(), part.weak)),
                Some((ty, weak)) => common_type((&ty, weak), (part.ty(), part.weak))
                    .or_else(|| Some(Type::Scalar(lunette::promote(ty.dtype()?, part.ty().dtype()?))))
                    .map(|common| (common, weak && part.weak)),
            };
        }
        if let Some(step) = parts[2].as_ref().filter(|step| step.int() == Some(0)) {
            let mistake = ShapeMistake::LoopStep { span: step.span };
            self.about_values(|checker| checker.report(mistake));
        }
        let Some((Type::Scalar(dtype), _)) =
            common.filter(|(ty, _)| ty.dtype().is_some_and(DType::is_integer))
        else {
            return (None, parts);
        };
        let ty = Type::Scalar(dtype);
        let parts = parts.map(|part| part.map(|part| self.landed(part, Some(&ty))));
        (Some(dtype), parts.map(|part| part.map(|part| self.joined(part, &ty))))
    }

    /// `for (x in t)`: the entries of a tensor, or the numbers of a range.
    pub(super) fn loop_over(
        &mut self,
        name: &Ident,
        over: &Expr,
        body: &tree::Block,
        (span, checked): (Span, &mut Checked),
    ) {
        let over = self.value(over);
        // What the rounds store must not be seen by later rounds.
        let over = if Changes::of(body).stores { over.settled() } else { over };
        checked.stores |= over.stores;
        let ty = match (over.ty(), over.ty().sizes()) {
            (Type::Tensor(tensor), Some(sizes)) => Type::shaped(tensor.dtype, sizes.into_iter().skip(1)),
            (Type::Range, _) => Type::Scalar(DType::I64),
            (ty, _) if is_silent(ty) => Type::Unknown,
            (ty, _) => {
                self.report(ValueMistake::NotIterable { ty: ty.clone(), span: over.span });
                Type::Unknown
            }
        };
        let new = NewVariable::immutable(ty, Origin::Loop, Memory::Own);
        let Rounds { variable, body, .. } = self.loop_body(Some((name, new)), body, checked);
        if over.is_never() {
            return checked.push_expr(over, span);
        }
        if let Some(variable) = variable {
            checked.push(StmtKind::ForIn { variable, over: over.expr, body: body.into_block() }, span);
        }
    }

    /// `while c`.
    pub(super) fn while_loop(
        &mut self,
        head: &Expr,
        body: &tree::Block,
        (span, checked): (Span, &mut Checked),
    ) {
        // The condition is looked at again after each round, and may rebind too.
        self.forget_sizes(Changes::of(body).and_in(head));
        let condition = self.condition(head, "a condition");
        checked.stores |= condition.stores;
        let is_true = condition.scalar() == Some(Scalar::Bool(true));
        let is_false = condition.scalar() == Some(Scalar::Bool(false));
        let (mut rounds, dropped) = self.reached(!is_false, |checker| checker.loop_body(None, body, checked));
        if dropped {
            rounds.body = Checked::unreached();
        }
        self.forget_sizes(Changes::of(body).and_in(head));
        if condition.is_never() {
            return checked.push_expr(condition, span);
        }
        checked.diverges |= is_true && !rounds.broken;
        let body = rounds.body.into_block();
        checked.push(StmtKind::While { condition: condition.expr, body }, span);
    }

    /// The body of a loop, which may run again after what it rebinds.
    fn loop_body(
        &mut self,
        variable: Option<(&Ident, NewVariable)>,
        body: &tree::Block,
        checked: &mut Checked,
    ) -> Rounds {
        self.forget_sizes(Changes::of(body));
        self.frame.loops.push(false);
        let (variable, inner) = self.in_block(|checker| {
            let variable = variable.map(|(name, new)| checker.declare(name, new));
            (variable, checker.block(body, Want::Nothing))
        });
        let broken = self.frame.loops.pop().unwrap_or(false);
        self.forget_sizes(Changes::of(body));
        checked.stores |= inner.stores;
        Rounds { variable, body: inner, broken }
    }

    /// Forgets the sizes of the variables that a loop gives new values. A tensor that is stored to keeps its sizes.
    fn forget_sizes(&mut self, Changes { rebound, stored, .. }: Changes) {
        let names: BTreeSet<Arc<str>> = rebound.iter().chain(&stored).cloned().collect();
        for name in names {
            if let Some(Symbol::Variable(variable)) = self.resolve(&name)
                && let Some(info) = self.info(variable)
                && (rebound.contains(&name) || info.ty.dtype().is_none())
            {
                let erased = info.ty.erased();
                self.rebind_type(variable, erased);
            }
        }
    }
}

/// The program's `if`.
fn branches(
    (condition, then, otherwise): (Typed, Block, Option<Block>),
    ty: Type,
    (memory, span): (Memory, Span),
) -> Typed {
    let (then, otherwise) = (Box::new(then), otherwise.map(Box::new));
    let kind = ExprKind::If { condition: Box::new(condition.expr), then, otherwise };
    Typed { memory, ..Typed::fresh(kind, ty, span) }
}

/// What is known of the type of a variable that has one of two.
fn meeting(a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Tensor(x), Type::Tensor(y)) if x.rank == y.rank => {
            let sizes = either(&a.sizes().unwrap_or_default(), &b.sizes().unwrap_or_default());
            Type::shaped(x.dtype, sizes)
        }
        _ if a == b => a.clone(),
        _ => a.erased(),
    }
}
