//! What can be chosen about a table.

use std::path::Path;

use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::io::format::{ending, without_gz};

/// What stands between the numbers of a row.
///
/// ```
/// use lunette::io::text::{self, Delimiter, Reading};
/// let bars = Reading { delimiter: Delimiter::Sign(b'|'), ..Reading::default() };
/// assert_eq!(text::read(&b"1|2|3\n"[..], &bars)?.shape(), [1, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delimiter {
    /// What the first row has of these, in this order: semicolons, tabs, commas, spaces.
    #[default]
    Detected,
    /// Any number of spaces and tabs.
    Spaces,
    /// One ASCII sign; spaces around it do not count.
    Sign(u8),
}

/// What a field with nothing in it is.
///
/// ```
/// use lunette::io::text::{self, Missing, Reading};
/// assert!(text::read(&b"1,,3\n"[..], &Reading::default()).is_err());
/// let gaps = Reading { missing: Missing::Nan, ..Reading::default() };
/// assert!(text::read(&b"1,,3\n"[..], &gaps)?.into_typed::<f64>()?.get([0, 1])?.is_nan());
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// A mistake. Only behind the last delimiter of a line nothing may stand: it is then no field.
    #[default]
    Mistake,
    /// NaN, wherever it stands; only floats and complex numbers have one.
    Nan,
}

/// How a table is read.
///
/// ```
/// use lunette::io::text::{self, Reading};
/// use lunette::prelude::*;
/// let table = "name,a,b,c\nAnna,1,2,3\nBert,4,5,6\nCleo,7,8,9\n";
/// let options = Reading { columns: Some(vec![1, -1]), max_rows: Some(2), ..Reading::default() };
/// let x = text::read(table.as_bytes(), &options)?.into_typed::<f64>()?;
/// assert_eq!(x, tensor![[1.0, 3.0], [4.0, 6.0]]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The dtype of the tensor; integers are read exactly. By default it is `bool` where the first row has nothing but `true`
    /// and `false`, and else `f64`.
    pub dtype: Option<DType>,
    /// How many axes the tensor has: 2 by default; 1 for a table of one column or one row, 0 for one number.
    pub rank: usize,
    /// What stands between the numbers; by default what is found.
    pub delimiter: Delimiter,
    /// How many lines at the start are left out, of whatever kind; by default a first line in which no field is a number or
    /// a bool or begins like a number.
    pub skip: Option<usize>,
    /// What begins a comment, which lasts to the end of its line; `#` by default.
    pub comments: Vec<String>,
    /// The columns that are read, in this order; negative ones count from the end. Other columns can hold any text.
    pub columns: Option<Vec<i64>>,
    /// After so many rows nothing more is read.
    pub max_rows: Option<usize>,
    /// What a field with nothing in it is; a mistake by default.
    pub missing: Missing,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            dtype: None,
            rank: 2,
            delimiter: Delimiter::Detected,
            skip: None,
            comments: vec!["#".to_owned()],
            columns: None,
            max_rows: None,
            missing: Missing::Mistake,
        }
    }
}

impl Reading {
    /// # Errors
    /// If no table can be read like that.
    pub(super) fn check(&self, op: &'static str) -> Result<()> {
        if self.rank > 2 {
            let allowed = "a text is a table of rows and columns: read it as one, and reshape it";
            return Err(
                ErrorKind::Argument { op, name: "rank", found: self.rank.to_string(), allowed }.into()
            );
        }
        if self.missing == Missing::Nan
            && let Some(dtype) = self.dtype
            && !(dtype.is_float() || dtype.is_complex())
        {
            let (found, allowed) =
                (dtype.to_string(), "only floats and complex numbers have a NaN for missing fields");
            return Err(ErrorKind::Argument { op, name: "dtype", found, allowed }.into());
        }
        if self.comments.iter().any(String::is_empty) {
            let (found, allowed) = ("``".to_owned(), "a sign that begins a comment has at least one letter");
            return Err(ErrorKind::Argument { op, name: "comments", found, allowed }.into());
        }
        match self.delimiter {
            Delimiter::Sign(sign) if self.comments.iter().any(|comment| comment.as_bytes() == [sign]) => {
                let allowed = "it begins a comment: name another sign for comments, or none";
                let found = format!("{:?}", char::from(sign).to_string());
                Err(ErrorKind::Argument { op, name: "delimiter", found, allowed }.into())
            }
            Delimiter::Sign(sign) => check_delimiter(op, &char::from(sign).to_string()),
            Delimiter::Detected | Delimiter::Spaces => Ok(()),
        }
    }
}

/// How a table is written.
///
/// ```
/// use lunette::io::text::{self, Writing};
/// use lunette::prelude::*;
/// let mut bytes = Vec::new();
/// let options = Writing { delimiter: "; ".into(), footer: Some("# end".into()), ..Writing::default() };
/// text::write(&mut bytes, &tensor![[1, 2], [3, 4]], &options)?;
/// assert_eq!(bytes, b"1; 2\n3; 4\n# end\n");
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writing {
    /// What stands between the numbers of a row; a comma by default.
    pub delimiter: String,
    /// A line before the first row.
    pub header: Option<String>,
    /// A line after the last row.
    pub footer: Option<String>,
    /// What every line ends with: a line feed, which is the default, a carriage return, or both.
    pub newline: String,
}

impl Default for Writing {
    fn default() -> Self {
        Self { delimiter: ",".to_owned(), header: None, footer: None, newline: "\n".to_owned() }
    }
}

impl Writing {
    /// The usual delimiter of files that end like this, a `.gz` aside: tabs for `.tsv`, spaces for `.txt`, and else commas.
    ///
    /// ```
    /// use lunette::io::text::Writing;
    /// assert_eq!(Writing::for_path("x.txt").delimiter, " ");
    /// ```
    pub fn for_path(path: impl AsRef<Path>) -> Self {
        let delimiter = match ending(without_gz(path.as_ref())).as_deref() {
            Some("tsv") => "\t",
            Some("txt") => " ",
            _ => ",",
        };
        Self { delimiter: delimiter.to_owned(), ..Self::default() }
    }

    /// # Errors
    /// If what is written like that could not be read again.
    pub(super) fn check(&self, op: &'static str) -> Result<()> {
        check_delimiter(op, &self.delimiter)?;
        if self.delimiter.contains('#') {
            let (found, allowed) = (format!("{:?}", self.delimiter), "a `#` begins a comment, as in `# end`");
            return Err(ErrorKind::Argument { op, name: "delimiter", found, allowed }.into());
        }
        if !["\n", "\r\n", "\r"].contains(&self.newline.as_str()) {
            let (found, allowed) = (format!("{:?}", self.newline), r#"lines end in "\n", "\r\n" or "\r""#);
            return Err(ErrorKind::Argument { op, name: "newline", found, allowed }.into());
        }
        Ok(())
    }
}

/// # Errors
/// If the sign could be a part of a number or of its row.
fn check_delimiter(op: &'static str, delimiter: &str) -> Result<()> {
    let is_taken = |sign: char| sign.is_alphanumeric() || "+-.()\"\r\n\0".contains(sign);
    if delimiter.is_empty() || delimiter.contains(is_taken) || !delimiter.is_ascii() {
        let allowed = "it needs ASCII signs that no number has, as `,`, `;` or a tab";
        return Err(
            ErrorKind::Argument { op, name: "delimiter", found: format!("{delimiter:?}"), allowed }.into()
        );
    }
    Ok(())
}
