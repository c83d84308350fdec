//! The prompt: texts in, values out; what was declared stays until `:reset`.

mod commands;
mod complete;
mod editor;
mod highlight;
mod history;
mod layout;
mod plain;
mod prompt;
mod show;
mod validate;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lunette::explain::TextStyle;
use lunette_lang::check::InputKind;
use lunette_lang::session::{Completion, CompletionKind, Outcome, Session};

use self::commands::Command;
use self::editor::Editor;
use self::show::Show;
use crate::args::Colour;
use crate::command::{doc, run};
use crate::host::Host;
use crate::host::{interrupt, loader};
use crate::picture::{self, Problem};
use crate::shell::colour::is_dumb;
use crate::shell::exit::Exit;
use crate::shell::report::Report;
use crate::shell::terminal;

/// The session, which completion looks into while a line is typed.
type Shared = Arc<Mutex<Session<Host>>>;

/// What Ctrl-D says where it cannot leave.
const UNFINISHED: &str = "this input is not finished: go on with it, or drop it with Ctrl-C";

/// Where lines come from.
trait Lines {
    /// The next input.
    fn next(&mut self) -> Input;
}

/// What has been typed.
enum Input {
    /// A text that is over.
    Text(String),
    /// Ctrl-C: what was typed is dropped.
    Dropped,
    /// Ctrl-D behind a text that is not over, which can be gone on with.
    Unfinished,
    /// A line that is no text, and why.
    Unreadable(String),
    /// Nothing can be read any more, and why.
    Broken(String),
    /// Ctrl-D, or the end of the input.
    End,
}

/// Talks until the input ends.
pub fn run(colour: Colour, report: Report) -> Exit {
    let session = Arc::new(Mutex::new(Session::new(Host::new(&[]))));
    let cancel = lock(&session).cancel();
    lock(&session).host_mut().stops_reading(cancel.clone());
    interrupt::stops(cancel.clone(), None);
    let show = Show { coloured: colour.is_on(&io::stdout()) };
    let mut lines: Box<dyn Lines> = match io::stdout().is_terminal() && !is_dumb() {
        true => Box::new(Editor::new(session.clone(), show.coloured)),
        false => Box::new(plain::PlainLines::new(session.clone(), cancel)),
    };
    let mut repl = Repl { session, show, report, count: 0 };
    repl.greet();
    loop {
        match lines.next() {
            Input::Text(text) if text.trim().is_empty() => {}
            Input::Text(text) => {
                if repl.take(&text).is_break() {
                    return Exit::Success;
                }
            }
            Input::Dropped => {}
            Input::Unfinished => repl.say(Err(UNFINISHED.to_owned())),
            Input::Unreadable(words) => repl.say(Err(words)),
            Input::Broken(words) => {
                repl.say(Err(words));
                return Exit::Usage;
            }
            Input::End => return Exit::Success,
        }
    }
}

/// The session, whoever held it before: it is whole even if somebody has panicked.
fn lock(session: &Shared) -> MutexGuard<'_, Session<Host>> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the prompt goes on.
type Flow = std::ops::ControlFlow<()>;

struct Repl {
    session: Shared,
    show: Show,
    report: Report,
    count: usize,
}

impl Repl {
    fn greet(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.write(&self.show.dim(&format!("lunette {version}, :help for help, Ctrl-D to leave\n")));
    }

    fn take(&mut self, text: &str) -> Flow {
        self.count += 1;
        match text.trim_start().starts_with(':') {
            true => self.command(text),
            false => {
                self.input(text);
                Flow::Continue(())
            }
        }
    }

    /// What diagnostics call the text that is being run.
    fn name(&self) -> String {
        format!("<prompt {}>", self.count)
    }

    fn input(&self, text: &str) -> Outcome {
        let outcome = self.run(InputKind::Prompt, &self.name(), text);
        if !outcome.failed {
            let bound = show::bound_names(text);
            let mut lines: Vec<String> = {
                let session = lock(&self.session);
                let variables = bound.iter().filter_map(|name| session.variable(name));
                variables.map(|variable| self.show.binding(&variable)).collect()
            };
            lines.extend(self.function(text));
            self.write(&lines.concat());
        }
        outcome
    }

    /// The signature of a function, if the text is nothing but its name.
    fn function(&self, text: &str) -> Option<String> {
        let name = text.trim();
        let (_, found) = lock(&self.session).complete(name, name.len());
        let is_it = |completion: &Completion| {
            &*completion.name == name && completion.kind == CompletionKind::Function
        };
        found.into_iter().find(is_it).map(|function| format!("{}\n", function.detail))
    }

