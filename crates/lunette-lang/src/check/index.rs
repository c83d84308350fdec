//! Indices: every notation becomes the items of the program here (R6 to R11).

mod known;

use lunette::{DType, ErrorKind, Scalar};

use self::known::{Fault, Take};
use super::Checker;
use super::constant::is_plain;
use super::expr::peeled;
use super::mistake::{FieldMistake, IndexMistake, NameMistake, ShapeMistake, ValueMistake};
use super::operator::converted;
use super::typed::{
    Found, Memory, Typed, cut_short, integer, is_pure, known as known_value, too_large_index,
};
use crate::program::{Constant, Expr, ExprKind as Kind, Item, RangeExpr};
use crate::source::Span;
use crate::syntax::tree::{self, ExprKind, Index};
use crate::types::{TensorType, Type};
use crate::value::{RangeValue, Value};
use crate::words;

/// An index that has been checked.
pub(super) struct Indexed {
    pub(super) items: Vec<Item>,
    /// The type of what it takes.
    pub(super) ty: Type,
    /// Where it picks entries, if it does: then what it takes is a copy.
    pub(super) picks: Option<Span>,
    pub(super) stores: bool,
}

impl Indexed {
    /// Whether it takes a scalar as it is: `x[()]`, `x[Fill]`.
    pub(super) fn takes_all_of_scalar(&self, base: &TensorType) -> bool {
        base.rank == 0 && self.items.iter().all(|item| matches!(item, Item::Fill))
    }
}

/// One item, as the program has it and as the rules see it.
struct Entry {
    item: Item,
    takes: Vec<Take>,
    span: Span,
    stores: bool,
}

