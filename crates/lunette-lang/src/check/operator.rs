//! Operators: promotion (R28), what integers have no answer for (R29), comparisons, `and`, `or`, `not`.

use lunette::{DType, Scalar};

use super::Checker;
use super::constant::{is_integer_pair, is_plain};
use super::describe::{number, shape_of};
use super::literal::scalar_of;
use super::mistake::{KindMistake, Origin, Role, ShapeMistake};
use super::rules::{apply, apply_one, compares_exactly, is_comparison, looks_right, symbol, working_dtype};
use super::shape::broadcast;
use super::typed::{Typed, cut_short, known};
use crate::builtins::{self, Argument, Builtin, weak_dtype, weak_scalar};
use crate::program::{Block, Constant, Expr as Typ, ExprKind, Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::tree::{BinaryOp, Expr, LogicOp, UnaryOp};
use crate::types::Type;
use crate::value::Value;
use crate::words;

/// Longer strings are put together when the program runs: joined to themselves they would grow without end.
const LONGEST_CONSTANT: usize = 1 << 10;

/// An operator, where it stands, and the whole expression.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    pub(super) op: BinaryOp,
    pub(super) op_span: Span,
    pub(super) span: Span,
}

impl Checker<'_> {
    /// `a + b`.
    pub(super) fn binary(&mut self, operation: Operation, left: &Expr, right: &Expr) -> Typed {
        let left = self.operand(left);
        let right = self.operand(right);
        // What the right side stores must not be seen on the left.
        let left = if right.stores { left.settled() } else { left };
        self.operate(operation, left, right)
    }

    /// An operator on operands that have been checked.
    pub(super) fn operate(&mut self, operation: Operation, left: Typed, right: Typed) -> Typed {
        let Operation { op, op_span, span } = operation;
        let stores = left.stores || right.stores;
        let result = if let Some(silent) = cut_short([&left, &right], span) {
            silent
        } else if left.ty().dtype().is_some() && right.ty().dtype().is_some() {
            self.numbers(operation, left, right)
        } else if op == BinaryOp::Add && *left.ty() == Type::String && *right.ty() == Type::String {
            joined(left, right, op_span)
        } else if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && can_be_same(left.ty(), right.ty()) {
            same(op == BinaryOp::Eq, left, right, op_span)
        } else if is_order(op) && *left.ty() == Type::String && *right.ty() == Type::String {
            self.order(operation, left, right)
        } else {
            self.report(KindMistake::Operands {
                op: symbol(op),
                cure: cure(op, left.ty(), right.ty()),
                left: (left.expr.ty, left.span),
                right: (right.expr.ty, right.span),
                span,
            });
            Typed::unknown(span)
        };
        Typed { span, stores, ..result }
    }

    /// Whether one string comes before another: how they compare, and how that compares with 0.
    fn order(&mut self, operation: Operation, left: Typed, right: Typed) -> Typed {
        let zero = Scalar::I64(0);
        if let (Some(Value::Str(a)), Some(Value::Str(b))) = (&left.constant, &right.constant)
            && let Ok(value) = apply(operation.op, Scalar::I64(a.cmp(b) as i64), zero)
        {
            return known(Value::Scalar(value), [&left, &right], operation.span);
        }
        let Some(builtin) = builtins::find("compare_text") else { return Typed::unknown(operation.span) };
        let args = padded(builtin, [left.expr, right.expr]);
        let kind = ExprKind::Builtin { builtin, args };
        let compared = Typed::fresh(kind, Type::Scalar(DType::I64), operation.op_span);
        self.fitted(operation, compared, Typed::strong(zero, operation.span))
    }

    /// An operator on scalars and tensors.
    fn numbers(&mut self, operation: Operation, left: Typed, right: Typed) -> Typed {
        let fitted = match (left.weak, right.weak) {
            (true, true) => return self.weak_numbers(operation, left, right),
            (true, false) => self.fit(operation.op, left, &right).map(|left| (left, right)),
            (false, true) => self.fit(operation.op, right, &left).map(|right| (left, right)),
            (false, false) => Some((left, right)),
        };
        let Some((left, right)) = fitted else { return Typed::unknown(operation.span) };
        match self.right_is_allowed(operation, &left, &right) {
            true => self.fitted(operation, left, right),
            false => Typed::unknown(operation.span),
        }
    }

    /// An operator on two unsuffixed numbers; so is the result, if it is known.
    fn weak_numbers(&mut self, operation: Operation, left: Typed, right: Typed) -> Typed {
        if !self.right_is_allowed(operation, &left, &right) {
            return Typed::unknown(operation.span);
        }
        if let Some(exact) = self.exact_binary(operation, [&left, &right]) {
            return exact;
        }
        let left = self.beside_weak(left, &right);
        let right = self.beside_weak(right, &left);
        if let Some(silent) = cut_short([&left, &right], operation.span) {
            return silent;
        }
        let result = self.fitted(operation, left, right);
        Typed { weak: result.constant.is_some(), ..result }
    }

    /// An operator on operands in their own dtypes.
    fn fitted(&mut self, operation: Operation, left: Typed, right: Typed) -> Typed {
        match (left.ty(), right.ty()) {
            (&Type::Scalar(a), &Type::Scalar(b)) => self.scalars(operation, (left, a), (right, b)),
            _ => self.tensors(operation, left, right),
        }
    }

    /// An unsuffixed number in the dtype that it takes beside another operand.
    fn fit(&mut self, op: BinaryOp, weak: Typed, beside: &Typed) -> Option<Typed> {
        let Some(dtype) = beside.ty().dtype() else { return Some(weak) };
        let (fitting, value) = match (weak.wide, weak.scalar()) {
            (Some(value), _) => (scalar_of(value, weak_dtype(DType::I32, dtype)), value.to_string()),
            (None, Some(value)) => (weak_scalar(value, dtype).ok(), number(value)),
            (None, None) => return Some(weak),
        };
        match fitting {
            Some(scalar) => Some(Typed::strong(scalar, weak.span)),
            // It is less than all of them, or greater, or equal to none: the usual answer.
            None if is_comparison(op) => Some(as_strong(weak)),
            None => {
                let beside = Some(beside.span);
                self.report(KindMistake::DoesNotFit {
                    value,
                    dtype,
                    span: weak.span,
                    beside,
                    role: Role::Operand,
                });
                None
            }
        }
    }

    /// An integer without a width beside an unsuffixed number that is no integer.
    fn beside_weak(&mut self, typed: Typed, beside: &Typed) -> Typed {
        let ty = beside.ty().clone();
        let is_inexact = ty.dtype().is_some_and(|dtype| !dtype.is_integer() && dtype != DType::Bool);
        self.landed(typed, Some(&ty).filter(|_| is_inexact))
    }

    /// Whether a known right operand is one that integers have an answer for.
    fn right_is_allowed(&mut self, operation: Operation, left: &Typed, right: &Typed) -> bool {
        let (Some(a), Some(value)) = (left.ty().dtype(), right.scalar()) else { return true };
        let op = operation.op;
        if !looks_right(op) || !is_integer_pair(a, value.dtype()) {
            return true;
        }
        match apply(op, Scalar::Bool(true).cast(a), value) {
            Ok(_) => true,
            Err(error) => {
                self.about_values(|checker| checker.refused(operation, &error, left, right));
                false
            }
        }
    }

    fn scalars(
        &mut self,
        operation: Operation,
        (left, a): (Typed, DType),
        (right, b): (Typed, DType),
    ) -> Typed {
        let Operation { op, op_span, span } = operation;
        let dtype = match self.rules.binary(op, a, b) {
            Ok(dtype) => dtype,
            Err(error) => {
                self.refused(operation, &error, &left, &right);
                return Typed::unknown(span);
            }
        };
        if let (Some(a), Some(b)) = (left.scalar(), right.scalar())
            && let Ok(value) = apply(op, a, b)
        {
            return known(Value::Scalar(value), [&left, &right], span);
        }
        if compares_exactly(op, a, b) {
            return self.tensors(operation, left, right);
        }
        let working = working_dtype(op, a, b);
        let [left, right] = [left, right].map(|operand| Box::new(converted(operand.expr, working)));
        Typed::fresh(ExprKind::Binary { op, left, right }, Type::Scalar(dtype), op_span)
    }

    fn tensors(&mut self, operation: Operation, left: Typed, right: Typed) -> Typed {
        let Operation { op, op_span, span } = operation;
        let clash = match (left.ty().sizes(), right.ty().sizes()) {
            (Some(a), Some(b)) if op != BinaryOp::Matmul => broadcast(&a, &b).err(),
            _ => None,
        };
        if let Some(clash) = clash {
            let origins = self.origins([&left, &right]);
            let (left, right) = ((left.expr.ty, left.span), (right.expr.ty, right.span));
            let mistake = ShapeMistake::Broadcast { op: symbol(op), clash, left, right, span, origins };
            self.about_values(|checker| checker.report(mistake));
            return Typed::unknown(span);
        }
        let Some(builtin) = builtins::binary(op) else { return Typed::unknown(span) };
        let args = [argument(&left), argument(&right)];
        match builtin.infer(&args.map(Some)) {
            Ok(inferred) => {
                let args = padded(builtin, [left.expr, right.expr]);
                Typed::fresh(ExprKind::Builtin { builtin, args }, inferred.ty, op_span)
            }
            Err(mistake) => {
                let words = without_name(&words::in_language(&mistake.to_string()));
                self.report(KindMistake::Refused {
                    op: symbol(op),
                    words,
                    span,
                    cure: cure_of_product(op, [&left, &right]).unwrap_or_else(|| cure_of(&mistake)),
                    parts: [&left, &right]
                        .into_iter()
                        .map(|part| (part.span, shape_of(part.ty())))
                        .chain(self.origins([&left, &right]))
                        .collect(),
                });
                Typed::unknown(span)
            }
        }
    }

    /// Where variables of known shapes got them; once, where both are the same one.
    fn origins(&self, parts: [&Typed; 2]) -> Vec<(Span, String)> {
        let mut origins: Vec<_> = parts.into_iter().filter_map(|part| self.origin(part)).collect();
        origins.dedup();
        origins
    }

    /// Where a variable of a known shape got it, with words about that.
    pub(super) fn origin(&self, typed: &Typed) -> Option<(Span, String)> {
        let ExprKind::Variable(variable) = typed.expr.kind else { return None };
        let info = self.info(variable)?;
        // A parameter has the shape of each call's argument.
        let is_bound = info.origin == Origin::Let && matches!(typed.ty(), Type::Tensor(_));
        is_bound.then(|| (info.declared, format!("{} from here", shape_of(typed.ty()))))
    }

    fn refused(&mut self, operation: Operation, error: &lunette::Error, left: &Typed, right: &Typed) {
        let parts = [left, right].iter().map(|part| (part.span, shape_of(part.ty()))).collect();
        let words = words::of_library(error);
        let cure = cure_of_product(operation.op, [left, right]).unwrap_or_else(|| words::cure_of(error));
        self.report(KindMistake::Refused {
            op: symbol(operation.op),
            words,
            span: operation.span,
            parts,
            cure,
        });
    }

    /// `-a`, `~a`, `not a`.
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &Expr, span: Span) -> Typed {
        let operand = self.operand(operand);
        let stores = operand.stores;
        if let Some(silent) = cut_short([&operand], span) {
            return silent;
        }
        let result = match operand.ty() {
            Type::Scalar(DType::Bool) if op == UnaryOp::Not => self.unary_scalar(op, operand, span),
            _ if op == UnaryOp::Not => {
                let text = self.written(operand.span);
                self.report(KindMistake::Logic { op: "not", ty: operand.expr.ty, span: operand.span, text });
                Typed::unknown(span)
            }
            Type::Scalar(_) => self.unary_scalar(op, operand, span),
            Type::Tensor(_) => self.unary_tensor(op, operand, span),
            _ => {
                self.report(KindMistake::Operand { op: unary_symbol(op), ty: operand.expr.ty, span });
                Typed::unknown(span)
            }
        };
        Typed { span, stores, ..result }
    }

    fn unary_scalar(&mut self, op: UnaryOp, operand: Typed, span: Span) -> Typed {
        let dtype = operand.ty().dtype().unwrap_or(DType::Bool);
        let result = match self.rules.unary(op, dtype) {
            Ok(result) => result,
            Err(error) => {
                return self.unary_refused(op, (words::of_library(&error), words::cure_of(&error)), span);
            }
        };
        if let Some(exact) = self.exact_unary(op, &operand, span) {
            return exact;
        }
        if let Some(value) = operand.scalar().and_then(|value| apply_one(op, value).ok()) {
            return Typed { weak: operand.weak, ..known(Value::Scalar(value), [&operand], span) };
        }
        Typed::fresh(ExprKind::Unary { op, operand: Box::new(operand.expr) }, Type::Scalar(result), span)
    }

    fn unary_tensor(&mut self, op: UnaryOp, operand: Typed, span: Span) -> Typed {
        let Some(builtin) = builtins::unary(op) else { return Typed::unknown(span) };
        match builtin.infer(&[Some(argument(&operand))]) {
            Ok(inferred) => {
                let args = padded(builtin, [operand.expr]);
                Typed::fresh(ExprKind::Builtin { builtin, args }, inferred.ty, span)
            }
            Err(mistake) => {
                let words = without_name(&words::in_language(&mistake.to_string()));
                self.unary_refused(op, (words, cure_of(&mistake)), span)
            }
        }
    }

    fn unary_refused(&mut self, op: UnaryOp, (words, cure): (String, String), span: Span) -> Typed {
        self.report(KindMistake::Refused { op: unary_symbol(op), words, span, parts: Vec::new(), cure });
        Typed::unknown(span)
    }

    /// `a and b`, `a or b`.
    pub(super) fn logic(&mut self, op: LogicOp, left: &Expr, right: &Expr, span: Span) -> Typed {
        let left = self.value(left);
        let decided = Scalar::Bool(op == LogicOp::Or);
        let (reached, always) = match left.scalar() {
            Some(known) => (known != decided, known != decided),
            None => (true, false),
        };
        let (right, dropped) = self.passed_over(
            |checker| checker.reached(reached, |checker| checker.value(right)),
            |(right, dropped)| (right.is_never() || *dropped, always),
        );
        if dropped {
            return known(Value::Scalar(decided), [&left], span);
        }
        let word = if op == LogicOp::And { "and" } else { "or" };
        for operand in [&left, &right] {
            if !operand.is_silent() && *operand.ty() != Type::Scalar(DType::Bool) {
                let text = self.written(operand.span);
                let (ty, span) = (operand.ty().clone(), operand.span);
                self.report(KindMistake::Logic { op: word, ty, span, text });
            }
        }
        let stores = left.stores || right.stores;
        if left.is_never() {
            return left;
        }
        let constant = match (op, left.scalar(), right.scalar()) {
            (LogicOp::And, Some(Scalar::Bool(a)), Some(Scalar::Bool(b))) => Some(a && b),
            (LogicOp::Or, Some(Scalar::Bool(a)), Some(Scalar::Bool(b))) => Some(a || b),
            _ => None,
        };
        let (left, right) = (Box::new(left.expr), Box::new(as_bool(right).expr));
        let result = Typed::fresh(ExprKind::Logic { op, left, right }, Type::Scalar(DType::Bool), span);
        let constant = constant.map(|value| Value::Scalar(Scalar::Bool(value)));
        Typed { constant, stores, ..result }
    }
}

