//! Documents: text with places where lines may break.

use std::borrow::Cow;

/// A piece of text whose line breaks are not decided yet.
#[derive(Debug)]
pub enum Doc<'a> {
    /// Text without line breaks.
    Text(Cow<'a, str>),
    /// One after the other.
    Concat(Vec<Doc<'a>>),
    /// A line break, or this text if all fits on the line.
    Break(&'static str),
    /// All on one line if it fits, else with all its breaks.
    Group { doc: Box<Doc<'a>>, broken: bool },
    /// The lines inside begin one level deeper.
    Indent(Box<Doc<'a>>),
    /// Brackets with items.
    List(Box<List<'a>>),
    /// Braces with statements.
    Block(Box<Block<'a>>),
    /// The statements of a text.
    Lines(Vec<Line<'a>>),
    /// A comment, which goes to the end of its line or to a line of its own.
    Note(Note<'a>),
}

/// Brackets with items.
#[derive(Debug)]
pub struct List<'a> {
    pub open: &'static str,
    pub close: &'static str,
    /// Between items, on one line.
    pub separator: &'static str,
    pub items: Vec<Item<'a>>,
    /// Comments after the last item.
    pub after: Vec<Note<'a>>,
    pub trailing: Trailing,
    pub shape: Shape,
    /// Whether it cannot stand on one line.
    pub broken: bool,
}

/// An item of a list.
#[derive(Debug)]
pub struct Item<'a> {
    /// Comments before it.
    pub before: Vec<Note<'a>>,
    /// Whether it begins a line where the list is broken over rows.
    pub new_row: bool,
    pub doc: Doc<'a>,
}

/// Where a separator stands after the last item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trailing {
    /// Nowhere.
    Never,
    /// Where the list is broken over lines.
    Broken,
    /// Always: `(a,)`.
    Always,
}

/// How a list is broken over lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A line for each item.
    Column,
    /// A line for each item, also where all would fit on one if the text has more.
    Table,
    /// As many items to a line as fit, and the rows of the text kept.
    Rows,
    /// The last item over several lines, if those before fit on the first; else a line for each.
    Hug,
}

/// Statements in braces.
#[derive(Debug)]
pub struct Block<'a> {
    /// Comments on the line of the opening brace.
    pub opening: Vec<Note<'a>>,
    pub lines: Vec<Line<'a>>,
    /// Whether it cannot stand on one line.
    pub broken: bool,
}

/// A statement or a comment on lines of its own.
#[derive(Debug)]
pub struct Line<'a> {
    /// Whether a blank line stands before it.
    pub blank: bool,
    pub doc: Doc<'a>,
}

/// A comment.
#[derive(Clone, Copy, Debug)]
pub struct Note<'a> {
    pub text: &'a str,
    /// Whether it stands on a line of its own.
    pub own_line: bool,
}

/// Text without line breaks.
pub fn text<'a>(text: impl Into<Cow<'a, str>>) -> Doc<'a> {
    Doc::Text(text.into())
}

/// One after the other.
pub fn concat<'a>(docs: impl IntoIterator<Item = Doc<'a>>) -> Doc<'a> {
    Doc::Concat(docs.into_iter().collect())
}

/// All on one line, or with all breaks.
pub fn group(doc: Doc<'_>) -> Doc<'_> {
    Doc::Group { broken: doc.is_broken(), doc: Box::new(doc) }
}

/// With all breaks if `broken`, else as [`group`].
pub fn group_unless(broken: bool, doc: Doc<'_>) -> Doc<'_> {
    Doc::Group { broken: broken || doc.is_broken(), doc: Box::new(doc) }
}

impl<'a> Doc<'a> {
    /// The lines inside begin one level deeper.
    pub fn indented(self) -> Self {
        Self::Indent(Box::new(self))
    }

    /// The statements of a text.
    pub fn lines(lines: Vec<Line<'a>>) -> Self {
        Self::Lines(lines)
    }

    /// Whether it cannot stand on one line: it holds blocks of several lines, or lists with comments.
    pub fn is_broken(&self) -> bool {
        match self {
            // A comment goes to the end of the line, wherever that is; what has to break at comments says so itself.
            Self::Text(_) | Self::Break(_) | Self::Note(_) => false,
            Self::Concat(docs) => docs.iter().any(Doc::is_broken),
            Self::Group { broken, .. } => *broken,
            Self::Indent(doc) => doc.is_broken(),
            Self::List(list) => list.broken,
            Self::Block(block) => block.broken,
            Self::Lines(_) => true,
        }
    }
}
