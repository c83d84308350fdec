//! From an index as it is written to its explanation, for `lunette explain` and for `:explain`.
//!
//! The session evaluates the parts of the index: what is indexed, the items as a tuple, the value of a store. Each part
//! is given to it in its place, everything else blanked out, so that mistakes point at the right columns.

use lunette::explain::TextStyle;
use lunette::{Explanation, Layout, Order};
use lunette_lang::builtins;
use lunette_lang::check::InputKind;
use lunette_lang::diagnostic::{Diagnostic, Severity};
use lunette_lang::session::Session;
use lunette_lang::source::{FileId, Source, Span};
use lunette_lang::syntax::tree::{Expr, ExprKind, Index, StmtKind};
use lunette_lang::value::Value;
use lunette_lang::{syntax, words};

use crate::host::Host;
use crate::shell::terminal;

/// Why there is no picture.
pub enum Problem {
    /// Mistakes in the text.
    Mistakes(Vec<Diagnostic>),
    /// Anything else, in words.
    Words(String),
}

/// What is wanted where something else is written.
const WANTED: &str = "write an index, `x[1:, 0]`, or a store, `x[1:] <- 7`";

/// A tensor that is too large to be made: only its name and its layout are known.
pub struct Outline {
    /// The name that stands for it.
    pub name: String,
    /// How it would lie in memory.
    pub layout: Layout,
}

/// The pictures of the one index or store in a text: one, or one for each pair of brackets in a chain `x[0][1]`, each
/// with its part of the text as its title.
///
/// # Errors
/// If there is none, or it has mistakes, or it does not fit what is indexed.
pub fn explain(
    session: &mut Session<Host>,
    name: &str,
    text: &str,
    outline: Option<&Outline>,
) -> Result<Vec<Explanation>, Problem> {
    // A reference is a view, and the picture of a view is that of its index.
    let text = text.replacen('&', " ", usize::from(text.trim_start().starts_with('&')));
    let mut question = Question { session, name, text: &text, outline, steps: Vec::new() };
    question.check()?;
    let (index, stored) = parts(&text).ok_or_else(|| Problem::Words(WANTED.to_owned()))?;
    let base = question.base(&index.base)?;
    let items = question.items(&index)?;
    let items = builtins::item_list(&items).ok_or_else(|| Problem::Words(WANTED.to_owned()))?;
    let last = Explanation::new(&base, &items).map_err(in_words)?.with_tuples();
    let last = match stored {
        None => last,
        Some(value) => last.storing(&question.shape(value.span)?).map_err(in_words)?,
    };
    let mut steps = question.steps;
    steps.push(if steps.is_empty() { last } else { last.titled(text.trim()) });
    Ok(steps)
}

/// Pictures as one text, one below the other.
pub fn as_text(steps: &[Explanation], style: TextStyle) -> String {
    let texts: Vec<String> = steps.iter().map(|step| step.to_text(style.width(terminal::width()))).collect();
    texts.join("\n")
}

fn in_words(error: lunette::Error) -> Problem {
    Problem::Words(words::of_library(&error))
}

/// The index of a text, and the value that is stored to it, if it is a store.
fn parts(text: &str) -> Option<(Index, Option<Expr>)> {
    let (mut tree, _) = syntax::parse(&Source::new(FileId(0), "", text));
    let [statement] = std::mem::take(&mut tree.statements).try_into().ok()?;
    let (place, value) = match statement.kind {
        StmtKind::Expr { expr, .. } => (expr, None),
        StmtKind::Store { place, value, .. } => (place, Some(value)),
        _ => return None,
    };
    match without_parentheses(place).kind {
        ExprKind::Index(index) => Some((*index, value)),
        _ => None,
    }
}

fn without_parentheses(expr: Expr) -> Expr {
    match expr.kind {
        ExprKind::Paren(inner) => without_parentheses(*inner),
        _ => expr,
    }
}

/// The name that an index begins with; `x` where it does not begin with one.
pub fn root(text: &str) -> String {
    let found = parts(text).and_then(|(index, _)| root_of(&index.base));
    found.unwrap_or_else(|| "x".to_owned())
}

fn root_of(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.to_string()),
        ExprKind::Paren(inner) | ExprKind::Ref(inner) => root_of(inner),
        ExprKind::Index(index) => root_of(&index.base),
        ExprKind::Member { base, .. } => root_of(base),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Member { base, .. } => root_of(base),
            _ => call.args.first().and_then(|arg| root_of(&arg.value)),
        },
        _ => None,
    }
}

