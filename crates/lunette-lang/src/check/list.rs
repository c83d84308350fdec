//! List literals: tensors with their elements written out.

use lunette::{DType, DynTensor, Scalar, promote};

use super::Checker;
use super::convert::{Fit, holds};
use super::describe::number;
use super::expr::peeled;
use super::mistake::{KindMistake, Role, ShapeMistake, ValueMistake};
use super::operator::converted;
use super::typed::{Typed, cut_short, known};
use crate::builtins::weak_dtype;
use crate::diagnostic::Diagnostic;
use crate::program::ExprKind as Kind;
use crate::source::Span;
use crate::syntax::tree::{Expr, ExprKind};
use crate::types::Type;
use crate::value::Value;

/// Larger literals are made when the program runs: as constants nobody asks for their elements.
const MOST_CONSTANTS: usize = 1 << 12;

impl Checker<'_> {
    /// `[a, b]`, `[[a, b], [c, d]]`.
    pub(super) fn list(&mut self, items: &[Expr], expected: Option<&Type>, span: Span) -> Typed {
        let mut elements = Vec::new();
        items.iter().for_each(|item| self.leaves(item, &mut elements));
        let rows = Rows { leaves: &elements, next: 0, path: Vec::new() };
        let Some(shape) = self.list_shape(items, rows) else { return Typed::unknown(span) };
        if elements.is_empty() && expected.and_then(Type::dtype).is_none() {
            self.report(ValueMistake::EmptyList { span, in_index: false });
            return Typed::unknown(span);
        }
        self.literal(shape, elements, Dtype::Leaning(expected.and_then(Type::dtype)), span)
    }

    /// The shape of nested rows, which must all be alike.
    fn list_shape(&mut self, items: &[Expr], mut rows: Rows<'_>) -> Option<Vec<usize>> {
        match rows.shape(items) {
            Ok(shape) => Some(shape),
            Err(mistake) => {
                mistake.into_iter().for_each(|mistake| self.report(mistake));
                None
            }
        }
    }

    /// The elements of a row, in row-major order.
    fn leaves(&mut self, item: &Expr, elements: &mut Vec<Typed>) {
        match &peeled(item).kind {
            ExprKind::List(items) => items.iter().for_each(|item| self.leaves(item, elements)),
            _ => elements.push(self.operand(item)),
        }
    }

    /// A tensor of a known shape with as many elements.
    pub(super) fn literal(
        &mut self,
        shape: Vec<usize>,
        elements: Vec<Typed>,
        dtype: Dtype,
        span: Span,
    ) -> Typed {
        let stores = elements.iter().any(|element| element.stores);
        if elements.iter().any(Typed::is_never) {
            return cut_short(&elements, span).unwrap_or_else(|| Typed::unknown(span));
        }
        let Some((elements, dtype)) = self.elements(elements, dtype) else {
            return Typed { stores, ..Typed::unknown(span) };
        };
        if let Some(tensor) = constant_tensor(&shape, &elements, dtype) {
            return known(tensor, &elements, span);
        }
        let ty = Type::shaped(dtype, shape.iter().copied().map(Some));
        let elements = elements.into_iter().map(|element| element.expr).collect();
        Typed { stores, ..Typed::fresh(Kind::TensorLiteral { shape, elements }, ty, span) }
    }

    /// The elements in one dtype.
    fn elements(&mut self, elements: Vec<Typed>, wanted: Dtype) -> Option<(Vec<Typed>, DType)> {
        let mut wrong = false;
        for element in &elements {
            if !element.is_silent() && !matches!(element.ty(), Type::Scalar(_)) {
                self.report(ValueMistake::Element { ty: element.ty().clone(), span: element.span });
                wrong = true;
            }
        }
        if wrong || elements.iter().any(Typed::is_silent) {
            return None;
        }
        let dtype = match wanted {
            Dtype::Named(dtype) => dtype,
            // Those that are too large are reported one by one.
            Dtype::Leaning(Some(dtype)) if elements.iter().all(|element| leans(element, dtype)) => dtype,
            Dtype::Leaning(_) => common_dtype(&elements)?,
        };
        let named = matches!(wanted, Dtype::Named(_));
        let converted: Vec<Option<Typed>> =
            elements.into_iter().map(|element| self.element(element, dtype, named)).collect();
        Some((converted.into_iter().collect::<Option<_>>()?, dtype))
    }

    /// An element in the dtype of its tensor. A dtype that is named does not take everything.
    fn element(&mut self, element: Typed, dtype: DType, named: bool) -> Option<Typed> {
        let element = self.landed(element, Some(&Type::Scalar(dtype)));
        if element.is_silent() {
            return None;
        }
        let fit = match (named, element.weak, element.scalar()) {
            (true, ..) => Fit::of(&element, dtype),
            (false, true, Some(value)) if !holds(value, weak_dtype(value.dtype(), dtype)) => {
                Fit::TooLarge(value)
            }
            _ => Fit::Yes,
        };
        match fit {
            Fit::Yes => {
                let constant = element.scalar().map(|value| Value::Scalar(value.cast(dtype)));
                let expr = converted(element.expr, dtype);
                Some(Typed { expr, constant, weak: false, ..element })
            }
            Fit::TooLarge(value) => {
                let (value, span) = (number(value), element.span);
                self.report(KindMistake::DoesNotFit {
                    value,
                    dtype,
                    span,
                    beside: None,
                    role: Role::Content,
                });
                None
            }
            Fit::No => {
                self.report(KindMistake::Expected {
                    wanted: dtype.to_string(),
                    cure: Some(format!("convert it: `cast<{dtype}>(…)`")),
                    found: element.expr.ty,
                    span: element.span,
                    asked: None,
                });
                None
            }
        }
    }
}