/// The right side of `and` and `or`, which need not be reached: where it never gives a value, a block that has the type
/// of one.
fn as_bool(right: Typed) -> Typed {
    if !right.is_never() {
        return right;
    }
    let (span, stores) = (right.span, right.stores);
    let statements = vec![Stmt { kind: StmtKind::Expr(right.expr), span }];
    let value = Some(Box::new(Typed::strong(Scalar::Bool(false), span).expr));
    let block = ExprKind::Block(Block { statements, value });
    Typed { stores, ..Typed::fresh(block, Type::Scalar(DType::Bool), span) }
}

/// Whether two values are the same, as a whole.
fn same(equal: bool, left: Typed, right: Typed, span: Span) -> Typed {
    let decided = match (&left.constant, &right.constant) {
        _ if never_same(left.ty(), right.ty()) => Some(false),
        (Some(a), Some(b)) if is_plain(a) && is_plain(b) => a.same(b).ok(),
        _ => None,
    };
    if let Some(decided) = decided {
        return known(Value::Scalar(Scalar::Bool(decided == equal)), [&left, &right], span);
    }
    let (left, right) = (Box::new(left.expr), Box::new(right.expr));
    Typed::fresh(ExprKind::Same { equal, left, right }, Type::Scalar(DType::Bool), span)
}

