//! `.csv`, `.tsv` and `.txt`: tables of numbers as text, one row a line.
//!
//! Between the numbers of a row stand commas, semicolons, tabs or spaces; which of them is seen in the first row. A first
//! line is a header, and is skipped, if none of its fields is a number or a bool or begins like a number; blank lines are
//! skipped too, and what follows a `#`. Numbers can stand in double quotes. A text says nothing about dtypes, but that
//! `true` and `false` are bools: [`Reading`] has the one that is asked for, and all else that can be chosen. Texts that gzip
//! has compressed are read as others are, and written for names that end in `.gz`, by the feature `gzip`.
//!
//! ```
//! use lunette::io::text::{self, Reading};
//! use lunette::prelude::*;
//! let table = "height; weight\n1.75; 70\n1.62; 55 # measured twice\n";
//! let x = text::read(table.as_bytes(), &Reading::default())?;
//! assert_eq!(x.into_typed::<f64>()?, tensor![[1.75, 70.0], [1.62, 55.0]]);
//! # Ok::<(), lunette::Error>(())
//! ```

mod fields;
mod lines;
mod number;
mod options;
mod packed;
mod table;
mod written;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

pub use self::options::{Delimiter, Missing, Reading, Writing};

use self::lines::Lines;
use self::packed::{Packing, unpacked};
use super::elements::unwritable;
use super::{LOAD, SAVE, file};
use crate::dtype::dispatch;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::{DynTensor, Kind, Tensor};

/// Reads the table of a stream; it has two axes, rows and columns, unless [`Reading::rank`] asks for fewer.
///
/// Memory is taken as the rows come. A stream that gzip has compressed is unpacked. A text without rows is a table of size 0, with the columns of its header.
///
/// # Errors
/// If the stream cannot be read, something in it is no number of the dtype, or its rows have different lengths; the error
/// names line and column.
///
/// ```
/// use lunette::io::text::{self, Reading};
/// use lunette::prelude::*;
/// let counts = Reading { dtype: Some(DType::I64), ..Reading::default() };
/// let x = text::read(&b"9007199254740993,2\r\n3,4\r\n"[..], &counts)?;
/// assert_eq!(x.into_typed::<i64>()?, tensor![[9_007_199_254_740_993, 2], [3, 4]]);
/// let error = text::read(&b"1,2\n3,four\n"[..], &counts).unwrap_err();
/// assert!(error.to_string().contains("line 2, column 2: `four` is no number"));
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn read(source: impl Read, options: &Reading) -> Result<DynTensor> {
    read_from(&mut BufReader::new(source), options)
}

fn read_from(source: &mut dyn BufRead, options: &Reading) -> Result<DynTensor> {
    options.check(LOAD)?;
    unpacked(source, |source| {
        let mut lines = Lines::new(source);
        let Some(dtype) = options.dtype else { return table::read_as_found(&mut lines, options) };
        dispatch!(dtype, T => table::read::<T>(&mut lines, options))
    })
}

/// Reads the table of a file, whatever its name ends in.
///
/// # Errors
/// As for [`read()`], and if the file cannot be opened.
///
/// ```
/// use lunette::io::text::{self, Reading, Writing};
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-text-load-{}", std::process::id()));
/// text::save(&path, &tensor![1.5, 2.5], &Writing::default())?;
/// let vector = Reading { rank: 1, ..Reading::default() };
/// assert_eq!(text::load(&path, &vector)?.into_typed::<f64>()?, tensor![1.5, 2.5]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn load(path: impl AsRef<Path>, options: &Reading) -> Result<DynTensor> {
    file::read(path.as_ref(), |file, _| read_from(&mut BufReader::new(file), options))
}

