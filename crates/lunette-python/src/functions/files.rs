//! Files of tensors, in the formats that the endings of their names stand for.

use std::path::{Path, PathBuf};

use lunette::DynTensor;
use lunette::io::npz::Compression;
use lunette::io::text::{self, Reading};
use lunette::io::{self, Format, npy, npz, safetensors};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::arg::flag;
use crate::error::{Failure, Result, value_error};
use crate::exchange::mapped;
use crate::functions::choices::one_of;
use crate::functions::registry::functions;
use crate::tensor::{New, PyTensor};
use crate::work::watched;

/// Tensors with their names, in the order of their file.
type Named = Vec<(String, DynTensor)>;

/// What a file holds.
enum Held {
    One(DynTensor),
    Several(Named),
}

/// What is in a file that ends in `.npy`, `.npz` or `.safetensors`: the tensor of an npy file, and of the others, whose
/// tensors have names, a dict of them; `name` picks one of these. A text, `.csv`, `.tsv` or `.txt`, is a matrix of
/// `float64`; `loadtxt` reads it otherwise.
///
/// With `mmap=True` the tensors are the file itself, read when somebody looks at them, and read-only. It is a promise
/// that nobody changes the file or makes it shorter while they live; replacing it, as `save` does, is fine. The members
/// of an archive, numbers in the other byte order and those at odd places of their file cannot be mapped.
///
/// >>> import os, tempfile
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> path = os.path.join(folder.name, "x.npz")
/// >>> xp.save(path, {"weights": xp.asarray([0.5, 1.5]), "count": xp.asarray(3)})
/// >>> xp.load(path)
/// {'weights': Tensor([0.5, 1.5]), 'count': Tensor(3)}
/// >>> xp.load(path, name="count")
/// Tensor(3)
/// >>> folder.cleanup()
#[pyfunction]
#[pyo3(signature = (path, /, *, name=None, mmap=false))]
fn load<'py>(
    py: Python<'py>,
    path: PathBuf,
    name: Option<&str>,
    #[pyo3(from_py_with = flag)] mmap: bool,
) -> Result<Bound<'py, PyAny>> {
    // Nobody knows how long a file takes, so others need not wait for the smallest.
    let held = match (mmap, name) {
        (true, name) => py.detach(|| map(&path, name))?,
        (false, Some(name)) => Held::One(watched(py, || io::load_named(&path, name))?),
        (false, None) => watched(py, || read(&path))?,
    };
    match held {
        Held::One(tensor) => Ok(New(tensor).into_pyobject(py)?.into_any()),
        Held::Several(named) => {
            let dict = PyDict::new(py);
            named.into_iter().try_for_each(|(name, tensor)| dict.set_item(name, New(tensor)))?;
            Ok(dict.into_any())
        }
    }
}

fn read(path: &Path) -> lunette::Result<Held> {
    Ok(match Format::of_path("load", path)? {
        Format::Npy => Held::One(npy::load(path)?),
        Format::Npz => Held::Several(npz::load(path)?),
        Format::Safetensors => Held::Several(safetensors::load(path)?.tensors),
        Format::Text => Held::One(text::load(path, &Reading::default())?),
    })
}

fn map(path: &Path, name: Option<&str>) -> Result<Held> {
    match (Format::of_path("load", path)?, name) {
        (Format::Npy, None) => Ok(Held::One(npy::map(&mapped(path)?)?)),
        (Format::Npy, Some(_)) => Err(unnamed("load")),
        (Format::Text, _) => Err(value_error("load: a text cannot be mapped: leave out `mmap`")),
        (Format::Npz, _) => {
            let words =
                "the tensors of an archive cannot be mapped: leave out `mmap`, or save them one by one";
            Err(value_error(format!("load: {words}")))
        }
        (Format::Safetensors, None) => Ok(Held::Several(safetensors::map(&mapped(path)?)?.tensors)),
        (Format::Safetensors, Some(name)) => Ok(Held::One(safetensors::map(&mapped(path)?)?.get(name)?)),
    }
}

fn unnamed(op: &str) -> Failure {
    value_error(format!("{op}: a file of this kind holds one tensor, which has no name"))
}

/// What is written: a tensor, or several with names.
#[derive(FromPyObject)]
enum Content<'py> {
    Tensor(Bound<'py, PyTensor>),
    Several(Bound<'py, PyMapping>),
}

/// Writes a tensor, or a dict of tensors, into a file that ends in `.npy`, `.npz`, `.safetensors`, `.csv`, `.tsv` or
/// `.txt`.
///
/// An npy file and a text hold one tensor. In the others tensors have names, and one that comes without is called `arr_0`. An
/// archive is deflated for `compressed=True`. The file is put in its place when all of it is written: a failure leaves
/// what was there before.
///
/// >>> import os, tempfile
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> path = os.path.join(folder.name, "x.npy")
/// >>> xp.save(path, xp.asarray([[1, 2], [3, 4]]))
/// >>> xp.load(path)
/// Tensor([[1, 2],
///         [3, 4]])
/// >>> folder.cleanup()
#[pyfunction]
#[pyo3(signature = (path, x, /, *, compressed=false))]
fn save(
    py: Python<'_>,
    path: PathBuf,
    x: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = flag)] compressed: bool,
) -> Result<()> {
    let format = Format::of_path("save", &path)?;
    if compressed && format != Format::Npz {
        return Err(value_error("save: only an archive, `.npz`, is compressed"));
    }
    let content: Content<'_> = one_of(x, "save: a tensor or a dict of tensors is needed")?;
    match format {
        Format::Npy | Format::Text => {
            let Content::Tensor(x) = content else { return Err(unnamed("save")) };
            let x = x.get().inner();
            watched(py, || io::save(&path, x))
        }
        Format::Npz => {
            let compression = if compressed { Compression::Deflated } else { Compression::Stored };
            let named = content.named()?;
            watched(py, || npz::save(&path, &named, compression))
        }
        Format::Safetensors => {
            let named = content.named()?;
            watched(py, || safetensors::save(&path, &named, &Default::default()))
        }
    }
}

impl Content<'_> {
    /// The tensors with their names, for a format in which each has one.
    fn named(&self) -> Result<Named> {
        match self {
            Self::Tensor(x) => Ok(vec![(io::UNNAMED.to_owned(), x.get().inner().clone())]),
            Self::Several(dict) => named(dict),
        }
    }
}

/// The tensors of a dict with their names.
fn named(dict: &Bound<'_, PyMapping>) -> Result<Named> {
    let mut found = Named::new();
    for entry in dict.items()?.iter() {
        let (name, tensor): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry.extract()?;
        let tensor: Bound<'_, PyTensor> = one_of(&tensor, "save: the values of the dict are tensors")?;
        found.push((one_of(&name, "save: the keys of the dict are names")?, tensor.get().inner().clone()));
    }
    Ok(found)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: load, save)
}
