//! What can be asked of the prompt itself: words after a colon.

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Lists the commands.
    Help,
    /// Tells the type of an expression, which is not evaluated.
    Type,
    /// Tells how the elements of a tensor lie in memory.
    Layout,
    /// Draws what an index takes.
    Explain,
    /// Tells how long something takes.
    Time,
    /// Runs a file, and keeps what it defines.
    Load,
    /// Forgets everything.
    Reset,
    /// Tells what a function does.
    Doc,
    /// Lists the variables.
    Vars,
    /// Leaves.
    Quit,
}

/// A row of the table of commands.
pub struct Row {
    /// The command.
    pub command: Command,
    /// How it is written.
    pub name: &'static str,
    /// What stands behind it; empty for nothing, in brackets if it can be left out.
    pub argument: &'static str,
    /// What it does.
    pub about: &'static str,
}

const fn row(command: Command, name: &'static str, argument: &'static str, about: &'static str) -> Row {
    Row { command, name, argument, about }
}

/// Every command, in the order of the help.
pub const ROWS: [Row; 10] = [
    row(Command::Help, ":help", "", "this list"),
    row(Command::Doc, ":doc", "[function]", "what a function does, also one of yours; all functions"),
    row(Command::Type, ":type", "expression", "its type, without running it"),
    row(Command::Layout, ":layout", "expression", "how a tensor lies in memory"),
    row(Command::Explain, ":explain", "x[…]", "a picture of what an index takes, or what a store writes"),
    row(Command::Time, ":time", "input", "run it, and tell how long it took"),
    row(Command::Load, ":load", "file", "run a file, and keep what it defines"),
    row(Command::Vars, ":vars", "", "the variables and their types"),
    row(Command::Reset, ":reset", "", "forget all variables"),
    row(Command::Quit, ":quit", "", "leave; so does Ctrl-D"),
];

/// Reads a command and what stands behind it. The start of a name will do where it is the start of one command only.
///
/// # Errors
/// In words: there is no such command, or it lacks its argument.
pub fn parse(text: &str) -> Result<(Command, &str), String> {
    let text = text.trim();
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let mut candidates = ROWS.iter().filter(|row| row.name.starts_with(name));
    let exact = ROWS.iter().find(|row| row.name == name);
    let row = match (exact, candidates.next(), candidates.next()) {
        (Some(row), ..) | (None, Some(row), None) if name.len() > 1 => row,
        (None, Some(first), Some(second)) if name.len() > 1 => {
            return Err(format!("`{name}` could be `{}` or `{}`", first.name, second.name));
        }
        _ => return Err(format!("there is no command `{name}`; `:help` lists them")),
    };
    let argument = argument.trim();
    if argument.is_empty() && !row.argument.is_empty() && !row.argument.starts_with('[') {
        return Err(format!("what? `{} {}`", row.name, row.argument));
    }
    Ok((row.command, argument))
}

/// The text of `:help`.
pub fn help() -> String {
    let left: Vec<String> = ROWS.iter().map(|row| format!("{} {}", row.name, row.argument)).collect();
    let width = left.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let rows = left.iter().zip(&ROWS).map(|(left, row)| format!("  {left:width$}  {}\n", row.about));
    let text: String = rows.collect();
    format!("{text}\nEnter ends an input, or goes on with the next line where something is still open.\n")
}

#[cfg(test)]
mod tests {
    use super::{Command, parse};

    #[test]
    fn commands_are_read_by_their_start() {
        assert_eq!(parse(":type  x + 1 "), Ok((Command::Type, "x + 1")));
        assert_eq!(parse(":q"), Ok((Command::Quit, "")));
        assert_eq!(parse(":doc"), Ok((Command::Doc, "")));
        assert_eq!(parse(":l x"), Err("`:l` could be `:layout` or `:load`".to_owned()));
        assert_eq!(parse(":t"), Err("`:t` could be `:type` or `:time`".to_owned()));
        assert_eq!(parse(":layout"), Err("what? `:layout expression`".to_owned()));
        assert!(parse(":").is_err() && parse(":nothing").is_err());
    }
}