impl Checker<'_> {
    /// `x[…]` as a value.
    pub(super) fn load(&mut self, index: &Index, span: Span) -> Typed {
        let base = self.value(&index.base);
        match (base.ty().clone(), base.ty().as_tensor()) {
            (_, Some(tensor)) => self.load_tensor(base, &tensor, index, span),
            (Type::Tuple(fields), None) => self.load_field(base, &fields, index, span),
            (ty, None) => {
                let entries: Vec<Typed> = index.items.iter().map(|item| self.expr(item, None)).collect();
                self.no_index(ty, base, &entries)
            }
        }
    }

    fn load_tensor(&mut self, base: Typed, tensor: &TensorType, index: &Index, span: Span) -> Typed {
        let indexed = match self.index((tensor, base.span), index, false) {
            Ok(indexed) => indexed,
            Err(silent) => return cut_short([&base, &silent], span).unwrap_or(*silent),
        };
        if indexed.takes_all_of_scalar(tensor) {
            return base;
        }
        // What an item stores must not be seen in what is loaded.
        let base = if indexed.stores { base.settled() } else { base };
        // A part of a temporary is not the whole of its memory.
        let memory = if indexed.picks.is_some() { Memory::Fresh } else { base.memory.max(Memory::Own) };
        let stores = base.stores || indexed.stores;
        let kind = Kind::Load { base: Box::new(base.expr), items: indexed.items };
        Typed { memory, stores, ..Typed::fresh(kind, indexed.ty, span) }
    }

    /// An index of something that has no entries.
    fn no_index(&mut self, ty: Type, base: Typed, items: &[Typed]) -> Typed {
        if let Some(silent) = cut_short(std::iter::once(&base).chain(items), base.span) {
            return silent;
        }
        self.report(IndexMistake::NotIndexable { ty, span: base.span });
        Typed::unknown(base.span)
    }

    /// `t[0]`: a field of a tuple.
    fn load_field(&mut self, base: Typed, fields: &[Type], index: &Index, span: Span) -> Typed {
        let unknown = Typed { stores: base.stores, ..Typed::unknown(span) };
        let [item] = &index.items[..] else {
            self.report(FieldMistake::NoInteger { ty: None, span: inside(index) });
            return unknown;
        };
        let item = self.value(item);
        if let Some(silent) = cut_short([&base, &item], span) {
            return silent;
        }
        match item.ty() {
            Type::Scalar(dtype) if dtype.is_integer() => match item.whole_number() {
                Some(k) => self.known_field(base, fields, k, (item.span, span)),
                None => self.open_field(base, fields, item, span),
            },
            _ => {
                self.report(FieldMistake::NoInteger { ty: Some(item.expr.ty), span: item.span });
                unknown
            }
        }
    }

    fn known_field(&mut self, base: Typed, fields: &[Type], k: i128, (at, span): (Span, Span)) -> Typed {
        let len = fields.len();
        let entry = if k < 0 { k + len as i128 } else { k };
        let found = usize::try_from(entry).ok().filter(|&entry| entry < len);
        let Some((field, ty)) = found.and_then(|field| Some((field, fields.get(field)?.clone()))) else {
            let base = (base.expr.ty, base.span);
            let mistake = FieldMistake::Missing { index: k, len, base, span: at };
            self.about_values(|checker| checker.report(mistake));
            return Typed::unknown(span);
        };
        let constant = match &base.constant {
            Some(Value::Tuple(values)) => values.get(field).cloned(),
            _ => None,
        };
        if let Some(value) = constant.as_ref().filter(|value| is_plain(value)) {
            return Typed { stores: base.stores, ..known_value(value.clone(), [&base], span) };
        }
        let (memory, stores) = (base.memory.max(Memory::Own), base.stores);
        let kind = Kind::Field { tuple: Box::new(base.expr), index: field };
        Typed { constant, memory, stores, ..Typed::fresh(kind, ty, span) }
    }

    fn open_field(&mut self, base: Typed, fields: &[Type], item: Typed, span: Span) -> Typed {
        let first = fields.first().map(Type::erased).unwrap_or(Type::Unknown);
        if fields.iter().any(|field| field.erased() != first) {
            let base = (base.expr.ty, base.span);
            self.report(FieldMistake::Open { base, span: item.span });
            return Typed::unknown(span);
        }
        let (memory, stores) = (base.memory.max(Memory::Own), base.stores || item.stores);
        let index = Box::new(converted(item.expr, DType::I64));
        let kind = Kind::FieldAt { tuple: Box::new(base.expr), index };
        Typed { memory, stores, ..Typed::fresh(kind, first, span) }
    }

    /// The items of an index on a tensor, and what they take. `settle` if something is stored between the items and
    /// their use.
    pub(super) fn index(
        &mut self,
        (tensor, base): (&TensorType, Span),
        index: &Index,
        settle: bool,
    ) -> Found<Indexed> {
        let entries = self.entries(index, settle)?;
        let unknown = || Box::new(Typed::unknown(base.to(index.brackets)));
        let base_ty = match tensor.rank {
            0 => Type::Scalar(tensor.dtype),
            _ => Type::Tensor(tensor.clone()),
        };
        if index.element && !is_element(&entries, tensor.rank) {
            self.report(IndexMistake::Element { base: (base_ty, base), span: index.brackets });
            return Err(unknown());
        }
        let takes: Vec<Take> = entries.iter().flat_map(|entry| entry.takes.iter().cloned()).collect();
        match known::result(&base_ty.sizes().unwrap_or_default(), &takes) {
            Ok(sizes) => Ok(Indexed {
                ty: Type::shaped(tensor.dtype, sizes),
                picks: entries.iter().find(|entry| entry.takes.iter().any(Take::is_pick)).map(|e| e.span),
                stores: entries.iter().any(|entry| entry.stores),
                items: entries.into_iter().map(|entry| entry.item).collect(),
            }),
            Err(fault) => {
                self.faulty(fault, &entries, (base_ty, base), index);
                Err(unknown())
            }
        }
    }

    fn faulty(&mut self, fault: Fault, entries: &[Entry], base: (Type, Span), index: &Index) {
        let spans: Vec<Span> =
            entries.iter().flat_map(|entry| entry.takes.iter().map(|_| entry.span)).collect();
        let span_of = |item: usize| spans.get(item).copied().unwrap_or(index.brackets);
        match fault {
            Fault::TooMany { .. } if matches!(base.0, Type::Scalar(_)) => {
                let (ty, base) = base;
                self.report(IndexMistake::Scalar { ty, span: inside(index), base });
            }
            Fault::TooMany { items } => {
                self.report(IndexMistake::TooMany { items, base, span: inside(index) });
            }
            Fault::TwoFills { first, second } => {
                self.report(IndexMistake::TwoFills { span: span_of(second), first: span_of(first) });
            }
            Fault::Library { error, item } => {
                let span = item.map_or_else(|| inside(index), span_of);
                let recursive = match error.kind() {
                    ErrorKind::RankLimit { .. } => self.recursive_function(),
                    _ => None,
                };
                let help = match recursive {
                    Some(name) => format!(
                        "each call of `{name}` in itself has another rank, and all ranks must be known before the \
                         program runs: let a condition on `rank(…)` end it"
                    ),
                    None => words::cure_of(&error),
                };
                let mistake = IndexMistake::Item { words: words::of_library(&error), base, span, help };
                self.about_values(|checker| checker.report(mistake));
            }
            Fault::Picks(clash) => {
                let mistake = ShapeMistake::Picks { clash, span: base.1.to(index.brackets) };
                self.about_values(|checker| checker.report(mistake));
            }
        }
    }

    /// The items one by one; a tuple that stands alone is spread.
    fn entries(&mut self, index: &Index, settle: bool) -> Found<Vec<Entry>> {
        let unknown = || Box::new(Typed::unknown(index.brackets));
        let items: &[tree::Expr] = match &index.items[..] {
            [] if index.element => &[],
            // The parser has reported it.
            [] => return Err(unknown()),
            [only] => match &peeled(only).kind {
                ExprKind::Tuple(fields) => fields,
                _ => std::slice::from_ref(only),
            },
            items => items,
        };
        let typed: Vec<Typed> = items.iter().map(|item| self.item(item)).collect();
        if typed.iter().any(Typed::is_never) {
            return Err(cut_short(&typed, index.brackets).map_or_else(unknown, Box::new));
        }
        let later = |k: usize| settle || typed.iter().skip(k + 1).any(|item| item.stores);
        let settles: Vec<bool> = (0..typed.len()).map(later).collect();
        if let [only] = &typed[..]
            && let Type::Tuple(fields) = only.ty()
        {
            let fields = fields.clone();
            let only = only.clone();
            return self.spread(only, &fields).ok_or_else(unknown);
        }
        let entries: Vec<Option<Entry>> = typed
            .into_iter()
            .zip(settles)
            .map(|(item, settle)| self.entry(if settle { item.settled() } else { item }))
            .collect();
        entries.into_iter().collect::<Option<_>>().ok_or_else(unknown)
    }

    /// The value of an item.
    fn item(&mut self, item: &tree::Expr) -> Typed {
        match &peeled(item).kind {
            ExprKind::List(elements) if elements.is_empty() => {
                self.report(ValueMistake::EmptyList { span: item.span, in_index: true });
                Typed::unknown(item.span)
            }
            ExprKind::Name(name) if matches!(&**name, "None" | "nil") && self.resolve(name).is_none() => {
                self.report(NameMistake::EmptyItem { name: name.clone(), span: item.span });
                Typed::unknown(item.span)
            }
            _ => self.value(item),
        }
    }

    /// One item, by its type.
    fn entry(&mut self, typed: Typed) -> Option<Entry> {
        let (span, stores) = (typed.span, typed.stores);
        if typed.is_silent() {
            return None;
        }
        if let Type::Tuple(_) = typed.ty() {
            self.report(IndexMistake::TupleBeside { span });
            return None;
        }
        if let Some(index) = typed.constant.as_ref().and_then(too_large_index) {
            self.index_too_large(index, span);
            return None;
        }
        let Some(take) = take(typed.ty(), typed.constant.as_ref()) else {
            self.report(IndexMistake::NoItem { ty: typed.expr.ty, span });
            return None;
        };
        let item = match &take {
            Take::At(_) => Item::At(converted(typed.expr, DType::I64)),
            Take::Range(Some(range)) if is_pure(&typed.expr) => {
                Item::Range(Box::new(range_expr(range, span)))
            }
            Take::Range(_) => match typed.expr.kind {
                Kind::Range(range) => Item::Range(range),
                kind => Item::Value(Expr { kind, ..typed.expr }),
            },
            Take::NewAxis if is_pure(&typed.expr) => Item::NewAxis,
            Take::Fill if is_pure(&typed.expr) => Item::Fill,
            Take::NewAxis | Take::Fill => Item::Value(typed.expr),
            Take::Gather { .. } | Take::Mask { .. } => Item::Tensor(typed.expr),
        };
        Some(Entry { item, takes: vec![take], span, stores })
    }

    pub(super) fn index_too_large(&mut self, index: u64, span: Span) {
        self.about_values(|checker| checker.report(IndexMistake::TooLarge { index, span }));
    }

    /// A tuple that is the only item: its fields are the items.
    fn spread(&mut self, typed: Typed, fields: &[Type]) -> Option<Vec<Entry>> {
        if typed.is_silent() {
            return None;
        }
        let (span, stores) = (typed.span, typed.stores);
        let values: Vec<Option<&Value>> = match &typed.constant {
            Some(Value::Tuple(values)) if values.iter().all(is_plain) && is_pure(&typed.expr) => {
                let items = values.iter().map(|value| self.entry(Typed::constant(value.clone(), span)));
                return items.collect();
            }
            Some(Value::Tuple(values)) => values.iter().map(Some).collect(),
            _ => vec![None; fields.len()],
        };
        if let Some(index) = values.iter().find_map(|value| value.and_then(too_large_index)) {
            self.index_too_large(index, span);
            return None;
        }
        let takes: Option<Vec<Take>> =
            fields.iter().zip(values).map(|(field, value)| take(field, value)).collect();
        match takes {
            Some(takes) => Some(vec![Entry { item: Item::Tuple(typed.expr), takes, span, stores }]),
            None => {
                self.report(IndexMistake::NoItem { ty: typed.expr.ty, span });
                None
            }
        }
    }
}

