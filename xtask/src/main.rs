//! The project's own commands: `cargo xtask test | tidy | bench`.

mod bench;
mod python;
mod shell;
mod test;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
The project's own commands:

  cargo xtask test [--full] [STEP ...]   run every test, or only the named steps; --full adds the long ones
  cargo xtask tidy                       check the house rules that no compiler knows
  cargo xtask bench [FAMILY] [FILTER]    measure Lunette beside its peers; FILTER picks rows by a part of their name,
                                         --torch adds PyTorch (its package is 5 GB)
  cargo xtask help                       print this text
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["test", rest @ ..] => test::run(rest),
        ["tidy"] => tidy::run(),
        ["bench", rest @ ..] => bench::run(rest),
        ["help" | "--help" | "-h"] | [] => {
            print!("{HELP}\nSteps of `test`:\n{}", test::list());
            Ok(())
        }
        [other, ..] => Err(format!("there is no command `{other}`; `cargo xtask help` lists them")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}

/// Where builds and everything else that can be made again goes.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}
