//! The picture as SVG, for documents.
//!
//! Colours stand in a style sheet inside of the picture, with a second set for dark pages; nothing is painted behind
//! the picture, so that it lies on any page.

use std::fmt::Write;

use super::Explanation;
use super::excerpt::Slot;
use super::picture::{Block, Cell, Picture, Piece, Room, Row};

/// How much is shown; a document has more room than a terminal.
const ROOM: Room = Room { columns: 12, rows: 12, blocks: 6, memory: 48 };

/// The widest that tables and the strip grow before they are broken into lines.
const WIDTH: f64 = 760.0;
const MARGIN: f64 = 16.0;
/// The height of a cell.
const HEIGHT: f64 = 28.0;
/// The height of a line of text.
const LINE: f64 = 20.0;
/// The room between cells, and between tables.
const BETWEEN: f64 = 3.0;
const APART: f64 = 28.0;
/// The width and height of a place where cells are left out.
const GAP: f64 = 14.0;
/// The width of a character: the fonts are monospaced, and this is what browsers make of them at 13 pixels.
const CHARACTER: f64 = 7.9;

const STYLE: &str = "\
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1f2933}\
.title{font-size:15px;font-weight:600}\
.entry{font-size:11px;fill:#7b8794}\
.fact{fill:#52606d}\
.left{fill:#e4e7eb}\
.taken{fill:#0e7c86}\
.number{fill:#fff;font-weight:600}\
.foreign{fill:none;stroke:#cbd2d9;stroke-dasharray:3 3}\
.rule{stroke:#cbd2d9}\
@media(prefers-color-scheme:dark){\
text{fill:#e4e7eb}.entry{fill:#7b8794}.fact{fill:#9aa5b1}.left{fill:#323f4b}.taken{fill:#38bec9}.number{fill:#0b2b2e}\
.foreign,.rule{stroke:#52606d}}";

/// The steps of a chain of indices, one below the other.
pub(super) fn draw(steps: &[Explanation]) -> String {
    let pictures: Vec<Picture> = steps.iter().map(|step| Picture::new(step, ROOM)).collect();
    // One width for all: then the strips of memory can be compared.
    let cell = pictures.iter().map(cell_width).fold(0.0, f64::max);
    let mut canvas = Canvas { body: String::new(), y: MARGIN, right: 0.0, cell };
    for (k, (step, picture)) in steps.iter().zip(&pictures).enumerate() {
        if k > 0 {
            canvas.rule();
        }
        canvas.step(step, picture);
    }
    canvas.finish(steps.last().map_or("", |last| &last.title))
}

/// The width of a cell: room for the longest number in it or over it.
fn cell_width(picture: &Picture) -> f64 {
    let columns = picture.blocks.iter().flatten().flat_map(|block| &block.columns);
    let offsets = picture.memory.iter().map(|piece| match piece {
        Piece::Own { offset, .. } | Piece::Foreign(offset) => offset.to_string().len(),
        Piece::Gap => 1,
    });
    let entries = columns.map(|slot| name(*slot).len()).chain(offsets).max().unwrap_or(1);
    (picture.widest_label().max(entries) as f64 * CHARACTER + 14.0).max(34.0)
}

/// What has been drawn, and where the next thing goes.
struct Canvas {
    body: String,
    y: f64,
    right: f64,
    cell: f64,
}

impl Canvas {
    fn step(&mut self, explanation: &Explanation, picture: &Picture) {
        if !explanation.title.is_empty() {
            self.text(MARGIN, self.y + 13.0, "title", &explanation.title);
            self.y += LINE + 8.0;
        }
        self.blocks(&picture.blocks);
        self.facts(explanation);
        self.memory(&picture.memory);
    }

    /// A line between two steps, as wide as the picture will be.
    fn rule(&mut self) {
        let y = self.y + APART / 2.0;
        self.write(format_args!("<line class=\"rule\" x1=\"0\" x2=\"100%\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\n"));
        self.y += APART;
    }

