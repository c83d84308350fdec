//! `&place`: another name for the same memory (R21).

use super::Checker;
use super::mistake::ReferenceMistake;
use super::place::Purpose;
use super::scope::Info;
use super::typed::{Found, Memory, Typed, is_silent};
use crate::program::{ExprKind as Kind, Place, Storage};
use crate::source::Span;
use crate::syntax::tree::Expr;
use crate::types::Type;

/// A reference that has been checked.
pub(super) struct Reference {
    /// The memory itself where it can change; otherwise the value, which nobody can tell from it.
    pub(super) typed: Typed,
    /// The variable that it refers to.
    pub(super) root: Info,
}

impl Checker<'_> {
    /// `&inner`.
    pub(super) fn reference(&mut self, inner: &Expr, span: Span) -> Found<Reference> {
        let checked = self.place(inner, Purpose::Reference)?;
        let ty = checked.place.ty.clone();
        if is_silent(&ty) {
            return Err(Box::new(Typed::unknown(span)));
        }
        if ty.dtype().is_none() {
            self.report(ReferenceMistake::Kind { span, ty });
            return Err(Box::new(Typed::unknown(span)));
        }
        let (root, stores) = (checked.root.clone(), checked.stores);
        if !root.mutable {
            let memory = root.memory;
            let value = checked.into_value();
            let typed = Typed { memory, stores, ..Typed::fresh(value.kind, ty, span) };
            return Ok(Reference { typed, root });
        }
        self.keep_boxed(&checked.place);
        let typed = Typed::fresh(Kind::View(Box::new(checked.place)), ty, span);
        Ok(Reference { typed: Typed { memory: Memory::Changing, stores, ..typed }, root })
    }

    /// A scalar variable that somebody refers to, or takes a part of with axes, is a tensor of rank 0.
    pub(super) fn keep_boxed(&mut self, place: &Place) {
        let scalar = |info: &&mut Info| matches!(info.ty, Type::Scalar(_));
        if let Some(info) = self.info_mut(place.root).filter(scalar) {
            info.storage = Storage::Boxed;
        }
    }

    /// Reports a reference to something immutable where it could be changed.
    pub(super) fn immutable_reference(&mut self, reference: &Reference, into: &'static str) {
        let Info { name, origin, declared, .. } = reference.root.clone();
        let place = reference.typed.span;
        self.report(ReferenceMistake::ImmutableIntoMut { place, name, origin, declared, into });
    }
}
