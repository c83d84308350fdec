//! The rows of a text as a tensor.

use std::ops::Range;

use super::super::LOAD;
use super::fields::{Fault, begins_data, detect, split, without_comment};
use super::lines::Lines;
use super::number::{Number, reason, truth};
use super::{Delimiter, Missing, Reading, wrong};
use crate::dtype::Complex64;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::{DynTensor, Tensor};

/// Reads the rows.
///
/// # Errors
/// If the stream cannot be read, or is no table of such numbers.
pub(super) fn read<T: Number>(lines: &mut Lines<'_>, options: &Reading) -> Result<DynTensor> {
    Table::<T>::after_skipped(lines, options)?.all(lines)
}

/// Reads the rows: bools if the first has nothing but these, else `f64`.
///
/// # Errors
/// As for [`read`].
pub(super) fn read_as_found(lines: &mut Lines<'_>, options: &Reading) -> Result<DynTensor> {
    let mut table = Table::<f64>::after_skipped(lines, options)?;
    match table.advance(lines)? {
        false => table.finish(),
        true if table.holds_bools(lines) => Table::<bool>::going_on(table).rest(lines),
        true => table.rest(lines),
    }
}

/// What has been read so far.
struct Table<'a, T> {
    values: Vec<T>,
    rows: usize,
    row: Row<'a>,
}

/// How lines become rows, and where the parts of the present one lie.
struct Row<'a> {
    options: &'a Reading,
    /// The line of the first row, and how many fields it has.
    first: Option<(u64, usize)>,
    may_be_header: bool,
    /// How many fields the header has, or 0 without one.
    header_len: usize,
    delimiter: Delimiter,
    fields: Vec<Range<usize>>,
    /// How many fields of a line are looked for at most.
    wanted: usize,
}

impl<'a, T: Number> Table<'a, T> {
    /// An empty table, once the lines are passed that are to be left out.
    fn after_skipped(lines: &mut Lines<'_>, options: &'a Reading) -> Result<Self> {
        for _ in 0..options.skip.unwrap_or(0) {
            if !lines.advance()? {
                break;
            }
        }
        let row = Row {
            options,
            first: None,
            may_be_header: options.skip.is_none(),
            header_len: 0,
            delimiter: options.delimiter,
            fields: Vec::new(),
            wanted: wanted(options),
        };
        Ok(Self { values: Vec::new(), rows: 0, row })
    }

    /// An empty table that goes on at the row which another has come to.
    fn going_on<U>(other: Table<'a, U>) -> Self {
        Self { values: Vec::new(), rows: 0, row: other.row }
    }

    /// All rows.
    fn all(mut self, lines: &mut Lines<'_>) -> Result<DynTensor> {
        if self.advance(lines)? { self.rest(lines) } else { self.finish() }
    }

    /// The present row and all that follow.
    fn rest(mut self, lines: &mut Lines<'_>) -> Result<DynTensor> {
        loop {
            self.add(lines)?;
            if !self.advance(lines)? {
                return self.finish();
            }
        }
    }

