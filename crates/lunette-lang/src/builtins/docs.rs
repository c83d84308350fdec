//! What the table says to its readers: signatures, pages, names to complete.

use std::fmt::Write as _;

use super::row::{Builtin, Family, Param, ParamKind};
use super::{all, find};
use crate::suggest;

impl Builtin {
    /// The function with its parameters and their defaults: `sum(x, axis = all, keepdims = false, …)`.
    pub fn signature(&self) -> String {
        let params: Vec<String> = self.params.iter().map(Param::signature).collect();
        format!("{}({})", self.name, params.join(", "))
    }

    /// Everything that the table says about the function: signature, text, parameters, example.
    pub fn page(&self) -> String {
        let mut page = self.signature();
        // Writing into a string cannot fail, here and below.
        let _ = write!(page, "\n\n{}\n", self.doc);
        if !self.params.is_empty() {
            page.push('\n');
        }
        let width = self.params.iter().map(|param| param.name.len()).max().unwrap_or(0);
        for param in self.params {
            let _ = writeln!(page, "  {:width$}  {}", param.name, param.describe());
        }
        if let Some(others) = self.other_spellings() {
            let _ = write!(page, "\n{others}\n");
        }
        let _ = write!(page, "\n{}\n", self.example);
        page
    }

    /// The other ways to write a call.
    fn other_spellings(&self) -> Option<String> {
        let first = self.params.first().map_or("", |param| param.name);
        let mut spellings: Vec<String> = self.aliases.iter().map(|alias| format!("`{alias}`")).collect();
        if self.type_param().is_some() {
            spellings.push(format!("`{}<f32>(…)`", self.name));
        }
        if self.describes {
            let short = self.aliases.iter().min_by_key(|alias| alias.len()).unwrap_or(&self.name);
            spellings.push(format!("`{first}.{short}`"));
        }
        (!spellings.is_empty()).then(|| format!("Also written {}.", spellings.join(", ")))
    }
}

impl Param {
    fn signature(&self) -> String {
        match (self.kind, self.default) {
            (ParamKind::Rest, _) => format!("{}…", self.name),
            (ParamKind::Place, _) => format!("&{}", self.name),
            (_, Some(default)) => format!("{} = {default}", self.name),
            (_, None) => self.name.to_owned(),
        }
    }

    fn describe(&self) -> String {
        let constant = match (self.decides && self.kind.value_decides(), self.list_decides) {
            (true, false) => ", a constant",
            (true, true) => ", several as a constant",
            _ => "",
        };
        format!("{}{constant}", self.kind.wanted())
    }
}

/// Every name that a call can begin with, in order.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> =
        all().flat_map(|row| std::iter::once(row.name).chain(row.aliases.iter().copied())).collect();
    names.sort_unstable();
    names
}

/// The function whose name is closest to one that there is not, if one is close enough to be meant.
pub fn closest(name: &str) -> Option<&'static str> {
    suggest::closest(name, names().into_iter())
}

/// The functions that can be written as `x.name`, with parentheses or without: those whose first parameter is a value.
pub fn members() -> Vec<&'static str> {
    let takes_value = |name: &&str| {
        let row_family = find(name).map(|row| row.family);
        let first = find(name).and_then(|row| row.params.first());
        first.is_some_and(|param| {
            let is_text = row_family == Some(Family::Text) && param.kind == ParamKind::Text;
            is_text
                || matches!(
                    param.kind,
                    ParamKind::Operand | ParamKind::Tensor | ParamKind::Any | ParamKind::Tensors
                )
        })
    };
    names().into_iter().filter(takes_value).collect()
}
