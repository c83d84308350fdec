//! Files that tensors live in: `.npy` and `.npz` as NumPy writes them, `.safetensors`, and tables as text.
//!
//! [`load`] and [`save`] take a path, and know the format from its ending; that of a text may be followed by `.gz`. Each format has a module of its own that also
//! reads and writes streams, files of several tensors, and mapped files. What a file says about itself is never believed:
//! memory is asked for in proportion to the bytes that are there.
//!
//! ```
//! use lunette::io;
//! use lunette::prelude::*;
//! let path = std::env::temp_dir().join(format!("lunette-io-{}.npy", std::process::id()));
//! let x = tensor![[1.5, 2.5], [3.5, 4.5]];
//! io::save(&path, &x)?;
//! assert_eq!(io::load(&path)?.into_typed::<f64>()?, x);
//! # std::fs::remove_file(&path).unwrap();
//! # Ok::<(), lunette::Error>(())
//! ```

mod elements;
mod file;
mod format;
pub mod npy;
#[cfg(feature = "npz")]
pub mod npz;
#[cfg(feature = "safetensors")]
pub mod safetensors;
pub mod text;

use std::path::Path;

pub use self::format::Format;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::{DynTensor, Kind, Tensor};

/// What the operations of this module are called in errors.
const LOAD: &str = "load";
const SAVE: &str = "save";

/// The one tensor that a file holds; the ending of its name says how: `.npy`, `.npz`, `.safetensors`, or
/// `.csv`, `.tsv` and `.txt`.
///
/// The whole file is read; [`npy::map`] and `safetensors::map` leave it where it is. A text is read as a matrix of `f64`, or
/// of bools if its first row has nothing but `true` and `false`; [`load_with`] reads it as another dtype.
///
/// # Errors
/// If the file cannot be read, is not of its format, or holds not exactly one tensor: [`load_named`] takes one of several.
///
/// ```
/// use lunette::io;
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-load-{}.npy", std::process::id()));
/// io::save(&path, &tensor![true, false])?;
/// let x = io::load(&path)?;
/// assert_eq!((x.dtype(), x.shape()), (DType::Bool, &[2][..]));
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn load(path: impl AsRef<Path>) -> Result<DynTensor> {
    load_with(path, &text::Reading::default())
}

/// As [`load`], but a text is read as `reading` says; other files say by themselves what they hold.
///
/// # Errors
/// As for [`load`], and if a text does not hold what is asked for.
///
/// ```
/// use lunette::io::{self, text::Reading};
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-load-with-{}.csv", std::process::id()));
/// io::save(&path, &tensor![[1, 2], [3, 4]])?;
/// let x = io::load_with(&path, &Reading { dtype: Some(DType::U8), ..Reading::default() })?;
/// assert_eq!((x.dtype(), x.shape()), (DType::U8, &[2, 2][..]));
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn load_with(path: impl AsRef<Path>, reading: &text::Reading) -> Result<DynTensor> {
    let path = path.as_ref();
    match Format::of_path(LOAD, path)? {
        Format::Npy => npy::load(path),
        #[cfg(feature = "npz")]
        Format::Npz => npz::load_only(path),
        #[cfg(feature = "safetensors")]
        Format::Safetensors => safetensors::load_only(path),
        Format::Text => text::load(path, reading),
    }
}

/// The tensor of this name in a file of several, `.npz` or `.safetensors`; others in it are not read.
///
/// # Errors
/// If the file cannot be read, is not of its format, or holds no tensor of this name.
///
/// ```
/// # #[cfg(feature = "npz")] {
/// use lunette::io::{self, npz::Compression};
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-named-{}.npz", std::process::id()));
/// let (x, y) = (tensor![1, 2].into_dyn(), tensor![0.5].into_dyn());
/// io::npz::save(&path, &[("x", x), ("y", y)], Compression::Deflated)?;
/// assert_eq!(io::load_named(&path, "y")?.into_typed::<f64>()?, tensor![0.5]);
/// # std::fs::remove_file(&path).unwrap();
/// # }
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn load_named(path: impl AsRef<Path>, name: &str) -> Result<DynTensor> {
    let path = path.as_ref();
    match Format::of_path(LOAD, path)? {
        Format::Npy => Err(unnamed(name, "an npy file holds one tensor, which has no name")),
        Format::Text => Err(unnamed(name, "a text holds one table, which has no name")),
        #[cfg(feature = "npz")]
        Format::Npz => npz::load_named(path, name),
        #[cfg(feature = "safetensors")]
        Format::Safetensors => safetensors::load_named(path, name),
    }
}

#[cold]
fn unnamed(name: &str, allowed: &'static str) -> Error {
    ErrorKind::Argument { op: LOAD, name: "name", found: format!("`{name}`"), allowed }.into()
}

/// Writes a tensor into a file; the ending of its name says how: `.npy`, `.npz`, `.safetensors`, or `.csv`,
/// `.tsv` and `.txt`.
///
/// The file is written beside its place and put there when it is complete: a failure leaves what was there before. In a
/// file of named tensors this one is called [`UNNAMED`].
///
/// # Errors
/// If the file cannot be written, its format does not know the dtype or the rank, or a write guard on the tensor lives.
///
/// ```
/// use lunette::io;
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-save-{}.npy", std::process::id()));
/// io::save(&path, &tensor![1, 2, 3].view(s![(.., -1)])?)?;
/// assert_eq!(io::load(&path)?.into_typed::<i32>()?, tensor![3, 2, 1]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn save<K: Kind>(path: impl AsRef<Path>, tensor: &Tensor<K>) -> Result<()> {
    let path = path.as_ref();
    match Format::of_path(SAVE, path)? {
        Format::Npy => npy::save(path, tensor),
        #[cfg(feature = "npz")]
        Format::Npz => npz::save(path, &[(UNNAMED, tensor.to_dyn())], npz::Compression::Stored),
        #[cfg(feature = "safetensors")]
        Format::Safetensors => safetensors::save(path, &[(UNNAMED, tensor.to_dyn())], &Default::default()),
        Format::Text => text::save(path, tensor, &text::Writing::for_path(path)),
    }
}

/// What [`save`] calls a tensor in a file of named ones, as NumPy calls an array that was saved without a name.
///
/// ```
/// # #[cfg(feature = "npz")] {
/// use lunette::io;
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-unnamed-{}.npz", std::process::id()));
/// io::save(&path, &tensor![1, 2])?;
/// assert_eq!(io::npz::load(&path)?[0].0, io::UNNAMED);
/// # std::fs::remove_file(&path).unwrap();
/// # }
/// # Ok::<(), lunette::Error>(())
/// ```
pub const UNNAMED: &str = "arr_0";
