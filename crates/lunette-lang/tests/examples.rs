//! The programs of `examples`: each prints what `examples/expected` says, without warnings, and is formatted.

#[path = "suite/program.rs"]
mod program;

use std::path::{Path, PathBuf};

use lunette_lang::diagnostic::render::{Style, text as plain};
use lunette_lang::source::{FileId, Source};
use lunette_lang::syntax::format;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Runs one example and compares.
fn check(name: &str) {
    let text = std::fs::read_to_string(folder().join(name).with_extension("lun")).unwrap();
    let expected =
        std::fs::read_to_string(folder().join("expected").join(name).with_extension("txt")).unwrap();
    let outcome = program::run(vec![("main.lun".to_owned(), text.clone())]).unwrap();
    let said = outcome.diagnostics.iter().map(|diagnostic| plain(diagnostic, &outcome.sources, Style::Plain));
    assert_eq!(said.collect::<String>(), "", "{name}");
    assert_eq!(outcome.output, expected, "{name} prints something else");
    let formatted = format(&Source::new(FileId(0), name, text.as_str())).unwrap();
    assert_eq!(formatted, text, "{name} is not formatted");
}

macro_rules! examples {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        /// A new file cannot be forgotten.
        #[test]
        fn all_are_run() {
            let mut found: Vec<String> = std::fs::read_dir(folder()).unwrap()
                .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".lun").map(str::to_owned))
                .collect();
            found.sort();
            assert_eq!(found, [$(stringify!($name)),*]);
        }
    };
}

examples! { blur heat kmeans life lis mandelbrot regression tour }
