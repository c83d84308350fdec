//! Tensors as HTML, for notebooks: tables of the last two axes, with a heat map behind their numbers.

mod cells;

use std::fmt::Write;

use lunette::index::IntoItem;
use lunette::layout::Dims;
use lunette::{DynTensor, Item, Result, Scalar};

use self::cells::{Heat, text};
use crate::dtype::name_of;

/// How many entries are shown at each end of an axis of a table.
const ENTRIES: usize = 8;

/// How many tables are shown at each end of the others.
const TABLES: usize = 3;

const TABLE: &str = "<table style=\"border-collapse:collapse;font-family:monospace;margin:0.3em 0\">";
const CELL: &str = "padding:0.1em 0.5em;text-align:right";

/// What is shown of a tensor: read in one go, written afterwards.
pub struct Page {
    caption: String,
    tables: Vec<Option<Table>>,
    heat: Heat,
}

/// A matrix, or what is left of it; a row alone has no numbers in front.
struct Table {
    title: String,
    rows: Vec<Option<usize>>,
    columns: Vec<Option<usize>>,
    /// Row by row, without the gaps.
    cells: Vec<Scalar>,
    numbered: bool,
}

impl Page {
    pub fn of(tensor: &DynTensor) -> Result<Self> {
        let shape: Vec<String> = tensor.shape().iter().map(usize::to_string).collect();
        let comma = if shape.len() == 1 { "," } else { "" };
        let caption =
            format!("Tensor, shape ({}{comma}), dtype {}", shape.join(", "), name_of(tensor.dtype()));
        let leading = &tensor.shape()[..tensor.rank().saturating_sub(2)];
        let shown = match tensor.is_empty() {
            true => Vec::new(),
            false => ends(leading.iter().product(), TABLES),
        };
        let tables = shown
            .into_iter()
            .map(|at| at.map(|at| Table::of(tensor, &unravel(at, leading))).transpose())
            .collect::<Result<Vec<_>>>()?;
        let heat = Heat::of(tables.iter().flatten().flat_map(|table| &table.cells), tensor.rank() >= 2);
        Ok(Self { caption, tables, heat })
    }

    pub fn write(&self) -> String {
        let mut out = String::from("<div>");
        for table in &self.tables {
            match table {
                Some(table) => table.write(&mut out, &self.heat),
                None => out.push_str("<div>&#8942;</div>"),
            }
        }
        out + &format!("<small>{}</small></div>", self.caption)
    }
}

impl Table {
    /// The matrix at an index of the leading axes.
    fn of(tensor: &DynTensor, index: &[usize]) -> Result<Self> {
        let items: Vec<Item<'_>> = index.iter().map(|&at| Item::At(at as i64)).collect();
        let matrix = tensor.view(&items)?;
        let (rows, columns) = match *matrix.shape() {
            [rows, columns] => (rows, columns),
            [columns] => (1, columns),
            _ => (1, 1),
        };
        let (rows, columns) = (ends(rows, ENTRIES), ends(columns, ENTRIES));
        let (down, along) = (entries(&rows), entries(&columns));
        let items = [(&down).into_item(), (&along).into_item()];
        // One load under one lock, so that no two cells are of different times.
        let part = matrix.load_orthogonal(&items[2 - matrix.rank()..])?;
        let cells = elements(&part)?;
        let title = match index {
            [] => String::new(),
            index => {
                let index: Vec<String> = index.iter().map(usize::to_string).collect();
                format!("<div>[{}, :, :]</div>", index.join(", "))
            }
        };
        Ok(Self { title, rows, columns, cells, numbered: matrix.rank() == 2 })
    }

    fn write(&self, out: &mut String, heat: &Heat) {
        out.push_str(&self.title);
        out.push_str(TABLE);
        if self.numbered || self.columns.len() > 1 {
            self.write_head(out);
        }
        let mut cells = self.cells.iter();
        for row in &self.rows {
            out.push_str("<tr>");
            if self.numbered {
                let _ = write!(out, "<th style=\"{CELL}\">{}</th>", number(*row));
            }
            for column in &self.columns {
                match (row, column) {
                    (Some(_), Some(_)) => {
                        let value = cells.next().copied().unwrap_or(Scalar::Bool(false));
                        let _ = write!(out, "<td style=\"{CELL}{}\">{}</td>", heat.style(value), text(value));
                    }
                    _ => {
                        let _ = write!(out, "<td style=\"{CELL}\">&hellip;</td>");
                    }
                }
            }
            out.push_str("</tr>");
        }
        out.push_str("</table>");
    }

    fn write_head(&self, out: &mut String) {
        out.push_str("<tr>");
        if self.numbered {
            out.push_str("<th></th>");
        }
        for column in &self.columns {
            let _ = write!(out, "<th style=\"{CELL}\">{}</th>", number(*column));
        }
        out.push_str("</tr>");
    }
}

/// The entries of an axis that are shown: all, or those at both ends with a gap between.
fn ends(size: usize, edge: usize) -> Vec<Option<usize>> {
    if size <= 2 * edge + 1 {
        return (0..size).map(Some).collect();
    }
    (0..edge).map(Some).chain([None]).chain((size - edge..size).map(Some)).collect()
}

/// The entries without the gap.
fn entries(shown: &[Option<usize>]) -> Vec<usize> {
    shown.iter().flatten().copied().collect()
}

fn number(entry: Option<usize>) -> String {
    entry.map_or_else(|| "&hellip;".to_owned(), |entry| entry.to_string())
}

/// The elements of a small tensor in row-major order.
fn elements(part: &DynTensor) -> Result<Vec<Scalar>> {
    let shape = part.shape();
    (0..part.len()).map(|flat| part.get(unravel(flat, shape))).collect()
}

/// The index of a position in row-major order.
fn unravel(mut flat: usize, shape: &[usize]) -> Dims {
    let mut index: Dims = shape
        .iter()
        .rev()
        .map(|&size| {
            let at = flat % size;
            flat /= size;
            at
        })
        .collect();
    index.reverse();
    index
}
