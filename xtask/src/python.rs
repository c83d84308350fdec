//! A private Python environment, made once and kept as long as its requirements stay the same.

use std::path::PathBuf;
use std::process::Command;

use crate::{root, shell, target};

const REQUIREMENTS: &str = "tests/oracle/requirements.txt";

/// The Python that has the packages of `tests/oracle/requirements.txt`; makes the environment when it must.
pub fn environment() -> Result<PathBuf, String> {
    let wanted = std::fs::read_to_string(root().join(REQUIREMENTS))
        .map_err(|error| format!("cannot read {REQUIREMENTS}: {error}"))?;
    let folder = target().join("venv");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    // Written last, so that an interrupted installation is done again.
    let stamp = folder.join("requirements.txt");
    if python.exists() && std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let system = system_python()?;
    let made = shell::run(Command::new(system).args(["-m", "venv", "--clear"]).arg(&folder)).0;
    if !made {
        return Err("Python cannot make a virtual environment: install its `venv` module with pip \
                    (on Debian and Ubuntu the package `python3-venv`)"
            .to_owned());
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--requirement", REQUIREMENTS]).current_dir(root());
    if !shell::run(&mut install).0 {
        return Err(format!("pip cannot install {REQUIREMENTS}: is the network reachable?"));
    }
    std::fs::write(&stamp, wanted).map_err(|error| format!("cannot write {}: {error}", stamp.display()))?;
    Ok(python)
}

fn system_python() -> Result<&'static str, String> {
    let found = ["python3", "python"].into_iter().find(|program| shell::exists(program));
    found.ok_or_else(|| "no Python found: install Python 3".to_owned())
}
