//! Built-in functions that scalar loops are full of, without the way through values.

use super::Compiler;
use super::scalar::cast;
use crate::builtins::{Builtin, Native};
use crate::program::{Expr, ExprKind};
use crate::run::arithmetic::{Number, native};
use crate::run::machine::Code;
use crate::run::operand::Get;
use crate::run::register::with_dtype;
use crate::run::slot::Home;
use crate::source::Span;
use crate::types::Type;

impl Compiler<'_> {
    /// The code of a function of scalars, or of one that tells a size; none if there is no short way.
    pub(super) fn native<T: Number>(
        &mut self,
        builtin: &'static Builtin,
        args: &[Option<Expr>],
        span: Span,
    ) -> Option<Code<T>> {
        let Some((Some(first), rest)) = args.split_first() else { return None };
        match (builtin.native?, &first.ty, rest) {
            (Native::Cast, Type::Scalar(from), _) => {
                with_dtype!(*from, S => Some(cast::<S, T>(self.scalar::<S>(first))))
            }
            (Native::Len, Type::Tensor(_), []) => {
                self.of_shape(first, span, |shape| Some(shape.iter().product()))
            }
            (native, Type::Scalar(from), []) if *from == T::DTYPE => {
                let (function, operand) = (native::unary::<T>(native)?, self.operand::<T>(first));
                Some(Box::new(move |machine| Ok(function(operand.get(machine)?))))
            }
            (native, Type::Scalar(from), [Some(second)]) if *from == T::DTYPE && second.ty == first.ty => {
                let function = native::binary::<T>(native)?;
                let (left, right) = (self.operand::<T>(first), self.operand::<T>(second));
                Some(Box::new(move |machine| {
                    let left = left.get(machine)?;
                    Ok(function(left, right.get(machine)?))
                }))
            }
            _ => None,
        }
    }

    /// `shape(x)[axis]` of a variable.
    pub(super) fn size_of_axis<T: Number>(
        &mut self,
        tuple: &Expr,
        axis: usize,
        span: Span,
    ) -> Option<Code<T>> {
        let ExprKind::Builtin { builtin, args } = &tuple.kind else { return None };
        match (builtin.native?, args.as_slice()) {
            (Native::Shape, [Some(tensor)]) => {
                self.of_shape(tensor, span, move |shape| shape.get(axis).copied())
            }
            _ => None,
        }
    }

    /// What the sizes of a tensor tell, of one that is a variable and stays open for its elements.
    fn of_shape<T: Number>(
        &mut self,
        tensor: &Expr,
        span: Span,
        told: impl Fn(&[usize]) -> Option<usize> + Send + Sync + 'static,
    ) -> Option<Code<T>> {
        let (ExprKind::Variable(variable), Type::Tensor(_)) = (&tensor.kind, &tensor.ty) else { return None };
        let Some(Home::Object { object, .. }) = self.home(*variable) else { return None };
        if T::DTYPE != lunette::DType::I64 {
            return None;
        }
        Some(Box::new(move |machine| {
            let at = machine.place(object);
            match machine.objects.shape(at).and_then(&told) {
                Some(size) => Ok(T::cast_from(size as i64)),
                None => Err(machine.internal("a tensor has no such axis", span)),
            }
        }))
    }
}