/// Writes a tensor of up to two axes to a stream: a row a line, a vector as one column, and every number with as few
/// digits as read back to it.
///
/// While it lasts the tensor can be read by others but not written.
///
/// # Errors
/// If the tensor has more than two axes, the delimiter could be part of a number or of a comment, lines would end in
/// something else than line ends, the stream cannot be written, or a write guard on the tensor lives.
///
/// ```
/// use lunette::io::text::{self, Writing};
/// use lunette::prelude::*;
/// let mut bytes = Vec::new();
/// let options = Writing { header: Some("x,y".into()), ..Writing::default() };
/// text::write(&mut bytes, &tensor![[0.1, 2.0], [1e20, f64::NAN]], &options)?;
/// assert_eq!(bytes, b"x,y\n0.1,2.0\n1e20,nan\n");
/// # Ok::<(), lunette::Error>(())
/// ```
#[track_caller]
pub fn write<K: Kind>(mut sink: impl Write, tensor: &Tensor<K>, options: &Writing) -> Result<()> {
    write_to(&mut sink, &tensor.to_dyn(), options)
}

#[track_caller]
fn write_to(sink: &mut dyn Write, tensor: &DynTensor, options: &Writing) -> Result<()> {
    put(tensor, options, &mut |text| sink.write_all(text.as_bytes()).map_err(unwritable))
}

/// Gives the text piece by piece.
#[track_caller]
fn put(tensor: &DynTensor, options: &Writing, piece: &mut dyn FnMut(&str) -> Result<()>) -> Result<()> {
    options.check(SAVE)?;
    written::check(tensor)?;
    dispatch!(tensor.dtype(), T => written::write::<T>(piece, tensor, options))
}

/// The text of a tensor of up to two axes, as [`write()`] writes it.
///
/// # Errors
/// As for [`write()`], and if there is no memory for it.
///
/// ```
/// use lunette::io::text::{self, Writing};
/// use lunette::prelude::*;
/// assert_eq!(text::to_string(&tensor![[1, 2], [3, 4]], &Writing::default())?, "1,2\n3,4\n");
/// # Ok::<(), lunette::Error>(())
/// ```
#[track_caller]
pub fn to_string<K: Kind>(tensor: &Tensor<K>, options: &Writing) -> Result<String> {
    let mut text = String::new();
    put(&tensor.to_dyn(), options, &mut |piece| {
        let bytes = text.len() + piece.len();
        if text.try_reserve(piece.len()).is_err() {
            // Twice the text is not there, but the piece may be.
            let out_of_memory = |_| ErrorKind::OutOfMemory { op: SAVE, bytes };
            text.try_reserve_exact(piece.len()).map_err(out_of_memory)?;
        }
        text.push_str(piece);
        Ok(())
    })?;
    Ok(text)
}

/// Writes a tensor of up to two axes into a file, which is replaced when all of it is written; compressed if its name ends
/// in `.gz`.
///
/// # Errors
/// As for [`write()`], and if the file cannot be made or replaced; then what was there before is there still.
///
/// ```
/// use lunette::io::text::{self, Writing};
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-text-save-{}.tsv", std::process::id()));
/// text::save(&path, &tensor![[1, 2], [3, 4]], &Writing::for_path(&path))?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"1\t2\n3\t4\n");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn save<K: Kind>(path: impl AsRef<Path>, tensor: &Tensor<K>, options: &Writing) -> Result<()> {
    let (tensor, packing) = (tensor.to_dyn(), Packing::of_path(path.as_ref())?);
    // Refused before there is a file.
    options.check(SAVE)?;
    written::check(&tensor)?;
    file::replace(path.as_ref(), |sink| packing.write(sink, |sink| write_to(sink, &tensor, options)))
}

/// Writes a text that is there already into a file, as [`save`] does.
///
/// # Errors
/// If the file cannot be made or replaced; then what was there before is there still.
///
/// ```
/// use lunette::io::text::{self, Reading};
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-text-made-{}.csv.gz", std::process::id()));
/// text::save_text(&path, "1,2\n3,4\n")?;
/// assert_eq!(text::load(&path, &Reading::default())?.into_typed::<f64>()?, tensor![[1.0, 2.0], [3.0, 4.0]]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn save_text(path: impl AsRef<Path>, text: &str) -> Result<()> {
    let packing = Packing::of_path(path.as_ref())?;
    file::replace(path.as_ref(), |sink| {
        packing.write(sink, |sink| sink.write_all(text.as_bytes()).map_err(unwritable))
    })
}

/// The error that says why this is no table.
#[cold]
fn wrong(words: String) -> Error {
    ErrorKind::FileFormat { op: LOAD, path: None, format: "text", words }.into()
}
