//! One type for several values of which one is taken: branches, and what a function gives.

use lunette::{DType, promote};

use super::Checker;
use super::convert::{Fit, widen};
use super::describe::number;
use super::mistake::{KindMistake, Role};
use super::shape::either;
use super::typed::{Typed, is_silent};
use crate::builtins::weak_dtype;
use crate::types::Type;

/// The type that values of two types have in common; unsuffixed numbers follow the others.
pub(super) fn common_type((a, a_weak): (&Type, bool), (b, b_weak): (&Type, bool)) -> Option<Type> {
    match (a, b) {
        _ if is_silent(a) => Some(b.clone()),
        _ if is_silent(b) => Some(a.clone()),
        (Type::Scalar(a), Type::Scalar(b)) => common_dtype((*a, a_weak), (*b, b_weak)).map(Type::Scalar),
        (Type::Tensor(x), Type::Tensor(y)) if x.dtype == y.dtype && x.rank == y.rank => {
            Some(Type::shaped(x.dtype, either(&a.sizes()?, &b.sizes()?)))
        }
        (a, b) => (a.erased() == b.erased()).then(|| a.erased()),
    }
}

/// Branches agree where one dtype holds the other; a third one would surprise.
fn common_dtype((a, a_weak): (DType, bool), (b, b_weak): (DType, bool)) -> Option<DType> {
    if (a == DType::Bool) != (b == DType::Bool) {
        return None;
    }
    match (a_weak, b_weak) {
        (true, false) => Some(weak_dtype(a, b)),
        (false, true) => Some(weak_dtype(b, a)),
        _ => Some(promote(a, b)).filter(|&dtype| (a_weak && b_weak) || dtype == a || dtype == b),
    }
}

impl Checker<'_> {
    /// A value as the type that it has in common with others.
    pub(super) fn joined(&mut self, typed: Typed, ty: &Type) -> Typed {
        match (ty, typed.ty()) {
            (Type::Scalar(dtype), Type::Scalar(found)) if dtype != found => match Fit::of(&typed, *dtype) {
                Fit::TooLarge(value) => {
                    let (value, dtype, span) = (number(value), *dtype, typed.span);
                    self.report(KindMistake::DoesNotFit {
                        value,
                        dtype,
                        span,
                        beside: None,
                        role: Role::Content,
                    });
                    Typed::unknown(span)
                }
                _ => widen(typed, *dtype),
            },
            _ => Typed { weak: false, ..typed },
        }
    }
}
