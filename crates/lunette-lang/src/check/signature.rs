//! Functions as they were declared, without what they do.

use super::closure::{Closure, Code};
use crate::syntax::tree::{Param, ParamMode, TypeExpr, TypeKind};

/// `name(a: i32, mut &b, c = …) -> f64`.
pub(super) fn of(closure: &Closure) -> String {
    if let Code::Builtin(builtin, _) = closure.code {
        return builtin.signature();
    }
    let params: Vec<String> = closure.code.params().iter().map(param).collect();
    let result = closure.code.result().map_or(String::new(), |result| format!(" -> {}", ty(result)));
    format!("{}({}){result}", closure.name, params.join(", "))
}

fn param(param: &Param) -> String {
    let mode = match param.mode {
        ParamMode::Plain => "",
        ParamMode::Mut => "mut ",
        ParamMode::Ref => "mut &",
        ParamMode::ConstRef => "&",
    };
    let annotation = param.ty.as_ref().map_or(String::new(), |written| format!(": {}", ty(written)));
    let default = if param.default.is_some() { " = …" } else { "" };
    format!("{mode}{}{annotation}{default}", param.name.name)
}

fn ty(written: &TypeExpr) -> String {
    let list = |types: &[TypeExpr]| types.iter().map(ty).collect::<Vec<_>>().join(", ");
    match &written.kind {
        TypeKind::Scalar(dtype) => dtype.to_string(),
        TypeKind::String => "string".to_owned(),
        TypeKind::Range => "range".to_owned(),
        TypeKind::Tuple(fields) if fields.len() == 1 => format!("({},)", list(fields)),
        TypeKind::Tuple(fields) => format!("({})", list(fields)),
        TypeKind::Tensor { dtype, rank: Some(rank) } => format!("tensor<{dtype}, {rank}>"),
        TypeKind::Tensor { dtype, rank: None } => format!("tensor<{dtype}>"),
        TypeKind::Fun { params, result } => {
            let result = result.as_ref().map_or(String::new(), |result| format!(" -> {}", ty(result)));
            format!("fun({}){result}", list(params))
        }
        TypeKind::Error => "?".to_owned(),
    }
}
