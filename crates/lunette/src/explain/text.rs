//! The picture as text, for terminals and for plain files.

use super::Explanation;
use super::excerpt::Slot;
use super::picture::{Block, Cell, Picture, Piece, Room};

/// How [`Explanation::to_text`] draws: with or without colours, and how wide.
///
/// ```
/// use lunette::explain::TextStyle;
/// use lunette::prelude::*;
/// let long = Tensor::<f64>::zeros([100, 100])?.explain(s![40])?;
/// let lines = long.to_text(TextStyle::plain().width(60));
/// assert!(lines.lines().all(|line| line.chars().count() <= 60));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    coloured: bool,
    width: usize,
}

impl TextStyle {
    /// No colours: what is taken stands in brackets. 80 columns.
    ///
    /// ```
    /// use lunette::explain::TextStyle;
    /// use lunette::prelude::*;
    /// assert!(tensor![1, 2].explain(s![1])?.to_text(TextStyle::plain()).contains("[0]"));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub const fn plain() -> Self {
        Self { coloured: false, width: 80 }
    }

    /// The colours of ANSI terminals. 80 columns.
    ///
    /// ```
    /// use lunette::explain::TextStyle;
    /// use lunette::prelude::*;
    /// assert!(tensor![1, 2].explain(s![1])?.to_text(TextStyle::coloured()).contains("\x1b[1;30;46m"));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub const fn coloured() -> Self {
        Self { coloured: true, width: 80 }
    }

    /// The same for a terminal of that many columns; long axes are cut so that the picture fits.
    ///
    /// ```
    /// use lunette::explain::TextStyle;
    /// assert_ne!(TextStyle::plain().width(120), TextStyle::plain());
    /// ```
    #[must_use]
    pub const fn width(self, columns: usize) -> Self {
        Self { width: columns, ..self }
    }
}

const TAKEN: &str = "\x1b[1;30;46m";
const DIM: &str = "\x1b[2m";
const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";

/// How many columns and rows of a table are shown, and how many tables, where the width allows it.
const ROOM: Room = Room { columns: 16, rows: 12, blocks: 6, memory: 32 };

/// What stands before the facts and the strip.
const MARGIN: usize = 8;

pub(super) fn draw(explanation: &Explanation, style: TextStyle) -> String {
    let (picture, pen) = fit(explanation, style);
    let mut text = String::new();
    if !explanation.title.is_empty() {
        let title = pen.painted(&explanation.title, BOLD);
        text.push_str(&format!("{title}\n\n"));
    }
    let mut blocks = picture.blocks.iter().peekable();
    while let Some(block) = blocks.next() {
        pen.block(&mut text, block.as_ref());
        if blocks.peek().is_some() {
            text.push('\n');
        }
    }
    if explanation.source.is_empty() {
        text.push_str(&format!("{}\n", explanation.no_elements()));
    }
    text.push('\n');
    facts(&mut text, explanation);
    pen.memory(&mut text, &picture.memory);
    text
}

/// The largest picture that fits the width, and the pen that draws it; a handful of columns is shown in any case.
fn fit(explanation: &Explanation, style: TextStyle) -> (Picture, Pen) {
    let mut room = ROOM;
    loop {
        let picture = Picture::new(explanation, room);
        let pen = Pen::new(&picture, style);
        if room.columns <= 3 || pen.width_of(&picture) <= style.width {
            return (picture, pen);
        }
        room.columns -= 1;
    }
}

fn facts(text: &mut String, explanation: &Explanation) {
    let rows = explanation.item_facts();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0).max(MARGIN - 2), width(1));
    for [axis, taken, effect] in &rows {
        text.push_str(&format!("{axis:first$}  {taken:second$}  {effect}\n"));
    }
    if !rows.is_empty() {
        text.push('\n');
    }
    let (noun, result) = (explanation.result_noun(), explanation.result_facts());
    text.push_str(&format!("{noun:MARGIN$}{result}\n{:MARGIN$}{}\n", "", explanation.verdict()));
}

/// The widths of what is drawn.
struct Pen {
    style: TextStyle,
    /// Of a cell, its brackets included.
    cell: usize,
    /// Of the entries before the rows and the space behind them.
    header: usize,
}

impl Pen {
    fn new(picture: &Picture, style: TextStyle) -> Self {
        let digits = |slot: &Slot| match slot {
            Slot::Entry(entry) => entry.to_string().len(),
            Slot::Gap => 1,
        };
        let blocks = || picture.blocks.iter().flatten();
        let columns = blocks().flat_map(|block| &block.columns).map(digits).max().unwrap_or(0);
        let header = blocks().flat_map(|block| &block.rows).filter_map(|row| row.header.as_ref());
        let header = header.map(digits).max().map_or(0, |digits| digits + 1);
        Self { style, cell: picture.widest_label().max(columns) + 2, header }
    }

