//! Values and variables as the prompt shows them.

use lunette_lang::session::{Shown, Variable};
use lunette_lang::source::{FileId, Source};
use lunette_lang::syntax;
use lunette_lang::syntax::tree::{ExprKind, StmtKind};
use lunette_lang::types::Type;
use lunette_lang::value::Value;
use lunette_lang::words;

/// How many variables one input may bind and still have them named.
const NAMED: usize = 8;

/// How many lines a value may always have, however low the terminal is.
const LINES: usize = 16;

/// Shows values.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    /// Whether colours are used.
    pub coloured: bool,
}

impl Show {
    /// A value and its type. What is higher than the terminal shows its first and its last lines.
    pub fn value(self, shown: &Shown, height: usize) -> String {
        let (text, ty) = (shown.value.display().to_string(), type_line(&shown.ty));
        match &shown.value {
            Value::Tensor(_) => {
                format!("{}\n{}", self.shortened(&text, height), self.dim(&format!("{ty}\n")))
            }
            Value::Fun(_) => format!("{text}\n"),
            _ => format!("{text} {}", self.dim(&format!(": {ty}\n"))),
        }
    }

    /// A variable in one line: its type, and its value if that is short.
    pub fn binding(self, variable: &Variable) -> String {
        let name = &variable.name;
        match &variable.value {
            Value::Tensor(_) | Value::Tuple(_) | Value::Fun(_) => {
                format!("{name}{}", self.dim(&format!(": {}\n", type_line(&variable.ty))))
            }
            value => {
                let text = value.literal().to_string();
                let short = text.chars().count() <= 60 && !text.contains('\n');
                let value = if short { format!(" = {text}") } else { String::new() };
                format!("{name}{}{value}\n", self.dim(&format!(": {}", type_line(&variable.ty))))
            }
        }
    }

    /// Text that matters less.
    pub fn dim(self, text: &str) -> String {
        match (self.coloured, text.strip_suffix('\n')) {
            (false, _) => text.to_owned(),
            (true, Some(line)) => format!("\x1b[2m{line}\x1b[0m\n"),
            (true, None) => format!("\x1b[2m{text}\x1b[0m"),
        }
    }

    fn shortened(self, text: &str, height: usize) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let room = height.saturating_sub(4).max(LINES);
        if lines.len() <= room {
            return text.to_owned();
        }
        let (first, last) = (room - room / 3 - 1, room / 3);
        let left_out = lines.len() - first - last;
        let middle = self.dim(&format!("… {left_out} lines; print shows all of them"));
        let (head, tail) = (lines[..first].join("\n"), lines[lines.len() - last..].join("\n"));
        format!("{head}\n{middle}\n{tail}")
    }
}

/// A type with what is known of its sizes: `tensor<f64, 2> (3,3)`.
pub fn type_line(ty: &Type) -> String {
    match ty {
        Type::Tensor(tensor) if tensor.shape.is_some() => {
            format!("{ty} {}", words::sizes(&ty.sizes().unwrap_or_default()))
        }
        _ => ty.to_string(),
    }
}

/// The names that a text binds at its outermost level, each once; none if they are many.
pub fn bound_names(text: &str) -> Vec<String> {
    let (tree, _) = syntax::parse(&Source::new(FileId(0), "", text));
    let mut names: Vec<String> = Vec::new();
    for statement in &tree.statements {
        match &statement.kind {
            StmtKind::Let(binding) => {
                names.extend(binding.names.iter().map(|(name, _)| name.name.to_string()))
            }
            StmtKind::Rebind { target, .. } => {
                if let ExprKind::Name(name) = &target.kind {
                    names.push(name.to_string());
                }
            }
            _ => {}
        }
    }
    let mut once = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    if once.len() > NAMED { Vec::new() } else { once }
}

#[cfg(test)]
mod tests {
    use super::{Show, bound_names};

    #[test]
    fn names_that_are_bound() {
        assert_eq!(bound_names("let a, b = 1, 2\nb = 3\nfun f() { let c = 1 }\na + 1"), ["a", "b"]);
        assert!(bound_names("a[0] <- 1").is_empty());
    }

    #[test]
    fn high_values_are_shortened() {
        let show = Show { coloured: false };
        let text: Vec<String> = (0..100).map(|k| k.to_string()).collect();
        let shown = show.shortened(&text.join("\n"), 24);
        assert_eq!(shown.lines().count(), 20);
        assert!(
            shown.starts_with("0\n1\n") && shown.ends_with("98\n99") && shown.contains("… 81 lines"),
            "{shown}"
        );
        assert_eq!(show.shortened("1\n2", 24), "1\n2");
    }
}
