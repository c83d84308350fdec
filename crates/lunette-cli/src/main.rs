//! The command `lunette`: it runs programs, checks and formats them, and has an interactive prompt.

mod args;
mod command;
mod host;
mod lsp;
mod picture;
mod repl;
mod shell;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command, Program};
use crate::command::{check, doc, explain, format, run, test};
use crate::shell::report::Report;

fn main() -> ExitCode {
    let Cli { command, color, program } = Cli::parse();
    let report = Report::new(color);
    let exit = match command {
        None if asks_for_prompt(&program) => repl::run(color, report),
        None => run::run(&program, report),
        Some(Command::Run(program)) => run::run(&program, report),
        Some(Command::Check { json, files }) => check::run(json, &files, report),
        Some(Command::Fmt { check, files }) => format::run(check, &files, report),
        Some(Command::Test { files }) => test::run(&files, report),
        Some(Command::Doc { name }) => doc::run(name.as_deref(), report),
        Some(Command::Explain(explain)) => explain::run(&explain, color, report),
        Some(Command::Lsp) => lsp::run(report),
    };
    exit.into()
}

/// Whether nothing is to be run, and somebody sits at the other end.
fn asks_for_prompt(program: &Program) -> bool {
    program.eval.is_none() && program.words.is_empty() && io::stdin().is_terminal()
}
