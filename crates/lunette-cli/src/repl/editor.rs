//! The line editor: highlighting, completion, history, several lines.

use reedline::{
    Color, DefaultHinter, DescriptionMode, EditCommand, Emacs, IdeMenu, KeyCode, KeyModifiers, MenuBuilder,
    Reedline, ReedlineEvent, ReedlineMenu, Signal, default_emacs_keybindings,
};

use super::complete::Names;
use super::highlight::Colours;
use super::prompt::{FIRST, LinePrompt};
use super::validate::Completeness;
use super::{Input, Lines, Shared, history};

const MENU: &str = "completion";

/// A line editor on a terminal.
pub struct Editor(Reedline);

impl Editor {
    /// An editor that completes names of the session.
    pub fn new(session: Shared, coloured: bool) -> Self {
        let menu = IdeMenu::default()
            .with_name(MENU)
            .with_marker(FIRST)
            .with_max_completion_height(10)
            .with_max_description_width(60)
            .with_description_mode(DescriptionMode::PreferRight);
        let hinter = DefaultHinter::default().with_style(Color::DarkGray.italic());
        let editor = Reedline::create()
            .with_ansi_colors(coloured)
            .use_bracketed_paste(true)
            .with_highlighter(Box::new(Colours))
            .with_validator(Box::new(Completeness))
            .with_completer(Box::new(Names(session)))
            .with_menu(ReedlineMenu::EngineCompleter(Box::new(menu)))
            .with_quick_completions(true)
            .with_partial_completions(true)
            .with_hinter(Box::new(hinter))
            .with_history(Box::new(history::open()))
            .with_edit_mode(Box::new(Emacs::new(keys())));
        Self(editor)
    }
}

/// The keys of Emacs; Tab completes, Alt-Enter goes on with the next line.
fn keys() -> reedline::Keybindings {
    let mut keys = default_emacs_keybindings();
    let complete = vec![ReedlineEvent::Menu(MENU.to_owned()), ReedlineEvent::MenuNext];
    keys.add_binding(KeyModifiers::NONE, KeyCode::Tab, ReedlineEvent::UntilFound(complete));
    keys.add_binding(KeyModifiers::SHIFT, KeyCode::BackTab, ReedlineEvent::MenuPrevious);
    let newline = ReedlineEvent::Edit(vec![EditCommand::InsertNewline]);
    keys.add_binding(KeyModifiers::ALT, KeyCode::Enter, newline);
    keys
}

impl Lines for Editor {
    fn next(&mut self) -> Input {
        match self.0.read_line(&LinePrompt) {
            Ok(Signal::Success(text)) => {
                // Written at once, so that a second prompt finds it; a history that cannot be written is kept in memory.
                let _ = self.0.sync_history();
                Input::Text(text)
            }
            Ok(Signal::CtrlD) => Input::End,
            Ok(_) => Input::Dropped,
            Err(error) => {
                eprintln!("lunette: the terminal cannot be read: {error}");
                Input::End
            }
        }
    }
}