    /// Tables side by side, as many to a line as fit.
    fn blocks(&mut self, blocks: &[Option<Block>]) {
        let (mut x, mut height) = (MARGIN, 0.0_f64);
        for block in blocks {
            let (wide, high) = block.as_ref().map_or((CHARACTER, HEIGHT), |block| self.size(block));
            if x > MARGIN && x + wide > WIDTH {
                self.y += height + APART / 2.0;
                (x, height) = (MARGIN, 0.0);
            }
            match block {
                Some(block) => self.block(x, block),
                None => self.text(x, self.y + HEIGHT, "fact", "…"),
            }
            x += wide + APART;
            height = height.max(high);
        }
        self.y += height + APART / 2.0;
    }

    /// The width of the entries before the rows of a table.
    fn header(block: &Block) -> f64 {
        let headers = block.rows.iter().filter_map(|row| row.header).map(|slot| name(slot).chars().count());
        headers.max().map_or(0.0, |digits| digits as f64 * CHARACTER + 4.0)
    }

    fn size(&self, block: &Block) -> (f64, f64) {
        let title = block_title(block).map_or(0.0, |title| title.chars().count() as f64 * CHARACTER);
        let wide = Self::header(block) + self.places(full_row(block)).last().copied().unwrap_or(0.0);
        let titles = if block.lead.is_empty() { LINE } else { 2.0 * LINE };
        (wide.max(title), titles + block.rows.iter().map(row_height).sum::<f64>())
    }

    /// Where cells of a row start, counted from the first; at last, where the row ends.
    fn places(&self, cells: &[Cell]) -> Vec<f64> {
        let mut places = vec![0.0];
        for cell in cells {
            let start = places.last().copied().unwrap_or(0.0);
            places.push(start + self.width(cell == &Cell::Gap) + BETWEEN);
        }
        places
    }

    fn width(&self, is_gap: bool) -> f64 {
        if is_gap { GAP } else { self.cell }
    }

    fn block(&mut self, x: f64, block: &Block) {
        let mut y = self.y;
        if let Some(title) = block_title(block) {
            self.text(x, y + 12.0, "fact", &title);
            y += LINE;
        }
        let left = x + Self::header(block);
        let places = self.places(full_row(block));
        for (slot, place) in block.columns.iter().zip(&places) {
            let width = self.width(*slot == Slot::Gap);
            self.middle((left + place, width), y + 13.0, "entry", &name(*slot));
        }
        y += LINE;
        for row in &block.rows {
            let height = row_height(row) - BETWEEN;
            if let Some(slot) = row.header {
                self.text_ending(left - 6.0, y + height / 2.0 + 4.0, "entry", &name(slot));
            }
            for (cell, place) in row.cells.iter().zip(&places) {
                self.cell(left + place, y, cell);
            }
            y += height + BETWEEN;
        }
    }

    /// A cell; dots stand beside a table, not in it.
    fn cell(&mut self, x: f64, y: f64, cell: &Cell) {
        match cell {
            Cell::Gap => {}
            Cell::Left => self.rect(x, y, "left"),
            Cell::Taken(label) => {
                self.rect(x, y, "taken");
                self.middle((x, self.cell), y + HEIGHT / 2.0 + 4.5, "number", label);
            }
        }
    }

    fn facts(&mut self, explanation: &Explanation) {
        if explanation.source.is_empty() {
            self.line(&explanation.no_elements());
        }
        let rows = explanation.item_facts();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let (first, second) = (width(0), width(1));
        for [axis, taken, effect] in &rows {
            self.line(&format!("{axis:first$}  {taken:second$}  {effect}"));
        }
        self.y += LINE / 2.0;
        self.line(&format!("{:8}{}", explanation.result_noun(), explanation.result_facts()));
        self.line(&format!("        {}", explanation.verdict()));
    }

