//! Colours for what is typed.

use lunette_lang::syntax::{Class, Piece, highlight};
use reedline::{Color, Highlighter, StyledText};

/// Colours the pieces of the language.
pub struct Colours;

impl Highlighter for Colours {
    fn highlight(&self, text: &str, _cursor: usize) -> StyledText {
        let (command, code) = split_command(text);
        let mut styled = StyledText::new();
        if !command.is_empty() {
            styled.push((Color::Purple.bold(), command.to_owned()));
        }
        let mut done = 0;
        for Piece { start, end, class } in highlight(code) {
            let (start, end) = (start as usize, end as usize);
            let plain = || Color::Default.normal();
            if let Some(space) = code.get(done..start).filter(|space| !space.is_empty()) {
                styled.push((plain(), space.to_owned()));
            }
            let style = match class {
                Class::Keyword => Color::Purple.normal(),
                Class::Function => Color::Blue.normal(),
                Class::Number => Color::Cyan.normal(),
                Class::String => Color::Green.normal(),
                Class::Comment => Color::DarkGray.italic(),
                Class::DType => Color::Yellow.normal(),
                Class::Unknown => Color::Red.underline(),
                Class::Name | Class::Operator => plain(),
            };
            if let Some(piece) = code.get(start..end) {
                styled.push((style, piece.to_owned()));
            }
            done = end;
        }
        if let Some(rest) = code.get(done..).filter(|rest| !rest.is_empty()) {
            styled.push((Color::Default.normal(), rest.to_owned()));
        }
        styled
    }
}

/// The command at the start of a text, with the space before it, and what follows.
fn split_command(text: &str) -> (&str, &str) {
    if !text.trim_start().starts_with(':') {
        return ("", text);
    }
    let start = text.len() - text.trim_start().len();
    let end = text[start..].find(char::is_whitespace).map_or(text.len(), |length| start + length);
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use reedline::{Color, Highlighter};

    use super::Colours;

    #[test]
    fn nothing_typed_is_lost() {
        for text in ["", "  let x = 1 // é", ":type  x + \"a", "\"open", "  :load a b", "x[1..] <- 2\n  @"] {
            let styled = Colours.highlight(text, 0);
            let joined: String = styled.buffer.iter().map(|(_, piece)| piece.as_str()).collect();
            assert_eq!(joined, text);
        }
        let styled = Colours.highlight("let x = 1", 0);
        assert_eq!(styled.buffer[0], (Color::Purple.normal(), "let".to_owned()));
    }
}