    fn width_of(&self, picture: &Picture) -> usize {
        let cells = picture.blocks.iter().flatten().flat_map(|block| &block.rows).map(|row| row.cells.len());
        self.header + cells.max().unwrap_or(0) * (self.cell + 1)
    }

    fn painted(&self, text: &str, colour: &str) -> String {
        match self.style.coloured {
            true => format!("{colour}{text}{RESET}"),
            false => text.to_owned(),
        }
    }

    fn block(&self, text: &mut String, block: Option<&Block>) {
        let Some(block) = block else { return text.push_str("…\n") };
        if !block.lead.is_empty() {
            let lead: Vec<String> = block.lead.iter().map(usize::to_string).collect();
            text.push_str(&format!("[{}, :, :]\n", lead.join(", ")));
        }
        if !block.columns.is_empty() {
            let header = self.header;
            let entries: String = block.columns.iter().map(|slot| self.entry(slot)).collect();
            let line = format!("{:header$}{entries}", "");
            text.push_str(&format!("{}\n", self.painted(line.trim_end(), DIM)));
        }
        for row in &block.rows {
            let entry = row.header.as_ref().map_or(String::new(), digits);
            let header = format!("{entry:>0$}{1:2$}", self.header.saturating_sub(1), "", self.header.min(1));
            let cells: String = row.cells.iter().map(|cell| self.cell(cell)).collect();
            let cells = if self.style.coloured { cells } else { cells.trim_end().to_owned() };
            text.push_str(&format!("{}{cells}\n", self.painted(&header, DIM)));
        }
    }

    /// An entry above a column, in the middle of it.
    fn entry(&self, slot: &Slot) -> String {
        self.centred(&digits(slot))
    }

    /// A text over the middle of a cell, one space before it.
    fn centred(&self, text: &str) -> String {
        let free = self.cell.saturating_sub(text.chars().count());
        let (before, after) = (free.div_ceil(2), free / 2);
        format!(" {:before$}{text}{:after$}", "", "")
    }

    fn cell(&self, cell: &Cell) -> String {
        match cell {
            Cell::Left => self.painted(&self.centred("·"), DIM),
            Cell::Gap => self.painted(&self.centred("…"), DIM),
            Cell::Taken(label) if self.style.coloured => {
                format!(" {}", self.painted(&self.centred(label)[1..], TAKEN))
            }
            Cell::Taken(label) => self.centred(&format!("[{label}]")),
        }
    }

    fn memory(&self, text: &mut String, pieces: &[Piece]) {
        let width = self.memory_cell(pieces);
        let pen = Self { style: self.style, cell: width, header: 0 };
        let across = (self.style.width.saturating_sub(MARGIN) / (width + 1)).max(1);
        for (k, line) in pieces.chunks(across).enumerate() {
            let (mut offsets, mut cells) = (String::new(), String::new());
            for piece in line {
                let (offset, cell) = pen.piece(piece);
                offsets.push_str(&offset);
                cells.push_str(&cell);
            }
            let name = if k == 0 { "memory" } else { "" };
            let offsets = self.painted(offsets.trim_end(), DIM);
            let cells = if self.style.coloured { cells } else { cells.trim_end().to_owned() };
            // Each cell brings a space of its own.
            let margin = MARGIN - 1;
            text.push_str(&format!("\n{name:margin$}{offsets}\n{:margin$}{cells}\n", ""));
        }
    }

    /// The width of a cell of the strip: its numbers may be longer than those of the tables.
    fn memory_cell(&self, pieces: &[Piece]) -> usize {
        let offsets = pieces.iter().map(|piece| match piece {
            Piece::Own { offset, .. } | Piece::Foreign(offset) => offset.to_string().len(),
            Piece::Gap => 1,
        });
        offsets.max().unwrap_or(0).max(self.cell)
    }

    fn piece(&self, piece: &Piece) -> (String, String) {
        match piece {
            Piece::Own { offset, cell } => (self.centred(&offset.to_string()), self.cell(cell)),
            Piece::Foreign(offset) => (self.centred(&offset.to_string()), self.centred(" ")),
            Piece::Gap => (self.centred("…"), self.centred("…")),
        }
    }
}

fn digits(slot: &Slot) -> String {
    match slot {
        Slot::Entry(entry) => entry.to_string(),
        Slot::Gap => "…".to_owned(),
    }
}
