//! Mistakes of modules: E06.

use std::sync::Arc;

use super::with_similar;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A mistake of a module.
#[derive(Clone, Debug)]
pub(in crate::check) enum ModuleMistake {
    /// The host has no such module.
    NotFound { path: Arc<str>, words: String, span: Span },
    /// Modules that import each other.
    Cycle { names: Vec<Arc<str>>, span: Span },
    /// `module` inside of a block or a function.
    NotOutermost { span: Span },
    /// A name that the module does not have.
    NoMember { module: Arc<str>, name: Arc<str>, span: Span, similar: Option<String>, offers: Vec<Arc<str>> },
}

impl From<ModuleMistake> for Diagnostic {
    fn from(mistake: ModuleMistake) -> Self {
        match mistake {
            ModuleMistake::NotFound { path, words, span } => {
                Self::error("E0601", format!("the module `{path}` cannot be read: {words}"), span, "")
                    .help("paths are looked for from the folder of this text, without `.lun` at their end")
            }
            ModuleMistake::Cycle { names, span } => {
                let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
                let headline = format!("modules import each other: {}", names.join(" → "));
                Self::error("E0602", headline, span, "closes the circle")
                    .help("move what they share into a module of its own")
            }
            ModuleMistake::NotOutermost { span } => {
                let headline = "modules are imported at the outermost level only";
                Self::error("E0603", headline, span, "inside of a block")
                    .help("move it out of the block, to the top of the text")
            }
            ModuleMistake::NoMember { module, name, span, similar, offers } => {
                let headline = format!("the module `{module}` has no `{name}`");
                let diagnostic = Self::error("E0604", headline, span, "not known");
                match (&similar, &offers[..]) {
                    (Some(_), _) => with_similar(diagnostic, similar),
                    (None, []) => diagnostic.help(format!("`{module}` has no names at its outermost level")),
                    (None, names) => diagnostic.help(format!("it has `{}`", names.join("`, `"))),
                }
            }
        }
    }
}
