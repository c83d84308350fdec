//! Rules on what is built from where: dependencies are explained, and come from the public registry by default.

use std::collections::BTreeMap;

use super::{File, Problem, find};

/// Files a stranger looks for.
const REQUIRED: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "Cargo.lock",
    ".ci/run",
];

const PUBLIC_REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub fn check(files: &[File], problems: &mut Vec<Problem>) {
    for path in REQUIRED.iter().filter(|path| find(files, path).is_none()) {
        problems.push(Problem::new(*path, 0, "is missing"));
    }
    check_explained(files, problems);
    check_sources(files, problems);
}

/// Every dependency of the workspace has its reason in ARCHITECTURE.md, and nothing else has one.
fn check_explained(files: &[File], problems: &mut Vec<Problem>) {
    let (Some(manifest), Some(document)) = (find(files, "Cargo.toml"), find(files, "ARCHITECTURE.md")) else {
        return;
    };
    let used = dependencies(manifest);
    let explained = explained(document);
    for (name, line) in used.iter().filter(|(name, _)| !explained.contains_key(*name)) {
        problems.push(Problem::new(
            &manifest.path,
            *line,
            format!("`{name}` has no reason in ARCHITECTURE.md"),
        ));
    }
    for (name, line) in explained.iter().filter(|(name, _)| !used.contains_key(*name)) {
        problems.push(Problem::new(
            &document.path,
            *line,
            format!("`{name}` is no dependency in Cargo.toml"),
        ));
    }
    let members = files.iter().filter(|file| file.path.ends_with("/Cargo.toml"));
    for (file, (number, line)) in members.flat_map(|file| file.lines().map(move |line| (file, line))) {
        // A version of its own, instead of the workspace's: it would escape the check above.
        if line.contains("version = \"")
            || line.split_once(" = \"").is_some_and(|(_, v)| starts_with_digit(v))
        {
            problems.push(Problem::new(
                &file.path,
                number,
                "versions belong into the workspace's Cargo.toml",
            ));
        }
    }
}

/// The names under `[workspace.dependencies]` that are not our own, each with its line.
fn dependencies(manifest: &File) -> BTreeMap<&str, usize> {
    let section = manifest.lines().skip_while(|(_, line)| *line != "[workspace.dependencies]").skip(1);
    let section = section.take_while(|(_, line)| !line.starts_with('['));
    let foreign = section.filter(|(_, line)| !line.contains("path = "));
    foreign.filter_map(|(number, line)| Some((line.split_once(" = ")?.0, number))).collect()
}

/// The names at the head of the rows of the tables under `## Dependencies`, each with its line.
fn explained(document: &File) -> BTreeMap<&str, usize> {
    let section = document.lines().skip_while(|(_, line)| *line != "## Dependencies").skip(1);
    let section = section.take_while(|(_, line)| !line.starts_with("## "));
    section
        .filter_map(|(number, line)| Some((line.strip_prefix("| `")?.split_once('`')?.0, number)))
        .collect()
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// No file sends the build to a registry of somebody's own.
fn check_sources(files: &[File], problems: &mut Vec<Problem>) {
    for file in files {
        let foreign: fn(&str) -> bool = match file.path.as_str() {
            "Cargo.lock" => |line| line.starts_with("source = ") && !line.contains(PUBLIC_REGISTRY),
            path if path.starts_with(".cargo/") => {
                |line| line.contains("registry") || line.contains("[source")
            }
            path if path.ends_with("requirements.txt") => |line| line.trim_start().starts_with('-'),
            _ => continue,
        };
        for (number, _) in file.lines().filter(|(_, line)| foreign(line)) {
            problems.push(Problem::new(&file.path, number, "names a source that others cannot reach"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::{check_explained, check_sources};

    #[test]
    fn dependencies_and_reasons_agree() {
        let count = |manifest: &str, document: &str| {
            let mut problems = Vec::new();
            check_explained(
                &[file("Cargo.toml", manifest), file("ARCHITECTURE.md", document)],
                &mut problems,
            );
            problems.len()
        };
        let manifest = "[workspace.dependencies]\nrayon = \"1\"\n\n[profile.dev]\ndebug = 1\n";
        assert_eq!(count(manifest, "## Dependencies\n| `rayon` | threads |\n"), 0);
        assert_eq!(count(manifest, "## Dependencies\n"), 1);
        assert_eq!(count(manifest, "## Dependencies\n| `rayon` | a |\n| `serde` | b |\n"), 1);
    }

    #[test]
    fn packages_come_from_the_public_registry() {
        let count = |path: &str, text: &str| {
            let mut problems = Vec::new();
            check_sources(&[file(path, text)], &mut problems);
            problems.len()
        };
        assert_eq!(
            count("Cargo.lock", "source = \"registry+https://github.com/rust-lang/crates.io-index\""),
            0
        );
        assert_eq!(count("Cargo.lock", "source = \"registry+https://example.org/index\""), 1);
        assert_eq!(count(".cargo/config.toml", "[source.crates-io]"), 1);
        assert_eq!(count("tests/oracle/requirements.txt", "--index-url x\nnumpy==2.4.6\n"), 1);
    }
}