    /// Runs a text and shows what comes of it, but for the names that it binds.
    fn run(&self, kind: InputKind, name: &str, text: &str) -> Outcome {
        let mut session = lock(&self.session);
        let mut told = 0;
        let outcome = session.run_telling(kind, name, text, |found, sources| {
            told = found.len();
            self.report.diagnostics(found, sources);
        });
        if let Some(shown) = &outcome.value {
            let text = self.show.value(shown, terminal::height());
            session.host_mut().output.write(&text);
        }
        session.host_mut().output.flush();
        self.report.diagnostics(outcome.diagnostics.get(told..).unwrap_or_default(), session.sources());
        outcome
    }

    fn command(&mut self, text: &str) -> Flow {
        let (command, argument) = match commands::parse(text) {
            Ok(found) => found,
            Err(words) => {
                self.say(Err(words));
                return Flow::Continue(());
            }
        };
        match command {
            Command::Quit => return Flow::Break(()),
            Command::Help => self.write(&commands::help()),
            Command::Doc => self.doc(argument),
            Command::Type => self.type_of(argument),
            Command::Layout => self.layout(argument),
            Command::Explain => self.explain(argument),
            Command::Time => {
                let outcome = self.input(argument);
                self.write(&self.show.dim(&run::times(outcome.times)));
            }
            Command::Load => self.load(argument),
            Command::Vars => self.variables(),
            Command::Reset => {
                lock(&self.session).reset();
                self.write(&self.show.dim("all variables are forgotten\n"));
            }
        }
        Flow::Continue(())
    }

    /// The page of a function of the session, or of a built-in one.
    fn doc(&self, name: &str) {
        let own = lock(&self.session).documented(name.trim_end_matches("()"));
        self.say(match own {
            Some((head, comment)) => Ok(doc::page(&head, &comment)),
            None => doc::page_or_list(Some(name).filter(|name| !name.is_empty()), ":doc"),
        });
    }

    fn type_of(&self, text: &str) {
        let mut session = lock(&self.session);
        match session.type_of(&self.name(), text) {
            Ok(ty) => {
                let line = format!("{}\n", show::type_line(&ty));
                session.host_mut().output.write(&line);
                session.host_mut().output.flush();
            }
            Err(mistakes) => {
                self.report.diagnostics(&mistakes, session.sources());
            }
        }
    }

    fn layout(&self, text: &str) {
        let mut session = lock(&self.session);
        match layout::value(&mut session, &self.name(), text) {
            Ok((value, warnings)) => {
                self.report.diagnostics(&warnings, session.sources());
                let variables = session.variables();
                drop(session);
                let described = value.and_then(|value| layout::describe(&value, &variables, text));
                self.say(described.ok_or_else(|| "only tensors have a layout".to_owned()));
            }
            Err(mistakes) => {
                self.report.diagnostics(&mistakes, session.sources());
            }
        }
    }

    fn explain(&self, text: &str) {
        let mut session = lock(&self.session);
        match picture::explain(&mut session, &self.name(), text, None) {
            Ok(steps) => {
                let style = if self.show.coloured { TextStyle::coloured() } else { TextStyle::plain() };
                let text = picture::as_text(&steps, style);
                session.host_mut().output.write(&text);
                session.host_mut().output.flush();
            }
            Err(Problem::Mistakes(mistakes)) => {
                self.report.diagnostics(&mistakes, session.sources());
            }
            Err(Problem::Words(words)) => self.report.words(&words),
        }
    }

    fn load(&self, file: &str) {
        let file = Path::new(file.trim_matches('"'));
        match loader::read(file) {
            Ok(text) => drop(self.run(InputKind::File, &loader::name_of(file), &text)),
            Err(words) => self.say(Err(words)),
        }
    }

    fn variables(&self) {
        let variables = lock(&self.session).variables();
        let lines: String = variables.iter().map(|variable| self.show.binding(variable)).collect();
        self.say(if lines.is_empty() { Ok("there are no variables\n".to_owned()) } else { Ok(lines) });
    }

    fn say(&self, text: Result<String, String>) {
        match text {
            Ok(text) => self.write(&text),
            Err(words) => self.report.words(&words),
        }
    }

    fn write(&self, text: &str) {
        let mut session = lock(&self.session);
        let output = &mut session.host_mut().output;
        output.write(text);
        output.flush();
    }
}
