//! What to write where a value does not fit what it is stored to.

use lunette::DType;

use crate::check::Checker;
use crate::check::mistake::Origin;
use crate::check::place::CheckedPlace;
use crate::check::rules::symbol;
use crate::check::scope::Info;
use crate::check::typed::Typed;
use crate::syntax::tree::BinaryOp;
use crate::types::Type;

impl Checker<'_> {
    /// How one entry of a tensor is written.
    pub(super) fn one_entry(&self, value: &Typed) -> String {
        let zeros = vec!["0"; value.ty().rank().unwrap_or(1)].join(", ");
        let text = self.written(value.span);
        let is_one = !text.contains(' ') || text.starts_with('[');
        if is_one { format!("{text}[{zeros}]") } else { format!("({text})[{zeros}]") }
    }

    /// What to write where a compound store would give more than its place can keep.
    pub(super) fn kind_cures(
        &self,
        place: &CheckedPlace,
        (op, result): (BinaryOp, DType),
        value: &Typed,
    ) -> Vec<String> {
        let to = place.place.ty.dtype().unwrap_or(DType::Bool);
        let rounds = op == BinaryOp::Div && to.is_integer();
        let rounded = rounds.then(|| "`div=` divides and rounds down".to_owned());
        // A plain store takes no imaginary parts either.
        let plain = (!result.is_complex() || to == DType::Bool).then(|| {
            let (left, right) = (self.written(place.place.span), self.written(value.span));
            let right = if right.contains(' ') { format!("({right})") } else { right };
            format!("a plain store cuts: `{left} <- {left} {} {right}`", symbol(op))
        });
        [self.higher_declaration(&place.root, result), rounded, plain].into_iter().flatten().collect()
    }

    /// How a variable is declared, so that it can keep a dtype of a higher kind.
    fn higher_declaration(&self, root: &Info, dtype: DType) -> Option<String> {
        let text = self.sources.get(root.declared.file)?.text.get(root.declared.end as usize..)?;
        let rest = text.split(['\n', ';']).next()?.split("//").next()?.trim();
        // A parameter is what callers give, and a reference what it refers to.
        if root.origin != Origin::Let || rest.contains('&') {
            return None;
        }
        let name = &root.name;
        let digits = rest.strip_prefix('=').map(str::trim).filter(|value| is_digits(value));
        let declaration = match (&root.ty, digits) {
            (Type::Scalar(_), Some(digits)) if dtype == DType::F64 => format!("let mut {name} = {digits}.0"),
            // Bools do not become numbers by themselves.
            (Type::Scalar(from), _) if *from != DType::Bool => format!("let mut {name}: {dtype} = …"),
            _ => format!("let mut {name} = cast<{dtype}>(…)"),
        };
        Some(format!("let `{name}` be {dtype} from the start: `{declaration}`"))
    }
}

/// Whether a text is an integer as it is mostly written.
fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