/// An unsuffixed number in a dtype of its own: an integer without a width in one that holds it, or a float where no
/// integer does.
fn as_strong(weak: Typed) -> Typed {
    let Some(value) = weak.wide else { return Typed { weak: false, ..weak } };
    let holding = [DType::I64, DType::U64].into_iter().find_map(|dtype| scalar_of(value, dtype));
    Typed::strong(holding.unwrap_or(Scalar::F64(value as f64)), weak.span)
}

/// Whether an operator asks which of two values comes first.
fn is_order(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge)
}

/// Two strings, one after the other.
pub(super) fn joined(left: Typed, right: Typed, span: Span) -> Typed {
    if let (Some(Value::Str(a)), Some(Value::Str(b))) = (&left.constant, &right.constant)
        && a.len() + b.len() <= LONGEST_CONSTANT
    {
        return Typed::constant(Value::Str(format!("{}{}", &**a, &**b).into()), span);
    }
    let (left, right) = (Box::new(left.expr), Box::new(right.expr));
    Typed::fresh(ExprKind::Joined { left, right }, Type::String, span)
}

/// What the table is told of an argument.
pub(super) fn argument(typed: &Typed) -> Argument {
    Argument { ty: typed.ty().clone(), constant: typed.constant.clone(), weak: typed.weak }
}

