//! Whether an input is over, or goes on with another line.

use lunette_lang::syntax::is_complete;
use reedline::{ValidationResult, Validator};

/// Asks the parser.
pub struct Completeness;

impl Validator for Completeness {
    fn validate(&self, text: &str) -> ValidationResult {
        match is_over(text) {
            true => ValidationResult::Complete,
            false => ValidationResult::Incomplete,
        }
    }
}

/// Whether Enter ends the input. A command ends with its line, and two empty lines end what is not finished, so that its
/// mistake is shown: nobody should be caught in a bracket.
pub fn is_over(text: &str) -> bool {
    text.trim_start().starts_with(':') || text.ends_with("\n\n") || is_complete(text)
}

#[cfg(test)]
mod tests {
    use super::is_over;

    #[test]
    fn inputs_go_on_until_they_are_whole() {
        assert!(is_over("let x = 1") && is_over("") && is_over(":type (1"));
        assert!(!is_over("let x = [1,") && !is_over("while true {\n  1"));
        assert!(is_over("let x = [1,\n\n"));
    }
}
