//! What is said about calls of built-in functions that the table refuses.

use crate::builtins::{Builtin, Mistake};
use crate::check::Checker;
use crate::check::describe::shape_of;
use crate::check::mistake::CallMistake;
use crate::check::typed::Typed;
use crate::program::{Expr, ExprKind as Kind};
use crate::source::Span;
use crate::types::Type;
use crate::words;

impl Checker<'_> {
    /// Reports what the table says about a call: at the argument at fault, with the shapes of the others.
    pub(super) fn refused_call(
        &mut self,
        builtin: &'static Builtin,
        mistake: &Mistake,
        args: &[Option<Typed>],
        span: Span,
    ) {
        let fault = mistake.param().and_then(|param| Some((param, args.get(param)?.as_ref()?)));
        let parts = match mistake {
            Mistake::Shape(_) => self.shapes(args, fault.map(|(param, _)| param)),
            _ => Vec::new(),
        };
        let is_of_type = matches!(mistake, Mistake::Type { .. } | Mistake::DType(_));
        let label = match fault.filter(|_| is_of_type) {
            Some((_, arg)) if *arg.ty() != Type::DType => format!("of type `{}`", arg.ty()),
            _ => String::new(),
        };
        let cure = mistake.cure().map(ToOwned::to_owned);
        let report = CallMistake::BuiltIn {
            words: words::in_language(&mistake.to_string()),
            span: fault.map_or(span, |(_, arg)| arg.span),
            label,
            parts,
            help: cure.into_iter().chain([format!("`{}`", builtin.signature())]).collect(),
        };
        match mistake {
            Mistake::Shape(_) | Mistake::Value(_) => self.about_values(|checker| checker.report(report)),
            _ => self.report(report),
        }
    }

    /// Reports what the table says about a built-in function that is used as a value.
    pub(in crate::check) fn refused_builtin(
        &mut self,
        builtin: &'static Builtin,
        mistake: &Mistake,
        span: Span,
    ) {
        self.refused_call(builtin, mistake, &[], span);
    }

    /// The tensors among arguments, those in tuples too, with their shapes; without the argument at fault.
    fn shapes(&self, args: &[Option<Typed>], fault: Option<usize>) -> Vec<(Span, String)> {
        let mut parts = Vec::new();
        let others = args.iter().enumerate().filter(|(k, _)| Some(*k) != fault);
        for arg in others.filter_map(|(_, arg)| arg.as_ref()) {
            match (&arg.expr.kind, arg.ty()) {
                (_, Type::Tensor(_)) => {
                    parts.push((arg.span, shape_of(arg.ty())));
                    parts.extend(self.origin(arg));
                }
                (Kind::Tuple(fields), _) => {
                    let tensors = fields.iter().filter(|field| matches!(field.ty, Type::Tensor(_)));
                    parts.extend(tensors.map(|field| (whole(field), shape_of(&field.ty))));
                }
                _ => {}
            }
        }
        parts
    }
}

/// The whole of what is written, of which an operator's expression keeps the operator's place alone.
fn whole(expr: &Expr) -> Span {
    match &expr.kind {
        Kind::Builtin { args, .. } => args.iter().flatten().map(whole).fold(expr.span, Span::to),
        _ => expr.span,
    }
}
