//! Texts, and places in them.

use std::fmt;
use std::sync::Arc;

/// A text that has been given to a session: a file, a line of the prompt, a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A stretch of a text, in bytes; the end is not included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Which text.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The stretch from the start of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty stretch at the end of this one.
    #[must_use]
    pub fn after(self) -> Self {
        Self { start: self.end, ..self }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.file.0, self.start, self.end)
    }
}

/// One text with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its number in the session.
    pub id: FileId,
    /// What diagnostics call it: a path as the user wrote it, `<prompt 3>`, `-e`.
    pub name: Arc<str>,
    /// The text.
    pub text: Arc<str>,
    line_starts: Arc<[u32]>,
    /// How many characters begin before each block of the text, so that columns of long lines cost little.
    characters: Arc<[u32]>,
}

/// The bytes of a block whose characters are counted once.
const BLOCK: usize = 1 << 10;

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Source {
    /// A text. At most 4 GiB of it are kept apart by spans; longer ones are refused where texts come in.
    pub fn new(id: FileId, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(k, _)| k as u32 + 1);
        let line_starts = std::iter::once(0).chain(ends).collect();
        let mut counted = 0;
        let count = |block: &[u8]| {
            let before = counted;
            counted += characters_in(block);
            before
        };
        let characters = text.as_bytes().chunks(BLOCK).map(count).collect();
        Self { id, name: name.into(), text, line_starts, characters }
    }

    /// How many characters begin before a byte.
    fn characters_before(&self, offset: usize) -> u32 {
        let block = offset / BLOCK;
        // The end of the text may be that of its last block.
        let Some(&before) = self.characters.get(block) else {
            let last = self.characters.len().saturating_sub(1);
            let rest = self.text.as_bytes().get(last * BLOCK..).unwrap_or_default();
            return self.characters.get(last).map_or(0, |before| before + characters_in(rest));
        };
        before + self.text.as_bytes().get(block * BLOCK..offset).map_or(0, characters_in)
    }

    /// Line and column of a byte.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.line_starts[line] as usize;
        let end = (offset as usize).min(self.text.len()).max(start);
        let column = self.characters_before(end) - self.characters_before(start);
        LineColumn { line: line as u32 + 1, column: column + 1 }
    }

    /// A line, counted from 1: its first byte, and its text without the line break; empty where there is no such line.
    pub fn line(&self, line: u32) -> (u32, &str) {
        let starts =
            |line: usize| self.line_starts.get(line).map_or(self.text.len(), |&start| start as usize);
        let (start, end) = (starts((line as usize).saturating_sub(1)), starts(line as usize));
        let text = self.text.get(start..end).unwrap_or("");
        (start as u32, text.strip_suffix('\n').map_or(text, |text| text.strip_suffix('\r').unwrap_or(text)))
    }

    /// The text of a stretch.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}

/// How many characters begin in some bytes of a text.
fn characters_in(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u32
}

/// All texts of a session, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Takes a text in and numbers it.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Source {
        let source = Source::new(FileId(self.0.len() as u32), name, text);
        self.0.push(source.clone());
        source
    }

    /// The text of that number.
    pub fn get(&self, id: FileId) -> Option<&Source> {
        self.0.get(id.0 as usize)
    }

    /// How many texts there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// `name:line:column` of a place.
    pub fn position(&self, span: Span) -> String {
        match self.get(span.file) {
            Some(source) => {
                let LineColumn { line, column } = source.line_column(span.start);
                format!("{}:{line}:{column}", source.name)
            }
            None => "?".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, FileId, Source};

    #[test]
    fn columns_of_long_lines_count_characters() {
        let text = format!("é{}\n{}ü", "a€".repeat(BLOCK), "x".repeat(2 * BLOCK - 1));
        let source = Source::new(FileId(0), "long", text.clone());
        let (mut line, mut column) = (1, 1);
        for (offset, character) in text.char_indices() {
            let found = source.line_column(offset as u32);
            assert_eq!((found.line, found.column), (line, column), "at {offset}");
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        assert_eq!(source.line_column(text.len() as u32).column, column);
        assert_eq!(Source::new(FileId(0), "empty", "").line_column(0).column, 1);
    }
}
