//! Expressions whose values are tensors.

use lunette::{DynTensor, Element, Tensor};

use super::index::bracket;
use super::{Compiler, internal};
use crate::program::{Expr, ExprKind, Item};
use crate::run::arithmetic::Number;
use crate::run::function::with_stack;
use crate::run::index::evaluate;
use crate::run::machine::Code;
use crate::run::register::with_dtype;
use crate::source::Span;
use crate::types::Type;
use crate::value::Value;

impl Compiler<'_> {
    /// The code of an expression whose value is a tensor, which may share memory with others.
    pub(super) fn tensor(&mut self, expr: &Expr) -> Code<DynTensor> {
        with_stack(|| self.tensor_code(expr))
    }

    fn tensor_code(&mut self, expr: &Expr) -> Code<DynTensor> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Variable(variable) if matches!(expr.ty, Type::Tensor(_)) => {
                match self.home(*variable).and_then(|home| home.object()) {
                    Some(object) => Box::new(move |machine| machine.tensor(object, span)),
                    None => internal("a variable holds no tensor", span),
                }
            }
            ExprKind::View(place) => self.view(place),
            ExprKind::Copy(inner) => match &inner.kind {
                ExprKind::Load { base, items } => self.load(base, items, (span, Sharing::No)),
                _ => {
                    let code = self.tensor(inner);
                    Box::new(move |machine| {
                        let tensor = code(machine)?;
                        tensor.copy().map_err(|error| machine.library_failed(error, span))
                    })
                }
            },
            ExprKind::Load { base, items } => self.load(base, items, (span, Sharing::Yes)),
            ExprKind::TensorLiteral { shape, elements } => self.literal(&expr.ty, shape, elements, span),
            _ => {
                let code = self.value(expr);
                Box::new(move |machine| match code(machine)? {
                    Value::Tensor(tensor) => Ok(tensor),
                    Value::Scalar(scalar) => {
                        DynTensor::scalar_of(scalar).map_err(|error| machine.library_failed(error, span))
                    }
                    _ => Err(machine.internal("a value is no tensor", span)),
                })
            }
        }
    }

    fn load(&mut self, base: &Expr, items: &[Item], (span, sharing): (Span, Sharing)) -> Code<DynTensor> {
        let picks = has_picks(items);
        let (base, codes, bracket) = (self.tensor(base), self.items(items), bracket(items, span));
        Box::new(move |machine| {
            let tensor = base(machine)?;
            let items = evaluate(&codes, machine)?;
            let part = match sharing {
                Sharing::Yes if !picks => tensor.view(&items),
                _ => tensor.load(&items),
            };
            part.map_err(|error| machine.index_failed(error, &bracket, tensor.rank()))
        })
    }

    fn literal(&mut self, ty: &Type, shape: &[usize], elements: &[Expr], span: Span) -> Code<DynTensor> {
        let Some(dtype) = ty.dtype() else { return internal("a list is no tensor", span) };
        with_dtype!(dtype, T => match constants::<T>(elements) {
            Some(values) => copies(Tensor::from_vec(values, shape), span),
            None => {
                let elements: Vec<Code<T>> = elements.iter().map(|element| self.scalar(element)).collect();
                let shape = shape.to_vec();
                Box::new(move |machine| {
                    let mut values = Vec::with_capacity(elements.len());
                    for element in &elements {
                        values.push(element(machine)?);
                    }
                    let tensor = Tensor::from_vec(values, &shape);
                    tensor.map(Tensor::into_dyn).map_err(|error| machine.library_failed(error, span))
                })
            }
        })
    }
}

/// Whether a load may share memory with what it loads from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    Yes,
    No,
}

/// Whether an index takes entries that strides cannot express.
pub(super) fn has_picks(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Tensor(_) => true,
        Item::Tuple(tuple) => match &tuple.ty {
            Type::Tuple(fields) => fields
                .iter()
                .any(|field| matches!(field, Type::Tensor(_) | Type::Scalar(lunette::DType::Bool))),
            _ => false,
        },
        _ => false,
    })
}

/// The elements of a list, if all are constants.
fn constants<T: Number>(elements: &[Expr]) -> Option<Vec<T>> {
    let constant = |element: &Expr| match &element.kind {
        ExprKind::Constant(value) => T::of_value(&value.value()),
        _ => None,
    };
    elements.iter().map(constant).collect()
}

/// Code that gives a copy of a tensor each time.
fn copies<T: Element>(tensor: lunette::Result<Tensor<T>>, span: Span) -> Code<DynTensor> {
    let tensor = tensor.map(Tensor::into_dyn);
    Box::new(move |machine| {
        let copy = tensor.as_ref().map_err(Clone::clone).and_then(DynTensor::copy);
        copy.map_err(|error| machine.library_failed(error, span))
    })
}
