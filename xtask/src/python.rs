//! Private Python environments, made once and kept as long as their requirements stay the same.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{root, shell, target};

/// What to do about a package that cannot be installed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// Everything needs it.
    Fails,
    /// Say so, and go on without it.
    IsSaid,
}

/// A folder of packages under `target`, and the files that name them.
pub struct Environment {
    pub folder: &'static str,
    pub requirements: &'static [&'static str],
    pub missing: Missing,
}

/// What the comparisons with NumPy need.
pub const ORACLE: Environment =
    Environment { folder: "venv", requirements: &["tests/oracle/requirements.txt"], missing: Missing::Fails };

impl Environment {
    /// The Python that has the packages; makes the environment when it must.
    pub fn python(&self) -> Result<PathBuf, String> {
        let wanted = self.wanted()?;
        let folder = target().join(self.folder);
        let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
        // Written last, so that an interrupted installation is done again.
        let stamp = folder.join("requirements.txt");
        if python.exists() && std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
            return Ok(python);
        }
        create(&folder)?;
        if self.install(&python, &wanted)? {
            std::fs::write(&stamp, wanted)
                .map_err(|error| format!("cannot write {}: {error}", stamp.display()))?;
        }
        Ok(python)
    }

    /// The lines of all its requirements.
    fn wanted(&self) -> Result<String, String> {
        let read = |path: &&str| {
            let text = std::fs::read_to_string(root().join(path));
            text.map_err(|error| format!("cannot read {path}: {error}"))
        };
        self.requirements.iter().map(read).collect()
    }

    /// Installs the packages, all at once or, where one may be missing, one by one; says whether all are there.
    fn install(&self, python: &Path, wanted: &str) -> Result<bool, String> {
        let pip = |packages: &[&str]| {
            let mut install = Command::new(python);
            install.args(["-m", "pip", "install", "--quiet"]).args(packages).current_dir(root());
            shell::run(&mut install).0
        };
        let named = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        let lines: Vec<&str> = wanted.lines().filter(named).collect();
        if self.missing == Missing::Fails {
            let files = self.requirements.join(", ");
            return match pip(&lines) {
                true => Ok(true),
                false => Err(format!("pip cannot install {files}: is the network reachable?")),
            };
        }
        let missing: Vec<_> = lines.into_iter().filter(|line| !pip(&[line])).collect();
        for line in &missing {
            println!("pip cannot install `{line}`: going on without it");
        }
        Ok(missing.is_empty())
    }
}

fn create(folder: &Path) -> Result<(), String> {
    let system = system_python()?;
    match shell::run(Command::new(system).args(["-m", "venv", "--clear"]).arg(folder)).0 {
        true => Ok(()),
        false => Err("Python cannot make a virtual environment: install its `venv` module with pip \
                      (on Debian and Ubuntu the package `python3-venv`)"
            .to_owned()),
    }
}

fn system_python() -> Result<&'static str, String> {
    let found = ["python3", "python"].into_iter().find(|program| shell::exists(program));
    found.ok_or_else(|| "no Python found: install Python 3".to_owned())
}