/// What an item of a type takes, with what is known of its value; none if it is no item.
fn take(ty: &Type, constant: Option<&Value>) -> Option<Take> {
    let sizes = || ty.sizes().unwrap_or_default();
    Some(match (ty, constant) {
        (Type::Scalar(DType::Bool), value) => Take::Mask { sizes: Vec::new(), count: value.and_then(count) },
        (Type::Scalar(dtype), value) if dtype.is_integer() => Take::At(match value {
            Some(Value::Scalar(scalar)) => integer(*scalar),
            _ => None,
        }),
        (Type::Range, Some(Value::Range(range))) => Take::Range(Some(*range)),
        (Type::Range, _) => Take::Range(None),
        (Type::NewAxis, _) => Take::NewAxis,
        (Type::Fill, _) => Take::Fill,
        (Type::Tensor(tensor), value) if tensor.dtype == DType::Bool => {
            let sizes = sizes();
            let count = if sizes.contains(&Some(0)) { Some(0) } else { value.and_then(count) };
            Take::Mask { sizes, count }
        }
        (Type::Tensor(tensor), value) if tensor.dtype.is_integer() => {
            let tensor = match value {
                Some(Value::Tensor(tensor)) => Some(tensor.clone()),
                _ => None,
            };
            Take::Gather { sizes: sizes(), tensor }
        }
        _ => return None,
    })
}

