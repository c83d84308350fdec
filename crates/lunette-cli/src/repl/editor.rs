//! The line editor: highlighting, completion, history, several lines.

use reedline::{
    Color, DefaultHinter, DescriptionMode, EditCommand, Emacs, IdeMenu, KeyCode, KeyModifiers, MenuBuilder,
    Reedline, ReedlineEvent, ReedlineMenu, Signal, default_emacs_keybindings,
};

use super::complete::Names;
use super::highlight::Colours;
use super::prompt::{FIRST, LinePrompt};
use super::validate::{Completeness, is_over};
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

/// The keys of Emacs; Tab completes, Alt-Enter goes on with the next line. Ctrl-D is ours.
fn keys() -> reedline::Keybindings {
    let mut keys = default_emacs_keybindings();
    let complete = vec![ReedlineEvent::Menu(MENU.to_owned()), ReedlineEvent::MenuNext];
    keys.add_binding(KeyModifiers::NONE, KeyCode::Tab, ReedlineEvent::UntilFound(complete));
    keys.add_binding(KeyModifiers::SHIFT, KeyCode::BackTab, ReedlineEvent::MenuPrevious);
    let newline = ReedlineEvent::Edit(vec![EditCommand::InsertNewline]);
    keys.add_binding(KeyModifiers::ALT, KeyCode::Enter, newline);
    keys.add_binding(
        KeyModifiers::CONTROL,
        KeyCode::Char('d'),
        ReedlineEvent::ExecuteHostCommand(String::new()),
    );
    keys
}

impl Editor {
    /// What Ctrl-D means: it leaves an empty prompt and deletes the next character. Behind a text that is not over it is
    /// no end, and the text stays.
    fn ctrl_d(&mut self) -> Option<Input> {
        let before = self.0.current_buffer_contents().to_owned();
        if before.is_empty() {
            return Some(Input::End);
        }
        self.0.run_edit_commands(&[EditCommand::Delete]);
        let is_stuck = before == self.0.current_buffer_contents() && !is_over(&before);
        if is_stuck {
            // The words stand below the text.
            println!();
        }
        is_stuck.then_some(Input::Unfinished)
    }
}

impl Lines for Editor {
    fn next(&mut self) -> Input {
        loop {
            return match self.0.read_line(&LinePrompt) {
                Ok(Signal::Success(text)) => {
                    // Written at once, so that a second prompt finds it; a history that cannot be written is kept in
                    // memory.
                    let _ = self.0.sync_history();
                    Input::Text(text)
                }
                Ok(Signal::HostCommand(_)) => match self.ctrl_d() {
                    Some(input) => input,
                    None => continue,
                },
                Ok(Signal::CtrlD) => Input::End,
                Ok(_) => Input::Dropped,
                Err(error) => {
                    eprintln!("lunette: the terminal cannot be read: {error}");
                    Input::End
                }
            };
        }
    }
}