/// A text whose parts are evaluated one by one.
struct Question<'a> {
    session: &'a mut Session<Host>,
    name: &'a str,
    text: &'a str,
    outline: Option<&'a Outline>,
    /// The pictures of the brackets before the last.
    steps: Vec<Explanation>,
}

impl Question<'_> {
    fn check(&mut self) -> Result<(), Problem> {
        let mistakes = self.session.check(InputKind::Prompt, self.name, self.text);
        match mistakes.iter().any(|mistake| mistake.severity == Severity::Error) {
            true => Err(Problem::Mistakes(mistakes)),
            false => Ok(()),
        }
    }

    fn value(&mut self, text: &str) -> Result<Value, Problem> {
        let outcome = self.session.run(InputKind::Prompt, self.name, text);
        match outcome.value {
            Some(shown) => Ok(shown.value),
            None if outcome.failed => Err(Problem::Mistakes(outcome.diagnostics)),
            None => Ok(Value::nothing()),
        }
    }

    /// What is indexed, as it lies in memory: a variable itself, not a copy, and an index of it as a view.
    fn base(&mut self, base: &Expr) -> Result<Layout, Problem> {
        let value = match (&base.kind, self.outline) {
            (ExprKind::Paren(inner), _) => return self.base(inner),
            (ExprKind::Name(name), Some(outline)) if **name == *outline.name => {
                return Ok(outline.layout.clone());
            }
            (ExprKind::Index(index), _) => match self.step(index, base.span)? {
                Some(layout) => return Ok(layout),
                None => None,
            },
            (ExprKind::Name(name), _) => self.session.get(name),
            (_, Some(Outline { name, .. })) => {
                let words = format!("a tensor of this size is not made: write an index of it, `{name}[…]`");
                return Err(Problem::Words(words));
            }
            _ => None,
        };
        let value = match value {
            Some(value) => value,
            None => self.value(&self.alone(base.span))?,
        };
        match value {
            Value::Tensor(tensor) => Ok(tensor.layout().clone()),
            _ => Err(Problem::Words("only tensors have pictures".to_owned())),
        }
    }

    /// Brackets before the last: their picture, and what they take; none where it is no tensor that they index.
    fn step(&mut self, index: &Index, span: Span) -> Result<Option<Layout>, Problem> {
        let base = match self.base(&index.base) {
            Ok(base) => base,
            // A field of a tuple has no picture, and may be a tensor.
            Err(Problem::Words(_)) => return Ok(None),
            Err(mistakes) => return Err(mistakes),
        };
        let items = self.items(index)?;
        let Some(items) = builtins::item_list(&items) else { return Ok(None) };
        let title = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let step = Explanation::new(&base, &items).map_err(in_words)?.with_tuples().titled(title);
        // What no view can hold is loaded, in the order of rows.
        let taken = match step.view() {
            Some(view) => view.clone(),
            None => Layout::contiguous(step.shape(), Order::C).map_err(in_words)?,
        };
        self.steps.push(step);
        Ok(Some(taken))
    }

    /// The items as one tuple; a tuple that is the only item is spread, as everywhere.
    fn items(&mut self, index: &Index) -> Result<Value, Problem> {
        let mut text = String::new();
        for (k, item) in index.items.iter().enumerate() {
            let item = self.alone(item.span);
            // In its column, behind a bracket or a separator, for which there is room.
            let opening = if k == 0 { '(' } else { ',' };
            let column = item.len() - item.trim_start().len();
            let padding = column.saturating_sub(text.len() + 1);
            text.extend(std::iter::repeat_n(' ', padding));
            text.push(opening);
            text.push_str(item.trim());
        }
        text.push_str(if text.is_empty() { "()" } else { ",)" });
        match self.value(&text)? {
            Value::Tuple(fields) => match &*fields {
                [only @ Value::Tuple(_)] => Ok(only.clone()),
                _ => Ok(Value::Tuple(fields)),
            },
            other => Ok(other),
        }
    }

    fn shape(&mut self, value: Span) -> Result<Vec<usize>, Problem> {
        match self.value(&self.alone(value))? {
            Value::Tensor(tensor) => Ok(tensor.shape().to_vec()),
            _ => Ok(Vec::new()),
        }
    }

    /// A part of the text in its place, with spaces for everything before it.
    fn alone(&self, span: Span) -> String {
        let (start, end) = (span.start as usize, span.end as usize);
        let before = self.text.get(..start).unwrap_or_default();
        let blank: String = before.chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
        blank + self.text.get(start..end).unwrap_or_default()
    }
}