/// Arguments for the first parameters; the others have their defaults.
pub(super) fn padded<const N: usize>(builtin: &Builtin, args: [Typ; N]) -> Vec<Option<Typ>> {
    let mut all: Vec<Option<Typ>> = args.into_iter().map(Some).collect();
    all.resize_with(builtin.params.len().max(N), || None);
    all
}

/// A scalar brought to a dtype.
pub(super) fn converted(expr: Typ, dtype: DType) -> Typ {
    if expr.ty == Type::Scalar(dtype) {
        return expr;
    }
    let (ty, span) = (Type::Scalar(dtype), expr.span);
    let kind = match expr.kind {
        ExprKind::Constant(Constant::Scalar(scalar)) => {
            ExprKind::Constant(Constant::Scalar(scalar.cast(dtype)))
        }
        kind => ExprKind::Convert(Box::new(Typ { kind, ..expr })),
    };
    Typ { kind, ty, span }
}

/// What to write where the table refuses the operands of an operator.
fn cure_of(mistake: &builtins::Mistake) -> String {
    mistake.cure().unwrap_or("convert the operands first: `cast<f64>(…)`").to_owned()
}

/// What to write where one side of `@` has no axes.
fn cure_of_product(op: BinaryOp, sides: [&Typed; 2]) -> Option<String> {
    let is_number = sides.iter().any(|side| matches!(side.ty(), Type::Scalar(_)));
    (op == BinaryOp::Matmul && is_number)
        .then(|| "a matrix product needs axes: numbers are multiplied by `*`".to_owned())
}

