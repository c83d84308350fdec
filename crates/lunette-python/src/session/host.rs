//! The world of a session's programs: Python's standard output, and files as modules and tensors.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use lunette::{Cancel, DynTensor, io};
use lunette_lang::builtins::Wanted;
use lunette_lang::check::{Loaded, Loader};
use lunette_lang::run::World;
use lunette_lang::words::of_library;
use pyo3::intern;
use pyo3::prelude::*;

/// Where programs print to, and when the session began.
pub struct Host {
    start: Instant,
    /// Stops a program that nobody can hear any more.
    cancel: Cancel,
    /// The first exception of `sys.stdout.write`.
    pub failure: Option<PyErr>,
}

impl Host {
    /// A world that begins now, in which this flag stops the program.
    pub fn new(cancel: Cancel) -> Self {
        Self { start: Instant::now(), cancel, failure: None }
    }
}

impl Default for Host {
    fn default() -> Self {
        Self::new(Cancel::new())
    }
}

impl World for Host {
    fn print(&mut self, text: &str) {
        let written = Python::attach(|py| -> PyResult<()> {
            let output = py.import(intern!(py, "sys"))?.getattr(intern!(py, "stdout"))?;
            // There is none where no terminal is, as under some launchers.
            if !output.is_none() {
                output.call_method1(intern!(py, "write"), (text,))?;
            }
            Ok(())
        });
        if let Err(error) = written {
            self.failure.get_or_insert(error);
            self.cancel.cancel();
        }
    }

    fn clock(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    fn arguments(&self) -> &[Arc<str>] {
        &[]
    }

    /// Paths are relative to the current folder, as those of `lunette.load` are.
    fn load_tensor(&mut self, wanted: Wanted<'_>) -> Result<DynTensor, String> {
        wanted.load_file()
    }

    fn save_tensor(&mut self, path: &str, tensor: &DynTensor) -> Result<(), String> {
        io::save(path, tensor).map_err(|error| of_library(&error))
    }

    /// Standard input is Python's own.
    fn read_text(&mut self, path: Option<&str>) -> Result<String, String> {
        let Some(path) = path else {
            return Err(
                "standard input cannot be read in a session: pass its text in as a variable".to_owned()
            );
        };
        fs::read_to_string(path).map_err(|error| format!("`{path}` cannot be read: {error}"))
    }
}

impl Loader for Host {
    fn load(&self, from: &str, path: &str) -> Result<Loaded, String> {
        // A session's own texts have no directory: theirs is the current one.
        let file = Path::new(from).parent().unwrap_or(Path::new("")).join(path);
        let file = if file.extension().is_some_and(|ending| ending == "lun") {
            file
        } else {
            let mut name = file.into_os_string();
            name.push(".lun");
            name.into()
        };
        let text = fs::read_to_string(&file).map_err(|error| format!("`{}`: {error}", file.display()))?;
        // One name for every way to the file.
        let name = file.canonicalize().unwrap_or(file).display().to_string();
        Ok(Loaded { name: name.into(), text: text.into() })
    }
}
