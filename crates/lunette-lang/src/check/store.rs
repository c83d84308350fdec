//! Stores: `place <- value`, `place += value` (R14, R15, R16).

mod cures;

use lunette::{DType, DTypeKind, DynTensor, Scalar};

use super::Checker;
use super::annotation::Wanted;
use super::block::Checked;
use super::constant::is_integer_pair;
use super::describe::{number, shape_of};
use super::mistake::{KindMistake, Role, ShapeMistake};
use super::operator::{converted, joined};
use super::place::{CheckedPlace, Purpose};
use super::rules::{apply, looks_right, symbol, working_dtype};
use super::shape::{can_equal, can_store, can_stretch};
use super::typed::{Typed, is_silent, known};
use super::walk::stores_in;
use crate::builtins::weak_scalar;
use crate::program::{ExprKind, StmtKind};
use crate::source::Span;
use crate::syntax::tree::{BinaryOp, Expr, StoreOp};
use crate::types::Type;
use crate::value::Value;
use crate::words;

impl Checker<'_> {
    /// A store, plain or compound.
    pub(super) fn store(
        &mut self,
        (place, op, op_span): (&Expr, StoreOp, Span),
        value: &Expr,
        span: Span,
        checked: &mut Checked,
    ) {
        let place = self.place(place, Purpose::Store { settle: stores_in(value) });
        let expected = place.as_ref().ok().map(|place| place.place.ty.clone());
        let value = match expected.as_ref().filter(|ty| ty.dtype().is_some()) {
            Some(ty) => {
                let value = self.operand(value);
                self.landed(value, Some(ty))
            }
            None => self.value_for(value, expected.as_ref()),
        };
        checked.stores = true;
        let place = match place {
            Ok(place) => place,
            Err(silent) => return checked.push_expr(*silent, span),
        };
        if let Some(silent) = place.cut_short(&value) {
            return checked.push_expr(silent, span);
        }
        if is_silent(&place.place.ty) {
            return;
        }
        if place.place.ty.dtype().is_none() {
            return self.store_other(place, (op, op_span), value, (span, checked));
        }
        let op = match op {
            StoreOp::Plain => None,
            StoreOp::Compound(op) => Some(op),
        };
        let value = match op {
            None => self.plain_value(&place, value),
            Some(op) => self.compound_value(&place, op, value),
        };
        if let Some(value) = value {
            let kind = StmtKind::Store { place: place.place, op, op_span, value: value.expr };
            checked.push(kind, span);
        }
    }

    /// A string, tuple or function that is stored: nobody can refer to it, so that it is a rebinding.
    fn store_other(
        &mut self,
        place: CheckedPlace,
        (op, op_span): (StoreOp, Span),
        value: Typed,
        (span, checked): (Span, &mut Checked),
    ) {
        let is_text = place.place.ty == Type::String && *value.ty() == Type::String;
        let value = match op {
            // `s += t` puts them together, as `s <- s + t` does.
            StoreOp::Compound(BinaryOp::Add) if is_text => {
                let (root, span) = (place.place.root, place.place.span);
                let before = Typed::fresh(ExprKind::Variable(root), Type::String, span);
                joined(before, value, op_span)
            }
            _ => value,
        };
        if let StoreOp::Compound(op) = op
            && !(is_text && op == BinaryOp::Add)
        {
            self.report(KindMistake::Operands {
                op: compound_symbol(op),
                left: (place.place.ty, place.place.span),
                right: (value.expr.ty, value.span),
                span: op_span,
                cure: None,
            });
            return;
        }
        let asked =
            Some((place.root.declared, format!("`{}` is of type `{}`", place.root.name, place.root.ty)));
        let value = self.coerce(value, &Wanted::Type(place.place.ty.erased()), asked).owned();
        if !value.is_silent() {
            let variable = place.place.root;
            // The tensors of a tuple are new ones, of any size.
            self.rebind_type(variable, value.ty().clone());
            checked.push(StmtKind::Bind { variable, value: value.expr }, span);
        }
    }

    /// The value of a plain store, if it fits.
    fn plain_value(&mut self, place: &CheckedPlace, value: Typed) -> Option<Typed> {
        let (to, from) = (place.place.ty.dtype()?, self.stored_dtype(place, &value)?);
        self.check_shape(place, &value)?;
        if from.is_complex() && !to.is_complex() && to != DType::Bool {
            self.report(KindMistake::ComplexToReal { from, to, span: value.span });
            return None;
        }
        match &value.constant {
            Some(Value::Scalar(scalar)) => self.stored_scalar(*scalar, to, &value),
            Some(Value::Tensor(tensor)) => self.stored_tensor(tensor.clone(), to, value),
            _ => Some(value),
        }
    }

    /// The dtype of a value that can be stored at all.
    fn stored_dtype(&mut self, place: &CheckedPlace, value: &Typed) -> Option<DType> {
        let dtype = value.ty().dtype();
        if dtype.is_none() {
            let wanted = match place.place.ty {
                Type::Scalar(_) => "a scalar to store",
                _ => "a tensor or a scalar to store",
            };
            self.report(KindMistake::NotStored { wanted, found: value.ty().clone(), span: value.span });
        }
        dtype
    }

    /// A whole store needs identical shapes (R15), a part takes what fits it (R14).
    fn check_shape(&mut self, place: &CheckedPlace, value: &Typed) -> Option<()> {
        let (ty, at) = (&place.place.ty, place.place.span);
        let (region, sizes) = (ty.sizes()?, value.ty().sizes()?);
        let (found, span) = (value.ty().clone(), value.span);
        let is_whole = place.place.steps.is_empty();
        let mistake = match (ty, value.ty()) {
            (Type::Scalar(_), Type::Scalar(_)) => return Some(()),
            (Type::Scalar(_), _) if place.has_fill() && can_store(&sizes, &region) => return Some(()),
            (Type::Scalar(_), _) => {
                let entry = self.one_entry(value);
                ShapeMistake::OneElement { value: found, place: (ty.clone(), at), span, entry }
            }
            (_, Type::Scalar(_)) if !is_whole => return Some(()),
            _ if is_whole && can_equal(&sizes, &region) && !matches!(found, Type::Scalar(_)) => {
                return Some(());
            }
            _ if !is_whole && can_store(&sizes, &region) => return Some(()),
            _ if is_whole => {
                let text = place.root.name.to_string();
                let mut origins = vec![(place.root.declared, format!("{} from here", shape_of(ty)))];
                origins.extend(self.origin(value));
                ShapeMistake::Whole { value: found, place: (ty.clone(), at), span, text, origins }
            }
            _ => ShapeMistake::Region { value: found, region: (ty.clone(), at), span },
        };
        self.about_values(|checker| checker.report(mistake));
        None
    }

    /// A known scalar in the dtype of its place.
    fn stored_scalar(&mut self, scalar: Scalar, to: DType, value: &Typed) -> Option<Typed> {
        let span = value.span;
        match scalar.try_cast(to) {
            Ok(stored) => Some(known(Value::Scalar(stored), [value], span)),
            Err(_) => {
                let mistake = KindMistake::DoesNotFit {
                    value: number(scalar),
                    dtype: to,
                    span,
                    beside: None,
                    role: Role::Content,
                };
                self.about_values(|checker| checker.report(mistake));
                None
            }
        }
    }

    /// A known tensor in the dtype of its place.
    fn stored_tensor(&mut self, tensor: DynTensor, to: DType, value: Typed) -> Option<Typed> {
        match tensor.try_cast_to(to) {
            Ok(_) => Some(value),
            Err(error) => {
                let (words, cure) = (words::of_library(&error), words::cure_of(&error));
                let (op, span, parts) = ("<-", value.span, Vec::new());
                let mistake = KindMistake::Refused { op, words, span, parts, cure };
                self.about_values(|checker| checker.report(mistake));
                None
            }
        }
    }

    /// The value of a compound store, if its result fits.
    fn compound_value(&mut self, place: &CheckedPlace, op: BinaryOp, value: Typed) -> Option<Typed> {
        let to = place.place.ty.dtype()?;
        self.stored_dtype(place, &value)?;
        let value = self.beside_place(place, to, value)?;
        let from = value.ty().dtype()?;
        let result = match self.rules.binary(op, to, from) {
            Ok(result) => result,
            Err(error) => return self.compound_refused(place, op, &value, &error),
        };
        if let Some(right) = value.scalar().filter(|_| looks_right(op) && is_integer_pair(to, from))
            && let Err(error) = apply(op, Scalar::Bool(true).cast(to), right)
        {
            return self.about_values(|checker| checker.compound_refused(place, op, &value, &error));
        }
        if kind_rank(result) > kind_rank(to) {
            let help = self.kind_cures(place, (op, result), &value);
            let (op, span) = (compound_symbol(op), value.span);
            self.report(KindMistake::CompoundKind { op, place: to, result, span, help });
            return None;
        }
        self.check_compound_shape(place, op, &value)?;
        match (&place.place.ty, value.ty()) {
            (Type::Scalar(_), Type::Scalar(_)) => {
                Some(Typed { expr: converted(value.expr, working_dtype(op, to, from)), ..value })
            }
            _ => Some(value),
        }
    }

    /// An unsuffixed number takes the dtype of the place.
    fn beside_place(&mut self, place: &CheckedPlace, to: DType, value: Typed) -> Option<Typed> {
        let Some(scalar) = value.scalar().filter(|_| value.weak) else { return Some(value) };
        match weak_scalar(scalar, to) {
            Ok(taken) => Some(Typed::strong(taken, value.span)),
            Err(_) => {
                let (value, span) = (number(scalar), value.span);
                let beside = Some(place.place.span);
                self.report(KindMistake::DoesNotFit { value, dtype: to, span, beside, role: Role::Content });
                None
            }
        }
    }

    fn check_compound_shape(&mut self, place: &CheckedPlace, op: BinaryOp, value: &Typed) -> Option<()> {
        let (region, sizes) = (place.place.ty.sizes()?, value.ty().sizes()?);
        let fits = sizes.is_empty() || !region.is_empty() || place.has_fill();
        let stretches = can_stretch(&sizes, &region) && fits;
        // Only an index drops leading axes of size 1 (R14).
        let too_many = place.place.steps.is_empty() && sizes.len() > region.len();
        if stretches && !too_many {
            return Some(());
        }
        let cure = stretches.then(|| format!("{}[...] {} …", place.root.name, compound_symbol(op)));
        let region = (place.place.ty.clone(), place.place.span);
        let (value, span) = (value.ty().clone(), value.span);
        let mistake = ShapeMistake::Compound { op: compound_symbol(op), value, region, span, cure };
        self.about_values(|checker| checker.report(mistake));
        None
    }

    fn compound_refused(
        &mut self,
        place: &CheckedPlace,
        op: BinaryOp,
        value: &Typed,
        error: &lunette::Error,
    ) -> Option<Typed> {
        self.report(KindMistake::Refused {
            op: compound_symbol(op),
            words: words::of_library(error),
            span: value.span,
            parts: vec![(place.place.span, shape_of(&place.place.ty))],
            cure: words::cure_of(error),
        });
        None
    }
}

/// Kinds of numbers: a compound store must not go down.
fn kind_rank(dtype: DType) -> u8 {
    match dtype.kind() {
        DTypeKind::Bool => 0,
        DTypeKind::Signed | DTypeKind::Unsigned => 1,
        DTypeKind::Float => 2,
        DTypeKind::Complex => 3,
    }
}

/// A compound operator as it is written.
fn compound_symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+=",
        BinaryOp::Sub => "-=",
        BinaryOp::Mul => "*=",
        BinaryOp::Div => "/=",
        BinaryOp::FloorDiv => "div=",
        BinaryOp::Rem => "%=",
        BinaryOp::Pow => "**=",
        BinaryOp::BitAnd => "&=",
        BinaryOp::BitOr => "|=",
        BinaryOp::BitXor => "^=",
        other => symbol(other),
    }
}