/// The words without `add: ` in front: the operator is named instead.
fn without_name(words: &str) -> String {
    words.split_once(": ").map_or(words, |(_, rest)| rest).to_owned()
}

/// Whether values of these types can be compared as a whole. Numbers in tuples are compared by their values.
fn can_be_same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::String, Type::String) | (Type::DType, Type::DType) | (Type::Range, Type::Range) => true,
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.len() != b.len() || a.iter().zip(b.iter()).all(|(a, b)| a == b || can_be_same(a, b))
        }
        (Type::Scalar(_), Type::Scalar(_)) => true,
        (a, b) => a.dtype().is_some() && a.erased() == b.erased(),
    }
}

/// Whether the types alone say that values are not the same: tuples of different lengths never are.
fn never_same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.len() != b.len() || a.iter().zip(b.iter()).any(|(a, b)| never_same(a, b))
        }
        _ => false,
    }
}

fn cure(op: BinaryOp, left: &Type, right: &Type) -> Option<&'static str> {
    match (op, left, right) {
        (BinaryOp::Add, Type::String, _) | (BinaryOp::Add, _, Type::String) => {
            Some("make a string of it first: `str(x)`")
        }
        (BinaryOp::Rem, Type::String, _) => {
            Some("values are put into a text with `str`: `\"x = \" + str(x)`")
        }
        (BinaryOp::Mul, Type::String, Type::Scalar(_)) | (BinaryOp::Mul, Type::Scalar(_), Type::String) => {
            Some("a text is repeated by `repeat_text(text, count)`")
        }
        (_, Type::String, _) | (_, _, Type::String) => {
            Some("texts are joined by `+`, and compared by `==`, `<` and so on")
        }
        (_, Type::Range, _) | (_, _, Type::Range) => {
            Some("a range binds less than an operator: put it in parentheses, `(0:3)`")
        }
        (_, Type::Tuple(_), _) | (_, _, Type::Tuple(_)) => {
            Some("take a field: `t[0]`; `[a, b]` is a tensor, `(a, b)` is a tuple")
        }
        (_, Type::Fun(_) | Type::Closure(_), _) | (_, _, Type::Fun(_) | Type::Closure(_)) => {
            Some("call the function: `f(…)`")
        }
        _ => None,
    }
}

fn unary_symbol(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negative => "-",
        UnaryOp::Invert => "~",
        UnaryOp::Not => "not",
    }
}
