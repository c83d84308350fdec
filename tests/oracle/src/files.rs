//! Files that NumPy wrote are read, and files for NumPy to read are written.

use lunette::buffer::MappedFile;
use lunette::io::npz::{self, Compression};
use lunette::io::text::{self, Reading};
use lunette::{DynTensor, Result, io};
use serde::Deserialize;

use crate::call::Operand;

/// What is done with a file.
#[derive(Deserialize)]
pub struct FileCase {
    pub file: FileVerb,
    path: String,
    /// The member of an archive.
    name: Option<String>,
    /// What is written.
    tensor: Option<Operand>,
    /// What a text is read as.
    dtype: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileVerb {
    Load,
    Map,
    Save,
    SaveDeflated,
    LoadText,
    SaveText,
}

impl FileCase {
    /// The tensor that was read or written.
    pub fn run(&self) -> Result<DynTensor> {
        let Self { path, name, tensor, .. } = self;
        match self.file {
            FileVerb::Map => map(path),
            FileVerb::LoadText => {
                let dtype = self.dtype.as_deref().unwrap_or("f64").parse()?;
                text::load(path, &Reading { dtype: Some(dtype), ..Reading::default() })
            }
            FileVerb::Load => match name {
                Some(name) => io::load_named(path, name),
                None => io::load(path),
            },
            FileVerb::Save | FileVerb::SaveDeflated | FileVerb::SaveText => {
                let tensor = match tensor {
                    Some(tensor) => tensor.build()?,
                    None => DynTensor::scalar_of(0)?,
                };
                match (&self.file, name) {
                    (FileVerb::SaveDeflated, Some(name)) => {
                        npz::save(path, &[(name, tensor.clone())], Compression::Deflated)?;
                    }
                    _ => io::save(path, &tensor)?,
                }
                Ok(tensor)
            }
        }
    }
}

#[expect(unsafe_code, reason = "mapping a file is a promise")]
fn map(path: &str) -> Result<DynTensor> {
    // SAFETY: the script that wrote the file waits for the answer, and leaves the file alone.
    io::npy::map(&unsafe { MappedFile::open(path) }?)
}