/// Nested rows, whose elements have been checked.
struct Rows<'e> {
    /// Every element, in the order of the text.
    leaves: &'e [Typed],
    /// The first of them that has not been counted.
    next: usize,
    /// The row that is being counted, and those around it.
    path: Vec<usize>,
}

impl Rows<'_> {
    /// The shape of some rows; if they have none, why, unless that has been reported.
    fn shape(&mut self, items: &[Expr]) -> Result<Vec<usize>, Option<Diagnostic>> {
        let mut first: Option<(Vec<usize>, usize)> = None;
        for (row, item) in items.iter().enumerate() {
            self.path.push(row);
            let start = self.next;
            let found = match &peeled(item).kind {
                ExprKind::List(items) => self.shape(items)?,
                _ => {
                    self.next += 1;
                    Vec::new()
                }
            };
            match &first {
                None => first = Some((found, start)),
                Some((shape, _)) if *shape == found && is_list(&items[0]) == is_list(item) => {}
                Some((shape, leaf)) => {
                    let odd = match (is_list(&items[0]), is_list(item)) {
                        (true, false) => self.leaves.get(start),
                        (false, true) => self.leaves.get(*leaf),
                        _ => None,
                    };
                    if let Some(mistake) = odd.and_then(beside_rows) {
                        return Err(mistake);
                    }
                    let (path, expected) = (self.path.clone(), shape.clone());
                    let (first, span) = (items[0].span, item.span);
                    return Err(Some(ShapeMistake::Ragged { path, expected, found, span, first }.into()));
                }
            }
            self.path.pop();
        }
        let inner = first.map(|(shape, _)| shape);
        Ok([items.len()].into_iter().chain(inner.into_iter().flatten()).collect())
    }
}

/// What is wrong with an element beside rows, if it is not their number of values: it is a tensor. Of an element with a
/// mistake nobody knows what it would be.
fn beside_rows(odd: &Typed) -> Option<Option<Diagnostic>> {
    match odd.ty() {
        Type::Tensor(_) => Some(Some(ValueMistake::Element { ty: odd.ty().clone(), span: odd.span }.into())),
        _ if odd.is_silent() && !odd.is_never() => Some(None),
        _ => None,
    }
}

/// Which dtype a literal gets.
#[derive(Clone, Copy)]
pub(super) enum Dtype {
    /// `tensor<f32>(…)`.
    Named(DType),
    /// What an annotation says, if all elements are unsuffixed and fit; otherwise the elements say it.
    Leaning(Option<DType>),
}

fn is_list(item: &Expr) -> bool {
    matches!(peeled(item).kind, ExprKind::List(_))
}

/// Whether an element takes a dtype by itself, if it is not too large.
fn leans(element: &Typed, dtype: DType) -> bool {
    element.weak && (element.wide.is_some() || !matches!(Fit::of(element, dtype), Fit::No))
}

/// The dtype that holds all elements: unsuffixed ones follow the others.
fn common_dtype(elements: &[Typed]) -> Option<DType> {
    let strong = common(elements.iter().filter(|element| !element.weak));
    let weak = common(elements.iter().filter(|element| element.weak));
    match (strong, weak) {
        (Some(strong), Some(weak)) => Some(weak_dtype(weak, strong)),
        (strong, weak) => strong.or(weak),
    }
}

/// Floats are promoted first: beside one of them each integer counts by itself.
fn common<'a>(elements: impl Iterator<Item = &'a Typed>) -> Option<DType> {
    let dtypes: Vec<DType> = elements.filter_map(|element| element.ty().dtype()).collect();
    let (integers, inexact): (Vec<DType>, Vec<DType>) =
        dtypes.into_iter().partition(|dtype| dtype.kind() < lunette::DTypeKind::Float);
    inexact.into_iter().chain(integers).reduce(promote)
}

/// The tensor itself, if all of its elements are known and not too many.
fn constant_tensor(shape: &[usize], elements: &[Typed], dtype: DType) -> Option<Value> {
    if elements.len() > MOST_CONSTANTS {
        return None;
    }
    let scalars: Vec<Scalar> = elements.iter().map(Typed::scalar).collect::<Option<_>>()?;
    if let ([], [scalar]) = (shape, &scalars[..]) {
        return Some(Value::Scalar(*scalar));
    }
    let flat = DynTensor::zeros_of(dtype, scalars.len()).ok()?;
    for (k, scalar) in scalars.iter().enumerate() {
        flat.set([k], *scalar).ok()?;
    }
    let sizes: Vec<i64> = shape.iter().map(|&size| i64::try_from(size)).collect::<Result<_, _>>().ok()?;
    // A copy, because what has just been made is no view of something else.
    Some(Value::Tensor(flat.reshape(&sizes[..]).and_then(|shaped| shaped.copy()).ok()?))
}