    /// Goes on to the next row; false if there is none, or no more are wanted.
    fn advance(&mut self, lines: &mut Lines<'_>) -> Result<bool> {
        while self.rows < self.row.options.max_rows.unwrap_or(usize::MAX) && lines.advance()? {
            let content = without_comment(lines.line(), &self.row.options.comments);
            if !content.trim_ascii().is_empty() && self.row.split(content, lines.number())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether all that is read of the present row is `true` or `false`.
    fn holds_bools(&self, lines: &Lines<'_>) -> bool {
        let is_bool = |k| {
            let column = self.row.column(k, lines.number()).ok()?;
            truth(std::str::from_utf8(&lines.line()[self.row.fields[column].clone()]).ok()?)
        };
        self.row.count() > 0 && (0..self.row.count()).all(|k| is_bool(k).is_some())
    }

    /// Adds the present row.
    fn add(&mut self, lines: &Lines<'_>) -> Result<()> {
        let (line, count) = (lines.number(), self.row.count());
        let out_of_memory = |_| ErrorKind::OutOfMemory { op: LOAD, bytes: count * size_of::<T>() };
        self.values.try_reserve(count).map_err(out_of_memory)?;
        for k in 0..count {
            let column = self.row.column(k, line)?;
            let value = self.value(&lines.line()[self.row.fields[column].clone()]);
            self.values.push(value.map_err(|reason| at(line, column, &reason))?);
        }
        self.rows += 1;
        Ok(())
    }

    fn value(&self, field: &[u8]) -> Result<T, String> {
        if let (true, Missing::Nan, Some(missing)) = (field.is_empty(), self.row.options.missing, T::MISSING)
        {
            return Ok(missing);
        }
        match std::str::from_utf8(field) {
            Ok(text) => T::parse(text).ok_or_else(|| reason(text, T::DTYPE)),
            Err(_) => Err(reason(&String::from_utf8_lossy(field), T::DTYPE)),
        }
    }

    /// The tensor of the rank that is asked for.
    fn finish(self) -> Result<DynTensor> {
        let row = &self.row;
        let asked = row.options.columns.as_ref().map(Vec::len);
        let columns = asked.or(row.first.map(|(_, len)| len)).unwrap_or(row.header_len);
        let shape: &[usize] = match (row.options.rank, self.rows, columns) {
            (1, rows, 1) => &[rows],
            (1, 1, columns) => &[columns],
            (1, 0, _) => &[0],
            (0, 1, 1) => &[],
            (2, rows, columns) => &[rows, columns],
            (rank, rows, columns) => {
                let what = if rank == 0 { "one number" } else { "one row or column" };
                let words = format!(
                    "it has {rows} rows and {columns} columns, and {what} was asked for: read it as a matrix"
                );
                return Err(wrong(words));
            }
        };
        Ok(Tensor::from_vec(self.values, shape)?.into_dyn())
    }
}

impl Row<'_> {
    /// Splits a line that is not blank; false if it is the header.
    fn split(&mut self, content: &[u8], line: u64) -> Result<bool> {
        let delimiter = match self.delimiter {
            Delimiter::Detected => detect(content),
            known => known,
        };
        let split = split(content, delimiter, self.wanted, &mut self.fields);
        split.map_err(|fault| match fault {
            Fault::Unclosed(column) => at(line, column, "a `\"` is open: close it on its line"),
            Fault::TooMany(count) => {
                ErrorKind::OutOfMemory { op: LOAD, bytes: count * size_of::<Range<usize>>() }.into()
            }
        })?;
        let has_end = self.fields.len() > 1 && self.fields.last().is_some_and(Range::is_empty);
        if has_end && self.options.missing == Missing::Mistake {
            self.fields.pop();
        }
        // A header can have other signs than the rows.
        if std::mem::take(&mut self.may_be_header) && self.is_header(content) {
            self.header_len = self.fields.len();
            return Ok(false);
        }
        self.delimiter = delimiter;
        self.check_len(line)?;
        Ok(true)
    }

    /// Whether something of what is read in this line is there, and nothing of it is a value or begins like one: what
    /// could be data with a mistake in it is told, and not left out.
    fn is_header(&self, content: &[u8]) -> bool {
        let len = self.fields.len();
        let used = |field: &&Range<usize>| match &self.options.columns {
            None => true,
            Some(columns) => columns
                .iter()
                .any(|&column| place(column, len).is_some_and(|place| self.fields[place] == **field)),
        };
        let texts =
            self.fields.iter().filter(used).map(|field| String::from_utf8_lossy(&content[field.clone()]));
        let (mut is_some, mut is_data) = (false, false);
        for text in texts {
            is_some |= !text.is_empty();
            let is_value = Complex64::parse(&text).is_some() || bool::parse(&text).is_some();
            is_data |= is_value || begins_data(&text);
        }
        is_some && !is_data
    }

    /// # Errors
    /// If the row has not as many fields as the first.
    fn check_len(&mut self, line: u64) -> Result<()> {
        let len = self.fields.len();
        let (first_line, expected) = *self.first.get_or_insert((line, len));
        // Whoever names columns from the start has no need of the others.
        let is_free = self.options.columns.as_deref().is_some_and(is_from_the_start);
        if len == expected || is_free {
            return Ok(());
        }
        let columns = |len: usize| format!("{len} column{}", if len == 1 { "" } else { "s" });
        let cure = "rows have equal lengths: mend one of them, name the delimiter, or skip the lines before the table";
        Err(wrong(format!(
            "line {line} has {}, and line {first_line} has {}: {cure}",
            columns(len),
            columns(expected)
        )))
    }

    /// How many fields of a row are read.
    fn count(&self) -> usize {
        self.options.columns.as_ref().map_or(self.fields.len(), Vec::len)
    }

    /// The place of the `k`-th field that is read.
    fn column(&self, k: usize, line: u64) -> Result<usize> {
        let Some(columns) = &self.options.columns else { return Ok(k) };
        place(columns[k], self.fields.len()).ok_or_else(|| {
            let (asked, len) = (columns[k], self.fields.len());
            wrong(format!("line {line} has {len} columns, and column {asked}, counted from 0, is asked for"))
        })
    }
}

/// How many fields of a line are looked for at most; behind the columns that are asked for anything may stand.
fn wanted(options: &Reading) -> usize {
    let columns = options.columns.as_deref().filter(|columns| is_from_the_start(columns));
    let highest = columns.and_then(|columns| columns.iter().max());
    // One more than are read: whether nothing stands behind the last delimiter is seen at the last field.
    highest.and_then(|&highest| usize::try_from(highest).ok()?.checked_add(2)).unwrap_or(usize::MAX)
}

fn is_from_the_start(columns: &[i64]) -> bool {
    columns.iter().all(|&column| column >= 0)
}

/// Where a column is, counted from the end if it is negative.
fn place(column: i64, len: usize) -> Option<usize> {
    let place = if column < 0 { i64::try_from(len).ok()?.checked_add(column)? } else { column };
    usize::try_from(place).ok().filter(|&place| place < len)
}

#[cold]
fn at(line: u64, column: usize, reason: &str) -> Error {
    wrong(format!("line {line}, column {}: {reason}", column + 1))
}