/// How many entries of a known mask are true.
fn count(mask: &Value) -> Option<usize> {
    match mask {
        Value::Scalar(Scalar::Bool(flag)) => Some(usize::from(*flag)),
        Value::Tensor(tensor) => match tensor.sum(..).and_then(|sum| sum.item()).ok()? {
            Scalar::I64(count) => usize::try_from(count).ok(),
            _ => None,
        },
        _ => None,
    }
}

/// A known range as the program has it.
pub(super) fn range_expr(range: &RangeValue, span: Span) -> RangeExpr {
    let part = |part: Option<i64>| {
        part.map(|value| Expr {
            kind: Kind::Constant(Constant::Scalar(Scalar::I64(value))),
            ty: Type::Scalar(DType::I64),
            span,
        })
    };
    RangeExpr {
        notation: range.notation,
        start: part(range.start),
        end: part(range.end),
        step: part(range.step),
        every: part(range.every),
        span,
    }
}

/// Whether the items are one integer for each axis.
fn is_element(entries: &[Entry], rank: usize) -> bool {
    let integers = |entry: &Entry| matches!(entry.takes[..], [Take::At(_)]);
    entries.len() == rank && entries.iter().all(integers)
}

/// From the first item to the last; the brackets where there is none.
fn inside(index: &Index) -> Span {
    match (index.items.first(), index.items.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => index.brackets,
    }
}

#[cfg(test)]
mod tests;
