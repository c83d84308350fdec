//! A program with a mistake, and what is said about it.

use lunette_lang::check::InputKind;
use lunette_lang::diagnostic::render::{Style, text};
use lunette_lang::session::Session;

use crate::host::Quiet;

const BEGIN: &str = "======== ";
const PLAIN: &str = "-------- in a pipe";
const SCREEN: &str = "-------- on a terminal";

/// One program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The code that it is there for.
    pub code: String,
    /// Its text.
    pub program: String,
    /// What a pipe gets.
    pub plain: String,
    /// What a terminal gets, without its colours.
    pub screen: String,
}

/// The programs in a file.
pub fn read(file: &str) -> Vec<Snapshot> {
    let cases = file.split(BEGIN).skip(1);
    let case = |case: &str| {
        let (code, rest) = case.split_once('\n').unwrap_or((case, ""));
        let (program, rest) = rest.split_once(&format!("{PLAIN}\n")).unwrap_or((rest, ""));
        let (plain, screen) = rest.split_once(&format!("{SCREEN}\n")).unwrap_or((rest, ""));
        let [code, program, plain, screen] = [code, program, plain, screen].map(str::to_owned);
        Snapshot { code, program, plain, screen }
    };
    cases.map(case).collect()
}

/// The text of a file.
pub fn write(cases: &[Snapshot]) -> String {
    let case = |case: &Snapshot| {
        let Snapshot { code, program, plain, screen } = case;
        format!("{BEGIN}{code}\n{program}{PLAIN}\n{plain}{SCREEN}\n{screen}")
    };
    cases.iter().map(case).collect()
}

/// The same program with what is said about it now.
pub fn render(old: &Snapshot) -> Snapshot {
    let mut session = Session::new(Quiet);
    let outcome = session.run(InputKind::File, "main.lun", &old.program);
    let all = |style: Style| -> String {
        outcome.diagnostics.iter().map(|diagnostic| text(diagnostic, session.sources(), style)).collect()
    };
    let (plain, screen) = (all(Style::Plain), without_colours(&all(Style::Coloured)));
    Snapshot { plain, screen, ..old.clone() }
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(|part| part.split_once('m').map_or("", |(_, rest)| rest)).collect::<String>()
}
