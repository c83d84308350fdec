//! The Python package: built and installed as users do it, then tested from Python.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use super::{counted, long};
use crate::python::{Environment, Missing};
use crate::shell::{self, Counts};
use crate::{root, target};

const CRATE: &str = "crates/lunette-python";

/// What the package's own tests need.
const TESTS: Environment = Environment {
    folder: "venv-python",
    requirements: &["crates/lunette-python/tests/requirements.txt"],
    missing: Missing::Fails,
};

/// The same, and the libraries that work on our tensors.
const CLIENTS: Environment = Environment {
    folder: "venv-clients",
    requirements: &[
        "crates/lunette-python/tests/requirements.txt",
        "crates/lunette-python/tests/clients/requirements.txt",
    ],
    missing: Missing::Fails,
};

/// How many random cases each property has in `--full`.
const MANY_EXAMPLES: &str = "300";

/// The package on its way into its environment.
static COMING: Mutex<Option<JoinHandle<Result<PathBuf, String>>>> = Mutex::new(None);

/// Builds and installs the package while other steps go on.
pub fn begin() {
    let building = std::thread::spawn(|| with_package(&TESTS));
    *COMING.lock().unwrap_or_else(PoisonError::into_inner) = Some(building);
}

pub fn tests() -> Result<Counts, String> {
    let coming = COMING.lock().unwrap_or_else(PoisonError::into_inner).take();
    let python = match coming {
        Some(building) => building.join().map_err(|_| "the build of the package has panicked")??,
        None => with_package(&TESTS)?,
    };
    counted([pytest(&python)])
}

/// The same with more random cases and a fresh seed, and real libraries as clients.
pub fn clients() -> Result<Counts, String> {
    let python = with_package(&CLIENTS)?;
    let mut many = pytest(&python);
    many.env("LUNETTE_EXAMPLES", MANY_EXAMPLES).env("LUNETTE_SEED", long::seed()?);
    let mut clients = pytest(&python);
    clients.arg("tests/clients");
    counted([many, clients])
}

/// A Python that has the packages of an environment and ours.
pub fn with_package(environment: &Environment) -> Result<PathBuf, String> {
    let python = environment.python()?;
    let mut install = Command::new(&python);
    // What users type but for two words: the builder is in the environment already, and the version stays the same
    // while the code changes.
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--force-reinstall",
        "--no-build-isolation",
    ]);
    install.arg(root().join(CRATE)).current_dir(root());
    // The folder of all other builds: the library is there already.
    install.env("CARGO_TARGET_DIR", target()).env_remove("RUSTFLAGS");
    install.env("PATH", path_with(&python)?);
    shell::must(&mut install)?;
    Ok(python)
}

/// The programs of an environment before all others: pip looks for the builder there.
fn path_with(python: &Path) -> Result<OsString, String> {
    let programs = python.parent().map(Path::to_path_buf);
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(programs.into_iter().chain(std::env::split_paths(&others)))
        .map_err(|error| format!("the search path cannot be written: {error}"))
}

fn pytest(python: &Path) -> Command {
    let mut pytest = Command::new(python);
    pytest.args(["-m", "pytest"]).current_dir(root().join(CRATE));
    // Nothing is left behind in the source tree.
    pytest.env("PYTHONDONTWRITEBYTECODE", "1");
    pytest
}
