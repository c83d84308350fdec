//! What the numbers were measured on and with.

use std::process::Command;

/// The machine and the versions of everything that was measured, in one line.
pub fn describe(python: &[String]) -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut parts = vec![format!("{} ({cores} cores)", processor()), compiler()];
    parts.extend(["ndarray", "candle-core", "faer"].iter().filter_map(|name| version(name)));
    parts.extend_from_slice(python);
    parts.join("; ")
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// The version of a package that the lock file names.
fn version(package: &str) -> Option<String> {
    let lock = std::fs::read_to_string("Cargo.lock").ok()?;
    let (_, after) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    Some(format!("{package} {}", after.split('"').next()?))
}
