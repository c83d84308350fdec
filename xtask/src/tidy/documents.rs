//! Rules on documents: the map is true, links lead somewhere, and the README's tour is the example that runs.

use std::collections::BTreeSet;

use super::{File, Problem, find};

const ARCHITECTURE: &str = "ARCHITECTURE.md";
const TOUR: &str = "crates/lunette/examples/tour.rs";

pub fn check(files: &[File], problems: &mut Vec<Problem>) {
    if let Some(document) = find(files, ARCHITECTURE) {
        check_map(files, document, problems);
    }
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        check_links(files, file, problems);
    }
    if let (Some(readme), Some(tour)) = (find(files, "README.md"), find(files, TOUR)) {
        // The example's first lines say what it is; the README says it in its own words.
        let code = tour.text.split_once("\n\n").map_or("", |(_, code)| code);
        if !readme.text.contains(code.trim()) {
            problems.push(Problem::new("README.md", 0, format!("its tour is not what {TOUR} says")));
        }
    }
}

/// The paths of the map under `## Map` are the rooms there are.
fn check_map(files: &[File], document: &File, problems: &mut Vec<Problem>) {
    let mapped = mapped(document);
    let rooms = rooms(files);
    for (path, line) in &mapped {
        if !files.iter().any(|file| is_inside(&file.path, path)) {
            problems.push(Problem::new(
                ARCHITECTURE,
                *line,
                format!("the map names {path}, which is not there"),
            ));
        }
    }
    for room in rooms.iter().filter(|room| !mapped.iter().any(|(path, _)| path == *room)) {
        problems.push(Problem::new(ARCHITECTURE, 0, format!("the map does not name {room}")));
    }
}

/// Whether `file` is the room at `path`, or lies in it: `src/index` is `src/index.rs` and `src/index/`.
fn is_inside(file: &str, path: &str) -> bool {
    file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest == ".rs" || rest.starts_with('/'))
}

/// The paths at the head of the lines of the first code block under `## Map`, each with its line.
fn mapped(document: &File) -> Vec<(&str, usize)> {
    let block = document.lines().skip_while(|(_, line)| *line != "## Map");
    let block = block.skip_while(|(_, line)| !line.starts_with("```")).skip(1);
    let block = block.take_while(|(_, line)| !line.starts_with("```"));
    let indented = |line: &str| line.starts_with(' ') || line.is_empty();
    block
        .filter(|(_, line)| !indented(line))
        .filter_map(|(number, line)| Some((line.split_whitespace().next()?.trim_end_matches('/'), number)))
        .collect()
}

/// The modules at the top of every crate, and the folders at the root.
fn rooms(files: &[File]) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for file in files {
        let parts: Vec<&str> = file.path.split('/').collect();
        match parts.as_slice() {
            ["crates", krate, "src", module] if *module != "lib.rs" && *module != "main.rs" => {
                rooms.insert(format!("crates/{krate}/src/{}", module.trim_end_matches(".rs")));
            }
            ["crates", krate, "src", folder, _, ..] => {
                rooms.insert(format!("crates/{krate}/src/{folder}"));
            }
            ["crates", krate, folder, _, ..] if *folder != "src" => {
                rooms.insert(format!("crates/{krate}/{folder}"));
            }
            ["crates", ..] => {}
            [folder, _, ..] if *folder != ".cargo" => {
                rooms.insert((*folder).to_owned());
            }
            _ => {}
        }
    }
    rooms
}

/// Links to files of the repository lead to files that are there.
fn check_links(files: &[File], file: &File, problems: &mut Vec<Problem>) {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    for (number, line) in file.lines() {
        for link in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let path = resolve(folder, target);
            if !files.iter().any(|file| file.path == path || file.path.starts_with(&format!("{path}/"))) {
                problems.push(Problem::new(
                    &file.path,
                    number,
                    format!("the link to {target} leads nowhere"),
                ));
            }
        }
    }
}

/// `target` as seen from `folder`, with `..` and `.` worked out.
fn resolve(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/').filter(|part| !part.is_empty()) {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::check;

    fn count(documents: &[(&str, &str)]) -> usize {
        let mut files = vec![file("crates/a/src/lib.rs", ""), file("crates/a/src/layout/slice.rs", "")];
        files.extend(documents.iter().map(|(path, text)| file(path, text)));
        let mut problems = Vec::new();
        check(&files, &mut problems);
        problems.len()
    }

    #[test]
    fn the_map_names_every_room_and_no_other() {
        let map = |lines: &str| format!("# A\n## Map\n\n```text\n{lines}\n```\n");
        assert_eq!(count(&[("ARCHITECTURE.md", &map("crates/a/src/layout/   geometry"))]), 0);
        assert_eq!(count(&[("ARCHITECTURE.md", &map(""))]), 1);
        assert_eq!(count(&[("ARCHITECTURE.md", &map("crates/a/src/layout\ncrates/a/src/gone"))]), 1);
    }

    #[test]
    fn links_lead_somewhere() {
        assert_eq!(count(&[("docs/a.md", "see [b](b.md) and [up](../crates/a/src)"), ("docs/b.md", "")]), 0);
        assert_eq!(count(&[("docs/a.md", "see [b](b.md)")]), 1);
        assert_eq!(count(&[("a.md", "see [b](https://example.org) and [c](#here)")]), 0);
    }

    #[test]
    fn the_readme_shows_the_tour() {
        let tour = ("crates/lunette/examples/tour.rs", "//! A tour.\n\nfn main() {}\n");
        assert_eq!(count(&[tour, ("README.md", "```rust\nfn main() {}\n```")]), 0);
        assert_eq!(count(&[tour, ("README.md", "```rust\nfn main() { old() }\n```")]), 1);
    }
}