    /// A line of facts; the spaces between its columns count.
    fn line(&mut self, text: &str) {
        let y = self.y + 12.0;
        self.text(MARGIN, y, "fact", text);
        self.y += LINE;
    }

    fn memory(&mut self, pieces: &[Piece]) {
        if !pieces.is_empty() {
            self.y += LINE / 2.0;
            self.line("memory");
        }
        let mut x = MARGIN;
        for piece in pieces {
            let width = self.width(*piece == Piece::Gap);
            if x > MARGIN && x + width > WIDTH {
                self.y += HEIGHT + LINE;
                x = MARGIN;
            }
            self.piece(x, piece);
            x += width + BETWEEN;
        }
        self.y += if pieces.is_empty() { 0.0 } else { HEIGHT + LINE };
    }

    fn piece(&mut self, x: f64, piece: &Piece) {
        let y = self.y;
        let offset = match piece {
            Piece::Own { offset, cell } => {
                self.cell(x, y, cell);
                offset
            }
            Piece::Foreign(offset) => {
                self.rect(x, y, "foreign");
                offset
            }
            Piece::Gap => return self.middle((x, GAP), y + HEIGHT / 2.0 + 4.0, "entry", "…"),
        };
        self.middle((x, self.cell), y + HEIGHT + 13.0, "entry", &offset.to_string());
    }

    fn rect(&mut self, x: f64, y: f64, class: &str) {
        let width = self.cell;
        self.right = self.right.max(x + width);
        self.write(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" rx=\"4\"/>\n"
        ));
    }

    /// A text in the middle of a place of some width.
    fn middle(&mut self, (x, width): (f64, f64), y: f64, class: &str, text: &str) {
        self.right = self.right.max(x + width);
        self.anchored(x + width / 2.0, y, (class, "middle"), text);
    }

    fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let scale = if class == "title" { 15.0 / 13.0 } else { 1.0 };
        self.right = self.right.max(x + text.chars().count() as f64 * CHARACTER * scale);
        self.anchored(x, y, (class, "start"), text);
    }

    fn text_ending(&mut self, x: f64, y: f64, class: &str, text: &str) {
        self.anchored(x, y, (class, "end"), text);
    }

    fn anchored(&mut self, x: f64, y: f64, (class, anchor): (&str, &str), text: &str) {
        let text = escaped(text);
        self.write(format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" xml:space=\"preserve\">{text}</text>\n"
        ));
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = self.body.write_fmt(text);
    }

    fn finish(self, title: &str) -> String {
        let (width, height) = ((self.right + MARGIN).ceil(), (self.y + MARGIN).ceil());
        let name = match title {
            "" => "what an index takes".to_owned(),
            title => escaped(title),
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{name}</title>\n<style>{STYLE}</style>\n{}</svg>\n",
            self.body
        )
    }
}

fn name(slot: Slot) -> String {
    match slot {
        Slot::Entry(entry) => entry.to_string(),
        Slot::Gap => "…".to_owned(),
    }
}

/// The cells of a row that is no gap; there is one, else there would be no table.
fn full_row(block: &Block) -> &[Cell] {
    block.rows.iter().find(|row| row.header != Some(Slot::Gap)).map_or(&[], |row| &row.cells)
}

fn row_height(row: &Row) -> f64 {
    BETWEEN + if row.header == Some(Slot::Gap) { GAP } else { HEIGHT }
}

/// The place of a table on the axes before the last two.
fn block_title(block: &Block) -> Option<String> {
    let lead: Vec<String> = block.lead.iter().map(usize::to_string).collect();
    (!lead.is_empty()).then(|| format!("[{}, :, :]", lead.join(", ")))
}

/// Text as XML can hold it: control characters, for which it has no spelling, become spaces.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            _ if character.is_control() => out.push(' '),
            _ => out.push(character),
        }
    }
    out
}
